"""`CUTEDSL_DRYRUN`: a program is traced into IR and checked; nothing is compiled, and nothing runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cutedsl.driver.arguments.signature import BoundArguments
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.errors import fail

if TYPE_CHECKING:
    from cutedsl.driver.cache.lookup import Request


class RecordedFunction(CompiledFunction):
    """What stands in the place of a compiled function: its IR, its static result, and calls that do nothing.

    Errors: compile-forbidden, for what only a compilation has (`__ptx__`, exports, ...).
    """

    is_compiled = False

    def __init__(self, function: Callable[..., object], ir: str, result: object) -> None:
        self._function = function
        self._ir = ir
        self.result = result

    @property
    def __mlir__(self) -> str:
        return self._ir

    def __call__(self, *args: object, **kwargs: object) -> None:
        return None

    def run_bound(self, bound: BoundArguments) -> None:
        return None

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise fail(
            "compile-forbidden",
            f"`{self.name}` would have to be compiled: CUTEDSL_DRYRUN asks for its IR only",
            fix="Run the program without `CUTEDSL_DRYRUN`.",
        )


def dry_run(request: Request) -> RecordedFunction:
    """Traces a request, checks its IR, and shows it as the settings ask for (PRINT_IR, KEEP).

    Errors: those of the program.
    """
    from cutedsl.driver.compile.debug import show_ir
    from cutedsl.driver.compile.translate import record
    from cutedsl.ir.text import generic_form, short_form

    program = record(request.jitted, request.bound, request.options)
    program.module.verify()
    ir = short_form(program.module)
    show_ir(program.host, lambda: ir, lambda: generic_form(program.module, locations=True), request.options)
    return RecordedFunction(request.jitted.function, ir, program.result)
