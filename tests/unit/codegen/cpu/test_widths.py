"""One emitter for every vector width: AVX2 and SSE4 code runs here; `test_emulated.py` runs NEON code."""

from __future__ import annotations

import platform

import numpy as np
import pytest

from cutedsl.codegen.cpu import module as cpu_module
from cutedsl.codegen.cpu.module import emit_cpu
from cutedsl.codegen.llvm import compile as compiler
from cutedsl.codegen.llvm.compile import Machine, host_machine, optimise
from tests.products import long
from tests.unit.codegen.cpu import test_atomics as test_cpu_atomics
from tests.unit.codegen.cpu import test_collectives as test_cpu_collectives
from tests.unit.codegen.cpu import test_memory as test_cpu_memory
from tests.unit.codegen.cpu.cpu_programs import load_at, module_text, parse, store_at

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
    test_cpu_collectives.test_a_block_is_reduced(4)
    test_cpu_collectives.test_votes_count_the_lanes()
    test_cpu_collectives.test_shuffles_by_constants_move_lanes("bfly", 31)
    test_cpu_collectives.test_shuffles_by_what_the_call_says("down")
    test_cpu_atomics.test_matches_find_equal_lanes("i32", "each")
    test_cpu_atomics.test_reductions_of_a_warp_give_their_value("max", "full")
    test_cpu_atomics.test_atomics_in_both_spaces("add", "i32")


@pytest.mark.parametrize(("triple", "cpu", "magic"), NEON)
def test_neon_code_is_made(triple: str, cpu: str, magic: bytes) -> None:
    """Code for 64-bit Arm, of Linux and of macOS."""
    made = optimise(_text(), Machine(triple, cpu, "", reloc="pic"))
    assert made.object_bytes().startswith(magic)
    assert "fmul\tv" in made.assembly() or "fmul.4s" in made.assembly()


GATHERS = {
    "all": ("skylake-avx512", "+avx,+avx2,+avx512f,+avx512bw"),
    "words alone": ("skylake-avx512", "+avx,+avx2,+avx512f,-avx512bw"),
    "loads alone": ("skylake", "+avx,+avx2"),
    "none": ("nehalem", ""),
}


@pytest.fixture(params=[one if one in ("loads alone", "none") else long(one) for one in GATHERS])
def gathering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine by what it has for lanes that lie anywhere."""
    machine = Machine(compiler.host_machine().triple, *GATHERS[request.param], reloc="pic")
    for place in (compiler, cpu_module):
        monkeypatch.setattr(place, "host_machine", lambda: machine)
    return machine


def _runs_here(machine: Machine) -> bool:
    have = host_machine().features.split(",")
    return all(one[0] == "-" or one in have for one in machine.features.split(",") if one)


@pytest.mark.skipif(not X86, reason="x86 code runs on x86 only")
def test_lanes_anywhere_with_every_kind_of_gather(gathering: Machine) -> None:
    """Small and large elements, with and without a mask, alone and as vectors, whatever the machine gathers."""
    assert (gathering.gathers, gathering.scatters) == (gathering.cpu != "nehalem", "avx512" in gathering.cpu)
    if not _runs_here(gathering):
        pytest.skip("this machine lacks the instructions")
    for dtype in ("float32", "float16", "int8"):
        test_cpu_memory.loads_and_stores("table", dtype, "all", "dynamic")
        test_cpu_memory.loads_and_stores("contiguous", dtype, "dynamic")
    for kind, stride in (("f32", 5), ("f16", 5), ("f16", 8)):
        test_cpu_memory.test_vector_loads_and_stores(stride, True, kind)
    test_cpu_memory.test_small_elements_at_any_place()


@pytest.mark.skipif(not X86, reason="x86 code runs on x86 only")
def test_small_elements_under_a_mask_are_short_to_compile(gathering: Machine) -> None:
    """Forty accesses of 16 bits are no branch for each lane (LLVM's own were 3,900 lines of blocks here)."""
    x, n = np.zeros(4096, np.float16), 40
    steps = "\n".join(
        f"""%d{k} = arith.constant {k} : i32
        %k{k} = arith.addi %m, %d{k} : i32
        {load_at(f"v{k}", "x", f"%k{k}", "f16")}
        {store_at(f"%v{k}", "y", f"%k{k}", "f16")}"""
        for k in range(n)
    )
    body = f"""
    %tid = cute.thread_idx 0
    %c1 = arith.constant 1 : i32
    %c0 = arith.constant 0 : i32
    {load_at("m", "i", "%tid", "i32")}
    %b = arith.andi %m, %c1 : i32
    %yes = arith.cmpi ne, %b, %c0 : i32
    scf.if %yes {{
      {steps}
    }}"""
    text = module_text(body, {"x": x, "y": x, "i": np.zeros(64, np.int32)}, {}, (64, 1, 1), (1, 1, 1), 0, True)
    made = optimise(emit_cpu(parse(text)).llvm_text, gathering)
    assert made.ir_text().count("define internal void @cute.scatter.i16(") == 1
    blocks = sum(line.startswith(".LBB") for line in made.assembly().splitlines())
    assert blocks < 8 * n
