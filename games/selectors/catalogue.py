"""The catalogue: every kind of game that is offered, where it is from, what a host may set."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Preset
from games.selectors.origins import Origin, origin_of
from games.selectors.toggle_words import difficulty_words, label_of


@dataclass(frozen=True, slots=True)
class PresetEntry:
    """One kind of game."""

    slug: str
    title: str
    summary: str
    seats: str
    minutes: int
    difficulty: str
    may_set: tuple[str, ...]
    sets_everything: bool
    origin: Origin
    open_url: str
    rules_url: str


def catalogue() -> tuple[PresetEntry, ...]:
    """The presets that are offered, in the organisers' order, in two queries."""
    offered = Preset.objects.offered().prefetch_related("toggles")
    return tuple(entry_of(preset) for preset in offered)


def entry_of(preset: Preset) -> PresetEntry:
    """A preset (with toggles) in words."""
    span = {"least": preset.seats_min, "most": preset.seats_max}
    toggles = [toggle for toggle in preset.toggles.all() if not toggle.is_locked]
    return PresetEntry(
        slug=preset.slug,
        title=preset.title,
        summary=preset.summary,
        seats=_("%(least)d to %(most)d seats") % span,
        minutes=preset.minutes,
        difficulty=difficulty_words(preset.difficulty),
        may_set=tuple(label_of(toggle.field) for toggle in toggles),
        sets_everything=preset.takes_any,
        origin=origin_of(preset),
        open_url=f"{reverse('games:table-new')}?preset={preset.slug}",
        rules_url=reverse("games:preset-rules", args=[preset.slug]),
    )
