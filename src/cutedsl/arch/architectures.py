"""`Arch`: the architectures by their names."""

from __future__ import annotations

from enum import Enum
from functools import total_ordering


@total_ordering
class Arch(Enum):
    """An architecture: major and minor number, and the letter of code for it alone (`a`) or for its family (`f`).

    They are ordered: `Arch.sm_89 < Arch.sm_90 < Arch.sm_90a`.
    Source: CuTe DSL documentation, "JIT Compilation Options".
    """

    sm_80 = (8, 0, "")
    sm_86 = (8, 6, "")
    sm_87 = (8, 7, "")
    sm_89 = (8, 9, "")
    sm_90 = (9, 0, "")
    sm_90a = (9, 0, "a")
    sm_100 = (10, 0, "")
    sm_100a = (10, 0, "a")
    sm_100f = (10, 0, "f")
    sm_101 = (10, 1, "")
    sm_101a = (10, 1, "a")
    sm_101f = (10, 1, "f")
    sm_103 = (10, 3, "")
    sm_103a = (10, 3, "a")
    sm_103f = (10, 3, "f")
    sm_107 = (10, 7, "")
    sm_107a = (10, 7, "a")
    sm_107f = (10, 7, "f")
    sm_110 = (11, 0, "")
    sm_110a = (11, 0, "a")
    sm_110f = (11, 0, "f")
    sm_120 = (12, 0, "")
    sm_120a = (12, 0, "a")
    sm_120f = (12, 0, "f")
    sm_121 = (12, 1, "")
    sm_121a = (12, 1, "a")
    sm_121f = (12, 1, "f")

    @property
    def major(self) -> int:
        """The major number of the compute capability."""
        return self.value[0]

    @property
    def minor(self) -> int:
        """The minor number of the compute capability."""
        return self.value[1]

    @property
    def suffix(self) -> str:
        """`a`, `f`, or nothing."""
        return self.value[2]

    def __str__(self) -> str:
        return self.name

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Arch):
            return NotImplemented
        return (self.major, self.minor, self.suffix) < (other.major, other.minor, other.suffix)

    @staticmethod
    def from_string(text: str) -> Arch:
        """The architecture of a name such as "sm_90a".

        >>> Arch.from_string("sm_90a").major
        9
        """
        return Arch[text.strip().lower()]

    @staticmethod
    def _between(least: int, most: int) -> list[Arch]:
        return [arch for arch in Arch if least <= 10 * arch.major + arch.minor <= most]

    @staticmethod
    def AmpereArchs() -> list[Arch]:
        """Those of Ampere: sm_80, sm_86, sm_87."""
        return Arch._between(80, 88)

    @staticmethod
    def AdaArchs() -> list[Arch]:
        """That of Ada: sm_89."""
        return Arch._between(89, 89)

    @staticmethod
    def HopperArchs() -> list[Arch]:
        """Those of Hopper: sm_90 and sm_90a."""
        return Arch._between(90, 99)

    @staticmethod
    def BlackwellArchs() -> list[Arch]:
        """Those of Blackwell: sm_100 and later."""
        return Arch._between(100, 129)

    def is_family_of(self, other: Arch) -> bool:
        """Whether code for `other`, which ends in `f`, runs on this one: the same major number, and no lower minor."""
        return self.suffix != "" and self.major == other.major and self.minor >= other.minor
