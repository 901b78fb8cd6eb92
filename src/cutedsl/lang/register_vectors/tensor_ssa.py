"""`TensorSSA`: an immutable register vector with a CuTe shape, computed on element by element."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, overload

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.emission.raw_values import NUMERIC_CLASSES
from cutedsl.lang.register_vectors.bits import code_of, from_code, recast
from cutedsl.lang.register_vectors.type import VectorType
from cutedsl.lang.tensors.coordinates import index_of
from cutedsl.lang.tensors.memref_ops import RMEM_ALIGN_BYTES, allocated, load_element, store_vector
from cutedsl.layout import (
    IntTuple,
    Layout,
    crd2idx,
    has_underscore,
    idx2crd,
    is_static,
    make_layout,
    size,
    slice_and_offset,
    transform_leaf,
    tuple_text,
    wrap,
)
from cutedsl.staging.choose import select_
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.staging.operators import SYMBOL, as_bits
from cutedsl.staging.protocol import Handle, is_handle
from cutedsl.staging.scalars import Boolean, Float32, Int32, Uint8
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace, promote

if TYPE_CHECKING:
    from cutedsl.lang.layouts.coordinate_types import Slice


class ReductionOp(Enum):
    """How `TensorSSA.reduce` combines elements."""

    ADD = "add"
    MUL = "mul"
    MAX = "max"
    MIN = "min"


@methods_take_places
class TensorSSA:
    """Elements of one thread in registers; elements are stored in colexicographic order.

    Shapes: `shape` is static. Both sides of an operator are spread to a common shape: the shorter one gets modes of
    extent 1 on the right, modes of extent 1 repeat. Errors: tensor-size-mismatch.
    Source: CUTLASS's notebook `tensorssa`.
    """

    __slots__ = ("count", "dtype", "handle", "shape")

    def __init__(
        self, handle: Handle | TensorSSA, shape: IntTuple | None = None, dtype: type[Numeric] | None = None
    ) -> None:
        """A vector of a handle, which says its element type and count where `shape` or `dtype` is not given.

        Errors: not-yet for a handle of another type.
        """
        if shape is None or dtype is None:
            found = vector_of(handle)
            if found is None:
                raise fail("not-yet", f"a handle of type {cute_emitter().type_of(handle)} as a vector in private code")
            shape, dtype = found.shape if shape is None else shape, found.dtype if dtype is None else dtype
        self.handle: Handle = handle.handle if isinstance(handle, TensorSSA) else handle
        self.shape: IntTuple = shape
        self.dtype = dtype
        self.count = _count(shape)

    @staticmethod
    def from_elements(
        elements: Sequence[object], dtype: type[Numeric] | None = None, shape: IntTuple | None = None
    ) -> TensorSSA:
        """The numbers as a vector, in order: of `dtype`, or of the first one's type; of one mode, or of `shape`."""
        kind = type(as_numeric(elements[0])) if dtype is None else dtype
        emitter = cute_emitter()
        vector = emitter.vector_type(kind.spec, len(elements))
        (handle,) = emitter.op("cute.vec.pack", [as_numeric(e).to(kind).ir_value() for e in elements], (vector,), {})
        return TensorSSA(handle, (len(elements),) if shape is None else shape, kind)

    @property
    def element_type(self) -> type[Numeric]:
        return self.dtype

    @property
    def type(self) -> VectorType:
        """The type of this value, which prints as `vector<4xf32>`."""
        return VectorType(self.count, self.dtype)

    @property
    def _dtype(self) -> type[Numeric]:
        return self.dtype

    def ir_value(self) -> Handle:
        """The emitter's handle of the register vector."""
        return self.handle

    def __str__(self) -> str:
        return f"tensor_value<vector<{self.count}x{self.dtype.spec.short}> o {tuple_text(self.shape)}>"

    __repr__ = __str__

    def __bool__(self) -> bool:
        raise fail(
            "dynamic-bool",
            "a TensorSSA cannot be a Python bool: its elements are known only at run time",
            fix="Combine the elements first with any_(...) or all_(...).",
        )

    # -- elements and shapes -------------------------------------------------------------------------------------
    def element(self, index: int) -> Numeric:
        """The element at a linear index. Errors: out-of-bounds."""
        if not 0 <= index < self.count:
            raise fail("out-of-bounds", f"element {index} is out of bounds for a register vector of {self.count}")
        element = cute_emitter().dtype_type(self.dtype.spec)
        (value,) = cute_emitter().op("cute.vec.extract", (self.handle,), (element,), {"index": index})
        return self.dtype.from_handle(value)

    def to_elements(self, *, loc: object = None, ip: object = None) -> tuple[Numeric, ...]:
        """All elements as scalars, in linear order.

        >>> import numpy as np
        >>> import cutedsl, cutedsl.cute as cute
        >>> @cute.jit
        ... def second(x: cute.Tensor):
        ...     x[0] = cutedsl.Vector.from_elements([4, 7], cutedsl.Int32).to_elements()[1]
        >>> x = np.zeros(1, np.int32)
        >>> second(x)
        >>> print(x)
        [7]
        """
        return tuple(self.element(k) for k in range(self.count))

    @overload
    def __getitem__(self, coord: int | tuple[int, ...], *, loc: object = None, ip: object = None) -> Numeric: ...
    @overload
    def __getitem__(self, coord: Slice, *, loc: object = None, ip: object = None) -> TensorSSA: ...
    @overload
    def __getitem__(self, coord: Any, *, loc: object = None, ip: object = None) -> Any: ...
    def __getitem__(self, coord: object, *, loc: object = None, ip: object = None) -> Any:
        """The element at a coordinate known while tracing, or, where it has None, the vector of the modes kept.

        A slice of Python keeps a part of a mode: `v[:, 1:3]`.
        """
        if any(isinstance(part, slice) for part in wrap(coord)):
            return self._slice_modes(wrap(coord))
        if isinstance(coord, Numeric) and not coord.is_static:
            return self._at_run_time(coord)
        at = _static_coord(coord)
        if isinstance(at, int):  # as Python counts from the end
            at = at + self.count if at < 0 else at
        layout = compact(self.shape)
        if not has_underscore(at):
            return self.element(crd2idx(at, layout))
        kept, offset = slice_and_offset(at, layout)
        return self._picked([offset + kept(k) for k in range(kept.size())], kept.shape)

    def __len__(self) -> int:
        """The extent of mode 0, as of NumPy's arrays: how many parts `for` goes over."""
        return size(wrap(self.shape)[0])

    def __iter__(self) -> Iterator[Any]:
        """The parts along mode 0, as NumPy gives rows: the elements of a vector with one mode."""
        extents = wrap(self.shape)
        for k in range(size(extents[0])):
            yield self[k] if len(extents) == 1 else self[(k, *(None,) * (len(extents) - 1))]

    def _at_run_time(self, index: Numeric) -> Numeric:
        """The element at a linear index that only run time knows: from private memory of the thread."""
        if self.dtype.spec.storage_bits < 8:  # a byte for each, which is addressed more quickly than a part of one
            codes = [code_of(self.element(k), self.dtype) for k in range(self.count)]
            return from_code(TensorSSA.from_elements(codes, Uint8)[index], self.dtype)
        room = allocated(self.dtype, AddressSpace.rmem, make_layout(self.count), RMEM_ALIGN_BYTES)
        store_vector(room, self.handle)
        operands: list[Handle] = []
        return load_element(room, self.dtype, f"({index_of(index, operands)})", operands)

    def _slice_modes(self, coord: tuple[Any, ...]) -> TensorSSA:
        """Ranges of modes. Errors: coord-not-congruent."""
        extents = wrap(self.shape)
        if len(coord) != len(extents) or not all(isinstance(extent, int) for extent in extents):
            raise fail("coord-not-congruent", f"cannot slice a vector of shape {tuple_text(self.shape)} with {coord}")
        ranges = [range(n)[c] if isinstance(c, slice) else (c,) for c, n in zip(coord, extents, strict=True)]
        layout = compact(self.shape)
        places = [crd2idx(tuple(reversed(at)), layout) for at in product(*reversed(ranges))]
        kept = tuple(len(r) for c, r in zip(coord, ranges, strict=True) if isinstance(c, slice))
        return self._picked(places, kept)

    def _picked(self, places: Sequence[int], shape: IntTuple) -> TensorSSA:
        """The elements at linear indices, in order, as a vector of another shape."""
        if list(places) == list(range(self.count)):
            return TensorSSA(self.handle, shape, self.dtype)
        first = {place: self.element(place) for place in dict.fromkeys(places)}
        return TensorSSA.from_elements([first[place] for place in places], self.dtype, shape)

    def reshape(self, shape: IntTuple) -> TensorSSA:
        """The same elements in the same order under another shape of equal size; errors tensor-size-mismatch."""
        if size(shape) != self.count:
            raise fail(
                "tensor-size-mismatch",
                f"cannot reshape {self} to {tuple_text(shape)}: {self.count} elements vs {size(shape)}",
            )
        return TensorSSA(self.handle, shape, self.dtype)

    def broadcast_to(self, target_shape: IntTuple) -> TensorSSA:
        """The elements repeated along modes of extent 1, and along modes on the right that it does not have.

        Errors: tensor-size-mismatch.
        """
        if wrap(target_shape) == wrap(self.shape):
            return TensorSSA(self.handle, target_shape, self.dtype)
        target = Layout(target_shape, spread_strides(target_shape, self.shape))
        return self._picked([target(k) for k in range(target.size())], target_shape)

    def to(self, dtype: type[Numeric], *, loc: object = None, ip: object = None) -> TensorSSA:
        """Converts every element."""
        if dtype is self.dtype:
            return self
        handle = cute_emitter().cast(self.handle, self.dtype.spec, dtype.spec)
        return _vector(handle, self.shape, dtype, self.count)

    def bitcast(self, dtype: type[Numeric]) -> TensorSSA:
        """The same bits as elements of another type, of another width as a vector of one mode; see `bits`.

        Errors: numeric-cast where they fill no whole number of elements.
        """
        if dtype.spec.width != self.dtype.spec.width:
            parts = recast([self.element(k) for k in range(self.count)], self.dtype, dtype)
            return TensorSSA.from_elements(parts, dtype)
        return TensorSSA(cute_emitter().bitcast(self.handle, self.dtype.spec, dtype.spec), self.shape, dtype)

    @overload
    def reduce(
        self,
        op: ReductionOp | str,
        init_val: object = None,
        reduction_profile: int = 0,
        *,
        loc: object = None,
        ip: object = None,
    ) -> Numeric: ...
    @overload
    def reduce(
        self,
        op: ReductionOp | str,
        init_val: object,
        reduction_profile: tuple[Any, ...] | None,
        *,
        loc: object = None,
        ip: object = None,
    ) -> TensorSSA: ...
    def reduce(
        self,
        op: ReductionOp | str,
        init_val: object = None,
        reduction_profile: Any = 0,
        *,
        loc: object = None,
        ip: object = None,
    ) -> Any:
        """Elements combined with `op`, starting from `init_val`, which is converted to the element type, or from the
        first element where none is given. `op` may be the name: "add", "mul", "max", "min".

        Shapes: a profile of 0 (or any integer) reduces everything to a number, None keeps everything, a tuple says so
        mode by mode: (4,(5,4)) with (None,1) gives (4), with (None,(None,1)) gives (4,(5)).
        Errors: coord-not-congruent for a profile that does not fit the shape.
        """
        kind = op if isinstance(op, ReductionOp) else ReductionOp(op)
        start = None if init_val is None else as_numeric(init_val).to(self.dtype)
        if reduction_profile is None:
            return self
        if not isinstance(reduction_profile, tuple):
            return self._folded(kind, start, range(self.count))
        groups: dict[Any, list[int]] = {}
        for index in range(self.count):
            groups.setdefault(_kept_by_profile(idx2crd(index, self.shape), reduction_profile), []).append(index)
        totals = [self._folded(kind, start, group) for group in groups.values()]
        return TensorSSA.from_elements(totals, self.dtype, _kept_by_profile(self.shape, reduction_profile))

    def _folded(self, op: ReductionOp, start: Numeric | None, places: Sequence[int]) -> Numeric:
        total = self.element(places[0]) if start is None else start
        for index in places[start is None :]:
            total = _combine(op.value, total, self.element(index))
        return total

    # -- operators -----------------------------------------------------------------------------------------------
    def paired(self, other: object, *, loc: object = None, ip: object = None) -> tuple[TensorSSA, TensorSSA]:
        """Both sides under their common shape, each in its own type; a Python number takes the type beside it."""
        if isinstance(other, TensorSSA):
            if self.shape == other.shape:
                return self, other
            shape = common_shape(self.shape, other.shape)
            return self.broadcast_to(shape), other.broadcast_to(shape)
        number = as_numeric(other)
        adopts = number is not other and (self.dtype.spec.is_float or number.spec.is_integer)
        dtype = self.dtype if adopts else type(number)
        return self, _splat(number if type(number) is dtype else number.to(dtype), self.shape, self.count)

    def apply_op(
        self, op: str, other: object, flip: bool = False, *, loc: object = None, ip: object = None
    ) -> TensorSSA:
        """`self op other` (`other op self` with `flip`); `op` is one of the emitter's: add, sub, ..., lt, eq.

        Errors: numeric-promotion, operand-type, tensor-size-mismatch.
        """
        left, right = self.paired(as_bits(op, other, self.dtype.spec))
        wide, common = _computed_in(op, left.dtype, right.dtype)
        a = left if left.dtype is wide else left.to(wide)
        b = right if right.dtype is wide else right.to(wide)
        if flip:
            a, b = b, a
        if op in _COMPARISONS:
            handle = cute_emitter().compare(op, wide.spec, a.handle, b.handle)
            return _vector(handle, left.shape, Boolean, left.count)
        result = _vector(cute_emitter().binary(op, wide.spec, a.handle, b.handle), left.shape, wide, left.count)
        return result if wide is common else result.to(common)

    def _unary(self, op: str) -> TensorSSA:
        spec = self.dtype.spec
        narrow = spec.is_float and spec.width < 16
        if narrow or (op == "invert" and spec.is_float) or (op == "neg" and spec.is_bool):
            raise fail("operand-type", f"`{SYMBOL[op]}` is not defined for {spec.name}")
        return TensorSSA(cute_emitter().unary(op, spec, self.handle), self.shape, self.dtype)

    def __add__(self, other: object) -> TensorSSA:
        return self.apply_op("add", other)

    def __radd__(self, other: object) -> TensorSSA:
        return self.apply_op("add", other, flip=True)

    def __sub__(self, other: object) -> TensorSSA:
        return self.apply_op("sub", other)

    def __rsub__(self, other: object) -> TensorSSA:
        return self.apply_op("sub", other, flip=True)

    def __mul__(self, other: object) -> TensorSSA:
        return self.apply_op("mul", other)

    def __rmul__(self, other: object) -> TensorSSA:
        return self.apply_op("mul", other, flip=True)

    def __truediv__(self, other: object) -> TensorSSA:
        return self.apply_op("div", other)

    def __rtruediv__(self, other: object) -> TensorSSA:
        return self.apply_op("div", other, flip=True)

    def __floordiv__(self, other: object) -> TensorSSA:
        return self.apply_op("floordiv", other)

    def __rfloordiv__(self, other: object) -> TensorSSA:
        return self.apply_op("floordiv", other, flip=True)

    def __mod__(self, other: object) -> TensorSSA:
        return self.apply_op("rem", other)

    def __rmod__(self, other: object) -> TensorSSA:
        return self.apply_op("rem", other, flip=True)

    def __pow__(self, other: object) -> TensorSSA:
        return self.apply_op("pow", other)

    def __rpow__(self, other: object) -> TensorSSA:
        return self.apply_op("pow", other, flip=True)

    def __and__(self, other: object) -> TensorSSA:
        return self.apply_op("and", other)

    def __rand__(self, other: object) -> TensorSSA:
        return self.apply_op("and", other, flip=True)

    def __or__(self, other: object) -> TensorSSA:
        return self.apply_op("or", other)

    def __ror__(self, other: object) -> TensorSSA:
        return self.apply_op("or", other, flip=True)

    def __xor__(self, other: object) -> TensorSSA:
        return self.apply_op("xor", other)

    def __rxor__(self, other: object) -> TensorSSA:
        return self.apply_op("xor", other, flip=True)

    def __lshift__(self, other: object) -> TensorSSA:
        return self.apply_op("shl", other)

    def __rlshift__(self, other: object) -> TensorSSA:
        return self.apply_op("shl", other, flip=True)

    def __rshift__(self, other: object) -> TensorSSA:
        return self.apply_op("shr", other)

    def __rrshift__(self, other: object) -> TensorSSA:
        return self.apply_op("shr", other, flip=True)

    def __lt__(self, other: object) -> TensorSSA:
        return self.apply_op("lt", other)

    def __le__(self, other: object) -> TensorSSA:
        return self.apply_op("le", other)

    def __gt__(self, other: object) -> TensorSSA:
        return self.apply_op("gt", other)

    def __ge__(self, other: object) -> TensorSSA:
        return self.apply_op("ge", other)

    def __eq__(self, other: object) -> TensorSSA:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.apply_op("eq", other)

    def __ne__(self, other: object) -> TensorSSA:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.apply_op("ne", other)

    def __neg__(self) -> TensorSSA:
        return self._unary("neg")

    def __pos__(self) -> TensorSSA:
        return self

    def __invert__(self) -> TensorSSA:
        return self._unary("invert")

    def __abs__(self) -> TensorSSA:
        return self if self.dtype.is_integer and not self.dtype.signed else self._unary("abs")

    __hash__ = None  # pyright: ignore[reportAssignmentType]


