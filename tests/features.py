"""What the language does, and the test that shows each: the rows of `docs/features.md`.

A test is named by its file and function; words in brackets pick those of its parameters.
`python -m tests.feature_table` writes the page.
"""

from __future__ import annotations

Rows = list[tuple[str, str]]

_CONSTRUCTS = "tests/kernels/test_constructs.py::test_a_kernel_gives_what_python_gives"
_K = "tests/kernels/"

CONTROL_FLOW: Rows = [
    ("`for` over a run-time range, upwards and downwards", f"{_CONSTRUCTS}[steps_up_and_down]"),
    ("the step of a range known only at run time", f"{_CONSTRUCTS}[step_known_at_run_time]"),
    ("`range(unroll=, unroll_full=, vectorize=, …)`", f"{_CONSTRUCTS}[hinted_loops]"),
    ("`range_constexpr`", f"{_CONSTRUCTS}[unrolled_while_traced]"),
    ("loops over tuples, lists, `zip`, `enumerate`", f"{_CONSTRUCTS}[loops_over_python_data]"),
    ("`while`", f"{_CONSTRUCTS}[while_loops]"),
    ("`while True` with `break`", f"{_CONSTRUCTS}[endless_loop_with_break]"),
    ("loop `else`", f"{_CONSTRUCTS}[loop_else]"),
    ("`if` that redefines names and defines new ones", f"{_CONSTRUCTS}[branches_redefine_and_define]"),
    ("`elif` chains of known and run-time conditions", f"{_CONSTRUCTS}[static_and_dynamic_elif]"),
    ("conditional expressions", f"{_CONSTRUCTS}[ternaries]"),
    ("`and`, `or`, `not`", f"{_CONSTRUCTS}[logic]"),
    ("chained comparisons, `in`", f"{_CONSTRUCTS}[comparisons]"),
    ("`is None`", f"{_CONSTRUCTS}[none_is_known]"),
    ("`return` under a run-time condition", f"{_CONSTRUCTS}[early_returns]"),
    ("`break` and `continue` where lanes differ", f"{_K}test_early_exit.py::test_kernel"),
    ("nested functions", f"{_CONSTRUCTS}[nested_functions]"),
    ("lambdas and closures", f"{_CONSTRUCTS}[lambdas_and_closures]"),
    ("starred calls", f"{_CONSTRUCTS}[starred_calls]"),
    ("comprehensions", f"{_CONSTRUCTS}[comprehensions]"),
    ("imports in the body", f"{_CONSTRUCTS}[imports_in_the_body]"),
    ("`assert`, `:=`", f"{_CONSTRUCTS}[asserts_and_walrus]"),
    ("`match`", f"{_CONSTRUCTS}[matches]"),
    ("mutable objects and dataclasses carried through loops", f"{_CONSTRUCTS}[mutable_objects]"),
    ("tuples, named tuples, frozen dataclasses", f"{_CONSTRUCTS}[frozen_and_named_tuples]"),
    ("objects in objects", f"{_CONSTRUCTS}[objects_in_objects]"),
    ("functions with state", f"{_CONSTRUCTS}[functions_with_state]"),
]

ARGUMENTS: Rows = [
    (
        "arrays as they are, one program for every shape",
        f"{_K}test_row_sum.py::test_one_compilation_serves_every_shape",
    ),
    ("a direct call compiles and runs", f"{_K}test_row_sum.py::test_direct_call"),
    ("`from_dlpack`: static shapes", f"{_K}test_row_sum.py::test_static_shapes_through_from_dlpack"),
    ("strided views", f"{_K}test_row_sum.py::test_a_strided_view_of_a_larger_matrix"),
    ("strided and transposed views, read and written", f"{_K}test_elementwise.py::test_strided_and_transposed_views"),
    ("fake tensors with symbols", f"{_K}test_forms.py::test_the_symbolic_form_takes_any_number_of_rows"),
    ("a stream as argument", f"{_K}test_forms.py::test_a_stream_that_is_an_argument"),
    ("scalars, constants, tuples, defaults", f"{_K}test_language.py::test_a_large_kernel_argument_list_and_constants"),
    ("a Python function as argument", f"{_K}test_elementwise.py::test_activation"),
]

EXECUTION: Rows = [
    (
        "blocks of three dimensions and odd sizes",
        f"{_K}test_language.py::test_blocks_of_three_dimensions_and_odd_sizes",
    ),
    ("several launches in one function, run-time grids", f"{_K}test_scans.py::test_many_blocks"),
    ("launches in a host loop", f"{_K}test_stencils.py::test_jacobi_iteration"),
    ("shared memory and barriers", f"{_K}test_language.py::test_kernel[reverse_in_block]"),
    (
        "barriers after threads have returned",
        f"{_K}test_early_exit.py::test_threads_that_have_returned_do_not_hold_up_a_barrier",
    ),
    ("warp shuffles", f"{_K}test_language.py::test_kernel[warp_scan]"),
    ("warp votes", f"{_K}test_language.py::test_kernel[votes]"),
    ("warp reductions with any operator", f"{_K}test_reductions.py::test_everything"),
    ("vector loads and stores", f"{_K}test_vector_add.py::test_vector_loads"),
    ("thread-value layouts", f"{_K}test_vector_add.py::test_thread_value_layout"),
    ("tiles (`zipped_divide`, `local_tile`)", f"{_K}test_matmul.py::test_matmul[blocked]"),
    ("swizzled shared memory", f"{_K}test_transpose.py::test_any_shape[swizzled]"),
    ("coordinate tensors and predicates", f"{_K}test_vector_add.py::test_predicated"),
    ("tiled copies with predicates", f"{_K}test_vector_add.py::test_neighbours_have_predicates_of_their_own"),
    ("a multiply-add of 16-bit floats rounds once", f"{_K}test_narrow_fma.py::test_one_rounding"),
]

