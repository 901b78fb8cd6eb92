"""`cutlass.testing`: timing, and the arguments of timed runs; ours: checked runs, timelines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.checker import check, checking
from cutedsl.driver.call.slow_calls import slow_calls
from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.debugging.marks import Marks
from cutedsl.testing.autotune import autotune_jit
from cutedsl.testing.benchmark import CantImplementError, JitArguments, benchmark, get_workspace_count, tune
from cutedsl.testing.checked import assert_clean, assert_no_bank_conflicts
from cutedsl.testing.convert import convert
from cutedsl.testing.init_arguments import add_tensor_init_args, validate_tensor_init_args
from cutedsl.testing.marked import marks_timeline
from cutedsl.testing.timing import Timing
from cutedsl.viz.pictures.timeline import perfetto_json

if not TYPE_CHECKING:
    __getattr__ = missing_names("testing")


__all__ = [
    "CantImplementError",
    "JitArguments",
    "Marks",
    "Timing",
    "add_tensor_init_args",
    "assert_clean",
    "assert_no_bank_conflicts",
    "autotune_jit",
    "benchmark",
    "check",
    "checking",
    "convert",
    "get_workspace_count",
    "marks_timeline",
    "perfetto_json",
    "slow_calls",
    "tune",
    "validate_tensor_init_args",
]
