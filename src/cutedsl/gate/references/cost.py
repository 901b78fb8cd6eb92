"""What a function of torch's would take, as its operators on tensors without memory say."""

from __future__ import annotations

from typing import Any, Final

from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

MOST_FLOPS: Final = 200e9
"""Two or three seconds of one core's products."""
MOST_MADE: Final = 1 << 28
"""Elements that all operators may make together: about a second of one core's."""
MOST_AT_ONCE: Final = 1 << 27
"""Elements of the largest result of an operator."""


class Cost(TorchDispatchMode):
    """Counts the operations of products, and the elements that operators make.

    >>> import torch
    >>> with torch.device("meta"), Cost() as cost:
    ...     _ = (torch.ones(4, 8) @ torch.ones(8, 2)).relu()
    >>> cost.flops, cost.made
    (128, 64)
    """

    def __init__(self) -> None:
        super().__init__()
        self.made = self.at_once = 0
        self._products: Any = FlopCounterMode(display=False)

    def __enter__(self) -> Cost:
        self._products.__enter__()
        super().__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        self._products.__exit__(*raised)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        for one in result if isinstance(result, list | tuple) else (result,):
            elements = int(getattr(one, "numel", int)())
            self.made, self.at_once = self.made + elements, max(self.at_once, elements)
        return result

    @property
    def flops(self) -> int:
        """Additions and multiplications of products and convolutions."""
        return int(self._products.get_total_flops())

    @property
    def small(self) -> bool:
        """Whether it takes a few seconds at most."""
        return self.flops <= MOST_FLOPS and self.made <= MOST_MADE and self.at_once <= MOST_AT_ONCE
