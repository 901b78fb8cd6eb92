/* Made by scripts/build_native.py from the structures of native/. */
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
#define SMEM_ALIGN_BYTES INT64_C(1024)
#define SMEM_SLACK_BYTES INT64_C(256)
#define NO_RULE INT64_C(0)
#define MAX_CLOCK INT64_C(33554431)
#define MAX_BARRIERS INT64_C(64)
#define LOG_ENTRIES INT64_C(512)
#define MEASURED_REQUESTS INT64_C(32)
#define SURE_PAGE_SHIFT INT64_C(12)
#define FILTER_BITS INT64_C(12)
#define HASH INT64_C(-7046029254386353131)
#define SEEN_OWN INT64_C(1)
#define SEEN_OTHERS INT64_C(2)
#define CLASH_FOUND INT64_C(65536)
#define CLASH_OTHER_AT INT64_C(8)
#define CLOCK_BITS INT64_C(25)
#define COLUMN_BITS INT64_C(12)
#define LANE_BITS INT64_C(6)
#define MASK_BITS INT64_C(4)
#define COLUMN_AT INT64_C(25)
#define LANE_AT INT64_C(37)
#define MASK_AT INT64_C(43)
#define WRITTEN_AT INT64_C(47)
#define SITE_AT INT64_C(51)
#define SEVERAL_LANES INT64_C(32)
#define SOME_LANE INT64_C(33)
#define ATOMIC_LANE INT64_C(34)
#define PARTS_LANE INT64_C(35)
#define BYTES_SHIFT INT64_C(40)
#define LINE_BYTES INT64_C(128)
#define PAGE_LINES INT64_C(512)
#define PAGE_BYTES INT64_C(32768)
#define PAGE_SLOTS INT64_C(131072)
#define PAGE_SLOT_BITS INT64_C(17)
#define RULE_SHIFT_BITS INT64_C(3)
#define SEVERAL_RULE INT64_C(1)
#define FIRST_RULE INT64_C(8)
#define ACCESS_LANE_AT INT64_C(8)
#define EVENT_SHARED INT64_C(1)
#define EVENT_GLOBAL INT64_C(2)
#define EVENT_MEMORY INT64_C(3)
#define EVENT_LEAK INT64_C(4)
#define EVENT_AGAIN INT64_C(5)
#define EVENT_SHUFFLE INT64_C(6)
#define EVENT_MISALIGNED INT64_C(7)
#define EVENT_CLOCK INT64_C(8)
#define EVENT_HAPPENED INT64_C(9)
#define EVENT_BYTES INT64_C(10)
#define EVENT_HELD INT64_C(11)
#define EVENT_UNWRITTEN INT64_C(12)
#define EVENT_UNBOUNDED INT64_C(13)
#define EVENT_EDGE INT64_C(14)
#define EVENT_CLASH INT64_C(15)
#define EVENT_OUTSIDE INT64_C(16)
#define EVENT_LANES INT64_C(20)
#define EVENT_WAYS INT64_C(21)
#define ARRIVAL_ARRIVES INT64_C(1)
#define ARRIVAL_EXPECTS INT64_C(2)
#define ARRIVAL_BYTES INT64_C(3)
#define ACCESS_READ INT64_C(0)
#define ACCESS_WRITE INT64_C(1)
#define ACCESS_ATOMIC INT64_C(2)
#define ACCESS_COPY INT64_C(4)
#define ACCESS_BULK INT64_C(8)
#define ACCESS_MULTIPLY INT64_C(16)
#define ORDER_NONE INT64_C(0)
#define ORDER_ACQUIRE INT64_C(1)
#define ORDER_RELEASE INT64_C(2)
#define ORDER_LOADS INT64_C(4)
#define ORDER_STORES INT64_C(8)
#define ORDER_FENCE INT64_C(16)
#define ORDER_FOREIGN INT64_C(32)
#define ORDER_REPLACES INT64_C(64)
#define ORDER_MORE INT64_C(128)
#define ENGINE_WARP INT64_C(0)
#define ENGINE_COPY INT64_C(1)
#define ENGINE_BULK_STORE INT64_C(2)
#define ENGINE_MULTIPLY INT64_C(3)
#define ENGINE_BULK_LOAD INT64_C(4)
#define GROUP_ENGINES INT64_C(3)
#define MAP_RANK INT64_C(5)
#define DIMS_GRID INT64_C(0)
#define DIMS_BLOCK INT64_C(3)
#define BLOCK_ALIGN_BYTES INT64_C(128)
#define FAULT_RECORDS INT64_C(256)
#define INLINE_BLOCKS INT64_C(4)
#define SEATS INT64_C(32)
#define HELPERS INT64_C(1023)
#define UNWATCHED INT64_C(1)
#define PARKED INT64_C(4294967296)
#define PLAN_DIMS INT64_C(10)
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
typedef struct Coroutine Coroutine;
typedef struct Arena Arena;
typedef struct StuckBlock StuckBlock;
typedef struct Block Block;
typedef struct MapRequest MapRequest;
typedef struct LaneWarp LaneWarp;
typedef struct FaultRecord FaultRecord;
typedef struct Runner Runner;
typedef struct Context Context;
typedef struct Room Room;
typedef struct Seat Seat;
typedef struct Helper Helper;
typedef struct Pool Pool;
typedef struct Plan Plan;
typedef struct Table Table;
typedef struct BarrierRecord BarrierRecord;
typedef struct EngineRow EngineRow;
typedef struct Stop Stop;
typedef struct LogEntry LogEntry;
typedef struct FenceRow FenceRow;
typedef struct Release Release;
typedef struct Handed Handed;
typedef struct Handoff Handoff;
typedef struct Held Held;
typedef struct LineRecord LineRecord;
typedef struct PageEntry PageEntry;
typedef struct Check Check;
typedef struct DLTensor DLTensor;
typedef struct CallEnvironment CallEnvironment;
#include "cpu/types.h"

