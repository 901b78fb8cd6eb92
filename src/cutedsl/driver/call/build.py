"""From a `@jit` function and arguments to a compiled function, remembered or made now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutedsl.config import config
from cutedsl.driver.arguments.signature import BoundArguments, bind_arguments
from cutedsl.driver.cache.calls import RecentCall, recent_call
from cutedsl.driver.cache.lookup import Found, Request, look_up
from cutedsl.driver.call.compiled import CompiledFunction, make_compiled
from cutedsl.driver.call.dry import RecordedFunction, dry_run
from cutedsl.driver.call.foreign_settings import tell_without_effect
from cutedsl.driver.call.recorded import current_recorder, recorded_function
from cutedsl.driver.compile.beside import short_turns
from cutedsl.driver.compile.collection import collector_at_rest
from cutedsl.driver.compile.jitted import Jitted
from cutedsl.driver.compile.log import logged_errors
from cutedsl.driver.compile.observe import notify, notify_request
from cutedsl.driver.compile.options import CompileOptions, default_options
from cutedsl.driver.compile.static_results import fresh
from cutedsl.forks.fork_gate import GATE
from cutedsl.targets.choice import choose_target


def build(
    jitted: Jitted, args: Sequence[object], kwargs: Mapping[str, object], options: CompileOptions
) -> CompiledFunction:
    """A function compiled for example arguments, to be kept by whoever asked; what its trace prints is printed.

    Errors: those of binding, of the program, of the target; compile-forbidden.
    """
    with GATE.compiling(), short_turns(), collector_at_rest(), logged_errors():
        request = request_for(jitted, args, kwargs, options)
        notify_request(request)
        recorded = _not_compiled(request)
        if recorded is not None:
            return recorded
        found = look_up(request)
        if found.made is None:
            print(found.program.printed, end="")
        return _loaded(request, found)


def build_call(
    jitted: Jitted, args: Sequence[object], kwargs: Mapping[str, object], options: CompileOptions | None = None
) -> tuple[CompiledFunction, BoundArguments, RecentCall | None, object]:
    """A function compiled for the arguments of a direct call, how to recognise another such call, its static result.

    Without `options` they are the environment's.

    Errors: as `build`.
    """
    with GATE.compiling(), short_turns(), collector_at_rest(), logged_errors():
        request = request_for(jitted, args, kwargs, options or default_options())
        notify_request(request)
        recorded = _not_compiled(request)
        if recorded is not None:
            return recorded, request.bound, None, fresh(recorded.result, request.bound.values)
        found = look_up(request)
        if found.anew:
            print(found.program.printed, end="")
        compiled = found.program.function
        if compiled is None or not compiled.takes_classes_of(request.bound):
            compiled = found.program.function = _loaded(request, found)
    reads, result = found.reads, found.program.result
    known = None
    if reads and not kwargs:
        known = recent_call(compiled, request.bound, jitted.bound, args, reads.watches, result)
    return compiled, request.bound, known, fresh(result, request.bound.values)


def request_for(
    jitted: Jitted, args: Sequence[object], kwargs: Mapping[str, object], options: CompileOptions
) -> Request:
    """The arguments bound to the author's signature; that of a method without `self`, a compile-time object."""
    tell_without_effect()
    function = jitted.function
    bound = bind_arguments(function.__get__(jitted.bound[0]) if jitted.bound else function, args, kwargs)
    target = choose_target(options, bound.devices)
    return Request(jitted, bound.placed(target.device), target, options)


def _not_compiled(request: Request) -> RecordedFunction | None:
    """What stands for the function where programs are traced only: in a dry run, and where calls are recorded."""
    if config().dryrun:
        return dry_run(request)
    recorder = current_recorder()
    if recorder is None:
        return None
    return recorded_function(request, recorder)


def _loaded(request: Request, found: Found) -> CompiledFunction:
    """The compilation in this process; what was made now is stored for others while the GPU's driver compiles it."""
    function, bound, compilation = request.jitted.function, request.bound, found.program.compilation
    compiled = compilation.times.measure("load", lambda: make_compiled(function, bound, compilation))
    if found.keep is not None:
        compilation.times.measure("store", found.keep)
    compilation.times.measure("load", compiled.executable.finish_loading)
    if found.made is not None:
        notify(found.made)
    return compiled
