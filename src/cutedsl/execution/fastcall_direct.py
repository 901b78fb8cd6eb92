"""Direct calls of a `@jit` function as a Python builtin: guards in a record, then a program's call code.

Source: arch/call_abi.py (`DIRECT`).
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Final, TypeAlias

from cutedsl.arch.call_abi import CALL_SUFFIX, DIRECT, DIRECT_SYMBOL
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu_module import CpuModule
from cutedsl.execution.fastcall import new_builtin
from cutedsl.execution.fastcall_environment import environment

ABSENT: Final = object()
"""What stands for a name that a dict does not have."""


@frozen
class OfType:
    """An object of exactly this class; of any class for None."""

    type: type | None = None


@frozen
class Same:
    """This very object; `by_value`: or an equal one of its class."""

    value: object
    by_value: bool = False


@frozen
class OfKind:
    """An object of exactly this class whose attribute `kind` is this object."""

    type: type
    kind: object


@frozen
class WithParts:
    """A tuple, list or object of exactly this class; `fields` are the attributes of an object."""

    type: type
    fields: tuple[str, ...]
    parts: tuple[Node, ...]


Node: TypeAlias = "OfType | Same | OfKind | WithParts"
"""What an argument of a direct call must be, as `native/call/fits.c` compares it."""
_OF_TYPE, _FIXED, _MARKED, _OF_TUPLE, _OF_LIST, _OF_FIELDS = range(6)
_KIND: Final = sys.intern("kind")


@frozen
class DirectArgument:
    """An argument: what it must be, and whether the program takes it; it knows others while compiling."""

    node: Node
    passes: bool = True


@frozen
class Guards:
    """What must hold: context variables that are None; names of dicts, attributes, whole dicts that are what they were
    (by identity, `ABSENT` for no entry); and a check of all else."""

    variables: Sequence[ContextVar[Any]]
    names: Sequence[tuple[dict[Any, Any], object, object]]
    attributes: Sequence[tuple[object, str, object]]
    mappings: Sequence[tuple[dict[Any, Any], tuple[Any, ...], tuple[Any, ...]]]
    rest: Callable[[], bool] | None


def install_direct(
    module: CpuModule,
    host: str,
    name: str,
    arguments: Sequence[DirectArgument],
    guards: Guards,
    slow: Callable[..., object],
) -> Callable[..., Any]:
    """The builtin that calls the host function of a module if its guards hold; all other calls go to `slow`.

    `module` was installed: its call code is complete.
    """
    target = (_with_constants(arguments, slow), module)
    return guarded_builtin(module, name, module.address(host + CALL_SUFFIX), target, arguments, guards, slow)


def guarded_builtin(
    module: CpuModule,
    name: str,
    call: int,
    target: tuple[object, ...],
    arguments: Sequence[DirectArgument],
    guards: Guards,
    slow: Callable[..., object],
) -> Callable[..., Any]:
    """The builtin that calls the CPython function at the address `call`, whose `self` is `target`, if the guards hold.

    All other calls go to `slow`. The module has call code.
    """
    record = _record(call, target, arguments, guards)
    return new_builtin(name, module.address(DIRECT_SYMBOL), (slow, record, target, tuple(arguments), guards))


def _record(call: int, target: object, arguments: Sequence[DirectArgument], guards: Guards) -> bytes:
    counts = {
        "arguments": arguments,
        "variables": guards.variables,
        "names": guards.names,
        "attributes": guards.attributes,
        "mappings": guards.mappings,
    }
    head = {
        "environment": environment().address,
        "call": call,
        "call_self": id(target),
        "rest": 0 if guards.rest is None else id(guards.rest),
        **{name: len(items) for name, items in counts.items()},
    }
    words = [head[name] for name in DIRECT if name != "end"]
    for argument in arguments:
        words += [int(argument.passes), *_node(argument.node)]
    words += map(id, guards.variables)
    for scope, name, value in guards.names:
        words += [id(scope), id(name), 0 if value is ABSENT else id(value)]
    for owner, name, value in guards.attributes:
        words += [id(owner), id(name), id(value)]
    for mapping, keys, values in guards.mappings:
        words += [id(mapping), len(keys), *(id(item) for pair in zip(keys, values, strict=True) for item in pair)]
    return struct.pack(f"={len(words)}q", *words)


def _node(node: Node) -> list[int]:
    """The words of a node; the objects that they name live as long as the arguments."""
    match node:
        case OfType(type=kind):
            return [_OF_TYPE, 0 if kind is None else id(kind)]
        case Same(value=value, by_value=by_value):
            return [_FIXED, id(value), int(by_value)]
        case OfKind(type=kind, kind=mark):
            return [_MARKED, id(kind), id(mark), id(_KIND)]
        case WithParts(type=kind, fields=fields, parts=parts):
            what = _OF_LIST if issubclass(kind, list) else _OF_TUPLE if issubclass(kind, tuple) else _OF_FIELDS
            words = [what, id(kind), len(parts)]
            for k, part in enumerate(parts):
                words += [id(fields[k]), *_node(part)] if fields else _node(part)
            return words


def _with_constants(arguments: Sequence[DirectArgument], slow: Callable[..., object]) -> Callable[..., object]:
    """`slow` for the arguments that a program takes: those it was compiled with are put back."""
    fixed = [argument.node.value for argument in arguments if isinstance(argument.node, Same) and not argument.passes]
    if not fixed:
        return slow

    def whole(*passed: object) -> object:
        rest, known = iter(passed), iter(fixed)
        return slow(*(next(rest if argument.passes else known) for argument in arguments))

    return whole
