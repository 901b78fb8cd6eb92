"""What a compiled function's call code checks of its arguments and fills, as data.

Apart from `call_abi`, because a process that only runs stored programs needs none of it. Source: ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class HostKind(Enum):
    """What a host function does, as far as its caller must know."""

    DIRECT = "direct"
    """Neither loops nor launches on the CPU: it ends by itself, and is called under the GIL."""
    LAUNCHES = "launches"
    """Launches kernels on the CPU, which run without the GIL, may be stopped and have a time limit."""
    LOOPS = "loops"
    """May run long itself: called without the GIL, watched for signals and the time limit."""


@dataclass(frozen=True, slots=True)
class Extent:
    """One shape or stride leaf: its static value, or what a dynamic one must be a multiple of."""

    static: int | None
    divisibility: int = 1
    width_bits: int = 64


@dataclass(frozen=True, slots=True)
class TensorArgument:
    """A tensor: DLPack's type code and bits, its element type's name, its leaves, alignment, and "cpu" or "cuda"."""

    dtype: str
    code: int
    bits: int
    shape: tuple[Extent, ...]
    strides: tuple[Extent, ...]
    align_bytes: int
    device: str

    @property
    def slot_count(self) -> int:
        return 2 + sum(leaf.static is None for leaf in (*self.shape, *self.strides))


@dataclass(frozen=True, slots=True)
class ScalarArgument:
    """A number: `kind` is "bool", "int", "uint" or "float"."""

    kind: str
    bits: int

    @property
    def slot_count(self) -> int:
        return 1


CallArgument = TensorArgument | ScalarArgument


@dataclass(frozen=True, slots=True)
class SlotCheck:
    """`slots[slot]` is `coefficient` times the product of `slots[factors]`, unless `slots[unless_one]` is 1."""

    slot: int
    coefficient: int
    factors: tuple[int, ...]
    unless_one: int | None


@dataclass(frozen=True, slots=True)
class CallDescription:
    """What the call code of one function checks and fills, in this order."""

    arguments: tuple[CallArgument, ...]
    checks: tuple[SlotCheck, ...] = ()

    @property
    def slot_count(self) -> int:
        return sum(argument.slot_count for argument in self.arguments)
