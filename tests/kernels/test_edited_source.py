"""What runs is the function that was loaded, whatever happens to its file before or after."""

from __future__ import annotations

import importlib
import linecache
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from cutedsl import cute
from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.rewrite import proof, staged_function

HEAD = "import cutedsl.cute as cute\n"
_USED: list[str] = []


def jitted(name: str, value: float) -> str:
    return f"@cute.jit\ndef {name}(y: cute.Tensor):\n    y[0] = {value}\n"


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """Writes a module of one name, and loads it anew."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    name = f"edited_{len(_USED)}"
    _USED.append(name)

    def write(text: str, load: bool = True) -> Any:
        (tmp_path / f"{name}.py").write_text(HEAD + text)
        importlib.invalidate_caches()
        if not load:
            return None
        return importlib.reload(sys.modules[name]) if name in sys.modules else importlib.import_module(name)

    yield write
    sys.modules.pop(name, None)


def value(function: Any) -> float:
    y = np.zeros(1, np.float32)
    function(y)
    return float(y[0])


def test_a_file_edited_before_the_first_call(write: Any) -> None:
    module = write(jitted("f", 1.0))
    write(jitted("f", 2.0), load=False)
    assert value(module.f) == 1.0


def test_lines_that_move_before_the_first_call(write: Any) -> None:
    module = write(jitted("f", 1.0) + jitted("g", 10.0))
    write(jitted("new", 77.0) + jitted("f", 2.0) + jitted("g", 20.0), load=False)
    assert (value(module.f), value(module.g)) == (1.0, 10.0)
    old = module.f
    module = write(jitted("new", 77.0) + jitted("f", 2.0) + jitted("g", 20.0))
    assert (value(module.new), value(module.f), value(module.g), value(old)) == (77.0, 2.0, 20.0, 1.0)


def test_a_file_that_is_gone(write: Any, tmp_path: Path) -> None:
    module = write(jitted("f", 1.0))
    next(tmp_path.glob("edited*.py")).unlink()
    assert value(module.f) == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "@cute.jit\ndef f(y: cute.Tensor): y[0] = {v}\n",
        "@cute.jit\ndef h(i):\n    r = 0.0\n    if i >= 0: r = {v}\n    return r\n@cute.kernel\n"
        "def k(y: cute.Tensor):\n    y[0] = h(cute.arch.thread_idx()[0])\n@cute.jit\n"
        "def f(y: cute.Tensor):\n    k(y).launch(grid=1, block=1)\n",
        "@cute.kernel\ndef k(y: cute.Tensor, c):\n    y[0] = c\n@cute.jit\n"
        "def f(y: cute.Tensor):\n    if y[0] < 100.0:\n        k(y, {v}).launch(grid=1, block=1)\n",
    ],
    ids=["a jit function", "a helper", "a launcher"],
)
def test_reloading_with_times_and_sizes_alike(write: Any, text: str) -> None:
    values = [value(write(text.format(v=v)).f) for v in (1.0, 2.0, 3.0)]
    assert values == [1.0, 2.0, 3.0]


def test_a_plain_function_decorated_after_its_file_changed(write: Any) -> None:
    module = write("def f(y):\n    y[0] = 1.0\n")
    linecache.checkcache()
    write("def f(y):\n    y[0] = 2.0\n", load=False)
    with pytest.raises(DSLUserCodeError, match=r"source-changed.*changed after `f` was defined"):
        value(cute.jit(module.f))
    assert value(cute.jit(write("def f(y):\n    y[0] = 2.0\n").f)) == 2.0


def test_text_that_a_cache_of_lines_has_and_that_did_not_run() -> None:
    file = "<edited cell>"
    for number in (1.0, 2.0):
        text = f"{HEAD}{jitted('f', number)}"
        stale = text.replace("2.0", "1.0")
        linecache.cache[file] = (len(stale), None, stale.splitlines(True), file)
        space: dict[str, Any] = {}
        exec(compile(text, file, "exec"), space)
        assert value(space["f"]) == number


def test_two_functions_of_one_name_in_one_file(write: Any) -> None:
    one, other = (textwrap.indent(jitted("f", v), "    ") for v in (1.0, 2.0))
    assert value(write(f"if True:\n{one}else:\n{other}").f) == 1.0
    assert value(write(f"if False:\n{one}else:\n{other}").f) == 2.0


def test_names_of_a_class_and_of_the_function_itself_stay_global(write: Any) -> None:
    text = """
    class Twice:
        factor = 2.0
        @cute.jit
        def m(self, y: cute.Tensor):
            y[0] = y[0] + Twice.factor * self.__one()
        def __one(self):
            return 1.0
    @cute.jit
    def down(n, y: cute.Tensor):
        if n > 0:
            down(n - 1, y)
            y[0] = y[0] + n
    @cute.jit
    def f(y: cute.Tensor):
        Twice().m(y)
        down(3, y)
    """
    assert value(write(textwrap.dedent(text)).f) == 8.0


def test_pytest_puts_more_into_a_function_than_its_text_has() -> None:
    def program(n: int) -> int:
        assert n > 0
        return n + 1

    assert staged_function(program)(2) == 3


def test_other_text_than_that_of_a_loader_that_changes_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def program(n: int) -> int:
        assert n > 0
        return n - 1

    same = proof.makes
    monkeypatch.setattr(proof, "makes", lambda text, code: same(text.replace("n - 1", "n - 2"), code))
    original = proof.compiled_in_scope

    def another(function: Any, node: Any, **more: Any) -> Any:
        node.body[1].value.right.value = 2
        return original(function, node, **more)

    monkeypatch.setattr(proof, "compiled_in_scope", another)
    with pytest.raises(DSLUserCodeError, match="source-changed"):
        staged_function(program)


AUTORELOAD = """
import os, sys, time
from IPython.testing.globalipapp import start_ipython
sys.dont_write_bytecode = True
sys.path.insert(0, os.getcwd())
TEXT = '''
import cutedsl.cute as cute
@cute.jit
def f(y: cute.Tensor):
    y[0] = {v}
@cute.kernel
def k(y: cute.Tensor):
    y[0] = {v}
'''
def write(v):
    open("amod.py", "w").write(TEXT.format(v=v))
    os.utime("amod.py", (time.time() + 3 * v,) * 2)
write(1.0)
shell = start_ipython()
shell.run_line_magic("load_ext", "autoreload")
shell.run_line_magic("autoreload", "2")
shell.run_cell('''
import numpy as np, amod
from amod import f, k
import cutedsl.cute as cute
@cute.jit
def g(y: cute.Tensor):
    k(y).launch(grid=1, block=1)
def value(function):
    y = np.zeros(1, np.float32)
    function(y)
    return float(y[0])
''')
for v in (1.0, 2.0, 3.0):
    write(v)
    shell.run_cell("print('values', value(amod.f), value(f), value(g))")
    if v == 2.0:
        shell.run_cell("from amod import f")
"""


def test_autoreload_reaches_imported_names(tmp_path: Path) -> None:
    environment = {**os.environ, "IPYTHONDIR": str(tmp_path / "ipython"), "HOME": str(tmp_path)}
    command = [sys.executable, "-c", AUTORELOAD]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, env=environment, cwd=tmp_path)
    shown = [line for line in done.stdout.splitlines() if line.startswith("values")]
    assert shown == [f"values {v} {v} {v}" for v in (1.0, 2.0, 3.0)], done.stdout + done.stderr
