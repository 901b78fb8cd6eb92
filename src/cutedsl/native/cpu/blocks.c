/* What runs a kernel's blocks: takes numbers of clusters from the launch's counter, and runs their warps.
 *
 * A block by itself is a cluster of one. Warps that wait for nothing are functions, run one after the other. Others are
 * coroutines: where all that they do is to meet a known number of times, each is given a turn after each meeting; else
 * a scheduler runs them. */
#include "coroutines.h"

enum { TEAM_ALIGN_BYTES = 64 };
/* Into how many parts for each worker what is left of the grid is divided, to take one: so that few blocks are taken
 * apart at the end. */
enum { PARTS_OF_A_WORKER = 4 };

typedef struct {
  const Runner *kind;
  Block *blocks;   /* those that run together */
  int32_t count;   /* how many */
  int32_t warps;   /* of a block */
  int32_t cluster; /* blocks of a cluster */
  int64_t smem_bytes;
} Run;

/* -- taking clusters ---------------------------------------------------------------------------------------------- */
typedef struct {
  int64_t first, end;      /* numbers of clusters */
  int64_t number;          /* of the one under way */
  uint32_t at[3], size[3]; /* its place among the clusters, and how many there are on each axis */
  bool last;               /* whether nothing is left after it */
} Share;

/* Taking clusters costs as much as a small block or two, and what a worker prefetches beyond a block's end is then read
 * by the same core: so it takes several at a time. Those that are checked, or come in an order, run one by one. */
static int64_t next_share(const Runner *kind, const Context *rt, const int64_t *counter, int64_t clusters) {
  if (kind->together) return (uint64_t)rt->resident < 1 ? 1 : rt->resident;
  if (kind->begin || kind->takes_over || rt->order) return 1;
  /* Relaxed: only how much is taken depends on it, and the fetch-add decides what. */
  int64_t left = clusters - __atomic_load_n(counter, __ATOMIC_RELAXED);
  uint64_t workers = rt->workers, part = left > 0 ? left : 0;
  if (workers > 1) part /= PARTS_OF_A_WORKER * workers;
  return part ? part : 1;
}

static inline __attribute__((always_inline)) bool take(const Runner *kind, const Context *rt, int64_t *counter, Share *share) {
  int64_t clusters = (int64_t)share->size[0] * share->size[1] * share->size[2];
  int64_t taken = next_share(kind, rt, counter, clusters);
  /* Relaxed: blocks of a launch are in no order, and what they read was written before the launch. */
  share->first = share->number = __atomic_fetch_add(counter, taken, __ATOMIC_RELAXED);
  if ((uint64_t)share->first >= (uint64_t)clusters) return false;
  share->last = share->first + taken >= clusters;
  if (rt->order && taken == 1) share->first = share->number = rt->order[share->first];
  share->end = share->first + taken < clusters ? share->first + taken : clusters;
  /* The first share of a small launch is all of it: divisions would take as long as a small block. */
  uint64_t rows = share->first ? (uint64_t)share->first / share->size[0] : 0;
  share->at[0] = share->first ? (uint64_t)share->first % share->size[0] : 0;
  share->at[1] = rows ? rows % share->size[1] : 0;
  share->at[2] = rows ? rows / share->size[1] : 0;
  return true;
}

/* The answer to a block that asks for a cluster that nobody has begun: the index of its first block, and 1; or zeros, as
 * where none is left. Whoever takes a number of the counter has that cluster alone. Drawn orders decline some requests
 * too, as hardware may at any time. Source: PTX ISA, "clusterlaunchcontrol.try_cancel". */
