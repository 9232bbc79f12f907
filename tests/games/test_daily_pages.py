"""The pages of the daily nine: who sees what before and after, the tables, clubs, organisers."""

from __future__ import annotations

import csv
import doctest
import io
import random
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ClubAct
from games.models import DailyEntry, DailyNine, DailySecret, Match, Season
from games.selectors import daily_page
from games.services import club_daily, daily, play, seasons
from games.services.players import player_of
from games.services.refusals import Refused
from tests.accounts.club_world import club_of, enrol
from tests.factories import log_in, make_player, user_of
from tests.leaderboards.test_daily import entered, nine_on

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 12, 9, 12, tzinfo=UTC)
TODAY = "2026-12-09"


@pytest.fixture(autouse=True)
def noon(monkeypatch):
    """It is noon of a Wednesday, or what a test sets."""
    at = [NOON]
    monkeypatch.setattr(timezone, "now", lambda: at[0])
    return at


def start(player, club=None, *, now=NOON, origin=daily.NOWHERE):
    return daily.start_nine(player, club, now=now, rng=random.Random(1), origin=origin)


def finished(player, club=None, *, strokes=40, now=NOON, origin=daily.NOWHERE):
    """Somebody's nine that is over with these strokes, as if it had been played."""
    match = start(player, club, now=now, origin=origin)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, finished_at=now)
    DailyEntry.objects.filter(match=match).update(strokes=strokes, finished_at=now, seconds=65)
    return match


def as_(player):
    return log_in(Client(), player)


def told(client, address):
    """The code and the text of an answer."""
    answer = client.get(address)
    return answer.status_code, answer.content.decode()


def test_nobody_sees_results_before_their_own_is_over(noon):
    club = club_of(user_of(make_player("Olive")), is_listed=False)
    people = {name: make_player(name) for name in ("Winnie", "Idle", "Busy", "Done", "Quit")}
    for player in people.values():
        enrol(club, user_of(player))
    organiser = player_of(enrol(club, user_of(make_player("Orla")), "organiser"))
    club_daily.choose_daily(
        club, club.memberships.get(role="owner").user, is_on=True, choices={}, now=NOON
    )
    for of in (None, club):
        finished(people["Winnie"], of, strokes=-17)
        start(people["Busy"], of)
        finished(people["Done"], of, strokes=88)
        gone = start(people["Quit"], of)
        play.leave_match(gone.pk, people["Quit"], now=NOON, rng=random.Random(1))
    addresses = [
        f"{root}{page}"
        for root in ("/daily/", f"/clubs/{club.slug}/daily/")
        for page in ("", f"{TODAY}/", "leaderboard/", "leaderboard/?span=season")
    ]
    files = [
        f"{root}{name}"
        for root in ("/daily/", f"/clubs/{club.slug}/daily/")
        for name in (f"{TODAY}.csv", f"{TODAY}.json", "leaderboard.csv", "leaderboard.json")
    ]
    before = {"Idle": people["Idle"], "Busy": people["Busy"], "Orla": organiser}
    for player in before.values():
        for address in addresses + files:
            status, text = told(as_(player), address)
            assert status == (403 if TODAY in address and address in files else 200)
            assert "Winnie" not in text
            assert "62 under" not in text
            assert "\u221217" not in text
    for address in addresses[:4]:
        status, text = told(Client(), address)
        assert (status, "Winnie" in text) == (200, False)
    assert [Client().get(address).status_code for address in files[:4]] == [403, 403, 200, 200]
    assert b"Winnie" not in Client().get(files[3]).content
    assert {Client().get(address).status_code for address in addresses[4:] + files[4:]} == {404}
    for name in ("Done", "Quit"):
        for address in addresses + files:
            status, text = told(as_(people[name]), address)
            assert (status, "Winnie" in text) == (200, True), address
    noon[0] = NOON + timedelta(hours=12)
    for address in [*addresses[1:4], *files[:4]]:
        status, text = told(Client(), address)
        assert (status, "Winnie" in text) == (200, True), address
    assert "Winnie" in told(as_(people["Idle"]), addresses[5])[1]


