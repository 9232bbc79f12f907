"""``manage.py rules``: the presets and the fields of the rules, for reading or as JSON."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import CHOICE_WORDS, FIELDS, PRESETS, Preset, Ruleset


class Command(BaseCommand):
    """Lists every preset and field, or what one preset fixes and offers."""

    help = "List the presets and the fields of the rules with their values, defaults and offers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("preset", nargs="?", help="only this preset, with its ruleset")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *args: Any, preset: str | None, as_json: bool, **options: Any) -> None:  # noqa: ARG002
        if preset is not None and preset not in PRESETS:
            known = ", ".join(PRESETS)
            raise CommandError(f"preset: {preset!r} is refused; accepted: {known}", returncode=2)
        told: Mapping[str, Any] = (
            {"presets": [preset_facts(p) for p in PRESETS.values()], "fields": field_facts()}
            if preset is None
            else {**preset_facts(PRESETS[preset]), "ruleset": PRESETS[preset].ruleset().to_fields()}
        )
        if as_json:
            self.stdout.write(json.dumps(told, indent=2))
            return
        for line in all_lines(told) if preset is None else preset_lines(told):
            self.stdout.write(line)


def preset_facts(preset: Preset) -> dict[str, Any]:
    """Return what a preset is, as JSON takes it; named choices with their words."""
    return {
        "preset": preset.slug,
        "title": preset.title,
        "origin": preset.origin,
        "seats": list(preset.seats),
        "minutes": preset.minutes,
        "difficulty": preset.difficulty,
        "fixes": dict(preset.fixed),
        "offers": {name: list(values) for name, values in preset.offers.items()},
        "choices": {
            name: {
                choice: CHOICE_WORDS[name][choice] for choice in values if _is_named(name, choice)
            }
            for name, values in preset.offers.items()
            if any(_is_named(name, choice) for choice in values)
        },
        "follows": [
            {
                "when": {name: list(values) for name, values in rule.when.items()},
                "then": _plain(rule.then),
            }
            for rule in preset.where
        ],
        "takes_any": preset.takes_any,
    }


def field_facts() -> dict[str, Any]:
    """Return every field with what it accepts and its default."""
    defaults = Ruleset().to_fields()
    return {
        name: {"accepted": field.accepted, "default": defaults[name]}
        for name, field in FIELDS.items()
    }


def all_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Write the presets in a line each, then the fields."""
    for preset in told["presets"]:
        low, high = preset["seats"]
        yield f"{preset['preset']}: {preset['title']}, {low} to {high} seats. {preset['origin']}"
    yield ""
    for name, field in told["fields"].items():
        yield f"{name}: {field['accepted']} (default {json.dumps(field['default'])})"


def preset_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Write one preset out: what it fixes, what follows, what it offers."""
    low, high = told["seats"]
    yield f"{told['title']}, {low} to {high} seats, {told['minutes']} minutes, {told['difficulty']}"
    yield told["origin"]
    yield "fixes:"
    for name, value in told["fixes"].items():
        yield f"  {name}: {json.dumps(value)}"
    yield "offers (the first is the default):"
    for name, values in told["offers"].items():
        yield f"  {name}: {', '.join(json.dumps(value) for value in values)}"
        for choice, words in told["choices"].get(name, {}).items():
            yield f"    {choice}: {words}"
    if told["follows"]:
        yield "follows:"
    for rule in told["follows"]:
        when = " and ".join(
            f"{name} is {' or '.join(map(str, values))}" for name, values in rule["when"].items()
        )
        then = ", ".join(f"{name} {json.dumps(value)}" for name, value in rule["then"].items())
        yield f"  where {when}: {then}"


def _is_named(name: str, choice: Any) -> bool:
    return isinstance(choice, str) and choice in CHOICE_WORDS.get(name, {})


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()
    }
