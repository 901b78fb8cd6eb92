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
    "negated": (lambda: torch._neg_view(torch.ones(4)), "negated only when it is read", "x.resolve_neg()"),
    "imaginary": (lambda: torch.ones(4, dtype=torch.complex64).conj().imag, "negated", "x.resolve_neg()"),
    "conjugated": (lambda: torch.ones(4, dtype=torch.complex64).conj(), "conjugated only", "x.resolve_conj()"),
    "fake": (fake, "while torch traces", "Make the function an operator"),
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
def test_what_is_unsafe_is_refused_with_what_to_use(case: str, call: str) -> None:
    make, what, fix = UNSAFE[case]
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
    with pytest.raises(DSLUserCodeError, match="negated only"):
        ops.softmax(torch._neg_view(torch.ones(2, 4)))
