"""What a warp group does for each tile of queries that sees its keys, in either order of the products."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from cutedsl.ops.attention_forward.softmax import pack
from cutedsl.ops.attention_gradients.changes import Change, take_changed_powers
from cutedsl.ops.attention_gradients.copies import hand_sums
from cutedsl.ops.attention_gradients.places import Work
from cutedsl.ops.attention_gradients.products import Products
from cutedsl.ops.attention_gradients.softmax import hide, take_powers, take_slopes
from cutedsl.ops.attention_gradients.tiles import BackwardTiles

SLOPES: Final = 1
"""The named barrier of all threads that multiply."""


@dataclass(frozen=True)
class TileLoop:
    """What all steps of a warp group use.

    Attributes:
        work: the tile of keys.
        pipes: the rings of queries and of results' gradients.
        memory: their shared memory.
        stats: logarithms and sums of rows in shared memory.
        handed: where the gradient of queries goes for the warp that adds it.
        r2s, placed: the copy of probabilities and slopes to shared memory, and this thread's parts there.
        threads: the warp group, the thread in it, and in all that multiply.
        seen: this thread's first key, the warp group's, their length and the window.
        scale_log2: the scale to base 2.
        change: what changes scores, None if nothing does.
    """

    products: Products
    work: Work
    pipes: tuple[Any, Any]
    memory: tuple[Any, Any]
    stats: tuple[Any, Any]
    handed: Any
    r2s: Any
    placed: Any
    threads: tuple[Any, Any, Any]
    seen: tuple[Any, ...]
    scale_log2: Any
    tiles: BackwardTiles
    change: Change | None

    @property
    def column(self) -> Any:
        """The first query of a tile whose scores are the warp group's."""
        return self.threads[0] * self.tiles.own_queries if self.tiles.split else 0

    def stat(self, which: int, at: Any) -> Any:
        """Numbers for these queries: 0 logarithms, 1 sums."""
        row = self.stats[which][None, at.index]
        return cute.make_tensor(row.iterator + self.column, cute.make_layout(self.tiles.own_queries))


@cute.jit
def take_scores(loop: Any, at: Any, m: Any):
    """Waits for a tile of queries and hands on the product that gives their scores."""
    loop.pipes[0].consumer_wait(at)
    clear_after(loop, 0, at, m)
    loop.products.take_scores(at.index)


@cute.jit
def begin_tile(loop: Any, at: Any, m: Any, head: Any, is_cut: Any):
    """Probabilities, and their gradients, of a tile of queries of a head whose scores are under way.

    Where scores are changed, probabilities are packed and then multiplied by the change's derivatives.
    """
    products, tiles = loop.products, loop.tiles
    loop.pipes[1].consumer_wait(at)
    clear_after(loop, 1, at, m)
    products.take_slopes(at.index)
    warpgroup.wait_group(1)
    query = m * tiles.tile_m + loop.column
    hide(products.scores, query + loop.work.len_k - loop.work.len_q, *loop.seen, tiles)
    if cutlass.const_expr(loop.change is None):
        take_powers(products.scores, loop.stat(0, at), loop.scale_log2, tiles)
        pack_words(products.scores, products.p_words, tiles)
    else:
        work, key = loop.work, loop.seen[0]
        where = (work.batch, head), query, key, (work.len_q, work.len_k)
        take_changed_powers(products.scores, products.p_words, loop.stat(0, at), where, is_cut, loop.change, tiles)
    warpgroup.wait_group(0)


@cute.jit
def end_tile(loop: Any, at: Any, again: Any):
    """The slopes of scores, and the products with them."""
    products, tiles = loop.products, loop.tiles
    wg, thread, _ = loop.threads
    take_slopes(products.slopes, products.scores, loop.stat(1, at), tiles)
    pack_words(products.slopes, products.s_words, tiles)
    buffer = 0 if tiles.split else at.index
    if cutlass.const_expr(tiles.split):
        meet(tiles)  # the products of the tile before have ended
        put(loop, products.p_words, loop.placed[0], buffer)
    put(loop, products.s_words, loop.placed[1], buffer)
    if cutlass.const_expr(not tiles.split):
        products.add_to_values(at.index)
    cute.arch.fence_proxy("async.shared", space="cta")
    meet(tiles)
    if cutlass.const_expr(tiles.split):
        products.add_to_values(at.index)
    products.take_queries(buffer)
    warpgroup.wait_group(1)
    loop.pipes[1].consumer_release(at)
    products.add_to_keys(at.index)
    warpgroup.wait_group(1)
    hand_sums(products.dQ, loop.handed, again, wg, thread)
    warpgroup.wait_group(0)
    loop.pipes[0].consumer_release(at)


def meet(tiles: BackwardTiles) -> None:
    """All threads that multiply wait for each other."""
    cute.arch.barrier(barrier_id=SLOPES, number_of_threads=tiles.multipliers)


def pack_words(values: Any, words: Any, tiles: BackwardTiles) -> None:
    """Converts to 16 bits: where they are left operands, each instruction's values as they lie."""
    if tiles.split:
        words.store(cute.make_tensor(values.iterator, words.layout).load().to(words.element_type))
    else:
        pack(values, words)


def put(loop: TileLoop, words: Any, placed: Any, buffer: Any) -> None:
    """A thread's words to shared memory."""
    source = loop.r2s.get_slice(loop.threads[2]).retile(cute.make_tensor(words.iterator, loop.products.scores.layout))
    cute.copy(loop.r2s, source, placed[None, None, None, buffer])


@cute.jit
def clear_after(loop: Any, which: Any, at: Any, m: Any):
    """Zeroes rows of queries or gradients that belong to the next packed sequence."""
    tiles = loop.tiles
    if cutlass.const_expr(tiles.packed):
        clear_rest(loop.memory[which], loop.work.len_q - m * tiles.tile_m, at.index, loop.threads[2], tiles)


@cute.jit
def clear_rest(memory: Any, rows: Any, stage: Any, thread: Any, tiles: cutlass.Constexpr[BackwardTiles]):
    """Zeroes what lies from `rows` on in a stage: it belongs to the next sequence, and 0 * NaN is NaN."""
    extent, width = cute.size(memory, [0]), cute.size(memory, [1])
    if rows < extent:
        for at in range(thread, (extent - rows) * width, tiles.multipliers):
            memory[rows + at // width, at % width, stage] = memory.element_type(0.0)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.barrier(barrier_id=SLOPES, number_of_threads=tiles.multipliers)
