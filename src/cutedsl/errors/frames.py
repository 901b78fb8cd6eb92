"""Which frames are the author's, and where in the source each one stands."""

from __future__ import annotations

import enum
import linecache
import os
import re
import sys
from functools import cache
from types import CodeType, FrameType
from typing import Any

from cutedsl.errors.span import Span

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_KERNEL_LIBRARY = os.path.join(_PACKAGE, "ops") + os.sep
_SITE = re.compile(r"[/\\](?:site|dist)-packages[/\\](\w+)")
# Installed packages that call back into ours: a line of theirs is never the author's.
_DEPENDENCIES = frozenset({"xdsl", "llvmlite", "numpy", "torch", "jax", "tvm_ffi"})
_CACHE_LIMIT = 1 << 16


class Origin(enum.Enum):
    """Whose code a frame runs."""

    AUTHOR = "the author's program, a package that holds kernels, or cutedsl.ops"
    INTERNAL = "cutedsl itself"
    LIBRARY = "the standard library, or a package that cutedsl is built on"


_origin_of_file: dict[str, Origin] = {}
_Position = tuple[int | None, int | None, int | None, int | None]
# Keyed by id, as hashing a code object reads its bytecode; the value keeps the object, and so the id, alive.
_positions: dict[int, tuple[CodeType, list[_Position]]] = {}
_spans: dict[tuple[int, int], tuple[CodeType, Span | None]] = {}


@cache
def _standard_library() -> tuple[str, ...]:
    """The folders of the standard library: of its Python files, and of its compiled ones."""
    built = os.path.join(sys.base_exec_prefix, sys.platlibdir, f"python{sys.version_info[0]}.{sys.version_info[1]}")
    return tuple({folder + os.sep for folder in (os.path.dirname(os.__file__), built)})


def _classify(file: str) -> Origin:
    path = os.path.abspath(file)
    if path.startswith(_PACKAGE):
        return Origin.AUTHOR if path.startswith(_KERNEL_LIBRARY) else Origin.INTERNAL
    installed = _SITE.search(path)
    library = path.startswith(_standard_library()) if installed is None else installed[1] in _DEPENDENCIES
    return Origin.LIBRARY if library else Origin.AUTHOR


def _classify_generated(file: str, module: object) -> Origin:
    """The origin of code without a file: `<string>` is `python -c`, but also what `dataclass` writes."""
    if file.startswith("<frozen "):
        return Origin.LIBRARY
    if not isinstance(module, str) or module.partition(".")[0] != "cutedsl":
        return Origin.AUTHOR
    return Origin.AUTHOR if module.split(".")[1:2] == ["ops"] else Origin.INTERNAL


def frame_origin(frame: FrameType) -> Origin:
    """Whose code `frame` runs, judged by its file, or by its module where there is no file."""
    file = frame.f_code.co_filename
    return _origin_of_file.get(file) or origin_of(file, frame.f_globals.get("__name__"))


def origin_of(file: str, module: object) -> Origin:
    """Whose code a file holds; `module` is the module's name, for code that has no file."""
    origin = _origin_of_file.get(file)
    if origin is not None:
        return origin
    if file.startswith("<"):
        return _classify_generated(file, module)
    return _origin_of_file.setdefault(file, _classify(file))


def module_of(cls: type) -> str:
    """The name of a class's module; "builtins" for those of C extensions with a descriptor under `__module__`."""
    found: Any = cls.__module__
    return found if isinstance(found, str) else "builtins"


def part_of_language(file: str) -> None:
    """Says that a file belongs to a language made on `staging`, not to its authors: errors point past its frames.

    `part_of_language(__file__)`, in the modules whose functions authors call.
    """
    _origin_of_file[file] = Origin.INTERNAL


def user_frame(depth_hint: int = 0) -> FrameType | None:
    """The innermost frame that runs the author's code, or None when there is none.

    `depth_hint` frames, counted from the caller, are known to be ours and are not looked at.
    """
    frame: FrameType | None = sys._getframe(depth_hint + 1)  # pyright: ignore[reportPrivateUsage]
    known, author = _origin_of_file, Origin.AUTHOR
    while frame is not None:  # for each traced operation, so that no function is called for a file that is known
        origin = known.get(frame.f_code.co_filename) or frame_origin(frame)
        if origin is author:
            return frame
        frame = frame.f_back
    return None


def user_location(depth_hint: int = 0) -> tuple[CodeType, int] | None:
    """The author's current instruction as `(code, offset)`: what a tracer stores for each operation.

    About half a microsecond; `span_at` turns it into a `Span` when somebody asks.
    """
    frame = user_frame(depth_hint + 1)
    return None if frame is None else (frame.f_code, frame.f_lasti)


def user_span() -> Span | None:
    """The author's current expression: the innermost frame outside the package, with its columns.

    **Units**: as in `Span`. About a microsecond once the instruction has been seen.
    """
    frame = user_frame(1)
    return None if frame is None else span_at(frame.f_code, frame.f_lasti)


def span_at(code: CodeType, offset: int) -> Span | None:
    """The source of the instruction at byte `offset` of `code`; None when the compiler noted no line for it.

    Source: `code.co_positions()`, PEP 657. Under `python -X no_debug_ranges` it is the whole line.
    """
    key = (id(code), offset)
    found = _spans.get(key)
    if found is not None:
        return found[1]
    if len(_spans) > _CACHE_LIMIT:
        _spans.clear()
        _positions.clear()
    known = _positions.get(key[0])
    if known is None:
        # A new function may come from a file that was edited since its lines were last read.
        linecache.checkcache(code.co_filename)
        known = _positions.setdefault(key[0], (code, list(code.co_positions())))
    span = _span_of(code.co_filename, known[1][offset // 2]) if offset >= 0 else None
    _spans[key] = (code, span)
    return span


def _span_of(file: str, position: _Position) -> Span | None:
    line, end_line, byte, end_byte = position
    if line is None or line < 1:
        return None
    if end_line is None or byte is None or end_byte is None:
        return Span(file, line, 0, line, 0)
    return Span.of_bytes(file, line, byte, end_line, end_byte)
