"""``manage.py simulate``: bots against each other, over holes of any ruleset."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import BOTS
from games.bots.simulation import Estimate, report, simulate
from games.engine import PRESETS, Ruleset, RulesetError


class Command(BaseCommand):
    """Plays holes and prints strokes and holes won per bot, with standard errors."""

    help = "Let bots play holes of a ruleset against each other."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--preset", default="clubhouse")
        parser.add_argument(
            "--set", action="append", default=[], metavar="FIELD=VALUE", dest="sets"
        )
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--holes", type=int, default=100, help="deals to play")
        parser.add_argument("--bots", default="steady", help="by seat, repeated as often as needed")
        parser.add_argument(
            "--paired", action="store_true", help="each deal once per change of seats"
        )
        parser.add_argument("--seed", default="1")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        try:
            ruleset = chosen_ruleset(options["preset"], options["sets"])
            ruleset.validate(options["seats"])
        except RulesetError as error:
            raise CommandError(str(error), returncode=2) from error
        if options["holes"] < 1:
            raise CommandError("holes: at least 1", returncode=2)
        names = seated_bots(options["bots"], options["seats"])
        told = self._run(ruleset, names, options)
        if options["as_json"]:
            self.stdout.write(json.dumps(told, indent=2))
            return
        for bot in told["bots"]:
            strokes, won = bot["strokes"], bot["won"]
            self.stdout.write(
                f"{bot['bot']}: {strokes['mean']} strokes a hole (se {strokes['error']}), "
                f"wins {won['mean']} (se {won['error']})"
            )
        self.stdout.write(
            f"{told['turns_per_hole']} turns a hole, {told['holes_per_second']} holes/s"
        )

    def _run(self, ruleset: Ruleset, names: list[str], options: dict[str, Any]) -> dict[str, Any]:
        bots = [(name, BOTS[name]) for name in names]
        started = time.process_time()
        paired = options["paired"]
        deals = list(simulate(ruleset, bots, options["holes"], options["seed"], paired=paired))
        seconds = time.process_time() - started
        holes = [played for deal in deals for _names, played in deal]
        reports = [report(name, deals) for name in dict.fromkeys(names)]
        return {
            "preset": options["preset"],
            "ruleset": ruleset.to_fields(),
            "seats": options["seats"],
            "deals": options["holes"],
            "holes": len(holes),
            "paired": paired,
            "seed": options["seed"],
            "bots": [
                {"bot": name, "strokes": _rounded(strokes), "won": _rounded(won)}
                for name, strokes, won in reports
            ],
            "turns_per_hole": round(sum(played.turns for played in holes) / len(holes), 2),
            "holes_per_second": round(len(holes) / max(seconds, 1e-9), 1),
        }


def chosen_ruleset(slug: str, sets: list[str]) -> Ruleset:
    """Return the ruleset of a preset with fields set as ``field=value``, value as JSON or text."""
    if slug not in PRESETS:
        raise RulesetError("preset", slug, ", ".join(PRESETS))
    given: dict[str, Any] = {}
    for text in sets:
        name, _, value = text.partition("=")
        try:
            given[name] = json.loads(value)
        except ValueError:
            given[name] = {"on": True, "off": False}.get(value, value)
    offered = PRESETS[slug].offers
    for name, found in given.items():
        # "on" may be the name of a choice, as it is of powers.
        if isinstance(found, bool) and ("on" if found else "off") in offered.get(name, ()):
            given[name] = "on" if found else "off"
    return Ruleset.from_fields(PRESETS[slug].fields(given))


def seated_bots(names: str, seats: int) -> list[str]:
    """Return a bot's name for every seat."""
    known = names.split(",")
    for name in known:
        if name not in BOTS:
            accepted = ", ".join(BOTS)
            raise CommandError(f"bots: {name!r} is refused; accepted: {accepted}", returncode=2)
    return [known[seat % len(known)] for seat in range(seats)]


def _rounded(found: Estimate) -> dict[str, float | None]:
    error = None if found.error is None else round(found.error, 4)
    return {"mean": round(found.mean, 4), "error": error}
