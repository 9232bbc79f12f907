"""The frozen view objects that a replay prints."""

from __future__ import annotations

from dataclasses import dataclass

from games.selectors.replay_board import MomentBoard
from games.selectors.table_view import ScoreCardView, TravelView
from games.selectors.when import WhenView


@dataclass(frozen=True, slots=True)
class LinkView:
    """Somewhere to go; ``url`` is None where there is nothing to go to."""

    label: str
    url: str | None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class HoleLink:
    """A hole to jump to, with the strokes of every seat as far as they may be told."""

    label: str
    words: str
    strokes: tuple[str, ...]
    url: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """A line of the log, which leads to the moment after its action."""

    dom_id: str
    text: str
    url: str
    when: WhenView
    is_latest: bool


@dataclass(frozen=True, slots=True)
class StepsView:
    """Where the steps lead, None where there is none.

    ``followed`` is the name of the seat whose decisions one can jump to, "" where there is none:
    those are its own actions in this hole. ``gap`` is how long the players waited before the next
    action, in milliseconds.
    """

    first: str | None
    back: str | None
    next: str | None
    last: str | None
    hole_back: str | None
    hole_next: str | None
    followed: str
    decision_back: str | None
    decision_next: str | None
    gap: int


@dataclass(frozen=True, slots=True)
class ReplayView:
    """One moment of a match, and the ways on from it.

    ``position`` is the sequence of the action just made, ``line`` says it in words, ``who`` is
    whose it was, ``by`` who acted for them ("" for a person's own hand). ``what_if_url`` is where
    one plays on from here, None where nobody is to act or the hole is still played. ``news_url``
    tells at the end of a running match whether it has gone on, and ``news`` how far it has.
    ``is_for_one`` where there are no other seats, whose eyes and decisions would be of interest.
    """

    title: str
    hole_label: str
    rules_label: str
    position: int
    position_label: str
    board: MomentBoard
    travels: tuple[TravelView, ...]
    turned: tuple[str, ...]
    line: str
    who: str
    by: str
    when: WhenView
    log: tuple[ReplayLine, ...]
    score_card: ScoreCardView | None
    steps: StepsView
    holes: tuple[HoleLink, ...]
    decisions: tuple[LinkView, ...]
    eyes: tuple[LinkView, ...]
    eyes_label: str
    note: str
    is_for_one: bool
    is_spoiler_free: bool
    spoilers_url: str
    url: str
    what_if_url: str | None
    news_url: str | None
    news: str
    table_url: str | None
    rules_url: str | None
