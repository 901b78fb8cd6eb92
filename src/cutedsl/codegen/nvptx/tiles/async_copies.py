"""`cp.async` as PTX, by itself or under a predicate: a branch around nothing but a group of copies is none.

ptxas moves nothing across a branch. In a loop that multiplies one tile and copies the next, "if there is one more tile"
would keep the arithmetic before it from the multiplies behind it: FlashAttention's example for Ampere takes 2 % less
without the branch (H200).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import i1
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.arch.atoms.copy import copy_record
from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter
from cutedsl.codegen.nvptx.inline_asm import shared_address
from cutedsl.codegen.nvptx.tiles.tensor_core import check_available
from cutedsl.config import config
from cutedsl.ir.facts import facts, moves_pointer
from cutedsl.ir.ops.copy import CpAsyncCommitOp, CpAsyncOp
from cutedsl.ir.ops.pointer import PtrLoadOp, RmemAllocOp

_MOST_COPIES: Final = 16
"""Under a predicate, which each takes a place in the machine code even if none is to be done."""

_OPAQUE: Final = ".reg .b32 address; and.b32 address, $0, 0x7fffffff;"
"""The address in shared memory, in a way that no add can be folded into.

ptxas before 13.4 folds the add of a base in a uniform register into a copy with an L2 policy. It then encodes other
registers for base and policy: an illegal instruction on sm_90 and sm_100.
"""


def _cp_async(e: KernelEmitter, op: Operation, only_if: str = "") -> None:
    """A copy, where the i1 `only_if` is true."""
    record = copy_record(string(op, "atom"))
    check_available(e, op, record.name, record.where)
    source, target, *extras = op.operands
    address = f"i64 {e.f.op(f'ptrtoint {e.typed(source)} to i64')}"
    operands = " ".join(shared_address(e, target)) + f", {address}"
    name, total, letters, hinted = record.ptx, integer(op, "bytes"), "r,l", False
    text = f"[$1], {total}"
    for place, extra in enumerate(extras, 2):
        text += f", ${place}"
        if extra.type == i1:  # how many bytes are read; zeros for the rest
            letters += ",r"
            operands += f", i32 {e.f.op(f'select i1 {e.text(extra)}, i32 {total}, i32 0')}"
        else:
            name, letters, hinted = f"{name}.L2::cache_hint", f"{letters},l", True
            operands += f", i64 {e.text(extra)}"
    text = f"{_OPAQUE} {name} [address], {text};" if hinted else f"{name} [$0], {text};"
    if only_if:
        text = text.replace(name, f"@copies {name}")
        text = f".reg .pred copies; setp.ne.b32 copies, ${len(extras) + 2}, 0; {text}"
        letters, operands = f"{letters},r", f"{operands}, i32 {e.f.op(f'zext i1 {only_if} to i32')}"
    if hinted or only_if:
        text = f"{{ {text} }}"
    # TMA writes memory that LLVM does not see: nothing that reads or writes may be moved across it.
    e.f.do(f'call void asm sideeffect "{text}", "{letters},~{{memory}}"({operands})')


def only_copies(op: Operation) -> bool:
    """Whether a branch in a loop does nothing but a group of copies, and what their addresses take.

    Copies that end no group are a part of a tile, between multiplies. There ptxas keeps the author's order only with
    the branches. A product of NVIDIA's examples took 9 % longer without.
    """
    if op.results or op.regions[1].blocks or not config().optimises("predicated-copies") or not _in_loop(op):
        return False
    inside = list(op.regions[0].block.ops)[:-1]
    kinds = [type(one) for one in inside]
    whole = CpAsyncCommitOp in kinds and 0 < kinds.count(CpAsyncOp) <= _MOST_COPIES
    return whole and all(_runs_anyway(one) for one in inside)


def _in_loop(op: Operation) -> bool:
    """Whether an op runs several times."""
    around = op.parent_op()
    while around is not None and around.name not in ("scf.for", "scf.while"):
        around = around.parent_op()
    return around is not None


def _runs_anyway(op: Operation) -> bool:
    """Whether an op may run where its branch is not taken; copies get a predicate.

    A group that ends empty makes waits for all but the last groups wait for no less.
    """
    if type(op) in (CpAsyncOp, CpAsyncCommitOp):
        return True
    if type(op) is PtrLoadOp:
        return _is_register(op.operands[0])
    return facts(op).pure and not op.regions and not op.name.startswith(_MAY_FAIL)


_MAY_FAIL: Final = ("arith.div", "arith.rem", "arith.ceildiv", "arith.floordiv")


def _is_register(pointer: SSAValue) -> bool:
    """Whether a pointer is to an element of private memory that is known while compiling."""
    owner = pointer.owner
    while isinstance(owner, Operation) and moves_pointer(owner):
        if any(isinstance(one.owner, Block) or one.owner.name != "arith.constant" for one in owner.operands[1:]):
            return False
        owner = owner.operands[0].owner
    return type(owner) is RmemAllocOp


def copy_under(e: KernelEmitter, block: Block, condition: str) -> None:
    """The ops of a branch that `only_copies`, without the branch."""
    for op in block.ops:
        e.emit_op(op, partial(_cp_async, only_if=condition) if type(op) is CpAsyncOp else None)


ASYNC_COPIES: Final[Mapping[str, Handler]] = MappingProxyType({CpAsyncOp.name: _cp_async})
