"""The rotary embedding: pairs of elements of a head, turned by the angles of its position.

Floor for n elements of b bytes: 2*n*b bytes moved, at 4.3 TB/s on an H200. How it gets there: a thread reads the angles
of a position once and turns the same pairs of several heads with them, whose loads are all under way before the first
pair is turned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, result, same_device, same_shape, view_of
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.fold_modes import reshaped
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.tile import MOST_THREADS, power_at_least, vector_of

HEADS: Final = 4
"""Heads whose pairs a thread has in registers at a time."""
THREADS: Final = 128
"""Threads of a block at least: positions of few heads share one."""


@dataclass(frozen=True, slots=True)
class HeadTile:
    """How heads are shared out: a position has `lanes` threads for the pairs of a head and as many `groups` of them;
    each takes `heads` heads at a time, `groups` apart. A block has `positions` positions, an access `vector` elements.
    """

    vector: int
    lanes: int
    groups: int
    heads: int
    positions: int

    @property
    def threads(self) -> int:
        """Threads of a position."""
        return self.lanes * self.groups


def head_tile(heads: int, pairs: int, vector: int) -> HeadTile:
    """The tile for positions of so many heads, of so many pairs.

    >>> head_tile(32, 64, 8)
    HeadTile(vector=8, lanes=8, groups=8, heads=4, positions=2)
    """
    lanes = min(power_at_least(-(-pairs // vector)), MOST_THREADS)
    groups = min(power_at_least(-(-heads // HEADS)), MOST_THREADS // lanes)
    return HeadTile(vector, lanes, groups, min(heads, HEADS), max(1, THREADS // (lanes * groups)))


@cute.kernel
def rotary_kernel(
    x: cute.Tensor, cos: cute.Tensor, sin: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[HeadTile],
    interleaved: cutlass.Constexpr[bool],
):  # fmt: skip
    """All heads of some positions."""
    block, _, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    number, own = block * tile.positions + thread // tile.threads, thread % tile.threads
    heads, pairs = cute.size(x, mode=[2]), cute.size(cos, mode=[2])
    if number < cute.size(x, mode=[0]) * cute.size(x, mode=[1]):
        position = cute.idx2crd(number, (x.shape[0], x.shape[1]))
        for access in range(own % tile.lanes, pairs // tile.vector, tile.lanes):
            turns = [accesses(angle[(*position, None)], tile)[None, access].load() for angle in (cos, sin)]
            for first in range(own // tile.lanes, heads, tile.heads * tile.groups):
                turn_heads(
                    x, out, [turn.to(cutlass.Float32) for turn in turns], position, first, access, tile, interleaved
                )


def accesses(row: Any, tile: HeadTile) -> Any:
    """A row as ((vector), accesses)."""
    return cute.zipped_divide(row, (tile.vector,))


def both_of(head: Any, access: Any, tile: HeadTile, interleaved: bool) -> tuple[Any, Any]:
    """The two accesses that have a thread's pairs: one in either half, or two side by side."""
    divided = accesses(head, tile)
    if interleaved:
        return divided[None, 2 * access], divided[None, 2 * access + 1]
    return divided[None, access], divided[None, access + cute.size(head) // 2 // tile.vector]


@cute.jit
def turn_heads(
    x: Any, out: Any, angles: Any, position: Any, first: Any, access: Any, tile: cutlass.Constexpr[HeadTile],
    interleaved: cutlass.Constexpr[bool],
) -> None:  # fmt: skip
    """Turns an access's pairs of the heads from `first` on."""
    heads = cute.size(x, mode=[2])
    held = cute.make_rmem_tensor((tile.vector, 2, tile.heads), x.element_type)
    for h in cutlass.range_constexpr(tile.heads):
        head = first + h * tile.groups
        if head < heads:
            parts = both_of(x[(*position, head, None)], access, tile, interleaved)
            for k in cutlass.range_constexpr(2):
                held[None, k, h].store(parts[k].load())
    cos, sin = angles
    for h in cutlass.range_constexpr(tile.heads):
        head = first + h * tile.groups
        if head < heads:
            turned = cute.make_rmem_tensor((tile.vector, 2), out.element_type)
            for e in cutlass.range_constexpr(tile.vector):
                at = [e, tile.vector + e] if not interleaved else [2 * e, 2 * e + 1]
                mine = held[None, None, h]
                a, b = (mine[i].to(cutlass.Float32) for i in at)
                turned[at[0]] = (a * cos[e] - b * sin[e]).to(out.element_type)
                turned[at[1]] = (b * cos[e] + a * sin[e]).to(out.element_type)
            parts = both_of(out[(*position, head, None)], access, tile, interleaved)
            for k in cutlass.range_constexpr(2):
                parts[k].store(turned[None, k].load())


@cute.jit
def rotary_heads(
    x: cute.Tensor, cos: cute.Tensor, sin: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[HeadTile],
    interleaved: cutlass.Constexpr[bool],
):  # fmt: skip
    """`out` is `x` (batch, positions, heads, size), its pairs turned; `cos`, `sin` (batch, positions, size / 2)."""
    positions = cute.size(x, mode=[0]) * cute.size(x, mode=[1])
    rotary_kernel(x, cos, sin, out, tile, interleaved).launch(
        grid=(cute.ceil_div(positions, tile.positions), 1, 1), block=(tile.threads * tile.positions, 1, 1)
    )


@remembered
def rotary(x: Any, cos: Any, sin: Any, *, interleaved: bool = False, out: Any = None) -> Any:
    """Rotary embedding: rotates pairs of elements of the last axis by the angles of their position.

    **Shapes**: `x` (batch, positions, heads, size), `cos` and `sin` (positions, size / 2) or (batch, positions,
    size / 2); the result is like `x`. Element i is paired with i + size / 2, or 2i with 2i + 1 if `interleaved`.
    Errors: ops-array, ops-dtype, ops-shape, ops-device.
    """
    given, angles = view_of("x", x), [view_of("cos", cos), view_of("sin", sin)]
    if given.rank != 4 or given.shape[-1] % 2:
        raise refused("ops-shape", f"`x` has the shape {given.shape}; it must be (batch, positions, heads, even size)")
    batch, positions, heads, size = given.shape
    expected = ((positions, size // 2), (batch, positions, size // 2))
    for name, view in zip(("cos", "sin"), angles, strict=True):
        same_shape(name, view, expected[view.rank == 3])
        same_device(given, **{name: view})
    made = result(given, given.shape, out)
    if 0 in given.shape:
        return made.array
    wide = [angles_of(view, batch) for view in angles]
    halves = [
        reshaped(v, (*v.shape[:-1], 2, size // 2), (*v.strides[:-1], size // 2 * v.strides[-1], v.strides[-1]))
        for v in (given, made)
    ]  # a half starts where an access may
    vector = vector_of([*halves, *wide])
    launch(rotary_heads, (given, *wide, made), head_tile(heads, size // 2, vector), bool(interleaved))
    return made.array


def angles_of(view: View, batch: int) -> View:
    """Cosines or sines as (batch, positions, pairs): each batch has the same where none is given."""
    return view if view.rank == 3 else reshaped(view, (batch, *view.shape), (0, *view.strides))
