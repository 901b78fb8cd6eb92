/* Lanes of a row that wait for a barrier, arrive or fence without the others: those know nothing of it, and what they
 * did is not handed on, until the row's lanes meet. */
#pragma once
#include "memory.h"

/* Whether an access of the row by `lane` is ordered after an earlier one that the row as a whole does not know. */
bool part_ordered(const Check *ck, int32_t row, uint64_t epoch, uint64_t lane) CHECK(part_ordered);
/* Whether some lanes fenced what they wrote. */
bool part_fenced(const Check *ck, int32_t row, uint64_t epoch) CHECK(part_fenced);