struct NamedBarrier {
  int32_t arrived; /* threads that have arrived in this phase */
  int32_t generation; /* phases that are complete */
} __attribute__((aligned(4)));
_Static_assert(offsetof(NamedBarrier, arrived) == 0, "arrived");
_Static_assert(offsetof(NamedBarrier, generation) == 4, "generation");
_Static_assert(sizeof(NamedBarrier) == 8, "NamedBarrier");

/* The head of a coroutine's frame, as LLVM lays it out. */
struct Coroutine {
  void (*resume)(Coroutine *); /* the function that resumes it; null once it has ended */
  void * destroy; /* never called */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Coroutine, resume) == 0, "resume");
_Static_assert(offsetof(Coroutine, destroy) == 8, "destroy");
_Static_assert(sizeof(Coroutine) == 16, "Coroutine");

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
  FaultRecord *mark; /* the worker's record for accesses that cannot be checked */
  void * team; /* memory of loops that one warp runs for all */
  Coroutine *handles[32]; /* the coroutine of each warp */
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

/* A request for a tensor map; on the CPU it is the descriptor itself. */
struct MapRequest {
  int64_t address; /* where the tensor begins in global memory */
  int64_t dims[5]; /* its extents */
  int64_t strides[4]; /* distances in bytes on the axes from 1 on */
  int32_t box[5]; /* the extents of a tile */
  int32_t element; /* the driver's code of the element type */
  int32_t rank; /* axes in use; the others have extent 1 */
  int32_t swizzle; /* how many bits of an address in shared memory it turns */
  int32_t elem_bytes; /* the size of an element */
  int32_t unused[3]; /* up to the 128 bytes of a descriptor */
} __attribute__((aligned(8)));
_Static_assert(offsetof(MapRequest, address) == 0, "address");
_Static_assert(offsetof(MapRequest, dims) == 8, "dims");
_Static_assert(offsetof(MapRequest, strides) == 48, "strides");
_Static_assert(offsetof(MapRequest, box) == 80, "box");
_Static_assert(offsetof(MapRequest, element) == 100, "element");
_Static_assert(offsetof(MapRequest, rank) == 104, "rank");
_Static_assert(offsetof(MapRequest, swizzle) == 108, "swizzle");
_Static_assert(offsetof(MapRequest, elem_bytes) == 112, "elem_bytes");
_Static_assert(offsetof(MapRequest, unused) == 116, "unused");
_Static_assert(sizeof(MapRequest) == 128, "MapRequest");

/* A warp whose lanes run apart. Behind it lie the operands and results of the meetings. */
struct LaneWarp {
  Coroutine head; /* so that the scheduler sees one coroutine */
  Block *state; /* the block */
  int32_t warp; /* its number in the block */
  int32_t alive; /* lanes that have not ended, as bits */
  Coroutine *handles[32]; /* the coroutine of each lane */
  int32_t at[32]; /* the number of the meeting that each lane waits at; 0: none */
  int32_t masks[32]; /* the lanes that each expects there, as bits */
} __attribute__((aligned(64)));
_Static_assert(offsetof(LaneWarp, head) == 0, "head");
_Static_assert(offsetof(LaneWarp, state) == 16, "state");
_Static_assert(offsetof(LaneWarp, warp) == 24, "warp");
_Static_assert(offsetof(LaneWarp, alive) == 28, "alive");
_Static_assert(offsetof(LaneWarp, handles) == 32, "handles");
_Static_assert(offsetof(LaneWarp, at) == 288, "at");
_Static_assert(offsetof(LaneWarp, masks) == 416, "masks");
_Static_assert(sizeof(LaneWarp) == 576, "LaneWarp");

/* What is known of a worker when it makes an access that the machine refuses. */
struct FaultRecord {
  int64_t thread; /* who runs the worker; 0: the record is free */
  void * jump; /* where to jump to after a fault */
  int32_t site; /* the last site where an access was not checked */
  Block *state; /* the block that was there */
  int64_t address; /* the address that was refused */
} __attribute__((aligned(64)));
_Static_assert(offsetof(FaultRecord, thread) == 0, "thread");
_Static_assert(offsetof(FaultRecord, jump) == 8, "jump");
_Static_assert(offsetof(FaultRecord, site) == 16, "site");
_Static_assert(offsetof(FaultRecord, state) == 24, "state");
_Static_assert(offsetof(FaultRecord, address) == 32, "address");
_Static_assert(sizeof(FaultRecord) == 64, "FaultRecord");

/* How the blocks of a kernel are run. */
struct Runner {
  void * warp; /* a `WarpRun`; a `WarpStart` where warps are coroutines */
  Schedule *schedule; /* runs the warps that are coroutines; null: none is needed */
  Begin *begin; /* where blocks are checked: told of each cluster; else null */
  int64_t team_bytes; /* memory of a block for loops that one warp runs for all */
  int64_t flag_bytes; /* so much of it is zero when the block begins */
  int32_t cluster[3]; /* blocks of a cluster along each axis */
  int32_t lanes; /* threads that a warp has */
  int32_t rounds; /* how often coroutines meet that do nothing else; 0: a scheduler runs them, or none are */
  int32_t together; /* whether all clusters that a worker takes at a time run together */
  int32_t clears; /* whether shared memory is zero when a block begins */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Runner, warp) == 0, "warp");
