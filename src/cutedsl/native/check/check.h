/* What the sources of the checker's runtime share. `ck` is the checker's context, `row` who accesses: a warp of the
 * cluster that runs, or a lane or a few of them. Rows know clocks of columns: `known[row][column]`; see arch/abi/check.py.
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

/* global.c: so many zero bytes of the checker's, for as long as the launch. */
void *take_room(Check *ck, int64_t bytes) CHECK(take_room);

/* global.c: a cluster begins, whose writes may be taken back; what was kept of those before is not needed. */
void begin_keeping(Check *ck, int64_t number) CHECK(begin_keeping);

/* handoffs.c: calls `keep` with each address at which the blocks that ran last released, the stamp of the last release
 * and its clocks; then forgets them. */
void end_handoffs(Check *ck, void (*keep)(Check *, int64_t address, uint32_t stamp, const uint32_t *clocks))
    CHECK(end_handoffs);

/* parts.c: the lanes of a row have met: what some of them had learnt all know. */
void lanes_met(Check *ck, int32_t row) CHECK(lanes_met);

static inline void copy_row(const Check *ck, uint32_t *into, const uint32_t *from) {
  __builtin_memmove(into, from, (uint64_t)ck->live * sizeof *into);
}

/* The next clock. */
static inline uint32_t tick(Check *ck) { return ++ck->clock; }

static inline int32_t report(Check *ck, int32_t event, int32_t row, int32_t site, int32_t access, int64_t a, int64_t b) {
  return ck->report(ck, event, row, site, access, a, b);
}
