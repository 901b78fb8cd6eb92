"""Operators of PyTorch: eager, compiled, exported, differentiated, mapped; what they refuse."""

from __future__ import annotations

import importlib.util
import warnings
from pathlib import Path
from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError

torch: Any = pytest.importorskip("torch")
from cutedsl.torch import operator  # noqa: E402  (needs torch)

THREADS = 64
DEVICES = ("cpu", pytest.param("cuda", marks=pytest.mark.gpu))
ROOT = Path(__file__).parents[3]


@cute.kernel
def scale_add_kernel(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor, a: cutlass.Float32):
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if i < cute.size(o):
        o[i] = a * x[i] + y[i]


@operator("cutedsl_test::scale_add", out="x", backward=lambda grad_o, a: (a * grad_o, grad_o))
@cute.jit
def scale_add(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor, a: cutlass.Float32 = 2.0):  # pyright: ignore
    grid = (cute.ceil_div(cute.size(o), THREADS), 1, 1)
    scale_add_kernel(x, y, o, a).launch(grid=grid, block=(THREADS, 1, 1))


@cute.kernel
def square_kernel(x: cute.Tensor, o: cute.Tensor, n: cutlass.Constexpr[int]):
    i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
    if i < cute.size(o):
        power = x[i]
        for _ in cutlass.range_constexpr(n - 1):
            power = power * x[i]
        o[i] = power


@operator("cutedsl_test::power", out=lambda x, n: torch.empty_like(x), vmap="broadcast_all")
@cute.jit
def power(x: cute.Tensor, o: cute.Tensor, n: cutlass.Constexpr[int]):
    square_kernel(x, o, n).launch(grid=(cute.ceil_div(cute.size(o), THREADS), 1, 1), block=(THREADS, 1, 1))


@cute.jit
def sums_and_ends(x: cute.Tensor, total: cute.Tensor, ends: cute.Tensor):
    total[0] = 0.0
    for i in range(cute.size(x)):
        total[0] = total[0] + x[i]
    ends[0] = x[0]
    ends[1] = x[cute.size(x) - 1]


def draw(*shape: int, device: str = "cpu", **given: Any) -> Any:
    return torch.randn(shape, **given).to(device)


@pytest.mark.parametrize("device", DEVICES)
def test_calls_by_position_by_name_and_by_default(device: str) -> None:
    x, y = draw(100, device=device), draw(100, device=device)
    torch.testing.assert_close(scale_add(x, y, 3.0), 3 * x + y)
    torch.testing.assert_close(scale_add(x, y), 2 * x + y)
    torch.testing.assert_close(scale_add(x=x, y=y, a=-1.0), y - x)
    torch.testing.assert_close(torch.ops.cutedsl_test.scale_add(x, y, 0.5), 0.5 * x + y)


@pytest.mark.parametrize("device", DEVICES)
def test_one_operator_serves_types_sizes_strides_and_constants(device: str) -> None:
    for kind in (torch.float32, torch.float64, torch.bfloat16):
        for x in (draw(70, device=device).to(kind), draw(9, 2, device=device).to(kind)[:, 0]):
            torch.testing.assert_close(power(x, 2), x * x)
            torch.testing.assert_close(power(x, 3), x * x * x)


@pytest.mark.parametrize("device", DEVICES)
def test_torchs_own_check_of_operators(device: str) -> None:
    x, y = draw(40, device=device, requires_grad=False), draw(40, device=device)
    torch.library.opcheck(scale_add.op, (x.requires_grad_(), y, 2.0))
    torch.library.opcheck(power.op, (y, 2))


@pytest.mark.parametrize("device", DEVICES)
def test_negated_views_and_views_of_conjugates(device: str) -> None:
    x, y = draw(64, device=device), draw(64, device=device)
    torch.testing.assert_close(scale_add(torch._neg_view(x), y, 2.0), y - 2 * x)
    z = torch.complex(x, y).conj()
    assert z.imag.is_neg()
    torch.testing.assert_close(scale_add(z.imag, x, 1.0), x - y)


@pytest.mark.parametrize("device", DEVICES)
def test_a_model_is_compiled_whole(device: str) -> None:
    def model(x: Any, y: Any) -> Any:
        return scale_add(torch.sin(x), y, 2.0).relu().sum()

    x, y = draw(33, device=device).requires_grad_(), draw(33, device=device)
    backend = "inductor" if device == "cuda" else "aot_eager"
    found = torch.compile(model, fullgraph=True, backend=backend)(x, y)
    torch.testing.assert_close(found, model(x, y))
    (slope,) = torch.autograd.grad(found, x)
    torch.testing.assert_close(slope, torch.autograd.grad(model(x, y), x)[0])


