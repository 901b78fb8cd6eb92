"""The `Emitter` protocol: all that a DSL implements to receive staged Python.

Staging never looks inside a `Handle` (one value of the DSL) or a `Type` (what the DSL compares with `==`).

Regions: `open_region` makes one and enters it: what is emitted from then on goes there. `leave_region` goes back to
where emission stood before; the region can still get arguments (`add_region_arg`) and must then be finished by
`close_region` or `close_condition`, or thrown away by `drop_region` (after it was left). Values made outside before
the operation that owns the region may be yielded from it. That operation (`for_`, `if_`, `while_`) is made last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol, TypeAlias, cast

from cutedsl.types import DType

Handle: TypeAlias = Any
"""One value of the DSL; staging only passes it on, so an emitter may use any class."""
Type: TypeAlias = Any
"""What values have; compared with `==`."""
OwnRegion: TypeAlias = Any
"""A region that the same emitter's `open_region` gave."""


class Region(Protocol):
    """A block of the DSL under construction; `args` are the handles of its arguments, in order."""

    @property
    def args(self) -> Sequence[Handle]: ...


class Emitter(Protocol):
    """What staging calls while a rewritten function runs; one object a trace.

    Scalars: `binary` takes add sub mul div floordiv rem and or xor shl shr min max pow (`div` on floats only;
    `floordiv` rounds down; `rem` has the sign of the dividend; `shr` is arithmetic for signed types), `compare` takes
    lt le gt ge eq ne (ordered on floats, `ne` unordered) and returns a Boolean, `unary` takes neg invert abs. Operands
    have type `dtype`.

    Source: ours.
    """

    def constant(self, value: int | float | bool, dtype: DType) -> Handle: ...
    def binary(self, op: str, dtype: DType, a: Handle, b: Handle) -> Handle: ...
    def compare(self, op: str, dtype: DType, a: Handle, b: Handle) -> Handle: ...
    def unary(self, op: str, dtype: DType, a: Handle) -> Handle: ...
    def cast(self, a: Handle, src: DType, dst: DType) -> Handle: ...
    def bitcast(self, a: Handle, src: DType, dst: DType) -> Handle: ...
    def select(self, cond: Handle, dtype: DType, a: Handle, b: Handle) -> Handle: ...
    def undefined(self, type: Type) -> Handle: ...
    def type_of(self, handle: Handle) -> Type: ...
    def is_of_caller(self, handle: Handle) -> bool:
        """Whether a handle is of the function around the one being recorded: of the host around a kernel."""
        ...

    def dtype_type(self, dtype: DType) -> Type: ...

    def open_region(self, arg_types: Sequence[Type], arg_names: Sequence[str] = ()) -> Region: ...
    def leave_region(self, region: OwnRegion) -> None: ...
    def add_region_arg(self, region: OwnRegion, type: Type, name: str = "") -> Handle: ...
    def close_region(self, region: OwnRegion, yields: Sequence[Handle]) -> None: ...
    def close_condition(self, region: OwnRegion, cond: Handle, values: Sequence[Handle]) -> None: ...
    def drop_region(self, region: OwnRegion) -> None: ...

    def for_(
        self,
        lo: Handle,
        hi: Handle,
        step: Handle,
        dtype: DType,
        inits: Sequence[Handle],
        region: OwnRegion,
        attrs: Mapping[str, object],
    ) -> Sequence[Handle]:
        """A counted loop; the region's arguments are the counter and one for each of `inits`, which it yields again.

        `attrs` has those given of unroll, unroll_full, prefetch_stages, vectorize, at_least_once, and `step_sign`: 1,
        -1, or 0 when the step is only known at run time.
        """
        ...

    def if_(
        self, cond: Handle, then_region: OwnRegion, else_region: OwnRegion, result_types: Sequence[Type]
    ) -> Sequence[Handle]: ...

    def while_(self, inits: Sequence[Handle], before: OwnRegion, after: OwnRegion) -> Sequence[Handle]:
        """A loop: `before` (closed with a condition) runs first, then `after` with the values it forwards, or out."""
        ...

    def op(
        self, name: str, operands: Sequence[Handle], result_types: Sequence[Type], attrs: Mapping[str, object]
    ) -> tuple[Handle, ...]:
        """Anything else that a DSL has."""
        ...


_HANDLE_CLASSES: list[type] = []


def register_handles(*classes: type) -> None:
    """Says which classes an emitter's handles are of, so that `Int32(handle)` of a program's own code is understood."""
    _HANDLE_CLASSES.extend(classes)


def is_handle(value: object) -> bool:
    """Whether `value` is a handle of an emitter that registered its classes."""
    return isinstance(value, tuple(_HANDLE_CLASSES))


_number_of_handle: Callable[[Any], Any] | None = None


def register_number_of_handle(number: Callable[[Any], Any]) -> None:
    """Says which number a bare handle is, where a program passes one on as a number."""
    global _number_of_handle  # one language a process has bare handles
    _number_of_handle = number


def number_of_handle(handle: Handle) -> Any:
    """The number that a bare handle is; None where no emitter can say."""
    return None if _number_of_handle is None else _number_of_handle(handle)


class _Outside:
    """Stands for the emitter where no function is being staged: whatever is asked of it is an error."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        from cutedsl.errors import fail  # late, so that this module stays light

        raise fail(
            "outside-trace",
            "a run-time value is used outside of a function decorated with @jit or @kernel",
            fix="Move this expression into a function decorated with @jit.",
        )


_OUTSIDE = cast("Emitter", _Outside())
_EMITTER: ContextVar[Emitter] = ContextVar("cutedsl_emitter", default=_OUTSIDE)

current_emitter: Callable[[], Emitter] = _EMITTER.get
"""The emitter of the trace in progress; without one, using it is the error outside-trace. Each operation asks for it,
so that it is the variable's own method."""


@contextmanager
def tracing(emitter: Emitter) -> Iterator[Emitter]:
    """Makes `emitter` the one that dynamic values record into, for this thread or task, until the block ends."""
    token = _EMITTER.set(emitter)
    try:
        yield emitter
    finally:
        _EMITTER.reset(token)


def is_tracing() -> bool:
    """Whether a function is being staged now."""
    return _EMITTER.get() is not _OUTSIDE
