from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from accounts import zones
from accounts.club_rights import Right
from accounts.clubs import announcing, joining, roles
from accounts.models import Announcement, Club, ClubAct, Membership, User
from tests.accounts.club_world import NOW, club_of, enrol, person, role_in

pytestmark = pytest.mark.django_db

FOUNDED = {
    "name": "Thursday Club",
    "description": "Cards <b>and</b> tea",
    "time_zone": "Europe/Paris",
    "language": "fr",
    "joining": "request",
    "is_listed": "on",
}


@pytest.fixture
def ann(client):
    user = person("Ann")
    client.force_login(user)
    return user


@pytest.fixture
def club(ann):
    return club_of(ann)


def browser_of(user):
    client = Client()
    client.force_login(user)
    return client


def test_a_club_is_founded_on_a_page(client, ann):
    form = client.get("/clubs/new/").text
    assert '<option value="UTC" selected>' in form
    answer = client.post("/clubs/new/", FOUNDED, follow=True)
    assert answer.redirect_chain == [("/clubs/thursday-club/members/", 302)]
    assert "The club is founded." in answer.text
    page = client.get("/clubs/thursday-club/").text
    assert '<div class="club-text" lang="fr" dir="auto"><p>Cards &lt;b&gt;and&lt;/b&gt; tea' in page
    assert "French" in page
    assert "you: owner" in page


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"name": "OTHER club"}, 409, "There is a club of this name already."),
        ({"name": "Admin Club"}, 422, "This name is reserved. Choose another."),
        ({"time_zone": "Mars"}, 422, "There is no such time zone."),
        ({"name": ""}, 422, "This field is required."),
    ],
)
def test_a_form_says_beside_the_field_what_is_wrong(client, ann, change, status, sentence):
    club_of(person(), "Other Club")
    answer = client.post("/clubs/new/", {**FOUNDED, **change})
    assert (answer.status_code, Club.objects.count()) == (status, 1)
    assert f'<p class="field__error">{sentence}</p>' in answer.text
    assert next(iter(change)) in answer.context["form"].errors


def test_settings_are_changed_on_a_page(client, club):
    page = client.get("/clubs/thursday-club/settings/").text
    assert 'value="Thursday Club"' in page
    data = {**FOUNDED, "joining": "open", "is_listed": ""}
    client.post("/clubs/thursday-club/settings/", data)
    club.refresh_from_db()
    assert (club.joining, club.is_listed, club.language) == ("open", False, "fr")


def test_a_stranger_joins_by_the_link_as_a_guest(client, club):
    stranger = Client()
    address = f"/clubs/join/{club.join_token}/"
    page = stranger.get(address).text
    assert "Join as a guest" in page
    assert f"?next={address}" in page
    answer = stranger.post(address, follow=True)
    assert "You are a member of Thursday Club." in answer.text
    guest = User.objects.get(is_guest=True)
    assert role_in(club, guest) == "member"
    assert "You are a member already." in stranger.get(address).text


def test_a_removed_member_is_told_so_at_the_link(client, ann, club):
    ben = enrol(club, person())
    roles.remove(club, ann, ben, now=NOW)
    page = browser_of(ben).get(f"/clubs/join/{club.join_token}/").text
    assert "You were removed from this club." in page
    assert "Join this club" not in page
    answer = browser_of(ben).post(f"/clubs/join/{club.join_token}/", follow=True)
    assert "You were removed from this club." in answer.text
    assert role_in(club, ben) == ""


def test_an_open_club_takes_a_stranger_in_as_a_guest(client, ann):
    club = club_of(ann, joining="open")
    stranger = Client()
    assert "Join as a guest" in stranger.get("/clubs/thursday-club/").text
    stranger.post("/clubs/thursday-club/enter")
    assert club.memberships.filter(user__is_guest=True).count() == 1
    Club.objects.update(joining="request")
    Client().post("/clubs/thursday-club/enter")
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_request_is_made_and_answered_on_pages(client, club):
    ben = person("Ben")
    theirs = browser_of(ben)
    answer = theirs.post("/clubs/thursday-club/ask", {"words": "I am <Ben>"}, follow=True)
    assert "You asked to join." in answer.text
    page = client.get("/clubs/thursday-club/members/").text
    assert "I am &lt;Ben&gt;" in page
    assert "Members (1 asks to join)" in page
    assert "1 asks to join" in client.get("/clubs/").text
    client.post(f"/clubs/thursday-club/members/{ben.pk}/answer", {"accept": "1"})
    assert role_in(club, ben) == "member"
    cleo = browser_of(person("Cleo"))
    cleo.post("/clubs/thursday-club/ask", {"words": "x" * 301})
    assert not joining.open_requests().exists()
    cleo.post("/clubs/thursday-club/ask", {"words": ""})
    cleo.post("/clubs/thursday-club/ask", {"withdraw": "1"})
    assert not joining.open_requests().exists()


