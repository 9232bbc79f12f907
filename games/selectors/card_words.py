"""Ranks, cards and numbers as the rules and the explanations of strokes name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games import engine
from games.selectors.numbers import MINUS as MINUS
from games.selectors.numbers import number as number
from games.selectors.numbers import signed as signed
from games.selectors.wording import card_words, names_words

_MANY = {
    "A": gettext_lazy("aces"),
    "2": pgettext_lazy("cards", "twos"),
    "3": pgettext_lazy("cards", "threes"),
    "4": pgettext_lazy("cards", "fours"),
    "5": pgettext_lazy("cards", "fives"),
    "6": pgettext_lazy("cards", "sixes"),
    "7": pgettext_lazy("cards", "sevens"),
    "8": pgettext_lazy("cards", "eights"),
    "9": pgettext_lazy("cards", "nines"),
    "10": pgettext_lazy("cards", "tens"),
    "J": gettext_lazy("jacks"),
    "Q": gettext_lazy("queens"),
    "K": gettext_lazy("kings"),
    "X": gettext_lazy("jokers"),
}
_SIDES = {"X1": gettext_lazy("first joker"), "X2": gettext_lazy("second joker")}


def ranks_words(rank: str) -> str:
    """``"Q"`` as "queens"."""
    return str(_MANY[rank])


def several_ranks_words(ranks: Iterable[str]) -> str:
    """Ranks in a sentence: "jacks and queens"."""
    return names_words([ranks_words(rank) for rank in ranks])


def the_face(face: str) -> str:
    """A face with its article; unlike on the table the two jokers of a pack are told apart."""
    name = str(_SIDES[face]) if face in _SIDES else card_words(face)
    return _("the %(card)s") % {"card": name}


def faces_words(faces: Iterable[str]) -> str:
    """Faces in a sentence, in the order of a pack."""
    wanted = set(faces)
    return names_words([the_face(face) for face in engine.FACES if face in wanted])


def sum_words(values: Sequence[int]) -> str:
    """Numbers as a sum: "10 + 3"."""
    first, *others = values
    rest = (f" {MINUS if value < 0 else '+'} {abs(value)}" for value in others)
    return number(first) + "".join(rest)


def ranks_by_value(values: Mapping[str, int], ranks: Sequence[str]) -> list[tuple[list[str], int]]:
    """Ranks of one value together, lowest value first."""
    found: dict[int, list[str]] = {}
    for rank in ranks:
        found.setdefault(values[rank], []).append(rank)
    return [(found[value], value) for value in sorted(found)]
