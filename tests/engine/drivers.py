"""Reach positions by playing actions, with cards written as faces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine import (
    Deal,
    Event,
    MatchPhase,
    MatchState,
    Reshuffle,
    Ruleset,
    apply,
    chance_action,
    chance_cards,
    face_of,
    legal_actions,
    new_match,
    observe,
    parse_action,
    seats_to_act,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from games.engine import Action, Observation, SeatAction

    Chooser = Callable[[Observation, Random], SeatAction]

SMALL = Ruleset(layout="2x2", openers=1, openers_mode="fixed", holes=1)
"""A short game in which nobody chooses openers: slot 0 of each layout lies up."""


def pick(cards: Iterable[int], faces: str) -> tuple[int, ...]:
    """Take a card for each face in order, then all the others in order of their ids."""
    left = list(cards)
    picked = []
    for face in faces.split():
        card = next(card for card in left if face_of(card) == face)
        left.remove(card)
        picked.append(card)
    return (*picked, *left)


class Table:
    """A match in play: remembers its actions and what the last one made happen."""

    def __init__(self, ruleset: Ruleset, seats: int = 2) -> None:
        self.start = self.state = new_match(ruleset, seats)
        self.actions: list[Action] = []
        self.events: tuple[Event, ...] = ()

    def do(self, action: Action) -> Table:
        """Apply an action."""
        self.state, self.events = apply(self.state, action)
        self.actions.append(action)
        return self

    def deal(self, faces: str = "") -> Table:
        """Deal these cards first: layouts seat by seat, the first discard, the stock from its top.

        Whatever isn't named follows in the order of the pack.
        """
        return self.do(Deal(pick(self._chance(), faces)))

    def reshuffle(self, faces: str = "") -> Table:
        """Make the new stock with these cards on top."""
        return self.do(Reshuffle(pick(self._chance(), faces)))

    def play(self, *lines: str) -> Table:
        """Do actions written as ``"<seat> <text>"``."""
        for line in lines:
            seat, _, text = line.partition(" ")
            self.do(parse_action(text, int(seat)))
        return self

    def next_action(self, rng: Random, choose: Chooser | None = None) -> Action:
        """Make the action that chance is waited for, or let a random seat to act choose one."""
        chance = chance_action(self.state, rng)
        if chance is not None:
            return chance
        seat = rng.choice(seats_to_act(self.state))
        if choose is None:
            return rng.choice(legal_actions(self.state, seat))
        return choose(observe(self.state, seat), rng)

    def run(self, rng: Random, choose: Chooser | None = None) -> Table:
        """Play to the end of the match, at random unless told how to choose."""
        while self.state.phase is not MatchPhase.FINISHED:
            self.do(self.next_action(rng, choose))
        return self

    def texts(self, seat: int) -> list[str]:
        """Write what the seat may do."""
        return [action.text for action in legal_actions(self.state, seat)]

    def faces(self, seat: int) -> str:
        """Write the seat's layout, hidden cards too."""
        assert self.state.hole is not None
        return " ".join(face_of(card) for card in self.state.hole.layouts[seat])

    def told(self, kind: str, viewer: int | None = None) -> list[dict[str, Any]]:
        """Say what the last action tells a viewer of events of a kind."""
        return [event.facts_for(viewer) for event in self.events if event.kind == kind]

    @property
    def kinds(self) -> list[str]:
        """The kinds of what the last action made happen."""
        return [event.kind for event in self.events]

    @property
    def hole(self) -> Any:
        """The hole, which is there."""
        assert self.state.hole is not None
        return self.state.hole

    def _chance(self) -> tuple[int, ...]:
        cards = chance_cards(self.state)
        assert cards is not None
        return cards


def with_hole(state: MatchState, **changes: Any) -> MatchState:
    """Make a position that play doesn't reach."""
    assert state.hole is not None
    return state._replace(hole=state.hole._replace(**changes))
