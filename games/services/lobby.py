"""Open tables: open, join, leave, fill with bots, start, prolong, play again."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.friends import blocked_with
from accounts.models import Club
from games import engine
from games.bots import LEVELS
from games.clocks import Clock, ClockError
from games.engine import codec
from games.models import Match, News, Player, Position, Preset, Seat
from games.services import messages
from games.services.club_rules import (
    require_as_played,
    require_bots,
    require_member,
    require_table,
)
from games.services.invitations import invite, invite_again
from games.services.ledger import Ledger, bump_version, lock_match
from games.services.pars import want_par
from games.services.play import HOUSE_BOT
from games.services.refusals import Refused
from games.services.rulesets import resolve

WAITING_TABLES_MAX = 5
RUNNING_TABLES_MAX = 20
EXPIRES_AFTER = timedelta(days=7)
MISSED_MAX = range(1, 11)


@dataclass(frozen=True, slots=True)
class Terms:
    """How a table is played apart from the rules. Raises ``Refused`` for what can't be.

    ``clock_text`` is the clock's text form, "" for none; ``missed_max`` how many turns in a row
    the clock takes before a bot does; an unfilled table closes ``expires_after`` its opening.
    """

    clock_text: str = ""
    missed_max: int = 2
    allows_pauses: bool = True
    allows_spectators: bool = True
    expires_after: timedelta = EXPIRES_AFTER

    def __post_init__(self) -> None:
        if self.missed_max not in MISSED_MAX:
            raise Refused("bad_clock")
        if self.clock_text:
            try:
                text = Clock.parse(self.clock_text).text
            except ClockError as error:
                raise Refused("bad_clock") from error
            object.__setattr__(self, "clock_text", text)


PLAIN_TERMS = Terms()


def open_table(
    player: Player,
    preset: Preset,
    choices: Mapping[str, Any],
    *,
    seats: int,
    is_listed: bool,
    now: datetime,
    terms: Terms = PLAIN_TERMS,
    challenged: Player | None = None,
    club: Club | None = None,
) -> Match:
    """Open a table with its host in the first chair, and invite who is challenged, or neither.

    At a table of a ``club`` its members alone sit, by its house rules. Raises ``Refused``.
    """
    if club is None:
        ruleset = resolve(preset, choices, seats)
    else:
        require_member(club, player)
        ruleset = require_table(club, preset, choices, seats, terms.clock_text)
    expires_at = now + terms.expires_after
    with transaction.atomic():
        # Locked, so that tables opened at the same moment are counted one after another.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        hosted = Match.objects.real().filter(host=player)
        if hosted.waiting().count() >= WAITING_TABLES_MAX:
            raise Refused("too_many_tables")
        if hosted.running().count() >= RUNNING_TABLES_MAX:
            raise Refused("too_many_matches")
        match = Match.objects.create(
            host=player,
            preset=preset,
            ruleset=codec.encode_ruleset(ruleset),
            seat_count=seats,
            is_listed=is_listed,
            clock=terms.clock_text,
            missed_max=terms.missed_max,
            allows_pauses=terms.allows_pauses,
            allows_spectators=terms.allows_spectators,
            created_at=now,
            expires_at=expires_at,
            clerk_due_at=expires_at,
            club=club,
        )
        Seat.objects.create(match=match, player=player, chair=0, joined_at=now)
        if challenged is not None:
            invite(match.pk, player, challenged, now=now)
    return match


def open_practice(
    player: Player, *, level: str = HOUSE_BOT, now: datetime, rng: random.Random
) -> Match:
    """Open a short private match against one bot and deal. Raises ``Refused``."""
    preset = Preset.objects.offered().prefetch_related("toggles").first()
    if preset is None:
        raise Refused("no_preset")
    holes = next((t for t in preset.toggles.all() if t.field == "holes"), None)
    lengths = [] if holes is None or holes.is_locked else [n for n in holes.offered if n > 0]
    shortest = {"holes": min(lengths)} if lengths else {}
    seats = preset.seats_min
    with transaction.atomic():
        match = open_table(player, preset, shortest, seats=seats, is_listed=False, now=now)
        for _bot in range(seats - 1):
            add_bot(match.pk, player, level=level, now=now, rng=rng)
    return match


def join_table(
    match_id: int, player: Player, *, has_invite: bool, now: datetime, rng: random.Random
) -> None:
    """Take a free chair; the match starts when the last one is taken. Raises ``Refused``.

    A private table wants its invite link (``has_invite``) or an invitation by name.
    """
    with transaction.atomic():
        match = _lock_waiting(match_id)
        require_member(match.club, player)
        if not (match.is_listed or has_invite or _is_invited(match, player)):
            raise Refused("not_invited")
        if match.seats.filter(player=player).exists():
            raise Refused("already_seated")
        _refuse_who_is_blocked(match, player)
        _seat(match, now, player=player)
        _start_if_full(match, now, rng)


def leave_table(match_id: int, player: Player) -> None:
    """Give up one's chair before the start; the table closes when no person is left."""
    with transaction.atomic():
        match = _lock_waiting(match_id)
        gone, _by_model = match.seats.filter(player=player).delete()
        if not gone:
            raise Refused("not_seated")
        heir = match.seats.filter(player__isnull=False).order_by("chair").first()
        if heir is None or heir.player is None:
            match.status, match.clerk_due_at = Match.Status.CANCELLED, None
        elif match.host_id == player.pk:
            match.host = heir.player
        match.save(update_fields=["status", "host", "clerk_due_at"])
        bump_version(match)