PROGRAMS: Rows = [
    ("vector add, plain index", f"{_K}test_vector_add.py::test_any_length[plain_index]"),
    ("vector add, grid-stride loop", f"{_K}test_vector_add.py::test_any_length[grid_stride]"),
    ("vector add, tiled", f"{_K}test_vector_add.py::test_any_length[tiled]"),
    ("vector add, vector loads", f"{_K}test_vector_add.py::test_vector_loads"),
    ("vector add, thread-value layout", f"{_K}test_vector_add.py::test_thread_value_layout"),
    ("vector add, predicates from coordinates", f"{_K}test_vector_add.py::test_predicated"),
    ("vector add, predicated tiled copies", f"{_K}test_vector_add.py::test_predicated_tiled_copies"),
    ("saxpy", f"{_K}test_elementwise.py::test_saxpy"),
    ("ReLU, leaky ReLU, SiLU, GELU", f"{_K}test_elementwise.py::test_activation"),
    ("int8 quantization", f"{_K}test_elementwise.py::test_quantize_and_dequantize"),
    ("dropout", f"{_K}test_elementwise.py::test_dropout"),
    ("rotary embedding", f"{_K}test_elementwise.py::test_rotary_embedding"),
    ("transpose, naive", f"{_K}test_transpose.py::test_any_shape[naive]"),
    ("transpose through shared memory", f"{_K}test_transpose.py::test_any_shape[shared]"),
    ("transpose, padded", f"{_K}test_transpose.py::test_any_shape[padded]"),
    ("transpose, swizzled", f"{_K}test_transpose.py::test_any_shape[swizzled]"),
    ("transpose by tiles", f"{_K}test_transpose.py::test_whole_tiles"),
    ("1-D convolution", f"{_K}test_stencils.py::test_convolution"),
    ("2-D stencil", f"{_K}test_stencils.py::test_laplacian"),
    ("Jacobi iteration", f"{_K}test_stencils.py::test_jacobi_iteration"),
    ("game of life", f"{_K}test_stencils.py::test_game_of_life"),
    ("prefix sum of a warp", f"{_K}test_scans.py::test_warp"),
    ("prefix sum of many blocks", f"{_K}test_scans.py::test_many_blocks"),
    ("compaction", f"{_K}test_scans.py::test_compaction"),
    ("run-length encoding", f"{_K}test_scans.py::test_run_length_encoding"),
    ("sum, maximum, minimum, xor of everything", f"{_K}test_reductions.py::test_everything"),
    ("sum along any axis", f"{_K}test_reductions.py::test_sum_along_an_axis"),
    ("argmax", f"{_K}test_reductions.py::test_argmax"),
    ("dot product", f"{_K}test_reductions.py::test_dot_product"),
    ("matrix times vector", f"{_K}test_reductions.py::test_matrix_times_vector"),
    ("row sum", f"{_K}test_row_sum.py::test_one_compilation_serves_every_shape"),
    ("bitonic sort of a block", f"{_K}test_sorting.py::test_sort_rows"),
    ("bitonic sort across blocks", f"{_K}test_sorting.py::test_sort_across_blocks"),
    ("top-k, bitonic", f"{_K}test_sorting.py::test_top_k_is_a_prefix_of_the_sorted_negatives"),
    ("top-k, radix selection", f"{_K}test_sorting.py::test_kth_largest_by_radix"),
    ("softmax, safe and online", f"{_K}test_softmax_and_norms.py::test_softmax"),
    ("log-softmax", f"{_K}test_softmax_and_norms.py::test_log_softmax"),
    ("cross entropy", f"{_K}test_softmax_and_norms.py::test_cross_entropy"),
    ("layer norm", f"{_K}test_softmax_and_norms.py::test_layer_norm"),
    ("RMS norm", f"{_K}test_softmax_and_norms.py::test_rms_norm"),
    ("matmul, naive", f"{_K}test_matmul.py::test_matmul[naive]"),
    ("matmul, shared tiles", f"{_K}test_matmul.py::test_matmul[shared]"),
    ("matmul, register blocks", f"{_K}test_matmul.py::test_matmul[blocked]"),
    ("matmul, operands of any major", f"{_K}test_matmul.py::test_operands_of_any_major"),
    ("batched matmul", f"{_K}test_matmul.py::test_batched_matmul"),
    ("attention, naive and in one pass", f"{_K}test_matmul.py::test_attention"),
    ("Philox random numbers", f"{_K}test_random_numbers.py::test_philox_words"),
    ("normal random numbers", f"{_K}test_random_numbers.py::test_normal_numbers"),
    ("Monte Carlo pi", f"{_K}test_random_numbers.py::test_monte_carlo_pi"),
    ("Mandelbrot", f"{_K}test_simulation.py::test_mandelbrot"),
    ("n bodies", f"{_K}test_simulation.py::test_n_bodies"),
    ("batched Cholesky", f"{_K}test_simulation.py::test_batched_cholesky"),
    ("fast Fourier transform", f"{_K}test_simulation.py::test_fft"),
    ("gather and scatter", f"{_K}test_gather.py::test_gather_and_scatter"),
    ("embedding lookup", f"{_K}test_gather.py::test_embedding_lookup"),
    ("one-hot", f"{_K}test_gather.py::test_one_hot"),
    ("binary search", f"{_K}test_gather.py::test_binary_search"),
    ("sparse matrix times vector", f"{_K}test_gather.py::test_sparse_matrix_times_vector"),
]

FEATURES: dict[str, Rows] = {
    "Control flow": CONTROL_FLOW,
    "Arguments": ARGUMENTS,
    "Execution": EXECUTION,
    "Programs": PROGRAMS,
}
