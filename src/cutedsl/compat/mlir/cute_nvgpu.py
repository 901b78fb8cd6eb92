"""`cutlass._mlir.dialects.cute_nvgpu`: tensor maps, and atoms of copies by them, made of a tile's coordinates."""

from __future__ import annotations

from typing import Any

from cutedsl.arch.tensor_map import DESCRIPTOR_ALIGN_BYTES
from cutedsl.compat.mlir.handles import numeric_class_of
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.tma import TmaOp, make_tiled_tma_atom, tma_atom_of
from cutedsl.lang.tensors.make import make_ptr
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Float32, Int64, TFloat32
from cutedsl.types import AddressSpace


@frozen
class TmaDescriptorTiledType:
    """The type of a tensor map in memory."""

    @staticmethod
    def get() -> TmaDescriptorTiledType:
        """The one type."""
        return TmaDescriptorTiledType()


@frozen
class MmaAtomSM80Type:
    """The type of a warp's multiply: its shape and the types of its operands."""

    shape_mnk: tuple[int, int, int]
    a_dtype: type[Numeric]
    b_dtype: type[Numeric]
    acc_dtype: type[Numeric]

    @staticmethod
    def get(shape: Any, a: Any, b: Any, acc: Any) -> MmaAtomSM80Type:
        """The type of these parts, whose types are classes or their types in MLIR.

        Operands of Float32 are TFloat32, which lies in a Float32's bits: no warp multiplies others.
        """
        m, n, k = shape
        left, right = (TFloat32 if kind is Float32 else kind for kind in map(numeric_class_of, (a, b)))
        return MmaAtomSM80Type((m, n, k), left, right, numeric_class_of(acc))


MmaAtomSM89Type = MmaAtomSM80Type
"""The multiplies of 8-bit floats."""


def atom_make_non_exec_tiled_tma_load(
    gmem: Any,
    smem_layout: Any,
    cta_v_map: Any,
    op: TmaOp,
    num_multicast: int = 1,
    *,
    tma_format: object = None,
    internal_type: Any = None,
    loc: object = None,
    ip: object = None,
) -> tuple[Any, Any]:
    """The atom and the tensor of coordinates of `make_tiled_tma_atom`, for the layout of a tile's coordinates.

    Errors: tma-limits, tma-layout, not-yet for a format of the map, which is that of the elements.
    """
    if tma_format is not None:
        raise fail("not-yet", f"a tensor map of the format {tma_format}")
    made = make_tiled_tma_atom(op, gmem, smem_layout, cta_v_map, num_multicast, internal_type=internal_type)
    return made.atom, made.tma_tensor


def atom_make_exec_tma(value: Any, *, loc: object = None, ip: object = None) -> Any:
    """An atom as its copies take it: the atom itself."""
    return value


def get_tma_desc_addr(kind: object, atom: Any, *, loc: object = None, ip: object = None) -> Pointer:
    """Where an atom's tensor map lies, for inline PTX.

    Errors: operation-argument, for an atom without a map.
    """
    address = Int64.from_handle(tma_atom_of(atom).map_address())
    return make_ptr(Int64, address, AddressSpace.gmem, assumed_align=DESCRIPTOR_ALIGN_BYTES)
