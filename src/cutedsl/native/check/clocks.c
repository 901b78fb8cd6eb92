/* What orders threads: clocks of warps, barriers, groups of engines.
 *
 * A barrier's record keeps what its arrivals of the phase under way released, and what those of the phase before did: a
 * fast warp may arrive again before a slow one has left. The tag tells phases apart. Source: FastTrack (Flanagan and
 * Freund, PLDI 2009), with warps as its threads. */
#include "check.h"

/* So far from the last clock the checker starts them anew: a cluster takes fewer. */
enum { CLOCK_MARGIN = 1 << 22 };
enum { COPIES = ENGINE_COPY - 1 };

void begin(Context *rt, Block *blocks, int64_t number) CHECK(begin);
void arrive(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) CHECK(arrive);
void leave(Check *ck, int32_t row, uint32_t index, int32_t tag) CHECK(leave);
void expect(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) CHECK(expect);
void copies_arrive(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) CHECK(copies);
int64_t landing(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) CHECK(landing);
void sent(Check *ck, int32_t row, uint32_t index, int64_t clock, int32_t site) CHECK(sent);
uint32_t barrier(Check *ck, const uint8_t *place) CHECK(barrier);
int64_t load_column(Check *ck, uint32_t index) CHECK(load_column);
void step(Check *ck, int32_t row) CHECK(step);
void met(Check *ck, int32_t before, int32_t first, int32_t members) CHECK(met);
void fence(Check *ck, int32_t row) CHECK(fence);
int64_t group(Check *ck, int32_t row, int32_t engine, int32_t lanes, int32_t site) CHECK(group);
void commit(Check *ck, int32_t row, int32_t engine) CHECK(commit);
void settle(Check *ck, int32_t row, int32_t engine, uint32_t pending, int32_t lanes) CHECK(settle);
void finish_row(Check *ck, int32_t row) CHECK(finish);
void event(Check *ck, int32_t row, int32_t event, int32_t site, uint32_t a, uint32_t b) CHECK(event);

/* -- clocks ------------------------------------------------------------------------------------------------------- */
enum { CHUNK_CLOCKS = 16 };
/* So many clocks at a time; rows of them are whole numbers of chunks. */
typedef uint32_t Clocks __attribute__((vector_size(4 * CHUNK_CLOCKS), aligned(4)));

HOT void join(const Check *ck, uint32_t *into, const uint32_t *from) {
  for (uint32_t k = 0; k < ck->live; k += CHUNK_CLOCKS) {
    Clocks a = *(Clocks *)(into + k), b = *(const Clocks *)(from + k), mask = (Clocks)(a > b);
    *(Clocks *)(into + k) = (a & mask) | (b & ~mask);
  }
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

static uint32_t latest_of_rows(const Check *ck, const uint32_t *known) {
  uint32_t latest = 0;
  for (uint32_t k = 0; k < ck->rows; k++) latest = later(latest, known[k]);
  return latest;
}

/* The row's floor is the least that it knows of any row, and below its own clock. */
static void raise_floor(Check *ck, int32_t row, const uint32_t *known) {
  uint32_t least = known[row] - 1;
  for (uint32_t k = 0; k < ck->rows; k++)
    if (known[k] < least) least = known[k];
  ck->floors[row] = least;
}

/* A cluster begins: whatever was accessed before is ordered before it. */
HOT void begin(Context *rt, Block *blocks, int64_t number) {
  Check *ck = rt->user;
  if (ck->clock > MAX_CLOCK - CLOCK_MARGIN) report(ck, EVENT_CLOCK, 0, 0, 0, 0, 0);
  if (ck->handoff_count) ck->order(0, ORDER_FOREIGN, 0);
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
    ck->engines[row] = (EngineRow){0};
    ck->stops[row] = (Stop){0};
    ck->fence_words[row] = (FenceRow){0};
  }
  ck->log_count = 0;
  ck->ordered_from = ck->ordered_to = 0;
}

/* The lanes of a warp have met: what they did is ordered. */
HOT void step(Check *ck, int32_t row) { move_on(ck, row, 0, true); }

