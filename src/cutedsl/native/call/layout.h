/* What `layout.c` gives to the interfaces for calls. */
#pragma once
#include "../abi.h"
#include "../cpu/names.h"
#include <stdbool.h>

/* Fills a tensor's slots; the slot after them, or null where the layout does not fit the record. */
int64_t *layout_fits(const TensorRecord *record, const TensorView *view, int64_t *slots) RUNTIME(layout);
/* Whether the checks of a table hold. */
bool slots_agree(const CallTable *table, const int64_t *slots) RUNTIME(checks);

/* The record after a tensor's. */
static inline const int64_t *after_tensor(const TensorRecord *record) {
  return (const int64_t *)((const LeafRecord *)(record + 1) + 2 * record->modes);
}
