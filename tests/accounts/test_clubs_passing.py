from __future__ import annotations

import pytest

from accounts import closing, merging
from accounts.club_selectors import clubs_of
from accounts.clubs import announcing, joining, roles
from accounts.models import ClubAct, ClubBar, ClubInvitation, JoinRequest, Membership, User
from tests.accounts.club_world import NOW, club_of, code_of, enrol, person, role_in
from tests.accounts.conftest import PASSWORD, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return person("Ann")


@pytest.fixture
def club(ann):
    return club_of(ann)


def test_a_guest_who_signs_up_stays_a_member(client, guest, club):
    enrol(club, guest)
    sign_up(client, "Gustav")
    gustav = User.objects.get(username="Gustav")
    assert gustav.pk == guest.pk
    assert list(clubs_of(gustav)) == [club]


def test_a_guests_memberships_and_questions_go_to_the_account(ann, club):
    guest, ben = User.objects.create_guest(), person("Ben")
    asked, invited = club_of(person(), "Asked"), club_of(person(), "Invited")
    enrol(club, guest)
    joining.ask(asked, guest, "", now=NOW)
    joining.invite(invited, invited.memberships.get().user, guest, now=NOW)
    merging.merge(guest, ben)
    assert role_in(club, ben) == "member"
    assert JoinRequest.objects.get().user == ben
    assert ClubInvitation.objects.get().user == ben
    assert not ClubAct.objects.filter(actor=guest).exists()
    assert not ClubAct.objects.filter(subject=guest).exists()


def test_a_role_of_the_account_outlives_the_guests_membership(ann, club):
    guest = User.objects.create_guest()
    enrol(club, guest)
    other = club_of(ann, "Other")
    joining.ask(other, guest, "", now=NOW)
    merging.merge(guest, ann)
    assert role_in(club, ann) == "owner"
    assert Membership.objects.filter(club=club, ended_at=None).count() == 1
    assert not JoinRequest.objects.exists()


def test_who_was_removed_does_not_come_back_as_a_guest(ann, club):
    ben, guest = person("Ben"), User.objects.create_guest()
    enrol(club, ben)
    roles.remove(club, ann, ben, now=NOW)
    enrol(club, guest)
    merging.merge(guest, ben)
    assert role_in(club, ben) == ""
    assert [bar.user for bar in ClubBar.objects.all()] == [ben]
    assert (ClubAct.objects.last().kind, ClubAct.objects.last().actor) == ("removed", None)


def test_a_removed_guest_stays_removed_with_an_account(ann, club):
    ben, guest = person("Ben"), User.objects.create_guest()
    enrol(club, guest)
    roles.remove(club, ann, guest, now=NOW)
    merging.merge(guest, ben)
    assert code_of(lambda: joining.join_by_link(club.join_token, ben, now=NOW)) == "barred"


def test_the_last_owner_of_others_can_not_close_the_account(client, bruno):
    club, tea = club_of(bruno), club_of(bruno, "Tea")
    for each in (club, tea):
        enrol(each, person())
    client.force_login(bruno)
    page = client.get("/accounts/close/").text
    assert "/clubs/thursday-club/hand-over/" in page
    answer = client.post("/accounts/close/", {"password": PASSWORD})
    assert answer.status_code == 409
    assert "Hand over first: you are the last owner of " in answer.text
    assert "Tea and Thursday Club" in answer.text
    bruno.refresh_from_db()
    assert not bruno.is_closed
    assert role_in(club, bruno) == "owner"


def test_a_closed_account_leaves_its_clubs_and_closes_those_it_is_alone_in(ann, club):
    ben = person("Ben")
    enrol(club, ben, "organiser")
    announcing.announce(club, ben, "Tea", now=NOW)
    alone, asked = club_of(ben, "Alone"), club_of(person(), "Asked")
    joining.ask(asked, ben, "This is Ben", now=NOW)
    closing.close(ben)
    alone.refresh_from_db()
    club.refresh_from_db()
    assert (alone.is_closed, club.is_closed) == (True, False)
    assert Membership.objects.get(club=club, user=ben).ended_at is not None
    assert not JoinRequest.objects.exists()
    assert [str(each.author) for each in club.announcements.all()] == ["Former player"]
    assert set(
        ClubAct.objects.filter(actor=ben, kind__in=["closed", "left"]).values_list(
            "club__name", "kind"
        )
    ) == {("Alone", "closed"), ("Thursday Club", "left")}


def test_the_desk_says_whose_account_is_kept(client, ann, club):
    ben, cleo = person("Ben"), person("Cleo")
    enrol(club, ben)
    client.force_login(User.objects.create_superuser("Olga"))
    data = {"action": "close_accounts", "_selected_action": [ann.pk, cleo.pk]}
    page = client.post("/admin/accounts/user/", data, follow=True).text
    assert "Ann: Hand over first: you are the last owner of Thursday Club." in page
    assert "1 account is closed." in page
    assert set(User.objects.filter(closed_at=None).values_list("username", flat=True)) == {
        "Ann",
        "Ben",
        "Olga",
    }


def test_nobody_who_is_gone_is_made_a_member(ann, club):
    ben = person("Ben")
    joining.ask(club, ben, "", now=NOW)
    closing.close(ben)
    refused = code_of(lambda: joining.answer(club, ann, ben, accepts=True, now=NOW))
    assert refused == "nobody_there"
