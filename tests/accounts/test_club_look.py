"""A club as its members see it, for those who run it: the same answers, and never a right more."""

from __future__ import annotations

import re
from itertools import product

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts import zones
from accounts.club_rights import MEMBER, ORGANISER, OWNER, RIGHTS, Right
from accounts.clubs import joining, roles
from accounts.clubs.standing import Standing
from accounts.models import Club, Membership, User
from games.consumers import TableConsumer
from games.selectors.correcting import result_note
from tests.accounts.club_world import NOW, club_of, enrol, person
from tests.site.addresses import VISITORS, World, patterns, rows

pytestmark = pytest.mark.django_db

BANNER = "You see this club as a member does."
BUTTON = "View as a member"
ITS_FORM = re.compile(r'<form class="club-look is-on".*?</form>', re.DOTALL)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
OWN_ROW = re.compile(r'<li>\s*<p class="row-title">Organiser</p>.*?</li>', re.DOTALL)
MAIN = re.compile(r"<main.*</main>", re.DOTALL)
# What an organiser sees otherwise than a member, of the pages that both may open.
OWN_PAGES = {
    *("games:club", "games:club-rules", "games:club-leaderboard", "games:seasons", "games:season"),
    *("games:season-player", "games:events", "games:event", "accounts:club-members"),
    *("accounts:club-announcements", "accounts:club-leave"),
    *("games:club-daily", "games:club-daily-day", "games:club-daily-leaderboard"),
}


@pytest.fixture(autouse=True)
def _few_zones(monkeypatch):
    monkeypatch.setattr(zones, "zones_by_region", lambda: (("Europe", ("Europe/Paris",)),))


def shown(answer):
    """An answer's code, where it leads, and its content apart from the banner and one's own row."""
    found = MAIN.search(answer.text)
    text = TOKEN.sub("", ITS_FORM.sub("", found[0])) if found else answer.text
    text = OWN_ROW.sub("", text)
    return answer.status_code, answer.headers.get("Location"), " ".join(text.split())


def asked(world, role, method, address, *, anew=False):
    """What the organiser is answered in a role, with the wish or ``anew``; nothing is kept."""
    with transaction.atomic():
        user = world.users["organiser"]
        client = Client() if anew else world.browser("organiser")
        Membership.objects.filter(club=world.club, user=user).update(role=role)
        if anew:
            client.force_login(user)
        answer = client.generic(method, address)
        transaction.set_rollback(True)
    return answer


def test_every_address_of_a_club_answers_as_it_answers_the_same_person_as_a_member():
    world, table, member = World(), rows(), VISITORS.index("member")
    of_club = {
        name: address
        for name, pattern in patterns()
        if (address := world.address(name, pattern)).startswith(world.club.get_absolute_url())
    }
    of_club["games:match-correct"] = f"/matches/{world.over.slug}/correct/"
    assert len(of_club) == 61
    looking, differs = world.browser("organiser"), set()
    looking.post(of_club["accounts:club-look"])
    for (name, address), number in product(of_club.items(), (0, 1)):
        code, method = table[name][number], ("GET", "POST")[number]
        if code == "405" or (name, method) == ("accounts:club-look", "POST"):
            continue
        answer = asked(world, ORGANISER, method, address)
        expected = shown(asked(world, MEMBER, method, address))
        assert (name, method, *shown(answer)) == (name, method, *expected)
        assert (name, method, str(answer.status_code)) == (
            (name, method, (code.split() * len(VISITORS))[member])
        )
        is_page = answer.status_code == 200 and "text/html" in answer["Content-Type"]
        assert (name, answer.text.count(BANNER)) == (name, int(is_page))
        if is_page and shown(asked(world, ORGANISER, method, address, anew=True)) != expected:
            differs.add(name)
    assert differs == OWN_PAGES


def test_looking_as_a_member_takes_rights_away_and_gives_none():
    for role, is_staff in product(("", MEMBER, ORGANISER, OWNER), (False, True)):
        own = Standing(role, is_staff)
        for right in Right:
            may = own.lowered.may(right)
            assert may == (own.may(right) and MEMBER in RIGHTS[right]), (role, is_staff, right)
    assert Standing(OWNER).lowered.role == MEMBER
    assert Standing(is_staff=True).lowered.role == ""


@pytest.fixture
def own():
    """An owner's browser, with their club."""
    owner = person("Ann")
    client = Client()
    client.force_login(owner)
    club = club_of(owner, is_listed=False)
    enrol(club, person("Bo"), OWNER)
    return client, owner, club


