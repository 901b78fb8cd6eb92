"""Loads the rendered text of a template's kernel: no file is written; the compiled program is kept by
the compile cache, which all processes share."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import linecache
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from torch._inductor.async_compile import AsyncCompile
from torch._logging._internal import getArtifactLogger

from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.frozen import frozen
from cutedsl.forks.locks import fork_safe_lock
from cutedsl.torch.inductor.examples import Example, array

_log = getArtifactLogger(__name__, "kernel_code")
_lock = fork_safe_lock()
_loaded: dict[tuple[str, str], CuteDSLKernelWrapper] = {}


@frozen
class Rendered:
    """A rendered template: its name, which its entry function has, the text, and the template's line of each line."""

    name: str
    source: str
    origins: tuple[int, ...]

    def origin(self, line: int) -> str:
        """A line of the text as the author knows it."""
        text = self.source.split("\n")[line - 1].strip()
        return f"line {self.origins[line - 1]} of the template {self.name}: `{text}`"

    def parts(self) -> tuple[str, str, tuple[int, ...]]:
        """What generated code hands to `load`."""
        return self.name, self.source, self.origins


class CuteDSLKernelWrapper:
    """The entry function of a rendered template: `run(*args, stream=)` calls it and returns what it returns."""

    def __init__(
        self, kernel_fn: Callable[..., Any], kernel_path: str | None = None, rendered: Rendered | None = None
    ) -> None:
        self.kernel_fn = kernel_fn
        self.kernel_path = kernel_path
        self._rendered = rendered

    def run(self, *args: Any, stream: Any = None, **kwargs: Any) -> Any:
        """Calls the entry function. Args: as the template's `def_kernel` lists them, then what fusion added.

        An error in the text also says the template's line.
        """
        try:
            return self.kernel_fn(*args, stream=stream, **kwargs)
        except Exception as error:
            line = self._line(error)
            if self._rendered is not None and line is not None:
                error.add_note(self._rendered.origin(line))
            raise

    def _line(self, error: Exception) -> int | None:
        """The line of the text that an error is about, or the last one that was running."""
        if isinstance(error, DSLUserCodeError) and error.span is not None:
            return error.span.line if error.span.file == self.kernel_path else None
        frames = traceback.extract_tb(error.__traceback__)
        return next((frame.lineno for frame in reversed(frames) if frame.filename == self.kernel_path), None)


def load(name: str, source: str, origins: tuple[int, ...] = ()) -> CuteDSLKernelWrapper:
    """The kernel `name` of a rendered text, executed once a process.

    Tracebacks and errors show the text under the path that `TORCH_LOGS="kernel_code"` prints.
    """
    with _lock:
        found = _loaded.get((name, source))
        if found is not None:
            return found
        path = f"<cutedsl template {name}-{hashlib.sha256(source.encode()).hexdigest()[:12]}>"
        linecache.cache[path] = (len(source), None, source.splitlines(True), path)
        _log.info("CuteDSL kernel path: %s\n%s", path, source)
        space: dict[str, Any] = {"__name__": f"cutedsl_template_{name}", "__file__": path}
        exec(compile(source, path, "exec"), space)
        wrapper = CuteDSLKernelWrapper(space[name], path, Rendered(name, source, origins) if origins else None)
        _loaded[name, source] = wrapper
        return wrapper


def load_soon(
    name: str, source: str, origins: tuple[int, ...] = (), like: tuple[Example, ...] = ()
) -> CuteDSLKernelWrapper | Future[CuteDSLKernelWrapper]:
    """`load` for generated code, which waits for all its kernels: they are compiled by Inductor's threads meanwhile.

    Args: `like` describes the arguments of the first call; without it the kernel is compiled there.
    """
    wrapper = load(name, source, origins)
    return AsyncCompile.submit(functools.partial(_compiled, wrapper, like)) if like else wrapper


def _compiled(wrapper: CuteDSLKernelWrapper, like: tuple[Example, ...]) -> CuteDSLKernelWrapper:
    """The kernel after one run on zeros. What fails here fails at the first call again, with the caller's line."""
    with contextlib.suppress(Exception):
        wrapper.run(*map(array, like))
    return wrapper
