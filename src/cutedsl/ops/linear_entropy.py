"""Cross entropy of a linear layer whose logits are never in memory at once, with its gradients.

Floor for M rows, V classes and K inputs: 2*M*V*K operations forward, and with gradients those of three products.
How it gets there: rows in chunks, whose logits become their own gradients in place; each chunk's gradients are
multiplied at once, and those of the weight are added up in float32.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from cutedsl.ops.arrays import FLOATS, View, empty, number_of, result, same_device, same_shape, view_of
from cutedsl.ops.entropy import LABELS, cross_entropy, cross_entropy_backward
from cutedsl.ops.gemm.matrix_product import matmul
from cutedsl.ops.refuse import refused

CHUNK_BYTES: Final = 1 << 30
"""Of logits. 4096 rows of 128,256 classes in bfloat16 multiply as fast as all rows at once."""
UNIT: Final = 128
"""Rows of a chunk are a multiple of those of a tile."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The arguments, checked."""

    x: View
    weight: View
    labels: View
    ignored: int
    rows: int
    """Of a chunk."""

    def chunks(self) -> Iterator[slice]:
        """Rows of about equal count."""
        total = self.x.shape[0]
        count = -(-total // self.rows)
        each = -(-total // (max(count, 1) * UNIT)) * UNIT
        for first in range(0, total, max(each, 1)):
            yield slice(first, min(first + each, total))

    def logits(self) -> Any:
        """Memory for those of one chunk."""
        most = max((one.stop - one.start for one in self.chunks()), default=0)
        return empty(self.x, (most, self.weight.shape[0])).array


def _asked(x: Any, weight: Any, labels: Any, ignore_index: int, chunk_rows: int | None) -> _Asked:
    """Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number."""
    vx, vw, vl = view_of("x", x, FLOATS), view_of("weight", weight, FLOATS), view_of("labels", labels, LABELS)
    if vx.dtype_name != vw.dtype_name:
        raise refused("ops-dtype", f"`weight` holds {vw.dtype_name}, `x` {vx.dtype_name}; they are of one type")
    if (vx.rank, vw.rank) != (2, 2) or vx.shape[1] != vw.shape[1]:
        raise refused("ops-shape", f"`x` has the shape {vx.shape}, `weight` {vw.shape}; they are (M,K) and (V,K)")
    same_shape("labels", vl, vx.shape[:1])
    same_device(vx, weight=vw, labels=vl)
    ignored = number_of("ignore_index", ignore_index, int)
    fitting = CHUNK_BYTES // (max(vw.shape[0], 1) * vx.item_bytes) // UNIT * UNIT
    rows = max(fitting, UNIT) if chunk_rows is None else number_of("chunk_rows", chunk_rows, int)
    if rows < 1:
        raise refused("ops-number", f"`chunk_rows` is {rows}; a chunk has rows")
    return _Asked(vx, vw, vl, ignored, rows)


def linear_cross_entropy(
    x: Any, weight: Any, labels: Any, *, ignore_index: int = -100, out: Any = None, chunk_rows: int | None = None
) -> Any:
    """`cross_entropy(x @ weight.T, labels)`, a float32 loss for each row, without all logits in memory.

    The logits of up to `chunk_rows` rows, 1 GiB of them without it, are in memory at a time, in the type of `x`.
    **Shapes**: `x` (M,K), `weight` (V,K) of one type of float, `labels` (M) int64 or int32, the result (M). A label
    equal to `ignore_index` gives 0, an invalid one NaN.
    Errors: ops-array, ops-dtype, ops-shape, ops-device, ops-number.

    >>> import numpy as np
    >>> linear_cross_entropy(np.ones((1, 2), np.float32), np.zeros((4, 2), np.float32), np.array([3])).round(4)
    array([1.3863], dtype=float32)
    """
    given = _asked(x, weight, labels, ignore_index, chunk_rows)
    losses = result(given.x, given.x.shape[:1], out, "float32").array
    room = given.logits()
    for rows in given.chunks():
        logits = matmul(x[rows], weight.T, room[: rows.stop - rows.start])
        cross_entropy(logits, labels[rows], ignore_index=given.ignored, out=losses[rows])
    return losses


def linear_cross_entropy_gradients(
    grad: Any, x: Any, weight: Any, labels: Any, *, ignore_index: int = -100, chunk_rows: int | None = None
) -> tuple[Any, Any, Any]:
    """The losses of `linear_cross_entropy`, and the gradients of `sum(grad * losses)` to `x` and `weight`.

    Three products in all: a chunk's logits become their gradients in place, which are multiplied at once. Those of the
    weight are added up in float32 and rounded once. **Shapes**: `grad` (M) float32; the rest is as there.
    Errors: as there.

    >>> import numpy as np
    >>> one = np.ones(1, np.float32)
    >>> linear_cross_entropy_gradients(one, np.ones((1, 1), np.float32), np.zeros((2, 1), np.float32), np.array([1]))[2]
    array([[ 0.5],
           [-0.5]], dtype=float32)
    """
    given = _asked(x, weight, labels, ignore_index, chunk_rows)
    grads = view_of("grad", grad, ("float32",))
    same_shape("grad", grads, given.x.shape[:1])
    same_device(given.x, grad=grads)
    losses, level = (empty(given.x, given.x.shape[:1], "float32").array for _ in range(2))
    to_x, to_weight = empty(given.x, given.x.shape).array, empty(given.weight, given.weight.shape).array
    chunks, room = list(given.chunks()), given.logits()
    if not chunks:
        to_weight[...] = 0
    total = empty(given.weight, given.weight.shape, "float32").array if len(chunks) > 1 else None
    for number, rows in enumerate(chunks):
        logits = matmul(x[rows], weight.T, room[: rows.stop - rows.start])
        own = {"ignore_index": given.ignored}
        cross_entropy(logits, labels[rows], out=losses[rows], level=level[rows], **own)
        cross_entropy_backward(grad[rows], logits, labels[rows], level[rows], out=logits, **own)
        matmul(logits, weight, to_x[rows])
        so_far: Any = {} if number == 0 else {"c": total, "beta": 1.0}
        matmul(logits.T, x[rows], to_weight if number == len(chunks) - 1 else total, **so_far)
    return losses, to_x, to_weight
