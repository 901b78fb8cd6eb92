"""From a request to a compilation: from memory, a bundle or disk, else compiled; one thread at a time for each."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cutedsl.config import config
from cutedsl.driver.arguments.signature import BoundArguments
from cutedsl.driver.cache import disk
from cutedsl.driver.cache.ahead_of_time import found_ahead_of_time
from cutedsl.driver.cache.key import reads_of_call
from cutedsl.driver.cache.memory import MEMORY, Remembered
from cutedsl.driver.cache.printed import recording
from cutedsl.driver.call.progress import told_if_long
from cutedsl.driver.compile.collection import keep_all
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.driver.compile.jitted import Jitted
from cutedsl.driver.compile.log import INFO, log
from cutedsl.driver.compile.observe import observed
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.staging.reads import Reads
from cutedsl.targets.protocol import Target

if TYPE_CHECKING:
    from cutedsl.driver.compile.pipeline import Artifacts


@frozen
class Request:
    """What is to be compiled, for what, with which options."""

    jitted: Jitted
    bound: BoundArguments
    target: Target
    options: CompileOptions

    def reads(self) -> Reads:
        """What a trace of it would read now."""
        return reads_of_call(self.jitted, self.bound, self.target, self.options)


@frozen
class Found:
    """A program, `made` now or remembered, with the guards under which it serves again (None: never).

    `anew` says that it comes from an earlier process: this one has not shown yet what its trace printed.
    `keep` stores it for other processes, and is for the caller to do, beside loading it.
    """

    program: Remembered
    reads: Reads | None = None
    made: Artifacts | None = None
    anew: bool = False
    keep: Callable[[], None] | None = None


def look_up(request: Request) -> Found:
    """The compilation of a request.

    Errors: those of the program and of the target; compile-forbidden.
    """
    if observed() or not config().remembers:
        _check_allowed(request, "the cache is not used")
        return _compile_program(request, None)
    started = time.perf_counter()
    reads = request.reads()
    label = disk.label_of_call(request.jitted, request.bound, request.target)
    if reads.unrepeatable is not None:
        _explain(request, reads.unrepeatable)
        _check_allowed(request, reads.unrepeatable)
        found = _compile_program(request, None)
        disk.note("always", "", label, started, reads.unrepeatable)
        return found
    with MEMORY.flight(reads.digest):
        known = MEMORY.get(reads.digest)
        if known is not None:
            _report_hit(request, "remembered", started)
            return Found(known, reads)
        known = _compiled_ahead(request)
        if known is not None:
            MEMORY.put(reads.digest, known)
            _report_hit(request, "found in a bundle", started)
            return Found(known, reads, anew=True)
        known = disk.stored(reads.digest, request.bound, request.target, request.options)
        if known is not None:
            MEMORY.put(reads.digest, known)
            disk.note("hit", reads.digest, label, started)
            _report_hit(request, "found on disk", started)
            return Found(known, reads, anew=True)
        _check_allowed(request, "it is neither in the cache nor in a bundle")
        found = _compile_program(request, reads)
        if found.reads is not None:
            MEMORY.put(reads.digest, found.program)
            found = replace(found, keep=partial(disk.keep, reads.digest, found.program, label))
        disk.note("miss", reads.digest, label, started)
        return found


def _compiled_ahead(request: Request) -> Remembered | None:
    """A program of a bundle; none if somebody wants to see the stages of its compilation."""
    return None if disk.shows_stages(request.options) else found_ahead_of_time(request)


def _compile_program(request: Request, reads: Reads | None) -> Found:
    """Compiles. A trace that changed what it had read is not remembered: another would not see the same."""
    times = StageTimes()
    translate = _compiler(request.target, times)
    arguments = (request.jitted, request.bound, request.target, request.options, times)
    told = partial(told_if_long, f"compiling `{request.jitted.__name__}`")
    if reads is None:
        with told():
            made = translate(*arguments)
        return Found(Remembered(made, "", made.program.result), None, made)
    with nullcontext(list[str]()) if config().leaves_alone("stdout") else recording() as texts, told():
        made = translate(*arguments)
    after: Reads | None = reads
    if not reads.watches.unchanged():
        after = request.reads()
        if after.digest != reads.digest or after.unrepeatable:
            _explain(request, "its trace changes what it reads")
            after = None
    return Found(Remembered(made, "".join(texts), made.program.result), after, made)


def _compiler(target: Target, times: StageTimes) -> Callable[..., Artifacts]:
    """The compiler loads when something is compiled, not with `cutedsl`; LLVM and the driver get ready beside that."""

    def load() -> Callable[..., Artifacts]:
        from cutedsl.driver.compile.first_use import begin

        begin(target)
        from cutedsl.driver.compile.translate import translate

        target.compiler()
        return translate

    if "cutedsl.driver.compile.translate" in sys.modules:
        return load()
    translate = times.measure("import", load)
    keep_all()
    return translate


def _report_hit(request: Request, what: str, started: float) -> None:
    """Under CUTEDSL_DEBUG and in the log, says that nothing was compiled."""
    spent_ms = 1e3 * (time.perf_counter() - started)
    _say(f"`{request.jitted.__name__}` is {what} ({spent_ms:.1f} ms)")


def _explain(request: Request, reason: str) -> None:
    """Under CUTEDSL_DEBUG and in the log, says why a program is not remembered."""
    _say(f"`{request.jitted.__name__}` is compiled at each call: {reason}")


def _say(text: str) -> None:
    if config().debug:
        print(f"cutedsl: {text}", file=sys.stderr)
    log(INFO, lambda: text)


def _check_allowed(request: Request, reason: str) -> None:
    """Errors: compile-forbidden."""
    if config().no_compile:
        call = request.jitted.__name__ + disk.signature_text(request.bound)
        raise fail("compile-forbidden", f"`{call}` would have to be compiled: {reason}")
