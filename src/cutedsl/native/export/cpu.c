/* The launcher of an exported program for the CPU: it runs the blocks of a grid one after another on the calling thread. */
#include "export.h"

typedef int32_t Host(int64_t *slots, Context *rt);

/* Not `aligned_alloc`: Windows has none, and that of macOS takes no size but a multiple. */
void *malloc(uint64_t bytes);
void free(void *memory);

/* The bytes of shared memory that a launch needs; -1 for one that does not fit. */
static int64_t smem_of(const ExportedKernel *kernel, const int32_t *dims) {
  int64_t threads = 1, asked = (uint32_t)dims[DIMS_SMEM];
  for (int32_t axis = 0; axis < 3; axis++) {
    int32_t grid = dims[DIMS_GRID + axis], block = dims[DIMS_BLOCK + axis], cluster = dims[DIMS_CLUSTER + axis];
    if (grid < 1 || block < 1 || (cluster > 1 ? cluster : 1) != kernel->cluster[axis] || grid % kernel->cluster[axis])
      return -1;
    threads *= block;
  }
  int64_t bytes = kernel->smem_bytes > asked ? kernel->smem_bytes : asked;
  return threads > MAX_BLOCK_THREADS || bytes > (uint32_t)kernel->smem_limit ? -1 : bytes;
}

int32_t launch_exported(Context *rt, int32_t index, int32_t *dims, int64_t stream, void *params) RUNTIME(aot.launch);
int32_t launch_exported(Context *rt, int32_t index, int32_t *dims, int64_t stream, void *params) {
  const ExportedKernel *kernel = (const ExportedKernel *)rt->user + index;
  int64_t counter = 0, bytes = smem_of(kernel, dims);
  (void)stream;
  if (bytes < 0)
    return refuse(rt);
  int64_t block = (bytes + SMEM_ALIGN_BYTES - 1) & -SMEM_ALIGN_BYTES;
  int64_t slack = (SMEM_SLACK_BYTES + SMEM_ALIGN_BYTES - 1) & -SMEM_ALIGN_BYTES;
  void *arena = malloc((uint64_t)(block * kernel->blocks + slack + SMEM_ALIGN_BYTES));
  if (!arena)
    return refuse(rt);
  void *aligned = (void *)(((uint64_t)arena + SMEM_ALIGN_BYTES - 1) & -(uint64_t)SMEM_ALIGN_BYTES);
  kernel->worker(&counter, dims, params, rt, &rt->caller_poll, aligned, bytes);
  free(arena);
  return !rt->error_code;
}

/* Runs a program's host function: 0, or an error code. */
int32_t run_exported(const ExportedKernel *kernels, Host *host, int64_t *slots) RUNTIME(aot.run);
int32_t run_exported(const ExportedKernel *kernels, Host *host, int64_t *slots) {
  Context rt = {.launch = launch_exported, .write = print, .check = go_on, .user = (void *)kernels};
  return host(slots, &rt);
}
