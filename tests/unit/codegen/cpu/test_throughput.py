"""What makes streaming kernels fast on the CPU: stores past the caches, and what is asked for ahead."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.codegen.cpu.memory import streaming


@cute.kernel
def exponentials_kernel(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor):
    """Both of them, of one element a thread."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 256 + tidx
    y[i] = cute.math.exp(x[i])
    z[i] = cute.math.exp2(x[i])


@cute.jit
def exponentials(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor):
    """Launches it."""
    exponentials_kernel(x, y, z).launch(grid=x.shape[0] // 256, block=256)


@cute.kernel
def update_kernel(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor):
    """`y` is only written, `z` is read too."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    if i < x.shape[0]:
        y[i] = x[i] * 2.0
        z[i] = z[i] + x[i]


@cute.jit
def update(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor):
    """Launches it."""
    update_kernel(x, y, z).launch(grid=cute.ceil_div(x.shape[0], 128), block=128)


def _updated(offset: int) -> Any:
    x, y, z = (np.zeros(5064, np.float32)[offset:][:5000] for _ in range(3))
    x[:], z[:] = np.random.default_rng(0).standard_normal((2, 5000), dtype=np.float32)
    want = z + x
    program = cute.compile(update, x, y, z, options="--target cpu")
    program(x, y, z)
    assert np.array_equal(y, x * 2)
    assert np.array_equal(z, want)
    return program


@pytest.mark.parametrize("offset", [0, 1, 4])
def test_arrays_that_are_only_written_bypass_the_caches(offset: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"{streaming._LEAST_BYTES}" in _updated(offset).artifacts.llvm
    monkeypatch.setattr(streaming, "_LEAST_BYTES", 64)
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    text = _updated(offset).artifacts.llvm
    assert text.count("!nontemporal") == 1


@cute.kernel
def counting_kernel(x: cute.Tensor, y: cute.Tensor):
    """Orders memory by itself."""
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = x[tidx]
    cute.arch.atomic_add(x.iterator, 1.0)


@cute.jit
def counting(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    counting_kernel(x, y).launch(grid=1, block=64)


def test_kernels_with_atomics_store_as_usual() -> None:
    x, y = np.zeros(64, np.float32), np.ones(64, np.float32)
    program = cute.compile(counting, x, y, options="--target cpu")
    program(x, y)
    assert x[0] == 64
    assert "!nontemporal" not in program.artifacts.llvm


@cute.kernel
def rows_kernel(x: cute.Tensor, y: cute.Tensor):
    """A block a row: the next block's place lies 16 KiB further."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    y[bidx, tidx] = x[bidx, tidx] + x[bidx, 64 - tidx]


@cute.jit
def rows(x: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    rows_kernel(x, y).launch(grid=x.shape[0], block=64)


def test_memory_that_the_next_blocks_read_is_prefetched() -> None:
    x = [np.zeros(1 << 15, np.float32) for _ in range(3)]
    asked = [line for line in _updated(0).artifacts.llvm.splitlines() if "call void @llvm.prefetch" in line]
    assert len(asked) == 2 * 128 // 64  # two tensors are read, 128 bytes a warp, where all its threads are inside
    assert _ahead(exponentials, x) == {2048, 2048 + 64}  # the second block from here reads there
    assert not _ahead(rows, [np.zeros((4, 4096), np.float32) for _ in range(2)])
    assert not _ahead(rows, [np.zeros((4, 512), np.float32) for _ in range(1)] * 2)  # nothing is only written


def _ahead(host: Any, tensors: list[np.ndarray]) -> set[int]:
    """How far ahead a program asks for memory, in bytes."""
    text = cute.compile(host, *tensors, options="--target cpu").artifacts.source.llvm_text
    places: dict[str, str] = {}  # of the function so far: others have values of the same names
    asked: set[int] = set()
    for line in text.splitlines():
        if "getelementptr i8" in line:
            places[line.split(" = ")[0].strip()] = line.split()[-1]
        elif "call void @llvm.prefetch" in line:
            asked.add(int(places[line.split("ptr ")[1].split(",")[0]]))
    return asked
