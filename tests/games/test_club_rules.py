"""A club's house rules: what organisers choose, and what hosts are left with."""

from __future__ import annotations

import random

import pytest

from accounts.clubs import founding
from accounts.models import ClubAct
from games.models import ClubRules, Match
from games.selectors.club_rules import terms_of
from games.services import club_rules, lobby
from games.services.refusals import Refused
from tests import drivers
from tests.accounts.club_world import club_of, enrol
from tests.factories import NOW, log_in, make_player, make_preset, user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return make_player("Ann")


@pytest.fixture
def club(ann):
    make_preset()
    return club_of(user_of(ann))


def choose(club, actor, slug="clubhouse", **toggles):
    return club_rules.change_toggles(club, user_of(actor), slug, toggles, now=NOW)


def choose_terms(club, actor, *, presets=(), clocks=(), allows_bots=True):
    club_rules.change_terms(
        club, user_of(actor), presets=presets, clocks=clocks, allows_bots=allows_bots, now=NOW
    )


def open_table(club, host, *, slug="clubhouse", seats=2, clock="", **choices):
    terms = lobby.Terms(clock)
    return lobby.open_table(
        host,
        make_preset(slug),
        choices,
        seats=seats,
        is_listed=True,
        now=NOW,
        terms=terms,
        club=club,
    )


def refusal(call, *args, **more):
    with pytest.raises(Refused) as caught:
        call(*args, **more)
    return caught.value.code, caught.value.message


def test_toggles_that_do_not_exist_or_cannot_be_played_are_refused_naming_them(club, ann):
    nothing = {
        ("nowhere", "holes"): ([3], "preset can't be nowhere here"),
        ("clubhouse", "powers"): (["on"], "powers can't be"),
        ("clubhouse", "holes"): ([77], "holes can't be 77 here"),
        ("clubhouse", "layout"): ([], "layout can't be [] here"),
        ("clubhouse", "final_putt"): ([1], "final_putt can't be 1 here"),
    }
    for (slug, name), (values, words) in nothing.items():
        code, told = refusal(choose, club, ann, slug, **{name: values})
        assert (code, words in told) == ("bad_ruleset", True), told
    # Four openers leave nothing hidden on a layout of four that is locked.
    code, told = refusal(choose, club, ann, layout=["2x2"], openers=[2, 4])
    assert code == "bad_ruleset"
    assert "openers can't be 4 here: 0 to 3 on a 2x2 layout" in told
    assert refusal(choose_terms, club, ann, presets=["chess"])[0] == "bad_ruleset"
    assert refusal(choose_terms, club, ann, clocks=["soon"])[0] == "bad_clock"
    assert not ClubRules.objects.exists()
    assert refusal(choose, club, make_player("Eve"), holes=[3])[0] == "not_organiser"


def test_a_table_of_the_club_is_played_by_its_rules_and_one_elsewhere_by_any(club, ann):
    choose(club, ann, layout=["2x2"], holes=[3, 9])
    choose_terms(club, ann, presets=["clubhouse"], clocks=["3d", ""], allows_bots=False)
    table = open_table(club, ann, holes=9, clock="3d")
    assert (table.club, table.ruleset["layout"], table.ruleset["holes"]) == (club, "2x2", 9)
    assert open_table(club, ann, layout="2x2").ruleset["holes"] == 3
    for choices, words in (
        ({"layout": "2x3"}, "Layout can't be “2 rows of 3” here: the club has locked it."),
        ({"holes": 6}, "Holes can't be “6 holes” here: 3, 9."),
        ({"clock": "1d"}, "the clock is none of those that the club has chosen"),
        ({"slug": "arena"}, "“Arena” is not played there"),
    ):
        code, told = refusal(open_table, club, ann, **choices)
        assert (code, words in told) == ("not_in_club_rules", True), told
    assert refusal(open_table, club, ann, openers=40)[0] == "bad_ruleset"
    code, told = refusal(lobby.add_bot, table.pk, ann, now=NOW, rng=random.Random(1))
    assert (code, told) == ("no_bots_here", "This club plays without bots.")
    assert open_table(None, ann, layout="2x3", holes=6).club is None
    told = ClubAct.objects.filter(kind="rules_changed").order_by("pk")
    assert [act.facts["what"] for act in told] == [
        "Clubhouse: Holes, Layout",
        "kinds of game, clocks, bots",
    ]


def test_only_members_sit_down_and_a_running_table_keeps_its_rules(club, ann):
    eve, ben = make_player("Eve"), make_player("Ben")
    enrol(club, user_of(ben))
    assert refusal(open_table, club, eve)[0] == "not_club_member"
    table = open_table(club, ann, holes=3, layout="2x2")
    for has_invite in (False, True):
        code, told = refusal(
            lobby.join_table, table.pk, eve, has_invite=has_invite, now=NOW, rng=random.Random(1)
        )
        assert code == "not_club_member"
        assert told == "This is a table of Thursday Club: only its members sit down at it."
    lobby.join_table(table.pk, ben, has_invite=False, now=NOW, rng=random.Random(1))
    choose(club, ann, layout=["2x3"])
    table.refresh_from_db()
    assert (table.status, table.ruleset["layout"]) == ("running", "2x2")
    drivers.play_on(table, drivers.is_finished)
    code, told = refusal(lobby.offer_rematch, table.pk, ben, now=NOW, rng=random.Random(1))
    assert code == "not_in_club_rules"
    assert "its hosts can't set the rules of that match any more" in told
    choose(club, ann, layout=["2x3", "2x2"])
    again = lobby.offer_rematch(table.pk, ben, now=NOW, rng=random.Random(1))
    assert again.club == club
    assert Match.objects.get(pk=again.pk).ruleset["layout"] == "2x2"
    user_of(ben).memberships.update(ended_at=NOW)
    again.seats.all().delete()
    again.status = "cancelled"
    again.save()
    code, _told = refusal(lobby.offer_rematch, table.pk, ben, now=NOW, rng=random.Random(1))
    assert code == "not_club_member"


