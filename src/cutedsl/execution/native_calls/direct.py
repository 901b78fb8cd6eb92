"""Direct calls of a `@jit` function as a Python builtin: guards in a record, then a program's call code.

Source: arch/abi/call.py (`DIRECT`).
"""

from __future__ import annotations

import ctypes
import struct
import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Final, TypeAlias

from cutedsl.arch.abi.call import CALL_SUFFIX, DIRECT, DIRECT_SYMBOL, JIT_CALL_SYMBOL, JIT_STATE_SYMBOL
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.execution.native_calls.builtin import new_builtin, new_method
from cutedsl.execution.native_calls.environment import environment
from cutedsl.native.structures import structure

_JIT_CALL_STATE: Final = structure("JitCallState")

ABSENT: Final = object()
"""What stands for a name that a dict does not have."""


_JIT_NAMES: Final = {"recent": sys.intern("_recent"), "entry": sys.intern("entry"), "bound": sys.intern("bound")}
_modules: Final[list[CpuModule]] = []
_jit_calls: Final[list[object]] = []
"""What the `__call__` of `@jit` functions needs, once it is machine code."""


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
"""What an argument of a direct call must be, as `native/python/fits.c` compares it."""
_OF_TYPE, _FIXED, _MARKED, _OF_TUPLE, _OF_LIST, _OF_FIELDS = range(6)
_KIND: Final = sys.intern("kind")


@frozen
class DirectArgument:
    """An argument: what it must be, and whether the program takes it; it knows others while compiling."""

    node: Node
    passes: bool = True


@frozen
class ByName:
    """The names of the arguments, interned, and their defaults, `ABSENT` for none."""

    names: Sequence[str]
    defaults: Sequence[object]


@frozen
class Guards:
    """What must hold: context variables that are None; names of dicts, attributes, whole dicts that are what they were
    (by identity, `ABSENT` for no entry); and a check of all else."""

    variables: Sequence[ContextVar[Any]]
    names: Sequence[tuple[dict[Any, Any], object, object]]
    attributes: Sequence[tuple[object, str, object]]
    mappings: Sequence[tuple[dict[Any, Any], tuple[Any, ...], tuple[Any, ...]]]
    rest: Callable[[], bool] | None


def install_jit_call(kind: type) -> None:
    """Makes `__call__` of the class of `@jit` functions machine code, of the first module with a builtin; once.

    Instances have the attributes `_recent`, with an attribute `entry`, and `bound`, a tuple.
    """
    if _jit_calls or not _modules:
        return
    module, python = _modules[0], vars(kind)["__call__"]
    values = {
        "environment": environment().address,
        "python": id(python),
        **{name: id(text) for name, text in _JIT_NAMES.items()},
    }
    state = module.address(JIT_STATE_SYMBOL)
    for name, value in values.items():
        ctypes.c_int64.from_address(state + _JIT_CALL_STATE.offset(name)).value = value
    _jit_calls.append((module, python))
    kind.__call__ = new_method(kind, "__call__", module.address(JIT_CALL_SYMBOL))


def install_direct(
    module: CpuModule,
    host: str,
    name: str,
    arguments: Sequence[DirectArgument],
    guards: Guards,
    slow: Callable[..., object],
    by_name: ByName | None = None,
) -> Callable[..., Any]:
    """The builtin that calls the host function of a module if its guards hold; all other calls go to `slow`.

    `module` was installed: its call code is complete. With `by_name` arguments may be named or left out.
    """
    target = (_with_constants(arguments, slow), module)
    if not _modules:
        _modules.append(module)
    call = module.address(host + CALL_SUFFIX)
    return guarded_builtin(module, name, call, target, arguments, guards, slow, by_name)


def guarded_builtin(
    module: CpuModule,
    name: str,
    call: int,
    target: tuple[object, ...],
    arguments: Sequence[DirectArgument],
    guards: Guards,
    slow: Callable[..., object],
    by_name: ByName | None = None,
) -> Callable[..., Any]:
    """The builtin that calls the CPython function at the address `call`, whose `self` is `target`, if the guards hold.

    All other calls go to `slow`. The module has call code.
    """
    record = _record(call, target, arguments, guards, by_name)
    return new_builtin(name, module.address(DIRECT_SYMBOL), (slow, record, target, tuple(arguments), guards, by_name))


def _record(
    call: int, target: object, arguments: Sequence[DirectArgument], guards: Guards, by_name: ByName | None
) -> bytes:
    scopes: dict[int, list[tuple[object, object]]] = {}
    for scope, name, value in guards.names:
        scopes.setdefault(id(scope), []).append((name, value))
    counts = {
        "arguments": arguments,
        "variables": guards.variables,
        "scopes": scopes,
        "attributes": guards.attributes,
        "mappings": guards.mappings,
    }
    head = {
        "environment": environment().address,
        "call": call,
        "call_self": id(target),
        "rest": 0 if guards.rest is None else id(guards.rest),
        "named": int(by_name is not None),
        **{name: len(items) for name, items in counts.items()},
    }
    words = [head[name] for name in DIRECT if name != "end"]
    if by_name is not None:
        words += map(id, by_name.names)
        words += [0 if default is ABSENT else id(default) for default in by_name.defaults]
    for argument in arguments:
        words += [int(argument.passes), *_node(argument.node)]
    words += map(id, guards.variables)
    for scope, entries in scopes.items():
        words += [scope, 0, len(entries)]  # 0: no version was seen yet
        words += [word for name, value in entries for word in (id(name), 0 if value is ABSENT else id(value))]
    for owner, name, value in guards.attributes:
        words += [id(owner), id(name), id(value)]
    for mapping, keys, values in guards.mappings:
        words += [id(mapping), 0, len(keys), *(id(item) for pair in zip(keys, values, strict=True) for item in pair)]
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
