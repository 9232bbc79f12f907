"""What organisers tell the members."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.club_rights import Right
from accounts.clubs.record import hold, record
from accounts.clubs.refusals import ClubRefused
from accounts.clubs.standing import require
from accounts.clubs.texts import clean_text
from accounts.models import Announcement, Club, ClubAct, User

A_DAY_MAX = 20

_KIND = ClubAct.Kind


def announce(
    club: Club, actor: User, text: str, *, is_pinned: bool = False, now: datetime
) -> Announcement:
    """Tell the members something. Raises ``ClubRefused``."""
    text = clean_text(text, Announcement.TEXT_MAX, is_needed=True)
    with transaction.atomic():
        club = hold(club.pk, actor, now=now)
        require(actor, club, Right.ANNOUNCE)
        if club.announcements.filter(at__gt=now - timedelta(days=1)).count() >= A_DAY_MAX:
            raise ClubRefused("too_many_announced")
        made = Announcement.objects.create(
            club=club, author=actor, text=text, at=now, is_pinned=is_pinned
        )
        record(club, _KIND.ANNOUNCED, actor, now=now, announcement=made.pk)
    return made


def edit(club: Club, actor: User, pk: int, text: str, *, now: datetime) -> bool:
    """Write it anew; False where nothing is different. Raises ``ClubRefused``."""
    text = clean_text(text, Announcement.TEXT_MAX, is_needed=True)
    with transaction.atomic():
        found = _held(club, actor, pk, now)
        before = found.text
        if before == text:
            return False
        found.text, found.edited_at = text, now
        found.save(update_fields=["text", "edited_at"])
        kind = _KIND.ANNOUNCEMENT_EDITED
        record(found.club, kind, actor, now=now, announcement=pk, before=before)
    return True


def pin(club: Club, actor: User, pk: int, *, is_pinned: bool, now: datetime) -> bool:
    """Keep it at the top, or no longer; False where it is so. Raises ``ClubRefused``."""
    with transaction.atomic():
        found = _held(club, actor, pk, now)
        if found.is_pinned == is_pinned:
            return False
        found.is_pinned = is_pinned
        found.save(update_fields=["is_pinned"])
        kind = _KIND.ANNOUNCEMENT_PINNED if is_pinned else _KIND.ANNOUNCEMENT_UNPINNED
        record(found.club, kind, actor, now=now, announcement=pk)
    return True


def remove(club: Club, actor: User, pk: int, *, now: datetime) -> None:
    """Show it to nobody any more; the record keeps it. Raises ``ClubRefused``."""
    with transaction.atomic():
        found = _held(club, actor, pk, now)
        found.removed_at = now
        found.save(update_fields=["removed_at"])
        record(found.club, _KIND.ANNOUNCEMENT_REMOVED, actor, now=now, announcement=pk)


def _held(club: Club, actor: User, pk: int, now: datetime) -> Announcement:
    club = hold(club.pk, actor, now=now)
    require(actor, club, Right.ANNOUNCE)
    found = club.announcements.filter(pk=pk, removed_at__isnull=True).first()
    if found is None:
        raise ClubRefused("no_announcement")
    return found
