"""Multiply operations: the arguments of `make_mma_atom`. Source: BSD-3 `cute/atom/mma_traits_sm80.hpp`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum

from cutedsl.arch.atoms.mma import MMA_ATOMS, mma_record
from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.arch.atoms.sparse import SPARSE_ATOMS
from cutedsl.arch.atoms.warpgroup import FLOAT_KINDS, INT_KINDS, K_OF, columns_of
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import TFloat32

Kind = type[Numeric]

PTX_TYPES: dict[str, str] = {
    "Float16": "f16", "BFloat16": "bf16", "Float32": "f32", "Float64": "f64", "TFloat32": "tf32", "Int8": "s8",
    "Uint8": "u8", "Int32": "s32", "Float8E4M3FN": "e4m3", "Float8E4M3": "e4m3", "Float8E5M2": "e5m2",
    "Float6E2M3FN": "e2m3", "Float6E3M2FN": "e3m2", "Float4E2M1FN": "e2m1",
}  # fmt: skip


class OperandMajorMode(Enum):
    """The contiguous mode of an operand."""

    MN = "mn"
    K = "k"


class OutputMajorMode(Enum):
    """The contiguous mode of a result."""

    M = "M"
    N = "N"


class OperandSource(Enum):
    """Where a multiply reads A from; tensor memory is for Blackwell."""

    RMEM = "rmem"
    SMEM = "smem"
    TMEM = "tmem"


class Field(Enum):
    """Run-time fields of an atom: accumulation, negation, and the scale factors of block-scaled multiplies."""

    ACCUMULATE = "accumulate"
    NEGATE_A = "negate_a"
    NEGATE_B = "negate_b"
    SFA = "sfa"
    SFB = "sfb"


def ptx_type(kind: Kind) -> str:
    """PTX's name of a type; empty if no multiply supports it."""
    return PTX_TYPES.get(kind.spec.name, "")


def scale_type(kind: Kind) -> str:
    """PTX's name of a type of scale factors. Errors: mma-type."""
    if kind.spec.name == "Float8E8M0FNU":
        return "ue8m0"
    if kind.spec.name == "Float8E4M3FN":
        return "ue4m3"
    raise fail(
        "mma-type", f"scale factors cannot be {kind.__name__}", fix="Use Float8E8M0FNU, or Float8E4M3FN with NVFP4."
    )


class MmaOp(ABC):
    """An operation `D = A B + C`; `record` finds its instruction in the table of the hardware."""

    __slots__ = ()

    @abstractmethod
    def record(self) -> MmaRecord:
        """The instruction. Errors: mma-type, mma-shape."""


@frozen
class MmaUniversalOp(MmaOp):
    """One thread's multiply-add of Float16, Float32 or Float64.

    Shapes: (M,N,K) = (1,1,1).
    """

    abacc_dtype: Kind

    def record(self) -> MmaRecord:
        kind = ptx_type(self.abacc_dtype)
        if kind not in ("f16", "bf16", "f32", "f64"):
            raise fail(
                "mma-type", f"MmaUniversalOp multiplies floats of 16, 32 or 64 bits, not {_name(self.abacc_dtype)}"
            )
        return mma_record(f"fma.{kind}")


def _name(kind: Kind) -> str:
    return kind.__name__


def warp_record(
    what: str, shape: tuple[int, int, int], a: Kind, b: Kind, acc: Kind, *, sparse: bool = False
) -> MmaRecord:
    """The warp instruction of these types and this shape. Errors: mma-type, mma-shape."""
    types = (ptx_type(acc), ptx_type(a), ptx_type(b))
    table = SPARSE_ATOMS if sparse else MMA_ATOMS
    same = [r for r in table.values() if (r.type_d, r.type_a, r.type_b) == types]
    if not same:
        raise fail("mma-type", f"{what} does not support {_name(a)} x {_name(b)} -> {_name(acc)}")
    for record in same:
        if record.shape_mnk == tuple(shape) and "satfinite" not in record.name:
            return record
    shapes = ", ".join(dict.fromkeys(str(r.shape_mnk) for r in same))
    raise fail("mma-shape", f"{what} of {_name(a)} supports the shapes {shapes}, not {tuple(shape)}")


