"""Optimisations by name. Each can be switched off (`CUTEDSL_WITHOUT`); the ledger measures them.

A kernel has the same results without them, but for `contraction`, which rounds once where it else rounds twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

OPTIMISATIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "aligned-stores": "GPU: four stores of 32 bits are one of 16 bytes where their address allows it at run time",
        "brief-code": "CPU: long kernels without loops are written in the shortest way, not in the quickest",
        "bundles": "CPU: words of private memory that are computed alike are computed together, in memory's order",
        "coherent-branches": "CPU: a branch that all lanes take is written a second time, without a mask",
        "constant-offsets": "GPU: constants stay apart in addresses, so that accesses a constant apart share one",
        "contraction": "GPU: `a * b + c` is one instruction with one rounding where nothing else reads the product",
        "float-quotients": "CPU: lanes divide 32-bit integers as floats of 64 bits, which are exact",
        "idle-registers": "GPU: a warp group that asks for registers gets those that no other block could use",
        "joined-accesses": "GPU: loads, or stores, of elements beside each other are one of a vector",
        "kept-vectors": "CPU: a vector that lives while a warp waits is kept, not computed again after each barrier",
        "lane-groups": "CPU: threads of long kernels run as many at a time as a register holds, where nobody can tell",
        "lane-parts": "CPU: a loop is written for as many lanes at a time as its values have registers",
        "lane-runs": "CPU: lanes that access contiguous elements in runs of 8 or 16 load and store vectors",
        "late-sinking": "LLVM keeps arithmetic between the barriers where it stands",
        "loop-unrolling": "GPU: loops over register fragments and short loops are unrolled",
        "machine-code": "CPU: LLVM takes twice the time, for kernels that run often",
        "meeting-rounds": "CPU: warps that wait for nothing but each other run in turn from barrier to barrier",
        "multiplies-in-place": "CPU: a warp's matrix multiply reads and writes fragments where they lie",
        "plain-names": "GPU: `cutlass` is left out of names of kernels that ptxas then compiles better",
        "predicated-copies": "GPU: in loops, a branch around a group of asynchronous copies is a predicate of each",
        "roll-up": "CPU: what a Python loop unrolled becomes a loop again, where it is long",
        "row-accesses": "CPU: stores of several ops that fill rows are one store",
        "shared-code": "CPU: long kernels call functions for gathers, scatters and matrix loads",
        "spilled-arrays": "CPU: arrays too large for registers while a warp waits stay in memory",
        "streaming-stores": "CPU: tensors that are only written pass the caches",
        "swizzled-addresses": "GPU: an unrolled tile is swizzled once; constants and stages are added behind",
        "teams": "CPU: one warp runs a loop for all warps of its block",
        "unsigned-divisions": "GPU: integers that are certainly not negative are divided without signs",
    }
)
