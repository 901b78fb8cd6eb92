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
#define SCOPES INT64_C(3)
#define SEEN_OTHERS INT64_C(8)
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
#define PAGE_BYTES INT64_C(34816)
#define PAGE_SLOTS INT64_C(131072)
#define PAGE_SLOT_BITS INT64_C(17)
#define RULE_SHIFT_BITS INT64_C(3)
#define SEVERAL_RULE INT64_C(1)
#define FIRST_RULE INT64_C(8)
#define ACCESS_LANE_AT INT64_C(8)
#define ACCESS_BACK_AT INT64_C(24)
#define DOUBTS INT64_C(24)
#define STORE_LOADS INT64_C(128)
#define TOLD INT64_C(256)
#define OTHER_SWIZZLE INT64_C(255)
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
#define EVENT_SHARED_BARRIER INT64_C(17)
#define EVENT_PEER INT64_C(18)
#define EVENT_REGISTERS INT64_C(19)
#define EVENT_LANES INT64_C(20)
#define EVENT_WAYS INT64_C(21)
#define EVENT_DEPENDENT INT64_C(22)
#define EVENT_WRAPS INT64_C(23)
#define EVENT_SWIZZLE INT64_C(24)
#define EVENT_STORE_LOAD INT64_C(25)
#define EVENT_HANDOFFS INT64_C(26)
#define EVENT_TENSOR INT64_C(27)
#define ARRIVAL_ARRIVES INT64_C(1)
#define ARRIVAL_EXPECTS INT64_C(2)
#define ARRIVAL_BYTES INT64_C(3)
#define ACCESS_READ INT64_C(0)
#define ACCESS_WRITE INT64_C(1)
#define ACCESS_ATOMIC INT64_C(2)
#define ACCESS_COPY INT64_C(4)
#define ACCESS_BULK INT64_C(8)
#define ACCESS_MULTIPLY INT64_C(16)
#define ACCESS_UNFENCED INT64_C(64)
#define ACCESS_NARROW INT64_C(128)
#define ACCESS_REPLACES INT64_C(65536)
#define ACCESS_MBARRIER INT64_C(131072)
#define ACCESS_CONSTANT INT64_C(262144)
#define ACCESS_TENSOR INT64_C(524288)
#define ORDER_NONE INT64_C(0)
#define ORDER_ACQUIRE INT64_C(1)
#define ORDER_RELEASE INT64_C(2)
#define ORDER_LOADS INT64_C(4)
#define ORDER_STORES INT64_C(8)
#define ORDER_FENCE INT64_C(16)
#define ORDER_REPLACES INT64_C(64)
#define ORDER_OF_BLOCK INT64_C(512)
#define ORDER_OF_CLUSTER INT64_C(1024)
#define ORDER_SCOPED INT64_C(2048)
#define TENSOR_ACCESS_SUMS INT64_C(1)
#define TENSOR_ACCESS_OPERAND INT64_C(2)
#define TENSOR_ACCESS_COPY INT64_C(3)
#define TENSOR_ACCESS_SHIFT INT64_C(4)
#define TENSOR_ACCESS_LOAD INT64_C(5)
#define TENSOR_ACCESS_STORE INT64_C(6)
#define TENSOR_ACCESS_FREE INT64_C(7)
#define TENSOR_EVENT_USED INT64_C(1)
#define TENSOR_EVENT_ISSUED INT64_C(2)
#define TENSOR_EVENT_PERMIT INT64_C(3)
#define TENSOR_EVENT_PEER INT64_C(4)
#define TENSOR_EVENT_ALIKE INT64_C(5)
#define TENSOR_EVENT_MATRIX INT64_C(6)
#define ENGINE_WARP INT64_C(0)
#define ENGINE_COPY INT64_C(1)
#define ENGINE_BULK_STORE INT64_C(2)
#define ENGINE_MULTIPLY INT64_C(3)
#define ENGINE_BULK_LOAD INT64_C(4)
#define ENGINE_TENSOR INT64_C(5)
#define ENGINE_TENSOR_LOAD INT64_C(6)
#define ENGINE_TENSOR_STORE INT64_C(7)
#define TENSOR_BLOCK_WORDS INT64_C(65536)
#define GROUP_ENGINES INT64_C(3)
#define PARTED INT64_C(8)
#define MAP_RANK INT64_C(5)
#define DIMS_GRID INT64_C(0)
#define DIMS_BLOCK INT64_C(3)
#define DIMS_CLUSTER INT64_C(6)
#define DIMS_SMEM INT64_C(9)
#define MAX_BLOCK_THREADS INT64_C(1024)
#define BLOCK_ALIGN_BYTES INT64_C(128)
#define FAULT_RECORDS INT64_C(256)
#define INLINE_BLOCKS INT64_C(4)
#define SEATS INT64_C(32)
#define HELPERS INT64_C(1023)
#define UNWATCHED INT64_C(1)
#define PARKED INT64_C(4294967296)
#define PLAN_DIMS INT64_C(10)
#define HANDLER_CONTEXTS INT64_C(8)
#define TVM_FFI_OBJECT_HEADER_BYTES INT64_C(24)
#define TVM_FFI_MAX_NDIM INT64_C(32)
#define REPLAY_ALIGN_MASK INT64_C(15)
#define CHECKED_FIRST INT64_C(3)
#define CHECKED_COUNT INT64_C(7)
#define MOST_GPUS INT64_C(64)
#define ENV_STREAM INT64_C(-1)
#define DLPACK_CUDA INT64_C(2)
#define MAX_PARAMS INT64_C(512)
#define ADDRESSED_PARAMS INT64_C(64)
#define L2_PROMOTION_128B INT64_C(2)
#define STATIC_SMEM_BYTES INT64_C(49152)
#define ATTRIBUTE_COOPERATIVE INT64_C(2)
#define ATTRIBUTE_CLUSTER INT64_C(4)
#define ATTRIBUTE_USE_PDL INT64_C(6)
#define ATTRIBUTE_PROGRAMMATIC_EVENT INT64_C(7)
#define ATTRIBUTE_LAUNCH_COMPLETION_EVENT INT64_C(12)
#define TVM_FFI_NONE INT64_C(0)
#define TVM_FFI_INT INT64_C(1)
#define TVM_FFI_BOOL INT64_C(2)
#define TVM_FFI_FLOAT INT64_C(3)
#define TVM_FFI_POINTER INT64_C(4)
#define TVM_FFI_DLTENSOR INT64_C(7)
#define TVM_FFI_TENSOR INT64_C(70)
#define TORCH_MISSED INT64_C(0)
#define TORCH_DONE INT64_C(1)
#define TORCH_FAILED INT64_C(-1)
#define TORCH_CPU INT64_C(0)
#define TORCH_CUDA INT64_C(1)
#define TORCH_ARGUMENT_TENSOR INT64_C(0)
#define TORCH_ARGUMENT_FLOAT INT64_C(1)
#define TORCH_ARGUMENT_INT INT64_C(2)
#define TORCH_ARGUMENT_BOOL INT64_C(3)
#define ARGUMENT_TENSOR INT64_C(0)
#define ARGUMENT_INTEGER INT64_C(1)
#define ARGUMENT_FLOAT64 INT64_C(2)
#define ARGUMENT_FLOAT32 INT64_C(3)
#define ARGUMENT_BOOLEAN INT64_C(4)
#define ARGUMENT_TUPLE INT64_C(5)
#define ARGUMENT_LIST INT64_C(6)
#define ARGUMENT_FIELDS INT64_C(7)
#define ARGUMENT_CONSTANT INT64_C(8)
#define ARGUMENT_STREAM INT64_C(9)
#define ARGUMENT_EVENT INT64_C(10)
#define MEMORY_CPU INT64_C(1)
#define MEMORY_CUDA INT64_C(2)
#define HOST_DIRECT INT64_C(0)
#define HOST_LAUNCHES INT64_C(1)
#define HOST_LOOPS INT64_C(2)
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
#define ERROR_TENSOR INT64_C(22)
#define FAULT_UNINITIALISED INT64_C(1)
#define FAULT_COUNT INT64_C(2)
#define FAULT_ARRIVALS INT64_C(3)
#define FAULT_BYTES INT64_C(4)
#define TENSOR_LANES INT64_C(128)
#define TENSOR_32x32b INT64_C(0)
#define TENSOR_16x64b INT64_C(1)
#define TENSOR_16x128b INT64_C(2)
#define TENSOR_16x256b INT64_C(3)
#define TENSOR_16x32bx2 INT64_C(4)
#define TENSOR_128x256b INT64_C(0)
#define TENSOR_4x256b INT64_C(1)
#define TENSOR_128x128b INT64_C(2)
#define TENSOR_64x128b_02_13 INT64_C(3)
#define TENSOR_64x128b_01_23 INT64_C(4)
#define TENSOR_32x128b INT64_C(5)
#define TENSOR_KIND_F16 INT64_C(0)
#define TENSOR_KIND_TF32 INT64_C(1)
#define TENSOR_KIND_F8F6F4 INT64_C(2)
#define TENSOR_KIND_I8 INT64_C(3)
#define TENSOR_KIND_MXF8F6F4 INT64_C(4)
#define TENSOR_KIND_MXF4 INT64_C(5)
#define TENSOR_KIND_MXF4NVF4 INT64_C(6)
#define TENSOR_REDUCE_F32 INT64_C(0)
#define TENSOR_REDUCE_U32 INT64_C(1)
#define TENSOR_REDUCE_S32 INT64_C(2)
#define TENSOR_COUNT INT64_C(1)
#define TENSOR_FULL INT64_C(2)
#define TENSOR_NO_PERMIT INT64_C(3)
#define TENSOR_GREW INT64_C(4)
#define TENSOR_NOT_ALLOCATED INT64_C(5)
#define TENSOR_OUTSIDE INT64_C(6)
#define TENSOR_OTHER_LANES INT64_C(7)
#define TENSOR_LANE INT64_C(8)
#define TENSOR_NO_PAIR INT64_C(9)
#define TENSOR_MIXED_GROUPS INT64_C(10)
#define TENSOR_INSTRUCTION INT64_C(11)
#define TENSOR_DESCRIPTOR_VERSION INT64_C(12)
#define TENSOR_DESCRIPTOR_BITS INT64_C(13)
#define TENSOR_DESCRIPTOR_LAYOUT INT64_C(14)
#define TENSOR_DESCRIPTOR_ABSOLUTE INT64_C(15)
#define TENSOR_DESCRIPTOR_OUTSIDE INT64_C(16)
#define TENSOR_DESCRIPTOR_ORDER INT64_C(17)
#define TENSOR_LEAKED INT64_C(18)
#define TENSOR_FIELD_RESERVED INT64_C(1)
#define TENSOR_FIELD_SUMS INT64_C(2)
#define TENSOR_FIELD_SATURATE INT64_C(3)
#define TENSOR_FIELD_NEGATED INT64_C(4)
#define TENSOR_FIELD_LONG_K INT64_C(5)
#define TENSOR_FIELD_SCALE_TYPE INT64_C(6)
#define TENSOR_FIELD_SCALE_ID INT64_C(7)
#define TENSOR_FIELD_M INT64_C(8)
#define TENSOR_FIELD_N INT64_C(9)
#define TENSOR_FIELD_ORDER INT64_C(10)
#define TENSOR_FIELD_SPARSE INT64_C(11)
#define TENSOR_FIELD_A INT64_C(12)
#define TENSOR_FIELD_B INT64_C(13)

