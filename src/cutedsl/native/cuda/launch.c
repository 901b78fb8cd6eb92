/* Launches a GPU kernel from compiled host code without entering Python.
 *
 * It takes the launches that look like one that Python has checked on the GPU that the call's tensors are on: block, cluster
 * and shared memory, a grid in range, a stream that records no CUDA graph. Where the current context is of another GPU, that
 * of the checked launch is current meanwhile. All others go to the launcher in Python, and so does what the driver refuses. */
#include "cuda.h"

static const uint32_t max_grid[3] = {0x7fffffff, 65535, 65535};

static LaunchPart *part_of(LaunchTable *table, int64_t device) {
  return (LaunchPart *)((char *)(table + 1) + device * table->part_bytes);
}

/* The GPU that a launch is for, and whether its context must be made current; -1 where Python must look. */
static int64_t device_of(LaunchTable *table, const Context *rt, bool *moves) {
  int64_t current, device = rt->gpu;
  int32_t number;
  if (!table->get_current || table->get_current(&current))
    return -1;
  if (device < 0) {
    if (table->get_device(&number))
      return -1;
    device = number;
  }
  if (device >= table->devices)
    return -1;
  *moves = current != part_of(table, device)->context;
  if (*moves && (table->get_device(&number) || number == device))
    return -1; /* another context of the same GPU */
  return device;
}

static bool is_checked(const LaunchKernel *kernel, const int32_t *dims) {
  if (!kernel->is_checked)
    return false;
  for (int32_t k = 0; k < CHECKED_COUNT; k++)
    if (dims[CHECKED_FIRST + k] != kernel->dims[k])
      return false;
  for (int32_t axis = 0; axis < 3; axis++)
    if ((uint32_t)dims[axis] - 1 >= max_grid[axis])
      return false;
  return true;
}

/* The stream that a launch goes to; false where nobody names one. */
static bool stream_of(const LaunchTable *table, int64_t device, int64_t *stream) {
  if (*stream != ENV_STREAM)
    return true;
  return table->current_stream && !table->current_stream(DLPACK_CUDA, (int32_t)device, stream);
}

static bool is_recording(const LaunchTable *table, int64_t stream) {
  int32_t mode = 0;
  return table->is_capturing(stream, &mode) || mode;
}

static bool launch_kernel(const LaunchTable *table, const LaunchKernel *kernel, const int32_t *dims, int64_t stream,
                          int64_t *params) {
  void *pointers[MAX_PARAMS];
  for (int64_t k = 0; k < kernel->param_count; k++)
    pointers[k] = k < ADDRESSED_PARAMS && kernel->by_address >> k & 1 ? (void *)params[k] : &params[k];
  if (!kernel->attribute_count)
    return !table->launch_kernel(kernel->function, dims[0], dims[1], dims[2], dims[3], dims[4], dims[5],
                                 (int32_t)kernel->smem_bytes, stream, pointers, 0);
  LaunchConfig config = {.smem_bytes = (int32_t)kernel->smem_bytes,
                         .stream = stream,
                         .attributes = (void *)kernel->attributes,
                         .attribute_count = (int32_t)kernel->attribute_count};
  for (int32_t k = 0; k < 6; k++)
    config.dims[k] = dims[k];
  return !table->launch_with(&config, kernel->function, pointers, 0);
}

/* Whether the driver took the launch. */
static bool launched(LaunchTable *table, const Context *rt, int32_t index, const int32_t *dims, int64_t stream,
                     int64_t *params) {
  bool moves;
  int64_t gone, device = device_of(table, rt, &moves);
  if (device < 0)
    return false;
  LaunchPart *part = part_of(table, device);
  const LaunchKernel *kernel = (const LaunchKernel *)(part + 1) + index;
  if (!is_checked(kernel, dims) || !stream_of(table, device, &stream))
    return false;
  if (moves && table->push_current(part->context))
    return false;
  bool done = !is_recording(table, stream) && launch_kernel(table, kernel, dims, stream, params);
  if (moves)
    table->pop_current(&gone);
  return done;
}

int32_t launch_cuda(Context *rt, int32_t index, int32_t *dims, int64_t stream, int64_t *params) RUNTIME(launch);
int32_t launch_cuda(Context *rt, int32_t index, int32_t *dims, int64_t stream, int64_t *params) {
  LaunchTable *table = rt->user;
  return launched(table, rt, index, dims, stream, params) ? 1 : table->fallback(rt, index, dims, stream, params);
}
