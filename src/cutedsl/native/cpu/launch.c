/* The launcher of CPU kernels: what goes on between compiled host code and a kernel's worker.
 *
 * What a kernel streams through leaves nothing of Python's in the caches: a launch by Python is slowest after one, and
 * its helpers begin later still, as they wait for the GIL. Here a launch like one before reads a few lines of memory,
 * and helpers wait for jobs in machine code. A job that no helper has begun when the launch's own thread has nothing
 * left to do is taken back.
 *
 * Words that threads hand over by are sequentially consistent. Two handshakes need that: a helper says that it sleeps
 * (`parked`) and then looks for a job, while a launch gives a job and then looks who sleeps; a launch takes a seat and
 * then looks at `watching`, while the monitor clears `watching` and then looks at the seats. With release and acquire
 * each side could miss the other's word, and sleep for good. A launch makes a few such accesses for each helper. */
#include "runtime.h"

/* How often a helper looks for its next job, and a launch for the end of its helpers, before it sleeps: a sleeping core
 * is slow to wake. Between two looks it yields the core, which takes about 0.3 us: some 60 us in all. */
enum { LOOKS = 200 };
/* How long a launch waits for its helpers, in microseconds, before it looks whether it has been stopped. */
enum { NAP_US = 50000 };

struct Job {
  Worker *worker;
  int64_t *counter;
  int32_t *dims;
  void *params;
  Context *rt;
  int64_t smem_bytes;
  int64_t room_bytes;
  Seat *seat;
};

/* Puts a value into a word that threads hand over by, and gives what was there. */
#define TAKE(word, value) __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST) /* see the head of this file */
#define SEE(word) __atomic_load_n(word, __ATOMIC_SEQ_CST)                    /* the same */
#define PUT(word, value) __atomic_store_n(word, value, __ATOMIC_SEQ_CST)     /* the same */

