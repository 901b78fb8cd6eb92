"""Memory as lanes see it: a row of elements that they read and write under a mask, each access checked."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from typing import Any, Final, Protocol

import numpy as np

from cutedsl.eager.formats import decoded, encoded, storage_type
from cutedsl.eager.indices import data_of
from cutedsl.eager.values import Array
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.errors.translation.below_zero import BELOW_ZERO
from cutedsl.types import DType

_MOST_BYTES: Final = 1 << 40


class Threads(Protocol):
    """Who accesses memory: which lanes are live, and what a lane is called in messages."""

    @property
    def lanes(self) -> int: ...
    @property
    def live(self) -> Array: ...

    changes: int

    def go_on(self) -> None: ...
    def name_of(self, lane: int) -> str: ...


@frozen(eq=False)
class Memory:
    """Elements of one tensor's memory: `(elems,)`, or `(elems, lanes)` where each lane has its own.

    Units: `start` is the byte at which it begins in the block's shared memory. `endless`: only a tensor's layout says
    how much of it may be accessed.
    """

    dtype: DType
    elements: Array
    private: bool = False
    start: int = 0
    endless: bool = False

    @staticmethod
    def of_address(dtype: DType, address: int, elems: int, read_only: bool = False) -> Memory:
        """Memory of this process."""
        kind = storage_type(dtype)
        count = max(elems, 0)
        if count == 0:
            return Memory(dtype, np.zeros(0, kind))
        raw: Any = (ctypes.c_char * (count * kind.itemsize)).from_address(address)
        elements = np.frombuffer(raw, kind, count)
        elements.flags.writeable = not read_only
        return Memory(dtype, elements)

    @staticmethod
    def behind_pointer(dtype: DType, address: int) -> Memory:
        """What begins at an address and ends nobody knows where."""
        return replace(Memory.of_address(dtype, address, _MOST_BYTES // storage_type(dtype).itemsize), endless=True)

    def up_to(self, elems: int) -> Memory:
        """The first elements."""
        return Memory(self.dtype, self.elements[: max(elems, 0)], self.private, self.start)

    @staticmethod
    def fresh(dtype: DType, elems: int, private_lanes: int | None, start: int = 0) -> Memory:
        """New memory of a block, or of each of its lanes."""
        shape = (elems,) if private_lanes is None else (elems, private_lanes)
        return Memory(dtype, np.zeros(shape, storage_type(dtype), order="F"), private_lanes is not None, start)

    def recast(self, dtype: DType) -> Memory:
        """The same bytes as elements of another type."""
        if dtype is self.dtype:
            return self
        kind = storage_type(dtype)
        each = self.elements.T if self.private else self.elements
        whole = each.shape[-1] * each.itemsize // kind.itemsize * kind.itemsize // each.itemsize
        seen = each[..., :whole].view(kind)
        return Memory(dtype, seen.T if self.private else seen, self.private, self.start, self.endless)

    def read(self, index: object, who: Threads, name: str) -> Array:
        """The elements at an index of every lane; error out-of-bounds for a live lane outside."""
        place = self._checked(data_of(index), who, name, "reads")
        if not len(self.elements):
            return decoded(self.dtype, np.zeros(place.shape, self.elements.dtype))
        if self.private:
            return decoded(self.dtype, self.elements[place, np.arange(who.lanes)])
        return decoded(self.dtype, self.elements[place])

    def write(self, index: object, value: Array, who: Threads, name: str) -> None:
        """Writes in the live lanes; of lanes that write one element, the last wins.

        Errors: out-of-bounds, argument-read-only.
        """
        if not self.elements.flags.writeable:
            raise fail("argument-read-only", f"`{name}` is read-only and cannot be written")
        place = self._checked(data_of(index), who, name, "writes")
        live = np.nonzero(who.live)[0]
        if not len(live):
            return
        if not self.private:
            who.go_on()
        raw = np.broadcast_to(encoded(self.dtype, value), who.lanes)[live]
        where = np.broadcast_to(place, who.lanes)[live]
        at = (where, live) if self.private else where
        who.changes += self.elements[at].tobytes() != raw.tobytes()
        self.elements[at] = raw

    def _checked(self, place: Array, who: Threads, name: str, verb: str) -> Array:
        """The index, 0 in lanes that are not live."""
        live = who.live
        outside = live & ((place < 0) | (place >= len(self.elements)))
        if outside.any():
            lane = int(np.argmax(outside))
            element = int(np.broadcast_to(place, who.lanes)[lane])
            what = f"`{name}`" if name else "a tensor"
            raise fail(
                "out-of-bounds",
                f"{who.name_of(lane)} {verb} element {element} of {what}, which has {len(self.elements)}",
                fix=BELOW_ZERO if element < 0 else None,
            )
        if live.all():
            return place
        if place.ndim == 0:
            return place if live.any() else np.zeros_like(place)
        return np.where(live, place, 0)
