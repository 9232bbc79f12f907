"""Play-outs: from a position, or whole holes, by the policy, in one call for all of them."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

import numpy as np

from games.analysis.kernel.compiling import compiled
from games.analysis.kernel.expectations import Expectations
from games.analysis.kernel.holes import (
    OVER,
    Hole,
    deal,
    score,
    shuffle,
    step,
)
from games.analysis.kernel.policy import choose
from games.analysis.kernel.tables import Faces, Numbers, Tables

SPREAD = np.uint64(0xD1342543DE82EF95)
"""Keeps the dice of different seeds apart."""


@compiled
def play_out(t: Tables, e: Expectations, hole: Hole) -> int:
    """Play a hole to its end; return how many actions that took."""
    actions = 0
    while hole.phase != OVER:
        step(t, hole, choose(t, e, hole))
        actions += 1
    return actions


@compiled
def try_actions(
    t: Tables,
    e: Expectations,
    holes: MutableSequence[Hole],
    unknown: Numbers,
    pool: Faces,
    actions: Numbers,
    seed: int,
    first: int,
    strokes: Numbers,
) -> int:
    """Play every action out in the same worlds; return how many actions were done in all.

    ``holes`` has the position first and a hole to work on second. A world lays the cards of
    ``pool`` at random into the slots of ``unknown``, of shape (slots, 2), and into the stock.
    ``strokes`` has the shape (worlds, actions, seats); world ``n`` is made from ``seed`` and
    ``first + n`` alone.
    """
    done = 0
    cards = pool.copy()
    base, work = holes[0], holes[1]
    for world in range(strokes.shape[0]):
        start = np.uint64(seed) * SPREAD + np.uint64(first + world)
        work.dice[0] = start
        for at in range(len(pool)):
            cards[at] = pool[at]
        shuffle(cards, len(cards), work.dice)
        after = work.dice[0]
        for at in range(len(unknown)):
            base.cards[unknown[at, 0], unknown[at, 1]] = cards[at]
        for at in range(base.stock_count):
            base.stock[at] = cards[len(unknown) + at]
        for choice in range(len(actions)):
            holes[1] = holes[0]
            work.dice[0] = after
            step(t, work, actions[choice])
            done += 1 + play_out(t, e, work)
            score(t, work, strokes[world, choice])
    return done


@compiled
def play_holes(
    t: Tables, rivals: Sequence[Expectations], hole: Hole, seed: int, strokes: Numbers
) -> int:
    """Deal and play holes, each once per change of seats; return how many actions were done.

    ``rivals`` has the expectations of every seat; ``strokes`` has the shape (deals, changes, seats)
    and goes by rival: rival ``n`` sits at ``(n + change) % seats``.
    """
    done = 0
    for number in range(strokes.shape[0]):
        for change in range(strokes.shape[1]):
            hole.dice[0] = np.uint64(seed) * SPREAD + np.uint64(number)
            deal(t, hole, 0)
            while hole.phase != OVER:
                rival = (hole.to_move + t.seats - change) % t.seats
                step(t, hole, choose(t, rivals[rival], hole))
                done += 1
            by_seat = np.zeros(t.seats, np.int64)
            score(t, hole, by_seat)
            for rival in range(t.seats):
                strokes[number, change, rival] = by_seat[(rival + change) % t.seats]
    return done