typedef struct TensorMemory TensorMemory;
typedef struct TensorMultiply TensorMultiply;
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
typedef struct Knowledge Knowledge;
typedef struct Remote Remote;
typedef struct RecentStore RecentStore;
typedef struct StoreLoad StoreLoad;
typedef struct TensorRow TensorRow;
typedef struct TensorBlock TensorBlock;
typedef struct RegisterRow RegisterRow;
typedef struct Held Held;
typedef struct LineRecord LineRecord;
typedef struct Kept Kept;
typedef struct PageEntry PageEntry;
typedef struct Check Check;
typedef struct DLTensor DLTensor;
typedef struct CallEnvironment CallEnvironment;
typedef struct CallTable CallTable;
typedef struct TensorRecord TensorRecord;
typedef struct LeafRecord LeafRecord;
typedef struct ScalarRecord ScalarRecord;
typedef struct SlotCheck SlotCheck;
typedef struct TensorView TensorView;
typedef struct CallState CallState;
typedef struct DirectRecord DirectRecord;
typedef struct JitCallState JitCallState;
typedef struct HandlerState HandlerState;
typedef struct TvmFfiAny TvmFfiAny;
typedef struct TvmFfiState TvmFfiState;
typedef struct ExportedCall ExportedCall;
typedef struct XlaMetadata XlaMetadata;
typedef struct XlaExtension XlaExtension;
typedef struct XlaBuffer XlaBuffer;
typedef struct XlaStreamArgs XlaStreamArgs;
typedef struct XlaErrorArgs XlaErrorArgs;
typedef struct XlaApi XlaApi;
typedef struct XlaFrame XlaFrame;
typedef struct XlaSlot XlaSlot;
typedef struct XlaTable XlaTable;
typedef struct TorchEntry TorchEntry;
typedef struct TorchProgram TorchProgram;
typedef struct TorchOperator TorchOperator;
typedef struct TorchInput TorchInput;
typedef struct TorchResult TorchResult;
typedef struct TorchTable TorchTable;
typedef struct TorchCall TorchCall;
typedef struct LaunchConfig LaunchConfig;
typedef struct LaunchAttribute LaunchAttribute;
typedef struct LaunchTable LaunchTable;
typedef struct LaunchPart LaunchPart;
typedef struct LaunchKernel LaunchKernel;
typedef struct GpuKernel GpuKernel;
typedef struct GpuProgram GpuProgram;
typedef struct GpuModule GpuModule;
typedef struct ExportedKernel ExportedKernel;
typedef struct ReplayRecord ReplayRecord;
typedef struct ReplayHead ReplayHead;
typedef struct ReplayArgument ReplayArgument;
typedef struct ReplaySource ReplaySource;
#include "cpu/types.h"
#include "cuda/types.h"

/* The tensor memory of a block. */
struct TensorMemory {
  int32_t taken; /* slices of 32 columns that are allocated, as bits */
  int32_t relinquished; /* whether the block allocates no more */
  int32_t last; /* columns of the last allocation */
  int32_t group; /* how many blocks its instructions are for; 0: none was there yet */
  int32_t site; /* where it was allocated last */
  int8_t sizes[16]; /* by its first slice, how many an allocation has */
  int32_t unused[5]; /* up to a multiple of 64 bytes */
  void * raw; /* what `malloc` gave */
  uint32_t words[65536]; /* lanes of each column */
  uint8_t scratch[589824]; /* operands of a multiply as numbers */
} __attribute__((aligned(64)));
_Static_assert(offsetof(TensorMemory, taken) == 0, "taken");
_Static_assert(offsetof(TensorMemory, relinquished) == 4, "relinquished");
_Static_assert(offsetof(TensorMemory, last) == 8, "last");
_Static_assert(offsetof(TensorMemory, group) == 12, "group");
_Static_assert(offsetof(TensorMemory, site) == 16, "site");
_Static_assert(offsetof(TensorMemory, sizes) == 20, "sizes");
_Static_assert(offsetof(TensorMemory, unused) == 36, "unused");
_Static_assert(offsetof(TensorMemory, raw) == 56, "raw");
_Static_assert(offsetof(TensorMemory, words) == 64, "words");
_Static_assert(offsetof(TensorMemory, scratch) == 262208, "scratch");
_Static_assert(sizeof(TensorMemory) == 852032, "TensorMemory");

/* A multiply as it was issued. */
struct TensorMultiply {
  int64_t a; /* a descriptor, or an address */
  int64_t b; /* a descriptor */
  int64_t zero_columns; /* which columns of B count as zero */
  int32_t d; /* an address */
  uint32_t instruction; /* a descriptor */
  int32_t factors_a; /* the address of the factors of A */
  int32_t factors_b; /* the address of the factors of B */
  int32_t metadata; /* the address of that of a sparse A */
  int32_t accumulate; /* whether D is added */
  int32_t kind; /* a number of `KINDS` */
  int32_t group; /* for how many blocks */
  int32_t block; /* elements with one factor; 0: there are none */
  int32_t scale_d; /* D is divided by two to the power of this */
  int32_t a_in_tensor_memory; /* whether `a` is an address */
  int32_t sparse; /* whether A is */
  int32_t stationary; /* whether it is of that kind */
  int32_t shifted; /* whether rows of A are one further */
  int32_t masked; /* whether `lanes` counts */
  int32_t lanes[8]; /* lanes of D that keep what they have, as bits; then those of the odd block */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TensorMultiply, a) == 0, "a");
_Static_assert(offsetof(TensorMultiply, b) == 8, "b");
_Static_assert(offsetof(TensorMultiply, zero_columns) == 16, "zero_columns");
_Static_assert(offsetof(TensorMultiply, d) == 24, "d");
_Static_assert(offsetof(TensorMultiply, instruction) == 28, "instruction");
_Static_assert(offsetof(TensorMultiply, factors_a) == 32, "factors_a");
_Static_assert(offsetof(TensorMultiply, factors_b) == 36, "factors_b");
_Static_assert(offsetof(TensorMultiply, metadata) == 40, "metadata");
_Static_assert(offsetof(TensorMultiply, accumulate) == 44, "accumulate");
_Static_assert(offsetof(TensorMultiply, kind) == 48, "kind");
_Static_assert(offsetof(TensorMultiply, group) == 52, "group");
_Static_assert(offsetof(TensorMultiply, block) == 56, "block");
_Static_assert(offsetof(TensorMultiply, scale_d) == 60, "scale_d");
_Static_assert(offsetof(TensorMultiply, a_in_tensor_memory) == 64, "a_in_tensor_memory");
_Static_assert(offsetof(TensorMultiply, sparse) == 68, "sparse");
_Static_assert(offsetof(TensorMultiply, stationary) == 72, "stationary");
_Static_assert(offsetof(TensorMultiply, shifted) == 76, "shifted");
_Static_assert(offsetof(TensorMultiply, masked) == 80, "masked");
_Static_assert(offsetof(TensorMultiply, lanes) == 84, "lanes");
_Static_assert(sizeof(TensorMultiply) == 120, "TensorMultiply");

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

/* The head of memory that coroutine frames are taken from; the frames follow, each aligned as it asks for. */
struct Arena {
  struct Arena *older; /* the arena before this one */
  int64_t room_bytes; /* how many bytes for frames it has */
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
  TensorMemory *tensor; /* tensor memory; null until something asks for it */
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
  int32_t cluster_blocks; /* blocks of the cluster */
  NamedBarrier barriers[16]; /* named barriers; number 0 serves the whole block too */
  int32_t wait_sites[32]; /* where each warp waits */
  int32_t wait_parities[32]; /* for which parity each warp waited last */
  int32_t multiplies[32]; /* groups of multiplies (wgmma) that each warp has committed */
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
_Static_assert(offsetof(Block, tensor) == 96, "tensor");
_Static_assert(offsetof(Block, handles) == 104, "handles");
_Static_assert(offsetof(Block, wait_barriers) == 360, "wait_barriers");
_Static_assert(offsetof(Block, block) == 616, "block");
_Static_assert(offsetof(Block, alive) == 628, "alive");
_Static_assert(offsetof(Block, threads) == 632, "threads");
_Static_assert(offsetof(Block, warps) == 636, "warps");
_Static_assert(offsetof(Block, block_waiting) == 640, "block_waiting");
_Static_assert(offsetof(Block, rank) == 644, "rank");
_Static_assert(offsetof(Block, cluster_alive) == 648, "cluster_alive");
_Static_assert(offsetof(Block, cluster_arrived) == 652, "cluster_arrived");
_Static_assert(offsetof(Block, cluster_generation) == 656, "cluster_generation");
_Static_assert(offsetof(Block, slot) == 660, "slot");
_Static_assert(offsetof(Block, cluster_blocks) == 664, "cluster_blocks");
_Static_assert(offsetof(Block, barriers) == 668, "barriers");
_Static_assert(offsetof(Block, wait_sites) == 796, "wait_sites");
_Static_assert(offsetof(Block, wait_parities) == 924, "wait_parities");
_Static_assert(offsetof(Block, multiplies) == 1052, "multiplies");
_Static_assert(offsetof(Block, cluster_seen) == 1180, "cluster_seen");
_Static_assert(sizeof(Block) == 1408, "Block");

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
  int32_t memory_bits; /* of an element narrower than a byte, in global memory; else 0 */
  int32_t padded; /* whether 16 of these take 16 bytes of shared memory; else they lie as in global memory */
  int32_t tile_bytes; /* bytes of shared memory that a tile takes */
} __attribute__((aligned(8)));
_Static_assert(offsetof(MapRequest, address) == 0, "address");
_Static_assert(offsetof(MapRequest, dims) == 8, "dims");
_Static_assert(offsetof(MapRequest, strides) == 48, "strides");
_Static_assert(offsetof(MapRequest, box) == 80, "box");
_Static_assert(offsetof(MapRequest, element) == 100, "element");
_Static_assert(offsetof(MapRequest, rank) == 104, "rank");
_Static_assert(offsetof(MapRequest, swizzle) == 108, "swizzle");
_Static_assert(offsetof(MapRequest, elem_bytes) == 112, "elem_bytes");
_Static_assert(offsetof(MapRequest, memory_bits) == 116, "memory_bits");
_Static_assert(offsetof(MapRequest, padded) == 120, "padded");
_Static_assert(offsetof(MapRequest, tile_bytes) == 124, "tile_bytes");
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
  int64_t smem_fill; /* the byte that shared memory is full of when a block begins; 0: as it is */
  const int64_t *order; /* the clusters by turns, if they run one by one; null: as they are */
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
_Static_assert(offsetof(Context, smem_fill) == 1336, "smem_fill");
_Static_assert(offsetof(Context, order) == 1344, "order");
_Static_assert(sizeof(Context) == 1352, "Context");

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
  int32_t threads; /* how many threads a named barrier's phase waits for */
} __attribute__((aligned(8)));
_Static_assert(offsetof(BarrierRecord, tag) == 0, "tag");
_Static_assert(offsetof(BarrierRecord, landed) == 4, "landed");
_Static_assert(offsetof(BarrierRecord, expected) == 8, "expected");
_Static_assert(offsetof(BarrierRecord, place) == 12, "place");
_Static_assert(offsetof(BarrierRecord, sender) == 16, "sender");
_Static_assert(offsetof(BarrierRecord, sent) == 20, "sent");
_Static_assert(offsetof(BarrierRecord, sent_site) == 24, "sent_site");
_Static_assert(offsetof(BarrierRecord, threads) == 28, "threads");
_Static_assert(sizeof(BarrierRecord) == 32, "BarrierRecord");

