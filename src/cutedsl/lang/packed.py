"""Elements of 4 and 6 bits in memory: they share bytes, so whole bytes are read and written and taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.pointer import recast_ptr
from cutedsl.lang.tensor_ssa import TensorSSA
from cutedsl.layout import Layout, coalesce
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Int8, Uint8

if TYPE_CHECKING:
    from cutedsl.lang.tensor import Tensor


def load_packed(tensor: Tensor, count: int) -> TensorSSA:
    """All elements of a compact tensor; element k is in the bits from `k * width` on, low bits first.

    Errors: not-yet for other layouts and for counts that do not fill bytes.
    """
    bits = tensor.element_type.spec.storage_bits
    whole = _bytes_of(tensor, count).load()
    elements: list[Any] = []
    for first in range(0, count * bits, bits):
        at, shift = divmod(first, 8)
        code = whole.element(at) >> shift
        if shift + bits > 8:
            code = code | whole.element(at + 1) << (8 - shift)
        elements.append(_from_code(code & ((1 << bits) - 1), tensor.element_type))
    return _vector(elements, tensor.type_layout.shape, tensor.element_type)


def store_packed(tensor: Tensor, value: TensorSSA) -> None:
    """The inverse of `load_packed`."""
    bits = tensor.element_type.spec.storage_bits
    room = _bytes_of(tensor, value.count)
    filled: list[Any] = [Uint8(0)] * (value.count * bits // 8)
    for k in range(value.count):
        at, shift = divmod(k * bits, 8)
        code = _code(value.element(k), tensor.element_type)
        filled[at] = filled[at] | code << shift
        if shift + bits > 8:
            filled[at + 1] = filled[at + 1] | code >> (8 - shift)
    room.store(_vector(filled, len(filled), Uint8))


def _bytes_of(tensor: Tensor, count: int) -> Tensor:
    from cutedsl.lang.make import make_tensor

    bits, layout = tensor.element_type.spec.storage_bits, tensor.type_layout
    if not isinstance(layout, Layout) or coalesce(layout) != Layout(count) or count * bits % 8:
        raise fail("not-yet", f"register vectors of {tensor}: {bits}-bit elements that do not fill bytes in a row")
    return make_tensor(recast_ptr(tensor.iterator, dtype=Uint8), Layout(count * bits // 8))


def _from_code(code: Any, dtype: type[Numeric]) -> Any:
    if dtype.is_integer:
        return code.to(dtype)
    return dtype.from_handle(cute_emitter().bitcast(code.ir_value(), Uint8.spec, dtype.spec))


def _code(element: Numeric, dtype: type[Numeric]) -> Any:
    if dtype.is_integer:
        return element.to(Int8).to(Uint8) & ((1 << dtype.spec.storage_bits) - 1)
    return Uint8.from_handle(cute_emitter().bitcast(element.ir_value(), dtype.spec, Uint8.spec))


def _vector(elements: list[Any], shape: Any, dtype: type[Numeric]) -> TensorSSA:
    emitter = cute_emitter()
    vector = emitter.vector_type(dtype.spec, len(elements))
    (handle,) = emitter.op("cute.vec.pack", [e.ir_value() for e in elements], (vector,), {})
    return TensorSSA(handle, shape, dtype)


def no_single_element(dtype: type[Numeric]) -> Exception:
    """The error for one element that shares its byte with others."""
    return fail(
        "not-yet",
        f"single elements of a tensor of {dtype.__name__}, which share bytes",
        fix="Load and store whole tiles: `tensor.load()`, `tensor.store(...)`.",
    )
