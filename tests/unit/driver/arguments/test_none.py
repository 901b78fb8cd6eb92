"""Optional arguments: None is known at compile time, wherever it is given, and calls may say it again."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from pathlib import Path
from typing import Any, Optional

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import Constexpr, Float32, Int32, const_expr
from cutedsl.cute.runtime import load_module, make_fake_compact_tensor
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import EVERYWHERE, Arrays

N = 40


@dataclasses.dataclass
class Extras:
    bias: Optional[cute.Tensor]  # noqa: UP045, what programs write
    scale: Float32


@cute.kernel
def add_kernel(
    x: cute.Tensor,
    bias: Optional[cute.Tensor],  # noqa: UP045
    out: cute.Tensor,
    scale: Float32 | None = None,
    *,
    limit: Int32 | None = None,
):
    i = cute.arch.thread_idx()[0]
    value = x[i]
    if bias is not None:  # decided while the program is compiled, as with `const_expr`
        value = value + bias[i]
    if const_expr(scale is None):
        value = value * 2.0
    else:
        value = value * scale  # pyright: ignore[reportOperatorIssue]
    if limit is not None and i >= limit:
        value = Float32(0)
    out[i] = value


@cute.jit
def add(
    x: cute.Tensor,
    bias: Optional[cute.Tensor],  # noqa: UP045
    out: cute.Tensor,
    unused: Constexpr[int | None] = None,
    scale: Float32 = None,  # pyright: ignore[reportArgumentType]
    *,
    limit: Int32 | None = None,
):
    add_kernel(x, bias, out, scale, limit=limit).launch(grid=1, block=N)


@cute.jit
def add_extras(x: cute.Tensor, extras: Extras, out: cute.Tensor):
    add_kernel(x, extras.bias, out, extras.scale).launch(grid=1, block=N)


@pytest.fixture
def values() -> tuple[np.ndarray, np.ndarray]:
    return np.random.default_rng(0).random((2, N)).astype(np.float32)  # pyright: ignore[reportReturnType]


def close(got: np.ndarray, wanted: np.ndarray) -> None:
    np.testing.assert_allclose(got, wanted, rtol=1e-6)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_calls_with_and_without_optional_arguments(target: str, values: tuple[np.ndarray, np.ndarray]) -> None:
    arrays = Arrays("cpu" if target == "eager" else target)
    x, bias = map(arrays.put, values)
    for given, wanted in ((None, 2 * values[0]), (bias, 2 * (values[0] + values[1]))):
        out = arrays.poisoned((N,))
        for _ in range(3):  # compiled, recognised, called by machine code
            add(x, given, out)
            close(arrays.get(out), wanted)
    out = arrays.poisoned((N,))
    add(x, None, out, None, 3.0, limit=7)
    close(arrays.get(out), np.where(np.arange(N) < 7, 3 * values[0], 0))
    for given, wanted in ((None, 3 * values[0]), (bias, 3 * (values[0] + values[1]))):
        add_extras(x, Extras(given, Float32(3.0)), out)
        close(arrays.get(out), wanted)


@pytest.mark.parametrize("options", ["", " --enable-tvm-ffi"])
def test_a_compiled_function_takes_none_or_goes_without(options: str, values: tuple[np.ndarray, np.ndarray]) -> None:
    x, bias = values
    if options:
        pytest.importorskip("tvm_ffi")
    program: Any = cute.compile(add, x, None, np.zeros(N, np.float32), options="--target cpu" + options)
    for call in (
        lambda out: program(x, None, out, None),
        lambda out: program(x, None, out),
        lambda out: program(x, out),
        lambda out: program(x, bias=None, out=out),
        lambda out: program(x=x, out=out, limit=None, scale=None),
    ):
        out = np.full(N, np.nan, np.float32)
        call(out)
        close(out, 2 * x)
    for args, kwargs in (((x, bias, out, None), {}), ((x, None, out, 2.0), {}), ((x, out), {"bias": bias})):
        with pytest.raises(DSLUserCodeError, match="is compiled for None, got a") as caught:
            program(*args, **kwargs)
        assert caught.value.name == "argument-type"
    with pytest.raises(DSLUserCodeError) as caught:
        program(x, None, out, None, None, None)
    assert caught.value.name == "argument-count"


def test_a_checked_call_takes_none(values: tuple[np.ndarray, np.ndarray]) -> None:
    out = np.full(N, np.nan, np.float32)
    program: Any = cute.compile(add, values[0], None, out, options="--target cpu --check")
    program(values[0], None, out)
    close(out, 2 * values[0])


def exported(file: Path) -> Any:
    n = cute.sym_int()
    x, out = (make_fake_compact_tensor(Float32, (n,)) for _ in range(2))
    return cute.compile(add, x, None, out, None, 2.0, options="--target cpu --enable-tvm-ffi")


def test_an_exported_function_takes_none(tmp_path: Path, values: tuple[np.ndarray, np.ndarray]) -> None:
    exported(tmp_path).export_to_c(str(tmp_path), "add", "add")
    header = (tmp_path / "add.h").read_text()
    assert "bias" not in header
    function = load_module(tmp_path / "add.o").add
    for args in ((None, 3.0), (3.0,)):
        out = np.full(N, np.nan, np.float32)
        function(values[0], *args[:-1], out, args[-1])
        close(out, 3 * values[0])
    with pytest.raises(DSLUserCodeError, match="is compiled for None"):
        function(values[0], values[1], out, 3.0, None)


def test_an_object_of_tvm_ffi_takes_none(tmp_path: Path, values: tuple[np.ndarray, np.ndarray]) -> None:
    torch: Any = pytest.importorskip("torch")
    tvm_ffi: Any = pytest.importorskip("tvm_ffi")
    compiler = shutil.which("c++") or pytest.skip("no C++ compiler")
    file = tmp_path / "add.o"
    exported(tmp_path).export_to_c(object_file_path=str(file), function_name="add")
    subprocess.run([compiler, "-shared", "-o", str(file.with_suffix(".so")), str(file)], check=True, timeout=60)
    x, bias = map(torch.from_numpy, values)
    for function in (tvm_ffi.load_module(str(file.with_suffix(".so"))).add, load_module(file, enable_tvm_ffi=True).add):
        for args in ((x, None, ..., 3.0, None), (x, None, ..., 3.0), (x, ..., 3.0)):
            out = torch.full((N,), torch.nan)
            function(*[out if arg is ... else arg for arg in args])
            close(out.numpy(), 3 * values[0])
        for args in ((x, bias, out, 3.0, None), (None, x, out, 3.0), (x, None, None, out, 3.0)):
            with pytest.raises(TypeError):
                function(*args)


@cute.kernel
def scaled_kernel(x: cute.Tensor, out: cute.Tensor, pair: tuple[Int32, Int32]):
    i = cute.arch.thread_idx()[0]
    out[i] = x[i] * Float32(pair[0]) + Float32(pair[1])


@cute.jit
def scaled(x: cute.Tensor, none: Int32 | None, more: Int32 | None, pair: tuple[Int32, Int32], out: cute.Tensor):
    scaled_kernel(x, out, pair).launch(grid=1, block=N)


def test_a_call_that_is_refused_after_its_nones_names_what_is_wrong(values: tuple[np.ndarray, np.ndarray]) -> None:
    """None where a pair is needed does not make a call without its Nones one that has them still."""
    out = np.zeros(N, np.float32)
    program: Any = cute.compile(scaled, values[0], None, None, (2, 1), out, options="--target cpu")
    program(values[0], None, None, (3, 1), out)
    close(out, 3 * values[0] + 1)
    with pytest.raises(DSLUserCodeError, match=r"`pair`.* is compiled for a tuple, got None"):
        program(values[0], None, None, None, out)
