"""The import map of `.importlinter`: it reads as the design's table, and each kind of breach is reported."""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("importlinter")

from scripts.import_map import Row, parse_rows

ROOT = Path(__file__).resolve().parents[2]
ROWS = """errors :
    types : errors
    ir.fast :
    ir : types | xdsl
    codegen : ir+
    shop torch : * | torch!
    cli : *
    __init__ :"""
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def real_table() -> dict[str, Row]:
    config = configparser.ConfigParser()
    config.read(ROOT / ".importlinter", encoding="utf-8")
    return parse_rows(config["importlinter:contract:map"]["rows"].strip().splitlines())


def lint(folder: Path, files: dict[str, str]) -> tuple[int, str]:
    """Run import-linter on a package `toy` made of `files`; return the exit status and the output."""
    for name, text in {"__init__.py": "", **files}.items():
        path = folder / "toy" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.parent.joinpath("__init__.py").touch()
    (folder / ".importlinter").write_text(
        "[importlinter]\nroot_package = toy\ninclude_external_packages = True\n"
        "contract_types =\n    map: scripts.import_map.MapContract\n"
        f"[importlinter:contract:map]\nname = map\ntype = map\nrows =\n    {ROWS}\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", "--no-logo"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_allowed_imports_pass(tmp_path: Path) -> None:
    files = {
        "errors/span.py": "import os.path\nfrom . import text",
        "errors/text.py": "",
        "types.py": "from toy.errors.span import os",
        "ir/fast.py": "import sys",
        "ir/ops.py": "import xdsl.ir\nfrom toy import types\nfrom toy.ir import fast",
        "codegen/cpu.py": "import xdsl\nfrom toy.ir.ops import fast\nfrom toy import types",
        "torch.py": "import torch\nimport toy.shop",
        "shop.py": "def f():\n    import toy.codegen.cpu",
    }
    status, text = lint(tmp_path, files)
    assert status == 0, text


@pytest.mark.parametrize(
    ("name", "source", "message"),
    [
        ("errors.py", "import toy.types", "errors may not import toy.types: toy.errors, line 1"),
        (
            "errors.py",
            "def f():\n    from toy.types import x",
            "errors may not import toy.types: toy.errors, line 2",
        ),
        (
            "errors.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import toy.types",
            "errors may not import toy.types: toy.errors, line 3",
        ),
        ("types.py", "import xdsl", "types may not import xdsl: toy.types, line 1"),
        ("ir/fast.py", "import toy.ir.ops", "ir.fast may not import toy.ir.ops: toy.ir.fast, line 1"),
        ("ir/ops.py", "import toy.errors", "ir may not import toy.errors: toy.ir.ops, line 1"),
        ("cli.py", "import torch", "cli may not import torch: toy.cli, line 1"),
        ("types.py", "import toy", "types may not import toy: toy.types, line 1"),
        ("stray.py", "", "toy.stray has no row"),
        ("errors_more.py", "", "toy.errors_more has no row"),
    ],
)
def test_each_breach_is_reported(tmp_path: Path, name: str, source: str, message: str) -> None:
    base = {"errors.py": "", "types.py": "x = 1", "ir/ops.py": "", "ir/fast.py": ""}
    status, text = lint(tmp_path, {**base, name: source})
    assert status != 0
    assert message in text


@pytest.mark.parametrize("rows", [["errors"], [": errors"], ["a :", "a :"]])
def test_rows_that_are_not_a_table_are_refused(rows: list[str]) -> None:
    with pytest.raises(ValueError, match="row"):
        parse_rows(rows)


def test_siblings_never_import_each_other() -> None:
    table = real_table()
    siblings = {"staging", "passes", "codegen", "execution"}
    assert [sorted(table[place].allowed & siblings) for place in sorted(siblings)] == [
        [place] for place in sorted(siblings)
    ]


def test_frameworks_belong_to_their_adapters() -> None:
    table = real_table()
    owners = {
        package: {place for place, row in table.items() if package in row.packages | row.private}
        for package in ("torch", "jax", "tvm_ffi")
    }
    assert owners == {"torch": {"torch", "gate"}, "jax": {"jax"}, "tvm_ffi": {"tvm_ffi"}}  # the gate runs others' torch


def test_rows_allow_only_places_that_have_a_row() -> None:
    table = real_table()
    named = {name for row in table.values() for name in row.allowed}
    assert {name for name in named if name.partition(".")[0] not in table} == set()


def test_xdsl_is_for_places_that_may_import_ir() -> None:
    table = real_table()
    users = {place for place, row in table.items() if "xdsl" in row.packages}
    assert users == {place for place, row in table.items() if "ir" in row.allowed} | {"ir", "ir.fast"}


def test_every_folder_is_a_package() -> None:
    """A folder without __init__.py would be invisible to the import map."""
    folders = {path.parent for path in (ROOT / "src" / "cutedsl").rglob("*.py")}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []
