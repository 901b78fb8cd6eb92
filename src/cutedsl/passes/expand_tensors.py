"""Expands tensors into typed pointers and index arithmetic: after this pass no `!cute.memref` is left.

One forward rebuild of the module: a dispatch table maps each op to its expansion, everything else is copied with its
operands replaced. Tensor parameters become a pointer, the run-time leaves of the layout and the number of elements that
may be accessed; shared-memory tensors get their place in the block's shared memory here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import func, math, scf
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from cutedsl.ir import memref_ops, pointer_ops, program_ops, simt_ops
from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.coord import Pattern, parse_pattern
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.elementwise_ops import CmpiOp, SelectOp
from cutedsl.ir.fast import fast
from cutedsl.ir.types import MemRefType, PtrType
from cutedsl.layout import coalesce, cosize, crd2idx, size, slice_and_offset
from cutedsl.passes.index_math import IndexBuilder, IRInt
from cutedsl.passes.views import (
    View,
    dynamic_leaves,
    fill_leaves,
    label,
    leaf_types,
    pointer_at,
    ptr_type,
)

_SMEM_BASE_ALIGN = 1024
_UNROLL_LIMIT = 64
_I32_ATTR = {k: IntegerAttr(k, i32) for k in range(64)}


@dataclass(slots=True)
class _Function:
    """State of the function being rebuilt."""

    builder: IndexBuilder
    values: dict[SSAValue, SSAValue] = field(default_factory=dict)
    views: dict[SSAValue, View] = field(default_factory=dict)
    smem_bytes: int = 0
    block_dim: tuple[int, ...] | None = None


def expand_tensors(module: ModuleOp) -> ModuleOp:
    """The same module with every tensor expanded; the input is left as it was.

    Law: the expanded module computes what the tensors' layouts say: element `c` of a tensor lies at
    `pointer + layout(c)`.
    """
    expanded = ModuleOp([])
    for op in module.body.block.ops:
        assert isinstance(op, func.FuncOp)
        _expand_function(op, expanded.body.block)
    return expanded


def _expand_function(source: func.FuncOp, target: Block) -> None:
    block = Block()
    state = _Function(IndexBuilder(block, entry=block))
    dims = source.attributes.get("cute.block_dim")
    if isinstance(dims, DenseArrayBase):
        state.block_dim = tuple(int(v) for v in dims.get_values())
    for arg in source.body.block.args:
        _expand_parameter(state, arg, block)
    _expand_block(state, source.body.block, block)
    attributes = dict(source.attributes)
    if "cute.kernel" in attributes:
        attributes["cute.smem_bytes"] = IntegerAttr(state.smem_bytes, i64)
    properties = {
        **source.properties,
        "function_type": FunctionType.from_lists([a.type for a in block.args], []),
    }
    fast(func.FuncOp, (), (), properties, source.location, target, (Region(block),), attributes)


def _add_arg(block: Block, mlir: Attribute, name: str | None) -> SSAValue:
    arg = block.insert_arg(mlir, len(block.args))
    arg.name_hint = name
    return arg


def _expand_parameter(state: _Function, arg: SSAValue, block: Block) -> None:
    if not isinstance(arg.type, MemRefType):
        state.values[arg] = _add_arg(block, arg.type, arg.name_hint)
        return
    name = arg.name_hint
    raw = _add_arg(block, ptr_type(arg.type), name)
    values = [IRInt(_add_arg(block, mlir, None), state.builder) for mlir in leaf_types(arg.type)]
    extent = IRInt(_add_arg(block, i64, None), state.builder)
    view = View(raw, 0, fill_leaves(arg.type, values), arg.type, name, extent)
    bounded = fast(
        pointer_ops.PtrExtentOp,
        (raw, extent.ssa),
        (raw.type,),
        {},
        state.builder.location,
        block,
        (),
        label(view),
    )
    state.views[arg] = View(bounded.results[0], 0, view.layout, arg.type, name, extent)


def _expand_block(state: _Function, source: Block, target: Block) -> None:
    outer, state.builder.block = state.builder.block, target
    for op in source.ops:
        state.builder.location = op.location
        handler = _EXPANSIONS.get(type(op))
        if handler is None:
            _copy(state, op)
        else:
            handler(state, op)
    state.builder.block = outer


def _operands(state: _Function, op: Operation) -> list[SSAValue]:
    """The operands in the rebuilt function; a tensor operand becomes its pointer and run-time leaves."""
    rebuilt: list[SSAValue] = []
    for operand in op.operands:
        view = state.views.get(operand)
        rebuilt += [state.values[operand]] if view is None else _parts(state, view)
    return rebuilt


def _parts(state: _Function, view: View) -> list[SSAValue]:
    return [pointer_at(state.builder, view, 0), *(leaf.ssa for leaf in dynamic_leaves(view.layout))]


def _part_types(mlir: Attribute) -> list[Attribute]:
    return [ptr_type(mlir), *leaf_types(mlir)] if isinstance(mlir, MemRefType) else [mlir]


def _bind(state: _Function, old: Sequence[SSAValue], new: Sequence[SSAValue]) -> None:
    """Maps old values to new ones, gathering the parts of each tensor."""
    supply = iter(new)
    for value in old:
        if isinstance(value.type, MemRefType):
            ptr = next(supply)
            ptr.name_hint = value.name_hint
            values = [IRInt(next(supply), state.builder) for _ in leaf_types(value.type)]
            layout = fill_leaves(value.type, values)
            state.views[value] = View(ptr, 0, layout, value.type, value.name_hint, None)
        else:
            state.values[value] = got = next(supply)
            got.name_hint = value.name_hint


def _copy(state: _Function, op: Operation) -> None:
    target = state.builder.block
    operands = _operands(state, op)
    regions = [_copy_region(state, region) for region in op.regions]
    result_types = [part for result in op.results for part in _part_types(result.type)]
    new = fast(type(op), operands, result_types, op.properties, op.location, target, regions, op.attributes)
    _bind(state, op.results, new.results)


def _copy_region(state: _Function, region: Region) -> Region:
    if not region.blocks:
        return Region()
    source = region.block
    block = Block(arg_types=[part for arg in source.args for part in _part_types(arg.type)])
    _bind(state, source.args, block.args)
    _expand_block(state, source, block)
    return Region(block)


# -- coordinates -----------------------------------------------------------------------------------------------------
def _coordinate(state: _Function, view: View, text: str, indices: Sequence[SSAValue]) -> object:
    """The coordinate tree of an op: ints, None and IR values, 64-bit where offsets may need it."""
    supply = iter([IRInt(state.values[i], state.builder) for i in indices])

    def fill(mode: Pattern | int | str | None) -> object:
        match mode:
            case tuple():
                return tuple(fill(m) for m in mode)
            case "?":
                value = next(supply)
                return value.at_width(64) if view.wide and value.width < 64 else value
            case _:
                return mode

    modes = tuple(fill(m) for m in parse_pattern(text))
    return modes[0] if len(modes) == 1 and not _is_tuple_shape(view) else modes


def _is_tuple_shape(view: View) -> bool:
    return isinstance(view.layout.shape, tuple) and len(view.layout.shape) == 1


def _element_pointer(state: _Function, view: View, text: str, indices: Sequence[SSAValue]) -> SSAValue:
    offset = crd2idx(_coordinate(state, view, text, indices), view.layout)
    element = View(view.ptr, view.offset, view.layout, view.type, view.name, view.extent)
    ptr = pointer_at(state.builder, element, offset)
    return _with_align(state, ptr, view, None)


def _with_align(state: _Function, ptr: SSAValue, view: View, align_bytes: int | None) -> SSAValue:
    """A pointer whose type says the alignment known for one access (an element's, unless more is known)."""
    wanted = PtrType.of(view.type.element, view.type.space.data, align_bytes)
    return ptr if ptr.type == wanted else state.builder.op(pointer_ops.PtrCastOp, (ptr,), wanted)


# -- tensor ops ------------------------------------------------------------------------------------------------------
def _expand_slice(state: _Function, op: memref_ops.SliceOp) -> None:
    view = state.views[op.source]
    coord = _coordinate(state, view, op.coord.data, op.indices)
    layout, offset = slice_and_offset(coord, view.layout)
    _derive(state, view, op.result, layout, offset)


def _derive(state: _Function, view: View, result: SSAValue, layout: object, offset: int | IRInt) -> None:
    assert isinstance(result.type, MemRefType)
    moved = view.offset + offset if not (isinstance(view.offset, int) and view.offset == 0) else offset
    extent = None if view.extent is None else view.extent - offset
    name = result.name_hint or view.name
    state.views[result] = View(view.ptr, moved, layout, result.type, name, extent)  # pyright: ignore


def _expand_view(state: _Function, op: memref_ops.ViewOp) -> None:
    view = state.views[op.source]
    values = [IRInt(state.values[v], state.builder) for v in op.values]
    offset: int | IRInt = values.pop(0) if op.moved is not None else 0
    result = op.result.type
    assert isinstance(result, MemRefType)
    _derive(state, view, op.result, fill_leaves(result, values), offset)


def _expand_leaf(state: _Function, op: memref_ops.LeafOp) -> None:
    view = state.views[op.source]
    leaf = dynamic_leaves(view.layout)[op.index.value.data]
    width = op.result.type.width.data  # pyright: ignore[reportAttributeAccessIssue]
    value = leaf.at_width(width).ssa
    state.values[op.result] = value
    if value.name_hint is None:
        value.name_hint = op.result.name_hint


def _expand_load(state: _Function, op: memref_ops.LoadOp) -> None:
    view = state.views[op.source]
    ptr = _element_pointer(state, view, op.coord.data, op.indices)
    new = _load(state, ptr, op.result.type, view)
    new.name_hint = op.result.name_hint
    state.values[op.result] = new


def _load(state: _Function, ptr: SSAValue, mlir: Attribute, view: View) -> SSAValue:
    block = state.builder.block
    loaded = fast(pointer_ops.PtrLoadOp, (ptr,), (mlir,), {}, state.builder.location, block, (), label(view))
    return loaded.results[0]


def _store(state: _Function, value: SSAValue, ptr: SSAValue, view: View) -> None:
    block = state.builder.block
    fast(pointer_ops.PtrStoreOp, (value, ptr), (), {}, state.builder.location, block, (), label(view))


def _expand_store(state: _Function, op: memref_ops.StoreOp) -> None:
    view = state.views[op.target]
    ptr = _element_pointer(state, view, op.coord.data, op.indices)
    _store(state, state.values[op.value], ptr, view)


def _offsets(view: View) -> list[int | IRInt]:
    """Offsets of all elements in order; the shape is static."""
    count = size(view.layout)
    assert isinstance(count, int)
    return [crd2idx(k, view.layout) for k in range(count)]


def _is_contiguous(view: View) -> bool:
    flat = coalesce(view.layout)
    return view.is_static and (size(view.layout) == 1 or flat.stride == 1)


def _vector_align(view: View) -> int:
    """The alignment of a whole-tensor access: what the tensor's type says, less what a known offset takes away."""
    if isinstance(view.offset, int):
        offset_bytes = view.offset * storage_bits(view.type.element) // 8
        align = view.type.align.data
        while offset_bytes % align:
            align //= 2
        return align
    return view.type.align.data


def _expand_load_vec(state: _Function, op: memref_ops.LoadVecOp) -> None:
    view = state.views[op.source]
    vector = op.result.type
    assert isinstance(vector, VectorType)
    if _is_contiguous(view):
        ptr = _with_align(state, pointer_at(state.builder, view, 0), view, _vector_align(view))
        result = _load(state, ptr, vector, view)
    else:
        parts: list[SSAValue] = []
        for offset in _offsets(view):
            ptr = _with_align(state, pointer_at(state.builder, view, offset), view, None)
            parts.append(_load(state, ptr, vector.element_type, view))
        block = state.builder.block
        result = fast(simt_ops.VecPackOp, parts, (vector,), {}, state.builder.location, block).results[0]
    result.name_hint = op.result.name_hint
    state.values[op.result] = result


def _expand_store_vec(state: _Function, op: memref_ops.StoreVecOp) -> None:
    view = state.views[op.target]
    value = state.values[op.value]
    if _is_contiguous(view):
        ptr = _with_align(state, pointer_at(state.builder, view, 0), view, _vector_align(view))
        _store(state, value, ptr, view)
        return
    for index, offset in enumerate(_offsets(view)):
        attr = _I32_ATTR.get(index) or IntegerAttr(index, i32)
        element = fast(
            simt_ops.VecExtractOp,
            (value,),
            (view.type.element,),
            {"index": attr},
            state.builder.location,
            state.builder.block,
        ).results[0]
        ptr = _with_align(state, pointer_at(state.builder, view, offset), view, None)
        _store(state, element, ptr, view)


def _expand_alloc(state: _Function, op: memref_ops.AllocOp) -> None:
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
        align = min(max(memref.align.data, 1), _SMEM_BASE_ALIGN)
        offset = -(-state.smem_bytes // align) * align
        byte_count = -(-elems * storage_bits(memref.element) // 8)
        state.smem_bytes = offset + byte_count
        properties = {
            "offset": IntegerAttr(offset, i64),
            "bytes": IntegerAttr(byte_count, i64),
            "align": IntegerAttr(align, i64),
        }
        new = fast(pointer_ops.SmemAllocOp, (), (ptr_type(memref),), properties, op.location, block)
    new.results[0].name_hint = op.result.name_hint
    state.views[op.result] = View(new.results[0], 0, layout, memref, op.result.name_hint, elems)


# -- multiply-add ----------------------------------------------------------------------------------------------------
def _expand_gemm(state: _Function, op: memref_ops.GemmOp) -> None:
    """`c(m,n) += a(m,k) * b(n,k)`; rank 1 multiplies element by element."""
    a, b, c = (state.views[v] for v in op.operands)
    rank = len(c.layout.shape) if isinstance(c.layout.shape, tuple) else 1
    if rank == 1:
        _count(state, size(c.layout), lambda i: _fma(state, (a, i), (b, i), (c, i)))
        return
    m, n, k = size(c.layout, [0]), size(c.layout, [1]), size(a.layout, [1])
    _count(
        state,
        k,
        lambda kk: _count(
            state,
            n,
            lambda nn: _count(state, m, lambda mm: _fma(state, (a, (mm, kk)), (b, (nn, kk)), (c, (mm, nn)))),
        ),
    )


def _fma(state: _Function, a: tuple[View, object], b: tuple[View, object], c: tuple[View, object]) -> None:
    pointers = [
        _with_align(state, pointer_at(state.builder, view, crd2idx(coord, view.layout)), view, None)
        for view, coord in (a, b, c)
    ]
    x, y, z = (_load(state, ptr, view.type.element, view) for ptr, (view, _) in zip(pointers, (a, b, c), strict=True))
    result = fast(
        math.FmaOp,
        (x, y, z),
        (z.type,),
        properties_of(math.FmaOp),
        state.builder.location,
        state.builder.block,
    ).results[0]
    _store(state, result, pointers[2], c[0])


def _count(state: _Function, count: object, body: Callable[[int | IRInt], None]) -> None:
    """`body(0) ... body(count-1)`: unrolled while small, else a loop."""
    builder = state.builder
    if isinstance(count, int) and count <= _UNROLL_LIMIT // 8:
        for k in range(count):
            body(k)
        return
    assert isinstance(count, int | IRInt)
    hi = builder.value(count, 32) if isinstance(count, int) else count.at_width(32).ssa
    bounds = (builder.constant(0, 32), hi, builder.constant(1, 32))
    block = Block(arg_types=[i32])
    outer, builder.block = builder.block, block
    body(IRInt(block.args[0], builder))
    fast(scf.YieldOp, (), (), {}, builder.location, block)
    builder.block = outer
    fast(scf.ForOp, bounds, (), {}, builder.location, outer, (Region(block),))


# -- the program -----------------------------------------------------------------------------------------------------
def _expand_launch(state: _Function, op: program_ops.LaunchOp) -> None:
    operands: list[SSAValue] = []
    for operand in op.operands:
        view = state.views.get(operand)
        if view is None:
            operands.append(state.values[operand])
            continue
        extent = view.extent if view.extent is not None else cosize(view.layout)
        operands += [*_parts(state, view), state.builder.value(extent, 64)]  # pyright: ignore
    fast(program_ops.LaunchOp, operands, (), op.properties, op.location, state.builder.block)


def _expand_block_dim(state: _Function, op: simt_ops.BlockDimOp) -> None:
    if state.block_dim is None:
        _copy(state, op)
    else:
        state.values[op.result] = state.builder.constant(state.block_dim[op.axis.value.data], 32)


def _expand_for(state: _Function, op: scf.ForOp) -> None:
    """A loop whose step may be negative counts up over its trip number instead."""
    sign = op.attributes.get("cute.step_sign")
    if not isinstance(sign, IntegerAttr) or sign.value.data == 1:
        _copy(state, op)
        return
    builder = state.builder
    lo, hi, step = (IRInt(state.values[v], builder) for v in (op.lb, op.ub, op.step))
    up = (hi - lo + (step - 1)) // step
    down = (lo - hi + ((-step) - 1)) // (-step)
    zero = builder.constant(0, lo.width)
    less = {"predicate": IntegerAttr(2, i64)}
    negative = fast(CmpiOp, (step.ssa, zero), (i1,), less, builder.location, builder.block).results[0]
    trips = builder.op(SelectOp, (negative, down.ssa, up.ssa), lo.ssa.type)
    target = builder.block
    inits = [part for v in op.iter_args for part in _value_parts(state, v)]
    source = op.body.block
    block = Block(arg_types=[lo.ssa.type, *(p for a in source.args[1:] for p in _part_types(a.type))])
    outer, builder.block = builder.block, block
    counter = IRInt(block.args[0], builder)
    index = lo + counter * step
    state.values[source.args[0]] = index.ssa
    builder.block = outer
    _bind(state, source.args[1:], block.args[1:])
    _expand_block(state, source, block)
    one = builder.constant(1, lo.width)
    attributes = {k: v for k, v in op.attributes.items() if k != "cute.step_sign"}
    new = fast(
        scf.ForOp,
        (zero, trips, one, *inits),
        [v.type for v in inits],
        op.properties,
        op.location,
        target,
        (Region(block),),
        attributes,
    )
    _bind(state, op.results, new.results)


def _value_parts(state: _Function, value: SSAValue) -> list[SSAValue]:
    view = state.views.get(value)
    return [state.values[value]] if view is None else _parts(state, view)


_EXPANSIONS: dict[type[Operation], Callable[..., None]] = {
    memref_ops.SliceOp: _expand_slice,
    memref_ops.ViewOp: _expand_view,
    memref_ops.LeafOp: _expand_leaf,
    memref_ops.LoadOp: _expand_load,
    memref_ops.StoreOp: _expand_store,
    memref_ops.LoadVecOp: _expand_load_vec,
    memref_ops.StoreVecOp: _expand_store_vec,
    memref_ops.AllocOp: _expand_alloc,
    memref_ops.GemmOp: _expand_gemm,
    program_ops.LaunchOp: _expand_launch,
    simt_ops.BlockDimOp: _expand_block_dim,
    scf.ForOp: _expand_for,
}
"""How each op is rebuilt; an op that is not here is copied."""
