"""The arrays that operations take and make: torch tensors and NumPy arrays, seen alike; nothing is imported for it."""

from __future__ import annotations

import numbers
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import cutedsl as cutlass
from cutedsl.errors.article import with_article
from cutedsl.ops.plans import Form, note_made, strided
from cutedsl.ops.refuse import refused
from cutedsl.targets.devices import is_gpu

DTYPES: Final[dict[str, Any]] = {
    "float32": cutlass.Float32,
    "float16": cutlass.Float16,
    "bfloat16": cutlass.BFloat16,
    "float8_e4m3fn": cutlass.Float8E4M3FN,
    "float8_e5m2": cutlass.Float8E5M2,
    "int8": cutlass.Int8,
    "int32": cutlass.Int32,
    "int64": cutlass.Int64,
}
FLOATS: Final = ("float32", "float16", "bfloat16")
LARGEST_EXTENT: Final = 2**31 - 1
"""The most that one axis of a kernel's tensor may have; its strides have 64 bits."""


@dataclass(frozen=True, slots=True)
class View:
    """An array's memory under another shape; `name` is the argument's.

    Units: `strides` in elements, `pointer` an address in bytes.
    """

    name: str
    array: Any
    dtype_name: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    pointer: int
    device: str

    @property
    def dtype(self) -> Any:
        """The numeric class of the elements."""
        return DTYPES[self.dtype_name]

    @property
    def item_bytes(self) -> int:
        return self.dtype.width // 8

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def framework(self) -> str:
        """Whose array it is: torch's or NumPy's (also of a subclass of somebody else's)."""
        torch: Any = sys.modules.get("torch")
        return "torch" if torch is not None and isinstance(self.array, torch.Tensor) else "numpy"

    @property
    def target(self) -> str:
        """The compile option that names where the memory is."""
        return "--target cuda" if is_gpu(self.device) else "--target cpu"

    def native(self) -> Any:
        """The array itself if it has this shape and these strides, else its framework's view that does."""
        return self.array if self.form is None else strided(self.array, *self.form)

    @property
    def form(self) -> Form:
        """This shape and these strides, None where they are the array's own."""
        torch: Any = sys.modules.get("torch")
        if torch is not None and isinstance(self.array, torch.Tensor):
            own = self.shape == tuple(self.array.shape) and self.strides == self.array.stride()
        else:
            strides_bytes = tuple(d * self.array.itemsize for d in self.strides)
            own = self.shape == self.array.shape and strides_bytes == self.array.strides
        return None if own else (self.shape, self.strides)


