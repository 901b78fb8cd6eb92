/* The scheduler of checked kernels: in an order drawn from the checker's seed, which is 0 for the warps' own. */
#include "../cpu/scheduler.h"

void run_drawn(Block *blocks, int32_t count) __asm__("cute.check.run");
HOT void run_drawn(Block *blocks, int32_t count) {
  const Check *ck = blocks->rt->user;
  Lots lots = {.state = ck->seed};
  Vain vain = {.changes = &ck->changes};
  run_warps(blocks, count, ck->seed ? &lots : NULL, &vain);
}