/* What the engines do for a row. */
struct EngineRow {
  uint32_t committed[3]; /* groups committed (COPY, BULK_STORE, MULTIPLY) */
  uint32_t open[3]; /* whether something is in the open one */
  uint32_t copy_lanes; /* lanes that copied */
  uint32_t handed; /* the clock of the last copies that a barrier's phase counts */
  uint32_t parts; /* groups of `cp.async` that an arrival at an mbarrier parted: it counts what came before */
  uint32_t last[3]; /* the number of the last group with something in it */
  int32_t sites[3]; /* the site of its last part */
  uint32_t fences; /* fences of registers for multiplies */
  uint32_t met_copies; /* the clock of the `cp.async` copies that had ended when the lanes met last: of later ones a lane knows its own */
  uint32_t parts_at[8]; /* `parts` at the ends of the last groups, by their numbers */
} __attribute__((aligned(4)));
_Static_assert(offsetof(EngineRow, committed) == 0, "committed");
_Static_assert(offsetof(EngineRow, open) == 12, "open");
_Static_assert(offsetof(EngineRow, copy_lanes) == 24, "copy_lanes");
_Static_assert(offsetof(EngineRow, handed) == 28, "handed");
_Static_assert(offsetof(EngineRow, parts) == 32, "parts");
_Static_assert(offsetof(EngineRow, last) == 36, "last");
_Static_assert(offsetof(EngineRow, sites) == 48, "sites");
_Static_assert(offsetof(EngineRow, fences) == 60, "fences");
_Static_assert(offsetof(EngineRow, met_copies) == 64, "met_copies");
_Static_assert(offsetof(EngineRow, parts_at) == 68, "parts_at");
_Static_assert(sizeof(EngineRow) == 100, "EngineRow");

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
  uint32_t seen; /* for which scopes relaxed loads of the row saw releases, and `SEEN_OTHERS` */
  uint32_t stamps[3]; /* for each scope the stamp at its last fence */
  uint32_t fenced[3]; /* for each scope the row's clock then */
  uint32_t looked[3]; /* for each scope its clock when it saw a release last */
} __attribute__((aligned(4)));
_Static_assert(offsetof(FenceRow, seen) == 0, "seen");
_Static_assert(offsetof(FenceRow, stamps) == 4, "stamps");
_Static_assert(offsetof(FenceRow, fenced) == 16, "fenced");
_Static_assert(offsetof(FenceRow, looked) == 28, "looked");
_Static_assert(sizeof(FenceRow) == 40, "FenceRow");

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
  int32_t asked; /* whether what earlier blocks released there is known */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Handoff, address) == 0, "address");
_Static_assert(offsetof(Handoff, stamp) == 8, "stamp");
_Static_assert(offsetof(Handoff, asked) == 12, "asked");
_Static_assert(sizeof(Handoff) == 16, "Handoff");

/* What is known of groups of clusters that ran before: trees of native/check/foreign.c, null for nothing. */
struct Knowledge {
  void * known; /* what is ordered before */
  void * fenced; /* up to where a proxy fence of global memory came after */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Knowledge, known) == 0, "known");
_Static_assert(offsetof(Knowledge, fenced) == 8, "fenced");
_Static_assert(sizeof(Knowledge) == 16, "Knowledge");

/* A row's last access to the shared memory of another block of its cluster. */
struct Remote {
  uint32_t clock; /* when */
  int32_t site; /* where */
} __attribute__((aligned(4)));
_Static_assert(offsetof(Remote, clock) == 0, "clock");
_Static_assert(offsetof(Remote, site) == 4, "site");
_Static_assert(sizeof(Remote) == 8, "Remote");

/* An ordered store or atomic of a row. */
struct RecentStore {
  int64_t address; /* where; 0: none */
  int64_t time; /* when, among all such accesses */
  int32_t site; /* its site */
  int32_t fenced; /* whether a fence of kind `sc` came after it */
  uint32_t stamp; /* `foreign_stamp` then */
  int32_t unused; /* nothing */
} __attribute__((aligned(8)));
_Static_assert(offsetof(RecentStore, address) == 0, "address");
_Static_assert(offsetof(RecentStore, time) == 8, "time");
_Static_assert(offsetof(RecentStore, site) == 16, "site");
_Static_assert(offsetof(RecentStore, fenced) == 20, "fenced");
_Static_assert(offsetof(RecentStore, stamp) == 24, "stamp");
_Static_assert(offsetof(RecentStore, unused) == 28, "unused");
_Static_assert(sizeof(RecentStore) == 32, "RecentStore");

/* A store and a later load of another place, which a GPU may do the other way around. */
struct StoreLoad {
  int64_t stored; /* where the row stored; 0: the entry is free */
  int64_t loaded; /* where it loaded later */
  int64_t time; /* when it loaded last */
  int64_t suspect; /* the time of a load that another row's store came after, unseen; 0: none */
  int32_t row; /* who */
  uint32_t cluster; /* the number of its group of clusters */
  uint32_t clock; /* the row's clock at the load */
  int32_t fenced; /* whether a fence of kind `sc` stands between */
  int32_t site; /* of the load */
  int32_t store_site; /* of the store */
  int32_t partner; /* the entry of the other row */
  int32_t unused; /* nothing */
} __attribute__((aligned(8)));
_Static_assert(offsetof(StoreLoad, stored) == 0, "stored");
_Static_assert(offsetof(StoreLoad, loaded) == 8, "loaded");
_Static_assert(offsetof(StoreLoad, time) == 16, "time");
_Static_assert(offsetof(StoreLoad, suspect) == 24, "suspect");
_Static_assert(offsetof(StoreLoad, row) == 32, "row");
_Static_assert(offsetof(StoreLoad, cluster) == 36, "cluster");
_Static_assert(offsetof(StoreLoad, clock) == 40, "clock");
_Static_assert(offsetof(StoreLoad, fenced) == 44, "fenced");
_Static_assert(offsetof(StoreLoad, site) == 48, "site");
_Static_assert(offsetof(StoreLoad, store_site) == 52, "store_site");
_Static_assert(offsetof(StoreLoad, partner) == 56, "partner");
_Static_assert(offsetof(StoreLoad, unused) == 60, "unused");
_Static_assert(sizeof(StoreLoad) == 64, "StoreLoad");

/* What a row does in tensor memory. */
struct TensorRow {
  uint32_t issued[32]; /* for each lane the clock of the first instruction that it has not committed */
  uint32_t last; /* the clock of the last instruction of the tensor core */
  int32_t last_site; /* its site */
  int32_t last_lane; /* its lane */
} __attribute__((aligned(4)));
_Static_assert(offsetof(TensorRow, issued) == 0, "issued");
_Static_assert(offsetof(TensorRow, last) == 128, "last");
_Static_assert(offsetof(TensorRow, last_site) == 132, "last_site");
_Static_assert(offsetof(TensorRow, last_lane) == 136, "last_lane");
_Static_assert(sizeof(TensorRow) == 140, "TensorRow");

/* The tensor memory of a block. */
struct TensorBlock {
  uint32_t sums[1024]; /* for each column, of lanes 0 and 16 on, which accumulators it was last a part of */
  int32_t holder; /* the row + 1 that allocated and has not given its permit up */
  uint32_t columns; /* how many columns it allocated last */
  uint32_t clock; /* the clock of that */
  int32_t site; /* its site */
  int32_t row; /* who did so */
  uint32_t gave; /* the clock at which it gave its permit up */
  int32_t giver; /* who did so */
  uint32_t after; /* blocks that gave theirs up before it allocated, as bits */
} __attribute__((aligned(4)));
_Static_assert(offsetof(TensorBlock, sums) == 0, "sums");
_Static_assert(offsetof(TensorBlock, holder) == 4096, "holder");
_Static_assert(offsetof(TensorBlock, columns) == 4100, "columns");
_Static_assert(offsetof(TensorBlock, clock) == 4104, "clock");
_Static_assert(offsetof(TensorBlock, site) == 4108, "site");
_Static_assert(offsetof(TensorBlock, row) == 4112, "row");
_Static_assert(offsetof(TensorBlock, gave) == 4116, "gave");
_Static_assert(offsetof(TensorBlock, giver) == 4120, "giver");
_Static_assert(offsetof(TensorBlock, after) == 4124, "after");
_Static_assert(sizeof(TensorBlock) == 4128, "TensorBlock");

/* The registers of a warp. */
struct RegisterRow {
  uint32_t turns; /* how often it changed its registers */
  uint32_t count; /* how many it has for a thread since */
  int32_t site; /* where it did so last */
} __attribute__((aligned(4)));
_Static_assert(offsetof(RegisterRow, turns) == 0, "turns");
_Static_assert(offsetof(RegisterRow, count) == 4, "count");
_Static_assert(offsetof(RegisterRow, site) == 8, "site");
_Static_assert(sizeof(RegisterRow) == 12, "RegisterRow");

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

/* A line of global memory before this launch wrote it. */
struct Kept {
  struct Kept *next; /* the one before it */
  int64_t line; /* the number of the line */
  int64_t bytes[16]; /* what it held */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Kept, next) == 0, "next");
