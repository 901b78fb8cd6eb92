"""The rules of docs/design/sources.md, sections 2 and 3, on calls, arguments, objects and printing: a row each.

A row is a section, the rule, and a function without arguments that gives `expected`, or the name of the error that it
raises. Language rules of 3.1, 3.5, 3.9 and 3.14 stand in tests/kernels/test_rules.py, layout functions in tests/laws;
2.5 to 2.7, 2.11, 3.10 and 3.15 in test_reference_machine_rules.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack, make_fake_compact_tensor, make_fake_tensor, make_ptr, nullptr
from cutedsl.errors import DSLBaseError, DSLWarning
from tests.programs.rule_rows import RuleRows, check_row

Int32, Float32 = cutlass.Int32, cutlass.Float32
RULES = RuleRows()
row = RULES.add


def seen_by(argument: Any, annotation: Any = None, **options: Any) -> str:
    """How a jitted function sees an argument."""
    found: list[str] = []

    def look(value, sink: cutlass.Constexpr):
        sink.append(f"{type(value).__name__} {value}" if not isinstance(value, cute.Tensor) else str(value.type_layout))

    if annotation is not None:
        look.__annotations__["value"] = annotation
    cute.jit(look)(argument, found, **options)
    return found[0]


# -- 2.1, 2.2, 2.3: names with a meaning of their own --------------------------------------------------------------
@row("2.1", "as_numeric: int to Int32 or Int64, float to Float32, bool to Boolean", "Int32 Int64 Float32 Boolean")
def _():
    return " ".join(type(cutlass.as_numeric(v)).__name__ for v in (1, 1 << 40, 1.5, True))


@row("2.1", "dtype: the class of a name", cutlass.Float16)
def _():
    return cutlass.dtype("Float16")


@row("2.1", "address spaces have CuTe's numbers", [0, 1, 3, 4, 5, 6, 7])
def _():
    return [int(getattr(cutlass.AddressSpace, n)) for n in ("generic", "gmem", "smem", "cmem", "rmem", "tmem", "dsmem")]


@row("2.1", "target_version is a static condition", [True, False])
def _():
    return [cutlass.target_version(min_version="11.0"), cutlass.target_version(max_version="11.0")]


@row("2.2", "layout(coord) is crd2idx, layout[i] a mode", [13, "4:8", "(4,8):(8,1)"])
def _():
    layout = cute.make_layout((4, 8), stride=(8, 1))
    return [layout((1, 5)), str(layout[0]), str(layout)]


@row("2.2", "get_hier_coord and get_flat_coord", [(1, (1, 0)), (1, 1)])
def _():
    layout = cute.make_layout((4, (2, 3)), stride=(6, (3, 1)))
    return [layout.get_hier_coord(9), layout.get_flat_coord(9)]


@row("2.2", "a swizzle has num_bits, num_base, num_shift", [3, 4, 3])
def _():
    swizzle = cute.make_swizzle(3, 4, 3)
    return [swizzle.num_bits, swizzle.num_base, swizzle.num_shift]


@row("2.2", "ReductionOp has exactly ADD, MUL, MAX, MIN", ["ADD", "MAX", "MIN", "MUL"])
def _():
    return sorted(member.name for member in cute.ReductionOp)


@row("2.3", "make_layout of layouts, size and rank by mode", ["((2,3),4):((1,2),6)", 6, 2])
def _():
    layout = cute.make_layout([cute.make_layout((2, 3)), cute.make_layout(4, stride=6)])  # pyright: ignore
    return [str(layout), cute.size(layout, mode=[0]), cute.rank(layout)]


@row("2.4", "from_dlpack: static shape and stride, alignment of an element", ["(4,3):(3,1)", 4])
def _():
    tensor = from_dlpack(np.zeros((4, 3), np.float32))
    return [str(tensor.type_layout), tensor.align_bytes]


@row("2.4", "make_fake_compact_tensor: the first mode is the fastest unless stride_order says so", ["(?,?):(1,?)"] * 2)
def _():
    shape = (cute.sym_int(), cute.sym_int())
    first = make_fake_compact_tensor(Float32, shape, use_32bit_stride=True)
    said = make_fake_compact_tensor(Float32, shape, stride_order=(0, 1), use_32bit_stride=True)
    return [str(first.type_layout), str(said.type_layout)]


@row("2.4", "a fake tensor prints as FakeTensor<...>", True)
def _():
    return str(make_fake_tensor(Float32, (4,), stride=(1,))).startswith("FakeTensor<")


@row("2.4", "runtime pointers print their address and space", "Ptr<0x0000000000000040@gmem>")
def _():
    return str(make_ptr(Float32, 64, cutlass.AddressSpace.gmem))


@row("2.4", "nullptr is a placeholder to compile with", True)
def _():
    @cute.jit
    def look(p: cute.Pointer):
        pass

    return cute.compile(look, nullptr(Float32, cutlass.AddressSpace.gmem, 16)) is not None


# -- 2.8, 2.9, 2.10, 2.12: pipelines, allocators, layouts of matrices, torch, compiled functions ------------------
@row("2.8", "Agent: a thread, a warp, a block, a cluster", ["Thread", "ThreadBlock", "ThreadBlockCluster", "Warp"])
def _():
    from cutedsl import pipeline

    return sorted(member.name for member in pipeline.Agent)


@row("2.8", "PipelineOp names what agents do", 7)
def _():
    from cutedsl import pipeline

    return len({pipeline.PipelineOp.AsyncThread, *pipeline.PipelineOp, pipeline.PipelineOp.TmaLoad})


@row("2.8", "CooperativeGroup has a size of 1 unless one is said", [1, 4])
def _():
    from cutedsl import pipeline

    return [pipeline.CooperativeGroup(pipeline.Agent.Thread, *size).size for size in ((), (4,))]


@row("2.9", "LayoutEnum.from_tensor: where the stride of one is", ["ROW_MAJOR True", "COL_MAJOR False"])
def _():
    def look(x: Any) -> object:
        rows = cute.make_layout((4, 2), stride=(2, 1))
        columns = cute.make_layout((4, 2), stride=(1, 4))
        found = [cutlass.utils.LayoutEnum.from_tensor(cute.make_tensor(x.iterator, one)) for one in (rows, columns)]
        return [f"{one.name} {one.is_k_major_a()}" for one in found]

    return traced(look)


@row("2.9", "capacities of shared memory by architecture", [232448, 166912])
def _():
    return [cutlass.utils.get_smem_capacity_in_bytes(arch) for arch in ("sm_90", "sm_80")]


@row("2.10", "dtype, leading dimension, kinds of initial values", ["torch.bfloat16", 1, 4])
def _():
    torch = pytest.importorskip("torch")
    import cutedsl.torch as cutlass_torch

    tensor = torch.zeros(3, 4)
    kinds = len(cutlass_torch.TensorInitType)
    return [str(cutlass_torch.dtype(cutlass.BFloat16)), cutlass_torch.get_leading_dim(tensor), kinds]


@row("2.10", "matrix gives a view (mode0, mode1, l), the said mode fastest", [(4, 6, 2), 1, 1])
def _():
    pytest.importorskip("torch")
    import cutedsl.torch as cutlass_torch

    first = cutlass_torch.matrix(2, 4, 6, True, Float32)
    second = cutlass_torch.matrix(2, 4, 6, False, Float32)
    return [tuple(first.shape), first.stride(0), second.stride(1)]


@row("2.12", "a compiled function has __ptx__, __mlir__, export_to_c", [True] * 3)
def _():
    @cute.jit
    def look(x: cute.Tensor):
        x[0] = 1.0

    program = cute.compile(look, np.zeros(4, np.float32), options="--target cpu")
    return [callable(program.export_to_c), "func.func" in program.__mlir__, "target" in program.__ptx__]


@row("2.12", "`to` gives the program for a device; a device that is not there is refused", [True, "missing-gpu"])
def _():
    @cute.jit
    def look(x: cute.Tensor):
        x[0] = 1.0

    program = cute.compile(look, np.zeros(4, np.float32), options="--target cpu")
    assert isinstance(program, cutlass.JitCompiledFunction)
    try:
        program.to(1 << 20)
    except DSLBaseError as error:
        return [program.to() is program, error.name]  # pyright: ignore


# -- 3.1: numeric types --------------------------------------------------------------------------------------------
@row("3.1", "class facts: width, bytes, signed, zero, min, max, inf, nan", [32, 4, True, 0, -(2**31), 2**31 - 1])
def _():
    return [Int32.width, Int32.bytes, Int32.signed, Int32.zero, Int32.min, Int32.max]


@row("3.1", "an int literal out of range wraps with a warning", ["44", "literal-out-of-range"])
def _():
    with pytest.warns(DSLWarning) as warned:
        value = cutlass.Int8(300)
    return [str(value.value), str(warned[0].message).partition("[")[2].partition("]")[0]]


@row("3.1", "int(NaN) is a ValueError, int(inf) an OverflowError", ["ValueError", "OverflowError"])
def _():
    found: list[str] = []
    for value in (float("nan"), float("inf")):
        try:
            Int32(value)
        except (ValueError, OverflowError) as error:
            found.append(type(error).__name__)
    return found


@row("3.1", "static numbers fold in Python; `.to(int)` gives them back", [7, 3.5])
def _():
    return [(Int32(3) + 4).to(int), (Float32(7) / 2).to(float)]


@row("3.1", "str of a Numeric is `?`", "? ?")
def _():
    return f"{Int32(3)} {Float32(2.5)}"


# -- 3.2: arguments ------------------------------------------------------------------------------------------------
@row(
    "3.2",
    "Python numbers are run-time Int32, Int64, Float32, Boolean",
    ["Int32 ?", "Int64 ?", "Float32 ?", "Boolean ?"],
)
def _():
    return [seen_by(v) for v in (3, 1 << 40, 1.5, True)]


@row("3.2", "an annotated number is cast", ["Int64 ?", "Float16 ?"])
def _():
    return [seen_by(3, cutlass.Int64), seen_by(3, cutlass.Float16)]


@row("3.2", "a number of the wrong kind is refused", "argument-type")
def _():
    return seen_by(1.5, cutlass.Int32)


@row(
    "3.2",
    "Constexpr, Constexpr[T], Annotated, classes, strings and None stay Python's",
    ["int 3"] * 3 + ["str a", "NoneType None"],
)
def _():
    kinds = (cutlass.Constexpr, cutlass.Constexpr[int], Annotated[cutlass.Constexpr, "why"])
    return [*(seen_by(3, kind) for kind in kinds), seen_by("a"), seen_by(None)]


@row("3.2", "tuples and lists element by element", ["tuple (?, ?)", "list [?, ?]"])
def _():
    return [seen_by((1, 2.5)), seen_by([1, 2])]


@row("3.2", "a dict has no adapter", "argument-unsupported")
def _():
    return seen_by({"a": 1})


@row("3.2", "a set is refused", "argument-unsupported")
def _():
    return seen_by({1, 2})


class Pair(NamedTuple):
    first: Any
    second: Any


@dataclass
class Mixed:
    width: cutlass.Constexpr
    value: Any


@row(
    "3.2",
    "NamedTuples and dataclasses; Constexpr fields stay Python's",
    ["Pair Pair(first=?, second=?)", "Mixed Mixed(width=4, value=?)"],
)
def _():
    return [seen_by(Pair(1, 2)), seen_by(Mixed(4, 5))]


@row("3.2", "an array: dynamic shape, dynamic strides but for the leading 1", "(?,?):(?,1)")
def _():
    return seen_by(np.zeros((4, 3), np.float32)).replace("?{i64}", "?")


@row("3.2", "from_dlpack: fully static", "(4,3):(3,1)")
def _():
    return seen_by(from_dlpack(np.zeros((4, 3), np.float32)))


@row("3.2", "Shape annotations: integers are known while tracing", "tuple (4, (5, 6))")
def _():
    return seen_by((4, (5, 6)), cute.Shape)


@row("3.2", "layouts are made inside in the reference; wider: as an argument, with static leaves", "Layout (4,8):(1,4)")
def _():
    return seen_by(cute.make_layout((4, 8)))


@row("3.2", "other objects are refused", "argument-unsupported")
def _():
    return seen_by(object())


@row("3.2", "*args, **kwargs and defaults", ["? ? 3", "x"])
def _():
    found: list[str] = []

    @cute.jit
    def spread(sink: cutlass.Constexpr, *args, scale: cutlass.Constexpr = 3, **kwargs):
        sink.append(f"{args[0]} {args[1]} {scale}")
        sink.extend(kwargs)

    spread(found, 1, 2.5, x=4)
    return found


@row("3.2", "registered adapters", "Int32 ?")
def _():
    class Boxed:
        def __init__(self, value: int) -> None:
            self.value = value

    cute.register_jit_arg_adapter(Boxed)(lambda boxed: boxed.value)
    return seen_by(Boxed(7))


# -- 3.3: calls ----------------------------------------------------------------------------------------------------
@cute.kernel
def nothing():
    pass


@row("3.3", "Python calls no kernel", "kernel-outside-jit")
def _():
    return nothing()


@row("3.3", "a kernel that is never launched", "kernel-not-launched")
def _():
    @cute.jit
    def host():
        nothing()

    host()


@row("3.3", "a kernel calls no kernel", "kernel-from-kernel")
def _():
    @cute.kernel
    def outer():
        nothing().launch(grid=1, block=1)

    @cute.jit
    def host():
        outer().launch(grid=1, block=1)

    host()


@row("3.3", "a jitted function called by a jitted one is inlined and gives anything back", ["? 5"])
def _():
    found: list[str] = []

    @cute.jit
    def inner(n: cutlass.Int32):
        return n + 1, 5

    @cute.jit
    def outer(n: cutlass.Int32, sink: cutlass.Constexpr):
        value, five = inner(n)
        sink.append(f"{value} {five}")

    outer(1, found)
    return found


@row("3.3", "plain Python called by a jitted function is not rewritten", "dynamic-bool")
def _():
    def plain(n: Any) -> Any:
        return 1 if n > 2 else 0

    @cute.jit(preprocess=True)
    def outer(n: cutlass.Int32):
        return plain(n)

    outer(1)


@row("3.3", "methods, `__call__`, static and class methods", [10.0, 11.0, 12.0, 13.0])
def _():
    class Program:
        offset = 10

        @cute.jit
        def method(self, x: cute.Tensor):
            x[0] = Float32(self.offset)

        @cute.jit
        def __call__(self, x: cute.Tensor):
            x[1] = Float32(self.offset + 1)

        @staticmethod
        @cute.jit
        def of_no_object(x: cute.Tensor):
            x[2] = Float32(12)

        @classmethod
        @cute.jit
        def of_the_class(cls, x: cute.Tensor):
            x[3] = Float32(cls.offset + 3)

    x, program = np.zeros(4, np.float32), Program()
    program.method(x)
    program(x)
    program.of_no_object(x)
    program.of_the_class(x)
    return x.tolist()


# -- 3.4: compile --------------------------------------------------------------------------------------------------
@cute.jit
def store(x: cute.Tensor, n: cutlass.Constexpr):
    x[0] = Float32(n)


@row("3.4", "compiled functions take the run-time arguments only", 7.0)
def _():
    x = np.zeros(1, np.float32)
    cute.compile(store, x, 7)(x)
    return float(x[0])


class Filled:
    @cute.jit
    def __call__(self, x: cute.Tensor):
        x[0] = 3.0


class FilledToo(Filled):
    pass


@row("3.4", "an object whose `__call__` is jitted, its own or inherited", 3.0)
def _():
    x = np.zeros(1, np.float32)
    cute.compile(FilledToo(), x)(x)
    return float(x[0])


@row(
    "3.4",
    "no kernels, no plain functions, nothing that cannot be called",
    ["kernel-compile-target", "missing-jit-decorator", "not-callable"],
)
def _():
    found: list[str] = []
    for target in (nothing, len, 3):
        try:
            cute.compile(target)  # pyright: ignore
        except DSLBaseError as error:
            found.append(error.name)  # pyright: ignore
    return found


@row("3.4", "options as classes and as text", True)
def _():
    x = np.zeros(1, np.float32)
    cute.compile[cute.OptLevel(2), cute.GenerateLineInfo](store, x, 7)(x)
    cute.compile(store, x, 8, options="--opt-level 1 --generate-line-info")(x)
    return x[0] == 8


@row(
    "3.4",
    "bad options say which",
    ["invalid-opt-level", "unknown-compile-option", "malformed-compile-options", "option-needs-value"],
)
def _():
    found: list[str] = []
    for options in ("--opt-level 7", "--no-such-option", "--ptxas-options '", "--opt-level"):
        try:
            cute.compile(store, np.zeros(1, np.float32), 1, options=options)
        except DSLBaseError as error:
            found.append(error.name)  # pyright: ignore
    return found


# -- 3.6: structs --------------------------------------------------------------------------------------------------
@row("3.6", "natural alignment, explicit alignment, size a multiple of the largest", [32, 16])
def _():
    @cute.struct
    class Storage:
        flag: cutlass.Int8
        many: cute.struct.MemRange[Float32, 3]
        aligned: cute.struct.Align[cute.struct.MemRange[cutlass.Int8, 4], 16]
        last: cutlass.Int64

    return [Storage.size_in_bytes(), Storage.__alignof__()]  # pyright: ignore


@row("3.6", "a union is as large as its largest member", 16)
def _():
    @cute.union
    class Either:
        a: cutlass.Int8
        b: cute.struct.MemRange[Float32, 4]

    return Either.size_in_bytes()  # pyright: ignore


# -- 3.7: launch ---------------------------------------------------------------------------------------------------
@row(
    "3.7",
    "grids, blocks and clusters that cannot be",
    ["launch-invalid-grid", "launch-invalid-block", "launch-invalid-cluster", "too-many-threads"],
)
def _():
    found: list[str] = []
    cases = ({"grid": (1, 1, 1, 1)}, {"block": (1, 2, 3, 4)}, {"cluster": (2, 1)}, {"block": 2048})
    for case in cases:

        @cute.jit
        def host(case: cutlass.Constexpr = case):
            nothing().launch(**{"grid": 1, "block": 1, **case})

        try:
            host()
        except DSLBaseError as error:
            found.append(error.name)  # pyright: ignore
    return found


@row("3.7", "capacities of shared memory", [166912, 101376, 232448, 232448])
def _():
    from cutedsl.utils import get_smem_capacity_in_bytes

    return [get_smem_capacity_in_bytes(arch) for arch in ("sm_80", "sm_89", "sm_90", "sm_100")]


# -- 3.8: printing -------------------------------------------------------------------------------------------------
@row(
    "3.8",
    "tuples, layouts, bases, swizzles, composed layouts",
    ["(4)", "(_,3)", "12:1", "2@0", "S<3,4,3>", "S<3,4,3> o 0 o (8,64):(64,1)"],
)
def _():
    swizzle = cute.make_swizzle(3, 4, 3)
    composed = cute.make_composed_layout(swizzle, 0, cute.make_layout((8, 64), stride=(64, 1)))
    one = cute.make_layout(12)
    return [
        cute.pretty_str((4,)),
        cute.pretty_str((None, 3)),
        str(one),
        str(2 * cute.E(0)),
        str(swizzle),
        str(composed),
    ]


@row("3.8", "a tensor while tracing, and one of the host", True)
def _():
    found: list[str] = []

    @cute.jit
    def look(x: cute.Tensor, sink: cutlass.Constexpr):
        sink.append(str(x))

    x = from_dlpack(np.zeros((4, 3), np.float32))
    look(x, found)
    return found == ["tensor<ptr<f32, generic> o (4,3):(3,1)>"] or found == ["tensor<ptr<f32, gmem> o (4,3):(3,1)>"]


# -- 3.11, 3.12: tensors and vectors -------------------------------------------------------------------------------
def traced(body: Callable[[Any], object]) -> object:
    """What a jitted function's body gives for eight Float32 of static layout (4,2):(1,4)."""
    found: list[object] = []

    @cute.jit
    def run(x: cute.Tensor, sink: cutlass.Constexpr):
        sink.append(body(x))

    run(from_dlpack(np.arange(8, dtype=np.float32).reshape(2, 4).T), found)
    return found[0]


