"""The multiplies of tensor memory as operations: what `cute.nvgpu.tcgen05` calls `Mma...Op`.

Source: PTX ISA, "tcgen05.mma", shapes and types by kind; names and arguments from public programs.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.arch.atoms.umma import BITS, UmmaKind
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.cta_group import CtaGroup as CtaGroup
from cutedsl.lang.atoms.mma_ops import Kind, MmaOp, OperandMajorMode, OperandSource, ptx_type, scale_type
from cutedsl.staging.scalars import Float4E2M1FN, Float8E8M0FNU, Float32, Int32, TFloat32

K = OperandMajorMode.K


class CollectorOp(Enum):
    """How a multiply uses the collector buffer of A."""

    NONE = ""
    FILL = "fill"
    USE = "use"
    LASTUSE = "lastuse"
    DISCARD = "discard"


class CollectorBBuffer(Enum):
    """The collector buffers of B in weight-stationary multiplies."""

    B0 = 0
    B1 = 1
    B2 = 2
    B3 = 3


@frozen
class UmmaOp(MmaOp):
    """A multiply of tensor memory; `instruction_shape` is (M, N) or (M, N, K), of the pair for `CtaGroup.TWO`.

    Errors, when its record is requested: mma-type, mma-shape, mma-major.
    """

    kind: str
    a_dtype: Kind
    b_dtype: Kind
    acc_dtype: Kind
    instruction_shape: tuple[int, ...]
    cta_group: CtaGroup
    a_src: OperandSource = OperandSource.SMEM
    a_major_mode: OperandMajorMode = K
    b_major_mode: OperandMajorMode = K
    sf_dtype: Kind | None = None
    sf_vec_size: int = 0

    @property
    def shape_mnk(self) -> tuple[int, int, int]:
        """(M, N, K); K is what 32 bytes of a row hold where the shape does not say it."""
        m, n, *k = self.instruction_shape
        return m, n, k[0] if k else self._natural_k

    @property
    def _natural_k(self) -> int:
        if self.kind in ("mxf4", "mxf4nvf4"):
            return 64
        return 32 if self.kind in ("f8f6f4", "mxf8f6f4", "i8") else 256 // BITS[ptx_type(self.a_dtype)]

    def _verify(self) -> None:
        """What constructors of subclasses in programs call last."""
        self.umma()

    def umma(self) -> UmmaKind:
        """The form of the instruction. Errors: mma-type, mma-shape, mma-major."""
        a, b, d = (ptx_type(kind) for kind in (self.a_dtype, self.b_dtype, self.acc_dtype))
        _check_types(self.kind, a, b, d, (self.a_dtype, self.b_dtype, self.acc_dtype))
        self._check_shape()
        a_mn, b_mn = self.a_major_mode is OperandMajorMode.MN, self.b_major_mode is OperandMajorMode.MN
        for name, transposed, kind in (("A", a_mn, a), ("B", b_mn, b)):
            if transposed and BITS[kind] < 8:
                raise fail("mma-major", f"{name} of {kind} must be K-major, as all elements of 4 and 6 bits")
        scale = "" if self.sf_dtype is None else scale_type(self.sf_dtype)
        in_tmem = self.a_src is OperandSource.TMEM
        ctas = self.cta_group.value
        return UmmaKind(
            self.kind, d, a, b, self.shape_mnk, ctas, in_tmem, a_mn and not in_tmem, b_mn, scale, self.sf_vec_size
        )

    def _check_shape(self) -> None:
        m, n, k = self.shape_mnk
        two = self.cta_group is CtaGroup.TWO
        rows = (128, 256) if two else (128,) if self.sf_dtype is not None else (64, 128)
        step = 16 if two else 8
        if self.kind == "i8":
            columns = tuple(range(32, 257, 32)) if two else (8, 16, 24, 32, *range(48, 257, 16))
        else:
            columns = tuple(range(step, 257, step))
        depths = (64, 96) if self.kind in ("mxf4", "mxf4nvf4") else (self._natural_k,)
        if m not in rows or n not in columns or k not in depths:
            raise fail(
                "mma-shape",
                f"the instruction shape is {self.instruction_shape}; tcgen05.mma of kind {self.kind} with "
                f"{'two blocks' if two else 'one block'} has M of {' or '.join(map(str, rows))}, N a multiple of "
                f"{columns[1] - columns[0] if self.kind != 'i8' else 16} up to 256, K of "
                f"{' or '.join(map(str, depths))}",
            )

    def record(self) -> MmaRecord:
        return self.umma().record()


_ALLOWED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "f16": (("f16", "bf16"), ("f16", "f32")),
    "tf32": (("tf32",), ("f32",)),
    "f8f6f4": (("e4m3", "e5m2", "e2m3", "e3m2", "e2m1"), ("f16", "f32")),
    "i8": (("s8", "u8"), ("s32",)),
    "mxf8f6f4": (("e4m3", "e5m2", "e2m3", "e3m2", "e2m1"), ("f32",)),
    "mxf4": (("e2m1",), ("f32",)),
    "mxf4nvf4": (("e2m1",), ("f32",)),
}


def _check_types(kind: str, a: str, b: str, d: str, dtypes: tuple[Kind, Kind, Kind]) -> None:
    operands, results = _ALLOWED[kind]
    mixed_f16 = kind == "f16" and (a != b or (a == "bf16" and d == "f16"))
    if a not in operands or b not in operands or d not in results or mixed_f16:
        names = " x ".join(one.__name__ for one in dtypes[:2])
        raise fail("mma-type", f"tcgen05.mma of kind {kind} does not support {names} -> {dtypes[2].__name__}")


# -- the operations by their public names ------------------------------------------------------------------------------
class MmaF16BF16Op(UmmaOp):
    """Float16 (accumulated in Float16 or Float32) or BFloat16 (in Float32): kind f16."""

    __slots__ = ()

    def __init__(
        self,
        ab_dtype: Kind,
        acc_dtype: Kind,
        instruction_shape: tuple[int, ...],
        cta_group: CtaGroup,
        a_src: OperandSource = OperandSource.SMEM,
        a_major_mode: OperandMajorMode = K,
        b_major_mode: OperandMajorMode = K,
    ) -> None:
        shape, majors = instruction_shape, (a_major_mode, b_major_mode)
        super().__init__("f16", ab_dtype, ab_dtype, acc_dtype, shape, cta_group, a_src, *majors)


class MmaTF32Op(UmmaOp):
    """TFloat32, accumulated in Float32: kind tf32."""

    __slots__ = ()

    def __init__(
        self,
        instruction_shape: tuple[int, ...],
        cta_group: CtaGroup,
        a_src: OperandSource = OperandSource.SMEM,
        a_major_mode: OperandMajorMode = K,
        b_major_mode: OperandMajorMode = K,
    ) -> None:
        majors = (a_major_mode, b_major_mode)
        super().__init__("tf32", TFloat32, TFloat32, Float32, instruction_shape, cta_group, a_src, *majors)


class MmaI8Op(UmmaOp):
    """Int8 or Uint8, accumulated in Int32: kind i8."""

    __slots__ = ()

    def __init__(
        self,
        ab_dtype: Kind,
        instruction_shape: tuple[int, ...],
        cta_group: CtaGroup,
        a_src: OperandSource = OperandSource.SMEM,
        a_major_mode: OperandMajorMode = K,
        b_major_mode: OperandMajorMode = K,
    ) -> None:
        majors = (a_major_mode, b_major_mode)
        super().__init__("i8", ab_dtype, ab_dtype, Int32, instruction_shape, cta_group, a_src, *majors)


class MmaF8F6F4Op(UmmaOp):
    """Floats of 8, 6 or 4 bits, each operand of its own type: kind f8f6f4."""

    __slots__ = ()

    def __init__(
        self,
        a_dtype: Kind,
        b_dtype: Kind,
        acc_dtype: Kind,
        instruction_shape: tuple[int, ...],
        cta_group: CtaGroup,
        a_src: OperandSource = OperandSource.SMEM,
        a_major_mode: OperandMajorMode = K,
        b_major_mode: OperandMajorMode = K,
    ) -> None:
        shape, majors = instruction_shape, (a_major_mode, b_major_mode)
        super().__init__("f8f6f4", a_dtype, b_dtype, acc_dtype, shape, cta_group, a_src, *majors)


class MmaFP8Op(MmaF8F6F4Op):
    """Two operands of one 8-bit float type: kind f8f6f4."""

    __slots__ = ()

    def __init__(
        self,
        ab_dtype: Kind,
        acc_dtype: Kind,
        instruction_shape: tuple[int, ...],
        cta_group: CtaGroup,
        a_src: OperandSource = OperandSource.SMEM,
        a_major_mode: OperandMajorMode = K,
        b_major_mode: OperandMajorMode = K,
    ) -> None:
        majors = (a_major_mode, b_major_mode)
        super().__init__(ab_dtype, ab_dtype, acc_dtype, instruction_shape, cta_group, a_src, *majors)


class BlockScaledMmaOp(UmmaOp):
    """A multiply whose operands have a scale factor for each `sf_vec_size` elements along K.

    Its kind follows from the types: mxf8f6f4, or mxf4 and mxf4nvf4 (blocks of 16) for two operands of Float4E2M1FN.
    """

    __slots__ = ()

    def __init__(
        self,
        a_dtype: Kind,
        b_dtype: Kind,
        acc_dtype: Kind,
        sf_dtype: Kind,
        sf_vec_size: int,
        instruction_shape: tuple[int, ...],
        cta_group: CtaGroup,
        a_src: OperandSource = OperandSource.SMEM,
        a_major_mode: OperandMajorMode = K,
        b_major_mode: OperandMajorMode = K,
    ) -> None:
        kind = self._kind_of(a_dtype, b_dtype, sf_vec_size)
        form: tuple[Any, ...] = (instruction_shape, cta_group, a_src, a_major_mode, b_major_mode, sf_dtype, sf_vec_size)
        super().__init__(kind, a_dtype, b_dtype, acc_dtype, *form)

    def _kind_of(self, a_dtype: Kind, b_dtype: Kind, sf_vec_size: int) -> str:
        if a_dtype is not Float4E2M1FN or b_dtype is not Float4E2M1FN:
            return "mxf8f6f4"
        return "mxf4" if sf_vec_size == 32 else "mxf4nvf4"


class MmaMXF8F6F4Op(BlockScaledMmaOp):
    """Floats of 8, 6 or 4 bits with a Float8E8M0FNU scale for each 32: kind mxf8f6f4."""

    __slots__ = ()

    def __init__(
        self,
        a_dtype: Kind,
        b_dtype: Kind,
        instruction_shape: tuple[int, ...],
        cta_group: CtaGroup,
        a_src: OperandSource = OperandSource.SMEM,
        a_major_mode: OperandMajorMode = K,
        b_major_mode: OperandMajorMode = K,
    ) -> None:
        form: tuple[Any, ...] = (instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)
        super().__init__(a_dtype, b_dtype, Float32, Float8E8M0FNU, 32, *form)

    def _kind_of(self, a_dtype: Kind, b_dtype: Kind, sf_vec_size: int) -> str:
        return "mxf8f6f4"


class MmaMXF8Op(MmaMXF8F6F4Op):
    """8-bit floats with a Float8E8M0FNU scale for each 32: kind mxf8f6f4."""

    __slots__ = ()

    def __init__(
        self,
        ab_dtype: Kind,
        instruction_shape: tuple[int, ...],
        cta_group: CtaGroup,
        a_src: OperandSource = OperandSource.SMEM,
        a_major_mode: OperandMajorMode = K,
        b_major_mode: OperandMajorMode = K,
    ) -> None:
        super().__init__(ab_dtype, ab_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)


class MmaMXF4Op(BlockScaledMmaOp):
    """Float4E2M1FN with a Float8E8M0FNU scale for each 32: kind mxf4."""

    __slots__ = ()

    def __init__(
        self, instruction_shape: tuple[int, ...], cta_group: CtaGroup, a_src: OperandSource = OperandSource.SMEM
    ) -> None:
        form: tuple[Any, ...] = (instruction_shape, cta_group, a_src, K, K)
        super().__init__(Float4E2M1FN, Float4E2M1FN, Float32, Float8E8M0FNU, 32, *form)


class MmaMXF4NVF4Op(BlockScaledMmaOp):
    """Float4E2M1FN with a scale (Float8E4M3FN or Float8E8M0FNU) for each 16: kind mxf4nvf4."""

    __slots__ = ()

    def __init__(
        self,
        sf_dtype: Kind,
        instruction_shape: tuple[int, ...],
        cta_group: CtaGroup,
        a_src: OperandSource = OperandSource.SMEM,
    ) -> None:
        form: tuple[Any, ...] = (instruction_shape, cta_group, a_src, K, K)
        super().__init__(Float4E2M1FN, Float4E2M1FN, Float32, sf_dtype, 16, *form)

    def _kind_of(self, a_dtype: Kind, b_dtype: Kind, sf_vec_size: int) -> str:
        return "mxf4nvf4"


SM103MmaMXF4Op = MmaMXF4Op
SM103MmaMXF4NVF4Op = MmaMXF4NVF4Op
