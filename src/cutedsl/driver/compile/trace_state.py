"""The trace in progress: which kernels it has, which launches are still owed. Light: importing it loads no compiler."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache

from cutedsl.errors import Span, fail
from cutedsl.errors.article import with_article
from cutedsl.lang.emission.emitter import CuteEmitter
from cutedsl.staging.protocol import tracing
from cutedsl.staging.tree import run_time_handles

_MAX_SYMBOL = 180


@dataclass(slots=True)
class Trace:
    """One trace in progress: its emitter, the kernels recorded so far, the launchers not launched yet."""

    emitter: CuteEmitter
    kernel_names: list[str] = field(default_factory=list)
    pending: dict[int, tuple[str, Span | None]] = field(default_factory=dict)
    in_kernel: str | None = None

    def new_kernel_name(self, stem: str, compiled_for: Sequence[object]) -> str:
        """`kernel_cutlass_<stem>_<digest>_<n>`, n counting the kernels of the module.

        The digest is of what the kernel is `compiled_for`: profilers tell kernels apart by their names alone.
        """
        from hashlib import blake2s  # takes 3 ms, and a process that only imports the package needs none

        text = "|".join([_text(part) for part in compiled_for])
        digest = blake2s(text.encode(), digest_size=3).hexdigest()
        name = f"{symbol('kernel_cutlass_' + stem)}_{digest}_{len(self.kernel_names)}"
        self.kernel_names.append(name)
        return name


_TRACE: ContextVar[Trace | None] = ContextVar("cutedsl_trace", default=None)


def current_trace() -> Trace | None:
    """The trace in progress in this thread or task."""
    return _TRACE.get()


def trace_variable() -> ContextVar[Trace | None]:
    """The variable that `tracing_into` sets; machine code asks it whether a call is inlined."""
    return _TRACE


@contextmanager
def tracing_into(trace: Trace) -> Iterator[Trace]:
    """Makes `trace` the current one, and its emitter the one that values record into."""
    token = _TRACE.set(trace)
    try:
        with tracing(trace.emitter):
            yield trace
    finally:
        _TRACE.reset(token)


def _text(part: object) -> str:
    return part if isinstance(part, str) else _text_of_type(part)


@lru_cache(maxsize=1024)
def _text_of_type(part: object) -> str:
    """The text of a type of MLIR or a size: xDSL prints one in 10 µs, and programs have few."""
    return str(part)


def symbol(text: str) -> str:
    """`text` as a symbol: letters, digits and underscores, at most 180 characters."""
    return re.sub(r"\W+", "_", text)[:_MAX_SYMBOL].rstrip("_")


def mangled(name: str, constants: Sequence[object]) -> str:
    """A function's name followed by its compile-time arguments: `kernel_ReLU`."""
    return "_".join([name, *(spelled for c in constants if (spelled := constant_name(c)))])


def constant_name(constant: object) -> str:
    """A compile-time argument as names of functions spell it; nothing for None."""
    match constant:
        case None:
            return ""
        case type():
            return constant.__name__
        case bool() | int() | float() | str():
            return str(constant)
        case _ if callable(constant):
            return str(getattr(constant, "__name__", type(constant).__name__))
        case _:
            return type(constant).__name__


def check_kernel_returned(name: str, result: object) -> None:
    """A kernel gives nothing back. Errors: return-dynamic."""
    check_returned(name, result)
    if result is not None:
        shown = repr(result)
        raise fail(
            "return-dynamic",
            f"the kernel `{name}` returns {shown if len(shown) <= 40 else f'{with_article(type(result).__name__)}'}",
            fix="Write `return` alone; results go into a tensor argument.",
        )


def check_returned(name: str, result: object) -> None:
    """A compiled function gives no run-time value back. Errors: return-dynamic."""
    if result is not None and run_time_handles(result):
        raise fail(
            "return-dynamic",
            f"`{name}` returns a value that is known only at run time",
            fix="Write the result into a tensor argument instead.",
        )
