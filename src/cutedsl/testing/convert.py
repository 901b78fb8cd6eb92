"""`convert`: a tensor copied into one of another element type."""

from __future__ import annotations

import cutedsl as cutlass
from cutedsl import cute

_THREADS = 128
"""Four warps: one for each scheduler of an SM."""


@cute.kernel
def _convert_each(src: cute.Tensor, dst: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    i = block * _THREADS + thread
    if i < cute.size(dst):
        dst[i] = src[i].to(dst.element_type)


@cute.jit
def convert(src: cute.Tensor, dst: cute.Tensor):
    """Writes each element of `src` into `dst`, converted to its element type; from Python or inside of `@jit`.

    Elements are matched by linear index: the tensors need the same shape and may have any strides.
    Elements of fewer than 8 bits can be read but not written.

    Source: `cute.testing.convert` in CUTLASS's examples.
    """
    if cutlass.const_expr(cute.rank(src) != cute.rank(dst)):
        raise ValueError(f"cannot convert a tensor of {cute.rank(src)} modes into one of {cute.rank(dst)}")
    _convert_each(src, dst).launch(grid=cute.ceil_div(cute.size(dst), _THREADS), block=_THREADS)
