"""`cutlass.experimental.primitives`: bulk copies, copies of tiles by tensor maps, matrices, fences of proxies.

Each thread that comes to a copy issues it: programs put it under `if elect_sync():`.
Source: names and arguments from CuTe DSL programs; PTX ISA.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from cutedsl.arch.tensor_map import DESCRIPTOR_BYTES, ROW_OFFSETS
from cutedsl.errors import fail
from cutedsl.lang import arch
from cutedsl.lang.atoms.tensor_map_update import fence_tma_desc_acquire, fence_tma_desc_release
from cutedsl.lang.atoms.tma import ReductionKind, map_pointer
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.instructions.primitives import MemScope
from cutedsl.lang.instructions.tensor_maps import TensorMap
from cutedsl.lang.intrinsics.clc import issue_clc_query
from cutedsl.lang.intrinsics.inline_ptx import inline_ptx
from cutedsl.lang.intrinsics.sync import SharedSpace as SharedSpace
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.arrays import Array
from cutedsl.lang.tensors.pointer import Pointer, pointer_of
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Int64, Uint8
from cutedsl.types import AddressSpace


class Proxy(Enum):
    """The kinds of access that a fence orders with ordinary ones."""

    ALIAS = "alias"
    ASYNC = "async"
    ASYNC_GLOBAL = "async.global"
    ASYNC_SHARED = "async.shared"
    TENSORMAP = "tensormap"
    GENERIC = "generic"


class TensormapField(Enum):
    """The parts of a tensor map that a kernel can replace, and their bits."""

    GLOBAL_ADDRESS = ("global_address", 64)
    RANK = ("rank", 32)
    BOX_DIM = ("box_dim", 32)
    GLOBAL_DIM = ("global_dim", 32)
    GLOBAL_STRIDE = ("global_stride", 64)
    ELEMENT_STRIDE = ("element_stride", 32)


_OF_THE_WHOLE_MAP: Final = frozenset({TensormapField.GLOBAL_ADDRESS, TensormapField.RANK})
"""The fields that a map has once, and not for each axis."""


class MMALayout(Enum):
    """Whether 8 x 8 matrices are moved as they are or transposed."""

    ROW = "row"
    COL = "col"


class LoadShape(Enum):
    """The matrices that `ldmatrix` loads; the second needs a Blackwell GPU."""

    M8N8 = "m8n8"
    M16N16 = "m16n16"


class StoreShape(Enum):
    """The matrices that `stmatrix` stores; the second needs a Blackwell GPU."""

    M8N8 = "m8n8"
    M16N8 = "m16n8"


class LoadSrcFormat(Enum):
    """What the elements of loaded matrices are."""

    B16 = "b16"
    B8 = "b8"


class CTAGroup(Enum):
    """The blocks that a copy is for; pairs need a Blackwell GPU."""

    CTA_1 = 1
    CTA_2 = 2


class TMALoadMode(Enum):
    """How a load finds its box in the tensor."""

    TILE = "tile"
    IM2COL = "im2col"
    IM2COL_W = "im2col_w"
    IM2COL_W_128 = "im2col_w_128"
    TILE_GATHER4 = "tile_gather4"


class TMAStoreMode(Enum):
    """The same of a store."""

    TILE = "tile"
    IM2COL = "im2col"
    TILE_SCATTER4 = "tile_scatter4"


TMARedux = ReductionKind


Place = Array | Pointer | Handle


def place_of(place: Place) -> Pointer:
    """The pointer behind an array, a pointer, or its handle."""
    return place.data_ptr() if isinstance(place, Array) else pointer_of(place)


# -- tiles by a tensor map -------------------------------------------------------------------------------------------
def cp_async_bulk_tensor_shared_cta_global(
    dst: Place,
    tensor_map: Any,
    coords: Sequence[Any],
    mbar: Place,
    im2col_offsets: Sequence[Any] = (),
    *,
    l2_cache_hint: Any = None,
    mode: TMALoadMode = TMALoadMode.TILE,
) -> None:
    """Loads the box at `coords`, the contiguous mode first; its bytes count at `mbar`. Zeros where no tensor is.

    With `TILE_GATHER4`, `coords` are a column and four rows of a matrix, whose map has a box of one row; the four lie
    one after the other in shared memory. With `IM2COL`, `coords` are a channel, a pixel on each axis of the picture,
    and a picture; `im2col_offsets` are added to the pixels that are read. With `IM2COL_W` and `IM2COL_W_128`, pixels
    are of one row of each picture; the offsets are how many further pixels to load, and how far along the row
    everything lies.

    Errors: tma-layout. Source: PTX ISA, `cp.async.bulk.tensor`.
    """
    marks = _moded(mode, tensor_map, coords, im2col_offsets)
    numbers = [*coords, *im2col_offsets]
    _tile("load", tensor_map, dst, numbers, marks, barrier=place_of(mbar), policy=l2_cache_hint)


def cp_async_bulk_tensor_shared_cluster_global(
    dst: Place,
    tensor_map: Any,
    coords: Sequence[Any],
    mbar: Place,
    im2col_offsets: Sequence[Any] = (),
    *,
    multicast_mask: Any = None,
    l2_cache_hint: Any = None,
    group: CTAGroup | None = None,
    mode: TMALoadMode = TMALoadMode.TILE,
) -> None:
    """The same into each block of the cluster whose bit is set in `multicast_mask`, at the same place and barrier.

    For a pair of blocks, the bytes of both count at the even one's mbarrier.

    Errors: tma-layout.
    """
    marks = _moded(mode, tensor_map, coords, im2col_offsets)
    if group is CTAGroup.CTA_2:
        marks["pair"] = True
    barrier, numbers = place_of(mbar), [*coords, *im2col_offsets]
    _tile("load", tensor_map, dst, numbers, marks, barrier=barrier, mask=multicast_mask, policy=l2_cache_hint)


def cp_async_bulk_tensor_global_shared_cta(
    tensor_map: Any,
    src: Place,
    coords: Sequence[Any],
    *,
    l2_cache_hint: Any = None,
    mode: TMAStoreMode = TMAStoreMode.TILE,
) -> None:
    """Stores the box at `coords`, in this thread's bulk group. Source: PTX ISA, `cp.async.bulk.tensor`.

    With `TILE_SCATTER4`, `coords` are a column and four rows, as `TILE_GATHER4` has them. With `IM2COL`, the pixels
    that such a load without offsets reads are written, but for those outside of the picture.

    Errors: tma-layout.
    """
    if mode is not TMAStoreMode.IM2COL:
        _tile("store", tensor_map, src, coords, _moded(mode, tensor_map, coords), policy=l2_cache_hint)
        return
    if not 3 <= len(coords) <= 5:
        message = f"{len(coords)} coordinates of a store of pixels (im2col)"
        raise fail("tma-layout", message, fix="Give a channel, a pixel on each axis of the picture, and a picture.")
    marks = {"offsets": len(coords) - 2}
    _tile("store", tensor_map, src, [*coords, *[0] * (len(coords) - 2)], marks, policy=l2_cache_hint)


def cp_async_bulk_tensor_reduce(
    tensor_map: Any,
    src: Place,
    redux: TMARedux | str,
    coords: Sequence[Any],
    *,
    l2_cache_hint: Any = None,
    mode: TMAStoreMode = TMAStoreMode.TILE,
) -> None:
    """The same, and combines the box with what global memory holds. Source: PTX ISA, `cp.reduce.async.bulk.tensor`."""
    if mode is not TMAStoreMode.TILE:
        raise fail("not-yet", f"a bulk reduction with mode={mode}")
    _tile(TMARedux(redux).value, tensor_map, src, coords, policy=l2_cache_hint)


def cp_async_bulk_tensor_prefetch(
    tensor_map: Any,
    coords: Sequence[Any],
    im2col_offsets: Sequence[Any] = (),
    *,
    mode: TMALoadMode = TMALoadMode.TILE,
) -> None:
    """Brings the box at `coords` into the second-level cache. Source: PTX ISA, `cp.async.bulk.prefetch.tensor`.

    Errors: tma-layout.
    """
    marks = _moded(mode, tensor_map, coords, im2col_offsets)
    _tile("prefetch", tensor_map, None, [*coords, *im2col_offsets], marks)


_ROWS: Final = {TMALoadMode.IM2COL_W: "w", TMALoadMode.IM2COL_W_128: "w::128"}


def _moded(
    mode: TMALoadMode | TMAStoreMode, tensor_map: Any, coords: Sequence[Any], offsets: Sequence[Any] = ()
) -> dict[str, object]:
    """The marks of a copy in a mode. Errors: tma-layout where numbers do not fit, or the map's box is not one row."""
    if mode in _ROWS:
        if len(offsets) != ROW_OFFSETS or not 3 <= len(coords) <= 5:
            message = f"{len(offsets)} offsets and {len(coords)} coordinates of a load of pixels of a row (im2col::w)"
            raise fail("tma-layout", message, fix="Give how many further pixels to load, and how far along the row.")
        return {"offsets": ROW_OFFSETS, "row": _ROWS[mode]}
    if mode is TMALoadMode.IM2COL:
        if not 1 <= len(offsets) == len(coords) - 2:
            message = f"{len(offsets)} offsets and {len(coords)} coordinates of a load of pixels (im2col)"
            raise fail("tma-layout", message, fix="Give an offset for each coordinate but the first and the last.")
        return {"offsets": len(offsets)}
    if offsets:
        raise fail(
            "tma-layout",
            f"`im2col_offsets` needs the mode IM2COL, got mode={mode}",
            fix="Pass `mode=TMALoadMode.IM2COL`.",
        )
    if mode in (TMALoadMode.TILE, TMAStoreMode.TILE):
        return {}
    if isinstance(tensor_map, TensorMap) and (len(tensor_map.box) != 2 or tensor_map.box[1] != 1):
        raise fail(
            "tma-layout",
            f"a bulk copy of four rows cannot use a tensor map whose box is {tensor_map.box}",
            fix="Make the map of a matrix with a box of one row: `box_dims=(columns, 1)`.",
        )
    return {"rows": True}


