/* What releases hand on to acquires, and fences between relaxed accesses.
 *
 * An entry for each address has the clocks that were released there by warps that run together. The checker itself is
 * only asked about other blocks (`order`): where an earlier one may have released at the address. A relaxed load notes
 * what was released where it loads, and a fence makes it known; a relaxed store releases what the last fence kept.
 * Source: PTX ISA, "Memory Consistency Model" (release and acquire patterns). */
#include "check.h"

/* See `lane_addresses` of check/lanes.c for what comes as an address of a vector. */
void hand_ons(Check *ck, int32_t row, int32_t what, const int64_t *addresses, uint32_t bits) CHECK(hand_ons_at);

/* -- entries ------------------------------------------------------------------------------------------------------ */
static uint32_t *clocks_of(Handoff *entry) { return (uint32_t *)(entry + 1); }

static Handoff *entry_of(const Check *ck, uint32_t number) {
  return (Handoff *)(ck->handoffs + (uint64_t)number * (sizeof(Handoff) + 4 * (uint64_t)ck->stride));
}

/* The place of an address in a table of `1 << bits`: by the high bits of a product with 2^64 by the golden ratio. */
static uint64_t hash(int64_t address, uint32_t bits) { return (uint64_t)address * (uint64_t)HASH >> (64 - bits); }

static Handoff *new_entry(Check *ck, uint32_t *slot, int64_t address) {
  Handoff *entry = entry_of(ck, ck->handoff_count);
  *entry = (Handoff){.address = address};
  *slot = ++ck->handoff_count;
  return entry;
}

/* The entry of an address, which is made if it lacks; null where there is no room for it. Open addressing: a table is
 * at most half full. */
static Handoff *find_entry(Check *ck, int32_t row, int64_t address) {
  for (int turn = 0; turn < 2; turn++) {
    uint32_t bits = ck->handoff_bits;
    uint64_t last = ((uint64_t)1 << bits) - 1, place = hash(address, bits);
    for (; ck->handoff_slots[place]; place = (place + 1) & last) {
      Handoff *entry = entry_of(ck, ck->handoff_slots[place] - 1);
      if (entry->address == address) return entry;
    }
    if (ck->handoff_count < (1u << bits) / 2) return new_entry(ck, &ck->handoff_slots[place], address);
    if (!turn) ck->order(row, ORDER_MORE, address); /* which may give more places */
  }
  return NULL;
}

/* Whether other blocks may have released at the address what is not known yet. */
static bool concerns_others(const Check *ck, const Handoff *entry) {
  return ck->foreign_filter[hash(entry->address, FILTER_BITS)] && !entry->asked;
}

/* -- lanes of a row ----------------------------------------------------------------------------------------------- */
/* What the row did at its clock now is handed on of some lanes only: the others have not met them since. Lanes of the
 * row itself may learn of what those did, since all met last. */
static void note_lanes(Check *ck, int32_t row, int32_t lanes) {
  Handed *handed = &ck->handed[row];
  ck->releases[row] = (Release){known_by(ck, row)[row], lanes};
  handed->lanes = lanes | (handed->meet == ck->meets[row] ? handed->lanes : 0);
  handed->meet = ck->meets[row];
}

/* Some lanes know what lanes of their own row did that released it, up to the row's clock in `clocks`. */
static void lanes_learn(Check *ck, int32_t row, const uint32_t *clocks, uint32_t lanes) {
  for (; lanes; lanes &= lanes - 1) {
    uint32_t *known = &ck->handed[row].known[__builtin_ctz(lanes)];
    *known = later(*known, clocks[row]);
  }
}

/* `into` becomes `clocks` where it starts anew, else is joined with them. */
static void take(Check *ck, bool anew, uint32_t *into, const uint32_t *clocks) {
  if (anew)
    copy_row(ck, into, clocks);
  else
    join(ck, into, clocks);
}

