"""Which results torch's moves have made by themselves, so that kernels had nothing left to do but copy them.

Torch may move an input and convert its type. Where that alone is the answer, a kernel that copies it computes nothing.
So the values of results are compared with those of whatever torch has made from inputs alone.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from cutedsl.errors.frozen import frozen
from cutedsl.gate import arrays
from cutedsl.gate.replays.memory import Memory

_FEWEST: Final = 32
"""Results with fewer elements may agree by chance."""


@frozen
class _Values:
    """The values of a tensor whatever its type: their digest in row-major order, and in ascending order."""

    ordered: int
    sorted: int

    @staticmethod
    def of(tensor: Any) -> _Values | None:
        """None where they are few or all the same."""
        if tensor.numel() < _FEWEST or arrays.dtype_name(tensor) not in arrays.ITEM_BYTES:
            return None
        values = arrays.as_float64(arrays.to_bytes(tensor), arrays.dtype_name(tensor), (-1,)) + 0.0
        values[np.isnan(values)] = np.nan
        if (values[1:] == values[0]).all():
            return None
        return _Values(zlib.crc32(values.tobytes()), zlib.crc32(np.sort(values).tobytes()))


@dataclass(slots=True)
class Moved:
    """What torch has made in one call from inputs alone."""

    _inputs: list[_Values] = field(default_factory=list)
    _memory: set[int] = field(default_factory=set)
    """Memory that holds inputs, or what torch made from them."""
    _constants: set[int] = field(default_factory=set)
    """Memory of constants, as long as nothing else was written there."""
    _written: set[int] = field(default_factory=set)
    """Memory that kernels wrote to."""
    _made: dict[int, str] = field(default_factory=dict)
    """The operator that made values in this order."""
    _converted: dict[int, str] = field(default_factory=dict)
    """The operator that rounded to these values, in any order."""
    _whole: dict[tuple[int, int], str] = field(default_factory=dict)
    """The operator that wrote last to memory with these bytes, by their digest and number."""
    _last: dict[int, str] = field(default_factory=dict)

    def input(self, number: int, tensor: Any) -> None:
        """An input, and the number of its memory."""
        self._memory.add(number)
        values = _Values.of(tensor)
        if values is not None:
            self._inputs.append(values)

    def constant(self, number: int) -> None:
        """Memory that torch has filled with constants."""
        self._constants.add(number)

    def operator(self, name: str, given: Sequence[tuple[int, Any]], made: Sequence[tuple[int, Any]]) -> None:
        """An operator of torch has moved tensors, each with the number of its memory."""
        into = {number for number, _ in made}
        given = [one for one in given if one[0] not in into and one[0] not in self._constants]
        known = {values.sorted for values in self._inputs} | set(self._converted)
        before = [_Values.of(tensor) for _, tensor in given]
        for (number, _), values in zip(given, before, strict=True):
            if number not in self._memory and (values is None or values.sorted not in known):
                self._memory -= into
                self._constants -= into
                return
        for number, tensor in made if given else ():
            self._constants.discard(number)
            if number not in self._written:
                self._memory.add(number)
            self._last[number] = name
            values = _Values.of(tensor)
            if values is None:
                continue
            self._made.setdefault(values.ordered, name)
            source = before[0]
            converts = len(given) == 1 and given[0][1].dtype != tensor.dtype
            if converts and source is not None and source.sorted != values.sorted:
                self._converted.setdefault(values.sorted, name)

    def before_launch(self, memory: Mapping[int, Memory]) -> dict[int, int]:
        """A program is called with memory: notes what torch has put together there. Returns digests of all of it."""
        digests = {number: one.digest() for number, one in memory.items()}
        for number, one in memory.items():
            if number in self._memory and number in self._last:
                self._whole[digests[number], one.size] = self._last[number]
        return digests

    def after_launch(self, memory: Mapping[int, Memory], before: Mapping[int, int]) -> None:
        """The program has ended, and has changed some of the memory."""
        changed = {number for number, one in memory.items() if one.digest() != before[number]}
        self._written |= changed
        self._memory -= changed
        self._constants -= changed

    def made(self, result: Any) -> str | None:
        """The operator of torch that had made a result before a kernel stored it; empty where none had. None where
        the values do not tell: too few of them, or all the same."""
        values = _Values.of(result)
        if values is None:
            return None
        if all(values.ordered != one.ordered for one in self._inputs):
            data = arrays.to_bytes(result)
            found = self._made.get(values.ordered) or self._whole.get((zlib.crc32(data), len(data)))
            if found:
                return found
        if all(values.sorted != one.sorted for one in self._inputs):
            return self._converted.get(values.sorted, "")
        return ""


def truncates(given: Sequence[Any], made: Sequence[Any]) -> bool:
    """Whether torch has converted tensors to integers or truth values that are others than those given. Where they are
    the same, as with positions that a kernel stored as floats, the type alone is another.

    >>> import torch
    >>> [truncates([torch.tensor([one])], [torch.tensor([int(one)])]) for one in (2.0, 2.5)]
    [False, True]
    """
    import torch

    for source in (one for one in given if isinstance(one, torch.Tensor)):
        for target in made:
            if source.dtype == target.dtype or target.is_floating_point() or target.is_complex():
                continue
            back = source.to(target.dtype).to(source.dtype)
            if bool(((back != source) & (source == source)).any()):
                return True
    return False
