"""History checked against the rules: every match replayed from its actions, everything compared.

Actions are the truth; positions, holes, strokes, totals and places are projections of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games import engine
from games.models import Action, Match, Position


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something stored that a replay contradicts; ``sequence`` is 0 for the match as a whole."""

    match: str
    sequence: int
    what: str
    stored: Any
    replayed: Any

    def __str__(self) -> str:
        return (
            f"{self.match}#{self.sequence} {self.what}: "
            f"stored {self.stored!r}, replayed {self.replayed!r}"
        )


def verify_match(match: Match) -> Iterator[Discrepancy]:
    """Replay one started match and yield whatever its rows say otherwise."""
    seats = list(match.seats.order_by("number"))
    state = engine.new_match(engine.decode_ruleset(match.ruleset), len(seats))
    facts: list[dict[str, Any]] = []
    for at, row in enumerate(match.actions.order_by("sequence").select_related("seat", "hole"), 1):
        if row.sequence != at:
            yield Discrepancy(match.slug, row.sequence, "sequence", row.sequence, at)
            return
        try:
            action = engine.decode_action(row.body)
            transition = engine.apply(state, action)
        except engine.EngineError as error:
            yield Discrepancy(match.slug, at, "action", row.text or row.kind, str(error))
            return
        state = transition.state
        told = [event.facts_for(None) for event in transition.events]
        facts += told
        yield from _compare(match, at, _action_pairs(row, action, told))
        dealt = [fact["hole"] for fact in facts if fact["kind"] == "hole_dealt"]
        yield from _compare(match, at, iter([("hole", row.hole.number, dealt[-1])]))
    yield from _compare(match, 0, _match_pairs(match, state))
    yield from _compare(match, 0, _seat_pairs(match, state))
    yield from _compare(match, 0, _hole_pairs(match, facts))


_Pairs = Iterator[tuple[str, Any, Any]]


def _compare(match: Match, sequence: int, pairs: _Pairs) -> Iterator[Discrepancy]:
    for what, stored, replayed in pairs:
        if stored != replayed:
            yield Discrepancy(match.slug, sequence, what, stored, replayed)


def _action_pairs(row: Action, action: engine.AnyAction, told: list[dict[str, Any]]) -> _Pairs:
    number = row.seat.number if row.seat else None
    yield "seat", number, action.seat
    yield "kind", row.kind, action.kind
    yield "text", row.text, "" if action.seat is None else action.text
    yield "facts", row.facts, told


def _match_pairs(match: Match, state: engine.AnyMatch) -> _Pairs:
    is_over = state.phase == engine.MatchPhase.FINISHED
    yield "sequence", match.sequence, state.sequence
    yield "status", match.status, Match.Status.FINISHED if is_over else Match.Status.RUNNING
    stored = Position.objects.get(match=match).state
    yield "position", stored, engine.encode_state(state)


def _seat_pairs(match: Match, state: engine.AnyMatch) -> _Pairs:
    is_over = state.phase == engine.MatchPhase.FINISHED
    places = {s.seat: s.place for s in engine.final_standings(state)} if is_over else {}
    to_act = engine.seats_to_act(state)
    for seat in match.seats.order_by("number"):
        number = seat.number or 0
        yield f"total of seat {number}", seat.total, state.totals[number]
        yield f"place of seat {number}", seat.place, places.get(number)
        yield f"turn of seat {number}", seat.is_to_act, number in to_act


def _hole_pairs(match: Match, facts: list[dict[str, Any]]) -> _Pairs:
    dealt = {fact["hole"]: fact for fact in facts if fact["kind"] == "hole_dealt"}
    scored = {
        fact["hole"]: fact if fact["kind"] == "hole_scored" else None
        for fact in facts
        if fact["kind"] in ("hole_scored", "hole_reopened")
    }
    holes = {hole.number: hole for hole in match.holes.all()}
    yield "holes", sorted(holes), sorted(dealt)
    for number, hole in sorted(holes.items()):
        fact = scored.get(number)
        strokes = hole.strokes.order_by("seat__number").values_list("strokes", flat=True)
        counted = fact["strokes"] if fact is not None and not fact.get("is_extra") else []
        yield f"strokes of hole {number}", list(strokes), counted
        yield f"closer of hole {number}", hole.closer, fact["closer"] if fact else None
        if number in dealt:
            yield f"starter of hole {number}", hole.starter, dealt[number]["starter"]
