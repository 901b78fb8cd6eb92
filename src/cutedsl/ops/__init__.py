"""The kernel library, written against the public surface only: operations on torch tensors and NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.lazy_names import lazy_names

if TYPE_CHECKING:
    from cutedsl.ops.attentions import attention
    from cutedsl.ops.entropy import cross_entropy, cross_entropy_backward
    from cutedsl.ops.grouped_product import grouped_matmul
    from cutedsl.ops.matmul_config import GemmConfig
    from cutedsl.ops.matmul_few import GemvConfig
    from cutedsl.ops.matrix_product import matmul
    from cutedsl.ops.norm_gradients import layer_norm_backward, rms_norm_backward
    from cutedsl.ops.norms import layer_norm, rms_norm
    from cutedsl.ops.pointwise import elementwise, rotary
    from cutedsl.ops.reductions import argmax, argmin, max, min, sum
    from cutedsl.ops.scans import cumsum
    from cutedsl.ops.selection import topk
    from cutedsl.ops.softmaxes import log_softmax, log_softmax_backward, softmax, softmax_backward
    from cutedsl.ops.transposes import transpose
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "ops",
        {
            "cutedsl.ops.attentions": "attention",
            "cutedsl.ops.entropy": "cross_entropy cross_entropy_backward",
            "cutedsl.ops.grouped_product": "grouped_matmul",
            "cutedsl.ops.matmul_config": "GemmConfig",
            "cutedsl.ops.matmul_few": "GemvConfig",
            "cutedsl.ops.matrix_product": "matmul",
            "cutedsl.ops.norm_gradients": "layer_norm_backward rms_norm_backward",
            "cutedsl.ops.norms": "layer_norm rms_norm",
            "cutedsl.ops.pointwise": "elementwise rotary",
            "cutedsl.ops.reductions": "argmax argmin max min sum",
            "cutedsl.ops.scans": "cumsum",
            "cutedsl.ops.selection": "topk",
            "cutedsl.ops.softmaxes": "log_softmax log_softmax_backward softmax softmax_backward",
            "cutedsl.ops.transposes": "transpose",
        },
    )


__all__ = [
    "GemmConfig",
    "GemvConfig",
    "argmax",
    "argmin",
    "attention",
    "cross_entropy",
    "cross_entropy_backward",
    "cumsum",
    "elementwise",
    "grouped_matmul",
    "layer_norm",
    "layer_norm_backward",
    "log_softmax",
    "log_softmax_backward",
    "matmul",
    "max",
    "min",
    "rms_norm",
    "rms_norm_backward",
    "rotary",
    "softmax",
    "softmax_backward",
    "sum",
    "topk",
    "transpose",
]
