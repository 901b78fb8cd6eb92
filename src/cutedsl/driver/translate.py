"""Compiles: traces a function and lowers it. Importing this loads the compiler."""

from __future__ import annotations

from functools import partial

# What a compilation comes to need anyway is loaded with the compiler, not in the midst of the work.
import cutedsl.codegen.llvm.first_use
import cutedsl.driver.debug
import cutedsl.execution.cuda_module
import cutedsl.ir
import cutedsl.lang.arch
import cutedsl.staging.rewrite.build  # noqa: F401
from cutedsl.codegen.llvm.compile import start_shared_images
from cutedsl.codegen.llvm.images import ImageStore
from cutedsl.driver.beside import Beside
from cutedsl.driver.cache.disk import image_store
from cutedsl.driver.compilation import StageTimes
from cutedsl.driver.host_memory import check_host_memory
from cutedsl.driver.jitted import Jitted
from cutedsl.driver.native_arguments import describe_call
from cutedsl.driver.options import CompileOptions
from cutedsl.driver.pipeline import Artifacts, build_artifacts, shared_text
from cutedsl.driver.signature import BoundArguments
from cutedsl.driver.specs import StaticSpec
from cutedsl.driver.target import Target
from cutedsl.driver.trace import TracedProgram, trace_program
from cutedsl.driver.trace_state import mangled
from cutedsl.lang.assertion import keeping_assertions
from cutedsl.passes.written_tensors import written_parameters


def translate(
    jitted: Jitted, bound: BoundArguments, target: Target, options: CompileOptions, times: StageTimes
) -> Artifacts:
    """Traces and lowers a function for what its arguments compile to; `times` takes the stages.

    Errors: those of the program and of the target.
    """
    call = None if options.check else describe_call(bound.specs, bound.slot_rules)
    if target.kind == "cpu":  # for a GPU there is time after the trace, beside the driver's compiler
        # It waits for them, so that no process forks while LLVM works.
        Beside(partial(_make_shared_images, shared_text(call, target), image_store()))
    program = times.measure("trace", lambda: record(jitted, bound, options))
    if target.kind == "cuda" and set(bound.devices) == {"cuda"}:
        check_host_memory(program.module)
    written = times.measure("written tensors", lambda: written_parameters(program.module, program.host))
    if call is not None:
        call = describe_call(bound.marked(written).specs, bound.slot_rules)
    return build_artifacts(program, target, options, times, written, call)


def record(jitted: Jitted, bound: BoundArguments, options: CompileOptions) -> TracedProgram:
    """Traces a function for what its arguments compile to.

    Errors: those of the program.
    """
    arguments = list(zip(bound.names, bound.specs, strict=True))
    constants = [spec.constant for spec in bound.specs if isinstance(spec, StaticSpec)]
    stem = mangled(jitted.__name__, constants)
    with keeping_assertions(options.enable_assertions):
        return trace_program(jitted.staged, stem, arguments, bound.keyword_only, backwards=bound.backwards)


def _make_shared_images(more: str, store: ImageStore | None) -> None:
    for image in start_shared_images(more, store):
        image.exception()  # who links it reports what went wrong