def test_an_invitation_is_answered_on_the_list_of_clubs(client, club):
    ben = person("Ben")
    wrong = client.post("/clubs/thursday-club/members/invite", {"name": "Nemo"})
    assert wrong.status_code == 422
    assert "Nobody has this name." in wrong.text
    client.post("/clubs/thursday-club/members/invite", {"name": "bEN"})
    theirs = browser_of(ben)
    assert "You are invited" in theirs.get("/clubs/").text
    assert "Ann invites you to this club." in theirs.get("/clubs/thursday-club/").text
    theirs.post("/clubs/thursday-club/invitation", {"accept": "1"})
    assert role_in(club, ben) == "member"


def test_roles_are_given_and_members_removed_on_the_page(client, club):
    ben = enrol(club, person("Ben"))
    base = f"/clubs/thursday-club/members/{ben.pk}"
    answer = client.post(f"{base}/role", {"role": "organiser"}, follow=True)
    assert "Ben: organiser from now on." in answer.text
    assert "There is no such role." in client.post(f"{base}/role", {"role": "x"}, follow=True).text
    client.post(f"{base}/remove")
    assert "Removed, and not let back" in client.get("/clubs/thursday-club/members/").text
    client.post(f"{base}/lift")
    assert enrol(club, ben) == ben


def test_each_sees_the_buttons_that_are_theirs(client, club):
    ben, cleo = enrol(club, person("Ben"), "organiser"), enrol(club, person("Cleo"))
    page = "/clubs/thursday-club/members/"

    def acts(user):
        return sorted(
            re.findall(r'aria-label="((?:Remove|Give)[^"]*)"', browser_of(user).get(page).text)
        )

    assert acts(cleo) == []
    assert acts(ben) == ["Remove Cleo"]
    owner = Membership.objects.get(club=club, role="owner").user
    assert acts(owner) == [
        "Give Ann this role",
        "Give Ben this role",
        "Give Cleo this role",
        "Remove Ben",
        "Remove Cleo",
    ]


def test_the_last_owner_is_told_why_leaving_is_refused(client, ann, club):
    assert "You are the only member." in client.post("/clubs/thursday-club/leave/").text
    ben = enrol(club, person("Ben"))
    told = client.get("/clubs/thursday-club/leave/").text
    assert ("A club needs an owner." in told, "Leave the club" in told) == (True, False)
    refused = client.post("/clubs/thursday-club/leave/")
    assert refused.status_code == 409
    assert "A club needs an owner." in refused.text
    data = {"heir": ben.pk, "stays": "leave"}
    answer = client.post("/clubs/thursday-club/hand-over/", data, follow=True)
    assert "Ben owns the club now." in answer.text
    assert (role_in(club, ann), role_in(club, ben)) == ("", "owner")


def test_a_club_is_closed_by_its_name(client, club):
    wrong = client.post("/clubs/thursday-club/close/", {"name": "Thursday"})
    assert (wrong.status_code, "This is not the club&#x27;s name." in wrong.text) == (422, True)
    client.post("/clubs/thursday-club/close/", {"name": "thursday club"})
    assert Club.objects.get().is_closed


def test_announcements_are_written_on_a_page(client, club):
    base = "/clubs/thursday-club/announcements/"
    client.post(f"{base}new", {"text": "Cards <i>at</i> eight", "is_pinned": "on"})
    said = Announcement.objects.get()
    page = client.get("/clubs/thursday-club/").text
    assert "Cards &lt;i&gt;at&lt;/i&gt; eight" in page
    assert "Kept at the top" in page
    client.post(f"{base}{said.pk}/", {"act": "unpin"})
    assert "Kept at the top" not in client.get(base).text
    assert "Cards &lt;i&gt;" in client.get(f"{base}{said.pk}/").text
    client.post(f"{base}{said.pk}/", {"text": "Cards at nine"})
    assert "edited since" in client.get(base).text
    client.post(f"{base}{said.pk}/", {"act": "remove"})
    assert "Nothing is announced." in client.get(base).text
    assert client.get(f"{base}{said.pk}/").status_code == 404


