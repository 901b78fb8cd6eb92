"""The rotary embedding: pairs of elements of a head, turned by the angles of its position.

Floor for n elements of b bytes: 2*n*b bytes moved, at 4.3 TB/s on an H200. How it gets there: a thread reads the
angles of a position once and turns the same pairs of several heads with them. All of their loads are issued before
the first pair is turned.
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
RESIDENT_THREADS: Final = 640
"""Of a multiprocessor: what they have asked for then covers the time that memory takes, and each has 96 registers."""


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
    """The tile for positions of so many heads, of so many pairs: all threads have as many heads where that can be.

    >>> head_tile(32, 64, 8)
    HeadTile(vector=8, lanes=8, groups=8, heads=4, positions=2)
    >>> head_tile(6, 64, 8).heads, head_tile(7, 64, 8).heads
    (3, 4)
    """
    lanes = min(power_at_least(-(-pairs // vector)), MOST_THREADS)
    own = next((n for n in range(HEADS, 1, -1) if heads % n == 0), min(heads, HEADS))
    groups = min(-(-heads // own), MOST_THREADS // lanes)
    return HeadTile(vector, lanes, groups, own, max(1, THREADS // (lanes * groups)))


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
            angles = [angles_of(angle[(*position, None)], access, tile, interleaved) for angle in (cos, sin)]
            for first in range(own // tile.lanes, heads, tile.heads * tile.groups):
                if first + (tile.heads - 1) * tile.groups < heads:
                    turn_heads(x, out, angles, position, first, access, tile, interleaved, tile.heads)
                else:  # a branch for each head of several would keep every element in a register of its own
                    for head in range(first, heads, tile.groups):
                        turn_heads(x, out, angles, position, head, access, tile, interleaved, 1)


def angles_of(row: Any, access: Any, tile: HeadTile, interleaved: bool) -> list[Any]:
    """The cosines or sines of a thread's pairs, as Float32."""
    count = cute.size(row) // tile.vector
    if interleaved and tile.vector > 1:
        half = cute.zipped_divide(row, (tile.vector // 2,))
        found = [half[None, access].load(), half[None, access + count].load()]
    else:
        found = [cute.zipped_divide(row, (tile.vector,))[None, access].load()]
    return [part[k].to(cutlass.Float32) for part in found for k in range(part.count)]


def both_of(head: Any, access: Any, tile: HeadTile, interleaved: bool) -> tuple[Any, Any]:
    """The two accesses that have a thread's pairs: one in either half, or neighbours where each has half a pair."""
    divided = cute.zipped_divide(head, (tile.vector,))
    if interleaved and tile.vector == 1:
        return divided[None, 2 * access], divided[None, 2 * access + 1]
    return divided[None, access], divided[None, access + cute.size(head) // 2 // tile.vector]


@cute.jit
def turn_heads(
    x: Any, out: Any, angles: Any, position: Any, first: Any, access: Any, tile: cutlass.Constexpr[HeadTile],
    interleaved: cutlass.Constexpr[bool], count: cutlass.Constexpr[int],
) -> None:  # fmt: skip
    """Turns an access's pairs of `count` heads from `first` on, `tile.groups` apart."""
    heads = [first + h * tile.groups for h in range(count)]
    held = [[part.load() for part in both_of(x[(*position, head, None)], access, tile, interleaved)] for head in heads]
    cos, sin = angles
    for head, parts in zip(heads, held, strict=True):
        turned = cute.make_rmem_tensor((tile.vector, 2), out.element_type)
        for e in cutlass.range_constexpr(tile.vector):
            at = (e, tile.vector + e) if not interleaved else (2 * e, 2 * e + 1)
            a, b = (parts[i // tile.vector][i % tile.vector].to(cutlass.Float32) for i in at)
            turned[at[0]] = (a * cos[e] - b * sin[e]).to(out.element_type)
            turned[at[1]] = (b * cos[e] + a * sin[e]).to(out.element_type)
        for k, part in enumerate(both_of(out[(*position, head, None)], access, tile, interleaved)):
            part.store(turned[None, k].load())


@cute.jit
def rotary_heads(
    x: cute.Tensor, cos: cute.Tensor, sin: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[HeadTile],
    interleaved: cutlass.Constexpr[bool],
):  # fmt: skip
    """`out` is `x` (batch, positions, heads, size), its pairs turned; `cos`, `sin` (batch, positions, size / 2)."""
    positions = cute.size(x, mode=[0]) * cute.size(x, mode=[1])
    rotary_kernel(x, cos, sin, out, tile, interleaved).launch(
        grid=(cute.ceil_div(positions, tile.positions), 1, 1),
        block=(tile.threads * tile.positions, 1, 1),
        min_blocks_per_mp=max(1, RESIDENT_THREADS // (tile.threads * tile.positions)),
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
    wide = [for_each_batch(view, batch) for view in angles]
    halves = [
        reshaped(v, (*v.shape[:-1], 2, size // 2), (*v.strides[:-1], size // 2 * v.strides[-1], v.strides[-1]))
        for v in (given, made)
    ]  # a half starts where an access may
    vector = vector_of([*halves, *wide])
    launch(rotary_heads, (given, *wide, made), head_tile(heads, size // 2, vector), bool(interleaved))
    return made.array


def for_each_batch(view: View, batch: int) -> View:
    """Cosines or sines as (batch, positions, pairs): each batch has the same where none is given."""
    return view if view.rank == 3 else reshaped(view, (batch, *view.shape), (0, *view.strides))
