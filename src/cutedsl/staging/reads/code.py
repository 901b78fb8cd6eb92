"""The digest of a code object, the same in every process that runs the same source, and the names it uses."""

from __future__ import annotations

import dis
import hashlib
from collections.abc import Iterator
from types import CodeType

from cutedsl.errors.frozen import frozen
from cutedsl.staging.rewrite.texts import lines_of_code

_IMPORT = dis.opmap["IMPORT_NAME"]
_EXTENDED_ARG = dis.opmap["EXTENDED_ARG"]
_OF_SCOPE = {
    dis.opmap[name]: name == "LOAD_GLOBAL"
    for name in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS", "STORE_GLOBAL", "DELETE_GLOBAL")
    if name in dis.opmap
}
"""The instructions on names of a module's scope; whether the lowest bit of their argument is no part of the number."""


@frozen
class CodeFacts:
    """What a walk needs of a code object and those inside it.

    `scope` are the global names (and builtins) that it reads or sets; `names` are these and those of attributes and
    imports; `words` are text constants that could name an attribute; `imports` says whether it imports; `code` keeps
    the object, and so its id, alive.
    """

    code: CodeType
    digest: str
    scope: frozenset[str]
    names: frozenset[str]
    words: frozenset[str]
    imports: bool

    @property
    def portable_digest(self) -> str:
        """The digest without the place of the file: that of a copy in another folder is the same."""
        known = _PORTABLE.get(id(self.code))
        if known is None:
            known = _PORTABLE[id(self.code)] = _digest(self.code, list(nested_code(self.code)), with_file=False)
        return known


_FACTS: dict[int, CodeFacts] = {}
_PORTABLE: dict[int, str] = {}


def facts_of(code: CodeType) -> CodeFacts:
    """The facts of a code object, found once: a file that is edited later is not what this process runs."""
    known = _FACTS.get(id(code))
    if known is None:
        parts = list(nested_code(code))
        words = {c for part in parts for c in part.co_consts if isinstance(c, str) and c.isidentifier()}
        known = CodeFacts(
            code,
            _digest(code, parts),
            frozenset(name for part in parts for name in _scope(part)),
            frozenset(name for part in parts for name in part.co_names),
            frozenset(words),
            any(_IMPORT in part.co_code[::2] for part in parts),
        )
        known = _FACTS.setdefault(id(code), known)
    return known


def nested_code(code: CodeType) -> Iterator[CodeType]:
    """A code object and all defined inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested_code(constant)


def _scope(code: CodeType) -> Iterator[str]:
    """The names that a code object looks up in its module, or sets there: not those that only attributes have."""
    raw = code.co_code
    operations, operands = raw[::2], raw[1::2]
    for at, operation in enumerate(operations):
        if operation in _OF_SCOPE:
            number, before = operands[at], at - 1
            while before >= 0 and operations[before] == _EXTENDED_ARG:
                number += operands[before] << 8 * (at - before)
                before -= 1
            yield code.co_names[number >> _OF_SCOPE[operation]]


def _digest(code: CodeType, parts: list[CodeType], *, with_file: bool = True) -> str:
    """The hash of the instructions with their places, and of the text that a rewrite starts from."""
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        file, *rest = _described(part)
        for text in (file, *rest) if with_file else rest:
            digest.update(f"{len(text)}:".encode())
            digest.update(text.encode("utf-8", "surrogatepass"))
    last = max((line for part in parts for *_, line in part.co_lines() if line), default=code.co_firstlineno)
    for line in lines_of_code(code)[code.co_firstlineno - 1 : last]:
        digest.update(line.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _described(code: CodeType) -> list[str]:
    """Everything a code object consists of, the name of its file first."""
    constants = [_constant(c) for c in code.co_consts]
    numbers = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags, code.co_firstlineno)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    tables = (code.co_code, code.co_linetable, code.co_exceptiontable)
    return [code.co_filename, code.co_qualname, repr(numbers), repr(names), *map(repr, tables), *constants]


def _constant(constant: object) -> str:
    """A constant with its type: 1, 1.0 and True are different; a set has no order."""
    match constant:
        case CodeType():
            return f"code {constant.co_qualname}"
        case frozenset():
            return f"frozenset {sorted(map(_constant, constant))}"
        case tuple():
            return f"({', '.join(map(_constant, constant))})"
        case _:
            return f"{type(constant).__name__} {constant!r}"
