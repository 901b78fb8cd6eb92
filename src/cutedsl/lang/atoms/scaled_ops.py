"""The operations of block-scaled multiply atoms of a warp, of sm_120a and sm_121a.

`cute.gemm(tiled_mma, d, [a, sfa], [b, sfb], c)` takes each operand with its scale factors; `make_fragment_A/B` and
`partition_fragment_SFA/SFB` make their registers. Source: BSD-3 `cute/atom/mma_traits_sm120.hpp`.
"""

from __future__ import annotations

from typing import ClassVar

from cutedsl.arch.architectures import Arch
from cutedsl.arch.atoms.blockscaled import SCALED_ATOMS
from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.mma_ops import Kind, MmaOp, ptx_type, scale_type
from cutedsl.staging.scalars import (
    Float4E2M1FN,
    Float8E4M3FN,
    Float8E5M2,
    Float8E8M0FNU,
    Float32,
)

MXF8F6F4_SUPPORTED_PAIRS = frozenset(
    pair for wide in (Float8E4M3FN, Float8E5M2) for pair in ((wide, Float4E2M1FN), (Float4E2M1FN, wide))
)
"""Pairs (A, B) of different types that programs multiply: one of 4 bits, the other of 8."""


@frozen
class WarpBlockScaledOp(MmaOp):
    """A warp's multiply of narrow floats with a scale factor for each `sf_vec_size` elements along K.

    Programs derive dataclasses from these operations: the fields are what they are made of. Errors, when its record is
    requested: mma-type.
    """

    admissible_archs: ClassVar[tuple[Arch, ...]] = tuple(arch for arch in Arch if arch.major == 12 and arch.suffix)
    """The targets that have these multiplies: code for sm_120 or sm_121 alone, or for their family."""

    kind: ClassVar[str]
    sf_vec_size: ClassVar[int]

    a_dtype: Kind
    b_dtype: Kind
    acc_dtype: Kind
    sf_type: Kind = Float8E8M0FNU

    @property
    def sf_dtype(self) -> Kind:
        """The type of the scale factors."""
        return self.sf_type

    def record(self) -> MmaRecord:
        a, b, scale = ptx_type(self.a_dtype), ptx_type(self.b_dtype), scale_type(self.sf_dtype)
        found = [
            one
            for one in SCALED_ATOMS.values()
            if (f"kind::{self.kind}." in one.ptx and (one.type_a, one.type_b) == (a, b) and one.scales is not None)
            and one.metadata is None
            and (one.scales.type, one.scales.block) == (scale, self.sf_vec_size)
        ]
        if not found or self.acc_dtype is not Float32:
            raise fail(
                "mma-type",
                f"mma.sync of kind {self.kind} has no form for {self.a_dtype.__name__} x {self.b_dtype.__name__} -> "
                f"{self.acc_dtype.__name__} with {self.sf_dtype.__name__} for each {self.sf_vec_size}",
            )
        return found[0]


class MmaMXF8F6F4Op(WarpBlockScaledOp):
    """Floats of 8, 6 or 4 bits, each in a byte, with a Float8E8M0FNU scale for each 32: 16x8x32."""

    __slots__ = ()
    kind = "mxf8f6f4"
    sf_vec_size = 32


class MmaMXF8Op(MmaMXF8F6F4Op):
    """8-bit floats of one type with a Float8E8M0FNU scale for each 32: 16x8x32.

    >>> from cutedsl import Float8E4M3FN, Float32
    >>> from cutedsl.cute import make_tiled_mma
    >>> make_tiled_mma(MmaMXF8Op(Float8E4M3FN, Float32)).shape_mnk
    (16, 8, 32)
    """

    __slots__ = ()

    def __init__(self, ab_dtype: Kind, acc_dtype: Kind, sf_type: Kind = Float8E8M0FNU) -> None:
        super().__init__(ab_dtype, ab_dtype, acc_dtype, sf_type)


class MmaMXF4Op(WarpBlockScaledOp):
    """Float4E2M1FN with a Float8E8M0FNU scale for each 32: 16x8x64."""

    __slots__ = ()
    kind = "mxf4"
    sf_vec_size = 32

    def __init__(self, ab_dtype: Kind, acc_dtype: Kind, sf_type: Kind = Float8E8M0FNU) -> None:
        super().__init__(ab_dtype, ab_dtype, acc_dtype, sf_type)


class MmaMXF4NVF4Op(WarpBlockScaledOp):
    """Float4E2M1FN with a Float8E4M3FN scale for each 16: 16x8x64."""

    __slots__ = ()
    kind = "mxf4nvf4"
    sf_vec_size = 16

    def __init__(self, ab_dtype: Kind, acc_dtype: Kind, sf_type: Kind = Float8E4M3FN) -> None:
        super().__init__(ab_dtype, ab_dtype, acc_dtype, sf_type)
