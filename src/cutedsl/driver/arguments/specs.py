"""What a compilation fixes about each argument, how a call is checked against it, and which slots it fills.

A spec is made from an example argument; it gives the traced function its value, names the specialisation, and later
turns an actual argument into the 8-byte slots of the compiled entry (tensor: pointer, run-time leaves, element count).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen
from cutedsl.execution.arrays.array_interfaces import is_array
from cutedsl.execution.arrays.dlpack import JAX_ARRAY, ArrayView
from cutedsl.execution.arrays.packed_bytes import packed_view
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor, checked_align_bytes, from_dlpack
from cutedsl.lang.emission.emitter import CuteEmitter
from cutedsl.lang.tensors.kinds import tensor_type
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, Unknown, layout_text
from cutedsl.staging.literal import Literal, fits, literal_bits, to_literal
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.staging.numpy_numbers import is_numpy_number
from cutedsl.staging.operators import dtype_of_literal, literal_of
from cutedsl.staging.protocol import Handle
from cutedsl.types import DType, dtype_named

ANYWHERE = ""
"""The device of a fake tensor, until the target is chosen."""


class Spec(Protocol):
    """One argument of a compiled function."""

    @property
    def key(self) -> tuple[object, ...]:
        """Equal keys compile to the same code."""
        ...

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        """Names and emitter types of the entry's parameters."""
        ...

    def value(self, handles: Iterator[Handle]) -> object:
        """The traced function's argument, made from the parameters' handles."""
        ...

    def slots(self, argument: object, where: Argument) -> list[int]:
        """The 8-byte slots of an actual argument; a misfit is a named error."""
        ...


@frozen
class Argument:
    """Which argument a message is about; with `tvm_ffi` of a function that is one of TVM-FFI's too."""

    position: int
    name: str
    function: str
    tvm_ffi: bool = False

    def __str__(self) -> str:
        return f"argument #{self.position + 1} (`{self.name}`) of `{self.function}`"

    def mismatch(self, kind: type, value: object) -> Exception:
        """The error for an argument of another class than the compiled one."""
        got = with_article(type(value).__name__)
        return fail("argument-type", f"{self} is compiled for {with_article(kind.__name__)}, got {got}")

    def part(self, suffix: str) -> Argument:
        """A part of the argument: `[0]`, `.field`."""
        return replace(self, name=self.name + suffix)

    def notes(self, attribute: str, expected: str) -> tuple[str, ...]:
        """What TVM-FFI says of a misfit, where programs that use it may look for its words."""
        said = f"Mismatched {self.name}.{attribute} on argument #{self.position} when calling: `{self.function}`"
        return (f"{said}, expected {expected}",) if self.tvm_ffi else ()


@frozen
class ScalarSpec:
    """A number that each call may change; `own` is the class where a program defines it."""

    dtype: DType
    own: type[Numeric] | None = None

    @property
    def key(self) -> tuple[object, ...]:
        return ("scalar", self.dtype.name, *_named(self.own))

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        return [(name, emitter.dtype_type(self.dtype))]

    def value(self, handles: Iterator[Handle]) -> object:
        return (self.own or numeric_class(self.dtype)).from_handle(next(handles))

    def slots(self, argument: object, where: Argument) -> list[int]:
        if isinstance(argument, Numeric):
            argument = argument.literal
        elif is_numpy_number(argument):
            argument = argument.item()
        number = literal_of(argument)
        if number is None:
            kind = with_article(self.dtype.name)
            raise fail("argument-type", f"{where} is compiled for {kind}, got {with_article(type(argument).__name__)}")
        if self.dtype.is_integer and not (isinstance(number, int) or number.is_integer()):
            raise fail("argument-type", f"{where} is compiled for {with_article(self.dtype.name)}, got {argument!r}")
        if not _is_in_range(self.dtype, number):
            raise out_of_range(number, self.dtype, where)
        return [literal_bits(to_literal(number, self.dtype, warned=False), self.dtype)]


def own_class(cls: Any) -> type[Numeric] | None:
    """A numeric class that a program defines; None for those of the language, which their records tell."""
    return cls if cls._of_program else None


