"""Objects with two names: what happens to them where one of the names is given another object at run time.

Such a variable is carried by value: behind the branch it is a new object with the parts of the one or the other. A
second name still means the old object, so that a change under one name would not be seen under the other: an error.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from cutedsl.errors import DSLUserCodeError, fail, user_frame
from cutedsl.staging.join import BRANCHES, Joined, Variable, join
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.region import RegionInfo
from cutedsl.staging.tree import released


class NotJoined:
    """What an object holds in a part that has different types on two paths, of which only one still leads to it."""

    __slots__ = ("_variable",)

    def __init__(self, variable: Variable) -> None:
        self._variable = variable

    def __repr__(self) -> str:
        return "a part with different types on the paths before"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python asks every object for some of these
            raise AttributeError(name)
        known = self._variable.name
        raise fail("branch-type-mismatch", f"`{known}` was set to values of different types on the paths before")


def join_replaced(variable: Variable, first: Any, second: Any) -> Joined:
    """Joins a part of an object whose variable is given another object: what has no common type is lost."""
    try:
        return join(variable, BRANCHES, first, second)
    except DSLUserCodeError:
        return Joined([], [], [], lambda _: NotJoined(variable), [])


def check_arms(info: RegionInfo, first: tuple[Any, ...], second: tuple[Any, ...]) -> None:
    """Refuses variables that are another object in each arm, if a second name of one of them makes a difference.

    `first` and `second` are the values of the names of `info` at the ends of the arms.

    Errors: object-shared.
    """
    if not info.changed:
        return
    for name, a, b in zip(info.names, first, second, strict=False):
        if a is not b and not is_numeric(a) and (_is_mutable(released(a)) or _is_mutable(released(b))):
            _check_other_names(info, name, first, second)


def _check_other_names(info: RegionInfo, name: str, first: tuple[Any, ...], second: tuple[Any, ...]) -> None:
    """Compares the objects of one variable with those of the others, arm by arm."""
    ends = {name: (released(a), released(b)) for name, a, b in zip(info.names, first, second, strict=False)}
    a, b = ends[name]
    for other, value in _others(info, name) if a is not b else ():
        c, d = ends.get(other, (value, value))
        for one, same in (a, c), (b, d):
            if one is same and _is_mutable(one):
                raise _shared(info, name, other, one, "a run-time branch; one of them is")


def check_loop(info: RegionInfo, name: str, value: Any) -> None:
    """Refuses a variable that turns of a loop give another object, if a second name of the first makes a difference.

    Errors: object-shared.
    """
    if info.changed and _is_mutable(value):
        for other, known in _others(info, name):
            if known is value:
                raise _shared(info, name, other, value, "the turn of a loop; the first is")


def _others(info: RegionInfo, name: str) -> Iterator[tuple[str, Any]]:
    """The other variables that still matter, where a change in place under one of the two names does too."""
    frame = user_frame()
    known = {} if frame is None else frame.f_locals
    for other in sorted((info.alive | info.looped) - {name}):
        if name in info.changed or other in info.changed:
            yield other, known.get(other)


def _is_mutable(value: Any) -> bool:
    """Whether a variable's value changes in place and is carried by its parts."""
    if isinstance(value, list | dict):
        return True
    parameters = getattr(type(value), "__dataclass_params__", None)
    return parameters is not None and not parameters.frozen


def _shared(info: RegionInfo, name: str, other: str, value: Any, when: str) -> DSLUserCodeError:
    """The error for one object under two names."""
    kind = type(value).__name__
    copied = f"dataclasses.replace({other})" if dataclasses.is_dataclass(value) else f"{kind}({other})"
    changed = name if name in info.changed else other
    return fail(
        "object-shared",
        f"which {kind} `{name}` is depends on {when} `{other}`, and `{changed}` is changed in place",
        span=info.variable(name).span,
        also=((info.changed[changed], "changed here"),),
        fix=f"Give `{name}` an object of its own: `{name} = {copied}`.",
    )
