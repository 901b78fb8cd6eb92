/* Registers that warp groups give back and take (`setmaxnreg`): the four warps of a group do it together, and what all
 * groups end with fits what the block has. Source: PTX ISA, "setmaxnreg". */
#include "check.h"

enum { GROUP_WARPS = 4, GROUP_THREADS = GROUP_WARPS * WARP_LANES, ALL_REGISTERS = 65536, MOST_REGISTERS = 256, UNIT = 8 };
enum { OTHER_COUNT, NOT_ALL_WARPS, GIVES_MORE, TAKES_LESS, TOO_MANY };

void set_registers(Check *ck, int32_t row, int32_t site, int32_t count, int32_t takes) CHECK(set_registers);
void end_registers(Check *ck, int32_t row) CHECK(end_registers);

/* What a thread of a block of so many warps has at first, at most. */
static uint32_t at_first(const Check *ck) {
  uint32_t share = ALL_REGISTERS / (ck->block_rows * WARP_LANES) / UNIT * UNIT;
  return share < MOST_REGISTERS ? share : MOST_REGISTERS;
}

static uint32_t group_of(const Check *ck, uint32_t row) { return row - row % ck->block_rows % GROUP_WARPS; }

static uint32_t end_of(const Check *ck, uint32_t group) {
  uint32_t block_end = group - group % ck->block_rows + ck->block_rows, end = group + GROUP_WARPS;
  return end < block_end ? end : block_end;
}

HOT void set_registers(Check *ck, int32_t row, int32_t site, int32_t count, int32_t takes) {
  RegisterRow *own = &ck->registers[row];
  /* How many a kernel begins with the compiler decides: at most its share. */
  uint32_t had = own->turns ? own->count : takes ? 0 : at_first(ck), group = group_of(ck, (uint32_t)row);
  if (!own->turns && takes) own->taken = (uint32_t)count;
  own->turns++;
  own->count = (uint32_t)count;
  own->site = site;
  if (takes ? own->count < had : own->count > had)
    report(ck, EVENT_REGISTERS, row, site, takes ? TAKES_LESS : GIVES_MORE, count, had);
  for (uint32_t k = group; k < end_of(ck, group); k++) {
    const RegisterRow *other = &ck->registers[k];
    if (other->turns != own->turns || other->count == own->count) continue;
    report(ck, EVENT_REGISTERS, row, site, OTHER_COUNT, k, other->site);
    return;
  }
}

/* With the last warp of a block: whether all warps of each group came as often, and whether the registers suffice. */
HOT void end_registers(Check *ck, int32_t row) {
  uint32_t first = (uint32_t)row - (uint32_t)row % ck->block_rows, total = 0, begins = at_first(ck);
  const RegisterRow *last = NULL;
  if (ck->agents != ck->rows) return;
  for (uint32_t k = first; k < first + ck->block_rows; k++)
    if (!ck->stops[k].ended) return;
  for (uint32_t k = first; k < first + ck->block_rows; k++) /* who takes some first has begun with no more */
    if (ck->registers[k].taken && ck->registers[k].taken < begins) begins = ck->registers[k].taken;
  for (uint32_t group = first; group < first + ck->block_rows; group += GROUP_WARPS) {
    const RegisterRow *most = &ck->registers[group];
    for (uint32_t k = group; k < end_of(ck, group); k++)
      if (ck->registers[k].turns > most->turns) most = &ck->registers[k];
    total += most->turns ? most->count : begins;
    if (!most->turns) continue;
    last = !last || most->count > last->count ? most : last;
    for (uint32_t k = group; k < group + GROUP_WARPS; k++) {
      if (k < end_of(ck, group) && ck->registers[k].turns == most->turns) continue;
      report(ck, EVENT_REGISTERS, (int32_t)(most - ck->registers), most->site, NOT_ALL_WARPS, k, 0);
      break;
    }
  }
  uint32_t all = begins * ck->block_rows * WARP_LANES;
  if (last && total * GROUP_THREADS > all)
    report(ck, EVENT_REGISTERS, (int32_t)(last - ck->registers), last->site, TOO_MANY, total * GROUP_THREADS, all);
}