/* Takes a word that is 0; whether it was. */
static bool claim(int64_t *word, int64_t value) {
  int64_t none = 0;
  /* Threads that launch at the same time look for seats and helpers: one gets each. */
  return __atomic_compare_exchange_n(word, &none, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Shared memory of so many bytes, where a thread keeps some; aligned as blocks need it. Null with an error without. */
static uint8_t *shared_memory(Context *rt, Room *room, int64_t bytes) {
  if ((uint64_t)bytes > (uint64_t)room->size_bytes) {
    free(room->memory);
    room->memory = allocate(rt, NULL, bytes);
    room->size_bytes = room->memory ? bytes : 0;
  }
  return (uint8_t *)(((uint64_t)room->memory + SMEM_ALIGN_BYTES - 1) & -(uint64_t)SMEM_ALIGN_BYTES);
}

/* Whether a word becomes null (or, not `null`, something) within a few looks at it; one where nothing yields a core. */
static bool soon(const Pool *pool, const int64_t *word, bool null) {
  for (int32_t left = pool->yield ? LOOKS : 1;;) {
    if (!SEE(word) == null) return true;
    if (!--left) return false;
    pool->yield();
  }
}

/* -- helpers ------------------------------------------------------------------------------------------------------ */
static void sleep_for_job(const Pool *pool, Helper *helper) {
  PUT(&helper->parked, 1);
  /* A job may have come before the launch could see that this thread sleeps. Who takes `parked` away has won: the
   * launch then releases the lock once, and it must be waited for, or the next sleep would end at once. */
  if (SEE(&helper->job) && TAKE(&helper->parked, 0)) return;
  pool->acquire(helper->lock, -1, 0);
}

static void run_job(const Pool *pool, Helper *helper, const Job *job) {
  Seat *seat = job->seat;
  void *done = seat->done;
  void *smem = shared_memory(job->rt, &helper->room, job->room_bytes);
  if (smem) job->worker(job->counter, job->dims, job->params, job->rt, &job->rt->worker_poll, smem, job->smem_bytes);
  /* The job lies on the launch's stack: nothing of it is read from here on. The launch reads what the worker wrote. */
  int64_t before = __atomic_fetch_sub(&seat->pending, 1, __ATOMIC_SEQ_CST);
  if (before == PARKED + 1) pool->release(done);
}

void serve(Pool *pool, Helper *helper) RUNTIME(serve);
HOT void serve(Pool *pool, Helper *helper) {
  for (;;) {
    if (!soon(pool, (const int64_t *)&helper->job, false)) sleep_for_job(pool, helper);
    Job *job = TAKE(&helper->job, NULL);
    if (job) run_job(pool, helper, job); /* none: the launch took it back */
  }
}

/* -- launches ----------------------------------------------------------------------------------------------------- */
static Seat *take_seat(Pool *pool, int64_t whose) {
  for (int32_t k = 0; k < SEATS; k++)
    if (claim(&pool->seats[k].rt, whose)) return &pool->seats[k];
  return NULL;
}

/* Claims idle helpers, as a chain by `mate`; gives the last. */
static Helper *claim_helpers(Pool *pool, int64_t wanted, int64_t *got) {
  Helper *chain = NULL;
  *got = 0;
  for (int64_t k = 0; *got < wanted && k < pool->count; k++) {
    Helper *helper = &pool->helpers[k];
    if (!claim(&helper->claimed, 1)) continue;
    helper->mate = chain;
    chain = helper;
    ++*got;
  }
  return chain;
}

static void start(const Pool *pool, Helper *helper, Job *job) {
  void *lock = helper->lock;
  PUT(&helper->job, job);
  if (TAKE(&helper->parked, 0)) pool->release(lock);
}

/* Waits until no helper is at work at a seat. */
static void await(Pool *pool, Seat *seat, Context *rt) {
  if (soon(pool, &seat->pending, true)) return;
  /* From here on the last helper releases the lock; it may have ended before it could see that. */
  if (!__atomic_fetch_add(&seat->pending, PARKED, __ATOMIC_SEQ_CST)) return;
  while (pool->acquire(seat->done, NAP_US, 0) != 1)
    if (!quiet(&rt->caller_poll)) poll(rt, &rt->caller_poll);
}

static void run_at(Pool *pool, Seat *seat, Context *rt, const Plan *plan, int32_t *dims, void *params, int64_t wanted,
                   int64_t *counter, int64_t together) {
  int64_t got;
  Helper *chain = claim_helpers(pool, wanted, &got);
  uint64_t part = (uint64_t)(plan->clusters + got) / (uint64_t)(got + 1), most = plan->most_together;
  if (!together) together = part < most ? part : most;
  rt->resident = together;
  rt->workers = got + 1;
  for (int k = 0; k < 3; k++) rt->block[k] = dims[DIMS_BLOCK + k];
  int64_t stride = (plan->smem_bytes + SMEM_ALIGN_BYTES - 1) & -SMEM_ALIGN_BYTES;
  int64_t room = stride * together * plan->cluster_blocks + SMEM_ALIGN_BYTES + SMEM_SLACK_BYTES;
  Job job = {plan->worker, counter, dims, params, rt, plan->smem_bytes, room, seat};
  PUT(&seat->pending, got);
  for (Helper *helper = chain; helper;) {
    Helper *mate = helper->mate;
    start(pool, helper, &job);
    helper = mate;
  }
  void *smem = shared_memory(rt, &seat->room, room);
  if (smem) plan->worker(counter, dims, params, rt, &rt->caller_poll, smem, plan->smem_bytes);
  if (!got) return;
  /* Jobs that nobody has begun are taken back: there is nothing left to do. */
  for (Helper *helper = chain; helper; helper = helper->mate)
    if (TAKE(&helper->job, NULL)) __atomic_fetch_sub(&seat->pending, 1, __ATOMIC_SEQ_CST); /* as a helper that ends */
  await(pool, seat, rt);
  for (Helper *helper = chain; helper;) {
    Helper *mate = helper->mate; /* another launch may claim the helper as soon as it is free */
    PUT(&helper->claimed, 0);
    helper = mate;
  }
}

void run_grid(Pool *pool, Context *rt, Plan *plan, int32_t *dims, void *params, int64_t helpers, int64_t *counter,
              int64_t together) RUNTIME(run_grid);
HOT void run_grid(Pool *pool, Context *rt, Plan *plan, int32_t *dims, void *params, int64_t helpers, int64_t *counter,
                  int64_t together) {
  Seat *seat = take_seat(pool, UNWATCHED);
  if (seat) {
    run_at(pool, seat, rt, plan, dims, params, helpers, counter, together);
    PUT(&seat->rt, 0);
    return;
  }
  Seat own = {0}; /* all seats are taken: this thread runs it alone */
  run_at(pool, &own, rt, plan, dims, params, 0, counter, together);
  free(own.room.memory);
}

/* -- launches by machine code ------------------------------------------------------------------------------------- */
static const char threads_variable[] = "CUTEDSL_NUM_THREADS";

/* How many threads a launch may take; 0 where the environment says what Python must judge. */
static int64_t threads(const Pool *pool) {
  enum { MOST_DIGITS = 4 };
  const char *text = pool->getenv(threads_variable);
  if (!text) return pool->cores;
  int64_t value = 0;
  int32_t n = 0;
  for (; n < MOST_DIGITS && text[n] >= '0' && text[n] <= '9'; n++) value = 10 * value + (text[n] - '0');
  return text[n] ? 0 : value;
}

/* Whether a plan is for some dims; without a loop, as each launch comes here. */
static inline bool is_for(const Plan *plan, const int32_t *dims) {
  int32_t differ = 0;
#pragma GCC unroll 16
  for (int k = 0; k < PLAN_DIMS; k++) differ |= plan->dims[k] ^ dims[k];
  return !differ;
}

/* The plan that is for these dims; null for none. */
static const Plan *plan_for(Plan *const *newest, const int32_t *dims) {
  /* Python fills a plan before it lists it: acquire, to see it filled. */
  for (const Plan *plan; (plan = __atomic_load_n(newest, __ATOMIC_ACQUIRE)); newest = &plan->next)
    if (is_for(plan, dims)) return plan;
  return NULL;
}

/* How many helpers a plan asks for; -1 where Python must say. */
static int64_t helpers_for(const Pool *pool, const Plan *plan) {
  if ((uint64_t)plan->clusters <= INLINE_BLOCKS) return 0;
  int64_t most = threads(pool);
  if (!most) return -1;
  if (most > plan->clusters) most = plan->clusters;
  return pool->count < most - 1 ? -1 : most - 1; /* Python makes more threads */
}

/* A seat that the monitor looks at; null where all are taken, or it sleeps: then nobody would hear of Ctrl-C. */
static Seat *watched_seat(Pool *pool, Context *rt) {
  Seat *seat = take_seat(pool, (int64_t)rt);
  if (!seat || SEE(&pool->watching)) return seat;
  PUT(&seat->rt, 0);
  return NULL;
}

Launch launch_grid RUNTIME(launch_grid);
HOT int32_t launch_grid(Context *rt, int32_t kernel, int32_t *dims, int64_t stream, void *params) {
  Table *table = rt->user;
  Pool *pool = table->pool;
  Plan *const *plans = (Plan *const *)(table + 1);
  /* Acquire: who wants to be told has said so before. */
  const Plan *plan = __atomic_load_n(&pool->told, __ATOMIC_ACQUIRE) ? NULL : plan_for(&plans[(uint32_t)kernel], dims);
  int64_t helpers = plan ? helpers_for(pool, plan) : -1;
  Seat *seat = helpers < 0 ? NULL : watched_seat(pool, rt);
  if (!seat) return table->python(rt, kernel, dims, stream, params);
  int64_t counter = 0;
  void *thread = pool->save_thread();
  run_at(pool, seat, rt, plan, dims, params, helpers, &counter, 0);
  PUT(&seat->rt, 0);
  pool->restore_thread(thread);
  return !rt->error_code;
}
