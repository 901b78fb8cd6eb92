/* Calls of an operator's program with Python's objects.
 *
 * torch's dispatcher costs a microsecond where it has nothing to do. This looks whether that is so: no mode, no transform,
 * no profiler, ordinary tensors, no gradient. All else goes to the first item of the tuple `self`, a Python function, with
 * the arguments as they came; the second raises the error that a program has kept. A tensor's object holds what a handle of
 * torch's C interface points to, so the program reads it in place. */
#include "torch.h"
#include "../python/torch.h"

/* Whether nobody replaces, maps or records what is called. */
static bool is_quiet(const TorchEntry *entry) {
  for (const int64_t *key = entry->keys; *key; key++)
    if (entry->key_included((uint16_t)*key))
      return false;
  if (entry->callbacks())
    return false;
  Object *mode = entry->function_mode(entry->function_mode_self, 0);
  entry->environment->decref(mode);
  return mode == entry->environment->py_false;
}

static bool read_tensor(const TorchEntry *entry, Object *arg, int64_t *to) {
  const CallEnvironment *env = entry->environment;
  if (!is_torch_tensor(env, arg) || !is_plain(env, arg))
    return false;
  *to = (int64_t)slot(arg, env->torch_impl_offset);
  if (!has_record(env, arg))
    return true;
  if (env->dict_get_item(entry->forward_names, entry->forward_name) != entry->forward_none)
    return false; /* somebody differentiates forward */
  return !entry->grad_mode() || !may_require_gradient(env, arg);
}

static bool read_int(const CallEnvironment *env, Object *arg, int64_t *to) {
  int32_t overflow;
  if (arg->type != env->int_type)
    return false;
  *to = env->long_as_long_long(arg, &overflow);
  return !overflow;
}

static bool read_float(const CallEnvironment *env, Object *arg, int64_t *to) {
  if (arg->type == env->float_type) {
    *(double *)to = env->float_as_double(arg);
    return true;
  }
  if (!read_int(env, arg, to))
    return false;
  *(double *)to = (double)*to;
  return true;
}

static bool read(const TorchEntry *entry, int64_t kind, Object *arg, int64_t *to) {
  const CallEnvironment *env = entry->environment;
  switch (kind) {
  case TORCH_ARGUMENT_TENSOR:
    return read_tensor(entry, arg, to);
  case TORCH_ARGUMENT_FLOAT:
    return read_float(env, arg, to);
  case TORCH_ARGUMENT_INT:
    return read_int(env, arg, to);
  default:
    *to = arg == env->py_true;
    return *to || arg == env->py_false;
  }
}

/* The object of a result, whose handle is given back. */
static Object *wrapped(const TorchProgram *program, int64_t handle) {
  Object *object = program->entry->wrap((void *)handle);
  if (handle)
    program->delete_tensor_object((void *)handle);
  return object;
}

/* One result as it is, several in a tuple. */
static Object *results_of(const TorchProgram *program, const int64_t *stack, int64_t count) {
  const TorchEntry *entry = program->entry;
  if (count == 1)
    return wrapped(program, stack[0]);
  Object *tuple = entry->tuple_new(count);
  bool complete = tuple != 0;
  for (int64_t k = 0; k < count; k++) {
    Object *object = wrapped(program, stack[k]);
    complete &= object != 0;
    if (tuple && object)
      entry->tuple_set_item(tuple, k, object);
    else if (object)
      entry->environment->decref(object);
  }
  if (!complete && tuple) {
    entry->environment->decref(tuple);
    tuple = 0;
  }
  return tuple;
}

Object *enter_torch(Object *self, Object *const *args, int64_t count, Object *names, const TorchProgram *program,
                    TorchProgramCode *code, const TorchCall *call, int64_t *stack) RUNTIME(torch.entry);
Object *enter_torch(Object *self, Object *const *args, int64_t count, Object *names, const TorchProgram *program,
                    TorchProgramCode *code, const TorchCall *call, int64_t *stack) {
  const TorchEntry *entry = program->entry;
  const CallEnvironment *env = entry->environment;
  const int64_t *kinds = (const int64_t *)(call + 1);
  Object *const *items = ((Tuple *)self)->items;
  bool fits = !names && count == call->arguments && is_quiet(entry);
  for (int64_t k = 0; fits && k < count; k++)
    fits = read(entry, kinds[k], args[k], &stack[k]);
  if (fits) {
    void *thread = entry->save_thread();
    int32_t said = code(stack, false);
    entry->restore_thread(thread);
    if (said == TORCH_DONE)
      return results_of(program, stack, call->results);
    if (said == TORCH_FAILED)
      return env->vectorcall(items[1], 0, 0, 0);
  }
  return env->vectorcall(items[0], args, count, names);
}
