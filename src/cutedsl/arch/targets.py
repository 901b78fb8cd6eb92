"""The NVIDIA GPU targets that cutedsl compiles for, as frozen data.

The numbers are per target name, not per card: two cards of one compute capability share them. Sources: CUDA C++
Programming Guide, "Technical Specifications per Compute Capability"; PTX ISA, "Target Specific Directives: .target"
(the PTX version that introduced each target; for sm_80 and sm_90 the next one, which completed their mbarriers).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen

KIB: Final = 1024
STATIC_SMEM_BYTES: Final = 48 * KIB
"""Shared memory that a launch may use without opting in (every target)."""


MAX_CLUSTER_BLOCKS: Final = 16
"""Of any target."""


@frozen
class GpuTarget:
    """One `sm_XY` target: what its code may use and how much of it.

    >>> target("sm_90a").capability
    (9, 0)
    >>> target("sm_90a").max_smem_bytes
    232448
    """

    name: str
    capability: tuple[int, int]
    ptx_version: tuple[int, int]
    max_smem_bytes: int
    smem_per_sm_bytes: int
    threads_per_sm: int
    blocks_per_sm: int
    max_threads_per_block: int = 1024
    registers_per_sm: int = 65536
    warp_lanes: int = 32
    max_cluster_blocks: int = 1

    def __post_init__(self) -> None:
        digits = f"{self.capability[0]}{self.capability[1]}"
        if self.name not in (f"sm_{digits}", f"sm_{digits}a"):
            raise ValueError(f"{self.name} does not name compute capability {self.capability}")
        if not STATIC_SMEM_BYTES < self.max_smem_bytes <= self.smem_per_sm_bytes:
            raise ValueError(f"{self.name}: {self.max_smem_bytes} bytes of shared memory a block")

    @property
    def accelerated(self) -> bool:
        """Whether the target has the instructions that only run on exactly this capability (`sm_90a`, …)."""
        return self.name.endswith("a")

    @property
    def llvm_features(self) -> str:
        """The feature string for LLVM: the oldest PTX version that knows this target.

        The driver's own compiler takes PTX only up to its own version, so the text asks for no more than it needs.
        """
        major, minor = self.ptx_version
        return f"+ptx{major}{minor}"

    def at_least(self, major: int, minor: int = 0) -> bool:
        """Whether the target's compute capability is `major.minor` or later."""
        return self.capability >= (major, minor)


_TABLE: Final = (
    GpuTarget("sm_80", (8, 0), (7, 1), 163 * KIB, 164 * KIB, 2048, 32),
    GpuTarget("sm_86", (8, 6), (7, 1), 99 * KIB, 100 * KIB, 1536, 16),
    GpuTarget("sm_87", (8, 7), (7, 4), 163 * KIB, 164 * KIB, 1536, 16),
    GpuTarget("sm_89", (8, 9), (7, 8), 99 * KIB, 100 * KIB, 1536, 24),
    GpuTarget("sm_90", (9, 0), (8, 0), 227 * KIB, 228 * KIB, 2048, 32, max_cluster_blocks=16),
    GpuTarget("sm_90a", (9, 0), (8, 0), 227 * KIB, 228 * KIB, 2048, 32, max_cluster_blocks=16),
    GpuTarget("sm_100", (10, 0), (8, 6), 227 * KIB, 228 * KIB, 2048, 32, max_cluster_blocks=16),
    GpuTarget("sm_100a", (10, 0), (8, 6), 227 * KIB, 228 * KIB, 2048, 32, max_cluster_blocks=16),
    GpuTarget("sm_103", (10, 3), (8, 8), 227 * KIB, 228 * KIB, 2048, 32, max_cluster_blocks=16),
    GpuTarget("sm_103a", (10, 3), (8, 8), 227 * KIB, 228 * KIB, 2048, 32, max_cluster_blocks=16),
    GpuTarget("sm_120", (12, 0), (8, 7), 99 * KIB, 100 * KIB, 1536, 24, max_cluster_blocks=8),
    GpuTarget("sm_120a", (12, 0), (8, 7), 99 * KIB, 100 * KIB, 1536, 24, max_cluster_blocks=8),
    GpuTarget("sm_121", (12, 1), (8, 8), 99 * KIB, 100 * KIB, 1536, 24, max_cluster_blocks=8),
    GpuTarget("sm_121a", (12, 1), (8, 8), 99 * KIB, 100 * KIB, 1536, 24, max_cluster_blocks=8),
)

TARGETS: Final = MappingProxyType({one.name: one for one in _TABLE})
"""Every GPU target by name, oldest first."""


def target(name: str) -> GpuTarget:
    """The target called `name`.

    Errors: `unknown-arch` when there is none, with the nearest names.

    >>> target("sm_86").max_smem_bytes // 1024
    99
    """
    found = TARGETS.get(name)
    if found is not None:
        return found
    import difflib

    near = difflib.get_close_matches(name, TARGETS, n=1, cutoff=0.3)
    known = ", ".join(TARGETS)
    raise fail(
        "unknown-arch",
        f"there is no GPU architecture `{name}`; known are {known}",
        fix=f"write `{near[0]}`" if near else None,
    )


def target_for(capability: tuple[int, int]) -> GpuTarget:
    """The most specific target that runs on a device of this compute capability.

    A device newer than the table gets the newest portable target that is not newer than it: PTX of an older portable
    target runs on every later device.

    Errors: `unsupported-arch` below capability 8.0.

    >>> target_for((9, 0)).name
    'sm_90a'
    >>> target_for((8, 8)).name
    'sm_87'
    """
    exact = [one for one in _TABLE if one.capability == capability]
    if exact:
        return max(exact, key=lambda one: one.accelerated)
    older = [one for one in _TABLE if not one.accelerated and one.capability <= capability]
    if older:
        return max(older, key=lambda one: one.capability)
    raise fail(
        "unsupported-arch",
        f"this GPU has compute capability {capability[0]}.{capability[1]}; cutedsl compiles for 8.0 and later",
        fix="run on the CPU: set `CUTEDSL_TARGET=cpu`",
    )
