"""What makes streaming kernels fast on the CPU: stores past the caches."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.codegen.llvm.compile import host_machine


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
    machine = replace(host_machine(), cache_bytes=5000 * 4)
    monkeypatch.setattr("cutedsl.codegen.cpu.module.host_machine", lambda: machine)
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    text = _updated(offset).artifacts.llvm
    assert text.count("!nontemporal") == 1
    assert len(re.findall(r"icmp uge i64 .*, 20000$", text, re.MULTILINE)) == 1


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
