"""Presets and their toggles: the published ones are loaded once, then organisers edit them."""

from __future__ import annotations

from django.db import transaction

from games import engine
from games.models import Preset, PresetToggle


def load_presets(*, reset: bool = False) -> int:
    """Add the engine's presets that are missing; returns how many presets were written.

    What organisers changed stays, unless ``reset`` asks for the published toggles again.
    """
    written = 0
    with transaction.atomic():
        for position, published in enumerate(engine.PRESETS.values()):
            if reset or not Preset.objects.filter(slug=published.slug).exists():
                _write(published, position)
                written += 1
    return written


def _write(published: engine.Preset, position: int) -> None:
    preset, _made = Preset.objects.update_or_create(
        slug=published.slug,
        defaults={
            "title": published.title,
            "summary": published.origin,
            "fixed": dict(published.fixed),
            "seats_min": published.seats[0],
            "seats_max": published.seats[1],
            "minutes": published.minutes,
            "difficulty": published.difficulty,
            "position": position,
        },
    )
    preset.toggles.exclude(field__in=published.offers).delete()
    for at, (field, offered) in enumerate(published.offers.items()):
        PresetToggle.objects.update_or_create(
            preset=preset,
            field=field,
            defaults={
                "offered": list(offered),
                "default": offered[0],
                "is_locked": False,
                "position": at,
            },
        )
