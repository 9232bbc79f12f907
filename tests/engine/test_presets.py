from __future__ import annotations

from typing import Any

import pytest

from games.engine import PRESETS, Preset, Ruleset, RulesetError


def test_clubhouse_is_the_default_and_fixes_the_defaults() -> None:
    assert next(iter(PRESETS)) == "clubhouse"
    assert PRESETS["clubhouse"].ruleset() == Ruleset()


def test_clubhouse_offers_its_toggles_with_the_default_first() -> None:
    assert dict(PRESETS["clubhouse"].offers) == {
        "layout": ("2x3", "2x2", "2x4", "3x3"),
        "openers": (2, 0, 1, 3, 4, 5, 6, 7, 8),
        "final_putt": (False, True),
        "holes": (9, 6, 3),
    }
    assert PRESETS["clubhouse"].seats == (2, 6)


def test_clubhouse_fixed_fixes_the_openers() -> None:
    assert PRESETS["clubhouse-fixed"].ruleset() == Ruleset(openers_mode="fixed")
    assert dict(PRESETS["clubhouse-fixed"].offers) == {
        "layout": ("2x3", "2x2", "3x3"),
        "openers": (2, 0, 1, 3, 4, 5, 6, 7, 8),
        "openers_seen": ("up", "peek"),
        "holes": (9, 6, 3),
    }


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.slug)
def test_every_offered_value_serves_every_number_of_seats(preset: Preset) -> None:
    for field, values in preset.offers.items():
        for value in values:
            fitting = {"layout": "3x3"} if field == "openers" else {"openers": 2}
            rules = preset.ruleset({**fitting, field: value})
            for seats in range(preset.seats[0], preset.seats[1] + 1):
                rules.validate(seats)


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"holes": 18}, "holes"),
        ({"layout": "3x4"}, "layout"),
        ({"refuse": "no_flip"}, "refuse"),
        ({"final_putt": 1}, "final_putt"),
        ({"nonsense": 1}, "nonsense"),
        ({"openers": 6}, "openers"),
    ],
)
def test_what_is_not_offered_is_refused(chosen: dict[str, Any], field: str) -> None:
    with pytest.raises(RulesetError) as refused:
        PRESETS["clubhouse"].ruleset(chosen)
    assert refused.value.field == field
