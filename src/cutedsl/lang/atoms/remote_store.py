"""Copies from registers to the shared memory of another block of the cluster.

Source: CuTe DSL documentation, "cpasync submodule"; PTX ISA, "st.async".
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.availability import Availability
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.copy_ops import CopyOp
from cutedsl.lang.shared.remote_stores import STORE_BITS, store_elements
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, size
from cutedsl.types import AddressSpace

_WHERE: Final = Availability((9, 0), (8, 1))


@frozen
class CopyDsmemStoreOp(CopyOp):
    """Fragments to the shared memory of a block of the cluster; the bytes count at its mbarrier `mbar_ptr`.

    Units: `num_bits_per_copy` 32, 64 or 128, or without it as many as mode 0 has.
    """

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        if bits and (bits not in STORE_BITS or bits % elem_bits):
            raise fail("copy-bits", f"st.async moves 32, 64 or 128 bits, got num_bits_per_copy={bits}")
        one = Layout((1, bits or elem_bits), (0, 1))
        return CopyRecord(f"st.async.{bits}", Layout(1), one, one, one, _WHERE, reads="rmem", writes="dsmem")

    def issue(
        self, atom: Any, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[..., None]
    ) -> None:
        barrier = kwargs.get("mbar_ptr")
        if pred is not None or set(kwargs) != {"mbar_ptr"} or not isinstance(barrier, Pointer):
            raise fail("copy-keyword", "CopyDsmemStoreOp takes only mbar_ptr, the mbarrier of the other block")
        for tensor, space, verb in ((src, AddressSpace.rmem, "reads"), (dst, AddressSpace.dsmem, "writes")):
            if not isinstance(tensor, Tensor) or tensor.memspace != space:
                raise fail("copy-space", f"CopyDsmemStoreOp {verb} {space}, the tensor is {tensor}")
        if size(src.type_layout) != size(dst.type_layout) or src.element_type is not dst.element_type:
            raise fail(
                "copy-shape", f"cannot store {src} to {dst}", fix="Both must have the same element type and size."
            )
        values = size(src.type_layout, [0])
        whole = min(128 // src.element_type.spec.storage_bits, values)
        count = whole if atom.record.name.endswith(".0") else atom.num_val_src
        rests = [range(size(src.type_layout, [k])) for k in range(1, len(src.type_layout))]
        for rest in product(*rests):
            for start in range(0, values, count):
                coords = [(start + k, *rest) if rest else start + k for k in range(count)]
                store_elements([src[c] for c in coords], dst.iterator + dst.layout(coords[0]), barrier)
