"""Compilation: what is marked here runs as machine code after its first call.

Compiled code is kept on disk beside the package, in a folder named after the kernel's very
sources: a change of any of them makes all of it anew, which numba by itself would miss.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

from games.analysis.kernel.folder import compiled_folder

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

setattr(numba.config, "CACHE_DIR", str(compiled_folder()))  # noqa: B010 - its stubs leave it out


def compiled(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Return the function as machine code; it has to keep to numbers, arrays and their tuples."""
    made = numba.njit(cache=True, error_model="numpy", nogil=True)(function)
    return cast(Callable[Arguments, Result], made)
