"""How a JAX array looks as a tensor: its layout in memory, the order of its modes, what is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutedsl.cute.runtime import RuntimeTensor
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.arrays.dlpack import ArrayView
from cutedsl.jax.dtypes import jax_to_cutlass_dtype

DEVICE_ALIGN_BYTES: Final = {"cpu": 16, "cuda": 256}
"""What XLA's buffers are aligned to, at least."""


@frozen
class TensorSpec:
    """How one operand or result is passed to the kernel.

    Attributes:
        layout: the array's dimensions from the fastest to the slowest; None is row-major.
        mode: the array's dimension behind each mode of the tensor; None keeps their order.
        static: whether extents and strides are compile-time numbers.
        ptr_assumed_align: what the address is a multiple of, in bytes; None is all that XLA promises.
        divisibility: what each extent of the tensor is a multiple of, where it is not static.

    Errors: jax-spec.
    Source: CUTLASS's notebook `cute_dsl_jax`.
    """

    layout: tuple[int, ...] | None = None
    mode: tuple[int, ...] | None = None
    static: bool = False
    ptr_assumed_align: int | None = None
    divisibility: tuple[int, ...] | None = None

    def tensor(self, shape: Sequence[int], dtype: object, device: str) -> RuntimeTensor:
        """The argument to compile with: it has no memory yet."""
        rank = len(shape)
        order = self._permutation("layout", self.minor_to_major(rank), rank)
        modes = self._permutation("mode", tuple(range(rank)) if self.mode is None else self.mode, rank)
        strides, total = [0] * rank, 1
        for dimension in order:
            strides[dimension] = total
            total *= shape[dimension]
        numeric = jax_to_cutlass_dtype(dtype)
        view = ArrayView(
            0,
            tuple(shape[dimension] for dimension in modes),
            tuple(strides[dimension] for dimension in modes),
            numeric.spec,
            device,
            0,
            None,
        )
        align = self.ptr_assumed_align or DEVICE_ALIGN_BYTES[device]
        tensor = RuntimeTensor(view, align, view.shape, view.strides)
        return tensor if self.static or not rank else self._dynamic(tensor, modes.index(order[0]))

    def _dynamic(self, tensor: RuntimeTensor, leading: int) -> RuntimeTensor:
        """Every extent may change; compact strides follow, so that divisibility is known of both."""
        if self.divisibility is None:
            return tensor.mark_layout_dynamic(leading)
        if len(self.divisibility) != len(tensor.shape):
            raise fail(
                "jax-spec", f"divisibility {self.divisibility} does not fit a tensor of {len(tensor.shape)} modes"
            )
        order = tuple(sorted(range(len(tensor.shape)), key=lambda m: -tensor.stride[m]))
        for mode, divisor in enumerate(self.divisibility):
            tensor = tensor.mark_compact_shape_dynamic(mode, order, divisor)
        return tensor

    def _permutation(self, what: str, given: tuple[int, ...], rank: int) -> tuple[int, ...]:
        if sorted(given) != list(range(rank)):
            raise fail("jax-spec", f"{what} {given} is not a permutation of the {rank} dimensions of the array")
        return given

    def minor_to_major(self, rank: int) -> tuple[int, ...]:
        """The array's dimensions from the fastest to the slowest."""
        return tuple(reversed(range(rank))) if self.layout is None else self.layout


STATIC: Final = TensorSpec(static=True)
