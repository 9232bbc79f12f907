"""``manage.py bench``: how fast the engine is, reviews, the solver, the clerk, and leaderboards."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from games import engine
from games.engine import FACES, MatchPhase, Ruleset
from games.management.leaderboard_bench import measure_leaderboards
from games.management.review_bench import measure_review
from games.management.scratch import scratch_database
from games.management.solitaire_bench import measure_solitaire
from games.management.sweep_bench import measure_sweep

SEATS = 4


class Command(BaseCommand):
    """Measures in CPU seconds of this one process."""

    help = (
        "engine: random play of six-card golf, and scoring. review: play-outs, decisions, and the "
        "review of a nine-hole match of four. solitaire: deals solved. sweep: what is due among "
        "very many matches, in a "
        "database of its own that is thrown away. leaderboards: every page of them, and one more "
        "match, in the site's database as make_clubs filled it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("part", choices=PARTS)
        parser.add_argument("--matches", type=int, default=100_000)
        parser.add_argument("--due", type=int, default=50)
        parser.add_argument("--actions", type=int, default=100_000)
        parser.add_argument("--layouts", type=int, default=50_000)
        parser.add_argument("--deals", type=int, default=1_000)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *args: Any, part: str, **options: Any) -> None:  # noqa: ARG002
        told = PARTS[part](options)
        if options["as_json"]:
            self.stdout.write(json.dumps(told, indent=2))
            return
        for name, value in told.items():
            self.stdout.write(f"{name}: {value}")


def play(options: dict[str, Any]) -> dict[str, Any]:
    """Measure the engine."""
    rng = Random(options["seed"])  # noqa: S311 - a measurement is to be repeated
    actions, layouts = options["actions"], options["layouts"]
    return {
        "seats": SEATS,
        "actions": actions,
        "actions_per_cpu_second": round(play_at_random(actions, rng)),
        "layouts": layouts,
        "layouts_per_cpu_second": round(score_at_random(Ruleset(), layouts, rng)),
    }


def review(options: dict[str, Any]) -> dict[str, Any]:
    """Measure play-outs, decisions and a review."""
    return measure_review(options["seed"])


def solitaire(options: dict[str, Any]) -> dict[str, Any]:
    """Measure the solver of Golf Solitaire."""
    return measure_solitaire(options["deals"])


def sweep(options: dict[str, Any]) -> dict[str, Any]:
    """Measure a sweep in a database of its own."""
    with scratch_database():
        return measure_sweep(options["matches"], options["due"])


def leaderboards(_options: dict[str, Any]) -> dict[str, Any]:
    """Measure the pages of leaderboards in the site's own database."""
    return measure_leaderboards()


PARTS = {
    "engine": play,
    "review": review,
    "solitaire": solitaire,
    "sweep": sweep,
    "leaderboards": leaderboards,
}


def play_at_random(actions: int, rng: Random) -> float:
    """Return actions per CPU second of random six-card play, choosing and shuffling included."""
    state = engine.new_match(Ruleset(), SEATS)
    started = time.process_time()
    for _ in range(actions):
        if state.phase is MatchPhase.FINISHED:
            state = engine.new_match(Ruleset(), SEATS)
        state = engine.apply(state, next_action(state, rng)).state
    return actions / (time.process_time() - started)


def next_action(state: engine.MatchState, rng: Random) -> engine.Action:
    """Return what chance does, or anything lawful of a seat that is to act."""
    chance = engine.chance_action(state, rng)
    if chance is not None:
        return chance
    seat = engine.seats_to_act(state)[0]
    return rng.choice(engine.legal_actions(state, seat))


def score_at_random(ruleset: Ruleset, layouts: int, rng: Random) -> float:
    """Return layouts scored per CPU second; the layouts are made beforehand."""
    made = [rng.choices(FACES, k=ruleset.cards) for _ in range(layouts)]
    started = time.process_time()
    for faces in made:
        engine.score_layout(ruleset, faces)
    return layouts / (time.process_time() - started)