_OF: Final = {
    "": "tiles",
    "anywhere": "pixels (im2col)",
    "w": "pixels of a row (im2col::w)",
    "w::128": "128 pixels of a row (im2col::w::128)",
}


def _tile(
    kind: str,
    tensor_map: Any,
    shared: Place | None,
    coords: Sequence[Any],
    more: Mapping[str, object] = MappingProxyType({}),
    *,
    barrier: Pointer | None = None,
    mask: Any = None,
    policy: Any = None,
) -> None:
    asked = str(more.get("row", "anywhere")) if "offsets" in more else ""
    if isinstance(tensor_map, TensorMap) and tensor_map.pixels != asked:
        raise fail(
            "tma-layout",
            f"a bulk {kind} of {_OF[asked]} cannot use a tensor map of {_OF[tensor_map.pixels]}",
            fix="Load pixels by a map of `create_tensor_map_im2col` with `mode=TMALoadMode.IM2COL`, those of a row by "
            "one of `create_tensor_map_im2col_wide` with the mode that it is made for.",
        )
    operands = [_descriptor(tensor_map)]
    operands += [] if shared is None else [place_of(shared).handle]
    operands += [] if barrier is None else [barrier.handle]
    marks: dict[str, object] = {"kind": kind, **({} if shared is None else {"each": True}), **more}
    for mark, value, dtype in (("multicast", mask, Int32), ("cached", policy, Int64)):
        if value is not None:
            operands.append(as_numeric(value).to(dtype).ir_value())
            marks[mark] = True
    operands += [as_numeric(c).to(Int32).ir_value() for c in coords]
    cute_emitter().op("cute.tma.tile", operands, (), marks)


