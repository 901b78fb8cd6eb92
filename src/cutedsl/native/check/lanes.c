/* What is asked about each lane: its addresses, the values that it stores, its registers.
 *
 * Kernels have a warp's addresses in vectors; functions whose names end in `_at` are given where they lie in memory, by
 * a few lines of text (check_runtime.py): how vectors are passed by value differs from compiler to compiler. */
#include "pieces.h"
#include "vectors.h"

enum { HALF = WARP_LANES / 2 };

void lanes_accessed(Check *ck, int32_t row, int32_t site, int32_t size, const int64_t *addresses, uint32_t active)
    CHECK(lanes_at);
void ways(Check *ck, int32_t row, int32_t site, uint32_t active, uint32_t taken) CHECK(ways);
uint32_t unbounded(Check *ck, int32_t row, int32_t site, int32_t kind, const int64_t *addresses, uint32_t bits,
                   int64_t size) CHECK(unbounded_at);
uint32_t clash(const uint64_t *addresses, uint32_t bits, uint64_t bytes, const uint64_t *values, int64_t count)
    CHECK(clash_at);
void pieces(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind, const uint8_t *base,
            const uint32_t *table, int32_t count, uint64_t swizzle) CHECK(pieces);
void registers(Check *ck, int32_t row, Held *held, int32_t site, int32_t writes) CHECK(registers);
void accumulate(Check *ck, int32_t row, const Held *held, int32_t site) CHECK(accumulate);
void multiply_fence(Check *ck, int32_t row) CHECK(multiply_fence);
void lend(Held *held, uint32_t first, uint32_t count, uint32_t elems, uint32_t clock, uint32_t site) CHECK(lend);
void lent(Check *ck, int32_t row, const Held *held, uint32_t first, uint32_t count, uint32_t elems, int32_t site)
    CHECK(lent);
void wrote(uint32_t *words, uint32_t first, uint32_t count, uint32_t bits, uint32_t elems) CHECK(wrote);
void unwritten(Check *ck, int32_t row, int32_t site, const uint32_t *words, uint32_t first, uint32_t count,
               uint32_t bits, uint32_t elems) CHECK(unwritten);

/* -- measuring ---------------------------------------------------------------------------------------------------- */
/* Whether an access or a branch of a site is one of the first, which are measured. */
static bool measures(Check *ck, int32_t site) { return ck->counts[site]++ < MEASURED_REQUESTS; }

HOT void lanes_accessed(Check *ck, int32_t row, int32_t site, int32_t size, const int64_t *addresses, uint32_t active) {
  if (!measures(ck, site)) return;
  __builtin_memcpy(ck->lanes, addresses, sizeof ck->lanes);
  report(ck, EVENT_LANES, row, site, size, active, 0);
}

HOT void ways(Check *ck, int32_t row, int32_t site, uint32_t active, uint32_t taken) {
  if (measures(ck, site)) report(ck, EVENT_WAYS, row, site, 0, active, taken);
}

/* -- addresses that nothing bounds -------------------------------------------------------------------------------- */
/* The first lane whose address is not the program's memory, as a bit; 0 where all are. The checker is asked of a page
 * once, and of the one asked of last not again. */
HOT uint32_t unbounded(Check *ck, int32_t row, int32_t site, int32_t kind, const int64_t *addresses, uint32_t bits,
                       int64_t size) {
  for (uint32_t left = bits; left; left &= left - 1) {
    int32_t lane = __builtin_ctz(left);
    uint64_t first = (uint64_t)addresses[lane] >> SURE_PAGE_SHIFT;
    uint64_t last = (uint64_t)(addresses[lane] + size - 1) >> SURE_PAGE_SHIFT;
    int64_t key = (int64_t)(first << 8 | 2 | (kind & ACCESS_WRITE));
    if (key == ck->sure_page && first == last) continue;
    if (report(ck, EVENT_UNBOUNDED, row, site, kind, addresses[lane], size)) {
      ck->sure_page = key;
      continue;
    }
    ck->lanes[0] = 0; /* what the offset counts from, the row, and who is at fault */
    ck->lanes[1] = (uint32_t)row;
    ck->lanes[2] = addresses[lane];
    return 1u << lane;
  }
  return 0;
}

/* -- stores of several lanes to one place ------------------------------------------------------------------------- */
typedef int64_t Steps __attribute__((vector_size(8 * WARP_LANES), aligned(8)));

/* Whether each lane's bytes lie behind those of the one before: the usual case. `twice` has the addresses twice. */
static bool all_rise(const uint64_t *twice, int64_t bytes) {
  Steps step = (Steps)(*(const Lanes *)(twice + 1) - *(const Lanes *)twice);
  return !(bits_of((Lanes)(step < bytes + (Steps){0})) & INT32_MAX); /* nothing comes behind the last lane */
}

static bool differ(const uint64_t *values, int64_t count, int32_t lane, int32_t other) {
  for (int64_t k = 0; k < count; k++)
    if (values[2 * WARP_LANES * k + lane] != values[2 * WARP_LANES * k + other]) return true;
  return false;
}

