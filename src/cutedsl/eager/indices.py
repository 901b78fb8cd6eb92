"""`LaneInt`: an integer of every lane as a leaf of layouts, so that the layout algebra computes with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutedsl.eager.values import Array
from cutedsl.errors.frozen import frozen


@frozen(eq=False)
class LaneInt:
    """64-bit integers, `(lanes,)` or `()`, with the operators that layouts use; nothing is known to divide them."""

    data: Array

    @property
    def divisibility(self) -> int:
        return 1

    @property
    def width(self) -> int:
        return 64

    def __add__(self, other: Any) -> LaneInt:
        return LaneInt(self.data + data_of(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> LaneInt:
        return LaneInt(self.data - data_of(other))

    def __rsub__(self, other: Any) -> LaneInt:
        return LaneInt(data_of(other) - self.data)

    def __mul__(self, other: Any) -> LaneInt:
        return LaneInt(self.data * data_of(other))

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> LaneInt:
        return LaneInt(self.data // _divisor(data_of(other)))

    def __rfloordiv__(self, other: Any) -> LaneInt:
        return LaneInt(data_of(other) // _divisor(self.data))

    def __mod__(self, other: Any) -> LaneInt:
        return LaneInt(np.fmod(self.data, _divisor(data_of(other))))

    def __rmod__(self, other: Any) -> LaneInt:
        return LaneInt(np.fmod(data_of(other), _divisor(self.data)))

    def __neg__(self) -> LaneInt:
        return LaneInt(-self.data)

    def __xor__(self, other: Any) -> LaneInt:
        return LaneInt(self.data ^ data_of(other))

    __rxor__ = __xor__

    def __and__(self, other: Any) -> LaneInt:
        return LaneInt(self.data & data_of(other))

    __rand__ = __and__

    def __rshift__(self, other: Any) -> LaneInt:
        return LaneInt(self.data >> data_of(other))

    def __lshift__(self, other: Any) -> LaneInt:
        return LaneInt(self.data << data_of(other))


Index = int | LaneInt


def lane_int(data: object) -> LaneInt:
    """Integers of any type as indices."""
    return LaneInt(np.asarray(data).astype(np.int64))


def data_of(index: Any) -> Array:
    """An index as an array."""
    return index.data if isinstance(index, LaneInt) else np.asarray(index, np.int64)


def _divisor(data: Array) -> Array:
    """Extents of empty tensors divide by one: nothing of them is accessed."""
    return np.where(data == 0, 1, data)
