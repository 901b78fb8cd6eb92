/* Whether an argument of a direct call is of the kind that a remembered program was compiled for.
 *
 * A record is a tree of nodes in 8-byte words, made by execution/native_calls/direct.py:
 *   OF_TYPE    type                  any object of exactly this class (null: of any)
 *   FIXED      object, by value      this object; with "by value", also an equal one of its class
 *   MARKED     type, kind, name      an object whose attribute `name` is this kind
 *   OF_TUPLE   type, parts           a tuple of exactly this class; the nodes of its parts follow
 *   OF_LIST    type, parts           the same of a list, which is copied: another thread may change it
 *   OF_FIELDS  type, parts           an object; before the node of each part comes the name of its attribute
 */
#include "fits.h"

enum { OF_TYPE, FIXED, MARKED, OF_TUPLE, OF_LIST, OF_FIELDS, EQUAL = 2 };

/* The value of an attribute, a new reference; null where there is none. */
static Object *attribute(const CallEnvironment *env, Object *owner, int64_t name) {
  Object *found = env->get_attribute(owner, (Object *)name);
  if (!found)
    env->error_clear();
  return found;
}

static bool is_fixed(const CallEnvironment *env, Object *value, Object *wanted, bool by_value) {
  if (value == wanted)
    return true;
  if (!by_value || value->type != wanted->type)
    return false;
  int32_t equal = env->rich_compare(value, wanted, EQUAL);
  if (equal < 0)
    env->error_clear();
  return equal == 1;
}

static bool is_marked(const CallEnvironment *env, Object *value, const int64_t *node) {
  if ((int64_t)value->type != node[1])
    return false;
  if (value->type == env->runtime_tensor)
    return (int64_t)*slot(value, env->runtime_kind_offset) == node[2];
  Object *kind = attribute(env, value, node[3]);
  if (kind)
    env->decref(kind); /* kinds live as long as the record; only the address is compared */
  return (int64_t)kind == node[2];
}

/* The node after those of the items; null where one does not fit. */
static const int64_t *items_fit(const CallEnvironment *env, Tuple *items, const int64_t *node) {
  if (items->size != node[2])
    return 0;
  const int64_t *part = node + 3;
  for (int64_t k = 0; k < items->size && part; k++)
    part = argument_fits(env, items->items[k], part);
  return part;
}

static const int64_t *list_fits(const CallEnvironment *env, Object *list, const int64_t *node) {
  Object *copy = env->list_as_tuple(list);
  if (!copy) {
    env->error_clear();
    return 0;
  }
  const int64_t *end = items_fit(env, (Tuple *)copy, node);
  env->decref(copy);
  return end;
}

static const int64_t *fields_fit(const CallEnvironment *env, Object *value, const int64_t *node) {
  const int64_t *part = node + 3;
  for (int64_t k = 0; k < node[2] && part; k++) {
    Object *field = attribute(env, value, part[0]);
    if (!field)
      return 0;
    part = argument_fits(env, field, part + 1);
    env->decref(field);
  }
  return part;
}

const int64_t *argument_fits(const CallEnvironment *env, Object *value, const int64_t *node) {
  switch (node[0]) {
  case OF_TYPE:
    return !node[1] || (int64_t)value->type == node[1] ? node + 2 : 0;
  case FIXED:
    return is_fixed(env, value, (Object *)node[1], node[2]) ? node + 3 : 0;
  case MARKED:
    return is_marked(env, value, node) ? node + 4 : 0;
  }
  if ((int64_t)value->type != node[1])
    return 0;
  if (node[0] == OF_TUPLE)
    return items_fit(env, (Tuple *)value, node);
  return node[0] == OF_LIST ? list_fits(env, value, node) : fields_fit(env, value, node);
}
