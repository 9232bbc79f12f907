"""``manage.py score``: strokes of holes, one JSON object per line in, one per line out."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import MAX_SEATS, PRESETS, Ruleset, RulesetError, parse_face, score_hole

KEYS = {"ruleset", "layouts", "closer", "knocked"}


class BadLine(ValueError):
    """A line that can't be scored: a stable ``code``, the ``field`` at fault, what is wrong."""

    def __init__(self, code: str, field: str | None, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field


class Command(BaseCommand):
    """Scores each line of standard input; exit status 2 if any of them was bad."""

    help = (
        'Score holes: per line {"ruleset": {"preset": "clubhouse", ...any field}, "layouts": '
        '[["KS", ...], ...], "closer": 0 or null, "knocked": false}; answers {"layouts": [...], '
        '"strokes": [...], "closer": "success", "failure" or null} or {"error": {...}}.'
    )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        bad = 0
        for line in sys.stdin.buffer:
            if not line.strip():
                continue
            try:
                answer = scored(line)
            except BadLine as error:
                bad += 1
                told = {"code": error.code, "field": error.field, "message": str(error)}
                answer = {"error": told}
            self.stdout.write(json.dumps(answer))
        if bad:
            raise CommandError(f"{bad} bad lines", returncode=2)


def scored(line: bytes) -> dict[str, Any]:
    """Return the answer to one line; BadLine if it can't be scored."""
    given = _object(line)
    layouts = _layouts(given.get("layouts"))
    ruleset = _ruleset(given.get("ruleset", {}))
    for number, faces in enumerate(layouts):
        if len(faces) != ruleset.cards:
            wanted = f"layout {number} has {len(faces)} cards, {ruleset.layout} has {ruleset.cards}"
            raise BadLine("layouts", "layouts", wanted)
    closer, knocked = given.get("closer"), given.get("knocked", False)
    if closer is not None and (type(closer) is not int or not 0 <= closer < len(layouts)):
        raise BadLine("closer", "closer", f"null or a seat from 0 to {len(layouts) - 1}")
    if not isinstance(knocked, bool):
        raise BadLine("knocked", "knocked", "true or false")
    result = score_hole(ruleset, layouts, closer, knocked=knocked)
    return {
        "layouts": list(result.layouts),
        "strokes": list(result.strokes),
        "closer": result.outcome,
    }


def _object(line: bytes) -> dict[str, Any]:
    try:
        # Bytes, because one that is no UTF-8 spoils its own line alone.
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLine("json", None, f"not JSON: {error}") from error
    if not isinstance(given, dict):
        raise BadLine("json", None, "not a JSON object")
    for key in given:
        if key not in KEYS:
            raise BadLine("unknown_key", key, f"not one of {', '.join(sorted(KEYS))}")
    return given


def _layouts(layouts: Any) -> list[list[str]]:
    if not isinstance(layouts, list) or not 1 <= len(layouts) <= MAX_SEATS:
        raise BadLine("layouts", "layouts", f"1 to {MAX_SEATS} lists of cards")
    for faces in layouts:
        if not isinstance(faces, list):
            raise BadLine("layouts", "layouts", f"{faces!r} is not a list of cards")
        for face in faces:
            try:
                parse_face(face)
            except (ValueError, TypeError):
                raise BadLine("layouts", "layouts", f"no card has the face {face!r}") from None
    return layouts


def _ruleset(given: Any) -> Ruleset:
    if not isinstance(given, Mapping):
        raise BadLine("ruleset", "ruleset", "an object of fields, with a preset or without")
    fields = dict(given)
    slug = fields.pop("preset", None)
    try:
        if slug is not None:
            if slug not in PRESETS:
                raise RulesetError("preset", slug, ", ".join(PRESETS))
            fields = PRESETS[slug].fields(fields)
        return Ruleset.from_fields(fields)
    except RulesetError as error:
        raise BadLine(error.code, error.field, error.message) from error
    except TypeError:
        raise BadLine("ruleset", "preset", f"{slug!r} is not the name of a preset") from None
