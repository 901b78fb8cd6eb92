/* When instructions on tensor memory have ended, and who knows that. Source: PTX ISA, "Memory Consistency Model for
 * tcgen05". */
#include "tensor.h"

/* peers.c */
void visit_peer(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, uint64_t word, uint32_t lanes)
    CHECK(visit_peer);

/* The clock up to which the row knows the tensor core's instructions of its own to have ended. */
static inline uint32_t core_ended(const Check *ck, int32_t row) {
  return known_by(ck, row)[tensor_column(ck, row, BY_CORE)];
}

HOT uint32_t core_starts(Check *ck, int32_t row, int32_t site, int32_t thread, int32_t kind) {
  TensorRow *own = &ck->tensor_rows[row];
  uint32_t lane = (uint32_t)thread % WARP_LANES, clock = instructed(ck, row)[row];
  engines_live(ck);
  if (own->issued[lane] <= core_ended(ck, row)) own->issued[lane] = clock;
  own->latest[lane] = clock;
  if (own->last == clock && own->last_site == site && own->last_lane != (int32_t)lane)
    tell_tensor(ck, row, site, TENSOR_EVENT_ISSUED, own->last_lane, lane);
  own->last = clock;
  own->last_site = site;
  own->last_lane = (int32_t)lane;
  ck->tensor_kinds[site] = (uint8_t)kind;
  return clock;
}

HOT void reach_block(Check *ck, int32_t row, int32_t site, uint32_t clock, uint32_t block) {
  if (block == (uint32_t)row / ck->block_rows || !ck->block_words) return;
  visit_peer(ck, row, -1, clock, site, (uint64_t)block * ck->block_words, ~0u);
  ck->tensor_remotes[block * ck->rows + (uint32_t)row] = (Remote){.clock = clock, .site = site};
}

/* A lane commits to an mbarrier. Until when all that lanes of its row have started has been committed to it, or the row
 * knows that it has ended: each lane's commits cover what that lane started, and nothing else. */
static uint32_t covered_until(const Check *ck, int32_t row, BarrierRecord *record, int32_t lane) {
  const TensorRow *own = &ck->tensor_rows[row];
  uint32_t until = own_clock(ck, row), ended = core_ended(ck, row);
  if (record->committer != row + 1)
    for (uint32_t other = 0; other < WARP_LANES; other++) record->covered[other] = 0;
  record->committer = row + 1;
  record->covered[lane] = until;
  for (uint32_t other = 0; other < WARP_LANES; other++) {
    uint32_t done = later(record->covered[other], ended);
    if (own->latest[other] <= done) continue;
    uint32_t first = later(own->issued[other], done + 1);
    if (first <= until) until = first - 1;
  }
  return until;
}

/* An mbarrier's phase comes after what lanes of the row have committed to it; and after the copies that the lane, alone,
 * has waited for: what it started came after those. */
void commit(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t lane) CHECK(tensor_commit);
HOT void commit(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t lane) {
  const TensorRow *own = &ck->tensor_rows[row];
  BarrierRecord *record = in_phase(ck, index, tag);
  uint32_t *released = plane_of(ck, record, NOW), *after = ck->tensor_after + (uint64_t)row * ck->rows;
  uint32_t *clock = &released[tensor_column(ck, row, BY_CORE)];
  engines_live(ck);
  uint32_t until = covered_until(ck, row, record, lane);
  *clock = later(*clock, until);
  const uint32_t *gained = row_of(ck, ck->gained, row);
  for (uint32_t engine = ck->rows; ck->gainers[row] >> lane & 1 && engine < ck->parts_at; engine++)
    released[engine] = later(released[engine], gained[engine]);
  /* What these had to wait for in the pipeline has ended too. */
  for (uint32_t other = 0; other < ck->rows; other++)
    released[ck->tensor_at + other] = later(released[ck->tensor_at + other], after[other]);
  /* The arrival itself uses the other block's memory too, even where all that it waits for has ended long before. */
  if (record->place && ck->block_words)
    reach_block(ck, row, site, later(own->last, until), (record->place - 1) / (ck->block_words * 4));
}

/* A lane has committed, to one mbarrier or to those of several blocks: what it starts from here on is not covered. */
void committed(Check *ck, int32_t row) CHECK(tensor_committed);
HOT void committed(Check *ck, int32_t row) { move_past(ck, row, false); }

/* The row has waited for its loads or stores. */
void waited(Check *ck, int32_t row, int32_t stores) CHECK(tensor_wait);
HOT void waited(Check *ck, int32_t row, int32_t stores) {
  engines_live(ck);
  uint32_t *known = instructed(ck, row), now = known[row];
  known[tensor_column(ck, row, stores ? BY_STORES : BY_LOADS)] = now;
  move_past(ck, row, false);
}

