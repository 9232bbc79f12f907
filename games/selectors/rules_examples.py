"""Worked examples of scoring, made for a ruleset and counted by the engine (rules 3 and 4).

An example fixes the cards that show a rule and fills the layout with cards that make nothing. It
is left out where the packs don't hold its cards or the rule doesn't show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine import FACES, Ruleset, rank_of_face
from games.selectors.card_words import number, ranks_words, the_face
from games.selectors.layout_story import LayoutStory, layout_story
from games.selectors.rules_scoring import has, overrides_of, ranks_of, wild_of

SUITS = "CHSD"
FILLERS = ("9", "5", "Q", "3", "7", "A", "10", "4", "J", "8", "6", "K", "2")
CLOSINGS = ((11, 4), (4, 2), (-3, -6), (6, 6), (5, 9), (-2, 3))
"""Strokes of a closer and of the lowest other seat, from clear failures to clear successes."""


@dataclass(frozen=True, slots=True)
class Example:
    """A layout with what it counts; ``note`` says what follows for others, or is ""."""

    title: str
    faces: tuple[str, ...]
    story: LayoutStory
    note: str = ""


@dataclass(frozen=True, slots=True)
class ClosingRow:
    """A closer that is compared with the others, and what it counts in the end."""

    own: str
    others: str
    outcome: str
    counts: str


Wanted = Callable[[engine.Part], bool]


class _Table:
    """What there is to make examples from: a ruleset and its packs."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.rules = rules
        cards = Counter(map(engine.face_of, rules.pack_cards(seats)))
        self.faces = [face for face in self._in_order() for _n in range(cards[face])]
        self.plain = [
            face
            for face in self.faces
            if face not in rules.wild and face not in rules.card_values and face[0] != "X"
        ]

    def _in_order(self) -> list[str]:
        """One suit after another, so that equal faces of two packs come late."""
        suited = [face for suit in SUITS for face in FACES if face.endswith(suit)]
        return [*suited, "X1", "X2"]

    def of_rank(self, rank: str, count: int) -> list[str]:
        """So many cards of a rank, wild ones left out, copies last; fewer if there are no more."""
        own = [f for f in self.faces if rank_of_face(f) == rank and f not in self.rules.wild]
        found = [*dict.fromkeys(own), *(f for f, n in Counter(own).items() for _n in range(n - 1))]
        return found[:count]

    def filled(self, fixed: Mapping[int, str]) -> list[str] | None:
        """A layout with these cards and others of different ranks; None if there are too few."""
        ranks = {rank_of_face(face) for face in fixed.values()}
        free = [rank for rank in FILLERS if rank not in ranks]
        layout = []
        for slot in range(self.rules.cards):
            face = fixed.get(slot) or self._filler(free, slot)
            if face is None:
                return None
            layout.append(face)
        return layout

    def _filler(self, free: list[str], slot: int) -> str | None:
        while free:
            rank = free.pop(0)
            found = [face for face in self.plain if rank_of_face(face) == rank]
            if found:
                return found[slot % len(found)]
        return None

    def ranks(self) -> list[str]:
        """Ranks whose lines count 0, the dearest first, so that it shows."""
        values, special = self.rules.values, overrides_of(self.rules)
        ranks = [rank for rank in ranks_of(self.rules) if rank not in special]
        return sorted(ranks, key=lambda rank: -values[rank])

    def example(self, title: str, fixed: Mapping[int, str], wanted: Wanted) -> Iterator[Example]:
        """The example with these cards, if it shows what it is for."""
        faces = self.filled(fixed)
        if faces and any(map(wanted, engine.parts_of_layout(self.rules, faces))):
            yield Example(title, tuple(faces), layout_story(self.rules, faces))

    def line(
        self, title: str, line: Sequence[int], rank: str, kind: str = "line"
    ) -> Iterator[Example]:
        """An example of a line of one rank."""
        cards = self.of_rank(rank, len(line))
        if len(cards) == len(line):
            fixed = dict(zip(line, cards, strict=True))
            found = (kind, tuple(line))
            yield from self.example(title, fixed, lambda part: (part.kind, part.slots) == found)

    def square(self, title: str, rank: str, kind: str | None = "block") -> Iterator[Example]:
        """An example of a square of one rank; ``kind`` None is for one that need not count."""
        cards = self.of_rank(rank, 4)
        if len(cards) == 4:
            fixed = dict(zip(self.rules.squares[0], cards, strict=True))
            yield from self.example(title, fixed, lambda part: kind in (None, part.kind))


