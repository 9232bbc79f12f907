"""Slots, lines, squares and layouts: which slots make a column, a row, a block (rules 1 and 3).

Slots are numbered row by row from 0, so a 2x3 layout reads::

    0 1 2
    3 4 5
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

Line: TypeAlias = tuple[int, ...]
Square: TypeAlias = tuple[int, ...]

WILD = "*"
"""What stands for the rank of a wild card where lines and squares are compared."""

LAYOUTS: tuple[str, ...] = ("2x2", "2x3", "2x4", "3x3", "2x5", "3x4")
LINES: tuple[str, ...] = ("standard", "columns", "columns_rows", "columns_rows_diagonals")


@cache
def size_of(layout: str) -> tuple[int, int]:
    """Rows and columns of a layout.

    >>> size_of("2x3")
    (2, 3)
    """
    rows, columns = layout.split("x")
    return int(rows), int(columns)


@cache
def columns_of(layout: str) -> tuple[Line, ...]:
    """Return the columns of a layout, from the left.

    >>> columns_of("3x3")[0]
    (0, 3, 6)
    """
    rows, columns = size_of(layout)
    return tuple(tuple(r * columns + c for r in range(rows)) for c in range(columns))


@cache
def squares_of(layout: str) -> tuple[Square, ...]:
    """Return the 2x2 squares of a layout, row by row; they overlap.

    >>> squares_of("2x3")
    ((0, 1, 3, 4), (1, 2, 4, 5))
    """
    rows, columns = size_of(layout)
    corners = (r * columns + c for r in range(rows - 1) for c in range(columns - 1))
    return tuple((at, at + 1, at + columns, at + columns + 1) for at in corners)


@cache
def lines_of(layout: str, lines: str) -> tuple[Line, ...]:
    """Return the lines that count in a layout: columns first, then rows, then diagonals.

    >>> lines_of("2x3", "standard")
    ((0, 3), (1, 4), (2, 5))
    >>> lines_of("2x2", "columns_rows_diagonals")
    ((0, 2), (1, 3), (0, 1), (2, 3), (0, 3), (1, 2))
    """
    rows, columns = size_of(layout)
    found = list(columns_of(layout))
    has_rows = lines.startswith("columns_rows") or (lines == "standard" and layout == "3x3")
    if has_rows:
        found += [tuple(r * columns + c for c in range(columns)) for r in range(rows)]
    if lines == "columns_rows_diagonals":
        found.append(tuple(i * columns + i for i in range(rows)))
        found.append(tuple(i * columns + (columns - 1 - i) for i in range(rows)))
    return tuple(found)
