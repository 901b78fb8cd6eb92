"""Tensors that plain functions make: findings call them by the variable that takes them there."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import check


def reversed_by(x: Any, tidx: Any) -> Any:
    """A plain function: nothing of it is rewritten."""
    staged = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    staged[tidx] = x[tidx]
    return staged[63 - tidx]


@cute.kernel
def reverse_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = reversed_by(x, tidx)


@cute.jit
def reverse(x: cute.Tensor, y: cute.Tensor) -> None:
    reverse_kernel(x, y).launch(grid=1, block=64)


def test_a_plain_function_names_its_tensor() -> None:
    (finding,) = check(reverse, np.ones(64, np.float32), np.ones(64, np.float32)).findings
    assert (finding.kind, finding.tensor) == ("shared-race", "staged")


@cute.struct
class Storage:
    """Buffers of a block, one after the other."""

    sQ: cute.struct.MemRange[cutlass.Float32, 64]
    sC: cute.struct.MemRange[cutlass.Float32, 64]


@cute.kernel
def epilogue_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    tidx, _, _ = cute.arch.thread_idx()
    storage = utils.SmemAllocator().allocate(Storage)
    sQ = storage.sQ.get_tensor(cute.make_layout(64))
    sC = storage.sC.get_tensor(cute.make_layout(64))
    (sQ.iterator + 64 + tidx).store(x[tidx])
    y[tidx] = sC[63 - tidx]


@cute.jit
def epilogue(x: cute.Tensor, y: cute.Tensor) -> None:
    epilogue_kernel(x, y).launch(grid=1, block=64)


def test_a_pointer_into_a_later_tensor_is_named_by_where_it_leads() -> None:
    (finding,) = check(epilogue, np.ones(64, np.float32), np.ones(64, np.float32)).findings
    assert (finding.kind, finding.tensor) == ("shared-race", "sC")
    assert "`sQ`" not in finding.message
