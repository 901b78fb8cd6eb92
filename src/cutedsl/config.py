"""Every environment variable and option, typed."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypedDict, Unpack, cast

MOST_CHECK_MEMORY_MIB = 3072


class ConfigError(ValueError):
    """An environment variable whose text is not one of the values it takes."""


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
    forbid_compile: bool = False
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

    def __post_init__(self) -> None:
        if self.debug < 0:
            raise ValueError(f"debug is a level from 0, not {self.debug}")
        if self.num_threads is not None and self.num_threads < 1:
            raise ValueError(f"num_threads is at least 1, not {self.num_threads}")
        if not 4 <= self.check_memory_mib <= MOST_CHECK_MEMORY_MIB:
            raise ValueError(f"check_memory_mib is from 4 to {MOST_CHECK_MEMORY_MIB}, not {self.check_memory_mib}")
        if self.timeout_s is not None and not self.timeout_s > 0:
            raise ValueError(f"timeout_s is a time above 0 seconds, not {self.timeout_s}")

    @property
    def keeps_frames(self) -> bool:
        """Whether tracebacks keep cutedsl's own frames: with `debug` of 1 or more."""
        return self.debug >= 1

    @property
    def remembers(self) -> bool:
        """Whether compiled programs are kept and found again."""
        return self.cache and not self.no_cache

    @property
    def verifies(self) -> bool:
        """Whether each stage checks what it made: when asked for, and with `debug` of 1 or more."""
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
    forbid_compile: bool
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


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable: its name, the field of `Config` it sets, how its text is read, what it means.

    `aliases` are the reference's names for the same thing, looked at when `name` is unset or empty.
    """

    name: str
    field: str
    read: Callable[[str], object]
    meaning: str
    aliases: tuple[str, ...] = ()

    def text(self) -> str | None:
        """The text that the environment gives, or None when no name of the variable has one."""
        for name in (self.name, *self.aliases):
            if text := os.environ.get(name):
                return text
        return None

    def parse(self, text: str) -> object:
        """The value of `text`. Raises `ConfigError` with the variable's name and what it takes."""
        try:
            return self.read(text.strip())
        except ValueError as error:
            raise ConfigError(f"{self.name}={text!r}: {error}") from None


_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


def read_bool(text: str) -> bool:
    """1/true/yes/on or 0/false/no/off, in any case; anything else raises `ValueError`.

    >>> read_bool("On")
    True
    """
    word = text.lower()
    if word not in _TRUE | _FALSE:
        raise ValueError("expected one of 1/true/yes/on or 0/false/no/off")
    return word in _TRUE


def _read_level(text: str) -> int:
    """A level from 0; the words of `read_bool` are levels 1 and 0."""
    return int(read_bool(text)) if text.lower() in _TRUE | _FALSE else _read_count(text, least=0)


def _read_count(text: str, least: int = 1) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) < least:
        raise ValueError(f"expected a whole number from {least}")
    return int(text)


def _read_check_memory(text: str) -> int:
    number = _read_count(text, least=4)
    if number > MOST_CHECK_MEMORY_MIB:
        raise ValueError(f"expected a whole number up to {MOST_CHECK_MEMORY_MIB}")
    return number


def _read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds < float("inf"):
        raise ValueError("expected a number of seconds above 0")
    return seconds


_KINDS = frozenset({"ir", "ptx", "cubin", "sass"})


def _read_kinds(text: str) -> frozenset[str]:
    """A list such as `ptx,cubin`; `all` is all of them."""
    words = frozenset(word.strip() for word in text.lower().split(",") if word.strip())
    if not words <= _KINDS | {"all"}:
        raise ValueError("expected some of ir, ptx, cubin, sass, all, with commas between")
    return _KINDS if "all" in words else words


def _read_path(text: str) -> Path:
    return Path(text).expanduser()


