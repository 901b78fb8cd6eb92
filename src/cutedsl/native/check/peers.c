/* Shared memory of other blocks of a cluster: it is there from when such a block is known to have begun until it ends,
 * which must come after all accesses. Source: PTX ISA, "mapa"; CUDA Programming Guide, "Distributed Shared Memory". */
#include "memory.h"

enum { NOT_BEGUN, ENDED, MAY_END };

void begin_peers(Check *ck) CHECK(begin_peers);
void end_for_peers(Check *ck, int32_t row) CHECK(end_for_peers);
void visit_peer(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, uint64_t word, uint32_t lanes)
    CHECK(visit_peer);

static uint32_t blocks_of(const Check *ck) { return ck->rows / ck->block_rows; }

HOT void begin_peers(Check *ck) {
  if (!ck->block_words) return;
  for (uint32_t k = 0; k < blocks_of(ck) * ck->rows; k++) ck->remotes[k] = (Remote){0};
  for (uint32_t k = 0; ck->tensor_at && k < blocks_of(ck) * ck->rows; k++) ck->tensor_remotes[k] = (Remote){0};
  for (uint32_t k = 0; k < blocks_of(ck) * ck->stride; k++) ck->finals[k] = 0;
}

/* Whether a row knows that a block has begun: something that one of its rows released, or a meeting of the cluster,
 * which says so even where it orders no memory. */
static bool begun(const Check *ck, int32_t row, uint32_t block) {
  if (ck->started[row] == ck->base) return true;
  const uint32_t *known = known_by(ck, row), *gained = row_of(ck, ck->gained, row);
  for (uint32_t k = block * ck->block_rows; k < (block + 1) * ck->block_rows; k++)
    if (known[k] > ck->base || gained[k] > ck->base || known[ck->parts_at + k] > ck->base) return true;
  return false;
}

static bool all_ended(const Check *ck, uint32_t block) {
  for (uint32_t k = block * ck->block_rows; k < (block + 1) * ck->block_rows; k++)
    if (!ck->stops[k].ended) return false;
  return true;
}

/* Lanes of a row access a word of another block. Those that have not met since count together, at the place of the
 * first, which had lanes that the last has not. */
static void note_remote(Check *ck, int32_t row, uint32_t block, uint32_t clock, int32_t site, uint32_t lanes) {
  Remote *last = &ck->remotes[block * ck->rows + (uint32_t)row];
  bool apart = last->clock && last->clock >= ck->meets[row];
  uint32_t others = apart ? last->lanes & ~lanes : 0;
  *last = (Remote){clock, others ? last->site : site, lanes | others, 0};
}

/* Lanes of a row access a word of another block, themselves or by an engine. */
HOT void visit_peer(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, uint64_t word, uint32_t lanes) {
  uint32_t block = (uint32_t)(word / ck->block_words);
  if (block >= blocks_of(ck)) return;
  if (!begun(ck, row, block)) {
    report(ck, EVENT_PEER, row, site, 0, block, NOT_BEGUN);
  } else if (all_ended(ck, block)) {
    report(ck, EVENT_PEER, row, site, 0, block, ENDED);
  } else if (column == row) { /* of engines' copies the end is looked for elsewhere */
    note_remote(ck, row, block, (uint32_t)clock, site, lanes);
  }
}

/* Whether the end of a block comes after a row's last access: after all of the row, or after lanes that released it. */
static bool ends_after(const Check *ck, const Remote *last, const uint32_t *final, uint32_t row) {
  return last->clock <= final[row] || (last->clock <= final[ck->parts_at + row] && !(last->lanes & ~ck->parts[row]));
}

/* With the last row of a block its shared memory goes. */
HOT void end_for_peers(Check *ck, int32_t row) {
  if (!ck->block_words) return;
  uint32_t block = (uint32_t)row / ck->block_rows, *final = ck->finals + block * ck->stride;
  lanes_met(ck, row);
  join(ck, final, known_by(ck, row));
  if (!all_ended(ck, block)) return;
  for (uint32_t k = 0; k < ck->rows; k++) {
    Remote *last = &ck->remotes[block * ck->rows + k];
    if (!ends_after(ck, last, final, k))
      report(ck, EVENT_PEER, (int32_t)k, (int32_t)last->site, 0, block, MAY_END);
    if (!ck->tensor_at) continue;
    last = &ck->tensor_remotes[block * ck->rows + k];
    if (last->clock > final[ck->tensor_at + k])
      report(ck, EVENT_TENSOR, (int32_t)k, (int32_t)last->site, TENSOR_EVENT_PEER, block, 0);
  }
}