def test_the_list_shows_own_clubs_first_and_is_searched(client, club):
    club_of(person(), "Zebra Club")
    club_of(person(), "Secret Club", is_listed=False)
    page = client.get("/clubs/").context["clubs"]
    assert [row.name for row in page.own] == ["Thursday Club"]
    assert [row.name for row in page.listed] == ["Thursday Club", "Zebra Club"]
    found = client.get("/clubs/", {"q": " ZEB\0"}).context["clubs"]
    assert [row.name for row in found.listed] == ["Zebra Club"]
    assert "No club that is listed" in client.get("/clubs/", {"q": "%"}).text


def test_times_are_told_by_the_clubs_clock(client, ann):
    club = club_of(ann, time_zone="Pacific/Auckland")
    announcing.announce(club, ann, "Tea", now=NOW)
    for page in ("", "announcements/", "acts/"):
        assert "Dec. 1, 2026, 7 a.m." in client.get(f"/clubs/thursday-club/{page}").text


def test_the_page_of_rights_prints_the_table(client):
    page = client.get("/clubs/rights/").text
    rows = re.findall(r'<th scope="row">([^<]*)</th>(.*?)</tr>', page, re.S)
    told = {unescape(sentence): re.findall(r">(yes|no)<", cells) for sentence, cells in rows}
    assert told["Close the club for good"] == ["no", "no", "yes", "yes"]
    assert told["Leave the club; the last owner hands it over first"] == ["yes", "yes", "yes", "no"]
    assert list(told) == [str(right.label) for right in Right]


def test_odd_input_breaks_no_page(client, ann, club, monkeypatch):
    monkeypatch.setattr(zones, "zones_by_region", lambda: (("Europe", ("Europe/Paris",)),))
    enrol(club, person())
    quiet = Client(raise_request_exception=False)
    quiet.force_login(ann)
    base = "/clubs/thursday-club/"
    odd = ("\0", "\ud800".encode("utf-8", "surrogatepass"), "9" * 5000)
    for value in odd:
        data = dict.fromkeys(
            ("name", "description", "text", "words", "heir", "stays", "role", "act"), value
        )
        for page in ("settings/", "close/", "hand-over/", "announcements/new", "members/invite"):
            assert quiet.post(base + page, data).status_code in (302, 400, 422)
        assert quiet.post("/clubs/new/", data).status_code in (400, 422)
        assert quiet.post(f"{base}ask", data).status_code in (302, 400)
        for page in ("/clubs/", f"{base}members/", f"{base}acts/", f"{base}announcements/"):
            found = quiet.get(page, {"page": value, "before": value, "q": value})
            assert found.status_code in (200, 400)
    assert quiet.post(f"{base}members/{10**18}/remove").status_code == 404
    assert quiet.post(f"{base}members/{10**30}/remove").status_code == 404


def test_the_desk_closes_clubs_and_removes_announcements(client, ann, club):
    said = announcing.announce(club, ann, "Buy this", now=NOW)
    desk = browser_of(User.objects.create_superuser("Olga"))
    data = {"action": "remove_announcements", "_selected_action": [said.pk]}
    desk.post("/admin/accounts/announcement/", data)
    said.refresh_from_db()
    assert said.removed_at is not None
    data = {"action": "close_clubs", "_selected_action": [club.pk]}
    assert "Thursday Club: done." in desk.post("/admin/accounts/club/", data, follow=True).text
    again = desk.post("/admin/accounts/club/", data, follow=True).text
    assert "Thursday Club: This club is closed." in again
    listed = desk.get("/admin/accounts/clubact/").text
    assert "Olga closed the club." in listed
    for model in ("club", "announcement", "clubact"):
        assert desk.get(f"/admin/accounts/{model}/?q=thursday").status_code == 200
        assert desk.get(f"/admin/accounts/{model}/add/").status_code == 403
    act = ClubAct.objects.last()
    assert desk.get(f"/admin/accounts/clubact/{act.pk}/change/").status_code == 200
    assert desk.get(f"/admin/accounts/club/{club.pk}/change/").status_code == 200
    assert desk.get(f"/admin/accounts/announcement/{said.pk}/change/").status_code == 200
