"""From a recognised call to a builtin that recognises the next ones without Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

from cutedsl.config import environment_entries, override_variable
from cutedsl.driver.cache.recent import RecentCall
from cutedsl.driver.checked import watch_variable
from cutedsl.driver.trace_state import trace_variable
from cutedsl.eager.session import session_variable
from cutedsl.execution.fastcall_direct import ABSENT, DirectArgument, Guards, install_direct
from cutedsl.staging.reads import GONE, Watches


def direct_builtin(call: RecentCall, slow: Callable[..., object]) -> Callable[..., Any] | None:
    """A builtin for calls like this one, which gives all others to `slow`; None where only Python can tell.

    It looks at the arguments by type and identity, where Python compares compile-time ones by value.
    """
    compiled = call.compiled
    if call.bound_to or call.trees or call.result is not None or not compiled.calls_by_machine_code:
        return None
    guards = _guards(call.watches)
    if guards is None:
        return None
    fixed, marks = dict(call.constants), {k: marked.kind for k, marked in call.marked}
    arguments = [
        DirectArgument(kind, (fixed[k],) if k in fixed else None, marks.get(k)) for k, kind in enumerate(call.types)
    ]
    return install_direct(
        compiled.executable.host, compiled.artifacts.source.host, compiled.name, arguments, guards, slow
    )


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
