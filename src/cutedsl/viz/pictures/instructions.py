"""Copy and matrix-multiply instructions by name: which thread holds which value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cutedsl.arch.atoms.blockscaled import SCALED_ATOMS
from cutedsl.arch.atoms.copy import COPY_ATOMS
from cutedsl.arch.atoms.mma import MMA_ATOMS
from cutedsl.arch.atoms.records import CopyRecord, MmaRecord
from cutedsl.arch.atoms.sparse import SPARSE_ATOMS
from cutedsl.arch.atoms.warpgroup import FLOAT_KINDS, INT_KINDS, K_OF, warpgroup_record
from cutedsl.errors import fail
from cutedsl.layout import Layout, recast_layout, size
from cutedsl.viz.picture import Picture
from cutedsl.viz.pictures.threads import copy_picture, mma_picture
from cutedsl.viz.stage import Stage

_WGMMA_COLUMNS = (8, 16, 32, 64)


@cache
def instructions() -> dict[str, CopyRecord | MmaRecord]:
    """Every instruction that can be drawn, by its name; of `wgmma`, widths N up to 64."""
    tables = (MMA_ATOMS.values(), _warp_groups(), COPY_ATOMS.values(), SPARSE_ATOMS.values(), SCALED_ATOMS.values())
    return {one.name: one for table in tables for one in table}


def _warp_groups() -> Iterator[MmaRecord]:
    for d, a, b in (*FLOAT_KINDS, *INT_KINDS):
        for n in _WGMMA_COLUMNS:
            yield warpgroup_record(f"wgmma.m64n{n}k{K_OF[a]}.{d}.{a}.{b}")
            yield warpgroup_record(f"wgmma.m64n{n}k{K_OF[a]}.{d}.{a}.{b}.ra")


def instruction_record(name: str) -> CopyRecord | MmaRecord:
    """The instruction of a name, ours or that of the C++ headers. Errors: operation-unknown.

    >>> instruction_record("SM80_16x8x16_F32F16F16F32_TN").name
    'mma.m16n8k16.f32.f16.f16'
    """
    wanted = name.strip()
    for one in instructions().values():
        if wanted and wanted in (one.name, one.header):
            return one
    raise fail("operation-unknown", f"there is no instruction {wanted!r}", fix="Choose one, as `ldmatrix.x4`.")


def instruction_stage(name: str) -> Stage:
    """The instruction with its thread-value layouts drawn. Errors: operation-unknown.

    >>> instruction_stage("ldmatrix.x1").facts[0]
    ('threads', '32')
    """
    record = instruction_record(name)
    picture = copy_of(record) if isinstance(record, CopyRecord) else mma_of(record)
    return Stage(record.name, record.ptx or record.name, explained(record), known(record), picture)


def explained(record: CopyRecord | MmaRecord) -> tuple[str, ...]:
    """The layouts of an instruction, a line each."""
    if isinstance(record, CopyRecord):
        bits, src, dst, _ = copy_parts(record)
        return (f"source: (thread, value) -> element of {bits} bits: {src}", f"destination: {dst}")
    (m, n, k), stored = record.shape_mnk, record.stored_k
    return (
        f"A: (thread, value) -> element of {m}x{stored}{' stored' if stored != k else ''}: {record.a}",
        f"B: (thread, value) -> element of {n}x{k}: {record.b}",
        f"C: (thread, value) -> element of {m}x{n}: {record.c}",
    )


def known(record: CopyRecord | MmaRecord) -> tuple[tuple[str, str], ...]:
    """What is known of an instruction, as (name, value) texts."""
    found = [("threads", str(record.threads))]
    if isinstance(record, CopyRecord):
        found.append(("bits a thread", str(record.bits)))
    else:
        found += [
            (f"values of {name} a thread", str(size(part, [1])))
            for name, part in zip("ABC", _parts(record), strict=True)
        ]
    return (*found, ("on", record.where.names()), *([("in C++", record.header)] if record.header else []))


def _parts(record: MmaRecord) -> tuple[Layout, Layout, Layout]:
    return record.a, record.b, record.c


def mma_of(record: MmaRecord) -> Picture:
    """A multiply-add as a picture."""
    return mma_picture(*_parts(record), record.shape_mnk, stored_k=record.stored_k, title=f"MMA {record.name}")


def copy_of(record: CopyRecord) -> Picture:
    """A copy as a picture: a row of shared memory in each column."""
    _, src, dst, tile = copy_parts(record)
    return copy_picture(src, dst, tile, title=f"Copy {record.name}")


def copy_parts(record: CopyRecord) -> tuple[int, Layout, Layout, tuple[int, int]]:
    """Bits of the elements that a copy is drawn in, its layouts in them, and the tile."""
    bits = 16 if record.ptx.endswith("b16") else 8
    src, dst, ref = (recast_layout(bits, 1, one) for one in (record.src, record.dst, record.ref))
    row = size(src if record.reads == "smem" else dst, [1])
    return bits, src, dst, (row, size(ref) // row)
