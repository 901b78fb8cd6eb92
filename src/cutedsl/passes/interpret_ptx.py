"""Inline PTX for a machine that has none: the common instructions as ops, by the tables of `ptx_memory`.

An instruction under a predicate becomes an `scf.if` that gives the registers it writes. Branches are not run, but for
the usual loop around `mbarrier.try_wait`.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp, i1
from xdsl.ir import Block, Region, SSAValue

from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.fast import fast, ops_within
from cutedsl.ir.ptx_ops import InlinePtxOp
from cutedsl.passes.ptx_memory import RULES
from cutedsl.passes.ptx_registers import TYPES, Machine, not_on_cpu
from cutedsl.passes.ptx_text import Instruction, Label, Registers, statements


def interpret_ptx(module: ModuleOp) -> ModuleOp:
    """The module with ops in the place of inline PTX: a copy if it has any.

    Errors: inline-ptx-on-cpu for instructions that the tables do not have.
    """
    if not any(type(op) is InlinePtxOp for op in ops_within(module.body.block)):
        return module
    copied = module.clone()
    for op in [op for op in copied.walk() if isinstance(op, InlinePtxOp)]:
        _replace(op)
    return copied


def _replace(op: InlinePtxOp) -> None:
    scratch = Block()
    machine = Machine(op, scratch)
    _bind(machine, op)
    for statement in statements(op.text.data):
        _run(machine, statement)
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
    home.erase_op(op)


def _bind(machine: Machine, op: InlinePtxOp) -> None:
    """Arguments as `$n`: results count first, then arguments; a tied argument is its result before it is written."""
    letters = [part for part in op.constraints.data.split(",") if part and not part.startswith("~")]
    outs, inputs = len(op.results), letters[len(op.results) :]
    for index, (value, letter) in enumerate(zip(op.args, inputs, strict=True)):
        machine.values[f"${outs + index}"] = value
        if letter.isdigit():
            machine.values[f"${letter}"] = value


def _run(machine: Machine, statement: Instruction | Label | Registers) -> None:
    match statement:
        case Label():
            pass
        case Registers():
            for name in statement.names:
                if "<" in name or statement.type not in TYPES:
                    raise machine.unknown(f".reg .{statement.type} {name}")
        case Instruction():
            rule = RULES.get(statement.op)
            if rule is None:
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
    outer, before = machine.block, dict(machine.values)
    then, otherwise = Block(), Block()
    machine.block = then
    _apply(machine, statement)
    written = [name for name, value in machine.values.items() if before.get(name) is not value]
    machine.block = otherwise
    old = [
        machine.converted(before[name], machine.values[name].type)
        if name in before
        else machine.constant(0, machine.values[name].type)
        for name in written
    ]
    _yield(machine, then, [machine.values[name] for name in written])
    _yield(machine, otherwise, old)
    machine.block = outer
    regions = [Region(then), Region(otherwise) if written else Region()]
    kinds = [machine.values[name].type for name in written]
    chosen = fast(scf.IfOp, (condition,), kinds, {}, machine.source.location, outer, regions)
    machine.values = {**before, **dict(zip(written, chosen.results, strict=True))}


def _yield(machine: Machine, block: Block, values: Sequence[SSAValue]) -> None:
    fast(scf.YieldOp, tuple(values), (), {}, machine.source.location, block)
