"""How fast deals of Golf Solitaire are solved, in CPU seconds of this one process."""

from __future__ import annotations

import time
from typing import Any

from games.analysis.solitaire.solver import solve
from games.engine.solitaire import DealWhen, SolitaireRules, new_hole, numbered_board

RULES = {
    "strict": SolitaireRules(),
    "queens_on_kings": SolitaireRules(queens_on_kings=True),
    "turn_the_corner": SolitaireRules(turn_the_corner=True),
    "both": SolitaireRules(queens_on_kings=True, turn_the_corner=True),
    "strict, stuck": SolitaireRules(deal_when=DealWhen.STUCK),
    "strict, two packs": SolitaireRules(packs=2),
}


def measure_solitaire(deals: int) -> dict[str, Any]:
    """Solve the deals from number 1 on by each rule."""
    return {"deals": deals, **{name: measure(rules, deals) for name, rules in RULES.items()}}


def measure(rules: SolitaireRules, deals: int) -> dict[str, Any]:
    """Return the shares cleared and not decided, the mean best score, and milliseconds a deal."""
    holes = [new_hole(numbered_board(number, rules), rules) for number in range(1, deals + 1)]
    # What has never been compiled here is before it is measured.
    solve(holes[0], budget=1)
    started = time.process_time()
    found = [solve(hole) for hole in holes]
    seconds = time.process_time() - started
    return {
        "cleared": sum(one.solvable is True for one in found),
        "not_decided": sum(one.solvable is None for one in found),
        "mean_best_score": round(sum(one.strokes for one in found) / deals, 2),
        "cpu_ms_per_deal": round(1000 * seconds / deals, 2),
    }
