"""Values of any structure as a flat list of leaves and back: what regions carry are the leaves.

A leaf is a `Numeric`, a Python number, a `Raw` handle of a DSL's own object, or `Fixed`: what stays in Python.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen
from cutedsl.staging.constexpr import is_constexpr
from cutedsl.staging.numpy_numbers import TYPE_NAMES, is_numpy_number
from cutedsl.staging.operators import CLASS_OF, is_numeric
from cutedsl.staging.protocol import Handle, is_handle
from cutedsl.staging.unset import UNSET
from cutedsl.types import dtype_named


@frozen
class Raw:
    """A handle that belongs to an object of the DSL or to one with the `DynamicExpression` methods."""

    handle: Handle


@frozen
class Fixed:
    """A part that is known while tracing and never becomes a run-time value.

    A `soft` one, a number in a frozen dataclass, is one after all where two paths give it different values.
    """

    value: Any
    soft: bool = dataclasses.field(default=False, compare=False)


Leaf: TypeAlias = Any
"""Numeric | bool | int | float | Raw | Fixed"""


@frozen
class Shape:
    """The structure of a value: two values can be joined when their shapes are equal."""

    kind: str
    meta: Any = None
    parts: tuple[Shape, ...] = ()
    rebuild: Callable[[Iterator[Leaf]], Any] = dataclasses.field(default=next, compare=False, repr=False)


@runtime_checkable
class DynamicExpression(Protocol):
    """An object that gives its run-time values as handles and is made again from others."""

    def __extract_mlir_values__(self) -> Any: ...
    def __new_from_mlir_values__(self, values: Any) -> Any: ...


@runtime_checkable
class CarriedParts(Protocol):
    """An object that is carried by some of its parts, each a value of any structure, and is made again from others.

    Its numbers may become run-time values: unlike its handles, its parts are the same in number before and after.
    """

    def __carried_parts__(self) -> Sequence[Any]: ...
    def __of_carried_parts__(self, parts: Sequence[Any]) -> Any: ...


class IndexTriple(tuple[Any, Any, Any]):
    """(x, y, z), as a function of a DSL gives it: a tuple, except that as a number or a condition it is an error.

    Python would take it for true, and as equal to no number. Errors: python-operation.
    """

    __hash__ = tuple.__hash__
    function: str

    def __new__(cls, function: str, parts: tuple[Any, Any, Any]) -> IndexTriple:
        """The three numbers that `function` gives."""
        self = super().__new__(cls, parts)
        self.function = function
        return self

    def _refused(self, use: str) -> Exception:
        return fail(
            "python-operation",
            f"`{self.function}()` is a tuple of three numbers, (x, y, z), but is {use}",
            fix=f"Take one of them: `cute.arch.{self.function}()[0]`, or `x, y, z = cute.arch.{self.function}()`.",
        )

    def __bool__(self) -> bool:
        raise self._refused("used as a condition")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | float) or is_numeric(other):
            raise self._refused("compared with a number")
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, tuple) or isinstance(other, IndexTriple):
            raise self._refused("used in arithmetic")
        return super().__add__(other)

    def __radd__(self, other: Any) -> Any:
        if isinstance(other, list | tuple):  # `others += block_idx()` asks here first, before the list extends itself
            return NotImplemented
        raise self._refused("used in arithmetic")


def _refuse(use: str) -> Callable[..., Any]:
    """A method of `IndexTriple` that has no result."""

    def refused(self: IndexTriple, *others: object) -> Any:
        raise self._refused(use)  # pyright: ignore[reportPrivateUsage]

    return refused


for _word in ("sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift"):
    for _name in (f"__{_word}__", f"__r{_word}__"):
        setattr(IndexTriple, _name, _refuse("used in arithmetic"))
for _name in ("__neg__", "__invert__", "__abs__", "__int__", "__float__"):
    setattr(IndexTriple, _name, _refuse("used as a number"))
IndexTriple.__name__ = "tuple"  # as messages call it


Flattened: TypeAlias = tuple[list[Leaf], Shape]
_LEAF = Shape("leaf")
_HANDLE = Shape("handle", rebuild=lambda leaves: next(leaves).handle)
_FLATTEN: dict[type, Callable[[Any], Flattened]] = {}
_CACHE: dict[type, Callable[[Any], Flattened]] = {}


def register_tree(
    cls: type,
    flatten: Callable[[Any], tuple[Sequence[Handle], Any]],
    unflatten: Callable[[Any, Sequence[Handle]], Any],
) -> None:
    """Lets control flow carry objects of `cls` (and of its subclasses), which must be immutable.

    `flatten(value)` gives the handles and a structure that is compared with `==`; `unflatten(structure, handles)`
    makes an object of it again.
    """

    def flattened(value: Any) -> Flattened:
        handles, structure = flatten(value)
        count = len(handles)

        def rebuild(leaves: Iterator[Leaf]) -> Any:
            return unflatten(structure, [next(leaves).handle for _ in range(count)])

        return [Raw(handle) for handle in handles], Shape(type(value).__name__, structure, (), rebuild)

    _FLATTEN[cls] = flattened
    _CACHE.clear()


@frozen
class Held:
    """A value with the leaves that it had when it was held: objects change while another arm is traced."""

    value: Any
    flattened: Flattened


def hold(value: Any) -> Any:
    """The value as it is now; numbers never change."""
    return value if value is UNSET or is_numeric(value) else Held(value, flatten(value))


def released(value: Any) -> Any:
    """The inverse of `hold`: the object itself."""
    return value.value if type(value) is Held else value


def flatten(value: Any) -> Flattened:
    """The leaves of a value and its shape; what is not a container and no number is one `Fixed` leaf.

    >>> flatten((1, [2.5, None]))[0]
    [1, 2.5, Fixed(value=None, soft=False)]
    """
    if is_numeric(value):
        return [value], _LEAF
    cls = type(value)
    if cls is Fixed:
        return [value], _LEAF
    if cls is Held:
        return value.flattened
    handler = _CACHE.get(cls)
    if handler is None:
        handler = _CACHE[cls] = _handler_for(cls, value)
    return handler(value)


def rebuild(shape: Shape, leaves: Sequence[Leaf]) -> Any:
    """The value of a shape with other leaves: the inverse of `flatten`."""
    return _unwrap(shape.rebuild(iter(leaves)))


def is_registered(cls: type) -> bool:
    """Whether objects of `cls` are immutable objects of a DSL, and no class of the author's carries them itself."""
    return _registered(cls) is not None


