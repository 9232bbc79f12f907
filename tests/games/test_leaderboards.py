"""Leaderboards, seasons and handicaps as pages: who stands where, why, and who may read it."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.urls import reverse

from accounts.models import Membership
from games.models import Board, Line, Player
from games.services.corrections import set_strokes, void_match
from games.services.lines import mark_week
from games.services.seasons import close_season
from tests.factories import NOW, log_in, make_player, make_preset, user_of
from tests.finished import finished_match
from tests.standings import START, club_of, measure, season_in

pytestmark = pytest.mark.django_db


def text_of(answer) -> str:
    """What a page says, in one line; hyphens stand for minus signs and dashes."""
    body = answer.content.decode().partition("<main")[2] or answer.content.decode()
    return said(body)


def said(markup: str) -> str:
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", markup)).split())
    return words.replace("\u2212", "-").replace("\u2013", "-")


def rows_of(answer) -> list[str]:
    """The rows of a page's first table as they are read out."""
    table = answer.content.decode().partition("<tbody")[2].partition("</table>")[0]
    rows = re.findall(r'<tr id="row-.*?</tr>', table, re.S)
    return [said(row) for row in rows]


def play(players, *holes, times=1, **fields):
    """Matches with these strokes by hole and seat, ``again`` and again, a day apart."""
    at, holes = fields.pop("at", START), holes * fields.pop("again", 1)
    return [
        finished_match(players, holes, at=at + timedelta(days=n), **fields) for n in range(times)
    ]


