/* The arguments of a call by TVM-FFI's convention against the table of a function. */
#include "../call/layout.h"
#include "../call/numbers.h"
#include "tvm_ffi.h"

enum { CPU = 1, CUDA = 2, PINNED = 3, MANAGED = 13 };

/* Strides that are not given are those of a dense tensor. */
static void make_dense(const DLTensor *tensor, int64_t *strides) {
  int64_t stride = 1;
  for (int32_t mode = tensor->ndim; mode-- > 0;) {
    strides[mode] = stride;
    stride *= tensor->shape[mode];
  }
}

/* Compares a `DLTensor` with a record and leaves a view of it; `room` is for strides that it does not give. */
static bool view_of(const DLTensor *tensor, const TensorRecord *record, TensorView *view, int64_t *room) {
  int32_t device = tensor->device_type;
  bool there = record->memory == MEMORY_CPU ? device == CPU || device == PINNED : device == CUDA || device == MANAGED;
  if (!there || tensor->dtype != (int32_t)record->dtype || tensor->ndim != (int32_t)record->modes)
    return false;
  view->tensor = *tensor;
  view->tensor.data += tensor->byte_offset;
  view->shift = view->mask = 0;
  if (!tensor->strides) {
    if ((uint32_t)tensor->ndim > TVM_FFI_MAX_NDIM)
      return false;
    make_dense(tensor, room);
    view->tensor.strides = room;
  }
  return !(view->tensor.data & record->misaligned);
}

static int64_t *fill_tensor(const TvmFfiAny *arg, const TensorRecord *record, int64_t *slots) {
  TensorView view;
  int64_t room[TVM_FFI_MAX_NDIM];
  const DLTensor *tensor = tensor_of(arg);
  return tensor && view_of(tensor, record, &view, room) ? layout_fits(record, &view, slots) : 0;
}

/* A pointer is taken for what is 64 bits wide: a stream or an event. */
static bool fill_integer(const TvmFfiAny *arg, const ScalarRecord *record, int64_t *slot) {
  *slot = arg->payload;
  return arg->type == TVM_FFI_INT ? integer_fits(record, arg->payload) : arg->type == TVM_FFI_POINTER && record->width == -1;
}

static bool fill_float(const TvmFfiAny *arg, bool narrow, int64_t *slot) {
  double number;
  if (arg->type == TVM_FFI_INT)
    number = (double)arg->payload;
  else if (arg->type == TVM_FFI_FLOAT)
    number = *(const double *)&arg->payload;
  else
    return false;
  *(double *)slot = number;
  return !narrow || narrowed(number, slot);
}

static bool fill_number(const TvmFfiAny *arg, const ScalarRecord *record, int64_t *slot) {
  switch (record->kind) {
  case ARGUMENT_INTEGER:
    return fill_integer(arg, record, slot);
  case ARGUMENT_FLOAT32:
  case ARGUMENT_FLOAT64:
    return fill_float(arg, record->kind == ARGUMENT_FLOAT32, slot);
  case ARGUMENT_BOOLEAN:
    *slot = arg->payload;
    return arg->type == TVM_FFI_BOOL;
  default:
    return false;
  }
}

bool fill_tvm_ffi(const CallTable *table, int64_t *slots, const TvmFfiAny *args, int32_t count) {
  const int64_t *record = (const int64_t *)(table + 1);
  int64_t *slot = slots;
  if (count != table->arguments)
    return false;
  for (int32_t k = 0; k < count; k++) {
    if (*record == ARGUMENT_TENSOR) {
      slot = fill_tensor(&args[k], (const TensorRecord *)record, slot);
      if (!slot)
        return false;
      record = after_tensor((const TensorRecord *)record);
    } else {
      const ScalarRecord *scalar = (const ScalarRecord *)record;
      if (!fill_number(&args[k], scalar, slot++))
        return false;
      record = (const int64_t *)(scalar + 1);
    }
  }
  return slots_agree(table, slots);
}
