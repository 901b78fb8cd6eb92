"""Bundles that ordinary calls find their programs in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cutedsl.bundle.found import compilation_of
from cutedsl.bundle.functions import Program
from cutedsl.bundle.loaded import Bundle, load
from cutedsl.driver.cache.ahead_of_time import look_ahead_of_time
from cutedsl.driver.cache.key import portable_reads_of_call
from cutedsl.driver.cache.lookup import Request
from cutedsl.driver.cache.memory import Remembered
from cutedsl.driver.compile.static_results import result_of_text
from cutedsl.targets.devices import is_cpu
from cutedsl.targets.nvidia import NvidiaTarget
from cutedsl.targets.protocol import Target


def use(path: str | Path, *, sha256: str | None = None) -> Bundle:
    """From now on calls of `@jit` functions, and `cute.compile`, take their programs from a bundle if it has them.

    **Law**: a call that finds its program does what it would do compiled. It finds one that was recorded from the same
    source, with the same captured values, options and kinds of arguments; the folder of the source does not matter.
    Other calls are compiled, or refused under `CUTEDSL_NO_COMPILE=1`. The bundle that was used last is asked first.

    Errors: as `load`.

    >>> from cutedsl import bundle
    >>> bundle.use("kernels.cutedsl")  # doctest: +SKIP
    >>> softmax(x, y)  # doctest: +SKIP
    """
    found = load(path, sha256=sha256)
    look_ahead_of_time(Calls(found).find)
    return found


class Calls:
    """The programs of a bundle by target, and by what a call of them looks like."""

    def __init__(self, bundle: Bundle) -> None:
        self._targets = bundle.targets
        self._known: dict[tuple[str, str], tuple[Program, dict[str, Any]]] = {}
        for name in bundle:
            for program in bundle[name].programs:
                for digest, call in program.facts["calls"].items():
                    self._known[program.target, digest] = program, call

    def find(self, request: Request) -> Remembered | None:
        """The program of a request, not loaded yet; None if the bundle has none."""
        for name, target in self._fitting(request.target):
            reads = portable_reads_of_call(request.jitted, request.bound, target, request.options)
            known = None if reads.unrepeatable else self._known.get((name, reads.digest))
            if known is not None:
                program, call = known
                made = compilation_of(program.fresh(), request.target, request.options)
                return Remembered(made, call["printed"], result_of_text(call["result"]))
        return None

    def _fitting(self, target: Target) -> list[tuple[str, Target]]:
        """The targets of the file whose programs run where a call is compiled for `target`."""
        if target.on_gpu:
            return [(name, NvidiaTarget(name)) for name in self._targets if not is_cpu(name)]
        return [(name, target) for name in self._targets if is_cpu(name)]
