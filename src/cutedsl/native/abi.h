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
typedef struct DLTensor DLTensor;
typedef struct CallEnvironment CallEnvironment;

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
