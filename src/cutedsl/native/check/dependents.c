/* A launch that may begin before the one before it has ended: until a warp has waited for that, or met one that has, what
 * it accessed is not there. Source: CUDA Programming Guide, "Programmatic Dependent Launch". */
#include "dependents.h"

void dependent_wait(Check *ck, int32_t row) CHECK(dependent_wait);
void let_dependents(Check *ck) CHECK(let_dependents);

HOT void dependent_wait(Check *ck, int32_t row) {
  ck->live = ck->stride;
  ck->waited = 1;
  known_by(ck, row)[ck->grid_at] = known_by(ck, row)[row];
}

HOT void let_dependents(Check *ck) { ck->lets_dependents = 1; }

static const LineRecord *record_in(const PageEntry *pages, uint64_t line) {
  int64_t page = (int64_t)(line * LINE_BYTES / ((uint64_t)PAGE_LINES * LINE_BYTES));
  uint64_t slot = (uint64_t)page * (uint64_t)HASH >> (64 - PAGE_SLOT_BITS);
  const PageEntry *entry = &pages[slot];
  for (; entry->page && entry->page != page; entry = &pages[slot]) slot = (slot + 1) & (PAGE_SLOTS - 1);
  return entry->page ? &entry->records[line & (PAGE_LINES - 1)] : NULL;
}

/* An access of the launch before to one of the words (bits): a write, or any where the access now writes. */
static uint64_t access_before(const LineRecord *record, uint32_t mask, bool any) {
  const uint64_t *words = record->words; /* write, read, more of each */
  for (int k = 0; k < LINE_BYTES / WORD_BYTES; k++) {
    if (!(mask >> k & 1)) continue;
    if (words) {
      for (int n = 0; n < (any ? 3 : 1); n++)
        if (words[3 * k + n]) return words[3 * k + n];
      continue;
    }
    for (int slot = 3; slot >= (any ? 0 : 2); slot--)
      if (record->masks[slot] >> k & 1) return record->epochs[slot];
  }
  return 0;
}

/* `back`: how many launches lie between that one and this one. */
static bool check_with(Check *ck, const PageEntry *pages, int32_t back, int32_t row, int32_t site, int32_t kind,
                       uint64_t line, uint32_t mask) {
  const LineRecord *record = record_in(pages, line);
  uint64_t found = record ? access_before(record, mask, (kind & ACCESS_WRITE) != 0) : 0;
  if (!found) return false;
  int64_t address = (int64_t)(line * LINE_BYTES) + 4 * __builtin_ctz(mask);
  report(ck, EVENT_DEPENDENT, row, site, kind | back << ACCESS_BACK_AT, address, (int64_t)found);
  return true;
}

HOT void check_dependent(Check *ck, int32_t row, int32_t site, int32_t kind, uint64_t line, uint32_t mask) {
  bool early = too_early(ck, row) && row_of(ck, ck->gained, row)[ck->grid_at] <= ck->base;
  if (early && check_with(ck, ck->before, 0, row, site, kind, line, mask)) return;
  for (int32_t k = 0; k < ck->earlier_count; k++)
    if (check_with(ck, ck->earlier[k], k + 1, row, site, kind, line, mask)) return;
}
