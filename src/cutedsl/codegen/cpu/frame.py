"""What a function has besides the code being written: its stack slots, its shared reports, what is noted of memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.plan.teams import FLAGS_BYTES
from cutedsl.codegen.cpu.reports import Reports
from cutedsl.errors.frozen import frozen


@dataclass(slots=True)
class Frame:
    """The beginning and the end of a function: what its body asked for while it was written."""

    allocas: list[str] = field(default_factory=list[str])
    """The lines of the entry block that make stack slots."""
    cleared: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    """The slots that start as zero, with their bytes."""
    exits: dict[str, str] = field(default_factory=dict[str, str])
    """The slots of what is written on the way out of the function, by LLVM type."""
    returned: str | None = None
    """The slot of the lanes that have returned, where barriers ask for it (`KernelPlan.returns`)."""
    reports: Reports = field(default_factory=Reports)
    """The blocks that accesses outside of their tensors end in."""


@dataclass(slots=True)
class TeamMemory:
    """The memory of a block for the loops that one warp runs for all."""

    loops: int = 0
    """How many such loops are written."""
    size_bytes: int = FLAGS_BYTES
    """The bytes taken so far."""


@frozen
class Written:
    """Slots beside an array of private memory."""

    words: str
    """A word for each element: the lanes that have written it."""
    elems: int
    first_read: str
    """1 + the site that read what was stored here while some lanes lacked it; 0 for none."""


@frozen
class Lacking:
    """Slots beside a value that was read from private memory."""

    words: str
    """A word for each element: the lanes that have not written it."""
    count: int
    first_read: str
    """1 + the site that read it first."""


@dataclass(slots=True)
class CheckNotes:
    """What a checked function keeps beside the memory of the program."""

    epoch: int = 0
    """Changes wherever a read that was reported has to be reported again."""
    accumulators: dict[str, str] = field(default_factory=dict[str, str])
    """Of each array that a warp group accumulates in, by its base: the slot of the multiply under way."""
    registers: dict[Operation, str] = field(default_factory=dict[Operation, str])
    """The same for accumulators that are values, by the array that they are in for a multiply."""
    fragments: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    """Of each array from which multiplies take A, by its base: a slot for each element, and how many there are."""
    written: dict[str, Written] = field(default_factory=dict[str, Written])
    """What is noted of each array of private memory, by its base."""
    lacking: dict[SSAValue, Lacking] = field(default_factory=dict[SSAValue, Lacking])
    """What is noted of values that were read from private memory and that nothing has used yet."""
    loads: dict[SSAValue, tuple[str, int]] = field(default_factory=dict[SSAValue, tuple[str, int]])
    """Registers that were loaded from tensor memory: the slot of the load's clock, and its site."""
