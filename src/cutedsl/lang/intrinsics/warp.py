"""Warp operations and special registers of `cute.arch` beyond shuffles and plain votes."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from cutedsl.arch.memory_model import MATCH_KINDS
from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.staging.numeric import NumericT, as_numeric
from cutedsl.staging.scalars import Boolean, Float32, Int32, Int64, Uint32, Uint64

_FULL_MASK: Final = 0xFFFFFFFF  # a bit for each of the 32 lanes
_INTEGER_KINDS: Final = ("add", "max", "min", "and", "or", "xor")
_FLOAT_KINDS: Final = ("max", "min", "fmax", "fmin")


def _mask(mask: object) -> Any:
    return Uint32.of_literal(mask) if isinstance(mask, int) else as_numeric(mask).to(Uint32)


def check_not_mask(value: object, call: str) -> None:
    """Refuses the mask in the place of the value, where CUDA C++ has it; error warp-argument."""
    if type(value) is int and value in (_FULL_MASK, -1):
        message = f"the mask {value:#x} stands in the place of the value, where CUDA C++ has it"
        raise fail("warp-argument", message, fix=f"The value comes first: `{call}`.")


def vote_uni_sync(pred: object, mask: object = _FULL_MASK) -> Boolean:
    """Whether `pred` is the same in every lane of the mask. Source: PTX ISA, `vote.sync.uni`."""
    check_not_mask(pred, "cute.arch.vote_uni_sync(pred, mask)")
    emitter = cute_emitter()
    operands = (as_numeric(pred).to(Boolean).ir_value(), _mask(mask).ir_value())
    (value,) = emitter.op("cute.vote", operands, (emitter.dtype_type(Boolean.spec),), {"mode": "uni"})
    return Boolean.from_handle(value)


def match_sync(mask: object, value: object, kind: object = "any") -> Any:
    """The lanes of the mask that hold the same value, as bits.

    `any`: those that agree with this lane. `all`: (the mask, True) if all agree, else (0, False).
    Errors: warp-argument. Source: PTX ISA, `match.sync`.
    """
    name = str(_plain(kind)).lower()
    number = as_numeric(value)
    if name not in MATCH_KINDS:
        raise fail("warp-argument", f"the kind of match must be any or all, got {name!r}")
    if number.width not in (32, 64):
        raise fail("warp-argument", f"a match compares 32 or 64 bits, got {type(number).__name__}")
    emitter = cute_emitter()
    integer = Int32 if number.width == 32 else Int64
    bits = emitter.bitcast(number.ir_value(), number.spec, integer.spec)
    types = (emitter.dtype_type(Int32.spec),)
    (found,) = emitter.op("cute.match", (bits, _mask(mask).ir_value()), types, {"kind": name})
    lanes = Int32.from_handle(found)
    return (lanes, lanes != 0) if name == "all" else lanes


def _plain(kind: object) -> object:
    """A keyword given as text or as a member of an enumeration."""
    return kind.value if isinstance(kind, Enum) else kind


def warp_redux_sync(
    value: object,
    kind: object,
    mask_and_clamp: object = _FULL_MASK,
    *,
    abs: bool = False,
    nan: bool | None = None,
) -> Any:
    """The values of the mask's lanes combined; each of them gets the result.

    32-bit integers: add, max, min, and, or, xor. Float32: fmax, fmin (on a GPU from sm_100a on), of absolute values
    with `abs`, NaN if one is with `nan`. Errors: warp-argument. Source: PTX ISA, `redux.sync`.
    """
    check_not_mask(value, "cute.arch.warp_redux_sync(value, kind, mask)")
    number = as_numeric(value)
    name = str(_plain(kind)).lower()
    emitter = cute_emitter()
    attrs: dict[str, object] = {}
    if number.spec is Float32.spec and name in _FLOAT_KINDS:
        name = "f" + name.removeprefix("f")
        handle = emitter.unary("abs", number.spec, number.ir_value()) if abs else number.ir_value()
        if nan:
            attrs["nan"] = "nan"
    elif number.spec.is_integer and number.width == 32 and name in _INTEGER_KINDS and not abs and not nan:
        handle = number.ir_value()
        if not number.spec.signed and name in ("max", "min"):
            name = f"u{name}"
    else:
        raise fail("warp-argument", f"a warp reduction does not support {name!r} on {type(number).__name__}")
    operands = (handle, _mask(mask_and_clamp).ir_value())
    (result,) = emitter.op("cute.redux", operands, (emitter.type_of(handle),), {"kind": name, **attrs})
    return type(number).from_handle(result)


# -- special registers -------------------------------------------------------------------------------------------------
def _register(name: str, kind: type[NumericT]) -> NumericT:
    emitter = cute_emitter()
    types = (emitter.dtype_type(kind.spec),)
    (value,) = emitter.op("cute.special_register", (), types, {"register": name})
    return kind.from_handle(value)


def clock() -> Uint32:
    """A counter of clock cycles, 32 bits; of nanoseconds on the CPU. Source: PTX ISA, `%clock`."""
    return _register("clock", Uint32)


def clock64() -> Uint64:
    """A counter of clock cycles, 64 bits; of nanoseconds on the CPU. Source: PTX ISA, `%clock64`."""
    return _register("clock64", Uint64)


def globaltimer() -> Uint64:
    """Nanoseconds of the device's timer. Source: PTX ISA, `%globaltimer`."""
    return _register("globaltimer", Uint64)