def examples(rules: Ruleset, seats: int) -> tuple[Example, ...]:
    """An example of each rule of scoring that is in force."""
    table = _Table(rules, seats)
    found = [_values, _lines, _below_zero, _overrides, _blocks, _wild, _charges]
    return tuple(example for make in found for example in make(table))


def _values(table: _Table) -> Iterator[Example]:
    rules = table.rules
    special = [face for face in rules.card_values if has(rules, face) and face not in rules.wild]
    cards = [*special[:1], *table.of_rank("X", 1), *table.of_rank("2", 1), *table.of_rank("K", 1)]
    by_rank = {rank_of_face(face): face for face in reversed(cards)}
    fixed = dict(enumerate(list(by_rank.values())[::-1][: rules.cards - 1]))
    return table.example(_("Nothing is complete"), fixed, lambda part: part.kind == "card")


def _lines(table: _Table) -> Iterator[Example]:
    columns, rows = table.rules.columns, table.rules.rows
    lines = table.rules.counted_lines
    kinds = (
        (_("A complete column"), lines[:columns]),
        (_("A complete row"), lines[columns : columns + rows]),
        (_("A complete diagonal"), lines[columns + rows :]),
    )
    for title, some in kinds:
        tried = (table.line(title, line, rank) for line in some[:1] for rank in table.ranks())
        yield from islice(chain.from_iterable(tried), 1)


def _below_zero(table: _Table) -> Iterator[Example]:
    rules = table.rules
    for rank in table.ranks():
        if rules.values[rank] < 0:
            title = _("A complete column of %(ranks)s") % {"ranks": ranks_words(rank)}
            yield from table.line(title, rules.counted_lines[0], rank)


def _overrides(table: _Table) -> Iterator[Example]:
    for rank, worth in overrides_of(table.rules).items():
        title = _("A column of %(ranks)s") % {"ranks": ranks_words(rank)}
        kind = "kept" if worth == "keep" else "line"
        yield from table.line(title, table.rules.counted_lines[0], rank, kind)


def _blocks(table: _Table) -> Iterator[Example]:
    if table.rules.block_score is not None:
        tried = (table.square(_("A block"), rank) for rank in table.ranks())
        yield from islice(chain.from_iterable(tried), 1)


def _wild(table: _Table) -> Iterator[Example]:
    line = table.rules.counted_lines[0]
    for face in wild_of(table.rules)[:1]:
        title = _("A column with %(card)s, wild") % {"card": the_face(face)}
        tried = (
            table.example(
                title,
                dict(zip(line, [*table.of_rank(rank, len(line) - 1), face], strict=False)),
                lambda part: part.kind == "line" and bool(part.wild),
            )
            for rank in table.ranks()
            if rank != rank_of_face(face)
        )
        yield from islice(chain.from_iterable(tried), 1)


def _charges(table: _Table) -> Iterator[Example]:
    rules = table.rules
    if not rules.adjacent_pairs_charge:
        return
    tried = (table.square(_("Two by two of one rank"), rank, None) for rank in table.ranks())
    for example in islice(chain.from_iterable(tried), 1):
        charge = engine.score_hole(rules, [example.faces, example.faces]).charges[1]
        note = ngettext(
            "Every other seat is charged %(count)d stroke for it.",
            "Every other seat is charged %(count)d strokes for it.",
            charge,
        ) % {"count": charge}
        yield replace(example, note=note)


def closings(rules: Ruleset, seats: int) -> tuple[ClosingRow, ...]:
    """What a closer counts in some cases with so many seats."""
    return tuple(_closing(rules, seats, own, lowest) for own, lowest in CLOSINGS)


def _closing(rules: Ruleset, seats: int, own: int, lowest: int) -> ClosingRow:
    score = engine.score_hole(_any_strokes(own, lowest, rules), _layouts(seats), closer=0)
    words = {"low": number(lowest), "high": number(lowest + 12)}
    return ClosingRow(
        own=number(own),
        others=_("%(low)s to %(high)s") % words if seats > 2 else words["low"],
        outcome=_("success") if score.outcome == "success" else _("failure"),
        counts=number(score.strokes[0]),
    )


def _any_strokes(own: int, lowest: int, rules: Ruleset) -> Ruleset:
    """The same rules for a closer, with values of cards that give these strokes."""
    return Ruleset(
        layout="2x2",
        values={"A": own, "2": lowest, "3": lowest + 12, "Q": 0, "K": 0},
        closer_fails=rules.closer_fails,
        closer_bonus=rules.closer_bonus,
        closer_tie_is_safe=rules.closer_tie_is_safe,
    )


def _layouts(seats: int) -> list[list[str]]:
    firsts = ["AC", "2C", *["3C"] * (seats - 2)]
    return [[first, "KC", "QC", "QD"] for first in firsts]