/* A fence before a meeting of threads hands on what the row waited for; one after it takes what others handed on. */
void tensor_fence(Check *ck, int32_t row, int32_t after) CHECK(tensor_fence);
HOT void tensor_fence(Check *ck, int32_t row, int32_t after) {
  if (!ck->tensor_fenced) return;
  uint32_t *instructions = instructed(ck, row), *known = known_by(ck, row);
  engines_live(ck);
  if (after) {
    join(ck, instructions, known);
    if (ck->gainers[row]) join(ck, instructions, row_of(ck, ck->gained, row));
    return;
  }
  for (Mover by = BY_CORE; by <= BY_STORES; by++) {
    uint32_t at = tensor_column(ck, row, by);
    known[at] = later(known[at], instructions[at]);
  }
}

/* Notes the clock of a load, for those who use its registers. */
void loaded(Check *ck, int32_t row, uint32_t *clock) CHECK(tensor_loaded);
HOT void loaded(Check *ck, int32_t row, uint32_t *clock) { *clock = own_clock(ck, row); }

/* A register of a load is used. */
void used(Check *ck, int32_t row, int32_t site, const uint32_t *clock, int32_t load_site) CHECK(tensor_used);
HOT void used(Check *ck, int32_t row, int32_t site, const uint32_t *clock, int32_t load_site) {
  if (*clock > instructed(ck, row)[tensor_column(ck, row, BY_LOADS)])
    tell_tensor(ck, row, site, TENSOR_EVENT_USED, load_site, 0);
}

/* -- permits ------------------------------------------------------------------------------------------------------ */
/* Two blocks of so much shared memory fit a multiprocessor. */
enum { MOST_SHARED_BYTES = 227 * 1024 };

/* A row gives up its block's permit to allocate. Other blocks on the multiprocessor wait in their allocation until
 * then: where this comes after such a one, it never comes. */
void give_up(Check *ck, int32_t row) CHECK(tensor_give_up);
HOT void give_up(Check *ck, int32_t row) {
  uint32_t own = (uint32_t)row / ck->block_rows, blocks = ck->rows / ck->block_rows;
  TensorBlock *block = &ck->tensor_blocks[own];
  if (block->holder && ck->smem_words * 4 / blocks * 2 <= MOST_SHARED_BYTES)
    for (uint32_t k = 0; k < blocks; k++) {
      const TensorBlock *other = &ck->tensor_blocks[k];
      if (k == own || !other->columns || block->after >> k % 32 & 1) continue;
      uint32_t waiter = (uint32_t)other->row;
      if (known_by(ck, row)[waiter] < other->clock && row_of(ck, ck->gained, row)[waiter] < other->clock) continue;
      tell_tensor(ck, row, block->site, TENSOR_EVENT_PERMIT, waiter, other->site);
      break;
    }
  block->holder = 0;
  block->gave = own_clock(ck, row);
  block->giver = row;
  move_past(ck, row, false);
}

HOT void end_tensor(Check *ck, int32_t row) {
  uint32_t own = (uint32_t)row / ck->block_rows;
  if (!ck->tensor_blocks[own].holder) return;
  for (uint32_t k = own * ck->block_rows; k < (own + 1) * ck->block_rows; k++)
    if (!ck->stops[k].ended) return;
  give_up(ck, row);
}

/* Nobody has accessed columns of a block that are new. */
static void forget(Check *ck, const Block *state, uint32_t column, uint32_t columns) {
  uint64_t first = (uint64_t)ck->tensor_first + (uint64_t)state->slot * TENSOR_BLOCK_WORDS + column * TENSOR_LANES;
  for (uint64_t k = first; k < first + columns * TENSOR_LANES; k++)
    ck->writes[k] = ck->reads[k] = ck->more_reads[k] = 0;
}

/* A row has allocated columns for its block. Those of a pair are new when the first of the two asks: the tensor core
 * may have written them before the second does. */
void allocated(Check *ck, const Block *state, int32_t row, int32_t site, const uint32_t *place, uint32_t columns,
               int32_t group) CHECK(tensor_allocated);
HOT void allocated(Check *ck, const Block *state, int32_t row, int32_t site, const uint32_t *place, uint32_t columns,
                   int32_t group) {
  TensorBlock *block = &ck->tensor_blocks[state->slot];
  if (!state->tensor->was_owed) {
    forget(ck, state, *place, columns);
    const Block *other = state->cluster + (state->rank ^ 1);
    if (group == 2 && other->tensor->owed) forget(ck, other, *place, columns);
  }
  if (group == 1) { /* blocks of a pair are on two multiprocessors */
    block->holder = row + 1;
    block->row = row;
    block->columns = columns;
    block->clock = own_clock(ck, row);
    block->site = site;
    for (uint32_t k = 0; k < ck->rows / ck->block_rows; k++) {
      const TensorBlock *other = &ck->tensor_blocks[k];
      if (other->gave && !other->holder && known_by(ck, row)[other->giver] >= other->gave) block->after |= 1u << k % 32;
    }
  }
  move_past(ck, row, false);
}
