/* The function `__tvm_ffi_<name>` of an exported object: what does not fit is an error with what the function takes. */
#include "../tvm_ffi/tvm_ffi.h"

void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *text);

static int32_t raise(const char *kind, const char *text) {
  TVMFFIErrorSetRaisedFromCStr(kind, text);
  return -1;
}

/* The arguments without the Nones at places that may be None: how many are left in `kept`. */
static int32_t without_nones(const ExportedCall *call, const TvmFfiAny *args, int32_t count, TvmFfiAny *kept) {
  int32_t left = 0;
  for (int32_t k = 0; k < count; k++)
    if (args[k].type != TVM_FFI_NONE || k >= call->most || !call->may_be_none[k])
      kept[left++] = args[k];
  return left;
}

/* The GPU that all tensors are on, 0 without tensors; -1 for more than one. */
static int32_t gpu_of(const TvmFfiAny *args, int32_t count) {
  int32_t gpu = -1;
  for (int32_t k = 0; k < count; k++) {
    const DLTensor *tensor = tensor_of(&args[k]);
    if (!tensor)
      continue;
    if (gpu >= 0 && gpu != tensor->device_id)
      return -1;
    gpu = tensor->device_id;
  }
  return gpu < 0 ? 0 : gpu;
}

int32_t call_exported(const ExportedCall *call, int64_t *slots, const TvmFfiAny *args, int32_t count, TvmFfiAny *result)
    RUNTIME(aot.tvm_ffi);
int32_t call_exported(const ExportedCall *call, int64_t *slots, const TvmFfiAny *args, int32_t count, TvmFfiAny *result) {
  if (count < 0 || count > call->most)
    return raise("TypeError", call->misfit);
  TvmFfiAny kept[count + 1];
  int32_t left = without_nones(call, args, count, kept), code;
  if (!fill_tvm_ffi(call->table, slots, kept, left))
    return raise("TypeError", call->misfit);
  if (call->on_gpu) {
    int32_t gpu = gpu_of(kept, left);
    if (gpu < 0)
      return raise("TypeError", call->apart);
    code = call->on_gpu(call->program, slots, gpu);
    if (code < 0)
      return raise("RuntimeError", call->nowhere);
  } else {
    code = call->here(slots);
  }
  if (code)
    return raise("RuntimeError", call->texts[code]);
  give_none(result);
  return 0;
}
