/* The structures of a call and of the blocks that it runs, each field written once. */
#pragma once

typedef struct NamedBarrier {
  int32_t arrived; /* threads that have arrived in this phase */
  int32_t generation; /* phases that are complete */
} NamedBarrier;

/* The head of a coroutine's frame, as LLVM lays it out. */
typedef struct Coroutine {
  void (*resume)(Coroutine *); /* the function that resumes it; null once it has ended */
  void *destroy; /* never called */
} Coroutine;

/* The head of memory that coroutine frames are taken from; the frames follow, each aligned as it asks for. */
typedef struct Arena {
  Arena *older; /* the arena before this one */
  int64_t room_bytes; /* how many bytes for frames it has */
} Arena;

typedef struct StuckBlock {
  int32_t block[3]; /* its index in the grid */
  int32_t alike; /* how many other blocks wait where it does */
  int32_t sites[MAX_BLOCK_WARPS]; /* where each warp waits; -1: it has ended */
} StuckBlock;

/* So that blocks of two workers share no cache lines. */
enum { BLOCK_ALIGN_BYTES = 128 };
/* A block that a CPU worker runs; its warps share it. Blocks of a cluster lie one after another. */
typedef struct Block {
  Context *rt; /* the context of the call */
  int64_t *poll; /* the poll word of the thread that runs the block */
  int32_t *dims; /* the dimensions of the launch */
  void *params; /* the kernel's parameters, a slot each */
  void *smem; /* the block's shared memory */
  Arena *arena; /* the newest memory for frames */
  int64_t used; /* bytes of it that are taken */
  int64_t progress; /* counts what lets a waiting warp go on */
  Block *cluster; /* the first block of the cluster, which keeps the cluster's barrier */
  int64_t *counter; /* the number of the next cluster that nobody has begun */
  int64_t smem_stride; /* the distance between the shared memories of a cluster's blocks */
  FaultRecord *mark; /* the worker's record for accesses that cannot be checked */
  void *team; /* memory of loops that one warp runs for all */
  TensorMemory *tensor; /* tensor memory; null until something asks for it */
  Coroutine *handles[MAX_BLOCK_WARPS]; /* the coroutine of each warp */
  int64_t *wait_barriers[MAX_BLOCK_WARPS]; /* the mbarrier that each warp waited for last */
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
  int32_t cluster_blocks; /* blocks of the cluster */
  NamedBarrier barriers[NAMED_BARRIERS]; /* named barriers; number 0 serves the whole block too */
  int32_t wait_sites[MAX_BLOCK_WARPS]; /* where each warp waits */
  int32_t wait_parities[MAX_BLOCK_WARPS]; /* for which parity each warp waited last */
  int32_t multiplies[MAX_BLOCK_WARPS]; /* groups of multiplies (wgmma) that each warp has committed */
  int32_t fences[MAX_BLOCK_WARPS]; /* fences of multiplies (wgmma.fence) that each warp has come to */
  int32_t cluster_seen[MAX_BLOCK_WARPS]; /* the phase at which each warp arrived at the cluster's barrier */
} __attribute__((aligned(BLOCK_ALIGN_BYTES))) Block;

/* A request for a tensor map; on the CPU it is the descriptor itself. */
typedef struct MapRequest {
  int64_t address; /* where the tensor begins in global memory */
  int64_t dims[MAP_RANK]; /* its extents */
  int64_t strides[MAP_RANK - 1]; /* distances in bytes on the axes from 1 on */
  int32_t box[MAP_RANK]; /* the extents of a tile */
  int32_t element; /* the driver's code of the element type */
  int32_t rank; /* axes in use; the others have extent 1 */
  int32_t swizzle; /* how many bits of an address in shared memory it turns */
  int32_t elem_bytes; /* the size of an element */
  int32_t memory_bits; /* of an element narrower than a byte, in global memory; else 0 */
  int32_t form; /* 0: a tile as in global memory; 1: 16 narrow elements take 16 bytes; else pixels (im2col), see tiles.c */
  int32_t tile_bytes; /* bytes of shared memory that a tile takes */
} MapRequest;

