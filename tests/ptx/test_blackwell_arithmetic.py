"""Blackwell's conversions, packed arithmetic and wide accesses: each is its instruction, which `ptxas` takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble, compile_ptx, emit_nvptx
from cutedsl.ir.text import parse_module

EVERY = ("sm_100a", "sm_103a", "sm_120a", "sm_121a")
STOCHASTIC, WARP = ("sm_100a", "sm_103a"), ("sm_120a", "sm_121a")
FORMATS = {"f4E2M1FN": "e2m1x2", "f6E2M3FN": "e2m3x2", "f6E3M2FN": "e3m2x2", "f8E4M3FN": "e4m3x2", "f8E5M2": "e5m2x2"}
BYTES, FLOATS = "!cute.ptr<i8, gmem, align<8>>", "!cute.ptr<f32, gmem, align<32>>"
EIGHT, FOUR = "vector<8xf32>", "vector<4xf32>"
LOAD = f"    %v = cute.ptr.load %floats : {FLOATS} -> {EIGHT}\n"


def kernel(name: str, body: str) -> str:
    return f"""  func.func @{name}(%bytes : {BYTES}, %floats : {FLOATS}) attributes {{cute.kernel}} {{
{body}
    func.return
  }}
"""


def ptx_of(bodies: list[str], arch: str) -> str:
    kernels = "".join(kernel(f"k{number}", body) for number, body in enumerate(bodies))
    return compile_ptx(emit_nvptx(parse_module(f"builtin.module {{\n{kernels}}}"), target(arch)))


def narrowed(kind: str) -> str:
    return f"""{LOAD}    %n = arith.truncf %v : {EIGHT} to vector<8x{kind}>
    %c = arith.bitcast %n : vector<8x{kind}> to vector<8xi8>
    cute.ptr.store %c, %bytes : vector<8xi8>, {BYTES}"""


def widened(kind: str, wide: str = "f32") -> str:
    return f"""    %c = cute.ptr.load %bytes : {BYTES} -> vector<8xi8>
    %n = arith.bitcast %c : vector<8xi8> to vector<8x{kind}>
    %v = arith.extf %n : vector<8x{kind}> to vector<8x{wide}>
    %p = cute.ptr.cast %floats : {FLOATS} -> !cute.ptr<{wide}, gmem, align<32>>
    cute.ptr.store %v, %p : vector<8x{wide}>, !cute.ptr<{wide}, gmem, align<32>>"""


def calculated(op: str) -> str:
    operands = "%v, %v, %v" if "fma" in op else "%v, %v"
    return f"{LOAD}    %w = {op} {operands} : {EIGHT}\n    cute.ptr.store %w, %floats : {EIGHT}, {FLOATS}"


def of_three(op: str) -> str:
    parts = "".join(f'    %x{k} = "cute.vec.extract"(%v) <{{index = {k} : i32}}> : ({FOUR}) -> f32\n' for k in range(3))
    head = f"    %v = cute.ptr.load %floats : {FLOATS} -> {FOUR}\n"  # of 16 bytes: wider ones ask for a later PTX too
    return f"""{head}{parts}    %s = arith.{op} %x0, %x1 : f32
    %t = arith.{op} %s, %x2 : f32
    cute.ptr.store %t, %floats : f32, {FLOATS}"""


def written(text: str, outs: str = "", args: str = "") -> str:
    """PTX that the author wrote: `outs` and `args` are constraint letters of registers; `l` is a pointer."""
    kinds = {"r": "i32", "h": "i16", "f": "f32", "l": FLOATS}
    values = {"r": "%r", "h": "%h", "f": "%f", "l": "%floats"}
    constraints = ",".join([*(f"={one}" for one in outs), *args])
    types = f"({', '.join(kinds[one] for one in args)}) -> ({', '.join(kinds[one] for one in outs)})"
    head = f"%q:{len(outs)} = " if outs else ""
    uses = "".join(
        f"""    %p{k} = cute.ptr.cast %floats : {FLOATS} -> !cute.ptr<{kinds[one]}, gmem, align<4>>
    cute.ptr.store %q#{k}, %p{k} : {kinds[one]}, !cute.ptr<{kinds[one]}, gmem, align<4>>
