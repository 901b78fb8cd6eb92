"""Blackwell's own instructions as a table: tensor memory and its multiplies, block-scaled warp multiplies, bulk copies.

Only that `ptxas` takes their spelling is tested; nothing of this table ran on hardware, and no kernel uses it yet.
Source: PTX ISA 8.6 and 8.7, "TensorCore 5th Generation Family Instructions", "mma with block scaling".
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from cutedsl.arch.atom_records import Availability

_DATACENTER: Final = Availability((10, 0), (8, 6), ("sm_100a",))
_DATACENTER_4X: Final = Availability((10, 0), (8, 7), ("sm_100a",))
_DESKTOP: Final = Availability((12, 0), (8, 7), ("sm_120a",))


@dataclass(frozen=True, slots=True)
class BlackwellRecord:
    """One instruction: its spelling, and its operands in order.

    An operand is a register ("r", "l", "f", "h" as in PTX constraints; "p" a predicate), an address ("[r]" tensor
    memory, "[s]" shared memory, "[l]" global memory, "[l,5r]" a tensor map and coordinates) or a group of registers
    ("4r", "2f" in braces).
    """

    name: str
    ptx: str
    operands: tuple[str, ...]
    where: Availability
    tested: bool = False


def _row(name: str, ptx: str, *operands: str, where: Availability = _DATACENTER) -> BlackwellRecord:
    return BlackwellRecord(name, ptx, operands, where)


_KINDS: Final = ("f16", "tf32", "f8f6f4", "i8")
_SCALED: Final = (("mxf8f6f4", "1X"), ("mxf4", "2X"), ("mxf4nvf4", "4X"))
# Registers of one repetition by shape (PTX ISA, "tcgen05.ld").
_SHAPES: Final = (("16x64b", 1), ("16x128b", 2), ("16x256b", 4), ("32x32b", 1))


def _multiplies() -> list[BlackwellRecord]:
    rows: list[BlackwellRecord] = []
    for group in (1, 2):
        head = f"tcgen05.mma.cta_group::{group}"
        for kind in _KINDS:
            rows.append(_row(f"{head}.{kind}", f"{head}.kind::{kind}", "[r]", "l", "l", "r", "p"))
            rows.append(_row(f"{head}.{kind}.ta", f"{head}.kind::{kind}", "[r]", "[r]", "l", "r", "p"))
        for kind, vector in _SCALED:
            where = _DATACENTER_4X if vector == "4X" else _DATACENTER
            ptx = f"{head}.kind::{kind}.block_scale.scale_vec::{vector}"
            rows.append(_row(f"{head}.{kind}", ptx, "[r]", "l", "l", "r", "[r]", "[r]", "p", where=where))
    return rows


def _moves() -> list[BlackwellRecord]:
    rows: list[BlackwellRecord] = []
    for shape, registers in _SHAPES:
        repeat = 1
        while repeat * registers <= 128:
            values, size = f"{repeat * registers}r", f"{shape}.x{repeat}.b32"
            rows.append(_row(f"tcgen05.ld.{shape}.x{repeat}", f"tcgen05.ld.sync.aligned.{size}", values, "[r]"))
            rows.append(_row(f"tcgen05.st.{shape}.x{repeat}", f"tcgen05.st.sync.aligned.{size}", "[r]", values))
            repeat *= 2
    return rows


def _management() -> list[BlackwellRecord]:
    rows: list[BlackwellRecord] = []
    for group in (1, 2):
        tail = f"cta_group::{group}"
        rows += [
            _row(f"tcgen05.alloc.{tail}", f"tcgen05.alloc.{tail}.sync.aligned.shared::cta.b32", "[s]", "r"),
            _row(f"tcgen05.dealloc.{tail}", f"tcgen05.dealloc.{tail}.sync.aligned.b32", "r", "r"),
            _row(f"tcgen05.relinquish.{tail}", f"tcgen05.relinquish_alloc_permit.{tail}.sync.aligned"),
            _row(f"tcgen05.commit.{tail}", f"tcgen05.commit.{tail}.mbarrier::arrive::one.shared::cluster.b64", "[s]"),
            _row(f"tcgen05.cp.{tail}", f"tcgen05.cp.{tail}.128x256b", "[r]", "l"),
        ]
    rows += [_row(f"tcgen05.wait.{what}", f"tcgen05.wait::{what}.sync.aligned") for what in ("ld", "st")]
    rows += [_row(f"tcgen05.fence.{when}", f"tcgen05.fence::{when}_thread_sync") for when in ("before", "after")]
    return rows


def _warp_multiplies() -> list[BlackwellRecord]:
    """Block-scaled `mma` of a warp: the scales come in a register with two selectors."""
    rows: list[BlackwellRecord] = []
    tail = ("4f", "4r", "2r", "4f", "1r", "2h", "1r", "2h")
    for a in ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1"):
        for b in ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1"):
            ptx = f"mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.{a}.{b}.f32.ue8m0"
            rows.append(_row(f"mma.m16n8k32.mxf8f6f4.{a}.{b}", ptx, *tail, where=_DESKTOP))
    for kind, vector, scale in (("mxf4", "2X", "ue8m0"), ("mxf4nvf4", "2X", "ue8m0"), ("mxf4nvf4", "4X", "ue4m3")):
        ptx = (
            f"mma.sync.aligned.m16n8k64.row.col.kind::{kind}.block_scale.scale_vec::{vector}.f32.e2m1.e2m1.f32.{scale}"
        )
        rows.append(_row(f"mma.m16n8k64.{kind}.{vector}", ptx, *tail, where=_DESKTOP))
    return rows


def _bulk_copies() -> list[BlackwellRecord]:
    """Four rows of a matrix by their numbers, there and back; bytes of 16 under a mask."""
    bulk, done = "cp.async.bulk", "mbarrier::complete_tx::bytes"
    gather = f"{bulk}.tensor.2d.shared::cluster.global.tile::gather4.{done}"
    scatter = f"{bulk}.tensor.2d.global.shared::cta.tile::scatter4.bulk_group"
    return [
        _row("tma.gather4", gather, "[s]", "[l,5r]", "[s]"),
        _row("tma.gather4.multicast", f"{gather}.multicast::cluster", "[s]", "[l,5r]", "[s]", "h"),
        _row("tma.scatter4", scatter, "[l,5r]", "[s]"),
        _row("bulk.s2g.mask", f"{bulk}.global.shared::cta.bulk_group.cp_mask", "[l]", "[s]", "r", "h"),
    ]


BLACKWELL_ATOMS: Final = MappingProxyType(
    {row.name: row for row in (*_multiplies(), *_moves(), *_management(), *_warp_multiplies(), *_bulk_copies())}
)
"""Every instruction by name."""
