"""Calls with tensors of `from_dlpack`: machine code reads them, and their marks tell direct calls apart."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.errors import DSLBaseError
from cutedsl.execution.arrays.dlpack import view_array, view_torch

torch = pytest.importorskip("torch")


@cute.jit
def add_extent(x: cute.Tensor):
    x[0] = x[0] + cute.size(x)


@pytest.fixture
def by_python(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What Python matched with parameters: a call that machine code makes leaves nothing here."""
    seen: list[object] = []
    matched = CompiledFunction._matched

    def watched(self: CompiledFunction, args, kwargs):
        seen.append(args)
        return matched(self, args, kwargs)

    monkeypatch.setattr(CompiledFunction, "_matched", watched)
    return seen


@pytest.mark.parametrize("make", [torch.zeros, np.zeros])
@pytest.mark.parametrize("marked", [False, True])
def test_a_compiled_call_reads_them_without_python(make, marked: bool, by_python: list[object]) -> None:
    def tensor():
        made = from_dlpack(make(4, dtype=(torch if make is torch.zeros else np).float32), assumed_align=4)
        return made.mark_layout_dynamic() if marked else made

    compiled = cute.compile(add_extent, tensor(), options="--target cpu")
    fresh = tensor()
    compiled(fresh)
    compiled(fresh)
    assert (
        float(torch.from_dlpack(fresh.view.keep[0] if isinstance(fresh.view.keep, tuple) else fresh.view.keep)[0]) == 8
    )
    assert by_python == []


def test_a_compiled_call_refuses_what_does_not_fit() -> None:
    compiled = cute.compile(add_extent, from_dlpack(torch.zeros(4)), options="--target cpu")
    for wrong in (torch.zeros(5), torch.zeros(4, dtype=torch.int32), torch.zeros(8)[::2]):
        with pytest.raises(DSLBaseError, match="argument-"):
            compiled(from_dlpack(wrong))


def test_direct_calls_are_replayed_by_the_marks_of_their_tensors(by_python: list[object]) -> None:
    x = torch.zeros(6)
    add_extent(from_dlpack(x[:4]))
    add_extent(from_dlpack(x[:4]))
    by_python.clear()
    add_extent(from_dlpack(x[:4]))
    assert x[0] == 12 and by_python == []
    add_extent(from_dlpack(x[:5]))  # another static shape is another program
    assert x[0] == 17
    changing = from_dlpack(x[:3]).mark_layout_dynamic()
    add_extent(changing)
    add_extent(changing)
    by_python.clear()
    add_extent(from_dlpack(x).mark_layout_dynamic())
    assert x[0] == 29 and by_python == []


def test_another_element_type_is_another_kind() -> None:
    tensor = from_dlpack(torch.zeros(4))
    kind, words = tensor.kind, tensor.words
    tensor.element_type = cutlass.Int32
    assert tensor.kind is not kind and tensor.words != words


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.zeros(3, 4),
        lambda: torch.zeros(3, 4).T[1:],
        lambda: torch.zeros(5, dtype=torch.bfloat16)[::2],
        lambda: torch.zeros(2, 3, dtype=torch.bool),
        lambda: torch.zeros(4, dtype=torch.float8_e4m3fn),
        lambda: torch.zeros(()),
        lambda: torch.zeros(3).expand(4, 3),
    ],
)
def test_views_by_torch_and_by_dlpack_agree(make) -> None:
    tensor = make()
    one, other = view_torch(tensor), view_array(tensor)
    assert one is not None
    for name in ("pointer", "shape", "strides", "dtype", "device_kind", "device_id", "read_only", "absent"):
        assert getattr(one, name) == getattr(other, name)


@pytest.mark.parametrize(
    "tensor",
    [
        torch.zeros(3, requires_grad=True),
        torch.zeros(3, dtype=torch.complex64).conj(),
        torch._neg_view(torch.zeros(3)),
        torch.zeros(3, device="meta"),
        torch.zeros(3).to_sparse(),
        torch.zeros(0),
        torch.nn.Parameter(torch.zeros(3)),
        np.zeros(3),
    ],
)
def test_other_tensors_go_through_dlpack(tensor: object) -> None:
    assert view_torch(tensor) is None


@cute.jit
def store_number(x: cute.Tensor, stream, number: cutlass.Float32, count: cutlass.Int32):
    x[0] = number + count


class _Stream:
    """A stream as cuda.core has them."""

    def __cuda_stream__(self) -> tuple[int, int]:
        return 0, 0


def test_streams_and_numbers_of_ours_and_of_numpy_need_no_binding(by_python: list[object]) -> None:
    x, stream = torch.zeros(4), _Stream()
    compiled = cute.compile(store_number, x, stream, 1.0, 1, options="--target cpu")
    given = [
        (cutlass.Float32(2.5), cutlass.Int32(1), 3.5),
        (np.float32(1.5), np.int32(2), 3.5),
        (cutlass.Int32(1), 2, 3.0),
    ]
    for number, count, wanted in given:
        compiled(x, stream, number, count)
        assert x[0] == wanted
    assert by_python == []
    before = sys.getrefcount(stream)
    for _ in range(100):
        compiled(x, stream, given[0][0], given[0][1])
    assert sys.getrefcount(stream) == before


def test_a_stream_is_no_number_and_a_text_is_no_stream() -> None:
    x, stream = torch.zeros(4), _Stream()
    compiled = cute.compile(store_number, x, stream, 1.0, 1, options="--target cpu")
    for wrong in ((x, stream, 1.0, stream), (x, "0", 1.0, 1), (x, stream, "1", 1), (x, stream, 1.0, 1.5)):
        with pytest.raises(DSLBaseError, match="argument-type"):
            compiled(*wrong)


@cute.jit
def read_pointer(p: cute.Pointer, out: cute.Tensor):
    out[0] = cute.make_tensor(p, cute.make_layout(4))[1]


def test_direct_calls_with_pointers_are_replayed_by_their_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    from cutedsl.driver.call import build

    x, out = torch.arange(8, dtype=torch.float32), torch.zeros(1)

    def pointer(at: int, align: int):
        return cute.runtime.make_ptr(cutlass.Float32, x[at:].data_ptr(), cute.AddressSpace.gmem, assumed_align=align)

    read_pointer(pointer(0, 4), out)
    assert out[0] == 1
    with monkeypatch.context() as closed:
        closed.setattr(build, "build_call", lambda *_: pytest.fail("bound again"))
        read_pointer(pointer(2, 4), out)
    assert out[0] == 3
    read_pointer(pointer(4, 16), out)  # another alignment is another program
    assert out[0] == 5


def test_calls_that_python_makes_are_counted_with_the_reason() -> None:
    from cutedsl.testing import slow_calls

    class Mine(torch.Tensor):
        pass

    x = torch.zeros(4)
    compiled = cute.compile(add_extent, x, options="--target cpu")
    before = slow_calls().get("add_extent: `x` is a Mine", 0)
    compiled(x)
    compiled(x.as_subclass(Mine))
    compiled(x.as_subclass(Mine))
    assert slow_calls()["add_extent: `x` is a Mine"] == before + 2
