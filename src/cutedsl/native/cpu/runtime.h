/* What one source of the runtime calls of another, and what it calls of the C library. */
#pragma once
#include "../abi.h"
#include "names.h"
#include <stdbool.h>

/* The C library's functions that the runtime calls: these and no others. */
void *malloc(uint64_t bytes);
void free(void *place);

/* errors.c: `fail` records an error, the first wins, and says whether this one did. */
bool fail(Context *rt, int32_t code, int32_t site, int32_t thread, int32_t x, int32_t y, int32_t z, int64_t a,
          int64_t b, int64_t c) RUNTIME(fail);
void *allocate(Context *rt, const Block *block, uint64_t bytes) RUNTIME(allocate); /* `block` may be null */
bool poll(Context *rt, int64_t *word) RUNTIME(poll);
void stood(Context *rt, Block *block, int32_t site) RUNTIME(stood);

/* barriers.c */
void finish(Block *block) RUNTIME(finish);
void cluster_leave(Block *block, int32_t warp) RUNTIME(cluster_leave);

/* deadlocks.c: `deadlock` records one, if no error came before, and says so; then `stuck` records the other blocks. */
bool deadlock(Context *rt, Block *block, int32_t warps) RUNTIME(deadlock);
void stuck(Context *rt, const Block *blocks, int32_t count, int32_t warps) RUNTIME(stuck);

/* frames.c */
void release(Block *block) RUNTIME(release);
int64_t progress(const Block *blocks, int32_t count) RUNTIME(progress);

/* What the poll word says is looked at often, and needs no order: who sets it does not hand anything on by it. */
static inline bool quiet(const int64_t *word) { return !__atomic_load_n(word, __ATOMIC_RELAXED); }
