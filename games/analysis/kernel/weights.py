"""The numbers by which the play-out policy weighs; fitted by self-play (``fit`` in the README)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Weights(NamedTuple):
    """Strokes, but for shares; see where each is used in ``policy`` and ``expectations``.

    ``discards_help`` is how much likelier than by own draws alone a wanted rank turns up, ``tries``
    the share of a card's possible gain that a turn brings, ``good_enough`` the value from which a
    card is left alone, ``pairing`` the share of a hoped pair that counts, ``unknown`` what not
    knowing a card is worth a turn. ``take_bias`` is what a take has to gain more than a draw,
    ``flip_worth`` what turning a card is worth, ``ahead`` what closing in front is worth,
    ``behind`` what each stroke behind costs, ``judged`` what closing behind costs besides where
    the closer is judged, ``lead`` by how much to lead before knocking.
    """

    discards_help: float = 2.256
    tries: float = 0.497
    good_enough: float = 5.402
    pairing: float = 1.56
    unknown: float = -0.958
    take_bias: float = -0.023
    flip_worth: float = 0.993
    ahead: float = 1.131
    behind: float = 0.488
    judged: float = 3.927
    lead: float = 0.778

    def as_array(self) -> NDArray[np.float64]:
        """The numbers in their order, for the kernel."""
        return np.array(self, dtype=np.float64)
