"""Compares the swizzles with which shared memory is written and read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cutedsl.arch.abi.check import ENGINE_SWIZZLE, OTHER_SWIZZLE, SEVERAL_LANES, Epoch
from cutedsl.arch.abi.host import Site
from cutedsl.checker.findings import Place
from cutedsl.checker.names import Names
from cutedsl.checker.shadow import Told
from cutedsl.checker.tensors import Spot, Tensors
from cutedsl.layout import ComposedLayout, Swizzle

_SWIZZLE: Final = re.compile(r"S<(\d+),(\d+),(\d+)>")
_OF_ENGINES: Final = (4, 3)
"""Units of 16 bytes are turned by the bits 3 places above theirs."""
_WIDE_ATOMS: Final = (2, 5, 2)
"""The swizzle of engines that turns units of 32 bytes; its code is `OTHER_SWIZZLE`."""
_FIRST_OTHER: Final = 34
"""From here on are the codes of swizzles that no engine has."""
_Parts = tuple[str, str, Spot, tuple[Place, ...], str]
"""Class, message, tensor, places and the fix."""
_FLAT: Final = re.compile(r"\(?\d+\)?:\(?\d+\)?")


_last: list[tuple[Sequence[Site], bytes]] = []
"""The tables of the modules that were launched last, with what was found for them."""
_MOST: Final = 8


def swizzle_codes(sites: Sequence[Site]) -> bytes:
    """For each site how many bits its tensor's swizzle turns, + 1.

    0 where that is not known: without a tensor, and in one row of elements, by which authors compute places themselves.
    """
    for known, codes in _last:
        if known is sites and len(codes) == len(sites):
            return codes
    others: dict[tuple[int, int, int], int] = {}
    found = bytes(_code(site, others) for site in sites)
    _last[:] = [(sites, found), *_last[: _MOST - 1]]
    return found


def _code(site: Site, others: dict[tuple[int, int, int], int]) -> int:
    note = site.tensor
    if note is None or not note.layout or site.kind not in ("load", "store") or _FLAT.fullmatch(note.layout):
        return 0
    in_layout = _SWIZZLE.match(note.layout)
    found, shift = in_layout, (note.elem_bits // 8).bit_length() - 1
    if in_layout is None:
        found, shift = _SWIZZLE.match(note.swizzle), 0
    elif note.swizzle:
        return 0
    if found is None:
        return 1
    bits, base, by = map(int, found.groups())
    if bits == 0 or (base + shift, by) == _OF_ENGINES:
        return 1 + bits
    turned = bits, base + shift, by
    if turned == _WIDE_ATOMS:
        return OTHER_SWIZZLE
    return others.setdefault(turned, min(_FIRST_OTHER + len(others), ENGINE_SWIZZLE - 1))


def _called(code: int) -> str:
    if code == 1:
        return "no swizzle"
    return "another swizzle" if code >= OTHER_SWIZZLE else f"the swizzle of {16 << code - 1} bytes"


def shifted(names: Names, tensors: Tensors, told: Told, address: int) -> _Parts | None:
    """A tile that an engine writes or reads inside of its swizzle's pattern, of a tensor whose layout counts from its
    own first element; None where no such tensor is there."""
    pattern, lane = -told.b & (1 << 32) - 1, SEVERAL_LANES + 1  # machine code says it as a negative i32
    for tensor in tensors.placed(address):
        inner = tensor.layout.inner if isinstance(tensor.layout, ComposedLayout) else None
        if isinstance(inner, Swizzle) and inner.num_bits and tensor.first % pattern:
            spot = tensor.spot(address)
            name = f"`{spot.tensor}`" if spot.tensor else "the tensor"
            message = (
                f"a tile begins {address % pattern} bytes inside of the {pattern} bytes after which its swizzle begins "
                f"again, and the layout of {name} swizzles from its first element on"
            )
            where = names.place(told.site, told.row, lane, "copies it there")
            return "misaligned", message, spot, (where,), f"Align the tile to {pattern} bytes, or swizzle its pointer."
    return None


def mismatch(names: Names, tensors: Tensors, told: Told) -> _Parts:
    """Class, message, tensor, places and fix of a read with another swizzle than that of the write."""
    site, other = names.site(told.site), Epoch.of(told.b)
    lane = SEVERAL_LANES + 1
    name = f"`{site.name}`" if site.name else "shared memory"
    code = told.a >> 32
    message = f"{name} is read with {_called(told.access)} and was written with {_called(code)}"
    now = names.place(told.site, told.row, lane, f"read with {_called(told.access)}")
    there = names.place(told.a & 0xFFFFFFFF, other.column, other.lane, f"written with {_called(code)}")
    return "swizzle-mismatch", message, tensors.whole(site), (now, there), ""
