"""No name that a package gives when asked is that of a module of the package: an import of the module would hide it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "src" / "cutedsl"


def hidden(package: str, tree: ast.Module) -> Iterator[str]:
    """Names that a `lazy_names` table gives from a module of the package whose name they have."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "lazy_names":
            for table in (argument for argument in call.args if isinstance(argument, ast.Dict)):
                for module, names in zip(table.keys, table.values, strict=True):
                    if isinstance(module, ast.Constant) and isinstance(names, ast.Constant):
                        parent, _, last = str(module.value).rpartition(".")
                        if parent == package and last in str(names.value).split():
                            yield f"{package}.{last}"


def test_a_module_does_not_hide_a_name_of_its_package() -> None:
    found = []
    for file in ROOT.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if "lazy_names(" in text:
            parts = file.relative_to(ROOT.parent).with_suffix("").parts
            package = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found += hidden(package, ast.parse(text))
    assert found == []


def test_a_name_that_is_hidden_is_found() -> None:
    text = 'lazy_names(__name__, "ops", {"a.ops.drop": "drop other", "a.ops.norms": "norm", "b.norm": "norm"})'
    assert list(hidden("a.ops", ast.parse(text))) == ["a.ops.drop"]
