"""What the emitter writes, and what it refuses by name."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import NvptxSource, compile_ptx, emit_nvptx
from cutedsl.codegen.nvptx.memory import access_pieces
from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.text import parse_module

SM_90A = target("sm_90a")
F32, I32 = "!cute.ptr<f32, gmem>", "!cute.ptr<i32, gmem>"


def source_of(body: str, params: str = f"%p : {F32}, %q : {I32}", attributes: str = "cute.kernel") -> NvptxSource:
    text = f"builtin.module {{\n func.func @k({params}) attributes {{{attributes}}} {{\n{body}\n func.return\n }}\n}}"
    return emit_nvptx(parse_module(text, "kernel.py"), SM_90A)


def ptx_of(body: str, params: str = f"%p : {F32}, %q : {I32}", attributes: str = "cute.kernel") -> str:
    return compile_ptx(source_of(body, params, attributes))


@given(elems=st.integers(1, 200), elem_bytes=st.sampled_from([1, 2, 4, 8]), align_log=st.integers(0, 7))
def test_pieces_cover_a_vector_in_aligned_powers_of_two(elems: int, elem_bytes: int, align_log: int) -> None:
    align = max(elem_bytes, 1 << align_log)
    pieces = list(access_pieces(elems, elem_bytes, align))
    assert [e for first, count in pieces for e in range(first, first + count)] == list(range(elems))
    for first, count in pieces:
        size = count * elem_bytes
        assert size & (size - 1) == 0
        assert size <= 16 or count == 1
        assert (first * elem_bytes) % size == 0
        assert align % size == 0


def test_host_functions_are_left_out() -> None:
    text = """builtin.module {
  func.func @cutlass_f(%x : i32) attributes {cute.host} { func.return }
  func.func @kernel_a(%x : i1, %y : f32) attributes {cute.kernel, cute.smem_bytes = 96 : i64} { func.return }
  func.func @kernel_b() attributes {cute.kernel, cute.block_dim = array<i32: 32, 2, 1>} { func.return }
}"""
    source = emit_nvptx(parse_module(text), SM_90A)
    assert [(k.name, k.smem_bytes, k.block_dim, k.param_count) for k in source.kernels] == [
        ("kernel_a", 96, None, 2),
        ("kernel_b", 0, (32, 2, 1), 0),
    ]
    assert "cutlass_f" not in source.llvm_text


def test_a_symbol_that_ptx_cannot_spell_is_renamed() -> None:
    text = 'builtin.module { func.func @"kernel_größe_0"() attributes {cute.kernel} { func.return } }'
    source = emit_nvptx(parse_module(text), SM_90A)
    assert source.kernels[0].name == "kernel_gr__e_0"
    assert ".entry kernel_gr__e_0(" in compile_ptx(source)


def test_an_unknown_operation_is_refused_with_the_authors_place() -> None:
    text = """builtin.module { func.func @k(%a : i32) attributes {cute.kernel} {
      %x = "math.ctlz"(%a) : (i32) -> i32
      %y = "math.cttz"(%a) : (i32) -> i32 loc("gemm.py":12:7)
      func.return } }"""
    with pytest.raises(DSLUserCodeError) as caught:
        emit_nvptx(parse_module(text), SM_90A)
    assert caught.value.name == "not-yet"
    assert "`cttz`" in str(caught.value)
    assert "gemm.py:12:7" in str(caught.value)


def test_a_sine_of_eight_bits_is_refused() -> None:
    p = "!cute.ptr<f8E5M2, gmem>"
    body = f'%v = cute.ptr.load %d : {p} -> f8E5M2\n %r = "math.sin"(%v) : (f8E5M2) -> f8E5M2'
    with pytest.raises(DSLUserCodeError, match="`sin` of f8E5M2"):
        source_of(body, f"%d : {p}")


def test_eight_bit_floats_are_copied_and_converted_but_not_computed_with() -> None:
    p = "!cute.ptr<f8E4M3FN, gmem, align<16>>"
    copy = f"%v = cute.ptr.load %x : {p} -> vector<16xf8E4M3FN>\n cute.ptr.store %v, %x : vector<16xf8E4M3FN>, {p}\n"
    assert "ld.global.v4.b32" in ptx_of(copy, f"%x : {p}")
    widen = '%w = "arith.extf"(%v) : (vector<16xf8E4M3FN>) -> vector<16xf32>'
    source_of(copy + widen, f"%x : {p}")
    add = "%s = arith.addf %v, %v : vector<16xf8E4M3FN>"
    with pytest.raises(DSLUserCodeError, match="f8E4M3FN"):
        source_of(copy + add, f"%x : {p}")
    one = f"%c = arith.constant 1.0 : f8E4M3FN\n cute.ptr.store %c, %x : f8E4M3FN, {p}"
    assert "store i8 56" in source_of(one, f"%x : {p}").llvm_text


def test_a_failed_check_names_the_authors_line() -> None:
    body = 'cute.trap "the tile is empty" loc("gemm.py":31:5)'
    source = source_of(body).llvm_text
    assert 'c"the tile is empty\\00"' in source
    assert 'c"gemm.py\\00"' in source
    assert "i32 31" in source
    assert "call.uni" in ptx_of(body)


@pytest.mark.parametrize(
    ("attributes", "name"),
    [
        ("cute.kernel, cute.smem_bytes = 232449 : i64", "too-much-shared-memory"),
        ("cute.kernel, cute.block_dim = array<i32: 64, 17, 1>", "too-many-threads"),
    ],
)
def test_a_kernel_that_cannot_start_is_refused(attributes: str, name: str) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        source_of("", attributes=attributes)
    assert caught.value.name == name


def test_static_block_sizes_become_constants() -> None:
    body = """%d = "cute.block_dim"() <{axis = 0 : i32}> : () -> i32
 %y = "cute.thread_idx"() <{axis = 1 : i32}> : () -> i32
 %s = arith.addi %d, %y : i32
 cute.ptr.store %s, %q : i32, !cute.ptr<i32, gmem>"""
    static = ptx_of(body, attributes="cute.kernel, cute.block_dim = array<i32: 96, 1, 1>")
    assert "st.global.b32 \t[%rd1], 96" in static
    assert "%ntid" not in static
    dynamic = ptx_of(body)
    assert "%ntid.x" in dynamic
    assert "%tid.y" in dynamic


def summing(bound: str, attribute: str) -> str:
    return f"""%z = arith.constant 0 : i32
 {bound}
 %one = arith.constant 1 : i32
 %f = arith.constant 0.0 : f32
 %sum = scf.for %i = %z to %n step %one iter_args(%a = %f) -> (f32) : i32 {{
   %e = cute.ptr.add %p, %i : {F32}, i32 -> {F32}
   %v = cute.ptr.load %e : {F32} -> f32
   %b = arith.addf %a, %v : f32
   scf.yield %b : f32
 }} {{{attribute}}}
 cute.ptr.store %sum, %p : f32, {F32}"""


@pytest.mark.parametrize(
    ("attribute", "loads"), [("cute.unroll = 1 : i32", 1), ("cute.unroll_full", 8), ("cute.unroll = 4 : i32", 4)]
)
def test_unroll_hints_are_kept(attribute: str, loads: int) -> None:
    bound = f"%n = arith.constant {8 if 'full' in attribute else 4096} : i32"
    assert len(re.findall(r"ld\.global", ptx_of(summing(bound, attribute)))) == loads


def test_a_count_known_only_at_run_time_is_left_to_the_assembler() -> None:
    at_run_time = ptx_of(summing('%n = "cute.grid_dim"() <{axis = 0 : i32}> : () -> i32', ""))
    assert len(re.findall(r"ld\.global", at_run_time)) == 1
    small = ptx_of(summing("%n = arith.constant 8 : i32", ""))
    assert len(re.findall(r"ld\.global", small)) == 8


def test_a_loop_that_waits_on_an_mbarrier_stays_rolled_and_its_wait_has_no_time_limit() -> None:
    pointer = "!cute.ptr<i64, smem, align<8>>"
    sums = summing("%n = arith.constant 8 : i32", "")
    waiting = sums.replace("%v = ", f"cute.mbarrier.wait %bar, %z : {pointer}, i32\n   %v = ")
    ptx = ptx_of(f"%bar = cute.smem_alloc 0, 8, 8 : {pointer}\n{waiting}")
    assert len(re.findall(r"ld\.global", ptx)) == 1
    assert len(re.findall(r"try_wait\.parity\S+ p, \[\S+\], \S+;", ptx)) == 1
    older = "builtin.module { func.func @k(%z : i32) attributes {cute.kernel} { %bar = cute.smem_alloc 0, 8, 8 : "
    older += f"{pointer}\ncute.mbarrier.wait %bar, %z : {pointer}, i32\nfunc.return }} }}"
    assert "mbarrier.test_wait.parity.shared.b64" in compile_ptx(emit_nvptx(parse_module(older), target("sm_80")))
    meeting = sums.replace("%v = ", "cute.barrier\n   %v = ")
    assert len(re.findall(r"ld\.global", ptx_of(meeting))) == 8


def test_fast_math_uses_the_hardware_and_exact_math_does_not() -> None:
    body = f"""%v = cute.ptr.load %p : {F32} -> f32
 %e = "math.sin"(%v) <{{fastmath = #arith.fastmath<FLAGS>}}> : (f32) -> f32
 %s = "math.rsqrt"(%e) <{{fastmath = #arith.fastmath<FLAGS>}}> : (f32) -> f32
 cute.ptr.store %s, %p : f32, {F32}"""
    fast = ptx_of(body.replace("FLAGS", "fast"))
    assert "sin.approx.f32" in fast
    assert "rsqrt.approx.f32" in fast
    exact = ptx_of(body.replace("FLAGS", "none"))
    assert "approx" not in exact
    assert "sqrt.rn.f32" in exact


def test_products_are_fused_only_where_allowed() -> None:
    body = f"""%v = cute.ptr.load %p : {F32} -> f32
 %m = "arith.mulf"(%v, %v) <{{fastmath = #arith.fastmath<FLAGS>}}> : (f32, f32) -> f32
 %s = "arith.addf"(%m, %v) <{{fastmath = #arith.fastmath<FLAGS>}}> : (f32, f32) -> f32
 cute.ptr.store %s, %p : f32, {F32}"""
    for flags in ("contract", "none"):
        assert "fma.rn.f32" in ptx_of(body.replace("FLAGS", flags))
    twice = body.replace("FLAGS", "none") + f" cute.ptr.store %m, %p : f32, {F32}"
    assert "mul.rn.f32" in ptx_of(twice)
    assert "fma" not in ptx_of(twice)


def test_collectives_name_ptx_instructions() -> None:
    body = """%a = cute.ptr.load %q : !cute.ptr<i32, gmem> -> i32
 %m = arith.constant -1 : i32
 %one = arith.constant 1 : i32
 %n = arith.constant 128 : i32
 %k = arith.constant 31 : i32
 %u = cute.shuffle "up" %a, %one, %m, %k : i32, i32, i32, i32 -> i32
 "cute.barrier"() : () -> ()
 "cute.barrier"(%one, %n) : (i32, i32) -> ()
 cute.sync_warp %m : i32
 %old = cute.atomic "add" %q, %u : !cute.ptr<i32, gmem>, i32 -> i32
 %was = cute.atomic "max" %q, %u : !cute.ptr<i32, gmem>, i32 -> i32
 cute.ptr.store %was, %q : i32, !cute.ptr<i32, gmem>"""
    ptx = ptx_of(body)
    for expected in (
        "shfl.sync.up.b32",
        "bar.sync \t0;",
        "bar.sync \t1, 128;",
        "bar.warp.sync",
        "atom.global.add.u32",
        "atom.global.max.s32",
    ):
        assert expected in ptx, expected


def test_private_memory_with_constant_indices_stays_in_registers() -> None:
    r, g = "!cute.ptr<f32, rmem>", "!cute.ptr<f32, gmem, align<16>>"
    body = f"""%r = "cute.rmem_alloc"() <{{elems = 8 : i32}}> : () -> {r}
 %v = cute.ptr.load %g : {g} -> vector<8xf32>
 cute.ptr.store %v, %r : vector<8xf32>, {r}
 %three = arith.constant 3 : i32
 %e = cute.ptr.add %r, %three : {r}, i32 -> {r}
 %x = cute.ptr.load %e : {r} -> f32
 cute.ptr.store %x, %g : f32, {g}"""
    assert "local" not in ptx_of(body, f"%g : {g}")


def test_line_info_reaches_the_ptx() -> None:
    text = f"""builtin.module {{ func.func @k(%p : {F32}) attributes {{cute.kernel}} {{
      %v = cute.ptr.load %p : {F32} -> f32 loc("/home/me/gemm.py":12:7)
      %s = arith.addf %v, %v : f32 loc("/home/me/other.py":40:3)
      cute.ptr.store %s, %p : f32, {F32} loc("/home/me/gemm.py":13:7)
      func.return loc("/home/me/gemm.py":14:1) }} loc("/home/me/gemm.py":10:1) }}"""
    ptx = compile_ptx(emit_nvptx(parse_module(text), SM_90A, lineinfo=True))
    files = {name: number for number, name in re.findall(r'\.file\t(\d+) "([^"]+)"', ptx)}
    assert set(files) == {"/home/me/gemm.py", "/home/me/other.py"}
    for name, line, col in (("/home/me/gemm.py", 12, 7), ("/home/me/other.py", 40, 3), ("/home/me/gemm.py", 13, 7)):
        assert f".loc\t{files[name]} {line} {col}" in ptx
    assert ".loc" not in compile_ptx(emit_nvptx(parse_module(text), SM_90A))


def test_a_step_below_zero_counts_down() -> None:
    body = f"""%hi = cute.ptr.load %q : {I32} -> i32
 %z = arith.constant 0 : i32
 %m = arith.constant -3 : i32
 scf.for %i = %hi to %z step %m : i32 {{
   cute.ptr.store %i, %q : i32, {I32}
 }} {{cute.step_negative}}"""
    assert "setp.lt.s32" in ptx_of(body)


def test_unsigned_bounds_compare_unsigned() -> None:
    body = f"""%hi = cute.ptr.load %q : {I32} -> i32
 %lo = arith.constant 5 : i32
 %m = arith.constant 3 : i32
 scf.for %i = %lo to %hi step %m : i32 {{
   cute.ptr.store %i, %q : i32, {I32}
 }} {{ATTRIBUTE}}"""
    assert set(re.findall(r"setp\.l[te]\.(.)32", ptx_of(body.replace("{ATTRIBUTE}", "{cute.unsigned}")))) == {"u"}
    assert set(re.findall(r"setp\.l[te]\.(.)32", ptx_of(body.replace("{ATTRIBUTE}", "")))) == {"s"}