def _descriptor(tensor_map: Any) -> Handle:
    """A kernel's tensor map, or one in memory. Errors: tensor-map-pointer."""
    if isinstance(tensor_map, TensorMap):
        return tensor_map.descriptor
    place = map_pointer(tensor_map, "a bulk copy of a tile")
    emitter = cute_emitter()
    (descriptor,) = emitter.op("cute.tma.descriptor_at", (place.handle,), (emitter.descriptor_type(),), {})
    return descriptor


def clusterlaunchcontrol_try_cancel(response: Place, mbar: Place, *, multicast: Any = False) -> None:
    """Asks for the work of a cluster that has not begun: 16 bytes, with `multicast` to each block of the cluster.

    Each thread that comes here asks. See `cute.arch.issue_clc_query`. Source: PTX ISA,
    `clusterlaunchcontrol.try_cancel`.
    """
    issue_clc_query(place_of(mbar), place_of(response), bool(multicast))


def prefetch_tensormap(tensor_map: Any) -> None:
    """Brings a tensor map near. Source: PTX ISA, `prefetch.tensormap`."""
    cute_emitter().op("cute.tma.prefetch_descriptor", (_descriptor(tensor_map),), (), {})


def tensormap_replace(field: TensormapField, ptr: Place, new_value: Any, *, ord: int | None = None) -> None:
    """Replaces a field of the tensor map at `ptr`, in global or shared memory; of the axis `ord`, but for
    the address and the rank, which is one less than the number of axes.

    Units: strides in bytes. Needs sm_90a on a GPU; the CPU replaces addresses, extents and strides of the tensor.
    Errors: operation-argument, inline-ptx-on-cpu. Source: PTX ISA, `tensormap.replace`.
    """
    place = place_of(ptr)
    if (ord is None) != (field in _OF_THE_WHOLE_MAP):
        raise fail("operation-argument", f"`{field.value[0]}` of a tensor map has no axis {ord}")
    space = "shared::cta" if place.memspace is AddressSpace.smem else "global"
    name, bits = field.value
    axis = "" if ord is None else f"{ord}, "
    inline_ptx(
        f"tensormap.replace.tile.{name}.{space}.b1024.b{bits} [{{$r0}}], {axis}{{$r1}};",
        read_only_args=[place.toint(), as_numeric(new_value).to(Int64 if bits == 64 else Int32)],
    )


