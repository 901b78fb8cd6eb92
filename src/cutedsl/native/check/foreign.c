/* What atomics, ordered accesses and fences order between blocks that do not run together.
 *
 * A release at an address hands on what its warp knows; an acquire there takes it. handoffs.c keeps this for the blocks
 * that run together. What earlier ones released is kept here, as trees from groups of clusters, by the order in which
 * they ran, to the clocks of that group that are known. Trees never change: a release that adds one group shares all
 * else with the tree before, and two that are the same need not be compared. So a chain of n blocks takes n log n steps,
 * where copies of vectors would take n^2. Which lanes of a block took something is noted for the first `MOST_GAINS`
 * times: the others have it once they learn of what those lanes did since. */
#include "foreign.h"
#include "parts.h"

enum { FAN_BITS = 4, FAN = 1 << FAN_BITS, MOST_STAMPS = 1 << 16, MOST_GAINS = 32 };
typedef struct {
  void *parts[FAN]; /* trees, or clocks */
} Tree;
typedef struct {
  uint32_t count, clocks[];
} GroupClocks;
typedef struct Gain {
  Knowledge knows;
  uint32_t row, lanes, clock; /* the row's clock from then on */
} Gain;
typedef struct Released {
  int64_t address;
  Knowledge knows;
  struct Released *next; /* of the same place in the table */
} Released;

/* -- trees -------------------------------------------------------------------------------------------------------- */
static GroupClocks *new_clocks(Check *ck, uint32_t count) {
  GroupClocks *made = take_room(ck, (int64_t)(sizeof *made + 4 * (count + (uint64_t)(count & 1)) + 4));
  made->count = count;
  return made;
}

static bool covers(const GroupClocks *a, const GroupClocks *b) {
  if (a->count < b->count) return false;
  for (uint32_t k = 0; k < b->count; k++)
    if (a->clocks[k] < b->clocks[k]) return false;
  return true;
}

/* The later of two clocks each; one of the two where that says it all. */
static GroupClocks *later_clocks(Check *ck, GroupClocks *a, GroupClocks *b) {
  if (!a || covers(b, a)) return b;
  if (covers(a, b)) return a;
  GroupClocks *made = new_clocks(ck, later(a->count, b->count));
  for (uint32_t k = 0; k < made->count; k++)
    made->clocks[k] = later(k < a->count ? a->clocks[k] : 0, k < b->count ? b->clocks[k] : 0);
  return made;
}

/* All that two trees have, of which `level` more levels lie below; one of the two where that has it all. */
static void *both(Check *ck, void *a, void *b, uint32_t level) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (!level) return later_clocks(ck, a, b);
  Tree *one = a, *other = b, all;
  bool is_one = true, is_other = true;
  for (int k = 0; k < FAN; k++) {
    all.parts[k] = both(ck, one->parts[k], other->parts[k], level - 1);
    is_one &= all.parts[k] == one->parts[k];
    is_other &= all.parts[k] == other->parts[k];
  }
  if (is_one) return a;
  if (is_other) return b;
  Tree *made = take_room(ck, sizeof *made);
  *made = all;
  return made;
}

static uint32_t part_at(uint32_t group, uint32_t level) { return group >> FAN_BITS * (level - 1) & (FAN - 1); }

/* A tree with one group's clocks besides. */
static void *with(Check *ck, void *tree, uint32_t level, uint32_t group, GroupClocks *clocks) {
  if (!level) return later_clocks(ck, tree, clocks);
  Tree *made = take_room(ck, sizeof *made);
  if (tree) *made = *(Tree *)tree;
  void **part = &made->parts[part_at(group, level)];
  *part = with(ck, *part, level - 1, group, clocks);
  return made;
}

static const GroupClocks *clocks_in(const Check *ck, const void *tree, uint32_t group) {
  for (uint32_t level = ck->tree_levels; tree && level; level--) tree = ((const Tree *)tree)->parts[part_at(group, level)];
  return tree;
}

