"""The desk for those who run a club: their own clubs' rows, and nothing that tells of others."""

from __future__ import annotations

import random
from datetime import date, timedelta
from types import SimpleNamespace

import pytest
import time_machine
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.club_pages import ClubDeskAdmin
from accounts.clubs import announcing, founding
from accounts.models import ClubAct, Membership, User
from games.models import Correction, DealSecret, Event, HoleStrokes, Result, Season
from games.services import club_rules, corrections, seasons
from games.services.players import player_of
from tests.accounts.club_world import club_of, enrol, person
from tests.factories import NOW, make_player, make_preset, user_of
from tests.finished import finished_match
from tests.games import events as evenings
from tests.standings import season_in

pytestmark = pytest.mark.django_db

CLOCK = evenings.START + timedelta(hours=1)
PAGES = {
    "accounts_club": "club",
    "accounts_announcement": "said",
    "accounts_clubact": "act",
    "games_season": "season",
    "games_clubrules": "rules",
    "games_event": "event",
    "games_result": "result",
    "games_correction": "correction",
}
MAKE = {
    "name": "Winter",
    "first_day": "2026-11-01",
    "last_day": "2026-12-31",
    "holes_min": "1",
    "matches_min": "1",
    "scoring": "points",
    "points": "10 7 5",
    "tie_breaks": "head_to_head wins",
}


@pytest.fixture(autouse=True)
def _stands_still():
    with time_machine.travel(CLOCK, tick=False):
        yield


def club_world(name):
    """A club with something on every page of the desk; its event plays a round of sealed tables."""
    owner, organiser, member, other = (person(f"{name} {role}") for role in ("O", "R", "M", "N"))
    club = club_of(owner, name, is_listed=False)
    enrol(club, organiser, "organiser")
    enrol(club, member)
    enrol(club, other)
    make_preset()
    rules = club_rules.change_terms(
        club, owner, presets=["clubhouse"], clocks=[], allows_bots=True, now=NOW
    )
    players = [player_of(user) for user in (owner, organiser, member, other)]
    event = evenings.announce(
        club, players[0], title=f"{name} evening", same_deals=True, seats=2, rounds=1
    )
    evenings.enter(event, *players)
    season, june = season_in(club), NOW.replace(month=6)
    Season.objects.filter(pk=season.pk).update(name=f"{name} June")
    match = finished_match(players[:2], [[3, 4]], club=club, at=june)
    correction = corrections.set_strokes(
        match.pk, 0, 5, author=owner, reason=f"{name} miscounted", now=NOW
    )
    return SimpleNamespace(
        name=name,
        club=club,
        owner=owner,
        organiser=organiser,
        member=member,
        rules=rules,
        event=event,
        season=season,
        match=match,
        result=Result.objects.filter(match=match).first(),
        correction=correction,
        said=announcing.announce(club, owner, f"{name} tea", now=NOW),
        act=ClubAct.objects.filter(club=club).last(),
    )


@pytest.fixture
def world():
    return club_world("Reeds")


@pytest.fixture
def others(world):
    found = club_world("Oaks")
    evenings.sweep()
    return found


@pytest.fixture
def desk(world):
    return browser(world.organiser)


@pytest.fixture
def staff():
    return browser(User.objects.create_superuser("Olga"))


