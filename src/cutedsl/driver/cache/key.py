"""The key of a compilation: its signature, options and target, and all that the trace can read."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from cutedsl.config import config
from cutedsl.driver.arguments.signature import BoundArguments
from cutedsl.driver.cache.recent_calls import RecentCalls
from cutedsl.driver.cache.toolchain import toolchain
from cutedsl.driver.compile.jitted import Jitted
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.execution.arrays.runtime_pointer import RuntimePointer
from cutedsl.staging.reads import Reads, describe_type, reads_of
from cutedsl.staging.rewrite.visitor import replaced_visits
from cutedsl.targets.protocol import Target

_LARGEST_ARRAY_BYTES = 1 << 16


def _array_parts(array: Any) -> tuple[object, ...] | None:
    """A NumPy array by value, if it is small and holds numbers."""
    if array.nbytes > _LARGEST_ARRAY_BYTES or array.dtype.hasobject:
        return None
    return array.dtype.str, array.shape, array.tobytes()


describe_type("numpy.ndarray", _array_parts, mutable=True)
describe_type("numpy.generic", _array_parts)
describe_type("numpy.dtype", lambda dtype: (dtype.str, repr(dtype)))
for _named in ("dtype", "device", "layout", "memory_format", "finfo", "iinfo"):
    describe_type(f"torch.{_named}", lambda value: (repr(value),))
for _stream in ("cuda.bindings.driver.CUstream", "cuda.bindings.runtime.cudaStream_t"):
    describe_type(_stream, lambda stream: (int(stream),))
describe_type(  # an address is what a call brings
    f"{RuntimePointer.__module__}.{RuntimePointer.__qualname__}", lambda p: (p.dtype, p.memspace, p.align_bytes)
)
describe_type("torch._C._CudaStreamBase", lambda stream: (stream.device_index, stream.cuda_stream))
describe_type(f"{RecentCalls.__module__}.{RecentCalls.__qualname__}", lambda _: ())  # no part of what a function is


def reads_of_call(jitted: Jitted, bound: BoundArguments, target: Target, options: CompileOptions) -> Reads:
    """The digest that names a compilation in memory and on disk, and the guards on it.

    **Law**: equal digests compile to the same program, in any process on machines with this CPU and these sources of
    ours.
    """
    settings = config()
    refused = tuple(sorted(settings.warnings_as_errors))  # a program remembered without them may have been warned of
    asked = (  # no lists: each would be a guard of every call
        settings.bounds,
        settings.verifies,
        settings.debug,
        str(settings.dump_dir),
        refused,
        tuple(sorted(settings.without)),
    )
    facts = (toolchain(), target.kind, target.arch, astuple(options), target.facts(), asked)
    return reads_of((facts, *_called(jitted, bound)))


def portable_reads_of_call(jitted: Jitted, bound: BoundArguments, target: Target, options: CompileOptions) -> Reads:
    """The same for other machines, folders and builds of cutedsl, which a bundle compares by itself.

    **Law**: equal digests compile to programs that do the same, on machines that run the code of both.
    """
    settings = config()
    facts = (target.kind, target.arch, astuple(options), settings.bounds, tuple(sorted(settings.without)))
    return reads_of((facts, *_called(jitted, bound)), portable=True)


def _called(jitted: Jitted, bound: BoundArguments) -> tuple[object, ...]:
    """What a digest is made from besides settings and machine."""
    call = (bound.names, bound.keyword_only, bound.key, bound.slot_rules)
    return (call, jitted.function, jitted.bound, jitted.preprocess, jitted.__name__, replaced_visits())