static bool has(const GroupClocks *known, uint64_t column, uint64_t clock) {
  return known && column < known->count && known->clocks[column] >= clock;
}

/* -- who knows what ----------------------------------------------------------------------------------------------- */
void add_knowledge(Check *ck, Knowledge *into, const Knowledge *more) {
  into->known = both(ck, into->known, more->known, ck->tree_levels);
  into->fenced = both(ck, into->fenced, more->fenced, ck->tree_levels);
}

static void make_stamps(Check *ck, uint32_t count) {
  Knowledge *made = take_room(ck, count * (int64_t)sizeof *made);
  for (uint32_t k = 0; k < ck->stamps_room; k++) made[k] = ck->stamps[k];
  ck->stamps = made;
  ck->stamps_room = count;
}

/* A stamp for what is known now. The last of very many stands for several: a release may then seem to hand on more. */
static void stamp(Check *ck, Knowledge knows) {
  uint32_t count = ck->foreign_stamp - ck->stamp_at_begin + 1;
  if (count == ck->stamps_room && count < MOST_STAMPS) make_stamps(ck, 2 * count);
  if (count < ck->stamps_room) ck->foreign_stamp++;
  ck->stamps[ck->foreign_stamp - ck->stamp_at_begin] = knows;
}

static Knowledge known_now(const Check *ck) { return ck->stamps[ck->foreign_stamp - ck->stamp_at_begin]; }

static void know(Check *ck, Knowledge knows) {
  Knowledge had = known_now(ck);
  if (knows.known != had.known || knows.fenced != had.fenced) stamp(ck, knows);
}

static bool has_gained(const Check *ck, int32_t row, uint32_t lanes, const Knowledge *what) {
  for (uint32_t k = 0; k < ck->gain_count && ck->gain_count <= MOST_GAINS; k++) {
    const Gain *gain = &ck->gains[k];
    bool same = gain->knows.known == what->known && gain->knows.fenced == what->fenced;
    if (same && gain->row == (uint32_t)row && !(lanes & ~gain->lanes)) return true;
  }
  return false;
}

/* Where there is no room for more, all lanes have what any of them took. */
static void gain(Check *ck, int32_t row, uint32_t lanes, const Knowledge *what) {
  if (ck->gain_count > MOST_GAINS) return;
  if (!ck->gains) ck->gains = take_room(ck, MOST_GAINS * (int64_t)sizeof *ck->gains);
  if (ck->gain_count++ == MOST_GAINS) return;
  uint32_t *clock = &known_by(ck, row)[row];
  *clock = tick(ck);
  ck->gains[ck->gain_count - 1] = (Gain){*what, (uint32_t)row, lanes, *clock};
}

HOT void learn(Check *ck, int32_t row, uint32_t lanes, const Knowledge *more) {
  if (has_gained(ck, row, lanes, more)) return;
  gain(ck, row, lanes, more);
  Knowledge knows = known_now(ck);
  add_knowledge(ck, &knows, more);
  know(ck, knows);
}

HOT void foreign_exchanged(Check *ck, int32_t row, uint32_t lanes) {
  for (uint32_t k = 0; k < ck->gain_count && ck->gain_count <= MOST_GAINS; k++) {
    Gain *gain = &ck->gains[k];
    if (gain->row == (uint32_t)row && gain->lanes & lanes) gain->lanes |= lanes;
  }
}

HOT void fence_foreign(Check *ck) {
  Knowledge knows = known_now(ck);
  knows.fenced = both(ck, knows.fenced, knows.known, ck->tree_levels);
  know(ck, knows);
}

/* -- releases ----------------------------------------------------------------------------------------------------- */
static Released **place_of(const Check *ck, int64_t address) {
  return &ck->released[(uint64_t)address * (uint64_t)HASH >> (64 - FILTER_BITS)];
}

