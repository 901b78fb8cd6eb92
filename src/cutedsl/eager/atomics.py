"""Atomics, ordered accesses, matches, reductions and bits over the lanes of a block: one lane after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from cutedsl.eager import arithmetic, tensors
from cutedsl.eager.block import WARP, Block
from cutedsl.eager.formats import array_type
from cutedsl.eager.values import Array, Lanes, ScalarType
from cutedsl.errors import fail
from cutedsl.types import DType

_COMBINE: Final[Mapping[str, str]] = {"umax": "max", "umin": "min", "fmax": "maxnum", "fmin": "minnum"}


def _each_live(block: Block) -> Iterator[int]:
    """The live lanes in their order, each alone under the mask."""
    whole = block.masks[-1]
    try:
        for lane in np.nonzero(whole)[0]:
            block.masks[-1] = np.arange(block.lanes) == lane
            yield int(lane)
    finally:
        block.masks[-1] = whole


def _combined(kind: str, dtype: DType, old: Array, value: Array) -> Array:
    match kind:
        case "exch":
            return value
        case "inc" | "dec":
            word = (1 << dtype.width) - 1
            a, b = int(old) & word, int(value) & word
            number = (0 if a >= b else a + 1) if kind == "inc" else (b if a == 0 or a > b else a - 1)
            signed = number - (1 << dtype.width) if dtype.signed and number >> (dtype.width - 1) else number
            return np.array(signed, array_type(dtype))
        case "max" | "min" if dtype.is_float:
            return arithmetic.binary(f"{kind}num", dtype, old, value, np.ones((), np.bool_))
        case _:
            return arithmetic.binary(_COMBINE.get(kind, kind), dtype, old, value, np.ones((), np.bool_))


def _update(block: Block, place: Any, value: Lanes, change: Callable[[int, Array], Array]) -> Lanes:
    """A read-modify-write of each live lane; returns what each found."""
    dtype = value.dtype
    if not isinstance(value.type, ScalarType):
        raise fail("not-yet", f"an atomic of a {value.type} in an eager run")
    old = np.zeros(block.lanes, array_type(dtype))
    for lane in _each_live(block):
        found = np.broadcast_to(tensors.load(place, "0", (), block).data, block.lanes)[lane]
        old[lane] = found
        tensors.store(place, "0", (), Lanes(value.type, np.asarray(change(lane, np.asarray(found)))), block)
    return Lanes(value.type, old)


def _atomic(block: Block, x: Sequence[Any], _kind: Any, attrs: Mapping[str, Any]) -> Lanes:
    value = x[1]
    data = np.broadcast_to(value.data, block.lanes)
    return _update(
        block, x[0], value, lambda lane, old: _combined(attrs["kind"], value.dtype, old, np.asarray(data[lane]))
    )


def _atomic_cas(block: Block, x: Sequence[Any], _kind: Any, _attrs: Mapping[str, Any]) -> Lanes:
    compared, value = (np.broadcast_to(v.data, block.lanes) for v in x[1:])
    return _update(block, x[0], x[2], lambda lane, old: value[lane] if old == compared[lane] else old)


def _load(block: Block, x: Sequence[Any], _kind: Any, _attrs: Mapping[str, Any]) -> Lanes:
    return tensors.load(x[0], "0", (), block)


def _store(block: Block, x: Sequence[Any], _kind: Any, _attrs: Mapping[str, Any]) -> None:
    tensors.store(x[1], "0", (), x[0], block)


def _nothing(_block: Block, _x: Sequence[Any], _kind: Any, _attrs: Mapping[str, Any]) -> None:
    """Seen by nobody in one thread of Python."""


# -- warps -------------------------------------------------------------------------------------------------------------
def _groups(block: Block, mask: Lanes) -> Iterator[tuple[list[int], list[int]]]:
    """Lanes of a warp that give the same mask, and the live lanes in that mask."""
    masks, live = np.broadcast_to(mask.data, block.lanes), block.live
    for first in range(0, block.lanes, WARP):
        lanes = [first + n for n in range(WARP) if live[first + n]]
        for bits in dict.fromkeys(int(masks[lane]) for lane in lanes):
            askers = [lane for lane in lanes if int(masks[lane]) == bits]
            yield askers, [lane for lane in askers if bits >> lane % WARP & 1]


def _match(block: Block, x: Sequence[Any], kind: Any, attrs: Mapping[str, Any]) -> Lanes:
    values, masks = (np.broadcast_to(v.data, block.lanes) for v in x)
    out = np.zeros(block.lanes, np.int64)
    live = block.live
    for lane in np.nonzero(live)[0]:
        first = lane // WARP * WARP
        members = [first + n for n in range(WARP) if live[first + n] and int(masks[lane]) >> n & 1]
        same = [other for other in members if values[other] == values[lane]]
        if attrs["kind"] == "all":
            whole = len({values[other].item() for other in members}) == 1
            same = members if whole else []
        out[lane] = sum(1 << other % WARP for other in same)
    return Lanes(kind, out.astype(np.uint32).view(np.int32))


def _redux(block: Block, x: Sequence[Any], kind: Any, attrs: Mapping[str, Any]) -> Lanes:
    value = np.broadcast_to(x[0].data, block.lanes)
    out = np.zeros(block.lanes, array_type(x[0].dtype))
    name: str = attrs["kind"]
    if "nan" in attrs:
        name = name.removeprefix("f")
    for askers, members in _groups(block, x[1]):
        if not members:
            continue
        total = np.asarray(value[members[0]])
        for lane in members[1:]:
            total = arithmetic.binary(
                _COMBINE.get(name, name), x[0].dtype, total, np.asarray(value[lane]), np.ones((), np.bool_)
            )
        out[askers] = total
    return Lanes(kind, out)


def _special_register(block: Block, _x: Sequence[Any], kind: Any, attrs: Mapping[str, Any]) -> Lanes:
    name = attrs["register"]
    lane = np.arange(block.lanes, dtype=np.int64) % WARP
    one = np.int64(1)
    match name:
        case "lanemask_eq":
            data = one << lane
        case "lanemask_lt":
            data = (one << lane) - 1
        case "lanemask_le":
            data = (one << (lane + 1)) - 1
        case "lanemask_gt":
            data = -(one << (lane + 1))
        case "lanemask_ge":
            data = -(one << lane)
        case "activemask":
            bits = block.live.reshape(-1, WARP).astype(np.int64) << np.arange(WARP)
            data = np.repeat(bits.sum(axis=1), WARP)
        case "clock" | "clock64" | "globaltimer" | "globaltimer_lo":
            data = np.array(time.time_ns() if name.startswith("globaltimer") else time.monotonic_ns())
            block.changes += 1
        case "smid" | "gridid":
            data = np.array(0)
        case "nsmid":
            data = np.array(1)
        case _:
            raise fail("not-yet", f"the special register `%{name}` in an eager run")
    width = kind.dtype.width
    return Lanes(kind, (data & ((1 << width) - 1 if width < 64 else -1)).astype(array_type(kind.dtype)))


# -- bits --------------------------------------------------------------------------------------------------------------
def _of_words(kind: Any, function: Callable[..., int], *operands: Array) -> Lanes:
    """A function of unsigned words, wrapped to the type."""
    width = kind.dtype.width
    word = (1 << width) - 1

    def one(*numbers: Any) -> int:
        found = function(*(int(n) & word for n in numbers)) & word
        return found - (1 << width) if kind.dtype.signed and found >> (width - 1) else found

    data = np.frompyfunc(one, len(operands), 1)(*operands)
    return Lanes(kind, np.asarray(data).astype(array_type(kind.dtype)))


def _brev(_block: Block, x: Sequence[Any], kind: Any, _attrs: Mapping[str, Any]) -> Lanes:
    width = kind.dtype.width
    return _of_words(kind, lambda a: int(f"{a:0{width}b}"[::-1], 2), x[0].data)


def _ctpop(_block: Block, x: Sequence[Any], kind: Any, _attrs: Mapping[str, Any]) -> Lanes:
    return _of_words(kind, int.bit_count, x[0].data)


def _permute(a: int, b: int, selector: int) -> int:
    eight, out = (b << 32 | a).to_bytes(8, "little"), 0
    for index in range(4):
        choice = selector >> 4 * index & 15
        byte = eight[choice & 7]
        out |= ((0xFF if byte >> 7 else 0) if choice & 8 else byte) << 8 * index
    return out


def _prmt(_block: Block, x: Sequence[Any], kind: Any, _attrs: Mapping[str, Any]) -> Lanes:
    return _of_words(kind, _permute, *(v.data for v in x))


OPS: Final[Mapping[str, Callable[[Block, Sequence[Any], Any, Mapping[str, Any]], Lanes | None]]] = MappingProxyType(
    {
        "cute.atomic": _atomic,
        "cute.atomic_cas": _atomic_cas,
        "cute.ordered_load": _load,
        "cute.ordered_store": _store,
        "cute.prefetch": _nothing,
        "cute.nanosleep": _nothing,
        "cute.match": _match,
        "cute.redux": _redux,
        "cute.special_register": _special_register,
        "cute.brev": _brev,
        "cute.prmt": _prmt,
        "math.ctpop": _ctpop,
    }
)
"""What each op does in a block."""
