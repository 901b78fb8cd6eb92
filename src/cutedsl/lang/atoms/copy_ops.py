"""Copy operations: the arguments of `make_copy_atom`.

Source: CuTe DSL documentation, "cute_nvgpu".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from cutedsl.arch.atoms.copy import copy_record, universal
from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.access_hints import LOAD_KEYWORDS, STORE_KEYWORDS, LoadCacheMode


class CopyOp(ABC):
    """An operation that moves data; `record` finds its instruction in the table of the hardware."""

    __slots__ = ()
    hint_keywords: ClassVar[frozenset[str]] = frozenset()
    """What `make_copy_atom` takes beside `num_bits_per_copy`; see `AccessHints`."""
    copy_keywords: ClassVar[frozenset[str]] = frozenset()
    """What `cute.copy` takes beside the tensors and predicates."""

    @abstractmethod
    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        """The instruction that moves `bits` per thread (0: unspecified) in elements of `elem_bits`.

        Errors: copy-bits, copy-type.
        """

    def issue(
        self, atom: Any, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[..., None]
    ) -> None:
        """Records a copy by an atom of this operation; what is not an instruction of the table has its own way."""
        emit(atom, src, dst, pred, kwargs)


@frozen
class CopyUniversalOp(CopyOp):
    """Loads and stores between any two memories; without `num_bits_per_copy` as wide as both sides allow."""

    hint_keywords: ClassVar[frozenset[str]] = LOAD_KEYWORDS | STORE_KEYWORDS

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        if bits and (bits % elem_bits or bits & (bits - 1) or bits > 256):
            raise fail(
                "copy-bits",
                f"num_bits_per_copy must be a power of two from {elem_bits} to 256 for "
                f"{elem_bits}-bit elements, got {bits}",
            )
        return universal(bits)


class CopyG2ROp(CopyUniversalOp):
    """Loads from global memory into registers. Source: PTX ISA, `ld.global`."""

    __slots__ = ()
    hint_keywords: ClassVar[frozenset[str]] = LOAD_KEYWORDS
    copy_keywords: ClassVar[frozenset[str]] = frozenset({"cache_policy"})

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        return replace(super().record(bits, elem_bits), reads="gmem", writes="rmem")


class CopyR2GOp(CopyUniversalOp):
    """Stores from registers to global memory. Source: PTX ISA, `st.global`."""

    __slots__ = ()
    hint_keywords: ClassVar[frozenset[str]] = STORE_KEYWORDS
    copy_keywords: ClassVar[frozenset[str]] = frozenset({"cache_policy"})

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        return replace(super().record(bits, elem_bits), reads="rmem", writes="gmem")


CopyStgOp = CopyR2GOp
"""The name of older programs."""


class CopyS2ROp(CopyUniversalOp):
    """Loads from shared memory into registers. Source: PTX ISA, `ld.shared`."""

    __slots__ = ()
    hint_keywords: ClassVar[frozenset[str]] = frozenset()

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        return replace(super().record(bits, elem_bits), reads="smem", writes="rmem")


class CopyR2SOp(CopyUniversalOp):
    """Stores from registers to shared memory. Source: PTX ISA, `st.shared`."""

    __slots__ = ()
    hint_keywords: ClassVar[frozenset[str]] = frozenset()

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        return replace(super().record(bits, elem_bits), reads="rmem", writes="smem")


@frozen
class CopyG2SOp(CopyOp):
    """`cp.async`: global to shared memory without registers; where the predicate of `cute.copy` is false, it reads
    nothing and writes zeros.

    Source: PTX ISA, "cp.async".
    """

    cache_mode: LoadCacheMode = LoadCacheMode.ALWAYS
    copy_keywords: ClassVar[frozenset[str]] = frozenset({"cache_policy"})

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        allowed = {LoadCacheMode.ALWAYS: (32, 64, 128), LoadCacheMode.GLOBAL: (128,)}.get(self.cache_mode, ())
        if not allowed:
            raise fail("copy-bits", f"cp.async supports the cache modes ALWAYS and GLOBAL, not {self.cache_mode.name}")
        if bits not in allowed:
            said = " or ".join(map(str, allowed))
            raise fail(
                "copy-bits",
                f"cp.async with LoadCacheMode.{self.cache_mode.name} moves {said} bits, got num_bits_per_copy={bits}",
                fix=f"Give num_bits_per_copy={allowed[-1]}.",
            )
        return copy_record(f"cp.async.{self.cache_mode.value}.{bits}")


@frozen
class _MatrixOp(CopyOp):
    transpose: bool = False
    num_matrices: int = 1
    unpack_bits: int | None = None
    unpacks: ClassVar[bool] = False

    def _record(self, name: str, counts: tuple[int, ...], elem_bits: int, widths: tuple[int, ...]) -> CopyRecord:
        if self.unpack_bits is not None and not self.unpacks:
            raise fail(
                "copy-bits", f"{type(self).__name__} does not support unpack_bits: only matrices of bytes are unpacked"
            )
        if self.num_matrices not in counts:
            raise fail("copy-bits", f"{name} moves {counts} matrices, got num_matrices={self.num_matrices}")
        if elem_bits not in widths:
            raise fail(
                "copy-type",
                f"{name}{' transposed' if self.transpose else ''} moves elements of {widths[0]} bits, "
                f"got elements of {elem_bits}",
            )
        return copy_record(f"{name}.x{self.num_matrices}{'.trans' if self.transpose else ''}")


def _packed(record: CopyRecord, unpack_bits: int | None) -> CopyRecord:
    """The matrix copy whose elements are packed in shared memory."""
    if unpack_bits is None:
        return record
    if unpack_bits not in (4, 6):
        raise fail("copy-bits", f"unpack_bits must be 4 or 6, got {unpack_bits}")
    return copy_record(f"{record.name}.b{unpack_bits}")


@frozen
class LdMatrix8x8x16bOp(_MatrixOp):
    """`ldmatrix` of 1, 2 or 4 matrices of 8x8 16-bit elements; narrower elements travel in pairs, untransposed."""

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        return self._record("ldmatrix", (1, 2, 4), elem_bits, (16,) if self.transpose else (16, 8, 32, 4))


@frozen
class StMatrix8x8x16bOp(_MatrixOp):
    """`stmatrix` of 1, 2 or 4 matrices of 8x8 16-bit elements."""

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        return self._record("stmatrix", (1, 2, 4), elem_bits, (16,) if self.transpose else (16, 8, 32, 4))


@frozen
class LdMatrix16x16x8bOp(_MatrixOp):
    """`ldmatrix` of 1 or 2 matrices of 16x16 bytes, always transposed.

    With `unpack_bits` 4 or 6, 16 packed elements stand in each 16 bytes of shared memory and become bytes (sm_100a).
    """

    transpose: bool = True
    unpacks: ClassVar[bool] = True

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        return _packed(self._record("ldmatrix.m16n16", (1, 2), elem_bits, (8,)), self.unpack_bits)


@frozen
class LdMatrix8x16x8bOp(_MatrixOp):
    """`ldmatrix` of 1, 2 or 4 matrices of 8x16 bytes, untransposed.

    With `unpack_bits` 4 or 6, 16 packed elements stand in each 16 bytes of shared memory and become bytes (sm_100a).
    """

    unpacks: ClassVar[bool] = True

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        if self.transpose:
            raise fail("copy-type", "LdMatrix8x16x8bOp cannot transpose: matrices of bytes are transposed 16x16")
        if self.unpack_bits is None:  # 16 bytes a row, as 8 elements of 16 bits
            return self._record("ldmatrix", (1, 2, 4), elem_bits, (8,))
        name = f"ldmatrix.m8n16.x{self.num_matrices}"
        same = self._record("ldmatrix", (1, 2, 4), elem_bits, (8,))
        return _packed(replace(same, name=name), self.unpack_bits)


@frozen
class StMatrix16x8x8bOp(_MatrixOp):
    """`stmatrix` of 1, 2 or 4 matrices of 16x8 bytes, always transposed."""

    transpose: bool = True

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        return self._record("stmatrix.m16n8", (1, 2, 4), elem_bits, (8,))
