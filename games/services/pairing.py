"""Quick pairing: the next table of a kind that waits for somebody, or a new one."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.friends import blocked_with
from games.engine import codec
from games.models import Match, Player, Preset, Seat
from games.services import lobby
from games.services.lobby import Terms
from games.services.refusals import Refused
from games.services.rulesets import resolve

CLOCKS = ("live 1m", "1d", "3d", "")
"""The clocks that are offered, the usual one not first: the form says which it is."""

USUAL_CLOCK = "3d"
PRESSED_TWICE = timedelta(seconds=10)


def find_table(
    player: Player, preset: Preset, *, seats: int, clock: str, now: datetime, rng: random.Random
) -> Match:
    """Join the oldest listed table that matches exactly, or open one; by the preset's own rules.

    Whoever waits at such a table already stays there, and one who presses twice comes to the same
    table twice. Raises ``Refused``.
    """
    terms = Terms(clock)
    ruleset = codec.encode_ruleset(resolve(preset, {}, seats))
    with transaction.atomic():
        # Those who look for the same kind come one after another, so that two never both open.
        Preset.objects.select_for_update(no_key=True).get(pk=preset.pk)
        alike = Match.objects.filter(
            preset=preset,
            club=None,
            is_listed=True,
            clock=terms.clock_text,
            missed_max=terms.missed_max,
            allows_pauses=True,
            allows_spectators=True,
        )
        if own := _own(alike, player, ruleset, seats, now):
            return own
        for match in _open_to(alike.waiting().filter(seat_count=seats), player):
            if match.ruleset == ruleset and _is_joined(match, player, now, rng):
                return match
        return lobby.open_table(
            player, preset, {}, seats=seats, is_listed=True, now=now, terms=terms
        )


def _own(
    alike: QuerySet[Match], player: Player, ruleset: dict[str, object], seats: int, now: datetime
) -> Match | None:
    """The table of this kind at which the player waits, or sat down a moment ago."""
    mine = Seat.objects.filter(player=player, match__in=alike).select_related("match")
    for seat in mine.filter(match__status=Match.Status.WAITING, match__seat_count=seats):
        if seat.match.ruleset == ruleset:
            return seat.match
    for seat in mine.filter(match__status=Match.Status.RUNNING, joined_at__gt=now - PRESSED_TWICE):
        if seat.match.ruleset == ruleset:
            return seat.match
    return None


def _open_to(waiting: QuerySet[Match], player: Player) -> list[Match]:
    """Tables whose people have not blocked the player, nor been blocked, the oldest first."""
    met = Seat.objects.filter(player__user_id__in=blocked_with(player.user_id))
    return list(waiting.exclude(pk__in=met.values("match_id")).order_by("created_at", "pk"))


def _is_joined(match: Match, player: Player, now: datetime, rng: random.Random) -> bool:
    """Take a seat; False where somebody was quicker."""
    try:
        lobby.join_table(match.pk, player, has_invite=False, now=now, rng=rng)
    except Refused:
        return False
    match.refresh_from_db()
    return True
