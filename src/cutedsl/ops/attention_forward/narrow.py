"""Attention of elements of 8 bits: their scales, and values transposed for the matrix units.

The matrix units read operands of 8 bits along the keys only, so values are transposed before. Their keys are put into
the order in which a lane's probabilities lie: then these are operands as they are. Source of the order: PTX ISA,
`wgmma` fragments of 8 bits beside those of sums.
"""

from __future__ import annotations

import math
import numbers
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.arrays import View, empty, same_device, view_of
from cutedsl.ops.attention_forward.inputs import AttentionInputs
from cutedsl.ops.attention_forward.tiles import SCALED, WARP_GROUP, AttentionTiles
from cutedsl.ops.plans import not_again
from cutedsl.ops.reduction.fold_modes import reshaped
from cutedsl.ops.refuse import refused

KIND: Final = "float8_e4m3fn"

_GROUP: Final = 16
"""Keys whose order changes."""

_KEYS: Final = 64
"""Keys of a block."""


def scales_of(given: AttentionInputs, q_scale: Any, k_scale: Any, v_scale: Any) -> tuple[list[View], bool]:
    """The scales of queries and keys (batch, heads, blocks) and of values (batch, heads), and whether one of the first
    two is for blocks. Errors: ops-array, ops-dtype, ops-device, ops-shape, ops-number."""
    batch = given.q.shape[0]
    sides = (
        ("q_scale", q_scale, given.heads, -(-given.q.shape[1] // SCALED)),
        ("k_scale", k_scale, given.heads_k, -(-given.k.shape[1] // SCALED)),
        ("v_scale", v_scale, given.heads_k, 0),
    )
    found: list[View] = []
    by_block = False
    for name, x, heads, blocks in sides:
        view = _scale(name, x, given.q)
        allowed = [(1,), (heads,), (batch, heads), *([(batch, heads, blocks)] if blocks else [])]
        if view.shape not in allowed:
            shapes = ", ".join(map(str, dict.fromkeys(allowed)))
            raise refused("ops-shape", f"`{name}` has the shape {view.shape}; it must be one of {shapes}")
        by_block = by_block or view.rank == 3
        found.append(_repeated(view, (batch, heads, *([blocks] if blocks else []))))
    return found, by_block


def _scale(name: str, x: Any, q: View) -> View:
    """A scale as an array of rank 1 or more. Errors: ops-number, ops-array, ops-dtype, ops-device."""
    if x is None or isinstance(x, numbers.Real):
        value = 1.0 if x is None else float(x)
        if not 0.0 < value < math.inf:
            raise refused("ops-number", f"`{name}` is {x!r}; it must be positive and finite")
        not_again()
        made = empty(q, (1,), "float32")
        made.native()[...] = value
        return made
    view = view_of(name, x, ("float32",))
    same_device(q, **{name: view})
    return view if view.rank else reshaped(view, (1,), (1,))


def _repeated(view: View, extents: tuple[int, ...]) -> View:
    """A scale with all modes: (heads,) is the same for each batch and block, (batch, heads) for each block."""
    strides = [0 if n == 1 and d else d for n, d in zip(view.shape, view.strides, strict=True)]
    if view.rank == 1:
        strides = [0, *strides]
    return reshaped(view, extents, (*strides, *(0,) * (len(extents) - len(strides))))


def transposed_like(given: AttentionInputs) -> View:
    """Memory for the transposed values, (batch, heads, head size, keys), of a multiple of 16 keys."""
    batch, keys, heads, size = given.v.shape
    return empty(given.v, (batch, heads, size, -(-keys // _GROUP) * _GROUP))


def narrow_stand_ins(kind: Any, extents: tuple[Any, Any, Any], size: int) -> tuple[Any, Any]:
    """What programs are compiled for in place of the transposed values, and of the scales."""
    batch, heads, heads_k = extents
    keys, aligned = cute.sym_int(divisibility=_GROUP), [cute.sym_int64(divisibility=_GROUP) for _ in range(3)]
    values = cute.runtime.make_fake_tensor(kind, (batch, heads_k, size, keys), (*aligned, 1), assumed_align=_GROUP)

    def numbers_of(*modes: Any) -> Any:
        return cute.runtime.make_fake_tensor(cutlass.Float32, modes, tuple(cute.sym_int64() for _ in modes))

    scales = numbers_of(batch, heads, cute.sym_int()), numbers_of(batch, heads_k, cute.sym_int())
    return (values,), (*scales, numbers_of(batch, heads_k))


@cute.kernel
def transpose_values_kernel(mV: cute.Tensor, mT: cute.Tensor):
    """One block: 64 keys of a head, from (keys, elements) to (elements, keys), of bytes.

    Of 16 keys, lane j of a quad gets 2j, 2j + 1, 2j + 8 and 2j + 9. Keys that do not exist are 0.
    """
    tidx, _, _ = cute.arch.thread_idx()
    block, head, batch = cute.arch.block_idx()
    keys, size = cute.size(mV, [1]), cute.size(mV, [3])
    vectors = size // _GROUP
    padded = cute.make_layout((_KEYS, size), stride=(size + _GROUP, 1))
    s = utils.SmemAllocator().allocate_tensor(cutlass.Uint8, padded, 16)
    first = block * _KEYS
    for turn in cutlass.range_constexpr(cute.ceil_div(_KEYS * vectors, WARP_GROUP)):
        number = turn * WARP_GROUP + tidx
        row, lane = number // vectors, number % vectors
        words = cute.make_rmem_tensor(_GROUP, cutlass.Uint8)
        words.fill(0)
        if row < _KEYS:
            if first + row < keys:
                source = mV[batch, first + row, head, None]
                cute.autovec_copy(cute.local_tile(source, (_GROUP,), (lane,)), words)
            cute.autovec_copy(words, cute.local_tile(s[row, None], (_GROUP,), (lane,)))
    cute.arch.sync_threads()
    groups = _KEYS // _GROUP
    for turn in cutlass.range_constexpr(cute.ceil_div(size * groups, WARP_GROUP)):
        number = turn * WARP_GROUP + tidx
        element, group = number // groups, number % groups
        if (element < size) & (first + group * _GROUP < cute.size(mT, [3])):
            words = cute.make_rmem_tensor(_GROUP, cutlass.Uint8)
            for p in cutlass.range_constexpr(_GROUP):
                key = 8 * (p % 4 // 2) + 2 * (p // 4) + p % 2
                words[p] = s[group * _GROUP + key, element]
            target = mT[batch, head, element, None]
            cute.autovec_copy(words, cute.local_tile(target, (_GROUP,), (first // _GROUP + group,)))


def transpose_values(mV: Any, memory: Any) -> Any:
    """Launches the kernel on values (batch, keys, heads, size); returns what they become (batch, heads, size, keys)."""
    (mT,) = memory
    batches, heads, _, keys = mT.shape
    bytes_of = (cute.recast_tensor(x, cutlass.Uint8) for x in (mV, mT))
    transpose_values_kernel(*bytes_of).launch(
        grid=(cute.ceil_div(keys, _KEYS), heads, batches), block=(WARP_GROUP, 1, 1)
    )
    return mT


# -- the scales inside the kernel -----------------------------------------------------------------------------------
def scale_of_rows(scales: Any, at: Any, first_row: Any, tiles: AttentionTiles) -> Any:
    """The factor of a warp group's scores: the queries' scale, times the keys' where a head has one; `at` are batch,
    head of queries and head of keys."""
    batch, head, head_k = at
    found = scales[0][batch, head, cutlass.max(first_row, 0) // SCALED]
    return found if tiles.scaled_blocks else found * scales[1][batch, head_k, 0]


def scale_tile(scores: Any, scales: Any, at: Any, key: Any) -> None:
    """Multiplies a tile's scores by the scale of its keys, which begin at `key`."""
    factor = scales[1][*at, key // SCALED]
    for i in range(cute.size(scores)):
        scores[i] = scores[i] * factor


def with_scale(inverses: Any, scales: Any, at: Any) -> list[Any]:
    """The factors that end the softmax, times the values' scale."""
    return [inverse * scales[2][at] for inverse in inverses]
