"""What a host's choices come to, before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import Preset
from games.selectors.rules_picture import RulesPicture, expected_minutes, rules_picture
from games.services.rulesets import BadRuleset, resolve


def preview(preset: Preset, choices: Mapping[str, Any], seats: int) -> RulesPicture | None:
    """The picture of these choices; None where they can't be played."""
    try:
        ruleset = resolve(preset, choices, seats)
        usual = resolve(preset, {}, preset.seats_min)
    except BadRuleset:
        return None
    minutes = expected_minutes(ruleset, seats, usual=usual, usual_minutes=preset.minutes)
    return rules_picture(ruleset, seats, minutes)
