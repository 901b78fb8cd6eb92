/* Groups of engines: `cp.async` copies, bulk stores, multiplies of a warp group.
 *
 * A lane commits what it started itself, and its wait counts its own commits. A row's copies have one column all the
 * same: its clock counts the commits of any lanes, and a group has ended when all lanes that have a part in it have
 * waited. Sources: PTX ISA, "cp.async.commit_group", "cp.async.bulk.commit_group", "wgmma.commit_group". */
#include "parts.h"
#include "records.h"

void begin_groups(Check *ck, int32_t row) CHECK(begin_groups);
int64_t group(Check *ck, int32_t row, int32_t engine, int32_t lanes, int32_t site) CHECK(group);
void commit(Check *ck, int32_t row, int32_t engine, int32_t lanes) CHECK(commit);
void settle(Check *ck, int32_t row, int32_t engine, uint32_t pending, int32_t lanes, bool read) CHECK(settle);

static LaneGroups *groups_of(const Check *ck, int32_t row, int32_t engine) {
  return engine < LANE_ENGINES ? &ck->lane_groups[row * LANE_ENGINES + engine] : NULL;
}

/* A group that nothing is in begins. Of groups too old to be kept nothing is left. */
static void begin_group(LaneGroups *groups, uint32_t number) {
  groups->unread[number % RECENT_GROUPS] = groups->unended[number % RECENT_GROUPS] = 0;
  if (number < RECENT_GROUPS) return;
  uint32_t oldest = number - RECENT_GROUPS + 1;
  groups->first_unread = later(groups->first_unread, oldest);
  groups->first_unended = later(groups->first_unended, oldest);
}

HOT void begin_groups(Check *ck, int32_t row) {
  ck->engines[row] = (EngineRow){0};
  for (int32_t engine = 0; engine < LANE_ENGINES; engine++) {
    LaneGroups *groups = groups_of(ck, row, engine);
    groups->first_unread = groups->first_unended = 1;
    begin_group(groups, 1);
  }
}

/* The clock of an engine's open group, which now has something in it; `lanes` put it there. */
HOT int64_t group(Check *ck, int32_t row, int32_t engine, int32_t lanes, int32_t site) {
  EngineRow *own = &ck->engines[row];
  LaneGroups *groups = groups_of(ck, row, engine);
  uint32_t number = own->committed[engine] + 1;
  engines_live(ck);
  own->open[engine] = 1;
  own->sites[engine] = site;
  if (groups) {
    groups->unread[number % RECENT_GROUPS] |= (uint32_t)lanes;
    groups->unended[number % RECENT_GROUPS] |= (uint32_t)lanes;
    groups->started[number % RECENT_GROUPS] = known_by(ck, row)[row];
  }
  return ck->base + number + (engine == COPIES ? own->parts : 0);
}

/* `lanes` close an engine's open group; the next begins. */
HOT void commit(Check *ck, int32_t row, int32_t engine, int32_t lanes) {
  EngineRow *own = &ck->engines[row];
  LaneGroups *groups = groups_of(ck, row, engine);
  uint32_t number = ++own->committed[engine];
  if (groups) {
    groups->committers[number % RECENT_GROUPS] = (uint32_t)lanes;
    begin_group(groups, number + 1);
  }
  if (engine == COPIES) own->parts_at[number % PARTED] = own->parts;
  if (own->open[engine]) own->last[engine] = number;
  own->open[engine] = 0;
  tick(ck);
}

/* The last group that has ended for the lowest of some lanes, if all but `pending` of its own have; leaves those lanes
 * that committed the same ones. */
static uint32_t last_ended(const LaneGroups *groups, uint32_t committed, uint32_t pending, uint32_t *lanes) {
  uint32_t lowest = *lanes & -*lanes, number = committed, passed = 0;
  for (; number && committed - number < RECENT_GROUPS; number--) {
    uint32_t by = groups->committers[number % RECENT_GROUPS];
    *lanes &= by & lowest ? by : ~by;
    if (by & lowest && passed++ == pending) break;
  }
  return number;
}

