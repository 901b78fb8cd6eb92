"""Score and mask functions of an author, inside the kernel."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_forward.softmax import QUAD, row_places
from cutedsl.ops.attention_forward.tiles import AttentionTiles
from cutedsl.ops.captured_arrays import meaning_with_arrays, with_tensors
from cutedsl.ops.epilogues import callable_of, numbers_of
from cutedsl.ops.refuse import refused

_PARAMETERS: Final = {
    "score_mod": ("score", "batch", "head", "q_idx", "kv_idx"),
    "mask_mod": ("batch", "head", "q_idx", "kv_idx"),
}


@dataclass(frozen=True, slots=True)
class Modifiers:
    """Functions that a program is compiled with.

    Attributes:
        score_mod: a scaled score, and where it is, to the score that the softmax takes.
        mask_mod: where a score is to whether it counts.
    """

    score_mod: Any = None
    mask_mod: Any = None

    @property
    def functions(self) -> list[Any]:
        return [self.score_mod, self.mask_mod]

    @property
    def meaning(self) -> object:
        """Equal for functions that mean the same, apart from the arrays that they read; None where nobody knows."""
        found = tuple(function if function is None else (meaning_with_arrays(function),) for function in self.functions)
        return None if (None,) in found else found


PLAIN: Final = Modifiers()


def modifiers(score_mod: Any, mask_mod: Any) -> Modifiers:
    """The functions of a call. Errors: ops-function if one can't be called with its arguments."""
    for name, function in (("score_mod", score_mod), ("mask_mod", mask_mod)):
        if function is not None:
            wanted = _PARAMETERS[name]
            try:
                inspect.signature(callable_of(name, function)).bind(*wanted)
            except TypeError as error:
                what = f"`{name}` cannot take ({', '.join(wanted)}): {error}"
                raise refused("ops-function", what) from None
    return Modifiers(score_mod, mask_mod)


@cute.jit
def modify(
    scores: Any,
    unit: Any,
    which: Any,
    is_cut: Any,
    mods: cutlass.Constexpr[Modifiers],
    tensors: Any,
    tiles: cutlass.Constexpr[AttentionTiles],
):
    """The score function of a thread's scores times `unit`; where the tile `is_cut`, -inf by the mask function.

    `which` are: (batch, head), this thread's first row, the tile's first key, (queries, keys). Functions that read
    arrays get the nearest query and key that there are.
    """
    at, query, key, lengths = which
    first = key + cute.arch.lane_idx() % QUAD * 2
    score_mod, mask_mod = with_tensors(mods.functions, tensors)
    rows, columns = [query + 8 * r for r in range(2)], [first + column for _, column in row_places(0, tiles.tile_n)]
    if cutlass.const_expr(tensors):
        rows = [cutlass.max(cutlass.min(row, lengths[0] - 1), 0) for row in rows]
        columns = [cutlass.max(cutlass.min(column, lengths[1] - 1), 0) for column in columns]
    places = [  # both rows of a column together, so that what a function reads for a key is read once and let go
        (place + 2 * r, (*at, rows[r], column))
        for (place, _), column in zip(row_places(0, tiles.tile_n), columns, strict=True)
        for r in range(2)
    ]
    if cutlass.const_expr(score_mod is not None):
        for place, where in places:
            scores[place] = cutlass.Float32(numbers_of(score_mod, (scores[place] * unit, *where), 1)[0])
    if cutlass.const_expr(mask_mod is not None):
        if is_cut:
            for place, where in places:
                kept = numbers_of(mask_mod, where, 1)[0]
                scores[place] = cutlass.select_(kept, scores[place], -cutlass.Float32.inf)
