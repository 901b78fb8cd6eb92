"""Mistakes outside of any trace: attributes, operators, imports and calls of ours are named errors; probes are not."""

from __future__ import annotations

import copy
import importlib
import importlib.util

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError

ROWS = [
    ("cute.make_layout(4).show()", "no-attribute", "`cute.viz.show(layout)` draws it"),
    ("cute.make_layout(4).sise()", "no-attribute", "Did you mean `size`?"),
    ("cute.make_layout(4).nothing = 1", "no-attribute", "Make a new object."),
    ("cute.make_layout(4) + 1", "python-operation", "`cute.composition`"),
    ("1 - cute.make_layout(4)", "python-operation", "`cute.composition`"),
    ("cute.make_layout(4) < 4", "python-operation", "`cute.composition`"),
    ("int(cute.make_layout(4))", "python-operation", "`cute.composition`"),
    ("from_dlpack(x).numpy()", "no-attribute", "Use the array that it was made from"),
    ("from_dlpack(x).shap", "no-attribute", "Did you mean `shape`?"),
    ("from_dlpack(x) * 2", "python-operation", "Compute with the array"),
    ("cutlass.Float32.nothing", "no-attribute", "`Float32(1)` makes a value"),
    ("cute.make_swizzle(3, 4)", "argument-missing", "It takes (b, m, s)."),
    ("cute.ceil_div(1, 2, 3)", "argument-count", "It takes ("),
    ("cute.arch.__syncthreads()", "unknown-name", "Write `cute.arch.sync_threads`."),
    ("cute.atomic.add(x, 0, 1)", "unknown-name", "`cute.arch.atomic_add("),
    ("import cutedsl.nothing", "unknown-module", "Import the package alone"),
    ("import cutedsl.opps", "unknown-module", "Did you mean `import cutedsl.ops`?"),
    ("import cutedsl.cute.arch", "unknown-module", "Write `from cutedsl.cute import arch`."),
    ("from cutedsl.nothing import name", "unknown-module", "Import the package alone"),
    ("from cutedsl import nothing", "unknown-import", "Import a name that the module has"),
    ("compiled[1, 4](x)", "launch-brackets", "Call it without brackets: `run(...)`."),
]


@cute.jit
def run(x: cute.Tensor):
    x[0] = 5.0


@pytest.mark.parametrize(("line", "name", "fix"), ROWS, ids=[row[0] for row in ROWS])
def test_a_mistake_in_plain_python_is_named(line: str, name: str, fix: str) -> None:
    x = np.zeros(4, np.float32)
    space = {"cute": cute, "cutlass": cutlass, "from_dlpack": from_dlpack, "x": x}
    if "compiled" in line:
        space["compiled"] = cute.compile(run, x)
    with pytest.raises(DSLUserCodeError) as caught:
        exec(compile(line, "<plain>", "exec"), space)
    assert caught.value.name == name and fix in str(caught.value) and "<plain>:1" in str(caught.value)


def test_the_fixes_work() -> None:
    from cutedsl.cute import arch

    x = np.zeros(4, np.float32)
    assert cute.make_swizzle(3, 4, 3) is not None and arch.sync_threads is not None
    assert len(from_dlpack(x)) == 4 and bool(from_dlpack(x))
    cute.compile(run, x)(x)
    assert x[0] == 5


def test_lookups_get_the_answer_of_python() -> None:
    layout = cute.make_layout(4)
    assert not hasattr(layout, "nothing") and getattr(cutlass.Float32, "nothing", 3) == 3
    assert importlib.util.find_spec("cutedsl.nothing") is None
    with pytest.raises(ModuleNotFoundError) as caught:
        importlib.import_module("cutedsl.nothing")
    assert type(caught.value) is ModuleNotFoundError
    with pytest.raises(AttributeError) as missing:
        getattr(layout, "".join(("no", "thing")))
    assert type(missing.value) is AttributeError


def test_copies_of_functions_are_the_functions() -> None:
    x = np.zeros(4, np.float32)
    program = cute.compile(run, x)
    assert copy.deepcopy({"run": run})["run"] is run and copy.deepcopy([program])[0] is program
    assert copy.copy(program) is program
