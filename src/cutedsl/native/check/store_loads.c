/* A row stores at one place and loads from another, another row stores there and loads from the first: without a fence
 * of kind `sc` in both, a GPU may do the loads first, so that neither sees the other's store. A load that a later one of
 * the same place follows, as in a loop that waits, does not count. Source: PTX ISA, "Memory Consistency Model",
 * Fence-SC order. */
#include "check.h"

enum { RECENT = 4 };

void ordered_accesses(Check *ck, int32_t row, int32_t site, int32_t what, const int64_t *addresses, uint32_t bits)
    CHECK(ordered_accesses_at);
void end_store_loads(Check *ck, int32_t row) CHECK(end_store_loads);
void begin_store_loads(Check *ck) CHECK(begin_store_loads);

static RecentStore *stores_of(const Check *ck, int32_t row) { return ck->stores + (uint32_t)row * RECENT; }

HOT void begin_store_loads(Check *ck) {
  for (uint32_t k = 0; ck->times && k < ck->rows * RECENT; k++) ck->stores[k].address = 0;
}

static void tell(Check *ck, const StoreLoad *one) {
  const StoreLoad *other = &ck->store_loads[one->partner];
  report(ck, EVENT_STORE_LOAD, other->row, other->site, one->row, (int64_t)one->site << 32 | (uint32_t)one->store_site,
         other->store_site);
}

static bool over(const Check *ck, const StoreLoad *one) {
  return one->cluster != ck->clusters || ck->stops[one->row].ended;
}

/* A row has ended: what it loaded last stays. */
HOT void end_store_loads(Check *ck, int32_t row) {
  for (int k = 0; ck->times && k < STORE_LOADS; k++) {
    StoreLoad *one = &ck->store_loads[k];
    if (one->stored && one->row == row && one->cluster == ck->clusters && one->suspect && one->suspect == one->time)
      tell(ck, one);
  }
}

static void store(Check *ck, int32_t row, int32_t site, int64_t address) {
  RecentStore *stores = stores_of(ck, row), *oldest = stores;
  for (int k = 0; k < RECENT; k++) {
    if (stores[k].address == address || (stores[k].address && stores[k].time < oldest->time) || !stores[k].address)
      oldest = &stores[k];
    if (oldest->address == address) break;
  }
  *oldest = (RecentStore){.address = address, .time = ++ck->times, .site = site, .stamp = ck->foreign_stamp};
}

/* The entry of a row's store and load; the oldest goes where there is no room. */
static StoreLoad *entry_of(Check *ck, int32_t row, int64_t stored, int64_t loaded) {
  StoreLoad *oldest = ck->store_loads;
  for (int k = 0; k < STORE_LOADS; k++) {
    StoreLoad *one = &ck->store_loads[k];
    if (one->stored == stored && one->loaded == loaded && one->row == row && one->cluster == ck->clusters) return one;
    if (one->time < oldest->time) oldest = one;
  }
  *oldest = (StoreLoad){.stored = stored, .loaded = loaded, .row = row, .cluster = ck->clusters};
  return oldest;
}

/* Whether the row's store comes after the other one's load; of blocks that ran before it knows nothing or something. */
static bool after(const Check *ck, int32_t row, const RecentStore *had, const StoreLoad *other) {
  if (other->cluster != ck->clusters) return had->stamp != ck->stamp_at_begin;
  return known_by(ck, row)[other->row] >= other->clock;
}

static void load(Check *ck, int32_t row, int32_t site, int64_t address) {
  int64_t now = ++ck->times;
  for (int k = 0; k < RECENT; k++) {
    RecentStore *had = &stores_of(ck, row)[k];
    if (!had->address || had->address == address) continue;
    StoreLoad *own = entry_of(ck, row, had->address, address);
    own->time = now;
    own->clock = known_by(ck, row)[row];
    own->fenced = had->fenced;
    own->site = site;
    own->store_site = had->site;
    for (int n = 0; n < STORE_LOADS; n++) {
      StoreLoad *other = &ck->store_loads[n];
      bool crossed = other->stored == address && other->loaded == had->address;
      bool same = other->row == row && other->cluster == ck->clusters;
      if (!crossed || same || other->time > had->time || (other->fenced && own->fenced) || after(ck, row, had, other)) continue;
      other->suspect = other->time;
      other->partner = (int32_t)(own - ck->store_loads);
      if (over(ck, other)) tell(ck, other);
    }
  }
}

HOT void ordered_accesses(Check *ck, int32_t row, int32_t site, int32_t what, const int64_t *addresses, uint32_t bits) {
  if (what & ORDER_FENCE)
    for (int k = 0; k < RECENT; k++) stores_of(ck, row)[k].fenced = 1;
  for (uint32_t left = what & ORDER_FENCE ? 0 : bits; left; left &= left - 1) {
    int64_t address = addresses[__builtin_ctz(left)];
    if (what & ORDER_OF_BLOCK) address ^= (int64_t)ck->clusters << 48; /* shared memory is that of these blocks */
    if (what & ORDER_LOADS) load(ck, row, site, address);
    if (what & ORDER_STORES) store(ck, row, site, address);
  }
}
