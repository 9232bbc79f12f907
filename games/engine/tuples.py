"""Tuples with one place changed."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the tuple with another value at one index.

    >>> replaced((1, 2, 3), 1, 0)
    (1, 0, 3)
    """
    return (*values[:index], value, *values[index + 1 :])


def counted(values: tuple[int, ...], index: int) -> tuple[int, ...]:
    """Return the numbers with the one at an index one higher.

    >>> counted((4, 4), 1)
    (4, 5)
    """
    return replaced(values, index, values[index] + 1)
