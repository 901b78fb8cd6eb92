"""`cute.gemm` of a warp group: one `cute.wgmma` an atom, its operands in shared memory named by their layouts."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, SSAValue

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.arch.atoms.warpgroup import OperandPlace, operand_place
from cutedsl.errors import internal_error
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.fast import fast
from cutedsl.ir.ops import memref as memref_ops
from cutedsl.ir.ops import mma as mma_ops
from cutedsl.ir.types import layout_of, swizzle_of
from cutedsl.layout import Swizzle, size
from cutedsl.passes.expand.element_access import with_align
from cutedsl.passes.expand.expansion import Expansion
from cutedsl.passes.expand.tile_access import load_values, place
from cutedsl.passes.expand.views import View, pointer_at


def emit_wgmma(
    state: Expansion,
    record: MmaRecord,
    op: memref_ops.GemmOp,
    views: tuple[View, View, View],
    at: list[tuple[int, ...]],
    first: bool,
) -> None:
    """One instruction; only the first along k may overwrite C."""
    a, b, c = views
    flags = record.name.split(".")
    properties: dict[str, Attribute] = {"atom": StringAttr(record.name)}
    if "ra" in flags:
        left = load_values(state, a, 0, size(record.a, [1]), at[0])
    else:
        left = _start(state, a, at[0])
        properties["layout_a"] = _text(_place(a, mn_major="ta" in flags))
    properties["layout_b"] = _text(_place(b, mn_major="tb" in flags))
    spot = pointer_at(state.builder, c, place(c, 0, at[2]))
    operands: list[SSAValue] = [left, _start(state, b, at[1]), with_align(state, spot, c, None)]
    if op.accumulate is not None and first:
        operands.append(state.values[op.accumulate])
    fast(mma_ops.WgmmaOp, operands, (), properties, state.builder.location, state.builder.block)


def _start(state: Expansion, view: View, rest: tuple[int, ...]) -> SSAValue:
    """The address that a descriptor begins at: plain, as the descriptor itself swizzles."""
    offset: Any = place(view, 0, rest)
    total = offset if isinstance(view.offset, int) and view.offset == 0 else view.offset + offset
    return with_align(state, state.builder.places.moved(state.builder, view.ptr, total), view, 16)


def _place(view: View, *, mn_major: bool) -> OperandPlace:
    layout: Any = layout_of(view.type.layout.data)
    swizzle = swizzle_of(view.type.swizzle.data) if view.type.swizzle.data else Swizzle(0, 4, 3)
    found = operand_place(layout[0], swizzle, storage_bits(view.type.element), mn_major=mn_major)
    if found is None:
        raise internal_error(f"no descriptor for {view.type.layout.data}")
    return found


def _text(found: OperandPlace) -> Attribute:
    return StringAttr(found.text)
