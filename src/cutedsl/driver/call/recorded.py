"""Calls that are recorded and not run: programs are traced, and another process compiles and runs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from cutedsl.driver.arguments.signature import BoundArguments
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.driver.call.dry import RecordedFunction
from cutedsl.errors.frozen import frozen

if TYPE_CHECKING:
    from cutedsl.driver.cache.lookup import Request


@frozen
class RecordedProgram:
    """A traced program: its IR in generic form with locations, its host function's symbol, its author's function."""

    text: str
    host: str
    function: Callable[..., object]


class CallRecorder(Protocol):
    """Takes calls in place of running them."""

    def called(self, program: RecordedProgram, slots: Sequence[int], values: Sequence[object]) -> None:
        """The host function would be called with these slots; `values` are the arguments that fill them."""
        ...


_recorders: Final[list[CallRecorder]] = []
"""For the whole process, as programs may call from threads of their own."""


_known: Final[dict[str, CallsRecorded]] = {}


def record_calls(recorder: CallRecorder) -> None:
    """From now on no program of this process is compiled or run: `recorder` takes each call."""
    _recorders[:] = [recorder]
    _known.clear()


def current_recorder() -> CallRecorder | None:
    """Who takes calls now; None: they run."""
    return _recorders[0] if _recorders else None


@frozen
class _Recording:
    """Stands for the executable of a program."""

    program: RecordedProgram
    recorder: CallRecorder

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        self.recorder.called(self.program, slots, values)


def recorded_function(request: Request, recorder: CallRecorder) -> CallsRecorded:
    """What stands for a program; one that was traced from the same before is not traced again."""
    reads = request.reads()
    if reads.unrepeatable is not None:
        return CallsRecorded(request, recorder)
    known = _known.get(reads.digest)
    if known is None:
        known = CallsRecorded(request, recorder)
        if reads.watches.unchanged():
            _known[reads.digest] = known
    return known


class CallsRecorded(RecordedFunction):
    """A compiled function whose calls check their arguments and then go to the recorder."""

    def __init__(self, request: Request, recorder: CallRecorder) -> None:
        from cutedsl.driver.compile.translate import record
        from cutedsl.ir.text import generic_form, short_form
        from cutedsl.passes.written_tensors import written_parameters

        program = record(request.jitted, request.bound, request.options)
        program.module.verify()
        function = request.jitted.function
        RecordedFunction.__init__(self, function, short_form(program.module), program.result)
        made = RecordedProgram(generic_form(program.module, locations=True), program.host, function)
        bound = request.bound.marked(written_parameters(program.module, program.host))
        CompiledFunction.__init__(self, function, bound, cast(Any, None), cast(Any, _Recording(made, recorder)))

    def __call__(self, *args: object, **kwargs: object) -> None:
        CompiledFunction.__call__(self, *args, **kwargs)

    def run_bound(self, bound: BoundArguments) -> None:
        CompiledFunction.run_bound(self, bound)
