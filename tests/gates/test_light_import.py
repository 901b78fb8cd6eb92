"""`import cutedsl` loads nothing of the compiler: programs that an earlier process compiled start without it."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from cutedsl import cute
from cutedsl.errors.names.not_yet import NotYet
from cutedsl.errors.names.surface import SURFACE

HEAVY = (
    "xdsl",
    "llvmlite",
    "torch",
    "jax",
    "cutedsl.ir",
    "cutedsl.passes",
    "cutedsl.codegen",
    "cutedsl.staging.rewrite.build",
    "cutedsl.staging.explicit",
    "cutedsl.staging.scopes.loop_scope",
    "cutedsl.lang.atoms.copy_ops",
    "cutedsl.lang.pipelines.rings",
    "cutedsl.lang.shared.struct",
    "cutedsl.lang.schedulers.tile_scheduler",
    "cutedsl.arch.atoms.records",
    "cutedsl.arch.targets",
    "cutedsl.errors.catalogue",
)
LAZY = ("cutedsl", "cutedsl.cute", "cutedsl.cute.nvgpu", "cutedsl.pipeline", "cutedsl.utils")


def test_the_compiler_and_what_kernels_may_use_are_not_imported() -> None:
    code = f"""
import sys, cutedsl, cutedsl.cute as cute, cutedsl.utils
@cute.kernel
def kernel(x: cute.Tensor, n: cutedsl.Int32): cute.nvgpu.warp
@cute.jit
def host(x: cute.Tensor, n: cutedsl.Int32): kernel(x, n).launch(grid=1, block=1)
print([m for m in {HEAVY} if m in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("package", LAZY)
def test_names_that_load_later_are_those_that_type_checkers_see(package: str) -> None:
    module = importlib.import_module(package)
    tree = ast.parse(Path(str(module.__file__)).read_text())
    guarded = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for guard in guarded for node in guard.body if isinstance(node, ast.ImportFrom)]
    names = [(str(node.module), name) for node in imports for name in node.names]
    assert names
    for source, name in names:
        shown = name.asname or name.name
        given = getattr(module, shown)
        meant = vars(importlib.import_module(source)).get(name.name) or sys.modules[f"{source}.{name.name}"]
        assert meant in (given, getattr(given, "__wrapped__", given))  # a function that takes `loc` and `ip`, or not
        assert shown in dir(module)
    assert set(module.__all__) <= {*(name.asname or name.name for _, name in names), *vars(module)}
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = module.no_such_name


def test_the_functions_of_cute_math_are_names_of_cute() -> None:
    own = SURFACE["cute.math"] & vars(cute.math).keys()
    assert len(own) > 15
    assert not [name for name in own if isinstance(getattr(cute, name), NotYet)]
