"""What organisers do with a club's matches and seasons, written into the club's own record."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.club_rights import Right
from accounts.clubs import record as clubs_record
from accounts.clubs.standing import standing_of
from accounts.models import Club, User
from games.models import Seat
from games.services.refusals import Refused

SENTENCES: dict[str, str | Promise] = {
    "correction_strokes": _("%(actor)s set the strokes of a seat in match %(match)s: %(reason)s"),
    "correction_restored": _(
        "%(actor)s gave a seat in match %(match)s its strokes back: %(reason)s"
    ),
    "correction_void": _("%(actor)s has match %(match)s count nowhere: %(reason)s"),
    "correction_counts": _("%(actor)s has match %(match)s count again: %(reason)s"),
    "match_ended": _("%(actor)s ended the match at table %(match)s: %(reason)s"),
    "seat_replaced": _(
        "%(actor)s handed the seat of %(subject)s at table %(match)s to a bot: %(reason)s"
    ),
    "season_made": _("%(actor)s made the season “%(season)s”."),
    "season_changed": _("%(actor)s changed the season “%(season)s”."),
    "season_closed": _("%(actor)s closed the season “%(season)s”."),
    "season_deleted": _("%(actor)s took the season “%(season)s” away before it had a match."),
    "event_announced": _("%(actor)s announced the event “%(event)s”."),
    "event_changed": _("%(actor)s changed the event “%(event)s” (%(what)s)."),
    "event_cancelled": _("%(actor)s called the event “%(event)s” off."),
    "event_round": _("%(actor)s drew round %(round)s of the event “%(event)s”."),
    "report_hidden": _("%(actor)s hid a reported line of talk at table %(match)s."),
    "report_dismissed": _("%(actor)s left a reported line of talk at table %(match)s."),
    "daily_on": _("%(actor)s gave the club a daily nine of its own."),
    "daily_off": _("%(actor)s ended the club's own daily nine."),
    "daily_changed": _("%(actor)s changed the rules of the club's daily nine."),
    "rules_changed": _("%(actor)s changed the club's house rules (%(what)s)."),
}
"""How these acts read in the list of all that was done."""


def hold_club(club: Club, actor: User, right: Right) -> Club:
    """The club, locked for what somebody with a right does there. Raises ``Refused``.

    A closed club is an archive: nobody changes anything of it, the site's staff neither. Events are
    locked before matches, matches before people and clubs, and all before ``ratings.hold``. Whoever
    holds that adds results that refer to clubs: no key of a club changes here.
    """
    found = Club.objects.select_for_update(no_key=True).filter(pk=club.pk).first()
    if found is not None and found.is_closed:
        raise Refused("club_closed")
    if found is None or not standing_of(actor, found).may(right):
        raise Refused("not_organiser")
    return found


def record(
    club: Club,
    kind: str,
    actor: User | None,
    *,
    now: datetime,
    seat: Seat | None = None,
    **facts: Any,
) -> None:
    """Write an act down; a seat's player is whom it is about."""
    subject = seat.player.user if seat is not None and seat.player is not None else None
    clubs_record.record(club, kind, actor, subject=subject, now=now, **facts)
