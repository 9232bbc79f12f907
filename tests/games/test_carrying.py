"""Standings carried away: CSV, JSON, frames on other sites, and feeds."""

from __future__ import annotations

import csv
import io
from datetime import datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from accounts.models import Preferences
from games.selectors.carried import Carried
from games.services.corrections import set_strokes, void_match
from games.views.carrying import FORMULA_STARTS, csv_text
from tests.factories import NOW, log_in, make_player, user_of
from tests.finished import finished_match
from tests.standings import START, club_of, measure, season_in

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def sheet(answer) -> list[dict[str, str]]:
    """The rows of a CSV answer by its columns, as a spreadsheet reads it."""
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def test_a_leaderboard_as_csv_has_real_numbers_the_lowest_first(client):
    ann, ben, zoe = make_player("Zoë"), make_player("=1+1"), make_player("-Ben")
    for day in range(3):
        finished_match([ann, ben, zoe], [[-7, 3, -7], [0, 1, 0]], at=START + timedelta(day))
    finished_match([make_player("Dot"), make_player("@Eve")], [[-9, 9]], at=START)
    answer = client.get("/leaderboards.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert 'filename="leaderboard-all.csv"' in answer["Content-Disposition"]
    assert answer.content.startswith(b"\xef\xbb\xbfplace,player,name,strokes_per_hole,matches")
    assert answer.content.count(b"\r\n") == 6 == answer.content.count(b"\n")
    rows = sheet(answer)
    columns = ("place", "name", "strokes_per_hole", "strokes", "holes", "wins")
    assert [[row[name] for name in columns] for row in rows] == [
        ["1", "Zoë", "-3.5", "-21", "6", "3"],
        ["1", "'-Ben", "-3.5", "-21", "6", "3"],
        ["3", "'=1+1", "2.0", "12", "6", "0"],
        ["", "Dot", "-9.0", "-9", "1", "1"],
        ["", "'@Eve", "9.0", "9", "1", "0"],
    ]


def feed_of(client, **fields):
    """The club's feed, parsed."""
    found = client.get("/clubs/reeds/results.atom", **fields)
    return ElementTree.fromstring(found.content)  # noqa: S314  it is the site's own


@pytest.mark.parametrize("start", FORMULA_STARTS)
def test_no_text_becomes_a_formula(start):
    told = csv_text(Carried("x", {}, ("name", "strokes"), ((f'{start}cmd|"x",1', -4),)))
    assert list(csv.reader(io.StringIO(told[1:], newline=""))) == [
        ["name", "strokes"],
        [f'\'{start}cmd|"x",1', "-4"],
    ]


def test_a_leaderboard_as_json(client):
    ann, ben = make_player("Ann"), make_player("=Ben")
    for day in range(3):
        finished_match([ann, ben], [[-1, 2], [0, 2], [0, 3]], at=START + timedelta(day))
    assert client.get("/leaderboards.json?preset=clubhouse").json() == {
        "v": 1,
        "leaderboard": "preset-clubhouse",
        "title": "Clubhouse",
        "by": "gross",
        "rows": [
            {
                "place": 1,
                "player": ann.pk,
                "name": "Ann",
                "strokes_per_hole": -0.3333,
                "matches": 3,
                "holes": 9,
                "strokes": -3,
                "wins": 3,
                "net_matches": 0,
                "place_a_week_ago": None,
            },
            {
                "place": 2,
                "player": ben.pk,
                "name": "=Ben",
                "strokes_per_hole": 2.3333,
                "matches": 3,
                "holes": 9,
                "strokes": 21,
                "wins": 0,
                "net_matches": 0,
                "place_a_week_ago": None,
            },
        ],
    }


def test_a_season_carries_its_own_figures(client):
    ann, ben, cid = (make_player(name) for name in ("Ann", "Ben", "Cid"))
    season = season_in(club_of(ann), scoring="points", points=[4, 1], matches_min=2)
    finished_match([ann, ben, cid], [[-3, -3, 5]], at=START, club=season.club)
    finished_match([ann, ben], [[1, 2]], at=START, club=season.club)
    url = reverse("games:season-csv", args=["reeds", season.pk])
    columns = ("place", "name", "figure", "matches", "strokes", "separated_by")
    assert [[row[name] for name in columns] for row in sheet(client.get(url))] == [
        ["1", "Ann", "6.5", "2", "-2", ""],
        ["2", "Ben", "3.5", "2", "-1", ""],
        ["", "Cid", "0.0", "1", "5", ""],
    ]
    told = client.get(reverse("games:season-json", args=["reeds", season.pk])).json()
    rows = told.pop("rows")
    assert told == {
        "v": 1,
        "club": "Reeds",
        "season": "June",
        "scoring": "points",
        "first_day": "2026-06-01",
        "last_day": "2026-06-30",
        "time_zone": "America/Bogota",
        "closed_at": None,
    }
    assert rows[0]["figure"] == 6.5
    assert rows[2]["place"] is None


def test_ones_own_results_have_times_with_their_zone(client):
    measure(2, 5)
    ann, ben = make_player("Ann"), make_player("Ben")
    Preferences.objects.update_or_create(
        user=user_of(ann), defaults={"time_zone": "America/Bogota"}
    )
    for day in range(4):
        holes = [[-4, 5], [0, 5], [0, 5]]
        match = finished_match([ann, ben], holes, at=START + timedelta(day), left=[1])
    answer = log_in(client, ann).get("/matches/results.csv")
    last = sheet(answer)[-1]
    assert last["match"] == match.slug
    assert last["finished_at"] == "2026-06-04T13:00:00-05:00"
    assert datetime.fromisoformat(last["finished_at"]) == START + timedelta(3)
    assert (last["strokes"], last["place"], last["with_bots"]) == ("-4", "1", "no")
    assert (last["differential"], last["index_before"], last["net_strokes"]) == (
        *("-57.0", "-59.0", "15.7"),
    )
    assert 'href="/matches/results.csv"' in client.get("/matches/").content.decode()
    told = client.get("/matches/results.json").json()
    assert told["rows"][0]["finished_at"] == "2026-06-01T13:00:00-05:00"
    assert told["rows"][0]["net_strokes"] is None
    client.logout()
    answer = client.get("/matches/results.csv")
    assert (answer.status_code, answer["Location"]) == (
        *(302, "/accounts/login/?next=/matches/results.csv"),
    )


def test_what_has_not_changed_is_not_sent_again(client):
    ann, ben = make_player(), make_player()
    club = club_of(ann)
    finished_match([ann, ben], [[1, 2]], at=START, club=club)
    for url in ("/leaderboards.csv", "/leaderboards.json", "/clubs/reeds/results.atom"):
        tag = client.get(url)["ETag"]
        assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    feed = "/clubs/reeds/results.atom"
    since = client.get(feed)["Last-Modified"]
    assert client.get(feed, headers={"If-Modified-Since": since}).status_code == 304
    finished_match([ann, ben], [[1, 2]], at=START + timedelta(1), club=club)
    assert client.get(feed, headers={"If-Modified-Since": since}).status_code == 200
    assert client.get("/leaderboards.csv", headers={"If-None-Match": tag}).status_code == 200


def test_only_an_embedded_leaderboard_may_be_framed(client):
    ann, ben = make_player("Ann"), make_player("Ben")
    club = club_of(ann)
    season = season_in(club)
    for day in range(3):
        finished_match([ann, ben], [[1, 2]], at=START + timedelta(day), club=club)
    log_in(client, ann)
    for url in ("/leaderboards/", "/clubs/reeds/leaderboard/", season.get_absolute_url()):
        page = client.get(url)
        assert page["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
        assert " you" in page.content.decode()
        framed = client.get(f"{url}?embed")
        assert framed.status_code == 200
        assert "X-Frame-Options" not in framed
        assert "frame-ancestors *" in framed["Content-Security-Policy"]
        assert "script-src 'self'" in framed["Content-Security-Policy"]
        assert "Cookie" not in framed["Vary"]
        assert not framed.cookies
        assert ">Ben</th>" in framed.content.decode()
        assert "<script" not in framed.content.decode()
        assert "is-own" not in framed.content.decode()
    club.is_listed = False
    club.save()
    for url in ("/clubs/reeds/leaderboard/", season.get_absolute_url()):
        assert client.get(url).status_code == 200
        assert client.get(f"{url}?embed").status_code == 404


def test_a_clubs_feed_has_what_anybody_may_see_and_stays_valid(client, admin_user):
    ann, ben = make_player("Ann"), make_player("<b>&Ben")
    club = club_of(ann)
    assert feed_of(client).find(f"{ATOM}updated").text == START.isoformat()
    first = finished_match([ann, ben, None], [[-3, 1, 4]], at=START, club=club)
    second = finished_match([ann, ben], [[5, 5]], at=START + timedelta(1), club=club)
    finished_match([ann, ben], [[8, 9]], at=START, club=club, is_listed=False)
    finished_match([ann, ben], [[8, 9]], at=START, club=club, allows_spectators=False)
    finished_match([ann, ben], [[8, 9]], at=START)
    void = finished_match([ann, ben], [[8, 9]], at=START, club=club)
    void_match(void.pk, author=admin_user, reason="wrong rules", now=NOW)
    set_strokes(first.pk, 0, 2, author=admin_user, reason="miscounted", now=NOW)
    page = client.get("/clubs/reeds/leaderboard/").content.decode()
    assert (
        '<link rel="alternate" type="application/atom+xml" href="/clubs/reeds/results.atom"' in page
    )
    answer = client.get("/clubs/reeds/results.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = feed_of(client)
    assert feed.tag == f"{ATOM}feed"
    assert [feed.find(f"{ATOM}{tag}").text for tag in ("title", "updated")] == [
        *("Results of Reeds", NOW.isoformat()),
    ]
    assert feed.find(f"{ATOM}author/{ATOM}name").text == "Reeds"
    assert feed.find(f"{ATOM}link[@rel='self']").get("href") == (
        "http://testserver/clubs/reeds/results.atom"
    )
    entries = feed.findall(f"{ATOM}entry")
    told = [
        [entry.find(f"{ATOM}{tag}").text for tag in ("title", "updated", "summary")]
        for entry in entries
    ]
    assert told == [
        [
            "Clubhouse: Ann, <b>&Ben share it",
            "2026-06-02T18:00:00+00:00",
            "1. Ann: 5<br>1. &lt;b&gt;&amp;Ben: 5",
        ],
        [
            "Clubhouse: won by <b>&Ben",
            NOW.isoformat(),
            "1. &lt;b&gt;&amp;Ben: 1<br>2. Ann: 2<br>3. Club bot: 4<br>Corrected by an organiser.",
        ],
    ]
    ids = [feed.find(f"{ATOM}id").text, *(entry.find(f"{ATOM}id").text for entry in entries)]
    assert len(set(ids)) == 3
    assert all(found.startswith("urn:uuid:") for found in ids)
    again = feed_of(client, headers={"Host": "localhost"}).findall(f"{ATOM}entry")
    assert [entry.find(f"{ATOM}id").text for entry in again] == ids[1:]
    links = [entry.find(f"{ATOM}link").get("href") for entry in entries]
    assert links == [f"http://testserver/tables/{match.slug}/" for match in (second, first)]


def test_a_club_for_members_alone_has_no_feed(client):
    ann = make_player()
    club_of(ann, is_listed=False)
    assert log_in(client, ann).get("/clubs/reeds/results.atom").status_code == 404
