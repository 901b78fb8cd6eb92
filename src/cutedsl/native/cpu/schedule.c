/* The scheduler of a cluster's warps, or of those of all clusters that run together: in their order. */
#include "scheduler.h"

void run(Block *blocks, int32_t count) RUNTIME(run);
HOT void run(Block *blocks, int32_t count) { run_warps(blocks, count, NULL, NULL); }
