/* A call of a function by TVM-FFI's convention: 0, or -1 with the error set there. */
#include "../call/handlers.h"
#include "tvm_ffi.h"

int32_t call_tvm_ffi(TvmFfiState *state, const CallTable *table, int64_t *slots, const TvmFfiAny *args, int32_t count,
                     TvmFfiAny *result) RUNTIME(tvm_ffi);
int32_t call_tvm_ffi(TvmFfiState *state, const CallTable *table, int64_t *slots, const TvmFfiAny *args, int32_t count,
                     TvmFfiAny *result) {
  if (!fill_tvm_ffi(table, slots, args, count))
    return state->function_call(state->slow, args, count, result);
  if (run_handler(&state->handler, slots))
    return -1;
  give_none(result);
  return 0;
}

/* The environment's stream on a device; where it names none, torch's. */
int32_t stream_tvm_ffi(TvmFfiState *state, int32_t device_type, int32_t device, void **stream) RUNTIME(tvm_ffi.stream);
int32_t stream_tvm_ffi(TvmFfiState *state, int32_t device_type, int32_t device, void **stream) {
  *stream = state->get_stream(device_type, device);
  return *stream || !state->torch_stream ? 0 : state->torch_stream(device_type, device, stream);
}
