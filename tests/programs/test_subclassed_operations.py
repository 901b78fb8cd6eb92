"""Operations that programs derive classes from, as quack does, are classes with the constructors of CuTe DSL."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import cutedsl as cutlass
from cutedsl.cute.nvgpu import tcgen05, warp
from cutedsl.errors import DSLUserCodeError

SMEM, K, ONE = tcgen05.OperandSource.SMEM, tcgen05.OperandMajorMode.K, tcgen05.CtaGroup.ONE


class _AnyBlocks(tcgen05.MmaMXF4NVF4Op):
    """The multiply of two 4-bit operands, with the size of its blocks as a parameter."""

    def __init__(self, sf_dtype: type, sf_vec_size: int, shape: tuple[int, ...]) -> None:
        fp4, given = cutlass.Float4E2M1FN, (shape, ONE, SMEM, K, K)
        tcgen05.BlockScaledMmaOp.__init__(self, fp4, fp4, cutlass.Float32, sf_dtype, sf_vec_size, *given)
        self._verify()


def test_a_derived_multiply_is_the_instruction_of_its_parent() -> None:
    derived = _AnyBlocks(cutlass.Float8E4M3FN, 16, (128, 128, 64))
    own = tcgen05.MmaMXF4NVF4Op(cutlass.Float8E4M3FN, (128, 128, 64), ONE)
    assert derived.umma() == own.umma()
    assert _AnyBlocks(cutlass.Float8E8M0FNU, 32, (128, 128, 64)).umma().kind == "mxf4nvf4"
    with pytest.raises(DSLUserCodeError, match="shape"):
        _AnyBlocks(cutlass.Float8E4M3FN, 16, (128, 100, 64))


def test_operations_are_told_apart_by_their_class() -> None:
    form = ((128, 128, 32), ONE)
    assert isinstance(tcgen05.MmaMXF8Op(cutlass.Float8E4M3FN, *form), tcgen05.BlockScaledMmaOp)
    plain = tcgen05.MmaFP8Op(cutlass.Float8E4M3FN, cutlass.Float32, *form)
    assert isinstance(plain, tcgen05.MmaFP8Op)
    assert not isinstance(plain, tcgen05.BlockScaledMmaOp)
    blocks = tcgen05.BlockScaledMmaOp
    fp4 = cutlass.Float4E2M1FN
    kinds = [blocks(fp4, fp4, cutlass.Float32, cutlass.Float8E8M0FNU, n, (128, 128, 64), ONE).kind for n in (32, 16)]
    assert kinds == ["mxf4", "mxf4nvf4"]


@dataclass(frozen=True)
class _AnyPair(warp.MmaMXF8F6F4Op):
    """A warp's multiply of any two types of a byte or less, checked by the program itself."""

    def __post_init__(self) -> None:
        assert self.sf_type is cutlass.Float8E8M0FNU


def test_a_dataclass_derived_from_a_scaled_multiply_takes_its_types() -> None:
    fp6, fp8 = cutlass.Float6E2M3FN, cutlass.Float8E4M3FN
    derived = _AnyPair(fp6, fp8, cutlass.Float32, cutlass.Float8E8M0FNU)
    assert derived.record() is warp.MmaMXF8F6F4Op(fp6, fp8, cutlass.Float32).record()
    assert (derived.sf_dtype, derived.sf_vec_size) == (cutlass.Float8E8M0FNU, 32)
