"""Passes and levels that several targets have."""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import ModuleOp

from cutedsl.arch.targets import target as gpu_target
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.passes.checks.barrier_counts import check_barrier_counts
from cutedsl.passes.checks.shared_memory import check_shared_memory
from cutedsl.targets.protocol import Order, Pass

_LLVM_LEVEL: Final = {0: 0, 1: 1, 2: 1, 3: 1}
"""LLVM's pipeline for an option level: O1 for all but 0; more costs compile time and gains nothing (reference B.3)."""


def llvm_level(options: CompileOptions) -> int:
    """LLVM's pipeline for the options of a compilation."""
    return _LLVM_LEVEL[options.opt_level]


def _shared_memory_fits(module: ModuleOp, order: Order) -> ModuleOp:
    """Errors: too-much-shared-memory."""
    check_shared_memory(module, gpu_target(order.arch).max_smem_bytes)
    return module


def _barriers_count(module: ModuleOp, order: Order) -> ModuleOp:
    """Errors: barrier-count."""
    check_barrier_counts(module)
    return module


CHECK_SHARED_MEMORY: Final = Pass("check shared memory", _shared_memory_fits)
CHECK_BARRIERS: Final = Pass("check barriers", _barriers_count, lambda order: not order.options.check)
"""A checked run tells more: who waits, and for what."""
