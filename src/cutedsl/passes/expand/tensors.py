"""Expands tensors into typed pointers and index arithmetic: after this pass no `!cute.memref` is left.

One forward rebuild of the module: a dispatch table maps each op to its expansion, everything else is copied with its
operands replaced. Tensor parameters become a pointer, the run-time leaves of the layout and the number of elements that
may be accessed; shared-memory tensors get their place in the block's shared memory here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import DenseArrayBase, FunctionType, IntegerAttr, ModuleOp, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from cutedsl.config import config
from cutedsl.errors import fail
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.fast import fast
from cutedsl.ir.ops import atomic as atomic_ops
from cutedsl.ir.ops import copy as copy_ops
from cutedsl.ir.ops import memref as memref_ops
from cutedsl.ir.ops import pointer as pointer_ops
from cutedsl.ir.ops import program as program_ops
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.ir.types import MemRefType, PtrType, layout_of
from cutedsl.layout import ComposedLayout, Layout, cosize, slice_and_offset
from cutedsl.layout.inttuple import flatten_to_tuple
from cutedsl.passes.author_place import author_span
from cutedsl.passes.checks.coordinates import check_coordinate
from cutedsl.passes.drop_unread import drop_unread
from cutedsl.passes.expand.copy import expand_copy
from cutedsl.passes.expand.element_access import coordinate, element_pointer, load, number_or_value, store
from cutedsl.passes.expand.expansion import Expansion, Handler, add_arg, copy_op, expand_block, parts
from cutedsl.passes.expand.gemm import expand_gemm, expand_scaled_gemm, expand_sparse_gemm
from cutedsl.passes.expand.joined_accesses import join_accesses
from cutedsl.passes.expand.loops import expand_for
from cutedsl.passes.expand.places import SMEM_BASE_ALIGN
from cutedsl.passes.expand.shared_memory import asked_by_launches, size_and_align
from cutedsl.passes.expand.tensor_memory_addresses import in_tensor_memory, moved_address
from cutedsl.passes.expand.vectors import expand_load_vec, expand_store_vec
from cutedsl.passes.expand.views import View, dynamic_leaves, fill_leaves, first_pointer, label, leaf_types, ptr_type
from cutedsl.passes.integers.fold_integers import FOLDED
from cutedsl.passes.integers.index_math import IndexBuilder, IRInt
from cutedsl.passes.integers.unsigned_divisions import divide_unsigned
from cutedsl.passes.kernel_names import name_plainly
from cutedsl.passes.name_tensors import named, named_pointer


def expand_tensors(module: ModuleOp, *, checked: bool = False, in_registers: bool = False) -> ModuleOp:
    """The same module with every tensor expanded; the input is left as it was.

    A `checked` program's pointers say where tensors begin. `in_registers` is for machines whose fragments are
    registers: loops that index them are unrolled.

    Law: the expanded module computes what the tensors' layouts say: element `c` of a tensor lies at
    `pointer + layout(c)`.
    """
    module = drop_unread(module)
    expanded, settings = ModuleOp([]), config()
    backwards = any("cute.backwards" in op.attributes for op in module.body.block.ops)
    asked = asked_by_launches(module)
    for op in module.body.block.ops:
        assert isinstance(op, func.FuncOp)
        state = _state(backwards)
        if "cute.kernel" in op.attributes:
            state.checked, state.in_registers = checked, in_registers
            state.smem.asked = asked.get(op.sym_name.data, 0)
            state.merges_branches = "cute.smem_merge_branch_allocs" in op.attributes
            state.unrolls = in_registers and settings.optimises("loop-unrolling")
            state.builder.keeps_apart = in_registers and settings.optimises("constant-offsets")
            state.builder.swizzles_once = state.builder.keeps_apart and settings.optimises("swizzled-addresses")
        made = _expand_function(op, expanded.body.block, state)
        if state.in_registers and settings.optimises("joined-accesses"):
            join_accesses(made, anywhere=settings.optimises("aligned-stores"))
        if state.in_registers and settings.optimises("unsigned-divisions"):
            divide_unsigned(made, state.builder.places.bits)
    if in_registers and settings.optimises("plain-names"):
        name_plainly(expanded)
    return expanded


def _state(backwards: bool) -> Expansion:
    block = Block()
    return Expansion(IndexBuilder(block, entry=block), handlers=EXPANSIONS, backwards=backwards)


def _expand_function(source: func.FuncOp, target: Block, state: Expansion) -> func.FuncOp:
    block = state.builder.block
    dims = source.attributes.get("cute.block_dim")
    if isinstance(dims, DenseArrayBase):
        state.block_dim = tuple(int(v) for v in dims.get_values())
    for arg in source.body.block.args:
        _expand_parameter(state, arg, block)
    expand_block(state, source.body.block, block)
    _check_launch_smem(state)
    attributes = dict(source.attributes)
    if "cute.kernel" in attributes:
        attributes["cute.smem_bytes"] = IntegerAttr(state.smem.end, i64)
    properties = {
        **source.properties,
        "function_type": FunctionType.from_lists([a.type for a in block.args], []),
    }
    return fast(func.FuncOp, (), (), properties, source.location, target, (Region(block),), attributes)


def _check_launch_smem(state: Expansion) -> None:
    if state.launch_smem is not None and state.smem.end:
        raise fail(
            "not-yet",
            f"`get_dyn_smem` in a kernel that also allocates {state.smem.end} bytes of shared memory",
            fix="Allocate everything with `cutlass.utils.SmemAllocator()`.",
            span=author_span(state.launch_smem),
        )


def _expand_smem_start(state: Expansion, op: pointer_ops.SmemAllocOp) -> None:
    state.launch_smem = op
    copy_op(state, op)


def _expand_parameter(state: Expansion, arg: SSAValue, block: Block) -> None:
    if not isinstance(arg.type, MemRefType):
        value = state.values[arg] = add_arg(block, arg.type, arg.name_hint)
        if isinstance(arg.type, PtrType):
            state.values[arg] = named_pointer(state, value, arg.name_hint)
        return
    name = arg.name_hint
    raw = add_arg(block, ptr_type(arg.type), name)
    values = [IRInt(add_arg(block, mlir, None), state.builder) for mlir in leaf_types(arg.type)]
    extent = IRInt(add_arg(block, i64, None), state.builder)
    layout = fill_leaves(arg.type, values)
    for size in flatten_to_tuple(layout.shape):
        if isinstance(size, IRInt):
            state.builder.places.bits[size.root] = (1 << (size.width - 1)) - 1  # sizes are not negative
    low = _lowest(layout) if state.backwards else 0
    below = () if isinstance(low, int) and low == 0 else (state.builder.value(low, 64),)
    view = View(raw, 0, layout, arg.type, name, extent)
    bounded = fast(
        pointer_ops.PtrExtentOp,
        (raw, extent.ssa, *below),
        (raw.type,),
        {},
        state.builder.location,
        block,
        (),
        label(view),
    )
    start = View(bounded.results[0], 0, view.layout, arg.type, name, extent)
    state.views[arg] = replace(start, ptr=named(state, start))


def _lowest(layout: Layout | ComposedLayout) -> int | IRInt:
    """The offset of a layout's lowest element: not 0 where a stride is negative, as in `array[::-1]`."""
    low: int | IRInt = 0
    if isinstance(layout, ComposedLayout):
        return low
    for extent, stride in zip(flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride), strict=True):
        if isinstance(stride, IRInt):
            low = stride.at_width(64).at_most(0) * (extent - 1) + low
        elif stride < 0:
            low = (extent - 1) * stride + low
    return low


