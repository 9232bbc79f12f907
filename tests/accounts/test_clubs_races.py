"""Many at once in one club: threads against a real database, each with its own connection."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from accounts import closing
from accounts.clubs import joining, roles
from accounts.clubs.refusals import ClubRefused
from accounts.models import Club, ClubAct, Membership
from tests.accounts.club_world import NOW, club_of, enrol, person, role_in

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """Run the calls in threads that start together; returns "done" or the refusals' codes."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait()
        try:
            call()
        except ClubRefused as refusal:
            return refusal.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(run, calls))


def owners(club):
    return Membership.objects.filter(club=club, role="owner", ended_at=None).count()


def test_of_two_owners_who_leave_at_once_one_stays():
    ann, ben = person(), person()
    club = club_of(ann)
    enrol(club, ben, "owner")
    enrol(club, person())
    results = at_once(
        lambda: roles.leave(club, ann, now=NOW), lambda: roles.leave(club, ben, now=NOW)
    )
    assert results == ["done", "last_owner"]
    assert owners(club) == 1


def test_owners_who_leave_demote_and_close_their_accounts_at_once_never_leave_none():
    people = [person() for _number in range(4)]
    club = club_of(people[0])
    for each in people[1:]:
        enrol(club, each, "owner")
    enrol(club, person())
    ann, ben, cleo, dora = people
    results = at_once(
        lambda: closing.close(ann),
        lambda: roles.leave(club, ben, now=NOW),
        lambda: roles.set_role(club, cleo, cleo, "member", now=NOW),
        lambda: roles.remove(club, dora, cleo, now=NOW),
        lambda: roles.hand_club_over(club, dora, ben, stays=False, now=NOW),
    )
    assert "done" in results
    assert owners(club) >= 1


def test_one_name_is_founded_once():
    people = [person() for _number in range(5)]
    results = at_once(*[lambda p=p: club_of(p) for p in people])
    assert results == ["done"] + ["name_taken"] * 4
    assert Club.objects.count() == 1


def test_who_comes_in_two_ways_at_once_is_one_member():
    ann, ben = person(), person()
    club = club_of(ann)
    joining.ask(club, ben, "", now=NOW)
    at_once(
        *[lambda: joining.join_by_link(club.join_token, ben, now=NOW)] * 3,
        lambda: joining.answer(club, ann, ben, accepts=True, now=NOW),
    )
    assert role_in(club, ben) == "member"
    assert Membership.objects.filter(club=club, user=ben).count() == 1
    assert ClubAct.objects.filter(kind="joined", actor=ben).count() == 1
