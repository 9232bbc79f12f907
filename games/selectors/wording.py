"""Cards, places and actions in words, for the eye and for the ear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.selectors.numbers import number

_RANKS = {
    "A": gettext_lazy("ace"),
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
}
_SUITS = {
    "C": pgettext_lazy("suit", "clubs"),
    "D": pgettext_lazy("suit", "diamonds"),
    "H": pgettext_lazy("suit", "hearts"),
    "S": pgettext_lazy("suit", "spades"),
}
HIDDEN = gettext_lazy("hidden card")


def card_words(face: str | None) -> str:
    """``"QS"`` as "queen of spades"; a card that was not seen as "hidden card"."""
    if face is None:
        return str(HIDDEN)
    if face.startswith("X"):
        return _("joker")
    rank, suit = face[:-1], face[-1]
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": _RANKS.get(rank, rank),
        "suit": _SUITS[suit],
    }


def the_card(face: str | None) -> str:
    """With its article: "the queen of spades", "a joker", "a card"."""
    if face is None:
        return _("a card")
    if face.startswith("X"):
        return _("a joker")
    return _("the %(card)s") % {"card": card_words(face)}


def place_words(slot: int, columns: int) -> str:
    """Slot 4 of three columns as "row 2, column 2"."""
    return _("row %(row)d, column %(column)d") % {
        "row": slot // columns + 1,
        "column": slot % columns + 1,
    }


def strokes_words(strokes: int) -> str:
    """Strokes with their unit; may be negative."""
    return ngettext("%(count)s stroke", "%(count)s strokes", abs(strokes)) % {
        "count": number(strokes)
    }


def cards_words(count: int) -> str:
    """How many cards: "1 card", "12 cards"."""
    return ngettext("%d card", "%d cards", count) % count


def names_words(names: Sequence[str]) -> str:
    """A list in a sentence: "Ann, Ben and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(most)s and %(last)s") % {"most": ", ".join(names[:-1]), "last": names[-1]}


_SENTENCES = {
    "hole_dealt": gettext_lazy("Hole %(number)d: %(starter)s starts, %(discard)s is turned up."),
    "opener_turned": gettext_lazy("%(name)s turned up %(card)s at %(place)s."),
    "opener_peeked": gettext_lazy("%(name)s looked at the card at %(place)s."),
    "drew": gettext_lazy("%(name)s drew a card from the stock."),
    "placed from discard": gettext_lazy(
        "%(name)s took %(card)s to %(place)s and discarded %(discarded)s."
    ),
    "placed from stock": gettext_lazy(
        "%(name)s put the drawn card, %(card)s, at %(place)s and discarded %(discarded)s."
    ),
    "placed from discard face down": gettext_lazy(
        "%(name)s took %(card)s face down to %(place)s and discarded %(discarded)s."
    ),
    "placed from stock face down": gettext_lazy(
        "%(name)s put the drawn card face down at %(place)s and discarded %(discarded)s."
    ),
    "undone": gettext_lazy(
        "%(name)s took that back: %(discarded)s lies at %(place)s again, "
        "%(card)s on the discard pile."
    ),
    "peeked": gettext_lazy("%(name)s looked at the card at %(place)s."),
    "peeked at another's": gettext_lazy("%(name)s looked at %(owner)s's card at %(place)s."),
    "exchanged": gettext_lazy("%(name)s exchanged %(first)s with %(second)s."),
    "knocked": gettext_lazy("%(name)s knocked."),
    "golf_called": gettext_lazy("Golf! %(name)s has one more turn."),
    "turn_skipped": gettext_lazy("A jack: %(name)s loses the turn."),
    "won_at_once": gettext_lazy("Four of a kind wins the match: %(winners)s."),
    "discarded": gettext_lazy("%(name)s threw away %(card)s."),
    "discarded and flipped": gettext_lazy(
        "%(name)s threw away %(discarded)s and turned up %(card)s at %(place)s."
    ),
    "flipped": gettext_lazy("%(name)s turned up %(card)s at %(place)s."),
    "went_out": gettext_lazy("%(name)s went out."),
    "called_off": gettext_lazy("Nobody turns anything any more: the hole is called off."),
    "stock_recycled": gettext_lazy("The discard pile was shuffled into a new stock."),
    "hole_scored": gettext_lazy("Hole %(number)d is scored: %(strokes)s."),
    "match_finished": gettext_lazy("Lowest total, first place: %(winners)s."),
    "board_dealt": gettext_lazy("Hole %(number)d is dealt: %(foundation)s starts the pile."),
    "card_played": gettext_lazy("Played %(card)s from column %(column)d."),
    "card_turned": gettext_lazy("Turned %(card)s; the stock has %(left)s."),
    "card_turned last": gettext_lazy("Turned %(card)s, the last card of the stock."),
    "play undone": gettext_lazy("Took back %(card)s: it lies in column %(column)d again."),
    "turn undone": gettext_lazy("Took back %(card)s: it lies on the stock again."),
    "hole_reopened": gettext_lazy("Hole %(number)d is open again."),
    "hole cleared": gettext_lazy(
        "Hole %(number)d: the tableau is clear, with %(left)s in the stock: %(strokes)s."
    ),
    "hole cleared barely": gettext_lazy(
        "Hole %(number)d: the tableau is clear, and the stock is used up: %(strokes)s."
    ),
    "hole left": gettext_lazy(
        "Hole %(number)d is over, with %(left)s in the tableau: %(strokes)s."
    ),
    "match for one finished": gettext_lazy("That was the last hole."),
}


