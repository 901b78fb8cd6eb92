"""Placeholders to compile with, where there is no array yet: fake tensors and fake streams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.errors.translation.refusals import names_refusals
from cutedsl.execution.arrays.symbols import Extent, SymInt, SymProduct, placeholder
from cutedsl.layout import Layout
from cutedsl.types import AddressSpace, DType


class ElementType(Protocol):
    """A numeric class, such as `Float32`."""

    @property
    def spec(self) -> DType: ...


@frozen
class FakeTensor:
    """The type of a tensor without its memory: ints are static, symbols may change from call to call.

    Units: `align_bytes` in bytes. `stride_bits` is the width of strides that are products of symbols.
    Errors: fake-tensor-shape, invalid-alignment, not-yet (memory other than global).
    """

    element_type: ElementType
    shape: tuple[Extent, ...]
    stride: tuple[Extent, ...]
    align_bytes: int
    memspace: AddressSpace = AddressSpace.gmem
    stride_bits: int = 64

    def __post_init__(self) -> None:
        if len(self.shape) != len(self.stride):
            raise fail("fake-tensor-shape", f"{self} has {len(self.shape)} extents and {len(self.stride)} strides")
        for leaf in (*self.shape, *self.stride):
            if isinstance(leaf, bool) or not isinstance(leaf, int | SymInt | SymProduct):
                message = f"{self} has a leaf of type {type(leaf).__name__}"
                raise fail("fake-tensor-shape", message, fix="Use integers and symbols: `cute.sym_int()`.")
        if any(isinstance(extent, int) and extent < 0 for extent in self.shape):
            raise fail("fake-tensor-shape", f"{self} has a negative extent")
        if self.align_bytes < 1 or self.align_bytes & (self.align_bytes - 1):
            raise fail("invalid-alignment", f"assumed_align must be a power of two, got {self.align_bytes}")
        if self.memspace not in (AddressSpace.gmem, AddressSpace.generic):
            raise fail("not-yet", f"a tensor argument in {self.memspace} memory")

    @property
    def dtype(self) -> ElementType:
        """The class of the elements, as `element_type`."""
        return self.element_type

    @property
    def _assumed_align(self) -> int:
        """What programs read as `assumed_align`."""
        return self.align_bytes

    @property
    def type_layout(self) -> Layout:
        """The layout that a compilation is made for."""
        shape = tuple(placeholder(extent) for extent in self.shape)
        strides = tuple(placeholder(d, self.stride_bits if isinstance(d, SymProduct) else None) for d in self.stride)
        return Layout.unchecked(shape, strides)

    def __str__(self) -> str:
        return f"FakeTensor<{self.element_type.spec.name}, {self.shape}, {self.stride}>"


@frozen
class FakeStream:
    """A stream to compile with; calls bring a real one. With `from_environment` each launch asks for the current one.

    >>> make_fake_stream()
    FakeStream(from_environment=False)
    """

    from_environment: bool = False


def _align(dtype: ElementType, given: int | None) -> int:
    return max(1, dtype.spec.storage_bits // 8) if given is None else given


@names_refusals
def make_fake_tensor(
    dtype: ElementType,
    shape: Sequence[Extent],
    stride: Sequence[Extent],
    *,
    memspace: AddressSpace = AddressSpace.gmem,
    assumed_align: int | None = None,
) -> FakeTensor:
    """A tensor to compile with: `dtype` and layout as given, symbols for what calls may change.

    Units: strides in elements, `assumed_align` in bytes (default: the element's size).
    Errors: fake-tensor-shape, invalid-alignment.
    Source: CuTe DSL documentation, "Runtime".
    """
    return FakeTensor(dtype, tuple(shape), tuple(stride), _align(dtype, assumed_align), memspace)


@names_refusals
def make_fake_compact_tensor(
    dtype: ElementType,
    shape: Sequence[Extent],
    *,
    stride_order: Sequence[int] | None = None,
    memspace: AddressSpace = AddressSpace.gmem,
    assumed_align: int | None = None,
    use_32bit_stride: bool = False,
) -> FakeTensor:
    """A compact tensor to compile with.

    Law: `stride_order[i]` is the rank of mode i, 0 the fastest; mode i's stride is the product of the extents of all
    faster modes. Without it the first mode is the fastest.
    Errors: fake-tensor-shape, stride-order-type, stride-order-invalid, invalid-alignment.
    Source: CuTe DSL documentation, "Runtime".

    >>> from cutedsl import Float32
    >>> print(make_fake_compact_tensor(Float32, (SymInt(), 64), stride_order=(1, 0)))
    FakeTensor<Float32, (?, 64), (64, 1)>
    """
    extents = tuple(shape)
    if stride_order is not None and not isinstance(stride_order, Sequence):
        raise fail(
            "stride-order-type",
            f"stride_order must be a tuple, got {stride_order!r}",
            fix=f"Write a tuple: `stride_order=({stride_order},)`.",
        )
    order = tuple(range(len(extents))) if stride_order is None else tuple(stride_order)
    if sorted(order) != list(range(len(extents))):
        raise fail("stride-order-invalid", f"stride_order {order} is not a permutation of {len(extents)} modes")
    strides: list[Extent] = [1] * len(extents)
    total: Extent = 1
    for mode in sorted(range(len(extents)), key=order.__getitem__):
        strides[mode] = total
        extent = extents[mode]
        if isinstance(extent, int) and isinstance(total, int):
            total *= extent
        elif isinstance(extent, int | SymInt | SymProduct):  # anything else is refused by FakeTensor
            total = SymProduct.of(total) * extent
    bits = 32 if use_32bit_stride else 64
    return FakeTensor(dtype, extents, tuple(strides), _align(dtype, assumed_align), memspace, bits)


def make_fake_stream(use_tvm_ffi_env_stream: bool = False) -> FakeStream:
    """A stream to compile with.

    With `use_tvm_ffi_env_stream` the compiled function takes no stream: it launches on the environment's current one
    (torch's, where torch is in use). Source: CuTe DSL documentation, "Runtime".
    """
    return FakeStream(use_tvm_ffi_env_stream)