/* A warp whose lanes run apart. Behind it lie the operands and results of the meetings. */
typedef struct LaneWarp {
  Coroutine head; /* so that the scheduler sees one coroutine */
  Block *state; /* the block */
  int32_t warp; /* its number in the block */
  int32_t alive; /* lanes that have not ended, as bits */
  Coroutine *handles[WARP_LANES]; /* the coroutine of each lane */
  int32_t at[WARP_LANES]; /* the number of the meeting that each lane waits at; 0: none */
  int32_t masks[WARP_LANES]; /* the lanes that each expects there, as bits */
} __attribute__((aligned(64))) LaneWarp;

/* What is known of a worker when it makes an access that the machine refuses. */
typedef struct FaultRecord {
  int64_t thread; /* who runs the worker; 0: the record is free */
  void *jump; /* where to jump to after a fault */
  int32_t site; /* the last site where an access was not checked */
  Block *state; /* the block that was there */
  int64_t address; /* the address that was refused */
} __attribute__((aligned(64))) FaultRecord;

/* How the blocks of a kernel are run. */
typedef struct Runner {
  void *warp; /* a `WarpRun`; a `WarpStart` where warps are coroutines */
  Schedule *schedule; /* runs the warps that are coroutines; null: none is needed */
  Begin *begin; /* where blocks are checked: told of each cluster; else null */
  int64_t team_bytes; /* memory of a block for loops that one warp runs for all */
  int64_t flag_bytes; /* so much of it is zero when the block begins */
  int32_t cluster[3]; /* blocks of a cluster along each axis */
  int32_t lanes; /* threads that a warp has */
  int32_t rounds; /* how often coroutines meet that do nothing else; 0: a scheduler runs them, or none are */
  int32_t together; /* whether all clusters that a worker takes at a time run together */
  int32_t clears; /* whether shared memory is zero when a block begins */
  int32_t takes_over; /* whether blocks ask for clusters that nobody has begun: a worker takes one at a time */
} Runner;

/* The context of one call: `rt` in generated code. */
typedef struct Context {
  int64_t caller_poll; /* the calling thread polls this word */
  int64_t worker_poll; /* other workers poll this word */
  int32_t error_code; /* an `ErrorCode`; the first error wins */
  int32_t error_site; /* where it happened */
  int32_t error_thread; /* in which thread of its block */
  int32_t error_block[3]; /* in which block */
  int64_t detail[4]; /* what else is known of the error */
  void *launch; /* launches a kernel */
  void *write; /* writes printed output */
  int32_t (*check)(Context *); /* asked when a poll word has a tick: 0 stops the call */
  void *user; /* for whoever made the context */
  int32_t blocked_count; /* after a deadlock: the warps of the block */
  int32_t blocked_sites[MAX_BLOCK_WARPS]; /* where each waits; -1: it has ended */
  int64_t blocked_words[MAX_BLOCK_WARPS]; /* the mbarrier that each waits for */
  int32_t blocked_parities[MAX_BLOCK_WARPS]; /* the parity that each waits for */
  void *tensor_map; /* makes a tensor map */
  int64_t resident; /* clusters that each worker runs together; 0 as 1 */
  int64_t gpu; /* the GPU that the call's tensors are on; -1: nobody looked */
  FaultRecord *faults; /* workers whose illegal accesses are made errors; null for none */
  int32_t blocked_arrivals[NAMED_BARRIERS]; /* threads that have arrived at each named barrier */
  int32_t blocked_cluster[2]; /* warps at the cluster's barrier, and how many it waits for */
  int32_t block[3]; /* the block dimensions of the last launch */
  int32_t stuck_count; /* after a deadlock: how many of the blocks below are known */
  int32_t stuck_more; /* how many more blocks differ from them */
  StuckBlock stuck[STUCK_BLOCKS]; /* blocks that wait in different places */
  int64_t workers; /* threads that run the last launch; 0 as 1 */
  int64_t smem_fill; /* the byte of which new shared and tensor memory is full; 0: as it is */
  const int64_t *order; /* the clusters by turns, if they run one by one; null: as they are */
} Context;