@row("3.11", "int coordinates give elements, None gives slices, nested coordinates fit", ["Float32", "(4)", "(2)"])
def _():
    return traced(
        lambda x: [
            type(x[1, 0]).__name__,
            str(x[None, 1].shape).replace(",", ""),
            str(x[2, None].shape).replace(",", ""),
        ]
    )


@row("3.11", "a store does not narrow", "element-type-mismatch")
def _():
    @cute.jit
    def host(x: cute.Tensor, v: cutlass.Float64):
        x[0] = v

    host(np.zeros(2, np.float32), 1.0)


@row("3.11", "load needs a static shape", "dynamic-tensor-shape")
def _():
    @cute.jit
    def host(x: cute.Tensor):
        x.load()

    host(np.zeros(2, np.float32))


@row("3.11", "fragments keep the order of the source's strides", ["(4,2):(1,4)", "(4,2):(2,1)"])
def _():
    def look(x: Any) -> object:
        other = cute.make_tensor(x.iterator, cute.make_layout((4, 2), stride=(2, 1)))
        return [str(cute.make_rmem_tensor_like(t).layout) for t in (x, other)]

    return traced(look)


@row("3.11", "recast_tensor recasts pointer and layout", ["(8,2):(1,8)", "Float16"])
def _():
    def look(x: Any) -> object:
        halves = cute.recast_tensor(x, cutlass.Float16)
        return [str(halves.layout), halves.element_type.__name__]

    return traced(look)


