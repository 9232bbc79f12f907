from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts import blocks, names
from accounts.club_rights import RIGHTS, ROLES, Right
from accounts.club_selectors import club_for, club_head, clubs_of, membership_of
from accounts.clubs import announcing, founding, joining, roles
from accounts.clubs.founding import ClubSettings
from accounts.clubs.texts import clean_text
from accounts.models import Announcement, Club, ClubAct, ClubBar, JoinRequest, Membership, User
from tests.accounts.club_world import NOW, club_of, code_of, enrol, person, role_in

pytestmark = pytest.mark.django_db


def test_a_founder_owns_the_club():
    ann = person("Ann")
    club = club_of(ann, "  Thursday   Club ", description="Cards\r\nand tea")
    assert (club.name, club.slug, club.description) == (
        "Thursday Club",
        "thursday-club",
        "Cards\nand tea",
    )
    assert membership_of(ann, club).role == "owner"
    assert list(clubs_of(ann)) == [club]


@pytest.mark.parametrize("other", ["thursday CLUB", "Thursday Club", "\uff34hursday Club"])
def test_two_clubs_never_have_one_name(other):
    club_of(person())
    assert code_of(lambda: club_of(person(), other)) == "name_taken"
    elsewhere = club_of(person(), "Friday Club")
    owner = elsewhere.memberships.get().user
    settings = replace(founding.settings_of(elsewhere), name=other)
    refused = code_of(lambda: founding.change_settings(elsewhere, owner, settings, now=NOW))
    assert refused == "name_taken"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("X", "A name has 2 to 40 characters."),
        ("x" * 41, "A name has 2 to 40 characters."),
        ("=SUM(A1)", "Use letters, digits, single spaces"),
        ("T\u0435\u0430 Club", "Use letters of one alphabet."),
        ("Golf Club", "This name is reserved."),
        ("Staff of the house", "This name is reserved."),
    ],
)
def test_a_clubs_name_is_well_formed_and_not_the_houses(name, sentence):
    with pytest.raises(founding.ClubRefused, match="bad_name") as refused:
        club_of(person(), name)
    assert refused.value.message.startswith(sentence)


def test_a_club_may_be_called_what_a_person_may_not():
    assert club_of(person(), "Guest House Former Pupils").slug == "guest-house-former-pupils"
    with pytest.raises(names.ValidationError):
        names.validate_not_reserved("Former Pupils")


def test_addresses_are_of_letters_and_each_clubs_own():
    slugs = [
        club_of(person(), name).slug for name in ("高尔夫", "ゴルフ会", "New", "Café 9", "Cafe-9")
    ]
    assert slugs == ["club", "club-2", "new-2", "cafe-9", "cafe-9-2"]


def test_a_closed_club_frees_its_name_and_keeps_its_address():
    ann, ben = person("Ann"), person("Ben")
    club = club_of(ann)
    enrol(club, ben)
    founding.close(club, ann, now=NOW)
    again = club_of(ben)
    assert (again.name, again.slug) == ("Thursday Club", "thursday-club-2")
    assert Club.objects.get(slug="thursday-club").is_closed
    assert list(clubs_of(ann)) == []
    assert membership_of(ann, Club.objects.get(pk=club.pk)) is None
    with pytest.raises(Club.DoesNotExist):
        club_for(ann, "thursday-club")
    refused = [
        code_of(lambda: joining.join_by_link(club.join_token, ben, now=NOW)),
        code_of(lambda: founding.close(club, ann, now=NOW)),
        code_of(lambda: announcing.announce(club, ann, "Hello", now=NOW)),
    ]
    assert refused == ["bad_link", "club_gone", "club_gone"]


def test_nobody_owns_too_many_clubs_and_no_guest_any():
    ann = person()
    for number in range(5):
        club_of(ann, f"Club {number}a")
    assert code_of(lambda: club_of(ann, "One more")) == "too_many_clubs"
    founding.close(Club.objects.get(slug="club-0a"), ann, now=NOW)
    assert code_of(lambda: club_of(ann, "One more")) == "too_many_founded"
    guest = User.objects.create_guest()
    assert code_of(lambda: club_of(guest, "Guests")) == "guests_found_none"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"time_zone": "Mars/Olympus"}, "bad_zone"),
        ({"language": "klingon"}, "bad_language"),
        ({"joining": "never"}, "bad_joining"),
        ({"description": "x" * 1001}, "bad_words"),
    ],
)
def test_settings_that_can_not_be_are_refused(wrong, code):
    assert code_of(lambda: club_of(person(), "Tea", **wrong)) == code


