/* What the sources of the checker's runtime share. `ck` is the checker's context, `row` who accesses: a warp of the
 * cluster that runs, or a lane or a few of them. Rows know clocks of columns: `known[row][column]`; see native/checking.py.
 *
 * All rows of a launch run on one thread: nothing here is atomic. */
#pragma once
#include "../cpu/coroutines.h"
#define CHECK(name) __asm__("cute.check." #name)

static inline uint32_t later(uint32_t a, uint32_t b) { return a > b ? a : b; }

static inline uint32_t *row_of(const Check *ck, uint32_t *plane, int32_t row) {
  return plane + (uint32_t)row * ck->stride;
}
static inline uint32_t *known_by(const Check *ck, int32_t row) { return row_of(ck, ck->known, row); }

/* clocks.c: `into` becomes the later of two rows' clocks. */
void join(const Check *ck, uint32_t *into, const uint32_t *from) CHECK(join);

static inline void copy_row(const Check *ck, uint32_t *into, const uint32_t *from) {
  __builtin_memmove(into, from, (uint64_t)ck->live * sizeof *into);
}

/* The next clock. */
static inline uint32_t tick(Check *ck) { return ++ck->clock; }

static inline int32_t report(Check *ck, int32_t event, int32_t row, int32_t site, int32_t access, int64_t a, int64_t b) {
  return ck->report(ck, event, row, site, access, a, b);
}
