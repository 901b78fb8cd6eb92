#include <dlfcn.h>
#include <stdio.h>

/* One of the program's kernels on the context that was current when it was loaded. */
typedef struct {
  void *library, *module, *stream;
  void *functions[$count];
  uint32_t allowed_smem[$count];
  int32_t (*launch)(void *config, void *function, void **params, void **extra);
  int32_t (*set_attribute)(void *function, int32_t attribute, int32_t value);
  int32_t (*unload)(void *module);
  int32_t (*encode_map)(void *map, int32_t type, uint32_t rank, void *address, const uint64_t *dims,
                        const uint64_t *strides, const uint32_t *box, const uint32_t *steps, int32_t interleave,
                        int32_t swizzle, int32_t promotion, int32_t fill);
  int32_t status;
} ${prefix}_Kernel_Module_t;

typedef struct {
  const char *name;
  uint32_t smem_bytes, param_count, use_pdl, cooperative, large_cluster;
  uint64_t by_address;
} ${prefix}_kernel_t;

typedef struct {
  int32_t id, pad;
  uint32_t value[3];
  uint8_t rest[$attribute_pad];
} ${prefix}_attribute_t;

typedef struct {
  uint32_t grid_and_block[6], smem_bytes;
  void *stream;
  ${prefix}_attribute_t *attributes;
  uint32_t attribute_count;
} ${prefix}_launch_t;

extern const unsigned char ${prefix}_note[];
int32_t ${prefix}_host(const uint64_t *slots, void *rt);

static const ${prefix}_kernel_t ${prefix}_kernels[$count] = {$records};

static inline void ${prefix}_Kernel_Module_Unload(${prefix}_Kernel_Module_t *m) {
  if (m->module) m->unload(m->module);
  if (m->library) dlclose(m->library);
  memset(m, 0, sizeof *m);
  m->status = $not_loaded;
}

/* Gives 0, or the driver's error code (also in `status`); -1 where there is no driver, or one without a function. */
static inline int32_t ${prefix}_Kernel_Module_Load(${prefix}_Kernel_Module_t *m) {
  int32_t (*init)(uint32_t), (*get_current)(void **), (*device_get)(int32_t *, int32_t);
  int32_t (*retain)(void **, int32_t), (*set_current)(void *), (*load)(void **, const void *);
  int32_t (*get_function)(void **, void *, const char *);
  struct { void *place; const char *name; } wanted[] = {
    {&init, "cuInit"}, {&get_current, "cuCtxGetCurrent"}, {&device_get, "cuDeviceGet"},
    {&retain, "cuDevicePrimaryCtxRetain"}, {&set_current, "cuCtxSetCurrent"}, {&load, "cuModuleLoadData"},
    {&get_function, "cuModuleGetFunction"}, {&m->launch, "cuLaunchKernelEx"},
    {&m->set_attribute, "cuFuncSetAttribute"}, {&m->unload, "cuModuleUnload"},
    {&m->encode_map, "cuTensorMapEncodeTiled"}};
  void *context = 0;
  int32_t device;
  memset(m, 0, sizeof *m);
  m->status = -1;
  m->library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!m->library) return m->status;
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
    void *found = dlsym(m->library, wanted[k].name);
    if (!found) return m->status;
    memcpy(wanted[k].place, &found, sizeof found);
  }
  if ((m->status = init(0))) return m->status;
  if ((m->status = get_current(&context))) return m->status;
  if (!context) {
    if ((m->status = device_get(&device, 0)) || (m->status = retain(&context, device))) return m->status;
    if ((m->status = set_current(context))) return m->status;
  }
  if ((m->status = load(&m->module, ${prefix}_note + $image))) return m->status;
  for (int k = 0; k < $count; k++) {
    if ((m->status = get_function(&m->functions[k], m->module, ${prefix}_kernels[k].name))) return m->status;
    if (${prefix}_kernels[k].large_cluster && (m->status = m->set_attribute(m->functions[k], 14, 1))) return m->status;
    m->allowed_smem[k] = $static_smem;
  }
  return 0;
}

static inline int32_t ${prefix}_worked(void *rt, const ${prefix}_Kernel_Module_t *m) {
  const int32_t failed = $failed;
  if (m->status) memcpy((char *)rt + $at_error, &failed, sizeof failed);
  return m->status == 0;
}

