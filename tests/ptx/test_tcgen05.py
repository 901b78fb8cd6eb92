"""Tensor memory and its multiplies: each op becomes its instruction, which `ptxas` takes where the target has it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from xdsl.dialects.builtin import i1, i16, i32, i64
from xdsl.ir import Block, Operation

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble, compile_ptx, emit_nvptx
from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.text import parse_module
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.tensor_core import tensor_core
from cutedsl.passes.ptx.text import Instruction, statements
from tests.ptx import tcgen05_ops as ops
from tests.ptx.every_op import module_of

Family = Callable[[], Iterator[tuple[str, str]]]
EVERYWHERE: dict[str, Family] = {
    "management of a block": lambda: ops.management(1),
    "management of a pair": lambda: ops.management(2),
    "moves": ops.moves,
    "multiplies of a block": lambda: ops.multiplies(1),
    "multiplies of a pair": lambda: ops.multiplies(2),
    "scaled multiplies of a block": lambda: ops.scaled(1),
    "scaled multiplies of a pair": lambda: ops.scaled(2),
}
SOMEWHERE: dict[str, tuple[str, Family]] = {
    "integers of a block": ("sm_100a", lambda: ops.multiplies(1, ("i8",))),
    "integers of a pair": ("sm_100a", lambda: ops.multiplies(2, ("i8",))),
    "loads that combine": ("sm_103a", ops.reduced),
}
CASES = [(arch, family, make) for family, make in EVERYWHERE.items() for arch in ("sm_100a", "sm_103a")]
CASES += [(arch, family, make) for family, (arch, make) in SOMEWHERE.items()]


def read_back(body: str) -> Iterator[Operation]:
    """The ops that the CPU makes of the same instructions in inline PTX."""
    for text in re.findall(r"tcgen05\.[^;]*;", body):
        (instruction,) = statements(text)
        assert isinstance(instruction, Instruction)
        machine = Machine(parse_module("builtin.module {}"), Block())
        for register in re.findall(r"%?[a-zA-Z_]\w*", " ".join(instruction.operands)):
            kinds = {"%rd": i64, "%rs": i16, "%p": i1, "p": i1}
            kind = kinds.get(register.rstrip("0123456789"), i32)
            machine.values[register] = Block(arg_types=[kind]).args[0]
        tensor_core(machine, instruction)
        yield from (op for op in machine.block.ops if op.name.startswith("cute.tcgen05."))


@pytest.mark.parametrize(("arch", "make"), [(a, m) for a, _, m in CASES], ids=[f"{a} {f}" for a, f, _ in CASES])
def test_each_op_is_its_instruction_and_assembles(arch: str, make: Family, ptxas: Path) -> None:
    cases = list(make())
    module = parse_module(module_of(text for text, _ in cases))
    ptx = compile_ptx(emit_nvptx(module, target(arch)))
    bodies = ptx.split(".entry ")[1:]
    for body, (_, instruction) in zip(bodies, cases, strict=True):
        assert instruction in body
    wanted = [(op.name, op.properties) for op in module.walk() if op.name.startswith("cute.tcgen05.")]
    assert [(op.name, op.properties) for body in bodies for op in read_back(body)] == wanted
    report = assemble(ptx, target(arch), ["-O0"], ptxas=str(ptxas))
    assert len(report.kernels) == len(cases)


@pytest.mark.parametrize(("family", "arch"), [(f, "sm_103a") for f in SOMEWHERE if "int" in f] + [("moves", "sm_90a")])
def test_a_target_without_it_refuses(family: str, arch: str) -> None:
    make = SOMEWHERE[family][1] if family in SOMEWHERE else EVERYWHERE[family]
    text, _ = next(make())
    with pytest.raises(DSLUserCodeError, match=f"does not exist on {arch}") as caught:
        emit_nvptx(parse_module(module_of([text])), target(arch))
    assert caught.value.name == "unsupported-arch"


def test_multiplies_with_a_k_of_96_are_for_one_target(ptxas: Path) -> None:
    text, _ = next(case for case in ops.scaled(1) if '"mxf4"' in case[0] and "block32" in case[0])
    module = parse_module(module_of([text.replace("{group = 1 : i32", "{group = 1 : i32, long_k")]))
    with pytest.raises(DSLUserCodeError, match="kind mxf4 with K of 96` does not exist on sm_100a"):
        emit_nvptx(module, target("sm_100a"))
    assemble(compile_ptx(emit_nvptx(module, target("sm_103a"))), target("sm_103a"), ["-O0"], ptxas=str(ptxas))


def test_a_block_size_that_is_left_out_takes_the_version_that_names_it(ptxas: Path) -> None:
    """Alone: other instructions of a module may ask for a later version."""
    text, instruction = next(ops.scaled(1))
    ptx = compile_ptx(emit_nvptx(parse_module(module_of([text])), target("sm_100a")))
    assert "scale_vec" not in instruction and instruction in ptx
    assemble(ptx, target("sm_100a"), ["-O0"], ptxas=str(ptxas))
