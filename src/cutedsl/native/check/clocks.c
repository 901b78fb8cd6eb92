/* What orders threads: clocks of warps, barriers, groups of engines.
 *
 * A barrier's record keeps what its arrivals of the phase under way released, and what those of the phase before did: a
 * fast warp may arrive again before a slow one has left. The tag tells phases apart. Source: FastTrack (Flanagan and
 * Freund, PLDI 2009), with warps as its threads. */
#include "foreign.h"
#include "looks.h"
#include "parts.h"
#include "records.h"
#include "tensor.h"

/* So far from the last clock the checker starts them anew: a cluster takes fewer. */
enum { CLOCK_MARGIN = 1 << 22 };

void begin(Context *rt, Block *blocks, int64_t number) CHECK(begin);
void arrive(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) CHECK(arrive);
void leave(Check *ck, int32_t row, uint32_t index, int32_t tag) CHECK(leave);
void expect(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) CHECK(expect);
void copies_arrive(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) CHECK(copies);
int64_t landing(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) CHECK(landing);
void sent(Check *ck, int32_t row, uint32_t index, int64_t clock, int32_t site) CHECK(sent);
uint32_t barrier(Check *ck, const uint8_t *place) CHECK(barrier);
int64_t load_column(Check *ck, uint32_t index) CHECK(load_column);
/* store_loads.c */
void begin_store_loads(Check *ck) CHECK(begin_store_loads);
void end_store_loads(Check *ck, int32_t row) CHECK(end_store_loads);
/* groups.c */
void begin_groups(Check *ck, int32_t row) CHECK(begin_groups);
/* registers.c */
void end_registers(Check *ck, int32_t row) CHECK(end_registers);
/* peers.c */
void begin_peers(Check *ck) CHECK(begin_peers);
void end_for_peers(Check *ck, int32_t row) CHECK(end_for_peers);
void step(Check *ck, int32_t row) CHECK(step);
void met(Check *ck, int32_t before, int32_t first, int32_t members) CHECK(met);
void fence(Check *ck, int32_t row) CHECK(fence);
void init_fence(Check *ck, int32_t row) CHECK(init_fence);
void finish_row(Check *ck, int32_t row) CHECK(finish);
void event(Check *ck, int32_t row, int32_t event, int32_t site, uint32_t a, uint32_t b) CHECK(event);

/* -- clocks ------------------------------------------------------------------------------------------------------- */
enum { CHUNK_CLOCKS = 16 };
/* So many clocks at a time; rows of them are whole numbers of chunks. */
typedef uint32_t Clocks __attribute__((vector_size(4 * CHUNK_CLOCKS), aligned(4)));

static Clocks clocks_at(const uint32_t *clocks, uint32_t k) { return *(const Clocks *)(clocks + k); }
static Clocks larger(Clocks a, Clocks b) {
  Clocks mask = (Clocks)(a > b);
  return (a & mask) | (b & ~mask);
}

HOT void join(const Check *ck, uint32_t *into, const uint32_t *from) {
  for (uint32_t k = 0; k < ck->live; k += CHUNK_CLOCKS)
    *(Clocks *)(into + k) = larger(clocks_at(into, k), clocks_at(from, k));
}

/* The row's own clock moves on, past another clock: rows that meet again and again have about the same. `meets`:
 * whether the row's lanes have waited for each other. */
static HOT void move_on(Check *ck, int32_t row, uint32_t after, bool meets) {
  uint32_t *known = known_by(ck, row), now = later(known[row], after) + 1;
  known[row] = now;
  ck->clock = later(ck->clock, now);
  if (!meets) return;
  ck->meets[row] = now;
  ck->engines[row].met_copies = known[ck->rows + row];
}

/* Rows in whole chunks; the rest come one by one, as what lies behind them is of engines. */
static uint32_t whole_chunks(const Check *ck) { return ck->rows & ~(uint32_t)(CHUNK_CLOCKS - 1); }

