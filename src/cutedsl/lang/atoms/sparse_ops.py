"""The operations of sparse multiply atoms: A holds two of each four elements of a row, metadata says which.

`cute.gemm(tiled_mma, d, [a, e], b, c)` takes A's stored half and its metadata, a Uint32 a thread for each atom:
(1, M, K), its bits as `MmaRecord.metadata` says. Source: BSD-3 `cute/atom/mma_traits_sm80.hpp`; PTX ISA, "mma.sp".
"""

from __future__ import annotations

from enum import Enum

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.mma_ops import Kind, MmaOp, ptx_type, warp_record
from cutedsl.staging.scalars import Float32, Int32, TFloat32


class SparseMetadataFormat(Enum):
    """How the two indices of a group stand in the metadata: the lower one first."""

    ORDERED = "ordered"


@frozen
class MmaF16BF16SparseOp(MmaOp):
    """A warp's sparse multiply of Float16 (summed in Float16 or Float32) or BFloat16 (in Float32), K = 16 or 32."""

    ab_dtype: Kind
    acc_dtype: Kind
    shape_mnk: tuple[int, int, int]
    sparse_metadata_format: SparseMetadataFormat = SparseMetadataFormat.ORDERED

    def record(self) -> MmaRecord:
        _check(self, self.ab_dtype, ("f16", "bf16"), "Float16 or BFloat16")
        return warp_record(
            "warp.MmaF16BF16SparseOp", self.shape_mnk, self.ab_dtype, self.ab_dtype, self.acc_dtype, sparse=True
        )


@frozen
class MmaTF32SparseOp(MmaOp):
    """A warp's sparse multiply of TFloat32, one of each two elements stored, K = 8 or 16 (ours)."""

    shape_mnk: tuple[int, int, int]

    def record(self) -> MmaRecord:
        return warp_record("warp.MmaTF32SparseOp", self.shape_mnk, TFloat32, TFloat32, Float32, sparse=True)


@frozen
class MmaFP8SparseOp(MmaOp):
    """A warp's sparse multiply of 8-bit floats, accumulated in Float32, K = 64 (ours)."""

    ab_dtype: Kind
    acc_dtype: Kind
    shape_mnk: tuple[int, int, int]
    b_dtype: Kind | None = None

    def record(self) -> MmaRecord:
        _check(self, self.ab_dtype, ("e4m3", "e5m2"), "Float8E4M3FN or Float8E5M2")
        b = self.b_dtype or self.ab_dtype
        return warp_record("warp.MmaFP8SparseOp", self.shape_mnk, self.ab_dtype, b, self.acc_dtype, sparse=True)


@frozen
class MmaI8SparseOp(MmaOp):
    """A warp's sparse multiply of Int8 and Uint8, accumulated in Int32, K = 32 or 64 (ours)."""

    a_dtype: Kind
    b_dtype: Kind
    shape_mnk: tuple[int, int, int]

    def record(self) -> MmaRecord:
        _check(self, self.a_dtype, ("s8", "u8"), "Int8 or Uint8")
        return warp_record("warp.MmaI8SparseOp", self.shape_mnk, self.a_dtype, self.b_dtype, Int32, sparse=True)


def _check(op: MmaOp, kind: Kind, allowed: tuple[str, ...], said: str) -> None:
    if ptx_type(kind) not in allowed:
        raise fail("mma-type", f"warp.{type(op).__name__} multiplies {said}, not {kind.__name__}")
