/* The structures of launches on GPUs: the launcher's table, CUDA's own records, and what exported programs hold. */
#pragma once

/* What the launcher reads, a call context's `user`; a function that is null is not known, and Python launches. */
typedef struct LaunchTable {
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
  /* gives the environment's stream, by DLPack's exchange table */
  int32_t (*current_stream)(int32_t, int32_t, int64_t *);
  EncodeMap *encode_map; /* cuTensorMapEncodeTiled */
  int32_t (*map_fallback)(Context *, const MapRequest *, void *, int32_t); /* makes tensor maps in Python */
} LaunchTable;

typedef struct LaunchPart {
  int64_t context; /* the context that the kernels are loaded in; the kernels follow */
} LaunchPart;

typedef struct LaunchKernel {
  void *function; /* its handle */
  int64_t param_count; /* parameters */
  int64_t smem_bytes; /* dynamic shared memory */
  int64_t is_checked; /* whether Python has launched it with these dims */
  int64_t by_address; /* a bit for each parameter whose slot holds the address of its value */
  void *attributes; /* attributes of the launch */
  int64_t attribute_count; /* how many */
  int32_t dims[CHECKED_COUNT + 1]; /* block, cluster and shared memory of the checked launch */
} LaunchKernel;

/* CUDA's `CUlaunchConfig`. */
typedef struct LaunchConfig {
  int32_t dims[6]; /* grid and block */
  int32_t smem_bytes; /* dynamic shared memory */
  int64_t stream; /* the stream */
  void *attributes; /* attributes */
  int32_t attribute_count; /* how many */
} LaunchConfig;

/* CUDA's `CUlaunchAttribute`. */
typedef struct LaunchAttribute {
  int32_t id; /* names it */
  int32_t unused; /* up to the value */
  int32_t value[16]; /* the value */
} __attribute__((aligned(8))) LaunchAttribute;

/* A kernel of an exported program. */
typedef struct GpuKernel {
  const char *name; /* its name in the image */
  int64_t smem_bytes; /* static shared memory that is asked for at launches */
  int64_t param_count; /* parameters */
  int64_t by_address; /* a bit for each parameter whose slot holds the address of its value */
  int64_t use_pdl; /* whether it starts before the kernel before has ended */
  int64_t cooperative; /* whether all blocks run at a time */
  int64_t large_cluster; /* whether its clusters are larger than the portable size */
} GpuKernel;

/* An exported program for GPUs. */
typedef struct GpuProgram {
  GpuKernel *kernels; /* its kernels */
  int64_t count; /* how many */
  void *image; /* the kernels' image */
  int32_t (*host)(int64_t *, Context *); /* the host function */
  GpuModule *modules; /* a `GpuModule` and its functions for each GPU */
  int64_t module_bytes; /* the size of one */
} GpuProgram;

/* An exported program's kernels on one GPU. */
typedef struct GpuModule {
  int64_t ready; /* whether the kernels are loaded */
  void *context; /* the GPU's primary context */
  GpuProgram *program; /* whose kernels */
  void **functions; /* the kernels' handles, which follow */
} GpuModule;

/* A kernel of an exported program for the CPU. */
typedef struct ExportedKernel {
  Worker *worker; /* runs its blocks */
  int64_t smem_bytes; /* static shared memory */
  int64_t blocks; /* blocks of a cluster */
  int32_t cluster[3]; /* the same along each axis */
  int32_t smem_limit; /* the most shared memory of a block */
} ExportedKernel;
