/* `from_dlpack` of an ordinary torch tensor.
 *
 * `self` is a tuple: the Python function that takes every other array, and a bytes object with the environment's
 * address. The kind of the tensor is looked up by what the array says of itself; the first array of a kind goes to
 * Python, which remembers the kind (`STATIC_KINDS` in execution/arrays/runtime_tensor.py). */
#include "torch.h"

enum { MAX_MODES = 8, HEAD_WORDS = 2, CPU = 1, CUDA = 2, PINNED = 3, MANAGED = 13 };
enum { TENSOR_WORDS = sizeof(DLTensor) / 8 };

static int32_t memory_of(int32_t device) {
  if (device == CPU || device == PINNED)
    return CPU;
  return device == CUDA || device == MANAGED ? CUDA : 0;
}

/* Fills `words` (a `DLTensor`, then its shape and strides, as `@cute.view` reads them) and `key` with what an array
 * says of itself; false for one that Python reads. */
static bool describe(const CallEnvironment *env, Object *array, int64_t align, int64_t *words, int64_t *key) {
  DLTensor *tensor = (DLTensor *)words;
  int64_t *leaves = words + TENSOR_WORDS;
  if (!is_torch_tensor(env, array) || !is_plain(env, array) || has_record(env, array) || !exported(env, array, tensor))
    return false;
  int32_t memory = memory_of(tensor->device_type);
  int64_t start = tensor->data + tensor->byte_offset;
  int64_t bytes = (tensor->dtype >> 8 & 255) / 8;
  if (!memory || !tensor->data || !tensor->strides || (uint32_t)tensor->ndim > MAX_MODES)
    return false;
  if (start % (align ? align : bytes ? bytes : 1))
    return false;
  key[0] = align;
  key[1] = (uint32_t)tensor->dtype | (int64_t)memory << 32;
  int64_t *shape = tensor->shape, *strides = tensor->strides;
  for (int32_t mode = 0; mode < tensor->ndim; mode++) {
    key[HEAD_WORDS + mode] = leaves[mode] = shape[mode];
    key[HEAD_WORDS + tensor->ndim + mode] = leaves[tensor->ndim + mode] = strides[mode];
  }
  tensor->data = start;
  tensor->device_type = memory;
  tensor->shape = tensor->strides = 0;
  tensor->byte_offset = 0;
  return true;
}

/* A new tensor of `from_dlpack`; null with an error of Python's where there is no memory for it. */
static Object *made(const CallEnvironment *env, Object *array, Object *kind, const int64_t *words, int64_t bytes) {
  Object *content = env->bytes_from(words, bytes);
  Object *tensor = content ? env->allocate(env->runtime_tensor, 0) : 0;
  if (!tensor) {
    if (content)
      env->decref(content);
    return 0;
  }
  env->incref(array);
  env->incref(kind);
  env->incref(kind);
  env->incref(env->none);
  *slot(tensor, env->runtime_array_offset) = array;
  *slot(tensor, env->runtime_static_offset) = kind;
  *slot(tensor, env->runtime_kind_offset) = kind;
  *slot(tensor, env->runtime_words_offset) = content;
  *slot(tensor, env->runtime_view_offset) = env->none;
  return tensor;
}

/* The remembered kind; null for none. */
static Object *known_kind(const CallEnvironment *env, const int64_t *key, int32_t modes) {
  Object *bytes = env->bytes_from(key, 8 * (HEAD_WORDS + 2 * modes));
  Object *kind = bytes ? env->dict_get_item(env->runtime_kinds, bytes) : 0;
  if (bytes)
    env->decref(bytes);
  else
    env->error_clear();
  return kind;
}

Object *from_dlpack(Object *self, Object *const *args, int64_t count, Object *names) RUNTIME(from_dlpack);
Object *from_dlpack(Object *self, Object *const *args, int64_t count, Object *names) {
  Object *const *items = ((Tuple *)self)->items;
  const CallEnvironment *env = *(const CallEnvironment **)((Bytes *)items[1])->content;
  int64_t words[TENSOR_WORDS + 2 * MAX_MODES];
  int64_t key[HEAD_WORDS + 2 * MAX_MODES];
  if (count == 2 && !names && env->runtime_tensor) {
    int64_t align = 0;
    int32_t overflow = 0;
    if (args[1]->type == env->int_type)
      align = env->long_as_long_long(args[1], &overflow);
    bool plain = args[1] == env->none || (args[1]->type == env->int_type && !overflow && align > 0);
    if (plain && describe(env, args[0], align, words, key)) {
      int32_t modes = ((DLTensor *)words)->ndim;
      Object *kind = known_kind(env, key, modes);
      if (kind)
        return made(env, args[0], kind, words, sizeof(DLTensor) + 16 * modes);
    }
  }
  return env->vectorcall(items[0], args, count, names);
}
