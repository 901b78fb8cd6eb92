/* What a worker runs behind: `guard` calls its body with a record of its own. */
#pragma once
#include "../cpu/runtime.h"

#define WORKER_PARAMETERS \
  int64_t *counter, int32_t *dims, void *params, Context *rt, int64_t *word, void *smem, int64_t smem_bytes
typedef void Body(WORKER_PARAMETERS, FaultRecord *mark);

void guard(Body *body, WORKER_PARAMETERS) RUNTIME(guard);
void install(FaultRecord *table) RUNTIME(install);