def _registered(cls: type) -> Callable[[Any], Flattened] | None:
    """How a registered class of `cls` is taken apart; None where a class derived from it has the methods for it."""
    for base in cls.__mro__:
        if base in _FLATTEN:
            return _FLATTEN[base]
        if vars(base).keys() >= _METHODS:
            return None
    return None


_METHODS = {"__extract_mlir_values__", "__new_from_mlir_values__"}


def is_taken_apart(value: Any) -> bool:
    """Whether a variable is carried by the parts of its object, and not as the object itself."""
    return flatten(value)[1] != _LEAF


def extract_mlir_values(value: Any, *, structured: bool = False) -> Any:
    """The handles of all run-time parts of a value, in order; compile-time parts have none.

    A constant of a numeric class (`Int32(0)`) has one, as programs count on: its class says that it is a value.
    With `structured` they come in the containers of the value. A dataclass gives a dict by its fields. An object with
    methods of its own gives what its `__extract_mlir_values__` returns.
    """
    return _structured(value) if structured else [leaf_handle(leaf) for leaf in flatten(value)[0] if _has_handle(leaf)]


def _structured(value: Any) -> Any:
    """The handles of a value in dicts and lists like its own."""
    if is_numeric(value):
        return value.ir_value()
    cls = type(value)
    if not isinstance(value, type) and not is_registered(cls):
        if isinstance(value, DynamicExpression):
            return value.__extract_mlir_values__()
        if isinstance(value, list | tuple):
            return [_structured(item) for item in value]
        if cls is dict:
            return {key: _structured(item) for key, item in value.items()}
        if dataclasses.is_dataclass(cls):
            return {item.name: _structured(getattr(value, item.name)) for item in dataclasses.fields(cls)}
    return extract_mlir_values(value)