static uint32_t latest_of_rows(const Check *ck, const uint32_t *known) {
  uint32_t latest = 0, whole = whole_chunks(ck);
  Clocks all = {0};
  for (uint32_t k = 0; k < whole; k += CHUNK_CLOCKS) all = larger(all, clocks_at(known, k));
  for (uint32_t k = 0; whole && k < CHUNK_CLOCKS; k++) latest = later(latest, all[k]);
  for (uint32_t k = whole; k < ck->rows; k++) latest = later(latest, known[k]);
  return latest;
}

/* The first row of whose clock in `clocks` another row does not know; all rows where there is none. */
static uint32_t first_unknown(const Check *ck, const uint32_t *clocks, const uint32_t *known) {
  uint32_t whole = whole_chunks(ck), any = 0;
  Clocks unknown = {0};
  for (uint32_t k = 0; k < whole; k += CHUNK_CLOCKS)
    unknown |= larger(clocks_at(clocks, k), clocks_at(known, k)) ^ clocks_at(known, k);
  for (uint32_t k = 0; whole && k < CHUNK_CLOCKS; k++) any |= unknown[k];
  uint32_t k = any ? 0 : whole;
  while (k < ck->rows && clocks[k] <= known[k]) k++;
  return k;
}

HOT void move_past(Check *ck, int32_t row, bool meets) {
  move_on(ck, row, latest_of_rows(ck, known_by(ck, row)), meets);
}

/* The row's floor is the least that it knows of any row, and below its own clock. */
static void raise_floor(Check *ck, int32_t row, const uint32_t *known) {
  uint32_t least = known[row] - 1, whole = whole_chunks(ck);
  Clocks all = ~(Clocks){0}; /* the larger complement is of the lesser clock */
  for (uint32_t k = 0; k < whole; k += CHUNK_CLOCKS) all = ~larger(~all, ~clocks_at(known, k));
  for (uint32_t k = 0; whole && k < CHUNK_CLOCKS; k++) least = all[k] < least ? all[k] : least;
  for (uint32_t k = whole; k < ck->rows; k++) least = known[k] < least ? known[k] : least;
  ck->floors[row] = least;
}

/* A cluster begins: whatever was accessed before is ordered before it. */
HOT void begin(Context *rt, Block *blocks, int64_t number) {
  Check *ck = rt->user;
  if (ck->clock > MAX_CLOCK - CLOCK_MARGIN) report(ck, EVENT_CLOCK, 0, 0, 0, 0, 0);
  begin_foreign(ck);
  ck->smem = blocks->smem;
  uint32_t base = ck->base = tick(ck), now = tick(ck);
  ck->bases[2 * ck->clusters] = number;
  ck->bases[2 * ck->clusters + 1] = base;
  ck->clusters++;
  ck->alive = ck->agents;
  for (uint32_t row = 0; row < ck->rows; row++) {
    uint32_t *known = known_by(ck, row), *fenced = row_of(ck, ck->fenced, row);
    for (uint32_t k = 0; k < ck->live; k++) known[k] = base;
    copy_row(ck, fenced, known);
    known[row] = now;
    ck->floors[row] = base;
    ck->meets[row] = now;
    begin_groups(ck, (int32_t)row);
    ck->stops[row] = (Stop){0};
    ck->fence_words[row] = (FenceRow){0};
    ck->seen_before[row] = (Knowledge){0};
    ck->registers[row] = (RegisterRow){0};
    ck->refusals[row] = 0;
    ck->gainers[row] = ck->parts[row] = ck->fencers[row] = 0;
    for (uint32_t k = 0; k < GAIN_GROUPS; k++) ck->gain_lanes[row * GAIN_GROUPS + k] = 0;
    if (!ck->tensor_at) continue;
    ck->tensor_rows[row] = (TensorRow){0};
    __builtin_memset(ck->tensor_after + (uint64_t)row * ck->rows, 0, ck->rows * sizeof *ck->tensor_after);
    if (ck->tensor_fenced) copy_row(ck, row_of(ck, ck->tensor_known, row), known);
  }
  begin_keeping(ck, number);
  for (uint32_t k = 0; ck->tensor_at && k < ck->rows / ck->block_rows; k++) ck->tensor_blocks[k] = (TensorBlock){0};
  begin_peers(ck);
  begin_store_loads(ck);
  begin_looks(ck);
  ck->log_count = ck->fences = 0;
  ck->ordered_from = ck->ordered_to = 0;
}

