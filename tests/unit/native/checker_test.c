/* The checker's clocks, hand-offs and questions about lanes, called from C: run under sanitizers. */
#include "../../../src/cutedsl/native/check/foreign.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void begin(Context *, Block *, int64_t) CHECK(begin);
void arrive(Check *, int32_t, uint32_t, int32_t, int32_t, int32_t) CHECK(arrive);
void leave(Check *, int32_t, uint32_t, int32_t) CHECK(leave);
int64_t landing(Check *, int32_t, uint32_t, int32_t, int32_t, int32_t) CHECK(landing);
void sent(Check *, int32_t, uint32_t, int64_t, int32_t) CHECK(sent);
uint32_t barrier(Check *, const uint8_t *) CHECK(barrier);
void step(Check *, int32_t) CHECK(step);
void met(Check *, int32_t, int32_t, int32_t) CHECK(met);
void fence(Check *, int32_t) CHECK(fence);
int64_t group(Check *, int32_t, int32_t, int32_t, int32_t) CHECK(group);
void commit(Check *, int32_t, int32_t, int32_t) CHECK(commit);
void settle(Check *, int32_t, int32_t, uint32_t, int32_t, bool) CHECK(settle);
void finish_row(Check *, int32_t) CHECK(finish);
void hand_ons(Check *, int32_t, int32_t, const int64_t *, uint32_t) CHECK(hand_ons_at);
uint32_t clash(const uint64_t *, uint32_t, uint64_t, const uint64_t *, int64_t) CHECK(clash_at);
uint32_t unbounded(Check *, int32_t, int32_t, int32_t, const int64_t *, uint32_t, int64_t) CHECK(unbounded_at);
void unwritten(Check *, int32_t, int32_t, const uint32_t *, uint32_t, uint32_t, uint32_t, uint32_t) CHECK(unwritten);
void wrote(uint32_t *, uint32_t, uint32_t, uint32_t, uint32_t) CHECK(wrote);

#define WHO Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind
void write_row(WHO, int64_t, int64_t, int64_t, int64_t, int64_t) __asm__("cute.check.write.row");
void read_row(WHO, int64_t, int64_t, int64_t, int64_t, int64_t) __asm__("cute.check.read.row");
void write_any(WHO, const uint32_t *, uint32_t, int32_t) __asm__("cute.check.write.any_at");
void atomic_any(WHO, const uint32_t *, uint32_t, int32_t) __asm__("cute.check.atomic.any_at");
void write_span(WHO, int64_t, int64_t, int64_t) __asm__("cute.check.write.span");
void read_span(WHO, int64_t, int64_t, int64_t) __asm__("cute.check.read.span");
void read_spans(WHO, const uint64_t *, uint32_t, int64_t, bool) __asm__("cute.check.read.spans_at");
void write_spans(WHO, const uint64_t *, uint32_t, int64_t, bool) __asm__("cute.check.write.spans_at");

enum { ROWS = 4, STRIDE = 96, SMEM = 1024, CHUNK = 16, BITS = 3, NAMED = 1, ALL_BYTES_OF_A_WORD = 15 };

/* -- a checker that notes what it is told ----------------------------------------------------------------------------- */
static struct {
  int32_t event, row, site, access;
  int64_t a, b;
} told;
static int32_t reports, answer;

static int32_t note(Check *ck, int32_t event, int32_t row, int32_t site, int32_t access, int64_t a, int64_t b) {
  (void)ck;
  reports++;
  told.event = event, told.row = row, told.site = site, told.access = access, told.a = a, told.b = b;
  return answer;
}

static void *zeros(size_t count, size_t size) {
  void *made = calloc(count, size);
  assert(made);
  return made;
}

static Context rt;
static Block block;
static int64_t smem[SMEM / 8];
static uint64_t room[1 << 16];
static Knowledge *first_stamps;

