/* Arguments by position and by name, in their order. */
#pragma once
#include "python.h"

/* The place of a name among those of the arguments from `first` on; `wanted` for none. Names are interned mostly. */
static inline int64_t place_of(const CallEnvironment *env, Object *const *known, Object *name, int64_t first,
                               int64_t wanted) {
  for (int64_t k = first; k < wanted; k++)
    if (known[k] == name)
      return k;
  for (int64_t k = first; k < wanted; k++)
    if (!env->unicode_compare(known[k], name))
      return k;
  return wanted;
}

/* Puts arguments in their order: by position, by name, defaults. False for a name that is not known, or a missing one. */
static inline bool order_arguments(const CallEnvironment *env, Object *const *known, Object *const *defaults,
                                   Object *const *args, int64_t count, const Tuple *names, Object **ordered,
                                   int64_t wanted) {
  if (count + (names ? names->size : 0) > wanted)
    return false;
  for (int64_t k = 0; k < wanted; k++)
    ordered[k] = k < count ? args[k] : defaults[k];
  for (int64_t k = 0; names && k < names->size; k++) {
    int64_t place = place_of(env, known, names->items[k], count, wanted);
    if (place == wanted)
      return false;
    ordered[place] = args[count + k];
  }
  for (int64_t k = count; k < wanted; k++)
    if (!ordered[k])
      return false;
  return true;
}