def view_of(name: str, x: Any, allowed: Sequence[str] = FLOATS) -> View:
    """An argument of an operation as it lies. Errors: ops-array, ops-dtype."""
    torch: Any = sys.modules.get("torch")
    numpy: Any = sys.modules.get("numpy")
    if torch is not None and isinstance(x, torch.Tensor):
        if x.layout is not torch.strided:
            raise refused("ops-array", f"`{name}` is a tensor of the layout {x.layout}", fix="Make it dense.")
        dtype = str(x.dtype).removeprefix("torch.")
        where = str(x.device)
        pointer, strides = x.data_ptr(), x.stride()
    elif numpy is not None and isinstance(x, numpy.ndarray):
        if isinstance(x, numpy.ma.MaskedArray):
            raise refused(
                "ops-array", f"`{name}` is a masked array", fix="Say what masked elements count as: `.filled(0)`."
            )
        if any(d < 0 or d % x.itemsize for d in x.strides):
            x = x.copy()  # kernels count forwards, in elements
        dtype, where = x.dtype.name if x.dtype.name != "bfloat16" else "NumPy's bfloat16", "cpu"
        pointer, strides = x.ctypes.data, tuple(d // x.itemsize for d in x.strides)
    else:
        raise refused("ops-array", f"`{name}` is {with_article(type(x).__name__)}")
    if dtype not in allowed:
        raise refused("ops-dtype", f"`{name}` holds {dtype}; it may hold {', '.join(allowed)}")
    return View(name, x, dtype, tuple(x.shape), tuple(strides), pointer, where)


def empty(like: View, shape: Sequence[int], dtype_name: str | None = None) -> View:
    """A new array, row-major and not initialised, of the framework and on the device of another."""
    make = maker(like.framework, like.device, shape, dtype_name or like.dtype_name)
    made = make()
    note_made(made, make)
    return view_of("out", made, tuple(DTYPES))


def maker(framework: str, device: str, shape: Sequence[int], dtype_name: str) -> Callable[[], Any]:
    """Makes new arrays, row-major and not initialised."""
    module: Any = sys.modules[framework]
    if framework == "torch":
        return partial(module.empty, tuple(shape), dtype=vars(module)[dtype_name], device=module.device(device))
    return partial(module.empty, tuple(shape), dtype_name)


def result(like: View, shape: Sequence[int], out: Any, dtype_name: str | None = None, name: str = "out") -> View:
    """The array that an operation writes: `out`, the argument `name`, if it is given and fits, else a new one.

    Errors: ops-shape, ops-dtype, ops-device, ops-array.
    """
    if out is None:
        return empty(like, shape, dtype_name)
    view = view_of(name, out, (dtype_name or like.dtype_name,))
    if view.array is not out:
        raise refused("ops-shape", f"`{name}` has negative strides, or a field of records")
    same_shape(name, view, tuple(shape))
    same_device(like, **{name: view})
    countable(like)
    if 0 not in view.shape and any(d == 0 and n > 1 for d, n in zip(view.strides, view.shape, strict=True)):
        raise refused(
            "ops-shape", f"`{name}` has the strides {view.strides}: several of its elements are one in memory"
        )
    return view


def apart(made: View, *read: View, in_place: bool = False) -> None:
    """Errors: ops-array if a result begins where an argument does that is read after the result is first written.

    With `in_place` an argument that lies as the result does may be the result itself. Calls that are replayed are not
    checked: a class of arrays does not say where they begin.
    """
    for view in read:
        if made.pointer != view.pointer or 0 in made.shape or 0 in view.shape:
            continue
        places = [
            (v.item_bytes, [(n, d) for n, d in zip(v.shape, v.strides, strict=True) if n > 1]) for v in (made, view)
        ]
        if not in_place or places[0] != places[1]:
            raise refused(
                "ops-array",
                f"`{made.name}` begins where `{view.name}` does, and is written before all of that is read",
                fix="Give the result memory of its own.",
            )


def same_shape(name: str, view: View, shape: tuple[int, ...]) -> None:
    """Errors: ops-shape if an argument has another shape than it must."""
    if view.shape != shape:
        raise refused("ops-shape", f"`{name}` has the shape {view.shape}; it must be {shape}")


def same_device(first: View, **others: View) -> None:
    """Errors: ops-device if arguments are on several devices."""
    for name, view in others.items():
        if view.device != first.device:
            raise refused("ops-device", f"`{name}` is on {view.device}, the first argument on {first.device}")


def countable(view: View) -> None:
    """Errors: ops-size if an axis, or several as one, have more elements than a kernel counts."""
    extent = max(view.shape, default=0)
    if extent > LARGEST_EXTENT:
        own = tuple(view.array.shape)
        merged = "" if extent in own else ", and their strides make one axis of several"
        raise refused("ops-size", f"`{view.name}` has the shape {own}{merged}: {extent} elements along an axis")


def with_axes(name: str, x: Any) -> View:
    """An argument whose last axis is worked along. Errors: ops-array, ops-dtype; ops-shape if it has none."""
    view = view_of(name, x)
    if not view.rank:
        raise refused("ops-shape", f"`{name}` has no axes; it must have one at least")
    return view


def number_of(name: str, value: Any, kind: type[int] | type[float]) -> Any:
    """A number that an operation is given. Errors: ops-number if it is not a number, or none of this kind."""
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return kind(int(value))
    if kind is float and isinstance(value, numbers.Real):
        return float(value)
    raise refused("ops-number", f"`{name}` is {value!r}; it must be {'an integer' if kind is int else 'a number'}")


def dtype_named(name: str, wanted: Any, allowed: Sequence[str]) -> str:
    """The name of an element type requested of an operation: torch's, NumPy's or ours. Errors: ops-dtype."""
    found = str(wanted).rsplit(".", 1)[-1].rstrip("'>").lower()
    if found not in allowed:
        raise refused("ops-dtype", f"`{name}` is {wanted}; it may be {', '.join(allowed)}")
    return found


def axis_of(view: View, axis: int) -> int:
    """An axis counted from the front. Errors: ops-axis, ops-number."""
    axis = number_of("axis", axis, int)
    if not -view.rank <= axis < view.rank:
        raise refused("ops-axis", f"axis {axis} of an array with {view.rank} axes")
    return axis % view.rank
