"""Finds fragments that a GPU would keep in local memory, as registers have no addresses: a warning at the line."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import FileLineColLoc, IntegerAttr, ModuleOp
from xdsl.ir import Operation, SSAValue

from cutedsl.errors import DSLOptimizationWarning, warn
from cutedsl.errors.expressions import expression_span
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.facts import facts, moves_pointer
from cutedsl.ir.fast import ops_within, users_of
from cutedsl.ir.ops.pointer import PtrAddOp, PtrLoadOp, PtrStoreOp, RmemAllocOp
from cutedsl.ir.types import PtrType
from cutedsl.passes.integers.known_integers import integer_of


def check_fragments(module: ModuleOp) -> None:
    """Warns (fragment-in-local-memory) once for each fragment of an expanded module that is not in registers.

    Loops with `unroll=1` are as their author wants them.
    """
    for function in module.body.block.ops:
        if "cute.kernel" in function.attributes:
            for op in ops_within(function.regions[0].block):
                if type(op) is RmemAllocOp:
                    _check(op)


def _check(alloc: RmemAllocOp) -> None:
    causes = [op for op in _causes(alloc.results[0]) if not _wanted(op)]
    if not causes:
        return
    cause = causes[0]
    name = _name(alloc.results[0]) or "a fragment"
    how = "is indexed by a run-time number" if isinstance(cause, PtrAddOp) else "is one of several by turns"
    kind = alloc.results[0].type
    assert isinstance(kind, PtrType)
    count = alloc.properties["elems"]
    assert isinstance(count, IntegerAttr)
    size = (count.value.data * storage_bits(kind.element) + 7) // 8
    text = f"{name} {how}: its {size} bytes are in local memory"
    where = cause.location
    span = None
    if isinstance(where, FileLineColLoc) and where.line.data > 0:
        span = expression_span(where.filename.data, where.line.data, max(where.column.data - 1, 0))
    warn("fragment-in-local-memory", text, span=span, category=DSLOptimizationWarning)


def _causes(pointer: SSAValue) -> Iterator[Operation]:
    """The ops by which a place in a fragment is known at run time only."""
    for user in users_of(pointer):
        if isinstance(user, PtrAddOp):
            if integer_of(user.offset) is None:
                yield user
            else:
                yield from _causes(user.result)
        elif moves_pointer(user):
            yield from _causes(user.results[0])
        elif facts(user).hands_on:
            yield user


def _wanted(op: Operation) -> bool:
    """Whether a loop around an op is not to be unrolled."""
    around = op.parent_op()
    while around is not None:
        count = around.attributes.get("cute.unroll")
        if isinstance(count, IntegerAttr) and count.value.data == 1:
            return True
        around = around.parent_op()
    return False


def _name(pointer: SSAValue) -> str | None:
    """The author's name for a fragment, as its accesses carry it."""
    for user in users_of(pointer):
        if isinstance(user, PtrLoadOp | PtrStoreOp) and user.label is not None:
            return f"`{user.label.data}`"
        found = _name(user.results[0]) if moves_pointer(user) else None
        if found is not None:
            return found
    return None