def _named(own: type[Numeric] | None) -> tuple[object, ...]:
    return () if own is None else (own,)


def _is_in_range(dtype: DType, number: Literal) -> bool:
    """Whether a number is in the range of a type; it may be rounded. Infinities and NaN are in that of each float."""
    if dtype.is_integer:
        return dtype.is_bool or fits(int(number), dtype)
    finite = isinstance(number, int) or math.isfinite(number)
    return not finite or math.isfinite(to_literal(number, dtype, warned=False))


def out_of_range(number: Literal, dtype: DType, where: Argument) -> Exception:
    """The error for a number that its parameter's type does not hold."""
    number = int(number) if dtype.is_integer else number
    bits = number.bit_length() if isinstance(number, int) else 0
    shown = f"an integer of {bits} bits" if bits > 128 else str(number)
    least, most = (dtype.min, dtype.max) if dtype.is_integer else (-dtype.max_finite, dtype.max_finite)
    names = ("Int64", "Uint64") if dtype.is_integer else ("Float32", "Float64")
    wider = next((name for name in names if _is_in_range(dtype_named(name), number)), None)
    return fail(
        "argument-range",
        f"{where} is compiled for {with_article(dtype.name)}, from {least} to {most}, got {shown}",
        fix=f"Annotate the parameter as `{wider}`." if wider else None,
    )


@frozen
class TensorSpec:
    """A tensor: element type, layout with `Unknown` where calls may differ, alignment, and where it must lie.

    `written` says that the program may write its memory; only a trace tells that it does not.
    `backwards`: strides of calls may be below 0, as those of `array[::-1]`. `own` is the class of the elements where a
    program defines it.
    """

    dtype: DType
    layout: Layout
    align_bytes: int
    device: str
    written: bool = True
    backwards: bool = False
    own: type[Numeric] | None = None

    @property
    def key(self) -> tuple[object, ...]:
        layout = layout_text(self.layout, leaf=repr)
        facts = (self.align_bytes, self.device, self.backwards)
        return ("tensor", self.dtype.name, layout, *facts, *_named(self.own))

    @property
    def memspace(self) -> str:
        return "gmem"

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        return [(name, tensor_type(numeric_class(self.dtype), self.memspace, self.layout, self.align_bytes))]

    def value(self, handles: Iterator[Handle]) -> object:
        element = self.own or numeric_class(self.dtype)
        return Tensor(next(handles), element, self.memspace, self.layout, self.align_bytes)

    def slots(self, argument: object, where: Argument) -> list[int]:
        tensor = as_runtime_tensor(argument, where)
        shape, stride = _flat(self.layout.shape), _flat(self.layout.stride)
        view = packed_view(tensor.view, self.dtype, shape, stride)
        if view.dtype is not self.dtype:
            raise fail(
                "argument-dtype",
                f"{where} is compiled for {self.dtype.name}, got {view.dtype.name}",
                fix=f"Convert the array to {self.dtype.name}, or compile for {view.dtype.name}.",
            )
        if view.absent:
            raise fail("argument-unsupported", f"{where} {view.absent}", fix="Call it with a tensor that has memory.")
        if view.device_kind != self.device:
            raise fail(
                "argument-device",
                f"{where} is compiled for memory of the {_DEVICE_NAMES[self.device]}, "
                f"got an array on the {_DEVICE_NAMES[view.device_kind]}",
                notes=where.notes("device_type", f"device_type={self.device}"),
            )
        if self.written and view.read_only:
            raise _read_only(view, where)
        self._check_layout(view, shape, stride, where)
        off = view.pointer % checked_align_bytes(self.align_bytes, self.device)
        if off and 0 not in view.shape:
            raise fail(
                "argument-alignment",
                f"{where} is compiled for data aligned to {self.align_bytes} bytes, "
                f"got data that starts {off} bytes after such an address",
            )
        leaves = [n for known, n in zip(shape, view.shape, strict=True) if isinstance(known, Unknown)]
        leaves += [n for known, n in zip(stride, view.strides, strict=True) if isinstance(known, Unknown)]
        return [view.pointer, *(n & (2**64 - 1) for n in leaves), element_count(view.shape, view.strides)]

    def _check_layout(
        self, view: ArrayView, shape: Sequence[object], stride: Sequence[object], where: Argument
    ) -> None:
        got = f"{_tuple_text(view.shape)}:{_tuple_text(view.strides)}"
        wanted = layout_text(self.layout)
        if len(view.shape) != len(shape):
            raise fail(
                "argument-rank",
                f"{where} is compiled for {len(shape)} modes ({wanted}), got {len(view.shape)} ({got})",
            )
        message = f"{where} is compiled for {wanted}, got {got}"
        _compare("argument-shape", shape, view.shape, message, where)
        relevant = [
            n if extent > 1 else known for n, extent, known in zip(view.strides, view.shape, stride, strict=False)
        ]
        _compare("argument-stride", stride, relevant, message, where)
        if not self.backwards and runs_backwards(view.shape, relevant):
            raise fail(
                "argument-stride",
                f"{where} is compiled for {wanted} without strides below 0, got {got}",
                fix="Compile with an array that runs backwards, such as this one, or copy it.",
            )


