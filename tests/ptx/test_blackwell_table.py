"""`ptxas` takes every instruction of the Blackwell table, with operands as the table lists them, and Blackwell's matrix
copies."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from cutedsl.arch.atom_records import Availability
from cutedsl.arch.blackwell_atoms import BLACKWELL_ATOMS, BlackwellRecord
from cutedsl.arch.copy_atoms import COPY_ATOMS

TYPES = {"r": ".b32", "l": ".b64", "f": ".f32", "h": ".b16", "p": ".pred"}


def instruction(row: BlackwellRecord, number: int) -> str:
    """Declarations of registers of their own, and the instruction on them."""
    declared: list[str] = []
    texts: list[str] = []
    for index, operand in enumerate(row.operands):
        name = f"%x{number}_{index}_"
        group = re.fullmatch(r"(\d+)([rfh])", operand)
        if group:
            count = int(group[1])
            declared.append(f".reg {TYPES[group[2]]} {name}<{count}>;")
            texts.append("{" + ", ".join(f"{name}{i}" for i in range(count)) + "}")
        elif operand == "[l,5r]":
            declared.append(f".reg .b64 {name}m; .reg .b32 {name}<5>;")
            texts.append(f"[{name}m, {{{', '.join(f'{name}{i}' for i in range(5))}}}]")
        else:
            kind = operand.strip("[]")
            declared.append(f".reg {TYPES['r' if kind == 's' else kind]} {name}<1>;")
            texts.append(f"[{name}0]" if operand[0] == "[" else f"{name}0")
    if "block_scale" in row.ptx and row.ptx.startswith("mma"):
        # Selectors are literals.
        texts[5] = texts[7] = "{0, 0}"
    return "\n".join((*declared, f"{row.ptx} {', '.join(texts)};"))


def assembled(rows: list[BlackwellRecord], folder: Path, ptxas: Path) -> subprocess.CompletedProcess[str]:
    arch = rows[0].where.only[0]
    body = "\n".join(
        f".visible .entry k{number}() {{\n{instruction(row, number)}\nret;\n}}" for number, row in enumerate(rows)
    )
    version = ".".join(map(str, rows[0].where.ptx))
    source = folder / "rows.ptx"
    source.write_text(f".version {version}\n.target {arch}\n.address_size 64\n{body}\n")
    command = [str(ptxas), f"-arch={arch}", "-O0", str(source), "-o", str(folder / "rows.cubin")]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("where", sorted({row.where for row in BLACKWELL_ATOMS.values()}, key=str), ids=str)
def test_ptxas_takes_every_row(where: Availability, tmp_path: Path, ptxas: Path) -> None:
    rows = [row for row in BLACKWELL_ATOMS.values() if row.where == where]
    done = assembled(rows, tmp_path, ptxas)
    assert done.returncode == 0, done.stderr[-3000:]


def test_ptxas_takes_every_matrix_copy(tmp_path: Path, ptxas: Path) -> None:
    rows: list[BlackwellRecord] = []
    for record in COPY_ATOMS.values():
        if not record.tested:
            registers, place = f"{record.bits // 32}r", "[s]"
            operands = (registers, place) if record.writes == "rmem" else (place, registers)
            rows.append(BlackwellRecord(record.name, record.ptx, operands, record.where))
    assert len(rows) == 15
    done = assembled(rows, tmp_path, ptxas)
    assert done.returncode == 0, done.stderr[-3000:]


def test_the_table_holds_every_family() -> None:
    families = {row.ptx.split(".")[0] + "." + row.ptx.split(".")[1] for row in BLACKWELL_ATOMS.values()}
    assert families >= {f"tcgen05.{f}" for f in ("mma", "ld", "st", "alloc", "dealloc", "commit", "cp")} | {"mma.sync"}
    assert len(BLACKWELL_ATOMS) == 126


def test_a_wrong_spelling_is_refused(tmp_path: Path, ptxas: Path) -> None:
    row = BLACKWELL_ATOMS["tcgen05.ld.32x32b.x4"]
    wrong = BlackwellRecord(row.name, row.ptx.replace(".x4", ".x8"), row.operands, row.where)
    assert assembled([wrong], tmp_path, ptxas).returncode != 0
