/* Lanes of a row that wait for a barrier, arrive or fence without the others: those know nothing of it, and what they
 * did is not handed on, until the row's lanes meet. */
#pragma once
#include "memory.h"

/* Whether all lanes of a row are among some (bits). */
static inline bool all_there(const Check *ck, int32_t row, uint32_t lanes) { return !~(ck->absent[row] | lanes); }

/* Whether a lane, or a number in its place, may be one of some. */
static inline bool among(uint32_t lanes, uint64_t lane) {
  if (lane < WARP_LANES) return lanes >> lane & 1;
  return (lane != SEVERAL_LANES && lane != PARTS_LANE) || (lanes & (lanes - 1));
}

/* Lanes of a row know more of other rows: the row, where all are there; else they alone until they meet the others. */
void lanes_gain(Check *ck, int32_t row, const uint32_t *clocks, uint32_t lanes) CHECK(lanes_gain);
/* Whether an access is known, up to a clock, only by a release of other lanes of its row, which had not met its lane. */
bool not_released(const Check *ck, uint64_t epoch, uint64_t known) CHECK(not_released);
/* Adds what some lanes know besides what their row does. */
void join_gained(const Check *ck, int32_t row, uint32_t lanes, uint32_t *into) CHECK(join_gained);
/* The clocks of a group of lanes that waited together, and those lanes. */
static inline uint32_t *gain_group(const Check *ck, int32_t row, uint32_t group) {
  return ck->gain_groups + ((uint64_t)(uint32_t)row * GAIN_GROUPS + group) * ck->stride;
}
static inline uint32_t gain_lanes(const Check *ck, int32_t row, uint32_t group) {
  return ck->gain_lanes[(uint32_t)row * GAIN_GROUPS + group];
}
/* Lanes of a row are among those that have gained: the clocks of their group. */
uint32_t *gaining(Check *ck, int32_t row, uint32_t lanes) CHECK(gaining);
/* Whether clocks have what lanes of a row did up to a clock of the row. */
static inline bool has_lanes(const Check *ck, const uint32_t *clocks, uint32_t row, uint32_t lanes, uint32_t clock) {
  return clocks[row] >= clock || (ck->parts[row] & lanes && clocks[ck->parts_at + row] >= clock);
}

/* Whether an access of the row by `lane` is ordered after an earlier one that the row as a whole does not know. */
bool part_ordered(const Check *ck, int32_t row, uint64_t epoch, uint64_t lane) CHECK(part_ordered);
/* Whether some lanes fenced what they wrote. */
bool part_fenced(const Check *ck, int32_t row, uint64_t epoch) CHECK(part_fenced);
