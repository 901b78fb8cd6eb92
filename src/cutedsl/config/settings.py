"""The settings in force: the environment's, or those of `override`."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypedDict, Unpack, cast

from cutedsl.config.readers import MOST_CHECK_MEMORY_MIB
from cutedsl.config.variables import VARIABLES


def default_cache_dir() -> Path:
    """Where compiled programs are kept: `$XDG_CACHE_HOME/cutedsl`, else `~/.cache/cutedsl`."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "cutedsl"


@dataclass(frozen=True, slots=True)
class Config:
    """All settings; each field is described by its `Variable` in `VARIABLES`.

    Raises `ValueError` for a negative level, no threads, or no time.
    """

    debug: int = 0
    target: str | None = None
    arch: str | None = None
    cache_dir: Path | None = None
    cache: bool = True
    no_cache: bool = False
    no_compile: bool = False
    leave_alone: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    num_threads: int | None = None
    verify: bool = False
    dump_dir: Path | None = None
    timeout_s: float | None = None
    bounds: bool = True
    ptxas: Path | None = None
    print_ir: bool = False
    print_rewritten: bool = False
    keep: frozenset[str] = frozenset()
    lineinfo: bool = False
    assertions: bool = False
    times: bool = False
    check_memory_mib: int = MOST_CHECK_MEMORY_MIB
    dryrun: bool = False
    frames: bool = False
    warnings_as_errors: frozenset[str] = frozenset()
    warnings_ignore: frozenset[str] = frozenset()
    optimization_warnings: bool = True
    log_to_console: bool = False
    log_to_file: bool = False
    log_level: int = 1
    disk_cache: bool = True
    memory_programs: int = 512
    tvm_ffi: bool = False

    def __post_init__(self) -> None:
        if self.debug < 0:
            raise ValueError(f"debug is a level from 0, not {self.debug}")
        if self.num_threads is not None and self.num_threads < 1:
            raise ValueError(f"num_threads is at least 1, not {self.num_threads}")
        if not 4 <= self.check_memory_mib <= MOST_CHECK_MEMORY_MIB:
            raise ValueError(f"check_memory_mib is from 4 to {MOST_CHECK_MEMORY_MIB}, not {self.check_memory_mib}")
        if self.timeout_s is not None and not self.timeout_s > 0:
            raise ValueError(f"timeout_s is a time above 0 seconds, not {self.timeout_s}")

    def leaves_alone(self, what: str) -> bool:
        """Whether cutedsl must leave one part of the process alone: see `read_parts`."""
        return what in self.leave_alone

    def optimises(self, name: str) -> bool:
        """Whether an optimisation of `OPTIMISATIONS` is on."""
        return name not in self.without

    @property
    def keeps_frames(self) -> bool:
        """Whether tracebacks keep cutedsl's own frames: when asked for, and with `debug` of 1 or more."""
        return self.frames or self.debug >= 1

    @property
    def remembers(self) -> bool:
        """Whether compiled programs are cached."""
        return self.cache and not self.no_cache

    @property
    def verifies(self) -> bool:
        """Whether each stage verifies its result: when asked for, and with `debug` of 1 or more."""
        return self.verify or self.debug >= 1

    @property
    def cache_place(self) -> Path:
        """The folder of the compile cache: `cache_dir`, or the default one."""
        return self.cache_dir or default_cache_dir()


class Overrides(TypedDict, total=False):
    """The fields of `Config` that `override` may set."""

    debug: int
    target: str | None
    arch: str | None
    cache_dir: Path | None
    cache: bool
    no_cache: bool
    no_compile: bool
    leave_alone: frozenset[str]
    without: frozenset[str]
    num_threads: int | None
    verify: bool
    dump_dir: Path | None
    timeout_s: float | None
    bounds: bool
    ptxas: Path | None
    print_ir: bool
    print_rewritten: bool
    keep: frozenset[str]
    lineinfo: bool
    assertions: bool
    times: bool
    check_memory_mib: int
    dryrun: bool
    frames: bool
    warnings_as_errors: frozenset[str]
    warnings_ignore: frozenset[str]
    optimization_warnings: bool
    log_to_console: bool
    log_to_file: bool
    log_level: int
    disk_cache: bool
    memory_programs: int
    tvm_ffi: bool


