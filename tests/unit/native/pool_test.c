/* The launcher of CPU kernels with threads: every block runs once, in launches at the same time, stopped and refused. */
#include "../../../src/cutedsl/native/cpu/runtime.h"
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void serve(Pool *, Helper *) RUNTIME(serve);
void run_grid(Pool *, Context *, Plan *, int32_t *, void *, int64_t, int64_t *, int64_t) RUNTIME(run_grid);
Launch launch_grid RUNTIME(launch_grid);


/* -- locks like CPython's: whoever acquires a taken one waits until somebody releases it ---------------------------- */
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t free;
  bool taken;
} Lock;

static Lock *new_lock(void) {
  Lock *lock = malloc(sizeof *lock);
  pthread_mutex_init(&lock->mutex, NULL);
  pthread_cond_init(&lock->free, NULL);
  lock->taken = true;
  return lock;
}

static int32_t acquire(void *place, int64_t us, int32_t intr) {
  Lock *lock = place;
  struct timespec until;
  (void)intr;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += us < 0 ? 0 : us * 1000;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_mutex_lock(&lock->mutex);
  int late = 0;
  while (lock->taken && !late)
    late = us < 0 ? pthread_cond_wait(&lock->free, &lock->mutex) : pthread_cond_timedwait(&lock->free, &lock->mutex, &until);
  bool got = !lock->taken;
  lock->taken = true;
  pthread_mutex_unlock(&lock->mutex);
  return got;
}

static void release_lock(void *place) {
  Lock *lock = place;
  pthread_mutex_lock(&lock->mutex);
  assert(lock->taken); /* a lock that nobody waits for would end the next sleep at once */
  lock->taken = false;
  pthread_cond_signal(&lock->free);
  pthread_mutex_unlock(&lock->mutex);
}

static const char *threads_text;
static const char *environment(const char *name) {
  assert(!strcmp(name, "CUTEDSL_NUM_THREADS"));
  return threads_text;
}
static void *save(void) { return NULL; }
static void restore(void *thread) { (void)thread; }
static int32_t yield(void) { return sched_yield(); }

typedef struct {
  Pool *pool;
  Helper *helper;
} Served;

static void *serve_one(void *place) {
  Served one = *(Served *)place;
  free(place);
  serve(one.pool, one.helper);
  return NULL;
}

static Pool *new_pool(int helpers, bool yields) {
  Pool *pool = aligned_alloc(64, sizeof *pool);
  memset(pool, 0, sizeof *pool);
  pool->acquire = acquire;
  pool->release = release_lock;
  pool->save_thread = save;
  pool->restore_thread = restore;
  pool->getenv = environment;
  pool->yield = yields ? yield : NULL;
  pool->cores = helpers + 1;
  pool->watching = 1;
  for (int k = 0; k < SEATS; k++) pool->seats[k].done = new_lock();
  for (int k = 0; k < helpers; k++) {
    Served *one = malloc(sizeof *one);
    *one = (Served){pool, &pool->helpers[k]};
    one->helper->lock = new_lock();
    pthread_t thread;
    pthread_create(&thread, NULL, serve_one, one);
    pthread_detach(thread);
  }
  pool->count = helpers;
  return pool;
}

/* -- a kernel: each block counts itself, without an atomic, so that a sanitizer sees two threads at one block ------- */
enum { BLOCKS = 500 };
static void count_blocks(int64_t *counter, int32_t *dims, void *params, Context *rt, int64_t *word, void *smem,
                         int64_t smem_bytes) {
  int32_t *seen = params;
  assert((uint64_t)smem % SMEM_ALIGN_BYTES == 0 && rt->workers >= 1 && rt->block[0] == dims[DIMS_BLOCK]);
  memset(smem, 1, smem_bytes);
  for (int64_t k; (k = __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED)) < dims[0];) {
    if (!quiet(word) && poll(rt, word)) return;
    seen[k]++;
  }
}

static Plan plan_of(int32_t blocks) {
  return (Plan){.dims = {blocks, 1, 1, 32, 1, 1, 1, 1, 1, 0},
                .clusters = blocks,
                .cluster_blocks = 1,
                .smem_bytes = 3000,
                .worker = count_blocks,
                .most_together = 1};
}

static void all_once(const int32_t *seen, int32_t times) {
  for (int k = 0; k < BLOCKS; k++) assert(seen[k] == times);
}

static void launch_often(Pool *pool, int times) {
  Plan plan = plan_of(BLOCKS);
  Context rt = {0};
  int32_t seen[BLOCKS] = {0};
  for (int n = 1; n <= times; n++) {
    int64_t counter = 0;
    run_grid(pool, &rt, &plan, plan.dims, seen, 3, &counter, 0);
    all_once(seen, n);
    assert(!rt.error_code && rt.resident == 1);
  }
}

