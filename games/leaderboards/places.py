"""Places: lowest first, and who is equal shares a place.

>>> places([12, 7, 7, 20])
(3, 1, 1, 4)
>>> places([-3, None, 0])
(1, None, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence


class Ordered(Protocol):
    """What can be compared with its like: whole numbers, fractions, dates and tuples of them."""

    def __lt__(self, other: Any, /) -> bool: ...


Key = TypeVar("Key", bound=Ordered)


def places(keys: Sequence[Key | None]) -> tuple[int | None, ...]:
    """Return the place of every key in the order given: the lowest is first, equal keys share.

    After a shared place as many are left out as share it (1, 1, 3). A key of None is not ranked:
    it has no place and takes up none.

    >>> places([(2, -1), (2, -1), (2, -5), (3, 0)])
    (2, 2, 1, 4)
    >>> places([None, None])
    (None, None)
    >>> places([])
    ()
    """
    first: dict[int, int] = {}
    ranked = sorted(
        ((key, index) for index, key in enumerate(keys) if key is not None),
        key=lambda pair: pair[0],
    )
    place = 0
    for position, (key, index) in enumerate(ranked, start=1):
        if position == 1 or ranked[position - 2][0] < key:
            place = position
        first[index] = place
    return tuple(first.get(index) for index in range(len(keys)))