def make_lines(count: int) -> Board:
    """A leaderboard of everybody with so many players, four to a place."""
    board, _made = Board.objects.get_or_create(key="all")
    players = Player.objects.bulk_create(Player() for _n in range(count))
    Line.objects.bulk_create(
        Line(
            board=board,
            player=player,
            matches=3,
            holes=9,
            strokes=number // 4,
            wins=0,
            average=(number // 4) / 9,
            is_ranked=True,
        )
        for number, player in enumerate(players)
    )
    return board


def test_the_lowest_is_first_below_zero_too_and_equals_share_their_place(client):
    ann, ben, cid, dot = (make_player(name) for name in ("Ann", "Ben", "Cid", "Dot"))
    play([ann, ben, cid, dot], [-4, -4, 12, -9], times=3)
    play([ann, make_player("Eve")], [-4, 0])
    answer = client.get("/leaderboards/")
    assert ">\u22129.00</td>" in answer.content.decode()
    rows = rows_of(answer)
    assert [row.split()[:3] for row in rows] == [
        ["1", "Dot", "-9.00"],
        ["2", "Ann", "-4.00"],
        ["2", "Ben", "-4.00"],
        ["4", "Cid", "12.00"],
        ["-", "Eve", "2"],
    ]
    assert rows[-1].startswith("- Eve 2 matches to go 0.00")


def test_a_week_moves_places_and_says_so_in_words(client):
    ann, ben, cid = (make_player(name) for name in ("Ann", "Ben", "Cid"))
    play([ann, ben], [1, 2], times=3)
    mark_week(Board.objects.get(key="all"), START + timedelta(days=7))
    play([ann, ben, cid], [90, 2, 3], times=3, at=START + timedelta(days=8))
    rows = rows_of(client.get("/leaderboards/"))
    assert [row.partition(" ")[2] for row in rows] == [
        "Ben 2.00 6 12 6 3 ▲1 up 1 place",
        "Cid 3.00 3 9 3 0 new new since last week",
        "Ann 45.50 6 273 6 3 ▼2 down 2 places",
    ]


def test_a_page_far_down_has_its_places_and_ones_own_row_leads_to_its_page(client):
    make_lines(130)
    me = make_player("Mia")
    Line.objects.filter(player=Player.objects.order_by("pk")[57]).update(player=me)
    answer = log_in(client, me).get("/leaderboards/?page=3")
    rows = rows_of(answer)
    assert [row.split()[0] for row in rows[:5]] == ["101", "101", "101", "101", "105"]
    assert len(rows) == 31
    assert rows[-1].startswith("57 Mia you 1.56")
    assert 'href="/leaderboards/?page=2"' in answer.content.decode()
    assert any(row.startswith("57 Mia you") for row in rows_of(client.get("/leaderboards/?page=2")))
    assert rows_of(client.get("/leaderboards/?page=99"))[0].startswith("101 ")


def test_a_leaderboard_takes_as_many_queries_for_a_thousand_as_for_ten(
    client, django_assert_num_queries
):
    me = log_in(client, make_player())
    for count in (10, 1000):
        make_lines(count)
        with django_assert_num_queries(12):
            me.get("/leaderboards/?page=9999")


def test_net_and_kinds_of_game_have_boards_of_their_own(client):
    measure(2, 5)
    ann, ben = make_player("Ann"), make_player("Ben")
    play([ann, ben], [5, 9], again=3, times=7)
    play([ann, ben], [0, 1], again=3, preset="clubhouse-fixed")
    net = rows_of(client.get("/leaderboards/?by=net&preset=clubhouse"))
    assert [row.split()[:4] for row in net] == [
        ["1", "Ann", "5.11", "4"],
        ["1", "Ben", "5.11", "4"],
    ]
    fixed = client.get("/leaderboards/?preset=clubhouse-fixed")
    assert [row.split()[1] for row in rows_of(fixed)] == ["Ann", "Ben"]
    assert client.get("/leaderboards/?preset=poker").status_code == 404


def test_a_row_opens_to_its_matches_their_marks_and_the_sum(client, admin_user):
    ann, ben = make_player("Ann"), make_player("Ben")
    first = finished_match([ann, ben], [[-2, 0], [-1, 0], [-1, 0]], at=START)
    finished_match(
        [ann, ben], [[10, 0], [6, 0]], at=START + timedelta(1), left=[0], by_clock={0: 3}
    )
    set_strokes(first.pk, 0, -6, author=admin_user, reason="miscounted", now=NOW)
    url = reverse("games:leaderboard-player", args=["all", ann.pk])
    page = text_of(client.get(url))
    assert "Strokes a hole: (-6 + 16) ÷ (3 + 2) = 10 ÷ 5 = 2.00" in page
    assert "No place yet: 1 match to go." in page
    assert "June 2, 2026 · ended by a bot · 3 by the clock 16 2 2 of 2" in page
    assert "corrected Ann: -6 strokes instead of -4: “miscounted” - admin, Nov. 30, 2026" in page
    fragment = client.get(url, headers={"HX-Request": "true"})
    assert fragment.content.decode().lstrip().startswith('<div class="made-of">')
    assert f'hx-get="{url}?closed"' in fragment.content.decode()
    assert client.get(f"{url}?closed", headers={"HX-Request": "true"}).content == b""
    assert f'href="{url}" hx-get="{url}"' in client.get("/leaderboards/").content.decode()


def test_a_private_match_is_named_without_its_link_and_its_players(client):
    ann, ben, guest = make_player("Ann"), make_player("Ben"), make_player("Gus")
    club = club_of(ann)
    match = finished_match([ann, ben], [[1, 2]], at=START, club=club, is_listed=False)
    url = reverse("games:leaderboard-player", args=["club-reeds", ann.pk])
    seen = log_in(client, guest).get(url).content.decode()
    assert "Clubhouse, a private table" in seen
    assert match.slug not in seen
    assert "Ben" not in seen
    assert match.get_absolute_url() in log_in(client, ben).get(url).content.decode()


def test_a_season_says_how_it_counts_what_separates_equals_and_who_waits(client):
    ann, ben, cid, dot = (make_player(name) for name in ("Ann", "Ben", "Cid", "Dot"))
    club = club_of(ann)
    season = season_in(
        club, scoring="points", points=[4, 2, 1], tie_breaks=["wins"], matches_min=2, seats=3
    )
    play([ann, ben, cid], [1, 2, 3], club=club)
    play([ben, cid, ann], [1, 2, 3], club=club, at=START + timedelta(1))
    play([ann, dot, cid], [5, 5, 1], club=club, at=START + timedelta(2))
    play([ann, ben], [1, 90], club=club)
    answer = client.get(season.get_absolute_url())
    assert [row.split()[:5] for row in rows_of(answer)] == [
        ["1", "Cid", "7", "3", "6"],
        ["2", "Ann", "6.5", "3", "9"],
        ["3", "Ben", "6", "2", "3"],
        ["-", "Dot", "1", "match", "to"],
    ]
    page = text_of(answer)
    assert "June 1, 2026 to June 30, 2026, days in Bogota (America/Bogota)" in page
    assert "matches that end in these days, of any kind of game, with 3 seats, without bots" in page
    assert "It takes 2 matches to have a place. Between equals more wins decides." in page
    play([dot, ann, ben], [1, 9, 9], club=club, at=START + timedelta(3))
    rows = rows_of(client.get(season.get_absolute_url()))
    assert [row.split()[:5] for row in rows] == [
        ["1", "Ann", "8", "4", "18"],
        ["2", "Ben", "7.5", "3", "12"],
        ["3", "Cid", "7", "3", "6"],
        ["4", "Dot", "5.5", "2", "6"],
    ]
    own = text_of(client.get(reverse("games:season-player", args=["reeds", season.pk, ann.pk])))
    assert "Points: 4 + 1 + 1.5 + 1.5 = 8" in own


def test_a_season_of_the_best_names_what_it_leaves_out(client, admin_user):
    ann, ben = make_player("Ann"), make_player("Ben")
    club = club_of(ann)
    season = season_in(club, scoring="best", best_of=2, tie_breaks=["best_match"])
    play([ann, ben], [5, -1], club=club)
    play([ann, ben], [-4, 0], [1, 0], [0, 0], club=club, at=START + timedelta(1))
    play([ann, ben], [2, 0], club=club, at=START + timedelta(2))
    (void,) = play([ann, ben], [-9, 0], club=club, at=START + timedelta(3))
    void_match(void.pk, author=admin_user, reason="wrong cards", now=NOW)
    rows = rows_of(client.get(season.get_absolute_url()))
    assert [row.split()[:4] for row in rows] == [["1", "Ben", "-9", "3"], ["2", "Ann", "9", "3"]]
    page = text_of(client.get(reverse("games:season-player", args=["reeds", season.pk, ann.pk])))
    assert "Strokes, best 2: -9 + 18 = 9" in page
    assert "Place 2. Next above: Ben with -9." in page
    assert "June 1, 2026 Doesn't count: others were better. 5 1 2 of 2 45" in page
    assert (
        "Doesn't count: taken out by an organiser. The match counts nowhere: “wrong cards”" in page
    )


def test_a_closed_season_keeps_its_table_and_shows_what_was_corrected_since(client):
    ann, ben = make_player("Ann"), make_player("Ben")
    club, later = club_of(ann), NOW + timedelta(days=1)
    season = season_in(club)
    (match,) = play([ann, ben], [1, 2], club=club)
    close_season(season.pk, user_of(ann), now=NOW)
    set_strokes(match.pk, 1, -5, author=user_of(ann), reason="card slipped", now=later)
    Player.objects.get(pk=ben.pk).user.delete()
    answer = client.get(season.get_absolute_url())
    assert [row.split()[1:3] for row in rows_of(answer)] == [["Ann", "1.00"], ["Former", "player"]]
    page = text_of(answer)
    assert "Ben" not in page
    assert "The season was closed on Nov. 30, 2026" in page
    assert "Corrected since the season was closed" in page
    assert "Former player: -5 strokes instead of 2: “card slipped” - Ann, Dec. 1, 2026" in page
    own = text_of(client.get(reverse("games:season-player", args=["reeds", season.pk, ann.pk])))
    assert "When the season was closed: place 1 with 1.00." in own


def test_a_hole_at_the_end_of_the_last_local_day_counts(client):
    ann, ben = make_player("Ann"), make_player("Ben")
    club = club_of(ann)
    season = season_in(club)
    # June 30, 23:59 and July 1, 00:00 in Bogota.
    midnight = START.replace(month=7, hour=5)
    play([ann, ben], [1, 2], club=club, at=midnight - timedelta(minutes=1))
    play([ann, ben], [9, 9], club=club, at=midnight)
    assert [row.split()[2:4] for row in rows_of(client.get(season.get_absolute_url()))] == [
        ["1.00", "1"],
        ["2.00", "1"],
    ]
    assert season.last_day == date(2026, 6, 30)


@pytest.mark.parametrize(
    ("who", "listed", "unlisted", "closed"),
    [
        ("nobody", 200, 404, 404),
        ("stranger", 200, 404, 404),
        ("former", 200, 404, 404),
        ("member", 200, 200, 404),
        ("staff", 200, 200, 404),
    ],
)
def test_who_may_read_a_clubs_standings(client, admin_user, who, listed, unlisted, closed):
    ann, ben, former = make_player("Ann"), make_player("Ben"), make_player("Fay")
    club = club_of(ann, ben, former)
    Membership.objects.filter(user=user_of(former)).update(ended_at=NOW)
    season = season_in(club)
    play([ann, ben], [1, 2], club=club)
    users = {
        "stranger": user_of(make_player()),
        "former": user_of(former),
        "member": user_of(ben),
        "staff": admin_user,
    }
    if who in users:
        client.force_login(users[who])
    urls = [
        reverse("games:club-leaderboard", args=["reeds"]),
        reverse("games:leaderboard-player", args=["club-reeds", ann.pk]),
        reverse("games:seasons", args=["reeds"]),
        season.get_absolute_url(),
        reverse("games:season-player", args=["reeds", season.pk, ann.pk]),
        *(reverse(f"games:club-leaderboard-{form}", args=["reeds"]) for form in ("csv", "json")),
        *(reverse(f"games:season-{form}", args=["reeds", season.pk]) for form in ("csv", "json")),
    ]
    assert {client.get(url).status_code for url in urls} == {listed}
    club.is_listed = False
    club.save()
    assert {client.get(url).status_code for url in urls} == {unlisted}
    club.is_listed, club.closed_at = True, NOW
    club.save()
    assert {client.get(url).status_code for url in urls} == {closed}


def test_a_season_is_found_under_its_own_club_alone(client):
    ann = make_player()
    season = season_in(club_of(ann))
    club_of(slug="oaks")
    assert client.get(reverse("games:season", args=["oaks", season.pk])).status_code == 404
    for key in ("everybody", "club-", "club-pines", "preset-poker", "all-1"):
        assert client.get(f"/leaderboards/{key}/players/{ann.pk}/").status_code == 404


def test_a_season_takes_as_many_queries_for_sixty_as_for_six(client, django_assert_num_queries):
    season = season_in(club_of(make_player()), tie_breaks=["head_to_head"])
    board = Board.objects.get(season=season)
    make_preset()
    tally = {
        "total": "9",
        "divisor": 9,
        "counted": True,
        "played": 1,
        "strokes": 9,
        "holes": 9,
        "wins": 0,
        "best": "1",
        "last": START.isoformat(),
        "missing": 0,
    }
    for count in (6, 54):
        players = Player.objects.bulk_create(Player() for _n in range(count))
        sums = {"matches": 1, "holes": 9, "strokes": 9, "wins": 0, "average": 1.0}
        Line.objects.bulk_create(
            Line(board=board, player=player, is_ranked=False, tally=tally, **sums)
            for player in players
        )
        with django_assert_num_queries(5):
            client.get(season.get_absolute_url())


def test_the_matches_behind_a_row_take_a_constant_number_of_queries(
    client, django_assert_num_queries
):
    ann, ben = make_player("Ann"), make_player("Ben")
    season = season_in(club_of(ann))
    url = reverse("games:season-player", args=["reeds", season.pk, ann.pk])
    for times in (1, 6):
        at = START + timedelta(days=times)
        play([ann, ben], [1, 2], club=season.club, times=times, at=at)
        with django_assert_num_queries(11):
            client.get(url)


def test_a_handicap_shows_its_working_what_waits_and_the_rating(client):
    measure(2, 5)
    ann, ben, cid = make_player("Ann"), make_player("Ben"), make_player("Cid")
    url = reverse("games:handicap", args=[ann.pk])
    play([ann, ben], [6, 9], again=3, times=2)
    assert "1 more match with known expected strokes" in text_of(client.get(url))
    play([ann, ben], [3, 9], again=3, times=4, at=START + timedelta(days=2))
    play([ann, ben, cid], [1, 1, 1], again=3, at=START + timedelta(days=7))
    play([ann, ben], [1, 0], again=3, at=START + timedelta(days=8), left=[0])
    page = text_of(client.get(url))
    assert "handicap index -19.0" in page
    assert "rating, after 8 matches · provisional" in page
    assert "The lowest 2 of the last 6 differentials count: (-18.0 - 18.0) ÷ 2 = -18.00." in page
    assert "With so few matches -1 is added: -19.0." in page
    assert "June 9, 2026 · a bot ended it" in page
    assert "June 8, 2026 · it is still being measured what such holes cost" in page
    assert page.count("-18.0 counts ") == 2


def test_a_handicap_takes_a_constant_number_of_queries(client, django_assert_num_queries):
    measure(2, 5)
    ann, ben = make_player("Ann"), make_player("Ben")
    for times in (3, 6):
        play([ann, ben], [6, 9], again=3, times=times, at=START + timedelta(days=times))
        with django_assert_num_queries(7):
            client.get(reverse("games:handicap", args=[ann.pk]))


def test_the_index_on_the_page_is_the_one_that_is_kept(client):
    measure(2, 5)
    ann, ben = make_player("Ann"), make_player("Ben")
    best = [40, 38, 60, -30, 41, 39, 45, 50, 44, 38, 70]
    for day, own in enumerate([*best, *[66, 61, 59, 58, 57, 56, 55, 54, 53, 52, 51]]):
        play([ann, ben], [own, 45], *[[0, 0]] * 8, at=START + timedelta(days=day))
    page = text_of(client.get(reverse("games:handicap", args=[ann.pk])))
    ann.refresh_from_db()
    index = str(ann.record.index)
    assert f"handicap index {index} " in page
    assert f"So the index is {index}." in page
    assert "The low index, the lowest of the past year, is" in page