def prolong(match_id: int, player: Player, *, now: datetime) -> None:
    """Keep an open table open, as its host, as long as a new one. Raises ``Refused``."""
    with transaction.atomic():
        match = _lock_waiting(match_id)
        _only_host(match, player)
        match.expires_at = max(match.expires_at or now, now + EXPIRES_AFTER)
        match.clerk_due_at = match.expires_at
        match.save(update_fields=["expires_at", "clerk_due_at"])
        bump_version(match)


def close_unfilled(match_id: int, now: datetime) -> int:
    """Close a table that did not fill in its time; returns 1, or 0 where there is nothing to do."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.WAITING or match.expires_at is None:
            return 0
        if match.expires_at > now:
            return 0
        match.status, match.clerk_due_at = Match.Status.CANCELLED, None
        match.save(update_fields=["status", "clerk_due_at"])
        News.objects.create(match=match, sequence=0, kind=News.Kind.EXPIRED, at=now)
        messages.table_expired(match, now)
        bump_version(match)
        return 1


def add_bot(
    match_id: int, player: Player, *, level: str = HOUSE_BOT, now: datetime, rng: random.Random
) -> None:
    """Seat a bot of this level in the next free chair, as the host. Raises ``Refused``."""
    if level not in LEVELS:
        raise Refused("unknown_level")
    with transaction.atomic():
        match = _lock_waiting(match_id)
        _only_host(match, player)
        _refuse_closed(match)
        require_bots(match.club)
        _seat(match, now, bot=level)
        _start_if_full(match, now, rng)


def start_match(match_id: int, player: Player, *, now: datetime, rng: random.Random) -> None:
    """Start with the chairs that are taken, as the host. Raises ``Refused``."""
    with transaction.atomic():
        match = _lock_waiting(match_id)
        _only_host(match, player)
        _refuse_closed(match)
        if match.seats.count() < match.seats_needed:
            detail = _("Fill at least %(count)d seats before you start.")
            raise Refused("not_enough_seats", detail % {"count": match.seats_needed})
        _start(match, now, rng)


def offer_rematch(match_id: int, player: Player, *, now: datetime, rng: random.Random) -> Match:
    """Open the same table again, or join the one that another seat opened already.

    Bots of the finished match are seated again, as they were, and people invited. Raises
    ``Refused``.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.FINISHED:
            raise Refused("not_finished")
        if not match.seats.filter(player=player).exists():
            raise Refused("not_seated")
        if match.what_if_of_id is not None:
            raise Refused("only_tried_out")
        if match.is_for_oneself:
            raise Refused("other_game")
        require_member(match.club, player)
        if match.rematch is None or match.rematch.status == Match.Status.CANCELLED:
            require_as_played(match)
            _open_again(match, player, now)
        again = lock_match(match.rematch.pk) if match.rematch else match
        if not again.seats.filter(player=player).exists():
            if again.status != Match.Status.WAITING:
                raise Refused("already_started")
            _refuse_who_is_blocked(again, player)
            _seat(again, now, player=player)
        if again.status == Match.Status.WAITING:
            _start_if_full(again, now, rng)
        return again