def test_changed_settings_are_told_with_what_they_were():
    ann = person("Ann")
    club = club_of(ann)
    settings = ClubSettings("Friday Club", time_zone="Pacific/Apia", is_listed=False)
    assert founding.change_settings(club, ann, settings, now=NOW)
    assert not founding.change_settings(club, ann, settings, now=NOW)
    assert ClubAct.objects.last().facts == {
        "changed": {
            "name": ["Thursday Club", "Friday Club"],
            "time_zone": ["UTC", "Pacific/Apia"],
            "is_listed": [True, False],
        }
    }
    club.refresh_from_db()
    assert (club.name_key, club.slug) == ("friday club", "thursday-club")


def test_the_link_takes_in_whoever_has_it_until_it_is_renewed():
    ann, ben, cleo = person(), person(), User.objects.create_guest()
    club = club_of(ann, joining="invitation")
    old = club.join_token
    joining.join_by_link(old, cleo, now=NOW)
    founding.renew_link(club, ann, now=NOW)
    assert code_of(lambda: joining.join_by_link(old, ben, now=NOW)) == "bad_link"
    club.refresh_from_db()
    joining.join_by_link(club.join_token, ben, now=NOW)
    assert (role_in(club, ben), role_in(club, cleo)) == ("member", "member")
    again = code_of(lambda: joining.join_by_link(club.join_token, ben, now=NOW))
    assert again == "member_already"


@pytest.mark.parametrize(
    ("how", "joins", "asks"),
    [
        ("open", "done", "not_by_request"),
        ("request", "not_open", "done"),
        ("invitation", "not_open", "not_by_request"),
    ],
)
def test_who_may_join_is_as_the_club_set_it(how, joins, asks):
    club = club_of(person(), joining=how)
    assert code_of(lambda: joining.join(club, person(), now=NOW)) == joins
    assert code_of(lambda: joining.ask(club, person(), "", now=NOW)) == asks


def test_a_request_is_answered_once_and_asked_again_after_a_week():
    ann, ben = person(), person()
    club = club_of(ann)
    joining.ask(club, ben, " Please,\n let me in ", now=NOW)
    assert JoinRequest.objects.get().words == "Please, let me in"
    assert code_of(lambda: joining.ask(club, ben, "", now=NOW)) == "asked_already"
    joining.answer(club, ann, ben, accepts=False, now=NOW)
    assert code_of(lambda: joining.answer(club, ann, ben, accepts=True, now=NOW)) == "not_asked"
    assert code_of(lambda: joining.ask(club, ben, "", now=NOW)) == "asked_lately"
    later = NOW + timedelta(days=7)
    joining.ask(club, ben, "", now=later)
    joining.answer(club, ann, ben, accepts=True, now=later)
    answered = JoinRequest.objects.last()
    assert (answered.accepted, answered.answered_by, answered.answered_at) == (True, ann, later)
    assert role_in(club, ben) == "member"


def test_a_request_can_be_taken_back():
    club, ben = club_of(person()), person()
    joining.ask(club, ben, "", now=NOW)
    joining.withdraw_request(club, ben, now=NOW)
    assert code_of(lambda: joining.withdraw_request(club, ben, now=NOW)) == "not_asked"


def test_nobody_asks_more_than_twenty_clubs(monkeypatch):
    assert joining.REQUESTS_MAX == 20
    monkeypatch.setattr(joining, "REQUESTS_MAX", 2)
    ben = person()
    for _number in range(2):
        joining.ask(club_of(person(), f"Club of {person()}"), ben, "", now=NOW)
    club = club_of(person())
    assert code_of(lambda: joining.ask(club, ben, "", now=NOW)) == "too_many_asked"


def test_an_invitation_is_answered_by_who_is_invited():
    ann, ben, cleo = person(), person(), person()
    club = club_of(ann, joining="invitation")
    joining.invite(club, ann, ben, now=NOW)
    assert code_of(lambda: joining.invite(club, ann, ben, now=NOW)) == "invited_already"
    wrong = code_of(lambda: joining.answer_invitation(club, cleo, accepts=True, now=NOW))
    assert wrong == "not_invited"
    joining.answer_invitation(club, ben, accepts=False, now=NOW)
    assert code_of(lambda: joining.invite(club, ann, ben, now=NOW)) == "invited_lately"
    joining.invite(club, ann, ben, now=NOW + timedelta(days=31))
    joining.answer_invitation(club, ben, accepts=True, now=NOW + timedelta(days=32))
    assert role_in(club, ben) == "member"
    assert code_of(lambda: joining.invite(club, ann, ben, now=NOW)) == "they_are_member"
    assert code_of(lambda: joining.invite(club, ann, ann, now=NOW)) == "not_yourself"


