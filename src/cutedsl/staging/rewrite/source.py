"""The source of a function as an AST whose positions are those of its file."""

from __future__ import annotations

import ast
import re
from types import FunctionType

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.staging.rewrite.exec_source import lines_of


def function_node(function: FunctionType) -> ast.FunctionDef | ast.AsyncFunctionDef:
    """The definition of `function`, with the lines and columns that it has in its file.

    Errors: no-source, decorator-order.
    """
    code = function.__code__
    if code.co_name != function.__name__ or "__wrapped__" in function.__dict__:
        raise fail("decorator-order", f"`{function.__name__}` comes from another decorator, not from `def`")
    node = _parse_at(_lines(function), code.co_firstlineno, code.co_name)
    if node is None or not _matches(node, function):
        raise _no_source(function)
    return node


def _lines(function: FunctionType) -> list[str]:
    """The lines of the text that a function comes from."""
    lines = lines_of(function)
    if not lines:
        raise _no_source(function)
    return lines


def _parse_at(lines: list[str], first: int, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Parses only the definition that starts at line `first`: it ends before a line that is indented no deeper.

    A line inside a string or bracket may look like the end; the text up to it does not parse, and the next is tried.
    """
    head = re.compile(rf"\s*(async\s+)?def\s+{re.escape(name)}\b")
    start = next((i for i in range(first - 1, len(lines)) if head.match(lines[i])), None)
    if start is None:
        return None
    depth = _indent(lines[first - 1])
    for end in range(start + 1, len(lines) + 1):
        if end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > depth):
            continue
        node = _parse_block(lines[first - 1 : end], first, depth)
        if node is not None:
            return node
    return None


def _parse_block(block: list[str], first: int, depth: int) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Parses lines as they stand: empty lines before keep the numbers, an `if` above allows the indentation."""
    opening = "\n" * (first - 2) + "if 1:\n" if depth else "\n" * (first - 1)
    try:
        tree = ast.parse(opening + "".join(block))
    except SyntaxError:
        return None
    body = tree.body[0].body if depth and isinstance(tree.body[0], ast.If) else tree.body
    return body[0] if body and isinstance(body[0], ast.FunctionDef | ast.AsyncFunctionDef) else None


def _indent(line: str) -> int:
    """Columns of white space before a line."""
    return len(line) - len(line.lstrip())


def _matches(node: ast.FunctionDef | ast.AsyncFunctionDef, function: FunctionType) -> bool:
    """Whether the text still is the function: the file may have changed since it was loaded."""
    code = function.__code__
    declared = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return tuple(_unmangled(n) for n in code.co_varnames[: len(declared)]) == tuple(map(_unmangled, declared))


def _unmangled(name: str) -> str:
    """A private parameter's name without the class that Python puts before it."""
    return re.sub(r"^_\w*?(?=__)", "", name)


def _no_source(function: FunctionType) -> DSLUserCodeError:
    """The error for a function whose text cannot be found."""
    code = function.__code__
    place = f"{code.co_filename}:{code.co_firstlineno}"
    fix = _HOW_TO_HAVE_SOURCE if code.co_filename == "<stdin>" else None
    return fail("no-source", f"the source of `{function.__name__}` ({place}) is not available", fix=fix)


_HOW_TO_HAVE_SOURCE = (
    "Python before 3.13 keeps no source of what comes through a pipe: run `cutedsl run -` there, or use a file, "
    "`python -c` or a terminal."
)