_Static_assert(offsetof(Kept, line) == 8, "line");
_Static_assert(offsetof(Kept, bytes) == 16, "bytes");
_Static_assert(sizeof(Kept) == 144, "Kept");

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
  struct Released **released; /* 1 << FILTER_BITS lists of what earlier blocks released at addresses, by `address_hash` */
  Knowledge *stamps; /* for each stamp from `stamp_at_begin` on what is known of earlier blocks */
  Knowledge *seen_before; /* for each row what its relaxed loads saw of earlier blocks */
  uint32_t *seen; /* u32[SCOPES][rows][stride]: the clocks that relaxed loads of a row saw */
  uint32_t *fence_kept; /* u32[SCOPES][rows][stride]: those that it knew at its last fence */
  FenceRow *fence_words; /* for each row */
  Release *releases; /* for each column */
  Handed *handed; /* for each row */
  uint32_t *absent; /* u32[rows]: lanes that a row does not have, as bits */
  uint32_t *gained; /* u32[rows][stride]: the clocks that only some lanes know, as they alone waited */
  uint32_t *gainers; /* u32[rows]: those lanes, as bits, since the row's lanes met */
  uint32_t *parts; /* u32[rows]: lanes that arrived at an mbarrier without the others, as bits */
  uint32_t *fencers; /* u32[rows]: lanes that made a proxy fence without the others, as bits */
  uint32_t *init_fences; /* u32[rows]: the clock of a row's last fence of mbarriers that it initialised */
  Remote *remotes; /* Remote[blocks][rows], for clusters */
  RecentStore *stores; /* RecentStore[rows][RECENT_STORES] */
  StoreLoad *store_loads; /* STORE_LOADS entries */
  int64_t times; /* how many accesses `store_loads` was told of */
  uint8_t *swizzles; /* u8 for each site: how many bits the swizzle of its shared memory turns, + 1; 0: not known */
  RegisterRow *registers; /* for each row */
  PageEntry *before; /* `pages` of the launch before, where this one may begin before that has ended; else null */
  PageEntry **earlier; /* those of launches before it that may run even when it has ended */
  Kept *kept; /* lines as they were before this launch wrote them, newest first */
  Kept *spare; /* entries for more of them */
  int64_t kept_number; /* the number of the cluster that ran when the first of them was kept */
  uint8_t *narrow; /* u8 for each site: whether it is an atomic for its own block */
  uint32_t *finals; /* u32[blocks][stride]: what rows of a block knew when they ended */
  uint8_t *doubts; /* u8 for each site: looks at an mbarrier that were told to be too early */
  int64_t words; /* words of the cluster: of shared memory, then those of tensor memory */
  int64_t tensor_first; /* the first word of tensor memory; that of a block has 128 of each column */
  uint32_t *tensor_known; /* u32[rows][stride]: what instructions on tensor memory know: `known`, unless fences of tcgen05 hand it on */
  TensorRow *tensor_rows; /* for each row */
  uint8_t *tensor_kinds; /* u8 for each site: a `TensorAccess` */
  Remote *tensor_remotes; /* Remote[blocks][rows]: of tensor cores */
  TensorBlock *tensor_blocks; /* for each block */
  uint64_t *tensor_told; /* TOLD matrices that were told of last */
  uint32_t clock; /* the last clock */
  uint32_t tensor_at; /* the first column of what is done in tensor memory; 0: the kernel has none */
  int32_t tensor_fenced; /* whether fences of tcgen05 hand on what is known of tensor memory */
  uint32_t stamp_at_begin; /* `foreign_stamp` when the cluster began */
  uint32_t grid_at; /* the column that says whether the launch before was waited for */
  int32_t lets_dependents; /* whether a launch that depends on this one was let begin */
  int32_t earlier_count; /* entries of `earlier` */
  int32_t waited; /* whether a warp waited for the launch before */
  int32_t keeps; /* whether lines are kept before they are written */
  uint32_t kept_from; /* the first clock of the cluster `kept_number` */
  int32_t unsure; /* whether shared memory was read that nothing had written */
  uint32_t cluster_rows; /* rows of a cluster */
  int32_t scoped; /* whether an order was for less than all threads */
  uint32_t block_words; /* words of shared memory of a block of a cluster; 0: there are no clusters */
  uint32_t parts_at; /* the first column that says up to when `parts` released */
  uint32_t fences_at; /* the first column up to whose clocks proxy fences of global memory came */
  uint32_t stored_at; /* the first column up to whose clocks bulk stores have written */
  int32_t mixed; /* whether warps use shared memory with more than one swizzle */
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
  uint32_t fences; /* fences that the running blocks made */
  uint32_t stamps_room; /* how many places `stamps` has */
  uint32_t tree_levels; /* levels of a tree over all groups of clusters */
  int32_t accessing; /* the lanes of the access under way, in kernels that hand on */
  uint32_t agents; /* those whose ends are told: the rows, or all threads where lanes run apart */
  int32_t lane_shift; /* so many neighbouring threads, as a power of two, are a row where lanes run apart */
  uint32_t live; /* columns in use: those of the rows, and all from the first thing that an engine does */
  uint32_t bits[4]; /* of a finding in shared memory: words whose write, missing write, and reads are at fault */
  uint64_t found[64]; /* places, writes, reads, more reads of that */
  int64_t lanes[32]; /* before a misaligned access is told, the address of each lane; before the error of an access out of bounds, the address that its offset counts from, and the row */
} __attribute__((aligned(8)));
_Static_assert(offsetof(Check, report) == 0, "report");
_Static_assert(offsetof(Check, smem) == 8, "smem");
_Static_assert(offsetof(Check, smem_words) == 16, "smem_words");
_Static_assert(offsetof(Check, writes) == 24, "writes");
_Static_assert(offsetof(Check, reads) == 32, "reads");
_Static_assert(offsetof(Check, more_reads) == 40, "more_reads");
_Static_assert(offsetof(Check, known) == 48, "known");
_Static_assert(offsetof(Check, fenced) == 56, "fenced");
_Static_assert(offsetof(Check, floors) == 64, "floors");
_Static_assert(offsetof(Check, meets) == 72, "meets");
_Static_assert(offsetof(Check, objects) == 80, "objects");
_Static_assert(offsetof(Check, barrier_ids) == 88, "barrier_ids");
_Static_assert(offsetof(Check, bases) == 96, "bases");
_Static_assert(offsetof(Check, pages) == 104, "pages");
_Static_assert(offsetof(Check, room) == 112, "room");
_Static_assert(offsetof(Check, room_end) == 120, "room_end");
_Static_assert(offsetof(Check, last_page) == 128, "last_page");
_Static_assert(offsetof(Check, last_records) == 136, "last_records");
_Static_assert(offsetof(Check, engines) == 144, "engines");
_Static_assert(offsetof(Check, muted) == 152, "muted");
_Static_assert(offsetof(Check, counts) == 160, "counts");
_Static_assert(offsetof(Check, tensors) == 168, "tensors");
_Static_assert(offsetof(Check, stops) == 176, "stops");
_Static_assert(offsetof(Check, log) == 184, "log");
_Static_assert(offsetof(Check, ordered_from) == 192, "ordered_from");
_Static_assert(offsetof(Check, ordered_to) == 200, "ordered_to");
_Static_assert(offsetof(Check, sure_page) == 208, "sure_page");
_Static_assert(offsetof(Check, handoffs) == 216, "handoffs");
_Static_assert(offsetof(Check, handoff_slots) == 224, "handoff_slots");
_Static_assert(offsetof(Check, released) == 232, "released");
_Static_assert(offsetof(Check, stamps) == 240, "stamps");
_Static_assert(offsetof(Check, seen_before) == 248, "seen_before");
_Static_assert(offsetof(Check, seen) == 256, "seen");
_Static_assert(offsetof(Check, fence_kept) == 264, "fence_kept");
_Static_assert(offsetof(Check, fence_words) == 272, "fence_words");
_Static_assert(offsetof(Check, releases) == 280, "releases");
_Static_assert(offsetof(Check, handed) == 288, "handed");
_Static_assert(offsetof(Check, absent) == 296, "absent");
_Static_assert(offsetof(Check, gained) == 304, "gained");
_Static_assert(offsetof(Check, gainers) == 312, "gainers");
_Static_assert(offsetof(Check, parts) == 320, "parts");
_Static_assert(offsetof(Check, fencers) == 328, "fencers");
_Static_assert(offsetof(Check, init_fences) == 336, "init_fences");
_Static_assert(offsetof(Check, remotes) == 344, "remotes");
_Static_assert(offsetof(Check, stores) == 352, "stores");
_Static_assert(offsetof(Check, store_loads) == 360, "store_loads");
_Static_assert(offsetof(Check, times) == 368, "times");
_Static_assert(offsetof(Check, swizzles) == 376, "swizzles");
_Static_assert(offsetof(Check, registers) == 384, "registers");
_Static_assert(offsetof(Check, before) == 392, "before");
_Static_assert(offsetof(Check, earlier) == 400, "earlier");
_Static_assert(offsetof(Check, kept) == 408, "kept");
_Static_assert(offsetof(Check, spare) == 416, "spare");
_Static_assert(offsetof(Check, kept_number) == 424, "kept_number");
_Static_assert(offsetof(Check, narrow) == 432, "narrow");
_Static_assert(offsetof(Check, finals) == 440, "finals");
_Static_assert(offsetof(Check, doubts) == 448, "doubts");
_Static_assert(offsetof(Check, words) == 456, "words");
_Static_assert(offsetof(Check, tensor_first) == 464, "tensor_first");
_Static_assert(offsetof(Check, tensor_known) == 472, "tensor_known");
_Static_assert(offsetof(Check, tensor_rows) == 480, "tensor_rows");
_Static_assert(offsetof(Check, tensor_kinds) == 488, "tensor_kinds");
_Static_assert(offsetof(Check, tensor_remotes) == 496, "tensor_remotes");
_Static_assert(offsetof(Check, tensor_blocks) == 504, "tensor_blocks");
_Static_assert(offsetof(Check, tensor_told) == 512, "tensor_told");
_Static_assert(offsetof(Check, clock) == 520, "clock");
_Static_assert(offsetof(Check, tensor_at) == 524, "tensor_at");
_Static_assert(offsetof(Check, tensor_fenced) == 528, "tensor_fenced");
_Static_assert(offsetof(Check, stamp_at_begin) == 532, "stamp_at_begin");
_Static_assert(offsetof(Check, grid_at) == 536, "grid_at");
_Static_assert(offsetof(Check, lets_dependents) == 540, "lets_dependents");
_Static_assert(offsetof(Check, earlier_count) == 544, "earlier_count");
_Static_assert(offsetof(Check, waited) == 548, "waited");
_Static_assert(offsetof(Check, keeps) == 552, "keeps");
_Static_assert(offsetof(Check, kept_from) == 556, "kept_from");
_Static_assert(offsetof(Check, unsure) == 560, "unsure");
_Static_assert(offsetof(Check, cluster_rows) == 564, "cluster_rows");
_Static_assert(offsetof(Check, scoped) == 568, "scoped");
_Static_assert(offsetof(Check, block_words) == 572, "block_words");
_Static_assert(offsetof(Check, parts_at) == 576, "parts_at");
_Static_assert(offsetof(Check, fences_at) == 580, "fences_at");
_Static_assert(offsetof(Check, stored_at) == 584, "stored_at");
_Static_assert(offsetof(Check, mixed) == 588, "mixed");
_Static_assert(offsetof(Check, base) == 592, "base");
_Static_assert(offsetof(Check, rows) == 596, "rows");
_Static_assert(offsetof(Check, stride) == 600, "stride");
_Static_assert(offsetof(Check, block_rows) == 604, "block_rows");
_Static_assert(offsetof(Check, barriers) == 608, "barriers");
_Static_assert(offsetof(Check, clusters) == 612, "clusters");
_Static_assert(offsetof(Check, alive) == 616, "alive");
_Static_assert(offsetof(Check, seed) == 620, "seed");
_Static_assert(offsetof(Check, traced) == 624, "traced");
_Static_assert(offsetof(Check, measured) == 628, "measured");
_Static_assert(offsetof(Check, tensor_words) == 632, "tensor_words");
_Static_assert(offsetof(Check, log_count) == 636, "log_count");
_Static_assert(offsetof(Check, cluster_barriers) == 640, "cluster_barriers");
_Static_assert(offsetof(Check, first_mbarrier) == 644, "first_mbarrier");
_Static_assert(offsetof(Check, handoff_count) == 648, "handoff_count");
_Static_assert(offsetof(Check, handoff_bits) == 652, "handoff_bits");
_Static_assert(offsetof(Check, foreign_stamp) == 656, "foreign_stamp");
_Static_assert(offsetof(Check, fences) == 660, "fences");
_Static_assert(offsetof(Check, stamps_room) == 664, "stamps_room");
_Static_assert(offsetof(Check, tree_levels) == 668, "tree_levels");
_Static_assert(offsetof(Check, accessing) == 672, "accessing");
_Static_assert(offsetof(Check, agents) == 676, "agents");
_Static_assert(offsetof(Check, lane_shift) == 680, "lane_shift");
_Static_assert(offsetof(Check, live) == 684, "live");
_Static_assert(offsetof(Check, bits) == 688, "bits");
_Static_assert(offsetof(Check, found) == 704, "found");
_Static_assert(offsetof(Check, lanes) == 1216, "lanes");
_Static_assert(sizeof(Check) == 1472, "Check");

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
  struct Object *py_true; /* True */
  struct Object *py_false; /* False */
  struct Object *float_type; /* float */
  struct Object *int_type; /* int */
  void (*incref)(struct Object *); /* Py_IncRef */
  void (*decref)(struct Object *); /* Py_DecRef */
  double (*float_as_double)(struct Object *); /* PyFloat_AsDouble */
  int64_t (*long_as_long_long)(struct Object *, int32_t *); /* PyLong_AsLongLongAndOverflow */
  struct Object *(*long_from_long_long)(int64_t); /* PyLong_FromLongLong */
  struct Object *(*error_occurred)(void); /* PyErr_Occurred */
  void (*error_clear)(void); /* PyErr_Clear */
  struct Object *(*vectorcall)(struct Object *, struct Object *const *, int64_t, struct Object *); /* PyObject_Vectorcall */
  char *(*getenv)(const char *); /* getenv of the C library */
  int32_t (*context_var_get)(struct Object *, struct Object *, struct Object **); /* PyContextVar_Get */
  struct Object *(*dict_get_item)(struct Object *, struct Object *); /* PyDict_GetItemWithError */
  int32_t (*dict_next)(struct Object *, int64_t *, struct Object **, struct Object **); /* PyDict_Next */
  int64_t dict_version_offset; /* where a dict has a number that each change of it changes */
  struct Object *(*get_attribute)(struct Object *, struct Object *); /* PyObject_GetAttr */
  struct Object *(*list_as_tuple)(struct Object *); /* PyList_AsTuple */
  int32_t (*unicode_compare)(struct Object *, struct Object *); /* PyUnicode_Compare */
  int32_t (*rich_compare)(struct Object *, struct Object *, int32_t); /* PyObject_RichCompareBool */
  struct Object *(*bytes_from)(const void *, int64_t); /* PyBytes_FromStringAndSize */
  struct Object *(*allocate)(struct Object *, int64_t); /* PyType_GenericAlloc */
  struct Object *override_variable; /* the context variable of settings that are overridden */
  struct Object *torch_tensor; /* torch.Tensor */
  struct Object *torch_parameter; /* torch.nn.Parameter */
  int32_t (*torch_view)(struct Object *, struct DLTensor *); /* fills a `DLTensor` */
  int64_t torch_impl_offset; /* where a tensor has its implementation */
  int64_t torch_keys_offset; /* where the implementation has its dispatch keys */
  int64_t torch_keys_refused; /* keys that no ordinary tensor has */
  int64_t torch_grad_offset; /* where the implementation has its autograd record */
  struct Object *(*torch_requires_grad)(struct Object *, void *); /* the getter of `requires_grad` */
  void * torch_requires_grad_closure; /* what the getter is called with */
  _Bool (*torch_grad_mode)(void); /* whether torch records what gradients need */
  struct Object *number_of; /* our function that gives the number of a scalar object, or None */
  struct Object *handle_of; /* our function that gives the handle of a stream, or None */
  struct Object *event_of; /* our function that gives the handle of an event, or None */
  struct Object *runtime_tensor; /* the class of tensors of `from_dlpack` */
  int64_t runtime_array_offset; /* where such a tensor has the array that it was made of */
  int64_t runtime_static_offset; /* where it has its kind without marks */
  int64_t runtime_kind_offset; /* where it has its kind */
  int64_t runtime_words_offset; /* where it has its words */
  int64_t runtime_view_offset; /* where it has its view */
  struct Object *runtime_kinds; /* a dict: kinds by what an array says of itself */
  struct Object *numpy_array; /* numpy.ndarray */
  struct Object *numpy_Boolean; /* NumPy's type Boolean */
  struct Object *numpy_Int8; /* NumPy's type Int8 */
  struct Object *numpy_Int16; /* NumPy's type Int16 */
  struct Object *numpy_Int32; /* NumPy's type Int32 */
  struct Object *numpy_Int64; /* NumPy's type Int64 */
  struct Object *numpy_Uint8; /* NumPy's type Uint8 */
  struct Object *numpy_Uint16; /* NumPy's type Uint16 */
  struct Object *numpy_Uint32; /* NumPy's type Uint32 */
  struct Object *numpy_Uint64; /* NumPy's type Uint64 */
  struct Object *numpy_Float16; /* NumPy's type Float16 */
  struct Object *numpy_Float32; /* NumPy's type Float32 */
  struct Object *numpy_Float64; /* NumPy's type Float64 */
} __attribute__((aligned(8)));
_Static_assert(offsetof(CallEnvironment, null) == 0, "null");
_Static_assert(offsetof(CallEnvironment, none) == 8, "none");
_Static_assert(offsetof(CallEnvironment, py_true) == 16, "py_true");
_Static_assert(offsetof(CallEnvironment, py_false) == 24, "py_false");
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
_Static_assert(offsetof(CallEnvironment, dict_version_offset) == 144, "dict_version_offset");
_Static_assert(offsetof(CallEnvironment, get_attribute) == 152, "get_attribute");
_Static_assert(offsetof(CallEnvironment, list_as_tuple) == 160, "list_as_tuple");
_Static_assert(offsetof(CallEnvironment, unicode_compare) == 168, "unicode_compare");
_Static_assert(offsetof(CallEnvironment, rich_compare) == 176, "rich_compare");
_Static_assert(offsetof(CallEnvironment, bytes_from) == 184, "bytes_from");
_Static_assert(offsetof(CallEnvironment, allocate) == 192, "allocate");
_Static_assert(offsetof(CallEnvironment, override_variable) == 200, "override_variable");
_Static_assert(offsetof(CallEnvironment, torch_tensor) == 208, "torch_tensor");
_Static_assert(offsetof(CallEnvironment, torch_parameter) == 216, "torch_parameter");
_Static_assert(offsetof(CallEnvironment, torch_view) == 224, "torch_view");
_Static_assert(offsetof(CallEnvironment, torch_impl_offset) == 232, "torch_impl_offset");
_Static_assert(offsetof(CallEnvironment, torch_keys_offset) == 240, "torch_keys_offset");
_Static_assert(offsetof(CallEnvironment, torch_keys_refused) == 248, "torch_keys_refused");
_Static_assert(offsetof(CallEnvironment, torch_grad_offset) == 256, "torch_grad_offset");
_Static_assert(offsetof(CallEnvironment, torch_requires_grad) == 264, "torch_requires_grad");
_Static_assert(offsetof(CallEnvironment, torch_requires_grad_closure) == 272, "torch_requires_grad_closure");
_Static_assert(offsetof(CallEnvironment, torch_grad_mode) == 280, "torch_grad_mode");
_Static_assert(offsetof(CallEnvironment, number_of) == 288, "number_of");
_Static_assert(offsetof(CallEnvironment, handle_of) == 296, "handle_of");
_Static_assert(offsetof(CallEnvironment, event_of) == 304, "event_of");
_Static_assert(offsetof(CallEnvironment, runtime_tensor) == 312, "runtime_tensor");
_Static_assert(offsetof(CallEnvironment, runtime_array_offset) == 320, "runtime_array_offset");
_Static_assert(offsetof(CallEnvironment, runtime_static_offset) == 328, "runtime_static_offset");
_Static_assert(offsetof(CallEnvironment, runtime_kind_offset) == 336, "runtime_kind_offset");
_Static_assert(offsetof(CallEnvironment, runtime_words_offset) == 344, "runtime_words_offset");
_Static_assert(offsetof(CallEnvironment, runtime_view_offset) == 352, "runtime_view_offset");
_Static_assert(offsetof(CallEnvironment, runtime_kinds) == 360, "runtime_kinds");
_Static_assert(offsetof(CallEnvironment, numpy_array) == 368, "numpy_array");
_Static_assert(offsetof(CallEnvironment, numpy_Boolean) == 376, "numpy_Boolean");
_Static_assert(offsetof(CallEnvironment, numpy_Int8) == 384, "numpy_Int8");
_Static_assert(offsetof(CallEnvironment, numpy_Int16) == 392, "numpy_Int16");
_Static_assert(offsetof(CallEnvironment, numpy_Int32) == 400, "numpy_Int32");
_Static_assert(offsetof(CallEnvironment, numpy_Int64) == 408, "numpy_Int64");
_Static_assert(offsetof(CallEnvironment, numpy_Uint8) == 416, "numpy_Uint8");
_Static_assert(offsetof(CallEnvironment, numpy_Uint16) == 424, "numpy_Uint16");
_Static_assert(offsetof(CallEnvironment, numpy_Uint32) == 432, "numpy_Uint32");
_Static_assert(offsetof(CallEnvironment, numpy_Uint64) == 440, "numpy_Uint64");
_Static_assert(offsetof(CallEnvironment, numpy_Float16) == 448, "numpy_Float16");
_Static_assert(offsetof(CallEnvironment, numpy_Float32) == 456, "numpy_Float32");
_Static_assert(offsetof(CallEnvironment, numpy_Float64) == 464, "numpy_Float64");
_Static_assert(sizeof(CallEnvironment) == 472, "CallEnvironment");

