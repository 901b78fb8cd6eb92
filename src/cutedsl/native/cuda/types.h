/* Types of the driver's functions, which structures point to. */
#pragma once

/* `cuTensorMapEncodeTiled`. */
typedef int32_t EncodeMap(void *map, int32_t element, int32_t rank, int64_t address, const int64_t *dims,
                          const int64_t *strides, const int32_t *box, const int32_t *steps, int32_t interleave,
                          int32_t swizzle, int32_t promotion, int32_t fill);
/* `cuLaunchKernel`. */
typedef int32_t LaunchKernelCall(void *function, int32_t grid_x, int32_t grid_y, int32_t grid_z, int32_t block_x,
                                 int32_t block_y, int32_t block_z, int32_t smem_bytes, int64_t stream, void **params,
                                 void **extra);
/* `cuLaunchKernelEx`. */
typedef int32_t LaunchWith(const LaunchConfig *config, void *function, void **params, void **extra);
