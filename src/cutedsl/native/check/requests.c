/* Requests of cluster launch control: a block that has seen one refused may not ask again. Source: PTX ISA,
 * "clusterlaunchcontrol.try_cancel". */
#include "check.h"

void answered(Check *ck, int32_t row, int32_t site, int32_t canceled) CHECK(answered);
HOT void answered(Check *ck, int32_t row, int32_t site, int32_t canceled) {
  if (!canceled) ck->refusals[row] = site + 1;
}

void requested(Check *ck, int32_t row, int32_t site) CHECK(requested);
HOT void requested(Check *ck, int32_t row, int32_t site) {
  uint32_t first = (uint32_t)row - (uint32_t)row % ck->block_rows;
  for (uint32_t k = first; k < first + ck->block_rows; k++) {
    if (!ck->refusals[k]) continue;
    report(ck, EVENT_REFUSED, row, site, 0, k, ck->refusals[k] - 1);
    return;
  }
}
