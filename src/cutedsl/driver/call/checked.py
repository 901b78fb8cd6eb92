"""Checked runs: direct calls and compilations with `--check`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cutedsl.driver.call.watches import current_watch
from cutedsl.driver.compile.options import CompileOptions, default_options
from cutedsl.errors import fail
from cutedsl.forks.fork_gate import GATE


def checked_options(options: CompileOptions) -> CompileOptions:
    """The options of a checked compilation: it is one for the CPU, and measures accesses if the watch does.

    Errors: check-target.
    """
    from cutedsl.targets.choice import target_named  # with the first call: a process that only imports needs no target
    from cutedsl.targets.devices import CPU

    if options.target is not None and not target_named(options.target).checks:
        raise fail("check-target", f"a checked run cannot run on {options.target!r}")
    watch = current_watch()
    return replace(options, check=True, target=CPU, measure=watch is not None and watch.measures)


def run_checked(jitted: Any, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    """A direct call in a checked run; returns the static result.

    Errors: those of a compilation.
    """
    from cutedsl.driver.call.build import build_call

    with GATE.compiling():
        compiled, bound, _, result = build_call(jitted, args, kwargs, checked_options(default_options()))
    compiled.run_bound(bound)
    return result
