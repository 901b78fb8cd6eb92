"""Which kernels a program defines, and which of them ran on the CPU.

`python -m tests.examples.kernels PROGRAM` runs a program as `python PROGRAM` does, and then prints what of it ran.
"""

from __future__ import annotations

import ast
import os
import runpy
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from cutedsl.config import override
from cutedsl.driver.arguments.signature import BoundArguments
from cutedsl.driver.call import build
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.driver.compile.compilation import Compilation

EXAMPLES = Path(__file__).parents[2] / "examples"
SAID = "kernels of the CPU: "


def defined(path: Path) -> set[str]:
    """The names of the kernels that a file defines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {f.name for f in functions if any("kernel" in ast.unparse(d).split(".") for d in f.decorator_list)}


def with_kernels() -> set[Path]:
    """The example files that define kernels."""
    return {path for path in EXAMPLES.rglob("*.py") if defined(path)}


@contextmanager
def ran() -> Iterator[set[str]]:
    """The kernels that were loaded for the CPU in the block, as programs are when they are first called.

    They were compiled in the block or before, by a process of these tests. An observer of the driver would have each
    call compiled anew, and so would CUTEDSL_CACHE=0.
    """
    names: set[str] = set()
    load = build.make_compiled

    def note(function: Callable[..., object], bound: BoundArguments, made: Compilation) -> CompiledFunction:
        if made.target.kind == "cpu":
            names.update(one.name.removeprefix("kernel_cutlass_").rsplit("_", 2)[0] for one in made.source.kernels)
        return load(function, bound, made)

    with patch.object(build, "make_compiled", note), override(cache=True):
        yield names


def main(program: str) -> None:
    """Runs a program."""
    sys.argv = [program]
    sys.path.insert(0, os.path.dirname(program))
    with ran() as names:
        runpy.run_path(program, run_name="__main__")
    print(SAID + " ".join(sorted(names)))


if __name__ == "__main__":
    main(sys.argv[1])