@row("3.12", "vectors print as tensor_value", "tensor_value<vector<8xf32> o (4,2)>")
def _():
    return traced(lambda x: str(x.load()))


@row("3.12", "shapes are matched from the left, 1 repeats", ["(4,2)", "(4,3)"])
def _():
    def look(x: Any) -> object:
        v = x.load()
        ones, threes = cute.full((4, 1), 1.0, Float32), cute.full((1, 3), 2.0, Float32)
        return [cute.pretty_str((v + ones).shape), cute.pretty_str((ones * threes).shape)]

    return traced(look)


@row("3.12", "reduction profiles", ["Float32", "(4)", "(2)"])
def _():
    def look(x: Any) -> object:
        v = x.load()
        kept = [v.reduce(cute.ReductionOp.ADD, 0.0, reduction_profile=p) for p in (0, (None, 1), (1, None))]
        return [type(kept[0]).__name__, cute.pretty_str(kept[1].shape), cute.pretty_str(kept[2].shape)]

    return traced(look)


@row("3.12", "comparisons give Boolean vectors; a vector is not a bool", "dynamic-bool")
def _():
    return traced(lambda x: bool(x.load() > 1.0))


# -- 3.13: containers ----------------------------------------------------------------------------------------------
@row("3.13", "a dict is carried with its keys; another key is refused", "container-structure-changed")
def _():
    @cute.jit
    def host(n: cutlass.Int32):
        held = {"a": Int32(0)}
        for i in range(n):
            held["a"] = held["a"] + i
            held["b"] = Int32(1)

    host(2)


