"""Messages leave the outbox: gathered for each person, sent once, tried again when that fails.

A letter is claimed in one transaction, sent outside of any, and its end written after. A sender
that is killed in between leaves a claim that runs out; then another sends the same letter again,
under the same name. Nothing here runs where a match is locked.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.db import transaction
from django.utils import translation

from accounts import push
from accounts.models import MessageChoice, PushSubscription, User
from accounts.reaching import Reach, address_of, hold, note_digest, reach_of
from games.letters import push_payload, send_mail
from games.models import Message, Player
from games.selectors.letters import Letter, letter_of
from games.selectors.relevance import Recipient, Why

logger = logging.getLogger(__name__)

# Longer than any attempt takes: two senders never have one letter in hand.
CLAIMED_FOR = timedelta(minutes=10)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 720))
SWEEP_SECONDS_MAX = 60
JUDGED_EVERY = timedelta(days=1)

_ABOUT_ONE_MAIL = (SMTPResponseException, SMTPRecipientsRefused)

_Timing = MessageChoice.Timing


@dataclass(frozen=True, slots=True)
class Claim:
    """A letter in the hands of one sender, until ``until``; ``keys`` are its messages."""

    letter: Letter
    user: User
    keys: tuple[int, ...]
    attempt: int
    until: datetime
    is_digest: bool


class ServerDownError(Exception):
    """The mail server can't be reached: trying it with other letters now is in vain."""


def send_due(
    now: datetime, *, limit: int = 50, should_stop: Callable[[], bool] = lambda: False
) -> int:
    """Send what is due, person by person; returns how many letters went out.

    Safe with several senders, and with one that is killed.
    """
    due = (
        Message.objects.due(now).order_by("send_after", "pk").values_list("recipient_id", flat=True)
    )
    started, sent = time.monotonic(), 0
    with translation.override(settings.LANGUAGE_CODE):
        for player_id in dict.fromkeys(due[:limit]):
            if should_stop() or time.monotonic() - started > SWEEP_SECONDS_MAX:
                break
            for claim in claim_letters(player_id, now):
                try:
                    sent += _carry_out(claim, now)
                except ServerDownError:
                    return sent
    return sent


def claim_letters(player_id: int, now: datetime) -> list[Claim]:
    """Take what is due for one player in hand: new messages as one letter, and old letters again.

    What need not be told any more is dropped, with the reason; what a vacation keeps back waits.
    """
    with transaction.atomic():
        # Whoever writes messages refers to this row too and must not wait: no key changes.
        player = Player.objects.select_for_update(no_key=True, of=("self",)).filter(pk=player_id)
        found = player.select_related("user").first()
        if found is None:
            return []
        daily = Message.objects.due(now).filter(recipient=found, timing=_Timing.DAILY)
        if found.user_id and daily.exists():
            hold(found.user_id)
        reach = reach_of([found.user_id])[found.user_id] if found.user_id else Reach()
        rows = _taken(found, reach, now)
        recipient = Recipient(found, reach, rows, now)
        kept = [row for row in rows if _is_kept(row, recipient, now)]
        if found.user is None:
            return []
        old: dict[str, list[Message]] = {}
        for row in kept:
            if row.letter:
                old.setdefault(row.letter, []).append(row)
        new = [row for row in kept if not row.letter]
        claims = [_claim(letter, found.user, reach, name, now) for name, letter in old.items()]
        if any(row.send_after <= now for row in new):
            claims.append(_claim(new, found.user, reach, _name_of(new), now))
        return [claim for claim in claims if claim is not None]


def _taken(player: Player, reach: Reach, now: datetime) -> list[Message]:
    """What is due for a player, and what would follow within the quiet period anyway."""
    waiting = Message.objects.pending().filter(recipient=player, send_after__lte=now + reach.quiet)
    taken = []
    locked = waiting.select_for_update(of=("self",)).order_by("pk")
    for row in locked.select_related("match__preset"):
        if row.send_after <= now:
            if row.letter or row.timing != _Timing.DAILY or not _postpone(row, reach, now):
                taken.append(row)
        elif not row.letter and row.timing == _Timing.AFTER_QUIET and not row.is_warning:
            taken.append(row)
    return taken