/* The lanes of a warp have met: what they did is ordered. */
HOT void step(Check *ck, int32_t row) {
  lanes_met(ck, row);
  move_on(ck, row, 0, true);
}

/* From here on the asynchronous engines see what the row knows. */
HOT void fence(Check *ck, int32_t row) {
  copy_row(ck, row_of(ck, ck->fenced, row), known_by(ck, row));
  move_on(ck, row, 0, false);
}

/* The copy engine sees what the row initialised of mbarriers. */
HOT void init_fence(Check *ck, int32_t row) {
  ck->init_fences[row] = known_by(ck, row)[row];
  move_on(ck, row, 0, false);
}

/* The `members` (bits) of a warp whose lanes run apart have waited for each other: all know what one of them does. */
HOT void met(Check *ck, int32_t before, int32_t first, int32_t members) {
  int32_t rows[WARP_LANES], count = 0;
  for (uint32_t left = members; left; left &= left - 1)
    rows[count++] = before + (int32_t)((uint32_t)(first + __builtin_ctz(left)) >> ck->lane_shift);
  uint32_t *known = known_by(ck, rows[0]), *fenced = row_of(ck, ck->fenced, rows[0]);
  for (int32_t k = 1; k < count; k++) {
    join(ck, known, known_by(ck, rows[k]));
    join(ck, fenced, row_of(ck, ck->fenced, rows[k]));
  }
  for (int32_t k = 1; k < count; k++) {
    copy_row(ck, known_by(ck, rows[k]), known);
    copy_row(ck, row_of(ck, ck->fenced, rows[k]), fenced);
  }
  for (int32_t k = 0; k < count; k++) step(ck, rows[k]);
}

/* -- barriers ----------------------------------------------------------------------------------------------------- */
HOT LogEntry *log_arrival(Check *ck, int32_t kind, int32_t row, uint32_t index, int32_t tag, int32_t site,
                          int32_t number) {
  LogEntry *entry = &ck->log[ck->log_count++ & (LOG_ENTRIES - 1)];
  ck->changes++;
  entry->row = row;
  entry->kind = kind;
  entry->barrier = index;
  entry->phase = tag;
  entry->site = site;
  entry->number = number;
  entry->relaxed = 0;
  return entry;
}

HOT BarrierRecord *in_phase(Check *ck, uint32_t index, int32_t tag) {
  BarrierRecord *record = record_of(ck, index);
  if (record->tag == tag) return record;
  record->tag = tag;
  copy_row(ck, plane_of(ck, record, BEFORE), plane_of(ck, record, NOW));
  copy_row(ck, plane_of(ck, record, FENCED_BEFORE), plane_of(ck, record, FENCED_NOW));
  return record;
}

/* Another group of warps may use the named barrier at the same time: who arrives now does not know of an arrival of
 * the phase before, or waits for another number of threads. A warp that waits for itself alone is with nobody. */
static HOT void check_shared(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) {
  BarrierRecord *record = record_of(ck, index);
  const uint32_t *before = plane_of(ck, record, BEFORE), *known = known_by(ck, row);
  bool same = record->tag == tag;
  int32_t other = -1, there = record->landed;
  in_phase(ck, index, tag);
  if (ck->agents != ck->rows || number == WARP_LANES) return;
  if (same && record->threads != number && record->sender && record->sent > ck->base) other = record->sender - 1;
  uint32_t unknown = other < 0 ? first_unknown(ck, before, known) : ck->rows;
  if (unknown < ck->rows) {
    other = (int32_t)unknown;
    there = same ? record->expected : there;
  }
  int32_t told = (int32_t)(index % NAMED_BARRIERS) | number << BARRIER_THREADS_AT;
  if (other >= 0) report(ck, EVENT_SHARED_BARRIER, row, site, told, other, there);
  if (!same) record->expected = record->landed;
  record->threads = number;
  record->landed = site;
  record->sender = row + 1;
  record->sent = known[row];
}

/* The row releases what it knows to the phase `tag` of barrier `index`, and its clock moves on. A pipeline's release
 * at an mbarrier speaks for the whole warp: also for a lane that alone has waited for its bulk stores. */