_Static_assert(offsetof(Runner, schedule) == 8, "schedule");
_Static_assert(offsetof(Runner, begin) == 16, "begin");
_Static_assert(offsetof(Runner, team_bytes) == 24, "team_bytes");
_Static_assert(offsetof(Runner, flag_bytes) == 32, "flag_bytes");
_Static_assert(offsetof(Runner, cluster) == 40, "cluster");
_Static_assert(offsetof(Runner, lanes) == 52, "lanes");
_Static_assert(offsetof(Runner, rounds) == 56, "rounds");
_Static_assert(offsetof(Runner, together) == 60, "together");
_Static_assert(offsetof(Runner, clears) == 64, "clears");
_Static_assert(sizeof(Runner) == 72, "Runner");

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
  FaultRecord *faults; /* workers whose illegal accesses are made errors; null for none */
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

/* Memory that is kept for the next launch: shared memory of blocks. */
struct Room {
  void * memory; /* from malloc; null for none */
  int64_t size_bytes; /* how many bytes it has */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Room, memory) == 0, "memory");
_Static_assert(offsetof(Room, size_bytes) == 8, "size_bytes");
_Static_assert(sizeof(Room) == 16, "Room");

/* One launch that is under way. Seats have cache lines of their own, as threads write them at the same time. */
struct Seat {
  int64_t rt; /* the context whose launch has the seat; 0: free; UNWATCHED: the monitor knows it otherwise */
  void * done; /* the lock that the last helper releases */
  int64_t pending; /* helpers at work, PARKED more where the launch waits for the lock */
  Room room; /* the shared memory of the launch's own thread */
} __attribute__((aligned(64)));
_Static_assert(offsetof(Seat, rt) == 0, "rt");
_Static_assert(offsetof(Seat, done) == 8, "done");
_Static_assert(offsetof(Seat, pending) == 16, "pending");
_Static_assert(offsetof(Seat, room) == 24, "room");
_Static_assert(sizeof(Seat) == 64, "Seat");

/* A thread of the pool. */
struct Helper {
  int64_t claimed; /* whether a launch has it */
  int64_t parked; /* whether it waits for its lock */
  Job *job; /* the job that it is given */
  void * lock; /* what it sleeps on */
  Helper *mate; /* the launch's next helper */
  Room room; /* the shared memory of the blocks that it runs */
} __attribute__((aligned(64)));
_Static_assert(offsetof(Helper, claimed) == 0, "claimed");
_Static_assert(offsetof(Helper, parked) == 8, "parked");
_Static_assert(offsetof(Helper, job) == 16, "job");
_Static_assert(offsetof(Helper, lock) == 24, "lock");
_Static_assert(offsetof(Helper, mate) == 32, "mate");
_Static_assert(offsetof(Helper, room) == 40, "room");
_Static_assert(sizeof(Helper) == 64, "Helper");

/* The process's pool. */
struct Pool {
  int32_t (*acquire)(void *, int64_t, int32_t); /* PyThread_acquire_lock_timed */
  void (*release)(void *); /* PyThread_release_lock */
  void *(*save_thread)(void); /* PyEval_SaveThread */
  void (*restore_thread)(void *); /* PyEval_RestoreThread */
  const char *(*getenv)(const char *); /* the C library's */
  int32_t (*yield)(void); /* sched_yield; null where there is none */
  int64_t told; /* how many want to be told of each launch by Python */
  int64_t watching; /* whether the monitor is awake */
  int64_t cores; /* how many cores this process may use */
  int64_t count; /* how many helpers there are */
  Seat seats[32]; /* launches under way */
  Helper helpers[1023]; /* threads of the pool */
} __attribute__((aligned(64)));
_Static_assert(offsetof(Pool, acquire) == 0, "acquire");
_Static_assert(offsetof(Pool, release) == 8, "release");
_Static_assert(offsetof(Pool, save_thread) == 16, "save_thread");
_Static_assert(offsetof(Pool, restore_thread) == 24, "restore_thread");
_Static_assert(offsetof(Pool, getenv) == 32, "getenv");
_Static_assert(offsetof(Pool, yield) == 40, "yield");
_Static_assert(offsetof(Pool, told) == 48, "told");
_Static_assert(offsetof(Pool, watching) == 56, "watching");
_Static_assert(offsetof(Pool, cores) == 64, "cores");
_Static_assert(offsetof(Pool, count) == 72, "count");
_Static_assert(offsetof(Pool, seats) == 128, "seats");
_Static_assert(offsetof(Pool, helpers) == 2176, "helpers");
_Static_assert(sizeof(Pool) == 67648, "Pool");

/* What the launches of a kernel with the same dims come to; nothing changes once anything points to it. */
struct Plan {
  Plan *next; /* an older plan of the kernel */
  int32_t dims[10]; /* what it is for */
  int64_t clusters; /* how many clusters the grid has */
  int64_t cluster_blocks; /* blocks of a cluster */
  int64_t smem_bytes; /* shared memory of a block */
  Worker *worker; /* the kernel's worker */
  int64_t most_together; /* clusters that a worker may run together */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Plan, next) == 0, "next");
_Static_assert(offsetof(Plan, dims) == 8, "dims");
_Static_assert(offsetof(Plan, clusters) == 48, "clusters");
_Static_assert(offsetof(Plan, cluster_blocks) == 56, "cluster_blocks");
_Static_assert(offsetof(Plan, smem_bytes) == 64, "smem_bytes");
_Static_assert(offsetof(Plan, worker) == 72, "worker");
_Static_assert(offsetof(Plan, most_together) == 80, "most_together");
_Static_assert(sizeof(Plan) == 88, "Plan");

/* A module's table, to which `rt->user` points; behind it lies the newest plan of each kernel. */
struct Table {
  Pool *pool; /* the process's */
  Launch *python; /* the launch by Python */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Table, pool) == 0, "pool");