void take_over(Block *block, int32_t x, int32_t y, int32_t z, int32_t *answer) RUNTIME(take_over);
COLD void take_over(Block *block, int32_t x, int32_t y, int32_t z, int32_t *answer) {
  enum { DECLINED_OF = 4 };
  const Context *rt = block->rt;
  const int32_t *dims = block->dims;
  uint32_t size[3] = {dims[DIMS_GRID] / x, dims[DIMS_GRID + 1] / y, dims[DIMS_GRID + 2] / z};
  int64_t clusters = (int64_t)size[0] * size[1] * size[2];
  __builtin_memset(answer, 0, 4 * sizeof *answer);
  /* Relaxed, as in `take`; a number that another worker takes meanwhile changes only whether this request is declined. */
  int64_t next = __atomic_load_n(block->counter, __ATOMIC_RELAXED);
  if (next >= clusters || (rt->order && rt->order[next] % DECLINED_OF == DECLINED_OF - 1)) return;
  int64_t number = __atomic_fetch_add(block->counter, 1, __ATOMIC_RELAXED); /* relaxed, as in `take` */
  if (number >= clusters) return;
  if (rt->order) number = rt->order[number];
  uint64_t rows = (uint64_t)number / size[0];
  answer[0] = (int32_t)((uint64_t)number % size[0]) * x;
  answer[1] = (int32_t)(rows % size[1]) * y;
  answer[2] = (int32_t)(rows / size[1]) * z;
  answer[3] = 1;
}

/* On to the next cluster of a share; whether there is one. Counting saves three divisions. */
static inline bool advance(Share *share) {
  if (++share->at[0] == share->size[0]) {
    share->at[0] = 0;
    if (++share->at[1] == share->size[1]) {
      share->at[1] = 0;
      share->at[2]++;
    }
  }
  return ++share->number != share->end;
}

/* -- warps -------------------------------------------------------------------------------------------------------- */
static inline bool run_plain(WarpRun *warp, Block *block, int32_t warps) {
  for (int32_t k = 0; k < warps; k++)
    if (warp(block, k)) return false;
  return true;
}

static HOT void make_warps(const Run *run, Block *block) {
  WarpStart *start = run->kind->warp;
  block->used = 0;
  for (int32_t k = 0; k < run->warps; k++) block->handles[k] = start(block, k);
}

/* All warps have come to the first barrier; each is given a turn after each barrier. One that ended the call has set
 * the poll word, and is not resumed. */
static HOT bool run_rounds(const Run *run, Block *block) {
  for (int32_t round = 0; round < run->kind->rounds; round++)
    for (int32_t k = 0; k < run->warps; k++) {
      if (!quiet(block->poll) && poll(block->rt, block->poll)) return false;
      resume(block->handles[k]);
    }
  return true;
}

static HOT void begin_block(const Run *run, Block *block) {
  block->progress = 0;
  block->alive = run->warps;
  block->block_waiting = 0;
  block->cluster_arrived = block->cluster_generation = 0;
  block->cluster_alive = run->warps * run->cluster;
  __builtin_memset(block->barriers, 0, sizeof block->barriers);
  __builtin_memset(block->wait_barriers, 0, sizeof block->wait_barriers);
  __builtin_memset(block->multiplies, 0, sizeof block->multiplies);
  __builtin_memset(block->fences, 0, sizeof block->fences);
  _Static_assert(NOT_ARRIVED == -1, "all bits are set");
  __builtin_memset(block->cluster_seen, 0xff, sizeof block->cluster_seen);
  make_warps(run, block);
}

/* -- tensor memory ------------------------------------------------------------------------------------------------ */
/* Nothing of a block is there for the next: what it allocated it must have given back. */
static COLD void end_tensor_memory(const Block *block) {
  TensorMemory *memory = block->tensor;
  const int32_t *at = block->block;
  if (memory->taken)
    fail(block->rt, ERROR_TENSOR, memory->site, 0, at[0], at[1], at[2], TENSOR_LEAKED, memory->taken, 0);
  __builtin_memset(memory, 0, offsetof(TensorMemory, raw));
}

static COLD void free_tensor_memory(Block *block) {
  end_tensor_memory(block);
  free(block->tensor->raw);
}

