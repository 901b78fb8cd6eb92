/* The launcher of an exported program for GPUs: it needs no compiler and no Python.
 *
 * The driver's library is opened at the first call, and the kernels are loaded once for each GPU, into its primary context:
 * the one that CUDA's run-time library, torch and JAX use. Calls may come from several threads. What C programs include is the
 * same in C (`cuda.h`). Source: CUDA Driver API. */
#include "../cuda/cuda.h"
#include "export.h"

enum { NOW = 2, MAX_DYNAMIC_SMEM = 8, NON_PORTABLE_CLUSTER = 14, NO_GPU = -1, MOST_ATTRIBUTES = 3 };
typedef int32_t Host(int64_t *slots, Context *rt);

void *dlopen(const char *name, int32_t flags);
void *dlsym(void *library, const char *name);
int32_t sched_yield(void);
void *TVMFFIEnvGetStream(int32_t device_type, int32_t device);

static struct {
  int32_t (*init)(int32_t flags);
  int32_t (*retain)(void **context, int32_t gpu);
  int32_t (*push)(void *context);
  int32_t (*pop)(void **context);
  int32_t (*load)(void **module, const void *image);
  int32_t (*find)(void **function, void *module, const char *name);
  int32_t (*allow)(void *function, int32_t attribute, int32_t value);
  EncodeMap *encode_map;
  LaunchWith *launch;
} driver;
static int64_t lock;

static bool find(void *library, const char *name, void *place) {
  *(void **)place = dlsym(library, name);
  return *(void **)place != 0;
}

/* Opens the driver under the lock; a library without one of the functions is no driver for us. */
static bool open_driver(void) {
  if (driver.launch)
    return true;
  void *library = dlopen("libcuda.so.1", NOW);
  return library && find(library, "cuInit", &driver.init) &&
         find(library, "cuDevicePrimaryCtxRetain", &driver.retain) &&
         find(library, "cuCtxPushCurrent_v2", &driver.push) && find(library, "cuCtxPopCurrent_v2", &driver.pop) &&
         find(library, "cuModuleLoadData", &driver.load) && find(library, "cuModuleGetFunction", &driver.find) &&
         find(library, "cuFuncSetAttribute", &driver.allow) &&
         find(library, "cuTensorMapEncodeTiled", &driver.encode_map) &&
         find(library, "cuLaunchKernelEx", &driver.launch) && !driver.init(0);
}

/* Finds the kernels in the image, in the current context. */
static bool find_kernels(const GpuProgram *program, GpuModule *there) {
  void *module;
  if (driver.load(&module, program->image))
    return false;
  for (int64_t k = 0; k < program->count; k++) {
    const GpuKernel *kernel = &program->kernels[k];
    if (driver.find(&there->functions[k], module, kernel->name))
      return false;
    if (kernel->large_cluster && driver.allow(there->functions[k], NON_PORTABLE_CLUSTER, 1))
      return false;
  }
  return true;
}

static bool load(const GpuProgram *program, GpuModule *there, int32_t gpu) {
  void *gone;
  if (!open_driver() || driver.retain(&there->context, gpu) || driver.push(there->context))
    return false;
  bool found = find_kernels(program, there);
  driver.pop(&gone);
  return found;
}

/* The kernels on a GPU; null for nowhere. */
static GpuModule *module_on(const GpuProgram *program, int32_t gpu) {
  if ((uint32_t)gpu >= MOST_GPUS)
    return 0;
  GpuModule *there = (GpuModule *)((char *)program->modules + gpu * program->module_bytes);
  if (!__atomic_load_n(&there->ready, __ATOMIC_ACQUIRE)) { /* what the loader wrote is seen by other threads */
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
      sched_yield();
    if (!there->ready) {
      there->program = (GpuProgram *)program;
      there->functions = (void **)(there + 1);
      __atomic_store_n(&there->ready, load(program, there, gpu), __ATOMIC_RELEASE);
    }
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); /* pairs with the exchange above */
  }
  return there->ready ? there : 0;
}

static int32_t at_least_one(int32_t blocks) { return blocks > 1 ? blocks : 1; }

/* Fills the attributes of a launch; how many there are. */
static int32_t attributes_of(const GpuKernel *kernel, const int32_t *dims, LaunchAttribute *attributes) {
  const int32_t *cluster = dims + DIMS_CLUSTER;
  int32_t count = 0;
  if ((cluster[0] | cluster[1] | cluster[2]) > 1) {
    LaunchAttribute *one = &attributes[count++];
    one->id = ATTRIBUTE_CLUSTER;
    for (int32_t axis = 0; axis < 3; axis++)
      one->value[axis] = at_least_one(cluster[axis]);
  }
  if (kernel->use_pdl)
    attributes[count++] = (LaunchAttribute){.id = ATTRIBUTE_USE_PDL, .value = {1}};
  if (kernel->cooperative)
    attributes[count++] = (LaunchAttribute){.id = ATTRIBUTE_COOPERATIVE, .value = {1}};
  return count;
}

int32_t launch_on_gpu(Context *rt, int32_t index, int32_t *dims, int64_t stream, void *params) RUNTIME(gpu.launch);
int32_t launch_on_gpu(Context *rt, int32_t index, int32_t *dims, int64_t stream, void *params) {
  const GpuModule *there = rt->user;
  const GpuKernel *kernel = &there->program->kernels[index];
  int64_t *slots = params;
  void *pointers[MAX_PARAMS];
  LaunchAttribute attributes[MOST_ATTRIBUTES] = {0};
  LaunchConfig config = {.stream = stream, .attributes = attributes};
  if (stream == ENV_STREAM)
    config.stream = (int64_t)TVMFFIEnvGetStream(DLPACK_CUDA, (int32_t)rt->gpu);
  config.smem_bytes = dims[DIMS_SMEM] > kernel->smem_bytes ? dims[DIMS_SMEM] : (int32_t)kernel->smem_bytes;
  if ((uint32_t)config.smem_bytes > STATIC_SMEM_BYTES &&
      driver.allow(there->functions[index], MAX_DYNAMIC_SMEM, config.smem_bytes))
    return refuse(rt);
  for (int64_t k = 0; k < kernel->param_count; k++)
    pointers[k] = k < ADDRESSED_PARAMS && kernel->by_address >> k & 1 ? (void *)slots[k] : &slots[k];
  for (int32_t k = 0; k < 6; k++)
    config.dims[k] = dims[k];
  config.attribute_count = attributes_of(kernel, dims, attributes);
  return driver.launch(&config, there->functions[index], pointers, 0) ? refuse(rt) : 1;
}

int32_t map_on_gpu(Context *rt, const MapRequest *request, void *map, int32_t for_gpu) RUNTIME(gpu.map);
int32_t map_on_gpu(Context *rt, const MapRequest *request, void *map, int32_t for_gpu) {
  (void)for_gpu;
  return encode(driver.encode_map, request, map) ? refuse(rt) : 1;
}

/* What the host function gives, or -1 without kernels on that GPU. */
int32_t run_on_gpu(const GpuProgram *program, int64_t *slots, int32_t gpu) RUNTIME(gpu.run);
int32_t run_on_gpu(const GpuProgram *program, int64_t *slots, int32_t gpu) {
  void *gone;
  GpuModule *there = module_on(program, gpu);
  if (!there || driver.push(there->context))
    return NO_GPU;
  Context rt = {.launch = launch_on_gpu, .tensor_map = map_on_gpu, .write = print, .check = go_on, .user = there, .gpu = gpu};
  int32_t code = program->host(slots, &rt);
  driver.pop(&gone);
  return code;
}
