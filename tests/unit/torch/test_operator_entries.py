"""Calls of operators past torch's dispatcher: only where torch would do nothing else, and with the same results."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError

torch: Any = pytest.importorskip("torch")
from torch._subclasses import FakeTensorMode  # noqa: E402  (needs torch)
from torch.autograd import forward_ad  # noqa: E402
from torch.overrides import TorchFunctionMode  # noqa: E402
from torch.utils._python_dispatch import TorchDispatchMode  # noqa: E402

from cutedsl.torch import machine as machine_module  # noqa: E402
from cutedsl.torch import operator  # noqa: E402

FACTOR = 3


@operator("cutedsl_entry::scaled", out="x", backward=lambda grad_o, a: FACTOR * a * grad_o)
@cute.jit
def scaled(x: cute.Tensor, o: cute.Tensor, a: cutlass.Float32):
    for i in range(cute.size(x)):
        o[i] = (FACTOR * a * x[i]).to(o.element_type)


@operator("cutedsl_entry::both", out={"o": "x", "p": "x"})
@cute.jit
def both(x: cute.Tensor, o: cute.Tensor, p: cute.Tensor, n: cutlass.Int32, minus: cutlass.Boolean):
    for i in range(cute.size(x)):
        o[i] = -x[i] if minus else x[i]
        p[i] = x[i] + n
    o[n] = 0.0


@pytest.fixture(autouse=True)
def known() -> None:
    """Both operators have run once: their next plain calls are known by heart."""
    for _ in range(2):
        scaled(torch.ones(4), 1.0)
        both(torch.ones(4), 1, False)
    assert type(scaled._entry).__name__ == "builtin_function_or_method"


def frames(call: Callable[[], Any]) -> set[str]:
    """The Python functions of operators that a call enters."""
    seen: set[str] = set()
    sys.setprofile(lambda frame, event, _: seen.add(frame.f_code.co_qualname) if event == "call" else None)
    try:
        call()
    finally:
        sys.setprofile(None)
    return seen & {"Operator.__call__", "Operator._by_rules", "MachineKernel._run"}


def test_a_plain_call_enters_no_python_but_the_call_itself() -> None:
    x = torch.randn(4)
    assert frames(lambda: scaled(x, 2.0)) == {"Operator.__call__"}
    torch.testing.assert_close(scaled(x, 2.0), 6 * x)
    torch.testing.assert_close(scaled(torch.nn.Parameter(x, requires_grad=False), 2), 6 * x)  # an integer for a float
    o, p = both(x, 2, True)
    assert p.tolist() == (x + 2).tolist() and o[2] == 0 and o[1] == -x[1]
    with torch.no_grad():
        assert frames(lambda: scaled(torch.nn.Parameter(x), 2.0)) == {"Operator.__call__"}
    with torch.inference_mode():
        assert frames(lambda: scaled(x, 2.0)) == {"Operator.__call__"} and scaled(x, 2.0).is_inference()
    assert not scaled(x, 2.0).requires_grad


def test_results_are_ordinary_tensors_of_their_own() -> None:
    x = torch.randn(4)
    first, second = scaled(x, 1.0), scaled(x, 1.0)
    assert type(first) is torch.Tensor and first.data_ptr() != second.data_ptr() != x.data_ptr()
    assert first.resize_(100).shape == (100,) and first._version == 1
    plain = torch.ones(1)
    assert sys.getrefcount(first) == sys.getrefcount(plain)
    y = second.clone().requires_grad_()
    torch.autograd.backward(scaled(y * 1, 2.0).sum())
    assert y.grad.tolist() == [6.0] * 4


class Seen(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()
        self.ops: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.ops.append(str(func))
        return func(*args, **(kwargs or {}))


class Heard(TorchFunctionMode):
    def __init__(self) -> None:
        super().__init__()
        self.functions: list[Any] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.functions.append(func)
        return func(*args, **(kwargs or {}))


class Sub(torch.Tensor):
    pass


def test_modes_see_the_call() -> None:
    x = torch.randn(4)
    with Seen() as seen:
        scaled(x, 2.0)
    assert seen.ops == ["cutedsl_entry.scaled.default"]
    with Heard() as heard:
        scaled(x, 2.0)
    assert [f for f in heard.functions if isinstance(f, torch._ops.OpOverload)] == [scaled.op]
    with FakeTensorMode() as mode:
        assert type(scaled(mode.from_tensor(x), 2.0)).__name__ == "FakeTensor"
    assert type(scaled(x.as_subclass(Sub), 2.0)) is Sub
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        scaled(x, 2.0)
    assert any("cutedsl_entry::_scaled" in str(event.name) for event in profile.events())
    traced = torch.jit.trace(lambda x: scaled(x, 2.0), x, check_trace=False)
    assert "cutedsl_entry::_scaled" in str(traced.graph)
    torch.testing.assert_close(torch.compile(lambda x: scaled(x, 2.0), backend="eager", fullgraph=True)(x), 6 * x)


def test_transforms_and_gradients_see_the_call() -> None:
    x = torch.randn(4)
    torch.testing.assert_close(torch.vmap(lambda row: scaled(row, 2.0))(x.view(2, 2)), 6 * x.view(2, 2))
    y = x.clone().requires_grad_()
    assert scaled(y, 2.0).requires_grad and scaled(torch.nn.Parameter(x), 2.0).requires_grad
    scaled(y, 2.0).sum().backward()
    assert y.grad.tolist() == [6.0] * 4
    with forward_ad.dual_level():  # what torch makes of it is torch's
        dual = forward_ad.make_dual(x, torch.ones(4))
        assert "Operator._by_rules" in frames(lambda: scaled(dual, 2.0))
    assert "Operator._by_rules" not in frames(lambda: scaled(x, 2.0))


def test_unusual_arguments_go_through_torch() -> None:
    x = torch.randn(4)
    torch.testing.assert_close(scaled(torch._neg_view(x), 2.0), -6 * x)
    torch.testing.assert_close(scaled(torch.complex(x, x).conj().imag, 2.0), -6 * x)
    torch.testing.assert_close(scaled(x=x, a=2.0), 6 * x)
    for bad in ((x,), (x, 2.0, 3.0), (x, "two"), ([1.0], 2.0)):
        with pytest.raises((RuntimeError, TypeError)):
            scaled(*bad)
    with pytest.raises((RuntimeError, TypeError, OverflowError, DSLUserCodeError)):
        both(x, 1 << 80, False)
    with pytest.raises(DSLUserCodeError, match="argument-range"):
        scaled(x, 1e300)
    meta = scaled(x.to("meta"), 2.0)
    assert meta.is_meta and meta.shape == x.shape


def test_errors_of_the_program_come_out_named() -> None:
    x = torch.randn(4)
    for _ in range(20):
        with pytest.raises(DSLUserCodeError) as found:
            both(x, 7, False)
        assert found.value.name == "out-of-bounds"
    assert "Operator._by_rules" not in frames(lambda: both(x, 1, False))


def test_globals_that_the_trace_read_may_change(monkeypatch: pytest.MonkeyPatch) -> None:
    x = torch.randn(4)
    for factor in (5, 2, 3):
        monkeypatch.setitem(globals(), "FACTOR", factor)
        for _ in range(3):
            torch.testing.assert_close(scaled(x, 1.0), factor * x)
    assert frames(lambda: scaled(x, 1.0)) == {"Operator.__call__"}


def test_each_kind_of_call_has_its_program() -> None:
    kinds = [torch.randn(2, 3).double(), torch.randn(5).half(), torch.randn(8)[::2], torch.randn(3, 2)]
    for _ in range(3):
        for x in kinds:
            torch.testing.assert_close(scaled(x, 1.0), 3 * x)
    for x in kinds[:2]:
        assert "MachineKernel._run" not in frames(lambda x=x: scaled(x, 1.0))


def test_several_threads_call_an_operator() -> None:
    x = torch.arange(64.0)
    scaled(x, 1.0)
    started = threading.Barrier(8)

    def work(k: int) -> bool:
        started.wait(60)
        return all(torch.equal(scaled(x, float(k)), 3 * k * x) for _ in range(300))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


def test_without_what_torch_does_not_promise_calls_go_through_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutedsl.execution.native_calls.torch_entry._WRAP", ("libtorch_python", "no_such_symbol"))
    assert machine_module.entry_words(torch, machine_module._LIBRARIES) == 0
    monkeypatch.setattr(machine_module, "_entry_words", lambda: 0)
    other = operator("cutedsl_entry::other", out="x")(scaled.signature.function)
    for _ in range(3):
        torch.testing.assert_close(other(torch.ones(4), 2.0), torch.full((4,), 6.0))
    assert other._entry == other._by_rules
