"""Single elements: from a coordinate to a pointer, and loads and stores through it."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, SSAValue

from cutedsl.ir.coord import Pattern, parse_pattern
from cutedsl.ir.fast import fast_of
from cutedsl.ir.ops import pointer as pointer_ops
from cutedsl.ir.types import PtrType, natural_align_bytes
from cutedsl.layout import crd2idx
from cutedsl.passes.expand.expansion import Expansion
from cutedsl.passes.expand.views import View, label, pointer_at
from cutedsl.passes.integers.index_math import IRInt
from cutedsl.passes.integers.known_integers import integer_of


def coordinate(state: Expansion, view: View, text: str, indices: Sequence[SSAValue]) -> object:
    """The coordinate tree of an op: ints, None and IR values, 64-bit where offsets may need it."""
    supply = iter([number_or_value(state, i) for i in indices])

    def fill(mode: Pattern | int | str | None) -> object:
        match mode:
            case tuple():
                return tuple(fill(m) for m in mode)
            case "?":
                value = next(supply)
                return value.at_width(64) if isinstance(value, IRInt) and view.wide and value.width < 64 else value
            case _:
                return mode

    modes = tuple(fill(m) for m in parse_pattern(text))
    return modes[0] if len(modes) == 1 and not _is_tuple_shape(view) else modes


def number_or_value(state: Expansion, value: SSAValue) -> int | IRInt:
    """An index: a number if it is a constant by now, as in unrolled loops."""
    now = state.values[value]
    number = integer_of(now)
    if number is not None:
        return number
    return state.builder.apart(now) if state.builder.keeps_apart else state.builder.int_of(now)


def _is_tuple_shape(view: View) -> bool:
    return isinstance(view.layout.shape, tuple) and len(view.layout.shape) == 1


def element_pointer(state: Expansion, view: View, text: str, indices: Sequence[SSAValue]) -> SSAValue:
    """The pointer to the element at a coordinate, its type saying the alignment of one element, or the lesser one that
    a recast pointer has."""
    offset = crd2idx(coordinate(state, view, text, indices), view.layout)
    element = View(view.ptr, view.offset, view.layout, view.type, view.name, view.extent)
    ptr = pointer_at(state.builder, element, offset)
    return with_align(state, ptr, view, min(view.type.align.data, natural_align_bytes(view.type.element)))


def with_align(state: Expansion, ptr: SSAValue, view: View, align_bytes: int | None) -> SSAValue:
    """A pointer whose type says the alignment known for one access (an element's, unless more is known)."""
    wanted = PtrType.of(view.type.element, view.type.space.data, align_bytes)
    if ptr.type == wanted:
        return ptr
    result = state.builder.op(pointer_ops.PtrCastOp, (ptr,), wanted)
    state.builder.places.cast(ptr, result)
    return result


def load(state: Expansion, ptr: SSAValue, mlir: Attribute, view: View) -> SSAValue:
    """Reads an element, or a vector of consecutive ones, through a pointer into the view."""
    block = state.builder.block
    hints, policy = _hints(state, state.load_hints, view)
    operands = (ptr, *policy)
    cls = pointer_ops.PtrLoadOp
    loaded = fast_of(cls)(cls, operands, (mlir,), hints, state.builder.location, block, (), label(view))
    return loaded.results[0]


def store(state: Expansion, value: SSAValue, ptr: SSAValue, view: View) -> None:
    """Writes an element, or a vector of consecutive ones, through a pointer into the view."""
    block = state.builder.block
    hints, policy = _hints(state, state.store_hints, view)
    cls = pointer_ops.PtrStoreOp
    fast_of(cls)(cls, (value, ptr, *policy), (), hints, state.builder.location, block, (), label(view))


def _hints(state: Expansion, hints: StringAttr | None, view: View) -> tuple[dict[str, Attribute], tuple[SSAValue, ...]]:
    """What the copy that is expanded says of accesses to global memory."""
    if view.type.space.data != "gmem":
        return {}, ()
    return {"hints": hints} if hints is not None else {}, (state.policy,) if state.policy is not None else ()