def runs_backwards(shape: Sequence[int], strides: Sequence[object]) -> bool:
    """Whether a run-time stride is below 0, as those of `array[::-1]`."""
    return any(isinstance(d, int) and d < 0 and n > 1 for n, d in zip(shape, strides, strict=True))


def _read_only(view: ArrayView, where: Argument) -> Exception:
    return fail(
        "argument-read-only",
        f"{where} is written by the program, and {view.read_only}",
        fix=f"Let JAX make the result: `cutedsl.jax.call({where.function}, out=...)(...)`."
        if view.read_only == JAX_ARRAY
        else None,
    )


_DEVICE_NAMES = {"cpu": "CPU", "cuda": "GPU"}


_WIDE = {32: 2**31, 64: 2**63}
"""The magnitudes that a run-time leaf of so many bits holds."""


_TOO_WIDE = {
    "argument-shape": "An extent is below 2**31: give the array more modes, as `x.reshape(-1, 2**20)`.",
    "argument-stride": "Leave out `use_32bit_stride`, so that strides have 64 bits.",
}


def _compare(error: str, expected: Sequence[object], got: Sequence[object], message: str, where: Argument) -> None:
    for mode, (known, n) in enumerate(zip(expected, got, strict=True)):
        misfit = isinstance(known, int) and known != n
        indivisible = isinstance(known, Unknown) and isinstance(n, int) and n % known.divisibility
        too_wide = (
            isinstance(known, Unknown) and isinstance(n, int) and not -_WIDE[known.width] <= n < _WIDE[known.width]
        )
        if misfit or indivisible or too_wide:
            attribute = "shape" if error == "argument-shape" else "strides"
            notes = where.notes(f"{attribute}[{mode}]", f"to be {_wanted_text(known)}")
            if isinstance(known, Unknown) and indivisible:
                what = "size" if error == "argument-shape" else "stride"
                fix = (
                    f"Pass a {what} that is a multiple of {known.divisibility}, or compile with a smaller divisibility."
                )
                raise fail(
                    error,
                    f"{message} (mode {mode}: {n} is not a multiple of {known.divisibility})",
                    notes=notes,
                    fix=fix,
                )
            fix = _TOO_WIDE[error] if too_wide else None
            raise fail(error, f"{message} (mode {mode})", notes=notes, fix=fix)


def _wanted_text(known: object) -> str:
    if isinstance(known, Unknown):
        return f"divisible by {known.divisibility} and of {known.width} bits"
    return str(known)


def _flat(tree: object) -> list[object]:
    if isinstance(tree, tuple):
        return [leaf for item in tree for leaf in _flat(item)]  # pyright: ignore
    return [tree]


def _tuple_text(values: Sequence[int]) -> str:
    return "(" + ",".join(str(v) for v in values) + ")"


def element_count(shape: Sequence[int], strides: Sequence[int]) -> int:
    """How many elements, from the first on, a layout reaches: `1 + sum((s - 1) * d)`; 0 if it is empty.

    Modes of negative strides reach elements before the first: they add none.
    """
    if 0 in shape:
        return 0
    return 1 + sum((s - 1) * d for s, d in zip(shape, strides, strict=True) if d > 0)


