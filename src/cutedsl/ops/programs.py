"""The compiled programs of the library: one for each kernel, element type, access width and class of row lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.arrays import View, countable
from cutedsl.ops.plans import not_again, note_launch
from cutedsl.ops.refuse import for_author, run_for_author
from cutedsl.ops.rowwise.tile import Tile, allows, fake_rows
from cutedsl.testing.checked import is_checked

_PROGRAMS: Final[dict[object, Any]] = {}


def program(
    function: Any,
    views: Sequence[View | None],
    tile: Tile,
    *rest: Any,
    numbers: Sequence[Any] = (),
    last: bool = False,
    meaning: object = (),
) -> Any:
    """The program of a `@cute.jit` function `(tensors..., numbers..., tile, rest...)`, compiled at the first call.

    Called with tensors like `views` (None for one left out) and run-time numbers; with `last` the tensors are
    `*tensors` at the end. Sizes and strides may change from call to call; types, ranks, the width of an access and
    whether rows are contiguous may not. The first of `rest` may be a function of the author: `meaning` then stands for
    it, and with None nothing is remembered here, as only `cute.compile` knows what its trace read.
    """
    kinds = tuple(
        None if v is None else (v.dtype_name, v.rank, min(v.strides[-1], 2), allows(v, tile.vector)) for v in views
    )
    target = next(v.target for v in views if v is not None)
    key = (function, kinds, tile, rest if meaning == () else (meaning, *rest[1:]), target, is_checked())
    found = _PROGRAMS.get(key) if meaning is not None else None
    if found is None:
        fakes = tuple(None if v is None else fake_rows(v, tile.vector) for v in views)
        given = (tile, *rest, *fakes) if last else (*fakes, *numbers, tile, *rest)
        found = compiled_for(target, function, *given)
        if meaning is not None:
            _PROGRAMS[key] = found
    return found


def compiled_for(target: str, function: Any, *given: Any) -> Any:
    """`cute.compile` for a target; errors in the library's lines are reported at the line that called the operation."""
    try:
        return cute.compile(function, *given, options=target)
    except DSLUserCodeError as error:
        raise for_author(error) from None


def launch(
    function: Any,
    views: Sequence[View | None],
    tile: Tile,
    *rest: Any,
    numbers: Sequence[float] = (),
    last: bool = False,
    meaning: object = (),
) -> None:
    """Runs the program of `function` on the arrays of `views`, on torch's current stream where they are on a GPU."""
    run = program(function, views, tile, *rest, numbers=numbers, last=last, meaning=meaning)
    call(run, [view for view in views if view is not None], numbers)


def call(run: Any, views: Sequence[View], numbers: Sequence[Any]) -> None:
    """Runs a program on the arrays of `views` and on numbers, and notes it for the next call of this class."""
    for view in views:
        countable(view)
    note_launch(run, [(view.array, view.form) for view in views], numbers)
    run_for_author(run, [*(view.native() for view in views), *numbers])


def call_with_groups(run: Any, views: Sequence[View], numbers: Sequence[Any], groups: Sequence[Sequence[View]]) -> None:
    """`call` of a program that takes tuples of arrays after the numbers; such calls are planned again each time."""
    if not groups:
        call(run, views, numbers)
        return
    for view in (*views, *(view for group in groups for view in group)):
        countable(view)
    not_again()
    tuples = [tuple(view.native() for view in group) for group in groups]
    run_for_author(run, [*(view.native() for view in views), *numbers, *tuples])
