"""Lanes of one warp that meet in one statement: updates, and stores of different values, narrow and wide."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import Finding, check
from tests.unit.checker.lines import line_of

LANES = 32


@cute.kernel
def kernel(x: cute.Tensor, out: cute.Tensor, body: cutlass.Constexpr, shared: cutlass.Constexpr):
    """`x` is all zeros, but nothing that is compiled knows that."""
    i = cute.arch.thread_idx()[0]
    if cutlass.const_expr(shared):
        s = cutlass.utils.SmemAllocator().allocate_tensor(out.element_type, cute.make_layout(4 * LANES), 16)
        for k in cutlass.range_constexpr(4):
            s[i + LANES * k] = out[i]
        cute.arch.sync_threads()
        body(s, x, i)
        cute.arch.sync_threads()
        out[i] = s[i]
    else:
        body(out, x, i)


@cute.jit
def run(x: cute.Tensor, out: cute.Tensor, body: cutlass.Constexpr, shared: cutlass.Constexpr):
    kernel(x, out, body, shared).launch(grid=1, block=LANES)


def found(body: Any, dtype: Any, shared: bool) -> list[Finding]:
    return check(run, np.zeros(LANES, np.int32), np.zeros(4 * LANES, dtype), body, shared).findings


def update_of_one_bin(h: Any, x: Any, i: Any) -> None:
    h[x[i]] += 1  # found


def update_of_four_bins(h: Any, x: Any, i: Any) -> None:
    h[x[i] + i % 4] += 1  # found


def update_in_full(h: Any, x: Any, i: Any) -> None:
    h[x[i]] = h[x[i]] + 1  # found


def update_at_a_fixed_place(h: Any, _x: Any, _i: Any) -> None:
    h[0] += 1  # found


def narrow_update(h: Any, x: Any, i: Any) -> None:
    h[x[i]] = (h[x[i]] + 1).to(cutlass.Int8)  # found


UPDATES = [
    (update_of_one_bin, np.int32),
    (update_of_four_bins, np.int32),
    (update_in_full, np.int32),
    (update_at_a_fixed_place, np.int32),
    (narrow_update, np.int8),
]


@pytest.mark.parametrize("shared", [False, True], ids=["global", "shared"])
@pytest.mark.parametrize(("body", "dtype"), UPDATES)
def test_an_update_of_what_other_lanes_update(body: Any, dtype: Any, shared: bool) -> None:
    (finding,) = found(body, dtype, shared)
    assert finding.kind == ("shared-race" if shared else "global-race")
    assert {span.line for span in finding.spans} == {line_of(body, "# found")}
    assert finding.fix.startswith("Make the update atomic: `cute.arch.atomic_add(")


def different(h: Any, x: Any, i: Any) -> None:
    h[x[i]] = i  # found


def different_at_a_fixed_place(h: Any, _x: Any, i: Any) -> None:
    h[0] = i  # found


def pairs(h: Any, _x: Any, i: Any) -> None:
    h[i // 2] = i  # found


def far_lanes(h: Any, x: Any, i: Any) -> None:
    h[x[i] + i % 31] = i  # found


def bytes_in_pairs(h: Any, _x: Any, i: Any) -> None:
    h[i // 2] = i.to(cutlass.Int8)  # found


def halves_in_pairs(h: Any, _x: Any, i: Any) -> None:
    h[i // 2] = i.to(cutlass.Float16)  # found


def vector(h: Any, at: Any, value: Any) -> None:
    values = cute.make_rmem_tensor(4, cutlass.Float32)
    values.fill(value.to(cutlass.Float32))
    cute.autovec_copy(values, cute.make_tensor(h.iterator + at, cute.make_layout(4)))


def equal_vectors(h: Any, _x: Any, i: Any) -> None:
    vector(h, i // 2 * 4, i)


def overlapping_vectors(h: Any, _x: Any, i: Any) -> None:
    vector(h, i // 2 * 2, i)


STORES = [
    (different, np.int32),
    (different_at_a_fixed_place, np.int32),
    (pairs, np.int32),
    (pairs, np.int64),
    (far_lanes, np.int32),
    (bytes_in_pairs, np.int8),
    (halves_in_pairs, np.float16),
    (equal_vectors, np.float32),
    (overlapping_vectors, np.float32),
]


@pytest.mark.parametrize("shared", [False, True], ids=["global", "shared"])
@pytest.mark.parametrize(("body", "dtype"), STORES)
def test_different_values_at_one_place(body: Any, dtype: Any, shared: bool) -> None:
    (finding,) = found(body, dtype, shared)
    assert finding.kind == ("shared-race" if shared else "global-race")
    assert " write different values to one place of " in finding.message
    assert finding.fix.startswith("Let one thread write it, or combine the values with an atomic")
    if body not in (equal_vectors, overlapping_vectors):
        assert [span.line for span in finding.spans] == [line_of(body, "# found")]


def test_the_lanes_are_named() -> None:
    (finding,) = found(far_lanes, np.int32, False)
    assert finding.message.startswith("thread 0 and thread 31 write")


def the_same_value(h: Any, x: Any, i: Any) -> None:
    h[x[i]] = h.element_type(5)


def a_sum_of_the_warp(h: Any, x: Any, i: Any) -> None:
    h[x[i]] = cute.arch.warp_reduction_sum(x[i] + i)


def a_sum_at_a_fixed_place(h: Any, x: Any, i: Any) -> None:
    h[0] = cute.arch.warp_reduction_sum(x[i] + i)


@cute.jit
def one_lane(h: Any, _x: Any, i: Any) -> None:
    if i == 3:
        h[0] += 1


def its_own(h: Any, _x: Any, i: Any) -> None:
    h[i] += 1


def backwards(h: Any, _x: Any, i: Any) -> None:
    h[31 - i] = i


def its_own_byte(h: Any, _x: Any, i: Any) -> None:
    h[i] = (h[i] + 1).to(cutlass.Int8)


def synchronised(h: Any, x: Any, i: Any) -> None:
    value = h[x[i]]
    cute.arch.sync_warp()
    h[x[i]] = value + 1


def an_atomic(h: Any, x: Any, i: Any) -> None:
    cute.arch.atomic_add(h.iterator + x[i], cutlass.Int32(1))


def a_vector_each(h: Any, x: Any, i: Any) -> None:
    vector(h, (i + x[i]) * 4, i)


def a_strong_store(h: Any, x: Any, i: Any) -> None:
    cute.arch.store(h.iterator + x[i], i, sem="relaxed", scope="gpu")


RIGHT = [
    (the_same_value, np.int32),
    (a_sum_of_the_warp, np.int32),
    (a_sum_at_a_fixed_place, np.int32),
    (one_lane, np.int32),
    (its_own, np.int32),
    (backwards, np.int32),
    (its_own_byte, np.int8),
    (synchronised, np.int32),
    (an_atomic, np.int32),
    (a_vector_each, np.float32),
    (a_strong_store, np.int32),
]


@pytest.mark.parametrize("shared", [False, True], ids=["global", "shared"])
@pytest.mark.parametrize(("body", "dtype"), RIGHT)
def test_correct_statements_have_no_finding(body: Any, dtype: Any, shared: bool) -> None:
    assert found(body, dtype, shared) == []
