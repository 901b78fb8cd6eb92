/* Reads a torch tensor, a NumPy array or a tensor of `from_dlpack` where it lies, and compares it with a record. */
#include "arguments.h"
#include "torch.h"

enum { CPU = 1, CUDA = 2, PINNED = 3, MANAGED = 13 };

/* NumPy's `PyArrayObject_fields`; strides are in bytes. `execution/native_calls/environment.py` checks it. */
typedef struct Array {
  Object head;
  int64_t data;
  int32_t ndim;
  int64_t *shape, *strides;
  Object *base, *dtype;
  int32_t flags;
} Array;

/* A tensor of torch; one that requires a gradient goes to Python while torch records. */
static bool read_torch(const CallEnvironment *env, Object *tensor, DLTensor *out) {
  if (!is_plain(env, tensor))
    return false;
  if (has_record(env, tensor) && may_require_gradient(env, tensor) && (!env->torch_grad_mode || env->torch_grad_mode()))
    return false;
  return exported(env, tensor, out);
}

/* A tensor of `from_dlpack`: a `DLTensor`, then its shape and its strides. */
static bool read_runtime(const CallEnvironment *env, Object *tensor, DLTensor *out) {
  Object *words = *slot(tensor, env->runtime_words_offset);
  if (words == env->none)
    return false;
  DLTensor *held = (DLTensor *)((Bytes *)words)->content;
  *out = *held;
  out->shape = (int64_t *)(held + 1);
  out->strides = out->shape + held->ndim;
  return true;
}

/* Whether a `DLTensor` is of the record's type, in its kind of memory, and on the GPU of the tensors before it. */
static bool is_as_recorded(TensorView *view, const TensorRecord *record) {
  DLTensor *tensor = &view->tensor;
  int32_t device = tensor->device_type;
  bool on_cpu = device == CPU || device == PINNED;
  tensor->data += tensor->byte_offset;
  view->shift = view->mask = 0;
  if (record->memory == MEMORY_CPU ? !on_cpu : device != CUDA && device != MANAGED)
    return false;
  if (!on_cpu) {
    if (view->gpu >= 0 && view->gpu != tensor->device_id)
      return false;
    view->gpu = tensor->device_id;
  }
  return tensor->dtype == (int32_t)record->dtype && tensor->ndim == (int32_t)record->modes && tensor->strides;
}

static bool read_numpy(const CallEnvironment *env, const Array *array, TensorView *view, const TensorRecord *record) {
  int32_t wanted = (int32_t)record->numpy_flags;
  view->tensor.data = array->data;
  view->tensor.shape = array->shape;
  view->tensor.strides = array->strides;
  view->shift = record->item_shift;
  view->mask = (INT64_C(1) << record->item_shift) - 1;
  return record->memory == MEMORY_CPU && array->dtype == *(Object *const *)((const char *)env + record->numpy_type) &&
         (array->flags & wanted) == wanted && array->ndim == (int32_t)record->modes;
}

static bool read_object(const CallEnvironment *env, Object *object, TensorView *view, const TensorRecord *record) {
  if (is_torch_tensor(env, object))
    return read_torch(env, object, &view->tensor) && is_as_recorded(view, record);
  if (object->type == env->numpy_array)
    return read_numpy(env, (const Array *)object, view, record);
  return object->type == env->runtime_tensor && read_runtime(env, object, &view->tensor) && is_as_recorded(view, record);
}

bool view_fits(const CallEnvironment *env, Object *object, TensorView *view, const TensorRecord *record) {
  return read_object(env, object, view, record) && !(view->tensor.data & record->misaligned);
}
