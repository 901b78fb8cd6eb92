"""What a loss of rows takes from a row's label, and what it writes."""

from __future__ import annotations

import math
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.jit
def label_of(labels: Any, index: Any) -> Any:
    """A row's label; -1 past the last row. The barrier keeps ptxas from asking for it only once the row is there."""
    label = cutlass.Int64(-1)
    if index < cute.size(labels):
        label = labels[index].to(cutlass.Int64)
    cute.arch.sync_warp()
    return label


@cute.jit
def logit_of(row: Any, label: Any) -> Any:
    """The logit of a row (columns,) at a label; NaN for an invalid label."""
    value = cutlass.Float32(math.nan)
    if label >= 0 and label < cute.size(row):
        value = row[label].to(cutlass.Float32)
    return value


@cute.jit
def write_loss(index: Any, label: Any, of_sum: Any, at_label: Any, loss: Any, level: Any, ignored: Any) -> None:
    """Writes a row's results: 0 for an ignored label, NaN for an invalid one."""
    loss[index] = of_sum - at_label if label != ignored else 0.0
    if cutlass.const_expr(level is not None):
        level[index] = of_sum