_new = object.__new__
_MOST_IN_HANDLES = 256
"""Larger vectors of private code are not recognised: each size is compared with the type of the handle."""
_NO_ATTRIBUTES: Mapping[str, object] = {}
_BITWISE = frozenset({"and", "or", "xor"})
_INTEGER_ONLY = _BITWISE | {"shl", "shr"}
_COMPARISONS = frozenset({"lt", "le", "gt", "ge", "eq", "ne"})


@lru_cache(maxsize=4096)
def _computed_in(op: str, left: type[Numeric], right: type[Numeric]) -> tuple[type[Numeric], type[Numeric]]:
    """The type that an operator on vectors of two types computes in, and that of its result (Boolean if it compares).

    Errors: numeric-promotion, operand-type.
    """
    common = left if left is right else numeric_class(promote(left.spec, right.spec))
    if op == "div" and common.is_integer:
        common = Float32
    wide = Int32 if common.spec.is_bool and op not in _BITWISE and op not in _COMPARISONS else common
    if wide.is_float and (op in _INTEGER_ONLY or wide.width < 16):
        raise fail("operand-type", f"`{SYMBOL[op]}` is not defined for {wide.__name__}")
    return wide, common


def _combine(op: str, a: Numeric, b: Numeric) -> Numeric:
    return type(a).from_handle(cute_emitter().binary(op, a.spec, a.ir_value(), b.ir_value()))


