"""Why rules are refused, in words: the field, the value, and what would be accepted.

The engine tells what it accepts in plain English, for its commands; here the same is said by the
shape of the field, through the translations, for hosts and for organisers.

>>> refusal_words("openers", 5, "0 to 3 on a 2x2 layout")
"Openers can't be “5 cards” here: 0 to 3 on a 2x2 layout."
>>> accepted_as_json("knock", "off, on")
'false, true'
"""

from __future__ import annotations

import json
import re
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import FIELDS
from games.engine.fields import MAX_VALUE, CardSet, Choice, EffectMap, NumberMap, Whole
from games.selectors.toggle_words import label_of, words_of

_EXACT: dict[str, Promise] = {
    "diagonals only on 2x2 and 3x3": gettext_lazy("diagonals need as many rows as columns"),
    "down only together with knock": gettext_lazy("face down goes together with knocking only"),
    "1 to 18, or 0 with a limit above 0": gettext_lazy("1 to 18, or 0 together with a limit"),
    "no field of this name": gettext_lazy("the rules have no field of this name"),
}
_SHAPES: tuple[tuple[re.Pattern[str], Promise], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"(?P<low>\d+) to (?P<high>\d+)", gettext_lazy("%(low)s to %(high)s")),
        (
            r"(?P<low>\d+) to (?P<high>\d+) on a (?P<layout>\d+x\d+) layout",
            gettext_lazy("%(low)s to %(high)s on a %(layout)s layout"),
        ),
        (
            r"packs that leave (?P<seats>\d+) seats with (?P<cards>\d+) cards one stock card each",
            gettext_lazy(
                "packs that leave %(seats)s seats with %(cards)s cards one stock card each"
            ),
        ),
    )
)


def refusal_words(name: str, value: Any, accepted: str) -> str:
    """Why a host's choice is refused: what was set, to what, and what would do.

    ``accepted`` is the engine's text, or words that are translated already.
    """
    return _("%(label)s can't be “%(value)s” here: %(accepted)s.") % {
        "label": label_of(name),
        "value": words_of(name, value),
        "accepted": accepted_words(name, accepted),
    }


def accepted_words(name: str, accepted: str) -> str:
    """What a field takes, in the words of the host's form."""
    field = FIELDS.get(name)
    if isinstance(field, Choice) and accepted == field.accepted:
        return ", ".join(words_of(name, value) for value in field.values)
    return _words(name, accepted)


def accepted_as_json(name: str, accepted: str) -> str:
    """What a field takes, with its values as organisers write them."""
    field = FIELDS.get(name)
    if isinstance(field, Choice) and accepted == field.accepted:
        return ", ".join(json.dumps(value) for value in field.values)
    return _words(name, accepted)


def range_words(name: str) -> str:
    """What a field takes that isn't chosen from a list; "" for those that are."""
    field = FIELDS.get(name)
    numbers = {"low": -MAX_VALUE, "high": MAX_VALUE}
    if isinstance(field, Whole):
        numbers = {"low": field.low, "high": field.high}
        return _("a whole number from %(low)d to %(high)d") % numbers
    if isinstance(field, NumberMap) and name == "card_values":
        words = _("cards with a whole number from %(low)d to %(high)d each, as in QS 40, 10H 0")
        return words % numbers
    if isinstance(field, NumberMap):
        words = _("ranks with a whole number from %(low)d to %(high)d each, as in J 11, Q 12")
        return words % numbers
    if isinstance(field, EffectMap) and field.takes_numbers:
        words = _("ranks with “keep” or a whole number from %(low)d to %(high)d each, as in X -5")
        return words % numbers
    if isinstance(field, EffectMap):
        effects = ", ".join(f"“{effect.replace('_', ' ')}”" for effect in field.effects)
        return _("ranks with one of %(effects)s each, as in J peek own") % {"effects": effects}
    if isinstance(field, CardSet):
        return _("a list of cards, as in JH JS")
    return ""


def _words(name: str, accepted: str) -> str:
    field = FIELDS.get(name)
    if field is not None and accepted == field.accepted:
        return range_words(name) or accepted
    if accepted in _EXACT:
        return str(_EXACT[accepted])
    for pattern, words in _SHAPES:
        if found := pattern.fullmatch(accepted):
            return str(words) % found.groupdict()
    return accepted
