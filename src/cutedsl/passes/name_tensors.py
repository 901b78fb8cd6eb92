"""Where tensors begin, for reports of checked runs: from there on pointers know a tensor's name and layout."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, StringAttr, i64
from xdsl.ir import Attribute, SSAValue

from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.fast import fast
from cutedsl.ir.ops.pointer import PtrTensorOp
from cutedsl.ir.types import PtrType
from cutedsl.passes.expand.expansion import Expansion
from cutedsl.passes.expand.views import View, dynamic_leaves


def named(state: Expansion, view: View) -> SSAValue:
    """The view's pointer, which names the tensor in a checked program; the view begins at it."""
    values = tuple(leaf.at_width(64).ssa for leaf in dynamic_leaves(state.builder, view)) if state.checked else ()
    return _named(state, view.ptr, view.name, view.type.layout.data, values)


def named_pointer(state: Expansion, ptr: SSAValue, name: str | None) -> SSAValue:
    """A pointer that came without a layout, named in a checked program."""
    return _named(state, ptr, name, "", ())


def _named(state: Expansion, ptr: SSAValue, name: str | None, layout: str, values: tuple[SSAValue, ...]) -> SSAValue:
    kind = ptr.type
    if not state.checked or not isinstance(kind, PtrType):  # tensor memory has no pointers here
        return ptr
    properties: dict[str, Attribute] = {
        "layout": StringAttr(layout),
        "bits": IntegerAttr(storage_bits(kind.element), i64),
    }
    label: dict[str, Attribute] = {} if name is None else {"name": StringAttr(name)}
    builder = state.builder
    made = fast(PtrTensorOp, (ptr, *values), (kind,), properties, builder.location, builder.block, (), label)
    builder.places.restart(ptr, made.results[0])
    return made.results[0]