/* The head of a function's table. */
struct CallTable {
  int64_t arguments; /* how many arguments there are; their records follow */
  int64_t host_kind; /* what the host function does, a `HostCode` */
  int64_t checks; /* how many checks between slots there are */
  int64_t checks_at; /* where they are, in bytes from here */
} __attribute__((aligned(8)));
_Static_assert(offsetof(CallTable, arguments) == 0, "arguments");
_Static_assert(offsetof(CallTable, host_kind) == 8, "host_kind");
_Static_assert(offsetof(CallTable, checks) == 16, "checks");
_Static_assert(offsetof(CallTable, checks_at) == 24, "checks_at");
_Static_assert(sizeof(CallTable) == 32, "CallTable");

struct TensorRecord {
  int64_t kind; /* TENSOR */
  int64_t dtype; /* DLPack's word for the element type */
  int64_t modes; /* how many modes; a leaf follows for each extent, then one for each stride */
  int64_t memory; /* a `MemoryKind` */
  int64_t numpy_type; /* where the environment has NumPy's type */
  int64_t item_shift; /* log2 of the element's bytes */
  int64_t misaligned; /* bits of the address that must be 0 */
  int64_t numpy_flags; /* flags that a NumPy array must have */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TensorRecord, kind) == 0, "kind");
_Static_assert(offsetof(TensorRecord, dtype) == 8, "dtype");
_Static_assert(offsetof(TensorRecord, modes) == 16, "modes");
_Static_assert(offsetof(TensorRecord, memory) == 24, "memory");
_Static_assert(offsetof(TensorRecord, numpy_type) == 32, "numpy_type");
_Static_assert(offsetof(TensorRecord, item_shift) == 40, "item_shift");
_Static_assert(offsetof(TensorRecord, misaligned) == 48, "misaligned");
_Static_assert(offsetof(TensorRecord, numpy_flags) == 56, "numpy_flags");
_Static_assert(sizeof(TensorRecord) == 64, "TensorRecord");

struct LeafRecord {
  int64_t least; /* the least value */
  int64_t width; /* the greatest value less the least */
  int64_t divisor; /* what the value must be a multiple of */
  int64_t is_slot; /* 1 if it fills a slot */
} __attribute__((aligned(8)));
_Static_assert(offsetof(LeafRecord, least) == 0, "least");
_Static_assert(offsetof(LeafRecord, width) == 8, "width");
_Static_assert(offsetof(LeafRecord, divisor) == 16, "divisor");
_Static_assert(offsetof(LeafRecord, is_slot) == 24, "is_slot");
_Static_assert(sizeof(LeafRecord) == 32, "LeafRecord");

struct ScalarRecord {
  int64_t kind; /* an `ArgumentKind` */
  int64_t least; /* a number's least value; how many parts a tree has; 1: a constant may be None */
  int64_t width; /* the width of a number's range; else which of the call's objects: the class, the value */
} __attribute__((aligned(8)));
_Static_assert(offsetof(ScalarRecord, kind) == 0, "kind");
_Static_assert(offsetof(ScalarRecord, least) == 8, "least");
_Static_assert(offsetof(ScalarRecord, width) == 16, "width");
_Static_assert(sizeof(ScalarRecord) == 24, "ScalarRecord");

struct SlotCheck {
  int64_t slot; /* the slot that is checked */
  int64_t coefficient; /* it is this, times the factors */
  int64_t unless_one; /* the slot that voids the check where it is 1; -1: none */
  int64_t factors; /* how many factors follow: the numbers of their slots */
} __attribute__((aligned(8)));
_Static_assert(offsetof(SlotCheck, slot) == 0, "slot");
_Static_assert(offsetof(SlotCheck, coefficient) == 8, "coefficient");
_Static_assert(offsetof(SlotCheck, unless_one) == 16, "unless_one");
_Static_assert(offsetof(SlotCheck, factors) == 24, "factors");
_Static_assert(sizeof(SlotCheck) == 32, "SlotCheck");

