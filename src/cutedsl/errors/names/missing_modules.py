"""`import cutedsl.nothing`: the error for a module that there is not, in the author's line, with the one meant."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterable, Iterator
from types import FrameType

from cutedsl.errors.frames import user_frame


class SearchPath(list[str]):
    """A package's `__path__`: Python looks through it for a module, and comes to its end where there is none.

    The author's own `import a.b` gets a named error then. What asks whether a module exists (`find_spec`,
    `import_module`, `from a import b`, which reads a name first) gets Python's answer.

    Errors: unknown-module, an ImportError.
    """

    def __init__(self, package: str, places: Iterable[str]) -> None:
        super().__init__(places)
        self._package = package

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        module = _imported(sys._getframe(1))  # pyright: ignore[reportPrivateUsage]
        if module is not None and module.rpartition(".")[0] == self._package:
            from cutedsl.errors.names.unknown_name import unknown_module

            raise unknown_module(module)


def _imported(frame: FrameType) -> str | None:
    """The module that an `import` of the author looks for; None where another one asks."""
    if frame.f_code.co_name != "_get_spec" or not frame.f_code.co_filename.startswith("<frozen importlib"):
        return None
    author, module = user_frame(), frame.f_locals.get("fullname")
    if author is None or dis.opname[author.f_code.co_code[author.f_lasti]] != "IMPORT_NAME":
        return None
    inner: FrameType | None = frame
    while inner is not None and inner is not author:
        if inner.f_code.co_name == "_handle_fromlist":
            return None
        inner = inner.f_back
    return module