_Static_assert(offsetof(Table, python) == 8, "python");
_Static_assert(sizeof(Table) == 16, "Table");

/* A barrier. Behind it: u32 now[stride], before[stride], fenced_now[stride], fenced_before[stride]. */
struct BarrierRecord {
  int32_t tag; /* the phase */
  int32_t landed; /* the site of the last copy */
  int32_t expected; /* the site of the last bytes expected */
  uint32_t place; /* its place + 1 */
  int32_t sender; /* the row + 1 that last sent shared memory of its block to where the barrier counts */
  uint32_t sent; /* the clock of that */
  int32_t sent_site; /* its site */
  int32_t unused; /* so that clocks lie well */
} __attribute__((aligned(8)));
_Static_assert(offsetof(BarrierRecord, tag) == 0, "tag");
_Static_assert(offsetof(BarrierRecord, landed) == 4, "landed");
_Static_assert(offsetof(BarrierRecord, expected) == 8, "expected");
_Static_assert(offsetof(BarrierRecord, place) == 12, "place");
_Static_assert(offsetof(BarrierRecord, sender) == 16, "sender");
_Static_assert(offsetof(BarrierRecord, sent) == 20, "sent");
_Static_assert(offsetof(BarrierRecord, sent_site) == 24, "sent_site");
_Static_assert(offsetof(BarrierRecord, unused) == 28, "unused");
_Static_assert(sizeof(BarrierRecord) == 32, "BarrierRecord");

/* What the engines do for a row. */
struct EngineRow {
  uint32_t committed[3]; /* groups committed (COPY, BULK_STORE, MULTIPLY) */
  uint32_t open[3]; /* whether something is in the open one */
  uint32_t copy_lanes; /* lanes that copied */
  int32_t unused; /* nothing */
  uint32_t last[3]; /* the number of the last group with something in it */
  int32_t sites[3]; /* the site of its last part */
  uint32_t fences; /* fences of registers for multiplies */
  uint32_t met_copies; /* the clock of the `cp.async` copies that had ended when the lanes met last: of later ones a lane knows its own */
} __attribute__((aligned(4)));
_Static_assert(offsetof(EngineRow, committed) == 0, "committed");
_Static_assert(offsetof(EngineRow, open) == 12, "open");
_Static_assert(offsetof(EngineRow, copy_lanes) == 24, "copy_lanes");
_Static_assert(offsetof(EngineRow, unused) == 28, "unused");
_Static_assert(offsetof(EngineRow, last) == 32, "last");
_Static_assert(offsetof(EngineRow, sites) == 44, "sites");
_Static_assert(offsetof(EngineRow, fences) == 56, "fences");
_Static_assert(offsetof(EngineRow, met_copies) == 60, "met_copies");
_Static_assert(sizeof(EngineRow) == 64, "EngineRow");

/* Where a row stands. */
struct Stop {
  int32_t site; /* the last site of the row + 1 */
  int32_t barrier; /* the number of the barrier that it waits for + 1 */
  int32_t phase; /* the phase that it waits for */
  int32_t ended; /* whether it has ended */
} __attribute__((aligned(4)));
_Static_assert(offsetof(Stop, site) == 0, "site");
_Static_assert(offsetof(Stop, barrier) == 4, "barrier");
_Static_assert(offsetof(Stop, phase) == 8, "phase");
_Static_assert(offsetof(Stop, ended) == 12, "ended");
_Static_assert(sizeof(Stop) == 16, "Stop");

/* What came to a barrier. */
struct LogEntry {
  int32_t row; /* who came */
  int32_t kind; /* an `Arrival` */
  int32_t barrier; /* the number of the barrier */
  int32_t phase; /* its phase */
  int32_t site; /* where */
  int32_t number; /* threads at a named barrier, else bytes */
  int32_t unused[2]; /* nothing */
} __attribute__((aligned(4)));
_Static_assert(offsetof(LogEntry, row) == 0, "row");
_Static_assert(offsetof(LogEntry, kind) == 4, "kind");
_Static_assert(offsetof(LogEntry, barrier) == 8, "barrier");
_Static_assert(offsetof(LogEntry, phase) == 12, "phase");
_Static_assert(offsetof(LogEntry, site) == 16, "site");
_Static_assert(offsetof(LogEntry, number) == 20, "number");
_Static_assert(offsetof(LogEntry, unused) == 24, "unused");
_Static_assert(sizeof(LogEntry) == 32, "LogEntry");

/* What a row's fences have to do. */
struct FenceRow {
  uint32_t seen; /* whether relaxed loads of the row saw releases (`SEEN_OWN`, `SEEN_OTHERS`) */
  uint32_t stamp; /* the stamp at its last fence */
} __attribute__((aligned(4)));
_Static_assert(offsetof(FenceRow, seen) == 0, "seen");
_Static_assert(offsetof(FenceRow, stamp) == 4, "stamp");
_Static_assert(sizeof(FenceRow) == 8, "FenceRow");

/* What a row handed on last. */
struct Release {
  uint32_t clock; /* the clock of the row's last release or fence */
  int32_t lanes; /* the lanes that made it: of what the row did at that very clock, it hands on theirs alone */
} __attribute__((aligned(4)));
_Static_assert(offsetof(Release, clock) == 0, "clock");
_Static_assert(offsetof(Release, lanes) == 4, "lanes");
_Static_assert(sizeof(Release) == 8, "Release");

/* What lanes of a row have handed on to each other. */
struct Handed {
  uint32_t known[32]; /* for each lane the clock of its row up to which it knows what `lanes` did */
  int32_t lanes; /* lanes that released something since the row's lanes met */
  uint32_t meet; /* the clock at which those met */
} __attribute__((aligned(4)));
_Static_assert(offsetof(Handed, known) == 0, "known");
_Static_assert(offsetof(Handed, lanes) == 128, "lanes");
_Static_assert(offsetof(Handed, meet) == 132, "meet");
_Static_assert(sizeof(Handed) == 136, "Handed");