/* A tensor as call code reads it. */
struct TensorView {
  DLTensor tensor; /* the tensor; `data` includes the offset */
  int64_t shift; /* strides are in units of 1 << shift */
  int64_t mask; /* the bits that must be 0 for a stride to be whole */
  int64_t gpu; /* the GPU that the tensors of the call so far are on; -1 before the first */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TensorView, tensor) == 0, "tensor");
_Static_assert(offsetof(TensorView, shift) == 48, "shift");
_Static_assert(offsetof(TensorView, mask) == 56, "mask");
_Static_assert(offsetof(TensorView, gpu) == 64, "gpu");
_Static_assert(sizeof(TensorView) == 72, "TensorView");

/* What one function has at run time; written when it is loaded. */
struct CallState {
  CallEnvironment *environment; /* the environment of the process */
  struct Object *failed; /* callable (rt, code): raises the error of a call */
  struct Object *run; /* callable (slots, gpu): runs the host function */
  struct Object **names; /* interned names of the arguments; null: names go to Python */
  struct Object **defaults; /* their defaults; null for none */
  struct Object **objects; /* classes, fields and constants that the table counts */
  int64_t free_count; /* how many contexts are free */
  Context *contexts[8]; /* the free contexts */
} __attribute__((aligned(8)));
_Static_assert(offsetof(CallState, environment) == 0, "environment");
_Static_assert(offsetof(CallState, failed) == 8, "failed");
_Static_assert(offsetof(CallState, run) == 16, "run");
_Static_assert(offsetof(CallState, names) == 24, "names");
_Static_assert(offsetof(CallState, defaults) == 32, "defaults");
_Static_assert(offsetof(CallState, objects) == 40, "objects");
_Static_assert(offsetof(CallState, free_count) == 48, "free_count");
_Static_assert(offsetof(CallState, contexts) == 56, "contexts");
_Static_assert(sizeof(CallState) == 120, "CallState");

/* What must hold for a direct call of a `@jit` function to go to a call code; the parts follow in this order. */
struct DirectRecord {
  CallEnvironment *environment; /* the environment of the process */
  struct Object *(*call)(struct Object *, struct Object *const *, int64_t, struct Object *); /* a call code */
  struct Object *call_self; /* its `self` */
  struct Object *rest; /* a callable that must give True; null for none */
  int64_t named; /* 1: the names of the arguments come first, then their defaults (0: none) */
  int64_t arguments; /* arguments: 1 if the call code takes it, and a node of `python/fits.c` */
  int64_t variables; /* context variables that must be None */
  int64_t scopes; /* dicts: the dict, its version, how many names; each and what it stands for (0: nothing) */
  int64_t attributes; /* attributes: the owner, the name, the value */
  int64_t mappings; /* whole dicts: the dict, its version, its size, its keys and values in their order */
} __attribute__((aligned(8)));
_Static_assert(offsetof(DirectRecord, environment) == 0, "environment");
_Static_assert(offsetof(DirectRecord, call) == 8, "call");
_Static_assert(offsetof(DirectRecord, call_self) == 16, "call_self");
_Static_assert(offsetof(DirectRecord, rest) == 24, "rest");
_Static_assert(offsetof(DirectRecord, named) == 32, "named");
_Static_assert(offsetof(DirectRecord, arguments) == 40, "arguments");
_Static_assert(offsetof(DirectRecord, variables) == 48, "variables");
_Static_assert(offsetof(DirectRecord, scopes) == 56, "scopes");
_Static_assert(offsetof(DirectRecord, attributes) == 64, "attributes");
_Static_assert(offsetof(DirectRecord, mappings) == 72, "mappings");
_Static_assert(sizeof(DirectRecord) == 80, "DirectRecord");

/* What `__call__` of a `@jit` function needs. */
struct JitCallState {
  CallEnvironment *environment; /* the environment of the process */
  struct Object *python; /* makes a call in Python, with the function first */
  struct Object *recent; /* the name of the attribute with the recent calls */
  struct Object *entry; /* the name of their builtin */
  struct Object *bound; /* the name of the attribute with a method's `self` */
} __attribute__((aligned(8)));
_Static_assert(offsetof(JitCallState, environment) == 0, "environment");
_Static_assert(offsetof(JitCallState, python) == 8, "python");
_Static_assert(offsetof(JitCallState, recent) == 16, "recent");
_Static_assert(offsetof(JitCallState, entry) == 24, "entry");
_Static_assert(offsetof(JitCallState, bound) == 32, "bound");
_Static_assert(sizeof(JitCallState) == 40, "JitCallState");

/* What a handler has at run time. */
struct HandlerState {
  int32_t (*host)(int64_t *, Context *); /* the host function */
  const char *(*failed)(Context *, int32_t); /* gives the text of a call's error */
  const char *(*run)(int64_t *); /* makes the whole call: null, or the text of its error */
  Context *contexts[8]; /* the free contexts; null for one that is taken */
} __attribute__((aligned(8)));
_Static_assert(offsetof(HandlerState, host) == 0, "host");
_Static_assert(offsetof(HandlerState, failed) == 8, "failed");
_Static_assert(offsetof(HandlerState, run) == 16, "run");
_Static_assert(offsetof(HandlerState, contexts) == 24, "contexts");
_Static_assert(sizeof(HandlerState) == 88, "HandlerState");

/* A value of TVM-FFI. */
struct TvmFfiAny {
  int32_t type; /* a `TvmFfiType` */
  int32_t unused; /* 0 */
  int64_t payload; /* the number, or an address */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TvmFfiAny, type) == 0, "type");
_Static_assert(offsetof(TvmFfiAny, unused) == 4, "unused");
_Static_assert(offsetof(TvmFfiAny, payload) == 8, "payload");
_Static_assert(sizeof(TvmFfiAny) == 16, "TvmFfiAny");

/* What a function of TVM-FFI has at run time. */
struct TvmFfiState {
  HandlerState handler; /* `failed` and `run` set the error in TVM-FFI */
  void * slow; /* the Python function for calls that machine code does not handle */
  int32_t (*function_call)(void *, const TvmFfiAny *, int32_t, TvmFfiAny *); /* TVMFFIFunctionCall */
  void *(*get_stream)(int32_t, int32_t); /* TVMFFIEnvGetStream */
  int32_t (*torch_stream)(int32_t, int32_t, void **); /* torch's, or null */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TvmFfiState, handler) == 0, "handler");
_Static_assert(offsetof(TvmFfiState, slow) == 88, "slow");
_Static_assert(offsetof(TvmFfiState, function_call) == 96, "function_call");
_Static_assert(offsetof(TvmFfiState, get_stream) == 104, "get_stream");
_Static_assert(offsetof(TvmFfiState, torch_stream) == 112, "torch_stream");
_Static_assert(sizeof(TvmFfiState) == 120, "TvmFfiState");

/* The function of TVM-FFI in an exported object. */
struct ExportedCall {
  const struct CallTable *table; /* what the arguments must be */
  int64_t most; /* the most arguments of a call, with those that may be None */
  const int8_t *may_be_none; /* for each whether it may */
  const char *misfit; /* the error of arguments that do not fit */
  const char *apart; /* that of tensors on several GPUs */
  const char *nowhere; /* that of a GPU that takes no kernels */
  const char *const *texts; /* those of the program, by code */
  int32_t (*here)(int64_t *); /* runs the program on the CPU */
  int32_t (*on_gpu)(const struct GpuProgram *, int64_t *, int32_t); /* runs it on a GPU; null for a program for the CPU */
  const struct GpuProgram *program; /* the program for GPUs */
} __attribute__((aligned(8)));
_Static_assert(offsetof(ExportedCall, table) == 0, "table");
_Static_assert(offsetof(ExportedCall, most) == 8, "most");
_Static_assert(offsetof(ExportedCall, may_be_none) == 16, "may_be_none");
_Static_assert(offsetof(ExportedCall, misfit) == 24, "misfit");
_Static_assert(offsetof(ExportedCall, apart) == 32, "apart");
_Static_assert(offsetof(ExportedCall, nowhere) == 40, "nowhere");
_Static_assert(offsetof(ExportedCall, texts) == 48, "texts");
_Static_assert(offsetof(ExportedCall, here) == 56, "here");
_Static_assert(offsetof(ExportedCall, on_gpu) == 64, "on_gpu");
_Static_assert(offsetof(ExportedCall, program) == 72, "program");
_Static_assert(sizeof(ExportedCall) == 80, "ExportedCall");

/* XLA's `XLA_FFI_Metadata`. */
struct XlaMetadata {
  int64_t head[3]; /* sizes and extensions */
  int32_t major; /* the version */
  int32_t minor; /* the version */
  int32_t traits; /* none */
} __attribute__((aligned(8)));
_Static_assert(offsetof(XlaMetadata, head) == 0, "head");
_Static_assert(offsetof(XlaMetadata, major) == 24, "major");
_Static_assert(offsetof(XlaMetadata, minor) == 28, "minor");
_Static_assert(offsetof(XlaMetadata, traits) == 32, "traits");
_Static_assert(sizeof(XlaMetadata) == 40, "XlaMetadata");

/* XLA's `XLA_FFI_Metadata_Extension`. */
struct XlaExtension {
  int64_t size; /* of the structure */
  int32_t type; /* 1: XLA asks for the version instead of calling */
  void * next; /* the next extension */
  XlaMetadata *metadata; /* where the answer goes */
} __attribute__((aligned(8)));
_Static_assert(offsetof(XlaExtension, size) == 0, "size");
_Static_assert(offsetof(XlaExtension, type) == 8, "type");
_Static_assert(offsetof(XlaExtension, next) == 16, "next");
_Static_assert(offsetof(XlaExtension, metadata) == 24, "metadata");
_Static_assert(sizeof(XlaExtension) == 32, "XlaExtension");

/* The head of XLA's `XLA_FFI_Buffer`. */
struct XlaBuffer {
  int64_t head[2]; /* sizes and extensions */
  int32_t dtype; /* the element type */
  int64_t data; /* the address */
} __attribute__((aligned(8)));
_Static_assert(offsetof(XlaBuffer, head) == 0, "head");
_Static_assert(offsetof(XlaBuffer, dtype) == 16, "dtype");
_Static_assert(offsetof(XlaBuffer, data) == 24, "data");
_Static_assert(sizeof(XlaBuffer) == 32, "XlaBuffer");

struct XlaStreamArgs {
  int64_t size; /* of the structure */
  void * extension; /* none */
  void * context; /* of the call */
  int64_t stream; /* the answer */
} __attribute__((aligned(8)));
_Static_assert(offsetof(XlaStreamArgs, size) == 0, "size");
_Static_assert(offsetof(XlaStreamArgs, extension) == 8, "extension");
_Static_assert(offsetof(XlaStreamArgs, context) == 16, "context");
_Static_assert(offsetof(XlaStreamArgs, stream) == 24, "stream");
_Static_assert(sizeof(XlaStreamArgs) == 32, "XlaStreamArgs");

struct XlaErrorArgs {
  int64_t size; /* of the structure, 28 */
  void * extension; /* none */
  const char *message; /* the text */
  int32_t code; /* the kind of error */
  int32_t unused; /* up to a whole word */
} __attribute__((aligned(8)));
_Static_assert(offsetof(XlaErrorArgs, size) == 0, "size");
_Static_assert(offsetof(XlaErrorArgs, extension) == 8, "extension");
_Static_assert(offsetof(XlaErrorArgs, message) == 16, "message");
_Static_assert(offsetof(XlaErrorArgs, code) == 24, "code");
_Static_assert(offsetof(XlaErrorArgs, unused) == 28, "unused");
_Static_assert(sizeof(XlaErrorArgs) == 32, "XlaErrorArgs");

