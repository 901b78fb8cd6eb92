"""The kernel library, written against the public surface only: operations on torch tensors and NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import lazy_names

if TYPE_CHECKING:
    from cutedsl.ops.attention_forward.block_mask import BlockMask, create_block_mask
    from cutedsl.ops.attention_forward.operation import attention
    from cutedsl.ops.attention_gradients.operation import attention_backward
    from cutedsl.ops.decode.append import attention_append
    from cutedsl.ops.decode.attention_decode import attention_decode
    from cutedsl.ops.decode.latent_decode import latent_attention_decode
    from cutedsl.ops.dropouts import dropout
    from cutedsl.ops.entropy import cross_entropy, cross_entropy_backward
    from cutedsl.ops.experts.operation import mixture_of_experts
    from cutedsl.ops.explanations import Explanation, explain
    from cutedsl.ops.gemm.blockscaled_product import blockscaled_matmul
    from cutedsl.ops.gemm.config import GemmConfig
    from cutedsl.ops.gemm.few import GemvConfig
    from cutedsl.ops.gemm.gated_product import gated_matmul
    from cutedsl.ops.gemm.grouped_product import grouped_matmul
    from cutedsl.ops.gemm.matrix_product import matmul
    from cutedsl.ops.gemm.residual_product import residual_matmul
    from cutedsl.ops.indexed.histogram import histogram
    from cutedsl.ops.indexed.rows import embedding, embedding_backward, scatter_add, segment_sum
    from cutedsl.ops.linear_entropy import linear_cross_entropy, linear_cross_entropy_gradients
    from cutedsl.ops.norms.forward import add_layer_norm, add_rms_norm, layer_norm, rms_norm
    from cutedsl.ops.norms.gradients import layer_norm_backward, rms_norm_backward
    from cutedsl.ops.optimizers import adamw
    from cutedsl.ops.pointwise.functions import elementwise
    from cutedsl.ops.pointwise.gated import gated, gated_backward
    from cutedsl.ops.pointwise.rotary import rotary
    from cutedsl.ops.quantization.quantize import quantize
    from cutedsl.ops.reduction.reductions import argmax, argmin, max, min, sum
    from cutedsl.ops.sampling import sample
    from cutedsl.ops.scans import cumsum
    from cutedsl.ops.selection import topk
    from cutedsl.ops.softmaxes import log_softmax, log_softmax_backward, softmax, softmax_backward
    from cutedsl.ops.sorting import sort
    from cutedsl.ops.transposes import transpose
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "ops",
        {
            "cutedsl.ops.attention_gradients.operation": "attention_backward",
            "cutedsl.ops.attention_forward.block_mask": "BlockMask create_block_mask",
            "cutedsl.ops.attention_forward.operation": "attention",
            "cutedsl.ops.gemm.blockscaled_product": "blockscaled_matmul",
            "cutedsl.ops.decode.append": "attention_append",
            "cutedsl.ops.decode.attention_decode": "attention_decode",
            "cutedsl.ops.decode.latent_decode": "latent_attention_decode",
            "cutedsl.ops.dropouts": "dropout",
            "cutedsl.ops.entropy": "cross_entropy cross_entropy_backward",
            "cutedsl.ops.experts.operation": "mixture_of_experts",
            "cutedsl.ops.explanations": "Explanation explain",
            "cutedsl.ops.gemm.gated_product": "gated_matmul",
            "cutedsl.ops.gemm.grouped_product": "grouped_matmul",
            "cutedsl.ops.gemm.config": "GemmConfig",
            "cutedsl.ops.gemm.few": "GemvConfig",
            "cutedsl.ops.gemm.matrix_product": "matmul",
            "cutedsl.ops.indexed.histogram": "histogram",
            "cutedsl.ops.indexed.rows": "embedding embedding_backward scatter_add segment_sum",
            "cutedsl.ops.gemm.residual_product": "residual_matmul",
            "cutedsl.ops.linear_entropy": "linear_cross_entropy linear_cross_entropy_gradients",
            "cutedsl.ops.norms.gradients": "layer_norm_backward rms_norm_backward",
            "cutedsl.ops.norms.forward": "add_layer_norm add_rms_norm layer_norm rms_norm",
            "cutedsl.ops.optimizers": "adamw",
            "cutedsl.ops.pointwise.functions": "elementwise",
            "cutedsl.ops.pointwise.gated": "gated gated_backward",
            "cutedsl.ops.pointwise.rotary": "rotary",
            "cutedsl.ops.quantization.quantize": "quantize",
            "cutedsl.ops.reduction.reductions": "argmax argmin max min sum",
            "cutedsl.ops.sampling": "sample",
            "cutedsl.ops.scans": "cumsum",
            "cutedsl.ops.selection": "topk",
            "cutedsl.ops.softmaxes": "log_softmax log_softmax_backward softmax softmax_backward",
            "cutedsl.ops.sorting": "sort",
            "cutedsl.ops.transposes": "transpose",
        },
    )


__all__ = [
    "BlockMask",
    "Explanation",
    "GemmConfig",
    "GemvConfig",
    "adamw",
    "add_layer_norm",
    "add_rms_norm",
    "argmax",
    "argmin",
    "attention",
    "attention_append",
    "attention_backward",
    "attention_decode",
    "blockscaled_matmul",
    "create_block_mask",
    "cross_entropy",
    "cross_entropy_backward",
    "cumsum",
    "dropout",
    "elementwise",
    "embedding",
    "embedding_backward",
    "explain",
    "gated",
    "gated_backward",
    "gated_matmul",
    "grouped_matmul",
    "histogram",
    "latent_attention_decode",
    "layer_norm",
    "layer_norm_backward",
    "linear_cross_entropy",
    "linear_cross_entropy_gradients",
    "log_softmax",
    "log_softmax_backward",
    "matmul",
    "max",
    "min",
    "mixture_of_experts",
    "quantize",
    "residual_matmul",
    "rms_norm",
    "rms_norm_backward",
    "rotary",
    "sample",
    "scatter_add",
    "segment_sum",
    "softmax",
    "softmax_backward",
    "sort",
    "sum",
    "topk",
    "transpose",
]
