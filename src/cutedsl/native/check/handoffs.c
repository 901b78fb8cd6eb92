/* What releases hand on to acquires, and fences between relaxed accesses.
 *
 * An entry for each address has the clocks that were released there by warps that run together; foreign.c has what
 * earlier blocks released. A relaxed load notes what was released where it loads, and a fence makes it known; a relaxed
 * store releases what the last fence kept.
 * Source: PTX ISA, "Memory Consistency Model" (release and acquire patterns). */
#include "foreign.h"
#include "looks.h"
#include "parts.h"

/* See `lane_addresses` of check/lanes.c for what comes as an address of a vector. */
void hand_ons(Check *ck, int32_t row, int32_t what, const int64_t *addresses, uint32_t bits) CHECK(hand_ons_at);
void held(Check *ck, const int64_t *addresses, uint32_t bits, int64_t bytes) CHECK(held_at);
void step_lanes(Check *ck, int32_t row, int32_t lanes) CHECK(step_lanes);
/* clocks.c */
void step(Check *ck, int32_t row) CHECK(step);

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
    if (!turn) report(ck, EVENT_HANDOFFS, row, 0, 0, address, 0); /* which may give more places */
  }
  return NULL;
}

/* The last entry goes first: those before it were found without it. Keys of scopes are of these blocks only. */
HOT void end_handoffs(Check *ck, void (*keep)(Check *, int64_t, uint32_t, const uint32_t *)) {
  uint64_t last = ((uint64_t)1 << ck->handoff_bits) - 1;
  for (uint32_t number = 0; number < ck->handoff_count; number++) {
    Handoff *entry = entry_of(ck, number);
    if (entry->stamp && entry->address >= 0) keep(ck, entry->address, entry->stamp, clocks_of(entry));
  }
  for (; ck->handoff_count; ck->handoff_count--) {
    uint64_t place = hash(entry_of(ck, ck->handoff_count - 1)->address, ck->handoff_bits);
    while (ck->handoff_slots[place] != ck->handoff_count) place = (place + 1) & last;
    ck->handoff_slots[place] = 0;
  }
}

/* -- lanes of a row ----------------------------------------------------------------------------------------------- */
/* What the row did at its clock now is handed on of some lanes only: the others have not met them since. Lanes of the
 * row itself may learn of what those did, since all met last. */
