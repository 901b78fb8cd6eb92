"""Runs Python programs in forks of a process that has loaded cutedsl and its compilers, which takes them 2 s each.

A program sees what a fresh Python shows it: its arguments, folder, variables and `__main__`; modules of cutedsl and
NumPy are loaded already. Tests of imports and of the start of a process start a Python of their own.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import select
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
QUIET = ("-W", "ignore:This process:DeprecationWarning")
"""Options of a Python whose program forks beside threads, of which Python warns from 3.12 on."""
LOADED = (
    *("cutedsl.cute", "cutedsl.cute.runtime", "cutedsl.cute.nvgpu", "cutedsl.cute.testing"),
    *("cutedsl.lang.arch", "cutedsl.lang.math", "cutedsl.lang.shared", "cutedsl.staging.stage"),
    *("cutedsl.driver.cache.lookup", "cutedsl.driver.compile.first_use", "cutedsl.driver.compile.translate"),
    *(f"cutedsl.driver.call.{name}" for name in ("ahead", "build", "dry", "foreign_settings", "recorded")),
    *("cutedsl.targets.choice", "cutedsl.targets.cpu_compiler", "cutedsl.targets.nvidia_compiler"),
    *("cutedsl.codegen.llvm.first_use", "cutedsl.execution.cpu.module", "cutedsl.execution.cuda.module"),
    *("cutedsl.cli.check", "cutedsl.cli.show", "cutedsl.compat.install"),
    *("numpy", "numpy.random", "numpy.testing", "unittest.mock"),
)
"""Modules that most programs load in the end."""


def run_forked(
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    timeout_s: float,
    *,
    typed: str = "",
    joined: bool = False,
    with_torch: bool = False,
) -> subprocess.CompletedProcess[str]:
    """What `subprocess.run` gives for Python with arguments: a file, `-m` and a module, or `-c` and a text.

    `typed` is its input; `joined` puts standard error into the output; `with_torch` spares a program that uses torch
    the two seconds that it takes to load. Errors: `subprocess.TimeoutExpired` as there.
    """
    temporary = tempfile.TemporaryFile
    with temporary("w+") as given, temporary("w+") as output, temporary("w+") as errors:
        given.write(typed)
        given.flush()
        files = [given, output, output if joined else errors]
        asked = {"arguments": [*arguments], "folder": str(folder), "environment": {**environment}}
        asked["files"] = [f"/proc/{os.getpid()}/fd/{file.fileno()}" for file in files]
        server = _server(with_torch)
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(json.dumps(asked) + "\n")
        server.stdin.flush()
        if not select.select([server.stdout], [], [], timeout_s)[0]:
            _end(server)  # and its child with it
            _server.cache_clear()
            raise subprocess.TimeoutExpired([*arguments], timeout_s)
        code = json.loads(server.stdout.readline())
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess([*arguments], code, output.read(), errors.read())


@cache
def _server(with_torch: bool) -> subprocess.Popen[str]:
    """The process that forks: one for each of ours, and one that has loaded torch too."""
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-m", "tests.forked", *(["torch"] if with_torch else [])]
    server = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(_end, server)
    return server


def _end(server: subprocess.Popen[str]) -> None:
    server.kill()
    server.wait()


def main() -> None:
    """Forks for each line of the input, and writes how its program ended."""
    for name in (
        *LOADED,
        *sys.argv[1:],
    ):  # torch too, if asked, but not its compiler, which `cutedsl run` changes first
        importlib.import_module(name)
    gc.collect()
    gc.freeze()  # a collection in a fork would write to every object, and so copy every page
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _become(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _become(asked: dict[str, object]) -> None:
    """Runs a program as the main one, and ends the process."""
    code = 1
    try:
        _end_with_parent()
        environment, arguments, files = asked["environment"], asked["arguments"], asked["files"]
        assert isinstance(environment, dict) and isinstance(arguments, list) and isinstance(files, list)
        for target, file in enumerate(files):
            os.dup2(os.open(file, os.O_RDWR | os.O_APPEND), target)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(str(asked["folder"]))
        code = _run(arguments)
        threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue]  # as at the end of any program
        atexit._run_exitfuncs()
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _end_with_parent() -> None:
    import ctypes
    import signal

    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def _run(arguments: list[str]) -> int:
    """The exit code of a program, whose uncaught exception is printed without our frames."""
    program = ModuleType("__main__")
    first, *rest = arguments
    try:
        if first == "-m":
            import runpy

            sys.argv = rest
            sys.path[0:0] = [os.getcwd(), *_given_path()]
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
            return 0
        if first == "-c":
            text, name, sys.argv, place = rest[0], "<string>", ["-c", *rest[1:]], ""
        else:
            text, name, sys.argv, place = Path(first).read_text("utf-8"), first, arguments, str(Path(first).parent)
            program.__file__ = name
        sys.path[0:0] = [place, *_given_path()]
        sys.modules["__main__"] = program
        exec(compile(text, name, "exec"), program.__dict__)
    except SystemExit as end:
        if not isinstance(end.code, int | None):
            print(end.code, file=sys.stderr)
        return int(end.code or 0) if isinstance(end.code, int | None) else 1
    except BaseException as error:
        inside = error.__traceback__ and error.__traceback__.tb_next
        sys.excepthook(type(error), error.with_traceback(inside), inside)
        return 1
    return 0


def _given_path() -> list[str]:
    return list(filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)))


if __name__ == "__main__":
    main()