def _expand_slice(state: Expansion, op: memref_ops.SliceOp) -> None:
    view = state.views[op.source]
    coord = coordinate(state, view, op.coord.data, op.indices)
    whole: Any = view.layout
    layout, offset = slice_and_offset(coord, whole)
    assert isinstance(op.result.type, MemRefType)
    if isinstance(layout, Layout) and isinstance(layout_of(op.result.type.layout.data), ComposedLayout):
        # Only expansion knows where the slice begins (a counter that was unrolled); tracing kept the swizzle inside.
        kept, start = slice_and_offset(coord, whole.outer)
        layout, offset = whole.with_outer(kept, start), 0
    _derive(state, view, op.result, layout, offset)


def _derive(state: Expansion, view: View, result: SSAValue, layout: object, offset: int | IRInt) -> None:
    assert isinstance(result.type, MemRefType)
    moved = view.offset + offset if not (isinstance(view.offset, int) and view.offset == 0) else offset
    extent = None if view.extent is None else view.extent - offset
    name = result.name_hint or view.name
    state.views[result] = View(view.ptr, moved, layout, result.type, name, extent, derived=True)  # pyright: ignore


def _expand_view(state: Expansion, op: memref_ops.ViewOp) -> None:
    view = state.views[op.source]
    values = [IRInt(state.values[v], state.builder) for v in op.values]
    offset: int | IRInt = 0
    if op.moved is not None:
        values.pop(0)
        offset = number_or_value(state, op.values[0])
    result = op.result.type
    assert isinstance(result, MemRefType)
    _derive(state, view, op.result, fill_leaves(result, values), offset)


