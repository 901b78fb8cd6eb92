"""The terms of a matrix product besides its two matrices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cutedsl.ops.arrays import View
from cutedsl.ops.epilogues import unchanged


@dataclass(frozen=True, slots=True)
class Terms:
    """`epilogue(alpha * scale_a * scale_b * (a @ b) + beta * c + bias, *operands)`; `tf32`: Float32 as TFloat32.

    Shapes: `c` and `operands` as the result, `bias` (N), `scale_a` (M), `scale_b` (N).
    """

    alpha: float = 1.0
    beta: float = 0.0
    c: View | None = None
    bias: View | None = None
    scale_a: View | None = None
    scale_b: View | None = None
    epilogue: Callable[..., Any] = unchanged
    tf32: bool = False
    operands: tuple[View, ...] = ()

    @property
    def vectors(self) -> tuple[View | None, View | None, View | None]:
        """What belongs to rows or columns."""
        return self.bias, self.scale_a, self.scale_b

    @property
    def plain(self) -> bool:
        """Whether the product is requested as it is."""
        numbers = self.alpha == 1.0 and self.beta == 0.0
        return numbers and self.c is None and not any(self.vectors) and self.epilogue is unchanged


PLAIN: Final = Terms()
