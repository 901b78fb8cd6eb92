"""The planted bugs that the checker does not find yet; a test fails when it finds one of them."""

from __future__ import annotations

from typing import Final

NOT_YET: Final = frozenset(
    {
        # copy-not-waited
        # global-race
        # group-leaked
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
        "fence_of_the_other_memory",
        "operands_without_fence",
        "mbarrier_without_init_fence",
        # shared-race
        # shuffle-inactive
        "butterfly_in_half_a_warp",
        "reduction_under_the_tail_predicate",
        "broadcast_from_a_lane_outside",
        "source_outside_the_mask",
        "ballot_in_a_branch",
        "shuffle_in_a_loop_of_each_lane",
        "sync_warp_in_a_branch",
        # tma-not-waited
        # transaction-bytes
        "elements_for_bytes",
        "second_operand_not_counted",
        "bytes_of_a_greater_tile",
        "pipeline_of_another_type",
        "bytes_at_another_stage",
        # uninitialised-read
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
