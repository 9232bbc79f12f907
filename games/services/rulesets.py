"""From a preset and a host's choices to a ruleset that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.models import Preset
from games.services.refusals import Refused


def resolve(preset: Preset, choices: Mapping[str, Any], seats: int) -> engine.Ruleset:
    """The ruleset of ``preset`` with a host's ``choices`` for ``seats`` seats.

    Raises ``Refused("bad_ruleset")`` naming the field for a choice that the preset does not
    offer, that is locked, or that can't be played (rules, section 7).
    """
    if not preset.seats_min <= seats <= preset.seats_max:
        raise _refusal("seats", seats, f"{preset.seats_min} to {preset.seats_max}")
    toggles = {toggle.field: toggle for toggle in preset.toggles.all()}
    fields = dict(preset.fixed) | {name: toggle.default for name, toggle in toggles.items()}
    for name, value in choices.items():
        toggle = toggles.get(name)
        if toggle is None or toggle.is_locked:
            raise _refusal(name, value, _("not offered by this preset"))
        if not any(type(offer) is type(value) and offer == value for offer in toggle.offered):
            raise _refusal(name, value, ", ".join(str(offer) for offer in toggle.offered))
        fields[name] = value
    return _playable(fields, (seats,))


def _playable(fields: Mapping[str, Any], counts: tuple[int, ...]) -> engine.Ruleset:
    try:
        ruleset = engine.Ruleset.from_fields(fields)
        for seats in counts:
            ruleset.validate(seats)
    except engine.RulesetError as error:
        raise _refusal(error.field, error.value, str(error.accepted)) from error
    return ruleset


def _refusal(field: str, value: object, accepted: str) -> Refused:
    return Refused(
        "bad_ruleset",
        _("%(field)s can't be %(value)s here: %(accepted)s.")
        % {"field": field, "value": value, "accepted": accepted},
    )


def check_preset(preset: Preset, toggles: Mapping[str, tuple[list[Any], Any]]) -> None:
    """Check a preset before an organiser's change of it is kept.

    ``toggles`` maps each field to the values offered and the default. Every offered value must be
    one that the engine knows, and the defaults must be playable by the fewest and the most seats.
    Raises ``Refused("bad_ruleset")`` naming the field.
    """
    if not isinstance(preset.fixed, dict):
        raise _refusal("fixed", preset.fixed, _("a map of fields to values"))
    defaults = {field: default for field, (_offered, default) in toggles.items()}
    _playable(preset.fixed | defaults, (preset.seats_min, preset.seats_max))
    for field, (offered, _default) in toggles.items():
        for value in offered:
            _known(field, value)


def _known(field: str, value: Any) -> None:
    if field not in engine.FIELDS:
        raise _refusal(field, value, _("no field of the rules"))
    try:
        engine.FIELDS[field].read(field, value)
    except engine.RulesetError as error:
        raise _refusal(error.field, error.value, str(error.accepted)) from error
