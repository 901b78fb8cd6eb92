/* The runtime's barriers, errors, frames and deadlock records, called from C: run under sanitizers. */
#include "../../../src/cutedsl/native/cpu/runtime.h"
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int32_t arrive(Block *, int32_t, int32_t) RUNTIME(arrive);
void finish(Block *) RUNTIME(finish);
int32_t mbarrier_init(void *, int32_t) RUNTIME(mbarrier_init);
int32_t mbarrier_change(Block *, void *, uint32_t, int32_t) RUNTIME(mbarrier_change);
int32_t mbarrier_arrive(Block *, void *, uint32_t, uint32_t) RUNTIME(mbarrier_arrive);
void cluster_arrive(Block *, int32_t) RUNTIME(cluster_arrive);
bool cluster_passed(Block *, int32_t) RUNTIME(cluster_passed);
void cluster_leave(Block *, int32_t) RUNTIME(cluster_leave);
bool fail(Context *, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t, int64_t, int64_t, int64_t) RUNTIME(fail);
bool poll_at(Context *, int64_t *, Block *, int32_t) RUNTIME(poll_at);
bool outside(Block *, int32_t, int32_t, const int64_t *, int64_t, int64_t, int64_t, int32_t) RUNTIME(outside);
bool outside_elems(Block *, int32_t, int32_t, const int32_t *, int64_t, int64_t, int64_t, int32_t)
    RUNTIME(outside_elems);
void *frame(Block *, int64_t, int64_t) RUNTIME(frame);
void release(Block *) RUNTIME(release);
int64_t progress(const Block *, int32_t) RUNTIME(progress);
bool deadlock(Context *, Block *, int32_t) RUNTIME(deadlock);
void stuck(Context *, const Block *, int32_t, int32_t) RUNTIME(stuck);


static Block *new_blocks(int count) {
  Block *made = aligned_alloc(128, count * sizeof(Block));
  memset(made, 0, count * sizeof(Block));
  for (int k = 0; k < count; k++) made[k].cluster = made;
  return made;
}

static void block_barriers(void) {
  Block *block = new_blocks(1);
  block->alive = 2;
  assert(arrive(block, 0, 0) == 0 && block->block_waiting && !block->barriers[0].generation);
  assert(arrive(block, 0, 0) == 0 && !block->block_waiting && block->barriers[0].generation == 1);
  arrive(block, 0, 0);
  finish(block); /* the other warp ends: the one that waits goes on */
  assert(block->barriers[0].generation == 2 && !block->block_waiting && block->alive == 1);
  assert(arrive(block, 3, 64) == 0 && block->barriers[3].arrived == 32);
  arrive(block, 3, 64);
  assert(block->barriers[3].generation == 1 && !block->barriers[3].arrived);
  assert(progress(block, 1) == block->progress);
  free(block);
}

static void mbarriers(void) {
  Block *block = new_blocks(1);
  int64_t word = 0;
  assert(mbarrier_change(block, &word, 1, 0) == FAULT_UNINITIALISED);
  assert(mbarrier_init(&word, 0) == FAULT_COUNT && mbarrier_init(&word, MBARRIER_LIMIT + 1) == FAULT_COUNT);
  assert(!mbarrier_init(&word, 2));
  assert(!mbarrier_change(block, &word, 1, 128) && !block->progress);
  assert(!mbarrier_change(block, &word, 1, 0) && !block->progress); /* the bytes are still missing */
  assert(!mbarrier_change(block, &word, 0, -128) && block->progress == 1 && (word >> 62 & 1));
  assert(mbarrier_change(block, &word, 3, 0) == FAULT_ARRIVALS);
  assert(mbarrier_change(block, &word, 0, MBARRIER_LIMIT + 1) == FAULT_BYTES);
  assert(!mbarrier_arrive(block, &word, 4, 1) && block->progress == 3); /* two phases */
  free(block);
}

static void clusters(void) {
  Block *blocks = new_blocks(2);
  blocks->cluster_alive = 2;
  blocks[0].cluster_seen[0] = blocks[1].cluster_seen[0] = NOT_ARRIVED;
  assert(!cluster_passed(&blocks[0], 0));
  cluster_arrive(&blocks[0], 0);
  assert(!cluster_passed(&blocks[0], 0));
  cluster_leave(&blocks[1], 0); /* ends without arriving: the other goes on */
  assert(cluster_passed(&blocks[0], 0) && blocks->cluster_alive == 1);
  free(blocks);
}

