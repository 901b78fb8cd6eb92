"""`cutlass._mlir.dialects.nvvm`: tile copies by a tensor map in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from cutedsl.arch.tensor_map import ROW_OFFSETS
from cutedsl.compat.mlir.handles import handle_of
from cutedsl.errors import fail
from cutedsl.lang import arch
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Boolean, Int32


class TMALoadMode(Enum):
    """How coordinates are read. An older name: `CpAsyncBulkTensorLoadMode`."""

    TILE = 0
    IM2COL = 1
    IM2COL_W = 2
    IM2COL_W_128 = 3
    TILE_GATHER4 = 4


CpAsyncBulkTensorLoadMode = TMALoadMode
_ROWS = {TMALoadMode.IM2COL_W: "w", TMALoadMode.IM2COL_W_128: "w::128"}


def CpAsyncBulkTensorGlobalToSharedClusterOp(
    dstMem: Any,
    tmaDescriptor: Any,
    coordinates: Sequence[Any],
    mbar: Any,
    im2colOffsets: Sequence[Any] = (),
    *,
    predicate: Any = None,
    multicastMask: Any = None,
    l2CacheHint: Any = None,
    mode: TMALoadMode = TMALoadMode.TILE,
    loadMode: TMALoadMode = TMALoadMode.TILE,
    isCTAOnly: bool = False,
    loc: object = None,
    ip: object = None,
) -> None:
    """Loads a tile by the tensor map at `tmaDescriptor`, once for the warp if a lane's `predicate` holds.

    With pixels (im2col), `im2colOffsets` has a number for each axis of the picture; of a row, two. Errors: tma-layout.
    Source: PTX ISA, `cp.async.bulk.tensor`.
    """
    asked = mode if loadMode is TMALoadMode.TILE else loadMode
    wanted = ROW_OFFSETS if asked in _ROWS else len(coordinates) - 2 if asked is TMALoadMode.IM2COL else 0
    if len(im2colOffsets) != wanted:
        raise fail("tma-layout", f"{len(im2colOffsets)} offsets of a bulk load of mode {asked.name}, not {wanted}")
    emitter = cute_emitter()
    kind = emitter.descriptor_type()
    (descriptor,) = emitter.op("cute.tma.descriptor_at", (handle_of(tmaDescriptor),), (kind,), {})
    extras = [
        (name, given) for name, given in (("multicast", multicastMask), ("cached", l2CacheHint)) if given is not None
    ]
    operands = [descriptor, handle_of(dstMem), handle_of(mbar), *(handle_of(given) for _, given in extras)]
    operands += [handle_of(coordinate) for coordinate in (*coordinates, *map(_as_word, im2colOffsets))]
    marks: dict[str, object] = {"kind": "load", **{name: True for name, _ in extras}}
    if im2colOffsets:
        marks["offsets"] = len(im2colOffsets)
    if asked in _ROWS:
        marks["row"] = _ROWS[asked]
    if asked is TMALoadMode.TILE_GATHER4:
        marks["rows"] = True

    def issue() -> None:
        emitter.op("cute.tma.tile", operands, (), marks)

    if predicate is None:
        issue()
    else:
        staged_function(_where)(Boolean.from_handle(handle_of(predicate)), issue)


def _as_word(offset: Any) -> Any:
    """An offset, which the dialect has in 16 bits."""
    return as_numeric(offset).to(Int32)


def _where(predicate: Boolean, issue: Callable[[], object]) -> None:
    if arch.vote_any_sync(predicate):  # the copy engine is asked by one lane, whichever is meant
        issue()
