"""Calls of operations that were made before, run again without being checked and planned again.

The first call with arrays of a class (element type, shape, strides, alignment, device) and with certain other
arguments writes down which programs it ran on which arrays. Later calls of the class make their results and run these:
the second in Python, the others in machine code where it can tell the class (`cutedsl.utils.replays`).
Everything else that an operation does must follow from the class; what does not says so by `not_again`.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Any, Final, cast

from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.translation.refusals import wrong_call
from cutedsl.ops.compiled_callers import called_as_it_is, hide_frames
from cutedsl.ops.function_meaning import FUNCTIONS, function_meaning
from cutedsl.ops.refuse import for_author
from cutedsl.testing.checked import is_checked
from cutedsl.utils.replays import Program, Repeated, Replays, ViewOf, entry_of, replays

_LARGEST: Final = 4096
"""Most plans that are kept; beyond that all are dropped."""
_PLANS: Final[dict[object, Plan]] = {}
_MOST_REPEATED: Final = 4
"""So often one plan is handed to machine code, for calls that name arguments otherwise or pass equal objects."""
_MACHINES: Final[list[_Machine]] = []
_RECORDERS: Final[list[int]] = []
"""One item for each call that is being written down, on any thread."""
_ALIGN_MASK: Final = 15
_RESULTS: Final = ("out", "summed")
"""Arguments that operations write and give back."""
_READERS: Final[dict[type, Callable[[Any], object]]] = {}


class _Recording(threading.local):
    """What the current call of this thread has written down so far."""

    tape: Tape | None = None


_RECORDING: Final = _Recording()

Form = tuple[tuple[int, ...], tuple[int, ...]] | None
"""Another shape and strides (in elements) of an array's memory; None for its own."""


@dataclass(slots=True)
class Tape:
    """The arrays of a call by their number (arguments, then those that it makes), and what ran on them."""

    numbers: dict[int, int]
    count: int
    makes: list[Callable[[], Any]] = field(default_factory=list[Callable[[], Any]])
    steps: list[Step] = field(default_factory=list["Step"])
    alive: list[Any] = field(default_factory=list[Any])
    """What was made, so that no other array takes its `id`."""
    usable: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """One launch: which arrays, in which form, and the numbers after them."""

    run: Callable[..., None]
    sources: tuple[tuple[int, Form], ...]
    numbers: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A call: what it makes, what it runs, and which arrays it gives back (one, or several)."""

    makes: tuple[Callable[[], Any], ...]
    steps: tuple[Step, ...]
    results: int | tuple[int, ...]

    def replay(self, arguments: Sequence[Any]) -> Any:
        """The call with other arrays of the same class."""
        arrays = [*arguments, *[make() for make in self.makes]]
        for step in self.steps:
            given = [arrays[n] if form is None else strided(arrays[n], *form) for n, form in step.sources]
            step.run(*given, *step.numbers)
        if isinstance(self.results, int):
            return arrays[self.results]
        return tuple([arrays[n] for n in self.results])


def remembered(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates an operation whose launches follow from the class of its arguments."""

    def by_plan(*args: Any, **kwargs: Any) -> Any:
        if any(_learns(x) for x in (*args, *kwargs.values())):
            args, kwargs = tuple([_let_go(x) for x in args]), {name: _let_go(x) for name, x in kwargs.items()}
        given = (*args, *kwargs.values()) if kwargs else args
        key = _key(operation, given, tuple(kwargs))
        try:
            plan = None if key is None else _PLANS.get(key)
        except TypeError:  # no hash
            key = plan = None
        if key is None:
            return operation(*args, **kwargs)
        if plan is None:
            return _recorded(operation, key, given, args, kwargs)
        machine.repeat(key, plan, given, tuple(kwargs))
        return plan.replay(given)

    machine = _Machine(operation.__name__, by_plan)
    _MACHINES.append(machine)

    @called_as_it_is
    @functools.wraps(operation)
    def call(*args: Any, **kwargs: Any) -> Any:
        if _RECORDERS and _RECORDING.tape is not None:
            return operation(*args, **kwargs)
        try:
            return machine.enter(*args, **kwargs)
        except DSLUserCodeError as error:
            raise for_author(error) from None
        except TypeError as error:
            found = wrong_call(error, operation)
            if found is None:
                raise
            raise for_author(found) from None

    return call