_override: ContextVar[Config | None] = ContextVar("cutedsl_config", default=None)
_last_read: tuple[tuple[Any, ...], Config] | None = None


def config() -> Config:
    """The settings in force here: those of the innermost `override`, else the environment's.

    The environment is looked at each time (about 1 µs), and parsed again only after a change.
    Raises `ConfigError` for a text that a variable does not take.
    """
    return _override.get() or _from_environment()


def cpu_threads() -> int | None:
    """`config().num_threads`, found by its own variable alone where that is as it was.

    Each launch asks: what a kernel read lies where the interpreter's data lay in the caches, and to look at forty
    variables took 70 µs there.
    """
    overridden, last = _override.get(), _last_read
    if overridden is None and last is not None and last[0][_THREADS_AT] == _ENVIRONMENT.get(_NAMES[_THREADS_AT]):
        return last[1].num_threads
    return (overridden or config()).num_threads


def _environment_names() -> tuple[Mapping[Any, Any], tuple[Any, ...], tuple[Any, ...]]:
    """A dict to look at many variables in quickly, and their names as its keys: those that calls look at, and all.

    `os.environ` decodes and raises at each look (15 µs for all); the dict below it has encoded keys. Where an
    interpreter has no such dict, `os.environ` itself serves.
    """
    of_calls = tuple(name for variable in VARIABLES if variable.calls for name in variable.names)
    names = tuple(name for variable in VARIABLES for name in variable.names)
    below = vars(os.environ).get("_data")
    if not isinstance(below, dict) or "encodekey" not in vars(os.environ):
        return os.environ, of_calls, names
    encode = vars(os.environ)["encodekey"]
    return cast("dict[Any, Any]", below), tuple(map(encode, of_calls)), tuple(map(encode, names))


_ENVIRONMENT, _NAMES_OF_CALLS, _NAMES = _environment_names()
_THREADS_AT = [name for variable in VARIABLES for name in variable.names].index("CUTEDSL_NUM_THREADS")


def override_variable() -> ContextVar[Config | None]:
    """The variable that `override` sets; compiled call code asks it whether anything is overridden."""
    return _override


def environment_entries() -> list[tuple[dict[Any, Any], object, object]] | None:
    """Where the settings that calls look at lie: a dict, a key, what it holds (None: no entry). None where unknown."""
    if not isinstance(_ENVIRONMENT, dict):
        return None
    return [(_ENVIRONMENT, name, _ENVIRONMENT.get(name)) for name in _NAMES_OF_CALLS]


def _from_environment() -> Config:
    global _last_read
    raw = tuple(map(_ENVIRONMENT.get, _NAMES))
    last = _last_read
    if last is not None and last[0] == raw:
        return last[1]
    found = [(variable.field, variable.value()) for variable in VARIABLES]
    values: dict[str, Any] = {field: value for field, value in found if value is not None}
    settings = replace(Config(), **values)
    _last_read = (raw, settings)
    return settings


@contextmanager
def override(**changes: Unpack[Overrides]) -> Generator[Config]:
    """Within `with`, the settings with `changes` made; overrides nest, and belong to this thread or task.

    Raises `TypeError` for a setting that does not exist.

    >>> with override(bounds=False):
    ...     config().bounds
    False
    """
    unknown = changes.keys() - {field.name for field in fields(Config)}
    if unknown:
        raise TypeError(f"no such setting: {', '.join(sorted(unknown))}")
    token = _override.set(replace(config(), **changes))
    try:
        yield config()
    finally:
        _override.reset(token)
