"""Tensors of torch that no plain call may take: each is refused by name, with what to use instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cutedsl.cute as cute
from cutedsl import ops
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError

torch = pytest.importorskip("torch")


@cute.jit
def first(x: cute.Tensor, out: cute.Tensor):
    out[0] = x[0]


def fake() -> Any:
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        return torch.zeros(4)


UNSAFE: dict[str, tuple[Callable[[], Any], str, str]] = {
    "negated": (lambda: torch._neg_view(torch.ones(4)), "lazily negated view", "x.resolve_neg()"),
    "imaginary": (lambda: torch.ones(4, dtype=torch.complex64).conj().imag, "negated", "x.resolve_neg()"),
    "conjugated": (lambda: torch.ones(4, dtype=torch.complex64).conj(), "conjugated only", "x.resolve_conj()"),
    "fake": (fake, "while torch traces", "a tensor that has memory"),
    "learns": (lambda: torch.zeros(4, requires_grad=True), "wants a gradient", "x.detach()"),
    "parameter": (lambda: torch.nn.Parameter(torch.zeros(4)), "wants a gradient", "cutedsl.torch.operator"),
    "meta": (lambda: torch.zeros(4, device="meta"), "the device `meta`", "x.to_empty("),
    "sparse": (lambda: torch.eye(2).to_sparse(), "stored as torch.sparse_coo", "x.to_dense()"),
}
CALLS: dict[str, Callable[[Any], Any]] = {
    "a direct call": lambda x: first(x, torch.zeros(4)),
    "a compiled call": lambda x: cute.compile(first, torch.zeros(4), torch.zeros(4))(x, torch.zeros(4)),
    "from_dlpack": from_dlpack,
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("case", UNSAFE)
def test_unsafe_tensors_are_refused_with_an_alternative(case: str, call: str) -> None:
    make, what, fix = UNSAFE[case]
    if (case, call) == ("fake", "from_dlpack"):
        pytest.skip("it can be compiled with")
    with pytest.raises(DSLUserCodeError) as found:
        CALLS[call](make())
    said = str(found.value)
    assert found.value.name == "argument-unsupported" and what in said
    assert fix in said.split("fix:")[1]


def test_a_tensor_of_vmap_is_refused() -> None:
    with pytest.raises(DSLUserCodeError, match=r"inside of `torch.func`"):
        torch.vmap(lambda x: first(x, torch.zeros(4)))(torch.zeros(2, 4))


def test_the_library_refuses_them_too() -> None:
    with pytest.raises(DSLUserCodeError, match="wants a gradient"):
        ops.softmax(torch.zeros(2, 4, requires_grad=True))
    with pytest.raises(DSLUserCodeError, match="lazily negated"):
        ops.softmax(torch._neg_view(torch.ones(2, 4)))


def test_a_fake_tensor_is_compiled_with_and_a_real_one_called_with() -> None:
    stand_in = fake()
    out = torch.zeros(4)
    for example in (stand_in, from_dlpack(stand_in), from_dlpack(stand_in).mark_layout_dynamic()):
        compiled = cute.compile(first, example, out)
        compiled(torch.arange(7, 11).float(), out)
        assert out[0] == 7
        out.zero_()
    with pytest.raises(DSLUserCodeError, match="Float32, got Float16"):
        cute.compile(first, stand_in, out)(torch.zeros(4, dtype=torch.float16), out)


def _in_a_function(run: Callable[[], object]) -> None:
    class Function(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            run()
            return x * 1

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            return grads[0]

    Function.apply(torch.zeros(1, requires_grad=True)).sum().backward()


def _under(mode: Any) -> Callable[[Callable[[], object]], None]:
    def around(run: Callable[[], object]) -> None:
        with mode():
            run()

    return around


@pytest.mark.parametrize("options", ["", "--enable-tvm-ffi"])
@pytest.mark.parametrize("around", [_in_a_function, _under(torch.no_grad), _under(torch.inference_mode)])
def test_a_gradient_that_nobody_records_cannot_be_lost(around: Any, options: str) -> None:
    if options:
        pytest.importorskip("tvm_ffi")
    out = torch.zeros(4)
    compiled = cute.compile(first, torch.zeros(4), torch.zeros(4), options=options)
    for n, x in enumerate((torch.full((4,), 5.0, requires_grad=True), torch.nn.Parameter(torch.full((4,), 6.0)))):
        around(lambda x=x: compiled(x, out))
        assert out[0] == 5 + n
        out.zero_()
        around(lambda x=x: first(x, out))
        assert out[0] == 5 + n
        with pytest.raises(DSLUserCodeError, match="wants a gradient"):
            compiled(x, out)
        with torch.enable_grad(), pytest.raises(DSLUserCodeError, match="wants a gradient"):
            first(x, out)


def test_machine_code_takes_it_without_python(monkeypatch: pytest.MonkeyPatch) -> None:
    from cutedsl.driver.call.compiled import CompiledFunction
    from cutedsl.execution.arrays import array_interfaces

    compiled = cute.compile(first, torch.zeros(4), torch.zeros(4))
    if not isinstance(compiled, CompiledFunction) or not compiled.calls_by_machine_code:
        pytest.skip("this Python calls through Python")
    x, out = torch.full((4,), 5.0, requires_grad=True), torch.zeros(4)
    with torch.no_grad():
        compiled(x, out)
        monkeypatch.setattr(array_interfaces, "view_array", None)  # what Python reads an array with
        compiled(x, out)
    assert out[0] == 5
