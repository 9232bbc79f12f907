"""Seats, slots and piles as one viewer knows them, from an observation and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine
from games.models import Seat
from games.selectors import wording
from games.selectors.due import due_words
from games.selectors.numbers import number as minus
from games.selectors.table_view import CardView, PileView, SeatView, SlotView, TravelView

EXCHANGE = "exchange-"


def slot_id(seat: int, slot: int) -> str:
    """The element id of a slot; says where, never what."""
    return f"seat-{seat}-slot-{slot}"


SEEN_BY_YOU = gettext_lazy("face down, seen by you")


def card_view(card: engine.SeenCard, known: str = "") -> CardView:
    """The view of a card as its viewer knows it; ``known`` says who sees what lies face down."""
    label = wording.card_words(card.face)
    is_known = card.face is not None and not card.is_up
    if is_known:
        label = f"{label}, {known or SEEN_BY_YOU}"
    return CardView(card.face, label, card.is_up, is_known)


def face_up(face: str | None) -> CardView | None:
    """The view of a card that lies open, None where there is no card."""
    return None if face is None else CardView(face, wording.card_words(face), is_up=True)


@dataclass(frozen=True, slots=True)
class Recent:
    """What the latest action touched: element ids to mark, ways to show, cards to turn."""

    marked: frozenset[str] = frozenset()
    travels: tuple[TravelView, ...] = ()
    turned: tuple[str, ...] = ()


def recent(facts: Sequence[Mapping[str, Any]]) -> Recent:
    """The traces of one action's public facts on the board."""
    marked: list[str] = []
    travels: list[TravelView] = []
    turned: list[str] = []
    for fact in facts:
        owner = fact.get("owner", fact["seat"])
        slot = slot_id(owner, fact["slot"]) if "slot" in fact else ""
        match fact["kind"]:
            case "opener_turned" | "flipped":
                marked.append(slot)
                turned.append(slot)
            case "opener_peeked" | "peeked":
                marked.append(slot)
            case "drew":
                marked.append("drawn")
                travels.append(TravelView("stock", "drawn"))
            case "placed":
                origin = "drawn" if fact["origin"] == "stock" else "discard"
                marked += [slot, "discard"]
                travels += [TravelView(origin, slot), TravelView(slot, "discard")]
            case "undone" if slot:
                marked += [slot, "discard"]
                travels += [TravelView("discard", slot), TravelView(slot, "discard")]
            case "discarded":
                marked.append("discard")
                travels.append(TravelView("drawn", "discard"))
            case "exchanged":
                one, other = (slot_id(*place) for place in fact["slots"])
                marked += [one, other]
                travels += [TravelView(one, other), TravelView(other, one)]
            case "card_played" | "card_turned" | "undone":
                travels.append(_way_of_column(fact))
    return Recent(frozenset(marked), tuple(travels), tuple(turned))


def _way_of_column(fact: Mapping[str, Any]) -> TravelView:
    """The way of a card of Golf Solitaire: onto the pile, or back from it."""
    column = fact.get("column")
    place = "stock" if column is None else f"column-{column + 1}"
    is_back = fact["kind"] == "undone"
    return TravelView("foundation", place) if is_back else TravelView(place, "foundation")


