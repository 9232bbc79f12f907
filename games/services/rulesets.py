"""From a preset and a host's choices to a ruleset that can be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.models import Preset, PresetToggle
from games.selectors.refused_rules import accepted_as_json
from games.services.refusals import Refused


class BadRuleset(Refused):
    """Rules that are refused: the ``field``, the ``value`` and what is ``accepted`` instead.

    Its message names the field as organisers know it; hosts get ``refusal_words``.
    """

    def __init__(self, field: str, value: object, accepted: str) -> None:
        self.field, self.value, self.accepted = field, value, accepted
        words = accepted_as_json(field, accepted)
        named = {"field": field, "value": value, "accepted": words}
        super().__init__(
            "bad_ruleset", _("%(field)s can't be %(value)s here: %(accepted)s.") % named
        )


def resolve(preset: Preset, choices: Mapping[str, Any], seats: int) -> engine.Ruleset:
    """The ruleset of ``preset`` with a host's ``choices`` for ``seats`` seats.

    Raises ``BadRuleset`` naming the field for a choice that the preset does not offer, that is
    locked, or that can't be played (rules, section 7).
    """
    if not preset.seats_min <= seats <= preset.seats_max:
        raise BadRuleset("seats", seats, f"{preset.seats_min} to {preset.seats_max}")
    toggles = {toggle.field: toggle for toggle in preset.toggles.all()}
    for name, value in choices.items():
        _check_choice(preset, toggles.get(name), name, value)
    return _playable(as_published(preset).fields(choices), (seats,))


def as_published(preset: Preset) -> engine.Preset:
    """A preset's row and toggles as the engine reads them, each default first."""
    toggles = ((t.field, t.offered, t.default) for t in preset.toggles.all())
    return _published(preset, toggles)


def where_as_json(rules: Iterable[engine.Where]) -> list[dict[str, Any]]:
    """What follows from choices, as ``Preset.where`` keeps it."""
    return [
        {
            "when": {name: list(values) for name, values in rule.when.items()},
            "then": dict(rule.then),
        }
        for rule in rules
    ]


def check_preset(preset: Preset, toggles: Mapping[str, tuple[list[Any], Any]]) -> None:
    """Check a preset before an organiser's change of it is kept.

    ``toggles`` maps each field to the values offered and the default. Every offered value must be
    one that the engine knows, or a named choice, and the defaults must be playable by the fewest
    and the most seats. Raises ``BadRuleset`` naming the field.
    """
    if preset.game != Preset.Game.GRID:
        return
    if not isinstance(preset.fixed, dict):
        raise BadRuleset("fixed", preset.fixed, _("a map of fields to values"))
    for field, value in preset.fixed.items():
        _check_offer(field, value)
    _check_where(preset.where)
    for field, (offered, _default) in toggles.items():
        for value in offered:
            _check_offer(field, value)
    rows = ((field, offered, default) for field, (offered, default) in toggles.items())
    fields = _published(preset, rows).fields({})
    _playable(fields, (preset.seats_min, preset.seats_max))


def _published(preset: Preset, toggles: Iterable[tuple[str, list[Any], Any]]) -> engine.Preset:
    offers = {
        field: (default, *(value for value in offered if not _is_same(value, default)))
        for field, offered, default in toggles
    }
    return engine.Preset(
        slug=preset.slug,
        title=preset.title,
        seats=(preset.seats_min, preset.seats_max),
        fixed=preset.fixed,
        offers=offers,
        minutes=preset.minutes,
        difficulty=preset.difficulty,
        origin=preset.summary,
        where=tuple(
            engine.Where({name: tuple(v) for name, v in rule["when"].items()}, rule["then"])
            for rule in preset.where
        ),
        takes_any=preset.takes_any,
    )


def _check_choice(preset: Preset, toggle: PresetToggle | None, name: str, value: Any) -> None:
    is_free = preset.takes_any and name in engine.FIELDS
    if (toggle is None and not is_free) or (toggle is not None and toggle.is_locked):
        raise BadRuleset(name, value, _("not offered by this preset"))
    if toggle is not None and any(_is_same(offer, value) for offer in toggle.offered):
        return
    if is_free:
        _check_value(name, value)
    elif toggle is not None:
        raise BadRuleset(name, value, ", ".join(str(offer) for offer in toggle.offered))


def _check_where(rules: object) -> None:
    shape = _("a list of maps with “when” (choices to lists of values) and “then” (fields)")
    if not isinstance(rules, list):
        raise BadRuleset("where", rules, shape)
    for rule in rules:
        if not isinstance(rule, dict) or set(rule) != {"when", "then"}:
            raise BadRuleset("where", rule, shape)
        when, then = rule["when"], rule["then"]
        if not isinstance(when, dict) or not isinstance(then, dict):
            raise BadRuleset("where", rule, shape)
        for name, values in when.items():
            if not isinstance(values, list) or not values:
                raise BadRuleset("where", {name: values}, shape)
            for value in values:
                _check_offer(name, value)
        for name, value in then.items():
            _check_value(name, value)


def _check_offer(field: str, value: Any) -> None:
    is_named = isinstance(value, str) and value in engine.CHOICE_WORDS.get(field, {})
    if not is_named:
        _check_value(field, value)


def _is_same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _check_value(field: str, value: Any) -> None:
    if field not in engine.FIELDS:
        raise BadRuleset(field, value, _("no field of the rules"))
    try:
        engine.FIELDS[field].read(field, value)
    except engine.RulesetError as error:
        raise BadRuleset(error.field, error.value, str(error.accepted)) from error


def _playable(fields: Mapping[str, Any], counts: tuple[int, ...]) -> engine.Ruleset:
    try:
        ruleset = engine.Ruleset.from_fields(fields)
        for seats in counts:
            ruleset.validate(seats)
    except engine.RulesetError as error:
        raise BadRuleset(error.field, error.value, str(error.accepted)) from error
    return ruleset
