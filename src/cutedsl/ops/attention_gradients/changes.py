"""What changes scores on their way to the softmax, in the backward pass: its values again, and its derivatives."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.attention_forward.modifiers import Modifiers
from cutedsl.ops.attention_forward.softmax import QUAD, quick_tanh
from cutedsl.ops.attention_gradients.softmax import pairs_of, read
from cutedsl.ops.attention_gradients.tiles import BackwardTiles
from cutedsl.ops.captured_arrays import with_tensors
from cutedsl.ops.epilogues import numbers_of


@dataclass(frozen=True)
class Change:
    """A softcap (0 for none) and an author's functions, with the tensors that these read."""

    scale: Any
    softcap: Any
    mods: Modifiers
    tensors: tuple[Any, ...]


@cute.jit
def take_changed_powers(
    scores: Any,
    words: Any,
    logarithms: Any,
    where: Any,
    is_cut: Any,
    change: Any,
    tiles: cutlass.Constexpr[BackwardTiles],
):
    """Probabilities of changed scores as `words`; in place of the scores, probabilities times derivatives.

    Scores of -inf stay so: nobody sees them. `where` are (batch, head), the first query, this thread's first key, and
    (queries, keys); functions that read arrays get the nearest query and key that there are.
    """
    at, query, key, lengths = where
    score_mod, mask_mod = with_tensors(change.mods.functions, change.tensors)
    here = query + cute.arch.lane_idx() % QUAD * 2
    keys = [key + 8 * r for r in range(2)]
    if cutlass.const_expr(change.tensors):
        keys = [cutlass.max(cutlass.min(one, lengths[1] - 1), 0) for one in keys]
    powers = cute.make_rmem_tensor(4, cutlass.Float32)
    for place, pair in pairs_of(logarithms, tiles):
        of_query = read(pair)
        for c in cutlass.range_constexpr(2):
            row = here + 2 * place + c
            if cutlass.const_expr(change.tensors):
                row = cutlass.max(cutlass.min(row, lengths[0] - 1), 0)
            for r in cutlass.range_constexpr(2):
                v = c + 2 * r
                raw = scores[place + v]
                score, slope = scaled(raw, change, tiles)
                if cutlass.const_expr(score_mod is not None):
                    score, by_function = utils.value_and_derivative(
                        lambda x, *more: cutlass.Float32(numbers_of(score_mod, (x, *more), 1)[0]),
                        *(score, *at, row, keys[r]),
                    )
                    slope = slope * by_function
                power = cute.arch.exp2(cute.math.fma(score, math.log2(math.e), -of_query[c]))
                seen = raw != -cutlass.Float32.inf
                if cutlass.const_expr(mask_mod is not None):
                    kept = numbers_of(mask_mod, (*at, row, keys[r]), 1)[0]
                    seen = seen & (cutlass.Boolean(kept) | ~cutlass.Boolean(is_cut))
                power = cutlass.select_(seen, power, 0.0)
                powers[v] = power
                scores[place + v] = cutlass.select_(power == 0.0, 0.0, power * slope)
        part = cute.make_tensor(words.iterator + place, cute.make_layout(4))
        part.store(powers.load().to(words.element_type))


def scaled(score: Any, change: Change, tiles: BackwardTiles) -> tuple[Any, Any]:
    """A scaled and capped score, and its derivative along the scaled one."""
    if not tiles.capped:
        return score * change.scale, cutlass.Float32(1.0)
    capped = quick_tanh(score, change.scale / change.softcap)
    return capped * change.softcap, 1.0 - capped * capped