/* The head of XLA's `XLA_FFI_Api`. */
struct XlaApi {
  int64_t head[6]; /* sizes, versions, functions */
  void *(*error_create)(struct XlaErrorArgs *); /* makes an error */
  int64_t between[3]; /* functions */
  void *(*stream_get)(struct XlaStreamArgs *); /* gives the stream */
} __attribute__((aligned(8)));
_Static_assert(offsetof(XlaApi, head) == 0, "head");
_Static_assert(offsetof(XlaApi, error_create) == 48, "error_create");
_Static_assert(offsetof(XlaApi, between) == 56, "between");
_Static_assert(offsetof(XlaApi, stream_get) == 80, "stream_get");
_Static_assert(sizeof(XlaApi) == 88, "XlaApi");

/* The head of XLA's `XLA_FFI_CallFrame`. */
struct XlaFrame {
  int64_t size; /* of the structure */
  XlaExtension *extension; /* an extension, or null */
  XlaApi *api; /* XLA's functions */
  void * context; /* of the call */
  int32_t stage; /* 3: execute */
  int64_t args_head[2]; /* size and extension of the operands' structure */
  int64_t args_count; /* operands */
  void * arg_types; /* their kinds */
  XlaBuffer **args; /* the operands */
  int64_t rets_head[2]; /* size and extension of the results' structure */
  int64_t rets_count; /* results */
  void * ret_types; /* their kinds */
  XlaBuffer **rets; /* the results */
} __attribute__((aligned(8)));
_Static_assert(offsetof(XlaFrame, size) == 0, "size");
_Static_assert(offsetof(XlaFrame, extension) == 8, "extension");
_Static_assert(offsetof(XlaFrame, api) == 16, "api");
_Static_assert(offsetof(XlaFrame, context) == 24, "context");
_Static_assert(offsetof(XlaFrame, stage) == 32, "stage");
_Static_assert(offsetof(XlaFrame, args_head) == 40, "args_head");
_Static_assert(offsetof(XlaFrame, args_count) == 56, "args_count");
_Static_assert(offsetof(XlaFrame, arg_types) == 64, "arg_types");
_Static_assert(offsetof(XlaFrame, args) == 72, "args");
_Static_assert(offsetof(XlaFrame, rets_head) == 80, "rets_head");
_Static_assert(offsetof(XlaFrame, rets_count) == 96, "rets_count");
_Static_assert(offsetof(XlaFrame, ret_types) == 104, "ret_types");
_Static_assert(offsetof(XlaFrame, rets) == 112, "rets");
_Static_assert(sizeof(XlaFrame) == 120, "XlaFrame");

struct XlaSlot {
  int64_t dtype; /* the element type that a buffer must have */
  int64_t slot; /* the slot of its address */
  int64_t align_bytes; /* what the address must be a multiple of */
} __attribute__((aligned(8)));
_Static_assert(offsetof(XlaSlot, dtype) == 0, "dtype");
_Static_assert(offsetof(XlaSlot, slot) == 8, "slot");
_Static_assert(offsetof(XlaSlot, align_bytes) == 16, "align_bytes");
_Static_assert(sizeof(XlaSlot) == 24, "XlaSlot");

/* What a custom call must be. */
struct XlaTable {
  int64_t operands; /* operands; an `XlaSlot` follows for each, then one for each result */
  int64_t results; /* results */
  int64_t stream_slot; /* the slot of the stream; -1: none */
  int64_t major; /* the version of XLA's interface */
  int64_t minor; /* the version */
} __attribute__((aligned(8)));
_Static_assert(offsetof(XlaTable, operands) == 0, "operands");
_Static_assert(offsetof(XlaTable, results) == 8, "results");
_Static_assert(offsetof(XlaTable, stream_slot) == 16, "stream_slot");
_Static_assert(offsetof(XlaTable, major) == 24, "major");
_Static_assert(offsetof(XlaTable, minor) == 32, "minor");
_Static_assert(sizeof(XlaTable) == 40, "XlaTable");

/* What calls from Python need, one a process. */
struct TorchEntry {
  CallEnvironment *environment; /* the environment of call code */
  _Bool (*key_included)(int64_t); /* whether the thread includes a dispatch key */
  _Bool (*callbacks)(void); /* whether a profiler listens */
  struct Object *(*function_mode)(void *, struct Object *); /* whether torch functions are overridden */
  void * function_mode_self; /* its `self` */
  _Bool (*grad_mode)(void); /* whether torch records what gradients need */
  struct Object *forward_names; /* a dict */
  struct Object *forward_name; /* a name in it */
  struct Object *forward_none; /* what it stands for while nobody differentiates forward */
  void *(*save_thread)(void); /* gives up Python's lock */
  void (*restore_thread)(void *); /* takes it back */
  struct Object *(*wrap)(void *); /* makes the object of a tensor */
  struct Object *(*tuple_new)(int64_t); /* PyTuple_New */
  int32_t (*tuple_set_item)(struct Object *, int64_t, struct Object *); /* PyTuple_SetItem */
  int64_t keys[8]; /* the numbers of MODE_KEYS, up to a 0 */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TorchEntry, environment) == 0, "environment");
_Static_assert(offsetof(TorchEntry, key_included) == 8, "key_included");
_Static_assert(offsetof(TorchEntry, callbacks) == 16, "callbacks");
_Static_assert(offsetof(TorchEntry, function_mode) == 24, "function_mode");
_Static_assert(offsetof(TorchEntry, function_mode_self) == 32, "function_mode_self");
_Static_assert(offsetof(TorchEntry, grad_mode) == 40, "grad_mode");
_Static_assert(offsetof(TorchEntry, forward_names) == 48, "forward_names");
_Static_assert(offsetof(TorchEntry, forward_name) == 56, "forward_name");
_Static_assert(offsetof(TorchEntry, forward_none) == 64, "forward_none");
_Static_assert(offsetof(TorchEntry, save_thread) == 72, "save_thread");
_Static_assert(offsetof(TorchEntry, restore_thread) == 80, "restore_thread");
_Static_assert(offsetof(TorchEntry, wrap) == 88, "wrap");
_Static_assert(offsetof(TorchEntry, tuple_new) == 96, "tuple_new");
_Static_assert(offsetof(TorchEntry, tuple_set_item) == 104, "tuple_set_item");
_Static_assert(offsetof(TorchEntry, keys) == 112, "keys");
_Static_assert(sizeof(TorchEntry) == 176, "TorchEntry");

/* What a program has at run time. */
struct TorchProgram {
  int32_t (*host)(int64_t *, Context *); /* the host function */
  void (*failed)(Context *, int32_t); /* keeps the error of a call */
  int32_t (*get_data_ptr)(void *, int64_t *); /* of the shim */
  int32_t (*get_dim)(void *, int64_t *); /* of the shim */
  int32_t (*get_dtype)(void *, int32_t *); /* of the shim */
  int32_t (*get_device_type)(void *, int32_t *); /* of the shim */
  int32_t (*get_device_index)(void *, int32_t *); /* of the shim */
  int32_t (*get_sizes)(void *, int64_t **); /* of the shim */
  int32_t (*get_strides)(void *, int64_t **); /* of the shim */
  int32_t (*delete_tensor_object)(void *); /* of the shim */
  int32_t (*empty_strided)(int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, void **); /* of the shim */
  TorchEntry *entry; /* what calls from Python need; null: there are none */
  Context *contexts[8]; /* the free contexts */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TorchProgram, host) == 0, "host");
_Static_assert(offsetof(TorchProgram, failed) == 8, "failed");
_Static_assert(offsetof(TorchProgram, get_data_ptr) == 16, "get_data_ptr");
_Static_assert(offsetof(TorchProgram, get_dim) == 24, "get_dim");
_Static_assert(offsetof(TorchProgram, get_dtype) == 32, "get_dtype");
_Static_assert(offsetof(TorchProgram, get_device_type) == 40, "get_device_type");
_Static_assert(offsetof(TorchProgram, get_device_index) == 48, "get_device_index");
_Static_assert(offsetof(TorchProgram, get_sizes) == 56, "get_sizes");
_Static_assert(offsetof(TorchProgram, get_strides) == 64, "get_strides");
_Static_assert(offsetof(TorchProgram, delete_tensor_object) == 72, "delete_tensor_object");
_Static_assert(offsetof(TorchProgram, empty_strided) == 80, "empty_strided");
_Static_assert(offsetof(TorchProgram, entry) == 88, "entry");
_Static_assert(offsetof(TorchProgram, contexts) == 96, "contexts");
_Static_assert(sizeof(TorchProgram) == 160, "TorchProgram");

/* What an operator has at run time. */
struct TorchOperator {
  int32_t (*python)(int64_t *); /* makes the whole call */
  void * raise; /* the shim's function that raises in C++ */
  int32_t (*programs[9])(int64_t *, _Bool); /* the programs that are tried, up to a null */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TorchOperator, python) == 0, "python");
_Static_assert(offsetof(TorchOperator, raise) == 8, "raise");
_Static_assert(offsetof(TorchOperator, programs) == 16, "programs");
_Static_assert(sizeof(TorchOperator) == 88, "TorchOperator");

struct TorchInput {
  int64_t record; /* where the argument's record is in the call's table, in words; -1: a constant */
  int64_t slot; /* its first slot */
  int64_t word; /* what a constant must be */
  int64_t mask; /* the bits of it that count */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TorchInput, record) == 0, "record");
_Static_assert(offsetof(TorchInput, slot) == 8, "slot");
_Static_assert(offsetof(TorchInput, word) == 16, "word");
_Static_assert(offsetof(TorchInput, mask) == 24, "mask");
_Static_assert(sizeof(TorchInput) == 32, "TorchInput");

struct TorchResult {
  int64_t record; /* where its record is in the call's table, in words */
  int64_t slot; /* its first slot */
  int64_t like; /* the input that it is like */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TorchResult, record) == 0, "record");
_Static_assert(offsetof(TorchResult, slot) == 8, "slot");
_Static_assert(offsetof(TorchResult, like) == 16, "like");
_Static_assert(sizeof(TorchResult) == 24, "TorchResult");

/* What an operator's arguments are to a program. */
struct TorchTable {
  int64_t device; /* a `TorchDevice` */
  int64_t inputs; /* inputs; a `TorchInput` follows for each */
  int64_t results; /* results; then a `TorchResult` for each */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TorchTable, device) == 0, "device");
_Static_assert(offsetof(TorchTable, inputs) == 8, "inputs");
_Static_assert(offsetof(TorchTable, results) == 16, "results");
_Static_assert(sizeof(TorchTable) == 24, "TorchTable");

/* How Python calls a program. */
struct TorchCall {
  int64_t arguments; /* arguments; a `TorchArgument` follows for each */
  int64_t results; /* results */
} __attribute__((aligned(8)));
_Static_assert(offsetof(TorchCall, arguments) == 0, "arguments");
_Static_assert(offsetof(TorchCall, results) == 8, "results");
_Static_assert(sizeof(TorchCall) == 16, "TorchCall");

/* CUDA's `CUlaunchConfig`. */
struct LaunchConfig {
  int32_t dims[6]; /* grid and block */
  int32_t smem_bytes; /* dynamic shared memory */
  int64_t stream; /* the stream */
  void * attributes; /* attributes */
  int32_t attribute_count; /* how many */
} __attribute__((aligned(8)));
_Static_assert(offsetof(LaunchConfig, dims) == 0, "dims");
_Static_assert(offsetof(LaunchConfig, smem_bytes) == 24, "smem_bytes");
_Static_assert(offsetof(LaunchConfig, stream) == 32, "stream");
_Static_assert(offsetof(LaunchConfig, attributes) == 40, "attributes");
_Static_assert(offsetof(LaunchConfig, attribute_count) == 48, "attribute_count");
_Static_assert(sizeof(LaunchConfig) == 56, "LaunchConfig");

