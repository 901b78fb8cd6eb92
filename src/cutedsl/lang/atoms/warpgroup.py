"""Warp-group multiplies: fences, groups, and shared-memory layouts of operands."""

from __future__ import annotations

from enum import Enum

from cutedsl.arch.atoms.warpgroup import SMEM_ATOMS
from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.layout import ComposedLayout, make_composed_layout
from cutedsl.staging.numeric import Numeric


class SmemLayoutAtomKind(Enum):
    """The eight layouts that a descriptor holds: the major mode, and the bytes of a swizzled row."""

    MN_INTER = "MN_INTER"
    MN_SW32 = "MN_SW32"
    MN_SW64 = "MN_SW64"
    MN_SW128 = "MN_SW128"
    K_INTER = "K_INTER"
    K_SW32 = "K_SW32"
    K_SW64 = "K_SW64"
    K_SW128 = "K_SW128"


def make_smem_layout_atom(kind: SmemLayoutAtomKind, element_type: type[Numeric]) -> ComposedLayout:
    """The layout atom of a kind for elements of a type; its swizzle acts on bytes: give it to the pointer.

    Shapes: 8 rows of 16, 32, 64 or 128 bytes, by the kind; transposed for an MN-major kind.

    >>> from cutedsl import Float16
    >>> print(make_smem_layout_atom(SmemLayoutAtomKind.K_SW128, Float16))
    S<3,4,3> o 0 o (8,64):(64,1)
    """
    atom = SMEM_ATOMS[kind.value]
    return make_composed_layout(atom.swizzle, 0, atom.layout(element_type.spec.storage_bits))


def fence() -> None:
    """Orders earlier writes to registers and shared memory before later multiplies. Source: PTX ISA,
    `wgmma.fence`."""
    cute_emitter().op("cute.wgmma_fence", (), (), {})


def commit_group() -> None:
    """Commits the multiplies so far as one group. Source: PTX ISA, `wgmma.commit_group`."""
    cute_emitter().op("cute.wgmma_commit", (), (), {})


def wait_group(group: int) -> None:
    """Waits until at most `group` groups are pending; accumulators of the others can be read.

    Source: PTX ISA, `wgmma.wait_group`.
    """
    if not isinstance(group, int) or group < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise fail("requires-constexpr", f"wait_group takes a compile-time integer, got {group}")
    cute_emitter().op("cute.wgmma_wait", (), (), {"count": group})
