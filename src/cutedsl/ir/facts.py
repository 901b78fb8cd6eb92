"""What is known of each op: its traits, collected once, by name.

Passes and targets ask `facts(op)`; nothing outside `ir/` keeps a table of op properties. An op without facts is an
internal error that names it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xdsl.ir import Operation
from xdsl.traits import IsTerminator, Pure

from cutedsl.errors.frozen import frozen
from cutedsl.ir.dialect import ALL_OPS
from cutedsl.ir.foreign import CALLS, COMPUTES, HANDS_ON, LOOPS, PURE, REGIONS, TERMINATORS, Computes
from cutedsl.ir.traits import (
    AccessKind,
    Address,
    Allocates,
    Arithmetic,
    Arrives,
    Between,
    Counts,
    Indexed,
    Meets,
    MultipliesTiles,
    Observable,
    Opaque,
    OrdersMemory,
    PerLane,
    PlainAccess,
    Polls,
    Position,
    Reads,
    Rearranges,
    Scope,
    Space,
    Synchronizes,
    TracksCopies,
    Waits,
    WholeWarp,
    Writes,
)
from cutedsl.ir.types import PtrType

_NOTHING: Final = Computes()


@frozen
class Facts:
    """The traits of one op, as attributes. `waits`, `polls` and `arrives` say where; None: it does not.

    `hands_on`: a value given to it comes out as one of several. `rearranges`: the results have the operands' bits.
    """

    name: str
    pure: bool = False
    arithmetic: bool = False
    position: Position | None = None
    address: bool = False
    allocates: Space | None = None
    reads: tuple[int, ...] = ()
    writes: int | None = None
    plain_access: bool = False
    tracks_copies: bool = False
    observable: AccessKind | None = None
    meets: Meets | None = None
    per_lane: bool = False
    whole_warp: bool = False
    waits: Scope | None = None
    polls: Scope | None = None
    arrives: Scope | None = None
    orders: bool = False
    opaque: bool = False
    counts: str | None = None
    synchronizes: bool = False
    multiplies_tiles: bool = False
    loop: bool = False
    terminator: bool = False
    hands_on: bool = False
    rearranges: bool = False
    indexed: bool = False
    between: tuple[int, int | None] | None = None
    computes: Computes = _NOTHING


def _facts_of(cls: type[Operation]) -> Facts:
    found: dict[str, object] = {}
    for trait in cls.traits:
        match trait:
            case Pure():
                found["pure"] = True
            case Arithmetic():
                found["arithmetic"] = found["pure"] = True
            case Position():
                found["position"], found["pure"] = trait, True
            case Address():
                found["address"] = True
            case Allocates():
                found["allocates"] = trait.space
            case Reads():
                found["reads"] = trait.operands
            case Writes():
                found["writes"] = trait.operand
            case Observable():
                found["observable"] = trait.kind
            case Meets():
                found["meets"] = trait
            case Waits() | Polls() | Arrives():
                found[type(trait).__name__.lower()] = trait.at
            case Between():
                found["between"] = (trait.low, trait.high)
            case Indexed():
                found["indexed"] = True
            case Rearranges():
                found["rearranges"] = found["arithmetic"] = found["pure"] = True
            case Counts():
                found["counts"] = trait.limit
            case PlainAccess():
                found["plain_access"] = True
            case TracksCopies():
                found["tracks_copies"] = True
            case PerLane():
                found["per_lane"] = True
            case WholeWarp():
                found["whole_warp"] = True
            case OrdersMemory():
                found["orders"] = True
            case Opaque():
                found["opaque"] = True
            case Synchronizes():
                found["synchronizes"] = True
            case MultipliesTiles():
                found["multiplies_tiles"] = True
            case IsTerminator():
                found["terminator"] = True
            case _:
                pass
    return Facts(cls.name, **found)  # type: ignore[arg-type]


class _Table(dict[str, Facts]):
    def __missing__(self, name: str) -> Facts:
        raise NotImplementedError(f"internal error: {name} has no facts; declare its traits in cutedsl/ir")


def _foreign() -> Iterable[Facts]:
    """Facts of the ops of MLIR's dialects."""
    for op in PURE:
        computes = COMPUTES.get(op.name, _NOTHING)
        moves = computes.operation == "bitcast"
        hands_on = op.name in HANDS_ON
        yield Facts(op.name, pure=True, arithmetic=True, computes=computes, rearranges=moves, hands_on=hands_on)
    for op in LOOPS:
        yield Facts(op.name, loop=True, hands_on=True)
    for op in TERMINATORS:
        yield Facts(op.name, terminator=True, hands_on=op.name in HANDS_ON)
    for op in CALLS:
        yield Facts(op.name, opaque=True)
    for op in REGIONS:
        yield Facts(op.name, hands_on=op.name in HANDS_ON)


FACTS: Final[dict[str, Facts]] = _Table((one.name, one) for one in (*_foreign(), *map(_facts_of, ALL_OPS)))
"""Facts by op name."""


def facts(op: Operation) -> Facts:
    """The facts of an op. Errors: an internal error that names an op that has none."""
    return FACTS[op.name]


def moves_pointer(op: Operation) -> bool:
    """Whether the result is a pointer into the memory that the pointer in operand 0 points into."""
    return FACTS[op.name].address and type(op.operands[0].type) is PtrType and type(op.results[0].type) is PtrType