def _static_coord(coord: Any) -> Any:
    match coord:
        case tuple() | list():
            return tuple(_static_coord(c) for c in coord)  # pyright: ignore
        case Numeric() if coord.is_static:
            return int(coord)
        case None | int():
            return coord
        case _:
            raise fail("dynamic-index", "a register vector cannot be indexed with a run-time value")


def _kept_by_profile(tree: Any, profile: Any) -> Any:
    """The parts of a shape or coordinate that a reduction profile keeps, nested as they were."""
    if not isinstance(profile, tuple):
        return tree
    if not isinstance(tree, tuple) or len(tree) != len(profile):
        raise fail(
            "coord-not-congruent",
            f"the reduction profile {profile} does not fit {tree}",
            fix="Give one entry for each mode: None keeps it, 1 reduces it.",
        )
    return tuple(
        _kept_by_profile(t, p) for t, p in zip(tree, profile, strict=True) if p is None or isinstance(p, tuple)
    )


@lru_cache(maxsize=1024)
def _count(shape: IntTuple) -> int:
    """How many elements a shape has."""
    count = size(shape)
    assert isinstance(count, int)
    return count


# -- shapes ----------------------------------------------------------------------------------------------------------
def compact(shape: Any) -> Layout:
    """The layout in which a vector's elements are stored: compact, leftmost mode fastest, nested as the shape."""
    return make_layout(shape)