def test_results_share_places_and_time_never_ranks():
    players = [make_player(name) for name in ("Ann", "Ben", "Cid", "Dot")]
    for player, strokes in zip(players, (42, 42, 45, 50), strict=True):
        finished(player, strokes=strokes)
    DailyEntry.objects.filter(player=players[0]).update(seconds=3_700)
    quit_ = make_player("Eve")
    play.leave_match(start(quit_).pk, quit_, now=NOON, rng=random.Random(1))
    page = as_(players[1]).get("/daily/").context["daily"]
    rows = [(r.place, r.name, r.strokes, r.against, r.is_own) for r in page.results.rows]
    assert rows == [
        (1, "Ann", "42", "3 under", False),
        (1, "Ben", "42", "3 under", True),
        (3, "Cid", "45", "level", False),
        (4, "Dot", "50", "5 over", False),
    ]
    assert page.results.rows[0].taken == "1:01:40"
    assert page.results.unfinished == "1 more has started and not finished."
    assert page.told == "You took 42 strokes: 3 under par."
    assert page.streak == "Your streak: 1 day, your longest."
    assert not page.results.has_replays
    assert "/replay/" not in as_(players[1]).get("/daily/").content.decode()


def test_replays_of_others_are_linked_once_the_day_is_closed(noon):
    ann = make_player("Ann")
    match = finished(ann)
    noon[0] = NOON + timedelta(hours=13)
    assert f"/matches/{match.slug}/replay/" not in told(Client(), f"/daily/{TODAY}/")[1]
    daily.close_days(noon[0])
    assert f"/matches/{match.slug}/replay/" in told(Client(), f"/daily/{TODAY}/")[1]