/* Lanes have waited for their parts of the groups up to the last of those that have ended. */
static void leave_groups(const uint32_t *first, uint32_t *left, uint32_t last, uint32_t lanes) {
  for (uint32_t number = *first; number <= last; number++) left[number % RECENT_GROUPS] &= ~lanes;
}

/* The last committed group that has ended, and all before it. */
static uint32_t all_ended(uint32_t *first, const uint32_t *left, uint32_t committed) {
  while (*first <= committed && !left[*first % RECENT_GROUPS]) ++*first;
  return *first - 1;
}

/* A clock that is known, and the lanes that know it alone, if there are such. */
static void raise_clock(uint32_t *known, uint32_t *also, uint32_t column, uint32_t clock) {
  known[column] = later(known[column], clock);
  if (also) also[column] = later(also[column], clock);
}

/* Lanes that have a part in the groups from the first that is under way on. */
static uint32_t starters(uint32_t first, const uint32_t *left, uint32_t committed) {
  uint32_t lanes = 0;
  for (uint32_t number = first; number <= committed; number++) lanes |= left[number % RECENT_GROUPS];
  return lanes;
}

/* All but the last `pending` groups that each of `lanes` committed have ended; of bulk stores they have only read where
 * `read` says so. Who waits for bulk stores that other lanes started has waited for nothing. */
static void settle_lanes(Check *ck, int32_t row, int32_t engine, uint32_t pending, uint32_t lanes, bool read) {
  EngineRow *own = &ck->engines[row];
  LaneGroups *groups = groups_of(ck, row, engine);
  uint32_t count = own->committed[engine], *known = known_by(ck, row);
  uint32_t waiting = lanes & (read ? starters(groups->first_unread, groups->unread, count)
                                   : starters(groups->first_unended, groups->unended, count));
  for (uint32_t left = lanes; left;) {
    uint32_t alike = left, last = last_ended(groups, count, pending, &alike);
    left &= ~alike;
    leave_groups(&groups->first_unread, groups->unread, last, alike);
    if (!read) leave_groups(&groups->first_unended, groups->unended, last, alike);
  }
  uint32_t column = (uint32_t)(engine + 1) * ck->rows + (uint32_t)row, stored = ck->stored_at + (uint32_t)row;
  uint32_t *also = NULL, *gained = row_of(ck, ck->gained, row);
  if (engine == STORES && !waiting) { /* groups that nothing is in, or that other lanes alone have waited for */
    if (ck->gainers[row] && gained[column] > known[column]) return;
    waiting = lanes;
  }
  if (engine == STORES && !all_there(ck, row, waiting)) { /* the others have not waited */
    known = gained;
    also = gaining(ck, row, waiting);
  }
  uint32_t ended = all_ended(&groups->first_unread, groups->unread, count);
  if (engine == COPIES && ended && count - ended < PARTED) ended += own->parts_at[ended % PARTED];
  raise_clock(known, also, column, ck->base + ended);
  if (engine != STORES || read) return;
  raise_clock(known, also, stored, ck->base + all_ended(&groups->first_unended, groups->unended, count));
}

/* All but the last `pending` committed groups have ended: for a multiply, those of the four warps that it is one
 * operation of, which count their groups alike. */
HOT void settle(Check *ck, int32_t row, int32_t engine, uint32_t pending, int32_t lanes, bool read) {
  if (engine < LANE_ENGINES) return settle_lanes(ck, row, engine, pending, (uint32_t)lanes, read);
  uint32_t count = ck->engines[row].committed[engine], ended = count > pending ? count - pending : 0;
  uint32_t warp = (uint32_t)row % ck->block_rows, left = ck->block_rows - (warp & -4u), rows = left < 4 ? left : 4;
  uint32_t *clock = &known_by(ck, row)[(uint32_t)(engine + 1) * ck->rows + (uint32_t)row - (warp & 3)];
  for (uint32_t k = 0; k < rows; k++) clock[k] = later(clock[k], ck->base + ended);
}