@dataclass(frozen=True)
class Board:
    """One viewer's table: what lies where, and what a tap on it stands for.

    ``asked`` is what the viewer has picked up: "" (nothing), a word of ``pick``, or the first place
    of an exchange ("exchange-1.4"); "@2" behind it opens the layout of seat 2 to choose there. It
    counts only while it leads to a lawful action. ``known`` are the words for a card that lies face
    down and is shown all the same, where they aren't "seen by you".
    """

    seen: engine.Observation
    seats: Sequence[Seat]
    url: str
    asked: str = ""
    trace: Recent = Recent()
    known: str = ""

    @cached_property
    def lawful(self) -> frozenset[str]:
        """The text forms of what the viewer may do now."""
        texts = (action.text for action in self.seen.legal)
        return frozenset([*texts, "undo"] if self.seen.can_undo else texts)

    @cached_property
    def pick(self) -> str:
        """What is picked up and where it is used, "" unless that leads to a lawful action."""
        return self.held if self.aimed is None else f"{self.held}@{self.aimed}"

    @cached_property
    def aimed(self) -> int | None:
        """The seat whose layout is opened to choose a card there."""
        _held, _at, text = self.asked.partition("@")
        return next((number for number in self.aims if text == str(number)), None)

    @cached_property
    def aims(self) -> tuple[int, ...]:
        """The other seats of which a card may be chosen."""
        if not self.held.startswith(("peek", "exchange")):
            return ()
        others = [number for number in range(len(self.seats)) if number != self.seen.viewer]
        return tuple(number for number in others if self._is_target(number))

    def _is_target(self, seat: int) -> bool:
        slots = range(self.seen.ruleset.cards)
        return any(any(self._tap_of(seat, slot)) for slot in slots)

    @cached_property
    def held(self) -> str:
        """What is picked up, wherever it is used."""
        asked = self.asked.partition("@")[0]
        if asked.startswith(EXCHANGE):
            return asked if asked.removeprefix(EXCHANGE) in self._exchangeable else ""
        starts = {
            "discard": "take ",
            "peek": "discard peek ",
            "exchange": "discard exchange ",
            "knock": "knock",
        }
        if asked == "throw":
            return "throw" if self.can_flip else ""
        start = starts.get(asked)
        return asked if start and self.may(start) else ""

    @cached_property
    def can_flip(self) -> bool:
        """Whether the drawn card may be thrown away for a hidden card of one's own."""
        return any(text.removeprefix("discard ").isdigit() for text in self.lawful)

    @cached_property
    def _exchangeable(self) -> frozenset[str]:
        texts = (text for text in self.lawful if text.startswith("discard exchange "))
        return frozenset(place for text in texts for place in text.split()[2:])

    def may(self, start: str) -> bool:
        """Whether any lawful action's text begins so."""
        return any(text.startswith(start) for text in self.lawful)

    def where(self, pick: str) -> str:
        """The address of this table with something picked up, or with nothing."""
        return f"{self.url}?pick={pick}" if pick else self.url

    def seat(self, number: int) -> SeatView:
        """One seat's layout, with what a tap on each slot would do."""
        seen, seat = self.seen, self.seats[number]
        columns = seen.ruleset.columns
        cards = seen.layouts[number] if seen.layouts else ()
        slots = [self._slot(number, slot, card) for slot, card in enumerate(cards)]
        shown, total = seen.shown_strokes(number) if cards else 0, seen.totals[number]
        status = self.status(number)
        return SeatView(
            number=number,
            name=seat.name,
            player_url=seat.player.get_absolute_url() if seat.player else None,
            is_own=number == seen.viewer,
            is_bot=seat.is_bot_held,
            is_to_move=number in seen.to_act,
            is_closer=number == seen.closer,
            status=status,
            rows=tuple(tuple(slots[at : at + columns]) for at in range(0, len(slots), columns)),
            columns=columns,
            shown_strokes=shown,
            total=total,
            label=_("%(name)s: total %(total)s, %(shown)s showing. %(status)s")
            % {"name": seat.name, "total": minus(total), "shown": minus(shown), "status": status},
            due=seat.due_at.isoformat() if seat.due_at else "",
            due_label=due_words(seat.due_at) if seat.due_at else "",
            is_aimed=number == self.aimed,
            aim_href=self.where(f"{self.held}@{number}") if self._is_aim(number) else None,
        )

    def _is_aim(self, seat: int) -> bool:
        return self.aimed is None and seat in self.aims

    def status(self, number: int) -> str:
        """What a seat is doing, in two or three words; "" for just waiting."""
        seen = self.seen
        if seen.match_phase == engine.MatchPhase.FINISHED:
            return ""
        if number in seen.to_act:
            return self._status_to_act(number)
        if number == seen.closer:
            return _("Knocked") if seen.knocked else _("Went out")
        if number not in seen.players:
            return _("Sits this one out")
        if self.seats[number].left_at is not None:
            return _("Away: a bot plays")
        return ""

    def _status_to_act(self, number: int) -> str:
        seen = self.seen
        is_own = number == seen.viewer
        if seen.match_phase == engine.MatchPhase.SCORE_CARD:
            return _("Reading")
        if seen.is_extra_turn:
            return _("Your extra turn") if is_own else _("Extra turn")
        if seen.closer is not None:
            return _("Your last turn") if is_own else _("Last turn")
        return _("Your turn") if is_own else _("To move")

    def _slot(self, seat: int, slot: int, card: engine.SeenCard) -> SlotView:
        columns = self.seen.ruleset.columns
        view = card_view(card, self.known)
        action, href = self._tap(seat, slot)
        label = f"{wording.place_words(slot, columns)}: {view.label}"
        if action or href:
            label = f"{label}. {self._tap_words(action)}"
        dom_id = slot_id(seat, slot)
        row, column = divmod(slot, columns)
        return SlotView(
            dom_id,
            row + 1,
            column + 1,
            view,
            label,
            action,
            dom_id in self.trace.marked,
            href=href,
            is_picked=self.held == f"{EXCHANGE}{seat}.{slot}",
        )

    def _tap(self, seat: int, slot: int) -> tuple[str | None, str | None]:
        """What a tap on a slot does: an action's text, or the address of the next pick."""
        return (None, None) if self.aimed not in (None, seat) else self._tap_of(seat, slot)

    def _tap_of(self, seat: int, slot: int) -> tuple[str | None, str | None]:
        place = f"{seat}.{slot}"
        if self.held == "exchange":
            return None, self.where(EXCHANGE + place) if place in self._exchangeable else None
        if self.held.startswith(EXCHANGE):
            first = self.held.removeprefix(EXCHANGE)
            if place == first:
                return None, self.where("exchange")
            pairs = (f"discard exchange {first} {place}", f"discard exchange {place} {first}")
            return next((text for text in pairs if text in self.lawful), None), None
        is_own = seat == self.seen.viewer
        kinds = {
            "": ("turn", "swap"),
            "discard": ("take",),
            "throw": ("discard",),
            "peek": ("discard peek",),
        }.get(self.held, ())
        where = str(slot) if is_own else place
        texts = tuple(f"{kind} {where}" for kind in kinds if is_own or self.held == "peek")
        return next((text for text in texts if text in self.lawful), None), None

    def _tap_words(self, action: str | None) -> str:
        drawn = wording.the_card(self.seen.drawn)
        if action is None:
            is_chosen = self.held.startswith(EXCHANGE)
            return _("Choose another") if is_chosen else _("Choose it for the exchange")
        kind = action.rstrip("0123456789. ")
        if kind == "turn":
            is_peek = self.seen.ruleset.openers_seen == "peek"
            return _("Look at it") if is_peek else _("Turn it up")
        if kind == "swap":
            return _("Put %(card)s here") % {"card": drawn}
        if kind == "take":
            return _("Put %(card)s here") % {"card": wording.the_card(self.seen.discard[-1])}
        if kind == "discard peek":
            return _("Throw away %(card)s and look at this") % {"card": drawn}
        if kind.startswith("discard exchange"):
            return _("Throw away %(card)s and exchange the two") % {"card": drawn}
        return _("Throw away %(card)s and turn this up") % {"card": drawn}

    def stock(self) -> PileView:
        """The stock: how many cards, and whether a tap draws one."""
        action = "draw" if "draw" in self.lawful else None
        label = _("Stock, %(count)d cards") % {"count": self.seen.stock_count}
        if action:
            label = _("%(pile)s. Draw a card") % {"pile": label}
        return PileView("stock", None, self.seen.stock_count, label, action)

    def discard(self) -> PileView:
        """The discard pile; a tap picks its top card up, or throws the drawn card onto it."""
        top = self.seen.discard[-1] if self.seen.discard else None
        label = _("Discard pile: %(card)s") % {
            "card": wording.card_words(top) if top else _("empty")
        }
        action = href = None
        words = ""
        if self.may("take "):
            is_held = self.pick == "discard"
            href = self.where("" if is_held else "discard")
            words = _("Put it back") if is_held else _("Take it")
        elif self.can_flip:
            is_thrown = self.pick == "throw"
            href = self.where("" if is_thrown else "throw")
            words = _("Keep the drawn card") if is_thrown else _("Throw away the drawn card")
        elif "discard" in self.lawful:
            action, words = "discard", _("Throw away the drawn card")
        return PileView(
            dom_id="discard",
            card=face_up(top),
            count=len(self.seen.discard),
            label=f"{label}. {words}" if words else label,
            action=action,
            href=href,
            is_picked=self.pick == "discard",
            is_marked="discard" in self.trace.marked,
        )
