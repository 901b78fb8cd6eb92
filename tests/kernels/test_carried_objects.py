"""Objects that a branch or loop changes by way of a tuple, another object or a class's own methods: all are carried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from tests.kernels.arrays import TARGETS, Arrays

STAGES = 3


@cute.jit
def advance(states: Any) -> Any:
    for state in states:
        state.advance()
    return states


@cute.kernel
def advanced_kernel(out: cute.Tensor, turns: cutlass.Int32) -> None:
    first = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
    second = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
    third = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
    block, _, _ = cute.arch.block_idx()
    for turn in range(turns):
        if turn % 2 == block:
            first, second = advance((first, second))
            advance([first] if cutlass.const_expr(STAGES == 3) else [second])
        else:
            advance({"state": third}.values())
    for k, state in enumerate((first, second, third)):
        out[block, k, 0], out[block, k, 1] = state.count, state.index


@cute.jit
def run_advanced(out: cute.Tensor, turns: cutlass.Int32) -> None:
    advanced_kernel(out, turns).launch(grid=2, block=1)


@pytest.mark.parametrize("target", TARGETS)
def test_states_that_a_function_gets_in_a_display(target: str) -> None:
    arrays = Arrays(target)
    out = arrays.poisoned((2, 3, 2), np.int32)
    run_advanced(out, 5)
    counts = np.array([[6, 3, 2], [4, 2, 3]])
    np.testing.assert_array_equal(arrays.get(out)[..., 0], counts)
    np.testing.assert_array_equal(arrays.get(out)[..., 1], counts % STAGES)


@cute.kernel
def groups_kernel(problems: cute.Tensor, out: cute.Tensor, params: Any, groups: cutlass.Constexpr) -> None:
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    _, _, block = cute.arch.block_idx()
    scheduler = utils.StaticPersistentGroupTileScheduler.create(
        params,
        cute.arch.block_idx(),
        cute.arch.grid_dim(),
        (4, 8, 16),
        utils.create_initial_search_state(),
        groups,
        problems,
    )
    work = scheduler.initial_work_tile_info()
    if warp == 0:
        while work.is_valid_tile:
            if lane == 0:
                group = work.group_search_result.group_idx
                out[block, 0, group] = out[block, 0, group] + 1
            scheduler.advance_to_next_work()
            work = scheduler.get_current_work()
    if warp == 1:  # the search of the other warp's branch is not this one's
        while work.is_valid_tile:
            if lane == 0:
                group = work.group_search_result.group_idx
                out[block, 1, group] = out[block, 1, group] + 1
            scheduler.advance_to_next_work()
            work = scheduler.get_current_work()


@cute.jit
def run_groups(problems: cute.Tensor, out: cute.Tensor, total: cutlass.Int32, groups: cutlass.Constexpr) -> None:
    params = utils.PersistentTileSchedulerParams((1, 1, total), (1, 1, 1))
    groups_kernel(problems, out, params, groups).launch(grid=params.get_grid_shape(2), block=64)


@pytest.mark.parametrize("target", TARGETS)
def test_two_warps_walk_the_groups_each_by_itself(target: str) -> None:
    arrays = Arrays(target)
    problems = np.array([[9, 8, 1, 1], [4, 17, 1, 1], [1, 1, 1, 1]], np.int32)
    tiles = [3, 3, 1]
    out = arrays.put(np.zeros((2, 2, 3), np.int32))
    run_groups(arrays.put(problems), out, sum(tiles), 3)
    np.testing.assert_array_equal(arrays.get(out).sum(0), [tiles, tiles])


class Bounds:
    """Of one value each, whether a number or a constant, as programs count on."""

    def __init__(self, low: Any, high: Any, divisor: Any) -> None:
        self.low, self.high, self.divisor = low, high, divisor

    def __extract_mlir_values__(self) -> list[Any]:
        return [x for part in (self.low, self.high, self.divisor) for x in cutlass.extract_mlir_values(part)]

    def __new_from_mlir_values__(self, values: list[Any]) -> Bounds:
        low, high, divisor = values
        parts = zip((self.low, self.high, self.divisor), (low, high, divisor), strict=True)
        return Bounds(*(cutlass.new_from_mlir_values(part, [value]) for part, value in parts))


@cute.kernel
def bounds_kernel(out: cute.Tensor, bounds: Bounds) -> None:
    k, _, _ = cute.arch.thread_idx()
    number = bounds.low + k * 1001
    if number < bounds.high:
        quotient, rest = divmod(number, bounds.divisor)
        out[k, 0], out[k, 1] = quotient, rest


@cute.jit
def run_bounds(out: cute.Tensor, high: cutlass.Int32, divisor: cutlass.Int32) -> None:
    bounds = Bounds(cutlass.Int32(7), high, cute.fast_divmod_create_divisor(divisor))
    bounds_kernel(out, bounds).launch(grid=1, block=32)


@pytest.mark.parametrize("divisor", [1, 2, 3, 7, 641, 2**30 + 1, 2**31 - 1])
@pytest.mark.parametrize("target", TARGETS)
def test_a_constant_and_a_divisor_are_one_value_each(target: str, divisor: int) -> None:
    arrays = Arrays(target)
    out = arrays.poisoned((32, 2), np.int32)
    run_bounds(out, 2**31 - 1, divisor)
    numbers = 7 + 1001 * np.arange(32)
    np.testing.assert_array_equal(arrays.get(out), np.stack((numbers // divisor, numbers % divisor), 1))


def test_a_tensor_made_outside_is_a_tensor() -> None:
    tensor = cute.runtime.from_dlpack(np.zeros((4, 8), np.float32))
    assert isinstance(tensor, cute.Tensor) and type(tensor) is cute.runtime.RuntimeTensor


@dataclass
class Plan:
    """What a program keeps of its arguments beside its numbers."""

    example: Any
    count: Any


@cute.kernel
def plan_kernel(out: cute.Tensor, turns: cutlass.Int32, example: cutlass.Constexpr) -> None:
    plan = Plan(example, cutlass.Int32(0))
    for turn in range(turns):
        if turn % 2 == 1:
            plan.count += turn * plan.example.shape[1]
        else:
            plan.count -= 1
    out[0] = plan.count


@cute.jit
def run_plan(out: cute.Tensor, turns: cutlass.Int32, example: cutlass.Constexpr) -> None:
    plan_kernel(out, turns, example).launch(grid=1, block=1)


@pytest.mark.parametrize("target", TARGETS)
def test_a_tensor_of_the_host_in_an_object_that_a_branch_changes_stays(target: str) -> None:
    arrays = Arrays(target)
    out = arrays.poisoned((1,), np.int32)
    run_plan(out, 6, cute.runtime.from_dlpack(np.zeros((4, 8), np.float32)))
    assert arrays.get(out)[0] == (1 + 3 + 5) * 8 - 3


@cute.jit
def add_transformed(out: cute.Tensor, transform: cutlass.Constexpr) -> None:
    for i in cutlass.range(cute.size(out)):
        low, high = transform(i)
        if low < high:
            out[i] += high


@cute.kernel
def transforming_kernel(out: cute.Tensor, turns: cutlass.Int32) -> None:
    turn, high = cutlass.Int32(0), cutlass.Int32(100)
    while turn < turns:
        if turn % 2 == 1:
            add_transformed(out, lambda i: (i * turn, high))  # noqa: B023
        turn += 1
        high -= 10


@cute.jit
def run_transforming(out: cute.Tensor, turns: cutlass.Int32) -> None:
    transforming_kernel(out, turns).launch(grid=1, block=1)


@pytest.mark.parametrize("target", TARGETS)
def test_variables_that_a_passed_function_only_reads_stay_the_callers(target: str) -> None:
    """A loop of the function that gets it, inside of a branch, carried them, and the branch did not."""
    arrays = Arrays(target)
    out = arrays.put(np.zeros(40, np.int32))
    run_transforming(out, 4)
    steps = np.arange(40)
    expected = sum(np.where(steps * turn < 100 - 10 * turn, 100 - 10 * turn, 0) for turn in (1, 3))
    np.testing.assert_array_equal(arrays.get(out), expected)
