"""The frozen view objects that a table page, its fragments and its socket frames print.

Every field is already what its viewer may read: labels are translated sentences, faces are
present only where the viewer has seen the card, and a hidden card carries nothing that depends
on which card it is (rules, section 9).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.selectors.bot_levels import LevelView
from games.selectors.correcting import ResultNote
from games.selectors.what_if import WhatIfNote


@dataclass(frozen=True, slots=True)
class CardView:
    """One card as its viewer knows it: ``face`` is None for a card the viewer has not seen."""

    face: str | None
    label: str
    is_up: bool
    is_known: bool = False

    @property
    def is_back(self) -> bool:
        """Whether the card is drawn with its back and no hint of its face."""
        return self.face is None


@dataclass(frozen=True, slots=True)
class SlotView:
    """A place of a layout.

    ``action`` is the engine's text form of what a tap does; ``href`` picks the place for the next.
    """

    dom_id: str
    row: int
    column: int
    card: CardView
    label: str
    action: str | None = None
    is_marked: bool = False
    href: str | None = None
    is_picked: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat with its layout, row by row, and what everybody may know of its standing.

    ``aim_href`` opens its layout, where a card of it may be chosen; ``is_aimed`` while it is open.
    """

    number: int
    name: str
    player_url: str | None
    is_own: bool
    is_bot: bool
    is_to_move: bool
    is_closer: bool
    status: str
    rows: tuple[tuple[SlotView, ...], ...]
    columns: int
    shown_strokes: int
    total: int
    label: str
    due: str = ""
    due_label: str = ""
    is_aimed: bool = False
    aim_href: str | None = None


@dataclass(frozen=True, slots=True)
class PileView:
    """Stock or discard pile: ``action`` posts, ``href`` only changes what the next tap means."""

    dom_id: str
    card: CardView | None
    count: int
    label: str
    action: str | None = None
    href: str | None = None
    is_picked: bool = False
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A button (``action``: posted) or a link (``href``: another way to use the next tap).

    ``short`` is as much of the label as stands on it beside two others, "" for all of it.
    """

    label: str
    action: str | None = None
    href: str | None = None
    is_primary: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One action, or what happened after it, in words, as everybody may read it."""

    dom_id: str
    sequence: int
    text: str
    is_latest: bool = False


Mark = Literal["", "circle", "double-circle", "square", "double-square"]


@dataclass(frozen=True, slots=True)
class StrokesCell:
    """Strokes of one seat on one hole; None while the hole has not been scored.

    ``url`` leads to where they are explained.
    """

    strokes: int | None
    mark: Mark = ""
    label: str = ""
    url: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A seat's row of the score card; rows come lowest total first and ties share a place."""

    place: str
    name: str
    is_own: bool
    cells: tuple[StrokesCell, ...]
    total: int
    player_url: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreCardView:
    """The score card: holes as columns, seats as rows; ``par`` is None where none is known."""

    holes: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    par: int | None
    par_total: int | None
    caption: str
    note: str


@dataclass(frozen=True, slots=True)
class TravelView:
    """A card's way on the table for the eye: ids of places, never a card."""

    origin: str
    target: str


@dataclass(frozen=True, slots=True)
class WaitingSeatView:
    """A place at a table that has not started."""

    name: str | None
    is_own: bool
    is_bot: bool
    is_host: bool


@dataclass(frozen=True, slots=True)
class WaitingView:
    """What a table shows before its match starts.

    ``terms`` is what is agreed beside the rules, ``closes`` when it ends unfilled, ``ask_url``
    where those who sit there invite somebody by name, ``levels`` what bots the host may seat;
    ``outside`` tells whoever is not of the table's club that its members alone sit down.
    """

    seats: tuple[WaitingSeatView, ...]
    invite_url: str | None
    can_join: bool
    can_leave: bool
    can_add_bot: bool
    can_start: bool
    sentence: str
    terms: str = ""
    closes: str = ""
    can_prolong: bool = False
    invited: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    ask_url: str | None = None
    outside: str = ""
    levels: tuple[LevelView, ...] = ()


Phase = Literal["waiting", "playing", "score_card", "finished", "cancelled"]


@dataclass(frozen=True, slots=True)
class WishesView:
    """Orders and proposals on the table page.

    ``order`` is the viewer's own standing order in words, or the last one while what became of it
    is told; ``order_title`` says which. ``proposal`` is what is proposed to all, ``proposal_id`` is
    set where the viewer may answer.
    """

    order: str = ""
    order_title: str = ""
    has_order: bool = False
    proposal: str = ""
    waits_for: str = ""
    proposal_id: int | None = None
    can_resume: bool = False
    can_order: bool = False
    can_propose: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the table page shows to one viewer at one moment.

    ``version`` grows with every change anybody may see, ``sequence`` with every action; what was
    begun at ``since`` or later is not overtaken. ``pick`` names what the next tap means: ""
    (nothing picked), or as in ``board``. ``rows`` and ``columns`` are those of every layout.
    ``closing`` is what ended the hole, told before anything of its result.

    The page, the answer to an action and what a socket sends are made of the view by the templates
    that it names; with ``has_side`` there are talk and notes beside it.
    """

    page_template: ClassVar[str] = "games/table.html"
    answer_template: ClassVar[str] = "games/includes/_table_answer.html"
    push_template: ClassVar[str] = "games/includes/_table_push.html"
    has_side: ClassVar[bool] = True

    slug: str
    version: int
    sequence: int
    since: int
    key: str
    phase: Phase
    title: str
    hole_label: str
    rules_label: str
    is_seated: bool
    can_act: bool
    can_leave: bool
    can_return: bool
    pick: str
    own: SeatView | None
    others: tuple[SeatView, ...]
    stock: PileView | None
    discard: PileView | None
    drawn: CardView | None
    drawn_label: str
    prompt: str
    choices: tuple[ChoiceView, ...]
    announcement: str
    log: tuple[LogLine, ...]
    score_card: ScoreCardView | None
    waiting: WaitingView | None
    travels: tuple[TravelView, ...]
    turned: tuple[str, ...]
    table_url: str
    action_url: str
    socket_path: str
    closing: str = ""
    replay_url: str | None = None
    rematch_url: str | None = None
    rematch_label: str = ""
    clock: str = ""
    club: str = ""
    club_url: str = ""
    event: str = ""
    event_url: str = ""
    seats_url: str | None = None
    wishes: WishesView = WishesView()
    what_if: WhatIfNote | None = None
    result_note: ResultNote | None = None
    rows: int = 0
    columns: int = 0

    @property
    def aim(self) -> str:
        """On which screens a seat is opened before a card of it is chosen.

        "never", "phone", "laptop" (and smaller) or "always": where all the others' cards can stand
        side by side, each as large as a finger, they are chosen at once.
        """
        abreast = len(self.others) * self.columns
        if not any(seat.aim_href or seat.is_aimed for seat in self.others):
            return "never"
        if abreast <= 6 and self.rows == 2:
            return "never"
        return "phone" if abreast <= 12 else "laptop" if abreast <= 21 else "always"
