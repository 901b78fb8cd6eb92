/* Made by scripts/build_native.py from native/structures.py. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#define WARP_LANES INT64_C(32)
#define MAX_BLOCK_WARPS INT64_C(32)
#define NAMED_BARRIERS INT64_C(16)
#define STUCK_BLOCKS INT64_C(4)
#define MBARRIER_LIMIT INT64_C(1048575)
#define NOT_ARRIVED INT64_C(-1)
#define POLL_STOP INT64_C(1)
#define POLL_TICK INT64_C(4294967296)
#define ERROR_NONE INT64_C(0)
#define ERROR_OUT_OF_BOUNDS INT64_C(1)
#define ERROR_DIVISION_BY_ZERO INT64_C(2)
#define ERROR_TRAP INT64_C(3)
#define ERROR_BARRIER_DIVERGENT INT64_C(4)
#define ERROR_DEADLOCK INT64_C(5)
#define ERROR_STOPPED INT64_C(6)
#define ERROR_LAUNCH_FAILED INT64_C(7)
#define ERROR_MISALIGNED INT64_C(8)
#define ERROR_ILLEGAL_ACCESS INT64_C(9)
#define ERROR_INDEX_WRAPS INT64_C(16)
#define ERROR_MBARRIER INT64_C(20)
#define ERROR_CLUSTER_RANK INT64_C(21)
#define FAULT_UNINITIALISED INT64_C(1)
#define FAULT_COUNT INT64_C(2)
#define FAULT_ARRIVALS INT64_C(3)
#define FAULT_BYTES INT64_C(4)

typedef struct NamedBarrier NamedBarrier;
typedef struct Arena Arena;
typedef struct StuckBlock StuckBlock;
typedef struct Block Block;
typedef struct Context Context;

struct NamedBarrier {
  int32_t arrived; /* threads that have arrived in this phase */
  int32_t generation; /* phases that are complete */
} __attribute__((aligned(4)));
_Static_assert(offsetof(NamedBarrier, arrived) == 0, "arrived");
_Static_assert(offsetof(NamedBarrier, generation) == 4, "generation");
_Static_assert(sizeof(NamedBarrier) == 8, "NamedBarrier");

/* The head of memory that coroutine frames are taken from; the frames follow, aligned to 128 bytes. */
struct Arena {
  struct Arena *older; /* the arena before this one */
  int64_t room_bytes; /* how many bytes of frames it holds */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Arena, older) == 0, "older");
_Static_assert(offsetof(Arena, room_bytes) == 8, "room_bytes");
_Static_assert(sizeof(Arena) == 16, "Arena");

struct StuckBlock {
  int32_t block[3]; /* its index in the grid */
  int32_t alike; /* how many other blocks wait where it does */
  int32_t sites[32]; /* where each warp waits; -1: it has ended */
} __attribute__((aligned(4)));
_Static_assert(offsetof(StuckBlock, block) == 0, "block");
_Static_assert(offsetof(StuckBlock, alike) == 12, "alike");
_Static_assert(offsetof(StuckBlock, sites) == 16, "sites");
_Static_assert(sizeof(StuckBlock) == 144, "StuckBlock");

/* A block that a CPU worker runs; its warps share it. Blocks of a cluster lie one after another. */
struct Block {
  Context *rt; /* the context of the call */
  int64_t *poll; /* the poll word of the thread that runs the block */
  int32_t *dims; /* the dimensions of the launch */
  void * params; /* the kernel's parameters, a slot each */
  void * smem; /* the block's shared memory */
  Arena *arena; /* the newest memory for frames */
  int64_t used; /* bytes of it that are taken */
  int64_t progress; /* counts what lets a waiting warp go on */
  Block *cluster; /* the first block of the cluster, which keeps the cluster's barrier */
  int64_t smem_stride; /* the distance between the shared memories of a cluster's blocks */
  void * mark; /* the worker's record for accesses that cannot be checked */
  void * team; /* memory of loops that one warp runs for all */
  void * handles[32]; /* the coroutine of each warp */
  int64_t *wait_barriers[32]; /* the mbarrier that each warp waited for last */
  int32_t block[3]; /* its index in the grid */
  int32_t alive; /* warps that have not ended */
  int32_t threads; /* threads of the block */
  int32_t warps; /* warps of the block */
  int32_t block_waiting; /* whether warps wait for the whole block */
  int32_t rank; /* its number in the cluster */
  int32_t cluster_alive; /* warps of the cluster that have not ended */
  int32_t cluster_arrived; /* warps that have arrived at the cluster's barrier */
  int32_t cluster_generation; /* phases of the cluster's barrier that are complete */
  int32_t slot; /* its number among the blocks that run together */
  NamedBarrier barriers[16]; /* named barriers; number 0 serves the whole block too */
  int32_t wait_sites[32]; /* where each warp waits */
  int32_t wait_parities[32]; /* for which parity each warp waited last */
  int32_t cluster_seen[32]; /* the phase at which each warp arrived at the cluster's barrier */
} __attribute__((aligned(128)));
_Static_assert(offsetof(Block, rt) == 0, "rt");
_Static_assert(offsetof(Block, poll) == 8, "poll");
_Static_assert(offsetof(Block, dims) == 16, "dims");
_Static_assert(offsetof(Block, params) == 24, "params");
_Static_assert(offsetof(Block, smem) == 32, "smem");
_Static_assert(offsetof(Block, arena) == 40, "arena");
_Static_assert(offsetof(Block, used) == 48, "used");
_Static_assert(offsetof(Block, progress) == 56, "progress");
_Static_assert(offsetof(Block, cluster) == 64, "cluster");
_Static_assert(offsetof(Block, smem_stride) == 72, "smem_stride");
_Static_assert(offsetof(Block, mark) == 80, "mark");
_Static_assert(offsetof(Block, team) == 88, "team");
_Static_assert(offsetof(Block, handles) == 96, "handles");
_Static_assert(offsetof(Block, wait_barriers) == 352, "wait_barriers");
_Static_assert(offsetof(Block, block) == 608, "block");
_Static_assert(offsetof(Block, alive) == 620, "alive");
_Static_assert(offsetof(Block, threads) == 624, "threads");
_Static_assert(offsetof(Block, warps) == 628, "warps");
_Static_assert(offsetof(Block, block_waiting) == 632, "block_waiting");
_Static_assert(offsetof(Block, rank) == 636, "rank");
_Static_assert(offsetof(Block, cluster_alive) == 640, "cluster_alive");
_Static_assert(offsetof(Block, cluster_arrived) == 644, "cluster_arrived");
_Static_assert(offsetof(Block, cluster_generation) == 648, "cluster_generation");
_Static_assert(offsetof(Block, slot) == 652, "slot");
_Static_assert(offsetof(Block, barriers) == 656, "barriers");
_Static_assert(offsetof(Block, wait_sites) == 784, "wait_sites");
_Static_assert(offsetof(Block, wait_parities) == 912, "wait_parities");
_Static_assert(offsetof(Block, cluster_seen) == 1040, "cluster_seen");
_Static_assert(sizeof(Block) == 1280, "Block");