@pytest.mark.skipif(
    tuple(map(int, torch.__version__.split(".")[:2])) < (2, 13),
    reason="torch 2.11 ends the process while it loads any package, on a host with an H200 (docs/frameworks.md)",
)
@pytest.mark.parametrize("device", DEVICES)
def test_exported_and_compiled_ahead_of_time(device: str, tmp_path: Path) -> None:
    class Model(torch.nn.Module):
        def forward(self, x: Any, y: Any) -> Any:
            return scale_add(x, y, 2.0).relu()

    x, y = draw(48, device=device), draw(48, device=device)
    program = torch.export.export(Model(), (x, y))
    assert "cutedsl_test.scale_add.default" in program.graph_module.code
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package = torch._inductor.aoti_compile_and_package(program, package_path=str(tmp_path / "model.pt2"))
        loaded = torch._inductor.aoti_load_package(package)
    torch.testing.assert_close(loaded(x, y), (2 * x + y).relu())


@pytest.mark.parametrize("device", DEVICES)
def test_mapped_over_a_batch(device: str) -> None:
    x, y = draw(5, 16, device=device), draw(16, device=device)
    torch.testing.assert_close(torch.vmap(lambda row: scale_add(row, y, 3.0))(x), 3 * x + y)
    across = torch.vmap(lambda column: scale_add(column, y, 3.0), in_dims=1, out_dims=1)(x.T.contiguous())
    torch.testing.assert_close(across, (3 * x + y).T)


def test_mapped_at_once_the_kernel_sees_the_batch() -> None:
    x = draw(3, 16)
    torch.testing.assert_close(torch.vmap(lambda row: power(row, 2))(x), x * x)


def test_several_results_and_a_gradient_of_some() -> None:
    both = operator(
        "cutedsl_test::sums_and_ends",
        out={"ends": lambda x: x.new_empty(2), "total": lambda x: x.new_empty(1)},
        backward=lambda grad_total, x: grad_total.expand_as(x),
    )(sums_and_ends)
    x = draw(6).requires_grad_()
    total, ends = both(x)
    torch.testing.assert_close(total[0], x.sum())
    torch.testing.assert_close(ends, x[[0, -1]])
    total.backward()
    torch.testing.assert_close(x.grad, torch.ones(6))


def test_gradients_are_those_of_differences() -> None:
    x, y = draw(8), draw(8)
    torch.autograd.gradcheck(scale_add, (x.double().requires_grad_(), y.double().requires_grad_(), 2.0))


def test_errors_of_the_kernel_and_of_arguments_reach_the_caller() -> None:
    @operator("cutedsl_test::past_the_end", out="x")
    @cute.jit
    def past_the_end(x: cute.Tensor, o: cute.Tensor):
        o[cute.size(x)] = x[0]

    with pytest.raises(DSLUserCodeError) as found:
        past_the_end(draw(4))
    assert found.value.name == "out-of-bounds"
    with pytest.raises(DSLUserCodeError) as found:
        power(torch.zeros(4, dtype=torch.complex64), 2)
    assert found.value.name == "argument-unsupported"


def test_without_a_backward_function_the_gradient_is_an_error() -> None:
    x = draw(4).requires_grad_()
    with torch.no_grad():
        torch.testing.assert_close(power(x, 2), x * x)
    with pytest.raises(DSLUserCodeError) as found:
        power(x, 2).sum().backward()
    assert found.value.name == "torch-not-differentiable"


@cute.jit
def odd(x: cute.Tensor, o: cute.Tensor, a):  # pyright: ignore
    pass


@pytest.mark.parametrize(
    ("name", "function", "given", "said"),
    [
        ("scale", sums_and_ends, {"out": "x"}, "'scale' is not a valid operator name"),
        ("t::a", sums_and_ends, {"out": "z"}, "cannot be like `z`"),
        ("t::a", sums_and_ends, {"out": {"z": "x"}}, "a result `z`"),
        ("t::a", odd, {"out": "x"}, "no type for `a` of `odd`"),
        ("cutedsl_test::b", sums_and_ends, {"out": "x", "backward": lambda grad: grad}, "unknown parameter `grad`"),
        ("cutedsl_test::c", sums_and_ends, {"out": "x", "vmap": "never"}, "got 'never'"),
    ],
)
def test_a_function_that_cannot_be_an_operator_is_refused(name: str, function: Any, given: Any, said: str) -> None:
    with pytest.raises(DSLUserCodeError, match=said) as found:
        operator(name, **given)(function)
    assert found.value.name == "torch-operator"


@pytest.mark.parametrize("device", DEVICES)
def test_a_model_trains_as_it_does_with_torchs_own(device: str) -> None:
    spec = importlib.util.spec_from_file_location("torch_train", ROOT / "examples" / "torch_train.py")
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    ours, plain = example.train(True, device), example.train(False, device)
    assert plain[-1] < plain[0] / 3
    torch.testing.assert_close(torch.tensor(ours), torch.tensor(plain), rtol=1e-2, atol=1e-5)
