"""What a compiled function's call code checks of its arguments and fills, as data.

`CallDescription` is for every interface; `PythonCall`, for calls from Python, has arguments with parts too.

Apart from `abi.call`, because a process that only runs stored programs needs none of it. Source: ours.
"""

from __future__ import annotations

from enum import Enum

from cutedsl.errors.frozen import frozen


class HostKind(Enum):
    """What a host function does, as far as its caller must know."""

    DIRECT = "direct"
    """Neither loops nor launches on the CPU: it ends by itself, and is called under the GIL."""
    LAUNCHES = "launches"
    """Launches kernels on the CPU, which run without the GIL, may be stopped and have a time limit."""
    LOOPS = "loops"
    """May run long itself: called without the GIL, watched for signals and the time limit."""


@frozen
class Extent:
    """One shape or stride leaf: its static value, or what a dynamic one must be a multiple of."""

    static: int | None
    divisibility: int = 1
    width_bits: int = 64


@frozen
class TensorArgument:
    """A tensor: DLPack's type code and bits, its element type's name, its leaves, alignment, and "cpu" or "cuda".

    `written` says that the program may write its memory.
    `backwards`: run-time strides may be below 0.
    """

    dtype: str
    code: int
    bits: int
    shape: tuple[Extent, ...]
    strides: tuple[Extent, ...]
    align_bytes: int
    device: str
    written: bool = True
    backwards: bool = False

    @property
    def slot_count(self) -> int:
        return 2 + sum(leaf.static is None for leaf in (*self.shape, *self.strides))


@frozen
class ScalarArgument:
    """A number: `kind` is "bool", "int", "uint" or "float"; `handle`: of a CUDA "stream" or "event"."""

    kind: str
    bits: int
    handle: str = ""

    @property
    def slot_count(self) -> int:
        return 1


@frozen
class PointerArgument:
    """An address, where it stands alone: its element type, memory and alignment are compiled in."""

    dtype: str
    memspace: str
    align_bytes: int

    @property
    def slot_count(self) -> int:
        return 1


CallArgument = TensorArgument | ScalarArgument | PointerArgument


@frozen
class ConstantArgument:
    """A part of an argument that is compiled in: this very object, or None where `may_be_none`."""

    value: object
    may_be_none: bool = False

    @property
    def slot_count(self) -> int:
        return 0


@frozen
class TreeArgument:
    """A tuple, a list or an object of exactly this class, with its parts; `fields` are the attributes of an object."""

    kind: type
    fields: tuple[str, ...]
    parts: tuple[PythonArgument, ...]

    @property
    def slot_count(self) -> int:
        return sum(part.slot_count for part in self.parts)

    @property
    def objects(self) -> tuple[object, ...]:
        """What the call code compares with or asks for: the class and the fields, then those of the parts."""
        return (self.kind, *self.fields, *_objects(self.parts))


PythonArgument = CallArgument | ConstantArgument | TreeArgument


def _objects(arguments: tuple[PythonArgument, ...]) -> tuple[object, ...]:
    found: list[object] = []
    for argument in arguments:
        match argument:
            case TreeArgument():
                found += argument.objects
            case ConstantArgument(value=value):
                found.append(value)
            case _:
                pass
    return tuple(found)


@frozen
class SlotCheck:
    """`slots[slot]` is `coefficient` times the product of `slots[factors]`, unless `slots[unless_one]` is 1."""

    slot: int
    coefficient: int
    factors: tuple[int, ...]
    unless_one: int | None


@frozen
class CallDescription:
    """What the call code of one function checks and fills, in this order."""

    arguments: tuple[CallArgument, ...]
    checks: tuple[SlotCheck, ...] = ()

    @property
    def slot_count(self) -> int:
        return sum(argument.slot_count for argument in self.arguments)


@frozen
class PythonCall:
    """What the call code of one function checks and fills when Python calls it."""

    arguments: tuple[PythonArgument, ...]
    checks: tuple[SlotCheck, ...] = ()

    @property
    def slot_count(self) -> int:
        return sum(argument.slot_count for argument in self.arguments)

    @property
    def objects(self) -> tuple[object, ...]:
        """The objects of this process that the call code needs, in the order of its table."""
        return _objects(self.arguments)

    @property
    def flat(self) -> CallDescription | None:
        """The same for other interfaces; None where an argument has parts."""
        flat = tuple(a for a in self.arguments if isinstance(a, TensorArgument | ScalarArgument))
        return CallDescription(flat, self.checks) if len(flat) == len(self.arguments) else None