/* The context of one call: `rt` in generated code. */
struct Context {
  int64_t caller_poll; /* the calling thread polls this word */
  int64_t worker_poll; /* other workers poll this word */
  int32_t error_code; /* an `ErrorCode`; the first error wins */
  int32_t error_site; /* where it happened */
  int32_t error_thread; /* in which thread of its block */
  int32_t error_block[3]; /* in which block */
  int64_t detail[4]; /* what else is known of the error */
  void * launch; /* launches a kernel */
  void * write; /* writes printed output */
  int32_t (*check)(Context *); /* asked when a poll word has a tick: 0 stops the call */
  void * user; /* for whoever made the context */
  int32_t blocked_count; /* after a deadlock: the warps of the block */
  int32_t blocked_sites[32]; /* where each waits; -1: it has ended */
  int64_t blocked_words[32]; /* the mbarrier that each waits for */
  int32_t blocked_parities[32]; /* the parity that each waits for */
  void * tensor_map; /* makes a tensor map */
  int64_t resident; /* clusters that each worker runs together; 0 as 1 */
  int64_t gpu; /* the GPU that the call's tensors are on; -1: nobody looked */
  void * faults; /* workers whose illegal accesses are made errors; null for none */
  int32_t blocked_arrivals[16]; /* threads that have arrived at each named barrier */
  int32_t blocked_cluster[2]; /* warps at the cluster's barrier, and how many it waits for */
  int32_t block[3]; /* the block dimensions of the last launch */
  int32_t stuck_count; /* after a deadlock: how many of the blocks below are known */
  int32_t stuck_more; /* how many more blocks differ from them */
  StuckBlock stuck[4]; /* blocks that wait in different places */
  int64_t workers; /* threads that run the last launch; 0 as 1 */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Context, caller_poll) == 0, "caller_poll");
_Static_assert(offsetof(Context, worker_poll) == 8, "worker_poll");
_Static_assert(offsetof(Context, error_code) == 16, "error_code");
_Static_assert(offsetof(Context, error_site) == 20, "error_site");
_Static_assert(offsetof(Context, error_thread) == 24, "error_thread");
_Static_assert(offsetof(Context, error_block) == 28, "error_block");
_Static_assert(offsetof(Context, detail) == 40, "detail");
_Static_assert(offsetof(Context, launch) == 72, "launch");
_Static_assert(offsetof(Context, write) == 80, "write");
_Static_assert(offsetof(Context, check) == 88, "check");
_Static_assert(offsetof(Context, user) == 96, "user");
_Static_assert(offsetof(Context, blocked_count) == 104, "blocked_count");
_Static_assert(offsetof(Context, blocked_sites) == 108, "blocked_sites");
_Static_assert(offsetof(Context, blocked_words) == 240, "blocked_words");
_Static_assert(offsetof(Context, blocked_parities) == 496, "blocked_parities");
_Static_assert(offsetof(Context, tensor_map) == 624, "tensor_map");
_Static_assert(offsetof(Context, resident) == 632, "resident");
_Static_assert(offsetof(Context, gpu) == 640, "gpu");
_Static_assert(offsetof(Context, faults) == 648, "faults");
_Static_assert(offsetof(Context, blocked_arrivals) == 656, "blocked_arrivals");
_Static_assert(offsetof(Context, blocked_cluster) == 720, "blocked_cluster");
_Static_assert(offsetof(Context, block) == 728, "block");
_Static_assert(offsetof(Context, stuck_count) == 740, "stuck_count");
_Static_assert(offsetof(Context, stuck_more) == 744, "stuck_more");
_Static_assert(offsetof(Context, stuck) == 748, "stuck");
_Static_assert(offsetof(Context, workers) == 1328, "workers");
_Static_assert(sizeof(Context) == 1336, "Context");