/* What releases at an address hand on. Behind it: u32 clocks[stride]. */
struct Handoff {
  int64_t address; /* where it was released */
  uint32_t stamp; /* the stamp of the last release; 0: none */
  int32_t asked; /* whether the checker was asked of it */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Handoff, address) == 0, "address");
_Static_assert(offsetof(Handoff, stamp) == 8, "stamp");
_Static_assert(offsetof(Handoff, asked) == 12, "asked");
_Static_assert(sizeof(Handoff) == 16, "Handoff");

/* Accumulators of multiplies. */
struct Held {
  uint32_t clock; /* the clock of the multiply that writes them */
  uint32_t site; /* its site */
  uint32_t dirty; /* the number of the fence after the last ordinary write */
} __attribute__((aligned(4)));
_Static_assert(offsetof(Held, clock) == 0, "clock");
_Static_assert(offsetof(Held, site) == 4, "site");
_Static_assert(offsetof(Held, dirty) == 8, "dirty");
_Static_assert(sizeof(Held) == 12, "Held");

/* What is remembered of a line of global memory. */
struct LineRecord {
  uint64_t epochs[4]; /* two reads, then two writes */
  uint32_t masks[4]; /* the words that each is about */
  void *words; /* three epochs for each word of the line; null: the slots tell all */
  uint16_t rules[4]; /* whose bytes they are (`check_abi.lane_rule`) */
} __attribute__((aligned(8)));
_Static_assert(offsetof(LineRecord, epochs) == 0, "epochs");
_Static_assert(offsetof(LineRecord, masks) == 32, "masks");
_Static_assert(offsetof(LineRecord, words) == 48, "words");
_Static_assert(offsetof(LineRecord, rules) == 56, "rules");
_Static_assert(sizeof(LineRecord) == 64, "LineRecord");

/* A place of the table of pages. */
struct PageEntry {
  int64_t page; /* its number; 0: none */
  LineRecord *records; /* of its lines */
} __attribute__((aligned(8)));
_Static_assert(offsetof(PageEntry, page) == 0, "page");
_Static_assert(offsetof(PageEntry, records) == 8, "records");
_Static_assert(sizeof(PageEntry) == 16, "PageEntry");

/* The checker's context: `rt->user` in checked code. */
struct Check {
  int32_t (*report)(Check *, int32_t event, int32_t row, int32_t site, int32_t access, int64_t, int64_t); /* tells an `Event` */
  void (*order)(int32_t row, int32_t what, int64_t address); /* told with FOREIGN and what is done where that concerns what other blocks did, with MORE where there is no room, and with FOREIGN alone before the next cluster begins */
  uint8_t *smem; /* the shared memory of the cluster's first block */
  int64_t smem_words; /* words of shared memory of the cluster */
  uint64_t *writes; /* for each of them the epoch of its last write */
  uint64_t *reads; /* that of a read since */
  uint64_t *more_reads; /* that of another */
  uint32_t *known; /* u32[rows][stride]: the last clock of each column that a row knows */
  uint32_t *fenced; /* the same, as the asynchronous engines see it */
  uint32_t *floors; /* u32[rows]: the clock up to which a row knows all that rows have done, itself before its clock now */
  uint32_t *meets; /* u32[rows]: the clock that a row had when its lanes met last: what its lanes did since is in no order */
  uint8_t *objects; /* barriers, each a `BarrierRecord`: the named ones of each block, the clusters' (from `cluster_barriers` on), mbarriers (from `first_mbarrier` on) */
  uint16_t *barrier_ids; /* for each 8 bytes of shared memory the number of the mbarrier + 1, 0 for none */
  int64_t *bases; /* {i64 number of the cluster, i64 its first clock} */
  PageEntry *pages; /* records of global memory by page, PAGE_SLOTS places, open addressing */
  int64_t room; /* where zero bytes for records begin */
  int64_t room_end; /* where they end */
  int64_t last_page; /* the page that was looked up last */
  LineRecord *last_records; /* its records */
  EngineRow *engines; /* for each row */
  uint8_t *muted; /* u8 for each site: whether enough was told of it */
  int64_t *counts; /* i64 for each site: accesses that were measured */
  void * tensors; /* i64[rows][tensor_words]: see `host_abi.TensorNote` */
  Stop *stops; /* for each row */
  LogEntry *log; /* what came to barriers last, LOG_ENTRIES of them */
  int64_t ordered_from; /* from which clock on earlier clusters are ordered before this one */
  int64_t ordered_to; /* up to which */
  int64_t sure_page; /* the last page of which the checker said that it is the program's */
  uint8_t *handoffs; /* `handoff_count` entries, each a `Handoff` */
  uint32_t *handoff_slots; /* u32[1 << handoff_bits]: the number of an entry + 1, by `address_hash` */
  uint8_t *foreign_filter; /* u8[1 << FILTER_BITS], by `address_hash`: not 0 where other blocks may have released */
  uint32_t *seen; /* u32[rows][stride]: the clocks that relaxed loads of a row saw */
  uint32_t *fence_kept; /* u32[rows][stride]: those that it knew at its last fence */
  FenceRow *fence_words; /* for each row */
  Release *releases; /* for each column */
  Handed *handed; /* for each row */
  uint32_t clock; /* the last clock */
  uint32_t base; /* the first clock of the cluster */
  uint32_t rows; /* how many rows there are */
  uint32_t stride; /* columns of a row */
  uint32_t block_rows; /* rows of a block */
  uint32_t barriers; /* mbarriers that have a number */
  uint32_t clusters; /* entries of `bases` */
  uint32_t alive; /* agents that have not ended */
  uint32_t seed; /* of the scheduler; 0: the warps' order */
  int32_t traced; /* whether what happens is told */
  int32_t measured; /* whether the first accesses and branches of each site are told */
  int32_t tensor_words; /* of a row in `tensors` */
  uint32_t log_count; /* entries of the cluster in `log` */
  uint32_t cluster_barriers; /* the number of the first cluster's barrier */
  uint32_t first_mbarrier; /* the number of the first mbarrier */
  uint32_t handoff_count; /* entries of `handoffs` */
  uint32_t handoff_bits; /* half as many entries have room as there are places */
  uint32_t foreign_stamp; /* counts the changes of what is known of other blocks */
  int32_t accessing; /* the lanes of the access under way, in kernels that hand on */
  uint32_t agents; /* those whose ends are told: the rows, or all threads where lanes run apart */
  int32_t lane_shift; /* so many neighbouring threads, as a power of two, are a row where lanes run apart */
  uint32_t live; /* columns in use: those of the rows, and all from the first thing that an engine does */
  uint32_t bits[4]; /* of a finding in shared memory: words whose write, missing write, and reads are at fault */
  uint64_t found[64]; /* places, writes, reads, more reads of that */
  int64_t lanes[32]; /* before a misaligned access is told, the address of each lane; before the error of an access out of bounds, the address that its offset counts from, and the row */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Check, report) == 0, "report");
