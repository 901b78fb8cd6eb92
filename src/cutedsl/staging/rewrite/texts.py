"""The text that each decorated function comes from, kept from the moment when it was decorated: a file may be edited,
and its module loaded anew, at any time after."""

from __future__ import annotations

import io
import linecache
import os
import time
from collections.abc import Iterator
from types import CodeType, FunctionType

from cutedsl.errors.source import source_lines
from cutedsl.staging.rewrite.exec_source import makes, text_of_executed

_SHARED = ("<string>", "<stdin>")
"""File names that many texts share."""
_RECENT_S = 2.0
"""Files changed so lately may change again without a trace in their times and size."""


class _Text:
    """One version of a file's text, decoded when it is requested."""

    __slots__ = ("_data", "_lines", "stamp")

    def __init__(self, data: bytes, stamp: tuple[int, int, int]) -> None:
        self._data = data
        self._lines: list[str] | None = None
        self.stamp = stamp

    @classmethod
    def of_lines(cls, lines: list[str]) -> _Text:
        text = cls(b"", (0, 0, 0))
        text._lines = lines
        return text

    @property
    def lines(self) -> list[str]:
        if self._lines is None:
            import tokenize

            try:
                encoding, _ = tokenize.detect_encoding(io.BytesIO(self._data).readline)
                self._lines = io.TextIOWrapper(io.BytesIO(self._data), encoding, newline=None).readlines()
            except (SyntaxError, UnicodeDecodeError):
                self._lines = []
        return self._lines

    def holds(self, data: bytes) -> bool:
        return self._data == data


# Keyed by id of the code; the value keeps the code, and so the id, alive.
_TEXT_OF: dict[int, tuple[CodeType, _Text]] = {}
_VERSIONS: dict[str, list[_Text]] = {}


def remember_source(function: object) -> None:
    """Keeps the text of a function that is being decorated. It comes from its file as it is now, from a notebook's
    cell, or from the caller of `exec`.
    """
    code = function.__code__ if isinstance(function, FunctionType) else None
    if code is None or id(code) in _TEXT_OF:
        return
    text = _executed(code) if code.co_filename.startswith("<") else _of_file(code.co_filename)
    if text is not None:
        _TEXT_OF[id(code)] = (code, text)


def texts_of(function: FunctionType) -> Iterator[list[str]]:
    """The texts that a function may come from, the likeliest first, as lines."""
    code = function.__code__
    tried: list[_Text] = []
    known = _TEXT_OF.get(id(code))
    if known is not None:
        tried.append(known[1])
        yield known[1].lines
    cached = linecache.getlines(code.co_filename, function.__globals__) or source_lines(code.co_filename)
    if cached and not any(text.lines == cached for text in tried):
        yield cached
    if not code.co_filename.startswith("<"):
        _of_file(code.co_filename)
    for text in reversed(_VERSIONS.get(code.co_filename, [])):
        if text not in tried and text.lines != cached:
            yield text.lines


def lines_of_code(code: CodeType) -> list[str]:
    """The lines of the file that a code object comes from, as they were when it was decorated, else as they are.

    None for code of a name that many texts share, such as methods that `dataclass` makes: the text is any of them.
    """
    known = _TEXT_OF.get(id(code))
    if known is not None:
        return known[1].lines
    return [] if code.co_filename in _SHARED else linecache.getlines(code.co_filename)


def _of_file(file: str) -> _Text | None:
    """The text of a file as it is now; None if it cannot be read."""
    versions = _VERSIONS.setdefault(file, [])
    try:
        facts = os.stat(file)
        stamp = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
        if versions and versions[-1].stamp == stamp and time.time() - facts.st_mtime > _RECENT_S:
            return versions[-1]
        with open(file, "rb") as opened:
            data = opened.read()
    except (OSError, ValueError):
        return None
    if not versions or not versions[-1].holds(data):
        versions.append(_Text(data, stamp))
        if len(versions) > 1:
            linecache.cache.pop(file, None)  # tracebacks and our reports show what was loaded
    versions[-1].stamp = stamp
    return versions[-1]


def _executed(code: CodeType) -> _Text | None:
    """The text of code without a file."""
    file = code.co_filename
    lines = [] if file in _SHARED else linecache.getlines(file)
    if lines and makes("".join(lines), code):
        return _Text.of_lines(lines)
    text = text_of_executed(code)
    if text is not None:
        return _Text.of_lines(text.splitlines(keepends=True))
    return _Text.of_lines(lines) if lines else None