class WarpMmaOp(MmaOp):
    """A warp's multiply. A class of the program's own names its instruction in `_make_trait`, as CuTe DSL's do."""

    __slots__ = ()

    def record(self) -> MmaRecord:
        """The instruction that `_make_trait` names. Errors: mma-type, mma-shape; not-yet without that method."""
        name, make = type(self).__name__, getattr(self, "_make_trait", None)
        if make is None:
            raise fail("not-yet", f"`{name}`, which has no `_make_trait`", fix="Derive from an operation of `warp`.")
        kind = make().value
        return warp_record(name, kind.shape_mnk, kind.a_dtype, kind.b_dtype, kind.acc_dtype)


class KnownWarpMmaOp(WarpMmaOp):
    """One of the operations here, which are refused where they are written if no GPU has them."""

    __slots__ = ()

    def __post_init__(self) -> None:
        self.record()


@frozen
class MmaF16BF16Op(KnownWarpMmaOp):
    """A warp's multiply of Float16 (accumulated in Float16 or Float32) or BFloat16 (in Float32).

    Shapes: `shape_mnk` is (16,8,8) or (16,8,16).
    """

    ab_dtype: Kind
    acc_dtype: Kind
    shape_mnk: tuple[int, int, int]

    def record(self) -> MmaRecord:
        if ptx_type(self.ab_dtype) not in ("f16", "bf16"):
            raise fail("mma-type", f"warp.MmaF16BF16Op multiplies Float16 or BFloat16, not {_name(self.ab_dtype)}")
        return warp_record("warp.MmaF16BF16Op", self.shape_mnk, self.ab_dtype, self.ab_dtype, self.acc_dtype)


@frozen
class MmaTF32Op(KnownWarpMmaOp):
    """A warp's multiply of TFloat32, accumulated in Float32.

    Shapes: `shape_mnk` is (16,8,4) or (16,8,8).
    """

    shape_mnk: tuple[int, int, int]

    def record(self) -> MmaRecord:
        from cutedsl.staging.scalars import Float32

        return warp_record("warp.MmaTF32Op", self.shape_mnk, TFloat32, TFloat32, Float32)


@frozen
class MmaFP8Op(KnownWarpMmaOp):
    """A warp's multiply of 8-bit floats, accumulated in Float16 or Float32; `b_dtype` if B's type is another.

    Shapes: `shape_mnk` is (16,8,16) or (16,8,32).
    """

    ab_dtype: Kind
    acc_dtype: Kind
    shape_mnk: tuple[int, int, int]
    b_dtype: Kind | None = None

    def record(self) -> MmaRecord:
        if ptx_type(self.ab_dtype) not in ("e4m3", "e5m2"):
            raise fail("mma-type", f"warp.MmaFP8Op multiplies Float8E4M3FN or Float8E5M2, not {_name(self.ab_dtype)}")
        b = self.b_dtype or self.ab_dtype
        return warp_record("warp.MmaFP8Op", self.shape_mnk, self.ab_dtype, b, self.acc_dtype)


@frozen
class MmaI8Op(KnownWarpMmaOp):
    """A warp's multiply of Int8 and Uint8, accumulated in Int32 (ours; the reference has none).

    Shapes: `shape_mnk` is (8,8,16), (16,8,16) or (16,8,32).
    """

    a_dtype: Kind
    b_dtype: Kind
    shape_mnk: tuple[int, int, int]

    def record(self) -> MmaRecord:
        from cutedsl.staging.scalars import Int32

        if ptx_type(self.a_dtype) not in ("s8", "u8"):
            raise fail("mma-type", f"warp.MmaI8Op multiplies Int8 or Uint8, not {_name(self.a_dtype)}")
        return warp_record("warp.MmaI8Op", self.shape_mnk, self.a_dtype, self.b_dtype, Int32)


