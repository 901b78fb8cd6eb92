/* What is recorded when no warp can go on: the block that was looked at, and a few blocks that wait elsewhere. */
#include "coroutines.h"

/* The phase of an mbarrier that warp `k` waits for, if it does. */
COLD void blocked(Context *rt, Block *block, int32_t k) RUNTIME(blocked);
void blocked(Context *rt, Block *block, int32_t k) {
  if (!block->wait_barriers[k]) return;
  rt->blocked_words[k] = *block->wait_barriers[k];
  rt->blocked_parities[k] = block->wait_parities[k];
}

COLD bool deadlock(Context *rt, Block *block, int32_t warps) {
  int32_t *at = block->block;
  if (!fail(rt, ERROR_DEADLOCK, -1, 0, at[0], at[1], at[2], 0, 0, 0)) return false;
  rt->blocked_count = warps;
  rt->blocked_cluster[0] = block->cluster->cluster_arrived;
  rt->blocked_cluster[1] = block->cluster->cluster_alive;
  for (int n = 0; n < NAMED_BARRIERS; n++) rt->blocked_arrivals[n] = block->barriers[n].arrived;
  for (int32_t k = 0; k < warps; k++) {
    rt->blocked_sites[k] = ended(block->handles[k]) ? -1 : block->wait_sites[k];
    blocked(rt, block, k);
  }
  return true;
}

static bool same_sites(const int32_t *one, const int32_t *other) {
  for (int k = 0; k < MAX_BLOCK_WARPS; k++)
    if (one[k] != other[k]) return false;
  return true;
}

/* Blocks are alike that wait at the same places with the same warps: hundreds may wait at a barrier of a grid for one.
 * Called by whoever recorded the deadlock. */
COLD void stuck(Context *rt, const Block *blocks, int32_t count, int32_t warps) {
  rt->stuck_count = rt->stuck_more = 0;
  for (int32_t b = 0; b < count; b++) {
    const Block *block = &blocks[b];
    int32_t sites[MAX_BLOCK_WARPS];
    if (!block->alive) continue;
    for (int32_t k = 0; k < MAX_BLOCK_WARPS; k++)
      sites[k] = k >= warps || ended(block->handles[k]) ? -1 : block->wait_sites[k];
    int32_t known = 0;
    while (known < rt->stuck_count && !same_sites(rt->stuck[known].sites, sites)) known++;
    if (known < rt->stuck_count) {
      rt->stuck[known].alike++;
    } else if (known == STUCK_BLOCKS) {
      rt->stuck_more++;
    } else {
      StuckBlock *found = &rt->stuck[rt->stuck_count++];
      for (int k = 0; k < 3; k++) found->block[k] = block->block[k];
      for (int k = 0; k < MAX_BLOCK_WARPS; k++) found->sites[k] = sites[k];
      found->alike = 0;
    }
  }
}
