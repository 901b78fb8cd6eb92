"""Each op declares what it is, and each target has a rule for it or refuses it."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest
from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import Block
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser

import cutedsl.codegen.cpu.rules  # noqa: F401  (fills RULES)
from cutedsl.codegen.cpu.dispatch import APART, RULES
from cutedsl.codegen.cpu.lanes import analysis
from cutedsl.codegen.cpu.scalar.functions import CPU_MATH
from cutedsl.codegen.llvm.elementwise import ELEMENTWISE
from cutedsl.codegen.nvptx.module import HANDLERS
from cutedsl.eager.emitter import OPS as EAGER
from cutedsl.ir.dialect import ALL_OPS
from cutedsl.ir.facts import FACTS, facts, moves_pointer
from cutedsl.ir.ops.clc import CLC_OPS
from cutedsl.ir.ops.pointer import PtrAddOp, PtrToIntOp
from cutedsl.ir.ops.simt import ElectOp
from cutedsl.ir.ops.tcgen05 import TCGEN05_OPS
from cutedsl.ir.text import ir_context
from cutedsl.passes.expand.tensors import EXPANSIONS

EXPANDED = {kind.name for kind in EXPANSIONS}
"""Ops that no target's code generator sees."""

CPU_ELSEWHERE = {"cute.inline_ptx", "cute.rounded"}
"""A pass interprets PTX for the CPU; `rounded` is what it makes of some of it."""

GPU_REFUSES = {
    "cute.check.mode": "only checked runs look at coordinates, and those are on the CPU",
    "cute.ptr.tensor": "only checked runs name tensors, and those are on the CPU",
    "cute.table": "only long kernels for the CPU are rolled up",
    "cute.rounded": "made of inline PTX for the CPU",
    "cute.tma.make": "host code makes tensor maps, and kernels on the CPU",
}

EAGER_REFUSES = {
    *(
        "cute.memref.leaf",
        "cute.sparse_gemm",
        "cute.scaled_gemm",
        "cute.ptr.extent",
        "cute.ptr.tensor",
        "cute.ptr.from_int",
    ),
    "cute.check.mode",
    *("cute.smem_alloc", "cute.rmem_alloc", "cute.table", "cute.cp_async", "cute.ldmatrix", "cute.stmatrix"),
    *("cute.mma", "cute.wgmma", "cute.wgmma_fence", "cute.wgmma_commit", "cute.wgmma_wait", "cute.inline_ptx"),
    *("cute.rounded", "cute.launch", "cute.mapa", "cute.setmaxregister", "cute.dependent_launch", "cute.fence"),
    *("cute.mbarrier.init", "cute.mbarrier.arrive", "cute.mbarrier.arrive_tx", "cute.mbarrier.expect_tx"),
    *("cute.mbarrier.copy_arrive", "cute.mbarrier.wait", "cute.mbarrier.test", "cute.barrier_arrive"),
    *("cute.cluster_arrive", "cute.cluster_wait", "cute.cluster_index", "cute.tma.make", "cute.tma.tile"),
    *("cute.tma.prefetch_descriptor", "cute.tma.descriptor_at", "cute.tma.copy_descriptor", "cute.tma.replace"),
    "cute.tma.descriptor_word",
    "cute.tma.descriptor_address",
    *("cute.tma.descriptor_fence", "cute.tma.publish", "cute.bulk.copy", "cute.bulk.commit", "cute.bulk.wait"),
    "cute.store_async",
    *(op.name for op in (*TCGEN05_OPS, *CLC_OPS)),
}
"""Ops for which an eager run stops with `not-yet`; `cute.erfc` and `cute.fmod` go by their function's name."""


@pytest.mark.parametrize("op", ALL_OPS, ids=lambda op: op.name)
def test_every_op_has_facts_and_a_rule_or_a_refusal_for_each_target(op: type[IRDLOperation]) -> None:
    name = op.name
    assert name in FACTS
    cpu = {*RULES, *ELEMENTWISE, *CPU_MATH, *EXPANDED}
    assert (name in cpu) != (name in CPU_ELSEWHERE), f"`{name}`: a rule in codegen/cpu/rules.py, or CPU_ELSEWHERE"
    gpu = name in HANDLERS or name in EXPANDED
    assert gpu != (name in GPU_REFUSES), f"`{name}`: a handler in codegen/nvptx, or GPU_REFUSES"
    eager = name in EAGER or name in ("cute.erfc", "cute.fmod")
    assert eager != (name in EAGER_REFUSES), f"`{name}`: a rule in eager, or EAGER_REFUSES"
    has_lanes = name in RULES and op.get_irdl_definition().results and not FACTS[name].arithmetic
    assert not has_lanes or name in analysis._RULES, f"`{name}`: a rule in codegen/cpu/lanes/analysis.py"


