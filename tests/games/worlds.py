"""Another world that a viewer can't tell from the real one: other hidden cards, same history.

``swap_unseen`` rewrites a running match's position and stored deal so that every card which the
viewer has not seen is another one. What was public stays, so the other world is a history that
could have been: ``verify_history`` accepts it.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

from games.engine import codec, face_of
from games.models import Action, Match, Position


def swap_unseen(match: Match, viewer: int | None, rng: random.Random) -> int:
    """Permute the cards that the seat ``viewer`` (None: a spectator) hasn't seen.

    Returns how many cards changed; at least two, or the test would prove nothing.
    """
    position = Position.objects.get(match=match)
    hidden = _unseen(match, position.state["hole"], viewer)
    shuffled = hidden[1:] + hidden[:1]
    while any(a == b for a, b in zip(hidden, shuffled, strict=True)):
        rng.shuffle(shuffled)
    other = dict(zip(hidden, shuffled, strict=True))
    position.state["hole"] = _renamed(position.state["hole"], other)
    codec.decode_state(position.state)
    position.save()
    for action in Action.objects.filter(match=match, played_by="chance", hole=_hole(match)):
        action.body["order"] = [other.get(card, card) for card in action.body["order"]]
        action.save()
    return len(hidden)


def _hole(match: Match) -> Any:
    return match.holes.order_by("-number")[0]


def _unseen(match: Match, hole: dict[str, Any], viewer: int | None) -> list[int]:
    cards = [*itertools.chain(*hole["layouts"]), *hole["stock"]]
    if hole["drawn"] is not None and hole["to_move"] != viewer:
        cards.append(hole["drawn"])
    told = str(list(match.actions.filter(hole=_hole(match)).values_list("facts", flat=True)))
    known = set() if viewer is None else set(hole["seen"][viewer])
    known |= {*hole.get("public", ()), *hole.get("fresh_public", ())}
    return [card for card in cards if f"'{face_of(card)}'" not in told and card not in known]


def _renamed(hole: dict[str, Any], other: dict[int, int]) -> dict[str, Any]:
    def renamed(cards: list[int]) -> list[int]:
        return [other.get(card, card) for card in cards]

    return {
        **hole,
        "layouts": [renamed(cards) for cards in hole["layouts"]],
        "stock": renamed(hole["stock"]),
        "seen": [sorted(renamed(cards)) for cards in hole["seen"]],
        **{
            name: [sorted(renamed(cards)) for cards in hole[name]]
            for name in ("fresh",)
            if name in hole
        },
        "drawn": None if hole["drawn"] is None else other.get(hole["drawn"], hole["drawn"]),
    }


def reorder_stock(match: Match, rng: random.Random) -> int:
    """Shuffle what is left of the stock, its known faces too; returns how many cards moved."""
    position = Position.objects.get(match=match)
    before = position.state["hole"]["stock"]
    position.state["hole"]["stock"] = rng.sample(before, len(before))
    position.save()
    after = position.state["hole"]["stock"]
    return sum(old != new for old, new in zip(before, after, strict=True))
