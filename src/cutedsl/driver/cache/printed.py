"""What a trace prints, so that a remembered program can print it again."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TextIO, cast

from cutedsl.forks.locks import fork_safe_lock

_RECORD: ContextVar[list[str] | None] = ContextVar("cutedsl_printed", default=None)
_lock = fork_safe_lock()
_holders: list[_Tee] = []


class _Tee:
    """Standard output that also keeps what a recording thread or task writes."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        record = _RECORD.get()
        if record is not None:
            record.append(text)
        return self.stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def recording() -> Generator[list[str]]:
    """Returns a list that is filled with what this thread or task prints within `with`; it is printed all the same."""
    texts: list[str] = []
    token = _RECORD.set(texts)
    with _lock:
        _holders.append(_holders[-1] if _holders else _installed())
    try:
        yield texts
    finally:
        _RECORD.reset(token)
        with _lock:
            tee = _holders.pop()
            if not _holders and sys.stdout is cast(TextIO, tee):
                sys.stdout = tee.stream


def _installed() -> _Tee:
    """Puts a tee in the place of standard output."""
    tee = _Tee(sys.stdout)
    sys.stdout = cast(TextIO, tee)
    return tee
