"""Pointers and arrays over memory that is there: as another element type, in another memory's address space."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import AddressSpace, Int16, Int32, Int64, Uint8
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def views(x: cute.Tensor):
    words = cutlass.Pointer(x.iterator, dtype=Int64)
    (words + 1).store(Int64(5 << 32 | 4))
    array = cutlass.Array(x.iterator + 4, shape=(2, 2), dtype=Int16)
    array[1, 0] = Int16(7)
    same = cutlass.Array(x.iterator + 6, shape=2, addrspace=1, alignment=8)
    same[1] = Int32(9)
    generic = x.iterator.tospace(AddressSpace.generic)
    generic.tospace(AddressSpace.gmem).store(Int32(generic == x.iterator))
    x[1] = Int32(x.iterator.toint(Int32) - x.iterator.toint().to(Int32)) + 2
    own = cutlass.Array(Uint8, 8, space=AddressSpace.smem, alignment=8)
    own.data_ptr().tospace(AddressSpace.generic).store(Uint8(3))
    x[7] = x[7] + own[0].to(Int32)


@cute.jit
def launch(x: cute.Tensor):
    views(x).launch(grid=1, block=1)


def test_memory_is_seen_as_other_elements_and_spaces() -> None:
    x = np.zeros(8, np.int32)
    launch(x)
    assert x.tolist() == [1, 2, 4, 5, 0, 7, 0, 12]


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (lambda p: p.tospace(AddressSpace.smem), "a pointer to gmem cannot become one to smem"),
        (lambda p: cutlass.Array(p, shape=4, addrspace=3), "cannot make an `Array` in smem of a pointer to gmem"),
        (lambda p: cutlass.Array(cutlass.Float32), "`Array` is called without `shape`"),
        (lambda p: cutlass.Array(shape=4), "`Array` is called without `dtype`"),
        (lambda p: cutlass.Pointer(object(), dtype=Int64), "a value of type object as a pointer"),
    ],
)
def test_a_wrong_view_is_refused(view: Any, said: str) -> None:
    @cute.jit
    def look(x: cute.Tensor):
        view(x.iterator)

    with pytest.raises(DSLUserCodeError, match=re.escape(said)):
        look(np.zeros(8, np.int32))


def test_a_field_that_is_assigned_and_not_declared_is_named_where_it_is_read() -> None:
    @cute.struct
    class Storage:
        n: Int32
        tile = cute.struct.MemRange[Int32, 4]

    @cute.kernel
    def kernel():
        _ = cutlass.utils.SmemAllocator().allocate(Storage).tile

    @cute.jit
    def launch_it():
        kernel().launch(grid=1, block=1)

    with pytest.raises(DSLUserCodeError, match=r"`Storage` assigns `tile = \.\.\.`, which declares no field"):
        launch_it()
