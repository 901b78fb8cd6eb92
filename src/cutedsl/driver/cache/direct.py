"""From a recognised call to a builtin that recognises the next ones without Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

from cutedsl.config import environment_entries, override_variable
from cutedsl.driver.cache.recent import COMPARABLE, Fixed, Marked, Part, Parts, RecentCall
from cutedsl.driver.call.watches import watch_variable
from cutedsl.driver.compile.trace_state import trace_variable
from cutedsl.eager.session import session_variable
from cutedsl.execution.native_calls.direct import (
    ABSENT,
    ByName,
    DirectArgument,
    Guards,
    Node,
    OfKind,
    OfType,
    Same,
    WithParts,
    install_direct,
)
from cutedsl.staging.reads import GONE, Watches


def direct_builtin(
    call: RecentCall, slow: Callable[..., object], names: Sequence[str], defaults: Sequence[object]
) -> Callable[..., Any] | None:
    """A builtin for calls like this one, which gives all others to `slow`; None where only Python can tell.

    A method's takes `self` first, by identity. `names` are those of the function's parameters, `defaults` those of the
    last ones; without names no argument may be named or left out.
    """
    compiled = call.compiled
    if call.result is not None or not compiled.calls_by_machine_code:
        return None
    guards = _guards(call.watches)
    if guards is None:
        return None
    passed = set(call.passed)
    owners = [DirectArgument(Same(owner), passes=False) for owner in call.bound_to]
    arguments = [DirectArgument(_node(kind), k in passed) for k, kind in enumerate(call.kinds)]
    host = compiled.artifacts.source.host
    given = [*owners, *arguments]
    required = len(names) - len(defaults)
    known = ByName(names, [*[ABSENT] * required, *defaults]) if len(names) == len(given) else None
    return install_direct(compiled.executable.host, host, compiled.name, given, guards, slow, known)


def _node(kind: Part) -> Node:
    match kind:
        case Fixed(value=value):
            return Same(value, by_value=isinstance(value, COMPARABLE))
        case Marked(type=owner, kind=mark):
            return OfKind(owner, mark)
        case Parts(kind=owner, fields=fields, parts=parts):
            return WithParts(owner, fields, tuple(map(_node, parts)))
        case type():
            return OfType(kind)


def _guards(watches: Watches) -> Guards | None:
    """The guards on the trace and on the settings; None where a setting is overridden or cannot be looked at."""
    entries = environment_entries()
    if entries is None or override_variable().get() is not None:
        return None
    names = [(scope, name, ABSENT if value is None else value) for scope, name, value in entries]
    variables = (trace_variable(), session_variable(), watch_variable(), override_variable())
    return trace_guards(watches, variables, names)


def trace_guards(
    watches: Watches,
    variables: Sequence[ContextVar[Any]] = (),
    names: Sequence[tuple[dict[Any, Any], object, object]] = (),
) -> Guards:
    """The guards on what a trace read, with more variables and names."""
    parts = watches.parts()
    known = [(scope, name, ABSENT if value is GONE else value) for scope, name, value in parts.names]
    return Guards(variables, [*known, *names], parts.attributes, parts.mappings, parts.rest)
