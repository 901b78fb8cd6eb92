"""What a variable of a stopped kernel holds: in one thread, and in the whole block."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cutedsl.eager.block import WARP, Block
from cutedsl.eager.formats import decoded
from cutedsl.eager.indices import data_of
from cutedsl.eager.tensors import EagerTensor
from cutedsl.eager.values import Array, Lanes
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import crd2idx, size
from cutedsl.staging.numeric import Numeric

_IDLE = "."
_MOST_ELEMENTS = 4096


def lane_value(block: Block, value: object, lane: int) -> object:
    """A variable's value in one thread: a number, the elements of a vector or tensor in order, or what Python holds.

    Elements outside a tensor's memory are None.
    """
    match value:
        case Numeric() if value.is_static:
            return value.literal
        case Numeric():
            return _number(_row(block, value.value.data)[lane])
        case TensorSSA():
            return [_number(row[lane]) for row in _rows(block, value.handle)]
        case Tensor():
            return _elements(block, value.handle, lane)
        case tuple() | list():
            items: Any = value
            seen = (lane_value(block, item, lane) for item in items)
            return type(items)._make(seen) if hasattr(items, "_make") else type(items)(seen)
        case dict():
            entries: dict[Any, Any] = value
            return {key: lane_value(block, item, lane) for key, item in entries.items()}
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type) and not _is_ours(value):
            names = [field.name for field in dataclasses.fields(value)]
            return Seen(type(value).__name__, {name: lane_value(block, getattr(value, name), lane) for name in names})
        case _:
            return value


class Seen:
    """An object of the author's with the values that its fields have in one thread."""

    def __init__(self, name: str, fields: dict[str, object]) -> None:
        self._name = name
        self.__dict__.update(fields)
        self._fields = fields

    def __repr__(self) -> str:
        return f"{self._name}({', '.join(f'{key}={value!r}' for key, value in self._fields.items())})"


class LaneNames(dict[str, Any]):
    """The variables of a frame as Python values of one thread, for conditions of breakpoints."""

    def __init__(self, block: Block, lane: int, variables: Mapping[str, object]) -> None:
        super().__init__(variables)
        self._view = (block, lane)

    def __getitem__(self, name: str) -> object:
        block, lane = self._view
        value = super().__getitem__(name)
        return _TensorInLane(block, lane, value) if isinstance(value, Tensor) else lane_value(block, value, lane)


class _TensorInLane:
    """A tensor whose elements are one thread's Python values."""

    def __init__(self, block: Block, lane: int, tensor: Tensor) -> None:
        self._view = (block, lane, tensor)

    def __getitem__(self, coord: Any) -> object:
        block, lane, tensor = self._view
        return lane_value(block, tensor[coord], lane)

    def __getattr__(self, name: str) -> object:
        block, lane, tensor = self._view
        return lane_value(block, getattr(tensor, name), lane)


def block_text(block: Block, value: object) -> str:
    """A variable in all threads, a line a warp; a dot where a thread is not at this line."""
    match value:
        case Numeric() if not value.is_static:
            return _table(block, lambda lane: _short(lane_value(block, value, lane)))
        case TensorSSA():
            rows = _rows(block, value.handle)
            return "\n".join(
                f"[{k}]\n" + _table(block, lambda lane, row=row: _short(_number(row[lane])))
                for k, row in enumerate(rows)
            )
        case _:
            return repr(lane_value(block, value, 0))


def _is_ours(value: object) -> bool:
    """Whether an object is of a class of this package, whose text says what it is."""
    return type(value).__module__.partition(".")[0] == __name__.partition(".")[0]


def _table(block: Block, cell: Callable[[int], str]) -> str:
    live = block.live
    cells = [cell(lane) if live[lane] else _IDLE for lane in range(block.threads)]
    width = max(map(len, cells))
    warps = [cells[start : start + WARP] for start in range(0, block.threads, WARP)]
    return "\n".join(
        f"warp {k:>2}: " + " ".join(text.rjust(width) for text in warp).rstrip() for k, warp in enumerate(warps)
    )


def _row(block: Block, data: Array) -> Array:
    return np.broadcast_to(data, block.lanes)


def _rows(block: Block, vector: Lanes) -> list[Array]:
    return [_row(block, row if row.shape[0] > 1 else row[0]) for row in vector.data]


def _number(value: Any) -> object:
    """A NumPy scalar as Python's."""
    return value.item() if isinstance(value, np.generic) else value


def _short(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(int(value) if isinstance(value, bool) else value)


def _elements(block: Block, tensor: EagerTensor, lane: int) -> list[object]:
    """The elements that the thread sees, in the order of the layout, at most 4096."""
    extent = size(tensor.layout)
    count = extent if isinstance(extent, int) else int(_row(block, data_of(extent))[lane])
    return [_element(block, tensor, k, lane) for k in range(min(count, _MOST_ELEMENTS))]


def _element(block: Block, tensor: EagerTensor, k: int, lane: int) -> object:
    place = int(_row(block, data_of(tensor.offset + crd2idx(k, tensor.layout)))[lane])
    memory = tensor.memory
    if not 0 <= place < len(memory.elements):
        return None
    raw = memory.elements[place, lane] if memory.private else memory.elements[place]
    return _number(decoded(memory.dtype, np.asarray(raw))[()])
