"""Clubs for tests, made through the services."""

from __future__ import annotations

from itertools import count
from typing import Any

from accounts.clubs import founding, joining, roles
from accounts.clubs.founding import ClubSettings
from accounts.clubs.refusals import ClubRefused
from accounts.models import Club, ClubAct, Membership, User
from tests.clock import NOW

_numbers = count(1)


def person(name: str = "") -> User:
    return User.objects.create_user(name or f"Person {next(_numbers)}")


def club_of(owner: User, name: str = "Thursday Club", **more: Any) -> Club:
    return founding.found(owner, ClubSettings(name, **more), now=NOW)


def enrol(club: Club, user: User, role: str = "member") -> User:
    """Make somebody a member by the link, in this role."""
    joining.join_by_link(club.join_token, user, now=NOW)
    if role != "member":
        owner = Membership.objects.filter(club=club, role="owner", ended_at=None).first()
        roles.set_role(club, owner.user, user, role, now=NOW)
    return user


def role_in(club: Club, user: User) -> str:
    """The role that runs, "" for none."""
    running = Membership.objects.filter(club=club, user=user, ended_at=None)
    return running.values_list("role", flat=True).first() or ""


def code_of(call) -> str:
    """The code with which a call is refused."""
    before = ClubAct.objects.count()
    code = "done"
    try:
        call()
    except ClubRefused as refusal:
        code = refusal.code
    assert code == "done" or ClubAct.objects.count() == before
    return code
