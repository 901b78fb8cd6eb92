"""Tensor memory and its multiplies: each op becomes its instruction, which `ptxas` takes where the target has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble, compile_ptx, emit_nvptx
from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.text import parse_module
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


@pytest.mark.parametrize(("arch", "make"), [(a, m) for a, _, m in CASES], ids=[f"{a} {f}" for a, f, _ in CASES])
def test_each_op_is_its_instruction_and_assembles(arch: str, make: Family, ptxas: Path) -> None:
    cases = list(make())
    ptx = compile_ptx(emit_nvptx(parse_module(module_of(text for text, _ in cases)), target(arch)))
    bodies = ptx.split(".entry ")[1:]
    for body, (_, instruction) in zip(bodies, cases, strict=True):
        assert instruction in body
    report = assemble(ptx, target(arch), ["-O0"], ptxas=str(ptxas))
    assert len(report.kernels) == len(cases)


@pytest.mark.parametrize(("family", "arch"), [(f, "sm_103a") for f in SOMEWHERE if "int" in f] + [("moves", "sm_90a")])
def test_a_target_without_it_refuses(family: str, arch: str) -> None:
    make = SOMEWHERE[family][1] if family in SOMEWHERE else EVERYWHERE[family]
    text, _ = next(make())
    with pytest.raises(DSLUserCodeError, match=f"does not exist on {arch}") as caught:
        emit_nvptx(parse_module(module_of([text])), target(arch))
    assert caught.value.name == "unsupported-arch"


def test_a_block_size_that_is_left_out_takes_the_version_that_names_it(ptxas: Path) -> None:
    """Alone: other instructions of a module may ask for a later version."""
    text, instruction = next(ops.scaled(1))
    ptx = compile_ptx(emit_nvptx(parse_module(module_of([text])), target("sm_100a")))
    assert "scale_vec" not in instruction and instruction in ptx
    assemble(ptx, target("sm_100a"), ["-O0"], ptxas=str(ptxas))
