"""Every `.mlir` file here: a module, the pass that its first line names, and CHECK lines for what comes out."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from cutedsl.ir.text import parse_module, short_form
from cutedsl.passes.expand.copy import COPY_FAMILIES
from cutedsl.passes.expand.gemm import MULTIPLY_FAMILIES
from cutedsl.passes.expand.tensors import EXPANSIONS, expand_tensors
from tests.ir.filecheck_text import filecheck

FILES = sorted(Path(__file__).parent.glob("*.mlir"))
PASSES: dict[str, Callable[[ModuleOp], ModuleOp]] = {
    "// RUN: round-trip": lambda module: module,
    "// RUN: expand-tensors": expand_tensors,
    "// RUN: expand-tensors, checked": partial(expand_tensors, checked=True),
    "// RUN: expand-tensors, in registers": partial(expand_tensors, in_registers=True),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_file_passes_its_checks(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    module = parse_module(text, path.name)
    module.verify()
    result = PASSES[text.splitlines()[0]](module)
    result.verify()
    assert filecheck(path, short_form(result)) == ""


def expanded_functions() -> list[str]:
    """The functions of the files that are expanded, each with the CHECK lines above it."""
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    found: list[str] = []
    for text in texts:
        if text.startswith("// RUN: expand-tensors"):
            found += ["// CHECK-LABEL" + part for part in text.split("// CHECK-LABEL")[1:]]
    return found


EXPANDED = [
    *(f'{cls.name}[ ("]' for cls in EXPANSIONS),
    *(rf'cute.copy "{family}\.' for family in COPY_FAMILIES),
    *(rf'by "{family}\.' for family in MULTIPLY_FAMILIES),
]
"""Patterns of what is expanded: every op with an expansion, every family of atoms."""


@pytest.mark.parametrize("pattern", EXPANDED)
def test_every_expansion_has_check_lines(pattern: str) -> None:
    """A function with CHECK lines of its own uses it."""
    wanted = re.compile(rf"^[^/]*{pattern}", re.MULTILINE)
    assert any(wanted.search(text) and text.count("// CHECK") > 1 for text in expanded_functions())


def test_a_wrong_check_line_is_noticed(tmp_path: Path) -> None:
    checks = tmp_path / "wrong.mlir"
    checks.write_text("// CHECK: cute.slice\n", encoding="utf-8")
    assert "Couldn't match" in filecheck(checks, "func.func @f() {\n}\n")