static inline int32_t ${prefix}_launch(void *rt, int32_t kernel, const int32_t *dims, int64_t stream, uint64_t *slots) {
  ${prefix}_Kernel_Module_t *m;
  const ${prefix}_kernel_t *info = &${prefix}_kernels[kernel];
  ${prefix}_attribute_t attributes[3];
  ${prefix}_launch_t launch;
  void *params[$most_params];
  memset(attributes, 0, sizeof attributes);
  memset(&launch, 0, sizeof launch);
  launch.attributes = attributes;
  memcpy(&m, (char *)rt + $at_user, sizeof m);
  for (uint32_t k = 0; k < info->param_count; k++)
    params[k] = info->by_address >> k & 1 ? (void *)(uintptr_t)slots[k] : (void *)&slots[k];
  memcpy(launch.grid_and_block, dims + $grid_at, sizeof launch.grid_and_block);
  launch.smem_bytes = info->smem_bytes;
  if (dims[$smem_at] > (int64_t)launch.smem_bytes) launch.smem_bytes = (uint32_t)dims[$smem_at];
  launch.stream = stream == $env_stream ? m->stream : (void *)(intptr_t)stream;
  if (dims[6] > 1 || dims[7] > 1 || dims[8] > 1) {
    ${prefix}_attribute_t *one = &attributes[launch.attribute_count++];
    one->id = $cluster_id;
    for (int k = 0; k < 3; k++) one->value[k] = dims[6 + k] > 1 ? (uint32_t)dims[6 + k] : 1;
  }
  if (info->use_pdl) {
    attributes[launch.attribute_count].id = $pdl_id;
    attributes[launch.attribute_count++].value[0] = 1;
  }
  if (info->cooperative) {
    attributes[launch.attribute_count].id = $cooperative_id;
    attributes[launch.attribute_count++].value[0] = 1;
  }
  m->status = 0;
  if (launch.smem_bytes > m->allowed_smem[kernel]) {
    m->status = m->set_attribute(m->functions[kernel], 8, (int32_t)launch.smem_bytes);
    if (!m->status) m->allowed_smem[kernel] = launch.smem_bytes;
  }
  if (!m->status) m->status = m->launch(&launch, m->functions[kernel], params, 0);
  return ${prefix}_worked(rt, m);
}

static inline int32_t ${prefix}_tensor_map(void *rt, char *request, void *map, int32_t for_gpu) {
  static const uint32_t steps[] = {$steps};
  ${prefix}_Kernel_Module_t *m;
  int32_t element, rank, swizzle;
  void *address;
  (void)for_gpu;
  memcpy(&m, (char *)rt + $at_user, sizeof m);
  memcpy(&element, request + $req_element, sizeof element);
  memcpy(&rank, request + $req_rank, sizeof rank);
  memcpy(&swizzle, request + $req_swizzle, sizeof swizzle);
  memcpy(&address, request + $req_address, sizeof address);
  m->status = m->encode_map(map, element, (uint32_t)rank, address, (const uint64_t *)(void *)(request + $req_dims),
                            (const uint64_t *)(void *)(request + $req_strides),
                            (const uint32_t *)(void *)(request + $req_box), steps, 0, swizzle, $promotion, 0);
  return ${prefix}_worked(rt, m);
}

static inline int32_t ${prefix}_write(void *rt, const char *text, int64_t length) {
  (void)rt;
  return fwrite(text, 1, (size_t)length, stdout) == (size_t)length;
}

static inline int32_t ${prefix}_check(void *rt) {
  (void)rt;
  return 1;
}

static inline int32_t ${prefix}_run(${prefix}_Kernel_Module_t *m, const uint64_t *slots) {
  uint64_t rt[$rt_bytes / 8 + 1] = {0};
  int32_t (*launch)(void *, int32_t, const int32_t *, int64_t, uint64_t *) = ${prefix}_launch;
  int32_t (*map)(void *, char *, void *, int32_t) = ${prefix}_tensor_map;
  int32_t (*write)(void *, const char *, int64_t) = ${prefix}_write;
  int32_t (*check)(void *) = ${prefix}_check;
  if (!m->module) return $not_loaded;
  memcpy((char *)rt + $at_user, &m, sizeof m);
  memcpy((char *)rt + $at_launch, &launch, sizeof launch);
  memcpy((char *)rt + $at_map, &map, sizeof map);
  memcpy((char *)rt + $at_write, &write, sizeof write);
  memcpy((char *)rt + $at_check, &check, sizeof check);
  return ${prefix}_host(slots, rt);
}
