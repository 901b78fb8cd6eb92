"""The compiled programs of the library: one for each kernel, element type, access width and class of row lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import cutedsl.cute as cute
from cutedsl.ops.arrays import View
from cutedsl.ops.row_tile import fake_rows

_PROGRAMS: Final[dict[object, Any]] = {}


def program(function: Any, views: Sequence[View], *constants: Any) -> Any:
    """The program of a `@cute.jit` function for tensors like `views` and these constants, compiled at the first call.

    The first constant is the tile. Sizes and strides may change from call to call; types, ranks, the width of an access
    and whether rows are contiguous may not.
    """
    vector: int = constants[0].vector
    kinds = tuple((view.dtype_name, view.rank, view.strides[-1] == 1) for view in views)
    key = (function, kinds, constants, views[0].target)
    found = _PROGRAMS.get(key)
    if found is None:
        fakes = [fake_rows(view, vector) for view in views]
        found = _PROGRAMS[key] = cute.compile(function, *fakes, *constants, options=views[0].target)
    return found
