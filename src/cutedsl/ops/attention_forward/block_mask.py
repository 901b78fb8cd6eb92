"""Block masks: which blocks of keys a block of queries sees in part, and which it sees whole.

The arrays and names are those of FlexAttention's `BlockMask`, so that torch's masks fit too.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors.article import with_article
from cutedsl.ops.arrays import View, maker, same_device, view_of
from cutedsl.ops.attention_forward.inputs import AttentionInputs
from cutedsl.ops.attention_forward.modifiers import Modifiers, modifiers
from cutedsl.ops.captured_arrays import captured_arrays, meaning_with_arrays, stand_in, with_tensors
from cutedsl.ops.epilogues import numbers_of
from cutedsl.ops.programs import call_with_groups, compiled_for
from cutedsl.ops.reduction.fold_modes import reshaped
from cutedsl.ops.refuse import refused
from cutedsl.testing.checked import is_checked

_LANES: Final = 32
_PROGRAMS: Final[dict[object, Any]] = {}


@dataclass(frozen=True, slots=True, eq=False)
class BlockMask:
    """Blocks of keys that blocks of queries see, in int32 arrays named as FlexAttention's.

    **Shapes**: counts (B, H, blocks of queries), indices (B, H, blocks of queries, blocks of keys); of these the first
    `count` matter. B and H are 1 where all batches or heads have the same mask.

    Attributes:
        kv_num_blocks, kv_indices: blocks that the mask function cuts.
        full_kv_num_blocks, full_kv_indices: blocks that it leaves whole.
        BLOCK_SIZE: queries and keys of a block.
        seq_lengths: queries and keys.

    >>> mask = create_block_mask(lambda b, h, q_idx, kv_idx: q_idx >= kv_idx, None, None, 256, 256)
    >>> mask.kv_num_blocks.tolist(), mask.full_kv_num_blocks.tolist()
    ([[[1, 1]]], [[[0, 1]]])
    """

    kv_num_blocks: Any
    kv_indices: Any
    full_kv_num_blocks: Any
    full_kv_indices: Any
    BLOCK_SIZE: tuple[int, int]
    mask_mod: Any
    seq_lengths: tuple[int, int]

    def sparsity(self) -> float:
        """The share of blocks that are skipped, in percent. A GPU is waited for."""
        seen = int(self.kv_num_blocks.sum()) + int(self.full_kv_num_blocks.sum())
        blocks = 1
        for extent in self.kv_indices.shape:
            blocks *= extent
        return 100.0 * (1.0 - seen / blocks)


def create_block_mask(
    mask_mod: Any,
    B: int | None,
    H: int | None,
    Q_LEN: int,
    KV_LEN: int,
    device: str | None = None,
    BLOCK_SIZE: int | tuple[int, int] = 128,
) -> BlockMask:
    """Evaluates `mask_mod(batch, head, q_idx, kv_idx)` per block, with a kernel; names are FlexAttention's.

    `B` and `H` are None if the mask is the same for all. `device` is torch's name of one ("cuda"), or None for NumPy
    arrays. A block is whole if the function holds for all its queries and keys that there are.
    **Shapes**: blocks of `BLOCK_SIZE` queries and keys, of `Q_LEN` and `KV_LEN` in all; arrays as in `BlockMask`.
    Errors: attention-block-mask, ops-function.

    >>> mask = create_block_mask(lambda b, h, q_idx, kv_idx: q_idx >= kv_idx, None, None, 256, 256)
    >>> mask.kv_num_blocks.tolist(), mask.full_kv_num_blocks.tolist()
    ([[[1, 1]]], [[[0, 1]]])
    """
    mods = modifiers(None, mask_mod)
    block = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else BLOCK_SIZE
    counts = B or 1, H or 1, Q_LEN, KV_LEN, *block
    if len(block) != 2 or not all(isinstance(n, int) and n > 0 for n in counts):
        raise refused("attention-block-mask", f"a block mask of {Q_LEN} x {KV_LEN} in blocks of {BLOCK_SIZE}")
    rows, columns = -(-Q_LEN // block[0]), -(-KV_LEN // block[1])
    framework, where = ("numpy", "cpu") if device is None else ("torch", device)
    importlib.import_module(framework)
    shapes = [(B or 1, H or 1, rows), (B or 1, H or 1, rows, columns)] * 2
    arrays = [maker(framework, where, shape, "int32")() for shape in shapes]
    views = [view_of("block_mask", x, ("int32",)) for x in arrays]
    captured = captured_arrays([mask_mod], views[0])
    meaning = meaning_with_arrays(mask_mod)
    key = meaning, views[0].target, is_checked()
    run = _PROGRAMS.get(key) if meaning is not None else None
    if run is None:
        tensors = tuple(stand_in(view) for view in captured)
        given: tuple[Any, ...] = (*list_stand_ins(), 1, 1, 1, 1, mods, tensors)
        run = compiled_for(views[0].target, block_mask_launch, *given)
        if meaning is not None:
            _PROGRAMS[key] = run
    call_with_groups(run, views, (Q_LEN, KV_LEN, *block), [captured] if captured else [])
    cut_counts, cut, whole_counts, whole = arrays
    return BlockMask(cut_counts, cut, whole_counts, whole, block, mask_mod, (Q_LEN, KV_LEN))


@cute.kernel
def block_mask_kernel(
    lists: tuple[cute.Tensor, ...],
    lengths: tuple[cutlass.Int32, cutlass.Int32],
    block: tuple[cutlass.Int32, cutlass.Int32],
    mods: cutlass.Constexpr[Modifiers],
    tensors: tuple[cute.Tensor, ...],
):
    """One warp: the blocks of keys that a block of queries sees, in order. Its lanes go over the keys of a row."""
    lane = cute.arch.lane_idx()
    row, head, batch = cute.arch.block_idx()
    at = batch, head, row
    mask_mod = with_tensors([mods.mask_mod], tensors)[0]
    cut, whole = cutlass.Int32(0), cutlass.Int32(0)
    for column in range(cute.ceil_div(lengths[1], block[1])):
        some, every = cutlass.Boolean(False), cutlass.Boolean(True)
        for query in range(row * block[0], cutlass.min((row + 1) * block[0], lengths[0])):
            for key in range(column * block[1] + lane, cutlass.min((column + 1) * block[1], lengths[1]), _LANES):
                kept = cutlass.Boolean(numbers_of(mask_mod, (batch, head, query, key), 1)[0])
                some, every = some | kept, every & kept
        some, every = cute.arch.vote_any_sync(some), cute.arch.vote_all_sync(every)
        if every:
            if lane == 0:
                lists[3][*at, whole] = column
            whole += 1
        elif some:
            if lane == 0:
                lists[1][*at, cut] = column
            cut += 1
    if lane == 0:
        lists[0][at] = cut
        lists[2][at] = whole


@cute.jit
def block_mask_launch(
    cut_counts: cute.Tensor,
    cut: cute.Tensor,
    whole_counts: cute.Tensor,
    whole: cute.Tensor,
    queries: cutlass.Int32,
    keys: cutlass.Int32,
    rows: cutlass.Int32,
    columns: cutlass.Int32,
    mods: cutlass.Constexpr[Modifiers],
    tensors: tuple[cute.Tensor, ...] = (),
):
    """Launches the kernel for a mask of queries x keys in blocks of rows x columns."""
    batches, heads, blocks = cut_counts.shape
    block_mask_kernel((cut_counts, cut, whole_counts, whole), (queries, keys), (rows, columns), mods, tensors).launch(
        grid=(blocks, heads, batches), block=(_LANES, 1, 1)
    )


def list_stand_ins() -> tuple[Any, ...]:
    """What programs are compiled for in place of a block mask's arrays."""

    def several(rank: int) -> Any:
        extents, strides = (tuple(make() for _ in range(rank)) for make in (cute.sym_int, cute.sym_int64))
        return cute.runtime.make_fake_tensor(cutlass.Int32, extents, strides)

    return several(3), several(4), several(3), several(4)


