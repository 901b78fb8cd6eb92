"""What the warp emitter knows of a value while it writes code: LLVM text plus lanes."""

from __future__ import annotations

from cutedsl.arch.abi.host import TensorNote
from cutedsl.codegen.cpu.lanes.lanes import VARYING, Lanes
from cutedsl.codegen.cpu.lanes.offsets import offset_type
from cutedsl.codegen.cpu.plan.word_orders import WordOrder
from cutedsl.errors.frozen import frozen


@frozen
class Compare:
    """A comparison of an affine integer with a uniform one, kept unevaluated.

    A branch on it first asks one scalar question ("do all lanes agree?") and makes the vector only when they may not.
    """

    predicate: str
    affine: Val
    uniform: Val
    width: int


@frozen
class Both:
    """The conjunction of two conditions, kept unevaluated like `Compare`."""

    left: Val
    right: Val


@frozen
class Val:
    """A value: `text` is the scalar, the base of an affine value, or the vector, as `lanes` says.

    `test` is set instead of the text for a condition that is not evaluated yet.
    """

    text: str
    lanes: Lanes
    test: Compare | Both | None = None


@frozen
class Counted:
    """A vector of `i32` indices of elements of `size_bytes`, and the byte `offset` that was made of them."""

    indices: str
    size_bytes: int
    offset: str


@frozen
class Pointer:
    """A pointer: a uniform LLVM pointer and a byte offset from it (i64; i32 in shared and private memory).

    Bytes `[0, limit)` from `base` may be accessed; None when nothing is known. `word_bytes` is set for private memory
    (`rmem`), whose words are interleaved over the lanes: byte `b` of lane `l` lies at
    `b // word * 32 * word + l * word + b % word`, or where `order` says.
    `tensor` is what it points into, as a checked kernel noted it. `streams`: into a tensor that the kernel only writes.
    `runs` are set where lanes in groups of one size access contiguous elements: the offset of each group's first lane;
    with `alike` all lanes of a group access the first one's element.
    `counted` is set where an offset that varies is a vector of 32-bit indices times the size of an element.
    """

    base: str
    offset: Val
    space: str
    limit: str | None = None
    name: str = ""
    word_bytes: int = 0
    tensor: TensorNote | None = None
    runs: tuple[str, ...] = ()
    alike: bool = False
    counted: Counted | None = None
    order: WordOrder | None = None
    streams: bool = False

    @property
    def elements(self) -> Counted | None:
        """The offset as a vector of indices, unless it was moved since."""
        return self.counted if self.counted is not None and self.counted.offset == self.offset.text else None

    @property
    def offset_type(self) -> str:
        return offset_type(self.space)

    def moved(self, offset: Val, counted: Counted | None) -> Pointer:
        """The pointer at another offset."""
        own = self.base, offset, self.space, self.limit, self.name, self.word_bytes, self.tensor
        return Pointer(*own, counted=counted, order=self.order, streams=self.streams)


Value = Val | Pointer | tuple[Val, ...]
"""A scalar, a pointer, or the elements of a `vector<NxT>`."""


def vector_val(text: str) -> Val:
    """A varying value from its vector."""
    return Val(text, VARYING)