def _open_again(match: Match, player: Player, now: datetime) -> None:
    again = Match.objects.create(
        host=player,
        preset=match.preset,
        ruleset=match.ruleset,
        seat_count=match.seat_count,
        is_listed=False,
        clock=match.clock,
        missed_max=match.missed_max,
        allows_pauses=match.allows_pauses,
        allows_spectators=match.allows_spectators,
        created_at=now,
        expires_at=now + EXPIRES_AFTER,
        clerk_due_at=now + EXPIRES_AFTER,
        club=match.club,
    )
    _seat(again, now, player=player)
    for bot in match.seats.filter(player__isnull=True).order_by("chair"):
        _seat(again, now, bot=bot.bot if bot.bot in LEVELS else HOUSE_BOT)
    others = match.seats.filter(player__isnull=False).exclude(player=player)
    people = [seat.player for seat in others.select_related("player__user") if seat.player]
    invite_again(again, player, people, now)
    match.rematch = again
    match.save(update_fields=["rematch"])
    bump_version(match)


def _lock_waiting(match_id: int) -> Match:
    match = lock_match(match_id)
    if match.status == Match.Status.CANCELLED:
        raise Refused("table_closed")
    if match.status != Match.Status.WAITING:
        raise Refused("already_started")
    return match


def _is_invited(match: Match, player: Player) -> bool:
    return match.invitations.filter(player=player, declined_at__isnull=True).exists()


def _refuse_who_is_blocked(match: Match, player: Player) -> None:
    blocked = blocked_with(player.user_id)
    if blocked and match.seats.filter(player__user_id__in=blocked).exists():
        raise Refused("blocked", _("You and somebody at this table don't meet here."))


def _only_host(match: Match, player: Player) -> None:
    if match.host_id != player.pk:
        raise Refused("not_host")


def _refuse_closed(match: Match) -> None:
    if match.club is not None and match.club.is_closed:
        raise Refused("club_closed")


def _seat(match: Match, now: datetime, *, player: Player | None = None, bot: str = "") -> None:
    taken = set(match.seats.values_list("chair", flat=True))
    free = [chair for chair in range(match.seat_count) if chair not in taken]
    if not free:
        raise Refused("table_full")
    number = match.seats.filter(player=None, bot=bot).count() + 1 if bot else 0
    Seat.objects.create(
        match=match, player=player, bot=bot, bot_number=number, chair=free[0], joined_at=now
    )
    bump_version(match)


def _start_if_full(match: Match, now: datetime, rng: random.Random) -> None:
    if match.status == Match.Status.WAITING and match.seats.count() == match.seat_count:
        _start(match, now, rng)


def start_with(
    match: Match, players: Sequence[Player], *, now: datetime, rng: random.Random
) -> None:
    """Seat exactly these players at a new match and deal; in the caller's transaction."""
    Seat.objects.bulk_create(
        Seat(match=match, player=player, chair=chair, joined_at=now)
        for chair, player in enumerate(players)
    )
    _start(match, now, rng)


def _start(match: Match, now: datetime, rng: random.Random) -> None:
    seats = list(match.seats.order_by("chair"))
    rng.shuffle(seats)
    for number, seat in enumerate(seats):
        seat.number = number
    Seat.objects.bulk_update(seats, ["number"])
    ruleset = engine.decode_ruleset(match.ruleset)
    match.status, match.started_at, match.seat_count = Match.Status.RUNNING, now, len(seats)
    match.save(update_fields=["status", "started_at", "seat_count"])
    state = engine.new_match(ruleset, len(seats))
    Position.objects.create(match=match, state=engine.encode_state(state))
    want_par(match)
    ledger = Ledger(match, seats, state)
    ledger.settle(rng)
    ledger.close(now)