/* -- blocks ------------------------------------------------------------------------------------------------------- */
static inline void place(const Run *run, Block *block, uint32_t x, uint32_t y, uint32_t z) {
  if (block->tensor) end_tensor_memory(block);
  block->block[0] = x;
  block->block[1] = y;
  block->block[2] = z;
  /* Zeroed, so that an mbarrier that nobody initialised is seen as such. */
  if (run->kind->clears || block->rt->smem_fill) __builtin_memset(block->smem, (int)block->rt->smem_fill, run->smem_bytes);
  if (run->kind->flag_bytes && !run->kind->together) __builtin_memset(block->team, 0, run->kind->flag_bytes);
}

/* Places a block and runs its warps, unless a scheduler will; whether the call goes on. */
static HOT bool run_block(const Run *run, Block *block, uint32_t x, uint32_t y, uint32_t z, int64_t number) {
  const Runner *kind = run->kind;
  place(run, block, x, y, z);
  if (kind->begin && block == run->blocks) kind->begin(block->rt, run->blocks, number);
  if (kind->schedule) {
    begin_block(run, block);
    return true;
  }
  if (!kind->rounds) return run_plain(kind->warp, block, run->warps);
  make_warps(run, block);
  return run_rounds(run, block);
}

static bool run_cluster(const Run *run, const Share *share, int32_t slot) {
  const int32_t *size = run->kind->cluster;
  Block *block = &run->blocks[slot];
  uint32_t x = share->at[0] * size[0], y = share->at[1] * size[1], z = share->at[2] * size[2];
  for (int32_t k = 0; k < size[2]; k++)
    for (int32_t j = 0; j < size[1]; j++)
      for (int32_t i = 0; i < size[0]; i++, block++)
        if (!run_block(run, block, x + i, y + j, z + k, share->number)) return false;
  return true;
}

static bool run_share(const Run *run, Share *share) {
  Block *blocks = run->blocks;
  const Runner *kind = run->kind;
  do {
    if (!quiet(blocks->poll) && poll(blocks->rt, blocks->poll)) return false;
    int32_t slot = kind->together ? (int32_t)(share->number - share->first) * run->cluster : 0;
    if (!run_cluster(run, share, slot)) return false;
    if (kind->schedule && !kind->together) kind->schedule(blocks, run->cluster);
  } while (advance(share));
  if (kind->together) kind->schedule(blocks, (int32_t)(share->end - share->first) * run->cluster);
  return true;
}

/* The same for blocks by themselves whose warps are functions, or meet and no more: a small one takes 5 ns. What does
 * not change is in variables of its own, as C must think that a warp changes all that lies in memory. */
static bool run_single(const Run *of_all, Share *of_worker) {
  const Runner kind = *of_all->kind;
  const Run run = {&kind, of_all->blocks, 1, of_all->warps, 1, of_all->smem_bytes};
  Block *block = run.blocks;
  Share share = *of_worker;
  const int64_t *word = block->poll;
  do {
    if (!quiet(word) && poll(block->rt, block->poll)) return false;
    place(&run, block, share.at[0], share.at[1], share.at[2]);
    if (kind.rounds) {
      make_warps(&run, block);
      if (!run_rounds(&run, block)) return false;
    } else if (!run_plain(kind.warp, block, run.warps)) {
      return false;
    }
  } while (advance(&share));
  return true;
}

/* -- the runner --------------------------------------------------------------------------------------------------- */
static int32_t warps_of(const Runner *kind, const int32_t *dims) {
  uint32_t threads = (uint32_t)dims[DIMS_BLOCK] * dims[DIMS_BLOCK + 1] * dims[DIMS_BLOCK + 2];
  return (threads + kind->lanes - 1) / kind->lanes;
}

/* What a launch gives all its blocks. A block as a model of the others would be 1,500 bytes to clear for each launch. */
typedef struct {
  Context *rt;
  int64_t *poll;
  int32_t *dims;
  int64_t *counter;
  void *params;
  FaultRecord *mark;
  int32_t threads;
} Given;

