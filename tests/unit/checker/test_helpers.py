"""Tensors that plain functions make: findings call them by the variable that takes them there."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import dsl_user_op, utils
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


@dsl_user_op
def put(y: cute.Tensor, index: Any, value: Any, *, loc: Any = None, ip: Any = None) -> None:
    """Stands for an instruction, as wrappers of inline PTX do, and libraries' indexing."""
    del loc, ip
    y[index] = value


@cute.kernel
def put_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    tidx, _, _ = cute.arch.thread_idx()
    put(y, tidx + 1, x[tidx])


@cute.jit
def put_all(x: cute.Tensor, y: cute.Tensor) -> None:
    put_kernel(x, y).launch(grid=1, block=64)


def test_what_an_op_of_the_authors_does_is_placed_where_the_kernel_calls_it() -> None:
    (finding,) = check(put_all, np.ones(64, np.float32), np.ones(64, np.float32)).findings
    lines, first = inspect.getsourcelines(inspect.unwrap(put_kernel))
    called = first + next(k for k, line in enumerate(lines) if "put(y" in line)
    assert finding.kind == "out-of-bounds"
    assert [span.line for span in finding.spans] == [called]