def read_array(read: Callable[[Any], RuntimeTensor], array: object, where: Argument) -> RuntimeTensor:
    """An argument's memory as a tensor; what speaks against it names the argument."""
    try:
        return read(array)
    except DSLUserCodeError as error:
        report = replace(error.report, message=f"{where}: {error.message}")
        raise type(error)(report) from None


def as_runtime_tensor(argument: object, where: Argument) -> RuntimeTensor:
    """An actual argument as a tensor; arrays of any library are read in place."""
    if isinstance(argument, RuntimeTensor):
        return argument
    if is_array(argument):
        return read_array(from_dlpack, argument, where)
    raise fail(
        "argument-type",
        f"{where} is a tensor, got {with_article(type(argument).__name__)}",
        fix="Pass a NumPy array, a torch tensor, or any array with `__dlpack__`.",
    )


@frozen
class StaticSpec:
    """A compile-time constant: part of the specialisation, absent from the compiled function's call.

    `may_be_given`: a call may say it again (None or an integer of a shape, for a parameter that is not a `Constexpr`).
    """

    constant: object
    may_be_given: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        return ("static", self.constant)

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        return []

    def value(self, handles: Iterator[Handle]) -> object:
        return self.constant

    def slots(self, argument: object, where: Argument) -> list[int]:
        return []


@frozen
class TreeSpec:
    """A tuple, list or NamedTuple: each element has its own spec; length and nesting are fixed."""

    kind: type
    children: tuple[Spec, ...]

    @property
    def key(self) -> tuple[object, ...]:
        return ("tree", self.kind, *(child.key for child in self.children))

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        return [p for k, child in enumerate(self.children) for p in child.params(f"{name}_{k}", emitter)]

    def value(self, handles: Iterator[Handle]) -> object:
        values = [child.value(handles) for child in self.children]
        return self.kind(*values) if "_fields" in vars(self.kind) else self.kind(values)

    def slots(self, argument: object, where: Argument) -> list[int]:
        if not self._may_be(argument):
            raise where.mismatch(self.kind, argument)
        if len(argument) != len(self.children):  # pyright: ignore[reportArgumentType]
            kind, got = with_article(self.kind.__name__), len(argument)  # pyright: ignore[reportArgumentType]
            raise fail("argument-type", f"{where} is compiled for {kind} of {len(self.children)} elements, got {got}")
        items: Sequence[object] = argument  # pyright: ignore[reportAssignmentType]
        return [
            slot
            for k, (child, item) in enumerate(zip(self.children, items, strict=True))
            for slot in part_slots(child, item, where.part(f"[{k}]"))
        ]

    def _may_be(self, argument: object) -> bool:
        """Whether it is of the compiled kind; for a NamedTuple, too, a plain tuple or another one with its fields.

        Callers of other languages give plain tuples, and programs have one NamedTuple to compile with (of fake tensors)
        and another to call with (of torch's tensors).
        """
        if isinstance(argument, self.kind):
            return True
        fields = vars(self.kind).get("_fields")
        given = vars(type(argument)).get("_fields", fields)
        return fields is not None and isinstance(argument, tuple) and given == fields


def part_slots(spec: Spec, value: object, where: Argument) -> list[int]:
    """The slots of a part of an argument; one that is a compile-time constant must be the compiled one.

    None stands for a constant that is not given again: a field annotated `Constexpr`.
    """
    left_out = isinstance(spec, StaticSpec) and value is None and not spec.may_be_given
    if isinstance(spec, StaticSpec) and not left_out and value is not spec.constant and value != spec.constant:
        raise fail("argument-type", f"{where} is compiled for {spec.constant!r}, got {value!r}")
    return spec.slots(value, where)


def scalar_spec(value: object) -> ScalarSpec:
    """A Python number as an argument: Int32 (Int64 if it does not fit), Float32 or Boolean."""
    literal = literal_of(value)
    return ScalarSpec(as_numeric(value).spec if literal is None else dtype_of_literal(literal))