def common_shape(a: Any, b: Any) -> Any:
    """The shape that two are spread to.

    >>> common_shape((4, 1), (1, 3)), common_shape(4, (4, 2)), common_shape((4, 1), (4, (2, 3)))
    ((4, 3), (4, 2), (4, (2, 3)))

    Errors: tensor-size-mismatch.
    """
    if wrap(a) == wrap(b):
        return a
    if not isinstance(a, tuple) and not isinstance(b, tuple):
        if a != b and a != 1 and b != 1:
            raise _no_common(a, b)
        return b if a == 1 else a
    if not isinstance(a, tuple) and a == 1:
        return b
    if not isinstance(b, tuple) and b == 1:
        return a
    x, y = (t if isinstance(t, tuple) else (t,) for t in (a, b))
    longer = max(len(x), len(y))
    x, y = (t + (1,) * (longer - len(t)) for t in (x, y))
    return tuple(common_shape(s, t) for s, t in zip(x, y, strict=True))


def spread_strides(target: Any, source: Any) -> Any:
    """Strides, nested as `target`, that read a compact vector of shape `source` repeated to `target`.

    >>> spread_strides((4, 3), (4, 1)), spread_strides((4, 3), (1, 3))
    ((1, 0), (0, 1))

    Errors: tensor-size-mismatch.
    """
    return _broadcast_index(target, source, compact(source).stride)


