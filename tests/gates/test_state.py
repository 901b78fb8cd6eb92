"""Objects that change have few fields: what is decided once belongs into a frozen plan."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

CEILING = 15
"""Fields of a class whose objects change. What is found before the change starts is a frozen class of its own."""


def mutable_classes(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The classes of a module whose objects change, each with how many fields it has.

    Of a dataclass that is not frozen those are all that it declares; of another class what its methods set again, after
    the object was made.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            decorators = [ast.unparse(one) for one in node.decorator_list]
            if any(text == "frozen" or "frozen=True" in text for text in decorators):
                continue
            declared = any(text.startswith("dataclass") for text in decorators)
            yield node.name, len((_declared(node) if declared else set()) | _set_again(node))


def _declared(node: ast.ClassDef) -> set[str]:
    fields = (one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name))
    return {ast.unparse(one.target) for one in fields if not ast.unparse(one.annotation).startswith("ClassVar")}


def _set_again(node: ast.ClassDef) -> set[str]:
    methods = (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name != "__init__")
    stores = (one for method in methods for one in ast.walk(method) if isinstance(one, ast.Attribute))
    return {one.attr for one in stores if isinstance(one.ctx, ast.Store) and ast.unparse(one.value) == "self"}


def test_objects_that_change_have_few_fields(repository: Path) -> None:
    found = {
        f"{path.relative_to(repository)}: {name}": fields
        for path in sorted((repository / "src").rglob("*.py"))
        for name, fields in mutable_classes(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert not {name: fields for name, fields in found.items() if fields > CEILING}


def test_fields_are_counted() -> None:
    text = (
        "@dataclass(slots=True)\nclass A:\n    x: int\n    y: ClassVar[int] = 0\n"
        "    def f(self):\n        self.z = 1\n"
        "@frozen\nclass B:\n    x: int\n"
        "@dataclass(frozen=True)\nclass C:\n    x: int\n"
        "class D:\n    def __init__(self):\n        self.x = 1\n    def f(self):\n        self.y = 1\n"
    )
    assert dict(mutable_classes(ast.parse(text))) == {"A": 2, "D": 1}