/* CUDA's `CUlaunchAttribute`. */
struct LaunchAttribute {
  int32_t id; /* names it */
  int32_t unused; /* up to the value */
  int32_t value[16]; /* the value */
} __attribute__((aligned(8)));
_Static_assert(offsetof(LaunchAttribute, id) == 0, "id");
_Static_assert(offsetof(LaunchAttribute, unused) == 4, "unused");
_Static_assert(offsetof(LaunchAttribute, value) == 8, "value");
_Static_assert(sizeof(LaunchAttribute) == 72, "LaunchAttribute");

/* What the launcher reads, a call context's `user`; a function that is null is not known, and Python launches. */
struct LaunchTable {
  int64_t devices; /* how many parts follow: the first is of GPU 0 */
  int64_t part_bytes; /* the size of a part */
  Launch *fallback; /* the launcher in Python */
  int32_t (*get_current)(int64_t *); /* cuCtxGetCurrent */
  int32_t (*get_device)(int32_t *); /* cuCtxGetDevice */
  int32_t (*push_current)(int64_t); /* cuCtxPushCurrent */
  int32_t (*pop_current)(int64_t *); /* cuCtxPopCurrent */
  int32_t (*is_capturing)(int64_t, int32_t *); /* cuStreamIsCapturing */
  LaunchKernelCall *launch_kernel; /* cuLaunchKernel */
  LaunchWith *launch_with; /* cuLaunchKernelEx */
  int32_t (*current_stream)(int32_t, int32_t, int64_t *); /* gives the environment's stream, by DLPack's exchange table */
  EncodeMap *encode_map; /* cuTensorMapEncodeTiled */
  int32_t (*map_fallback)(Context *, const struct MapRequest *, void *, int32_t); /* makes tensor maps in Python */
} __attribute__((aligned(8)));
_Static_assert(offsetof(LaunchTable, devices) == 0, "devices");
_Static_assert(offsetof(LaunchTable, part_bytes) == 8, "part_bytes");
_Static_assert(offsetof(LaunchTable, fallback) == 16, "fallback");
_Static_assert(offsetof(LaunchTable, get_current) == 24, "get_current");
_Static_assert(offsetof(LaunchTable, get_device) == 32, "get_device");
_Static_assert(offsetof(LaunchTable, push_current) == 40, "push_current");
_Static_assert(offsetof(LaunchTable, pop_current) == 48, "pop_current");
_Static_assert(offsetof(LaunchTable, is_capturing) == 56, "is_capturing");
_Static_assert(offsetof(LaunchTable, launch_kernel) == 64, "launch_kernel");
_Static_assert(offsetof(LaunchTable, launch_with) == 72, "launch_with");
_Static_assert(offsetof(LaunchTable, current_stream) == 80, "current_stream");
_Static_assert(offsetof(LaunchTable, encode_map) == 88, "encode_map");
_Static_assert(offsetof(LaunchTable, map_fallback) == 96, "map_fallback");
_Static_assert(sizeof(LaunchTable) == 104, "LaunchTable");

struct LaunchPart {
  int64_t context; /* the context that the kernels are loaded in; the kernels follow */
} __attribute__((aligned(8)));
_Static_assert(offsetof(LaunchPart, context) == 0, "context");
_Static_assert(sizeof(LaunchPart) == 8, "LaunchPart");

struct LaunchKernel {
  void * function; /* its handle */
  int64_t param_count; /* parameters */
  int64_t smem_bytes; /* dynamic shared memory */
  int64_t is_checked; /* whether Python has launched it with these dims */
  int64_t by_address; /* a bit for each parameter whose slot holds the address of its value */
  void * attributes; /* attributes of the launch */
  int64_t attribute_count; /* how many */
  int32_t dims[8]; /* block, cluster and shared memory of the checked launch */
} __attribute__((aligned(8)));
_Static_assert(offsetof(LaunchKernel, function) == 0, "function");
_Static_assert(offsetof(LaunchKernel, param_count) == 8, "param_count");
_Static_assert(offsetof(LaunchKernel, smem_bytes) == 16, "smem_bytes");
_Static_assert(offsetof(LaunchKernel, is_checked) == 24, "is_checked");
_Static_assert(offsetof(LaunchKernel, by_address) == 32, "by_address");
_Static_assert(offsetof(LaunchKernel, attributes) == 40, "attributes");
_Static_assert(offsetof(LaunchKernel, attribute_count) == 48, "attribute_count");
_Static_assert(offsetof(LaunchKernel, dims) == 56, "dims");
_Static_assert(sizeof(LaunchKernel) == 88, "LaunchKernel");

/* A kernel of an exported program. */
struct GpuKernel {
  const char *name; /* its name in the image */
  int64_t smem_bytes; /* static shared memory that is asked for at launches */
  int64_t param_count; /* parameters */
  int64_t by_address; /* a bit for each parameter whose slot holds the address of its value */
  int64_t use_pdl; /* whether it starts before the kernel before has ended */
  int64_t cooperative; /* whether all blocks run at a time */
  int64_t large_cluster; /* whether its clusters are larger than the portable size */
} __attribute__((aligned(8)));
_Static_assert(offsetof(GpuKernel, name) == 0, "name");
_Static_assert(offsetof(GpuKernel, smem_bytes) == 8, "smem_bytes");
_Static_assert(offsetof(GpuKernel, param_count) == 16, "param_count");
_Static_assert(offsetof(GpuKernel, by_address) == 24, "by_address");
_Static_assert(offsetof(GpuKernel, use_pdl) == 32, "use_pdl");
_Static_assert(offsetof(GpuKernel, cooperative) == 40, "cooperative");
_Static_assert(offsetof(GpuKernel, large_cluster) == 48, "large_cluster");
_Static_assert(sizeof(GpuKernel) == 56, "GpuKernel");

/* An exported program for GPUs. */
struct GpuProgram {
  GpuKernel *kernels; /* its kernels */
  int64_t count; /* how many */
  void * image; /* the kernels' image */
  int32_t (*host)(int64_t *, Context *); /* the host function */
  struct GpuModule *modules; /* a `GpuModule` and its functions for each GPU */
  int64_t module_bytes; /* the size of one */
} __attribute__((aligned(8)));
_Static_assert(offsetof(GpuProgram, kernels) == 0, "kernels");
_Static_assert(offsetof(GpuProgram, count) == 8, "count");
_Static_assert(offsetof(GpuProgram, image) == 16, "image");
_Static_assert(offsetof(GpuProgram, host) == 24, "host");
_Static_assert(offsetof(GpuProgram, modules) == 32, "modules");
_Static_assert(offsetof(GpuProgram, module_bytes) == 40, "module_bytes");
_Static_assert(sizeof(GpuProgram) == 48, "GpuProgram");

/* An exported program's kernels on one GPU. */
struct GpuModule {
  int64_t ready; /* whether the kernels are loaded */
  void * context; /* the GPU's primary context */
  GpuProgram *program; /* whose kernels */
  void **functions; /* the kernels' handles, which follow */
} __attribute__((aligned(8)));
_Static_assert(offsetof(GpuModule, ready) == 0, "ready");
_Static_assert(offsetof(GpuModule, context) == 8, "context");
_Static_assert(offsetof(GpuModule, program) == 16, "program");
_Static_assert(offsetof(GpuModule, functions) == 24, "functions");
_Static_assert(sizeof(GpuModule) == 32, "GpuModule");

/* A kernel of an exported program for the CPU. */
struct ExportedKernel {
  Worker *worker; /* runs its blocks */
  int64_t smem_bytes; /* static shared memory */
  int64_t blocks; /* blocks of a cluster */
  int32_t cluster[3]; /* the same along each axis */
  int32_t smem_limit; /* the most shared memory of a block */
} __attribute__((aligned(8)));
_Static_assert(offsetof(ExportedKernel, worker) == 0, "worker");
_Static_assert(offsetof(ExportedKernel, smem_bytes) == 8, "smem_bytes");
_Static_assert(offsetof(ExportedKernel, blocks) == 16, "blocks");
_Static_assert(offsetof(ExportedKernel, cluster) == 24, "cluster");
_Static_assert(offsetof(ExportedKernel, smem_limit) == 36, "smem_limit");
_Static_assert(sizeof(ExportedKernel) == 40, "ExportedKernel");

/* One class of calls, and what such a call runs. Behind it lie the names; a `ReplayArgument` for each argument; the callables that make arrays; for each program itself, its number of arguments, and a `ReplaySource` for each. */
struct ReplayRecord {
  struct Object *keeper; /* keeps the record and all that it names alive */
  struct ReplayRecord *next; /* the next record */
  int64_t positional; /* arguments by position */
  int64_t named; /* arguments by name */
  int64_t makes; /* arrays that are made */
  int64_t steps; /* programs that run */
  int64_t most; /* the most arguments of a program */
  int64_t result; /* which array is the result, of the arguments and then of those that are made */
} __attribute__((aligned(8)));
_Static_assert(offsetof(ReplayRecord, keeper) == 0, "keeper");
_Static_assert(offsetof(ReplayRecord, next) == 8, "next");
_Static_assert(offsetof(ReplayRecord, positional) == 16, "positional");
_Static_assert(offsetof(ReplayRecord, named) == 24, "named");
_Static_assert(offsetof(ReplayRecord, makes) == 32, "makes");
_Static_assert(offsetof(ReplayRecord, steps) == 40, "steps");
_Static_assert(offsetof(ReplayRecord, most) == 48, "most");
_Static_assert(offsetof(ReplayRecord, result) == 56, "result");
_Static_assert(sizeof(ReplayRecord) == 64, "ReplayRecord");

struct ReplayHead {
  CallEnvironment *environment; /* the environment of call code */
  ReplayRecord **chain; /* where the first record is */
  struct Object *variable; /* a context variable that must be None */
} __attribute__((aligned(8)));
_Static_assert(offsetof(ReplayHead, environment) == 0, "environment");
_Static_assert(offsetof(ReplayHead, chain) == 8, "chain");
_Static_assert(offsetof(ReplayHead, variable) == 16, "variable");
_Static_assert(sizeof(ReplayHead) == 24, "ReplayHead");

struct ReplayArgument {
  int64_t bytes; /* its size here; where an object is wanted, nothing follows that */
  struct Object *object; /* the object that it must be; null for a tensor */
  struct Object *type; /* the exact type of a tensor */
  int64_t low; /* the low bits of its address */
  int64_t device; /* device type and number of its `DLTensor`, one word */
  int64_t kind; /* rank and element type, one word; its shape and its strides follow */
} __attribute__((aligned(8)));
_Static_assert(offsetof(ReplayArgument, bytes) == 0, "bytes");
_Static_assert(offsetof(ReplayArgument, object) == 8, "object");
_Static_assert(offsetof(ReplayArgument, type) == 16, "type");
_Static_assert(offsetof(ReplayArgument, low) == 24, "low");
_Static_assert(offsetof(ReplayArgument, device) == 32, "device");
_Static_assert(offsetof(ReplayArgument, kind) == 40, "kind");
_Static_assert(sizeof(ReplayArgument) == 48, "ReplayArgument");

struct ReplaySource {
  int64_t place; /* which array is passed; -1: the object */
  struct Object *object; /* an object */
} __attribute__((aligned(8)));
_Static_assert(offsetof(ReplaySource, place) == 0, "place");
_Static_assert(offsetof(ReplaySource, object) == 8, "object");
_Static_assert(sizeof(ReplaySource) == 16, "ReplaySource");
