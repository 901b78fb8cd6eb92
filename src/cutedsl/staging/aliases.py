"""Objects with two names: what happens to them where one of the names is given another object at run time.

Such a variable is carried by value: behind the branch it is a new object with the parts of the one or the other. A
second name still means the old object, so that a change under one name would not be seen under the other: an error.
"""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Container, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from typing import Any, NoReturn

from cutedsl.errors import DSLUserCodeError, fail, user_frame
from cutedsl.staging import trace
from cutedsl.staging.join import BRANCHES, Joined, Variable, join
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.places import changed, leads_to
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.tree import released


class NotJoined:
    """What an object holds in a part that has different types on two paths, of which only one still leads to it.

    Every use of it is the error branch-type-mismatch; `is` asks `check_joined`.
    """

    __slots__ = ("_variable",)

    def __init__(self, variable: Variable) -> None:
        object.__setattr__(self, "_variable", variable)

    def __repr__(self) -> str:
        return "a part with different types on the paths before"

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # Python asks every object for some of these
            raise AttributeError(name)
        self.refuse()

    def refuse(self, *_: Any) -> NoReturn:
        known = self._variable.name
        raise fail("branch-type-mismatch", f"`{known}` has values of different types on the paths that lead here")

    __hash__ = object.__hash__
    __setattr__ = __delattr__ = __getitem__ = __setitem__ = __delitem__ = __contains__ = __iter__ = __next__ = refuse
    __len__ = __bool__ = __int__ = __float__ = __index__ = __call__ = __format__ = __str__ = refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __neg__ = __pos__ = __abs__ = __invert__ = refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = refuse
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __matmul__ = __rmatmul__ = refuse
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __lshift__ = __rlshift__ = refuse
    __rshift__ = __rrshift__ = __enter__ = __exit__ = refuse


def check_joined(*values: Any) -> None:
    """Refuses what `NotJoined` stands for. Errors: branch-type-mismatch."""
    for value in values:
        if type(value) is NotJoined:
            value.refuse()


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
    for name, a, b in zip(info.names, first, second, strict=False):
        if a is not b and not is_numeric(a) and (_is_mutable(released(a)) or _is_mutable(released(b))):
            _check_other_names(info, name, first, second)


def _check_other_names(info: RegionInfo, name: str, first: tuple[Any, ...], second: tuple[Any, ...]) -> None:
    """Compares the objects of one variable with those of the others, arm by arm."""
    ends = {name: (released(a), released(b)) for name, a, b in zip(info.names, first, second, strict=False)}
    a, b = ends[name]
    for one in (a, b) if a is not b and name in info.changed else ():
        if _is_mutable(one) and _is_gone_through(one):
            raise _shared_with_loop(info, name, one, "a run-time branch")
    for other, value in _others(info, name) if a is not b else ():
        c, d = ends.get(other, (value, value))
        for one, same in (a, c), (b, d):
            if _is_mutable(one) and _makes_a_difference(info, (name, one), (other, same)):
                raise _shared_object_error(info, name, other, one, "a run-time branch; one of them is")


def check_reshaped(info: RegionInfo, found: Iterable[tuple[Any, Variable]], earlier: Container[int]) -> None:
    """Refuses a list or dict that an arm gives another length or other keys, if a second variable has it too, or if the
    first arm did so: `earlier` has the identities of what that has changed.

    Errors: container-structure-changed.
    """
    for container, variable in found:
        if id(container) in earlier:
            raise changed(container, variable)
        for _, held in _others(info, variable.name):
            if held is container or (not is_numeric(held) and leads_to(held, container, variable.name)):
                raise changed(container, variable)


def check_loop(info: RegionInfo, name: str, value: Any) -> None:
    """Refuses a variable that turns of a loop give another object, if a second name of the first makes a difference.

    Errors: object-shared.
    """
    if _is_mutable(value):
        if name in info.changed and _is_gone_through(value):
            raise _shared_with_loop(info, name, value, "the turn of a loop")
        for other, known in _others(info, name):
            if _makes_a_difference(info, (name, value), (other, known)):
                raise _shared_object_error(info, name, other, value, "the turn of a loop; the first is")


def _is_gone_through(value: Any) -> bool:
    """Whether a loop that Python runs will still read an object: it goes through it, or through what holds it."""
    pending, seen = list[object](trace.iterators()), set[int]()
    while pending:
        inner = pending.pop()
        if inner is value:
            return True
        if id(inner) not in seen and isinstance(
            inner, Iterator | tuple | list | dict | KeysView | ValuesView | ItemsView
        ):
            seen.add(id(inner))
            pending += gc.get_referents(inner)
    return False


def _others(info: RegionInfo, name: str) -> Iterator[tuple[str, Any]]:
    """The other variables that still matter."""
    known = _variables()
    for other in sorted((info.alive | info.looped) - {name}):
        yield other, known.get(other)


def _makes_a_difference(info: RegionInfo, one: tuple[str, Any], other: tuple[str, Any]) -> bool:
    """Whether a second variable is the object of the first, or leads to it, and it may be changed in place."""
    (name, value), (second, held) = one, other
    if held is value:
        return name in info.changed or second in info.changed
    if is_numeric(held) or not leads_to(held, value, name):
        return False
    known = _variables()
    return callable(held) or any(path not in known or leads_to(known[path], value, "") for path in info.changed)


def _variables() -> Mapping[str, Any]:
    """The author's variables."""
    frame = user_frame()
    return {} if frame is None else frame.f_locals


def _is_mutable(value: Any) -> bool:
    """Whether a variable's value changes in place and is carried by its parts."""
    if isinstance(value, list | dict):
        return True
    parameters = getattr(type(value), "__dataclass_params__", None)
    return parameters is not None and not parameters.frozen


def _shared_with_loop(info: RegionInfo, name: str, value: Any, when: str) -> DSLUserCodeError:
    """The error for an object that a loop goes through, and that is changed where it may be another one."""
    kind = type(value).__name__
    return fail(
        "object-shared",
        f"a loop goes through the {kind} `{name}`; which {kind} that is depends on {when}, and it is changed in place",
        span=info.variable(name).span,
        also=((info.changed[name], "changed here"),),
        fix=f"Let the loop go through a copy: `{kind}({name})` for `{name}` in its head.",
    )


def _shared_object_error(info: RegionInfo, name: str, other: str, value: Any, when: str) -> DSLUserCodeError:
    """The error for one object under two names."""
    kind = type(value).__name__
    direct = _variables().get(other) is value or other in info.names
    if not direct:
        message = f"which {kind} `{name}` is depends on {when} kept in `{other}`, and may be changed by way of it"
        fix = f"Change `{name}` in place, part by part, and give it no other object."
        return fail("object-shared", message, span=info.variable(name).span, fix=fix)
    copied = f"dataclasses.replace({other})" if dataclasses.is_dataclass(value) else f"{kind}({other})"
    changed = name if name in info.changed else other
    return fail(
        "object-shared",
        f"which {kind} `{name}` is depends on {when} `{other}`, and `{changed}` is changed in place",
        span=info.variable(name).span,
        also=((info.changed[changed], "changed here"),),
        fix=f"Give `{name}` an object of its own: `{name} = {copied}`.",
    )