def test_one_comes_back_to_the_page_one_was_on_if_members_may_open_it(own):
    client, _owner, club = own
    page = f"/clubs/{club.slug}/"
    for here, led in (
        (f"{page}seasons/", f"{page}seasons/"),
        (f"{page}leave/", f"{page}leave/"),
        (f"{page}settings/", page),
        (f"{page}nowhere/", page),
        ("/clubs/another-club/", page),
        (f"//evil.example{page}", page),
        ("", page),
    ):
        assert client.post(f"{page}look", {"here": here})["Location"] == led
    seasons = client.get(f"{page}seasons/").text
    assert f'name="here" value="{page}seasons/"' in seasons
    assert (BANNER in seasons, BUTTON in seasons, "you: member" in seasons) == (True, False, True)
    back = client.post(f"{page}look", {"here": f"{page}seasons/", "back": "1"}, follow=True)
    assert back.redirect_chain == [(f"{page}seasons/", 302)]
    assert (BANNER in back.text, BUTTON in back.text, "you: owner" in back.text) == (
        (False, True, True)
    )


def test_one_club_is_looked_at_and_no_other(own):
    client, owner, club = own
    other = club_of(owner, "Another Club")
    client.post(f"/clubs/{club.slug}/look")
    assert client.get(f"/clubs/{club.slug}/settings/").status_code == 403
    assert client.get(f"/clubs/{other.slug}/settings/").status_code == 200
    client.post(f"/clubs/{other.slug}/look")
    client.post(f"/clubs/{club.slug}/look", {"back": "1"})
    assert client.get(f"/clubs/{club.slug}/settings/").status_code == 200
    assert client.get(f"/clubs/{other.slug}/settings/").status_code == 403


def test_the_list_of_clubs_shows_a_member_and_nobody_who_asks(own):
    client, _owner, club = own
    joining.ask(club, person(), "", now=NOW)

    def listed():
        (row,) = client.get("/clubs/").context["clubs"].own
        return row.role, row.waiting

    assert listed() == ("owner", 1)
    client.post(f"/clubs/{club.slug}/look")
    assert listed() == ("member", 0)


def test_it_ends_with_the_session_and_with_the_role(own):
    client, owner, club = own
    page = f"/clubs/{club.slug}/"
    client.post(f"{page}look")
    client.post("/accounts/logout/")
    client.force_login(owner)
    assert BUTTON in client.get(page).text
    client.post(f"{page}look")
    second = User.objects.get(username="Bo")
    roles.set_role(club, second, owner, MEMBER, now=NOW)
    plain = client.get(page).text
    assert (BANNER in plain, BUTTON in plain, "you: member" in plain) == (False, False, True)
    roles.set_role(club, second, owner, ORGANISER, now=NOW)
    assert BUTTON in client.get(page).text


def test_a_wish_that_is_forged_gives_nobody_anything(own):
    _client, _owner, club = own
    elsewhere = person()
    club_of(elsewhere, "Another Club")
    for user, code in ((person(), 404), (elsewhere, 404), (enrol(club, person()), 403)):
        client = Client()
        client.force_login(user)
        session = client.session
        session["as_member_in"] = [club.pk]
        session.save()
        assert BANNER not in client.get(f"/clubs/{club.slug}/").text
        assert client.get(f"/clubs/{club.slug}/settings/").status_code == code
        assert client.post(f"/clubs/{club.slug}/look").status_code == code


def test_site_staff_look_without_a_membership_and_keep_the_desk():
    staff = User.objects.create_superuser("Olga")
    club = club_of(person("Ann"), is_listed=False)
    client = Client()
    client.force_login(staff)
    page = f"/clubs/{club.slug}/"
    assert client.post(f"{page}look", follow=True).text.count(BANNER) == 1
    asked_for = ("seasons/", "members/", "settings/", "acts/", "leave/", "tables/")
    codes = [client.get(page + each).status_code for each in asked_for]
    assert codes == [200, 200, 403, 403, 403, 403]
    close = {"action": "close_clubs", "_selected_action": [club.pk]}
    client.post("/admin/accounts/club/", close)
    assert Club.objects.get().is_closed


def test_the_result_of_a_match_offers_no_correction_meanwhile():
    world = World()
    world.over.refresh_from_db()
    client, socket = world.browser("owner"), TableConsumer()
    socket.scope = {"session": client.session, "user": world.users["owner"]}
    replay = reverse("games:replay-at", args=[world.over.slug, world.over.sequence])
    link = f"/matches/{world.over.slug}/correct/"

    def offered():
        viewer = socket._viewer()
        assert viewer is not None
        return [link in client.get(replay).text, link in str(result_note(world.over, viewer))]

    assert offered() == [True, True]
    client.post(f"{world.club.get_absolute_url()}look")
    assert offered() == [False, False]
