"""Organisers put results right and look after tables, each act with a reason that is kept."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Correction, Line, Match, Position, Season
from games.services import lobby, talk
from games.services.seasons import SeasonForm, make_season
from tests import drivers
from tests.accounts.club_world import club_of, enrol
from tests.factories import NOW, log_in, make_player, make_preset, start_match, user_of
from tests.finished import finished_match

MINUS = "\N{MINUS SIGN}"

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return make_player("Ann")


@pytest.fixture
def ben():
    return make_player("Ben")


@pytest.fixture
def club(ann, ben):
    found = club_of(user_of(ann))
    enrol(found, user_of(ben))
    return found


def running(club, *players):
    match = start_match(*players)
    Match.objects.filter(pk=match.pk).update(club=club)
    return Match.objects.get(pk=match.pk)


def test_a_result_is_put_right_seen_first_told_to_all_and_followed_by_the_season(
    client, club, ann, ben
):
    match = finished_match([ann, ben], [[5, 7]], club=club)
    today = NOW.date()
    make_season(club, user_of(ann), SeasonForm("Winter", today, today), now=NOW)
    log_in(client, ann)
    address = f"/matches/{match.slug}/correct/"
    given = {"kind": "strokes", "seat": "1", "strokes": "-2", "reason": "A card was misread"}
    told = client.post(address, given | {"check": "1"}, headers={"HX-Request": "true"}).text
    now, then = told.split("<h3>Then</h3>")
    assert now.index("Ann") < now.index("Ben")
    assert then.index("Ben") < then.index("Ann")
    assert f"{MINUS}2" in then
    assert not Correction.objects.exists()
    refused = client.post(address, given | {"reason": " ", "strokes": "12345"})
    assert (refused.status_code, 'value="12345"' in refused.text) == (422, True)
    same = client.post(address, given | {"strokes": "7"})
    assert (same.status_code, "That is so already." in same.text) == (409, True)
    assert client.post(address, given).status_code == 302
    season = Season.objects.get()
    figures = Line.objects.filter(board__season=season).order_by("player")
    assert [line.tally["strokes"] for line in figures] == [5, -2]
    first = client.get(club.get_absolute_url()).text
    assert first.index(">Ben</a></th>") < first.index(">Ann</a></th>")
    assert f"1. Ben: {MINUS}2, 2. Ann: 5, put right" in first
    read = Client().get(f"/matches/{match.slug}/correct/")
    assert read.status_code == 404
    record = client.get(f"/clubs/{club.slug}/acts/").text
    assert f"Ann set the strokes of a seat in match {match.slug}: A card was misread" in record
    page = client.get(address).text
    assert f"Ben: {MINUS}2 strokes instead of 7: “A card was misread”" in page
    client.post(address, {"kind": "restored", "seat": "1", "reason": "It was right"})
    client.post(address, {"kind": "void", "reason": "Tried out"})
    assert "The match counts nowhere." in client.get(address).text
    client.post(address, {"kind": "counts", "reason": "It was none"})
    assert list(Correction.objects.values_list("kind", flat=True)) == [
        "strokes",
        "restored",
        "void",
        "counts",
    ]


def test_everybody_reads_a_correction_below_the_result_and_organisers_find_the_way(
    client, club, ann, ben
):
    match = running(club, ann, ben)
    drivers.play_on(match, drivers.is_finished)
    match.refresh_from_db()
    match.seats.update(seen_sequence=match.sequence)
    log_in(client, ann)
    given = {"kind": "strokes", "seat": "0", "strokes": "90", "reason": "The count was off"}
    client.post(f"/matches/{match.slug}/correct/", given)
    organiser = client.get(f"/tables/{match.slug}/").text
    assert f'href="/matches/{match.slug}/correct/"' in organiser
    replay = client.get(f"/matches/{match.slug}/replay/{match.sequence}/").text
    assert f'href="/matches/{match.slug}/correct/"' in replay
    everybody = Client().get(f"/tables/{match.slug}/").text
    assert "The count was off" in everybody
    assert "It counts as:" in everybody
    assert "/correct/" not in everybody
    assert "/correct/" not in log_in(client, ben).get(f"/tables/{match.slug}/").text


def test_an_organiser_ends_a_match_and_hands_a_seat_to_a_bot_and_sees_no_card(
    client, club, ann, ben
):
    match = running(club, ben, make_player("Cleo"))
    other = running(club, ben, make_player("Dan"))
    number = match.seats.get(player=ben).number
    before = Position.objects.get(match=other).state
    log_in(client, ann)
    desk = client.get(f"/clubs/{club.slug}/tables/").text
    assert "Ben, Cleo" in desk or "Cleo, Ben" in desk
    address = f"/clubs/{club.slug}/tables/{match.slug}"
    refused = client.post(f"{address}/replace", {"seat": number, "reason": " "}, follow=True)
    assert "Give a reason of 1 to 300 letters" in refused.text
    wrong = client.post(f"{address}/replace", {"seat": "9", "reason": "Gone"}, follow=True)
    assert "This match has no such seat." in wrong.text
    client.post(f"{address}/replace", {"seat": number, "reason": "Gone for weeks"})
    assert match.seats.get(player=ben).bot == "club"
    log = client.get(f"/tables/{match.slug}/").text
    assert "An organiser of the club handed the seat of Ben to a bot: Gone for weeks" in log
    client.post(f"/clubs/{club.slug}/tables/{other.slug}/end", {"reason": "Opened by a slip"})
    other.refresh_from_db()
    assert other.status == "cancelled"
    assert Position.objects.get(match=other).state == before
    ended = client.get(f"/tables/{other.slug}/").text
    assert "An organiser of the club ended the match: Opened by a slip." in ended
    record = client.get(f"/clubs/{club.slug}/acts/").text
    assert f"Ann ended the match at table {other.slug}: Opened by a slip" in record
    assert f"Ann handed the seat of Ben at table {match.slug} to a bot: Gone for weeks" in record
    again = client.post(f"{address}/end", {"reason": "Too"}, follow=True)
    assert "The match is ended." in again.text


def test_a_clubs_page_shows_its_tables_to_members_and_nothing_of_a_private_club_to_others(
    client, ann, ben
):
    make_preset()
    club = club_of(user_of(ann), is_listed=False)
    enrol(club, user_of(ben))
    table = lobby.open_table(ann, make_preset(), {}, seats=2, is_listed=True, now=NOW, club=club)
    finished_match([ann, ben], [[5, 7]], club=club)
    stranger = make_player("Sue")
    for viewer, sees in ((ben, True), (stranger, False)):
        log_in(client, viewer)
        page = client.get(club.get_absolute_url()).text
        home = client.get("/").text
        assert (f"/tables/{table.slug}/" in page, f"/tables/{table.slug}/" in home) == (sees, sees)
        assert ("Recent results" in page) == sees
        assert client.get(f"/tables/{table.slug}/").status_code == (200 if sees else 404)
    assert f"/tables/{table.slug}/" not in Client().get("/").text
    club.is_listed = True
    club.save()
    page = client.get(f"/tables/{table.slug}/").text
    assert "only its members sit down at it." in page
    assert "Take a seat" not in page


def test_a_longer_club_page_takes_no_more_queries(client, club, ann, ben):
    today = NOW.date()
    make_season(club, user_of(ann), SeasonForm("Winter", today, today), now=NOW)
    log_in(client, ann)
    counts = []
    for players in ([ann, ben], [make_player(), ben, make_player(), make_player()]):
        finished_match(players, [[3, 4, 5, 6][: len(players)]], club=club)
        running(club, *players[:2])
        with CaptureQueriesContext(connection) as captured:
            assert client.get(club.get_absolute_url()).status_code == 200
            assert client.get(f"/clubs/{club.slug}/tables/").status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 45


def test_a_reported_line_is_hidden_or_left_once_and_for_all(client, club, ann, ben):
    match = running(club, ben, make_player("Cleo"))
    Match.objects.filter(pk=match.pk).update(club=club)
    cleo = match.seats.exclude(player=ben).get().player
    lines = [talk.say(match.pk, ben, text, now=NOW).line.pk for text in ("Slow!", "Fine")]
    for line in lines:
        talk.report(match, cleo, line, now=NOW)
    log_in(client, ann)
    desk = client.get(f"/clubs/{club.slug}/reports/").text
    assert desk.index("Slow!") < desk.index("Fine")
    client.post(f"/clubs/{club.slug}/reports/{lines[0]}/decide", {"hide": "1"})
    client.post(f"/clubs/{club.slug}/reports/{lines[1]}/decide", {"leave": "1"})
    again = client.post(f"/clubs/{club.slug}/reports/{lines[1]}/decide", follow=True).text
    assert "That is so already." in again
    assert "Nothing is reported." in again
    shown = client.get(f"/tables/{match.slug}/").text
    assert ("Slow!" in shown, "Fine" in shown) == (False, True)
    record = client.get(f"/clubs/{club.slug}/acts/").text
    assert f"Ann hid a reported line of talk at table {match.slug}." in record
    assert f"Ann left a reported line of talk at table {match.slug}." in record
