"""How far the addresses of a warp's lanes are from each other, found from the ops that compute them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.cpu.plan.addresses import DEPTH
from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp
from cutedsl.ir.types import PtrType

RUNS: Final = (16, 8)
"""How many neighbouring lanes a run may have."""


def is_followed(op: Operation) -> bool:
    """Whether the distances between lanes follow from those of the operands."""
    computes = facts(op).computes
    whole = not computes.floating and computes.operation in ("add", "mul", "extend")
    return whole or type(op) in (PtrAddOp, PtrCastOp)


def is_run(distances: Sequence[int] | None, lanes: int, step_bytes: int) -> bool:
    """Whether runs of so many lanes each access every `step_bytes`, given the distances from each run's first lane."""
    return distances is not None and all(at == lane % lanes * step_bytes for lane, at in enumerate(distances))


def run_distances(shapes: Mapping[SSAValue, Shape], value: SSAValue, lanes: int, whole: int) -> list[int] | None:
    """How far each of `whole` lanes is from the first one of its run of `lanes`; None where unknown."""
    if lanes >= whole:
        return None
    return lane_distances(shapes, value, [lane - lane % lanes for lane in range(whole)])


def strided_runs(shapes: Mapping[SSAValue, Shape], value: SSAValue, size_bytes: int, whole: int) -> tuple[int, int]:
    """How many neighbouring lanes are known to access every n-th element, and n; zeros where none are."""
    for lanes in RUNS:
        found = run_distances(shapes, value, lanes, whole)
        step = 0 if found is None else found[1] // size_bytes
        if step > 0 and is_run(found, lanes, step * size_bytes):
            return lanes, step
    return 0, 0


def lane_distances(
    shapes: Mapping[SSAValue, Shape], value: SSAValue, others: Sequence[int], depth: int = DEPTH
) -> list[int] | None:
    """How far each lane's number is from that of its other lane, modulo the width; None where unknown."""
    shape = shapes[value]
    if not isinstance(shape, Lanes):
        return None
    if not shape.varying:
        spread = shape.spread
        return [spread[lane] - spread[other] for lane, other in enumerate(others)]
    op = value.owner
    if not depth or not isinstance(op, Operation):
        return None
    if not is_followed(op):
        return None
    found = [lane_distances(shapes, operand, others, depth - 1) for operand in op.operands]
    operands = [one for one in found if one is not None]
    return _combined(op, operands) if len(operands) == len(found) else None


def _combined(op: Operation, operands: Sequence[list[int]]) -> list[int] | None:
    match op:
        case arith.AddiOp():
            return [a + b for a, b in zip(*operands, strict=True)]
        case PtrAddOp():
            mlir = op.operands[0].type
            assert isinstance(mlir, PtrType)
            size = storage_bytes(mlir.element)
            return [a + b * size for a, b in zip(*operands, strict=True)]
        case PtrCastOp():
            return operands[0]
        case _:  # products and wider numbers are equal where what they are made of is
            return None if any(any(one) for one in operands) else operands[0]
