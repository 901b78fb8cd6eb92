/* A direct call of a `@jit` function: whether a remembered program serves.
 *
 * It does for arguments of the same types and the same compile-time arguments, if nothing has changed that the trace has
 * read and no setting is overridden. Then the call goes on to the program's call code; else to Python. */
#include "fits.h"
#include "order.h"

/* Where the walk over a record's parts is. */
typedef struct Reader {
  const CallEnvironment *env;
  const int64_t *at;
} Reader;

static int64_t next(Reader *reader) { return *reader->at++; }
static Object *next_object(Reader *reader) { return (Object *)next(reader); }

/* Whether the arguments fit; those that the call code takes go to `passed`. Their number, or -1. */
static int64_t arguments_fit(Reader *reader, Object *const *args, int64_t count, Object **passed) {
  int64_t taken = 0;
  for (int64_t k = 0; k < count; k++) {
    int64_t passes = next(reader);
    reader->at = argument_fits(reader->env, args[k], reader->at);
    if (!reader->at)
      return -1;
    passed[taken] = args[k];
    taken += passes;
  }
  return taken;
}

static bool variables_are_unset(Reader *reader, int64_t count) {
  for (int64_t k = 0; k < count; k++) {
    Object *value = 0;
    reader->env->context_var_get(next_object(reader), 0, &value);
    reader->env->decref(value);
    if (value != reader->env->none)
      return false;
  }
  return true;
}

static int64_t version_of(const CallEnvironment *env, const Object *dict) {
  return env->dict_version_offset ? *(const int64_t *)((const char *)dict + env->dict_version_offset) : 0;
}

/* Names stand for what they did. A dict that has not changed since the last look is not looked at: the settings alone are
 * more than thirty names of the process's environment. */
static bool names_stand_for_the_same(Reader *reader, int64_t count) {
  for (int64_t k = 0; k < count; k++) {
    Object *dict = next_object(reader);
    int64_t *seen = (int64_t *)reader->at++, names = next(reader), now = version_of(reader->env, dict);
    if (now && now == *seen) {
      reader->at += 2 * names;
      continue;
    }
    for (int64_t name = 0; name < names; name++) {
      Object *found = reader->env->dict_get_item(dict, next_object(reader));
      if (found != next_object(reader))
        return false;
    }
    *seen = now;
  }
  return true;
}

static bool attributes_are_the_same(Reader *reader, int64_t count) {
  for (int64_t k = 0; k < count; k++) {
    Object *owner = next_object(reader), *name = next_object(reader);
    Object *value = reader->env->get_attribute(owner, name);
    if (value)
      reader->env->decref(value); /* the record keeps what is wanted; only the address is compared */
    else
      reader->env->error_clear();
    if (value != next_object(reader))
      return false;
  }
  return true;
}

static bool mapping_is_the_same(Reader *reader) {
  Object *dict = next_object(reader), *key, *value;
  int64_t *version = (int64_t *)reader->at++, now = version_of(reader->env, dict);
  int64_t size = next(reader), position = 0, seen = 0;
  if (now && now == *version) {
    reader->at += 2 * size;
    return true;
  }
  while (reader->env->dict_next(dict, &position, &key, &value)) {
    if (seen++ == size || key != next_object(reader) || value != next_object(reader))
      return false;
  }
  if (seen != size)
    return false;
  *version = now;
  return true;
}

static bool mappings_are_the_same(Reader *reader, int64_t count) {
  for (int64_t k = 0; k < count; k++)
    if (!mapping_is_the_same(reader))
      return false;
  return true;
}

/* Whether the record's own question, a callable, is answered by True. */
static bool rest_holds(const CallEnvironment *env, Object *rest) {
  if (!rest)
    return true;
  Object *answer = env->vectorcall(rest, 0, 0, 0);
  if (answer)
    env->decref(answer);
  else
    env->error_clear();
  return answer == env->py_true;
}

Object *direct(Object *self, Object *const *args, int64_t count, Tuple *names) RUNTIME(direct);
Object *direct(Object *self, Object *const *args, int64_t count, Tuple *names) {
  Object *const *items = ((Tuple *)self)->items;
  const DirectRecord *record = (const DirectRecord *)((Bytes *)items[1])->content;
  const CallEnvironment *env = record->environment;
  int64_t wanted = record->arguments;
  Object *const *known = (Object *const *)(record + 1);
  Reader reader = {env, (const int64_t *)(known + (record->named ? 2 * wanted : 0))};
  Object *ordered[wanted + 1], *passed[wanted + 1];
  Object *const *values = args;
  if (names || count != wanted)
    values = record->named && order_arguments(env, known, known + wanted, args, count, names, ordered, wanted) ? ordered : 0;
  if (values) {
    int64_t taken = arguments_fit(&reader, values, wanted, passed);
    if (taken >= 0 && variables_are_unset(&reader, record->variables) &&
        names_stand_for_the_same(&reader, record->scopes) && attributes_are_the_same(&reader, record->attributes) &&
        mappings_are_the_same(&reader, record->mappings) && rest_holds(env, record->rest))
      return record->call(record->call_self, passed, taken, 0);
  }
  return env->vectorcall(items[0], args, count, (Object *)names);
}
