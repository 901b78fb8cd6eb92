"""Maps an address to a tensor: its name, its layout with run-time values, and the coordinate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from cutedsl.arch.abi.host import Site, TensorNote
from cutedsl.checker.shadow import Shadow
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.frozen import frozen
from cutedsl.layout import ComposedLayout, Layout, Swizzle, cosize, parse_layout
from cutedsl.layout.leaves import fill_unknown, leaves
from cutedsl.layout.preimage import coordinate_beyond, coordinates_at
from cutedsl.layout.tuple_text import tuple_text

_UNNAMED: Final = "shared memory"
_MOST_COORDS: Final = 3
"""At most this many of the coordinates that a layout maps to one place are reported."""


@frozen
class Spot:
    """An element as reports call it; the texts of the layout and the coordinate are empty where unknown."""

    tensor: str = ""
    layout: str = ""
    coord: str = ""


def table_words(sites: Sequence[Site]) -> int:
    """Words of a warp in the table of tensors."""
    return max((note.word + 1 + _leaf_count(note) for note in _notes(sites)), default=0)


def _notes(sites: Sequence[Site]) -> list[TensorNote]:
    """All tensors with an address, each once."""
    return list(dict.fromkeys(site.tensor for site in sites if site.tensor is not None and site.tensor.word >= 0))


def _leaf_count(note: TensorNote) -> int:
    return note.layout.count("?")


class Tensors:
    """The tensors of one launch."""

    def __init__(self, sites: Sequence[Site], shadow: Shadow) -> None:
        self._notes = _notes(sites)
        self._shadow = shadow

    def spot(self, site: Site, row: int, address: int) -> Spot:
        """The element of an access at an address, by a warp."""
        note = site.tensor
        begins = self._begins(note, row) if note is not None and note.word >= 0 else None
        if note is not None and begins is not None and begins.holds(note, address):
            return begins.spot(note, address, site.name)
        found = min(self._around(address), key=lambda one: (one[1].elems, not one[0].name), default=None)
        if found is not None:  # a pointer that has left its tensor: what it came from is not where it is
            return found[1].spot(found[0], address, site.name if note is None else "")
        if note is not None and begins is not None:
            return begins.spot(note, address, site.name)
        return Spot(site.name)

    def name_at(self, site: Site, row: int, address: int) -> str:
        """The name of the tensor that an access is in, where it is not the one that its pointer came from."""
        note = site.tensor
        begins = self._begins(note, row) if note is not None and note.word >= 0 else None
        if note is None or (begins is not None and begins.holds(note, address)):
            return ""
        found = min(self._around(address), key=lambda one: (not one[0].name, one[1].elems), default=None)
        return "" if found is None else found[0].name or _UNNAMED

    def placed(self, address: int) -> Iterator[Placed]:
        """The tensors around an address of shared memory."""
        return (Placed(note, begins) for note, begins in self._around(address))

    def extent(self, address: int) -> tuple[Spot, int, int] | None:
        """The largest tensor around an address of shared memory, where it begins and where it ends."""
        found = max(self._around(address), key=lambda one: (one[1].elems, bool(one[0].name)), default=None)
        if found is None:
            return None
        note, begins = found
        return begins.spot(note, address, ""), begins.address, begins.address + begins.elems * note.elem_bits // 8

    def at(self, address: int) -> Spot:
        """The element at an address of shared memory."""
        return self.spot(Site("mbarrier", ""), 0, address)

    def element(self, site: Site, number: int) -> Spot:
        """An element of registers, by its number in the allocation."""
        note = site.tensor
        if note is None or note.word >= 0 or _leaf_count(note):
            return Spot(site.name)
        return _Begin(0, _filled(note.layout, ())).element(note, number, site.name)

    def outside(self, site: Site, offset_bytes: int) -> Spot:
        """The element that an access out of bounds was after: in the tensor that the author names, beyond its end."""
        note = site.tensor
        start, row = self._shadow.lane_words()[:2]
        begins = self._begins(note, row) if note is not None and note.word >= 0 else None
        if note is None or begins is None:
            return Spot(site.name, "", f"element {offset_bytes // max(site.elem_bytes, 1)}")
        return begins.spot(note, start + offset_bytes, site.name)

    def whole(self, site: Site) -> Spot:
        """The tensor of an access as far as it is known without the run."""
        note = site.tensor
        return Spot(site.name) if note is None else Spot(note.name or site.name, note.layout)

    def _begins(self, note: TensorNote, row: int) -> _Begin | None:
        words = self._shadow.tensor_words(row)[note.word : note.word + 1 + _leaf_count(note)].tolist()
        return _Begin(words[0], _filled(note.layout, tuple(words[1:]))) if words[0] else None

    def _around(self, address: int) -> Iterator[tuple[TensorNote, _Begin]]:
        """Tensors of any warp with an element at an address."""
        for note in self._notes:
            seen: set[int] = set()
            for row in range(self._shadow.geometry.rows):
                begins = self._begins(note, row)
                if begins is not None and begins.address not in seen and begins.holds(note, address):
                    yield note, begins
                if begins is not None:
                    seen.add(begins.address)


@frozen
class _Begin:
    """Where a tensor of a run begins, and its layout; None for a plain pointer."""

    address: int
    layout: Layout | ComposedLayout | None

    @property
    def elems(self) -> int:
        return 1 << 62 if self.layout is None else int(cosize(self.layout))

    def index(self, note: TensorNote, address: int) -> int:
        """The offset of an address in elements, before the swizzle of its pointer."""
        plain = address
        if note.swizzle:
            swizzle = parse_layout(note.swizzle)
            assert isinstance(swizzle, Swizzle)
            plain = swizzle(address)
        return (plain - self.address) * 8 // note.elem_bits

    def holds(self, note: TensorNote, address: int) -> bool:
        return self.layout is not None and bool(coordinates_at(self.layout, self.index(note, address), 1))

    def spot(self, note: TensorNote, address: int, name: str) -> Spot:
        return self.element(note, self.index(note, address), name)

    def element(self, note: TensorNote, index: int, name: str) -> Spot:
        """The element `index` elements after the first; `name` is what a tensor is called that has none of its own."""
        if self.layout is None:
            return Spot(note.name or name, "", f"element {index}")
        swizzle = f"{note.swizzle} of addresses o " if note.swizzle else ""
        return Spot(note.name or name or _UNNAMED, f"{swizzle}{self.layout}", _coordinate_text(self.layout, index))


@frozen
class Placed:
    """A tensor of a run."""

    note: TensorNote
    _begins: _Begin

    @property
    def layout(self) -> Any:
        """Of its elements, in numbers of the run."""
        return self._begins.layout

    @property
    def first(self) -> int:
        """The address that its layout counts from."""
        return self._begins.address

    def address_of(self, coord: Any) -> int:
        """Where an element lies."""
        return self._turned(self._begins.address + self.layout(coord) * self.note.elem_bits // 8)

    def coordinate_of(self, address: int) -> Any:
        """The first coordinate of the element at an address."""
        return coordinates_at(self.layout, self._begins.index(self.note, address), 1)[0]

    def spot(self, address: int) -> Spot:
        """The element at an address, as reports call it."""
        return self._begins.spot(self.note, address, "")

    def _turned(self, plain: int) -> int:
        swizzle = parse_layout(self.note.swizzle) if self.note.swizzle else None
        return swizzle(plain) if isinstance(swizzle, Swizzle) else plain


def _coordinate_text(layout: Layout | ComposedLayout, index: int) -> str:
    found = [tuple_text(coord) for coord in coordinates_at(layout, index, _MOST_COORDS + 1)]
    if found:
        rest = ["..."] if len(found) > _MOST_COORDS else []
        return " or ".join([*found[:_MOST_COORDS], *rest])
    beyond = coordinate_beyond(layout, index)
    if beyond is None:
        return f"offset {index}"
    return f"{tuple_text(beyond)}, which is outside of {tuple_text(layout.shape)}"


@lru_cache(maxsize=1024)  # a report asks for the same layouts again and again, of each warp
def _filled(text: str, values: tuple[int, ...]) -> Layout | ComposedLayout | None:
    """A note's layout with the run's numbers; None where those make none: of no elements, or of too many to count."""
    if not text:
        return None
    try:
        layout: Any = fill_unknown(parse_layout(text), values)
    except DSLUserCodeError:
        return None
    return layout if all(isinstance(leaf, int) for leaf in leaves(layout)) else None