/* The lanes whose bytes meet those of the lane `by` further on, as bits. */
static uint32_t meeting(const uint64_t *twice, int32_t by, uint64_t bytes) {
  Lanes own = *(const Lanes *)twice, other = *(const Lanes *)(twice + by);
  return bits_of((Lanes)(own - other + (bytes - 1) < (2 * bytes - 1 + (Lanes){0})));
}

/* Two lanes that write different values to one byte, or parts of each other's; 0 where there are none. `values` has the
 * lanes' values of each element twice, as numbers of 64 bits. Each lane is compared with the 16 after it. */
HOT uint32_t clash(const uint64_t *addresses, uint32_t bits, uint64_t bytes, const uint64_t *values, int64_t count) {
  uint64_t twice[2 * WARP_LANES];
  if (!(bits & (bits - 1))) return 0;
  __builtin_memcpy(twice, addresses, sizeof twice / 2);
  __builtin_memcpy(twice + WARP_LANES, addresses, sizeof twice / 2);
  if (all_rise(twice, (int64_t)bytes)) return 0;
  for (int32_t by = 1; by <= HALF; by++) {
    uint32_t turned = bits >> by | bits << (WARP_LANES - by);
    for (uint32_t left = meeting(twice, by, bytes) & bits & turned; left; left &= left - 1) {
      int32_t lane = __builtin_ctz(left), other = (lane + by) % WARP_LANES;
      if (addresses[lane] != addresses[other] || differ(values, count, lane, other))
        return CLASH_FOUND | (uint32_t)other << CLASH_OTHER_AT | lane;
    }
  }
  return 0;
}

/* -- multiplies --------------------------------------------------------------------------------------------------- */
/* The engine reads `count` pieces of 16 bytes at the places of a table from `base` on, swizzled; lanes are not told. */
HOT void pieces(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind, const uint8_t *base,
                const uint32_t *table, int32_t count, uint64_t swizzle) {
  for (int32_t k = 0; k < count; k += STEP_PIECES) {
    uint64_t words[STEP_PIECES];
    int32_t some = count - k < STEP_PIECES ? count - k : STEP_PIECES;
    for (int32_t i = 0; i < some; i++) {
      uint64_t plain = (uint64_t)base + table[k + i], turned = plain ^ (plain >> 3 & swizzle);
      words[i] = (turned - (uint64_t)ck->smem) >> 2;
    }
    engine_pieces(ck, row, column, clock, site, kind, words, some);
  }
}

/* The warp reads or writes accumulators itself. */
HOT void registers(Check *ck, int32_t row, Held *held, int32_t site, int32_t writes) {
  if (held->clock > known_by(ck, row)[ck->rows * ENGINE_MULTIPLY + row])
    report(ck, EVENT_HELD, row, site, writes, held->site, 0);
  if (writes) held->dirty = ck->engines[row].fences + 1;
}

/* A multiply adds to accumulators: a fence came after the last ordinary write to them, and before the first one. */
HOT void accumulate(Check *ck, int32_t row, const Held *held, int32_t site) {
  uint32_t fences = ck->engines[row].fences;
  if (!fences || held->dirty > fences) report(ck, EVENT_HELD, row, site, 2, !fences, 0);
}

/* A multiply reads elements of A from registers until it has ended. */
HOT void lend(Held *held, uint32_t first, uint32_t count, uint32_t elems, uint32_t clock, uint32_t site) {
  for (uint32_t k = first; k < first + count && k < elems; k++) held[k] = (Held){.clock = clock, .site = site};
}

/* The warp writes elements of A itself. */
HOT void lent(Check *ck, int32_t row, const Held *held, uint32_t first, uint32_t count, uint32_t elems, int32_t site) {
  uint32_t ended = known_by(ck, row)[ck->rows * ENGINE_MULTIPLY + row];
  for (uint32_t k = first; k < first + count && k < elems; k++)
    if (held[k].clock > ended) return (void)report(ck, EVENT_HELD, row, site, 3, held[k].site, 0);
}

/* What the warp wrote to registers is there for its multiplies. */
HOT void multiply_fence(Check *ck, int32_t row) { ck->engines[row].fences++; }

/* -- private memory: which lanes have written each element -------------------------------------------------------- */
HOT void wrote(uint32_t *words, uint32_t first, uint32_t count, uint32_t bits, uint32_t elems) {
  for (uint32_t k = 0; k < count && first + k < elems; k++) words[first + k] |= bits;
}

/* Reports the first element that some of the lanes which read it have not written. */
HOT void unwritten(Check *ck, int32_t row, int32_t site, const uint32_t *words, uint32_t first, uint32_t count,
                   uint32_t bits, uint32_t elems) {
  for (uint32_t k = 0; k < count && first + k < elems; k++) {
    uint32_t missing = bits & ~words[first + k];
    if (!missing) continue;
    report(ck, EVENT_UNWRITTEN, row, site, 0, missing, first + k);
    return;
  }
}