def _broadcast_index(target: Any, source: Any, stride: Any) -> Any:
    if not isinstance(source, tuple):
        if source == 1:
            return transform_leaf(lambda _: 0, target)
        if isinstance(target, tuple):
            return (_broadcast_index(target[0], source, stride), *(transform_leaf(lambda _: 0, t) for t in target[1:]))
        if target != source:
            raise _no_common(target, source)
        return stride
    if not isinstance(target, tuple) or len(source) > len(target):
        raise _no_common(target, source)
    more = len(target) - len(source)
    sources, strides = source + (1,) * more, stride + (0,) * more
    return tuple(_broadcast_index(t, s, d) for t, s, d in zip(target, sources, strides, strict=True))


def _no_common(a: Any, b: Any) -> Exception:
    return fail(
        "tensor-size-mismatch",
        f"cannot broadcast the shapes {tuple_text(a)} and {tuple_text(b)}",
        fix="Extents agree, or one of them is 1: use `reshape` to add modes of extent 1.",
    )


# -- made ------------------------------------------------------------------------------------------------------------
def full(shape: IntTuple, fill_value: object, dtype: type[Numeric] = Float32) -> TensorSSA:
    """A register vector of equal elements.

    Shapes: `shape` may be nested; the vector has that shape.
    """
    extents = tuple(shape) if isinstance(shape, list) else shape
    return _splat(as_numeric(fill_value).to(dtype), extents, _count(extents))


