"""Old actions told again: with ``memory=unassisted`` their facts forget faces that lie hidden now.

Facts are what an action told when it happened. Under ``memory=unassisted`` a log or a replay that
is read later must not name a face that is hidden now, except in the latest action (rules 6); a
shuffle that follows an action by itself doesn't count as one. ``retell`` plays the actions again,
so it knows which card each fact names, and writes None for the face of one that doesn't lie open.
With ``memory=assisted`` it tells the very facts of the events.

>>> from games.engine import Ruleset, new_match, parse_action
>>> rules = Ruleset(
...     layout="2x2", openers=0, knock=True, replaced_face="down", memory="unassisted"
... )
>>> match = new_match(rules, 2)
>>> deal = parse_action("deal " + " ".join(map(str, rules.pack_cards(2))), None)
>>> take = parse_action("take 0", 0)
>>> deal_told, take_told = retell(match, [deal, take], viewer=None)
>>> deal_told[0]["discard"], take_told[0]["card"]
(None, '9C')
>>> retell(match, [deal, take, parse_action("draw", 1)], viewer=None)[1][0]["card"]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.actions import Reshuffle
from games.engine.transitions import apply

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.engine.actions import Action
    from games.engine.cards import Card
    from games.engine.events import Event
    from games.engine.state import HoleState, MatchState

Facts = dict[str, Any]


def retell(
    start: MatchState, actions: Iterable[Action], viewer: int | None
) -> tuple[tuple[Facts, ...], ...]:
    """Return, action by action, what ``viewer`` may read of them after the last one.

    ``start`` is the state before the first action, for instance a new match.
    """
    state, latest = start, -1
    told: list[list[tuple[Facts, dict[str, Card], int]]] = []
    for at, action in enumerate(actions):
        before = state
        state, events = apply(before, action)
        entries = [(event.facts_for(viewer), _named(state, event)) for event in events]
        told.append([(facts, named, before.hole_index) for facts, named in entries])
        if not isinstance(action, Reshuffle):
            latest = at
    if start.ruleset.memory == "assisted":
        return tuple(tuple(facts for facts, *_rest in entries) for entries in told)
    hidden = hidden_cards(state)
    return tuple(
        tuple(
            facts
            if at == latest or hole_index != state.hole_index
            else _without(facts, named, hidden)
            for facts, named, hole_index in entries
        )
        for at, entries in enumerate(told)
    )


def hidden_cards(state: MatchState) -> frozenset[Card]:
    """Return the cards of the present hole that don't lie open."""
    hole = state.hole
    if hole is None:
        return frozenset()
    down = (
        card
        for cards, up in zip(hole.layouts, hole.up, strict=True)
        for slot, card in enumerate(cards)
        if not up >> slot & 1
    )
    drawn = () if hole.drawn is None else (hole.drawn,)
    return frozenset((*down, *hole.stock, *drawn))


def _without(facts: Facts, named: dict[str, Card], hidden: frozenset[Card]) -> Facts:
    return {key: None if named.get(key) in hidden else value for key, value in facts.items()}


def _named(after: MatchState, event: Event) -> dict[str, Card]:
    """Return which card each face in an event's facts is the face of."""
    hole, facts = after.hole, event.facts
    if hole is None:
        return {}
    if event.kind == "hole_dealt":
        return {"discard": hole.discard[0]}
    if event.kind == "discarded":
        return {"card": hole.discard[-1]}
    if event.kind == "drew" and hole.drawn is not None:
        return {"card": hole.drawn}
    if event.kind == "placed":
        return {"card": _lying(hole, event.seat, facts), "discarded": hole.discard[-1]}
    if event.kind == "undone":
        return {"card": hole.discard[-1], "discarded": _lying(hole, event.seat, facts)}
    if event.kind in ("opener_turned", "opener_peeked", "flipped", "peeked"):
        return {"card": _lying(hole, facts.get("owner", event.seat), facts)}
    return {}


def _lying(hole: HoleState, seat: int | None, facts: Any) -> Card:
    assert seat is not None  # noqa: S101 - narrows the type; only seats place and turn cards
    return hole.layouts[seat][int(facts["slot"])]