static void note_lanes(Check *ck, int32_t row, int32_t lanes) {
  Handed *handed = &ck->handed[row];
  ck->releases[row] = (Release){known_by(ck, row)[row], lanes};
  if (!all_there(ck, row, (uint32_t)lanes)) ck->lone_releases = 1;
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

/* Lanes of a row that have met without the others: they know what each of them did. */
HOT void step_lanes(Check *ck, int32_t row, int32_t lanes) {
  if (!~(ck->absent[row] | (uint32_t)lanes)) return step(ck, row);
  note_lanes(ck, row, lanes);
  lanes_learn(ck, row, known_by(ck, row), (uint32_t)lanes);
  known_by(ck, row)[row] = tick(ck);
}

/* `into` becomes `clocks` where it starts anew, else is joined with them. */
static void take(Check *ck, bool anew, uint32_t *into, const uint32_t *clocks) {
  if (anew)
    copy_row(ck, into, clocks);
  else
    join(ck, into, clocks);
}

/* -- scopes ------------------------------------------------------------------------------------------------------- */
/* An order is for the threads of a block, of a cluster, or all; both sides must name a scope that has both. Where a
 * kernel names less than all (`ORDER_SCOPED`), an address has an entry for each block and for each cluster besides the
 * one for all. A release goes into those that its scope has, and an acquire looks into those. */
enum { BLOCK, CLUSTER, ALL };

static int widest(int32_t what) { return what & ORDER_OF_BLOCK ? BLOCK : what & ORDER_OF_CLUSTER ? CLUSTER : ALL; }
static int narrowest(int32_t what) { return what & ORDER_SCOPED ? BLOCK : ALL; }

/* What stands for an address among the threads of a scope that has the row. Those of clusters that ran before differ. */
static int64_t key(const Check *ck, int32_t row, int64_t address, int scope) {
  if (scope == ALL) return address;
  uint64_t group = (uint32_t)row / (scope == BLOCK ? ck->block_rows : ck->cluster_rows);
  uint64_t own = ((uint64_t)ck->base << 32 | group << 2 | (uint64_t)scope) * (uint64_t)HASH;
  return address ^ (int64_t)(own | (uint64_t)1 << 63);
}

static uint32_t *in_scope(const Check *ck, uint32_t *planes, int scope, int32_t row) {
  return row_of(ck, planes, (int32_t)((uint32_t)scope * ck->rows) + row);
}

/* -- accesses ----------------------------------------------------------------------------------------------------- */
/* `clocks`: what the running blocks released with the value that is loaded; null: nothing. */
static void acquire(Check *ck, int32_t row, Handoff *entry, const uint32_t *clocks, int scope, uint32_t lanes) {
  if (clocks) {
    lanes_gain(ck, row, clocks, lanes);
    lanes_learn(ck, row, clocks, lanes);
  }
  if (scope != ALL || entry->asked == row + 1) return;
  const Knowledge *before = released_before(ck, entry->address);
  if (before) learn(ck, row, lanes, before);
  entry->asked = all_there(ck, row, lanes) || !before ? row + 1 : 0;
}

/* A relaxed load: what was released here is known from the row's next fence on. */
static void see(Check *ck, int32_t row, Handoff *entry, const uint32_t *clocks, int scope) {
  FenceRow *words = &ck->fence_words[row];
  if (clocks) {
    take(ck, !(words->seen >> scope & 1), in_scope(ck, ck->seen, scope, row), clocks);
    words->seen |= 1u << scope;
    words->looked[scope] = known_by(ck, row)[row];
  }
  const Knowledge *before = scope == ALL && entry->asked != row + 1 ? released_before(ck, entry->address) : NULL;
  if (!before) return;
  words->seen |= SEEN_OTHERS;
  words->looked[ALL] = known_by(ck, row)[row];
  add_knowledge(ck, &ck->seen_before[row], before);
}

static void release_at(Check *ck, int32_t row, int32_t what, Handoff *entry, uint32_t lanes) {
  take(ck, what & ORDER_REPLACES || !entry->stamp, clocks_of(entry), known_by(ck, row));
  join_gained(ck, row, lanes, clocks_of(entry));
  entry->stamp = ck->foreign_stamp;
}

/* A relaxed store releases what the row knew at its last fence, if there was one; and what other warps of the block
 * knew at theirs, if it met them since: threads that fence each what they wrote and then meet, before one of them counts
 * up a counter, are right on all GPUs, although PTX asks that one for a fence of its own. */
static void store_relaxed(Check *ck, int32_t row, Handoff *entry, int scope) {
  uint32_t first = (uint32_t)row - (uint32_t)row % ck->block_rows;
  for (uint32_t k = first; ck->fences && k < first + ck->block_rows; k++) {
    const FenceRow *words = &ck->fence_words[k];
    if (!words->stamps[scope] || (k != (uint32_t)row && known_by(ck, row)[k] <= words->fenced[scope])) continue;
    take(ck, !entry->stamp, clocks_of(entry), in_scope(ck, ck->fence_kept, scope, (int32_t)k));
    entry->stamp = later(entry->stamp, words->stamps[scope]);
  }
}

/* What is released with the value that a load sees: in a loop that may be an earlier one than memory holds. */
static const uint32_t *clocks_seen(Check *ck, int32_t row, int32_t what, Handoff *entry, int64_t address) {
  const Past *past = what & ORDER_LOOKS ? past_for(ck, row, address) : NULL;
  if (past) return past->released ? past->clocks : NULL;
  return entry->stamp ? clocks_of(entry) : NULL;
}

static void hand_on_in(Check *ck, int32_t row, int32_t what, int64_t address, int scope, uint32_t lanes) {
  Handoff *entry = find_entry(ck, row, key(ck, row, address, scope));
  if (!entry) return;
  bool acquires = (what & ORDER_ACQUIRE) != 0, releases = (what & ORDER_RELEASE) != 0;
  /* Whether a store comes to an empty entry is asked before the access: a load leaves that as it is. */
  if (what & ORDER_LOADS) {
    const uint32_t *clocks = clocks_seen(ck, row, what, entry, address);
    if (acquires)
      acquire(ck, row, entry, clocks, scope, lanes);
    else
      see(ck, row, entry, clocks, scope);
  }
  if (what & ORDER_STORES && releases) release_at(ck, row, what, entry, lanes);
  if (what & ORDER_STORES && !releases) store_relaxed(ck, row, entry, scope);
}

/* One address that a row acquires from, or releases at, or accesses between fences. `bytes`: see `note_past`. */
static void hand_on(Check *ck, int32_t row, int32_t what, int64_t address, uint32_t lanes, int64_t bytes) {
  for (int scope = narrowest(what); scope <= widest(what); scope++) hand_on_in(ck, row, what, address, scope, lanes);
  if (what & ORDER_KEPT) note_past(ck, row, address, find_entry(ck, row, address), bytes, lanes);
  if (what & ORDER_LOADS && !(what & ORDER_LOOKS)) see_latest(ck, row, address);
  if (!(what & ORDER_STORES) || !(what & ORDER_RELEASE)) return;
  note_lanes(ck, row, lanes);
  known_by(ck, row)[row] = tick(ck);
}

/* What other warps of the block saw, and this one has met since. */
static void join_looks(Check *ck, int32_t row, int scope, uint32_t lanes) {
  uint32_t first = (uint32_t)row - (uint32_t)row % ck->block_rows, *known = known_by(ck, row);
  for (uint32_t k = first; k < first + ck->block_rows; k++) {
    uint32_t looked = ck->fence_words[k].looked[scope];
    /* What the row saw itself is for the lanes that fence. */
    if (k == (uint32_t)row || !looked || known[k] < looked) continue;
    join(ck, known, in_scope(ck, ck->seen, scope, (int32_t)k));
    if (scope == ALL && ck->seen_before[k].known) learn(ck, row, lanes, &ck->seen_before[k]);
  }
}

/* A fence: what the row's relaxed loads saw is known, and its relaxed stores from here on release what it knows. */
static void fence_order(Check *ck, int32_t row, int32_t what, uint32_t lanes) {
  FenceRow *words = &ck->fence_words[row];
  uint32_t *known = known_by(ck, row);
  ck->fences++;
  for (int scope = narrowest(what); scope <= widest(what); scope++) {
    join_looks(ck, row, scope, lanes);
    uint32_t *seen = in_scope(ck, ck->seen, scope, row);
    if (!(words->seen >> scope & 1)) continue;
    lanes_gain(ck, row, seen, lanes);
    lanes_learn(ck, row, seen, lanes);
    words->seen &= ~(1u << scope);
  }
  if (words->seen & SEEN_OTHERS && widest(what) == ALL) {
    words->seen &= ~(uint32_t)SEEN_OTHERS;
    learn(ck, row, lanes, &ck->seen_before[row]);
  }
  for (int scope = narrowest(what); scope <= widest(what); scope++) {
    copy_row(ck, in_scope(ck, ck->fence_kept, scope, row), known);
    join_gained(ck, row, lanes, in_scope(ck, ck->fence_kept, scope, row));
    words->stamps[scope] = ck->foreign_stamp;
    words->fenced[scope] = known[row];
  }
  note_lanes(ck, row, lanes);
  known[row] = tick(ck);
}

/* What up to 8 bytes at an address hold. */
static uint64_t held_at(int64_t address, int64_t bytes) {
  uint64_t value = 0;
  __builtin_memcpy(&value, (const void *)address, (uint64_t)bytes);
  return value;
}

/* Lanes will store at addresses: what memory holds before, for `hand_ons` after the store. */
HOT void held(Check *ck, const int64_t *addresses, uint32_t bits, int64_t bytes) {
  ck->held_bytes = bytes;
  for (; bits; bits &= bits - 1) {
    int32_t lane = __builtin_ctz(bits);
    ck->held[lane] = held_at(addresses[lane], bytes);
  }
}

/* A store left memory as it was: who reads that value may have read it before the store or after it, and so knows only
 * what was released both times. */
static void hand_on_less(Check *ck, int32_t row, int32_t what, int64_t address) {
  for (int scope = narrowest(what); scope <= widest(what); scope++) {
    Handoff *entry = find_entry(ck, row, key(ck, row, address, scope));
    if (!entry || !entry->stamp) continue;
    uint32_t *clocks = clocks_of(entry), *known = known_by(ck, row);
    for (uint32_t k = 0; k < ck->live; k++) clocks[k] = clocks[k] < known[k] ? clocks[k] : known[k];
  }
}

/* The lanes whose store left memory as it was. */
static uint32_t unchanged(Check *ck, const int64_t *addresses, uint32_t bits) {
  uint32_t found = 0;
  for (uint32_t left = ck->held_bytes ? bits : 0; left; left &= left - 1) {
    int32_t lane = __builtin_ctz(left);
    if (ck->held[lane] == held_at(addresses[lane], ck->held_bytes)) found |= 1u << lane;
  }
  ck->held_bytes = 0;
  return found;
}

/* Each address of the lanes in `bits` once, with all lanes that have it; a fence has none. */
HOT void hand_ons(Check *ck, int32_t row, int32_t what, const int64_t *addresses, uint32_t bits) {
  if (what & (ORDER_OF_BLOCK | ORDER_OF_CLUSTER)) ck->scoped = 1;
  if (what & ORDER_FENCE) return fence_order(ck, row, what, bits);
  int64_t bytes = ck->held_bytes;
  uint32_t less = unchanged(ck, addresses, bits);
  bits &= ~less;
  for (; less; less &= less - 1) hand_on_less(ck, row, what, addresses[__builtin_ctz(less)]);
  for (uint32_t left = bits; left;) {
    int64_t address = addresses[__builtin_ctz(left)];
    uint32_t same = 0;
    for (int k = 0; k < WARP_LANES; k++) same |= (uint32_t)(addresses[k] == address) << k;
    hand_on(ck, row, what, address, left & same, bytes);
    left &= ~same;
  }
}
