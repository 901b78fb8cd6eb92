"""`Swizzle`: an XOR of index bits that spreads shared memory accesses over the banks."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen


@frozen
class Swizzle:
    """`S<b,m,s>`: b bits, taken s above bit m, are XORed into the b bits at m.

    **Law**: `S(x) = x ^ ((x & mask) >> s)`, mask = (2**b - 1) << (m + s); its own inverse when b <= s. What a bit
    stands for (an element, a byte) is the caller's choice. Errors: swizzle-parameters. Source: BSD-3
    `cute/swizzle.hpp`.

    >>> print(Swizzle(3, 4, 3), Swizzle(3, 4, 3)(0b1010000000), Swizzle(0, 2, 5))
    S<3,4,3> 720 S<0,4,3>
    """

    num_bits: int
    num_base: int
    num_shift: int

    def __post_init__(self) -> None:
        b, m, s = self.num_bits, self.num_base, self.num_shift
        if not (type(b) is int and type(m) is int and type(s) is int):
            raise fail("swizzle-parameters", f"a swizzle needs three integers, got S<{b},{m},{s}>")
        if b < 0 or m < 0 or s < b:
            raise fail("swizzle-parameters", f"S<{b},{m},{s}> is not a swizzle: it needs b >= 0, m >= 0 and s >= b")
        if m + s + b > 63:
            raise fail("swizzle-parameters", f"S<{b},{m},{s}> reaches beyond 64 bits")
        if b == 0:
            object.__setattr__(self, "num_base", 4)
            object.__setattr__(self, "num_shift", 3)

    @classmethod
    def from_name(cls, name: str) -> Swizzle:
        """The swizzle of byte addresses that a tensor map's mode of this name makes: "none", "s32b", "s64b", "s128b".

        "s128b_atom_32b" turns pieces of 32 bytes.
        Errors: swizzle-parameters. Source: CUDA Driver API, `CUtensorMapSwizzle`.

        >>> print(Swizzle.from_name("s64b"))
        S<2,4,3>
        """
        if name == "s128b_atom_32b":
            return cls(2, 5, 2)
        names = ("none", "s32b", "s64b", "s128b")
        if name not in names:
            raise fail("swizzle-parameters", f"there is no swizzle {name!r}", fix=f"It is one of {', '.join(names)}.")
        return cls(names.index(name), 4, 3)

    @property
    def source_mask(self) -> int:
        """The bits that are read."""
        return ((1 << self.num_bits) - 1) << (self.num_base + self.num_shift)

    @property
    def target_mask(self) -> int:
        """The bits that change."""
        return ((1 << self.num_bits) - 1) << self.num_base

    @property
    def max_alignment(self) -> int:
        """Elements that stay contiguous: 2**m (no bound for the identity, reported as 2**62)."""
        return 1 << (self.num_base if self.num_bits else 62)

    @property
    def period(self) -> int:
        """Values that differ by a multiple of this are moved alike."""
        return 1 << (self.num_base + self.num_shift + self.num_bits) if self.num_bits else 1

    def __call__(self, x: Any) -> Any:
        """The swizzled index of an integer, static or dynamic; a dynamic one may know a shorter way (`swizzled`)."""
        if not self.num_bits:
            return x
        if isinstance(x, int) or not hasattr(x, "swizzled"):
            return self.exchange(x)
        return x.swizzled(self)

    def exchange(self, x: Any) -> Any:
        """`S(x)` by its definition."""
        return x ^ ((x & self.source_mask) >> self.num_shift)

    def __str__(self) -> str:
        return f"S<{self.num_bits},{self.num_base},{self.num_shift}>"


def make_swizzle(b: int, m: int, s: int) -> Swizzle:
    """The swizzle `S<b,m,s>`: it XORs the `b` bits of an index from bit `m + s` on into those from bit `m` on.

    Shapes: none; it maps one index to one index. Errors: swizzle-parameters.

    >>> make_swizzle(2, 0, 3)(0b01001)
    8
    """
    return Swizzle(b, m, s)
