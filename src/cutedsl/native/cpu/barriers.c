/* Barriers of a block, mbarriers, and the cluster's barrier.
 *
 * An mbarrier is 8 bytes of shared memory: pending arrivals, arrivals per phase, bytes outstanding (signed), the parity
 * of the current phase, and a bit that marks it initialised. All warps that touch a barrier run on one thread, so
 * nothing here is atomic. Source: PTX ISA, "mbarrier" and "barrier". */
#include "runtime.h"

/* -- barriers of a block ------------------------------------------------------------------------------------------ */
HOT void open_barrier(Block *block, NamedBarrier *barrier) RUNTIME(open);
void open_barrier(Block *block, NamedBarrier *barrier) {
  barrier->arrived = 0;
  barrier->generation++;
  block->progress++;
}

/* Counts one warp in; gives the generation that it waits to see end. `count` is 0 for all threads of the block. */
HOT int32_t arrive(Block *block, int32_t number, int32_t count) RUNTIME(arrive);
int32_t arrive(Block *block, int32_t number, int32_t count) {
  NamedBarrier *barrier = &block->barriers[number & (NAMED_BARRIERS - 1)];
  int32_t generation = barrier->generation;
  barrier->arrived += WARP_LANES;
  bool full = barrier->arrived >= (count ? count : (int32_t)(block->alive * WARP_LANES));
  if (!count) block->block_waiting = !full;
  if (full) open_barrier(block, barrier);
  return generation;
}

/* A warp has ended: threads that have exited no longer count at a barrier of the whole block. */
HOT void finish(Block *block) {
  block->alive--;
  block->progress++;
  if (!block->block_waiting || block->barriers[0].arrived < (int32_t)(block->alive * WARP_LANES)) return;
  block->block_waiting = 0;
  open_barrier(block, &block->barriers[0]);
}

/* -- mbarriers ---------------------------------------------------------------------------------------------------- */
typedef struct {
  uint64_t pending : 20, count : 20;
  int64_t bytes : 22;
  uint64_t parity : 1, valid : 1;
} Mbarrier;

COLD int32_t mbarrier_init(Mbarrier *barrier, int32_t count) RUNTIME(mbarrier_init);
int32_t mbarrier_init(Mbarrier *barrier, int32_t count) {
  if (count < 1 || count > MBARRIER_LIMIT) return FAULT_COUNT;
  *barrier = (Mbarrier){.pending = count, .count = count, .valid = 1};
  return 0;
}

/* Arrivals, and bytes that are expected (or, negative, have come); gives 0 or the fault. */
HOT int32_t mbarrier_change(Block *block, Mbarrier *barrier, uint32_t arrivals, int32_t bytes) RUNTIME(mbarrier_change);
int32_t mbarrier_change(Block *block, Mbarrier *barrier, uint32_t arrivals, int32_t bytes) {
  if (!barrier->valid) return FAULT_UNINITIALISED;
  int64_t outstanding = (int64_t)barrier->bytes + bytes;
  if (outstanding < -MBARRIER_LIMIT || outstanding > MBARRIER_LIMIT) return FAULT_BYTES;
  if (arrivals > barrier->pending) return FAULT_ARRIVALS;
  barrier->pending -= arrivals;
  barrier->bytes = outstanding;
  if (!barrier->pending && !outstanding) { /* the phase is complete */
    barrier->pending = barrier->count;
    barrier->parity ^= 1;
    block->progress++;
  }
  return 0;
}

/* `times` threads arrive one after another, so that a phase may end between two of them. */
HOT int32_t mbarrier_arrive(Block *block, Mbarrier *barrier, uint32_t times, uint32_t count) RUNTIME(mbarrier_arrive);
int32_t mbarrier_arrive(Block *block, Mbarrier *barrier, uint32_t times, uint32_t count) {
  for (uint32_t i = 0; i < times; i++) {
    int32_t fault = mbarrier_change(block, barrier, count, 0);
    if (fault) return fault;
  }
  return 0;
}

/* -- multiplies of a warp group ----------------------------------------------------------------------------------- */
enum { GROUP_WARPS = 4 };

HOT void multiplies_commit(Block *block, int32_t warp) RUNTIME(multiplies_commit);
void multiplies_commit(Block *block, int32_t warp) {
  block->multiplies[warp]++;
  block->progress++;
}

static inline bool reached(const int32_t *counts, int32_t warp, int32_t wanted) {
  int32_t first = warp & -GROUP_WARPS;
  for (int32_t k = first; k < first + GROUP_WARPS; k++)
    if (counts[k] < wanted) return false;
  return true;
}

/* Whether the warps of a warp group have committed all groups of this warp but the last `pending`. */
HOT bool multiplies_done(const Block *block, int32_t warp, int32_t pending) RUNTIME(multiplies_done);
bool multiplies_done(const Block *block, int32_t warp, int32_t pending) {
  return reached(block->multiplies, warp, block->multiplies[warp] - pending);
}

HOT void multiplies_fence(Block *block, int32_t warp) RUNTIME(multiplies_fence);
void multiplies_fence(Block *block, int32_t warp) {
  block->fences[warp]++;
  block->progress++;
}

/* Whether the warps of a warp group have come to all fences that this warp has come to. */
HOT bool multiplies_fenced(const Block *block, int32_t warp) RUNTIME(multiplies_fenced);
bool multiplies_fenced(const Block *block, int32_t warp) {
  return reached(block->fences, warp, block->fences[warp]);
}

/* -- the cluster's barrier ---------------------------------------------------------------------------------------- */
HOT void cluster_open(Block *block, Block *first) RUNTIME(cluster_open);
void cluster_open(Block *block, Block *first) {
  if (!first->cluster_arrived || (uint32_t)first->cluster_arrived < (uint32_t)first->cluster_alive) return;
  first->cluster_arrived = 0;
  first->cluster_generation++;
  block->progress++;
}

HOT void cluster_arrive(Block *block, int32_t warp) RUNTIME(cluster_arrive);
void cluster_arrive(Block *block, int32_t warp) {
  block->cluster_seen[warp] = block->cluster->cluster_generation;
  block->cluster->cluster_arrived++;
  cluster_open(block, block->cluster);
}

HOT bool cluster_passed(Block *block, int32_t warp) RUNTIME(cluster_passed);
bool cluster_passed(Block *block, int32_t warp) {
  int32_t seen = block->cluster_seen[warp];
  return seen != NOT_ARRIVED && seen != block->cluster->cluster_generation;
}

/* A warp has ended; where it arrived and did not wait, its arrival is taken back. */
HOT void cluster_leave(Block *block, int32_t warp) {
  Block *first = block->cluster;
  first->cluster_arrived -= block->cluster_seen[warp] == first->cluster_generation;
  first->cluster_alive--;
  cluster_open(block, first);
}