static Released *release_of(const Check *ck, int64_t address) {
  Released *one = *place_of(ck, address);
  while (one && one->address != address) one = one->next;
  return one;
}

HOT const Knowledge *released_before(const Check *ck, int64_t address) {
  const Released *one = release_of(ck, address);
  return one ? &one->knows : NULL;
}

/* What the group that has ended released at an address, with what it knew of others then. */
static void keep(Check *ck, int64_t address, uint32_t at_stamp, const uint32_t *clocks) {
  Released *one = release_of(ck, address);
  if (!one) {
    Released **place = place_of(ck, address);
    one = take_room(ck, sizeof *one);
    *one = (Released){.address = address, .next = *place};
    *place = one;
  }
  GroupClocks *own = new_clocks(ck, ck->live);
  for (uint32_t k = 0; k < ck->live; k++) own->clocks[k] = clocks[k];
  add_knowledge(ck, &one->knows, &ck->stamps[at_stamp - ck->stamp_at_begin]);
  one->knows.known = with(ck, one->knows.known, ck->tree_levels, ck->clusters - 1, own);
}

HOT void begin_foreign(Check *ck) {
  end_handoffs(ck, keep);
  ck->stamp_at_begin = ++ck->foreign_stamp;
  ck->stamps[0] = (Knowledge){0};
  ck->gain_count = 0;
}

/* -- accesses ----------------------------------------------------------------------------------------------------- */
/* The number of the group, by the order in which they ran, that an access belongs to: the last that began before. */
static uint32_t group_of(const Check *ck, uint64_t clock) {
  uint32_t low = 0, high = ck->clusters;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if ((uint64_t)ck->bases[2 * middle + 1] <= clock)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Whether a lane of a row has what lanes took. */
static bool shares(const Check *ck, const Gain *gain, int32_t row, uint64_t lane) {
  if (gain->row == (uint32_t)row) return ck->meets[row] > gain->clock || among(gain->lanes, lane);
  if (has_lanes(ck, known_by(ck, row), gain->row, gain->lanes, gain->clock)) return true;
  if (!ck->gainers[row] || !among(ck->gainers[row], lane)) return false;
  for (uint32_t k = 0; k < GAIN_GROUPS && gain_lanes(ck, row, k); k++) {
    const uint32_t *gained = gain_group(ck, row, k);
    if (among(gain_lanes(ck, row, k), lane) && has_lanes(ck, gained, gain->row, gain->lanes, gain->clock)) return true;
  }
  return false;
}

HOT bool foreign_before(const Check *ck, int32_t row, uint64_t lane, uint64_t epoch, bool written) {
  const void *known = known_now(ck).known;
  if (!known) return false;
  uint32_t group = group_of(ck, clock_in(epoch));
  uint64_t column = ends_by(ck, epoch, written), clock = clock_in(epoch);
  if (!has(clocks_in(ck, known, group), column, clock)) return false;
  if (ck->gain_count > MOST_GAINS) return true;
  uint32_t shared = 0; /* the gains that the lane shares, as bits: mostly all, which needs no look at what they are of */
  for (uint32_t k = 0; k < ck->gain_count; k++) shared |= (uint32_t)shares(ck, &ck->gains[k], row, lane) << k;
  if (shared == (uint32_t)(((uint64_t)1 << ck->gain_count) - 1)) return true;
  for (; shared; shared &= shared - 1)
    if (has(clocks_in(ck, ck->gains[__builtin_ctz(shared)].knows.known, group), column, clock)) return true;
  return false;
}

HOT bool foreign_fenced(const Check *ck, uint64_t epoch) {
  Knowledge knows = known_now(ck);
  uint32_t group = group_of(ck, clock_in(epoch));
  uint64_t column = column_in(epoch), clock = clock_in(epoch);
  return has(clocks_in(ck, knows.known, group), ck->fences_at + column, clock) ||
         has(clocks_in(ck, knows.fenced, group), column, clock);
}