def browser(user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def listing(name):
    return reverse(f"admin:{name}_changelist")


def page_of(name, row, kind="change"):
    return reverse(f"admin:{name}_{kind}", args=[row.pk])


def act(client, name, action, row, **more):
    """What the desk says after an act on a row of a list."""
    data = {"action": action, "_selected_action": [row.pk], **more}
    answer = client.post(listing(name), data, follow=True)
    return " ".join(str(message) for message in answer.context["messages"])


def kinds(world):
    return list(ClubAct.objects.filter(club=world.club).values_list("kind", flat=True))


def test_every_page_about_clubs_is_among_those_that_are_tried_here():
    pages = {
        f"{model._meta.app_label}_{model._meta.model_name}"
        for model, page in admin.site._registry.items()
        if isinstance(page, ClubDeskAdmin)
    }
    assert pages == set(PAGES)


def test_lists_and_rows_are_those_of_ones_own_clubs(world, others, desk, staff):
    outside = [browser(), browser(world.member), browser(User.objects.create_guest())]
    for name, attribute in PAGES.items():
        own, theirs = getattr(world, attribute), getattr(others, attribute)
        shown, everything = desk.get(listing(name)), staff.get(listing(name))
        assert own in shown.context["cl"].queryset
        assert theirs not in shown.context["cl"].queryset
        assert {own, theirs} <= set(everything.context["cl"].queryset)
        # Neither filters nor searches nor words tell of another club.
        assert ("Oaks" in shown.text, "Reeds" in shown.text) == (False, True), name
        for query in ({"q": "Oaks"}, {"club__id__exact": others.club.pk}):
            found = desk.get(listing(name), query)
            assert found.status_code == 400 or theirs not in found.context["cl"].queryset
        assert theirs in staff.get(listing(name), {"q": "Oaks"}).context["cl"].queryset, name
        gone = reverse(f"admin:{name}_change", args=[10**9])
        for kind in ("change", "history"):
            assert desk.get(page_of(name, own, kind)).status_code == 200
            answer = desk.get(page_of(name, theirs, kind))
            assert (answer.status_code, answer["Location"]) == (302, desk.get(gone)["Location"])
            assert staff.get(page_of(name, theirs, kind)).status_code == 200
        posted = {desk.post(at, {"name": "A"}).status_code for at in (page_of(name, theirs), gone)}
        assert posted in ({302}, {403})
        for client in (desk, staff):
            assert client.post(page_of(name, own, "delete"), {"post": "yes"}).status_code == 403
        for client in outside:
            for address in (listing(name), page_of(name, own), page_of(name, own, "history")):
                assert client.get(address)["Location"].startswith("/admin/login/")


def test_what_the_services_write_is_read_and_never_saved(world, desk, staff):
    for name in PAGES.keys() - {"games_season"}:
        address = page_of(name, getattr(world, PAGES[name]))
        for client in (desk, staff):
            assert "_save" not in client.get(address).text
            assert client.post(address, {"name": "Mine"}).status_code == 403
            assert client.get(reverse(f"admin:{name}_add")).status_code == 403


def test_the_desk_opens_to_who_runs_a_club_and_shows_them_its_pages_alone(world, desk):
    club, way = world.club.get_absolute_url(), 'href="/admin/"'
    assert way in desk.get(club).text
    assert way not in browser(world.member).get(club).text
    apps = desk.get("/admin/").context["available_apps"]
    assert {model["object_name"].lower() for app in apps for model in app["models"]} == {
        name.partition("_")[2] for name in PAGES
    }
    # Rights that were given to somebody who is of the staff no more open nothing.
    world.organiser.user_permissions.set(Permission.objects.all())
    for model, page in admin.site._registry.items():
        if not isinstance(page, ClubDeskAdmin):
            name = f"{model._meta.app_label}_{model._meta.model_name}"
            assert desk.get(listing(name)).status_code == 403
            assert desk.get(reverse(f"admin:{name}_add")).status_code == 403
    assert desk.get("/admin/password_change/")["Location"] == "/accounts/password/change/"
    Membership.objects.filter(user=world.organiser).update(role="member")
    assert browser(world.organiser).get("/admin/", follow=True).status_code == 403


def test_a_rows_number_leads_nobody_but_staff_to_its_page(world, others, desk, staff):
    number = ContentType.objects.get_for_model(Season).pk
    address = reverse("admin:view_on_site", args=[number, others.season.pk])
    assert staff.get(address)["Location"].endswith(others.season.get_absolute_url())
    assert desk.get(address)["Location"].startswith("/admin/login/")


def test_a_choice_of_clubs_offers_ones_own(world, others, desk, staff):
    def offered(client, model, field):
        query = {"app_label": "games", "model_name": model, "field_name": field, "term": ""}
        answer = client.get("/admin/autocomplete/", query)
        if answer.status_code != 200:
            return answer.status_code
        return sorted(each["text"] for each in answer.json()["results"])

    assert offered(staff, "season", "club") == ["Oaks", "Reeds"]
    assert offered(desk, "season", "club") == ["Reeds"]
    assert offered(desk, "entry", "player") == offered(desk, "eventtable", "match") == 403
    # A relation that Django reads backwards, and one that no form offers.
    assert offered(desk, "event", "next") == offered(staff, "event", "next") == 403
    assert offered(desk, "event", "club") == offered(desk, "board", "season") == 403
    assert offered(browser(world.member), "season", "club") == 302


def test_a_season_is_made_and_changed_by_the_service(world, others, desk):
    add = reverse("admin:games_season_add")
    assert "Oaks" not in desk.get(add).text
    refused = desk.post(add, MAKE | {"club": others.club.pk})
    assert "Select a valid choice" in refused.text
    assert Season.objects.count() == 2
    assert desk.post(add, MAKE | {"club": world.club.pk}).status_code == 302
    made = Season.objects.get(name="Winter")
    assert (made.club, made.points, made.created_at) == (world.club, [10, 7, 5], CLOCK)
    assert made.tie_breaks == ["head_to_head", "wins"]
    assert kinds(world)[-1] == "season_made"
    page = page_of("games_season", made)
    assert 'value="10 7 5"' in desk.get(page).text
    assert desk.post(page, MAKE | {"name": "Frost", "club": others.club.pk}).status_code == 302
    made.refresh_from_db()
    assert (made.name, made.club) == ("Frost", world.club)
    assert kinds(world)[-1] == "season_changed"
    assert "Name" in desk.get(page_of("games_season", made, "history")).text


def test_a_season_that_can_not_be_counted_is_refused_at_the_desk(world, desk):
    for wrong, sentence in (
        ({"last_day": "2026-10-01"}, "The last day comes after the first"),
        ({"last_day": "2036-10-01"}, "a season has two years at most"),
        ({"holes_min": "19"}, "A season can&#x27;t be counted like this."),
        ({"points": "10 x"}, "Write whole numbers with spaces between"),
        ({"points": "5 7"}, "points"),
        ({"tie_breaks": "luck"}, "There is no tie-break “luck”"),
    ):
        given = MAKE | {"club": world.club.pk} | wrong
        answer = desk.post(reverse("admin:games_season_add"), given)
        assert (answer.status_code, bool(answer.context["errors"])) == (200, True)
        assert sentence in answer.text
    assert Season.objects.count() == 1


def test_what_only_the_service_knows_is_said_and_nothing_is_written(world, desk):
    for number in range(seasons.OPEN_MAX - 1):
        form = seasons.SeasonForm(f"S{number}", date(2026, 1, 1), date(2026, 1, 2))
        seasons.make_season(world.club, world.owner, form, now=NOW)
    before, add = len(kinds(world)), reverse("admin:games_season_add")
    answer = desk.post(add, MAKE | {"club": world.club.pk}, follow=True)
    assert "This club has twelve open seasons. Close one first." in answer.text
    assert (Season.objects.count(), len(kinds(world))) == (seasons.OPEN_MAX, before)
    assert not LogEntry.objects.exists()


def test_a_season_is_closed_once_it_is_over_and_then_frozen(world, others, desk, staff):
    act(desk, "games_season", "close_seasons", others.season)
    assert Season.objects.open().count() == 2
    form = seasons.SeasonForm("Winter", date(2026, 11, 1), date(2027, 1, 31))
    runs = seasons.make_season(world.club, world.owner, form, now=NOW)
    told = act(desk, "games_season", "close_seasons", runs)
    assert "Winter: This season's last day is not over yet." in told
    assert "Reeds June: done." in act(desk, "games_season", "close_seasons", world.season)
    world.season.refresh_from_db()
    assert (world.season.closed_at, world.season.closed_by) == (CLOCK, world.organiser)
    assert kinds(world)[-1] == "season_closed"
    page = page_of("games_season", world.season)
    for client in (desk, staff):
        text = client.get(page).text
        assert "1. Reeds R: 4.00, matches: 1" in text
        assert "_save" not in text
        assert client.post(page, MAKE).status_code == 403
    told = act(staff, "games_season", "close_seasons", world.season)
    assert "This season is closed. Its table stays as it is." in told


def test_an_event_is_called_off_once_and_by_its_own_club(world, others, desk):
    act(desk, "games_event", "cancel_events", others.event)
    assert Event.objects.get(pk=others.event.pk).state == "running"
    assert "Reeds evening: done." in act(desk, "games_event", "cancel_events", world.event)
    assert Event.objects.get(pk=world.event.pk).state == "cancelled"
    assert kinds(world)[-1] == "event_cancelled"
    told = act(desk, "games_event", "cancel_events", world.event)
    assert "Reeds evening: This event is over." in told


def test_results_are_put_right_by_new_rows_with_a_reason(world, others, desk):
    what, row = "games_result", world.result
    act(desk, what, "void_matches", others.result, reason="Spite")
    assert Correction.objects.count() == 2
    assert "Give a reason of 1 to 300 letters" in act(desk, what, "void_matches", row)
    assert f"{world.match.slug}: done." in act(desk, what, "void_matches", row, reason="Wrong pack")
    made = Correction.objects.last()
    assert (made.kind, made.reason, made.author) == ("void", "Wrong pack", world.organiser)
    assert made.at == CLOCK
    assert kinds(world)[-1] == "correction_void"
    assert not Result.objects.filter(match=world.match).exists()
    what, more = "games_correction", {"reason": "It was right"}
    act(desk, what, "take_back", others.correction, **more)
    assert Correction.objects.count() == 3
    assert "done." in act(desk, what, "take_back", made, **more)
    assert "That is so already." in act(desk, what, "take_back", made, **more)
    assert "done." in act(desk, what, "take_back", world.correction, **more)
    assert list(Correction.objects.values_list("kind", flat=True))[3:] == ["counts", "restored"]
    assert "That is so already." in act(desk, what, "take_back", Correction.objects.last(), **more)


def test_only_an_owner_is_offered_to_close_a_club(world, others, desk):
    act(desk, "accounts_club", "close_clubs", world.club)
    owner = browser(world.owner)
    act(owner, "accounts_club", "close_clubs", others.club)
    assert not world.club.__class__.objects.filter(closed_at__isnull=False).exists()
    assert "Oaks" not in owner.get(listing("accounts_club")).text
    # Whoever closed their only club has nothing to do at the desk any more.
    data = {"action": "close_clubs", "_selected_action": [world.club.pk]}
    assert owner.post(listing("accounts_club"), data, follow=True).status_code == 403
    world.club.refresh_from_db()
    assert world.club.is_closed


def test_of_a_closed_club_staff_reads_all_and_nobody_changes_anything(world, desk, staff):
    founding.close(world.club, world.owner, now=NOW)
    before = ClubAct.objects.count()
    assert desk.get("/admin/", follow=True).status_code == 403
    for name, attribute in PAGES.items():
        page = staff.get(page_of(name, getattr(world, attribute)))
        assert (page.status_code, "_save" in page.text) == (200, False)
    refused = "This club is closed, and nothing of it is changed any more."
    for name, action, row in (
        ("games_season", "close_seasons", world.season),
        ("games_event", "cancel_events", world.event),
        ("games_result", "void_matches", world.result),
        ("games_correction", "take_back", world.correction),
    ):
        assert refused in act(staff, name, action, row, reason="Why not")
    told = act(staff, "accounts_announcement", "remove_announcements", world.said)
    assert "This club is closed." in told
    assert staff.post(page_of("games_season", world.season), MAKE).status_code == 403
    made = staff.post(reverse("admin:games_season_add"), MAKE | {"club": world.club.pk})
    assert "Select a valid choice" in made.text
    assert ClubAct.objects.count() == before


def test_no_page_tells_what_others_still_play_with(world, others, desk, staff):
    drawn = world.event.drawn.get()
    over, running = evenings.tables_of(drawn)
    evenings.play_out(over, random.Random(3))
    hole = over.holes.get()
    strokes = list(HoleStrokes.objects.filter(hole=hole).values_list("strokes", flat=True))
    secret = DealSecret.objects.get(round=drawn).secret
    for client in (desk, staff):
        event = client.get(page_of("games_event", world.event)).text
        assert f"Table 1 ({over.slug}): " in event
        assert secret not in event
        found = client.get(listing("games_result"), {"q": over.slug})
        assert found.context["cl"].result_count == 0

    def told():
        match = staff.get(page_of("games_match", over))
        seats = match.context["inline_admin_formsets"][0]
        rows = staff.get(page_of("games_hole", hole)).context["inline_admin_formsets"][0]
        shown = {name for _name, options in seats.fieldsets for name in options["fields"]}
        return "total" in shown, [row.strokes for row in rows.formset.queryset]

    assert told() == (False, [])
    evenings.play_out(running, random.Random(4))
    evenings.sweep(CLOCK)
    assert told() == (True, strokes)
    found = desk.get(listing("games_result"), {"q": over.slug})
    assert found.context["cl"].result_count == 2


def test_lists_take_as_many_queries_for_many_rows_as_for_few(world, staff):
    def counted(address):
        with CaptureQueriesContext(connection) as found:
            assert staff.get(address).status_code == 200
        return len(found)

    addresses = [listing(name) for name in PAGES]
    addresses += [page_of("games_event", world.event), page_of("accounts_club", world.club)]
    staff.get("/admin/")
    before = [counted(each) for each in addresses]
    assert max(before) < 20
    players = [make_player() for _n in range(3)]
    for number, player in enumerate(players):
        enrol(world.club, user_of(player))
        evenings.enter(world.event, player)
        match = finished_match(players[:2], [[3, number]], club=world.club)
        corrections.set_strokes(match.pk, 0, 9, author=world.owner, reason="Slip", now=NOW)
        announcing.announce(world.club, world.owner, "More", now=NOW)
        form = seasons.SeasonForm(f"S{number}", date(2026, 1, 1), date(2026, 1, 2))
        seasons.make_season(world.club, world.owner, form, now=NOW)
        evenings.announce(world.club, player_of(world.owner), title=f"E{number}")
        club_of(user_of(player), f"Pines {number}")
    after = [counted(each) for each in addresses]
    # Kinds of content are asked for once and then remembered.
    assert [max(counts) for counts in zip(before, after, strict=True)] == before