def _handles_of(tree: Any) -> list[Handle]:
    """The handles in nested dicts and lists, in order."""
    if isinstance(tree, dict):
        return [handle for item in tree.values() for handle in _handles_of(item)]
    if isinstance(tree, list | tuple):
        return [handle for item in tree for handle in _handles_of(item)]
    return [tree]


def _outline(tree: Any) -> Any:
    """Nested dicts and lists without their handles: equal where two trees are alike."""
    if isinstance(tree, dict):
        return tuple([(key, _outline(item)) for key, item in tree.items()])
    return tuple([_outline(item) for item in tree]) if isinstance(tree, list | tuple) else None


def _tree_like(tree: Any, handles: Iterator[Handle]) -> Any:
    """Nested dicts and lists like `tree` with other handles."""
    if isinstance(tree, dict):
        return {key: _tree_like(item, handles) for key, item in tree.items()}
    return [_tree_like(item, handles) for item in tree] if isinstance(tree, list | tuple) else next(handles)


def run_time_handles(value: Any) -> list[Handle]:
    """`extract_mlir_values` without constants, which a kernel is compiled for."""
    return [leaf_handle(leaf) for leaf in flatten(value)[0] if is_dynamic(leaf)]


def with_run_time_handles(value: Any, handles: Sequence[Handle]) -> Any:
    """The inverse of `run_time_handles`: a value like `value` of other handles, as many."""
    leaves, shape = flatten(value)
    fresh = iter(handles)
    return rebuild(shape, [with_handle(leaf, next(fresh)) if is_dynamic(leaf) else leaf for leaf in leaves])


def new_from_mlir_values(value: Any, values: Any, *, structured: bool = False) -> Any:
    """A value like `value` whose run-time parts are `values`; its compile-time parts stay.

    With `structured`, `values` are as `extract_mlir_values(value, structured=True)` gives them.
    Errors: container-structure-changed when the number of handles differs.
    """
    handles: list[Handle] = _handles_of(values) if structured else list(values)
    if _describes_an_argument(type(value)):
        return value.__new_from_mlir_values__(handles)
    leaves, shape = flatten(value)
    expected = sum(map(_has_handle, leaves))
    if expected != len(handles):
        raise fail(
            "container-structure-changed",
            f"{with_article(type(value).__name__)} has {expected} run-time values and is to be made of {len(handles)}",
        )
    fresh = iter(handles)
    return rebuild(shape, [with_handle(leaf, next(fresh)) if _has_handle(leaf) else leaf for leaf in leaves])


def _describes_an_argument(cls: Any) -> bool:
    """Whether objects of `cls` are of the host, and become run-time values in a trace: tensors and pointers to pass."""
    return hasattr(cls, "__new_from_mlir_values__") and not hasattr(cls, "__extract_mlir_values__")


def _has_handle(leaf: Leaf) -> bool:
    return isinstance(leaf, Raw) or is_numeric(leaf)


def is_dynamic(leaf: Leaf) -> bool:
    """Whether a leaf is a run-time value."""
    return isinstance(leaf, Raw) or (is_numeric(leaf) and not leaf.is_static)


def leaf_handle(leaf: Leaf) -> Handle:
    """The handle of a run-time leaf."""
    return leaf.handle if isinstance(leaf, Raw) else leaf.ir_value()


def with_handle(leaf: Leaf, handle: Handle) -> Leaf:
    """A leaf like `leaf` for another handle; nothing is known to divide it."""
    return Raw(handle) if isinstance(leaf, Raw) else type(leaf).from_handle(handle)


def _unwrap(leaf: Any) -> Any:
    return leaf.value if isinstance(leaf, Fixed) else leaf