def facts_words(facts: Mapping[str, Any], names: Sequence[str], columns: int) -> str:
    """Say one public fact of an action in a sentence; "" for facts that others already say.

    ``names`` is indexed by seat.
    """
    sentence = _SENTENCES.get(_kind(facts))
    return "" if sentence is None else capfirst(sentence % _values(facts, names, columns))


def _kind(facts: Mapping[str, Any]) -> str:
    kind: str = facts["kind"]
    if kind == "placed":
        down = "" if facts.get("is_up", True) else " face down"
        return f"placed from {facts['origin']}{down}"
    if kind == "peeked" and facts["owner"] != facts["seat"]:
        return "peeked at another's"
    return _KINDS_FOR_ONE.get(kind, lambda _facts: kind)(facts)


def _scored(facts: Mapping[str, Any]) -> str:
    if "layouts" in facts:
        return "hole_scored"
    (strokes,) = facts["strokes"]
    if strokes > 0:
        return "hole left"
    return "hole cleared" if strokes else "hole cleared barely"


def _undone(facts: Mapping[str, Any]) -> str:
    if "column" not in facts:
        return "undone"
    return "turn undone" if facts["column"] is None else "play undone"


# What is told in other words where a game is for one.
_KINDS_FOR_ONE: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "hole_dealt": lambda facts: "board_dealt" if "foundation" in facts else "hole_dealt",
    "card_turned": lambda facts: "card_turned" if facts["stock"] else "card_turned last",
    "undone": _undone,
    "hole_scored": _scored,
    "match_finished": lambda facts: (
        "match_finished" if len(facts["places"]) > 1 else "match for one finished"
    ),
}


def _values(facts: Mapping[str, Any], names: Sequence[str], columns: int) -> dict[str, Any]:
    values: dict[str, Any] = {
        key: the_card(facts[key])
        for key in ("card", "discard", "discarded", "foundation")
        if key in facts
    }
    if facts["seat"] is not None:
        values["name"] = names[facts["seat"]]
    if "slot" in facts:
        values["place"] = place_words(facts["slot"], columns)
    if "hole" in facts:
        values["number"] = facts["hole"] + 1
    if "starter" in facts:
        values["starter"] = names[facts["starter"]]
    if "strokes" in facts:
        pairs = zip(names, facts["strokes"], strict=True)
        scored = (f"{name} {number(strokes)}" for name, strokes in pairs if strokes is not None)
        values["strokes"] = ", ".join(scored)
    if "owner" in facts:
        values["owner"] = names[facts["owner"]]
    if "slots" in facts:
        values["first"], values["second"] = (
            _("%(name)s's card at %(place)s")
            % {"name": names[seat], "place": place_words(slot, columns)}
            for seat, slot in facts["slots"]
        )
    if "seats" in facts:
        values["winners"] = names_words([names[seat] for seat in facts["seats"]])
    if "places" in facts:
        pairs = zip(names, facts["places"], strict=True)
        values["winners"] = names_words([name for name, place in pairs if place == 1])
    return values | _values_for_one(facts)


def _values_for_one(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What only games for one tell, or tell otherwise."""
    values: dict[str, Any] = {}
    if "strokes" in facts and "layouts" not in facts:
        (strokes,) = facts["strokes"]
        values |= {"strokes": strokes_words(strokes), "left": cards_words(abs(strokes))}
    if "stock" in facts:
        values["left"] = cards_words(facts["stock"])
    if facts.get("column") is not None:
        values["column"] = facts["column"] + 1
    return values


def action_lines(
    entries: Sequence[Mapping[str, Any]], names: Sequence[str], columns: int
) -> list[str]:
    """Say what one action did, a sentence each, in the order in which it happened."""
    return [text for facts in _joined(entries) if (text := facts_words(facts, names, columns))]


def _joined(entries: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The facts with a card thrown away and the one turned up for it as one."""
    kinds = [facts["kind"] for facts in entries]
    if kinds[:2] == ["discarded", "flipped"]:
        thrown, flipped = entries[:2]
        yield {**flipped, "kind": "discarded and flipped", "discarded": thrown["card"]}
        entries = entries[2:]
    yield from entries
