"""NumPy's numbers, arrays of other libraries, and what a call says to the compiler."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.driver.compile.translate import translate
from cutedsl.errors import DSLUserCodeError


@cute.jit
def keep_annotated(x: cute.Tensor, i: cutlass.Int64, f: cutlass.Float64, flag: cutlass.Boolean):
    x[0] = i.to(cutlass.Float64)
    x[1] = f
    x[2] = flag.to(cutlass.Float64)


@cute.jit
def keep_plain(x: cute.Tensor, value: Any, seen: cutlass.Constexpr):
    seen.append(value.dtype)
    x[0] = value.to(cutlass.Float64)


@pytest.mark.parametrize("integer", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32])
@pytest.mark.parametrize("real", [np.float16, np.float32, np.float64, ml_dtypes.bfloat16])
def test_numpy_numbers_for_annotated_scalars_keep_their_value(integer: Any, real: Any) -> None:
    x = np.full(3, np.nan)
    compiled = cute.compile(keep_annotated, x, 0, 0.0, False)
    for call in (keep_annotated, compiled):
        for value in (np.iinfo(integer).max, np.iinfo(integer).min):
            x[:] = np.nan
            call(x, integer(value), real(0.3), np.bool_(True))
            assert x.tolist() == [float(value), float(real(0.3)), 1.0]


@pytest.mark.parametrize("name", ["Int8", "Uint16", "Int32", "Int64", "Uint64", "Float16", "Float32", "Boolean"])
def test_numpy_numbers_without_an_annotation_have_their_own_type(name: str) -> None:
    kind = np.bool_ if name == "Boolean" else np.dtype(name.lower()).type
    seen: list[Any] = []
    x = np.full(1, np.nan)
    keep_plain(x, kind(1), seen)
    assert (x[0], seen) == (1.0, [getattr(cutlass, name)])


def test_numpy_numbers_that_do_not_fit_are_refused() -> None:
    x = np.zeros(3)
    for arguments in ((np.float32(1.5), 0.0, False), (np.complex64(1), 0.0, False), (0, np.str_("a"), False)):
        with pytest.raises(TypeError, match="is annotated as"):
            keep_annotated(x, *arguments)
    with pytest.raises(DSLUserCodeError, match="NumPy complex64"):
        keep_plain(x, np.complex64(1), [])
    with pytest.raises(TypeError, match="annotated as a Tensor"):
        keep_annotated(np.float32(1), 0, 0.0, False)


@cute.kernel
def double_kernel(x: cute.Tensor, out: cute.Tensor):
    i = cute.arch.thread_idx()[0]
    out[i] = x[i].to(out.element_type) * 2


@cute.jit
def double(x: cute.Tensor, out: cute.Tensor):
    double_kernel(x, out).launch(grid=1, block=x.shape[0])


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int32", "float16"])
def test_arrays_of_jax_are_taken(dtype: str) -> None:
    jax = pytest.importorskip("jax")
    data = np.arange(8)
    x = jax.device_put(jax.numpy.asarray(data, dtype), jax.devices("cpu")[0])
    out = np.full(8, np.nan, np.float32)
    double(x, out)
    assert out.tolist() == (2.0 * data).tolist()
    static = np.full(8, np.nan, np.float32)
    cute.compile(double, cute.runtime.from_dlpack(x), out)(cute.runtime.from_dlpack(x), static)
    assert static.tolist() == out.tolist()


class Exporting:
    """An array as CuPy has it: the keywords of DLPack 2023, and nothing else that is ours to know."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.asked: list[object] = []

    def __dlpack__(
        self, *, stream: object = None, max_version: object = None, dl_device: object = None, copy: object = None
    ) -> object:
        self.asked.append(stream)
        return self._inner.__dlpack__() if stream is None else self._inner.__dlpack__(stream=stream)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._inner.__dlpack_device__()


def test_an_array_that_only_exports_its_memory() -> None:
    x, out = Exporting(np.arange(8.0, dtype=np.float32)), np.zeros(8, np.float32)
    double(x, Exporting(out))
    assert out.tolist() == [2.0 * k for k in range(8)]


@pytest.mark.gpu
def test_an_array_like_cupys_on_the_gpu() -> None:
    import torch

    x, out = Exporting(torch.arange(8.0, device="cuda")), torch.zeros(8, device="cuda")
    double(x, Exporting(out))
    assert out.tolist() == [2.0 * k for k in range(8)]
    assert set(x.asked) == {-1}  # the library's stream is not waited for


# -- what a call says to the compiler --------------------------------------------------------------------------------
@cute.jit
def scaled(x: cute.Tensor, factor: cutlass.Constexpr, traced: cutlass.Constexpr):
    traced.append(factor)
    x[0] = x[0] * factor


def test_options_of_a_direct_call() -> None:
    x = np.ones(1, np.float32)
    double(x, x, options="--opt-level 1")
    assert x[0] == 2
    with pytest.raises(DSLUserCodeError, match="no-such-option"):
        double(x, x, options="--no-such-option")
    with pytest.raises(TypeError, match="no parameter `optoins`"):
        double(x, x, optoins="")  # pyright: ignore[reportCallIssue]


def test_a_call_without_the_cache_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def counted(*arguments: Any) -> Any:
        made.append(arguments)
        return translate(*arguments)

    monkeypatch.setattr("cutedsl.driver.compile.translate.translate", counted)
    x = np.ones(8, np.float32)
    double(x, x)
    made.clear()
    double(x, x)
    assert not made
    for _ in range(2):
        double(x, x, no_cache=True)  # pyright: ignore[reportCallIssue]
    assert len(made) == 2 and x[0] == 16


def test_compile_takes_the_keywords_of_a_call() -> None:
    x = np.ones(4, np.float32)
    compiled = cute.compile(double, x, x, no_cache=True, export_name="twice")
    compiled(x, x)
    assert (x == 2).all() and "twice" in compiled.__mlir__


@pytest.mark.parametrize("keyword", ["compile_only", "no_jit_engine"])
def test_a_call_that_only_compiles_gives_the_program(keyword: str) -> None:
    x = np.ones(1, np.float32)
    compiled: Any = scaled(x, 5, [], **{keyword: True})
    assert isinstance(compiled, CompiledFunction) and x[0] == 1
    compiled(x)
    assert x[0] == 5


def test_the_exported_name_is_kept() -> None:
    x = np.ones(8, np.float32)
    compiled: Any = double(x, x, compile_only=True, export_name="twice")  # pyright: ignore[reportCallIssue]
    assert "twice" in str(compiled.__mlir__)


def test_keywords_of_nvidias_compiler_are_not_supported_yet() -> None:
    x = np.ones(8, np.float32)
    for keyword in ("pipeline", "gpu_module_attrs"):
        with pytest.raises(NotImplementedError, match=keyword):
            double(x, x, **{keyword: "x"})


def test_a_parameter_of_the_function_is_the_functions() -> None:
    @cute.jit
    def own(x: cute.Tensor, options: cutlass.Int32):
        x[0] = options.to(cutlass.Float32)

    x = np.zeros(1, np.float32)
    own(x, options=7)
    assert x[0] == 7


def test_a_list_of_numbers_is_no_tensor() -> None:
    for numbers in ([1.0, 2.0], (1, 2)):
        with pytest.raises(DSLUserCodeError, match=r"argument-type.*annotated as a Tensor, got a (list|tuple)"):
            keep_annotated(numbers, 0, 0.0, False)
