"""`st.async`: registers to the shared memory of another block of the cluster, their bytes counted at an mbarrier there.

Source: CuTe DSL documentation, "arch"; PTX ISA, "st.async".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.intrinsics.sync import map_dsmem_ptr
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.numeric import Numeric, as_numeric

STORE_BITS: Final = (32, 64, 128)
"""What one instruction stores."""


def store_async_dsmem(smem_ptr: Pointer, value: Any, mbar_ptr: Pointer, peer_cta_rank: object) -> None:
    """Writes 1, 2 or 4 elements to the same place of another block; the bytes count at the same mbarrier there.

    Shapes: `value` is a number, a tuple of numbers or a register vector. Units: 4, 8 or 16 bytes a thread, at a
    multiple of that. Errors: copy-bits, mbarrier-pointer; cluster-rank on the CPU. Source: PTX ISA, "st.async".
    """
    from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA  # which uses `arch` itself

    values = [value.element(k) for k in range(value.count)] if isinstance(value, TensorSSA) else value
    listed: Sequence[Any] = values if isinstance(values, list | tuple) else [values]
    there, barrier = (map_dsmem_ptr(p, peer_cta_rank) for p in (smem_ptr, mbar_ptr))
    store_elements([as_numeric(v).to(smem_ptr.dtype) for v in listed], there, barrier)


def store_elements(elements: Sequence[Numeric], target: Pointer, barrier: Pointer) -> None:
    """Writes neighbours to a pointer into another block, and counts their bytes at its mbarrier. Errors: copy-bits."""
    bits = len(elements) * target.dtype.spec.storage_bits
    if bits not in STORE_BITS:
        what = f"{len(elements)} elements of {target.dtype.__name__} have {bits} bits"
        raise fail("copy-bits", f"{what}; st.async stores 32, 64 or 128", fix="Store 1, 2 or 4 words at once.")
    emitter = cute_emitter()
    kind = emitter.vector_type(target.dtype.spec, len(elements))
    (vector,) = emitter.op("cute.vec.pack", [e.ir_value() for e in elements], (kind,), {})
    emitter.op("cute.store_async", (vector, target.handle, barrier.handle), (), {})
