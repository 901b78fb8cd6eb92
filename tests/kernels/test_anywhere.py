"""Kernels run wherever Python does: notebook cells, IPython, `exec`, `python -c`, standard input, the prompt."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutedsl.errors import DSLUserCodeError

PROGRAM = """
import numpy as np
import cutedsl as cutlass, cutedsl.cute as cute

@cute.kernel
def twice(y: cute.Tensor):
    i = cute.arch.thread_idx()[0]
    if i < y.shape[0]:
        y[i] = i * 2

@cute.jit
def run(y: cute.Tensor):
    twice(y).launch(grid=1, block=32)

y = np.zeros(4, np.int32)
run(y)
"""
SHOWN = PROGRAM + "print(y.tolist())\n"


def python(*arguments: str, given: str | None = None, file: Path | None = None, check: bool = True) -> str:
    """What a fresh Python prints; nothing is remembered from others."""
    environment = {**os.environ, "CUTEDSL_NO_CACHE": "1", "IPYTHONDIR": "/nonexistent", "HOME": "/tmp"}
    with open(file or os.devnull) as stdin:
        source: dict[str, Any] = {"input": given} if given is not None else {"stdin": stdin}
        done = subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, timeout=100, env=environment, **source
        )
    assert not check or done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_kernels_run_in_python_c() -> None:
    assert "[0, 2, 4, 6]" in python("-c", SHOWN)


def test_a_file_as_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(SHOWN)
    assert "[0, 2, 4, 6]" in python("-", file=file)


def test_a_pipe_has_no_source_to_go_back_to() -> None:
    said = python("-", given=SHOWN, check=False)
    assert "error[no-source]" in said and "run `cutedsl run -` there, or use a file" in said


def test_a_pipe_through_the_runner() -> None:
    program = SHOWN.replace("import cutedsl as cutlass, cutedsl.cute as cute", "import cutlass, cutlass.cute as cute")
    assert "[0, 2, 4, 6]" in python("-m", "cutedsl", "run", "-", given=program)
    said = python(
        "-m", "cutedsl", "run", "-", "4", given="import sys\nprint(sys.argv, __name__)\nprint(1 + )", check=False
    )
    assert "SyntaxError" in said
    assert "['-', '4'] __main__" in python(
        "-m", "cutedsl", "run", "-", "4", given="import sys\nprint(sys.argv, __name__)"
    )


def test_kernels_run_in_cells_of_ipython() -> None:
    pytest.importorskip("IPython")
    assert "[0, 2, 4, 6]" in python("-m", "IPython", "--no-banner", "--colors=NoColor", "-c", SHOWN)


PROMPT = PROGRAM.replace("\n\n", "\n").replace("@cute.jit", "\n@cute.jit").replace("\ny =", "\n\ny =")


def test_kernels_run_at_the_prompt() -> None:
    """A terminal whose lines `readline` keeps, or Python 3.13, which keeps them itself."""
    pty = pytest.importorskip("pty")
    said = bytearray()

    def read(descriptor: int) -> bytes:
        got = os.read(descriptor, 1024)
        said.extend(got)
        if b"[0, 2, 4, 6]" in said or b"error[" in said:
            os.write(descriptor, b"exit()\r")
        return b""

    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(CUTEDSL_NO_CACHE="1", TERM="dumb", PYTHON_BASIC_REPL="1", PYTHON_HISTORY="/dev/null")
        os.execv(sys.executable, [sys.executable, "-q"])
    try:
        for line in (PROMPT + "print(y.tolist())\n").splitlines():
            os.write(terminal, line.encode() + b"\r")
        while b"exit()" not in said:
            read(terminal)
    except OSError:  # the terminal of a process that has ended
        pass
    finally:
        os.close(terminal)
        os.waitpid(child, 0)
    assert b"[0, 2, 4, 6]" in said, said.decode()


def test_a_prompt_behind_a_pipe() -> None:
    """Python 3.13 keeps what it reads; before, the error says what to do."""
    said = python("-i", "-q", given=PROMPT + "print(y.tolist())\n", check=False)
    assert ("[0, 2, 4, 6]" if sys.version_info >= (3, 13) else "keeps no source of what comes through a pipe") in said


def ran(space: dict[str, Any]) -> list[int]:
    assert isinstance(space["y"], np.ndarray)
    return space["y"].tolist()


def test_exec_of_a_text_that_its_caller_has() -> None:
    space: dict[str, Any] = {}
    text = PROGRAM.replace("* 2", "* 5")
    exec(text, space)
    assert ran(space) == [0, 5, 10, 15]


def test_exec_under_a_name_and_in_a_function() -> None:
    inner = "def make():\n" + "".join(f"    {line}\n" for line in PROGRAM.replace("* 2", "* 3").splitlines())
    inner += "    return y\n"
    space: dict[str, Any] = {}
    exec(compile(inner, "<generated>", "exec"), space)
    assert space["make"]().tolist() == [0, 3, 6, 9]


def test_a_text_that_is_another_program_does_not_count() -> None:
    space: dict[str, Any] = {}
    decoy = PROGRAM.replace("* 2", "* 9")
    with pytest.raises(DSLUserCodeError, match="no-source"):
        exec("".join([PROGRAM, "z = 1\n"]).replace("* 2", "* 4"), space)
    assert "* 9" in decoy


TEXT = PROGRAM.replace("* 2", "* 7")


def test_exec_of_a_text_that_a_module_has() -> None:
    space: dict[str, Any] = {}

    def execute(code: Any) -> None:
        exec(code, space)

    execute(compile(TEXT, "<mine>", "exec"))
    assert ran(space) == [0, 7, 14, 21]
