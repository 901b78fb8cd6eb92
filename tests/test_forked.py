"""Programs in forks run as in a Python of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import run_forked

PROGRAMS = {
    "its main module": "import sys, __main__\nprint(__name__, __file__, sys.argv, __main__.sys is sys)",
    "its folder and variables": "import os\nprint(os.getcwd(), sorted(os.environ))",
    "its own modules": "import helper\nprint(helper.VALUE, helper.__file__)",
    "an exit": "import sys, atexit\natexit.register(print, 'last')\nsys.exit(3)",
    "a text as exit": "raise SystemExit('wrong')",
    "an exception": "def f():\n    raise ValueError('x')\nf()",
    "a thread at work": "import threading\nthreading.Timer(0.05, lambda: print('done')).start()",
    "its input": "print(input() + input())",
    "more input than there is": "for _ in range(3): print(input())",
    "both outputs": "import sys\nprint('a')\nprint('b', file=sys.stderr)\nsys.stdout.flush()\nprint('c')",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_fork_does_as_a_fresh_python(name: str, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("VALUE = 7\n")
    program = tmp_path / "prog.py"
    program.write_text(PROGRAMS[name])
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "GIVEN": "1"}
    command = [str(program), "one", "two"]
    forked = run_forked(command, tmp_path, environment, 60, typed="first\nsecond\n")
    fresh = subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path,
        env=environment,
        input="first\nsecond\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (forked.returncode, forked.stdout, forked.stderr) == (fresh.returncode, fresh.stdout, fresh.stderr)


def test_standard_error_can_be_joined_to_the_output(tmp_path: Path) -> None:
    text = "import sys; print('a', flush=True); print('b', file=sys.stderr, flush=True); print('c')"
    assert run_forked(["-c", text], tmp_path, {}, 60, joined=True).stdout == "a\nb\nc\n"


def test_texts_and_modules_run_too(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("import sys\nprint(__name__, sys.argv[1:])\n")
    assert run_forked(["-m", "helper", "x"], tmp_path, {}, 60).stdout == "__main__ ['x']\n"
    assert run_forked(["-c", "import sys; print(sys.argv)", "x"], tmp_path, {}, 60).stdout == "['-c', 'x']\n"


def test_programs_do_not_see_each_other(tmp_path: Path) -> None:
    run_forked(["-c", "import os, json; json.mine = 1; os.environ['MINE'] = '1'"], tmp_path, {}, 60)
    found = run_forked(["-c", "import os, json; print(hasattr(json, 'mine'), 'MINE' in os.environ)"], tmp_path, {}, 60)
    assert found.stdout == "False False\n"


def test_a_program_that_does_not_end_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        run_forked(["-c", "while True: pass"], tmp_path, {}, 0.5)
    assert run_forked(["-c", "print(1)"], tmp_path, {}, 60).stdout == "1\n"


COMPILES = """
import sys
before = set(sys.modules)
import numpy as np
from cutedsl import cute

@cute.kernel
def double(x: cute.Tensor):
    x[cute.arch.thread_idx()[0]] *= 2

@cute.jit
def run(x: cute.Tensor):
    double(x).launch(grid=(1, 1, 1), block=(32, 1, 1))

x = np.ones(32, np.float32)
run(x)
print(x.sum(), len(sys.modules.keys() - before))
"""


def test_a_program_that_compiles_finds_the_compiler_loaded(tmp_path: Path) -> None:
    (tmp_path / "prog.py").write_text(COMPILES)
    environment = {**os.environ, "CUTEDSL_CACHE": "0"}
    words = run_forked([str(tmp_path / "prog.py")], tmp_path, environment, 60).stdout.split()
    assert words[0] == "64.0" and int(words[1]) < 5