def _expand_leaf(state: Expansion, op: memref_ops.LeafOp) -> None:
    view = state.views[op.source]
    leaf = dynamic_leaves(state.builder, view)[op.index.value.data]
    width = op.result.type.width.data  # pyright: ignore[reportAttributeAccessIssue]
    value = leaf.at_width(width).ssa
    state.values[op.result] = value
    if value.name_hint is None:
        value.name_hint = op.result.name_hint


def _expand_load(state: Expansion, op: memref_ops.LoadOp) -> None:
    view = state.views[op.source]
    if state.checked:
        check_coordinate(state, view, op.coord.data, op.indices, writes=False)
    ptr = element_pointer(state, view, op.coord.data, op.indices)
    new = load(state, ptr, op.result.type, view)
    new.name_hint = op.result.name_hint
    state.values[op.result] = new


def _expand_store(state: Expansion, op: memref_ops.StoreOp) -> None:
    view = state.views[op.target]
    if state.checked:
        check_coordinate(state, view, op.coord.data, op.indices, writes=True)
    ptr = element_pointer(state, view, op.coord.data, op.indices)
    store(state, state.values[op.value], ptr, view)


def _expand_alloc(state: Expansion, op: memref_ops.AllocOp) -> None:
    memref = op.result.type
    assert isinstance(memref, MemRefType)
    layout = fill_leaves(memref, [])
    elems = cosize(layout)
    assert isinstance(elems, int)
    block = state.builder.block
    if memref.space.data == "rmem":
        properties: dict[str, Attribute] = {"elems": IntegerAttr(elems, i64)}
        new: Operation = fast(pointer_ops.RmemAllocOp, (), (ptr_type(memref),), properties, op.location, block)
    else:
        byte_count, align = size_and_align(memref)
        new = _shared(state, op, ptr_type(memref), state.smem.allocate(byte_count, align), byte_count, align)
    new.results[0].name_hint = op.result.name_hint
    view = View(new.results[0], 0, layout, memref, op.result.name_hint, elems)
    state.views[op.result] = replace(view, ptr=named(state, view))


def _shared(
    state: Expansion, op: Operation, kind: Attribute, offset: int, byte_count: int, align: int
) -> pointer_ops.SmemAllocOp:
    """A place in the block's shared memory."""
    numbers = {"offset": offset, "bytes": byte_count, "align": align}
    properties: dict[str, Attribute] = {name: IntegerAttr(number, i64) for name, number in numbers.items()}
    new = fast(pointer_ops.SmemAllocOp, (), (kind,), properties, op.location, state.builder.block)
    state.builder.places.allocate(new.results[0], offset)
    return new