def globaltimer_lo() -> Uint32:
    """The low 32 bits of `globaltimer`."""
    return _register("globaltimer_lo", Uint32)


def activemask() -> Uint32:
    """The lanes that run this together, as bits. Source: PTX ISA, `activemask`."""
    return _register("activemask", Uint32)


def lanemask_eq() -> Uint32:
    """The bit of this lane."""
    return _register("lanemask_eq", Uint32)


def lanemask_lt() -> Uint32:
    """The bits of the lanes below this one."""
    return _register("lanemask_lt", Uint32)


def lanemask_le() -> Uint32:
    """The bits of the lanes up to this one."""
    return _register("lanemask_le", Uint32)


def lanemask_gt() -> Uint32:
    """The bits of the lanes above this one."""
    return _register("lanemask_gt", Uint32)


def lanemask_ge() -> Uint32:
    """The bits of the lanes from this one on."""
    return _register("lanemask_ge", Uint32)


def smid() -> Int32:
    """The multiprocessor that runs this block; the CPU is one. Source: PTX ISA, `%smid`."""
    return _register("smid", Int32)


def nsmid() -> Int32:
    """How many numbers multiprocessors may have. Source: PTX ISA, `%nsmid`."""
    return _register("nsmid", Int32)


def physical_warp_id() -> Int32:
    """The warp's place in the multiprocessor, which may change; `warp_idx` is the one to compute with."""
    return _register("warpid", Int32)


def nwarpid() -> Int32:
    """How many numbers warps of a multiprocessor may have. Source: PTX ISA, `%nwarpid`."""
    return _register("nwarpid", Int32)


def gridid() -> Int64:
    """A number of this launch. Source: PTX ISA, `%gridid`."""
    return _register("gridid", Int64)


def dynamic_smem_size() -> Uint32:
    """Bytes of shared memory that the launch gave this block. Source: PTX ISA, `%dynamic_smem_size`."""
    return _register("dynamic_smem_size", Uint32)


def total_smem_size() -> Uint32:
    """The same, rounded up as the hardware allocates it. Source: PTX ISA, `%total_smem_size`."""
    return _register("total_smem_size", Uint32)


def aggr_smem_size() -> Uint32:
    """The same with what the system keeps of each block, from sm_90 on. Source: PTX ISA, `%aggr_smem_size`."""
    return _register("aggr_smem_size", Uint32)


def warpsize() -> Any:
    """32."""
    return Int32(32)


def nanosleep(sleep_time: object) -> None:
    """This thread can do without its core for about so many nanoseconds. Source: PTX ISA, `nanosleep`."""
    cute_emitter().op("cute.nanosleep", (as_numeric(sleep_time).to(Uint32).ir_value(),), (), {})
