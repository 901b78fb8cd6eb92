/* Errors and polling.
 *
 * Several workers of one call may fail at the same time: the one that changes `error_code` from 0 describes its error,
 * and nobody reads the description before all workers have ended. Every failure asks all workers to stop. */
#include "runtime.h"

COLD bool fail(Context *rt, int32_t code, int32_t site, int32_t thread, int32_t x, int32_t y, int32_t z, int64_t a,
          int64_t b, int64_t c) {
  int32_t none = 0;
  /* Sequentially consistent: exactly one worker wins, and errors are rare. */
  bool won = __atomic_compare_exchange_n(&rt->error_code, &none, code, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (won) {
    rt->error_site = site;
    rt->error_thread = thread;
    rt->error_block[0] = x;
    rt->error_block[1] = y;
    rt->error_block[2] = z;
    rt->detail[0] = a;
    rt->detail[1] = b;
    rt->detail[2] = c;
  }
  /* The other bit of a poll word, the tick, may be set at the same time: hence a fetch-or, not a store. */
  __atomic_fetch_or(&rt->caller_poll, POLL_STOP, __ATOMIC_SEQ_CST);
  __atomic_fetch_or(&rt->worker_poll, POLL_STOP, __ATOMIC_SEQ_CST);
  return won;
}

/* So many bytes of memory; null with an error where the system has none. */
COLD void *allocate(Context *rt, const Block *block, uint64_t bytes) {
  static const int32_t first[3];
  const int32_t *at = block ? block->block : first;
  void *place = malloc(bytes);
  if (!place) fail(rt, ERROR_OUT_OF_MEMORY, -1, 0, at[0], at[1], at[2], (int64_t)bytes, 0, 0);
  return place;
}

/* Whether to stop: looks at a poll word that is not 0, and asks `check` where it has a tick. */
COLD bool poll(Context *rt, int64_t *word) {
  /* Takes the tick away and looks at both bits in one step, so that no tick is lost or answered twice. */
  int64_t found = __atomic_fetch_and(word, ~POLL_TICK, __ATOMIC_SEQ_CST);
  if (found & POLL_STOP) return true;
  if (!(found & POLL_TICK) || rt->check(rt)) return false;
  fail(rt, ERROR_STOPPED, -1, 0, 0, 0, 0, 0, 0, 0);
  return true;
}

/* Notes where a worker was when the call was stopped: the first worker that comes here wins. `block` may be null. */
COLD void stood(Context *rt, Block *block, int32_t site) {
  int32_t unknown = -1;
  if (rt->error_code != ERROR_STOPPED) return;
  /* Workers come here at the same time; exactly one may write the rest. */
  if (!__atomic_compare_exchange_n(&rt->error_site, &unknown, site, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return;
  rt->error_thread = block ? 0 : -1;
  for (int k = 0; block && k < 3; k++) rt->error_block[k] = block->block[k];
}

COLD bool poll_at(Context *rt, int64_t *word, Block *block, int32_t site) RUNTIME(poll_at);
bool poll_at(Context *rt, int64_t *word, Block *block, int32_t site) {
  bool stop = poll(rt, word);
  if (stop) stood(rt, block, site);
  return stop;
}

/* Reports the first lane of `lanes` whose access lies outside [0, limit); `spread` has each lane's offset from `base`. */
COLD bool outside(Block *block, int32_t first, int32_t site, const int64_t *spread, int64_t base, int64_t limit,
                  int64_t size, int32_t lanes) RUNTIME(outside);
bool outside(Block *block, int32_t first, int32_t site, const int64_t *spread, int64_t base, int64_t limit,
             int64_t size, int32_t lanes) {
  for (uint32_t left = lanes; left; left &= left - 1) {
    int32_t lane = __builtin_ctz(left);
    int64_t offset = (int64_t)((uint64_t)base + (uint64_t)spread[lane]); /* may wrap, as generated code's does */
    if (offset < 0 || offset > limit - size) {
      int32_t *at = block->block;
      fail(block->rt, ERROR_OUT_OF_BOUNDS, site, first + lane, at[0], at[1], at[2], offset, limit, size);
      return true;
    }
  }
  return false;
}

/* The same for indices of elements of `elem` bytes. */
COLD bool outside_elems(Block *block, int32_t first, int32_t site, const int32_t *indices, int64_t elem, int64_t limit,
                        int64_t size, int32_t lanes) RUNTIME(outside_elems);
bool outside_elems(Block *block, int32_t first, int32_t site, const int32_t *indices, int64_t elem, int64_t limit,
                   int64_t size, int32_t lanes) {
  int64_t offsets[WARP_LANES];
  for (int k = 0; k < WARP_LANES; k++) offsets[k] = (int64_t)((uint64_t)indices[k] * (uint64_t)elem);
  return outside(block, first, site, offsets, 0, limit, size, lanes);
}
