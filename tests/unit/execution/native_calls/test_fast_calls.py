"""Calls of compiled functions: what the machine code accepts by itself, what it hands to Python, what is refused."""

from __future__ import annotations

import gc
import os
import struct
import subprocess
import sys
import threading
import warnings
import weakref
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.config import override
from cutedsl.cute.runtime import from_dlpack, make_fake_compact_tensor
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.native_calls.environment import environment
from tests.unit.execution.native_calls.slow_calls import counting_slow_calls

torch = pytest.importorskip("torch")


@cute.jit
def _describe(x: cute.Tensor, out: cute.Tensor):
    out[0] = cute.size(x)
    out[1] = x.shape[0]
    out[2] = x.shape[1]
    out[3] = x.stride[0]


@cute.jit
def _store(out: cute.Tensor, a: cute.Float32, i: cute.Int32, b: cute.Boolean):
    out[0] = a
    out[1] = cute.Float32(i)
    if b:
        out[2] = 1.0


@cute.jit
def _loop(out: cute.Tensor, n: cute.Int32):
    for i in range(n):
        out[i] = 2.0


@cute.kernel
def _fill_kernel(out: cute.Tensor, value: cute.Float32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    out[bidx * 32 + tidx] = value


@cute.jit
def _fill(out: cute.Tensor, value: cute.Float32, blocks: cute.Int32):
    _fill_kernel(out, value).launch(grid=(blocks, 1, 1), block=(32, 1, 1))


@cute.jit
def _take(x: cute.Tensor):
    pass


def _arrays(*shape: int) -> list[Any]:
    return [np.zeros(shape, np.float32), torch.zeros(shape)]


@pytest.fixture(scope="module")
def store() -> Any:
    return cute.compile(_store, np.zeros(4, np.float32), 1.0, 1, True)


@pytest.fixture(scope="module")
def take() -> Any:
    return cute.compile(_take, np.zeros((4, 8), np.float32))


def test_this_python_has_the_fast_path() -> None:
    environment().learn()
    assert environment().usable
    assert environment().word("numpy_array") == id(np.ndarray)
    assert environment().word("torch_tensor") == id(torch.Tensor)


def test_a_call_is_a_builtin(store: Any) -> None:
    assert type(store.__call__).__name__ == "builtin_function_or_method"
    assert store.__call__.__name__ == "_store"


@pytest.mark.parametrize("kind", [0, 1])
def test_numbers_arrive(store: Any, kind: int) -> None:
    out = _arrays(4)[kind]
    with counting_slow_calls() as slow:
        store(out, 1.5, -7, True)
        assert list(out) == [1.5, -7.0, 1.0, 0.0]
        store(out, 3, 2**31 - 1, False)
        assert list(out)[:2] == [3.0, float(np.float32(2**31 - 1))]
    assert slow == [0]


@pytest.mark.parametrize("value", [0.1, -0.0, 1e-45, 3.4028235e38, float("inf"), -1.0, 2**70])
def test_a_float_is_rounded_as_python_rounds(store: Any, value: float) -> None:
    out = np.zeros(4, np.float32)
    store(out, value, 0, False)
    assert out[:1].tobytes() == struct.pack("<f", value)


def test_layouts_arrive() -> None:
    out = np.zeros(4, np.int64)
    compiled = cute.compile(_describe, np.zeros((4, 8), np.float32)[::-1], out)
    with counting_slow_calls() as slow:
        for array in (
            np.zeros((5, 6), np.float32),
            np.zeros((5, 12), np.float32)[:, :6],
            np.zeros((10, 6), np.float32)[::-2],
            torch.zeros(5, 6),
            torch.zeros(5, 12)[:, :6],
            torch.zeros(1, 6).expand(5, 6),
        ):
            compiled(array, out)
            byte_stride = array.strides[0] // 4 if isinstance(array, np.ndarray) else array.stride()[0]
            assert list(out) == [30, 5, 6, byte_stride]
    assert slow == [0]


@pytest.mark.parametrize(
    "call",
    [
        lambda store, out: store(out, i=3, b=True, a=2.0),
        lambda store, out: store(out, 2.0, i=3, b=True),
        lambda store, out: store(out, 2.0, 3, b=True),
        lambda store, out: store(b=True, i=3, a=2.0, out=out),
        lambda store, out: store(**dict(out=out, b=True, i=3, a=2.0)),  # noqa: C408
    ],
)
def test_names_do_not_enter_python(store: Any, call: Any) -> None:
    out = np.zeros(4, np.float32)
    with counting_slow_calls() as slow:
        call(store, out)
    assert list(out) == [2.0, 3.0, 1.0, 0.0]
    assert slow == [0]


def test_a_name_that_is_another_object_works(store: Any) -> None:
    out = np.zeros(4, np.float32)
    name = "".join(["o", "u", "t"])
    store(**{name: out, "a": 2.0, "i": 3, "b": True})
    assert list(out) == [2.0, 3.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("kwargs", "name"),
    [
        ({"a": 1.0, "i": 1}, "argument-missing"),
        ({"a": 1.0, "i": 1, "c": True}, "argument-unexpected"),
        ({"a": 1.0, "i": 1, "out": True}, "argument-count"),
        ({"a": 1.0, "i": 1, "b": True, "c": 1}, "argument-unexpected"),
        ({"a": 1.0, "i": 1.5, "b": True}, "argument-type"),
    ],
)
def test_names_that_do_not_fit_are_the_named_error(store: Any, kwargs: dict[str, Any], name: str) -> None:
    out = np.zeros(4, np.float32)
    with pytest.raises(DSLUserCodeError) as raised:
        store(out, **kwargs)
    assert raised.value.name == name


@pytest.mark.parametrize(
    ("args", "name"),
    [
        ((), "argument-missing"),
        ((np.zeros(4, np.float32), 1.0, 1, True, 5), "argument-count"),
        ((np.zeros(4, np.float64), 1.0, 1, True), "argument-dtype"),
        ((torch.zeros(4, dtype=torch.int32), 1.0, 1, True), "argument-dtype"),
        ((np.zeros((4, 4), np.float32), 1.0, 1, True), "argument-rank"),
        ((torch.zeros(4, 1), 1.0, 1, True), "argument-rank"),
        ((np.zeros(8, np.float32)[::2], 1.0, 1, True), "argument-stride"),
        ((torch.zeros(8)[::2], 1.0, 1, True), "argument-stride"),
        (([0.0], 1.0, 1, True), "argument-type"),
        ((None, 1.0, 1, True), "argument-type"),
        ((np.zeros(4, np.float32), "1", 1, True), "argument-type"),
        ((np.zeros(4, np.float32), 1.0, 1.5, True), "argument-type"),
        ((torch.zeros(4, requires_grad=True), 1.0, 1, True), "argument-unsupported"),
        ((torch.zeros(4, requires_grad=True) * 2, 1.0, 1, True), "argument-unsupported"),
        ((torch._neg_view(torch.zeros(4)), 1.0, 1, True), "argument-unsupported"),
        ((np.frombuffer(bytes(16), np.float32), 1.0, 1, True), "argument-read-only"),
        ((np.zeros(4, ">f4"), 1.0, 1, True), "argument-unsupported"),
    ],
)
def test_a_misfit_is_the_named_error(store: Any, args: tuple[object, ...], name: str) -> None:
    watched = [argument for argument in args if isinstance(argument, np.ndarray | torch.Tensor)]
    before = [sys.getrefcount(argument) for argument in watched]
    with pytest.raises(DSLUserCodeError) as raised:
        store(*args)
    assert raised.value.name == name
    assert all(frame.name != "_slots" for frame in raised.traceback)
    del raised
    gc.collect()
    assert [sys.getrefcount(argument) for argument in watched] == before


@pytest.mark.parametrize("kind", [0, 1])
def test_static_shapes_strides_and_alignment_are_checked(kind: int) -> None:
    compiled = cute.compile(_take, from_dlpack(np.zeros((4, 8), np.float32), assumed_align=16))
    fits, shape = _arrays(4, 8)[kind], _arrays(4, 9)[kind]
    stride, alignment = _arrays(8, 4)[kind].T, _arrays(33)[kind][1:].reshape(4, 8)
    with counting_slow_calls() as slow:
        compiled(fits)
    assert slow == [0]
    for array, name in ((shape, "argument-shape"), (stride, "argument-stride"), (alignment, "argument-alignment")):
        with pytest.raises(DSLUserCodeError) as raised:
            compiled(array)
        assert raised.value.name == name


def test_divisibility_is_checked() -> None:
    example = from_dlpack(np.zeros((4, 8), np.float32)).mark_compact_shape_dynamic(1, (0, 1), divisibility=4)
    compiled = cute.compile(_take, example)
    with counting_slow_calls() as slow:
        compiled(np.zeros((4, 12), np.float32))
    assert slow == [0]
    with pytest.raises(DSLUserCodeError, match="argument-shape"):
        compiled(torch.zeros(4, 10))


def test_symbols_are_compared() -> None:
    from cutedsl.execution.arrays.fake import make_fake_compact_tensor
    from cutedsl.execution.arrays.symbols import sym_int

    n = sym_int()
    fakes = [make_fake_compact_tensor(cute.Float32, (n,)), make_fake_compact_tensor(cute.Float32, (n, 2))]

    @cute.jit
    def both(x: cute.Tensor, y: cute.Tensor):
        pass

    compiled = cute.compile(both, *fakes, options="--target cpu")
    with counting_slow_calls() as slow:
        compiled(torch.zeros(5), np.zeros((2, 5), np.float32).T)
    assert slow == [0]
    with pytest.raises(DSLUserCodeError, match="argument-shape"):
        compiled(torch.zeros(4), np.zeros((2, 5), np.float32).T)


@pytest.mark.parametrize(
    "tensor",
    [
        torch.zeros(4, 8)[1:],
        torch.zeros(4, 8).detach(),
        torch.nn.Parameter(torch.zeros(4, 8), requires_grad=False),
        torch.zeros(0, 8),
        torch.zeros(4, 8).requires_grad_().detach(),
    ],
)
def test_ordinary_tensors_need_no_python(take: Any, tensor: Any) -> None:
    with counting_slow_calls() as slow:
        take(tensor)
        with torch.inference_mode():
            take(torch.zeros(4, 8))
    assert slow == [0]


def test_subclasses_and_wrapped_tensors_are_not_ordinary(take: Any) -> None:
    from torch._subclasses import FakeTensorMode

    class Mine(torch.Tensor):
        pass

    with counting_slow_calls() as slow:
        take(torch.zeros(4, 8).as_subclass(Mine))
        take(from_dlpack(np.zeros((4, 8), np.float32)))
        assert slow == [1]
        with pytest.raises(DSLUserCodeError, match="argument-unsupported"):
            take(torch.zeros(4, 8, device="meta"))
        with FakeTensorMode():
            fake = torch.zeros(4, 8)
        with warnings.catch_warnings(), pytest.raises(DSLUserCodeError, match="argument-unsupported"):
            warnings.simplefilter("ignore")  # torch warns once a process
            take(fake)
    assert slow == [3]


def test_references_are_kept_in_balance(store: Any) -> None:
    arrays, numbers = _arrays(4), (1.5e300 / 1e300, 123456789, True)
    watched = [*arrays, *numbers, store, None]
    for array in arrays:
        store(array, *numbers)
    before = [sys.getrefcount(value) for value in watched]
    for array in arrays:
        for _ in range(50_000):
            store(array, *numbers)
    after = [sys.getrefcount(value) for value in watched]
    assert all(abs(a - b) <= 8 for a, b in zip(after, before, strict=True)), (before, after)


def test_references_where_torch_is_asked_for_a_gradient(take: Any) -> None:
    view = torch.zeros(8, 8)[:4]
    take(view)
    before = sys.getrefcount(False)
    for _ in range(10_000):
        take(view)
    assert abs(sys.getrefcount(False) - before) <= 8


@pytest.mark.parametrize("value", [1e39, -1e300])
def test_a_number_beyond_float32_is_refused(store: Any, value: float) -> None:
    out = np.zeros(4, np.float32)
    with pytest.raises(DSLUserCodeError, match="argument-range"):
        store(out, value, 0, False)
    assert out[0] == 0


def test_a_number_beyond_any_float_leaves_no_exception_behind(store: Any) -> None:
    out = np.zeros(4, np.float32)
    with pytest.raises(DSLUserCodeError, match="argument-range"):
        store(out, 2**2000, 0, False)
    store(out, 1.0, 0, False)
    assert out[0] == 1.0


def test_references_are_given_back_after_errors(store: Any) -> None:
    wrong = np.zeros(4, np.float64)
    before = sys.getrefcount(wrong)
    for _ in range(300):
        with pytest.raises(DSLUserCodeError):
            store(wrong, 1.0, 1, True)
    gc.collect()
    assert sys.getrefcount(wrong) == before


def test_a_compiled_function_can_be_freed() -> None:
    compiled = cute.compile(_take, np.zeros((4, 8), np.float32))
    compiled(np.zeros((4, 8), np.float32))
    gone = weakref.ref(compiled)
    del compiled
    gc.collect()
    assert gone() is None


def test_an_error_of_the_program_and_then_a_good_call(store: Any) -> None:
    small, good = np.zeros(1, np.float32), np.zeros(4, np.float32)
    for _ in range(20):
        with pytest.raises(DSLUserCodeError, match="out-of-bounds"):
            store(small, 1.0, 1, True)
        store(good, 5.0, 1, True)
        assert good[0] == 5.0


def test_launches_and_loops_run(monkeypatch: pytest.MonkeyPatch) -> None:
    out = np.zeros(256, np.float32)
    fill, loop = cute.compile(_fill, out, 1.0, 8, options="--target cpu"), cute.compile(_loop, out, 4)
    with counting_slow_calls() as slow:
        fill(out, 3.0, 8)
        assert (out == 3.0).all()
        loop(out, 100)
        assert (out[:100] == 2.0).all() and (out[100:] == 3.0).all()
        with override(num_threads=1):
            fill(torch.from_numpy(out), 4.0, 8)
        assert (out == 4.0).all()
        monkeypatch.setenv("CUTEDSL_TIMEOUT_S", "30")
        fill(out, 5.0, 8)
        assert (out == 5.0).all()
    assert slow == [0]


def test_errors_of_a_launch_arrive() -> None:
    out = np.zeros(64, np.float32)
    fill = cute.compile(_fill, out, 1.0, 2, options="--target cpu")
    for _ in range(5):
        with pytest.raises(DSLUserCodeError, match="launch-invalid-grid"):
            fill(out, 1.0, 0)
        with pytest.raises(DSLUserCodeError, match="out-of-bounds"):
            fill(out, 1.0, 3)
    fill(out, 9.0, 2)
    assert (out == 9.0).all()


def test_threads_call_at_once() -> None:
    fill = cute.compile(_fill, np.zeros(32, np.float32), 1.0, 1, options="--target cpu")
    wrong: list[object] = []

    def work(value: float) -> None:
        mine = np.zeros(6 * 32, np.float32)
        for k in range(60):
            fill(mine, value + k, 6)
            if not (mine == value + k).all():
                wrong.append((value, k))

    threads = [threading.Thread(target=work, args=(1000.0 * t,)) for t in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_framework_imported_later_is_learnt() -> None:
    program = """
import sys, numpy as np, cutedsl.cute as cute
from cutedsl.execution.native_calls.environment import environment
@cute.jit
def f(x: cute.Tensor):
    pass
compiled = cute.compile(f, np.zeros(4, np.float32), options="--target cpu")
assert "torch" not in sys.modules and not environment().word("torch_tensor")
import torch
compiled(torch.zeros(4))
print(environment().word("torch_tensor") == id(torch.Tensor))
"""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    child = subprocess.run(
        [sys.executable, "-c", _as_file(program)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    assert child.stdout == "True\n", child.stderr


def _as_file(program: str) -> str:
    """`program` for `python -c` so that its functions have sources."""
    return (
        f"import linecache; text = {program!r}; "
        "linecache.cache['<later>'] = (len(text), None, text.splitlines(True), '<later>'); "
        "exec(compile(text, '<later>', 'exec'), {'__name__': '__main__'})"
    )


@pytest.mark.parametrize("torch_kind", [0, 1])
def test_the_cpu_asks_for_no_more_alignment_than_its_allocators_give(torch_kind: int) -> None:
    """A fake tensor is said to be aligned as memory of a GPU is; torch aligns memory of the CPU to 64 bytes."""
    room = np.zeros(64, np.float32)
    start = (-room.ctypes.data % 128 + 64) % 128 // 4  # 64 bytes after a multiple of 128
    whole, less = room[start : start + 8], room[start + 8 : start + 16]
    fake = make_fake_compact_tensor(cutlass.Float32, (8,), assumed_align=128)
    compiled = cute.compile(_take, fake, options="--target cpu")
    given = torch.from_numpy if torch_kind else np.asarray
    with counting_slow_calls() as slow:
        compiled(given(whole))
    assert slow == [0] and from_dlpack(whole, assumed_align=128).align_bytes == 128
    with pytest.raises(DSLUserCodeError, match=r"argument-alignment.*aligned to 128 bytes.* 32 bytes after"):
        compiled(given(less))