def test_joining_answers_all_that_was_asked():
    ann, ben = person(), person()
    club = club_of(ann)
    joining.ask(club, ben, "", now=NOW)
    joining.invite(club, ann, ben, now=NOW)
    enrol(club, ben)
    assert not joining.open_requests().exists()
    assert not joining.open_invitations().exists()


def test_who_is_blocked_is_not_invited_and_sees_no_invitation_of_before():
    ann, ben = person(), person()
    club = club_of(ann, joining="invitation")
    joining.invite(club, ann, ben, now=NOW)
    blocks.block(ben, ann, now=NOW)
    answer = code_of(lambda: joining.answer_invitation(club, ben, accepts=True, now=NOW))
    assert answer == "not_invited"
    assert club_head(ben, club).entry == "invitation"
    joining.withdraw_invitation(club, ann, ben, now=NOW)
    assert code_of(lambda: joining.invite(club, ann, ben, now=NOW)) == "blocked"
    enrol(club, ben)
    assert role_in(club, ben) == "member"


def test_a_name_is_found_however_it_is_cased():
    ben = person("Ben")
    assert joining.find("bEN") == ben
    assert code_of(lambda: joining.find("Ben\0")) == "nobody_named"
    assert code_of(lambda: joining.find("x" * 999)) == "nobody_named"


def test_a_removed_member_stays_out_until_let_back():
    ann, ben = person(), person()
    club = club_of(ann, joining="open")
    enrol(club, ben)
    roles.remove(club, ann, ben, now=NOW)
    assert Membership.objects.get(club=club, user=ben).ended_at == NOW
    assert club_head(ben, club).entry == "barred"
    refused = [
        code_of(lambda: joining.join(club, ben, now=NOW)),
        code_of(lambda: joining.join_by_link(club.join_token, ben, now=NOW)),
        code_of(lambda: joining.invite(club, ann, ben, now=NOW)),
        code_of(lambda: roles.remove(club, ann, ben, now=NOW)),
    ]
    assert refused == ["barred", "barred", "they_are_barred", "they_are_none"]
    roles.lift_bar(club, ann, ben, now=NOW)
    assert code_of(lambda: roles.lift_bar(club, ann, ben, now=NOW)) == "not_barred"
    joining.join(club, ben, now=NOW)
    assert Membership.objects.filter(club=club, user=ben).count() == 2


def test_a_member_who_left_may_come_back():
    ann, ben = person(), person()
    club = club_of(ann)
    enrol(club, ben)
    roles.leave(club, ben, now=NOW)
    enrol(club, ben)
    assert role_in(club, ben) == "member"
    assert not ClubBar.objects.exists()


def test_organisers_remove_members_and_owners_remove_organisers():
    ann, ben, cleo, dora = (person() for _ in range(4))
    club = club_of(ann)
    enrol(club, ben, "organiser")
    enrol(club, cleo, "organiser")
    enrol(club, dora)
    assert code_of(lambda: roles.remove(club, ben, cleo, now=NOW)) == "no_right"
    assert code_of(lambda: roles.remove(club, ben, ann, now=NOW)) == "no_right"
    assert code_of(lambda: roles.remove(club, dora, cleo, now=NOW)) == "no_right"
    assert code_of(lambda: roles.remove(club, ben, ben, now=NOW)) == "not_yourself"
    roles.remove(club, ben, dora, now=NOW)
    roles.remove(club, ann, ben, now=NOW)
    assert code_of(lambda: roles.remove(club, person(), cleo, now=NOW)) == "no_member"


def test_the_last_owner_stays_one():
    ann, ben = person(), person()
    club = club_of(ann)
    staff = User.objects.create_superuser("Olga")
    assert code_of(lambda: roles.leave(club, ann, now=NOW)) == "last_member"
    enrol(club, ben)
    refused = [
        code_of(lambda: roles.leave(club, ann, now=NOW)),
        code_of(lambda: roles.set_role(club, ann, ann, "organiser", now=NOW)),
        code_of(lambda: roles.set_role(club, staff, ann, "member", now=NOW)),
        code_of(lambda: roles.remove(club, staff, ann, now=NOW)),
    ]
    assert refused == ["last_owner"] * 4
    roles.set_role(club, ann, ben, "owner", now=NOW)
    roles.leave(club, ann, now=NOW)
    assert (role_in(club, ann), role_in(club, ben)) == ("", "owner")


def test_a_suspended_owner_counts_for_none():
    ann, ben = person(), person()
    club = club_of(ann)
    enrol(club, ben, "owner")
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert code_of(lambda: roles.leave(club, ann, now=NOW)) == "last_owner"
    ben.refresh_from_db()
    late = code_of(lambda: roles.hand_club_over(club, ann, ben, stays=True, now=NOW))
    assert late == "last_owner"


