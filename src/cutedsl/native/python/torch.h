/* What call code knows of torch's tensors: the exchange table gives a `DLTensor` without an object, but says nothing of
 * conjugate and negative views, of subclasses in disguise and of gradients. */
#pragma once
#include "python.h"

static inline bool is_torch_tensor(const CallEnvironment *env, const Object *object) {
  return object->type == env->torch_tensor || object->type == env->torch_parameter;
}

static inline const char *implementation(const CallEnvironment *env, Object *tensor) {
  return (const char *)*slot(tensor, env->torch_impl_offset);
}

/* Whether its memory is all there is to a tensor. */
static inline bool is_plain(const CallEnvironment *env, Object *tensor) {
  return !(*(const int64_t *)(implementation(env, tensor) + env->torch_keys_offset) & env->torch_keys_refused);
}

/* Whether torch keeps an autograd record of it; without one it requires no gradient. */
static inline bool has_record(const CallEnvironment *env, Object *tensor) {
  return *(void *const *)(implementation(env, tensor) + env->torch_grad_offset) != 0;
}

/* Whether a tensor may require a gradient; an error of Python's is taken as yes. */
static inline bool may_require_gradient(const CallEnvironment *env, Object *tensor) {
  Object *answer = env->torch_requires_grad(tensor, env->torch_requires_grad_closure);
  if (answer)
    env->decref(answer);
  else
    env->error_clear();
  return answer != env->py_false;
}

/* Has torch fill a `DLTensor`. */
static inline bool exported(const CallEnvironment *env, Object *tensor, DLTensor *view) {
  if (!env->torch_view(tensor, view))
    return true;
  env->error_clear();
  return false;
}
