"""Seats, slots and piles as one viewer knows them, from an observation and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.models import Seat
from games.selectors import wording
from games.selectors.table_view import CardView, PileView, SeatView, SlotView, TravelView

# What a tap on an own slot stands for, by what is picked; the first lawful one is offered.
SLOT_KINDS: Mapping[str, tuple[str, ...]] = {
    "": ("turn", "swap"),
    "discard": ("take",),
    "throw": ("discard",),
}


def slot_id(seat: int, slot: int) -> str:
    """The element id of a slot; says where, never what."""
    return f"seat-{seat}-slot-{slot}"


def lawful(observation: engine.Observation) -> frozenset[str]:
    """The text forms of what the viewer may do now."""
    return frozenset(action.text for action in observation.legal)


def picked(observation: engine.Observation, pick: str) -> str:
    """``pick`` if it leads to a lawful action now, else "" (nothing picked)."""
    kinds = SLOT_KINDS.get(pick, ())
    return (
        pick
        if any(text.split(" ")[0] in kinds and " " in text for text in lawful(observation))
        else ""
    )


def card_view(card: engine.SeenCard) -> CardView:
    """The view of a card as its viewer knows it."""
    label = wording.card_words(card.face)
    is_known = card.face is not None and not card.is_up
    if is_known:
        label = _("%(card)s, face down, seen by you") % {"card": label}
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
        slot = slot_id(fact["seat"], fact["slot"]) if "slot" in fact else ""
        match fact["kind"]:
            case "opener_turned" | "flipped":
                marked.append(slot)
                turned.append(slot)
            case "opener_peeked":
                marked.append(slot)
            case "drew":
                marked.append("drawn")
                travels.append(TravelView("stock", "drawn"))
            case "placed":
                origin = "drawn" if fact["origin"] == "stock" else "discard"
                marked += [slot, "discard"]
                travels += [TravelView(origin, slot), TravelView(slot, "discard")]
            case "discarded":
                marked.append("discard")
                travels.append(TravelView("drawn", "discard"))
    return Recent(frozenset(marked), tuple(travels), tuple(turned))


def seat_view(
    observation: engine.Observation, seat: Seat, number: int, pick: str, trace: Recent
) -> SeatView:
    """One seat's layout, with what a tap on each own slot would do."""
    columns = observation.ruleset.columns
    is_own = number == observation.viewer
    cards = observation.layouts[number] if observation.layouts else ()
    slots = [
        _slot(observation, number, slot, card, pick if is_own else None, trace)
        for slot, card in enumerate(cards)
    ]
    shown, total = observation.shown_strokes(number) if cards else 0, observation.totals[number]
    status = seat_status(observation, seat, number)
    return SeatView(
        number=number,
        name=seat.name,
        player_url=seat.player.get_absolute_url() if seat.player else None,
        is_own=is_own,
        is_bot=seat.is_bot_held,
        is_to_move=number in observation.to_act,
        is_closer=number == observation.closer,
        status=status,
        rows=tuple(tuple(slots[at : at + columns]) for at in range(0, len(slots), columns)),
        columns=columns,
        shown_strokes=shown,
        total=total,
        label=_("%(name)s: total %(total)d, %(shown)d showing. %(status)s")
        % {"name": seat.name, "total": total, "shown": shown, "status": status},
    )


def seat_status(observation: engine.Observation, seat: Seat, number: int) -> str:
    """What a seat is doing, in two or three words; "" for just waiting."""
    if observation.match_phase == engine.MatchPhase.FINISHED:
        return ""
    if number in observation.to_act:
        if observation.match_phase == engine.MatchPhase.SCORE_CARD:
            return _("Reading")
        if observation.closer is not None:
            return _("Your last turn") if number == observation.viewer else _("Last turn")
        return _("Your turn") if number == observation.viewer else _("To move")
    if number == observation.closer:
        return _("Went out")
    if seat.left_at is not None:
        return _("Away: a bot plays")
    return ""


def _slot(
    observation: engine.Observation,
    seat: int,
    slot: int,
    card: engine.SeenCard,
    pick: str | None,
    trace: Recent,
) -> SlotView:
    columns = observation.ruleset.columns
    view = card_view(card)
    action = None
    if pick is not None:
        texts = (f"{kind} {slot}" for kind in SLOT_KINDS[pick])
        action = next((text for text in texts if text in lawful(observation)), None)
    label = f"{wording.place_words(slot, columns)}: {view.label}"
    if action is not None:
        label = f"{label}. {_slot_action_words(observation, action)}"
    dom_id = slot_id(seat, slot)
    row, column = divmod(slot, columns)
    return SlotView(dom_id, row + 1, column + 1, view, label, action, dom_id in trace.marked)


def _slot_action_words(observation: engine.Observation, action: str) -> str:
    match action.split(" ")[0]:
        case "turn":
            is_peek = observation.ruleset.openers_seen == "peek"
            return _("Look at it") if is_peek else _("Turn it up")
        case "swap":
            return _("Put %(card)s here") % {"card": wording.the_card(observation.drawn)}
        case "take":
            return _("Put %(card)s here") % {"card": wording.the_card(observation.discard[-1])}
        case _:
            return _("Throw away %(card)s and turn this up") % {
                "card": wording.the_card(observation.drawn)
            }


def stock_view(observation: engine.Observation) -> PileView:
    """The stock: how many cards, and whether a tap draws one."""
    action = "draw" if "draw" in lawful(observation) else None
    label = _("Stock, %(count)d cards") % {"count": observation.stock_count}
    if action:
        label = _("%(pile)s. Draw a card") % {"pile": label}
    return PileView("stock", None, observation.stock_count, label, action)


def discard_view(
    observation: engine.Observation, pick: str, table_url: str, trace: Recent
) -> PileView:
    """The discard pile; a tap picks its top card up, or throws the drawn card onto it."""
    texts = lawful(observation)
    top = observation.discard[-1] if observation.discard else None
    label = _("Discard pile: %(card)s") % {"card": wording.card_words(top) if top else _("empty")}
    action = href = None
    if any(text.startswith("take ") for text in texts):
        href = table_url if pick == "discard" else f"{table_url}?pick=discard"
        words = _("Put it back") if pick == "discard" else _("Take it")
    elif any(text.startswith("discard ") for text in texts):
        href = table_url if pick == "throw" else f"{table_url}?pick=throw"
        words = _("Keep the drawn card") if pick == "throw" else _("Throw away the drawn card")
    elif "discard" in texts:
        action, words = "discard", _("Throw away the drawn card")
    else:
        words = ""
    return PileView(
        dom_id="discard",
        card=face_up(top),
        count=len(observation.discard),
        label=f"{label}. {words}" if words else label,
        action=action,
        href=href,
        is_picked=pick == "discard",
        is_marked="discard" in trace.marked,
    )
