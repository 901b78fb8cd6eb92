/* Accesses that the machine refuses, where nobody looks after them: they end the process. */
#include "guard.h"

COLD void guard(Body *body, WORKER_PARAMETERS) {
  FaultRecord own;
  body(counter, dims, params, rt, word, smem, smem_bytes, &own);
}

COLD void install(FaultRecord *table) { (void)table; }
