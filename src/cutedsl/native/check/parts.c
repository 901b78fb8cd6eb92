/* Lanes of a row that wait, arrive or fence alone: see parts.h.
 *
 * What such lanes learn is kept apart (`gained`) until all lanes meet. What they release has the row's own clock up to
 * where the lanes met last; up to where those lanes alone released is told by a column of its own (`parts_at`). */
#include "foreign.h"
#include "parts.h"
#include "records.h"

void arrive_lanes(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t lanes)
    CHECK(arrive_lanes);
void arrive_relaxed(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t lanes)
    CHECK(arrive_relaxed);
void leave_lanes(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t lanes) CHECK(leave_lanes);
void leave(Check *ck, int32_t row, uint32_t index, int32_t tag) CHECK(leave);
void fence_lanes(Check *ck, int32_t row, int32_t lanes, int32_t shared, int32_t global) CHECK(fence_lanes);
bool doubt(Check *ck, int32_t row, int32_t site, uint32_t index, int32_t tag) CHECK(doubt);
void exchanged(Check *ck, int32_t row, int32_t lanes) CHECK(exchanged);

/* Whether `clocks` have an access by what lanes of its row released or fenced alone. */
static bool by_parts(const Check *ck, const uint32_t *clocks, const uint32_t *parts, uint64_t epoch) {
  uint64_t column = column_in(epoch);
  if (column >= ck->rows || !among(parts[column], lane_in(epoch))) return false;
  return clocks[ck->parts_at + column] >= clock_in(epoch);
}

/* Whether clocks that some lanes gained have an access. */
static bool has_epoch(const Check *ck, const uint32_t *gained, uint64_t epoch) {
  uint64_t known = gained[column_in(epoch)];
  if (known >= clock_in(epoch) && !not_released(ck, epoch, known)) return true;
  return by_parts(ck, gained, ck->parts, epoch);
}

HOT bool part_ordered(const Check *ck, int32_t row, uint64_t epoch, uint64_t lane) {
  if (by_parts(ck, known_by(ck, row), ck->parts, epoch)) return true;
  if (!ck->gainers[row] || !among(ck->gainers[row], lane)) return false;
  if (!has_epoch(ck, row_of(ck, ck->gained, row), epoch)) return false;
  for (uint32_t k = 0; k < GAIN_GROUPS && gain_lanes(ck, row, k); k++)
    if (among(gain_lanes(ck, row, k), lane) && has_epoch(ck, gain_group(ck, row, k), epoch)) return true;
  return false;
}

HOT bool part_fenced(const Check *ck, int32_t row, uint64_t epoch) {
  return by_parts(ck, row_of(ck, ck->fenced, row), ck->fencers, epoch);
}

/* Lanes beyond the last free group are added to it, so that they share what any of them gains. */
HOT uint32_t *gaining(Check *ck, int32_t row, uint32_t lanes) {
  uint32_t *groups = ck->gain_lanes + (uint32_t)row * GAIN_GROUPS, k = 0;
  while (k < GAIN_GROUPS - 1 && groups[k] && groups[k] != lanes) k++;
  uint32_t *clocks = gain_group(ck, row, k);
  if (!groups[k]) __builtin_memset(clocks, 0, ck->stride * sizeof *clocks);
  groups[k] |= lanes;
  ck->gainers[row] |= lanes;
  return clocks;
}

HOT void join_gained(const Check *ck, int32_t row, uint32_t lanes, uint32_t *into) {
  if (!(ck->gainers[row] & lanes)) return;
  for (uint32_t k = 0; k < GAIN_GROUPS && gain_lanes(ck, row, k); k++)
    if (gain_lanes(ck, row, k) & lanes) join(ck, into, gain_group(ck, row, k));
}

/* All of `clocks` but that of the row itself. */
static void join_others(const Check *ck, int32_t row, uint32_t *into, const uint32_t *clocks) {
  uint32_t own = into[row];
  join(ck, into, clocks);
  into[row] = own;
}

HOT void lanes_gain(Check *ck, int32_t row, const uint32_t *clocks, uint32_t lanes) {
  if (all_there(ck, row, lanes)) {
    join(ck, known_by(ck, row), clocks);
    return;
  }
  join_others(ck, row, row_of(ck, ck->gained, row), clocks);
  join_others(ck, row, gaining(ck, row, lanes), clocks);
}

HOT bool not_released(const Check *ck, uint64_t epoch, uint64_t known) {
  const Release *release = &ck->releases[column_in(epoch)];
  uint64_t lane = lane_in(epoch);
  if (clock_in(epoch) != known || release->clock != known || lane >= SEVERAL_LANES) return false;
  return !((uint32_t)release->lanes >> lane & 1);
}

HOT void lanes_met(Check *ck, int32_t row) {
  if (!ck->gainers[row]) return;
  uint32_t *gained = row_of(ck, ck->gained, row);
  join(ck, known_by(ck, row), gained);
  for (uint32_t k = 0; k < ck->stride; k++) gained[k] = 0;
  for (uint32_t k = 0; k < GAIN_GROUPS; k++) ck->gain_lanes[(uint32_t)row * GAIN_GROUPS + k] = 0;
  ck->gainers[row] = 0;
}

/* Lanes of a row have exchanged values, as by a shuffle: what one of them took before, all of them have. PTX promises no
 * order of memory for that, but programs that broadcast a lane's count of blocks rely on it, and are right on all GPUs. */
