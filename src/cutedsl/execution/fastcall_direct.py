"""Direct calls of a `@jit` function as a Python builtin: guards in a record, then a program's call code.

Source: arch/call_abi.py (`DIRECT`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Final

from cutedsl.arch.call_abi import CALL_SUFFIX, DIRECT, DIRECT_SYMBOL
from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu_module import CpuModule
from cutedsl.execution.fastcall import new_builtin
from cutedsl.execution.fastcall_environment import environment

ABSENT: Final = object()
"""What stands for a name that a dict does not have."""


@frozen
class DirectArgument:
    """An argument: its exact type (None: whatever the program takes), and in a tuple what it must be, if that is known
    while compiling; the program takes those that are not (None). `mark` is what a tensor's `kind` must be."""

    kind: type | None
    constant: tuple[object] | None
    mark: object = None


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
        fixed = argument.constant is not None
        kind = 0 if argument.kind is None else id(argument.kind)
        words += [kind, id(argument.constant[0]) if argument.constant else 0, int(not fixed)]
        words += [0 if argument.mark is None else id(argument.mark)]
    words += map(id, guards.variables)
    for scope, name, value in guards.names:
        words += [id(scope), id(name), 0 if value is ABSENT else id(value)]
    for owner, name, value in guards.attributes:
        words += [id(owner), id(name), id(value)]
    for mapping, keys, values in guards.mappings:
        words += [id(mapping), len(keys), *(id(item) for pair in zip(keys, values, strict=True) for item in pair)]
    return struct.pack(f"={len(words)}q", *words)


def _with_constants(arguments: Sequence[DirectArgument], slow: Callable[..., object]) -> Callable[..., object]:
    """`slow` for the arguments that a program takes: those it was compiled with are put back."""
    if all(argument.constant is None for argument in arguments):
        return slow

    def whole(*passed: object) -> object:
        rest = iter(passed)
        return slow(*(next(rest) if a.constant is None else a.constant[0] for a in arguments))

    return whole