def _expand_iterator(state: Expansion, op: memref_ops.IteratorOp) -> None:
    view = state.views[op.source]
    if view.name is None and isinstance(view.offset, int) and view.offset == 0:  # an array: only its pointer has a name
        view = replace(view, name=op.result.name_hint)
        view.ptr.name_hint = view.ptr.name_hint or view.name
        view = replace(view, ptr=named(state, view))
    ptr = first_pointer(state.builder, view)
    state.values[op.result] = _retyped(state, ptr, op.result.type)


def _retyped(state: Expansion, ptr: SSAValue, wanted: Attribute) -> SSAValue:
    """The same address as a pointer of another type."""
    if ptr.type == wanted or in_tensor_memory(wanted):
        return ptr
    result = state.builder.op(pointer_ops.PtrCastOp, (ptr,), wanted)
    state.builder.places.cast(ptr, result)
    return result


def _expand_make(state: Expansion, op: memref_ops.MakeOp) -> None:
    memref = op.result.type
    assert isinstance(memref, MemRefType)
    ptr = _retyped(state, state.values[op.source], ptr_type(memref))
    layout = fill_leaves(memref, [IRInt(state.values[v], state.builder) for v in op.values])
    view = View(_over_several(state, op, ptr, layout), 0, layout, memref, op.result.name_hint, None)
    state.views[op.result] = replace(view, ptr=named(state, view))


_SAME_ALLOCATION = (pointer_ops.PtrCastOp, pointer_ops.PtrExtentOp, pointer_ops.PtrTensorOp, pointer_ops.PtrAddOp)
"""What makes a pointer of another into the same allocation."""


def _over_several(state: Expansion, op: memref_ops.MakeOp, ptr: SSAValue, layout: Layout | ComposedLayout) -> SSAValue:
    """The pointer of a tensor; one that begins in an allocation of shared memory and ends after it gets its own place.

    An epilogue's tile may lie over those of both factors, or over what the launch asks for besides.
    """
    place, extent = state.builder.places.known.get(ptr), cosize(layout)
    if place is None or not isinstance(place.moved, int) or not isinstance(extent, int):
        return ptr
    root = place.root.owner
    while isinstance(root, _SAME_ALLOCATION):
        root = root.operands[0].owner
    if not isinstance(root, pointer_ops.SmemAllocOp) or not isinstance(ptr.type, PtrType):
        return ptr
    start = place.start + place.moved
    byte_count = (extent * storage_bits(ptr.type.element) + 7) // 8
    if not root.offset.value.data + root.bytes.value.data < start + byte_count <= max(state.smem.end, state.smem.asked):
        return ptr
    align = min(start & -start or SMEM_BASE_ALIGN, SMEM_BASE_ALIGN)
    return _retyped(state, _shared(state, op, root.result.type, start, byte_count, align).results[0], ptr.type)


def _expand_ptr_add(state: Expansion, op: pointer_ops.PtrAddOp) -> None:
    moved = number_or_value(state, op.offset)
    if isinstance(op.source.type, PtrType) and in_tensor_memory(op.source.type):
        source = state.values[op.source]
        state.values[op.result] = moved_address(state.builder, source, moved, op.source.type.element)
        return
    result = state.builder.places.moved(state.builder, state.values[op.source], moved)
    state.values[op.result] = _retyped(state, result, op.result.type)


def _expand_ptr_cast(state: Expansion, op: pointer_ops.PtrCastOp) -> None:
    state.values[op.result] = _retyped(state, state.values[op.source], op.result.type)


def _expand_address(state: Expansion, op: pointer_ops.PtrToIntOp | pointer_ops.PtrFromIntOp) -> None:
    """A pointer into tensor memory is its address."""
    if in_tensor_memory(op.source.type) or in_tensor_memory(op.result.type):
        state.values[op.result] = state.values[op.source]
    else:
        copy_op(state, op)


