"""Shared-memory banks: which bank an address lies in, and how an access by a warp is served.

Shared memory has 32 banks, each 4 bytes wide; neighbouring words lie in neighbouring banks. A warp's access is served
in phases: all 32 lanes at once for up to 4 bytes a lane, half a warp for 8 bytes, a quarter for 16. Within a phase a
bank serves one word at a time (to any number of lanes), so a phase takes as many passes as the busiest bank has
different words. Source: CUDA C++ Programming Guide, "Shared Memory" of each compute capability; phases of wide
accesses: measured widely, ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout import size
from cutedsl.viz.reading import check_drawable

BANKS = 32
BANK_BYTES = 4
WARP_LANES = 32
_ACCESS_BYTES = (1, 2, 4, 8, 16)
_ELEMENT_BITS = (1, 2, 4, 8, 16, 32, 64, 128)


@frozen
class Phase:
    """One phase of an access: `words[bank]` are the different words asked of it, each with the lanes that want it."""

    lanes: tuple[int, ...]
    words: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]

    @property
    def passes(self) -> int:
        """How often the memory is read: the most words that one bank must serve, at least 1."""
        return max([len(served) for served in self.words], default=0) or 1


@frozen
class BankReport:
    """How one access by a warp is served, phase by phase.

    `passes` counts reads of the memory; `conflicts` is how many of them a conflict-free access would not need.
    """

    access_bytes: int
    phases: tuple[Phase, ...]

    @property
    def passes(self) -> int:
        """Passes over all phases."""
        return sum([phase.passes for phase in self.phases])

    @property
    def conflicts(self) -> int:
        """Passes beyond one a phase."""
        return self.passes - len(self.phases)


def bank_conflicts(layout: Any, *, access_bytes: int = 4, bits: int = 32) -> BankReport:
    """How an access by a warp is served, where lane `i` starts at element `layout(i)`.

    **Units**: `access_bytes` a lane; `bits` an element of the layout. Errors: bank-access-size, bank-access-misaligned,
    bank-element-bits, bank-lanes, bank-needs-index, picture-dynamic.

    >>> from cutedsl.cute import Layout
    >>> bank_conflicts(Layout("32:1")).conflicts, bank_conflicts(Layout("32:2")).conflicts
    (0, 1)
    >>> [phase.passes for phase in bank_conflicts(Layout("32:32"), access_bytes=16).phases]
    [8, 8, 8, 8]
    """
    drawn = check_drawable(layout, "a bank report")
    check_bits(bits)
    if size(drawn) > WARP_LANES:
        raise fail("bank-lanes", f"{drawn} has {size(drawn)} lanes; a warp has {WARP_LANES}")
    indices = [index_of(drawn(lane), drawn) for lane in range(size(drawn))]
    for lane, index in enumerate(indices):
        if index * bits % 8:
            raise fail("bank-access-misaligned", f"lane {lane} of {drawn} starts at bit {index * bits}, inside a byte")
    return serve([index * bits // 8 for index in indices], access_bytes)


def serve(addresses: Sequence[int], access_bytes: int) -> BankReport:
    """How an access by lanes at byte `addresses` is served. Errors: bank-access-size, bank-access-misaligned.

    >>> serve([0, 128], 4).passes
    2
    """
    if access_bytes not in _ACCESS_BYTES:
        raise fail("bank-access-size", f"a lane cannot access {access_bytes} bytes at once")
    for lane, address in enumerate(addresses):
        if address % access_bytes:
            raise fail(
                "bank-access-misaligned",
                f"lane {lane} starts at byte {address}, not a multiple of the {access_bytes} bytes that it accesses",
            )
    together = WARP_LANES * BANK_BYTES // max(access_bytes, BANK_BYTES)
    starts = range(0, len(addresses), together)
    phases = [_phase(start, addresses[start : start + together], access_bytes) for start in starts]
    return BankReport(access_bytes, tuple(phases))


def _phase(first: int, addresses: Sequence[int], access_bytes: int) -> Phase:
    """The phase of the lanes from `first` on."""
    wanted: list[dict[int, list[int]]] = [{} for _ in range(BANKS)]
    for lane, address in enumerate(addresses, start=first):
        for word in range(address // BANK_BYTES, (address + access_bytes - 1) // BANK_BYTES + 1):
            wanted[word % BANKS].setdefault(word, []).append(lane)
    words = tuple([tuple([(w, tuple(lanes)) for w, lanes in served.items()]) for served in wanted])
    return Phase(tuple(range(first, first + len(addresses))), words)


def bank_of(index: int, bits: int, banks: int = BANKS) -> int:
    """The bank in which an element starts.

    >>> bank_of(66, 16)
    1
    """
    return index * bits // (8 * BANK_BYTES) % banks


def index_of(value: Any, layout: object) -> int:
    """`value`, if it is an index of memory. Errors: bank-needs-index."""
    if not isinstance(value, int) or value < 0:
        raise fail("bank-needs-index", f"{layout} maps to {value}, which is not an index")
    return value


def check_bits(bits: int) -> None:
    """Errors: bank-element-bits."""
    if bits not in _ELEMENT_BITS:
        raise fail("bank-element-bits", f"an element cannot have {bits} bits")


def check_banks(banks: int) -> None:
    """Errors: bank-count."""
    if not 1 <= banks <= 64 or banks & (banks - 1):
        raise fail("bank-count", f"{banks} banks cannot be drawn")


def lane_ranges(lanes: Iterable[int]) -> str:
    """Lanes as people write them.

    >>> lane_ranges((0, 1, 2, 5))
    '0-2,5'
    """
    runs: list[list[int]] = []
    for lane in lanes:
        if runs and runs[-1][-1] == lane - 1:
            runs[-1].append(lane)
        else:
            runs.append([lane])
    return ",".join([str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs])
