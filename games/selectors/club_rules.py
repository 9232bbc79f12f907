"""A club's house rules: what its hosts are offered, and the page on which members read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Club
from games.models import ClubRules, Preset
from games.selectors.clock_words import clock_label
from games.selectors.offered import Fact, OfferGroup, offers_of, set_words
from games.selectors.toggle_words import label_of


@dataclass(frozen=True, slots=True)
class ClubTerms:
    """What hosts may choose at a club's tables; empty parts leave all that the site offers.

    ``toggles`` has by preset and field the values, the usual one first.
    """

    presets: tuple[str, ...] = ()
    toggles: Mapping[str, Mapping[str, list[Any]]] = field(default_factory=dict)
    clocks: tuple[str, ...] = ()
    allows_bots: bool = True

    def takes_preset(self, slug: str) -> bool:
        """Whether a table of this preset may be opened."""
        return not self.presets or slug in self.presets

    def takes_clock(self, text: str) -> bool:
        """Whether a table may have this clock, in its text form."""
        return not self.clocks or text in self.clocks


ANY_TERMS = ClubTerms()
"""Those of a club without rules of its own, and of tables without a club."""


@dataclass(frozen=True, slots=True)
class PresetRules:
    """A preset as the club's hosts have it: what the club locked, and what they may set."""

    title: str
    summary: str
    locked: tuple[Fact, ...]
    groups: tuple[OfferGroup, ...]
    is_as_offered: bool
    rules_url: str
    change_url: str


@dataclass(frozen=True, slots=True)
class ClubRulesPage:
    """A club's house rules in words; ``clocks`` is empty where any will do."""

    presets: tuple[PresetRules, ...]
    clocks: tuple[str, ...]
    allows_bots: bool


def terms_of(club: Club | None) -> ClubTerms:
    """A club's rules as they stand, in one query; no club's tables have none."""
    rules = None if club is None else ClubRules.objects.filter(club=club).first()
    if rules is None:
        return ANY_TERMS
    return ClubTerms(tuple(rules.presets), rules.toggles, tuple(rules.clocks), rules.allows_bots)


def presets_of(terms: ClubTerms) -> tuple[Preset, ...]:
    """The presets that hosts may choose, each as they may set it; for reading, never to be saved.

    Two queries.
    """
    offered = Preset.objects.offered().prefetch_related("toggles")
    return tuple(narrowed(preset, terms) for preset in offered if terms.takes_preset(preset.slug))


def narrowed(preset: Preset, terms: ClubTerms) -> Preset:
    """The preset, its loaded toggles narrowed to what the club takes: a single value is locked.

    Values that the site no longer offers are left out; where none is left, its own default stays.
    """
    listed = terms.toggles.get(preset.slug, {})
    for toggle in preset.toggles.all():
        if toggle.is_locked or toggle.field not in listed:
            continue
        kept = [value for value in listed[toggle.field] if is_among(value, toggle.offered)]
        toggle.offered = kept or [toggle.default]
        toggle.default = toggle.offered[0]
        toggle.is_locked = len(toggle.offered) == 1
        # Free values would get past the list.
        preset.takes_any = False
    return preset


def is_among(value: Any, values: Iterable[Any]) -> bool:
    """Whether a value is one of these: ``1`` is not ``True``."""
    return any(type(value) is type(other) and value == other for other in values)


def club_rules_page(club: Club) -> ClubRulesPage:
    """A club's house rules in words, in three queries."""
    terms = terms_of(club)
    return ClubRulesPage(
        presets=tuple(_preset_rules(club, preset, terms) for preset in presets_of(terms)),
        clocks=tuple(clock_label(text) for text in terms.clocks),
        allows_bots=terms.allows_bots,
    )


def summary_words(locked: Iterable[Fact], groups: Iterable[OfferGroup]) -> tuple[str, ...]:
    """What is locked, and what hosts may set and to what, a sentence each."""
    told = [
        _("%(label)s: always %(value)s.") % {"label": fact.label, "value": fact.value}
        for fact in locked
    ]
    for group in groups:
        for offer in group.offers:
            words = {"label": offer.label, "usual": offer.usual, "others": ", ".join(offer.others)}
            told.append(_("%(label)s: %(usual)s at first; also %(others)s.") % words)
    return tuple(told)


def locked_by_club(preset: Preset, terms: ClubTerms) -> tuple[Fact, ...]:
    """The toggles of a narrowed preset that the club has locked."""
    listed = terms.toggles.get(preset.slug, {})
    return tuple(
        Fact(toggle.field, label_of(toggle.field), set_words(toggle.field, toggle.default))
        for toggle in preset.toggles.all()
        if toggle.field in listed and toggle.is_locked
    )


def _preset_rules(club: Club, preset: Preset, terms: ClubTerms) -> PresetRules:
    return PresetRules(
        title=preset.title,
        summary=preset.summary,
        locked=locked_by_club(preset, terms),
        groups=offers_of(preset),
        is_as_offered=not terms.toggles.get(preset.slug),
        rules_url=reverse("games:preset-rules", args=[preset.slug]),
        change_url=reverse("games:club-rules-preset", args=[club.slug, preset.slug]),
    )
