"""Traits of ops: effects on memory, and how the threads of a warp, block or cluster take part.

An op class lists them (`traits_def(Pure(), Address())`); `ir/facts.py` collects them. Source: MLIR's side effects and
traits ("Traits", "SideEffectInterfaces"); those of warps and barriers are ours, from the PTX ISA.
"""

from __future__ import annotations

from typing import Literal

from xdsl.traits import OpTrait

Scope = Literal["warp group", "block", "cluster", "mbarrier"]
"""What a wait or an arrival is at: a multiply of the warp group, a barrier of the block or the cluster, an mbarrier."""
Space = Literal["smem", "rmem", "any"]
Varies = Literal["blocks", "warps", "threads", "lanes"]
"""Of lanes: equal in all warps."""
AccessKind = Literal["atomic", "load", "store"]


class _Declared(OpTrait):
    """A trait with fields. Plain classes, as a dataclass takes half a millisecond to make."""

    def __init__(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)


class Arithmetic(OpTrait):
    """The results depend on the operands' values alone: not on the thread, not on memory. Such an op is pure."""


class Position(_Declared):
    """The results say where a thread stands; they differ between `varies`, and are the same within each. Pure."""

    varies: Varies

    def __init__(self, varies: Varies) -> None:
        super().__init__(varies=varies)

    @property
    def of_warp(self) -> bool:
        """Whether the results depend on which threads form a warp."""
        return self.varies in ("warps", "lanes")


class Rearranges(OpTrait):
    """The results have the operands' bits, in another arrangement or repeated. Such an op is arithmetic."""


class Indexed(OpTrait):
    """Moves an address by its operands, which may be run-time numbers as well as constants."""


class Between(_Declared):
    """The results lie between two numbers, None: any size above. Kernels without elements are not launched."""

    low: int
    high: int | None

    def __init__(self, low: int, high: int | None = None) -> None:
        super().__init__(low=low, high=high)


class Address(OpTrait):
    """The result is the address in operand 0, moved or cast, in whatever form (pointer, tensor, integer)."""


class Allocates(_Declared):
    """The result is memory of the kernel's own: `smem` at a fixed offset of the block, or `rmem` of the thread."""

    space: Space

    def __init__(self, space: Space) -> None:
        super().__init__(space=space)


class Reads(_Declared):
    """Memory at the addresses in these operands is read, and is not written."""

    operands: tuple[int, ...]

    def __init__(self, *operands: int) -> None:
        super().__init__(operands=operands)


class PlainAccess(OpTrait):
    """A load or a store of the thread's own: nothing but its reads and writes, in no special order."""


class TracksCopies(OpTrait):
    """Announces copies, or asks for their bytes to be near; changes nothing else."""


class Writes(_Declared):
    """Memory at the address in this operand is written by the thread itself, at once."""

    operand: int

    def __init__(self, operand: int) -> None:
        super().__init__(operand=operand)


class Observable(_Declared):
    """An access whose order with those of other threads counts."""

    kind: AccessKind

    def __init__(self, kind: AccessKind) -> None:
        super().__init__(kind=kind)


class Meets(_Declared):
    """The lanes of a warp do it together: those of the mask in an operand, or, with None, all that have not ended.

    `orders`: afterwards each lane knows what the others did before. `accesses`: one lane accesses memory for all, as if
    the lanes waited for each other before and after. `results_only`: its results are its only effect.
    """

    mask: int | None
    orders: bool
    accesses: bool
    results_only: bool

    def __init__(
        self, mask: int | None = None, *, orders: bool = False, accesses: bool = False, results_only: bool = False
    ) -> None:
        super().__init__(mask=mask, orders=orders, accesses=accesses, results_only=results_only)


class PerLane(OpTrait):
    """Each lane does it by itself, though it has no scalar form."""


class WholeWarp(OpTrait):
    """It has no form for lanes that have diverged."""


class _AtScope(_Declared):
    at: Scope

    def __init__(self, at: Scope) -> None:
        super().__init__(at=at)


class Waits(_AtScope):
    """The thread goes on only when others have arrived."""


class Polls(_AtScope):
    """Asks whether others have arrived; may wait for a while."""


class Arrives(_AtScope):
    """Counts the thread in; the first operand, if there is one, says where."""


class OrdersMemory(OpTrait):
    """Orders memory accesses of different threads, or may do so unseen."""


class Opaque(OpTrait):
    """What it does is known to the GPU's assembler, or to the function that it calls, alone."""


class Counts(_Declared):
    """Waits for groups of copies or multiplies; `limit` is the property that says how many may still be under way."""

    limit: str

    def __init__(self, limit: str) -> None:
        super().__init__(limit=limit)


class MultipliesTiles(OpTrait):
    """Multiplies tiles on the tensor cores."""


class Synchronizes(OpTrait):
    """Part of how threads and copies synchronise: a traced run reports it."""
