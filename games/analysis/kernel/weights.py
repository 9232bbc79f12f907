"""The numbers by which the play-out policy weighs; fitted by self-play (``fit`` in the README)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Weights(NamedTuple):
    """Strokes, but for shares; see where each is used in ``policy`` and ``expectations``.

    ``discards_help`` is how much likelier than by own draws alone a wanted rank turns up, ``tries``
    how many poor cards a turn replaces, ``good_enough`` the value up to which a card is left alone,
    ``pairing`` the share of a hoped pair that counts, ``pair_left`` what a pair that a draw may
    complete would have cost in the end anyhow. ``take_bias`` is what a take has to gain more than
    a draw, ``flip_worth`` what turning a card is worth, ``ahead`` what closing in front is worth,
    ``behind`` what each stroke behind costs, ``judged`` what closing behind costs besides where
    the closer is judged, ``lead`` by how much to lead before knocking,
    ``gift`` what a card that the next seat needs costs, as a share of its value.
    """

    discards_help: float = 1.295
    tries: float = 0.345
    good_enough: float = 2.368
    pairing: float = 1.808
    pair_left: float = 1.009
    take_bias: float = 0.322
    flip_worth: float = 0.706
    ahead: float = 1.0
    behind: float = 1.175
    judged: float = 5.0
    lead: float = 3.728
    gift: float = 0.766

    def as_array(self) -> NDArray[np.float64]:
        """The numbers in their order, for the kernel."""
        return np.array(self, dtype=np.float64)


PLAYER = Weights(
    discards_help=1.6,
    tries=1.0,
    good_enough=3.0,
    pairing=1.0,
    pair_left=2.0,
    take_bias=0.0,
    flip_worth=0.0,
    ahead=1.0,
    behind=0.5,
    judged=5.0,
    lead=1.0,
    gift=0.35,
)
"""Plays for few strokes of its own, as people at a club do: what reviews expect of everybody."""

RIVAL = Weights()
"""Fitted to win against itself: denies, and closes early."""
