/* The arguments of a call from Python against the table of a function. */
#pragma once
#include "../call/layout.h"
#include "python.h"

/* Reads a tensor; whether it is as the record says, except for its layout. */
bool view_fits(const CallEnvironment *env, Object *object, TensorView *view, const TensorRecord *record) RUNTIME(view);
/* Checks all arguments and fills the slots; false sends the call to Python. `gpu`: where its tensors are, -1 at first. */
bool fill_slots(const CallState *state, const CallTable *table, Object *const *args, int64_t *slots, int64_t *gpu)
    RUNTIME(fill);