static Check *new_check(void) {
  static Check made;
  Check *ck = &made;
  memset(ck, 0, sizeof *ck);
  ck->report = note;
  ck->rows = ck->block_rows = ck->agents = ROWS;
  ck->live = 16;
  ck->stride = STRIDE;
  ck->first_mbarrier = NAMED;
  ck->known = zeros(ROWS * STRIDE, 4);
  ck->fenced = zeros(ROWS * STRIDE, 4);
  ck->seen = zeros(SCOPES * ROWS * STRIDE, 4);
  ck->fence_kept = zeros(SCOPES * ROWS * STRIDE, 4);
  ck->floors = zeros(ROWS, 4);
  ck->meets = zeros(ROWS, 4);
  ck->started = zeros(ROWS, 4);
  ck->objects = zeros(NAMED + MAX_BARRIERS, sizeof(BarrierRecord) + 16 * STRIDE);
  ck->barrier_ids = zeros(SMEM / 8, 2);
  ck->bases = zeros(100, 16);
  ck->engines = zeros(ROWS, sizeof(EngineRow));
  ck->lane_groups = zeros(ROWS * LANE_ENGINES, sizeof(LaneGroups));
  ck->stops = zeros(ROWS, sizeof(Stop));
  ck->log = zeros(LOG_ENTRIES, sizeof(LogEntry));
  ck->fence_words = zeros(ROWS, sizeof(FenceRow));
  ck->releases = zeros(STRIDE, sizeof(Release));
  ck->handed = zeros(ROWS, sizeof(Handed));
  ck->absent = zeros(ROWS, 4);
  ck->gained = zeros(ROWS * STRIDE, 4);
  ck->gainers = zeros(ROWS, 4);
  ck->gain_groups = zeros(ROWS * GAIN_GROUPS * STRIDE, 4);
  ck->gain_lanes = zeros(ROWS * GAIN_GROUPS, 4);
  ck->parts = zeros(ROWS, 4);
  ck->fencers = zeros(ROWS, 4);
  ck->init_fences = zeros(ROWS, 4);
  ck->doubts = zeros(64, 1);
  ck->narrow = zeros(64, 1);
  ck->stores = zeros(ROWS * 4, sizeof(RecentStore));
  ck->store_loads = zeros(STORE_LOADS, sizeof(StoreLoad));
  ck->swizzles = zeros(1 << 13, 1);
  ck->parts_at = 4 * ROWS + MAX_BARRIERS;
  ck->fences_at = ck->parts_at + ROWS;
  ck->registers = zeros(ROWS, sizeof(RegisterRow));
  ck->refusals = zeros(ROWS, sizeof *ck->refusals);
  ck->grid_at = ck->fences_at + ROWS;
  ck->stored_at = ck->grid_at + 1;
  ck->cluster_rows = ROWS;
  ck->handoff_bits = BITS;
  ck->handoff_slots = zeros(1 << BITS, 4);
  ck->handoffs = zeros(1 << (BITS - 1), sizeof(Handoff) + 4 * STRIDE);
  ck->released = zeros(1 << FILTER_BITS, sizeof *ck->released);
  ck->seen_before = zeros(ROWS, sizeof(Knowledge));
  ck->tree_levels = 2;
  ck->stamps = first_stamps = zeros(ck->stamps_room = 2, sizeof(Knowledge));
  ck->foreign_stamp = 1;
  ck->smem_words = SMEM / 4;
  ck->writes = zeros(SMEM / 4 + CHUNK, 8);
  ck->reads = zeros(SMEM / 4 + CHUNK, 8);
  ck->more_reads = zeros(SMEM / 4 + CHUNK, 8);
  ck->muted = zeros(64, 1);
  ck->pages = zeros(PAGE_SLOTS, sizeof(PageEntry));
  ck->room = (int64_t)memset(room, 0, sizeof room);
  ck->room_end = ck->room + (int64_t)sizeof room;
  rt.user = ck;
  block.smem = smem;
  begin(&rt, &block, 7);
  reports = 0;
  return ck;
}

