"""`autotune_jit`: finds the fastest configuration of a function for each class of arguments.

Results are kept on disk, in the compile cache, by device, source text and class of arguments.
Source: CuTe DSL documentation, "Autotuning with the DSL".
"""

from __future__ import annotations

import hashlib
import inspect
import itertools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from cutedsl.config import config
from cutedsl.driver.cache.toolchain import build_stamp, cpu_name
from cutedsl.driver.call.functions import JitFunction
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor, from_dlpack
from cutedsl.execution.devices import current_device, gpu_available
from cutedsl.execution.private_files import NotPrivate, make_private_folder, read_private, write_private
from cutedsl.testing.benchmark import REFUSALS, JitArguments, benchmark, none_can_be_used

Parameters = dict[str, Any]
_FIRST_LOOK: Final = 10
"""A first look takes this part of the runs; what is then far behind is not timed further."""
_FAR_BEHIND: Final = 1.5


@dataclass
class AutotunedFunction:
    """A `@jit` function with tunable parameters."""

    function: JitFunction[..., Any]
    parameters: Mapping[str, Sequence[Any]]
    update_on_change: Sequence[str] | None
    prune: Callable[..., bool] | None
    warmup_iterations: int
    iterations: int
    _found: dict[str, Parameters] = field(default_factory=dict[str, Parameters])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the fastest configuration; finds it first where this class of arguments is new."""
        return self.function(*args, **kwargs, **self.best(*args, **kwargs))

    def __compiles_as__(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Callable[..., Any]:
        """What `cute.compile` compiles: the function with the fastest configuration, or with the one that is given."""
        if all(name in kwargs for name in self.parameters):
            return self.function
        given = {name: value for name, value in kwargs.items() if name not in self.parameters}
        chosen = {name: value for name, value in self.best(*args, **given).items() if name not in kwargs}
        return partial(self.function, **chosen)

    def best(self, *args: Any, **kwargs: Any) -> Parameters:
        """The fastest configuration for these arguments. The search runs the function many times.

        Errors: benchmark-arguments where no configuration runs.
        """
        key = self._key(args, kwargs)
        if key not in self._found:
            kept = _Kept(key, self.parameters)
            best = kept.read()
            if best is None:
                best = self._fastest(args, kwargs)
                kept.write(best)
            self._found[key] = best
        return self._found[key]

    def _key(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str:
        bound = inspect.signature(self.function.function).bind_partial(*args, **kwargs)
        bound.apply_defaults()
        values = {name: value for name, value in bound.arguments.items() if name not in self.parameters}
        if self.update_on_change is None:
            classes = [(name, _argument_class(value)) for name, value in values.items()]
        else:
            classes = [(name, _exactly(values[name])) for name in self.update_on_change]
        code = self.function.function
        text = (
            code.__module__,
            code.__qualname__,
            _source(code),
            build_stamp(),
            _machine(),
            repr(dict(self.parameters)),
        )
        return hashlib.sha256(repr((text, classes)).encode()).hexdigest()

    def _configurations(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> list[Parameters]:
        every = itertools.product(*self.parameters.values())
        all_of_them = [dict(zip(self.parameters, values, strict=True)) for values in every]
        if self.prune is None:
            return all_of_them
        return [each for each in all_of_them if self.prune(each, *args, **kwargs)]

    def _fastest(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Parameters:
        looks: list[tuple[float, Parameters]] = []
        refused: list[Exception] = []
        for chosen in _progress(f"{self.function.__name__}: configurations", self._configurations(args, kwargs)):
            try:
                looks.append((self._time(args, kwargs, chosen, -(-self.iterations // _FIRST_LOOK)), chosen))
            except REFUSALS as error:
                refused.append(error)
        if not looks:
            raise none_can_be_used(self.parameters, refused)
        limit = _FAR_BEHIND * min(time for time, _ in looks)
        close = [chosen for time, chosen in looks if time <= limit]
        if len(close) == 1:
            return close[0]
        described = _progress(f"{self.function.__name__}: the fastest of them", close)
        times = [(self._time(args, kwargs, chosen, self.iterations), chosen) for chosen in described]
        return min(times, key=lambda item: item[0])[1]

    def _time(self, args: Any, kwargs: Any, chosen: Parameters, iterations: int) -> float:
        run = partial(self.function, *args, **kwargs, **chosen)
        none = JitArguments()
        return benchmark(run, warmup_iterations=self.warmup_iterations, iterations=iterations, kernel_arguments=none)


def autotune_jit(
    params_dict: Mapping[str, Sequence[Any]],
    update_on_change: Sequence[str] | None = None,
    warmup_iterations: int = 10,
    iterations: int = 100,
    *,
    prune: Callable[..., bool] | None = None,
) -> Callable[[JitFunction[..., Any]], AutotunedFunction]:
    """Decorates a `@jit` function: it runs with the fastest of all combinations of `params_dict`.

    The combinations are timed at the first call, and again when one of the arguments named by `update_on_change` has a
    new value. Without `update_on_change` they are timed again for arguments of a new class. The class of a tensor is
    its type, its order of strides, and its extents rounded up to powers of two. The class of a number is its size, that
    of anything else its text. `prune(parameters, *arguments)` says which combinations to try. Those that fail as `tune`
    says are left out. Timing runs the function many times on the arguments of the call, so its results must not depend
    on what was there before.

    Errors: benchmark-arguments.
    """

    def decorate(function: JitFunction[..., Any]) -> AutotunedFunction:
        known = inspect.signature(function.function).parameters
        unknown = [name for name in (*params_dict, *(update_on_change or ())) if name not in known]
        if unknown or not params_dict:
            named = ", ".join(unknown) or "nothing to choose"
            raise fail(
                "benchmark-arguments", f"`{function.__name__}`, which autotune_jit tunes, has no parameter {named}"
            )
        return AutotunedFunction(function, dict(params_dict), update_on_change, prune, warmup_iterations, iterations)

    return decorate


# -- what tells one search from another ------------------------------------------------------------------------------
def _machine() -> str:
    """What runs the timed function, as results for another tell nothing."""
    return current_device().name if gpu_available() else cpu_name()


def _source(code: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(code)
    except OSError:
        return ""


def _rounded(extent: int) -> int:
    return 1 << max(extent - 1, 0).bit_length()


def _argument_class(value: Any) -> str:
    """Arguments of one class share a configuration."""
    match value:
        case bool() | str() | float() | None:
            return repr(value)
        case int():
            return f"int<={_rounded(value)}"
        case _:
            tensor = _tensor(value)
            if tensor is None:
                return repr(value)
            order = sorted(range(len(tensor.shape)), key=lambda mode: tensor.stride[mode])
            return f"{tensor.view.dtype.name}{[_rounded(n) for n in tensor.shape]}{order}{tensor.memspace}"


def _exactly(value: Any) -> str:
    tensor = None if isinstance(value, bool | str | float | int | None) else _tensor(value)
    return repr(value) if tensor is None else f"{tensor.view.dtype.name}{tensor.shape}{tensor.stride}"


def _tensor(value: Any) -> RuntimeTensor | None:
    if isinstance(value, RuntimeTensor):
        return value
    try:
        return from_dlpack(value)
    except DSLUserCodeError:
        return None


# -- what was found, on disk -----------------------------------------------------------------------------------------
@frozen
class _Kept:
    """The file of one search: which value of each parameter won."""

    key: str
    parameters: Mapping[str, Sequence[Any]]

    @property
    def place(self) -> Path:
        return config().cache_place / "tuned" / f"{self.key}.json"

    def read(self) -> Parameters | None:
        """The result of an earlier search; None if there is none, or its file cannot be read."""
        if not config().remembers:
            return None
        try:
            numbers = json.loads(read_private(self.place))
            return {name: values[numbers[name]] for name, values in self.parameters.items()}
        except (OSError, NotPrivate, ValueError, KeyError, IndexError, TypeError):
            return None

    def write(self, best: Parameters) -> None:
        """Saves a result; a folder that cannot be written is not an error."""
        if not config().remembers:
            return
        numbers = {name: list(values).index(best[name]) for name, values in self.parameters.items()}
        try:
            make_private_folder(self.place.parent)
            write_private(self.place, json.dumps(numbers).encode())
        except OSError:
            return


def _progress(title: str, items: Sequence[Parameters]) -> Iterable[Parameters]:
    """The items, with a bar on a terminal's standard error."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if not console.is_terminal or len(items) < 2:
        return items
    return track(items, title, console=console, transient=True)
