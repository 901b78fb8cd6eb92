/* A whole call from Python: checks and fills, takes a context, calls the host function.
 *
 * What the table does not know by heart goes to the Python function that is the first item of `self`; it raises the named
 * error or handles the rarer kinds. */
#include "arguments.h"
#include "order.h"

typedef int32_t Host(int64_t *slots, Context *rt);

static const char timeout_variable[] = "CUTEDSL_TIMEOUT_S";

Object *call(Object *self, CallState *state, const CallTable *table, int64_t *slots, Object *const *args, int64_t count,
             Tuple *names, Host *host) RUNTIME(call);

/* Calls a Python function with two numbers. */
static Object *by_python(const CallEnvironment *env, Object *function, int64_t first, int64_t second) {
  Object *numbers[2] = {env->long_from_long_long(first), 0};
  if (!numbers[0])
    return 0;
  numbers[1] = env->long_from_long_long(second);
  Object *result = numbers[1] ? env->vectorcall(function, numbers, 2, 0) : 0;
  if (numbers[1])
    env->decref(numbers[1]);
  env->decref(numbers[0]);
  return result;
}

/* Whether the call may be made here: one that may run long is watched by Python, as is one with a time limit. */
static bool is_unwatched(const CallEnvironment *env, int64_t kind) {
  if (kind != HOST_LAUNCHES)
    return kind == HOST_DIRECT;
  if (env->getenv(timeout_variable))
    return false;
  Object *setting = 0;
  env->context_var_get(env->override_variable, 0, &setting);
  env->decref(setting);
  return setting == env->none;
}

/* Calls the host function in a context; the GIL is held, so nobody else takes or gives one meanwhile. */
static Object *run(CallState *state, int64_t *slots, int64_t gpu, Host *host) {
  const CallEnvironment *env = state->environment;
  Context *rt = state->contexts[--state->free_count];
  rt->caller_poll = rt->worker_poll = 0;
  rt->error_code = 0;
  rt->gpu = gpu;
  int32_t code = host(slots, rt);
  Object *result = env->none;
  if (code)
    result = by_python(env, state->failed, (int64_t)rt, code);
  else
    env->incref(result);
  state->contexts[state->free_count++] = rt;
  return result;
}

Object *call(Object *self, CallState *state, const CallTable *table, int64_t *slots, Object *const *args, int64_t count,
             Tuple *names, Host *host) {
  const CallEnvironment *env = state->environment;
  int64_t wanted = table->arguments, gpu = -1;
  bool fits;
  if (!names && count == wanted) {
    fits = fill_slots(state, table, args, slots, &gpu);
  } else {
    Object *ordered[wanted + 1];
    fits = state->names &&
           order_arguments(env, state->names, state->defaults, args, count, names, ordered, wanted) &&
           fill_slots(state, table, ordered, slots, &gpu);
  }
  if (!fits)
    return env->vectorcall(((Tuple *)self)->items[0], args, count, (Object *)names);
  if (is_unwatched(env, table->host_kind) && state->free_count > 0)
    return run(state, slots, gpu, host);
  return by_python(env, state->run, (int64_t)slots, gpu);
}