def test_the_hosts_form_of_a_club_offers_what_the_club_takes(client, club, ann):
    choose(club, ann, layout=["2x2"], holes=[9, 3])
    choose_terms(club, ann, presets=["clubhouse"], clocks=["live 1m"], allows_bots=False)
    log_in(client, ann)
    page = client.get(f"/tables/new/?club={club.slug}").text
    assert f'<a href="/clubs/{club.slug}/">Thursday Club</a>' in page
    assert 'name="layout"' not in page
    assert "2 rows of 2" in page
    assert page.count("selected>9 holes<") == 1
    assert "Arena" not in page
    assert 'value="another"' not in page
    assert ">1 minute a turn, live<" in page
    wrong = client.post("/tables/new/", {"club": club.slug, "preset": "clubhouse", "seats": "2"})
    assert wrong.status_code == 422
    given = {"club": club.slug, "preset": "clubhouse", "seats": "2", "holes": "1", "openers": "0"}
    given |= {"final_putt": "0", "clock": "live 1m", "missed_max": "2", "is_listed": "on"}
    made = client.post("/tables/new/", given)
    table = Match.objects.get()
    assert made["Location"] == f"/tables/{table.slug}/"
    assert (table.club, table.ruleset["holes"]) == (club, 3)
    assert "Thursday Club" in client.get(made["Location"]).text
    eve = make_player("Eve")
    log_in(client, eve)
    assert client.get(f"/tables/new/?club={club.slug}").status_code == 404
    assert client.post("/tables/new/", given).status_code == 404


def test_organisers_choose_in_pages_that_preview_and_lose_nothing(client, club, ann):
    log_in(client, ann)
    address = f"/clubs/{club.slug}/rules/change/"
    assert "as the site offers it" in client.get(address).text
    wrong = client.post(address, {"more_clocks": "36h, soon", "presets": ["clubhouse"]})
    assert (wrong.status_code, 'value="36h, soon"' in wrong.text) == (422, True)
    client.post(address, {"more_clocks": "36h", "clocks": ["none", "3d"], "presets": ["clubhouse"]})
    terms = terms_of(club)
    assert terms.clocks == ("", "3d", "1d12h")
    assert (terms.presets, terms.allows_bots) == (("clubhouse",), False)
    page = f"{address}clubhouse/"
    shown = client.get(page).text
    assert "Layout: 2 rows of 3 at first; also 2 rows of 2" in shown
    form = {
        "layout": ["1"],
        "layout-usual": "1",
        "openers": ["0"],
        "openers-usual": "0",
        "final_putt": ["0", "1"],
        "final_putt-usual": "1",
        "holes": ["0", "1"],
        "holes-usual": "0",
    }
    told = client.post(page, form | {"check": "1"}, headers={"HX-Request": "true"})
    assert "Layout: always 2 rows of 2." in told.text
    assert terms_of(club).toggles == {}
    for wrong_part, words in (
        ({"layout": []}, "Tick one or more: one alone is locked."),
        ({"layout-usual": "0"}, "Tick what it is at first, too."),
    ):
        refused = client.post(page, form | wrong_part)
        assert (refused.status_code, words in refused.text) == (422, True)
    assert client.post(page, form)["Location"] == f"/clubs/{club.slug}/rules/"
    kept = terms_of(club).toggles["clubhouse"]
    assert (kept["layout"], kept["final_putt"]) == (["2x2"], [True, False])
    assert "Locked by the club" in client.get(f"/clubs/{club.slug}/rules/").text
    record = client.get(f"/clubs/{club.slug}/acts/").text
    assert "Ann changed the club&#x27;s house rules (kinds of game, clocks, bots)." in record


def test_no_match_begins_at_a_table_of_a_club_that_closed(club, ann):
    ben, rng = make_player("Ben"), random.Random(1)
    enrol(club, user_of(ben))
    full, empty = open_table(club, ann, seats=3), open_table(club, ann)
    lobby.join_table(full.pk, ben, has_invite=False, now=NOW, rng=rng)
    founding.close(club, user_of(ann), now=NOW)
    assert refusal(lobby.start_match, full.pk, ann, now=NOW, rng=rng)[0] == "club_closed"
    assert refusal(lobby.add_bot, empty.pk, ann, now=NOW, rng=rng)[0] == "club_closed"
    lobby.leave_table(empty.pk, ann)
    assert not Match.objects.running().exists()
