"""Schedules known to have no repeat, as rounds of tables of entries, which count from 0.

Three constructions, each proven: the circle method for pairs (every pair meets once); the lines of
a plane over a finite field (as many rounds as there are tables, and one more for a whole plane);
and Kirkman's fifteen schoolgirls in threes, seven rounds.

>>> [sorted(map(sorted, tables)) for tables in rounds(4, 2)]
[[[0, 3], [1, 2]], [[0, 2], [1, 3]], [[0, 1], [2, 3]]]
>>> len(rounds(16, 4)), len(rounds(20, 4)), len(rounds(15, 3)), len(rounds(10, 4))
(5, 5, 7, 0)
"""

from __future__ import annotations

from dataclasses import dataclass

Round = tuple[tuple[int, ...], ...]

# A power of a prime: the prime, and the coefficients of x^0, x^1 … to which the highest power of x
# is equal: x^2 = x + 1, x^3 = x + 1 over 2, x^2 = -1 over 3.
_POWERS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0))}

# Fourteen stand in two rings of seven, the fifteenth in their middle; every round both rings turn
# by one. Every difference within a ring and between the rings is there exactly once.
_SCHOOLGIRLS = ((0, 1, 3), (2, 7, 9), (4, 12, 13), (5, 8, 11), (6, 10, 14))


def rounds(entries: int, seats: int) -> tuple[Round, ...]:
    """Return rounds in which no two of ``entries`` meet twice, at tables of ``seats`` or one less.

    There are as few tables as can be. With pairs and an odd number one sits alone each round, each
    one once. Empty where no construction here serves.
    """
    if entries < seats or seats < 2:
        return ()
    if seats == 2:
        return _circle(entries)
    tables = -(-entries // seats)
    if seats == 3 and tables == 5:
        return _without(_schoolgirls(), entries)
    if tables >= seats and (_is_prime(tables) or tables in _POWERS):
        return _without(_lines(Field(tables), seats), entries)
    return ()


def _without(found: list[Round], entries: int) -> tuple[Round, ...]:
    return tuple(
        tuple(tuple(point for point in table if point < entries) for table in tables)
        for tables in found
    )


def _circle(entries: int) -> tuple[Round, ...]:
    ring = entries - 1 if entries % 2 == 0 else entries
    middle = [entries - 1] if entries % 2 == 0 else []
    return tuple(
        (
            (turn, *middle),
            *(
                ((turn + step) % ring, (turn - step) % ring)
                for step in range(1, (ring - 1) // 2 + 1)
            ),
        )
        for turn in range(ring)
    )


def _schoolgirls() -> list[Round]:
    def turned(point: int, turn: int) -> int:
        return point if point == 14 else point // 7 * 7 + (point + turn) % 7

    return [
        tuple(tuple(turned(point, turn) for point in table) for table in _SCHOOLGIRLS)
        for turn in range(7)
    ]


def _lines(field: Field, seats: int) -> list[Round]:
    """Return the rounds of lines with one slope each: entry c * size + y stands at (c, y).

    Two entries of different columns are on one line for exactly one slope, and two of one column
    for none, because a field can divide. A whole plane has its columns as a last round.
    """
    size = field.size
    found: list[Round] = [
        tuple(
            tuple(
                column * size + field.add(start, field.times(column, slope))
                for column in range(seats)
            )
            for start in range(size)
        )
        for slope in range(size)
    ]
    if seats == size:
        found.append(
            tuple(tuple(column * size + y for y in range(size)) for column in range(seats))
        )
    return found


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, int(number**0.5) + 1))


@dataclass(frozen=True, slots=True)
class Field:
    """The finite field with ``size`` elements, 0 to size - 1: a prime, 4, 8 or 9.

    >>> Field(4).times(2, 3), Field(4).add(2, 3), Field(5).times(3, 4)
    (1, 1, 2)
    """

    size: int

    def add(self, left: int, right: int) -> int:
        """Return the sum of two elements."""
        prime, rest = _POWERS.get(self.size, (self.size, (0,)))
        pairs = zip(self._digits(left, len(rest)), self._digits(right, len(rest)), strict=True)
        return self._number([(a + b) % prime for a, b in pairs])

    def times(self, left: int, right: int) -> int:
        """Return the product of two elements."""
        prime, rest = _POWERS.get(self.size, (self.size, (0,)))
        if self.size == prime:
            return left * right % prime
        product = 0
        for digit in reversed(self._digits(right, len(rest))):
            product = self._shifted(product)
            for _ in range(digit):
                product = self.add(product, left)
        return product

    def _shifted(self, element: int) -> int:
        prime, rest = _POWERS[self.size]
        *low, high = self._digits(element, len(rest))
        return self._number(
            [(digit + high * more) % prime for digit, more in zip([0, *low], rest, strict=True)]
        )

    def _digits(self, element: int, count: int) -> list[int]:
        prime = _POWERS.get(self.size, (self.size, ()))[0]
        return [element // prime**power % prime for power in range(count)]

    def _number(self, digits: list[int]) -> int:
        prime = _POWERS.get(self.size, (self.size, ()))[0]
        return sum(digit * prime**power for power, digit in enumerate(digits))