def _learns(x: Any) -> bool:
    """Whether a tensor, or one in a list, wants a gradient."""
    if isinstance(x, list | tuple):
        return any(_learns(item) for item in cast("Sequence[Any]", x))
    torch: Any = sys.modules.get("torch")
    return torch is not None and isinstance(x, torch.Tensor) and x.requires_grad


def _let_go(x: Any) -> Any:
    """A tensor that wants a gradient without that wish, where torch records none (`torch.no_grad()`)."""
    if not _learns(x) or sys.modules["torch"].is_grad_enabled():
        return x
    return [_let_go(item) for item in cast("Sequence[Any]", x)] if isinstance(x, list | tuple) else x.detach()


class _Machine:
    """The machine code that repeats calls of one operation; `enter` is Python until there is any."""

    def __init__(self, name: str, by_plan: Callable[..., Any]) -> None:
        self.enter = by_plan
        self._name, self._by_plan = name, by_plan
        self._chain: Replays | None = None
        self._times: dict[object, int] = {}

    def repeat(self, key: object, plan: Plan, given: Sequence[Any], names: tuple[str, ...]) -> None:
        """Lets machine code take calls like this one, which has a plan, if it can."""
        times = self._times.get(key, 0)
        if times >= _MOST_REPEATED:
            return
        self._times[key] = times + 1
        if self._chain is None:
            self._chain = replays(self._name, self._by_plan)
        if self._chain is not None:
            programs = [Program(entry_of(step.run), _sources(step)) for step in plan.steps]
            one = plan.results if isinstance(plan.results, int) else None
            if not isinstance(plan.results, int):
                programs.append(Program(_together, plan.results))
            self._chain.add(Repeated(given, names, plan.makes, programs, one))
            self.enter = self._chain.builtin

    def forget(self) -> None:
        self._times.clear()
        if self._chain is not None:
            self._chain.forget()


def _sources(step: Step) -> tuple[int | ViewOf | tuple[object], ...]:
    """What a launch takes: numbers of arrays or views of tensors, and its own numbers in tuples."""
    arrays = [n if form is None else ViewOf(n, methodcaller("as_strided", *form)) for n, form in step.sources]
    return (*arrays, *((number,) for number in step.numbers))


def _together(*results: Any) -> tuple[Any, ...]:
    """Several results of a call."""
    return results


