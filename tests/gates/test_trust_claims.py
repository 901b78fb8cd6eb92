"""What "nothing silently wrong" promises, sentence by sentence, and the tests that show each.

The sentences are those of the issue and of the list of where trust was lost, shortened. A test that goes is missed.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
_EDITS, _NEW = "kernels/test_edited_source.py", "kernels/test_newcomers_more.py::test_as_in_python_or_a_named_error"
_CALLS, _LANES = (
    "kernels/test_newcomers_more.py::test_a_mistake_of_a_call_and_its_fix",
    "unit/checker/test_lanes_of_one_statement.py",
)
_HABITS, _STATE = "kernels/test_newcomers.py::test_a_mistake_and_its_fix", "unit/driver/compile/test_process_state.py"
_FILES, _FORK = "unit/driver/cache/test_private_files.py", "unit/driver/compile/test_fork.py"
_SERVER, _PYTHON = "play/test_server.py", "fuzz/test_against_python.py"

CLAIMS: dict[str, tuple[str, ...]] = {
    # 1. silent results
    "S1 the text that is compiled is that of the function that runs: edits before the first call": (
        f"{_EDITS}::test_a_file_edited_before_the_first_call",
        f"{_EDITS}::test_lines_that_move_before_the_first_call",
        f"{_EDITS}::test_text_that_a_cache_of_lines_has_and_that_did_not_run",
        f"{_EDITS}::test_two_functions_of_one_name_in_one_file",
    ),
    "S1 reload, %autoreload, exec and notebooks": (
        f"{_EDITS}::test_reloading_with_times_and_sizes_alike",
        f"{_EDITS}::test_autoreload_reaches_imported_names",
        "kernels/test_anywhere.py::test_exec_of_a_text_that_its_caller_has",
        "kernels/test_anywhere.py::test_exec_under_a_name_and_in_a_function",
    ),
    "S2 a number outside its type's range is an error on every call path; literals keep their warning": (
        "unit/driver/arguments/test_integer_range.py::test_numbers_outside_are_refused_and_the_limits_taken",
        "unit/driver/arguments/test_integer_range.py::"
        "test_an_untyped_integer_has_at_most_64_bits_and_a_compiled_one_those_of_its_example",
        "unit/driver/arguments/test_float_range.py::test_numbers_outside_are_refused_and_the_limits_taken",
        "unit/driver/arguments/test_float_range.py::test_the_parts_of_an_argument_are_held_to_their_types",
        "unit/tvm_ffi/test_tvm_ffi_function.py::test_a_number_that_does_not_fit_is_refused_as_in_any_call",
        _CALLS,
    ),
    "S3 reading what is not set on every path is an error at the read, after a loop too": (
        "unit/staging/test_definite_assignment.py::test_names_unset_for_some_number_are_refused",
        "unit/staging/test_definite_assignment.py::test_names_set_on_every_path_have_the_values_of_python",
        _NEW,
        _HABITS,
    ),
    "S4 an operand that Python would not evaluate has no effect, or is a named error": (
        "unit/staging/test_operands.py::test_python_and_the_staged_program_agree",
        "unit/staging/test_caught_exceptions.py::test_it_is_not_caught_outside",
        _NEW,
    ),
    "S5 a chain of comparisons of element types is as in Python": (_NEW, "kernels/test_rules.py"),
    "S6 coordinates outside their mode are found in checked runs, with a marker; copies are not": (
        "unit/checker/test_outside_modes.py::test_an_index_outside_of_its_mode",
        "unit/checker/test_outside_modes.py::test_the_report_says_what_is_meant",
        "unit/checker/test_outside_modes.py::test_accesses_out_of_bounds_are_reported_once",
    ),
    "S7 offsets have as many bits as the tensor needs": (
        "kernels/test_large_offsets.py::test_every_way_reaches_the_element",
        "kernels/test_large_offsets.py::test_bits_of_index_arithmetic_in_ptx",
    ),
    "S8 seq_cst has its fence": (
        "kernels/test_sequential_consistency.py::test_every_access_has_its_fence",
        "kernels/test_sequential_consistency.py::test_two_blocks_never_both_enter",
    ),
    "S9 a copy whose predicate is false fills zeros": (
        "kernels/test_copy_zeros.py::test_a_false_predicate_fills_with_zeros_or_leaves_what_was_there",
        "kernels/test_copy_zeros.py::test_the_predicate_is_the_number_of_bytes_that_are_read",
    ),
    "S10 inverses and complements are right by enumeration, over coordinates too": (
        "laws/test_algebra_laws.py::test_complement_is_disjoint_ordered_and_reaches",
        "laws/test_algebra_laws.py::test_right_inverse_is_an_inverse_and_stops_at_a_gap",
        "laws/test_algebra_laws.py::test_left_inverse_is_an_inverse_or_an_error",
        "laws/test_coordinate_laws.py::test_a_right_inverse_over_coordinates_gives_a_place_of_each",
        "laws/test_coordinate_laws.py::test_a_left_inverse_over_coordinates_gives_the_place_back",
        "laws/test_coordinate_laws.py::test_a_complement_over_coordinates_misses_what_each_mode_misses",
    ),
    "S11 files that a trace reads are watched, and what it prints is printed again": (
        "unit/driver/cache/test_disk.py::test_prints_of_the_trace_are_repeated",
        "unit/driver/cache/test_reads_of_libraries.py::test_files_read_by_libraries_are_read_again",
    ),
    "S12 Booleans count, texts and tensors do not answer while compiling, unsigned compares as Python": (_HABITS, _NEW),
    "S13 lanes on one place in one statement are found": (
        f"{_LANES}::test_an_update_of_what_other_lanes_update",
        f"{_LANES}::test_different_values_at_one_place",
        f"{_LANES}::test_correct_statements_have_no_finding",
    ),
    # 2. a second opinion
    "programs are compared with CPython, and the summary of 10,000 is committed": (
        f"{_PYTHON}::test_the_staged_program_and_cpython_agree",
        f"{_PYTHON}::test_the_summary_of_many",
        "fuzz/test_lanes.py::test_each_lane_and_cpython_agree",
    ),
    "numerics are compared with ml_dtypes and mpmath, layouts with enumeration": (
        "fuzz/test_numbers.py::test_numbers_are_those_of_the_oracle",
        "unit/staging/test_literal.py::test_floats_round_as_numpy_and_ml_dtypes_do",
        "unit/codegen/nvptx/test_math_accuracy.py::test_a_function_stays_within_its_bound",
        "laws/test_algebra_laws.py::test_composition_is_exact_or_an_error",
    ),
    # 3. Python's habits
    "tensors iterate by slices or are a named error; len, slices, NumPy, texts, recursion": (
        _HABITS,
        "kernels/test_newcomers_python.py::test_a_mistake_and_its_fix",
        "kernels/test_newcomers_python.py::test_texts_are_printed_with_their_values",
        "kernels/test_newcomers_calls.py::test_a_mistake_and_its_fix",
        "kernels/test_newcomers_triples.py::test_a_triple_is_no_number_and_the_fix_works",
    ),
    "a remainder that may be negative warns once a line": (
        "kernels/test_negative_remainder.py::test_a_difference_that_may_be_negative",
        "kernels/test_negative_remainder.py::test_no_warning_where_it_is_not_or_where_that_is_not_known",
        "kernels/test_negative_remainder.py::test_a_line_warns_once",
    ),
    # 4. cache and processes
    "owner and mode are checked, files are private and hold their key": (
        f"{_FILES}::test_files_and_folders_are_private",
        f"{_FILES}::test_the_program_of_another_key_is_not_run",
        f"{_FILES}::test_a_file_cut_off_at_any_place_or_with_any_byte_changed_is_not_used",
    ),
    "pipes, links, devices and strangers' files are refused": (
        f"{_FILES}::test_programs_that_others_could_have_written_are_compiled_anew",
        f"{_FILES}::test_a_strangers_file_is_not_executed",
        f"{_FILES}::test_a_file_of_another_user_is_not_executed_by_root",
    ),
    "a process may fork at any moment": (
        f"{_FORK}::test_children_of_a_compiling_process_compile",
        f"{_FORK}::test_children_of_an_importing_process_import",
        "unit/driver/compile/test_fork_while_kernels_run.py::test_children_of_a_process_whose_kernels_run",
        "unit/execution/cpu/test_pool_after_fork.py::test_blocks_meet_in_a_child_and_in_its_child",
    ),
    "play withstands hostile input and slow clients": (
        f"{_SERVER}::test_addresses_that_are_none",
        f"{_SERVER}::test_texts_that_are_no_layouts",
        f"{_SERVER}::test_a_silent_client_is_cut_off",
        f"{_SERVER}::test_a_client_that_sends_a_byte_at_a_time_is_cut_off",
        f"{_SERVER}::test_only_so_many_clients_at_a_time",
        "play/test_static_page.py::test_a_kernel_that_does_not_end_is_said",
    ),
    # 5. messages
    "the fix of every error is applied, or a reason stands": (
        "errors/test_cases.py::test_each_fix_is_applied_or_a_reason_given",
        "errors/test_staging_examples.py",
        "errors/test_fixes_of_runs.py",
        "errors/test_fixes_with_a_driver.py",
        "unit/driver/arguments/test_number_fixes.py::test_the_fix_is_an_expression_that_works",
    ),
    # 6. manners
    "importing and calling leave the process, and torch, as they were": (
        f"{_STATE}::test_the_process_is_as_it_was",
        f"{_STATE}::test_torch_is_as_it_was",
        f"{_STATE}::test_a_call_imports_no_framework",
    ),
    # must hold
    "natural mistakes of newcomers end in named errors whose fixes work": (
        _HABITS,
        _NEW,
        _CALLS,
        "kernels/test_newcomers.py::test_there_are_100_mistakes",
        "kernels/test_newcomers_habits.py::test_a_mistake_and_its_fix",
        "kernels/test_newcomers_state.py::test_state_is_as_in_python_or_a_named_error",
        "kernels/test_newcomers_threads.py::test_a_mistake_and_its_fix",
        "kernels/test_newcomers_numbers.py::test_as_in_python_or_a_named_error",
    ),
}


@cache
def names_in(file: str) -> set[str]:
    """The names of a file's tests."""
    tree = ast.parse((TESTS / file).read_text())
    found = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return {name for name in found if name.startswith("test_")}


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_is_shown(claim: str) -> None:
    for place in CLAIMS[claim]:
        file, _, name = place.partition("::")
        assert (TESTS / file).is_file(), f"{file} shows this, and is gone"
        assert name in names_in(file) if name else names_in(file), f"{place} shows this, and is gone"
