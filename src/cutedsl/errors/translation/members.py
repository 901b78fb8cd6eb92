"""What an object of ours does not have, asked for in plain Python: attributes and operators, as named errors."""

from __future__ import annotations

import dis
import operator
import sys
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from cutedsl.errors.article import with_article
from cutedsl.errors.fail import fail
from cutedsl.errors.frames import Origin, frame_origin

C = TypeVar("C", bound=type)
_ASKS = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "matmul": "@",
    "pow": "**",
    "lshift": "<<",
    "rshift": ">>",
    "xor": "^",
}
_ORDER = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNARY = {"neg": "-", "pos": "+", "invert": "~"}


def names_missing(fix: str) -> Callable[[C], C]:
    """A class whose attributes and operators that there are not are named errors, in the author's line.

    `fix` says what stands for operators. `hasattr`, `getattr` and our own code get Python's errors, which cost less.

    Errors: no-attribute, python-operation.
    """

    def changed(cls: C) -> C:
        own: Any = cls
        if not hasattr(cls, "__getattr__"):
            own.__getattr__ = _missing
        for names, reflected in ((_BINARY, True), (_ORDER, False), (_UNARY, False)):
            for name, symbol in names.items():
                _refuse(own, f"__{name}__", symbol, fix)
                if reflected:
                    _refuse(own, f"__r{name}__", symbol, fix)
        for name in ("int", "float"):
            _refuse(own, f"__{name}__", name, fix)
        parameters = own.__dict__.get("__dataclass_params__")
        if parameters is not None and parameters.frozen:
            own.__setattr__ = _unchanged
        return cls

    return changed


def missing_of_type(cls: type, name: str, fix: str) -> NoReturn:
    """Raises the error for an attribute that a class of ours does not have; called by its `__getattr__`."""
    if not _asked_by_author(name, 3):
        raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}", name=name, obj=cls)
    raise fail("no-attribute", f"`{cls.__name__}` has no `{name}`", fix=fix)


def _missing(self: object, name: str) -> Any:
    own = getattr(type(self), name, None)
    if isinstance(own, property) and own.fget is not None:
        return own.fget(self)  # Python comes here when a property raises AttributeError: its own error, again
    if not _asked_by_author(name, 2):
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
    from cutedsl.errors.translation.python_errors import member_error  # some milliseconds that only a mistake is worth

    raise member_error(self, name)


def _asked_by_author(name: str, depth: int) -> bool:
    """Whether the author's own expression `a.name` asks, `depth` calls further out."""
    frame = sys._getframe(depth)  # pyright: ignore[reportPrivateUsage]
    return (
        name[0] != "_"
        and dis.opname[frame.f_code.co_code[frame.f_lasti]] in _ASKS
        and frame_origin(frame) is Origin.AUTHOR
    )


def _unchanged(self: object, name: str, value: object) -> NoReturn:
    kind = with_article(type(self).__name__)
    raise fail("no-attribute", f"`{name}` of {kind} cannot be assigned (read-only)", fix="Make a new object.")


def _refuse(cls: Any, name: str, symbol: str, fix: str) -> None:
    """Defines an operator that a class lacks as an error."""
    if getattr(cls, name, None) not in (None, getattr(object, name, operator)):
        return

    def refused(self: object, *others: object) -> NoReturn:
        kinds = " and ".join(f"'{type(value).__name__}'" for value in (self, *others))
        raise fail("python-operation", f"`{symbol}` is not defined for {kinds}", fix=fix)

    setattr(cls, name, refused)