def test_long_lists_have_pages_and_ones_own_row(django_assert_max_num_queries):
    nine = nine_on(date(2026, 12, 8))
    players = [make_player(f"P{number:02}") for number in range(53)]
    for number, player in enumerate(players):
        entered(nine, player, number // 2)
    client = as_(players[51])
    with django_assert_max_num_queries(24):
        page = client.get("/daily/2026-12-08/").context["daily"].results
    assert (page.pages.number, page.pages.count, len(page.rows)) == (1, 2, 50)
    assert (page.own.place, page.own.name) == (51, "P51")
    assert page.own_url == "/daily/2026-12-08/?page=2"
    second = client.get(page.own_url).context["daily"].results
    assert [(row.place, row.name) for row in second.rows] == [(51, "P50"), (51, "P51"), (53, "P52")]
    assert second.own is None
    with django_assert_max_num_queries(24):
        table = client.get("/daily/leaderboard/").context["table"]
    assert (table.own.place, table.own_url) == (51, "/daily/leaderboard/?span=week&page=2")
    assert [row.place for row in client.get(table.own_url).context["table"].rows] == [51, 51, 53]


@pytest.mark.parametrize(
    "address",
    [
        *("2026-12-10/", "2026-12-08/", "2026-02-30/", "1999-01-01/", "2026-13-01.json", "x/"),
        *("leaderboard/?span=day", "leaderboard/?span=week&of=x", "leaderboard.csv?of=2026-12-10"),
        *(
            "leaderboard/?of=0001-01-01",
            "leaderboard/?span=season&season=1",
            "leaderboard.json?span=season&season=%F0",
        ),
    ],
)
def test_what_is_no_day_and_no_span_is_not_found(address):
    assert Client().get(f"/daily/{address}").status_code == 404


def test_a_stranger_and_a_guest_are_told_to_log_in():
    guest = make_player("Gus")
    guest.user.is_guest = True
    guest.user.save()
    for client in (Client(), as_(guest)):
        assert client.get("/daily/").context["daily"].state == "account"
        answer = client.post("/daily/start", follow=True)
        assert answer.redirect_chain == [("/daily/", 302)]
        assert client.post("/daily/start")["X-Refusal"] == "daily_wants_account"
        assert "started once by every account" in answer.content.decode()
    assert DailyNine.objects.count() == DailyEntry.objects.count() == 0


def test_nothing_is_made_before_the_day_is_first_started_and_no_page_names_a_deal():
    ann, ben = make_player("Ann"), make_player("Ben")
    for address in ("/daily/", f"/daily/{TODAY}/", "/daily/leaderboard/", "/"):
        assert as_(ann).get(address).status_code == 200
    assert DailyNine.objects.count() == DailySecret.objects.count() == 0
    finished(ann)
    secret = DailySecret.objects.get().secret
    order = Match.objects.get().actions.filter(kind="deal").first().body["order"]
    for client in (as_(ann), as_(ben)):
        for address in ("/daily/", f"/daily/{TODAY}.json", f"/daily/{TODAY}.csv"):
            text = told(client, address)[1]
            assert secret not in text
            assert ",".join(map(str, order[:4])) not in text.replace(" ", "")
            assert "numbered" not in text
            assert not any(f'"{name}"' in text for name in ("order", "ruleset", "secret", "deal"))


def test_a_start_notes_network_and_browser_and_a_private_window_changes_one():
    ann, ben = make_player(), make_player()
    first, private = as_(ann), as_(ben)
    assert first.post("/daily/start", REMOTE_ADDR="192.0.2.7").status_code == 302
    cookie = first.cookies["golf_daily"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 34_560_000)
    private.post("/daily/start", REMOTE_ADDR="192.0.2.7")
    cid, dot = make_player(), make_player()
    first.force_login(user_of(cid))
    first.post("/daily/start", REMOTE_ADDR="2001:db8::1")
    forged = as_(dot)
    forged.cookies["golf_daily"] = "anything"
    forged.post("/daily/start", REMOTE_ADDR="2001:db8::2")
    rows = [DailyEntry.objects.get(player=player) for player in (ann, ben, cid, dot)]
    networks, browsers = [row.network for row in rows], [row.browser for row in rows]
    assert [networks.index(n) for n in networks] == [0, 0, 2, 2]
    assert [browsers.index(b) for b in browsers] == [0, 1, 0, 3]
    assert "" not in networks + browsers


def test_week_month_and_files_count_the_best_days_that_the_viewer_may_see(noon):
    ann, ben, cid = make_player("Ann"), make_player("=Ben"), make_player("Cid")
    for day, results in {
        date(2026, 11, 30): (90, 10, None),
        date(2026, 12, 6): (90, 10, None),
        date(2026, 12, 7): (-4, 30, None),
        date(2026, 12, 8): (-6, None, 20),
    }.items():
        nine = nine_on(day)
        for player, strokes in zip((ann, ben, cid), results, strict=True):
            entered(nine, player, strokes)
    finished(ben, strokes=1)
    rows = Client().get("/daily/leaderboard.json").json()
    assert (rows["counted_to"], rows["best_days"]) == ("2026-12-08", 4)
    assert [(r["place"], r["name"], r["days"], r["strokes"]) for r in rows["rows"]] == [
        (1, "Ann", 2, -10),
        (2, "Cid", 1, 20),
        (3, "=Ben", 1, 30),
    ]
    seen = as_(ben).get("/daily/leaderboard.csv").content.decode("utf-8-sig")
    sheet = list(csv.reader(io.StringIO(seen, newline="")))
    assert sheet[0] == ["place", "player", "name", "days", "strokes"]
    assert sheet[1:] == [
        ["1", str(ann.pk), "Ann", "2", "-10"],
        ["2", str(ben.pk), "'=Ben", "2", "31"],
        ["3", str(cid.pk), "Cid", "1", "20"],
    ]
    page = Client().get("/daily/leaderboard/").context["table"]
    assert "stands as of 8 December 2026" in page.behind
    assert as_(ben).get("/daily/leaderboard/").context["table"].behind == ""
    assert [(r.name, r.streak, r.longest) for r in page.rows] == [
        ("Ann", 3, 3),
        ("Cid", 1, 1),
        ("=Ben", 0, 2),
    ]
    own = as_(ben).get("/daily/leaderboard/").context["table"].rows[1]
    assert (own.name, own.streak, own.longest) == ("=Ben", 1, 2)
    month = Client().get("/daily/leaderboard.json?span=season").json()
    assert (month["first_day"], month["best_days"]) == ("2026-12-01", 5)
    assert [(r["name"], r["strokes"]) for r in month["rows"]] == [
        ("Ann", 80),
        ("=Ben", 40),
        ("Cid", 20),
    ]
    last = Client().get("/daily/leaderboard.json?span=week&of=2026-12-01").json()
    assert [(r["name"], r["strokes"]) for r in last["rows"]] == [("=Ben", 20), ("Ann", 180)]


def test_a_days_csv_has_times_with_their_zone():
    ann = make_player("Ann")
    finished(ann, strokes=-3)
    text = as_(ann).get(f"/daily/{TODAY}.csv").content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert (row["strokes"], row["against_par"]) == ("-3", "-48")
    assert row["started_at"] == row["finished_at"] == "2026-12-09T12:00:00+00:00"
    told_ = as_(ann).get(f"/daily/{TODAY}.json").json()
    assert (told_["started"], told_["unfinished"], told_["par"]) == (1, 0, 45)


def test_a_club_without_a_nine_of_its_own_shows_the_sites_among_its_members():
    owner, member, other = make_player("Olive"), make_player("May"), make_player("Otto")
    club = club_of(user_of(owner))
    enrol(club, user_of(member))
    for player in (owner, member, other):
        finished(player, strokes=40)
    page = as_(member).get(f"/clubs/{club.slug}/daily/").context["daily"]
    assert [row.name for row in page.results.rows] == ["Olive", "May"]
    assert (page.is_own_nine, page.start_url) == (False, "/daily/start")
    assert page.started == "2 players have started."
    table = as_(member).get(f"/clubs/{club.slug}/daily/leaderboard/").context["table"]
    assert [row.name for row in table.rows] == ["Olive", "May"]
    answer = as_(member).post(f"/clubs/{club.slug}/daily/start")
    assert answer["X-Refusal"] == "no_daily"


def rules_of(club):
    return DailyNine.objects.of(club).get(day=date(2026, 12, 9)).ruleset


def test_an_organiser_switches_the_clubs_own_on_and_changes_hold_from_tomorrow(noon):
    owner, member = make_player("Olive"), make_player("May")
    club = club_of(user_of(owner), time_zone="America/Bogota")
    enrol(club, user_of(member))
    address, client = f"/clubs/{club.slug}/daily/rules/", as_(owner)
    assert as_(member).get(address).status_code == 403
    assert client.get(address).status_code == 200
    on = {"is_on": "on", "queens_on_kings": "on", "deal_when": "any_time", "packs": "1"}
    assert client.post(address, on).status_code == 302
    page = as_(member).get(f"/clubs/{club.slug}/daily/").context["daily"]
    assert (page.rules, page.ends) == (
        "Queens on kings",
        "Thursday 10 December, 00:00 (America/Bogota)",
    )
    assert DailyNine.objects.count() == 0
    client.post(address, {**on, "queens_on_kings": "", "turn_the_corner": "on"})
    assert rules_of(club)["queens_on_kings"]
    start(member, club)
    client.post(address, {**on, "is_on": ""})
    assert rules_of(club)["queens_on_kings"]
    assert as_(member).get(f"/clubs/{club.slug}/daily/").context["daily"].is_own_nine
    noon[0] = NOON + timedelta(days=1)
    assert not as_(member).get(f"/clubs/{club.slug}/daily/").context["daily"].is_own_nine
    day = as_(owner).get(f"/clubs/{club.slug}/daily/{TODAY}/").context["daily"]
    assert (day.is_own_nine, day.is_over) == (True, True)
    kinds = ClubAct.objects.filter(club=club, kind__startswith="daily").order_by("pk")
    assert list(kinds.values_list("kind", flat=True)) == ["daily_on", "daily_changed", "daily_off"]
    answer = client.post(address, {**on, "packs": "3"})
    assert (answer.status_code, "not one of the available" in answer.content.decode()) == (
        422,
        True,
    )


def test_two_packs_of_which_each_deal_is_proved_are_dealt():
    owner = make_player("Olive")
    club = club_of(user_of(owner))
    choices = {"packs": 2, "winnable_only": True, "deal_when": "stuck"}
    club_daily.choose_daily(club, user_of(owner), is_on=True, choices=choices, now=NOON)
    match = start(owner, club)
    assert len(match.actions.get(kind="deal").body["order"]) == 104
    page = as_(owner).get(f"/clubs/{club.slug}/daily/").context["daily"]
    assert page.rules == "The stock only when stuck, two packs, deals that can be cleared"


def test_a_clubs_season_counts_four_days_in_seven_of_those_begun():
    owner = make_player("Olive")
    club = club_of(user_of(owner))
    spring = seasons.SeasonForm("Spring", date(2026, 3, 1), date(2026, 5, 1))
    winter = seasons.SeasonForm("Winter", date(2026, 12, 1), date(2026, 12, 31))
    for form in (winter, spring):
        seasons.make_season(club, user_of(owner), form, now=NOON)
    for day in (1, 2, 3, 4, 5, 6):
        entered(nine_on(date(2026, 12, day), club), owner, day)
    page = as_(owner).get(f"/clubs/{club.slug}/daily/leaderboard/?span=season").context["table"]
    assert [choice.label for choice in page.seasons] == ["Winter", "Spring"]
    assert [(row.days, row.strokes) for row in page.rows] == [(6, "21")]
    assert page.rule.startswith("The best 6 days count so far, four in seven")
    other = Season.objects.get(name="Spring").pk
    address = f"/clubs/{club.slug}/daily/leaderboard/?span=season&season={other}"
    assert as_(owner).get(address).context["table"].rows == ()


def test_organisers_are_told_what_looks_alike_and_members_are_not(noon):
    owner, member = make_player("Olive"), make_player("May")
    club = club_of(user_of(owner))
    twin = make_player("Twin")
    for player in (member, twin):
        enrol(club, user_of(player))
    user_of(twin).__class__.objects.filter(pk=user_of(twin).pk).update(date_joined=NOON)
    club_daily.choose_daily(club, user_of(owner), is_on=True, choices={}, now=NOON)
    finished(member, club, origin=daily.Origin("192.0.2.7", "one"))
    start(twin, club, now=NOON + timedelta(minutes=5), origin=daily.Origin("192.0.2.7", "two"))
    address = f"/clubs/{club.slug}/daily/{TODAY}/entries/"
    assert as_(member).get(address).status_code == 403
    answer = as_(owner).get(address)
    rows = answer.context["entries"].rows
    assert [(row.name, row.outcome, row.strokes) for row in rows] == [
        ("May", "finished", ""),
        ("Twin", "not finished", ""),
    ]
    assert rows[0].marks == ("same network as 1 other",)
    assert rows[1].marks == (
        "same network as 1 other",
        "started after one of the same network was over",
        "account made the same day",
    )
    prints = DailyEntry.objects.values_list("network", "browser")
    text = answer.content.decode()
    assert not any(value in text for row in prints for value in row)
    assert "same network as" not in told(as_(member), f"/clubs/{club.slug}/daily/")[1]
    noon[0] = NOON + timedelta(days=1)
    assert as_(owner).get(address).context["entries"].rows[0].strokes != ""


def test_much_quicker_than_others_is_told_once_there_are_others():
    club = club_of(user_of(make_player("Olive")))
    players = [player_of(enrol(club, user_of(make_player()))) for _ in range(5)]
    nine = nine_on(date(2026, 12, 9), club)
    for player, seconds in zip(players, (600, 700, 650, 620, 190), strict=True):
        entry = entered(nine, player, 40)
        DailyEntry.objects.filter(pk=entry.pk).update(seconds=seconds)
    organiser = club.memberships.get(role="owner").user
    client = Client()
    client.force_login(organiser)
    rows = client.get(f"/clubs/{club.slug}/daily/{TODAY}/entries/").context["entries"].rows
    assert [row.marks for row in rows] == [()] * 4 + [("much quicker than others",)]


def test_closed_clubs_have_none_and_strangers_start_no_clubs_nine():
    owner, other = make_player("Olive"), make_player("Otto")
    club = club_of(user_of(owner))
    club_daily.choose_daily(club, user_of(owner), is_on=True, choices={}, now=NOON)
    assert as_(other).post(f"/clubs/{club.slug}/daily/start")["X-Refusal"] == "not_club_member"
    assert as_(other).get(f"/clubs/{club.slug}/daily/").context["daily"].state == "member"
    start(owner, club)
    club.closed_at = NOON
    with pytest.raises(Refused) as refused:
        daily.nine_of(club, NOON)
    assert refused.value.code == "no_daily"


def test_the_desk_reads_days_and_entries_and_loads_no_secret(admin_client):
    ann, ben = make_player("Ann"), make_player("Ben")
    here = daily.Origin("192.0.2.7", "one")
    finished(ann, strokes=-37, origin=here)
    start(ben, origin=here)
    nine, entry = DailyNine.objects.get(), DailyEntry.objects.get(player=ann)
    hidden = [DailySecret.objects.get().secret, entry.network, entry.browser, "-37"]
    for name, row in (("dailynine", nine), ("dailyentry", entry)):
        for address in (f"/admin/games/{name}/", f"/admin/games/{name}/{row.pk}/change/"):
            answer = admin_client.get(address)
            text = answer.content.decode()
            assert answer.status_code == 200
            assert not any(value in text for value in hidden)
        assert b'name="_save"' not in answer.content
        assert admin_client.get(f"/admin/games/{name}/add/").status_code == 403
    page = admin_client.get(f"/admin/games/dailynine/{nine.pk}/change/").content.decode()
    assert "Ann (12:00 UTC, finished): same network as 1 other; same browser as 1 other" in page
    daily.close_days(NOON + timedelta(days=1))
    assert "-37" in admin_client.get(f"/admin/games/dailyentry/{entry.pk}/change/").content.decode()


def test_the_lobby_and_a_clubs_page_say_how_far_one_is():
    ann = make_player("Ann")
    club = club_of(user_of(ann))
    client = as_(ann)
    for address, page in (
        ("/", "/daily/"),
        (club.get_absolute_url(), f"/clubs/{club.slug}/daily/"),
    ):
        text = told(client, address)[1]
        assert f'<a href="{page}">Today&#x27;s nine</a>' in text
        assert "started once: 12 h left." in text
    match = start(ann)
    assert "You have started today&#x27;s: 12 h left." in told(client, "/")[1]
    assert as_(ann).get("/daily/").context["daily"].table_url == match.get_absolute_url()
    play.leave_match(match.pk, ann, now=NOON, rng=random.Random(1))
    assert "You gave this one up." in told(client, "/")[1]


def test_the_examples_in_the_words_of_the_page_hold():
    assert doctest.testmod(daily_page).failed == 0


@pytest.mark.parametrize(
    ("zone", "span", "now", "first"),
    [
        ("America/Bogota", "week", datetime(2026, 12, 14, 2, tzinfo=UTC), date(2026, 12, 14)),
        ("America/Bogota", "season", datetime(2027, 1, 1, 2, tzinfo=UTC), date(2027, 1, 1)),
        ("Pacific/Tongatapu", "week", datetime(2026, 12, 13, 15, tzinfo=UTC), date(2026, 12, 7)),
    ],
)
def test_a_club_far_away_counts_the_sites_nines_by_the_sites_days(noon, zone, span, now, first):
    noon[0] = now
    olive = make_player("Olive")
    club = club_of(user_of(olive), time_zone=zone)
    finished(olive, strokes=30, now=now)
    table = as_(olive).get(f"/clubs/{club.slug}/daily/leaderboard/?span={span}").context["table"]
    assert [row.strokes for row in table.rows] == ["30"]
    assert table.days.startswith(f"{first.day} {first:%B} {first.year} to ")
    assert table.later_url == ""


def test_who_may_not_see_todays_yet_is_not_told_that_there_is_none(noon):
    noon[0] = datetime(2026, 12, 14, 12, tzinfo=UTC)
    finished(make_player("Ann"), now=noon[0])
    text = as_(make_player("Zoe")).get("/daily/leaderboard/").content.decode()
    assert "Nobody has finished" not in text
    assert "Nothing counts here yet" in text
    assert "stands as of" not in text
