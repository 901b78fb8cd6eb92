"""`TensorSSA`: an immutable register vector with a CuTe shape, computed on element by element."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.layout import IntTuple, Layout, crd2idx, layout_text, size
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Boolean, Float32
from cutedsl.staging.tree import register_tree
from cutedsl.types import promote


class ReductionOp(Enum):
    """How `TensorSSA.reduce` combines elements."""

    ADD = "add"
    MUL = "mul"
    MAX = "max"
    MIN = "min"


class TensorSSA:
    """Elements of one thread in registers; elements are stored in colexicographic order.

    Shapes: `shape` is static; both sides of an operator have equal shapes, or one is a scalar.
    Source: reference/cute-dsl.md 3.12.
    """

    __slots__ = ("count", "dtype", "handle", "shape")

    def __init__(self, handle: Handle, shape: IntTuple, dtype: type[Numeric]) -> None:
        self.handle = handle
        self.shape = shape
        self.dtype = dtype
        count = size(shape)
        assert isinstance(count, int)
        self.count = count

    @property
    def element_type(self) -> type[Numeric]:
        return self.dtype

    def __str__(self) -> str:
        shape = layout_text(Layout(self.shape, self.shape)).split(":")[0]
        return f"tensor_value<vector<{self.count}x{self.dtype.spec.short}> o {shape}>"

    __repr__ = __str__

    def __bool__(self) -> bool:
        raise fail(
            "dynamic-bool",
            "a TensorSSA is used as a Python bool; its elements are known only at run time",
            fix="Combine the elements first with any_(...) or all_(...).",
        )

    def __getitem__(self, coord: object) -> Numeric:
        layout = Layout(self.shape, _colex_strides(self.shape))
        index = crd2idx(coord, layout)  # pyright: ignore[reportArgumentType]
        if not isinstance(index, int):
            raise fail("dynamic-index", "a register vector is indexed with a run-time value")
        element = cute_emitter().dtype_type(self.dtype.spec)
        (value,) = cute_emitter().op("cute.vec.extract", (self.handle,), (element,), {"index": index})
        return self.dtype.from_handle(value)

    def to(self, dtype: type[Numeric]) -> TensorSSA:
        """Every element converted."""
        if dtype is self.dtype:
            return self
        handle = cute_emitter().cast(self.handle, self.dtype.spec, dtype.spec)
        return TensorSSA(handle, self.shape, dtype)

    def reduce(self, op: ReductionOp, init_val: object, reduction_profile: object = 0) -> Numeric:
        """All elements combined with `op`, starting from `init_val` (profile 0: the whole tensor)."""
        if reduction_profile not in (0, 1):
            raise fail("not-yet", "reductions over some modes only come with the tensor surface")
        total = as_numeric(init_val).to(self.dtype)  # pyright: ignore[reportArgumentType]
        flat = TensorSSA(self.handle, self.count, self.dtype)
        for index in range(self.count):
            total = _combine(op, total, flat[index])
        return total

    # -- operators -----------------------------------------------------------------------------------------------
    def _other(self, other: object) -> TensorSSA:
        if isinstance(other, TensorSSA):
            if size(other.shape) != self.count:
                raise fail("tensor-size-mismatch", f"{self} and {other} have different shapes")
            return other
        number = as_numeric(other)
        adopts = not isinstance(other, Numeric) and (self.dtype.is_float or number.spec.is_integer)
        return full(self.shape, number, self.dtype if adopts else type(number))

    def _binary(self, op: str, other: object, *, swap: bool = False) -> TensorSSA:
        right = self._other(other)
        common = numeric_class(promote(self.dtype.spec, right.dtype.spec))
        a, b = self.to(common), right.to(common)
        if swap:
            a, b = b, a
        return TensorSSA(cute_emitter().binary(op, common.spec, a.handle, b.handle), self.shape, common)

    def _compare(self, op: str, other: object) -> TensorSSA:
        right = self._other(other)
        common = numeric_class(promote(self.dtype.spec, right.dtype.spec))
        a, b = self.to(common), right.to(common)
        return TensorSSA(cute_emitter().compare(op, common.spec, a.handle, b.handle), self.shape, Boolean)

    def __add__(self, other: object) -> TensorSSA:
        return self._binary("add", other)

    def __radd__(self, other: object) -> TensorSSA:
        return self._binary("add", other, swap=True)

    def __sub__(self, other: object) -> TensorSSA:
        return self._binary("sub", other)

    def __rsub__(self, other: object) -> TensorSSA:
        return self._binary("sub", other, swap=True)

    def __mul__(self, other: object) -> TensorSSA:
        return self._binary("mul", other)

    def __rmul__(self, other: object) -> TensorSSA:
        return self._binary("mul", other, swap=True)

    def __truediv__(self, other: object) -> TensorSSA:
        return self._true_divide(other, swap=False)

    def __rtruediv__(self, other: object) -> TensorSSA:
        return self._true_divide(other, swap=True)

    def _true_divide(self, other: object, *, swap: bool) -> TensorSSA:
        left = self.to(Float32) if self.dtype.spec.is_integer else self
        right = left._other(other)
        if right.dtype.spec.is_integer:
            right = right.to(left.dtype)
        return left._binary("div", right, swap=swap)

    def __neg__(self) -> TensorSSA:
        return TensorSSA(cute_emitter().unary("neg", self.dtype.spec, self.handle), self.shape, self.dtype)

    def __abs__(self) -> TensorSSA:
        return TensorSSA(cute_emitter().unary("abs", self.dtype.spec, self.handle), self.shape, self.dtype)

    def __lt__(self, other: object) -> TensorSSA:
        return self._compare("lt", other)

    def __le__(self, other: object) -> TensorSSA:
        return self._compare("le", other)

    def __gt__(self, other: object) -> TensorSSA:
        return self._compare("gt", other)

    def __ge__(self, other: object) -> TensorSSA:
        return self._compare("ge", other)

    def __eq__(self, other: object) -> TensorSSA:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self._compare("eq", other)

    def __ne__(self, other: object) -> TensorSSA:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self._compare("ne", other)

    __hash__ = None  # pyright: ignore[reportAssignmentType]


def _combine(op: ReductionOp, a: Numeric, b: Numeric) -> Numeric:
    handle = cute_emitter().binary(op.value, a.spec, a.ir_value(), b.ir_value())
    return type(a).from_handle(handle)


def _colex_strides(shape: IntTuple) -> IntTuple:
    total = 1

    def walk(tree: IntTuple) -> IntTuple:
        nonlocal total
        if isinstance(tree, tuple):
            return tuple(walk(t) for t in tree)
        stride = total
        total = total * tree  # pyright: ignore[reportOperatorIssue]
        return stride

    return walk(shape)


def full(shape: IntTuple, fill_value: object, dtype: type[Numeric] = Float32) -> TensorSSA:
    """A register vector of equal elements."""
    number = as_numeric(fill_value).to(dtype)  # pyright: ignore[reportArgumentType]
    count = size(shape)
    assert isinstance(count, int)
    vector = cute_emitter().vector_type(dtype.spec, count)
    (value,) = cute_emitter().op("cute.vec.splat", (number.ir_value(),), (vector,), {})
    return TensorSSA(value, shape, dtype)


def full_like(a: TensorSSA, fill_value: object, dtype: type[Numeric] | None = None) -> TensorSSA:
    """A register vector of the shape (and, if not given, the type) of `a`, filled with one value."""
    return full(a.shape, fill_value, dtype or a.dtype)


def zeros_like(a: TensorSSA, dtype: type[Numeric] | None = None) -> TensorSSA:
    """`full_like(a, 0)`."""
    return full_like(a, 0, dtype)


def ones_like(a: TensorSSA, dtype: type[Numeric] | None = None) -> TensorSSA:
    """`full_like(a, 1)`."""
    return full_like(a, 1, dtype)


def where(cond: TensorSSA, x: object, y: object) -> TensorSSA:
    """Element by element `x` where `cond` holds, else `y`; scalars are spread.

    Law: `where(c, x, y)[i] == (x[i] if c[i] else y[i])`.
    Errors: tensor-size-mismatch.
    """
    shaped = next((v for v in (x, y) if isinstance(v, TensorSSA)), None)
    model = shaped if shaped is not None else full(cond.shape, as_numeric(x))  # pyright: ignore
    a, b = model._other(x), model._other(y)  # pyright: ignore[reportPrivateUsage]
    common = numeric_class(promote(a.dtype.spec, b.dtype.spec))
    a, b = a.to(common), b.to(common)
    if a.count != cond.count:
        raise fail("tensor-size-mismatch", f"{cond} selects between {a} and {b}")
    handle = cute_emitter().select(cond.handle, common.spec, a.handle, b.handle)
    return TensorSSA(handle, cond.shape, common)


def map_elements(vector: TensorSSA, name: str, apply: Callable[[Handle], Handle]) -> TensorSSA:
    """A unary function of every element; `name` is for messages."""
    if not vector.dtype.spec.is_float:
        raise fail("math-needs-float", f"`{name}` takes floats, got a vector of {vector.dtype.__name__}")
    return TensorSSA(apply(vector.handle), vector.shape, vector.dtype)


register_tree(
    TensorSSA,
    lambda v: ([v.handle], (v.shape, v.dtype)),
    lambda structure, handles: TensorSSA(handles[0], *structure),  # pyright: ignore
)
