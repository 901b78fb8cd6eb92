"""Every `.mlir` file here: a module, the pass that its first line names, and CHECK lines for what comes out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from cutedsl.ir.text import parse_module, short_form
from cutedsl.passes.expand_tensors import expand_tensors
from tests.ir.filecheck_text import filecheck

FILES = sorted(Path(__file__).parent.glob("*.mlir"))
PASSES: dict[str, Callable[[ModuleOp], ModuleOp]] = {
    "// RUN: round-trip": lambda module: module,
    "// RUN: expand-tensors": expand_tensors,
    "// RUN: expand-tensors, checked": partial(expand_tensors, checked=True),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    module = parse_module(text, path.name)
    module.verify()
    result = PASSES[text.splitlines()[0]](module)
    result.verify()
    assert filecheck(path, short_form(result)) == ""


def test_a_wrong_check_line_is_noticed(tmp_path: Path) -> None:
    checks = tmp_path / "wrong.mlir"
    checks.write_text("// CHECK: cute.slice\n", encoding="utf-8")
    assert "Couldn't match" in filecheck(checks, "func.func @f() {\n}\n")
