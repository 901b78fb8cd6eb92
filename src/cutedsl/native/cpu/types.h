/* Types of functions, which structures point to. */
#pragma once

/* A kernel's worker: runs blocks, whose numbers it takes from `counter`, until the grid is done or `poll` says stop. */
typedef void Worker(int64_t *counter, int32_t *dims, void *params, Context *rt, int64_t *poll, void *smem,
                    int64_t smem_bytes);
/* Launches a kernel: 1, or 0 where it failed. */
typedef int32_t Launch(Context *rt, int32_t kernel, int32_t *dims, int64_t stream, void *params);
/* What a launch gives its helpers. */
typedef struct Job Job;

/* A warp: a function that runs it to its end and gives 0, or 1 when the call must end; or one that makes its coroutine. */
typedef int32_t WarpRun(Block *block, int32_t warp);
typedef Coroutine *WarpStart(Block *block, int32_t warp);
/* Runs the warps of blocks that are coroutines. */
typedef void Schedule(Block *blocks, int32_t count);
/* Told before a cluster runs: the first block, and the cluster's number. */
typedef void Begin(Context *rt, Block *blocks, int64_t number);
