"""A club's own daily nine: switched on and off by its organisers, who choose by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.club_rights import Right
from accounts.models import Club, User
from games.models import ClubDaily
from games.selectors.daily import current_nine
from games.services.club_record import hold_club, record
from games.services.daily import nine_of
from games.services.solitaire import read_rules

TOGGLES = ("queens_on_kings", "turn_the_corner", "deal_when", "packs", "winnable_only")


def choose_daily(
    club: Club, actor: User, *, is_on: bool, choices: Mapping[str, Any], now: datetime
) -> bool:
    """Switch a club's own nine on or off and choose its toggles; returns whether from today on.

    A nine that has been made never changes. One that is played today and isn't made yet is made
    by the rules it had, so that what is chosen now holds from tomorrow on. Raises ``Refused``.
    """
    rules = read_rules({name: choices[name] for name in TOGGLES if name in choices})
    wanted = {name: _plain(getattr(rules, name)) for name in TOGGLES}
    with transaction.atomic():
        found = hold_club(club, actor, Right.RULES)
        own = ClubDaily.objects.filter(club=found).first() or ClubDaily(club=found, is_on=False)
        if own.is_on:
            nine_of(found, now)
        is_from_today = current_nine(found, now) is None
        if own.is_on is is_on and own.choices == wanted:
            return is_from_today
        kind = "daily_changed" if own.is_on is is_on else "daily_on" if is_on else "daily_off"
        own.is_on, own.choices = is_on, wanted
        own.save()
        record(found, kind, actor, now=now)
        return is_from_today


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value