_Static_assert(offsetof(Check, order) == 8, "order");
_Static_assert(offsetof(Check, smem) == 16, "smem");
_Static_assert(offsetof(Check, smem_words) == 24, "smem_words");
_Static_assert(offsetof(Check, writes) == 32, "writes");
_Static_assert(offsetof(Check, reads) == 40, "reads");
_Static_assert(offsetof(Check, more_reads) == 48, "more_reads");
_Static_assert(offsetof(Check, known) == 56, "known");
_Static_assert(offsetof(Check, fenced) == 64, "fenced");
_Static_assert(offsetof(Check, floors) == 72, "floors");
_Static_assert(offsetof(Check, meets) == 80, "meets");
_Static_assert(offsetof(Check, objects) == 88, "objects");
_Static_assert(offsetof(Check, barrier_ids) == 96, "barrier_ids");
_Static_assert(offsetof(Check, bases) == 104, "bases");
_Static_assert(offsetof(Check, pages) == 112, "pages");
_Static_assert(offsetof(Check, room) == 120, "room");
_Static_assert(offsetof(Check, room_end) == 128, "room_end");
_Static_assert(offsetof(Check, last_page) == 136, "last_page");
_Static_assert(offsetof(Check, last_records) == 144, "last_records");
_Static_assert(offsetof(Check, engines) == 152, "engines");
_Static_assert(offsetof(Check, muted) == 160, "muted");
_Static_assert(offsetof(Check, counts) == 168, "counts");
_Static_assert(offsetof(Check, tensors) == 176, "tensors");
_Static_assert(offsetof(Check, stops) == 184, "stops");
_Static_assert(offsetof(Check, log) == 192, "log");
_Static_assert(offsetof(Check, ordered_from) == 200, "ordered_from");
_Static_assert(offsetof(Check, ordered_to) == 208, "ordered_to");
_Static_assert(offsetof(Check, sure_page) == 216, "sure_page");
_Static_assert(offsetof(Check, handoffs) == 224, "handoffs");
_Static_assert(offsetof(Check, handoff_slots) == 232, "handoff_slots");
_Static_assert(offsetof(Check, foreign_filter) == 240, "foreign_filter");
_Static_assert(offsetof(Check, seen) == 248, "seen");
_Static_assert(offsetof(Check, fence_kept) == 256, "fence_kept");
_Static_assert(offsetof(Check, fence_words) == 264, "fence_words");
_Static_assert(offsetof(Check, releases) == 272, "releases");
_Static_assert(offsetof(Check, handed) == 280, "handed");
_Static_assert(offsetof(Check, clock) == 288, "clock");
_Static_assert(offsetof(Check, base) == 292, "base");
_Static_assert(offsetof(Check, rows) == 296, "rows");
_Static_assert(offsetof(Check, stride) == 300, "stride");
_Static_assert(offsetof(Check, block_rows) == 304, "block_rows");
_Static_assert(offsetof(Check, barriers) == 308, "barriers");
_Static_assert(offsetof(Check, clusters) == 312, "clusters");
_Static_assert(offsetof(Check, alive) == 316, "alive");
_Static_assert(offsetof(Check, seed) == 320, "seed");
_Static_assert(offsetof(Check, traced) == 324, "traced");
_Static_assert(offsetof(Check, measured) == 328, "measured");
_Static_assert(offsetof(Check, tensor_words) == 332, "tensor_words");
_Static_assert(offsetof(Check, log_count) == 336, "log_count");
_Static_assert(offsetof(Check, cluster_barriers) == 340, "cluster_barriers");
_Static_assert(offsetof(Check, first_mbarrier) == 344, "first_mbarrier");
_Static_assert(offsetof(Check, handoff_count) == 348, "handoff_count");
_Static_assert(offsetof(Check, handoff_bits) == 352, "handoff_bits");
_Static_assert(offsetof(Check, foreign_stamp) == 356, "foreign_stamp");
_Static_assert(offsetof(Check, accessing) == 360, "accessing");
_Static_assert(offsetof(Check, agents) == 364, "agents");
_Static_assert(offsetof(Check, lane_shift) == 368, "lane_shift");
_Static_assert(offsetof(Check, live) == 372, "live");
_Static_assert(offsetof(Check, bits) == 376, "bits");
_Static_assert(offsetof(Check, found) == 392, "found");
_Static_assert(offsetof(Check, lanes) == 904, "lanes");
_Static_assert(sizeof(Check) == 1160, "Check");

