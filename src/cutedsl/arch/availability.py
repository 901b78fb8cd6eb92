"""Where an instruction exists."""

from __future__ import annotations

from cutedsl.arch.targets import GpuTarget
from cutedsl.errors.frozen import frozen


@frozen
class Availability:
    """Where an instruction exists: from a compute capability on, or, if `only` is given, on those targets alone.

    `ptx` is the PTX version that introduced it. Empty `only` and capability (0, 0): every machine.

    >>> from cutedsl.arch.targets import TARGETS
    >>> Availability((8, 0), (7, 0)).on(TARGETS["sm_90a"]), Availability((9, 0), (8, 0), ("sm_90a",)).names()
    (True, 'sm_90a')
    """

    capability: tuple[int, int] = (0, 0)
    ptx: tuple[int, int] = (6, 0)
    only: tuple[str, ...] = ()

    def on(self, target: GpuTarget) -> bool:
        """Whether a target has it."""
        return target.name in self.only if self.only else target.capability >= self.capability

    def names(self) -> str:
        """The targets that have it, as a message says it."""
        if self.only:
            return ", ".join(self.only)
        return f"sm_{self.capability[0]}{self.capability[1]} and later" if self.capability > (0, 0) else "any"


ANYWHERE = Availability()