static void end_check(Check *ck) {
  free(first_stamps);
  void *all[] = {
      ck->known,   ck->fenced,      ck->seen,     ck->fence_kept, ck->floors,        ck->meets,    ck->objects,
      ck->bases,   ck->barrier_ids, ck->engines,  ck->lane_groups, ck->stops,      ck->log,           ck->releases, ck->handed,
      ck->writes,  ck->fence_words, ck->reads,    ck->more_reads, ck->handoff_slots, ck->handoffs, ck->muted,
      ck->released, ck->seen_before, ck->pages, ck->absent, ck->gained, ck->gainers, ck->gain_groups, ck->gain_lanes, ck->parts, ck->fencers, ck->init_fences, ck->doubts, ck->narrow, ck->stores, ck->store_loads, ck->registers, ck->refusals, ck->swizzles, ck->started,
  };
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

static uint32_t own_clock(Check *ck, int32_t row) { return known_by(ck, row)[row]; }

/* -- laws ------------------------------------------------------------------------------------------------------------- */
static void barriers_order(void) {
  Check *ck = new_check();
  uint32_t before = own_clock(ck, 1);
  assert(known_by(ck, 0)[1] == ck->base && before > ck->base && ck->bases[0] == 7);
  for (int row = 0; row < ROWS; row++) arrive(ck, row, 0, 1, 5, 32);
  assert(own_clock(ck, 1) > before && ck->log_count == ROWS && ck->log[1].row == 1 && ck->log[1].number == 32);
  leave(ck, 0, 0, 1);
  assert(known_by(ck, 0)[1] == before && known_by(ck, 2)[1] == ck->base);
  arrive(ck, 0, 0, 2, 5, 32); /* a fast warp is in the next phase: the slow one learns of the phase before alone */
  uint32_t fast = own_clock(ck, 0);
  leave(ck, 2, 0, 1);
  assert(known_by(ck, 2)[1] == before && known_by(ck, 2)[0] < fast - 1);
  assert(ck->floors[2] < own_clock(ck, 2));
  fence(ck, 2);
  assert(row_of(ck, ck->fenced, 2)[1] == before);
  end_check(ck);
}

static void lanes_meet(void) {
  Check *ck = new_check();
  uint32_t of_two = own_clock(ck, 2);
  met(ck, 0, 0, 0x6); /* rows 1 and 2 */
  assert(known_by(ck, 1)[2] == of_two && known_by(ck, 2)[1] && known_by(ck, 0)[2] == ck->base);
  assert(ck->meets[1] == own_clock(ck, 1));
  end_check(ck);
}

static void engines(void) {
  Check *ck = new_check();
  int64_t clock = group(ck, 1, ENGINE_COPY - 1, 3, 9);
  commit(ck, 1, ENGINE_COPY - 1, -1);
  settle(ck, 1, ENGINE_COPY - 1, 0, 1, false); /* a lane that copied does not wait */
  assert(known_by(ck, 1)[ROWS + 1] < clock && ck->live == STRIDE);
  settle(ck, 1, ENGINE_COPY - 1, 1, 3, false);
  assert(known_by(ck, 1)[ROWS + 1] < clock);
  finish_row(ck, 1);
  assert(reports == 1 && told.event == EVENT_LEAK && told.row == 1 && told.site == 9 && told.a == 1 && !told.b);
  settle(ck, 1, ENGINE_COPY - 1, 0, 3, false);
  assert(known_by(ck, 1)[ROWS + 1] == clock);
  end_check(ck);
}

static void bulk_copies(void) {
  for (int waits = 0; waits < 2; waits++) {
    Check *ck = new_check();
    uint32_t index = barrier(ck, (uint8_t *)&smem[3]);
    assert(index == NAMED && barrier(ck, (uint8_t *)&smem[3]) == index && barrier(ck, (uint8_t *)&smem[4]) == index + 1);
    int64_t clock = landing(ck, 0, index, 1, 4, 128);
    sent(ck, 1, index, clock, 6);
    if (waits) {
      leave(ck, 2, index, 1);
      assert(known_by(ck, 2)[ROWS * ENGINE_BULK_LOAD] == clock);
    }
    for (int row = 0; row < ROWS; row++) finish_row(ck, row);
    assert(reports == (waits ? 0 : 2) && (waits || (told.site == 4 && told.access == ENGINE_BULK_LOAD)));
    smem[3] = (int64_t)5 << 40; /* bytes are outstanding */
    begin(&rt, &block, 8);
    index = barrier(ck, (uint8_t *)&smem[3]);
    landing(ck, 0, index, 1, 4, 128);
    for (int row = 0; row < ROWS; row++) finish_row(ck, row);
    assert(told.event == EVENT_BYTES && told.a == 5);
    smem[3] = 0;
    end_check(ck);
  }
}

static void hand_offs(void) {
  Check *ck = new_check();
  int64_t places[WARP_LANES];
  for (int k = 0; k < WARP_LANES; k++) places[k] = 4096 + 8 * (k % 2);
  uint32_t released = own_clock(ck, 0);
  hand_ons(ck, 0, ORDER_RELEASE | ORDER_STORES, places, 3);
  assert(ck->handoff_count == 2 && ck->releases[0].lanes && own_clock(ck, 0) > released);
  hand_ons(ck, 0, ORDER_RELEASE | ORDER_STORES, places, 1);
  hand_ons(ck, 1, ORDER_ACQUIRE | ORDER_LOADS, places, 1);
  /* Lane 0 alone acquired: the row knows once its lanes meet. */
  assert(row_of(ck, ck->gained, 1)[0] >= released && ck->gainers[1] == 1 && known_by(ck, 1)[0] == ck->base);
  step(ck, 1);
  assert(known_by(ck, 1)[0] >= released && !ck->gainers[1] && known_by(ck, 2)[0] == ck->base);
  hand_ons(ck, 2, ORDER_LOADS, places, 1); /* relaxed: known from the next fence on */
  assert(known_by(ck, 2)[0] == ck->base && ck->fence_words[2].seen == 1 << (SCOPES - 1));
  hand_ons(ck, 2, ORDER_FENCE, places, -1);
  assert(known_by(ck, 2)[0] >= released && ck->fence_words[2].stamps[SCOPES - 1] == ck->foreign_stamp);
  uint32_t fenced = own_clock(ck, 2) - 1;
  places[0] = 1 << 20;
  hand_ons(ck, 2, ORDER_STORES, places, 1); /* relaxed, after a fence */
  hand_ons(ck, 3, ORDER_ACQUIRE | ORDER_LOADS, places, 1);
  const uint32_t *gained = row_of(ck, ck->gained, 3);
  assert(gained[2] && gained[2] <= fenced && gained[0] >= released && known_by(ck, 3)[0] < released);
  for (int k = 0; k < 3; k++) {
    places[0] = (2 + k) << 20;
    hand_ons(ck, 3, ORDER_RELEASE | ORDER_STORES, places, 1);
  }
  assert(told.event == EVENT_HANDOFFS && ck->handoff_count == 4); /* half of the places */
  end_check(ck);
}

/* Warps that fence, meet, and let one of them count; and the same on the other side. */
static void fences_before_a_meeting(void) {
  for (int meets = 0; meets < 2; meets++) {
    Check *ck = new_check();
    int64_t places[WARP_LANES] = {4096};
    uint32_t wrote = own_clock(ck, 1);
    for (int row = 0; row < 2; row++) hand_ons(ck, row, ORDER_FENCE, places, -1);
    for (int row = 0; meets && row < 2; row++) arrive(ck, row, 0, 1, 5, 64);
    for (int row = 0; meets && row < 2; row++) leave(ck, row, 0, 1);
    hand_ons(ck, 0, ORDER_STORES, places, 1);
    hand_ons(ck, 2, ORDER_LOADS, places, 1);
    for (int row = 2; meets && row < 4; row++) arrive(ck, row, 0, 2, 5, 64);
    for (int row = 2; meets && row < 4; row++) leave(ck, row, 0, 2);
    hand_ons(ck, 3, ORDER_FENCE, places, -1);
    assert((known_by(ck, 3)[1] >= wrote) == meets);
    end_check(ck);
  }
}

static uint64_t epoch_of(uint32_t clock, uint64_t column) { return clock | column << COLUMN_AT; }

/* Blocks one after another, each of which takes what the one before released: the last knows of all. */
static void chains_of_blocks(void) {
  enum { BLOCKS = 40 };
  Check *ck = new_check();
  int64_t places[WARP_LANES] = {4096}, others[WARP_LANES] = {8192};
  uint32_t clocks[BLOCKS];
  for (int k = 0; k < BLOCKS; k++) {
    clocks[k] = own_clock(ck, 1);
    assert(!k || !foreign_before(ck, 1, 0, epoch_of(clocks[k - 1], 1), false));
    hand_ons(ck, 1, ORDER_ACQUIRE | ORDER_LOADS | ORDER_RELEASE | ORDER_STORES, places, 1);
    uint32_t later_clock = own_clock(ck, 1);
    for (int n = 0; n < k; n++) assert(foreign_before(ck, 1, 0, epoch_of(clocks[n], 1), false));
    assert(!k || !foreign_before(ck, 1, 5, epoch_of(clocks[k - 1], 1), false)); /* a lane that has not met lane 0 */
    step(ck, 1);
    assert(!k || foreign_before(ck, 1, 5, epoch_of(clocks[k - 1], 1), false));
    assert(!k || !foreign_before(ck, 2, 5, epoch_of(clocks[k - 1], 1), false)); /* nor has this warp met it */
    assert(!k || !foreign_before(ck, 1, 0, epoch_of(clocks[k - 1], 2), false)); /* by a warp that released nothing */
    if (k == 20) {
      fence_foreign(ck);
      hand_ons(ck, 1, ORDER_RELEASE | ORDER_STORES, others, 1);
    }
    begin(&rt, &block, k + 1);
    assert(!foreign_before(ck, 1, 0, epoch_of(later_clock, 1), false) && !ck->handoff_count);
  }
  hand_ons(ck, 0, ORDER_LOADS, places, 1);
  assert(!foreign_before(ck, 0, 0, epoch_of(clocks[0], 1), false)); /* relaxed: known from the next fence on */
  hand_ons(ck, 0, ORDER_FENCE, places, -1);
  assert(foreign_before(ck, 0, 9, epoch_of(clocks[0], 1), false) && !foreign_fenced(ck, epoch_of(clocks[5], 1)));
  hand_ons(ck, 0, ORDER_ACQUIRE | ORDER_LOADS, others, 1);
  assert(foreign_fenced(ck, epoch_of(clocks[5], 1)) && !foreign_fenced(ck, epoch_of(clocks[30], 1)));
  end_check(ck);
}

/* A relaxed look of one row, which another meets before it fences; and more notes of who took what than have room. */
static void shared_looks(void) {
  Check *ck = new_check();
  int64_t places[WARP_LANES];
  for (int k = 0; k < WARP_LANES; k++) places[k] = 4096;
  uint32_t wrote = own_clock(ck, 1);
  hand_ons(ck, 1, ORDER_RELEASE | ORDER_STORES, places, 1);
  begin(&rt, &block, 1);
  hand_ons(ck, 0, ORDER_LOADS, places, 1);
  hand_ons(ck, 3, ORDER_FENCE, places, -1);
  assert(!foreign_before(ck, 3, 7, epoch_of(wrote, 1), false)); /* had not met the row that looked */
  for (int row = 0; row < 4; row++) arrive(ck, row, 0, 1, 5, 128);
  for (int row = 0; row < 4; row++) leave(ck, row, 0, 1);
  hand_ons(ck, 3, ORDER_FENCE, places, -1);
  assert(foreign_before(ck, 3, 7, epoch_of(wrote, 1), false));
  for (int k = 0; k < WARP_LANES - 1; k++) hand_ons(ck, 1, ORDER_ACQUIRE | ORDER_LOADS, places, 1u << k);
  assert(!foreign_before(ck, 2, 7, epoch_of(wrote, 1), false));
  hand_ons(ck, 1, ORDER_ACQUIRE | ORDER_LOADS, places, 1u << 31);
  assert(foreign_before(ck, 2, 7, epoch_of(wrote, 1), false)); /* no room for one more: all have all */
  hand_ons(ck, 1, ORDER_ACQUIRE | ORDER_LOADS, places, 1);
  end_check(ck);
}

static void lanes(void) {
  Check *ck = new_check();
  uint64_t addresses[WARP_LANES], values[4 * WARP_LANES];
  int64_t page = 0x5000;
  for (int k = 0; k < WARP_LANES; k++) {
    addresses[k] = 1000 - 4 * k; /* they fall, and are apart */
    for (int twice = 0; twice < 2; twice++) values[32 * twice + k] = values[64 + 32 * twice + k] = 9;
  }
  assert(!clash(addresses, -1, 4, values, 2));
  addresses[20] = addresses[5];
  assert(!clash(addresses, -1, 4, values, 2)); /* the same values */
  values[64 + 20] = values[64 + 32 + 20] = 8;
  assert(clash(addresses, -1, 4, values, 2) == (CLASH_FOUND | 20 << CLASH_OTHER_AT | 5));
  assert(!clash(addresses, 1 << 5 | 1, 4, values, 2));
  addresses[20] += 2; /* a part of another's */
  assert(clash(addresses, -1, 4, values, 1));
  answer = 1;
  for (int k = 0; k < WARP_LANES; k++) addresses[k] = page + 8 * k;
  assert(!unbounded(ck, 2, 3, 0, (int64_t *)addresses, -1, 8) && reports == 1);
  assert(!unbounded(ck, 2, 3, 0, (int64_t *)addresses, -1, 8) && reports == 1);
  answer = 0;
  assert(unbounded(ck, 2, 3, ACCESS_WRITE, (int64_t *)addresses, 0xf0, 8) == 0x10 && ck->lanes[2] == page + 32);
  uint32_t words[4] = {0};
  wrote(words, 1, 9, 0xff, 4);
  assert(!words[0] && words[3] == 0xff);
  unwritten(ck, 2, 3, words, 1, 3, 0xf, 4);
  assert(reports == 2);
  unwritten(ck, 2, 3, words, 2, 2, 0x1ff, 4);
  assert(reports == 3 && told.a == 0x100 && told.b == 2);
  end_check(ck);
}

/* By the row itself, now. */
#define BY(row, kind) ck, row, row, own_clock(ck, row), 9, kind

static void all_meet(Check *ck, int32_t phase) {
  for (int row = 0; row < ROWS; row++) arrive(ck, row, 0, phase, 5, 32);
  for (int row = 0; row < ROWS; row++) leave(ck, row, 0, phase);
}

static void shared_memory(void) {
  Check *ck = new_check();
  uint32_t places[WARP_LANES];
  read_row(BY(0, ACCESS_READ), 3, 2, -1, 0, 0);
  assert(reports == 1 && told.event == EVENT_SHARED && ck->bits[1] == 3 && !ck->bits[0]); /* nobody wrote it */
  write_row(BY(0, ACCESS_WRITE), 0, 40, -1, 0, 0);
  assert(reports == 2 && ck->bits[2] == 3 << 3); /* where the row itself had read without */
  ck->muted[9] = 0;
  read_row(BY(0, ACCESS_READ), 0, 32, -1, 0, 0);
  assert(reports == 2); /* each lane reads what it wrote */
  read_row(BY(1, ACCESS_READ), 8, 32, 1 << 8, 0, 0);
  assert(reports == 3 && told.row == 1 && ck->bits[0] == 1 << 8 && (ck->found[8] & 0xffffffff) == 16);
  all_meet(ck, 1);
  read_row(BY(2, ACCESS_READ), 0, 40, -1, 0, 0);
  assert(reports == 3);
  for (int k = 0; k < WARP_LANES; k++) places[k] = 4 * (WARP_LANES - 1 - k);
  write_any(BY(3, ACCESS_WRITE), places, 1 << 20, 4);
  assert(reports == 4 && told.row == 3 && ck->bits[2] == 1 << 4); /* another row reads the word */
  all_meet(ck, 2);
  for (int k = 0; k < WARP_LANES; k++) places[k] = 16 + k / 4;
  write_any(BY(1, ACCESS_WRITE), places, 0x11111111, 1); /* bytes of two words, of a lane each */
  assert(reports == 4);
  write_any(BY(1, ACCESS_WRITE), places, 2, 4); /* all of a word that others have parts of */
  assert(reports == 5 && ck->bits[0] == 2 && ck->found[1] >> BYTES_SHIFT == ALL_BYTES_OF_A_WORD);
  reports = 0;
  all_meet(ck, 3);
  atomic_any(BY(0, ACCESS_WRITE | ACCESS_ATOMIC), places, -1, 4);
  atomic_any(BY(1, ACCESS_WRITE | ACCESS_ATOMIC), places, -1, 4);
  assert(!reports);
  end_check(ck);
}

static void global_memory(void) {
  Check *ck = new_check();
  int64_t at = 0x70000, rule = (LINE_BYTES - 1) * 8 + FIRST_RULE + 2; /* four bytes a lane */
  uint64_t addresses[WARP_LANES];
  LineRecord *line = NULL;
  write_span(BY(0, ACCESS_WRITE), at, 128, rule);
  line = ck->last_records;
  assert(line->masks[2] == ~0u && line->rules[2] && !line->words);
  read_span(BY(0, ACCESS_READ), at, 128, rule);
  assert(!reports && line->masks[0] == ~0u);
  read_span(BY(1, ACCESS_READ), at + 8, 4, NO_RULE);
  assert(reports == 1 && told.event == EVENT_GLOBAL && told.row == 1 && told.a == at + 8 && line->words);
  all_meet(ck, 1);
  read_span(BY(1, ACCESS_READ), at, 128, rule);
  for (int k = 0; k < WARP_LANES; k++) addresses[k] = at + 1024 + 128 * (k / 16) + 8 * (k % 16);
  write_spans(BY(2, ACCESS_WRITE), addresses, -1, 8, true);
  read_spans(BY(2, ACCESS_READ), addresses, -1, 8, true);
  assert(reports == 1 && ck->last_records[8].masks[2] == ~0u && ck->last_records[9].masks[0] == ~0u);
  addresses[5] = addresses[6];
  read_spans(BY(2, ACCESS_READ), addresses, 1 << 5, 8, true); /* what another lane of the warp wrote */
  assert(reports == 3 && told.access >> ACCESS_LANE_AT == 5); /* for each word */
  write_span(BY(3, ACCESS_WRITE), at + 3, 2, NO_RULE);
  assert(reports > 3);
  end_check(ck);
}

int main(void) {
  barriers_order();
  lanes_meet();
  engines();
  bulk_copies();
  hand_offs();
  fences_before_a_meeting();
  chains_of_blocks();
  shared_looks();
  lanes();
  shared_memory();
  global_memory();
  puts("all passed");
  return 0;
}