def _handler_for(cls: type, value: Any) -> Callable[[Any], Flattened]:
    """How values of a class are taken apart; found once a class."""
    if isinstance(value, type):  # has the methods of its instances, and nothing to carry
        return lambda kind: ([Fixed(kind)], _LEAF)
    registered = _registered(cls)
    if registered is not None:
        return registered
    if is_handle(value):
        return lambda handle: ([Raw(handle)], _HANDLE)
    if cls in (bool, int, float):
        return lambda number: ([number], _LEAF)
    if is_numpy_number(value):
        return _flatten_numpy_number
    # A class is asked, not the object: a tensor of the host passes as one of kernels to `isinstance`.
    if issubclass(cls, CarriedParts):
        return lambda whole: _container(cls.__name__, cls, whole.__carried_parts__(), whole.__of_carried_parts__)
    if issubclass(cls, DynamicExpression):
        return _flatten_protocol
    if isinstance(value, tuple):
        return _flatten_tuple
    if cls is list:
        return lambda items: _container("list", None, items, list)
    if cls is dict:
        return _flatten_dict
    if dataclasses.is_dataclass(cls):
        return _flatten_dataclass
    return lambda other: ([Fixed(other)], _LEAF)


def _flatten_numpy_number(value: Any) -> Flattened:
    """A number of NumPy's is one of its own type, as in arguments; what has no type of ours stays in Python."""
    if isinstance(value, float):
        return [float(value)], _LEAF
    name = TYPE_NAMES.get(value.dtype.name)
    return [CLASS_OF[dtype_named(name)](value.item()) if name else Fixed(value)], _LEAF


def _container(kind: str, meta: Any, items: Sequence[Any], make: Callable[[list[Any]], Any]) -> Flattened:
    """The leaves of all items in order; `make` gets the items when the container is made again."""
    leaves: list[Leaf] = []
    shapes: list[Shape] = []
    for item in items:
        inner, shape = flatten(item)
        leaves += inner
        shapes.append(shape)
    parts = tuple(shapes)

    def again(source: Iterator[Leaf]) -> Any:
        return make([_unwrap(part.rebuild(source)) for part in parts])

    return leaves, Shape(kind, meta, parts, again)


def _flatten_tuple(value: tuple[Any, ...]) -> Flattened:
    cls = tuple if isinstance(value, IndexTriple) else type(value)
    make: Any = cls if cls is tuple else cls._make if "_fields" in cls.__dict__ else cls  # type: ignore[attr-defined]
    return _container(cls.__name__, None, value, make)


def _flatten_dict(value: dict[Any, Any]) -> Flattened:
    keys = tuple(value)
    return _container("dict", keys, list(value.values()), lambda items: dict(zip(keys, items, strict=True)))


def _flatten_dataclass(value: Any) -> Flattened:
    cls: Any = type(value)
    names = [item.name for item in dataclasses.fields(cls)]

    def make(items: list[Any]) -> Any:
        fresh = object.__new__(cls)
        for name, item in zip(names, items, strict=True):
            object.__setattr__(fresh, name, item)
        return fresh

    frozen = cls.__dataclass_params__.frozen  # read-only: its numbers are facts and stay in Python
    constexpr = {item.name for item in dataclasses.fields(cls) if _says_constexpr(item.type)}
    items = [(name, getattr(value, name)) for name in names]
    parts = [
        Fixed(item, soft=name not in constexpr) if (frozen or name in constexpr) and _is_number(item) else item
        for name, item in items
    ]
    return _container(cls.__name__, cls, parts, make)


def _is_number(value: Any) -> bool:
    return type(value) in (bool, int, float)


def _says_constexpr(annotation: Any) -> bool:
    """Whether a field is annotated `Constexpr`; annotations may be text."""
    return is_constexpr(annotation) or str(annotation).partition("[")[0].rpartition(".")[2] == "Constexpr"


def _flatten_protocol(value: DynamicExpression) -> Flattened:
    """By its own methods, whose handles are a flat list, or nested dicts and lists."""
    tree = value.__extract_mlir_values__()
    handles = _handles_of(tree)
    outline = _outline(tree)

    def again(source: Iterator[Leaf]) -> Any:
        return value.__new_from_mlir_values__(_tree_like(tree, (leaf.handle for leaf in source)))

    return [Raw(handle) for handle in handles], Shape(type(value).__name__, outline, (), again)
