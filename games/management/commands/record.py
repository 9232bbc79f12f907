"""``manage.py record``: finished matches as records that anyone can check (see engine.record)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import engine
from games.models import Match
from games.selectors.event_seal import sealed_matches


class Command(BaseCommand):
    """Exports a finished match, or verifies a record."""

    help = "Write a finished match as a record, or check a record by playing it again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parts = parser.add_subparsers(dest="part", required=True)
        export = parts.add_parser("export", help="write the record of a finished match")
        export.add_argument("match", help="the name of its table")
        verify = parts.add_parser("verify", help="check a record; exit status 1 if it is wrong")
        verify.add_argument("file", type=Path)

    def handle(self, *args: Any, part: str, **options: Any) -> None:  # noqa: ARG002
        if part == "export":
            self.stdout.write(exported(options["match"]), ending="")
            return
        try:
            text = options["file"].read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['file']}: {error}", returncode=2) from error
        try:
            state = engine.verify(text)
        except engine.RecordError as error:
            raise CommandError(f"{options['file']}: {error}", returncode=1) from error
        totals = ", ".join(map(str, state.totals))
        self.stdout.write(f"{state.sequence} actions replayed; totals {totals}")


def exported(slug: str) -> str:
    """Return the record of a finished match; CommandError if there is none of that name.

    While others play with its cards, at an event or on its day, it is not finished in this sense.
    """
    found = Match.objects.finished().exclude(pk__in=sealed_matches())
    match = found.filter(slug=slug).first()
    if match is None:
        raise CommandError(f"no finished match is called {slug!r}", returncode=2)
    names = [seat.name for seat in match.seats.select_related("player__user").order_by("number")]
    bodies = match.actions.order_by("sequence").values_list("body", flat=True)
    actions = [engine.decode_action(body) for body in bodies]
    return engine.record_text(engine.decode_ruleset(match.ruleset), names, actions)
