"""`cutlass.torch`: torch dtypes of numeric types, test tensors, streams; `operator`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.torch.dtypes import dtype
from cutedsl.torch.matrices import (
    GaussianInitConfig,
    RandomInitConfig,
    ScalarInitConfig,
    TensorInitType,
    as_tensor,
    convert_cute_tensor,
    create_and_permute_torch_tensor,
    cute_tensor_like,
    get_leading_dim,
    matrix,
)
from cutedsl.torch.operators import operator
from cutedsl.torch.streams import current_stream, default_stream

if not TYPE_CHECKING:
    __getattr__ = missing_names("torch")


__all__ = [
    "GaussianInitConfig",
    "RandomInitConfig",
    "ScalarInitConfig",
    "TensorInitType",
    "as_tensor",
    "convert_cute_tensor",
    "create_and_permute_torch_tensor",
    "current_stream",
    "cute_tensor_like",
    "default_stream",
    "dtype",
    "from_dlpack",
    "get_leading_dim",
    "matrix",
    "operator",
]
