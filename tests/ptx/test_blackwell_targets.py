"""Blackwell's instructions apart from `tcgen05`: each by its text where a target has it; others refuse by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble, compile_ptx, emit_nvptx
from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.text import parse_module
from tests.ptx.every_op import kernel, module_of
from tests.ptx.sync_ops import BAR, FAMILIES, HEAD

EVERY = ("sm_100a", "sm_103a", "sm_120a", "sm_121a")
DATACENTER = ("sm_100a", "sm_103a")
MAP, TILE = "!cute.tma_descriptor", "!cute.ptr<f16, smem>"
ANSWER = "!cute.ptr<i32, smem, align<16>>"
REQUEST = f"{HEAD}  %a = cute.smem_alloc 16, 16, 16 : {ANSWER}\n"
TILES = f"{HEAD}  %x = cute.thread_idx 0\n  %tile = cute.smem_alloc 1024, 8192, 1024 : {TILE}\n"
FIVE = "%x, %x, %x, %x, %x", "i32, i32, i32, i32, i32"
CANCEL, QUERY = "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier", "clusterlaunchcontrol.query_cancel"


def answer(part: str) -> str:
    """Asks for a part of an answer, and keeps it."""
    keep = "cute.ptr.store %v, %p_i32 : i32, !cute.ptr<i32, gmem, align<16>>"
    return f'{REQUEST}  %v = cute.clc.answer "{part}" %a : {ANSWER}\n  {keep}'


def tile(kind: str, marks: str, barrier: bool, shared: bool = True) -> str:
    """A copy of four rows, or of a tile of rank 2 for a pair."""
    coords, ints = FIVE if "rows" in marks else ("%x, %x", "i32, i32")
    values = ["%d", *(["%tile"] if shared else []), *(["%bar"] if barrier else [])]
    types = [MAP, *([TILE] if shared else []), *([BAR] if barrier else [])]
    return f'{TILES}  cute.tma.tile "{kind}" {marks} {", ".join(values)}, {coords} : {", ".join(types)}, {ints}'


def reduced(kind: str, nan: bool) -> str:
    """The least or greatest float of a warp."""
    mark = ', nan = "nan"' if nan else ""
    return f"""  %v = cute.ptr.load %p_f32 : !cute.ptr<f32, gmem, align<16>> -> f32
  %m = arith.constant -1 : i32
  %r = cute.redux "f{kind}" %v, %m {{{mark.removeprefix(", ")}}} : f32, i32 -> f32
  cute.ptr.store %r, %p_f32 : f32, !cute.ptr<f32, gmem, align<16>>"""


CASES: dict[str, tuple[tuple[str, ...], str]] = {
    f"{CANCEL}::complete_tx::bytes.multicast::cluster::all.b128 [": (
        EVERY,
        f"{REQUEST}  cute.clc.request %a, %bar : {ANSWER}, {BAR}",
    ),
    f"{CANCEL}::complete_tx::bytes.b128 [": (EVERY, f"{REQUEST}  cute.clc.request alone %a, %bar : {ANSWER}, {BAR}"),
    f"{QUERY}.is_canceled.pred.b128 p, q;": (EVERY, answer("canceled")),
    f"{QUERY}.get_first_ctaid::x.b32.b128 %": (EVERY, answer("x")),
    f"{QUERY}.get_first_ctaid::y.b32.b128 %": (EVERY, answer("y")),
    f"{QUERY}.get_first_ctaid::z.b32.b128 %": (EVERY, answer("z")),
    "setmaxnreg.inc.sync.aligned.u32 232;": (EVERY, '  cute.setmaxregister "inc" 232'),
    "setmaxnreg.dec.sync.aligned.u32 40;": (EVERY, '  cute.setmaxregister "dec" 40'),
    "griddepcontrol.wait;": (EVERY, '  cute.dependent_launch "wait"'),
    "griddepcontrol.launch_dependents;": (EVERY, '  cute.dependent_launch "launch_dependents"'),
    **{
        f"redux.sync.{kind}{'.NaN' if nan else ''}.f32 %": (DATACENTER, reduced(kind, nan))
        for kind in ("min", "max")
        for nan in (False, True)
    },
    "cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.tile.mbarrier::complete_tx::bytes [": (
        DATACENTER,
        tile("load", "pair", True),
    ),
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [": (
        DATACENTER,
        tile("load", "rows", True),
    ),
    "cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [": (
        DATACENTER,
        tile("load", "pair rows", True),
    ),
    "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [": (
        DATACENTER,
        tile("store", "rows", False),
    ),
    "cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4 [": (
        DATACENTER,
        tile("prefetch", "rows", False, shared=False),
    ),
}
HAVE = [(text, arch) for text, (archs, _) in CASES.items() for arch in archs]
LACK = [(text, arch) for text, (archs, _) in CASES.items() for arch in ("sm_90a", *EVERY) if arch not in archs]
LACK = [(text, arch) for text, arch in LACK if not text.startswith(("setmaxnreg", "griddepcontrol"))]


def whole(text: str) -> str:
    _, body = CASES[text]
    return module_of([kernel("one", body, f"%d : {MAP}" if "%d" in body else "")])


@pytest.mark.parametrize(("text", "arch"), HAVE)
def test_it_is_its_instruction_and_assembles(text: str, arch: str, ptxas: Path) -> None:
    ptx = compile_ptx(emit_nvptx(parse_module(whole(text)), target(arch)))
    assert text in ptx
    assert len(assemble(ptx, target(arch), ["-O0"], ptxas=str(ptxas)).kernels) == 1


@pytest.mark.parametrize(("text", "arch"), LACK)
def test_a_target_without_it_refuses(text: str, arch: str) -> None:
    with pytest.raises(DSLUserCodeError, match=arch) as caught:
        emit_nvptx(parse_module(whole(text)), target(arch))
    assert caught.value.name == "unsupported-arch"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("arch", EVERY)
def test_ops_of_hopper_assemble_for_blackwell(arch: str, family: str, ptxas: Path) -> None:
    kernels = list(FAMILIES[family]())
    ptx = compile_ptx(emit_nvptx(parse_module(module_of(kernels)), target(arch)))
    assert len(assemble(ptx, target(arch), ["-O0"], ptxas=str(ptxas)).kernels) == len(kernels)
