/* Accesses of a launch that may begin before the one before it has ended. */
#pragma once
#include "memory.h"

void check_dependent(Check *ck, int32_t row, int32_t site, int32_t kind, uint64_t line, uint32_t mask)
    CHECK(check_dependent);

/* Whether a row has neither waited for the launch before nor met a warp that has. */
static inline bool too_early(const Check *ck, int32_t row) {
  return ck->before && known_by(ck, row)[ck->grid_at] <= ck->base;
}

/* Whether a launch may run now whose accesses this one should not meet. */
static inline bool others_run(const Check *ck, int32_t row) { return ck->earlier_count || too_early(ck, row); }