/* DLPack's tensor. */
struct DLTensor {
  int64_t data; /* the address of the memory */
  int32_t device_type; /* 1 CPU, 2 CUDA, 3 pinned CPU memory, 13 managed CUDA memory */
  int32_t device_id; /* the number of the device */
  int32_t ndim; /* how many modes */
  int32_t dtype; /* type code, bits << 8, lanes << 16 */
  int64_t *shape; /* extents */
  int64_t *strides; /* strides in elements */
  int64_t byte_offset; /* where the first element is, from `data` on */
} __attribute__((aligned(8)));
_Static_assert(offsetof(DLTensor, data) == 0, "data");
_Static_assert(offsetof(DLTensor, device_type) == 8, "device_type");
_Static_assert(offsetof(DLTensor, device_id) == 12, "device_id");
_Static_assert(offsetof(DLTensor, ndim) == 16, "ndim");
_Static_assert(offsetof(DLTensor, dtype) == 20, "dtype");
_Static_assert(offsetof(DLTensor, shape) == 24, "shape");
_Static_assert(offsetof(DLTensor, strides) == 32, "strides");
_Static_assert(offsetof(DLTensor, byte_offset) == 40, "byte_offset");
_Static_assert(sizeof(DLTensor) == 48, "DLTensor");

/* Addresses in this process that call code reads; 0 stands for what is not here. */
struct CallEnvironment {
  int64_t null; /* 0 */
  struct Object *none; /* None */
  struct Object *true; /* True */
  struct Object *false; /* False */
  struct Object *float_type; /* float */
  struct Object *int_type; /* int */
  void (*incref)(struct Object *); /* Py_IncRef */
  void (*decref)(struct Object *); /* Py_DecRef */
  void * float_as_double; /* PyFloat_AsDouble */
  int64_t (*long_as_long_long)(struct Object *, int32_t *); /* PyLong_AsLongLongAndOverflow */
  void * long_from_long_long; /* PyLong_FromLongLong */
  void * error_occurred; /* PyErr_Occurred */
  void (*error_clear)(void); /* PyErr_Clear */
  struct Object *(*vectorcall)(struct Object *, struct Object *const *, int64_t, struct Object *); /* PyObject_Vectorcall */
  void * getenv; /* getenv of the C library */
  void * context_var_get; /* PyContextVar_Get */
  struct Object *(*dict_get_item)(struct Object *, struct Object *); /* PyDict_GetItemWithError */
  void * dict_next; /* PyDict_Next */
  struct Object *(*get_attribute)(struct Object *, struct Object *); /* PyObject_GetAttr */
  struct Object *(*list_as_tuple)(struct Object *); /* PyList_AsTuple */
  void * unicode_compare; /* PyUnicode_Compare */
  int32_t (*rich_compare)(struct Object *, struct Object *, int32_t); /* PyObject_RichCompareBool */
  struct Object *(*bytes_from)(const void *, int64_t); /* PyBytes_FromStringAndSize */
  struct Object *(*allocate)(struct Object *, int64_t); /* PyType_GenericAlloc */
  void * override_variable; /* the context variable of settings that are overridden */
  struct Object *torch_tensor; /* torch.Tensor */
  struct Object *torch_parameter; /* torch.nn.Parameter */
  int32_t (*torch_view)(struct Object *, struct DLTensor *); /* fills a `DLTensor` */
  int64_t torch_impl_offset; /* where a tensor has its implementation */
  int64_t torch_keys_offset; /* where the implementation has its dispatch keys */
  int64_t torch_keys_refused; /* keys that no ordinary tensor has */
  int64_t torch_grad_offset; /* where the implementation has its autograd record */
  void * torch_requires_grad; /* the getter of `requires_grad` */
  void * torch_requires_grad_closure; /* what the getter is called with */
  void * torch_grad_mode; /* whether torch records what gradients need */
  void * number_of; /* our function that gives the number of a scalar object, or None */
  void * handle_of; /* our function that gives the handle of a stream, or None */
  void * event_of; /* our function that gives the handle of an event, or None */
  struct Object *runtime_tensor; /* the class of tensors of `from_dlpack` */
  int64_t runtime_array_offset; /* where such a tensor has the array that it was made of */
  int64_t runtime_static_offset; /* where it has its kind without marks */
  int64_t runtime_kind_offset; /* where it has its kind */
  int64_t runtime_words_offset; /* where it has its words */
  int64_t runtime_view_offset; /* where it has its view */
  struct Object *runtime_kinds; /* a dict: kinds by what an array says of itself */
  void * numpy_array; /* numpy.ndarray */
  void * numpy_Boolean; /* NumPy's type Boolean */
  void * numpy_Int8; /* NumPy's type Int8 */
  void * numpy_Int16; /* NumPy's type Int16 */
  void * numpy_Int32; /* NumPy's type Int32 */
  void * numpy_Int64; /* NumPy's type Int64 */
  void * numpy_Uint8; /* NumPy's type Uint8 */
  void * numpy_Uint16; /* NumPy's type Uint16 */
  void * numpy_Uint32; /* NumPy's type Uint32 */
  void * numpy_Uint64; /* NumPy's type Uint64 */
  void * numpy_Float16; /* NumPy's type Float16 */
  void * numpy_Float32; /* NumPy's type Float32 */
  void * numpy_Float64; /* NumPy's type Float64 */
} __attribute__((aligned(8)));
_Static_assert(offsetof(CallEnvironment, null) == 0, "null");
_Static_assert(offsetof(CallEnvironment, none) == 8, "none");
_Static_assert(offsetof(CallEnvironment, true) == 16, "true");
_Static_assert(offsetof(CallEnvironment, false) == 24, "false");
_Static_assert(offsetof(CallEnvironment, float_type) == 32, "float_type");
_Static_assert(offsetof(CallEnvironment, int_type) == 40, "int_type");
_Static_assert(offsetof(CallEnvironment, incref) == 48, "incref");
_Static_assert(offsetof(CallEnvironment, decref) == 56, "decref");
_Static_assert(offsetof(CallEnvironment, float_as_double) == 64, "float_as_double");
_Static_assert(offsetof(CallEnvironment, long_as_long_long) == 72, "long_as_long_long");
_Static_assert(offsetof(CallEnvironment, long_from_long_long) == 80, "long_from_long_long");
_Static_assert(offsetof(CallEnvironment, error_occurred) == 88, "error_occurred");
_Static_assert(offsetof(CallEnvironment, error_clear) == 96, "error_clear");
_Static_assert(offsetof(CallEnvironment, vectorcall) == 104, "vectorcall");
_Static_assert(offsetof(CallEnvironment, getenv) == 112, "getenv");
_Static_assert(offsetof(CallEnvironment, context_var_get) == 120, "context_var_get");
_Static_assert(offsetof(CallEnvironment, dict_get_item) == 128, "dict_get_item");
_Static_assert(offsetof(CallEnvironment, dict_next) == 136, "dict_next");
_Static_assert(offsetof(CallEnvironment, get_attribute) == 144, "get_attribute");
_Static_assert(offsetof(CallEnvironment, list_as_tuple) == 152, "list_as_tuple");
_Static_assert(offsetof(CallEnvironment, unicode_compare) == 160, "unicode_compare");
_Static_assert(offsetof(CallEnvironment, rich_compare) == 168, "rich_compare");
_Static_assert(offsetof(CallEnvironment, bytes_from) == 176, "bytes_from");
_Static_assert(offsetof(CallEnvironment, allocate) == 184, "allocate");
_Static_assert(offsetof(CallEnvironment, override_variable) == 192, "override_variable");
_Static_assert(offsetof(CallEnvironment, torch_tensor) == 200, "torch_tensor");
_Static_assert(offsetof(CallEnvironment, torch_parameter) == 208, "torch_parameter");
_Static_assert(offsetof(CallEnvironment, torch_view) == 216, "torch_view");
_Static_assert(offsetof(CallEnvironment, torch_impl_offset) == 224, "torch_impl_offset");
_Static_assert(offsetof(CallEnvironment, torch_keys_offset) == 232, "torch_keys_offset");
_Static_assert(offsetof(CallEnvironment, torch_keys_refused) == 240, "torch_keys_refused");
_Static_assert(offsetof(CallEnvironment, torch_grad_offset) == 248, "torch_grad_offset");
_Static_assert(offsetof(CallEnvironment, torch_requires_grad) == 256, "torch_requires_grad");
_Static_assert(offsetof(CallEnvironment, torch_requires_grad_closure) == 264, "torch_requires_grad_closure");
_Static_assert(offsetof(CallEnvironment, torch_grad_mode) == 272, "torch_grad_mode");
_Static_assert(offsetof(CallEnvironment, number_of) == 280, "number_of");
_Static_assert(offsetof(CallEnvironment, handle_of) == 288, "handle_of");
_Static_assert(offsetof(CallEnvironment, event_of) == 296, "event_of");
_Static_assert(offsetof(CallEnvironment, runtime_tensor) == 304, "runtime_tensor");
_Static_assert(offsetof(CallEnvironment, runtime_array_offset) == 312, "runtime_array_offset");
_Static_assert(offsetof(CallEnvironment, runtime_static_offset) == 320, "runtime_static_offset");
_Static_assert(offsetof(CallEnvironment, runtime_kind_offset) == 328, "runtime_kind_offset");
_Static_assert(offsetof(CallEnvironment, runtime_words_offset) == 336, "runtime_words_offset");
_Static_assert(offsetof(CallEnvironment, runtime_view_offset) == 344, "runtime_view_offset");
_Static_assert(offsetof(CallEnvironment, runtime_kinds) == 352, "runtime_kinds");
_Static_assert(offsetof(CallEnvironment, numpy_array) == 360, "numpy_array");
_Static_assert(offsetof(CallEnvironment, numpy_Boolean) == 368, "numpy_Boolean");
_Static_assert(offsetof(CallEnvironment, numpy_Int8) == 376, "numpy_Int8");
_Static_assert(offsetof(CallEnvironment, numpy_Int16) == 384, "numpy_Int16");
_Static_assert(offsetof(CallEnvironment, numpy_Int32) == 392, "numpy_Int32");
_Static_assert(offsetof(CallEnvironment, numpy_Int64) == 400, "numpy_Int64");
_Static_assert(offsetof(CallEnvironment, numpy_Uint8) == 408, "numpy_Uint8");
_Static_assert(offsetof(CallEnvironment, numpy_Uint16) == 416, "numpy_Uint16");
_Static_assert(offsetof(CallEnvironment, numpy_Uint32) == 424, "numpy_Uint32");
_Static_assert(offsetof(CallEnvironment, numpy_Uint64) == 432, "numpy_Uint64");
_Static_assert(offsetof(CallEnvironment, numpy_Float16) == 440, "numpy_Float16");
_Static_assert(offsetof(CallEnvironment, numpy_Float32) == 448, "numpy_Float32");
_Static_assert(offsetof(CallEnvironment, numpy_Float64) == 456, "numpy_Float64");
_Static_assert(sizeof(CallEnvironment) == 464, "CallEnvironment");
