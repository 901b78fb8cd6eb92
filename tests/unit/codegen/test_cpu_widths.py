"""One emitter for every vector width: AVX2 and SSE4 code runs here; `test_cpu_emulated.py` runs NEON code."""

from __future__ import annotations

import platform

import numpy as np
import pytest

from cutedsl.codegen.cpu.module import emit_cpu
from cutedsl.codegen.llvm import compile as compiler
from cutedsl.codegen.llvm.compile import Machine, optimise
from tests.unit.codegen import test_cpu_atomics, test_cpu_collectives
from tests.unit.codegen.cpu_programs import load_at, module_text, parse, store_at

X86 = platform.machine() in ("x86_64", "AMD64")
NEON = [
    ("aarch64-unknown-linux-gnu", "neoverse-n1", b"\x7fELF"),
    ("arm64-apple-macosx", "apple-m1", b"\xcf\xfa\xed\xfe"),
]


def _text() -> str:
    """LLVM text of a kernel with vectors, a barrier and an atomic."""
    x = np.zeros(64, np.float32)
    body = f"""
    %tid = cute.thread_idx 0
    {load_at("v", "x", "%tid")}
    cute.barrier
    %w = arith.mulf %v, %v : f32
    {store_at("%w", "x", "%tid")}
    cute.atomic "add" %x, %w : !cute.ptr<f32, gmem>, f32"""
    return emit_cpu(parse(module_text(body, {"x": x}, {}, (64, 1, 1), (1, 1, 1), 0, True))).llvm_text


@pytest.mark.skipif(not X86, reason="x86 code runs on x86 only")
@pytest.mark.parametrize(("cpu", "width"), [("haswell", "AVX2"), ("nehalem", "SSE4")])
def test_narrower_machines_compute_the_same(cpu: str, width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests of shuffles, reductions, votes and atomics once more, with code for an older processor."""
    machine = Machine(compiler.host_machine().triple, cpu, "", reloc="pic")
    monkeypatch.setattr(compiler, "host_machine", lambda: machine)
    registers = compiler.compile_native(_text()).assembly()
    assert ("%ymm" in registers, "%zmm" in registers) == (width == "AVX2", False)
    test_cpu_collectives.test_block_reduction(4)
    test_cpu_collectives.test_votes()
    test_cpu_collectives.test_shuffles("bfly", 31, False)
    test_cpu_collectives.test_shuffles("down", 0x1C1F, True)
    test_cpu_atomics.test_matches("i32", "each")
    test_cpu_atomics.test_reductions("max", "full")
    test_cpu_atomics.test_atomics_in_both_spaces("add", "i32", "some")


@pytest.mark.parametrize(("triple", "cpu", "magic"), NEON)
def test_neon_code_is_made(triple: str, cpu: str, magic: bytes) -> None:
    """Code for 64-bit Arm, of Linux and of macOS."""
    made = optimise(_text(), Machine(triple, cpu, "", reloc="pic"))
    assert made.object_bytes().startswith(magic)
    assert "fmul\tv" in made.assembly() or "fmul.4s" in made.assembly()
