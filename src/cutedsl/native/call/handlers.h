/* What handlers share that no Python watches: XLA's, TVM-FFI's and torch's. */
#pragma once
#include "layout.h"

/* A host function: 0, or the code of the error that is in the context. */
typedef int32_t Host(int64_t *slots, Context *rt);

/* Takes a free context, the place of which is `at`; null where none is free. Calls come from several threads. */
static inline Context *take_context(Context **contexts, Context ***at) {
  for (int64_t k = 0; k < HANDLER_CONTEXTS; k++) {
    Context *found = __atomic_exchange_n(&contexts[k], 0, __ATOMIC_ACQUIRE);
    if (found) {
      *at = &contexts[k];
      found->caller_poll = found->worker_poll = 0;
      found->error_code = 0;
      return found;
    }
  }
  return 0;
}

/* Gives it back: what the call wrote is seen by whoever takes it next. */
static inline void give_context(Context **at, Context *rt) { __atomic_store_n(at, rt, __ATOMIC_RELEASE); }

/* Calls a handler's host function; where no context is free, Python makes the call. Null, or the text of the error. */
static inline const char *run_handler(HandlerState *state, int64_t *slots) {
  Context **at, *rt = take_context(state->contexts, &at);
  if (!rt)
    return state->run(slots);
  int32_t code = state->host(slots, rt);
  const char *said = code ? state->failed(rt, code) : 0;
  give_context(at, rt);
  return said;
}
