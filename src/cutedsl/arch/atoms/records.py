"""What is known of one copy or multiply instruction: its tile, who holds what of it, where it exists, its spelling."""

from __future__ import annotations

from functools import lru_cache

from cutedsl.arch.availability import Availability
from cutedsl.errors.frozen import frozen
from cutedsl.layout import Layout, size


@lru_cache(maxsize=256)
def layout_of(text: str) -> Layout:
    """The layout that a table writes; rows share most of theirs, and reading one takes a tenth of a millisecond."""
    return Layout(text)


@frozen
class CopyRecord:
    """One copy instruction.

    `src`, `dst` and `ref` are layouts (thread, bit) -> bit of the tile; `ref` is the side that fragments are laid out
    by. `reads` and `writes` name the address spaces that it takes ("" for any). `ptx` is its spelling; empty for plain
    loads and stores. `header` names it in the BSD-3 headers, empty where they have no such atom. `tested` is whether it
    ran on hardware.
    """

    name: str
    thr_id: Layout
    src: Layout
    dst: Layout
    ref: Layout
    where: Availability
    ptx: str = ""
    reads: str = ""
    writes: str = ""
    header: str = ""
    tested: bool = True

    @property
    def threads(self) -> int:
        """How many threads take part."""
        return size(self.thr_id)

    @property
    def bits(self) -> int:
        """Bits that one thread holds on the reference side."""
        return size(self.ref, [1])


@frozen
class ScaleFactors:
    """The scale factors of a block-scaled multiply: one for each `block` elements along K.

    `type` is PTX's (`ue8m0`, `ue4m3`). `a` and `b` are layouts (thread, element of K) -> element of A (M,K) and B
    (N,K) that the thread's factors are for. `bits` is what an element of A and B takes in a register.
    """

    type: str
    block: int
    a: Layout
    b: Layout
    bits: int


@frozen
class MmaRecord:
    """One matrix multiply-add `D = A B + C`.

    `a`, `b`, `c` are layouts (thread, value) -> element of A (M,K), B (N,K) and C (M,N), leftmost mode fastest; the
    types are PTX's (`f16`, `e4m3`, ...). `family` says how it is issued: "fma" by one thread, "mma" by a warp,
    "wgmma" by four. A warp group's A and B from shared memory have thread stride 0. A sparse multiply has `metadata`,
    (thread, value) -> element of A that the thread's register describes; its `a` is of the stored half. A block-scaled
    multiply has `scales`; its threads hold A and B as 32-bit words.
    """

    name: str
    family: str
    shape_mnk: tuple[int, int, int]
    type_d: str
    type_a: str
    type_b: str
    type_c: str
    thr_id: Layout
    a: Layout
    b: Layout
    c: Layout
    where: Availability
    ptx: str = ""
    header: str = ""
    tested: bool = True
    metadata: Layout | None = None
    scales: ScaleFactors | None = None

    @property
    def threads(self) -> int:
        """How many threads take part."""
        return size(self.thr_id)

    @property
    def stored_k(self) -> int:
        """A's extent along K as it lies in memory."""
        return self.shape_mnk[2] if self.metadata is None else self.shape_mnk[2] // 2

    @property
    def sparse_unit(self) -> int:
        """How many neighbours along K a sparse multiply stores or leaves out together: pairs of packed 4-bit floats."""
        return 2 if self.scales is not None and self.scales.bits < 8 else 1
