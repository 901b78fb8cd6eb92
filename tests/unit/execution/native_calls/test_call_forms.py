"""Every form of a call enters machine code, and does what Python would."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack, make_ptr
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.arrays.runtime_tensor import read_by_python
from cutedsl.testing import slow_calls

torch = pytest.importorskip("torch")


@cute.jit
def add_to_first(x: cute.Tensor, scale: cutlass.Float32 = 1.0, count: cutlass.Int32 = 1):  # pyright: ignore[reportArgumentType]
    x[0] = x[0] + scale * count.to(cutlass.Float32)


@cute.jit
def add_of_parts(parts, scale: cutlass.Float32):
    parts[0][0] = parts[0][0] + scale * parts[1]


@dataclass
class Pair:
    x: Any
    factor: Any


class Named(NamedTuple):
    x: Any
    factor: Any


@cute.jit
def add_of_fields(pair):
    pair.x[0] = pair.x[0] + pair.factor


@cute.jit
def add_at(pointer: cute.Pointer, scale: cutlass.Float32):
    x = cute.make_tensor(pointer, cute.make_layout(4))
    x[0] = x[0] + scale


class Adder:
    def __init__(self, amount: float) -> None:
        self.amount = amount

    @cute.jit
    def __call__(self, x: cute.Tensor):
        x[0] = x[0] + self.amount


def repeated(call: Callable[[], object], calls: int = 5) -> int:
    """How many calls Python made after the first three, which compile, recognise and learn."""
    for _ in range(3):
        call()
    before = sum(slow_calls().values())
    for _ in range(calls):
        call()
    return sum(slow_calls().values()) - before


@pytest.fixture
def x() -> Any:
    return torch.zeros(4)


def test_defaults_and_names_need_no_python(x: Any) -> None:
    compiled: Any = cute.compile(add_to_first, x, options="--target cpu")
    direct: Any = add_to_first
    scale = "".join(["sca", "le"])  # equal to the parameter's name, and another object
    for function in (compiled, direct):
        x.zero_()
        assert repeated(lambda f=function: f(x)) == 0
        assert x[0] == 8
        assert repeated(lambda f=function: f(x, count=2)) == 0
        assert x[0] == 24
        assert repeated(lambda f=function: f(x, **{scale: 0.5})) == 0
        assert x[0] == 28


def test_a_name_that_is_wrong_is_an_error_in_every_form(x: Any) -> None:
    compiled: Any = cute.compile(add_to_first, x, options="--target cpu")
    direct: Any = add_to_first
    direct(x)
    direct(x)
    for call in (lambda: compiled(x, shift=1), lambda: compiled(scale=1.0), lambda: direct(x, shift=1)):
        with pytest.raises(DSLUserCodeError, match=r"shift|without"):
            call()


def test_tuples_and_objects_are_recognised_by_machine_code(x: Any) -> None:
    for make in (lambda: (x, 2.0), lambda: [x, 2.0], lambda: (from_dlpack(x), 2.0), lambda: Named(x, 2.0)):
        x.zero_()
        assert repeated(lambda make=make: add_of_parts(make(), 1.0)) == 0
        assert x[0] == 16
    for make in (lambda: Pair(x, 1.0), lambda: Pair(from_dlpack(x), 1.0)):
        x.zero_()
        assert repeated(lambda make=make: add_of_fields(make())) == 0
        assert x[0] == 8


def test_a_part_of_another_type_is_another_program(x: Any) -> None:
    for _ in range(3):
        add_of_fields(Pair(x, 1.5))
    x.zero_()
    add_of_fields(Pair(x, 1))  # an Int32, which the program of a Float32 would take too
    add_of_fields(Pair(x, cutlass.Float32(1.5)))
    assert x[0] == 2.5
    with pytest.raises(DSLUserCodeError):
        add_of_fields(Pair(x, "text"))


def test_each_object_of_a_class_has_its_own_program(x: Any) -> None:
    one, two = Adder(1.0), Adder(10.0)
    assert repeated(lambda: one(x)) == 0
    assert repeated(lambda: two(x)) == 0
    assert repeated(lambda: one(x)) == 0
    assert x[0] == 96
    one.amount = 100.0
    x.zero_()
    one(x)
    two(x)
    assert x[0] == 110


def test_pointers_are_read_by_machine_code(x: Any) -> None:
    def pointer(align: int = 4) -> Any:
        return make_ptr(cutlass.Float32, x.data_ptr(), cute.AddressSpace.gmem, assumed_align=align)

    compiled: Any = cute.compile(add_at, pointer(), 1.0, options="--target cpu")
    assert repeated(lambda: compiled(pointer(), 1.0)) == 0
    assert repeated(lambda: add_at(pointer(), 1.0)) == 0
    assert x[0] == 16
    compiled(pointer(16), 1.0)  # another kind, which serves as well
    assert x[0] == 17
    with pytest.raises(DSLUserCodeError, match="Float16"):
        compiled(make_ptr(cutlass.Float16, x.data_ptr(), cute.AddressSpace.gmem), 1.0)


def test_many_kinds_of_arguments_stay_known() -> None:
    xs = [torch.zeros(n) for n in range(2, 14)]
    calls = [lambda x=x: add_to_first(from_dlpack(x)) for x in xs]
    for call in calls:
        call()
    assert [repeated(call) for call in calls] == [0] * len(calls)


def test_a_slow_direct_call_is_counted_with_its_reason(x: Any) -> None:
    @cute.jit
    def known(a: cute.Tensor):
        a[0] = a[0] + 1.0
        return 7

    assert repeated(lambda: known(x)) == 5
    assert any("known while compiling" in reason for reason in slow_calls())


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.zeros(4, 6),
        lambda: torch.zeros(4, 6).t(),
        lambda: torch.zeros(4, 6)[:, ::2],
        lambda: torch.zeros(()),
        lambda: torch.zeros(3, 1, 5, dtype=torch.bfloat16),
        lambda: torch.zeros(8, dtype=torch.bool),
        lambda: torch.zeros(0, 4),
        lambda: torch.zeros(5).expand(3, 5),
    ],
)
def test_machine_code_reads_what_python_reads(make: Callable[[], Any], x: Any) -> None:
    add_to_first(x)  # loads the machine code
    array = make()
    for align in (None, 2):
        wanted = read_by_python(array, align)
        for _ in range(2):
            got = from_dlpack(array, align)
            assert got.kind is wanted.kind and got.words == wanted.words
            seen = (got.view.pointer, got.shape, got.stride, got.dtype, got.align_bytes)
            assert seen == (array.data_ptr(), tuple(array.shape), array.stride(), wanted.dtype, wanted.align_bytes)


def test_from_dlpack_refuses_what_python_refuses(x: Any) -> None:
    add_to_first(x)
    from_dlpack(x, 4)
    base = torch.zeros(9)
    from_dlpack(base, 16)
    with pytest.raises(DSLUserCodeError, match="aligned"):
        from_dlpack(base[1:], 16)
    with pytest.raises(DSLUserCodeError, match="gradient"):
        from_dlpack(torch.zeros(9, requires_grad=True))
    with pytest.raises(DSLUserCodeError, match="negated"):
        from_dlpack(torch._neg_view(base))


def test_a_tensor_of_from_dlpack_keeps_its_array_and_nothing_else(x: Any) -> None:
    add_to_first(from_dlpack(x))
    add_to_first(from_dlpack(x))
    before, kind = sys.getrefcount(x), from_dlpack(x).static
    of_kind = sys.getrefcount(kind)
    kept = [from_dlpack(x).mark_layout_dynamic() for _ in range(10)]
    assert sys.getrefcount(x) == before + 10
    kept.clear()
    gc.collect()
    assert sys.getrefcount(x) == before
    assert sys.getrefcount(kind) == of_kind


def test_marks_are_remembered_for_a_layout_alone(x: Any) -> None:
    add_to_first(x)
    wide, tall = torch.zeros(8, 16), torch.zeros(16, 8).t()
    for _ in range(2):
        one = from_dlpack(wide).mark_layout_dynamic().mark_compact_shape_dynamic(1, (0, 1), 8)
        two = from_dlpack(tall).mark_layout_dynamic().mark_compact_shape_dynamic(1, (1, 0), 8)
        assert one.kind is not two.kind
        assert (one.type_stride[1], two.type_stride[0]) == (1, 1)
        with pytest.raises(DSLUserCodeError, match="differs"):
            one.mark_compact_shape_dynamic(0, (1, 0), 8)
        with pytest.raises(DSLUserCodeError):
            from_dlpack(tall).mark_compact_shape_dynamic(1, (0, 1), 8)


class CUevent:
    """As cuda-bindings has it."""

    def __int__(self) -> int:
        return 7


CUevent.__module__ = "cuda.bindings.driver"


def test_events_and_streams_are_read_by_machine_code(x: Any) -> None:
    @cute.jit
    def handles(a: cute.Tensor, event, stream):
        a[0] = cutlass.Int64(event).to(cutlass.Float32)

    class Stream:
        def __cuda_stream__(self) -> tuple[int, int]:
            return 0, 9

    event: Any = CUevent()
    compiled: Any = cute.compile(handles, x, event, Stream(), options="--target cpu")
    assert repeated(lambda: compiled(x, event, Stream())) == 0
    assert x[0] == 7
    assert repeated(lambda: compiled(x, 8, None)) == 0
    assert x[0] == 8
    with pytest.raises(DSLUserCodeError, match="event"):
        compiled(x, Stream(), Stream())