static int32_t go_on(Context *rt) { return rt->user == NULL; }

static void polling(void) {
  Context rt = {.check = go_on};
  Block *block = new_blocks(1);
  block->block[1] = 7;
  assert(!poll_at(&rt, &rt.caller_poll, block, 5) && !rt.error_code);
  rt.caller_poll = POLL_TICK;
  assert(!poll_at(&rt, &rt.caller_poll, block, 5) && !rt.caller_poll);
  rt.user = &rt;
  rt.caller_poll = POLL_TICK;
  assert(poll_at(&rt, &rt.caller_poll, block, 5) && rt.error_code == ERROR_STOPPED);
  assert(rt.error_site == 5 && rt.error_block[1] == 7 && rt.caller_poll == POLL_STOP);
  free(block);
}

static void bounds(void) {
  Context rt = {0};
  Block *block = new_blocks(1);
  block->rt = &rt;
  int64_t offsets[WARP_LANES] = {0, 4, 8, 12};
  int32_t indices[WARP_LANES] = {0, 1, -1};
  assert(!outside(block, 64, 1, offsets, 0, 16, 4, 15) && !rt.error_code);
  assert(outside(block, 64, 1, offsets, 0, 12, 4, 15) && rt.error_thread == 67 && rt.detail[0] == 12);
  rt = (Context){0};
  assert(outside_elems(block, 0, 1, indices, 8, 64, 8, 7) && rt.error_thread == 2 && rt.detail[0] == -8);
  free(block);
}

static void frames(void) {
  Block *block = new_blocks(1);
  block->warps = 2;
  char *first = NULL;
  for (int k = 0; k < 18; k++) {
    int64_t align = 16 << k % 9, size = (1000 + align - 1) / align * align; /* LLVM counts on all of that size */
    char *place = frame(block, 1000, align);
    assert((uintptr_t)place % 128 == 0 && (uintptr_t)place % align == 0);
    memset(place, k, size); /* the sanitizer sees a frame that is too small */
    if (!first) first = place;
    assert(*first == 0); /* none lies over another */
  }
  release(block);
  free(block);
}

static void never(Coroutine *warp) {
  (void)warp;
  abort();
}

static void deadlocks(void) {
  static Coroutine asleep = {.resume = never}, over;
  Context rt = {0};
  Block *blocks = new_blocks(7);
  int64_t word = 42;
  for (int k = 0; k < 7; k++) {
    blocks[k].alive = k != 6;
    blocks[k].block[0] = k;
    blocks[k].wait_sites[0] = k < 2 ? 9 : k;
    blocks[k].handles[0] = &asleep;
    blocks[k].handles[1] = &over;
  }
  blocks->wait_barriers[0] = &word;
  blocks->wait_parities[0] = 1;
  assert(deadlock(&rt, blocks, 2) && !deadlock(&rt, blocks, 2));
  assert(rt.blocked_sites[0] == 9 && rt.blocked_sites[1] == -1 && rt.blocked_words[0] == 42 && rt.blocked_parities[0]);
  stuck(&rt, blocks, 7, 2);
  assert(rt.stuck_count == STUCK_BLOCKS && rt.stuck_more == 1 && rt.stuck[0].alike == 1 && rt.stuck[3].block[0] == 4);
  free(blocks);
}

static Context shared;
static int32_t winners;

static void *fails(void *number) {
  int32_t n = (int32_t)(intptr_t)number;
  if (fail(&shared, n, n, n, n, n, n, n, n, n)) __atomic_fetch_add(&winners, 1, __ATOMIC_RELAXED);
  return NULL;
}

static void failures_of_several_threads(void) {
  pthread_t threads[8];
  for (intptr_t k = 0; k < 8; k++) pthread_create(&threads[k], NULL, fails, (void *)(k + 1));
  for (int k = 0; k < 8; k++) pthread_join(threads[k], NULL);
  assert(winners == 1 && shared.error_code == shared.error_site && shared.detail[2] == shared.error_code);
  assert(shared.caller_poll == POLL_STOP && shared.worker_poll == POLL_STOP);
}

int main(void) {
  block_barriers();
  mbarriers();
  clusters();
  polling();
  bounds();
  frames();
  deadlocks();
  failures_of_several_threads();
  puts("all passed");
  return 0;
}
