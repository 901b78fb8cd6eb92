/* TVM-FFI's calling convention: `apache-tvm-ffi` 0.1, `include/tvm/ffi/c_api.h` (Apache-2.0). */
#pragma once
#include "../abi.h"
#include "../cpu/names.h"
#include <stdbool.h>

/* The tensor of an argument; null for one that is no tensor. */
static inline DLTensor *tensor_of(const TvmFfiAny *arg) {
  if (arg->type == TVM_FFI_DLTENSOR)
    return (DLTensor *)arg->payload;
  return arg->type == TVM_FFI_TENSOR ? (DLTensor *)(arg->payload + TVM_FFI_OBJECT_HEADER_BYTES) : 0;
}

static inline void give_none(TvmFfiAny *result) {
  result->type = TVM_FFI_NONE;
  result->payload = 0;
}

/* Checks the arguments and fills the slots. */
bool fill_tvm_ffi(const CallTable *table, int64_t *slots, const TvmFfiAny *args, int32_t count) RUNTIME(tvm_ffi.fill);
