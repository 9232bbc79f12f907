"""Random numbers of the kernel: splitmix64, the same on every machine and for every seed.

Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.analysis.kernel.compiling import compiled

Dice: TypeAlias = NDArray[np.uint64]
"""An array of one number, which moves on with every throw."""

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_A, _B, _C, _HALF = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@compiled
def throw(dice: Dice) -> np.uint64:
    """Return the next 64 random bits."""
    dice[0] += _STEP
    bits = dice[0]
    bits = (bits ^ (bits >> _A)) * _FIRST
    bits = (bits ^ (bits >> _B)) * _SECOND
    return bits ^ (bits >> _C)


@compiled
def below(dice: Dice, bound: int) -> int:
    """Return a whole number from 0 to ``bound - 1``; the bias is below ``bound / 2**32``."""
    return int((throw(dice) >> _HALF) * np.uint64(bound) >> _HALF)
