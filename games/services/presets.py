"""Presets and their toggles: the published ones are loaded once, then organisers edit them."""

from __future__ import annotations

from django.db import transaction

from games import engine
from games.models import Preset, PresetToggle
from games.services.rulesets import where_as_json

SOLITAIRE = engine.Preset(
    slug="golf-solitaire",
    title="Golf Solitaire",
    seats=(1, 1),
    fixed={},
    offers={},
    minutes=15,
    difficulty="",
    origin="Alone against par: clear the columns onto one pile, a rank up or down at a time.",
)
"""By which every match of that game goes; hosts open no tables by it."""


def load_presets(*, reset: bool = False) -> int:
    """Add the engine's presets that are missing; returns how many presets were written.

    What organisers changed stays, unless ``reset`` asks for the published toggles again. A preset
    that says nothing of what follows from its choices gets the published rules for it.
    """
    written = 0
    with transaction.atomic():
        known = set(Preset.objects.values_list("slug", flat=True))
        for position, published in enumerate(engine.PRESETS.values()):
            if reset or published.slug not in known:
                _write(published, position)
                written += 1
            elif published.where:
                bare = Preset.objects.filter(slug=published.slug, where=[])
                bare.update(where=where_as_json(published.where))
        if reset or SOLITAIRE.slug not in known:
            _write(SOLITAIRE, len(engine.PRESETS), Preset.Game.SOLITAIRE)
            written += 1
    return written


def solitaire_preset() -> Preset:
    """The preset of Golf Solitaire; written where a site has none yet."""
    found = Preset.objects.filter(game=Preset.Game.SOLITAIRE).first()
    if found is not None:
        return found
    _write(SOLITAIRE, len(engine.PRESETS), Preset.Game.SOLITAIRE)
    return Preset.objects.get(slug=SOLITAIRE.slug)


def _write(published: engine.Preset, position: int, game: Preset.Game = Preset.Game.GRID) -> None:
    preset, _made = Preset.objects.update_or_create(
        slug=published.slug,
        defaults={
            "title": published.title,
            "summary": published.origin,
            "fixed": dict(published.fixed),
            "where": where_as_json(published.where),
            "takes_any": published.takes_any,
            "seats_min": published.seats[0],
            "seats_max": published.seats[1],
            "minutes": published.minutes,
            "difficulty": published.difficulty,
            "position": position,
            "game": game,
        },
    )
    preset.toggles.exclude(field__in=published.offers).delete()
    PresetToggle.objects.bulk_create(
        [
            PresetToggle(
                preset=preset, field=field, offered=list(offered), default=offered[0], position=at
            )
            for at, (field, offered) in enumerate(published.offers.items())
        ],
        update_conflicts=True,
        unique_fields=["preset", "field"],
        update_fields=["offered", "default", "is_locked", "position"],
    )
