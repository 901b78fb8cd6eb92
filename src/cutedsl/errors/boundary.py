"""The traceback filter: an author's mistake shows the author's frames only."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import ParamSpec, TypeVar

from cutedsl.errors.classes import DSLUserCodeError
from cutedsl.errors.frames import Origin, frame_origin

P = ParamSpec("P")
R = TypeVar("R")


def _never() -> bool:
    return False


class user_boundary:
    """Where control returns to the author: as a decorator or in `with`, it hides cutedsl's own frames.

    It acts on `DSLUserCodeError` and on whatever the author's own code raised; a fault of cutedsl keeps all
    frames. `keep_frames` is asked only when an exception passes; the driver gives one that reads the debug
    level, as `errors/` knows no configuration. It must be the outermost wrapper; one object serves all.

    >>> @user_boundary()
    ... def entry() -> int:
    ...     return 1
    >>> entry()
    1
    """

    __slots__ = ("_keep_frames",)

    def __init__(self, keep_frames: Callable[[], bool] = _never) -> None:
        self._keep_frames = keep_frames

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None and not self._keep_frames():
            hide_internal_frames(error)

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            with self:
                return function(*args, **kwargs)

        return guarded


def hide_internal_frames(error: BaseException) -> None:
    """Drop cutedsl's frames from the tracebacks of `error` and of what it was raised from."""
    seen: set[int] = set()
    pending: list[BaseException | None] = [error]
    while pending:
        current = pending.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        pending += [current.__cause__, current.__context__]
        if isinstance(current, DSLUserCodeError) or _raised_by_author(current.__traceback__):
            current.__traceback__ = _author_frames(current.__traceback__)


def _chain(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _raised_by_author(trace: TracebackType | None) -> bool:
    """Whether the author's code is the innermost that is not a library's."""
    origins = [frame_origin(link.tb_frame) for link in _chain(trace)]
    return next((it for it in reversed(origins) if it is not Origin.LIBRARY), None) is Origin.AUTHOR


def _author_frames(trace: TracebackType | None) -> TracebackType | None:
    kept: list[TracebackType] = []
    dropping = False
    for link in _chain(trace):
        origin = frame_origin(link.tb_frame)
        # A library's frame belongs to whoever called it: `contextlib` between two of ours goes as well.
        dropping = origin is Origin.INTERNAL or (dropping and origin is Origin.LIBRARY)
        if not dropping:
            kept.append(link)
    result: TracebackType | None = None
    for link in reversed(kept):
        result = TracebackType(result, link.tb_frame, link.tb_lasti, link.tb_lineno)
    return result