@pytest.mark.parametrize("op", ALL_OPS, ids=lambda op: op.name)
def test_the_facts_of_an_op_fit_together(op: type[IRDLOperation]) -> None:
    known, operands = FACTS[op.name], [name for name, _ in op.get_irdl_definition().operands]
    named = [*known.reads, *([] if known.writes is None else [known.writes])]
    if known.meets is not None and known.meets.mask is not None:
        assert operands[known.meets.mask] == "mask"
    assert len(set(named)) == len(named), "memory that is written is not only read"
    assert not known.pure or (known.writes is None and known.observable is None and known.meets is None)
    assert not (known.per_lane and known.meets is not None), "lanes do it together or each by itself"
    if known.address:
        assert operands[0] in ("source", "place")
    if known.meets is not None or known.per_lane:
        assert op.name in APART


def test_an_op_without_facts_is_an_internal_error_that_names_it() -> None:
    with pytest.raises(NotImplementedError, match=r"test\.nothing has no facts"):
        FACTS["test.nothing"]


def test_an_op_without_a_rule_in_the_lane_analysis_is_an_internal_error_that_names_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = dict(analysis._RULES)
    del rules["cute.elect"]
    monkeypatch.setattr(analysis, "_RULES", rules)
    with pytest.raises(Exception, match=r"no rule for cute\.elect"):
        analysis.LaneAnalysis(analysis.Geometry(), {}).visit(ElectOp.create(result_types=[i1]))


def test_only_pointers_made_of_pointers_move_them() -> None:
    pointer = Parser(ir_context(), "!cute.ptr<f32, gmem>").parse_type()
    block = Block(arg_types=[pointer, i32])
    moved = PtrAddOp.create(operands=block.args, result_types=[pointer])
    number = PtrToIntOp.create(operands=block.args[:1], result_types=[i64])
    assert moves_pointer(moved) and facts(moved).address
    assert not moves_pointer(number) and facts(number).address


NUMBERS = (-128, -7, -1, 0, 1, 3, 7, 127)
WITH_SIGNS = {
    "arith.divsi": lambda x, y: math.trunc(Fraction(x, y)),
    "arith.remsi": lambda x, y: x - y * math.trunc(Fraction(x, y)),
    "arith.floordivsi": lambda x, y: math.floor(Fraction(x, y)),
    "arith.ceildivsi": lambda x, y: math.ceil(Fraction(x, y)),
}
WITHOUT_SIGNS = {
    "arith.divui": lambda x, y: x // y,
    "arith.remui": lambda x, y: x % y,
    "arith.ceildivui": lambda x, y: math.ceil(Fraction(x, y)),
    "arith.minui": min,
    "arith.maxui": max,
    "arith.shrui": lambda x, y: x >> y,
}


@pytest.mark.parametrize("name", [*WITH_SIGNS, *WITHOUT_SIGNS])
def test_known_integers_give_what_an_op_computes(name: str) -> None:
    computes = FACTS[name].computes
    assert computes.evaluate is not None and computes.unsigned == (name in WITHOUT_SIGNS)
    for x, y in itertools.product(NUMBERS, NUMBERS):
        found = computes.evaluate(x, y, 8)
        if (computes.divides and y == 0) or ("shr" in name and not 0 <= y < 8):
            assert found is None
        elif name in WITH_SIGNS:
            assert found == WITH_SIGNS[name](x, y)
        else:
            assert found == WITHOUT_SIGNS[name](x & 255, y & 255)


def test_arithmetic_says_what_it_is() -> None:
    assert {name for name, known in FACTS.items() if known.computes.divides} == {
        *("arith.divsi", "arith.divui", "arith.remsi", "arith.remui"),
        *("arith.floordivsi", "arith.ceildivsi", "arith.ceildivui"),
    }
    assert [FACTS[f"arith.{name}"].computes.operation for name in ("addi", "addf", "shrui", "minui", "cmpf")] == [
        *("add", "add", "shr", "umin", ""),
    ]
    assert FACTS["arith.select"].hands_on and not FACTS["func.return"].hands_on
    assert FACTS["cute.thread_idx"].between == (0, 1023)
