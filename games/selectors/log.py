"""The log: the actions of a hole in words, as everybody may read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games import engine
from games.engine import codec
from games.models import Action, Match
from games.selectors import wording
from games.selectors.news import marked
from games.selectors.table_view import LogLine

Told = list[tuple[int, list[dict[str, Any]]]]
"""Sequence and public facts of actions, latest first."""

RESULTS = frozenset({"hole_ended", "hole_scored", "won_at_once", "match_finished"})
"""Kinds of facts that tell how a hole came out."""


def told(match: Match, ruleset: engine.Ruleset, hole: int) -> Told:
    """The actions of a hole.

    With ``memory=unassisted`` they are told again without the faces that lie hidden now (rules,
    section 6).
    """
    if ruleset.memory == "unassisted":
        return _told_again(match, ruleset, hole)
    rows = Action.objects.filter(match=match, hole__number=hole).order_by("-sequence")
    return list(rows.values_list("sequence", "facts"))


def _told_again(match: Match, ruleset: engine.Ruleset, hole: int) -> Told:
    rows = list(match.actions.order_by("sequence").values_list("body", "hole__number"))
    start = engine.new_match(ruleset, match.seat_count)
    facts = engine.retell(start, [codec.decode_action(body) for body, _hole in rows], None)
    return [(at + 1, list(facts[at])) for at in reversed(range(len(rows))) if rows[at][1] == hole]


def log_lines(
    rows: Told,
    names: Sequence[str],
    columns: int,
    news: Mapping[int, Sequence[str]] | None = None,
    played_for: Mapping[int, str] | None = None,
) -> tuple[LogLine, ...]:
    """Actions in words, latest first as given; those that say nothing are left out.

    ``news`` are sentences by the action that they follow, ``played_for`` says which actions the
    clock or a standing order did for a player.
    """
    lines: list[LogLine] = []
    latest = None
    for sequence, facts in rows:
        texts = wording.action_lines(facts, names, columns)
        if texts:
            texts[0] = marked(texts[0], (played_for or {}).get(sequence))
        texts += (news or {}).get(sequence, [])
        latest = sequence if latest is None and texts else latest
        lines += [
            LogLine(f"log-{sequence}-{at}", sequence, texts[at], sequence == latest)
            for at in reversed(range(len(texts)))
        ]
    return tuple(lines)


def closing_line(
    rows: Told, names: Sequence[str], columns: int, played_for: Mapping[int, str] | None = None
) -> str:
    """What the action that ended the hole did, without how it came out; "" while it is played."""
    for sequence, facts in rows:
        if any(fact["kind"] == "hole_ended" for fact in facts):
            done = [fact for fact in facts if fact["kind"] not in RESULTS]
            line = " ".join(wording.action_lines(done, names, columns))
            return marked(line, (played_for or {}).get(sequence)) if line else ""
    return ""
