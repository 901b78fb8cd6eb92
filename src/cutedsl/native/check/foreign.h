/* What is known of blocks that ran before the running ones: see foreign.c. */
#pragma once
#include "memory.h"

/* The blocks before have ended: what they released counts as released by others from now on. */
void begin_foreign(Check *ck) CHECK(begin_foreign);
/* What earlier blocks released at an address; null: nothing. */
const Knowledge *released_before(const Check *ck, int64_t address) CHECK(released_before);
/* Lanes of a row (bits) know more of earlier blocks; the others do once they learn what those lanes did. */
void learn(Check *ck, int32_t row, uint32_t lanes, const Knowledge *more) CHECK(learn);
/* Lanes of a row have exchanged values: what one of them took, all of them have. */
void foreign_exchanged(Check *ck, int32_t row, uint32_t lanes) CHECK(foreign_exchanged);
/* `into` becomes all that both know. */
void add_knowledge(Check *ck, Knowledge *into, const Knowledge *more) CHECK(add_knowledge);
/* The copy engine sees what the running blocks know of earlier ones. */
void fence_foreign(Check *ck) CHECK(fence_foreign);
/* Whether an access of an earlier block is ordered before what a lane of a row does now. */
bool foreign_before(const Check *ck, int32_t row, uint64_t lane, uint64_t epoch, bool written) CHECK(foreign_before);
/* Whether a proxy fence of global memory came between it and now. */
bool foreign_fenced(const Check *ck, uint64_t epoch) CHECK(foreign_fenced);