HOT void arrive(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) {
  if (index < ck->first_mbarrier) lanes_met(ck, row);
  if (index < ck->cluster_barriers) check_shared(ck, row, index, tag, site, number);
  BarrierRecord *record = in_phase(ck, index, tag);
  uint32_t *known = known_by(ck, row);
  join(ck, plane_of(ck, record, NOW), known);
  join_gained(ck, row, ~0u, plane_of(ck, record, NOW));
  join(ck, plane_of(ck, record, FENCED_NOW), row_of(ck, ck->fenced, row));
  move_on(ck, row, latest_of_rows(ck, known), index < ck->first_mbarrier);
  log_arrival(ck, ARRIVAL_ARRIVES, row, index, tag, site, number);
}

/* The row has seen the phase `tag` complete: it knows what was released to it. */
HOT void leave(Check *ck, int32_t row, uint32_t index, int32_t tag) {
  BarrierRecord *record = record_of(ck, index);
  bool now = record->tag == tag;
  uint32_t *released = plane_of(ck, record, now ? NOW : BEFORE), *known = known_by(ck, row);
  if (index >= ck->cluster_barriers && index < ck->first_mbarrier) ck->started[row] = ck->base;
  join(ck, known, released);
  join(ck, row_of(ck, ck->fenced, row), plane_of(ck, record, now ? FENCED_NOW : FENCED_BEFORE));
  raise_floor(ck, row, known);
  /* What a lane did before it arrived, all lanes know. */
  ck->meets[row] = later(ck->meets[row], released[row] + 1);
  ck->engines[row].met_copies = later(ck->engines[row].met_copies, released[ck->rows + row]);
}

/* Bytes are expected at a barrier. */
HOT void expect(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) {
  in_phase(ck, index, tag)->expected = site;
  log_arrival(ck, ARRIVAL_EXPECTS, row, index, tag, site, number);
}

/* The number of the mbarrier at a place: a new one at its first use. */
HOT uint32_t barrier(Check *ck, const uint8_t *place) {
  int64_t byte = place - ck->smem;
  uint16_t *number = &ck->barrier_ids[byte >> 3]; /* 0 is for none */
  if (!*number) {
    if (ck->barriers < MAX_BARRIERS) ck->barriers++;
    *number = ck->barriers;
  }
  uint32_t index = ck->first_mbarrier + *number - 1;
  record_of(ck, index)->place = (uint32_t)byte + 1;
  return index;
}

/* -- engines ------------------------------------------------------------------------------------------------------ */
/* The column of the bulk loads that a barrier counts. */
static uint32_t column_of(const Check *ck, uint32_t index) {
  return ck->rows * ENGINE_BULK_LOAD + index - ck->first_mbarrier;
}
HOT int64_t load_column(Check *ck, uint32_t index) { return column_of(ck, index); }

/* A barrier's phase comes after the row's copies so far, whether committed or not. */
HOT void copies_arrive(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) {
  uint32_t *clock = &plane_of(ck, in_phase(ck, index, tag), NOW)[ck->rows + row];
  EngineRow *own = &ck->engines[row];
  own->handed = ck->base + 1 + own->committed[COPIES] + own->parts;
  *clock = later(*clock, own->handed);
  own->open[COPIES] = own->last[COPIES] = 0; /* who waits for the phase waits for them */
  own->parts++; /* copies from here on are not counted */
  log_arrival(ck, ARRIVAL_ARRIVES, row, index, tag, site, number);
}

/* The clock of a bulk copy that counts its bytes at barrier `index`: what waits for the phase is after it. */
HOT int64_t landing(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) {
  engines_live(ck);
  BarrierRecord *record = in_phase(ck, index, tag);
  uint32_t now = tick(ck);
  record->landed = site;
  plane_of(ck, record, NOW)[column_of(ck, index)] = now;
  log_arrival(ck, ARRIVAL_BYTES, row, index, tag, site, number);
  return now;
}

/* A bulk copy reads memory of the row's block until the phase of barrier `index` that counts it has ended. */
HOT void sent(Check *ck, int32_t row, uint32_t index, int64_t clock, int32_t site) {
  BarrierRecord *record = record_of(ck, index);
  record->sender = row + 1;
  record->sent = (uint32_t)clock;
  record->sent_site = site;
}

