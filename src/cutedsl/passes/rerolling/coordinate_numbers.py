"""Numbers in the coordinates of loads and stores as constants that are operands, which a loop can count or look up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from xdsl.dialects.builtin import StringAttr, i32
from xdsl.ir import Block, SSAValue

from cutedsl.ir.coord import Pattern, parse_pattern, pattern_text
from cutedsl.ir.fast import fast, operands_of, ops_of
from cutedsl.ir.ops.memref import LoadOp, StoreOp
from cutedsl.passes.block_copy import BlockCopy


def with_numbers_as_operands(block: Block) -> BlockCopy:
    """A block with `%c[%i,%j]` for `%c[2,3]`, where `%i` and `%j` are constants."""
    state = BlockCopy.begin(block)
    for op in ops_of(block):
        if op.name == "arith.constant":
            continue
        operands = _operands(state, op) if isinstance(op, LoadOp | StoreOp) else None
        if not isinstance(op, LoadOp | StoreOp) or operands is None:
            state.copy([op])
            continue
        properties = {**op.properties, "coord": StringAttr(_all_operands(op.coord.data))}
        types = [result.type for result in op.results]
        made = fast(type(op), operands, types, properties, op.location, state.block, (), op.attributes)
        for old, new in zip(op.results, made.results, strict=True):
            new.name_hint, state.values[old] = old.name_hint, new
    return state


def _operands(state: BlockCopy, op: LoadOp | StoreOp) -> list[SSAValue] | None:
    """The operands of an access with all its numbers among them; None for one without numbers."""
    leaves = _leaves_of(op.coord.data)
    if not any(isinstance(leaf, int) for leaf in leaves):
        return None
    own = state.operands(operands_of(op))
    head = len(own) - sum(leaf == "?" for leaf in leaves)
    given = iter(own[head:])
    return [*own[:head], *(state.constant(leaf, i32) if isinstance(leaf, int) else next(given) for leaf in leaves)]


@lru_cache(maxsize=4096)
def _leaves_of(text: str) -> tuple[int | str | None, ...]:
    return tuple(_leaves(parse_pattern(text)))


def _leaves(pattern: Pattern | int | str | None) -> Iterator[int | str | None]:
    if isinstance(pattern, tuple):
        for part in pattern:
            yield from _leaves(part)
    else:
        yield pattern


@lru_cache(maxsize=4096)
def _all_operands(text: str) -> str:
    return pattern_text(_with_operands(parse_pattern(text)))


def _with_operands(pattern: Pattern | int | str | None) -> Pattern | str | None:
    if isinstance(pattern, tuple):
        return tuple(map(_with_operands, pattern))
    return None if pattern is None else "?"
