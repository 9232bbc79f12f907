"""Rule 3 a second time, as slowly and as literally as it reads: every choice is tried.

Nothing here is shared with ``games.engine.scoring``; lines and squares are found from rows and
columns again.
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Slots = tuple[int, ...]


def rank(face: str) -> str:
    return "X" if face.startswith("X") else face[:-1]


def grid(layout: str) -> list[list[int]]:
    rows, columns = (int(number) for number in layout.split("x"))
    return [[row * columns + column for column in range(columns)] for row in range(rows)]


def lines(layout: str, kind: str) -> list[Slots]:
    rows = grid(layout)
    found: list[Slots] = [tuple(column) for column in zip(*rows, strict=True)]
    if kind in ("columns_rows", "columns_rows_diagonals") or (
        kind == "standard" and layout == "3x3"
    ):
        found += [tuple(row) for row in rows]
    if kind == "columns_rows_diagonals":
        found.append(tuple(row[at] for at, row in enumerate(rows)))
        found.append(tuple(row[-1 - at] for at, row in enumerate(rows)))
    return found


def squares(layout: str) -> list[Slots]:
    return [
        (*upper[at : at + 2], *lower[at : at + 2])
        for upper, lower in zip(grid(layout), grid(layout)[1:], strict=False)
        for at in range(len(upper) - 1)
    ]


def subsets(things: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    return chain.from_iterable(combinations(things, size) for size in range(len(things) + 1))


def are_disjoint(groups: Iterable[Slots]) -> bool:
    slots = [slot for group in groups for slot in group]
    return len(slots) == len(set(slots))


def most_disjoint(groups: Sequence[Slots]) -> int:
    return max(len(some) for some in subsets(groups) if are_disjoint(some))


class Reference:
    """One layout; ``strokes`` is the least total that any lawful choice gives."""

    def __init__(self, rules: dict[str, Any], faces: Sequence[str]) -> None:
        self.rules, self.faces = rules, faces
        self.lines = [line for line in lines(rules["layout"], rules["lines"]) if self.fits(line)]
        self.squares = [square for square in squares(rules["layout"]) if self.fits(square)]
        if rules["block_score"] is None:
            self.squares = []

    def ranks(self, slots: Slots) -> set[str]:
        """Ranks of the cards that aren't wild."""
        return {rank(self.faces[s]) for s in slots if self.faces[s] not in self.rules["wild"]}

    def fits(self, slots: Slots) -> bool:
        return len(self.ranks(slots)) <= 1

    def needs_choice(self, slots: Slots) -> bool:
        return any(self.faces[slot] in self.rules["wild"] for slot in slots)

    def price(self, line: Slots) -> Any:
        """0, a number, or keep."""
        ranks = self.ranks(line)
        return self.rules["line_overrides"].get(ranks.pop(), 0) if ranks else 0

    def is_number_line(self, line: Slots) -> bool:
        ranks = self.ranks(line)
        overrides = self.rules["line_overrides"]
        return bool(ranks) and overrides.get(ranks.pop(), "keep") != "keep"

    def value(self, slot: int) -> int:
        face = self.faces[slot]
        values, cards = self.rules["values"], self.rules["card_values"]
        return int(cards[face] if face in cards else values[rank(face)])

    def strokes(self) -> int:
        number_lines = [line for line in self.lines if self.is_number_line(line)]
        zero_lines = [
            line for line in self.lines if line not in number_lines and self.price(line) == 0
        ]
        totals = [
            self.total(blocks, numbers, zeros)
            for blocks in subsets(self.squares)
            if self.is_lawful_blocks(blocks)
            for numbers in subsets(number_lines)
            if self.is_lawful_numbers(blocks, numbers, number_lines)
            for zeros in subsets(zero_lines)
            if all(z in zeros or (self.needs_choice(z) and self.ranks(z)) for z in zero_lines)
        ]
        return min(totals)

    def is_lawful_blocks(self, blocks: tuple[Slots, ...]) -> bool:
        left_out = [s for s in self.squares if s not in blocks and not self.needs_choice(s)]
        return are_disjoint(blocks) and not any(are_disjoint((*blocks, s)) for s in left_out)

    def is_lawful_numbers(
        self, blocks: tuple[Slots, ...], numbers: tuple[Slots, ...], all_lines: list[Slots]
    ) -> bool:
        if not are_disjoint((*blocks, *numbers)):
            return False
        complete = [
            line
            for line in all_lines
            if all(are_disjoint((line, block)) for block in blocks)
            and (line in numbers or not self.needs_choice(line))
        ]
        return len(numbers) == most_disjoint(complete)

    def total(
        self, blocks: tuple[Slots, ...], numbers: tuple[Slots, ...], zeros: tuple[Slots, ...]
    ) -> int:
        counted = set(chain.from_iterable((*blocks, *numbers, *zeros)))
        single = sum(self.value(slot) for slot in range(len(self.faces)) if slot not in counted)
        numbered = sum(int(self.price(line)) for line in numbers)
        return single + numbered + len(blocks) * (self.rules["block_score"] or 0)


def reference_score(rules: dict[str, Any], faces: Sequence[str]) -> int:
    """The strokes of a layout under a ruleset given as fields."""
    return Reference(rules, faces).strokes()
