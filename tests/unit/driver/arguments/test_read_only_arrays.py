"""Arrays that nobody may write: refused where a program writes, read where it reads. Arrays of JAX never change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.cute.runtime import from_dlpack
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.errors import DSLUserCodeError

N = 8


@dataclass
class Pair:
    given: Any
    made: Any


@cute.kernel
def double_kernel(x: cute.Tensor, out: cute.Tensor):
    i = cute.arch.thread_idx()[0]
    out[i] = x[i] * 2


@cute.jit
def double(x: cute.Tensor, out: cute.Tensor):
    double_kernel(x, out).launch(grid=1, block=cute.size(x))


@cute.jit
def double_of(pair: Pair):
    double_kernel(pair.given, pair.made).launch(grid=1, block=cute.size(pair.given))


@cute.jit
def double_in(arrays: tuple[Any, Any]):
    double_kernel(arrays[0], arrays[1]).launch(grid=1, block=cute.size(arrays[0]))


class Exporting:
    """An array of a library that tells by DLPack alone that it may only be read."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __dlpack__(self, *, max_version: tuple[int, int] | None = None) -> object:
        if max_version is None:
            raise BufferError("this array may only be read, and DLPack 0 cannot say so")
        return self._inner.__dlpack__(max_version=max_version)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._inner.__dlpack_device__()


class Interface:
    """An array that says where it lies."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.__array_interface__ = inner.__array_interface__


def locked(array: Any) -> Any:
    array.flags.writeable = False
    return array


def of_jax(array: Any) -> Any:
    jax = pytest.importorskip("jax")
    return jax.device_put(jax.numpy.asarray(array), jax.devices("cpu")[0])


KINDS: dict[str, Callable[[Any], Any]] = {
    "jax": of_jax,
    "numpy": locked,
    "dlpack": lambda array: Exporting(locked(array)),
    "interface": lambda array: Interface(locked(array)),
    "from_dlpack": lambda array: from_dlpack(locked(array)),
}


def zeros() -> Any:
    return np.zeros(N, np.float32)


def counted() -> Any:
    return np.arange(N, dtype=np.float32)


def refused(call: Callable[..., object], *arguments: object) -> DSLUserCodeError:
    with pytest.raises(DSLUserCodeError) as caught:
        call(*arguments)
    assert caught.value.name == "argument-read-only"
    return caught.value


@pytest.mark.parametrize("kind", KINDS)
def test_read_only_arrays_can_be_read(kind: str) -> None:
    x, out = KINDS[kind](counted()), zeros()
    for call in (cute.compile(double, x, out), double):
        for _ in range(3):
            out[:] = 0
            call(x, out)
            assert out.tolist() == [2.0 * k for k in range(N)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_read_only_array_cannot_be_written(kind: str) -> None:
    held = zeros()
    out, x = KINDS[kind](held), counted()
    for call in (cute.compile(double, x, out), double):
        for _ in range(3):
            assert "argument #2 (`out`) of `double`" in str(refused(call, x, out))
    assert not np.asarray(held).any()


def test_parts_of_arguments_may_be_read_only() -> None:
    for whole, part in ((lambda a, b: Pair(a, b), "pair.made"), (lambda a, b: (a, b), "arrays[1]")):
        function: Any = double_of if "pair" in part else double_in
        out = zeros()
        for _ in range(2):
            function(whole(locked(counted()), out))
            assert out[3] == 6
            assert f"`{part}`" in str(refused(function, whole(counted(), locked(zeros()))))


def test_arrays_of_jax_are_told_what_makes_results() -> None:
    said = refused(double, counted(), of_jax(zeros()))
    assert "an array of JAX never changes" in said.message
    assert said.report.fix is not None and "cutedsl.jax.call(double, out=" in said.report.fix


def test_a_program_of_an_earlier_process_knows_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cutedsl.driver.cache.memory import MEMORY

    monkeypatch.setenv("CUTEDSL_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(MEMORY, "get", lambda digest: None)  # pyright: ignore[reportUnknownLambdaType]
    x, out = counted(), zeros()
    made = cute.compile(double, x, out)
    stored = cute.compile(double, x, out)
    assert (type(made.artifacts).__name__, type(stored.artifacts).__name__) == ("Artifacts", "StoredCompilation")
    assert made.artifacts.written == stored.artifacts.written == (False, True)
    refused(stored, x, locked(zeros()))
    stored(locked(counted()), out)
    assert out[3] == 6


def test_a_program_loaded_from_an_object(tmp_path: Path) -> None:
    made: CompiledFunction = cute.compile(double, counted(), zeros())
    made.export_to_c(str(tmp_path), "double", "double")
    loaded = cute.runtime.load_module(tmp_path / "double.o").double
    out = zeros()
    loaded(locked(counted()), out)
    assert out[3] == 6
    refused(loaded, counted(), locked(zeros()))


def test_machine_code_reads_numpys_flag() -> None:
    made = cute.compile(double, counted(), zeros())
    assert made.calls_by_machine_code
    out, by_python = zeros(), list[object]()
    slots = made._slots
    made._slots = lambda values: by_python.append(values) or slots(values)  # pyright: ignore
    made(locked(counted()), out)
    assert out[3] == 6 and not by_python
    refused(made, counted(), locked(out))
    assert by_python


def test_eager_runs_take_read_only_arrays() -> None:
    out = zeros()
    eager.run(double, locked(counted()), out)
    assert out[3] == 6
    eager.run(double, of_jax(counted()), out)
    held = locked(zeros())
    assert "`out` is read-only and cannot be written" in str(refused(eager.run, double, counted(), held))
    assert not held.any()
