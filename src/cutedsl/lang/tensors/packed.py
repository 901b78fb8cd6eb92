"""Elements of 4 and 6 bits in memory: they share bytes, so whole bytes are read and written and taken apart."""

from __future__ import annotations

from math import gcd
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.register_vectors.bits import code_of, from_code
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.address import Address, bytes_at, store_vector_at, vector_at
from cutedsl.layout import Layout, coalesce, layout_text
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.scalars import Int32, Uint8, Uint32
from cutedsl.types import AddressSpace


def load_packed(first: Address, layout: Any, count: int) -> TensorSSA:
    """All elements of a compact tensor; element k is in the bits from `k * width` on, low bits first.

    Errors: not-yet for other layouts and for counts that do not fill bytes.
    """
    bits = first.dtype.spec.storage_bits
    whole = vector_at(*_bytes_of(first, layout, count))
    elements: list[Any] = []
    for begin in range(0, count * bits, bits):
        at, shift = divmod(begin, 8)
        code = whole.element(at) >> shift
        if shift + bits > 8:
            code = code | whole.element(at + 1) << (8 - shift)
        elements.append(from_code(code & ((1 << bits) - 1), first.dtype))
    return TensorSSA.from_elements(elements, first.dtype, layout.shape)


def store_packed(first: Address, layout: Any, value: TensorSSA) -> None:
    """The inverse of `load_packed`."""
    bits = first.dtype.spec.storage_bits
    room, size = _bytes_of(first, layout, value.count)
    filled: list[Any] = [Uint8(0)] * size
    for k in range(value.count):
        at, shift = divmod(k * bits, 8)
        code = code_of(value.element(k), first.dtype)
        filled[at] = filled[at] | code << shift
        if shift + bits > 8:
            filled[at + 1] = filled[at + 1] | code >> (8 - shift)
    store_vector_at(room, TensorSSA.from_elements(filled, Uint8))


def _bytes_of(first: Address, layout: Any, count: int) -> tuple[Address, int]:
    """The bytes that so many elements fill: where they begin, and how many they are."""
    bits = first.dtype.spec.storage_bits
    if not isinstance(layout, Layout) or coalesce(layout) != Layout(count) or count * bits % 8:
        tensor = f"tensor<{first} o {layout_text(layout)}>"
        raise fail("not-yet", f"register vectors of {tensor}, whose {bits}-bit elements do not fill contiguous bytes")
    return bytes_at(first), count * bits // 8


# -- single elements --------------------------------------------------------------------------------------------------
def load_at(address: Address, index: Any) -> Any:
    """Element `index` after a address: one byte is read, or two where the element crosses into the next."""
    first, shift, last = _byte_and_shift(address, index)
    word, _ = _word(first, last)
    code = (word >> shift) & ((1 << address.dtype.spec.storage_bits) - 1)
    return from_code(code.to(Uint8), address.dtype)


def store_at(address: Address, index: Any, value: Numeric) -> None:
    """Writes element `index` after a address to registers: its bytes are read, changed and written.

    Errors: not-yet for other memory, where another thread may write the rest of the same byte.
    """
    if address.memspace != AddressSpace.rmem:
        raise _shared_byte(address.dtype)
    first, shift, last = _byte_and_shift(address, index)
    word, end = _word(first, last)
    mask = Uint32((1 << address.dtype.spec.storage_bits) - 1)
    word = (word & ~(mask << shift)) | (code_of(value, address.dtype).to(Uint32) << shift)
    first.store((word & 0xFF).to(Uint8))
    if end is not None:  # the same byte again, where the element ends in the one that it begins in
        end.store(((word >> (last.to(Uint32) * 8)) & 0xFF).to(Uint8))


def _byte_and_shift(address: Address, index: Any) -> tuple[Address, Any, Any]:
    """The byte in which an element begins, its place there in bits, and in which byte after it ends: 0 or 1.

    The last is None where no element crosses into another byte.
    """
    bits = address.dtype.spec.storage_bits
    group = 8 // gcd(8, bits)  # elements that fill whole bytes
    number = as_numeric(index)
    number = number if number.width >= 32 else number.to(Int32)
    at, bit = number // group, (number % group) * bits
    first = bytes_at(address) + (at * (group * bits // 8) + bit // 8)
    return first, (bit % 8).to(Uint32), None if 8 % bits == 0 else (bit % 8 + (bits - 1)) // 8


def _word(first: Address, last: Any) -> tuple[Any, Address | None]:
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
        f"stores of single {dtype.__name__} elements to memory, where threads would share a byte",
        fix="Fill a tensor in registers, and store it as a whole: `tensor.store(...)`.",
    )