/* From here on the asynchronous engines see what the row knows. */
HOT void fence(Check *ck, int32_t row) {
  copy_row(ck, row_of(ck, ck->fenced, row), known_by(ck, row));
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
typedef enum { NOW, BEFORE, FENCED_NOW, FENCED_BEFORE } Plane;

static BarrierRecord *record_of(const Check *ck, uint32_t index) {
  return (BarrierRecord *)(ck->objects + (uint64_t)(index * (ck->stride * 16 + (uint32_t)sizeof(BarrierRecord))));
}

static uint32_t *plane_of(const Check *ck, BarrierRecord *record, Plane plane) {
  return (uint32_t *)(record + 1) + plane * ck->stride;
}

/* Keeps what comes to a barrier, for the report of a deadlock. */
static void log_arrival(Check *ck, int32_t kind, int32_t row, uint32_t index, int32_t tag, int32_t site,
                        int32_t number) {
  LogEntry *entry = &ck->log[ck->log_count++ & (LOG_ENTRIES - 1)];
  entry->row = row;
  entry->kind = kind;
  entry->barrier = index;
  entry->phase = tag;
  entry->site = site;
  entry->number = number;
}

/* A new tag begins a phase: what was released so far is that of the phase before. */
static HOT BarrierRecord *in_phase(Check *ck, uint32_t index, int32_t tag) {
  BarrierRecord *record = record_of(ck, index);
  if (record->tag == tag) return record;
  record->tag = tag;
  copy_row(ck, plane_of(ck, record, BEFORE), plane_of(ck, record, NOW));
  copy_row(ck, plane_of(ck, record, FENCED_BEFORE), plane_of(ck, record, FENCED_NOW));
  return record;
}

/* The row releases what it knows to the phase `tag` of barrier `index`, and its clock moves on. */
HOT void arrive(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) {
  BarrierRecord *record = in_phase(ck, index, tag);
  uint32_t *known = known_by(ck, row);
  join(ck, plane_of(ck, record, NOW), known);
  join(ck, plane_of(ck, record, FENCED_NOW), row_of(ck, ck->fenced, row));
  move_on(ck, row, latest_of_rows(ck, known), index < ck->first_mbarrier);
  log_arrival(ck, ARRIVAL_ARRIVES, row, index, tag, site, number);
}

/* The row has seen the phase `tag` complete: it knows what was released to it. */
HOT void leave(Check *ck, int32_t row, uint32_t index, int32_t tag) {
  BarrierRecord *record = record_of(ck, index);
  bool now = record->tag == tag;
  uint32_t *released = plane_of(ck, record, now ? NOW : BEFORE), *known = known_by(ck, row);
  join(ck, known, released);
  join(ck, row_of(ck, ck->fenced, row), plane_of(ck, record, now ? FENCED_NOW : FENCED_BEFORE));
  raise_floor(ck, row, known);
  /* What a lane did before it arrived, all lanes know. */
  ck->meets[row] = later(ck->meets[row], released[row] + 1);
  ck->engines[row].met_copies = later(ck->engines[row].met_copies, released[ck->rows + row]);
}

/* Bytes are expected at a barrier. */
HOT void expect(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) {
  record_of(ck, index)->expected = site;
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
/* An engine has something to do: from now on its columns count too. */
static void engines_live(Check *ck) { ck->live = ck->stride; }

/* The column of the bulk loads that a barrier counts. */
static uint32_t column_of(const Check *ck, uint32_t index) {
  return ck->rows * ENGINE_BULK_LOAD + index - ck->first_mbarrier;
}
HOT int64_t load_column(Check *ck, uint32_t index) { return column_of(ck, index); }

/* The clock of an engine's open group, which now has something in it; `lanes` put it there. */
HOT int64_t group(Check *ck, int32_t row, int32_t engine, int32_t lanes, int32_t site) {
  EngineRow *own = &ck->engines[row];
  engines_live(ck);
  own->open[engine] = 1;
  own->sites[engine] = site;
  if (engine == COPIES) own->copy_lanes |= lanes;
  return ck->base + 1 + own->committed[engine];
}

/* An engine's open group is closed; the next begins. */
HOT void commit(Check *ck, int32_t row, int32_t engine) {
  EngineRow *own = &ck->engines[row];
  own->committed[engine]++;
  if (own->open[engine]) own->last[engine] = own->committed[engine];
  own->open[engine] = 0;
  tick(ck);
}

/* All but the last `pending` committed groups have ended, if all lanes that took part wait (`lanes`). */
HOT void settle(Check *ck, int32_t row, int32_t engine, uint32_t pending, int32_t lanes) {
  EngineRow *own = &ck->engines[row];
  if (engine == COPIES && own->copy_lanes & ~lanes) return;
  uint32_t count = own->committed[engine], ended = count > pending ? count - pending : 0;
  uint32_t *clock = &known_by(ck, row)[(uint32_t)(engine + 1) * ck->rows + row];
  *clock = later(*clock, ck->base + ended);
}

/* A barrier's phase comes after the row's copies so far, whether committed or not. */
HOT void copies_arrive(Check *ck, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number) {
  uint32_t *clock = &plane_of(ck, in_phase(ck, index, tag), NOW)[ck->rows + row];
  *clock = later(*clock, ck->base + 1 + ck->engines[row].committed[COPIES]);
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
    int64_t word = *(int64_t *)(ck->smem + (record->place - 1));
    int64_t bytes = (int64_t)((uint64_t)word << 2) >> 42; /* as barriers.c has it: 22 bits from bit 40 on */
    if (bytes)
      report(ck, EVENT_BYTES, 0, record->landed, 0, bytes, (uint32_t)record->expected);
    else if (!seen(ck, 0, ck->rows, column, landed))
      report(ck, EVENT_LEAK, 0, record->landed, ENGINE_BULK_LOAD, 1, 0);
  }
}

/* A warp ends: groups that it never waited for are reported; with the last one of the cluster, copies. */
HOT void finish_row(Check *ck, int32_t row) {
  const EngineRow *own = &ck->engines[row];
  ck->stops[row].ended = 1;
  for (int32_t engine = 0; engine < GROUP_ENGINES; engine++) {
    uint32_t waited = later(known_by(ck, row)[ck->rows * (uint32_t)(engine + 1) + row], ck->base);
    uint32_t all = own->open[engine] ? own->committed[engine] + 1 : own->last[engine], until = ck->base + all;
    if (until > waited)
      report(ck, EVENT_LEAK, row, own->sites[engine], engine + 1, until - waited, own->open[engine]);
  }
  if (--ck->alive) return;
  tell_unseen_sends(ck);
  tell_unseen_loads(ck);
}

/* Hands an event with two numbers to the checker. */
HOT void event(Check *ck, int32_t row, int32_t event, int32_t site, uint32_t a, uint32_t b) {
  report(ck, event, row, site, 0, a, b);
}
