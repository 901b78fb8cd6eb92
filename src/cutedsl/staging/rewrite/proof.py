"""Whether a text is that of a function: what it compiles to is compared with the code that runs."""

from __future__ import annotations

import ast
import dis
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from zipimport import zipimporter

from cutedsl.staging.rewrite.exec_source import makes
from cutedsl.staging.rewrite.scope import compiled_in_scope

_NESTED = 0x10
_LOADERS = (type(None), SourceFileLoader, zipimporter)
"""Loaders that compile the text as it stands; others (those of pytest, typeguard, beartype) may add to it."""
_JUMPS = frozenset(map(dis.opname.__getitem__, (*dis.hasjrel, *dis.hasjabs)))
_PLUMBING = _JUMPS | {"CACHE", "EXTENDED_ARG", "NOP", "RESUME", "PRECALL", "COPY_FREE_VARS", "MAKE_CELL", "LOAD_CONST"}
_Lines = Mapping[int, Sequence[tuple[str, object]]]


def is_text_of(node: ast.FunctionDef, lines: Sequence[str], function: FunctionType) -> bool:
    """Whether `node`, the definition that stands in `lines`, is what `function` was compiled from.

    A loader that changes what it compiles, as pytest's does with `assert`, may have put more into the lines than the
    text has; the text's own instructions must be there in the text's order, but for those of `assert`.
    """
    made, code = compiled_in_scope(function, node, imported=_imported(function)), function.__code__
    if _same_code(made, code) or makes("".join(lines), code):
        return True
    loader = getattr(function.__globals__.get("__spec__"), "loader", None)
    if type(loader) in _LOADERS or not _same_head(made, code):
        return False
    asserts = {line for n in ast.walk(node) if isinstance(n, ast.Assert) for line in range(n.lineno, _last_line(n) + 1)}
    mine, theirs = _by_line([made]), _by_line([code])
    return all(_is_part(mine[line], theirs.get(line, ())) for line in mine if line not in asserts)


def _imported(function: FunctionType) -> list[str]:
    """The names that a function uses and its module has, most likely, imported; a wrong guess costs time only."""
    shared = function.__globals__
    names = (name for name in function.__code__.co_names if name in shared)
    home = function.__module__
    return [n for n in names if isinstance(v := shared[n], ModuleType) or getattr(v, "__module__", home) != home]


def _same_code(made: CodeType, code: CodeType) -> bool:
    """Whether two code objects run alike, line by line; what depends only on the place of the definition may differ."""
    return (
        _same_head(made, code)
        and made.co_code == code.co_code
        and (made.co_names, made.co_varnames, made.co_cellvars) == (code.co_names, code.co_varnames, code.co_cellvars)
        and made.co_exceptiontable == code.co_exceptiontable
        and _same_constants(made.co_consts, code.co_consts)
        and (made.co_linetable == code.co_linetable or list(made.co_lines()) == list(code.co_lines()))
    )


def _same_head(made: CodeType, code: CodeType) -> bool:
    """Whether name, parameters and free variables agree."""
    return (
        made.co_name == code.co_name
        and made.co_flags | _NESTED == code.co_flags | _NESTED
        and _parameters(made) == _parameters(code)
        and sorted(made.co_freevars) == sorted(code.co_freevars)
    )


def _parameters(code: CodeType) -> tuple[int, int, Sequence[str]]:
    count = code.co_argcount + code.co_kwonlyargcount
    return code.co_posonlyargcount, code.co_kwonlyargcount, code.co_varnames[:count]


def _same_constants(made: Sequence[object], code: Sequence[object]) -> bool:
    return len(made) == len(code) and all(map(_same_constant, made, code))


def _same_constant(made: object, code: object) -> bool:
    """Whether two constants are the same: 1, 1.0 and True are different, and so are 0.0 and -0.0."""
    if type(made) is not type(code):
        return False
    if isinstance(made, CodeType) and isinstance(code, CodeType):
        return _same_code(made, code)
    if isinstance(made, tuple) and isinstance(code, tuple):
        return _same_constants(made, code)
    if isinstance(made, frozenset) and isinstance(code, frozenset):
        return {(type(item), item) for item in made} == {(type(item), item) for item in code}
    return repr(made) == repr(code) if isinstance(made, float | complex) else made == code


def _by_line(pending: list[CodeType]) -> _Lines:
    """What the instructions of some code, and of functions in it, do in each line, in order; jumps aside."""
    lines: defaultdict[int, list[tuple[str, object]]] = defaultdict(list)
    while pending:
        code = pending.pop()
        pending += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        line = code.co_firstlineno
        for instruction in dis.get_instructions(code):
            line = (instruction.positions and instruction.positions.lineno) or line
            value = instruction.argval
            if instruction.opname == "LOAD_CONST" and not isinstance(value, CodeType | type(None)):
                lines[line].append(("constant", repr(value)))
            elif instruction.opname not in _PLUMBING:
                lines[line].append((instruction.opname, value))
    return lines


def _is_part(some: Iterable[object], of: Iterable[object]) -> bool:
    """Whether all of `some` come in `of`, in this order."""
    rest = iter(of)
    return all(item in rest for item in some)


def _last_line(node: ast.Assert) -> int:
    return node.end_lineno or node.lineno
