"""Calls of an operation that native code repeats without Python, after a first call by Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from cutedsl.codegen.llvm.compile import compile_native
from cutedsl.driver.cache.images import image_store
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.driver.call.watches import watch_variable
from cutedsl.execution.native_calls.environment import environment
from cutedsl.execution.native_calls.replay import Program, Repeated, Replays, ViewOf, link_replay
from cutedsl.native import built_text

__all__ = ["Program", "Repeated", "Replays", "ViewOf", "entry_of", "replays"]


def replays(name: str, slow: Callable[..., Any]) -> Replays | None:
    """An empty chain for the operation `name`, whose calls in Python are `slow`; None where this Python cannot have it.

    Checked runs go to `slow`.
    """
    environment().learn()
    if not environment().usable or not environment().word("torch_view"):
        return None
    return Replays(_code(), name, slow, watch_variable())


def entry_of(run: Callable[..., Any]) -> Callable[..., Any]:
    """What a call of a program enters: machine code itself where it has it.

    >>> entry_of(len)
    <built-in function len>
    """
    machine = isinstance(run, CompiledFunction) and run.calls_by_machine_code
    return type(run).__call__ if machine else run


@cache
def _code() -> Any:
    """The machine code, loaded; compiled once a machine where there is a cache."""
    return link_replay(compile_native("", opt_level=0, more=built_text("replay"), store=image_store()).data)