# -- a mask that a call is given ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BlockLists:
    """The arrays of a block mask for one call, repeated for batches and heads, and the queries and keys of a block."""

    views: list[View]
    block: tuple[int, int]


def mask_function(mask: Any) -> Any:
    """The mask function of a block mask, None if it cuts nothing. Errors: attention-block-mask."""
    if not hasattr(mask, "kv_indices") or not hasattr(mask, "mask_mod"):
        raise refused("attention-block-mask", f"`block_mask` is {with_article(type(mask).__name__)}")
    return None if getattr(mask.mask_mod, "__name__", "") == "noop_mask" else mask.mask_mod


def block_lists(mask: Any, given: AttentionInputs) -> BlockLists:
    """The arrays of a block mask for these inputs. Errors: attention-block-mask, ops-device, ops-dtype."""
    block = tuple(mask.BLOCK_SIZE)
    batch, m = given.q.shape[:2]
    n = given.k.shape[1]
    if tuple(mask.seq_lengths) != (m, n):
        lengths = " x ".join(map(str, mask.seq_lengths))
        raise refused("attention-block-mask", f"a block mask of {lengths} for {m} queries and {n} keys")
    arrays = [mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.full_kv_indices]
    if arrays[2] is None:
        arrays[2:] = [arrays[0] - arrays[0], arrays[1]]
    views = [view_of("block_mask", x, ("int32",)) for x in arrays]
    same_device(given.q, block_mask=views[0])
    extents = -(-m // block[0]), -(-n // block[1])
    found: list[View] = []
    for view in views:
        own, wanted = view.shape[:2], (batch, given.heads)
        if any(have not in (1, need) for have, need in zip(own, wanted, strict=True)) or view.shape[2:] not in (
            extents[:1],
            extents,
        ):
            raise refused(
                "attention-block-mask",
                f"an array of the block mask has the shape {view.shape}; blocks are {extents[0]} x {extents[1]}, "
                f"with {batch} batches and {given.heads} heads, or 1",
            )
        strides = [0 if n == 1 else d for n, d in zip(own, view.strides, strict=False)]
        found.append(reshaped(view, (*wanted, *view.shape[2:]), (*strides, *view.strides[2:])))
    return BlockLists(found, block)


def check_block(block: tuple[int, int], tiles: Any) -> None:
    """Errors: attention-block-mask if tiles do not divide the blocks."""
    if block[0] % tiles.tile_m or block[1] % tiles.tile_n:
        raise refused(
            "attention-block-mask",
            f"blocks of {block[0]} x {block[1]}; they must be multiples of {tiles.tile_m} x {tiles.tile_n} here",
        )