HOT void exchanged(Check *ck, int32_t row, int32_t lanes) {
  foreign_exchanged(ck, row, (uint32_t)lanes);
  if (!(ck->gainers[row] & (uint32_t)lanes)) return;
  if (all_there(ck, row, (uint32_t)lanes)) return lanes_met(ck, row);
  for (uint32_t k = 0; k < GAIN_GROUPS; k++)
    if (gain_lanes(ck, row, k) & (uint32_t)lanes) ck->gain_lanes[(uint32_t)row * GAIN_GROUPS + k] |= (uint32_t)lanes;
  ck->gainers[row] |= (uint32_t)lanes;
}

/* What some lanes know goes into `clocks`: all that the row knows of others, and of the row itself what came before its
 * lanes met last. */
static void release_parts(Check *ck, int32_t row, uint32_t *clocks, const uint32_t *from) {
  uint32_t *own = &clocks[row], had = *own, met = ck->meets[row] - 1;
  join(ck, clocks, from);
  *own = later(had, met < from[row] ? met : from[row]);
  uint32_t *part = &clocks[ck->parts_at + (uint32_t)row];
  *part = later(*part, known_by(ck, row)[row]);
}

/* `lanes` (bits) of a row arrive at the phase `tag` of an mbarrier. */
HOT void arrive_lanes(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t lanes) {
  BarrierRecord *record = in_phase(ck, index, tag);
  uint32_t *known = known_by(ck, row), *clocks = plane_of(ck, record, NOW);
  if (all_there(ck, row, (uint32_t)lanes)) {
    join(ck, clocks, known);
  } else {
    engines_live(ck);
    ck->parts[row] |= (uint32_t)lanes;
    release_parts(ck, row, clocks, known);
  }
  join_gained(ck, row, (uint32_t)lanes, clocks);
  join(ck, plane_of(ck, record, FENCED_NOW), row_of(ck, ck->fenced, row));
  move_past(ck, row, false);
  log_arrival(ck, ARRIVAL_ARRIVES, row, index, tag, site, 0);
}

/* A row arrives at the phase `tag` of a barrier and releases nothing. */
HOT void arrive_relaxed(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t lanes) {
  (void)lanes;
  in_phase(ck, index, tag);
  log_arrival(ck, ARRIVAL_ARRIVES, row, index, tag, site, 0)->relaxed = (int32_t)known_by(ck, row)[row];
}

/* `lanes` (bits) of a row have seen the phase `tag` of an mbarrier complete. */
HOT void leave_lanes(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t lanes) {
  if (all_there(ck, row, (uint32_t)lanes)) {
    leave(ck, row, index, tag);
    return;
  }
  engines_live(ck);
  BarrierRecord *record = record_of(ck, index);
  bool now = record->tag == tag;
  const uint32_t *released = plane_of(ck, record, now ? NOW : BEFORE);
  join(ck, row_of(ck, ck->gained, row), released);
  join(ck, gaining(ck, row, (uint32_t)lanes), released);
  join(ck, row_of(ck, ck->fenced, row), plane_of(ck, record, now ? FENCED_NOW : FENCED_BEFORE));
}

/* Proxy fences of global memory come after what `clocks` have of rows. */
static void fence_rows(const Check *ck, uint32_t *fences, const uint32_t *clocks) {
  for (uint32_t k = 0; k < ck->rows; k++) fences[k] = later(fences[k], clocks[k]);
}

/* From here on the asynchronous engines see what the row, or what `lanes` of it, know: of shared memory, of global
 * memory, or of both. */
HOT void fence_lanes(Check *ck, int32_t row, int32_t lanes, int32_t shared, int32_t global) {
  uint32_t *known = known_by(ck, row), *fenced = row_of(ck, ck->fenced, row);
  bool all = all_there(ck, row, (uint32_t)lanes);
  if (shared && all) copy_row(ck, fenced, known);
  if (shared && !all) {
    engines_live(ck);
    ck->fencers[row] |= (uint32_t)lanes;
    release_parts(ck, row, fenced, known);
  }
  if (shared) join_gained(ck, row, (uint32_t)lanes, fenced);
  if (global) fence_rows(ck, known + ck->fences_at, known);
  for (uint32_t k = 0; global && k < GAIN_GROUPS; k++)
    if (gain_lanes(ck, row, k) & (uint32_t)lanes) fence_rows(ck, known + ck->fences_at, gain_group(ck, row, k));
  if (global) {
    engines_live(ck);
    fence_foreign(ck);
  }
  move_past(ck, row, false);
}

/* Whether all that came to a phase is known to the row: its end is no news. */
static bool knows_end(const Check *ck, int32_t row, uint32_t index, int32_t tag) {
  BarrierRecord *record = record_of(ck, index);
  const uint32_t *released = plane_of(ck, record, record->tag == tag ? NOW : BEFORE), *known = known_by(ck, row);
  for (uint32_t k = 0; k < ck->live; k++)
    if (released[k] > known[k]) return false;
  return true;
}

/* Whether a look at an mbarrier whose phase has ended came too early, as each may of a row that does not know of the
 * end: the first ones of each place do. */
HOT bool doubt(Check *ck, int32_t row, int32_t site, uint32_t index, int32_t tag) {
  if (ck->doubts[site] >= DOUBTS || knows_end(ck, row, index, tag)) return false;
  ck->doubts[site]++;
  return true;
}
