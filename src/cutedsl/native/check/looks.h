/* What a loop that looks at memory is shown: see looks.c. */
#pragma once
#include "memory.h"

/* A store or an atomic at an address. */
typedef struct Past {
  int64_t address, number;
  uint32_t value, clock; /* what memory held then; the clock of the row that stored */
  int32_t row;
  uint16_t open, released; /* whether the value is not known yet; whether something was released with it */
  uint32_t clocks[]; /* what was */
} Past;

/* Lanes of a row store at an address; `entry` has what is released there. `bytes` of a store that is done, which held
 * `ck->held` before; 0: an atomic, which is told of before it is done. */
void note_past(Check *ck, int32_t row, int64_t address, const Handoff *entry, int64_t bytes, uint32_t lanes)
    CHECK(note_past);
/* The store whose value a row's load in a loop is shown; null: the value that memory holds. */
const Past *past_for(Check *ck, int32_t row, int64_t address) CHECK(past_for);
/* A load outside of such a loop sees what memory holds: no later load of the row sees less. */
void see_latest(Check *ck, int32_t row, int64_t address) CHECK(see_latest);
/* A row's load of a word, recorded as one of its last value, is shown an earlier one: global.c. */
void saw_earlier(Check *ck, int32_t row, int64_t address) CHECK(saw_earlier);
/* The same of a word of shared memory: shared.c. */
void forget_observed(Check *ck, int32_t row, uint64_t word) CHECK(forget_observed);
/* The running blocks begin. */
void begin_looks(Check *ck) CHECK(begin_looks);
