"""Which attributes of modules the code of functions can read: `torch.load` only where a module is asked for it.

A walk takes every name in the code as an attribute of every module, which is too much for those attributes that would
cost the cache: `fragment.load()` reads no `torch.load`. A module that code only names to read an attribute at once
(`torch.float32`) gives no other attribute. One that is a value anywhere (`m = torch`, `getattr(torch, name)`, in a
cell, a container or an object, or imported by the function) may be read under any name.
"""

from __future__ import annotations

import dis
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, ModuleType

from cutedsl.staging.reads.code import facts_of, nested_code

Read = tuple[str, str]
"""The name of a module, and of its attribute."""

_STARTS = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})
_STEPS = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_SKIPPED = frozenset({"EXTENDED_ARG", "CACHE", "NOP"})
_GIVING_MODULES = frozenset({"import_module", "getmodule", "__globals__", "f_globals"})
"""Names by which code gets at modules that it does not name."""


def reachable(
    functions: Iterable[FunctionType], held: Iterable[ModuleType], attributes: Iterable[tuple[ModuleType, str]]
) -> set[Read]:
    """Those of `attributes` that the functions can read, where `held` are the modules met as values."""
    asked, loose, every = set[Read](), {module.__name__ for module in held}, False
    for function in functions:
        every = every or not _GIVING_MODULES.isdisjoint(facts_of(function.__code__).names)
        for start, *steps in _chains(function.__code__):
            at = function.__globals__.get(start)
            for step in steps:
                if isinstance(at, ModuleType):
                    asked.add((at.__name__, step))
                    at = vars(at).get(step)
                else:
                    break
            else:
                if isinstance(at, ModuleType):
                    loose.add(at.__name__)
    inside = {(module.__name__, name): vars(module).get(name) for module, name in attributes}
    while more := {v.__name__ for (m, _), v in inside.items() if m in loose and isinstance(v, ModuleType)} - loose:
        loose |= more
    return {read for read in inside if every or read in asked or read[0] in loose}


def _chains(code: CodeType) -> Iterator[list[str]]:
    """Each global name in the code with the attributes read from it at once: `["torch", "nn", "Linear"]`."""
    for part in nested_code(code):
        chain: list[str] = []
        for instruction in dis.get_instructions(part):
            if chain and instruction.opname in _STEPS:
                chain.append(instruction.argval)
            elif instruction.opname not in _SKIPPED:
                if chain:
                    yield chain
                chain = [instruction.argval] if instruction.opname in _STARTS else []
        if chain:
            yield chain