def _splat(number: Numeric, shape: IntTuple, count: int) -> TensorSSA:
    """The same of `count` elements, in the type of the number."""
    emitter, dtype = cute_emitter(), type(number)
    vector = emitter.vector_type(dtype.spec, count)
    (value,) = emitter.op("cute.vec.splat", (number.ir_value(),), (vector,), _NO_ATTRIBUTES)
    return _vector(value, shape, dtype, count)


def _vector(handle: Handle, shape: IntTuple, dtype: type[Numeric], count: int) -> TensorSSA:
    """A vector whose count is known."""
    vector = _new(TensorSSA)
    vector.handle = handle
    vector.shape = shape
    vector.dtype = dtype
    vector.count = count
    return vector


def full_like(a: Any, fill_value: object, dtype: type[Numeric] | None = None) -> TensorSSA:
    """A register vector of the shape (and, if not given, the type) of a vector or tensor, filled with one value."""
    if not is_static(a.shape):
        message = f"a register vector like a tensor of {a.shape}, whose extents only run time knows"
        fix = "Make it like a tile of static shape; an array in memory is an argument of the program."
        raise fail("dynamic-allocation", message, fix=fix)
    return full(a.shape, fill_value, dtype or a.element_type)


def empty_like(a: Any, dtype: type[Numeric] | None = None) -> TensorSSA:
    """A register vector like `a` with unspecified elements; they are zero, so that runs are reproducible.

    Shapes: that of `a`.
    """
    return full_like(a, 0, dtype)


