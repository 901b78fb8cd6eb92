/* A call of an operation that was made before.
 *
 * Each tensor among the arguments is read once; the first record of a class that all arguments belong to says which arrays
 * to make and which programs to call. All other calls go to the first item of `self`, a Python function. */
#include "../python/torch.h"

enum { NO_TENSOR = -1 };

/* Two fields of 32 bits as one word, which is compared at once; `memcpy`, as C forbids to read them by another type. */
static int64_t word_at(const int32_t *fields) {
  int64_t word;
  __builtin_memcpy(&word, fields, sizeof word);
  return word;
}

/* Rank and element type of a `DLTensor`. */
static int64_t kind_of(const DLTensor *view) { return word_at(&view->ndim); }
static int64_t device_of(const DLTensor *view) { return word_at(&view->device_type); }

/* Reads every tensor; what is no tensor gets no rank. Programs themselves refuse those that need a gradient. */
static bool read_tensors(const CallEnvironment *env, Object *const *args, int64_t count, DLTensor *views) {
  for (int64_t k = 0; k < count; k++) {
    DLTensor *view = &views[k];
    view->ndim = view->dtype = NO_TENSOR;
    if (!is_torch_tensor(env, args[k]))
      continue;
    if (!is_plain(env, args[k]) || !exported(env, args[k], view) || !view->strides)
      return false;
    view->data = (view->data + view->byte_offset) & REPLAY_ALIGN_MASK;
  }
  return true;
}

static bool tensor_fits(Object *arg, DLTensor *view, const ReplayArgument *wanted) {
  const int64_t *leaves = (const int64_t *)(wanted + 1);
  if (arg->type != wanted->type || view->data != wanted->low || device_of(view) != wanted->device ||
      kind_of(view) != wanted->kind)
    return false;
  for (int32_t mode = 0; mode < view->ndim; mode++)
    if (view->shape[mode] != leaves[mode] || view->strides[mode] != leaves[mode + view->ndim])
      return false;
  return true;
}

/* What follows the arguments of a record that the call fits; null for another. */
static const int64_t *record_fits(const ReplayRecord *record, Object *const *args, int64_t count, const Tuple *names,
                                  DLTensor *views) {
  int64_t named = names ? names->size : 0;
  Object *const *wanted_names = (Object *const *)(record + 1);
  if (count != record->positional || named != record->named)
    return 0;
  for (int64_t k = 0; k < named; k++)
    if (names->items[k] != wanted_names[k])
      return 0;
  const char *at = (const char *)(wanted_names + named);
  for (int64_t k = 0; k < count + named; k++) {
    const ReplayArgument *wanted = (const ReplayArgument *)at;
    if (wanted->object ? args[k] != wanted->object : !tensor_fits(args[k], &views[k], wanted))
      return 0;
    at += wanted->bytes;
  }
  return (const int64_t *)at;
}

/* What a program is called with in one place, a new reference; null with an error of Python's. */
static Object *passed_from(const CallEnvironment *env, const ReplaySource *source, Object *const *arrays) {
  if (source->place >= 0 && source->object)
    return env->vectorcall(source->object, &arrays[source->place], 1, 0);
  Object *passed = source->place < 0 ? source->object : arrays[source->place];
  env->incref(passed);
  return passed;
}

/* Calls the programs one after another; `at` is the first, `arrays` what they are called with. What the last one answers,
 * or null with an error of Python's. */
static Object *run_programs(const CallEnvironment *env, const ReplayRecord *record, const int64_t *at,
                            Object *const *arrays) {
  Object *passed[record->most + 1], *answer = env->none;
  env->incref(answer);
  for (int64_t step = 0; answer && step < record->steps; step++) {
    Object *program = (Object *)at[0];
    int64_t count = at[1], ready = 0;
    const ReplaySource *source = (const ReplaySource *)(at + 2);
    env->decref(answer);
    while (ready < count && (passed[ready] = passed_from(env, &source[ready], arrays)))
      ready++;
    at = (const int64_t *)(source + count);
    answer = ready == count ? env->vectorcall(program, passed, count, 0) : 0;
    while (ready-- > 0)
      env->decref(passed[ready]);
  }
  return answer;
}

/* Makes the arrays and calls the programs; the result, or null with an error of Python's. */
static Object *run_record(const CallEnvironment *env, const ReplayRecord *record, const int64_t *at, Object *const *args,
                          int64_t count) {
  Object *arrays[count + record->makes + 1], *result = 0;
  int64_t made = count;
  env->incref(record->keeper); /* another thread may drop the record meanwhile */
  for (int64_t k = 0; k < count; k++)
    arrays[k] = args[k];
  for (; made < count + record->makes; made++) {
    arrays[made] = env->vectorcall((Object *)*at++, 0, 0, 0);
    if (!arrays[made])
      break;
  }
  if (made == count + record->makes)
    result = run_programs(env, record, at, arrays);
  if (result && record->result >= 0) {
    env->decref(result);
    result = arrays[record->result];
    env->incref(result);
  }
  while (made-- > count)
    env->decref(arrays[made]);
  env->decref(record->keeper);
  return result;
}

/* Whether no setting is overridden. */
static bool is_unset(const CallEnvironment *env, Object *variable) {
  Object *value = 0;
  env->context_var_get(variable, 0, &value);
  env->decref(value);
  return value == env->none;
}

Object *replay(Object *self, Object *const *args, int64_t count, Tuple *names) RUNTIME(replay);
Object *replay(Object *self, Object *const *args, int64_t count, Tuple *names) {
  Object *const *items = ((Tuple *)self)->items;
  const ReplayHead *head = (const ReplayHead *)((Bytes *)items[1])->content;
  const CallEnvironment *env = head->environment;
  const ReplayRecord *record = *head->chain;
  int64_t given = count + (names ? names->size : 0);
  DLTensor views[given + 1];
  if (record && is_unset(env, head->variable) && read_tensors(env, args, given, views)) {
    for (; record; record = record->next) {
      const int64_t *rest = record_fits(record, args, count, names, views);
      if (rest)
        return run_record(env, record, rest, args, given);
    }
  }
  return env->vectorcall(items[0], args, count, (Object *)names);
}