def strided(array: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    """An array's memory under another shape. Units: `strides` in elements."""
    torch: Any = sys.modules.get("torch")
    if torch is not None and isinstance(array, torch.Tensor):
        return array.as_strided(shape, strides)
    steps_bytes = tuple(d * array.itemsize for d in strides)
    return sys.modules["numpy"].lib.stride_tricks.as_strided(array, shape, steps_bytes)


# -- what operations tell --------------------------------------------------------------------------------------------
def note_made(array: Any, make: Callable[[], Any]) -> None:
    """The call has made an array, as `make` makes another one."""
    tape = _RECORDING.tape
    if tape is not None:
        tape.numbers[id(array)] = tape.count + len(tape.makes)
        tape.makes.append(make)
        tape.alive.append(array)


def note_launch(run: Callable[..., None], arrays: Sequence[tuple[Any, Form]], numbers: Sequence[Any]) -> None:
    """The call runs a program on arrays, each in some form."""
    tape = _RECORDING.tape
    if tape is None:
        return
    found = [(tape.numbers.get(id(array)), form) for array, form in arrays]
    sources = tuple([(number, form) for number, form in found if number is not None])
    tape.usable = tape.usable and len(sources) == len(found)
    tape.steps.append(Step(run, sources, tuple(numbers)))


def not_again() -> None:
    """The call does something that does not follow from the class of its arguments, or that is not a launch."""
    if _RECORDING.tape is not None:
        _RECORDING.tape.usable = False


@contextlib.contextmanager
def unrecorded() -> Iterator[None]:
    """Runs that the call of this thread makes for itself and later calls of its class do not."""
    tape, _RECORDING.tape = _RECORDING.tape, None
    try:
        yield
    finally:
        _RECORDING.tape = tape


def forget() -> None:
    """Forgets all plans."""
    _PLANS.clear()
    for machine in _MACHINES:
        machine.forget()


# -- keys and plans --------------------------------------------------------------------------------------------------
def _key(operation: Callable[..., Any], given: Sequence[Any], names: tuple[str, ...]) -> object:
    """What tells one class of calls from another; None, or without a hash, for calls that are not remembered."""
    parts: list[Any] = [operation, names, is_checked()]
    for x in given:
        kind = type(x)
        part = (_READERS.get(kind) or _reader_of(kind))(x)
        if part is None:
            return None
        parts.append(part)
    return tuple(parts)


def _reader_of(kind: type) -> Callable[[Any], object]:
    """How the class of an argument of a type is read, found once for a type."""
    torch: Any = sys.modules.get("torch")
    numpy: Any = sys.modules.get("numpy")
    if torch is not None and issubclass(kind, torch.Tensor):
        hide_frames()
        found = _tensor if kind in (torch.Tensor, torch.nn.Parameter) else _never  # a subclass may be anything
    elif numpy is not None and issubclass(kind, numpy.ndarray):
        found = _ndarray if kind is numpy.ndarray else _never
    elif issubclass(kind, tuple):
        found = _several
    elif issubclass(kind, FUNCTIONS):
        found = function_meaning
    else:
        found = _value
    _READERS[kind] = found
    return found


def _tensor(x: Any) -> object:
    try:
        where = x.get_device() if x.is_cuda else x.device  # a number is hashed sooner
        return x.dtype, x.shape, x.stride(), x.data_ptr() & _ALIGN_MASK, where
    except RuntimeError:  # of a sparse tensor, which the operation refuses
        return None


def _ndarray(x: Any) -> object:
    return x.dtype, x.shape, x.strides, x.__array_interface__["data"][0] & _ALIGN_MASK


def _several(x: tuple[Any, ...]) -> object:
    """A tuple of anything but arrays."""
    readers = {_READERS.get(type(item)) or _reader_of(type(item)) for item in x}
    return None if readers & {_tensor, _ndarray, _never} else (tuple, x)


def _value(x: Any) -> object:
    return type(x), x


def _never(_: Any) -> object:
    return None


def _recorded(
    operation: Callable[..., Any], key: object, given: Sequence[Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """The operation, whose plan is kept if it has one; it gets an array that was given twice as two of one memory."""
    if not _are_distinct(given):
        given = _with_twins(given, [kwargs[name] for name in _RESULTS if name in kwargs])
        args, kwargs = given[: len(args)], dict(zip(kwargs, given[len(args) :], strict=True))
    tape = _RECORDING.tape = Tape({id(x): number for number, x in enumerate(given)}, len(given))
    _RECORDERS.append(0)
    try:
        made = operation(*args, **kwargs)
    finally:
        _RECORDERS.pop()
        _RECORDING.tape = None
    several = isinstance(made, tuple)
    results = [tape.numbers.get(id(x)) for x in (made if several else (made,))]
    known = [number for number in results if number is not None]
    if tape.usable and _are_distinct(given) and len(known) == len(results):
        if len(_PLANS) >= _LARGEST:
            forget()
        _PLANS[key] = Plan(tuple(tape.makes), tuple(tape.steps), tuple(known) if several else known[0])
    return made


def _are_distinct(given: Sequence[Any]) -> bool:
    """Whether no array is given twice, so that one at hand tells its number."""
    arrays = [id(x) for x in given if _READERS.get(type(x)) in (_tensor, _ndarray)]
    return len(set(arrays)) == len(arrays)


def _with_twins(given: Sequence[Any], results: Sequence[object]) -> tuple[Any, ...]:
    """The arguments, in which an array that comes again is another object of the same memory.

    Results stay what they are, and so does what they are given as too: the call gives them back.
    """
    kept = {id(x) for x in results}
    seen: set[int] = set()
    found: list[Any] = []
    for x in given:
        read = _READERS.get(type(x))
        again = id(x) in seen and id(x) not in kept and read in (_tensor, _ndarray)
        seen.add(id(x))
        found.append((x.detach() if read is _tensor else x.view()) if again else x)
    return tuple(found)