# -- plain bytes -----------------------------------------------------------------------------------------------------
def cp_async_bulk_shared_cluster_global(
    dst: Place, src: Place, mbar: Place, size: Any, *, multicast_mask: Any = None, l2_cache_hint: Any = None
) -> None:
    """Copies `size` bytes to shared memory; they count at `mbar`. Source: PTX ISA, `cp.async.bulk`."""
    _bulk("g2s", dst, src, size, mbar, mask=multicast_mask, policy=l2_cache_hint)


def cp_async_bulk_shared_cluster_shared_cta(dst: Place, src: Place, mbar: Place, size: Any) -> None:
    """Copies `size` bytes to another block of the cluster; they count at its `mbar`."""
    _bulk("s2s", dst, src, size, mbar)


def cp_async_bulk_global_shared_cta(dst: Place, src: Place, size: Any, *, l2_cache_hint: Any = None) -> None:
    """Copies `size` bytes to global memory, in this thread's bulk group. Source: PTX ISA, `cp.async.bulk`."""
    _bulk("s2g", dst, src, size, policy=l2_cache_hint)


def cp_async_bulk_prefetch(src: Place, size: Any) -> None:
    """Brings `size` bytes into the second-level cache. Source: PTX ISA, `cp.async.bulk.prefetch`."""
    inline_ptx(
        "cp.async.bulk.prefetch.L2.global [{$r0}], {$r1};",
        read_only_args=[place_of(src).toint(), as_numeric(size).to(Int32)],
    )


def _bulk(
    kind: str, dst: Place, src: Place, size: Any, mbar: Any = None, *, mask: Any = None, policy: Any = None
) -> None:
    operands = [place_of(dst).handle, place_of(src).handle, as_numeric(size).to(Int32).ir_value()]
    operands += [] if mbar is None else [place_of(mbar).handle]
    marks: dict[str, object] = {"kind": kind}
    for mark, value, dtype in (("multicast", mask, Int32), ("cached", policy, Int64)):
        if value is not None:
            operands.append(as_numeric(value).to(dtype).ir_value())
            marks[mark] = True
    cute_emitter().op("cute.bulk.copy", operands, (), marks)