def zeros_like(a: Any, dtype: type[Numeric] | None = None) -> TensorSSA:
    """`full_like(a, 0)`.

    Shapes: that of `a`.
    """
    return full_like(a, 0, dtype)


def ones_like(a: Any, dtype: type[Numeric] | None = None) -> TensorSSA:
    """`full_like(a, 1)`.

    Shapes: that of `a`.
    """
    return full_like(a, 1, dtype)


def vector_of(given: Any) -> TensorSSA | None:
    """The register vector of a handle that `TensorSSA.ir_value` or private code gave; None for everything else."""
    if isinstance(given, TensorSSA) or not is_handle(given):
        return given if isinstance(given, TensorSSA) else None
    emitter = cute_emitter()
    kind = emitter.type_of(given)
    for count in range(1, _MOST_IN_HANDLES + 1):
        for cls in NUMERIC_CLASSES:
            if emitter.vector_type(cls.spec, count) == kind:
                return TensorSSA(given, (count,), cls)
    return None


# -- choices ---------------------------------------------------------------------------------------------------------
def where(cond: Any, x: Any, y: Any) -> TensorSSA:
    """Element by element `x` where `cond` holds, else `y`; scalars and modes of extent 1 are spread.

    Law: `where(c, x, y)[i] == (x[i] if c[i] else y[i])`.
    Errors: tensor-size-mismatch, numeric-promotion.
    """
    if not any(isinstance(part, TensorSSA) for part in (cond, x, y)):
        return select_(cond, x, y)
    shape = cond.shape
    for side in (x, y):
        if isinstance(side, TensorSSA):
            shape = common_shape(shape, side.shape)
    if isinstance(x, TensorSSA):
        a, b = x.paired(y)
    elif isinstance(y, TensorSSA):
        b, a = y.paired(x)
    else:
        common = numeric_class(promote(as_numeric(x).spec, as_numeric(y).spec))
        a, b = full(shape, x, common), full(shape, y, common)
    common = numeric_class(promote(a.dtype.spec, b.dtype.spec))
    a, b = a.to(common).broadcast_to(shape), b.to(common).broadcast_to(shape)
    chosen = cond.to(Boolean).broadcast_to(shape)
    return TensorSSA(cute_emitter().select(chosen.handle, common.spec, a.handle, b.handle), shape, common)


def any_(x: TensorSSA) -> Boolean:
    """True if any element is nonzero.

    Shapes: any; the result is one Boolean.
    """
    return _reduce_booleans(x, "or", False)


def all_(x: TensorSSA) -> Boolean:
    """True if all elements are nonzero.

    Shapes: any; the result is one Boolean.
    """
    return _reduce_booleans(x, "and", True)


def _reduce_booleans(x: TensorSSA, op: str, start: bool) -> Boolean:
    flags, total = x.to(Boolean), Boolean(start)
    for index in range(x.count):
        total = flags.element(index) if index == 0 else _combine(op, total, flags.element(index))
    assert isinstance(total, Boolean)
    return total


register_tree(
    TensorSSA,
    lambda v: ([v.handle], (v.shape, v.dtype)),
    lambda structure, handles: TensorSSA(handles[0], *structure),  # pyright: ignore
)
