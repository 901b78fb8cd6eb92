/* Checks the arguments of a call against its table and fills the slots of the host function.
 *
 * One loop over records serves every function, so a function costs nothing to compile. It calls itself for the parts of
 * tuples, lists and objects; lists are copied, as another thread may change them. */
#include "arguments.h"
#include "../call/numbers.h"

/* Where the walk is. */
typedef struct Walk {
  const CallEnvironment *env;
  Object *const *objects; /* what the records of trees and constants count */
  const int64_t *record;
  int64_t *slots;
  TensorView view;
} Walk;

static bool fill_parts(Walk *walk, Object *const *args, int64_t count);

static bool fill_tensor(Walk *walk, Object *arg) {
  const TensorRecord *record = (const TensorRecord *)walk->record;
  if (!view_fits(walk->env, arg, &walk->view, record))
    return false;
  walk->slots = layout_fits(record, &walk->view, walk->slots);
  walk->record = after_tensor(record);
  return walk->slots != 0;
}

static bool done(Walk *walk) {
  walk->record += sizeof(ScalarRecord) / 8;
  return true;
}

static bool fill_integer(Walk *walk, Object *arg) {
  const ScalarRecord *record = (const ScalarRecord *)walk->record;
  int32_t overflow;
  int64_t number = walk->env->long_as_long_long(arg, &overflow);
  *walk->slots++ = number;
  return !overflow && integer_fits(record, number) && done(walk);
}

/* A finite number that float32 does not hold goes to Python. */
static bool fill_float(Walk *walk, Object *arg, bool narrow) {
  double number = walk->env->float_as_double(arg);
  if (number == -1.0 && walk->env->error_occurred()) {
    walk->env->error_clear();
    return false;
  }
  *(double *)walk->slots = number;
  return (!narrow || narrowed(number, walk->slots)) && ++walk->slots && done(walk);
}

static bool fill_boolean(Walk *walk, Object *arg) {
  *walk->slots++ = arg == walk->env->py_true;
  return done(walk);
}

/* What `reader` makes of the argument, a plain number, as the same record; None: Python takes the call. */
static bool fill_converted(Walk *walk, Object *arg, Object *reader) {
  Object *plain = walk->env->vectorcall(reader, &arg, 1, 0);
  if (!plain) {
    walk->env->error_clear();
    return false;
  }
  bool filled = plain != walk->env->none && fill_parts(walk, &plain, 1);
  walk->env->decref(plain);
  return filled;
}

static bool fill_list(Walk *walk, Object *list, int64_t parts) {
  Object *copy = walk->env->list_as_tuple(list);
  if (!copy) {
    walk->env->error_clear();
    return false;
  }
  bool filled = ((Tuple *)copy)->size == parts && fill_parts(walk, ((Tuple *)copy)->items, parts);
  walk->env->decref(copy);
  return filled;
}

static bool fill_fields(Walk *walk, Object *owner, int64_t parts, Object *const *names) {
  for (int64_t k = 0; k < parts; k++) {
    Object *part = walk->env->get_attribute(owner, names[k]);
    if (!part) {
      walk->env->error_clear();
      return false;
    }
    bool filled = fill_parts(walk, &part, 1);
    walk->env->decref(part);
    if (!filled)
      return false;
  }
  return true;
}

/* A tuple, a list or an object: its class is among the call's objects, and behind it the names of its fields. */
static bool fill_tree(Walk *walk, Object *arg) {
  const ScalarRecord *record = (const ScalarRecord *)walk->record;
  Object *const *kind = walk->objects + record->width;
  int64_t parts = record->least;
  if (arg->type != *kind)
    return false;
  done(walk);
  if (record->kind == ARGUMENT_LIST)
    return fill_list(walk, arg, parts);
  if (record->kind == ARGUMENT_FIELDS)
    return fill_fields(walk, arg, parts, kind + 1);
  return ((Tuple *)arg)->size == parts && fill_parts(walk, ((Tuple *)arg)->items, parts);
}

static bool fill_constant(Walk *walk, Object *arg) {
  const ScalarRecord *record = (const ScalarRecord *)walk->record;
  return (arg == walk->objects[record->width] || (record->least && arg == walk->env->none)) && done(walk);
}

static bool fill_one(Walk *walk, Object *arg) {
  const CallEnvironment *env = walk->env;
  int64_t kind = *walk->record;
  bool is_int = arg->type == env->int_type;
  if (kind == ARGUMENT_TENSOR) return fill_tensor(walk, arg); /* a jump through a table is foreseen less often */
  switch (kind) {
  case ARGUMENT_INTEGER:
    return is_int ? fill_integer(walk, arg) : fill_converted(walk, arg, env->number_of);
  case ARGUMENT_STREAM:
    return is_int ? fill_integer(walk, arg) : fill_converted(walk, arg, env->handle_of);
  case ARGUMENT_EVENT:
    return is_int ? fill_integer(walk, arg) : fill_converted(walk, arg, env->event_of);
  case ARGUMENT_FLOAT32:
  case ARGUMENT_FLOAT64:
    if (is_int || arg->type == env->float_type)
      return fill_float(walk, arg, kind == ARGUMENT_FLOAT32);
    return fill_converted(walk, arg, env->number_of);
  case ARGUMENT_BOOLEAN:
    if (arg == env->py_true || arg == env->py_false)
      return fill_boolean(walk, arg);
    return fill_converted(walk, arg, env->number_of);
  case ARGUMENT_CONSTANT:
    return fill_constant(walk, arg);
  default:
    return fill_tree(walk, arg);
  }
}

static bool fill_parts(Walk *walk, Object *const *args, int64_t count) {
  for (int64_t k = 0; k < count; k++)
    if (!fill_one(walk, args[k]))
      return false;
  return true;
}

bool fill_slots(const CallState *state, const CallTable *table, Object *const *args, int64_t *slots, int64_t *gpu) {
  Walk walk = {.env = state->environment, .objects = state->objects, .record = (const int64_t *)(table + 1), .slots = slots};
  walk.view.gpu = *gpu;
  bool filled = fill_parts(&walk, args, table->arguments);
  *gpu = walk.view.gpu;
  return filled && slots_agree(table, slots);
}
