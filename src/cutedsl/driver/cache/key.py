"""The key of a compilation: its signature, options and target, and all that the trace can read."""

from __future__ import annotations

import logging
from dataclasses import astuple

import numpy as np

from cutedsl.config import config
from cutedsl.driver.cache.recent import RecentCalls
from cutedsl.driver.cache.toolchain import toolchain
from cutedsl.driver.jitted import Jitted
from cutedsl.driver.options import CompileOptions
from cutedsl.driver.signature import BoundArguments
from cutedsl.driver.target import Target
from cutedsl.execution.devices import current_device
from cutedsl.staging.reads import Reads, describe_type, reads_of

_LARGEST_ARRAY_BYTES = 1 << 16

describe_type(
    np.ndarray,
    lambda a: None if a.nbytes > _LARGEST_ARRAY_BYTES or a.dtype.hasobject else (a.dtype.str, a.shape, a.tobytes()),
    mutable=True,
)
describe_type(RecentCalls, lambda _: ())  # what a function remembers is no part of it
describe_type(logging.Logger, lambda log: (log.name,))
describe_type(np.dtype, lambda d: (d.str, repr(d)))
describe_type(np.generic, lambda n: None if n.dtype.hasobject else (n.dtype.str, n.tobytes()))


def reads_of_call(jitted: Jitted, bound: BoundArguments, target: Target, options: CompileOptions) -> Reads:
    """The digest that names a compilation in memory and on disk, and the guards on it.

    **Law**: equal digests compile to the same program, in any process on machines with this CPU.
    """
    settings = config()
    device = repr(current_device()) if target.kind == "cuda" else None
    facts = (toolchain(), target.kind, target.arch, astuple(options), settings.bounds, settings.verifies, device)
    call = (bound.names, bound.keyword_only, bound.key, bound.slot_rules)
    return reads_of((facts, call, jitted.function, jitted.bound, jitted.preprocess, jitted.__name__))