# -- matrices --------------------------------------------------------------------------------------------------------
def ldmatrix(
    src: Place,
    num: int,
    layout: MMALayout = MMALayout.ROW,
    *,
    shape: LoadShape = LoadShape.M8N8,
    src_format: LoadSrcFormat = LoadSrcFormat.B16,
) -> Any:
    """1, 2 or 4 matrices of 8 x 8 elements of 16 bits, a register for each: a vector of Int32, of one matrix an Int32.

    1 or 2 of 16 x 16 bytes, transposed, take two registers each. Errors: not-yet for other combinations.
    Source: PTX ISA, `ldmatrix`.
    """
    if shape is LoadShape.M16N16 and src_format is LoadSrcFormat.B8:
        emitter = cute_emitter()
        kind, atom = emitter.vector_type(Uint8.spec, 8 * num), {"atom": f"ldmatrix.m16n16.x{num}.trans"}
        (loaded,) = emitter.op("cute.ldmatrix", (place_of(src).handle,), (kind,), atom)
        return TensorSSA(loaded, (8 * num,), Uint8).bitcast(Int32)
    if shape is not LoadShape.M8N8 or src_format is not LoadSrcFormat.B16:
        raise fail("not-yet", f"`ldmatrix` of {shape.value}.{src_format.value}")
    registers = ", ".join(f"{{$w{k}}}" for k in range(num))
    found = inline_ptx(
        f"ldmatrix.sync.aligned.m8n8.x{num}{_trans(layout)}.shared.b16 {{{registers}}}, [{{$r0}}];",
        write_only_types=[Int32] * num,
        read_only_args=[_shared_address(src)],
    )
    return found if num == 1 else TensorSSA.from_elements(list(found), Int32)


def stmatrix(
    dst: Place, registers: Any, layout: MMALayout = MMALayout.ROW, *, shape: StoreShape = StoreShape.M8N8
) -> None:
    """The inverse of `ldmatrix`; `registers` is a vector, a list of numbers of 32 bits, or one number.

    Those of 16 x 8 bytes are transposed. Source: PTX ISA, `stmatrix`.
    """
    parts = [registers.element(k) for k in range(registers.count)] if isinstance(registers, TensorSSA) else registers
    if not isinstance(parts, Sequence):
        parts = [parts]
    if shape is StoreShape.M16N8:
        value = TensorSSA.from_elements(parts).bitcast(Uint8)
        atom = {"atom": f"stmatrix.m16n8.x{len(parts)}.trans"}
        cute_emitter().op("cute.stmatrix", (value.handle, place_of(dst).handle), (), atom)
        return
    places = ", ".join(f"{{$r{k + 1}}}" for k in range(len(parts)))
    inline_ptx(
        f"stmatrix.sync.aligned.m8n8.x{len(parts)}{_trans(layout)}.shared.b16 [{{$r0}}], {{{places}}};",
        read_only_args=[_shared_address(dst), *parts],
    )


def _trans(layout: MMALayout) -> str:
    return ".trans" if layout is MMALayout.COL else ""


def _shared_address(place: Place) -> Any:
    """Errors: copy-space."""
    pointer = place_of(place)
    if pointer.memspace is not AddressSpace.smem:
        raise fail("copy-space", f"matrices must be in shared memory, got {pointer}")
    return pointer.toint()


# -- fences ----------------------------------------------------------------------------------------------------------
def fence_proxy(kind: Proxy | str, *, space: Any = None) -> None:
    """Orders ordinary accesses with those of another proxy. See `cute.arch.fence_proxy`."""
    name = kind.value if isinstance(kind, Proxy) else kind.replace("_", ".")
    arch.fence_proxy(name, space=space)


def fence_proxy_release(scope: MemScope | str, *, from_proxy: Proxy, to_proxy: Proxy) -> None:
    """What the thread wrote to tensor maps in global memory is seen by who acquires it.

    Errors: not-yet for other proxies. Source: PTX ISA, `fence.proxy.tensormap::generic.release`.
    """
    _only_tensor_maps("fence_proxy_release", from_proxy, to_proxy)
    fence_tma_desc_release()


def fence_proxy_acquire(
    scope: MemScope | str, ptr: Place, size: int = DESCRIPTOR_BYTES, *, from_proxy: Proxy, to_proxy: Proxy
) -> None:
    """Copies after it use the tensor map at `ptr` as it lies in global memory now.

    Errors: not-yet for other proxies, tensor-map-pointer. Source: PTX ISA, `fence.proxy.tensormap::generic.acquire`.
    """
    _only_tensor_maps("fence_proxy_acquire", from_proxy, to_proxy)
    fence_tma_desc_acquire(place_of(ptr))


def _only_tensor_maps(name: str, *proxies: Proxy) -> None:
    if proxies != (Proxy.GENERIC, Proxy.TENSORMAP):
        raise fail("not-yet", f"`{name}` between the proxies {proxies[0].value} and {proxies[1].value}")


functions_take_places(globals())
