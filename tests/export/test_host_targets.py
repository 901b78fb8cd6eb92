"""`--host-target`: exported objects whose host code is another machine's; `RDC`: kernels as linkable objects."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import Float32
from cutedsl.codegen.llvm.host_targets import host_target
from cutedsl.cute.runtime import load_module, make_fake_compact_tensor, make_fake_stream
from cutedsl.errors import DSLUserCodeError
from tests.conftest import find_tool
from tests.export.test_export_for_gpus import scale
from tests.export.test_export_to_c import scale_add
from tests.unit.codegen.cpu.freestanding import build_exported, run

X86_64, AARCH64 = 62, 183
RELOCATABLE, EXECUTABLE = 1, 2


def machine_of(data: bytes) -> int:
    """The machine of an ELF file, as the System V ABI numbers them."""
    assert data[:4] == b"\x7fELF"
    return struct.unpack_from("<H", data, 18)[0]


def compiled(options: str) -> Any:
    """A program of one kernel; its output is only written, which takes an instruction of its own on x86."""
    tensors = [make_fake_compact_tensor(Float32, (cute.sym_int(),)) for _ in range(3)]
    return cute.compile(scale_add, *tensors, 2.0, options=f"--target cpu {options}")


@pytest.mark.parametrize(
    ("target", "machine"),
    [
        ("linux-aarch64", AARCH64),
        ("qnx8-aarch64", AARCH64),
        ("'llvm -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1'", AARCH64),
        ("'llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=nehalem -mattr=-sse4.2'", X86_64),
    ],
)
def test_an_object_for_another_machine(target: str, machine: int, tmp_path: Path) -> None:
    program = compiled(f"--host-target {target}")
    x, y, out = (np.arange(40, dtype=np.float32) for _ in range(3))
    program(x, y, out, 2.0)  # calls run on this machine
    assert out.tolist() == (3 * x).tolist()
    program.export_to_c(str(tmp_path), "sa", "sa")
    data = (tmp_path / "sa.o").read_bytes()
    assert machine_of(data) == machine and "sa_run_slots" in (tmp_path / "sa.h").read_text()
    with pytest.raises(DSLUserCodeError, match="export-stale"):
        load_module(tmp_path / "sa.o")


def asked_for(data: bytes) -> set[str]:
    """The functions that an object of COFF or Mach-O (64 bits) needs of others. Source: PE Format; mach-o/nlist.h."""
    names: set[str] = set()
    if data[:4] == bytes.fromhex("cffaedfe"):
        (count,), at = struct.unpack_from("<I", data, 16), 32
        for _ in range(count):
            command, size = struct.unpack_from("<II", data, at)
            if command == 2:  # LC_SYMTAB
                symbols, many, strings, _ = struct.unpack_from("<4I", data, at + 8)
                for k in range(many):
                    name, kind, _, _, value = struct.unpack_from("<IBBHQ", data, symbols + 16 * k)
                    if kind & 0x0F == 1 and not value:
                        start = strings + name
                        names.add(data[start : data.index(b"\0", start)].decode())
            at += size
        return names
    symbols, many = struct.unpack_from("<II", data, 8)
    strings, k = symbols + 18 * many, 0
    while k < many:
        short, value, section, _, kind, more = struct.unpack_from("<8sIhHBB", data, symbols + 18 * k)
        if section == 0 and kind == 2 and not value:
            start = strings + int.from_bytes(short[4:], "little")
            names.add(
                (data[start : data.index(b"\0", start)] if short[:4] == bytes(4) else short.rstrip(b"\0")).decode()
            )
        k += 1 + more
    return names


C_LIBRARY = {"malloc", "free", "memset", "memcpy", "putchar"}


@pytest.mark.parametrize(
    ("triple", "start", "others"),
    [
        ("x86_64-pc-windows-msvc", "6486", {"__chkstk", "_fltused"}),
        ("aarch64-pc-windows-msvc", "64aa", {"__chkstk", "_fltused"}),
        ("arm64-apple-macosx13.0.0", "cffaedfe0c000001", {"bzero"}),
        ("x86_64-apple-macosx13.0.0", "cffaedfe07000001", {"__bzero"}),
    ],
)
def test_an_object_for_windows_or_macos_needs_nothing_but_the_c_library(
    triple: str, start: str, others: set[str], tmp_path: Path
) -> None:
    compiled(f"--host-target 'llvm -mtriple={triple}'").export_to_c(str(tmp_path), "sa", "sa")
    data = (tmp_path / "sa.o").read_bytes()
    assert data.startswith(bytes.fromhex(start))
    needed = {name.removeprefix("_") if "apple" in triple else name for name in asked_for(data)}
    assert {"malloc", "putchar"} <= needed <= C_LIBRARY | others


def test_the_object_runs_on_the_other_machine(tmp_path: Path) -> None:
    linker, emulator = find_tool("aarch64-linux-gnu-ld"), find_tool("qemu-aarch64")
    program = compiled("--host-target linux-aarch64")
    program.export_to_c(str(tmp_path), "sa", "sa")
    arrays = {name: np.arange(40, dtype=np.float32) + k for k, name in enumerate(("x", "y", "out"))}
    slots = [one for group in program.argument_slots((*arrays.values(), 2.5), {}) for one in group]
    built = build_exported(tmp_path / "sa.o", slots, arrays, host_target("linux-aarch64"), str(linker))
    there = run([emulator, built], arrays)
    program(*arrays.values(), 2.5)
    assert there["out"].tolist() == arrays["out"].tolist() == (2.5 * arrays["x"] + arrays["y"]).tolist()


def test_host_code_beside_kernels_for_a_gpu(tmp_path: Path) -> None:
    x = make_fake_compact_tensor(Float32, (cute.sym_int(),))
    program = cute.compile(scale, x, 2.0, make_fake_stream(), options="--target cpu --host-target linux-aarch64")
    program.export_to_c(str(tmp_path), "scale", "scale", gpu_arch="sm_90a")
    data = (tmp_path / "scale.o").read_bytes()
    assert machine_of(data) == AARCH64 and b".target sm_90a" in data
    assert "host code for aarch64-unknown-linux-gnu" in (tmp_path / "scale.h").read_text()


@pytest.mark.parametrize("target", ["arm", "llvm", "' '", "'llvm -mcpu=x'", "'llvm -mtriple=pdp11-dec-unix'"])
def test_a_machine_that_does_not_exist_is_refused(target: str, tmp_path: Path) -> None:
    with pytest.raises(DSLUserCodeError, match="host-target"):
        compiled(f"--host-target {target}").export_to_c(str(tmp_path), "sa", "sa")
    assert not list(tmp_path.iterdir())


def test_the_typed_option_is_the_same() -> None:
    tensors = [make_fake_compact_tensor(Float32, (8,)) for _ in range(3)]
    typed = cute.compile[cute.HostTarget("linux-aarch64")](scale_add, *tensors, 2.0)
    assert typed.artifacts.options.host_target == "linux-aarch64"


@pytest.mark.skipif(shutil.which("ptxas") is None, reason="no ptxas")
def test_relocatable_device_code_is_linked_later(tmp_path: Path) -> None:
    tensors = [make_fake_compact_tensor(Float32, (8,)) for _ in range(3)]
    kinds: list[int] = []
    for options in ((), (cute.RDC,)):
        program = cute.compile[(cute.GPUArch("sm_90a"), *options)](scale_add, *tensors, 2.0)
        kinds.append(struct.unpack_from("<H", program.__cubin__, 16)[0])
    assert kinds == [EXECUTABLE, RELOCATABLE]
    if linker := shutil.which("nvlink"):
        object_file = tmp_path / "kernel.o"
        object_file.write_bytes(program.__cubin__)
        subprocess.run([linker, "-arch=sm_90a", object_file, "-o", tmp_path / "kernel.cubin"], check=True)
