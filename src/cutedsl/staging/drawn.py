"""Calls that give something else each time, such as `random.random()`: a compiled program has one result of them."""

from __future__ import annotations

import sys
from typing import Any

from cutedsl.errors import warn

_WORDS = """
betavariate choice choices exponential expovariate gauss getrandbits integers lognormvariate monotonic monotonic_ns
normal normalvariate now perf_counter perf_counter_ns permutation process_time process_time_ns rand randbelow randbits
randint randn random random_sample randperm randrange sample shuffle standard_normal time time_ns today token_bytes
token_hex triangular uniform urandom utcnow uuid1 uuid4
"""
DRAWN = frozenset(_WORDS.split())
"""Their names; `check` looks at what such a name stands for."""
_MODULES = frozenset({"random", "numpy.random", "time", "datetime", "uuid", "secrets", "posix", "nt", "torch"})


def check(function: Any) -> None:
    """Warns (drawn-once) where a function draws from a source of the process: not from a generator of the author."""
    place = _drawn_module(function)
    if place:
        warn("drawn-once", f"`{place}.{function.__name__}()` runs only once, at compile time")


def _drawn_module(function: Any) -> str:
    """The module whose random numbers or clock a function reads; empty for other functions."""
    owner = getattr(function, "__self__", None)
    module = getattr(function, "__module__", None) or getattr(owner, "__name__", "")
    if module in _MODULES:
        return str(module)
    for source, drawing in (("random", "random"), ("numpy.random", "rand")):
        shared = getattr(sys.modules.get(source), drawing, None)  # a method of the generator that all share
        if owner is not None and getattr(shared, "__self__", None) is owner:
            return source
    return "datetime" if getattr(owner, "__module__", "") == "datetime" else ""
