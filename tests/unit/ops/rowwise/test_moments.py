"""The mean and the variance of rows that come piece by piece, where a difference of squares would lose them."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

from cutedsl import ops
from tests.unit.ops.tensors import close


@pytest.mark.parametrize("columns", [33_000, 66_048])
def test_layer_norm_of_a_row_far_from_zero_that_begins_elsewhere(columns: int) -> None:
    x = torch.randn(2, columns) + 3000.0
    x[0, :8] = -3000.0
    close(ops.layer_norm(x), F.layer_norm(x.double(), (columns,)), 1e-3)