def test_roles_are_given_by_owners_to_members_with_an_account():
    ann, ben, guest = person(), person(), User.objects.create_guest()
    club = club_of(ann)
    for each in (ben, guest):
        enrol(club, each)
    refused = [
        code_of(lambda: roles.set_role(club, ann, guest, "organiser", now=NOW)),
        code_of(lambda: roles.hand_club_over(club, ann, guest, stays=True, now=NOW)),
        code_of(lambda: roles.set_role(club, ben, ben, "owner", now=NOW)),
        code_of(lambda: roles.set_role(club, ann, ben, "king", now=NOW)),
        code_of(lambda: roles.set_role(club, ann, person(), "owner", now=NOW)),
    ]
    assert refused == ["guest_role", "guest_role", "no_right", "bad_role", "they_are_none"]
    assert roles.set_role(club, ann, ben, "organiser", now=NOW)
    assert not roles.set_role(club, ann, ben, "organiser", now=NOW)


@pytest.mark.parametrize(("stays", "after"), [(True, "organiser"), (False, "")])
def test_a_club_is_handed_over(stays, after):
    ann, ben = person(), person()
    club = club_of(ann)
    enrol(club, ben)
    refused = code_of(lambda: roles.hand_club_over(club, ann, ann, stays=stays, now=NOW))
    assert refused == "not_yourself"
    roles.hand_club_over(club, ann, ben, stays=stays, now=NOW)
    assert (role_in(club, ann), role_in(club, ben)) == (after, "owner")


def test_announcements_are_pinned_edited_and_removed():
    ann, ben = person("Ann"), person()
    club = club_of(ann)
    enrol(club, ben)
    first = announcing.announce(club, ann, "Cards on Thursday\u202e", is_pinned=True, now=NOW)
    second = announcing.announce(club, ann, "Bring tea", now=NOW + timedelta(hours=1))

    def seen(viewer):
        return [line.text for line in club_head(viewer, club).announcements]

    assert seen(ben) == ["Cards on Thursday", "Bring tea"]
    assert seen(person()) == []
    assert announcing.pin(club, ann, first.pk, is_pinned=False, now=NOW)
    assert not announcing.pin(club, ann, first.pk, is_pinned=False, now=NOW)
    assert seen(ben) == ["Bring tea", "Cards on Thursday"]
    assert announcing.edit(club, ann, second.pk, "Bring cake", now=NOW)
    assert not announcing.edit(club, ann, second.pk, "Bring cake ", now=NOW)
    assert ClubAct.objects.last().facts == {"announcement": second.pk, "before": "Bring tea"}
    announcing.remove(club, ann, first.pk, now=NOW)
    assert seen(ben) == ["Bring cake"]
    assert Announcement.objects.get(pk=first.pk).text == "Cards on Thursday"
    elsewhere = club_of(ann, "Elsewhere")
    refused = [
        code_of(lambda: announcing.edit(club, ann, first.pk, "Again", now=NOW)),
        code_of(lambda: announcing.remove(elsewhere, ann, second.pk, now=NOW)),
        code_of(lambda: announcing.announce(club, ben, "Hello", now=NOW)),
        code_of(lambda: announcing.announce(club, ann, " \u200b ", now=NOW)),
        code_of(lambda: announcing.announce(club, ann, "x" * 2001, now=NOW)),
    ]
    assert refused == ["no_announcement", "no_announcement", "no_right", "no_words", "bad_words"]


def test_twenty_announcements_a_day_are_enough():
    ann = person()
    club = club_of(ann)
    for number in range(20):
        announcing.announce(club, ann, f"Number {number}", now=NOW)
    assert code_of(lambda: announcing.announce(club, ann, "More", now=NOW)) == "too_many_announced"
    announcing.announce(club, ann, "More", now=NOW + timedelta(days=1))


def test_nobody_floods_the_record():
    ann = person()
    club = club_of(ann)
    acts = [ClubAct(club=club, kind="joined", actor=ann, at=NOW) for _number in range(200)]
    ClubAct.objects.bulk_create(acts)
    assert code_of(lambda: founding.renew_link(club, ann, now=NOW)) == "too_fast"
    assert code_of(lambda: club_of(ann, "Another")) == "too_fast"
    founding.renew_link(club, ann, now=NOW + timedelta(hours=1))


def test_texts_lose_what_can_not_be_kept_or_seen():
    assert clean_text(" a\0b\ud800\u202e\r\n\n\n\nc\t ", 20) == "ab\n\nc"


def test_every_right_is_in_the_table_once_and_owners_have_all():
    assert set(RIGHTS) == set(Right)
    assert all("owner" in having for having in RIGHTS.values())
    assert set().union(*RIGHTS.values()) == set(ROLES)
