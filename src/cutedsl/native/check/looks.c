/* What a loop that looks at memory sees: the values in the order in which they were stored, one each time.
 *
 * Blocks of a checked run take turns, so a flag mostly has its last value when a loop looks at it. A GPU may show each
 * value that the flag had since, and the loop may end at an earlier one. So a loop is shown the first value that its
 * warp does not know to be over, then the next, and it acquires what was released with the value that it is shown. A
 * wait that takes a value too early is found so in the order that ran, not only where the values came later.
 * Source: PTX ISA, "Memory Consistency Model", coherence order. */
#include "looks.h"
#include "parts.h"

enum { PASTS = 32, LOOKED = 4, PAST_BYTES = 4 };

typedef struct Looked {
  int64_t address, number;
} Looked;

uint32_t shown(Check *ck, uint32_t value) CHECK(shown);

static Past *past_at(const Check *ck, int64_t number) {
  uint64_t bytes = sizeof(Past) + 4 * (uint64_t)ck->stride;
  return (Past *)(ck->pasts + (uint64_t)(number % PASTS) * bytes);
}

static int64_t oldest(const Check *ck) { return ck->past_count > PASTS ? ck->past_count - PASTS : 0; }

/* The last store at an address; null: none is kept. */
static Past *newest_past(const Check *ck, int64_t address) {
  for (int64_t number = ck->past_count; number-- > oldest(ck);)
    if (past_at(ck, number)->address == address) return past_at(ck, number);
  return NULL;
}

static uint32_t value_at(int64_t address) {
  uint32_t value;
  __builtin_memcpy(&value, (const void *)address, PAST_BYTES);
  return value;
}

HOT void begin_looks(Check *ck) {
  ck->past_count = 0;
  if (ck->looked) __builtin_memset(ck->looked, 0, ck->rows * LOOKED * sizeof *ck->looked);
}

static void make_pasts(Check *ck) {
  int64_t bytes = (int64_t)sizeof(Past) + 4 * (int64_t)ck->stride;
  ck->pasts = take_room(ck, PASTS * bytes);
  ck->looked = take_room(ck, ck->rows * LOOKED * (int64_t)sizeof *ck->looked);
}

HOT void note_past(Check *ck, int32_t row, int64_t address, const Handoff *entry, int64_t bytes, uint32_t lanes) {
  if (address & (PAST_BYTES - 1) || (bytes && bytes != PAST_BYTES)) return;
  if (!ck->pasts) make_pasts(ck);
  Past *last = newest_past(ck, address);
  if (last && last->open) {
    last->value = bytes ? (uint32_t)ck->held[__builtin_ctz(lanes)] : value_at(address);
    last->open = 0;
  }
  Past *past = past_at(ck, ck->past_count);
  *past = (Past){.address = address, .row = row, .clock = known_by(ck, row)[row], .released = entry && entry->stamp};
  past->number = ck->past_count++;
  past->open = !bytes;
  if (bytes) past->value = value_at(address);
  if (past->released) copy_row(ck, past->clocks, (const uint32_t *)(entry + 1));
}

/* Whether any lane of a row may know that a store has happened. */
static bool knows_past(const Check *ck, int32_t row, const Past *past) {
  uint32_t writer = (uint32_t)past->row;
  if (past->row == row || has_lanes(ck, known_by(ck, row), writer, ~0u, past->clock)) return true;
  for (uint32_t k = 0; ck->gainers[row] && k < GAIN_GROUPS; k++)
    if (gain_lanes(ck, row, k) && has_lanes(ck, gain_group(ck, row, k), writer, ~0u, past->clock)) return true;
  return ck->gainers[row] && has_lanes(ck, row_of(ck, ck->gained, row), writer, ~0u, past->clock);
}

static Looked *looked_at(const Check *ck, int32_t row, int64_t address) {
  Looked *all = ck->looked + (uint32_t)row * LOOKED, *found = all;
  for (int k = 0; k < LOOKED; k++) {
    if (all[k].address == address) return &all[k];
    if (all[k].number < found->number) found = &all[k];
  }
  *found = (Looked){.address = address};
  return found;
}

HOT const Past *past_for(Check *ck, int32_t row, int64_t address) {
  Past *last = ck->past_count ? newest_past(ck, address) : NULL;
  if (!last) return NULL;
  uint32_t now = value_at(address);
  if (last->open) last->value = now;
  last->open = 0;
  if (last->value != now) return NULL; /* something else has written there since */
  Looked *looked = looked_at(ck, row, address);
  Past *next = last;
  for (int64_t number = last->number; number-- > oldest(ck);) {
    Past *past = past_at(ck, number);
    if (past->address != address) continue;
    if (past->number + 1 <= looked->number || knows_past(ck, row, past)) break;
    next = past;
  }
  looked->number = next->number + 1;
  if (next == last) return NULL;
  saw_earlier(ck, row, address);
  ck->shown_value = next->value;
  ck->shown = 1;
  ck->changes++; /* the loop will see another value when it looks again */
  return next;
}

HOT void see_latest(Check *ck, int32_t row, int64_t address) {
  if (ck->past_count) looked_at(ck, row, address)->number = ck->past_count;
}

HOT uint32_t shown(Check *ck, uint32_t value) {
  if (!ck->shown) return value;
  ck->shown = 0;
  return ck->shown_value;
}
