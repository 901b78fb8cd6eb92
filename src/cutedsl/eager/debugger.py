"""`LanePdb`: Python's debugger in a block's kernel, seen by one thread: it stops where that thread is."""

from __future__ import annotations

import bdb
import inspect
import pdb
import re
import sys
from collections.abc import Callable
from types import FrameType, SimpleNamespace, TracebackType
from typing import Any, cast

from cutedsl.eager.block import Block
from cutedsl.eager.inspect import LaneNames, block_text, lane_value

_LIBRARIES = sys.stdlib_module_names - {"__main__", "builtins"} | {
    *(__name__.partition(".")[0], "numpy", "xdsl", "_distutils_hack"),  # the last looks at every import of a process
}
_CALLED = re.compile(r"^\s*(lane|block|thread)\(")
_WELCOME = """\
{where}: pdb stops at the lines that this thread runs. More commands:
  lane X     X in this thread, as `p X` does      lane X, 7   in thread 7 of the block
  block X    X in all threads, `.` in those that are elsewhere
  thread 7   follow thread 7 from here on (thread 3, 1 in a block of two dimensions)"""


class LanePdb(pdb.Pdb):
    """Steps through the author's lines as thread `lane` of `block` runs them; variables show that thread's values."""

    def __init__(self, block: Block, lane: int, **streams: Any) -> None:
        super().__init__(skip=[__name__], nosigint=True, **streams)
        self.prompt = "(cutedsl) "
        self._block = block
        self._lane = lane
        self._quits = False

    def debug(self, run: Callable[[], None]) -> None:
        """Runs a block's kernel, stopping at its first line. Raises `bdb.BdbQuit` when the person quits."""
        self.message(_WELCOME.format(where=self._block.name_of(self._lane)))
        self.runcall(run)
        if self._quits:
            raise bdb.BdbQuit

    def set_quit(self) -> None:
        """`q`, and the end of the input."""
        self._quits = True
        super().set_quit()

    # -- where it stops ----------------------------------------------------------------------------------------------
    def is_skipped_module(self, module_name: str | None) -> bool:
        """Libraries, and this package: only the author's code is stepped through."""
        return (module_name or "").partition(".")[0] in _LIBRARIES

    def _is_here(self) -> bool:
        return bool(self._block.live[self._lane])

    def stop_here(self, frame: FrameType) -> bool:
        """Only while the thread takes part in what runs."""
        return self._is_here() and super().stop_here(frame)

    def break_here(self, frame: FrameType) -> bool:
        """Breakpoints too; in their conditions, variables are the thread's numbers."""
        if not self._is_here():
            return False
        names = LaneNames(self._block, self._lane, frame.f_locals)
        seen = SimpleNamespace(
            f_code=frame.f_code, f_lineno=frame.f_lineno, f_globals=frame.f_globals, f_locals=names
        )  # what `bdb` reads of a frame
        return super().break_here(cast(FrameType, seen))

    def get_stack(self, f: FrameType | None, t: TracebackType | None) -> tuple[list[tuple[FrameType, int]], int]:
        """Only the author's frames: `up` goes to the caller that the author wrote."""
        stack, current = super().get_stack(f, t)
        shown = [entry for entry in stack if not self.is_skipped_module(entry[0].f_globals.get("__name__"))]
        return (shown, len(shown) - 1) if shown else (stack, current)

    def user_call(self, frame: FrameType, argument_list: Any) -> None:
        """A call is entered at its first line."""

    def user_return(self, frame: FrameType, return_value: Any) -> None:
        """With what the thread returns."""
        super().user_return(frame, self._seen(return_value))

    # -- what it takes -----------------------------------------------------------------------------------------------
    def precmd(self, line: str) -> str:
        """`lane(x)` is a command as `lane x` is, and not Python, for which pdb takes it from Python 3.13 on."""
        return super().precmd(_CALLED.sub(r"\1 (", line))

    # -- what it shows -----------------------------------------------------------------------------------------------
    def _seen(self, value: object) -> object:
        """A value as the thread sees it."""
        return lane_value(self._block, value, self._lane)

    def displayhook(self, obj: object) -> None:
        """An expression as a command."""
        if obj is not None:
            self.message(repr(self._seen(obj)))

    def do_p(self, arg: str) -> None:
        """p expression: its value in this thread."""
        self._show(arg, lambda value: repr(self._seen(value)))

    do_pp = do_p

    def do_args(self, arg: str) -> None:
        """a(rgs): the arguments of the function, as this thread sees them."""
        frame = self.curframe
        assert frame is not None
        code = frame.f_code
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
        for name in code.co_varnames[:count]:
            self.message(f"{name} = {self._seen(frame.f_locals.get(name, '*** undefined ***'))!r}")

    do_a = do_args

    def _getval_except(self, arg: str, frame: FrameType | None = None) -> object:
        """What `display` shows."""
        return self._seen(super()._getval_except(arg, frame))  # type: ignore[misc]  # pyright: ignore

    def do_lane(self, arg: str) -> None:
        """lane expression [, thread]: its value in this thread, or in another of the block."""
        text = _without_parentheses(arg)
        before, _, other = text.rpartition(",")
        text, lane = (before, int(other)) if before and other.strip().isdigit() else (text, self._lane)
        if not 0 <= lane < self._block.threads:
            self.error(f"the block has {self._block.threads} threads")
            return
        self._show(text, lambda value: repr(lane_value(self._block, value, lane)))

    def do_block(self, arg: str) -> None:
        """block expression: its value in all threads of the block, a line a warp."""
        self._show(_without_parentheses(arg), lambda value: block_text(self._block, value))

    def do_thread(self, arg: str) -> None:
        """thread number, or x, y, z: follow another thread of the block; without a number, say which is followed."""
        where = place_of(arg)
        lane = None if where is None else number_of(where, self._block.dims)
        if lane is not None:
            self._lane = lane
        elif arg.strip():
            self.error(f"the block has {self._block.threads} threads")
            return
        self.message(self._block.name_of(self._lane))

    def _show(self, text: str, shown: Callable[[Any], str]) -> None:
        if not text.strip():
            self.error("an expression is missing: `lane x`, `lane x[i, 0], 7`, `block x`")
            return
        frame = self.curframe
        assert frame is not None
        try:
            value = eval(text.strip(), frame.f_globals, frame.f_locals)
        except Exception as error:
            self.error(f"{type(error).__name__}: {error}")
            return
        self.message(shown(value))


def place_of(text: str) -> tuple[int, ...] | None:
    """`5` or `1, 2, 0` as numbers; None for anything else."""
    parts = [part.strip() for part in _without_parentheses(text).split(",")]
    return tuple(map(int, parts)) if all(map(str.isdecimal, parts)) and len(parts) <= 3 else None


def number_of(where: tuple[int, ...], dims: tuple[int, int, int]) -> int | None:
    """The number of a place that is given by number, or by coordinates (x fastest); None outside of `dims`."""
    if len(where) == 1:
        return where[0] if where[0] < dims[0] * dims[1] * dims[2] else None
    x, y, z = (*where, 0)[:3]
    return x + dims[0] * (y + dims[1] * z) if x < dims[0] and y < dims[1] and z < dims[2] else None


def _without_parentheses(text: str) -> str:
    """`lane(x)` is `lane x`."""
    stripped = text.strip()
    return stripped[1:-1] if stripped.startswith("(") and stripped.endswith(")") else stripped