/* What stays the same from block to block. `teams` is null where blocks of several clusters run together. */
static HOT void prepare(const Run *run, const Given *like, uint8_t *smem, uint8_t *teams) {
  int64_t stride = (run->smem_bytes + SMEM_ALIGN_BYTES - 1) & -SMEM_ALIGN_BYTES;
  for (int32_t k = 0; k < run->count; k++) {
    Block *block = &run->blocks[k];
    int32_t rank = (uint32_t)k % (uint32_t)run->cluster;
    block->rt = like->rt;
    block->poll = like->poll;
    block->dims = like->dims;
    block->counter = like->counter;
    block->params = like->params;
    block->mark = like->mark;
    block->threads = like->threads;
    block->warps = run->warps;
    block->smem = smem + stride * k;
    block->smem_stride = stride;
    block->arena = NULL;
    if (teams) block->team = teams + run->kind->team_bytes * k;
    block->tensor = NULL;
    block->cluster_blocks = run->cluster;
    block->cluster = block - rank;
    block->rank = rank;
    block->slot = k;
  }
}

static void run_all(const Run *run, const Context *rt, int64_t *counter, const int32_t *dims) {
  Share share;
  const int32_t *grid = dims + DIMS_GRID, *cluster = run->kind->cluster;
  /* Most blocks are by themselves, and three divisions take as long as a small block. */
  for (int k = 0; k < 3; k++) share.size[k] = run->cluster == 1 ? (uint32_t)grid[k] : (uint32_t)grid[k] / (uint32_t)cluster[k];
  bool single = run->count == 1 && !run->kind->schedule && !run->kind->begin;
  do {
    if (!take(run->kind, rt, counter, &share)) break;
  } while ((single ? run_single(run, &share) : run_share(run, &share)) && !share.last);
  for (int32_t k = 0; k < run->count; k++)
    if (run->blocks[k].tensor) free_tensor_memory(&run->blocks[k]);
  if (!run->kind->schedule && !run->kind->rounds) return;
  for (int32_t k = 0; k < run->count; k++) release(&run->blocks[k]);
}

void run_blocks(const Runner *kind, int64_t *counter, int32_t *dims, void *params, Context *rt, int64_t *word,
                uint8_t *smem, int64_t smem_bytes, FaultRecord *mark) RUNTIME(run_blocks);
HOT void run_blocks(const Runner *kind, int64_t *counter, int32_t *dims, void *params, Context *rt, int64_t *word,
                    uint8_t *smem, int64_t smem_bytes, FaultRecord *mark) {
  int32_t cluster = kind->cluster[0] * kind->cluster[1] * kind->cluster[2], count = cluster;
  int32_t threads = (uint32_t)dims[DIMS_BLOCK] * dims[DIMS_BLOCK + 1] * dims[DIMS_BLOCK + 2];
  if (kind->together) count *= (uint64_t)rt->resident < 1 ? 1 : rt->resident;
  /* Those of one cluster lie on the stack, where the cache has them; hundreds do not fit there. */
  uint64_t bytes = count * sizeof(Block);
  void *raw = NULL;
  uint8_t *teams = NULL;
  Block *blocks;
  if (kind->together) {
    raw = allocate(rt, NULL, bytes + BLOCK_ALIGN_BYTES);
    if (!raw) return;
    blocks = (Block *)(((uint64_t)raw + BLOCK_ALIGN_BYTES - 1) & -(uint64_t)BLOCK_ALIGN_BYTES);
  } else {
    blocks = __builtin_alloca_with_align(bytes, 8 * BLOCK_ALIGN_BYTES);
    teams = __builtin_alloca_with_align(cluster * kind->team_bytes + 1, 8 * TEAM_ALIGN_BYTES);
  }
  Run run = {kind, blocks, count, warps_of(kind, dims), cluster, smem_bytes};
  Given like = {rt, word, dims, counter, params, mark, threads};
  prepare(&run, &like, smem, teams);
  mark->site = -1;
  mark->state = blocks;
  run_all(&run, rt, counter, dims);
  free(raw);
}
