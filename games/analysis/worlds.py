"""From an Observation to the kernel: what is known laid out, and what isn't as a pool of cards.

Nothing else comes in: the cards of a world's hidden slots and of its stock are drawn at random
from all that the viewer hasn't seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence
from dataclasses import dataclass

import numpy as np

from games.analysis.kernel.holes import (
    DRAWN,
    EVERYBODY,
    NO_CARD,
    NOBODY,
    OPENERS,
    TURN,
    Hole,
    new_holes,
)
from games.analysis.kernel.tables import Faces, Numbers, Tables, tables_of
from games.engine import FACES, HolePhase, Observation, face_of

_PHASES = {HolePhase.OPENERS: OPENERS, HolePhase.TURN: TURN, HolePhase.DRAWN: DRAWN}
_FACES = {face: index for index, face in enumerate(FACES)}


@dataclass(frozen=True, slots=True)
class Worlds:
    """Every way that the cards may lie, as one viewer knows it.

    ``holes`` has the known part of the hole first and room to work second. ``unknown`` are the
    slots of cards that the viewer doesn't know, of shape (slots, 2); ``pool`` the faces that lie
    there and in the stock, in some order. ``me`` is the viewer among ``players``.
    """

    tables: Tables
    holes: MutableSequence[Hole]
    unknown: Numbers
    pool: Faces
    players: tuple[int, ...]
    me: int


def worlds_of(seen: Observation) -> Worlds:
    """Return the worlds of a viewer who is to act in a hole; ValueError for any other."""
    if seen.viewer is None or seen.viewer not in seen.to_act or seen.hole_phase not in _PHASES:
        raise ValueError("the viewer of this observation is not to act in a hole")
    players = seen.players
    holes = new_holes(2)
    base, me = holes[0], players.index(seen.viewer)
    base.phase = _PHASES[seen.hole_phase]
    base.to_move, base.starter = me, players.index(seen.starter)
    base.closer = NOBODY if seen.closer is None else players.index(seen.closer)
    base.left, base.passes = seen.last_turns_left, seen.passes
    base.knocked, base.extra = int(seen.knocked), int(seen.is_extra_turn)
    base.card = NO_CARD if seen.drawn is None else _FACES[seen.drawn]
    base.stock_count, base.pile_count = seen.stock_count, len(seen.discard)
    base.pile[: len(seen.discard)] = [_FACES[face] for face in seen.discard]
    unknown: list[tuple[int, int]] = []
    for number, seat in enumerate(players):
        base.turns[number] = seen.turns[seat]
        base.opened[number] = _opened(seen, seat)
        for slot, card in enumerate(seen.layouts[seat]):
            base.up[number] |= int(card.is_up) << slot
            base.known[number, slot] = _knowers(seen, seat, slot)
            if card.face is None:
                unknown.append((number, slot))
            else:
                base.cards[number, slot] = _FACES[card.face]
    return Worlds(
        tables=tables_of(seen.ruleset, seen.seats, len(players)),
        holes=holes,
        unknown=np.array(unknown, dtype=np.int64).reshape(-1, 2),
        pool=_pool(seen),
        players=players,
        me=me,
    )


def _knowers(seen: Observation, seat: int, slot: int) -> int:
    if seen.layouts[seat][slot].is_up:
        return EVERYBODY
    found = seen.knowers[seat][slot]
    known = sum((found >> other & 1) << at for at, other in enumerate(seen.players))
    me = 1 << seen.players.index(seen.viewer or 0)
    return known | me if seen.layouts[seat][slot].face is not None else known & ~me


def _opened(seen: Observation, seat: int) -> int:
    """Return the openers of a seat: as many as it has chosen, those that show first."""
    if seen.hole_phase is not HolePhase.OPENERS:
        return 0
    chosen = seen.ruleset.openers - seen.openers_left[seat]
    is_shown = [
        card.is_up or bool(seen.knowers[seat][slot] >> seat & 1)
        for slot, card in enumerate(seen.layouts[seat])
    ]
    slots = [slot for slot, shown in enumerate(is_shown) if shown][:chosen]
    return sum(1 << slot for slot in slots)


def _pool(seen: Observation) -> Faces:
    """Return the faces that the viewer can't place."""
    left = Counter(face_of(card) for card in seen.ruleset.pack_cards(seen.seats))
    left.subtract(seen.discard)
    left.subtract(card.face for row in seen.layouts for card in row if card.face)
    if seen.drawn is not None:
        left[seen.drawn] -= 1
    return np.array([_FACES[face] for face in left.elements()], dtype=np.uint8)
