"""How the text of an environment variable is read; each raises `ValueError` with what it expected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cutedsl.config.optimisations import OPTIMISATIONS

MOST_CHECK_MEMORY_MIB = 3072
"""A launch that touches more global memory than the checker can remember ends with `check-limit`, not out of memory."""

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


def read_level(text: str) -> int:
    """A level from 0; the words of `read_bool` are levels 1 and 0."""
    return int(read_bool(text)) if text.lower() in _TRUE | _FALSE else read_count(text, least=0)


def read_count(text: str, least: int = 1) -> int:
    """An integer of at least `least`."""
    if not (text.isascii() and text.isdigit()) or int(text) < least:
        raise ValueError(f"expected a whole number from {least}")
    return int(text)


def read_check_memory(text: str) -> int:
    """A size in MiB that a checked launch can use."""
    number = read_count(text, least=4)
    if number > MOST_CHECK_MEMORY_MIB:
        raise ValueError(f"expected a whole number up to {MOST_CHECK_MEMORY_MIB}")
    return number


def read_seconds(text: str) -> float:
    """A time in seconds, above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds < float("inf"):
        raise ValueError("expected a number of seconds above 0")
    return seconds


PARTS = frozenset({"gc", "llvm", "llvmlite", "stdout", "torch", "turns"})
"""What `CUTEDSL_LEAVE_ALONE` may name: docs/process.md."""
_KINDS = frozenset({"ir", "ir-debug", "ptx", "cubin", "sass"})


def read_kinds(text: str) -> frozenset[str]:
    """A list such as `ptx,cubin`; `all` is all of them."""
    words = frozenset(word.strip() for word in text.lower().split(",") if word.strip())
    if not words <= _KINDS | {"all"}:
        raise ValueError("expected some of ir, ir-debug, ptx, cubin, sass, all, with commas between")
    return _KINDS if "all" in words else words


def read_kind(kind: str) -> Callable[[str], frozenset[str]]:
    """The reader of a switch for one kind: on is that kind, off none."""
    return lambda text: frozenset({kind}) if read_bool(text) else frozenset()


def read_not(text: str) -> bool:
    """A negated switch.

    >>> read_not("off")
    True
    """
    return not read_bool(text)


def read_parts(text: str) -> frozenset[str]:
    """Parts of the process that are left alone, such as `gc,turns`; `all` is all of them.

    >>> sorted(read_parts("gc, turns")), read_parts("all") == PARTS
    (['gc', 'turns'], True)
    """
    return _some_of(PARTS, text)


def read_optimisations(text: str) -> frozenset[str]:
    """Optimisations that are left out, such as `contraction,roll-up`; `all` is all of them.

    >>> sorted(read_optimisations("roll-up, contraction"))
    ['contraction', 'roll-up']
    """
    return _some_of(frozenset(OPTIMISATIONS), text)


def _some_of(known: frozenset[str], text: str) -> frozenset[str]:
    words = frozenset(word.strip() for word in text.lower().split(",") if word.strip())
    if not words <= known | {"all"}:
        raise ValueError(f"expected some of {', '.join(sorted(known))}, all, with commas between")
    return known if "all" in words else words


def read_names(text: str) -> frozenset[str]:
    """A list of names such as `many-copies,cache-damaged`; a switch that is on is `all` of them, one that is off none.

    >>> sorted(read_names("1")), sorted(read_names("many-copies"))
    (['all'], ['many-copies'])
    """
    if text.lower() in _TRUE | _FALSE:
        return frozenset({"all"}) if read_bool(text) else frozenset()
    return frozenset(word.strip().lower() for word in text.split(",") if word.strip())


def read_log_level(text: str) -> int:
    """A level of Python's logging, from 10 to 50; 1 is everything, 0 nothing."""
    number = read_count(text, least=0)
    if number > 50 or 1 < number < 10:
        raise ValueError("expected 0 (nothing), 1 (everything), or a level from 10 to 50")
    return number


def read_path(text: str) -> Path:
    """A path, with `~` for the home."""
    return Path(text).expanduser()