/* -- accesses ----------------------------------------------------------------------------------------------------- */
static void acquire(Check *ck, int32_t row, Handoff *entry, uint32_t lanes) {
  if (entry->stamp) {
    join(ck, known_by(ck, row), clocks_of(entry));
    lanes_learn(ck, row, clocks_of(entry), lanes);
  }
  if (!concerns_others(ck, entry)) return;
  ck->order(row, ORDER_FOREIGN | ORDER_ACQUIRE, entry->address);
  entry->asked = 1;
}

/* A relaxed load: what was released here is known from the row's next fence on. */
static void see(Check *ck, int32_t row, Handoff *entry) {
  FenceRow *words = &ck->fence_words[row];
  if (entry->stamp) {
    take(ck, !(words->seen & SEEN_OWN), row_of(ck, ck->seen, row), clocks_of(entry));
    words->seen |= SEEN_OWN;
  }
  if (!concerns_others(ck, entry)) return;
  words->seen |= SEEN_OTHERS;
  ck->order(row, ORDER_FOREIGN | ORDER_LOADS, entry->address);
}

static void release_at(Check *ck, int32_t row, int32_t what, Handoff *entry, uint32_t lanes) {
  uint32_t *known = known_by(ck, row);
  take(ck, what & ORDER_REPLACES || !entry->stamp, clocks_of(entry), known);
  note_lanes(ck, row, lanes);
  known[row] = tick(ck);
  entry->stamp = ck->foreign_stamp;
}

/* A relaxed store releases what the row knew at its last fence, if there was one. */
static void store_relaxed(Check *ck, int32_t row, Handoff *entry) {
  uint32_t at_fence = ck->fence_words[row].stamp;
  bool empty = !entry->stamp;
  if (!at_fence) return;
  entry->stamp = later(entry->stamp, at_fence);
  take(ck, empty, clocks_of(entry), row_of(ck, ck->fence_kept, row));
}

/* One address that a row acquires from, or releases at, or accesses between fences. */
static void hand_on(Check *ck, int32_t row, int32_t what, int64_t address, uint32_t lanes) {
  Handoff *entry = find_entry(ck, row, address);
  if (!entry) return;
  bool acquires = (what & ORDER_ACQUIRE) != 0, releases = (what & ORDER_RELEASE) != 0;
  /* Whether a store comes to an empty entry is asked before the access: a load leaves that as it is. */
  if (what & ORDER_LOADS && acquires) acquire(ck, row, entry, lanes);
  if (what & ORDER_LOADS && !acquires) see(ck, row, entry);
  if (what & ORDER_STORES && releases) release_at(ck, row, what, entry, lanes);
  if (what & ORDER_STORES && !releases) store_relaxed(ck, row, entry);
}

/* A fence: what the row's relaxed loads saw is known, and its relaxed stores from here on release what it knows. */
static void fence_order(Check *ck, int32_t row, uint32_t lanes) {
  FenceRow *words = &ck->fence_words[row];
  uint32_t *known = known_by(ck, row), *seen = row_of(ck, ck->seen, row), state = words->seen;
  if (state & SEEN_OWN) {
    join(ck, known, seen);
    lanes_learn(ck, row, seen, lanes);
  }
  words->seen = 0;
  if (state & SEEN_OTHERS) ck->order(row, ORDER_FOREIGN | ORDER_FENCE, 0);
  copy_row(ck, row_of(ck, ck->fence_kept, row), known);
  note_lanes(ck, row, lanes);
  words->stamp = ck->foreign_stamp;
  known[row] = tick(ck);
}

/* Each address of the lanes in `bits` once, with all lanes that have it; a fence has none. */
HOT void hand_ons(Check *ck, int32_t row, int32_t what, const int64_t *addresses, uint32_t bits) {
  if (what & ORDER_FENCE) return fence_order(ck, row, bits);
  for (uint32_t left = bits; left;) {
    int64_t address = addresses[__builtin_ctz(left)];
    uint32_t same = 0;
    for (int k = 0; k < WARP_LANES; k++) same |= (uint32_t)(addresses[k] == address) << k;
    hand_on(ck, row, what, address, left & same);
    left &= ~same;
  }
}
