"""The planted bugs that the checker does not find yet; a test fails when it finds one of them."""

from __future__ import annotations

from typing import Final

NOT_YET: Final = frozenset(
    {
        # copy-not-waited
        "no_wait",
        "wait_leaves_one",
        "wait_without_commit",
        "pipeline_waits_one_group_too_few",
        "no_empty_groups_at_the_end",
        "arrival_before_the_copies_end",
        "wait_in_half_the_threads",
        "second_group_forgotten",
        # global-race
        "overlapping_tiles",
        "global_histogram",
        "shifted_in_place",
        "split_k_without_atomics",
        "last_block_without_fence",
        "stride_of_one_block",
        "maximum_by_compare_and_store",
        # group-leaked
        "prefetch_of_one_more_row",
        "copies_never_committed",
        "store_not_awaited",
        "store_not_committed",
        "load_of_one_more_tile",
        "multiply_not_awaited",
        # mbarrier-overfull
        "a_warp_for_one",
        "warps_counted_threads_arrive",
        "count_in_each_thread",
        "arrival_besides_the_bytes",
        "every_lane_releases",
        # misaligned
        "view_moved_by_one",
        "rows_of_odd_length",
        "padding_of_one_number",
        "asynchronous_copy_of_a_moved_view",
        "matrix_load_of_padded_rows",
        "mbarrier_behind_a_counter",
        "tile_of_a_bulk_copy",
        # proxy-fence-missing
        "stored_without_fence",
        "fence_of_the_other_memory",
        "fence_before_the_writes",
        "only_the_issuer_fences",
        "fence_of_the_first_tile_only",
        "operands_without_fence",
        "mbarrier_without_init_fence",
        # shared-race
        "neighbour_warp",
        "scratch_row_reused",
        "partial_sums_shared_by_two_reductions",
        "transposed_tile",
        "warp_synchronous_reduction",
        "barrier_of_one_warp",
        "histogram_without_atomics",
        "mbarrier_of_half_the_writers",
        # shuffle-inactive
        "butterfly_in_half_a_warp",
        "reduction_under_the_tail_predicate",
        "broadcast_from_a_lane_outside",
        "source_outside_the_mask",
        "ballot_in_a_branch",
        "shuffle_in_a_loop_of_each_lane",
        "sync_warp_in_a_branch",
        # tma-not-waited
        "tile_not_awaited",
        "phase_not_flipped",
        "only_the_issuer_waits",
        "consumer_does_not_wait",
        "stage_released_before_it_is_read",
        "store_still_reads",
        "store_waits_one_group_too_few",
        # transaction-bytes
        "elements_for_bytes",
        "second_operand_not_counted",
        "bytes_of_a_greater_tile",
        "pipeline_of_another_type",
        "bytes_at_another_stage",
        # uninitialised-read
        "tail_of_the_tile",
        "halo_of_the_first_tile",
        "counters_not_cleared",
        "partial_sums_of_absent_warps",
        "accumulators_not_cleared",
        "registers_of_the_tail",
        "first_multiply_adds",
        # wgmma-not-waited
        "accumulators_not_awaited",
        "wait_leaves_the_last",
        "multiplies_not_committed",
        "operand_overwritten",
        "accumulators_changed_under_way",
        "no_fence_before_the_first_multiply",
    }
)
