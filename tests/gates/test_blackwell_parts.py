"""Each part of Blackwell's execution model on the CPU, with the tests that show it: none is without one.

The parts are those of the PTX ISA, "TensorCore 5th Generation Family Instructions", and what goes with them.
"""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import pytest

from cutedsl.arch.tensor_memory import COPY_SHAPES, KINDS, SHAPES, TensorFault
from cutedsl.ir.ops.clc import CLC_OPS
from cutedsl.ir.ops.tcgen05 import TCGEN05_OPS

KERNELS, PLANTED = "tests/kernels", "tests/unit/checker/planted/tcgen05"
SHAPES_OF_MULTIPLIES = f"{KERNELS}/test_tcgen05_shapes.py::test_every_shape_of_a_kind_is_exact"
MOVES = f"{KERNELS}/test_tensor_memory_moves.py"
NUMBERS, SUMS = f"{KERNELS}/test_tcgen05_numbers.py", f"{KERNELS}/test_tcgen05_sums.py"

PARTS: dict[str, tuple[str, ...]] = {
    "allocation, and its address": (
        f"{KERNELS}/test_tcgen05.py::test_the_checker_sees_that_allocation_writes_the_address",
    ),
    "columns that are not allocated": (f"{PLANTED}/memory.py::more_columns_than_allocated",),
    "allocations that may not grow": (f"{PLANTED}/seldom.py::allocations_that_grow",),
    "permits": (f"{PLANTED}/memory.py::allocated_without_a_permit", f"{PLANTED}/memory.py::permit_kept_over_a_meeting"),
    "deallocation": (
        f"{PLANTED}/memory.py::never_deallocated",
        f"{PLANTED}/memory.py::another_count_deallocated",
        f"{PLANTED}/seldom.py::deallocated_in_parts",
        f"{PLANTED}/seldom.py::deallocated_under_the_peer",
    ),
    "which lanes a warp reaches": (
        f"{PLANTED}/memory.py::lanes_of_another_quarter",
        f"{PLANTED}/memory.py::lanes_over_the_quarter",
        f"{PLANTED}/seldom.py::address_of_each_lane",
    ),
    **{f"multiply of kind {kind}, one block and two": (SHAPES_OF_MULTIPLIES,) for kind in KINDS},
    "weight-stationary multiplies": (
        f"{KERNELS}/test_tcgen05_shapes.py::test_every_shape_of_a_stationary_kind_is_exact",
        f"{NUMBERS}::test_stationary_multiplies_put_parts_of_n_into_other_lanes",
    ),
    "sparse multiplies": (
        f"{KERNELS}/test_tcgen05_sparse.py::test_a_sparse_a_is_what_its_metadata_says",
        f"{KERNELS}/test_tcgen05_sparse.py::test_a_sparse_a_of_few_rows_that_stays",
        f"{KERNELS}/test_tcgen05_sparse.py::test_64_rows_of_a_block_have_metadata_in_the_lanes_of_their_sums",
        f"{KERNELS}/test_tcgen05_sparse.py::test_the_selector_names_one_of_four_columns",
        f"{KERNELS}/test_tcgen05_sparse.py::test_a_sparse_a_from_tensor_memory",
        f"{KERNELS}/test_tcgen05_sparse.py::test_wrong_metadata_is_named",
    ),
    "columns of B that are zero, or begin further": (
        f"{KERNELS}/test_tcgen05_sums.py::test_columns_that_count_as_zero",
        f"{KERNELS}/test_tcgen05_sums.py::test_columns_of_b_begin_further",
    ),
    "shapes that there are not": (f"{KERNELS}/test_tcgen05_shapes.py::test_other_shapes_are_refused",),
    "products of every type": (
        f"{NUMBERS}::test_products_of_narrow_floats_are_exact",
        f"{KERNELS}/test_tcgen05_drawn.py::test_a_drawn_multiply_is_exact",
    ),
    "products with factors": (
        f"{NUMBERS}::test_scaled_products_are_exact",
        f"{NUMBERS}::test_scaled_multiplies_of_a_pair",
    ),
    "K of 96": (f"{NUMBERS}::test_96_products_of_a_row_that_goes_on_in_the_next_tile",),
    "bounds of sums": (f"{SUMS}::test_sums_of_a_block_keep_the_bound", f"{SUMS}::test_sums_of_a_pair_keep_the_bound"),
    "integers that wrap or saturate": (f"{SUMS}::test_integers_wrap_or_saturate",),
    "operands that are negated": (f"{SUMS}::test_operands_can_be_negated",),
    "A from tensor memory": (f"{SUMS}::test_sums_with_a_from_tensor_memory_keep_the_bound",),
    "masks of lanes, D scaled, sums in halves": (f"{NUMBERS}::test_a_from_tensor_memory_masks_and_half_sums",),
    "columns that count as zero": (f"{SUMS}::test_columns_that_count_as_zero",),
    "swizzles and orders of operands": (
        f"{NUMBERS}::test_rows_along_k_in_every_swizzle",
        f"{NUMBERS}::test_contiguous_rows_in_every_swizzle",
        f"{NUMBERS}::test_contiguous_rows_of_tf32_take_atoms_of_32_bytes",
        f"{NUMBERS}::test_steps_along_k_inside_of_a_swizzled_row",
    ),
    **{f"load and store {shape}": (f"{MOVES}::test_registers_have_the_words_of_their_places",) for shape in SHAPES},
    "loads that combine columns": (
        f"{KERNELS}/test_tensor_memory_copies.py::test_a_load_gives_the_extreme_of_each_piece_too",
    ),
    **{f"copy {shape}": (f"{MOVES}::test_a_copy_or_a_shift_writes_its_places",) for shape in COPY_SHAPES},
    "copies of 4 and 6 bits": (f"{KERNELS}/test_primitives_tcgen05.py::test_a_copy_makes_bytes_of_four_and_six_bits",),
    "shift": (
        f"{MOVES}::test_a_copy_or_a_shift_writes_its_places",
        f"{PLANTED}/seldom.py::shift_not_awaited",
        f"{PLANTED}/seldom.py::shifted_twice",
    ),
    "memory that nothing has written": (f"{PLANTED}/seldom.py::rows_of_a_half_tile",),
    "commit, also to several blocks": (
        f"{MOVES}::test_a_commit_arrives_in_the_blocks_of_its_mask",
        f"{PLANTED}/pairs.py::mask_without_the_peer",
        f"{PLANTED}/waits.py::commit_of_another_thread",
    ),
    "waits for loads and stores": (
        f"{PLANTED}/waits.py::registers_before_the_wait",
        f"{PLANTED}/waits.py::stores_of_an_operand_not_awaited",
        f"{PLANTED}/seldom.py::stores_awaited_for_loads",
    ),
    "fences": (
        f"{PLANTED}/fences.py::no_fence_after_the_commit",
        f"{PLANTED}/fences.py::no_fence_before_the_barrier",
        f"{PLANTED}/seldom.py::copied_for_another_thread",
    ),
    "the proxy fence of operands": (f"{PLANTED}/races.py::operands_of_threads_without_a_fence",),
    "wrong descriptors of instructions": (
        f"{PLANTED}/matrices.py::type_of_another_kind",
        f"{PLANTED}/seldom.py::reserved_bit_set",
    ),
    "wrong descriptors of matrices": (
        f"{PLANTED}/matrices.py::descriptor_of_hopper",
        f"{PLANTED}/matrices.py::offsets_swapped",
        f"{PLANTED}/seldom.py::descriptor_advanced_by_bytes",
    ),
    "pairs of blocks": (
        f"{NUMBERS}::test_two_blocks_share_b_and_divide_the_rows",
        f"{PLANTED}/pairs.py::peer_that_leaves",
        f"{PLANTED}/pairs.py::multiplied_before_the_peer_is_ready",
    ),
    "cluster launch control": (
        f"{KERNELS}/test_cluster_launch_control.py::test_each_block_of_the_grid_is_done_once",
        f"{KERNELS}/test_cluster_launch_control.py::test_checked_runs_give_clusters_away_in_orders_of_their_own",
        "tests/unit/checker/planted/work_requests.py::answer_not_awaited",
        "tests/unit/checker/planted/work_requests.py::fixed_number_of_turns",
    ),
    "bulk copies for a pair": ("tests/examples/test_blackwell_ladder.py::test_each_rung_passes_its_own_comparison",),
    "pixels in one bulk copy (im2col)": (
        f"{KERNELS}/test_pixels_by_tensor_map.py::test_pixels_come_in_the_order_of_the_box",
        f"{KERNELS}/test_pixels_by_tensor_map.py::test_a_checked_run_finds_pixels_that_nobody_waited_for",
        f"{KERNELS}/test_pixels_by_tensor_map.py::test_pixels_are_stored_where_loads_find_them",
    ),
    "pixels of a row in one bulk copy (im2col::w)": (
        f"{KERNELS}/test_pixels_by_tensor_map.py::test_pixels_of_a_row_come_with_further_ones",
    ),
    "pixels by CuTe's atoms": (f"{KERNELS}/test_pixels_by_atoms.py::test_a_convolution_by_atoms",),
    "four rows in one bulk copy": (
        f"{KERNELS}/test_rows_by_tensor_map.py::test_four_rows_come_and_go_by_their_numbers",
    ),
    "registers that warp groups hand on": (
        f"{KERNELS}/test_execution_model.py::test_register_hints_change_nothing_on_the_cpu",
    ),
    "dependent launches": (f"{KERNELS}/test_execution_model.py::test_dependent_launches_see_what_came_before",),
}
FAULTY, DESCRIPTORS = f"{KERNELS}/test_tensor_memory_faults.py", f"{KERNELS}/test_tcgen05_descriptors.py"
ALLOCATED = f"{FAULTY}::test_misuse_of_tensor_memory_is_an_error"
MATRICES = f"{DESCRIPTORS}::test_wrong_descriptors_of_matrices_are_named"
FAULTS = {
    TensorFault.COUNT: ALLOCATED,
    TensorFault.FULL: ALLOCATED,
    TensorFault.NO_PERMIT: f"{PLANTED}/memory.py::allocated_without_a_permit",
    TensorFault.GREW: f"{PLANTED}/seldom.py::allocations_that_grow",
    TensorFault.NOT_ALLOCATED: f"{PLANTED}/seldom.py::deallocated_in_parts",
    TensorFault.OUTSIDE: f"{PLANTED}/memory.py::more_columns_than_allocated",
    TensorFault.OTHER_LANES: f"{PLANTED}/memory.py::lanes_of_another_quarter",
    TensorFault.LANE: f"{PLANTED}/seldom.py::sums_that_begin_at_a_lane",
    TensorFault.NO_PAIR: ALLOCATED,
    TensorFault.MIXED_GROUPS: ALLOCATED,
    TensorFault.PAIR_DIFFERS: f"{FAULTY}::test_a_pair_allocates_as_one",
    TensorFault.INSTRUCTION: f"{DESCRIPTORS}::test_wrong_fields_of_an_instruction_are_named",
    TensorFault.DESCRIPTOR_VERSION: MATRICES,
    TensorFault.DESCRIPTOR_BITS: MATRICES,
    TensorFault.DESCRIPTOR_LAYOUT: MATRICES,
    TensorFault.DESCRIPTOR_ABSOLUTE: MATRICES,
    TensorFault.DESCRIPTOR_OUTSIDE: MATRICES,
    TensorFault.DESCRIPTOR_ORDER: f"{DESCRIPTORS}::test_rows_that_are_contiguous_take_the_swizzle_of_their_width",
    TensorFault.LEAKED: f"{PLANTED}/memory.py::never_deallocated",
    TensorFault.SHIFTED_COLUMNS: f"{FAULTY}::test_a_zero_column_mask_that_shifts_is_named",
    TensorFault.METADATA: f"{KERNELS}/test_tcgen05_sparse.py::test_wrong_metadata_is_named",
    TensorFault.METADATA_COLUMN: f"{KERNELS}/test_tcgen05_sparse.py::test_wrong_metadata_is_named",
    TensorFault.OWN_OPERAND: f"{FAULTY}::test_operands_in_lanes_or_columns_of_no_operand_are_named",
    TensorFault.LANES_DIFFER: f"{PLANTED}/seldom.py::address_of_each_lane",
    TensorFault.COLLECTOR_EMPTY: f"{KERNELS}/test_tcgen05_collectors.py::test_a_buffer_without_the_matrix_is_named",
    TensorFault.COLLECTOR_OTHER: f"{KERNELS}/test_tcgen05_collectors.py::test_a_buffer_without_the_matrix_is_named",
    TensorFault.COPIES: f"{KERNELS}/test_tcgen05_sparse.py::test_copies_that_differ_are_named",
}
"""What the CPU refuses, each with a test that it does."""
OPS = {
    "cute.tcgen05.alloc": "allocation, and its address",
    "cute.tcgen05.dealloc": "deallocation",
    "cute.tcgen05.relinquish": "permits",
    "cute.tcgen05.mma": "products of every type",
    "cute.tcgen05.ld": "load and store 32x32b",
    "cute.tcgen05.st": "load and store 32x32b",
    "cute.tcgen05.wait": "waits for loads and stores",
    "cute.tcgen05.cp": "copy 128x256b",
    "cute.tcgen05.shift": "shift",
    "cute.tcgen05.commit": "commit, also to several blocks",
    "cute.tcgen05.fence": "fences",
    "cute.clc.request": "cluster launch control",
    "cute.clc.answer": "cluster launch control",
}
"""The part of each op."""


@functools.cache
def functions(file: str) -> frozenset[str]:
    """The functions that a file defines."""
    return frozenset(
        node.name for node in ast.walk(ast.parse(Path(file).read_text())) if isinstance(node, ast.FunctionDef)
    )


def is_there(named: str, repository: Path) -> bool:
    file, _, name = named.partition("::")
    return name in functions(str(repository / file))


@pytest.mark.parametrize("part", PARTS)
def test_a_part_has_its_tests(part: str, repository: Path) -> None:
    tests = PARTS[part]
    assert tests
    assert [one for one in tests if not is_there(one, repository)] == []


def test_each_refusal_has_its_test(repository: Path) -> None:
    assert set(FAULTS) == set(TensorFault)
    assert [one for one in FAULTS.values() if not is_there(one, repository)] == []


def test_each_op_belongs_to_a_part() -> None:
    assert set(OPS) == {op.name for op in (*TCGEN05_OPS, *CLC_OPS)}
    assert set(OPS.values()) <= set(PARTS)
