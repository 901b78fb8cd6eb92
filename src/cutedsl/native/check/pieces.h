/* What the engines read of shared memory, in pieces of 16 bytes. */
#pragma once
#include "check.h"

enum { STEP_PIECES = 4 };

/* shared.c: an engine reads up to STEP_PIECES pieces, which begin at `words`; lanes are not told. */
void engine_pieces(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind,
                   const uint64_t *words, int32_t count) CHECK(engine_pieces);