def _expand_ptr_load(state: Expansion, op: pointer_ops.PtrLoadOp) -> None:
    ptr = state.builder.places.access(state.builder, state.values[op.source], 0)
    block = state.builder.block
    operands = (ptr, *(state.values[x] for x in op.operands[1:]))
    kinds = (op.result.type,)
    new = fast(pointer_ops.PtrLoadOp, operands, kinds, op.properties, op.location, block, (), op.attributes)
    new.results[0].name_hint = op.result.name_hint
    state.values[op.result] = new.results[0]


def _expand_ptr_store(state: Expansion, op: pointer_ops.PtrStoreOp) -> None:
    ptr = state.builder.places.access(state.builder, state.values[op.target], 0)
    operands = (state.values[op.value], ptr, *(state.values[x] for x in op.operands[2:]))
    fast(pointer_ops.PtrStoreOp, operands, (), op.properties, op.location, state.builder.block, (), op.attributes)


def _expand_access(state: Expansion, op: Operation) -> None:
    """Any other op on memory: copied with its pointers at the places that they access."""
    operands = [
        state.builder.places.access(state.builder, state.values[x], 0)
        if isinstance(x.type, PtrType)
        else state.values[x]
        for x in op.operands
    ]
    types = [result.type for result in op.results]
    new = fast(type(op), operands, types, op.properties, op.location, state.builder.block, (), op.attributes)
    for old, result in zip(op.results, new.results, strict=True):
        result.name_hint = old.name_hint
        state.values[old] = result


def _expand_launch(state: Expansion, op: program_ops.LaunchOp) -> None:
    operands: list[SSAValue] = []
    for operand in op.operands:
        view = state.views.get(operand)
        if view is None:
            operands.append(state.values[operand])
            continue
        extent = view.extent if view.extent is not None else cosize(view.layout)
        operands += [*parts(state, view), state.builder.value(extent, 64)]  # pyright: ignore
    fast(program_ops.LaunchOp, operands, (), op.properties, op.location, state.builder.block)


def _expand_block_dim(state: Expansion, op: simt_ops.BlockDimOp) -> None:
    if state.block_dim is None:
        copy_op(state, op)
    else:
        state.values[op.result] = state.builder.constant(state.block_dim[op.axis.value.data], 32)


EXPANSIONS: Mapping[type[Operation], Handler] = {
    memref_ops.SliceOp: _expand_slice,
    memref_ops.ViewOp: _expand_view,
    memref_ops.LeafOp: _expand_leaf,
    memref_ops.LoadOp: _expand_load,
    memref_ops.StoreOp: _expand_store,
    memref_ops.LoadVecOp: expand_load_vec,
    memref_ops.StoreVecOp: expand_store_vec,
    memref_ops.IteratorOp: _expand_iterator,
    memref_ops.MakeOp: _expand_make,
    memref_ops.AllocOp: _expand_alloc,
    pointer_ops.SmemAllocOp: _expand_smem_start,
    pointer_ops.PtrAddOp: _expand_ptr_add,
    pointer_ops.PtrCastOp: _expand_ptr_cast,
    pointer_ops.PtrToIntOp: _expand_address,
    pointer_ops.PtrFromIntOp: _expand_address,
    pointer_ops.PtrLoadOp: _expand_ptr_load,
    pointer_ops.PtrStoreOp: _expand_ptr_store,
    atomic_ops.AtomicOp: _expand_access,
    atomic_ops.AtomicCasOp: _expand_access,
    atomic_ops.OrderedLoadOp: _expand_access,
    atomic_ops.OrderedStoreOp: _expand_access,
    atomic_ops.PrefetchOp: _expand_access,
    memref_ops.GemmOp: expand_gemm,
    memref_ops.ScaledGemmOp: expand_scaled_gemm,
    memref_ops.SparseGemmOp: expand_sparse_gemm,
    copy_ops.CopyOp: expand_copy,
    program_ops.LaunchOp: _expand_launch,
    simt_ops.BlockDimOp: _expand_block_dim,
    scf.ForOp: expand_for,
    **FOLDED,
}
"""How each op is rebuilt; an op that is not here is copied."""