/* -- ends --------------------------------------------------------------------------------------------------------- */
/* Whether a row from `first` on knows of a clock of a column. */
static bool seen(const Check *ck, uint32_t first, uint32_t count, uint32_t column, uint32_t clock) {
  for (uint32_t row = first; row < first + count && row < ck->rows; row++)
    if (known_by(ck, row)[column] >= clock) return true;
  return false;
}

/* Copies out of a block that none of its warps saw the end of. */
static void tell_unseen_sends(Check *ck) {
  for (uint32_t index = ck->first_mbarrier; index < ck->first_mbarrier + ck->barriers; index++) {
    BarrierRecord *record = record_of(ck, index);
    if (!record->sender || record->sent <= ck->base) continue;
    uint32_t row = record->sender - 1, block = row / ck->block_rows;
    if (seen(ck, block * ck->block_rows, ck->block_rows, column_of(ck, index), record->sent)) continue;
    report(ck, EVENT_LEAK, row, record->sent_site, ENGINE_BULK_LOAD, 1, 1);
  }
}

/* mbarriers with bytes left, and copies that nobody saw the end of. */
static void tell_unseen_loads(Check *ck) {
  for (uint32_t index = ck->first_mbarrier; index < ck->first_mbarrier + ck->barriers; index++) {
    BarrierRecord *record = record_of(ck, index);
    uint32_t column = column_of(ck, index), landed = plane_of(ck, record, NOW)[column];
    if (landed <= ck->base) continue;
    /* A producer's tail may acquire stages that it does not fill: bytes of a phase without copies are nobody's. */
    bool in_this_phase = landed > plane_of(ck, record, BEFORE)[column];
    int64_t word = *(int64_t *)(ck->smem + (record->place - 1));
    int64_t bytes = (int64_t)((uint64_t)word << 2) >> 42; /* as barriers.c has it: 22 bits from bit 40 on */
    if (bytes && in_this_phase)
      report(ck, EVENT_BYTES, 0, record->landed, 0, bytes, (uint32_t)record->expected);
    else if (!seen(ck, 0, ck->rows, column, landed))
      report(ck, EVENT_LEAK, 0, record->landed, ENGINE_BULK_LOAD, 1, 0);
  }
}

/* Copies that a barrier's phase counts whose end nobody saw. */
static void tell_unseen_copies(Check *ck) {
  for (uint32_t row = 0; row < ck->rows; row++) {
    const EngineRow *own = &ck->engines[row];
    if (own->handed <= ck->base || seen(ck, 0, ck->rows, ck->rows * (COPIES + 1) + row, own->handed)) continue;
    report(ck, EVENT_LEAK, (int32_t)row, own->sites[COPIES], COPIES + 1, 0, 0);
  }
}

/* A warp ends: groups that it never waited for are reported; with the last one of the cluster, copies. */
HOT void finish_row(Check *ck, int32_t row) {
  lanes_met(ck, row); /* the block waits for every lane */
  const EngineRow *own = &ck->engines[row];
  ck->stops[row].ended = 1;
  end_for_peers(ck, row);
  end_registers(ck, row);
  end_store_loads(ck, row);
  if (ck->tensor_at) end_tensor(ck, row);
  for (int32_t engine = 0; engine < GROUP_ENGINES; engine++) {
    uint32_t waited = later(known_by(ck, row)[ck->rows * (uint32_t)(engine + 1) + row], ck->base);
    uint32_t open = own->committed[engine] + 1 + (engine == COPIES ? own->parts : 0);
    uint32_t until = ck->base + (own->open[engine] ? open : own->last[engine]);
    if (until > waited)
      report(ck, EVENT_LEAK, row, own->sites[engine], engine + 1, until - waited, own->open[engine]);
  }
  if (--ck->alive) return;
  tell_unseen_copies(ck);
  tell_unseen_sends(ck);
  tell_unseen_loads(ck);
}

/* Hands an event with two numbers to the checker. */
HOT void event(Check *ck, int32_t row, int32_t event, int32_t site, uint32_t a, uint32_t b) {
  report(ck, event, row, site, 0, a, b);
}
