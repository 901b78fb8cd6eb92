"""Inline PTX for a machine that has none: the common instructions as ops, by the tables of `memory`.

An instruction under a predicate becomes an `scf.if` that gives the registers it writes. The usual loop around
`mbarrier.try_wait` is a wait; other branches are `branches`.
"""

from __future__ import annotations

from functools import partial

from xdsl.dialects.builtin import ModuleOp, i1
from xdsl.ir import Block

from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.fast import copy_of, ops_within
from cutedsl.ir.ops.ptx import InlinePtxOp
from cutedsl.passes.ptx.branches import Branches
from cutedsl.passes.ptx.cluster_control import ANSWER
from cutedsl.passes.ptx.ends import end_where
from cutedsl.passes.ptx.memory import RULES
from cutedsl.passes.ptx.modifiers import unknown_modifiers
from cutedsl.passes.ptx.registers import TYPES, Machine, not_on_cpu
from cutedsl.passes.ptx.shared_registers import SharedRegisters
from cutedsl.passes.ptx.text import Instruction, Label, Registers, Scope, Statement, statements


def interpret_ptx(module: ModuleOp) -> ModuleOp:
    """The module with ops in the place of inline PTX: a copy if it has any.

    Errors: inline-ptx-on-cpu for instructions that the tables do not have.
    """
    if not any(type(op) is InlinePtxOp for op in ops_within(module.body.block)):
        return module
    copied = copy_of(module)
    for body in [block for op in copied.body.block.ops for region in op.regions for block in region.blocks]:
        texts = [op for op in ops_within(body) if isinstance(op, InlinePtxOp)]
        shared = SharedRegisters([op.text.data for op in texts])
        for op in texts:
            _replace(op, shared)
    return copied


def _replace(op: InlinePtxOp, shared: SharedRegisters) -> None:
    scratch = Block()
    machine = Machine(op, scratch)
    shared.load(machine)
    _bind(machine, op)
    ended = Branches(machine, statements(op.text.data), partial(_run, machine)).run_text()
    shared.store(machine)
    for index, result in enumerate(op.results):
        value = machine.values.get(f"${index}")
        if value is None:
            raise not_on_cpu(op, f"{op.text.data}: ${index} is not written")
        result.replace_all_uses_with(machine.converted(value, result.type))
    home = op.parent
    assert home is not None
    for made in list(scratch.ops):
        scratch.detach_op(made)
        home.insert_op_before(made, op)
    if ended is not None:
        end_where(ended, op)
    home = op.parent
    assert home is not None
    home.erase_op(op)


def _bind(machine: Machine, op: InlinePtxOp) -> None:
    """Arguments as `$n`: results count first, then arguments; a tied argument is its result before it is written."""
    letters = [part for part in op.constraints.data.split(",") if part and not part.startswith("~")]
    outs, inputs = len(op.results), letters[len(op.results) :]
    for index, (value, letter) in enumerate(zip(op.args, inputs, strict=True)):
        machine.values[f"${outs + index}"] = value
        if letter.isdigit():
            machine.values[f"${letter}"] = value


def _run(machine: Machine, statement: Statement) -> None:
    match statement:
        case Label():
            pass
        case Scope():
            machine.scope(opens=statement.opens)
        case Registers():
            if statement.type not in TYPES and statement.type != ANSWER:
                raise machine.unknown(f".reg .{statement.type} {', '.join(statement.names)}")
            for name in statement.names:
                machine.declare(name, statement.type, statement.elements)
        case Instruction():
            if statement.op not in RULES or unknown_modifiers(statement):
                raise machine.unknown(statement.name)
            if statement.guard:
                _guarded(machine, statement)
            else:
                _apply(machine, statement)


def _apply(machine: Machine, statement: Instruction) -> None:
    try:
        RULES[statement.op](machine, statement)
    except DSLUserCodeError:
        raise
    except (ValueError, IndexError) as error:  # too few operands, or a name where a number should be
        raise machine.unknown(f"{statement.name} {', '.join(statement.operands)}") from error


def _guarded(machine: Machine, statement: Instruction) -> None:
    """`@p`: what the instruction writes, chosen by whether it ran."""
    guard = f"!{statement.guard}" if statement.negated else statement.guard
    condition = machine.read(guard, i1)
    machine.when(condition, lambda: _apply(machine, statement))
