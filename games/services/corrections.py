"""Results put right by an organiser, as new rows with a reason: nothing is written over.

What was played stays in the log, and a closed season keeps its table; everything else follows.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.club_rights import Right
from accounts.models import User
from games.models import Correction, Match, Seat
from games.selectors.corrected import corrected
from games.selectors.correcting import may_correct
from games.services.club_record import hold_club, record
from games.services.ledger import lock_match
from games.services.refusals import Refused
from games.services.results import record_results

STROKES = range(-999, 1000)
REASON_MAX = 300


def set_strokes(
    match_id: int, number: int, strokes: int, *, author: User, reason: str, now: datetime
) -> Correction:
    """Set the total of a seat of a finished match. Raises ``Refused``."""
    if strokes not in STROKES:
        raise Refused("bad_strokes")
    with transaction.atomic():
        match, seat = _seat(match_id, number, author)
        if corrected([match.pk])[match.pk].strokes.get(seat.pk, seat.total) == strokes:
            raise Refused("nothing_changes")
        row = Correction(match=match, seat=seat, kind=Correction.Kind.STROKES, strokes=strokes)
        return _keep(row, author, reason, now)


def restore_strokes(
    match_id: int, number: int, *, author: User, reason: str, now: datetime
) -> Correction:
    """Have a seat's total be what was played again. Raises ``Refused``."""
    with transaction.atomic():
        match, seat = _seat(match_id, number, author)
        if seat.pk not in corrected([match.pk])[match.pk].strokes:
            raise Refused("nothing_changes")
        row = Correction(match=match, seat=seat, kind=Correction.Kind.RESTORED)
        return _keep(row, author, reason, now)


def void_match(match_id: int, *, author: User, reason: str, now: datetime) -> Correction:
    """Have a finished match count nowhere. Raises ``Refused``."""
    return _count(match_id, Correction.Kind.VOID, author=author, reason=reason, now=now)


def count_again(match_id: int, *, author: User, reason: str, now: datetime) -> Correction:
    """Have a match that was void count again. Raises ``Refused``."""
    return _count(match_id, Correction.Kind.COUNTS, author=author, reason=reason, now=now)


def _count(
    match_id: int, kind: Correction.Kind, *, author: User, reason: str, now: datetime
) -> Correction:
    with transaction.atomic():
        match = _match(match_id, author)
        if corrected([match.pk])[match.pk].is_void is (kind == Correction.Kind.VOID):
            raise Refused("nothing_changes")
        return _keep(Correction(match=match, kind=kind), author, reason, now)


def _match(match_id: int, author: User) -> Match:
    match = lock_match(match_id)
    if match.club is not None:
        match.club = hold_club(match.club, author, Right.CORRECT)
    if not may_correct(author, match):
        raise Refused("not_organiser")
    if match.status != Match.Status.FINISHED or match.what_if_of_id is not None:
        raise Refused("not_finished")
    return match


def _seat(match_id: int, number: int, author: User) -> tuple[Match, Seat]:
    match = _match(match_id, author)
    seat = match.seats.filter(number=number).first()
    if seat is None:
        raise Refused("no_such_seat")
    return match, seat


def _keep(row: Correction, author: User, reason: str, now: datetime) -> Correction:
    row.reason, row.author, row.at = reason.strip(), author, now
    if not 1 <= len(row.reason) <= REASON_MAX:
        raise Refused("no_reason")
    row.save()
    if row.match.club is not None:
        about = {"match": row.match.slug, "correction": row.pk, "reason": row.reason}
        record(row.match.club, f"correction_{row.kind}", author, now=now, seat=row.seat, **about)
    record_results([row.match_id], are_put_right=True)
    return row
