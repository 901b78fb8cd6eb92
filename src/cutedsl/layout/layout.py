"""`Layout`: a shape and a congruent stride, the function from coordinates to indices at the centre of CuTe."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral
from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.errors.translation.members import names_missing
from cutedsl.layout.basis import ScaledBasis
from cutedsl.layout.coords import index_of, shape_crd2idx, strided_idx2crd
from cutedsl.layout.grammar import Affine, layout_parts
from cutedsl.layout.inttuple import compact_strides, flatten_to_tuple, is_congruent, product
from cutedsl.layout.leaf import Unknown, exact_leaf
from cutedsl.layout.tuple_text import tuple_text

if TYPE_CHECKING:
    from cutedsl.layout.methods import LayoutAlgebra as _WithAlgebra
else:
    _WithAlgebra = object  # `layout/methods.py`, which is built on this class, puts the algebra in

_LIMIT = 1 << 63


@names_missing("Layouts have no arithmetic; `cute.composition`, `logical_divide` and `logical_product` combine them.")
@frozen(eq=False, repr=False)
class Layout(_WithAlgebra):
    """A function from coordinates to integers: `layout(c)` is the sum of coordinate times stride.

    **Law**: an integer is a coordinate too, split with the leftmost mode fastest. Leaves are `int` (static) or dynamic;
    a stride may be a `ScaledBasis`, then values are coordinates. Immutable. `Layout(shape)` is compact, leftmost mode
    fastest; `Layout(text)` parses what `str` prints. Errors: shape-not-positive, shape-stride-not-congruent,
    leaf-not-integer, integer-overflow, layout-text.
    Source: CuTe documentation, "CuTe Layouts"; BSD-3 `cute/layout.hpp`.

    >>> a = Layout((4, 8), (8, 1))
    >>> print(a, a(1, 2), a(9), a[1], a.size())
    (4,8):(8,1) 10 10 8:1 32
    >>> Layout("(4,8):(8,1)") == a
    True
    """

    shape: Any
    stride: Any

    def __init__(self, shape: Any, stride: Any = None) -> None:
        if isinstance(shape, str):
            shape, stride = _from_text(shape, stride)
        else:
            shape = checked(shape, "shape")
            stride = compact_strides(shape)[0] if stride is None else checked(stride, "stride")
        if not is_congruent(shape, stride):
            raise _not_congruent(shape, stride)
        _check_extents(shape, stride)
        _set_shape(self, shape)
        _set_stride(self, stride)

    @staticmethod
    def unchecked(shape: Any, stride: Any) -> Layout:
        """A layout from parts known to be congruent tuples of leaves; extents may be 0 (run-time tensors)."""
        self = _new(Layout)
        _set_shape(self, shape)
        _set_stride(self, stride)
        return self

    def __call__(self, *coord: Any) -> Any:
        """The index at a coordinate; with `None` entries (underscores), the sublayout that they keep.

        >>> Layout((4, 8), (8, 1))(None, 2)
        Layout('(4):(8)')
        """
        c = coord[0] if len(coord) == 1 else coord
        if has_underscore(c):
            return self.slice_(c)
        return index_of(c, self.shape, self.stride)

    def __getitem__(self, mode: int) -> Layout:
        """The sublayout of one mode, counted from the left (or from the right, negative)."""
        if not isinstance(self.shape, tuple):
            if mode in (0, -1):
                return self
            raise _no_mode(self, mode)
        if not -len(self.shape) <= mode < len(self.shape):
            raise _no_mode(self, mode)
        return Layout.unchecked(self.shape[mode], self.stride[mode])

    def __len__(self) -> int:
        return len(self.shape) if isinstance(self.shape, tuple) else 1

    def __iter__(self) -> Iterator[Layout]:
        if not isinstance(self.shape, tuple):
            return iter((self,))
        return iter([Layout.unchecked(s, d) for s, d in zip(self.shape, self.stride, strict=True)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return same(self.shape, other.shape) and same(self.stride, other.stride)

    def __staged_parts__(self) -> tuple[Any, Any]:
        """What `==` compares in kernels, where run time knows some of it."""
        return self.shape, self.stride

    def __hash__(self) -> int:
        return hash((_key(self.shape), _key(self.stride)))

    def __str__(self) -> str:
        return f"{tuple_text(self.shape)}:{tuple_text(self.stride)}"

    def __repr__(self) -> str:
        return f"Layout('{tuple_text(self.shape, exact_leaf)}:{tuple_text(self.stride, exact_leaf)}')"

    def size(self) -> Any:
        """Number of coordinates: the product of the shape."""
        return product(self.shape)

    def get_hier_coord(self, index: Any, *, loc: object = None, ip: object = None) -> Any:
        """The coordinate of an index, nested as the shape. See `cute.get_hier_coord`."""
        return strided_idx2crd(index, self.shape, self.stride)

    def get_flat_coord(self, index: Any, *, loc: object = None, ip: object = None) -> Any:
        """The coordinate of an index, one entry a mode. See `cute.get_flat_coord`."""
        coord = self.get_hier_coord(index)
        if not isinstance(self.shape, tuple):
            return (coord,)
        return tuple([shape_crd2idx(c, s) for c, s in zip(coord, self.shape, strict=True)])

    def get_1d_coord(self, index: Any, *, loc: object = None, ip: object = None) -> Any:
        """The coordinate of an index, as one integer. See `cute.get_1d_coord`."""
        return shape_crd2idx(self.get_hier_coord(index), self.shape)

    @property
    def is_normal(self) -> bool:
        """True: a layout of shape and stride, not a composed one."""
        return True


_new = object.__new__
# The slots' own setters: half the time of `object.__setattr__`, in the most frequent call of the algebra.
_set_shape, _set_stride = (Layout.__dict__[name].__set__ for name in ("shape", "stride"))


def has_underscore(a: Any) -> bool:
    """Whether a coordinate or tile has a `None` (an underscore).

    Shapes: any nested tuple.

    >>> has_underscore((1, (None, 2)))
    True
    """
    if isinstance(a, tuple):
        return any(has_underscore(c) for c in a)
    return a is None


def same(a: Any, b: Any) -> bool:
    """Whether two tuples have the same leaves: equal integers and placeholders, or one and the same dynamic object."""
    if a is b:
        return True
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, int):
        return isinstance(b, int) and a == b
    if isinstance(a, Unknown):
        return isinstance(b, Unknown) and a == b
    if isinstance(a, ScaledBasis):
        return isinstance(b, ScaledBasis) and a.path == b.path and same(a.value, b.value)
    return False


def _key(x: Any) -> Any:
    """A hashable stand-in for a tuple of leaves, equal where `same` holds."""
    if isinstance(x, tuple):
        return tuple([_key(e) for e in x])
    if isinstance(x, ScaledBasis):
        return (_key(x.value), "@", x.path)
    return x if isinstance(x, (int, Unknown)) else ("id", id(x))


def checked(x: Any, what: str) -> Any:
    """`x` as nested tuples of leaves, with integers of other packages as `int`; only strides may be scaled bases."""
    if type(x) is int and fits(x):
        return x
    if isinstance(x, (tuple, list)):
        return tuple([checked(e, what) for e in x])
    basis = isinstance(x, ScaledBasis) and what == "shape"
    if basis or x is None or isinstance(x, (bool, float, str, bytes, dict, set, Layout)) or callable(x):
        raise fail("leaf-not-integer", f"a {what} must be integers and tuples, got {x!r}")
    if isinstance(x, Integral):
        x = int(x)
        if not fits(x):
            raise fail("integer-overflow", f"the {what} has {x}, which needs more than 64 bits")
    return x


def _check_extents(shape: Any, stride: Any) -> None:
    """Raises where a static extent is not positive, or the size or an index needs more than 64 bits.

    Modes with run-time strides may overlap: those of tensors that wrap around have extents of their own, and a size
    that nobody asks for.
    """
    size = 1
    low = high = 0
    for s, d in zip(flatten_to_tuple(shape), flatten_to_tuple(stride), strict=True):
        if not isinstance(s, int):
            continue
        if s <= 0:
            raise fail("shape-not-positive", f"an extent must be at least 1, got {s} in {tuple_text(shape)}")
        if isinstance(d, int):
            size *= s
            low, high = (low, high + (s - 1) * d) if d >= 0 else (low + (s - 1) * d, high)
    for n, what in ((size, "size"), (high, "largest index"), (low, "smallest index")):
        if not fits(n):
            text = f"{tuple_text(shape)}:{tuple_text(stride)}"
            raise fail("integer-overflow", f"the {what} of {text} is {n}, which needs more than 64 bits")


def fits(n: int) -> bool:
    """Whether an integer fits 64 bits with its sign."""
    return -_LIMIT <= n < _LIMIT


def not_a_layout(operation: str, x: object) -> Exception:
    """The error of an operation on something that is not a layout."""
    shown = tuple_text(x) if isinstance(x, (int, tuple)) else repr(x)
    return fail("not-a-layout", f"{operation} needs a layout, got {shown}")


def _from_text(text: str, stride: Any) -> tuple[Any, Any]:
    """Shape and stride that a text spells."""
    if stride is not None:
        raise fail("layout-text", f"the text {text!r} already has a stride, and stride={stride} was given")
    parsed = layout_parts(text)
    if not isinstance(parsed, Affine):
        raise fail(
            "layout-text", f"{text!r} is a composed layout", fix="Use `ComposedLayout(text)` or `parse_layout(text)`."
        )
    return parsed.shape, parsed.stride


def _not_congruent(shape: Any, stride: Any) -> Exception:
    """The error of a stride whose profile is not the shape's, with the first mode at fault."""
    where = "()"
    if isinstance(shape, tuple) and isinstance(stride, tuple):
        modes = [i for i, (s, d) in enumerate(zip(shape, stride, strict=False)) if not is_congruent(s, d)]
        where = f"mode {modes[0]}" if modes else f"{len(shape)} modes against {len(stride)}"
    else:
        where = "a single integer against a tuple"
    return fail(
        "shape-stride-not-congruent",
        f"the shape {tuple_text(shape)} and the stride {tuple_text(stride)} differ in structure: {where}",
        fix="Give one stride for each extent, nested in the same way.",
    )


def _no_mode(layout: Layout, mode: int) -> Exception:
    """The error of a mode that a layout does not have."""
    return fail("mode-out-of-range", f"the layout {layout} has {len(layout)} modes, asked for mode {mode}")