static void *launch_beside(void *pool) {
  launch_often(pool, 200);
  return NULL;
}

static void launches_at_the_same_time(Pool *pool) {
  pthread_t threads[4];
  for (int k = 0; k < 4; k++) pthread_create(&threads[k], NULL, launch_beside, pool);
  for (int k = 0; k < 4; k++) pthread_join(threads[k], NULL);
}

static void without_a_seat(Pool *pool) {
  for (int k = 0; k < SEATS; k++) pool->seats[k].rt = UNWATCHED;
  launch_often(pool, 3);
  for (int k = 0; k < SEATS; k++) pool->seats[k].rt = 0;
}

/* -- launches by machine code --------------------------------------------------------------------------------------- */
static int by_python;
static int32_t python(Context *rt, int32_t kernel, int32_t *dims, int64_t stream, void *params) {
  (void)rt, (void)kernel, (void)dims, (void)stream, (void)params;
  by_python++;
  return 1;
}

static void plans(Pool *pool) {
  Plan large = plan_of(BLOCKS), small = plan_of(2);
  large.next = &small;
  struct {
    Table table;
    Plan *plans[2];
  } module = {{pool, python}, {NULL, &large}};
  Context rt = {.user = &module};
  int32_t seen[BLOCKS] = {0}, other[] = {7, 1, 1, 32, 1, 1, 1, 1, 1, 0};
  assert(launch_grid(&rt, 1, large.dims, 0, seen) == 1 && !by_python);
  all_once(seen, 1);
  assert(launch_grid(&rt, 1, small.dims, 0, seen) == 1 && !by_python && seen[1] == 2 && seen[2] == 1);
  launch_grid(&rt, 1, other, 0, seen); /* no plan */
  launch_grid(&rt, 0, large.dims, 0, seen);
  assert(by_python == 2);
  const char *texts[] = {"2", "0003", "0", "", "2x", "12345", "1000"};
  for (int k = 0; k < 7; k++) {
    threads_text = texts[k];
    launch_grid(&rt, 1, large.dims, 0, seen);
    assert(by_python == (k < 2 ? 2 : k + 1));
  }
  threads_text = NULL;
  pool->watching = 0; /* nobody would hear of Ctrl-C */
  launch_grid(&rt, 1, small.dims, 0, seen);
  assert(by_python == 8 && !pool->seats[0].rt);
  pool->watching = 1;
  pool->told = 1;
  launch_grid(&rt, 1, small.dims, 0, seen);
  assert(by_python == 9);
  pool->told = 0;
}

/* A helper that waits for its launch to be stopped, and a launch that waits for the helper. */
static int32_t asked;
static int32_t stop(Context *rt) {
  asked++;
  (void)rt;
  return 0;
}

static void until_stopped(int64_t *counter, int32_t *dims, void *params, Context *rt, int64_t *word, void *smem,
                          int64_t smem_bytes) {
  (void)dims, (void)smem, (void)smem_bytes;
  if (__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED)) {
    __atomic_store_n((int32_t *)params, 1, __ATOMIC_RELEASE);
    while (quiet(word)) sched_yield();
    poll(rt, word);
  } else {
    while (!__atomic_load_n((int32_t *)params, __ATOMIC_ACQUIRE)) sched_yield();
  }
}

static void *tick(void *place) {
  usleep(120000); /* the launch is asleep by now: more than one nap */
  __atomic_fetch_or(&((Context *)place)->caller_poll, POLL_TICK, __ATOMIC_SEQ_CST);
  return NULL;
}

static void stopped(Pool *pool) {
  Plan plan = plan_of(2);
  plan.worker = until_stopped;
  Context rt = {.check = stop};
  int32_t began = 0;
  int64_t counter = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, tick, &rt);
  run_grid(pool, &rt, &plan, plan.dims, &began, 1, &counter, 0);
  pthread_join(thread, NULL);
  assert(asked == 1 && rt.error_code == ERROR_STOPPED);
}

int main(void) {
  Pool *pools[] = {new_pool(3, true), new_pool(2, false)};
  for (int k = 0; k < 2; k++) {
    launch_often(pools[k], 100);
    launches_at_the_same_time(pools[k]);
    without_a_seat(pools[k]);
  }
  plans(pools[0]);
  stopped(pools[0]);
  puts("all passed");
  fflush(stdout);
  _exit(0); /* the pool's threads never end */
}
