"""Elements of 4 and 6 bits in memory: they share bytes, so whole bytes are read and written and taken apart."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.pointer import Pointer, recast_ptr
from cutedsl.layout import Layout, coalesce
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.scalars import Int8, Int32, Uint8, Uint32
from cutedsl.types import AddressSpace

if TYPE_CHECKING:
    from cutedsl.lang.tensors.tensor import Tensor


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
    from cutedsl.lang.tensors.make import make_tensor

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


# -- single elements --------------------------------------------------------------------------------------------------
def load_element(tensor: Tensor, coord: Any) -> Any:
    """The element at a coordinate of integers."""
    return load_at(tensor.iterator, tensor.layout(coord))


def store_element(tensor: Tensor, coord: Any, value: Numeric) -> None:
    """Writes the element at a coordinate of integers, in a tensor in registers; error not-yet for shared bytes."""
    if tensor.memspace != AddressSpace.rmem:
        raise _shared_byte(tensor.element_type)
    store_at(tensor.iterator, tensor.layout(coord), value)


def load_at(pointer: Pointer, index: Any) -> Any:
    """Element `index` after a pointer: one byte is read, or two where the element crosses into the next."""
    first, shift, last = _place(pointer, index)
    word, _ = _word(first, last)
    code = (word >> shift) & ((1 << pointer.dtype.spec.storage_bits) - 1)
    return _from_code(code.to(Uint8), pointer.dtype)


def store_at(pointer: Pointer, index: Any, value: Numeric) -> None:
    """Writes element `index` after a pointer to registers: its bytes are read, changed and written.

    Errors: not-yet for other memory, where another thread may write the rest of the same byte.
    """
    if pointer.memspace != AddressSpace.rmem:
        raise _shared_byte(pointer.dtype)
    first, shift, last = _place(pointer, index)
    word, end = _word(first, last)
    mask = Uint32((1 << pointer.dtype.spec.storage_bits) - 1)
    word = (word & ~(mask << shift)) | (_code(value, pointer.dtype).to(Uint32) << shift)
    first.store((word & 0xFF).to(Uint8))
    if end is not None:  # the same byte again, where the element ends in the one that it begins in
        end.store(((word >> (last.to(Uint32) * 8)) & 0xFF).to(Uint8))


def _place(pointer: Pointer, index: Any) -> tuple[Pointer, Any, Any]:
    """The byte in which an element begins, its place there in bits, and in which byte after it ends: 0 or 1.

    The last is None where no element crosses into another byte.
    """
    bits = pointer.dtype.spec.storage_bits
    group = 8 // gcd(8, bits)  # elements that fill whole bytes
    number = as_numeric(index)
    number = number if number.width >= 32 else number.to(Int32)
    at, bit = number // group, (number % group) * bits
    first = recast_ptr(pointer, pointer.swizzle, Uint8) + (at * (group * bits // 8) + bit // 8)
    return first, (bit % 8).to(Uint32), None if 8 % bits == 0 else (bit % 8 + (bits - 1)) // 8


def _word(first: Pointer, last: Any) -> tuple[Any, Pointer | None]:
    """The bits of the byte at `first` and, above them, those of the byte in which the element ends, and its address."""
    low = first.load().to(Uint32)
    if last is None:
        return low, None
    end = first + last
    return low | (end.load().to(Uint32) << 8), end


def _shared_byte(dtype: type[Numeric]) -> Exception:
    """The error for one element that shares its byte with others."""
    return fail(
        "not-yet",
        f"stores of single elements to a tensor of {dtype.__name__} in memory, which share bytes with other threads'",
        fix="Fill a tensor in registers, and store it as a whole: `tensor.store(...)`.",
    )
