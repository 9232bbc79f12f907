"""Who may open which page of a club, and do what: every address for every kind of visitor."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import zones
from accounts.club_urls import club_patterns
from accounts.clubs import announcing, founding, joining
from accounts.models import ClubAct, Membership, User
from tests.accounts.club_world import NOW, club_of, enrol, person

pytestmark = pytest.mark.django_db

VISITORS = ("nobody", "guest", "stranger", "member", "organiser", "owner", "elsewhere", "staff")

OUTSIDERS = {"nobody", "guest", "stranger", "elsewhere"}

EVERYBODY = (200,) * 8
INSIDE = (302, 404, 404, 200, 200, 200, 404, 200)
RUNS = (302, 404, 404, 403, 200, 200, 404, 200)
LED_ON = (302,) * 8

# What a GET is answered with, and an empty POST.
GET = {
    "club-list": EVERYBODY,
    "club-new": (302, 302, 200, 200, 200, 200, 200, 200),
    "club-rights": EVERYBODY,
    "club-join": EVERYBODY,
    "club-members": INSIDE,
    "club-announcements": INSIDE,
    "club-announcement": RUNS,
    "club-settings": RUNS,
    "club-acts": RUNS,
    "club-leave": (302, 404, 404, 200, 200, 200, 404, 403),
    "club-hand-over": (302, 404, 404, 403, 403, 200, 404, 403),
    "club-close": (302, 404, 404, 403, 403, 200, 404, 200),
}
POST = {
    "club-new": (302, 302, 422, 422, 422, 422, 422, 422),
    "club-join": LED_ON,
    "club-enter": LED_ON,
    "club-ask": LED_ON,
    "club-invitation": LED_ON,
    "club-invite": (302, 404, 404, 403, 422, 422, 404, 422),
    "club-withdraw": (302, 404, 404, 403, 302, 302, 404, 302),
    "club-link": (302, 404, 404, 403, 302, 302, 404, 302),
    "club-answer": (302, 404, 404, 403, 302, 302, 404, 302),
    "club-role": (302, 404, 404, 403, 403, 302, 404, 302),
    "club-remove": (302, 404, 404, 403, 302, 302, 404, 302),
    "club-lift": (302, 404, 404, 403, 302, 302, 404, 302),
    "club-announce": (302, 404, 404, 403, 422, 422, 404, 422),
    "club-announcement": (302, 404, 404, 403, 422, 422, 404, 422),
    "club-settings": (302, 404, 404, 403, 422, 422, 404, 422),
    "club-look": (302, 404, 404, 403, 302, 302, 404, 302),
    "club-leave": (302, 404, 404, 302, 302, 409, 404, 403),
    "club-hand-over": (302, 404, 404, 403, 403, 422, 404, 403),
    "club-close": (302, 404, 404, 403, 403, 422, 404, 422),
}
# Hundreds of time zones to choose from would take most of this file's time.
ZONES = (("Europe", ("Europe/Paris",)),)

NAMES = [pattern.name for pattern in club_patterns]
# What takes a POST from outside by design.
FOR_OUTSIDERS = {"club-new", "club-join", "club-enter", "club-ask", "club-invitation"}


@pytest.fixture(autouse=True)
def _few_zones(monkeypatch):
    monkeypatch.setattr(zones, "zones_by_region", lambda: ZONES)


class World:
    def __init__(self, **more):
        self.owner, self.organiser, self.member = person("Owner"), person("Run"), person("Member")
        self.club = club_of(self.owner, **more)
        enrol(self.club, self.organiser, "organiser")
        enrol(self.club, self.member)
        self.elsewhere = person("Elsewhere")
        other = club_of(person(), "Another Club")
        enrol(other, self.elsewhere, "organiser")
        self.stranger, self.nobody = person("Strange"), None
        self.guest = User.objects.create_guest()
        self.staff = User.objects.create_superuser("Olga")
        self.said = announcing.announce(self.club, self.owner, "Tea", now=NOW).pk

    def browser(self, visitor):
        client = Client()
        if user := getattr(self, visitor):
            client.force_login(user)
        return client

    def address(self, name):
        if name in {"club-list", "club-new", "club-rights"}:
            return reverse(f"accounts:{name}")
        if name == "club-join":
            return reverse("accounts:club-join", args=[self.club.join_token])
        pattern = next(each for each in club_patterns if each.name == name)
        args: list[Any] = [self.club.slug]
        if "<int:pk>" in str(pattern.pattern):
            args.append(self.said if name == "club-announcement" else self.member.pk)
        return reverse(f"accounts:{name}", args=args)


def test_every_address_has_a_row():
    assert set(NAMES) == set(GET) | set(POST)
    assert len(NAMES) == len(set(NAMES))


def record_of():
    return (ClubAct.objects.count(), Membership.objects.count(), joining.open_requests().count())


def test_every_page_answers_each_visitor_as_it_should_and_no_get_does_anything():
    world = World(joining="invitation")
    joining.invite(world.club, world.owner, world.stranger, now=NOW)
    before, browsers = record_of(), {visitor: world.browser(visitor) for visitor in VISITORS}
    query = {"accept": "1", "act": "remove", "role": "owner", "name": "Strange"}
    for name in NAMES:
        address = world.address(name)
        if name in GET:
            got = tuple(browsers[each].get(address, query).status_code for each in VISITORS)
            assert (name, got) == (name, GET[name])
        else:
            assert (name, browsers["owner"].get(address, query).status_code) == (name, 405)
    assert record_of() == before


def test_every_act_answers_each_visitor_as_it_should_and_outsiders_change_nothing():
    world = World(joining="invitation")
    browsers = {visitor: world.browser(visitor) for visitor in VISITORS}
    for name in NAMES:
        address = world.address(name)
        if name not in POST:
            assert (name, browsers["owner"].post(address).status_code) == (name, 405)
            continue
        with transaction.atomic():
            before, got = record_of(), {}
            # Outsiders come first, and then those who may do it.
            for visitor in sorted(VISITORS, key=lambda each: each not in OUTSIDERS):
                browser = Client() if visitor == "nobody" else browsers[visitor]
                got[visitor] = browser.post(address).status_code
                if visitor in OUTSIDERS and name not in FOR_OUTSIDERS:
                    assert record_of() == before
            transaction.set_rollback(True)
        assert (name, tuple(got[visitor] for visitor in VISITORS)) == (name, POST[name])


def test_the_public_page_is_for_everybody_and_says_of_a_private_club_the_name_alone():
    world = World(joining="invitation", is_listed=False, description="We meet at the pier")
    page = reverse("games:club", args=[world.club.slug])
    for visitor in VISITORS:
        answer = world.browser(visitor).get(page)
        is_inside = visitor in ("member", "organiser", "owner", "staff")
        assert answer.status_code == 200
        assert "Thursday Club" in answer.text
        assert ("We meet at the pier" in answer.text) == is_inside
        assert ("3 members" in answer.text) == is_inside
        assert ("Tea" in answer.text) == is_inside
        assert ("By invitation of an organiser only." in answer.text) == (not is_inside)
        listed = "Thursday Club" in world.browser(visitor).get("/clubs/").text
        assert listed == (visitor in ("member", "organiser", "owner"))


def test_the_link_is_shown_to_those_who_may_pass_it_on():
    world = World()
    token = world.club.join_token
    for visitor, shown in (("member", False), ("organiser", True), ("staff", True)):
        page = world.browser(visitor).get(world.address("club-members")).text
        assert (token in page) == shown
        home = world.browser(visitor).get(world.club.get_absolute_url()).text
        assert token not in home
    desk = world.browser("staff").get(f"/admin/accounts/club/{world.club.pk}/change/").text
    assert token not in desk


def test_site_staff_without_the_right_to_change_clubs_are_strangers():
    world = World()
    User.objects.filter(pk=world.stranger.pk).update(is_staff=True)
    client = world.browser("stranger")
    assert client.get(world.address("club-members")).status_code == 404
    world.stranger.user_permissions.add(Permission.objects.get(codename="change_club"))
    assert client.get(world.address("club-members")).status_code == 200


def test_a_closed_club_is_nowhere():
    world = World()
    founding.close(world.club, world.owner, now=NOW)
    addresses = [
        world.address(n) for n in NAMES if n not in ("club-list", "club-new", "club-rights")
    ]
    addresses.append(world.club.get_absolute_url())
    client = world.browser("owner")
    assert {client.get(each).status_code for each in addresses} <= {404, 405}
    assert {client.post(each).status_code for each in addresses} <= {404, 405}


@pytest.mark.parametrize("path", ["join/wrong/", "nowhere/", "nowhere/members/", "x/enter"])
def test_what_does_not_exist_is_not_found(client, anna, path):
    client.force_login(anna)
    answer = client.post if path.endswith("enter") else client.get
    assert answer(f"/clubs/{path}").status_code == 404


def test_nothing_is_done_without_a_token():
    world = World(joining="open")
    before, client = record_of(), Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    assert {client.post(world.address(name), {"accept": "1"}).status_code for name in POST} == {403}
    assert record_of() == before


def test_a_log_in_leads_to_a_page_and_never_to_an_act(client):
    slug = World().club.slug
    get = client.get(f"/clubs/{slug}/settings/")
    assert get["Location"] == f"/accounts/login/?next=/clubs/{slug}/settings/"
    post = client.post(f"/clubs/{slug}/members/link")
    assert post["Location"] == f"/accounts/login/?next=/clubs/{slug}/members/"
    # Of a club that doesn't exist a stranger is told the same.
    assert client.get("/clubs/nowhere/settings/").status_code == 302


def queries(client, page):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(page).status_code == 200
    return len(captured)


def test_longer_lists_take_no_more_queries():
    world = World()
    names = ("club-list", "club-members", "club-announcements", "club-acts")
    pages = [world.club.get_absolute_url(), *(world.address(name) for name in names)]
    client = world.browser("owner")
    grow(world, "a")
    # The first look at the club's play makes somebody a player.
    client.get(pages[0])
    few = [queries(client, page) for page in pages]
    grow(world, "b")
    grow(world, "c")
    assert [queries(client, page) for page in pages] == few
    assert max(few) <= 21


def grow(world, mark):
    enrol(world.club, person())
    joining.ask(world.club, person(), "", now=NOW)
    joining.invite(world.club, world.owner, person(), now=NOW)
    announcing.announce(world.club, world.owner, f"Tea {mark}", now=NOW)
    enrol(club_of(person(), f"Club {mark}"), world.owner)
    host = person()
    joining.invite(club_of(host, f"Asks {mark}"), host, world.owner, now=NOW)