VARIABLES: tuple[Variable, ...] = (
    Variable(
        "CUTEDSL_DEBUG",
        "debug",
        _read_level,
        "1: full tracebacks, checks of every stage, the times of each compilation; 2: its arguments and layouts too; "
        "3: the IR of each stage too; 4: LLVM, PTX and assembly too.",
        ("CUTE_DSL_DEBUG",),
    ),
    Variable("CUTEDSL_TARGET", "target", str, "`cpu` or `cuda`: what to compile for; unset: what fits the tensors."),
    Variable(
        "CUTEDSL_ARCH",
        "arch",
        str,
        "The GPU architecture, as `sm_90a`; unset: the device's.",
        ("CUTE_DSL_ARCH",),
    ),
    Variable(
        "CUTEDSL_CACHE_DIR",
        "cache_dir",
        _read_path,
        "Where compiled programs are kept; unset: `$XDG_CACHE_HOME/cutedsl` or `~/.cache/cutedsl`.",
        ("CUTE_DSL_CACHE_DIR",),
    ),
    Variable(
        "CUTEDSL_CACHE",
        "cache",
        read_bool,
        "Off: every program is compiled anew, and none is kept; on by default.",
    ),
    Variable(
        "CUTEDSL_NO_CACHE",
        "no_cache",
        read_bool,
        "On: the same as CUTEDSL_CACHE=0.",
        ("CUTE_DSL_NO_CACHE",),
    ),
    Variable("CUTEDSL_FORBID_COMPILE", "forbid_compile", read_bool, "On: only cached programs run; default off."),
    Variable("CUTEDSL_NUM_THREADS", "num_threads", _read_count, "Threads of a CPU launch; unset: one a core."),
    Variable("CUTEDSL_VERIFY", "verify", read_bool, "On: every stage checks what it made; off by default."),
    Variable(
        "CUTEDSL_DUMP_DIR",
        "dump_dir",
        _read_path,
        "Where each stage of every compilation writes what it made; unset: nowhere.",
        ("CUTE_DSL_DUMP_DIR",),
    ),
    Variable("CUTEDSL_TIMEOUT_S", "timeout_s", _read_seconds, "Seconds a CPU launch may take; unset: no limit."),
    Variable("CUTEDSL_BOUNDS", "bounds", read_bool, "Off: a CPU run does not check accesses; on by default."),
    Variable("CUTEDSL_PTXAS", "ptxas", _read_path, "The `ptxas` program; unset: the one found in PATH."),
    Variable(
        "CUTEDSL_PRINT_IR",
        "print_ir",
        read_bool,
        "On: the IR of each compilation goes to stderr.",
        ("CUTE_DSL_PRINT_IR",),
    ),
    Variable(
        "CUTEDSL_PRINT_REWRITTEN",
        "print_rewritten",
        read_bool,
        "On: each function, as staging rewrites it, goes to stderr.",
        ("CUTE_DSL_PRINT_AFTER_PREPROCESSOR",),
    ),
    Variable(
        "CUTEDSL_KEEP",
        "keep",
        _read_kinds,
        "What each compilation leaves in the dump directory: some of `ir,ptx,cubin,sass`, or `all`.",
        ("CUTE_DSL_KEEP",),
    ),
    Variable(
        "CUTEDSL_LINEINFO",
        "lineinfo",
        read_bool,
        "On: GPU code knows the Python lines, as with `--generate-line-info`.",
        ("CUTE_DSL_LINEINFO",),
    ),
    Variable(
        "CUTEDSL_ASSERTIONS",
        "assertions",
        read_bool,
        "On: programs check `cute.testing.assert_`, as with `--enable-assertions`.",
        ("CUTE_DSL_ENABLE_ASSERTIONS",),
    ),
    Variable(
        "CUTEDSL_TIMES",
        "times",
        read_bool,
        "On: the times of each compilation go to stderr.",
        ("CUTE_DSL_JIT_TIME_PROFILING",),
    ),
    Variable(
        "CUTEDSL_CHECK_MEMORY_MIB",
        "check_memory_mib",
        _read_check_memory,
        f"MiB in which a checked launch remembers global memory, from 4 on; unset: {MOST_CHECK_MEMORY_MIB}, the most.",
    ),
)
"""Every environment variable that cutedsl reads, in one table; an empty text counts as unset.

The reference's names for the same things are aliases: `CUTE_DSL_ARCH`, `CUTE_DSL_CACHE_DIR`,
`CUTE_DSL_DUMP_DIR`, and `CUTE_DSL_DEBUG`, whose "on" is level 1.
"""

_override: ContextVar[Config | None] = ContextVar("cutedsl_config", default=None)
_last_read: tuple[tuple[Any, ...], Config] | None = None


def config() -> Config:
    """The settings in force here: those of the innermost `override`, else the environment's.

    The environment is looked at each time (about 1 µs), and parsed again only after a change.
    Raises `ConfigError` for a text that a variable does not take.
    """
    return _override.get() or _from_environment()


def _environment_names() -> tuple[Mapping[Any, Any], tuple[Any, ...]]:
    """The names of all variables as the keys of a dict, to look at many quickly, and that dict.

    `os.environ` decodes and raises at each look (15 µs for all); the dict below it has encoded keys. Where an
    interpreter has no such dict, `os.environ` itself serves.
    """
    names = tuple(name for variable in VARIABLES for name in (variable.name, *variable.aliases))
    below = vars(os.environ).get("_data")
    if not isinstance(below, dict) or "encodekey" not in vars(os.environ):
        return os.environ, names
    return cast("dict[Any, Any]", below), tuple(vars(os.environ)["encodekey"](name) for name in names)


_ENVIRONMENT, _NAMES = _environment_names()


def override_variable() -> ContextVar[Config | None]:
    """The variable that `override` sets; compiled call code asks it whether anything is overridden."""
    return _override


def environment_entries() -> list[tuple[dict[Any, Any], object, object]] | None:
    """Where the environment's settings lie: a dict, a key, what it holds now (None: no entry). None where unknown."""
    if not isinstance(_ENVIRONMENT, dict):
        return None
    return [(_ENVIRONMENT, name, _ENVIRONMENT.get(name)) for name in _NAMES]


def _from_environment() -> Config:
    global _last_read
    raw = tuple(map(_ENVIRONMENT.get, _NAMES))
    last = _last_read
    if last is not None and last[0] == raw:
        return last[1]
    texts = tuple(variable.text() for variable in VARIABLES)
    values = {
        variable.field: variable.parse(text)
        for variable, text in zip(VARIABLES, texts, strict=True)
        if text is not None
    }
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
