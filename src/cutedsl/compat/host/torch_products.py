"""Products of 16-bit matrices on the CPU that stands for a GPU: added up along K in order, as tensor cores do it.

On a GPU, a kernel that goes through K in order agrees with torch's product of the same matrices in every bit, and
programs check for that. On the CPU, torch's own product adds in another order, and some of 10,000 results round the
other way.
"""

from __future__ import annotations

import math
import warnings
from typing import Any, Final

from cutedsl.errors import DSLUserCodeError

MOST_WORK: Final = 1 << 40
"""Multiply-adds of a process that are done in order, a product of 8192 x 8192 x 8192 twice; the others take a tenth of
the time, as programs repeat a product to time it."""
_CLOSE: Final = 0.02
_replacements: Final[list[Any]] = []
"""torch takes them back when nobody holds them."""


class OrderedProducts:
    """`torch.mm` and `torch.bmm` of 16-bit floats, as long as they are not too much work in all."""

    def __init__(self, torch: Any, most_work: int = MOST_WORK) -> None:
        self._torch = torch
        self._left = most_work

    def product(self, a: Any, b: Any, own: Any) -> Any:
        """The product; `own` is torch's, which it must be close to: a kernel is not compared with ours alone."""
        work = math.prod(a.shape) * b.shape[-1]
        if a.dtype not in (self._torch.bfloat16, self._torch.float16) or not 0 < work <= self._left:
            return own
        from cutedsl import ops

        self._left -= work
        try:
            made = ops.matmul(a, b)
        except DSLUserCodeError:  # strides or extents that it does not take
            return own
        largest = own.abs().max()
        return made if bool((made.float() - own.float()).abs().max() <= _CLOSE * largest) else own


def provide_ordered_products(torch: Any) -> None:
    """Replaces torch's products for tensors of the CPU, for good."""
    ordered, library = OrderedProducts(torch), torch.library.Library("aten", "IMPL")

    def mm(a: Any, b: Any) -> Any:
        own = torch.mm(a, b, out=a.new_empty((a.shape[0], b.shape[1])))
        return ordered.product(a, b, own)

    def bmm(a: Any, b: Any) -> Any:
        own = torch.bmm(a, b, out=a.new_empty((a.shape[0], a.shape[1], b.shape[2])))
        return ordered.product(a, b, own)

    with warnings.catch_warnings(action="ignore"):  # kernels that they take the place of
        library.impl("mm", mm, "CPU")
        library.impl("bmm", bmm, "CPU")
    _replacements.append(library)