"""
        for k, one in enumerate(outs)
    )
    return f"""    %r = cute.thread_idx 0
    %h = arith.trunci %r : i32 to i16
    %f = arith.bitcast %r : i32 to f32
    {head}cute.inline_ptx "{text}" "{constraints}" "some" ({", ".join(values[one] for one in args)}) : {types}
{uses}"""


@pytest.mark.parametrize("arch", EVERY)
def test_pairs_of_narrow_floats_are_one_instruction(arch: str, ptxas: Path) -> None:
    ptx = ptx_of([make(kind) for kind in FORMATS for make in (narrowed, widened)], arch)
    for pair in FORMATS.values():
        assert ptx.count(f"cvt.rn.satfinite.{pair}.f32 ") == 4
        assert ptx.count(f"cvt.rn.f16x2.{pair} ") == 4
    assemble(ptx, target(arch), ["-O1"], ptxas=str(ptxas))


@pytest.mark.parametrize("arch", EVERY)
def test_factors_widen_in_pairs(arch: str, ptxas: Path) -> None:
    """To bfloat16, exactly, and from there to what is asked for."""
    ptx = ptx_of([widened("f8E8M0FNU"), widened("f8E8M0FNU", "bf16"), widened("f4E2M1FN", "bf16")], arch)
    assert ptx.count("cvt.rn.bf16x2.ue8m0x2 ") == 8
    assemble(ptx, target(arch), ["-O1"], ptxas=str(ptxas))


def test_targets_without_the_conversions_make_them_of_what_they_have(ptxas: Path) -> None:
    ptx = ptx_of([narrowed("f4E2M1FN"), widened("f4E2M1FN"), widened("f8E8M0FNU")], "sm_100")
    assert "e2m1x2" not in ptx and "ue8m0" not in ptx
    assemble(ptx, target("sm_100"), ["-O1"], ptxas=str(ptxas))


@pytest.mark.parametrize("arch", EVERY)
def test_arithmetic_of_vectors_takes_pairs(arch: str, ptxas: Path) -> None:
    ptx = ptx_of([calculated("math.fma"), calculated("arith.addf"), calculated("arith.mulf")], arch)
    for name in ("fma", "add", "mul"):
        assert len(re.findall(rf"\b{name}\.rn\.f32x2 ", ptx)) == 4
    assemble(ptx, target(arch), ["-O1"], ptxas=str(ptxas))


@pytest.mark.parametrize("arch", EVERY)
@pytest.mark.parametrize(
    ("op", "name"), [("maxnumf", "max"), ("minnumf", "min"), ("maximumf", "max.NaN"), ("minimumf", "min.NaN")]
)
def test_the_extreme_of_three_is_one_instruction(op: str, name: str, arch: str, ptxas: Path) -> None:
    ptx = ptx_of([of_three(op)], arch)
    assert re.findall(rf"\b{name}\.f32 \t(.*);", ptx)[0].count(",") == 3
    assemble(ptx, target(arch), ["-O1"], ptxas=str(ptxas))


@pytest.mark.parametrize("arch", EVERY)
def test_accesses_of_global_memory_have_32_bytes(arch: str, ptxas: Path) -> None:
    ptx = ptx_of([calculated("arith.negf").replace("%v, %v", "%v")], arch)
    assert len(re.findall(r"\b(?:ld|st)\.global\.(?:v8\.b32|v4\.b64) ", ptx)) == 2
    assert not re.search(r"\.v[24]\.b32|\.v2\.b64", ptx)
    assemble(ptx, target(arch), ["-O1"], ptxas=str(ptxas))


MMA = "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4"
NARROW = ("e4m3", "e5m2", "e2m3", "e3m2", "e2m1")


def multiplied(sums: int) -> str:
    """The operands of a multiply: sums, A, B, and sums again, in registers of their own or one for all."""
    own = [f"${k}" for k in range(sums)], [f"${sums}"] * 4, [f"${sums}"] * 2, [f"${sums + 1}"] * sums
    return "{} " + ", ".join(f"{{{{{', '.join(part)}}}}}" for part in own) + ";"


TEXTS: dict[str, tuple[tuple[str, ...], str, str, str]] = {
    **{
        f"cvt.rs{relu}.satfinite.{kind}x4.f32": (STOCHASTIC, "{} $0, {{$1, $1, $1, $1}}, $2;", out, "fr")
        for kind, out in (("e2m1", "h"), ("e2m3", "r"), ("e3m2", "r"), ("e4m3", "r"), ("e5m2", "r"))
        for relu in ("", ".relu")
    },
    **{f"cvt.rs.{kind}x2.f32": (STOCHASTIC, "{} $0, $1, $1, $2;", "r", "fr") for kind in ("f16", "bf16")},
    "cvt.rp.satfinite.ue8m0x2.f32": (EVERY, "{} $0, $1, $1;", "h", "f"),
    "cvt.rz.satfinite.ue8m0x2.bf16x2": (EVERY, "{} $0, $1;", "h", "r"),
    **{f"{name}{nan}.f32": (EVERY, "{} $0, $1, $1, $1;", "f", "f") for name in ("max", "min") for nan in ("", ".NaN")},
    **{
        f"{name}.global.v8.b32": (EVERY, "{{ .reg .b32 a<8>; " + text + " }}", "", "l")
        for name, text in (
            ("ld", "{} {{a0, a1, a2, a3, a4, a5, a6, a7}}, [$0];"),
            ("st", "{} [$0], {{a0, a1, a2, a3, a4, a5, a6, a7}};"),
        )
    },
    **{
        f"cp.async.bulk.tensor.3d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes": (
            STOCHASTIC,
            "{} [$0], [$2, {{$0, $0, $0}}], [$0], {{$1, $1}};",
            "",
            "rhl",
        )
        for mode in ("im2col::w", "im2col::w::128")
    },
    "st.bulk.weak.shared::cta": (EVERY, "{} [$0], 4096, 0;", "", "r"),
    "cp.async.bulk.global.shared::cta.bulk_group.cp_mask": (
        EVERY,
        "{{ .reg .b64 g; cvt.u64.u32 g, $0; cvta.global.u64 g, g; {} [g], [$0], 16, $1; }}",
        "",
        "rh",
    ),
    **{
        f"{MMA}.{c}.{a}.{b}.{c}": (WARP, multiplied(n), letter * n, "r" + letter)
        for c, n, letter in (("f32", 4, "f"), ("f16", 2, "r"))
        for a in NARROW
        for b in NARROW
    },
}
"""Instructions that the author writes: where they exist, their operands, and the registers of results and arguments."""


@pytest.mark.parametrize("arch", EVERY)
def test_inline_ptx_stays_as_written_and_assembles(arch: str, ptxas: Path) -> None:
    cases = {name: one for name, one in TEXTS.items() if arch in one[0]}
    bodies = [written(text.format(name), outs, args) for name, (_, text, outs, args) in cases.items()]
    ptx = ptx_of(bodies, arch)
    for body, name in zip(ptx.split(".entry ")[1:], cases, strict=True):
        assert name in body
    assert len(assemble(ptx, target(arch), ["-O0"], ptxas=str(ptxas)).kernels) == len(cases)
