"""The source of a function as an AST whose positions are those of its file."""

from __future__ import annotations

import ast
import re
from types import FunctionType

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.staging.rewrite.proof import is_text_of
from cutedsl.staging.rewrite.scope import strip_definition
from cutedsl.staging.rewrite.texts import texts_of


def function_node(function: FunctionType) -> ast.FunctionDef | ast.AsyncFunctionDef:
    """The definition of `function`, bare of what Python evaluates outside of it, with the places that it has in its
    file.

    Law: the definition compiles to the code of `function`; a file that was edited since is not taken for it.
    Errors: no-source, source-changed, decorator-order.
    """
    code = function.__code__
    if code.co_name != function.__name__ or "__wrapped__" in function.__dict__:
        raise fail("decorator-order", f"`{function.__name__}` is the result of another decorator, not of `def`")
    seen = False
    for lines in texts_of(function):
        seen = True
        node = _parse_at(lines, code.co_firstlineno, code.co_name)
        if isinstance(node, ast.AsyncFunctionDef):
            return node
        if node is not None:
            strip_definition(node)
            if is_text_of(node, lines, function):
                return node
    raise _changed_source_error(function) if seen and not code.co_filename.startswith("<") else _no_source(function)


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


def _no_source(function: FunctionType) -> DSLUserCodeError:
    """The error for a function whose text cannot be found."""
    code = function.__code__
    place = f"{code.co_filename}:{code.co_firstlineno}"
    fix = _HOW_TO_HAVE_SOURCE if code.co_filename == "<stdin>" else None
    return fail("no-source", f"the source of `{function.__name__}` ({place}) is not available", fix=fix)


def _changed_source_error(function: FunctionType) -> DSLUserCodeError:
    """The error for a function that every text known for its file contradicts."""
    code = function.__code__
    place = f"{code.co_filename}:{code.co_firstlineno}"
    return fail("source-changed", f"the source at {place} changed after `{function.__name__}` was defined")


_HOW_TO_HAVE_SOURCE = (
    "Python before 3.13 keeps no source of what comes through a pipe: run `cutedsl run -` there, or use a file, "
    "`python -c` or a terminal."
)
