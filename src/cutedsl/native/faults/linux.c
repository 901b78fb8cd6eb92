/* Accesses that the machine refuses: a worker that makes one ends with an error, and Python goes on. Linux.
 *
 * A worker runs behind `sigsetjmp`, with a record in the process's table that has its thread. The handler of SIGSEGV
 * and SIGBUS looks for the record of the faulting thread and jumps back there; a fault of any other code is left to the
 * handler from before, and ends the process if that one asks here again. Kernels note in the record where they go
 * through a pointer whose bounds nobody knows. Source: POSIX, `sigaction` and `siglongjmp`. */
#include "guard.h"

/* The C library's, without its headers: their macros and structures are those of one machine. `Action` and `Info` begin
 * alike on all 64-bit machines of glibc and musl, and `Jump` has room for the largest. */
typedef struct {
  void (*handler)(int32_t, void *, void *);
  uint8_t mask[128];
  int32_t flags;
  uint8_t rest[112];
} Action;
typedef struct {
  int32_t signal, error, code, padding;
  int64_t address;
} Info;
typedef struct {
  int64_t words[64];
} __attribute__((aligned(16))) Jump;
int32_t __sigsetjmp(Jump *jump, int32_t keeps_mask) __attribute__((returns_twice));
void siglongjmp(Jump *jump, int32_t value) __attribute__((noreturn));
int32_t sigaction(int32_t signal, const Action *action, Action *before);
uint64_t pthread_self(void);

enum { SIGNAL_BUS = 7, SIGNAL_SEGMENT = 11 };
/* SA_NODEFER: the handler is left by a jump, after which the next fault must come here too. SA_SIGINFO: with `Info`. */
enum { FLAGS = 0x40000000 | 4 };

static FaultRecord *fault_records;
static int32_t gave_up;
static Action before_ours[2];

/* -- workers ------------------------------------------------------------------------------------------------------ */
static FaultRecord *free_record(FaultRecord *table) {
  int64_t self = table ? (int64_t)pthread_self() : 0;
  for (int k = 0; table && k < FAULT_RECORDS; k++) {
    int64_t none = 0;
    /* Threads begin at the same time: one gets each record. The handler, on the same thread, sees what it stored. */
    if (__atomic_compare_exchange_n(&table[k].thread, &none, self, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return &table[k];
  }
  return NULL;
}

COLD void guard(Body *body, WORKER_PARAMETERS) {
  FaultRecord own, *found = free_record(rt->faults);
  Jump jump;
  if (!found) return body(counter, dims, params, rt, word, smem, smem_bytes, &own);
  /* Volatile: it must be in memory when the handler jumps back, and not in a register that the worker changed. */
  FaultRecord *volatile record = found;
  record->jump = &jump;
  if (!__sigsetjmp(&jump, 0)) {
    body(counter, dims, params, rt, word, smem, smem_bytes, record);
  } else {
    const int32_t *at = record->state->block;
    fail(rt, ERROR_ILLEGAL_ACCESS, record->site, 0, at[0], at[1], at[2], record->address, 0, 0);
  }
  /* The record is free for another thread once all else is done with it. */
  __atomic_store_n(&record->thread, 0, __ATOMIC_SEQ_CST);
}

/* -- the handler -------------------------------------------------------------------------------------------------- */
static void end_process(int32_t signal) {
  Action plain;
  __builtin_memset(&plain, 0, sizeof plain);
  sigaction(signal, &plain, NULL); /* the access is made again, without us */
}

COLD void refused(int32_t signal, void *info, void *context) RUNTIME(refused);
void refused(int32_t signal, void *info, void *context) {
  (void)context;
  int64_t self = (int64_t)pthread_self();
  for (int k = 0; k < FAULT_RECORDS; k++) {
    FaultRecord *record = &fault_records[k];
    /* Other threads take and leave records meanwhile; this thread's own stays as it is while it is here. */
    if (__atomic_load_n(&record->thread, __ATOMIC_SEQ_CST) != self) continue;
    record->address = ((Info *)info)->address;
    siglongjmp(record->jump, 1);
  }
  /* Not ours. Several threads may come here at once: the first puts the handler from before back, and the access is
   * made again; if it comes here once more, that handler has called us. */
  if (__atomic_fetch_add(&gave_up, 1, __ATOMIC_SEQ_CST) > 0) return end_process(signal);
  sigaction(signal, &before_ours[signal == SIGNAL_BUS], NULL);
}

/* Sets the handlers up, once a process, with the process's table of records. */
COLD void install(FaultRecord *table) {
  Action action;
  __builtin_memset(&action, 0, sizeof action);
  fault_records = table;
  action.handler = refused;
  action.flags = FLAGS;
  sigaction(SIGNAL_SEGMENT, &action, &before_ours[0]);
  sigaction(SIGNAL_BUS, &action, &before_ours[1]);
}