def _postpone(row: Message, reach: Reach, now: datetime) -> bool:
    """Have a message wait for the next digest: one a day, at the hour as it is set now."""
    is_due = row.is_warning or reach.last_digest(now) > row.created_at
    if is_due and reach.digest_sent_on != reach.day_of(now):
        return False
    if row.is_warning:
        # The next digest may come too late.
        row.send_after = max(datetime.fromisoformat(row.facts["from"]), now)
        row.timing = _Timing.AT_ONCE
    else:
        row.send_after = reach.next_digest(now)
    row.save(update_fields=["send_after", "timing"])
    return True


def _is_kept(row: Message, recipient: Recipient, now: datetime) -> bool:
    why, pending = recipient.why_not(row), Message.objects.pending().filter(pk=row.pk)
    if why is Why.VACATION:
        # Judged again every day: a vacation may be called off.
        pending.update(send_after=min(recipient.is_back_at, now + JUDGED_EVERY))
    elif why is not None:
        pending.update(state=Message.State.DROPPED, why=why, ended_at=now)
    return why is None


def _name_of(rows: Iterable[Message]) -> str:
    keys = "\n".join(sorted(row.key for row in rows))
    return hashlib.sha256(keys.encode()).hexdigest()[:32]


def _claim(rows: list[Message], user: User, reach: Reach, name: str, now: datetime) -> Claim | None:
    keys, attempt = tuple(row.pk for row in rows), max(row.attempts for row in rows) + 1
    claimed = Message.objects.filter(pk__in=keys)
    if attempt > len(PAUSES) + 1:
        claimed.update(state=Message.State.FAILED, ended_at=now)
        return None
    until = now + CLAIMED_FOR
    claimed.update(letter=name, attempts=attempt, send_after=until)
    is_digest = any(row.timing == _Timing.DAILY for row in rows)
    if is_digest and attempt == 1:
        note_digest(user.pk, reach.day_of(now))
    letter = letter_of(rows, user, name, reach.zone, is_digest=is_digest)
    return Claim(letter, user, keys, attempt, until, is_digest)


def _carry_out(claim: Claim, now: datetime) -> int:
    """Send a letter and write down what became of it; returns 1 if it went out."""
    try:
        channel = _deliver(claim, now)
    except Exception as error:
        _put_off(claim, f"{type(error).__name__}: {error}"[:200], now)
        logger.warning("Letter %s could not be sent: %s", claim.letter.name, error)
        if isinstance(error, OSError) and not isinstance(error, _ABOUT_ONE_MAIL):
            raise ServerDownError from error
        return 0
    # A turn that ended while its letter was on the way does not undo that it was sent.
    rows = Message.objects.filter(pk__in=claim.keys, letter=claim.letter.name)
    if channel:
        rows.update(state=Message.State.SENT, channel=channel, why="", ended_at=now)
        return 1
    rows.update(state=Message.State.DROPPED, why=Why.NO_ADDRESS, ended_at=now)
    return 0


def _put_off(claim: Claim, why: str, now: datetime) -> None:
    """Try again after a pause, if the claim is still this sender's; or give up."""
    rows = Message.objects.pending().filter(
        pk__in=claim.keys, attempts=claim.attempt, send_after=claim.until
    )
    if claim.attempt > len(PAUSES):
        rows.update(state=Message.State.FAILED, why=why, ended_at=now)
    else:
        rows.update(send_after=now + PAUSES[claim.attempt - 1], why=why)


def _deliver(claim: Claim, now: datetime) -> str:
    """By push where a device asked for it, else by mail; a digest by mail where there is one.

    Returns the channel, "" where there is none. Raises what the last way raised.
    """
    address = address_of(claim.user)
    devices = list(claim.user.push_subscriptions.filter(lost_at__isnull=True))
    if devices and not (claim.is_digest and address):
        try:
            if _push(claim, devices, now):
                return "push"
        except push.PushFailedError:
            if not address:
                raise
    if not address:
        return ""
    send_mail(claim.letter, address)
    return "mail"


def _push(claim: Claim, devices: list[PushSubscription], now: datetime) -> bool:
    """Push to every device; says whether any took it. Raises PushFailedError if some may later."""
    reached, failure = False, None
    for device in devices:
        try:
            push.send(device, push_payload(claim.letter), claim.letter.name)
            reached = True
        except push.PushGoneError:
            PushSubscription.objects.filter(pk=device.pk, lost_at__isnull=True).update(lost_at=now)
        except push.PushFailedError as error:
            failure = error
    if failure is not None and not reached:
        raise failure
    return reached
