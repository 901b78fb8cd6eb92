/* The checks of instructions on tensor memory: what they access, and when that has ended.
 *
 * An instruction has the clock of its row when it was issued. The tensor core, loads and stores of a row have columns of
 * their own (`TENSOR_ENGINES`): who knows a clock of those knows that what was issued up to then has ended. */
#pragma once
#include "records.h"

typedef enum { BY_CORE, BY_LOADS, BY_STORES } Mover;

static inline uint32_t tensor_column(const Check *ck, int32_t row, Mover by) {
  return ck->tensor_at + by * ck->rows + (uint32_t)row;
}

static inline uint32_t own_clock(const Check *ck, int32_t row) { return known_by(ck, row)[row]; }

/* What instructions on tensor memory know of a row; its own clock is always known. */
static inline uint32_t *instructed(Check *ck, int32_t row) {
  uint32_t *known = row_of(ck, ck->tensor_known, row);
  known[row] = own_clock(ck, row);
  return known;
}

static inline void tell_tensor(Check *ck, int32_t row, int32_t site, int32_t what, int64_t a, int64_t b) {
  if (!(ck->muted[site] & MUTED_REST)) report(ck, EVENT_TENSOR, row, site, what, a, b);
}

/* shared.c: an access to `count` neighbouring words of tensor memory from `first` on; `tensor` is a `TensorAccess`. */
void tensor_words(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t tensor, bool takes,
                  bool alike, uint64_t first, uint64_t count) CHECK(tensor_words);
/* tensor_order.c: a lane starts an instruction of the tensor core; its clock. */
uint32_t core_starts(Check *ck, int32_t row, int32_t site, int32_t thread, int32_t kind) CHECK(tensor_starts);
/* tensor_order.c: what an instruction of a row, of some clock, does to another block, which must be there until then. */
void reach_block(Check *ck, int32_t row, int32_t site, uint32_t clock, uint32_t block) CHECK(tensor_reaches);
/* tensor_order.c: the permit of a block goes with its last row. */
void end_tensor(Check *ck, int32_t row) CHECK(tensor_end);
