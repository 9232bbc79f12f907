"""What a preset leaves to a host and what it has set, in words, from its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games import engine
from games.models import Preset, PresetToggle
from games.selectors.card_words import faces_words, number, ranks_words, the_face
from games.selectors.map_text import is_map
from games.selectors.refused_rules import range_words
from games.selectors.toggle_words import GROUPS, explanation_of, group_of, label_of, words_of


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is set and can't be chosen."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a host may set: what it is, what it is at first, what else it may be."""

    label: str
    about: str
    usual: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferGroup:
    """Offers that belong together."""

    title: str
    offers: tuple[Offer, ...]


def facts_of(preset: Preset) -> tuple[Fact, ...]:
    """What hosts can't change: locked toggles, and fields that are fixed whatever they choose.

    What follows from choices is left out, for it isn't known before they are made.
    """
    toggles = list(preset.toggles.all())
    locked = {toggle.field: toggle.default for toggle in toggles if toggle.is_locked}
    open_to_hosts = {toggle.field for toggle in toggles} - locked.keys()
    following = {name for rule in preset.where for name in rule["then"]}
    fixed = {
        name: value
        for name, value in preset.fixed.items()
        if name in engine.FIELDS and name not in open_to_hosts | following
    }
    names = [name for group in GROUPS for name in group.names]
    known = {**fixed, **locked}
    order = sorted(known, key=lambda name: names.index(name) if name in names else len(names))
    return tuple(Fact(name, label_of(name), set_words(name, known[name])) for name in order)


def offers_of(preset: Preset) -> tuple[OfferGroup, ...]:
    """What a host may set, group by group; the seats come first."""
    toggles = [toggle for toggle in preset.toggles.all() if not toggle.is_locked]
    found = [("seats", _seats(preset))]
    found += [(toggle.field, _offer(preset, toggle)) for toggle in toggles]
    groups = (
        (str(group.title), tuple(offer for name, offer in found if group_of(name) == group))
        for group in GROUPS
    )
    return tuple(OfferGroup(title, offers) for title, offers in groups if offers)


def set_words(name: str, value: Any) -> str:
    """A value in words; maps and sets of cards in more words than a host would write.

    >>> set_words("values", {"J": 11, "Q": 12})
    'Jacks 11, queens 12'
    >>> set_words("line_overrides", {"X": "keep"})
    'Jokers keep their values'
    """
    if not is_map(name) or not value:
        return words_of(name, value)
    if not isinstance(value, Mapping):
        return capfirst(faces_words(value))
    named = the_face if name == "card_values" else ranks_words
    return capfirst(", ".join(_entry(named(key), effect) for key, effect in value.items()))


def _entry(name: str, effect: Any) -> str:
    words = {
        "keep": _("%(cards)s keep their values"),
        "peek_own": _("%(cards)s peek at an own card"),
        "peek_other": _("%(cards)s peek at another's card"),
        "swap_any": _("%(cards)s exchange two cards"),
    }
    if effect in words:
        return words[effect] % {"cards": name}
    return f"{name} {number(effect)}"


def _seats(preset: Preset) -> Offer:
    counts = range(preset.seats_min, preset.seats_max + 1)
    usual, *others = (words_of("seats", count) for count in counts)
    return Offer(label_of("seats"), explanation_of("seats"), usual, tuple(others))


def _offer(preset: Preset, toggle: PresetToggle) -> Offer:
    name, usual = toggle.field, toggle.default
    others = tuple(
        words_of(name, value)
        for value in toggle.offered
        if type(value) is not type(usual) or value != usual
    )
    if preset.takes_any and range_words(name):
        others = (range_words(name),)
    about = explanation_of(name, takes_any=preset.takes_any)
    return Offer(label_of(name), about, words_of(name, usual), others)
