"""Names of CuTe DSL that this version does not have: they resolve, may be named, and refuse to be used.

A module's `__getattr__` asks `missing_name` (`lazy_names.missing_names`); Python calls it only for names that the
module does not define, so a definition, wherever it comes from, needs no edit here.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any, NoReturn

from cutedsl.errors.fail import fail
from cutedsl.errors.names.surface import SURFACE, submodules


class NotYet:
    """A name of CuTe DSL without a definition: annotations, defaults, base classes and `isinstance` may hold it.

    Nothing is an instance of it, and it equals only itself, as nothing here can make such a value. Errors: not-yet,
    for a call, an operator, iteration, an instance of a class derived from it.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"<{self._name}: not yet>"

    def __getattr__(self, name: str) -> NotYet:
        # `OperandSource.RMEM` is a name too. Python's protocols (copying, typing) see none.
        if name.startswith("__"):
            raise AttributeError(name)
        return NotYet(f"{self._name}.{name}")

    def __or__(self, other: object) -> Any:
        return self  # in annotations: `tcgen05.Field | None`

    __ror__ = __or__

    def __getitem__(self, parameters: object) -> NotYet:
        return self  # in annotations: `Vector[Float32, 4]`

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[type, ...]:
        return (_Underived(self._name.rpartition(".")[2], (), {"_not_yet": self._name}),)

    def __instancecheck__(self, instance: object) -> bool:
        return False

    __subclasscheck__ = __instancecheck__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NotYet) and other._name == self._name

    def _used(self, *args: object, **kwargs: object) -> NoReturn:
        raise _not_yet(self._name)

    __call__ = __bool__ = __iter__ = __len__ = __index__ = __int__ = __float__ = _used
    __setitem__ = __contains__ = __enter__ = _used
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __floordiv__ = __mod__ = _used
    __and__ = __rand__ = __lshift__ = __rshift__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = _used

    def __hash__(self) -> int:
        return hash(self._name)


class _Underived(type):
    """The class of what stands for a `NotYet` among the bases of a class: it has no instances.

    A library derives from many classes in one module, and its programs use some of them.
    """

    _not_yet: str

    def __call__(cls, *args: object, **kwargs: object) -> NoReturn:
        raise _not_yet(cls._not_yet)

    def __getattr__(cls, name: str) -> NotYet:
        if name.startswith("__"):
            raise AttributeError(name)
        return NotYet(f"{cls._not_yet}.{name}")


def _not_yet(name: str) -> Exception:
    return fail("not-yet", f"`{name}`", fix="`docs/api.md` lists the names that work.")


class NotYetModule(ModuleType):
    """A module of CuTe DSL that this version does not have; all its names are `NotYet`, listed or not."""

    def __init__(self, public: str) -> None:
        super().__init__(f"cutlass.{public}", f"`{public}` of CuTe DSL: not yet.")
        self.__path__ = []
        self._public = public

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        above = self.__dict__.get("_public", "")
        public = f"{above}.{name}"
        known = public in _MODULES or name in submodules(above)
        return not_yet_module(public) if known else NotYet(public)

    def __call__(self, *args: object, **kwargs: object) -> NoReturn:
        """Some are functions, too. Errors: not-yet."""
        raise _not_yet(self._public)


def missing_name(module: str, name: str, known: Iterable[str] = ()) -> Any:
    """What a module that lacks `name` gives for it: a `NotYet` where CuTe DSL has the name.

    `module` is the module's public name after `cutlass.` (`cute.arch`); `known` are names that it has besides CuTe
    DSL's. Errors: unknown-name, an `AttributeError`; for private names, which nobody mistypes, Python's own.
    """
    public = f"{module}.{name}" if module else name
    if public in _MODULES:
        return _MODULES[public]
    if name in submodules(module):
        return not_yet_module(public)
    if name in SURFACE.get(module, ()):
        return NotYet(public)
    if name.startswith("_") and name[-2:] == "__":  # what Python asks of each module
        raise AttributeError(f"module '{f'cutlass.{module}' if module else 'cutlass'}' has no attribute {name!r}")
    from cutedsl.errors.names.unknown_name import unknown_name

    raise unknown_name(module, name, known)


_MODULES: dict[str, ModuleType] = {}


def register_module(public: str, module: ModuleType) -> None:
    """Makes a module the answer for its public name, where the module above it does not define the name itself."""
    _MODULES[public] = module


def not_yet_module(public: str) -> ModuleType:
    """The one stand-in for a module, by its public name."""
    return _MODULES.setdefault(public, NotYetModule(public))
