"""CuTe's IR emitter: the `CuteEmitter` protocol implemented by building xDSL ops.

One emitter builds one module: the host function first, kernels as they are launched. Handles are SSA values, types are
MLIR types. Every op gets the author's position, and the name of the variable that it is assigned to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from sys import _getframe  # pyright: ignore[reportPrivateUsage]
from types import FrameType
from typing import cast

from xdsl.dialects import arith, builtin, func, math, scf, ub
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import (
    AnyFloat,
    FileLineColLoc,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    VectorType,
)
from xdsl.dialects.utils.fast_math import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from cutedsl.errors import Span, fail
from cutedsl.errors.expressions import expression_text
from cutedsl.ir.arithmetic import (
    binary_class,
    cast_classes,
    compare_predicate,
    properties_of,
    unary_class,
)
from cutedsl.ir.dialect import OPS_BY_NAME
from cutedsl.ir.dtypes import mlir_type
from cutedsl.ir.facts import FACTS
from cutedsl.ir.fast import (
    UNKNOWN_LOCATION,
    append_block_argument,
    fast,
    fast_of,
    integer_attr,
    new_block,
    region_of,
    register_operators,
)
from cutedsl.ir.ops.elementwise import BitcastOp, CmpfOp, CmpiOp, SelectOp, like
from cutedsl.ir.ops.memref import LEAF_INDICES, LeafOp
from cutedsl.ir.ops.tma import TmaDescriptorType, TmaMakeOp
from cutedsl.ir.types import MemRefType, PtrType
from cutedsl.ir.visible import first_hidden
from cutedsl.lang.emission.op_places import PLACES, place_of
from cutedsl.lang.emission.raw_values import apply_operator, value_of
from cutedsl.lang.experimental.hoist import hoist_tensor_maps
from cutedsl.lang.tiles.prefetched_loops import prefetched
from cutedsl.staging.location import Site
from cutedsl.staging.operators import OPERATORS_FILE
from cutedsl.staging.protocol import register_handles, register_number_of_handle
from cutedsl.types import DType, dtype_named
from cutedsl.types.dtype import BOOLEAN, FLOAT32, INT32, TFLOAT32

_MATH_OPS = {op.name: op for op in (*math.Math.operations, arith.DivfOp)}

register_handles(SSAValue)
register_operators(apply_operator)
register_number_of_handle(value_of)


class IRRegion:
    """A region under construction: its block, and the constants already made in it."""

    __slots__ = ("block", "constants")

    def __init__(self, block: Block) -> None:
        self.block = block
        self.constants: dict[tuple[object, int], SSAValue] = {}

    @property
    def args(self) -> Sequence[SSAValue]:
        return self.block.args


class IREmitter:
    """Builds one module by tracing. See `CuteEmitter` for what each method means."""

    def __init__(self) -> None:
        self.module = ModuleOp([])
        self._regions: list[IRRegion] = []
        self._block = self.module.body.block  # that of the innermost region
        self._functions: list[tuple[list[IRRegion], list[Operation]]] = []
        self._leaves: dict[tuple[int, int], SSAValue] = {}
        self._keep: list[SSAValue] = []
        self._last_named: tuple[Site, SSAValue] | None = None
        self._removable: list[Operation] = []
        self.remainders: list[SSAValue] = []
        """Of integers with a sign, as the author wrote them: Python's have another sign."""

    # -- types ---------------------------------------------------------------------------------------------------
    def type_of(self, handle: SSAValue) -> Attribute:
        return handle.type

    def dtype_type(self, dtype: DType) -> Attribute:
        return mlir_type(dtype)

    def tensor_type(self, dtype: DType, space: str, layout: str, align_bytes: int, swizzle: str = "") -> Attribute:
        return _tensor_type(dtype.name, str(space), layout, align_bytes, swizzle)

    def vector_type(self, dtype: DType, count: int) -> Attribute:
        return _vector_type(dtype.name, count)

    def pointer_type(self, dtype: DType, space: str, align_bytes: int, swizzle: str = "") -> Attribute:
        return PtrType.of(mlir_type(dtype), str(space), align_bytes, swizzle)

    def descriptor_type(self) -> Attribute:
        return TmaDescriptorType()

    # -- ops -----------------------------------------------------------------------------------------------------
    def _build(
        self,
        cls: type[Operation],
        operands: Sequence[SSAValue],
        result_types: Sequence[Attribute],
        properties: Mapping[str, Attribute],
        attributes: Mapping[str, Attribute] = {},
        regions: Sequence[Region] = (),
    ) -> Operation:
        frame = _getframe(3)  # this frame, its caller and the caller's caller are ours
        places = PLACES.get(id(frame.f_code))
        where, target = (places.get(frame.f_lasti) if places else None) or place_of(frame)
        op = fast_of(cls)(cls, operands, result_types, properties, where, self._block, regions, attributes)
        if target is not None and result_types:
            self._name(target, op.results[0])
        return op

    def _value(self, plan: _Plan, operands: tuple[SSAValue, ...], result_type: Attribute) -> SSAValue:
        """The result of an op that has one; the same as `_build`, in one call less for what is traced most."""
        frame = _getframe(3)
        places = PLACES.get(id(frame.f_code))
        where, target = (places.get(frame.f_lasti) if places else None) or place_of(frame)
        build, cls, properties, _, _ = plan
        value = build(cls, operands, (result_type,), properties, where, self._block).results[0]
        if target is not None:
            self._name(target, value)
        return value

    def _name(self, site: Site, value: SSAValue) -> None:
        """Only the last op of an assigned expression keeps the variable's name."""
        if self._last_named is not None and self._last_named[0] is site:
            self._last_named[1]._name = None  # pyright: ignore[reportPrivateUsage]
        value._name = site.target  # pyright: ignore[reportPrivateUsage]
        self._last_named = (site, value)

    def constant(self, value: int | float | bool, dtype: DType) -> SSAValue:
        mlir = mlir_type(dtype)
        key = (value if value else repr(value), id(mlir))  # `0.0` and `-0.0` are equal; there is one object a type
        for region in self._regions:
            found = region.constants.get(key)
            if found is not None:
                return found
        known = _NUMBERS.get(key)
        if known is None:
            if len(_NUMBERS) >= _MOST_NUMBERS:
                _NUMBERS.clear()
            attr = _number_attribute(value, mlir)
            known = _NUMBERS[key] = (attr, _constant_name(attr))
        attr, name = known
        op = fast_of(arith.ConstantOp)(arith.ConstantOp, (), (mlir,), {"value": attr}, UNKNOWN_LOCATION, self._block)
        result = op.results[0]
        result._name = name  # pyright: ignore[reportPrivateUsage]  # a name that xDSL would accept
        self._regions[-1].constants[key] = result
        self._removable.append(op)
        return result

    def binary(self, op: str, dtype: DType, a: SSAValue, b: SSAValue) -> SSAValue:
        if op == "floordiv" and dtype.is_float:
            quotient = self._value(_plan_of(arith.DivfOp), (a, b), a.type)
            return self._value(_plan_of(math.FloorOp), (quotient,), a.type)
        plan = _BINARY.get((op, dtype.name))
        if plan is None:
            plan = _BINARY[op, dtype.name] = _plan_of(binary_class(op, dtype))
        result = self._value(plan, (a, b), a._type)
        if op == "rem" and dtype.signed and _written_by_author(_getframe(2)):
            self.remainders.append(result)
        return self._rounded_tf32(result) if dtype is TFLOAT32 else result

    def compare(self, op: str, dtype: DType, a: SSAValue, b: SSAValue) -> SSAValue:
        plan = _COMPARE.get((op, dtype.name))
        if plan is None:
            cls: type[Operation] = CmpfOp if dtype.is_float else CmpiOp
            properties = {**properties_of(cls), "predicate": compare_predicate(op, dtype)}
            plan = _COMPARE[op, dtype.name] = (fast_of(cls), cls, properties, {}, False)
        return self._value(plan, (a, b), like(a._type, builtin.i1))

    def unary(self, op: str, dtype: DType, a: SSAValue) -> SSAValue:
        if op == "neg" and dtype.is_integer:
            return self.binary("sub", dtype, self._splat_constant(0, dtype, a.type), a)
        if op == "invert":
            ones = True if dtype.width == 1 else -1
            return self.binary("xor", dtype, a, self._splat_constant(ones, dtype, a.type))
        cls = unary_class(op, dtype)
        return self._build(cls, (a,), (a.type,), properties_of(cls)).results[0]

    def _splat_constant(self, value: int | bool, dtype: DType, like: Attribute) -> SSAValue:
        scalar = self.constant(value, dtype)
        if isinstance(like, VectorType):
            return self.op("cute.vec.splat", (scalar,), (like,), {})[0]
        return scalar

    def cast(self, a: SSAValue, src: DType, dst: DType) -> SSAValue:
        if dst is BOOLEAN and src is not BOOLEAN:
            zero = self._splat_constant(0, src, a.type) if src.is_integer else self._float_zero(src, a.type)
            return self.compare("ne", src, a, zero)
        for cls, mlir in cast_classes(src, dst):
            a = self._value(_plan_of(cls), (a,), like(a.type, mlir))
        return self._rounded_tf32(a) if dst is TFLOAT32 and src is not TFLOAT32 else a

    def _rounded_tf32(self, a: SSAValue) -> SSAValue:
        """A float32 rounded to nearest even to 10 bits of mantissa; infinities and NaN stay."""
        bits = self.bitcast(a, FLOAT32, INT32)
        numbers = [self._splat_constant(k, INT32, bits.type) for k in (13, 1, 0xFFF, -(1 << 13), 0x7F800000)]
        shift, one, bias, kept, infinite = numbers
        last = self.binary("and", INT32, self.binary("shr", INT32, bits, shift), one)
        up = self.binary("add", INT32, self.binary("add", INT32, bits, bias), last)
        near = self.binary("and", INT32, up, kept)
        finite = self.compare("ne", INT32, self.binary("and", INT32, bits, infinite), infinite)
        return self.bitcast(self.select(finite, INT32, near, bits), INT32, FLOAT32)

    def _float_zero(self, dtype: DType, like: Attribute) -> SSAValue:
        zero = self.constant(0.0, dtype)
        return self.op("cute.vec.splat", (zero,), (like,), {})[0] if isinstance(like, VectorType) else zero

    def bitcast(self, a: SSAValue, src: DType, dst: DType) -> SSAValue:
        target = mlir_type(dst)
        if mlir_type(src) == target:
            return a
        return self._build(BitcastOp, (a,), (like(a.type, target),), {}).results[0]

    def select(self, cond: SSAValue, dtype: DType, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._value(_SELECT, (cond, a, b), a.type)

    def undefined(self, type: Attribute) -> SSAValue:
        return self._build(ub.PoisonOp, (), (type,), {"value": ub.PoisonAttr()}).results[0]

    def op(
        self,
        name: str,
        operands: Sequence[SSAValue],
        result_types: Sequence[Attribute],
        attrs: Mapping[str, object],
    ) -> tuple[SSAValue, ...]:
        # `True` and 1 are equal, their attributes are not.
        if len(attrs) == 1:
            ((only, value),) = attrs.items()
            key: object = (name, only, value, type(value))
        else:
            key = (name, *attrs.items(), *map(type, attrs.values())) if attrs else name
        plan = _PLANS.get(key)
        if plan is None:
            if len(_PLANS) >= _MOST_PLANS:
                _PLANS.clear()
            plan = _PLANS[key] = _named_plan(name, attrs)
        frame = _getframe(2)
        places = PLACES.get(id(frame.f_code))
        where, target = (places.get(frame.f_lasti) if places else None) or place_of(frame)
        build, cls, properties, attributes, removable = plan
        op = build(cls, operands, result_types, properties, where, self._block, (), attributes)
        if removable:
            self._removable.append(op)
        if target is not None and result_types:
            self._name(target, op.results[0])
        return op.results

    def leaf(self, handle: SSAValue, index: int, dtype: DType) -> SSAValue:
        """The index-th run-time leaf of a tensor's layout; made once, where the tensor is defined."""
        key = (id(handle), index)
        found = self._leaves.get(key)
        if found is not None:
            return found
        scratch = Block()
        op = fast(LeafOp, (handle,), (mlir_type(dtype),), {"index": LEAF_INDICES[index]}, UNKNOWN_LOCATION, scratch)
        scratch.detach_op(op)
        owner = handle.owner
        if isinstance(owner, Block):
            first = owner.first_op
            owner.insert_op_before(op, first) if first is not None else owner.add_op(op)
        else:
            block = owner.parent
            assert block is not None
            block.insert_op_after(op, owner)
        self._leaves[key] = op.results[0]
        self._keep.append(handle)
        self._removable.append(op)
        return op.results[0]

    # -- regions -------------------------------------------------------------------------------------------------
    def open_region(self, arg_types: Sequence[Attribute], arg_names: Sequence[str] = ()) -> IRRegion:
        block = new_block(arg_types)
        for arg, name in zip(block.args, arg_names, strict=False):
            arg.name_hint = _value_name(name)
        region = IRRegion(block)
        self._regions.append(region)
        self._block = block
        return region

    def leave_region(self, region: IRRegion) -> None:
        top = self._regions.pop()
        assert top is region, "regions are left in the reverse order of entering"
        self._block = self._regions[-1].block

    def add_region_arg(self, region: IRRegion, type: Attribute, name: str = "") -> SSAValue:
        arg = append_block_argument(region.block, type)
        arg.name_hint = _value_name(name)
        return arg

    def close_region(self, region: IRRegion, yields: Sequence[SSAValue]) -> None:
        _YIELD(scf.YieldOp, yields, (), {}, UNKNOWN_LOCATION, region.block)

    def close_condition(self, region: IRRegion, cond: SSAValue, values: Sequence[SSAValue]) -> None:
        fast(scf.ConditionOp, (cond, *values), (), {}, UNKNOWN_LOCATION, region.block)

    def drop_region(self, region: IRRegion) -> None:
        """Nothing to undo: a region that no op owns is garbage."""

    def for_(
        self,
        lo: SSAValue,
        hi: SSAValue,
        step: SSAValue,
        dtype: DType,
        inits: Sequence[SSAValue],
        region: IRRegion,
        attrs: Mapping[str, object],
    ) -> Sequence[SSAValue]:
        attributes = {f"cute.{key}": _attribute(v) for key, v in attrs.items() if (key, v) != ("step_sign", 1)}
        if not dtype.signed:
            attributes["cute.unsigned"] = _MARK
        op = self._build(
            scf.ForOp,
            (lo, hi, step, *inits),
            [v.type for v in inits],
            {},
            attributes,
            (region_of(region.block),),
        )
        stages = attrs.get("prefetch_stages")
        if not isinstance(stages, int) or not isinstance(op, scf.ForOp):
            return op.results
        return prefetched(op, stages) or op.results

    def if_(
        self, cond: SSAValue, then_region: IRRegion, else_region: IRRegion, result_types: Sequence[Attribute]
    ) -> Sequence[SSAValue]:
        nothing_else = not result_types and isinstance(else_region.block.first_op, scf.YieldOp)
        regions = (region_of(then_region.block), Region() if nothing_else else region_of(else_region.block))
        return self._build(scf.IfOp, (cond,), result_types, {}, {}, regions).results

    def while_(self, inits: Sequence[SSAValue], before: IRRegion, after: IRRegion) -> Sequence[SSAValue]:
        regions = (region_of(before.block), region_of(after.block))
        result_types = [arg.type for arg in after.block.args]
        return self._build(scf.WhileOp, tuple(inits), result_types, {}, {}, regions).results

    # -- functions -----------------------------------------------------------------------------------------------
    def is_of_caller(self, handle: SSAValue) -> bool:
        """Whether a value is of the host function around the kernel being recorded."""
        home = handle.owner if isinstance(handle.owner, Block) else handle.owner.parent
        return any(region.block is home for regions, _ in self._functions for region in regions)

    @property
    def block(self) -> Block:
        """The block that is being recorded."""
        return self._block

    def begin_function(self, params: Sequence[tuple[str, Attribute]]) -> Sequence[SSAValue]:
        """Starts a function (host or kernel); ops go into it until `end_function`. Nests: kernels inside the host."""
        self._functions.append((self._regions, self._removable))
        block = new_block([t for _, t in params])
        for arg, (name, _) in zip(block.args, params, strict=True):
            arg.name_hint = name
        self._regions, self._removable, self._block = [IRRegion(block)], [], block
        return block.args

    @property
    def in_kernel(self) -> bool:
        """Whether ops go into a kernel, and not into the host function around it."""
        return len(self._functions) > 1

    def hoist_tensor_maps(self, arguments: Sequence[SSAValue]) -> tuple[list[Operation], list[SSAValue]]:
        """The ops of the host that make the tensor maps of the kernel begun last, and the maps, its new parameters.

        `arguments` are the host's values of its parameters so far.
        """
        return hoist_tensor_maps(self._regions[0].block, arguments)

    def place(self, ops: Sequence[Operation]) -> None:
        """Puts ops that were made elsewhere here."""
        for op in ops:
            self._block.add_op(op)

    def end_function(self, name: str, attributes: Mapping[str, object]) -> func.FuncOp:
        """Ends the function begun last, puts it into the module under `name`, and returns it."""
        self._build(func.ReturnOp, (), (), {})
        self._drop_unused()
        (region,) = self._regions
        hidden = first_hidden(region.block)
        if hidden is not None:
            raise _escaped(*hidden)
        self._regions, self._removable = self._functions.pop()
        self._block = self._regions[-1].block if self._regions else self.module.body.block
        properties = {
            "sym_name": StringAttr(name),
            "function_type": FunctionType.from_lists([a.type for a in region.args], []),
        }
        where = place_of(_getframe(1))[0]
        attrs = {key: _attribute(value) for key, value in attributes.items()}
        body = region_of(region.block)
        return fast(func.FuncOp, (), (), properties, where, self.module.body.block, (body,), attrs)

    def _drop_unused(self) -> None:
        """Removes indices, layout leaves and constants that nothing reads: the IR shows what the author wrote."""
        for op in self._removable:
            if all(result.first_use is None for result in op.results) and op.parent is not None:
                op.detach()
                op.drop_all_references()

    def launch(self, kernel: str, values: Sequence[SSAValue]) -> None:
        self._build(OPS_BY_NAME["cute.launch"], values, (), {"kernel": SymbolRefAttr(kernel)})


def _written_by_author(frame: FrameType | None) -> bool:
    """Whether the code that applied an operator is the author's; the operator's own methods stand in between."""
    while frame is not None and frame.f_code.co_filename == OPERATORS_FILE:
        frame = frame.f_back
    return frame is not None and bool(PLACES.get(id(frame.f_code)))


def _escaped(user: Operation, value: SSAValue) -> Exception:
    """The error for a value that is used outside of the branch or turn that makes it."""
    made = _span(value.owner) if isinstance(value.owner, Operation) else None
    text = made and expression_text(made)
    name = f"`{text}`" if text else "a value"
    return fail(
        "value-escapes",
        f"{name} is used outside the run-time branch or loop that defines it",
        span=_span(user),
        also=((made, "made here"),) if made else (),
    )


def _span(op: Operation) -> Span | None:
    where = op.location
    if not isinstance(where, FileLineColLoc):
        return None
    line, col = where.line.data, where.column.data - 1
    return Span(where.filename.data, line, col, line, col)


_Plan = tuple[Callable[..., Operation], type[Operation], Mapping[str, Attribute], Mapping[str, Attribute], bool]
"""What all ops of one kind share: what builds them, class, properties, attributes, and whether they go when unused."""
_BINARY: dict[tuple[str, str], _Plan] = {}
_COMPARE: dict[tuple[str, str], _Plan] = {}
_PLANS: dict[object, _Plan] = {}
_MOST_PLANS = 1 << 14


@lru_cache(maxsize=256)
def _plan_of(cls: type[Operation]) -> _Plan:
    """Ops of a class with the properties that it has by default."""
    return fast_of(cls), cls, properties_of(cls), {}, False


_YIELD = fast_of(scf.YieldOp)
_SELECT = _plan_of(cast(type[Operation], SelectOp))


def _named_plan(name: str, attrs: Mapping[str, object]) -> _Plan:
    """Ops that `IREmitter.op` tells apart by their name and Python attributes."""
    cls = OPS_BY_NAME.get(name) or _MATH_OPS[name]
    properties = dict(properties_of(cls))
    attributes: dict[str, Attribute] = {}
    for key, value in attrs.items():
        if key == "approximate":
            properties["fastmath"] = _APPROXIMATE
            continue
        (attributes if key == "name" else properties)[key] = _attribute(value)
    return fast_of(cls), cls, properties, attributes, FACTS[cls.name].position is not None or cls is TmaMakeOp


@lru_cache(maxsize=1024)
def _vector_type(dtype: str, count: int) -> Attribute:
    """A vector type, which xDSL takes 20 microseconds to make."""
    return VectorType(mlir_type(dtype_named(dtype)), [count])


@lru_cache(maxsize=4096)
def _tensor_type(dtype: str, space: str, layout: str, align_bytes: int, swizzle: str) -> Attribute:
    """A tensor's type; texts hash faster than the element's MLIR type does."""
    return MemRefType.of(mlir_type(dtype_named(dtype)), space, layout, align_bytes, swizzle)


@lru_cache(maxsize=1024)
def _value_name(name: str) -> str | None:
    """A variable's name as a value's, without numbers at its end (`acc[0][1]` becomes `acc`); None for nothing.

    The printer appends numbers of its own, which others would be taken for.
    """
    return re.sub(r"(_\d+)+$", "", re.sub(r"\W+", "_", name).strip("_")) or None


def _constant_name(attr: Attribute) -> str:
    """`c4`, `cm1` (minus one), `true`, or `cst` for floats, as MLIR's own printer names constants."""
    if not isinstance(attr, IntegerAttr):
        return "cst"
    number = attr.value.data
    if attr.type == builtin.i1:
        return "true" if number else "false"
    return f"c{number}" if number >= 0 else f"cm{-number}"


def _number_attribute(value: int | float | bool, mlir: Attribute) -> Attribute:
    if isinstance(mlir, builtin.IntegerType):
        width = mlir.width.data
        wrapped = int(value) & ((1 << width) - 1)
        if width > 1 and wrapped >> (width - 1):
            wrapped -= 1 << width
        return integer_attr(-wrapped if width == 1 and wrapped else wrapped, mlir)
    return FloatAttr(float(value), cast(AnyFloat, mlir))


_APPROXIMATE = FastMathFlagsAttr([FastMathFlag.APPROX_FUNC])
"""What `fastmath=True` allows: approximations of functions; infinities and NaN stay what they are."""

_MARK = UnitAttr()
_ATTRIBUTES: dict[object, Attribute] = {}
_NUMBERS: dict[tuple[object, int], tuple[Attribute, str]] = {}
"""Constants made before, by value and type, with the name that their values get."""
_MOST_NUMBERS = 1 << 14


@lru_cache(maxsize=1 << 12)
def _integers(values: tuple[int, ...]) -> Attribute:
    return builtin.DenseArrayBase.from_list(builtin.i32, list(values))


@lru_cache(maxsize=1 << 12)
def _string(text: str) -> StringAttr:
    return StringAttr(text)


def _attribute(value: object) -> Attribute:
    """A Python value as an attribute: str, True (a mark), int (i32), a tuple of ints; attributes pass."""
    match value:
        case str():
            return _string(value)
        case True:
            return _MARK
        case int():
            found = _ATTRIBUTES.get(value)
            if found is None:
                found = _ATTRIBUTES[value] = IntegerAttr(value, builtin.i32)
            return found
        case tuple():
            return _integers(cast(tuple[int, ...], value))
        case Attribute():  # last, as an abstract class is slow to ask
            return value
        case _:
            raise TypeError(f"no attribute for {value!r}")
