"""`ptxas` takes Blackwell's matrix copies, which no hardware has run here."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cutedsl.arch.atoms.copy import COPY_ATOMS
from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.targets import target

UNTESTED = [record for record in COPY_ATOMS.values() if not record.tested]


def instruction(record: CopyRecord, number: int) -> str:
    """Declarations of registers of its own, and the instruction on them."""
    count, name = record.bits // 32, f"%x{number}_"
    registers = "{" + ", ".join(f"{name}{k}" for k in range(count)) + "}"
    operands = (registers, "[%place]") if record.writes == "rmem" else ("[%place]", registers)
    return f".reg .b32 {name}<{count}>;\n{record.ptx} {', '.join(operands)};"


def assembled(texts: list[str], folder: Path, ptxas: Path, arch: str = "sm_100a") -> subprocess.CompletedProcess[str]:
    body = "\n".join(
        f".visible .entry k{number}() {{\n.reg .b32 %place;\n{text}\nret;\n}}" for number, text in enumerate(texts)
    )
    source = folder / "copies.ptx"
    source.write_text(f".version 8.8\n.target {arch}\n.address_size 64\n{body}\n")
    command = [str(ptxas), f"-arch={arch}", "-O0", str(source), "-o", str(folder / "copies.cubin")]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("arch", ["sm_100a", "sm_103a", "sm_120a", "sm_121a"])
def test_ptxas_takes_every_one(arch: str, tmp_path: Path, ptxas: Path) -> None:
    assert len(UNTESTED) == 15
    assert all(record.where.on(target(arch)) for record in UNTESTED)
    done = assembled([instruction(record, k) for k, record in enumerate(UNTESTED)], tmp_path, ptxas, arch)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("record", UNTESTED[:1], ids=lambda record: record.name)
def test_a_wrong_spelling_is_refused(record: CopyRecord, tmp_path: Path, ptxas: Path) -> None:
    wrong = instruction(record, 0).replace("m16n16", "m16n32")
    assert assembled([wrong], tmp_path, ptxas).returncode != 0