@row("3.13", "a class with both protocol methods is carried", 6)
def _():
    class Total:
        def __init__(self, value: Any) -> None:
            self.value = value

        def __extract_mlir_values__(self) -> list[Any]:
            return [self.value.ir_value()]

        def __new_from_mlir_values__(self, values: Any) -> Total:
            return Total(Int32(values[0]))

    @cute.jit
    def host(x: cute.Tensor, n: cutlass.Int32):
        total = Total(Int32(0))
        for i in range(n + 1):
            total = Total(total.value + i)
        x[0] = total.value.to(Float32)

    x = np.zeros(1, np.float32)
    host(x, 3)
    return int(x[0])


@row("3.13", "native_struct: keywords only, mutable, carried as one value", [3.0, 9.0])
def _():
    @cute.native_struct
    class Point:
        x: cutlass.Int32
        y: cutlass.Float32

    @cute.jit
    def host(out: cute.Tensor, n: cutlass.Int32):
        p = Point(x=cutlass.Int32(0), y=cutlass.Float32(0))
        for _ in range(n):
            p.x = p.x + 1
            p.y = p.y + 3.0
        out[0], out[1] = p.x.to(Float32), p.y

    x = np.zeros(2, np.float32)
    host(x, 3)
    return x.tolist()


@pytest.mark.parametrize(("section", "text", "function", "expected"), RULES.rows, ids=RULES.ids)
def test_each_rule_of_the_reference_holds(
    section: str, text: str, function: Callable[[], object], expected: object
) -> None:
    check_row(section, text, function, expected)


def test_every_section_has_rows() -> None:
    sections = {"2.1", "2.2", "2.3", "2.4", "2.8", "2.9", "2.10", "2.12"}
    assert RULES.sections >= sections | {f"3.{k}" for k in (1, 2, 3, 4, 6, 7, 8, 11, 12, 13)}
