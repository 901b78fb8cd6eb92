"""Compiles: traces a function and lowers it. Importing this loads the compiler."""

from __future__ import annotations

# What a compilation comes to need anyway is loaded with the compiler, not in the midst of the work.
import cutedsl.codegen.llvm.first_use
import cutedsl.driver.compile.debug
import cutedsl.execution.cuda.module
import cutedsl.ir
import cutedsl.lang.arch
import cutedsl.staging.rewrite.build  # noqa: F401
from cutedsl.driver.arguments.native_arguments import describe_call
from cutedsl.driver.arguments.signature import BoundArguments
from cutedsl.driver.arguments.specs import StaticSpec
from cutedsl.driver.compile.compilation import StageTimes
from cutedsl.driver.compile.host_memory import check_host_memory
from cutedsl.driver.compile.jitted import Jitted
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.driver.compile.pipeline import Artifacts, build_artifacts
from cutedsl.driver.compile.trace import TracedProgram, trace_program
from cutedsl.driver.compile.trace_state import mangled
from cutedsl.lang.debugging.assertion import keeping_assertions
from cutedsl.passes.written_tensors import written_parameters
from cutedsl.targets.protocol import Target


def translate(
    jitted: Jitted, bound: BoundArguments, target: Target, options: CompileOptions, times: StageTimes
) -> Artifacts:
    """Traces and lowers a function for what its arguments compile to; `times` takes the stages.

    Errors: those of the program and of the target.
    """
    call = None if options.check else describe_call(bound.specs, bound.slot_rules)
    target.prepare(call)
    program = times.measure("trace", lambda: record(jitted, bound, options))
    if target.on_gpu and set(bound.devices) == {target.device}:
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