@frozen
class MmaF64Op(KnownWarpMmaOp):
    """A warp's multiply of Float64 (ours; the reference has none).

    Shapes: `shape_mnk` is (8,8,4), (16,8,4), (16,8,8) or (16,8,16).
    """

    shape_mnk: tuple[int, int, int]

    def record(self) -> MmaRecord:
        from cutedsl.staging.scalars import Float64

        return warp_record("warp.MmaF64Op", self.shape_mnk, Float64, Float64, Float64)


@frozen
class WarpgroupOp(MmaOp):
    """Common base of warp-group multiplies: 64 rows, N columns, A from shared memory or registers."""

    a_dtype: Kind
    b_dtype: Kind
    acc_dtype: Kind
    instruction_shape: tuple[int, ...]
    a_src: OperandSource
    a_major_mode: OperandMajorMode
    b_major_mode: OperandMajorMode

    def record(self) -> MmaRecord:
        a, b, d = (ptx_type(t) for t in (self.a_dtype, self.b_dtype, self.acc_dtype))
        if (d, a, b) not in (*FLOAT_KINDS, *INT_KINDS):
            raise fail(
                "mma-type",
                f"wgmma does not support {_name(self.a_dtype)} x {_name(self.b_dtype)} -> {_name(self.acc_dtype)}",
            )
        shape = self.instruction_shape
        k = K_OF[a]
        if len(shape) not in (2, 3) or shape[0] != 64 or shape[1] not in columns_of(a) or (*shape, k)[2] != k:
            raise fail(
                "mma-shape",
                f"the instruction shape is {shape}; a wgmma of {_name(self.a_dtype)} is (64, N, {k}), N a multiple "
                "of 8 from 8 to 256" + (" (of 16 above 24)" if a in ("s8", "u8") else ""),
            )
        registers = self.a_src is OperandSource.RMEM
        a_mn, b_mn = self.a_major_mode is OperandMajorMode.MN, self.b_major_mode is OperandMajorMode.MN
        if (a_mn or b_mn) and k != 16:
            raise fail("mma-major", f"wgmma of {_name(self.a_dtype)} takes K-major operands only")
        # A from registers has no major mode of its own; the op's says how programs load it from shared memory.
        flags = (".ra" if registers else ".ta" if a_mn else "") + (".tb" if b_mn else "")
        return mma_record(f"wgmma.m64n{shape[1]}k{k}.{d}.{a}.{b}{flags}")


def warpgroup_f16bf16(
    ab_dtype: Kind,
    acc_dtype: Kind,
    instruction_shape: tuple[int, ...],
    a_src: OperandSource,
    a_major_mode: OperandMajorMode,
    b_major_mode: OperandMajorMode,
) -> WarpgroupOp:
    """A warp group's multiply of Float16 or BFloat16: `warpgroup.MmaF16BF16Op`.

    Shapes: `instruction_shape` is (64,N,16), N a multiple of 8 up to 256.
    """
    if ptx_type(ab_dtype) not in ("f16", "bf16"):
        raise fail("mma-type", f"warpgroup.MmaF16BF16Op multiplies Float16 or BFloat16, not {_name(ab_dtype)}")
    return WarpgroupOp(ab_dtype, ab_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode)


def warpgroup_tf32(
    instruction_shape: tuple[int, ...],
    a_src: OperandSource,
    a_major_mode: OperandMajorMode = OperandMajorMode.K,
    b_major_mode: OperandMajorMode = OperandMajorMode.K,
) -> WarpgroupOp:
    """A warp group's multiply of TFloat32: `warpgroup.MmaTF32Op` (ours).

    Shapes: `instruction_shape` is (64,N,8), N a multiple of 8 up to 256.
    """
    from cutedsl.staging.scalars import Float32

    return WarpgroupOp(TFloat32, TFloat32, Float32, instruction_shape, a_src, a_major_mode, b_major_mode)
