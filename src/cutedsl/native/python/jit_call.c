/* `__call__` of a `@jit` function: to the builtin that recognises its calls, where there is one; else to Python. */
#include "python.h"

JitCallState jit_call_state RUNTIME(jit.state);

/* An attribute that every `@jit` function has; the function keeps it, so the reference goes back at once. */
static Object *attribute_of(Object *owner, Object *name) {
  const CallEnvironment *env = jit_call_state.environment;
  Object *found = env->get_attribute(owner, name);
  if (found)
    env->decref(found);
  else
    env->error_clear();
  return found;
}

Object *jit_call(Object *self, Object *const *args, int64_t count, Tuple *names) RUNTIME(jit.call);
Object *jit_call(Object *self, Object *const *args, int64_t count, Tuple *names) {
  const CallEnvironment *env = jit_call_state.environment;
  Object *recent = attribute_of(self, jit_call_state.recent);
  Object *entry = recent ? env->get_attribute(recent, jit_call_state.entry) : 0;
  Object *bound = attribute_of(self, jit_call_state.bound);
  int64_t given = count + (names ? names->size : 0), before = 1;
  Object *const *first = &self;
  Object *called = jit_call_state.python;
  if (!entry)
    env->error_clear();
  if (entry && entry != env->none && bound) {
    called = entry;
    first = ((Tuple *)bound)->items;
    before = ((Tuple *)bound)->size;
  }
  Object *result;
  if (!before) {
    result = env->vectorcall(called, args, count, (Object *)names);
  } else {
    Object *all[before + given];
    for (int64_t k = 0; k < before; k++)
      all[k] = first[k];
    for (int64_t k = 0; k < given; k++)
      all[before + k] = args[k];
    result = env->vectorcall(called, all, before + count, (Object *)names);
  }
  if (entry)
    env->decref(entry);
  return result;
}
