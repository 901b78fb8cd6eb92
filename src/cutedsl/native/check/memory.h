/* An access as a word of memory remembers it: 64 bits with its clock, column, lane, bytes, and site.
 *
 * Bits from 0: clock, column, lane, bytes of the word, bytes that were ever written (of writes, in shared memory),
 * site. Clock and column are when and by whom. */
#pragma once
#include "check.h"

enum { WORD_BYTES = 4 };
#define FIELD(bits, at) ((((uint64_t)1 << (bits)) - 1) << (at))
#define CLOCK_FIELD FIELD(CLOCK_BITS, 0)
#define COLUMN_FIELD FIELD(COLUMN_BITS, COLUMN_AT)
#define EPOCH_FIELD (CLOCK_FIELD | COLUMN_FIELD)
#define LANE_FIELD FIELD(LANE_BITS, LANE_AT)
#define BYTES_FIELD FIELD(MASK_BITS, MASK_AT)
#define WRITTEN_FIELD FIELD(MASK_BITS, WRITTEN_AT)
#define ALL_BYTES FIELD(MASK_BITS, 0)

static inline uint64_t clock_in(uint64_t epoch) { return epoch & CLOCK_FIELD; }
static inline uint64_t column_in(uint64_t epoch) { return (epoch & COLUMN_FIELD) >> COLUMN_AT; }
static inline uint64_t lane_in(uint64_t epoch) { return (epoch & LANE_FIELD) >> LANE_AT; }
static inline uint64_t bytes_in(uint64_t epoch) { return (epoch & BYTES_FIELD) >> MASK_AT; }

/* What is kept of a site: an atomic for its own block; an ordered store, or an exchange whose result is unused. */
typedef enum { SITE_NARROW = 1, SITE_REPLACES = 2 } SiteKind;

/* With which swizzle a site uses shared memory: how many bits it turns, + 1; 0 is not known. */
static inline uint8_t swizzle_of(const Check *ck, uint64_t site) {
  uint8_t code = ck->swizzles[site] & (uint8_t)~ENGINE_SWIZZLE;
  return code == SEVERAL_SWIZZLES ? 0 : code;
}

/* The column by whose clock an access to global memory has ended: writes of bulk stores have one of their own. */
static inline uint64_t ends_by(const Check *ck, uint64_t epoch, bool written) {
  uint64_t column = column_in(epoch), first = (uint64_t)ck->rows * ENGINE_BULK_STORE;
  bool stored = written && column >= first && column < first + ck->rows;
  return stored ? ck->stored_at + column - first : column;
}

/* Whether an earlier write was made by the statement that writes now, and both write its constant: which of the two
 * comes last does not matter. */
static inline bool same_constant(int32_t kind, int32_t site, uint64_t epoch, bool written) {
  return written && kind & ACCESS_CONSTANT && epoch >> SITE_AT == (uint32_t)site;
}

/* The lane of two accesses of one column at one clock: one of them, several, or parts that are not told. */
static inline uint64_t lanes_together(uint64_t before, uint64_t now, bool common_bytes) {
  if (before == now || now == ATOMIC_LANE) return now;
  bool told = before < SOME_LANE;
  if (told && common_bytes) return SEVERAL_LANES;
  return now < SOME_LANE && (told || before == PARTS_LANE) ? PARTS_LANE : SOME_LANE;
}
