"""What programs use of CuTe DSL, found in their sources without running them: names, keywords, attributes of values.

A name is dotted and starts at `cutlass`, as imports and attributes spell it. A keyword is one of a call of such a name.
An attribute is one of a value whose class is known: a parameter that is annotated with a class of `cutlass`, or what a
call of the class, or of its method `create`, is assigned to.
"""

from __future__ import annotations

import ast
import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO

Kind = Literal["name", "keyword", "attribute"]
_ROOT = "cutlass"


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """One thing that a program uses; `member` is the keyword or the attribute."""

    kind: Kind
    name: str
    member: str = ""


def uses_of(source: str) -> set[Use]:
    """What one program uses; nothing for a file that Python cannot parse."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return set()
    nodes = list(ast.walk(tree))
    imported = dict(_imports(nodes))
    if not imported:
        return set()
    found = {Use("name", whole) for whole in _imported_names(nodes)}
    again = _bound(nodes)
    names = {alias: whole for alias, whole in imported.items() if alias not in again}
    for node in nodes:
        match node:
            case ast.Attribute() if whole := _dotted(node, names):
                found.add(Use("name", whole))
            case ast.Call(func=function, keywords=keywords) if whole := _dotted(function, names):
                found |= {Use("keyword", whole, one.arg) for one in keywords if one.arg}
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found |= set(_attributes(node, names))
            case _:
                pass
    return found


def _imports(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, str]]:
    """(the name in the program, the dotted name) of everything imported from `cutlass`."""
    for node in nodes:
        match node:
            case ast.Import(names=items):
                for item in items:
                    if item.name.partition(".")[0] == _ROOT:
                        yield (item.asname, item.name) if item.asname else (_ROOT, _ROOT)
            case ast.ImportFrom(module=str(module), names=items, level=0) if module.partition(".")[0] == _ROOT:
                for item in items:
                    if item.name != "*":
                        yield item.asname or item.name, f"{module}.{item.name}"
            case _:
                pass


def _imported_names(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (item.name for item in node.names if item.name.partition(".")[0] == _ROOT)
    yield from (whole for _, whole in _imports(nodes))


def _bound(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that the program gives to something else somewhere."""
    arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
    return arguments | {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _dotted(node: ast.expr, names: dict[str, str]) -> str:
    match node:
        case ast.Name(id=name):
            return names.get(name, "")
        case ast.Attribute(value=inner, attr=attr):
            before = _dotted(inner, names)
            return f"{before}.{attr}" if before else ""
        case _:
            return ""


def _attributes(function: ast.FunctionDef | ast.AsyncFunctionDef, names: dict[str, str]) -> Iterator[Use]:
    """Attributes of the values in a function that have one class throughout."""
    classes: dict[str, set[str]] = {}
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    for parameter in parameters:
        classes.setdefault(parameter.arg, set()).add(_class_of(parameter.annotation, names))
    nodes = list(ast.walk(function))
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                classes.setdefault(name, set()).add(_made_by(value, names))
            case ast.Name(id=name, ctx=ast.Store()) if name not in classes:
                classes[name] = {""}
            case _:
                pass
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if len(classes.get(name, ())) == 1:
                if whole := next(iter(classes[name])):
                    yield Use("attribute", whole, attr)
            case _:
                pass


def _class_of(annotation: ast.expr | None, names: dict[str, str]) -> str:
    match annotation:
        case ast.Name() | ast.Attribute():
            whole = _dotted(annotation, names)
            return whole if whole.rpartition(".")[2][:1].isupper() else ""
        case _:
            return ""


def _made_by(value: ast.expr, names: dict[str, str]) -> str:
    match value:
        case ast.Call(func=ast.Attribute(value=owner, attr="create")):
            return _class_of(owner, names)
        case ast.Call(func=function):
            return _class_of(function, names)
        case _:
            return ""


def uses_below(work: Path) -> Counter[Use]:
    """How many programs below a folder use each thing."""
    counts: Counter[Use] = Counter()
    for path in sorted(work.rglob("*.py")):
        counts.update(uses_of(path.read_text(encoding="utf-8", errors="replace")))
    return counts


def write_uses(counts: Counter[Use], file: TextIO) -> None:
    """The counts as CSV, the most used first."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["programs", "kind", "name", "member"])
    for use, count in sorted(counts.items(), key=lambda item: (item[0].kind, -item[1], item[0])):
        writer.writerow([count, use.kind, use.name, use.member])


def read_uses(file: TextIO) -> dict[Use, int]:
    """What `write_uses` wrote."""
    found: dict[Use, int] = {}
    for row in csv.DictReader(file):
        kind: Kind = "name" if row["kind"] == "name" else "keyword" if row["kind"] == "keyword" else "attribute"
        found[Use(kind, row["name"], row["member"])] = int(row["programs"])
    return found
