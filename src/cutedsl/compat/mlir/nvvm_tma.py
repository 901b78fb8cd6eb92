"""`cutlass._mlir.dialects.nvvm`: tile copies by a tensor map in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from cutedsl.compat.mlir.handles import handle_of
from cutedsl.errors import fail
from cutedsl.lang import arch
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Boolean


class TMALoadMode(Enum):
    """How coordinates are read; only tiles are supported. An older name: `CpAsyncBulkTensorLoadMode`."""

    TILE = 0
    IM2COL = 1
    IM2COL_W = 2
    IM2COL_W_128 = 3
    TILE_GATHER4 = 4


CpAsyncBulkTensorLoadMode = TMALoadMode


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

    Errors: not-yet for im2col. Source: PTX ISA, `cp.async.bulk.tensor`.
    """
    asked = mode if loadMode is TMALoadMode.TILE else loadMode
    if im2colOffsets or asked not in (TMALoadMode.TILE, TMALoadMode.TILE_GATHER4):
        raise fail("not-yet", f"a bulk load of mode {asked.name}")
    emitter = cute_emitter()
    kind = emitter.descriptor_type()
    (descriptor,) = emitter.op("cute.tma.descriptor_at", (handle_of(tmaDescriptor),), (kind,), {})
    extras = [
        (name, given) for name, given in (("multicast", multicastMask), ("cached", l2CacheHint)) if given is not None
    ]
    operands = [descriptor, handle_of(dstMem), handle_of(mbar), *(handle_of(given) for _, given in extras)]
    operands += [handle_of(coordinate) for coordinate in coordinates]
    marks = {"kind": "load", **{name: True for name, _ in extras}}
    if asked is TMALoadMode.TILE_GATHER4:
        marks["rows"] = True

    def issue() -> None:
        emitter.op("cute.tma.tile", operands, (), marks)

    if predicate is None:
        issue()
    else:
        staged_function(_where)(Boolean.from_handle(handle_of(predicate)), issue)


def _where(predicate: Boolean, issue: Callable[[], object]) -> None:
    if arch.vote_any_sync(predicate):  # the copy engine is asked by one lane, whichever is meant
        issue()
