/* What runs a kernel's blocks, with threads, and the scheduler: warps are coroutines made by hand. */
#include "../../../src/cutedsl/native/cpu/coroutines.h"
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void run_blocks(const Runner *, int64_t *, int32_t *, void *, Context *, int64_t *, uint8_t *, int64_t, FaultRecord *)
    RUNTIME(run_blocks);
void run(Block *, int32_t) RUNTIME(run);
void *frame(Block *, int64_t, int64_t) RUNTIME(frame);
int32_t arrive(Block *, int32_t, int32_t) RUNTIME(arrive);
void lanes(LaneWarp *, Block *, int32_t, int32_t) RUNTIME(lanes);
void come(LaneWarp *, int32_t, int32_t, int32_t) RUNTIME(come);
bool waits(LaneWarp *, int32_t) RUNTIME(waits);
int32_t members(LaneWarp *, int32_t) RUNTIME(members);
void part(LaneWarp *, int32_t) RUNTIME(part);

enum { X = 8, Y = 6, Z = 3, THREADS = 3, SMEM = 2000, MOST_TOGETHER = 4 };

typedef struct {
  int32_t seen[Z][Y][X]; /* how many warps of each block ran; no atomics: a block is one thread's */
} Grid;

static int32_t *cell(Block *block) {
  return &((Grid *)block->params)->seen[block->block[2]][block->block[1]][block->block[0]];
}

/* -- warps ---------------------------------------------------------------------------------------------------------- */
static int32_t plain(Block *block, int32_t warp) {
  assert(warp < block->warps && block->warps == 2 && block->threads == 64);
  ++*cell(block);
  return 0;
}

static int32_t fails(Block *block, int32_t warp) {
  (void)warp;
  fail(block->rt, ERROR_TRAP, 7, 0, 0, 0, 0, 0, 0, 0);
  return 1;
}

typedef struct {
  Coroutine head;
  Block *block;
  int32_t warp, step, generation;
} Warp;

static Coroutine *new_warp(Block *block, int32_t number, void (*resume)(Coroutine *)) {
  Warp *warp = frame(block, sizeof *warp, _Alignof(Warp));
  *warp = (Warp){{.resume = resume}, block, number, 0, 0};
  return &warp->head;
}

/* Counts turns in shared memory, which is zero when a block begins. */
static void meet(Coroutine *frame) {
  Warp *warp = (Warp *)frame;
  uint8_t *turns = warp->block->smem;
  assert(*turns == 2 * warp->step + warp->warp);
  if (!warp->step++) ++*cell(warp->block);
  ++*turns;
}
static Coroutine *start_meeting(Block *block, int32_t warp) { return new_warp(block, warp, meet); }

/* Arrives at the block's barrier, waits, ends. */
static void wait(Coroutine *frame) {
  Warp *warp = (Warp *)frame;
  Block *block = warp->block;
  if (!warp->step++) {
    warp->generation = arrive(block, 0, 0);
    block->wait_sites[warp->warp] = 5;
  }
  if (block->barriers[0].generation == warp->generation) return;
  ++*cell(block);
  warp->head.resume = NULL;
  finish(block);
  cluster_leave(block, warp->warp);
}
static Coroutine *start_waiting(Block *block, int32_t warp) { return new_warp(block, warp, wait); }

static void never(Coroutine *frame) {
  Warp *warp = (Warp *)frame;
  warp->block->wait_sites[warp->warp] = 3 + warp->warp;
}
static Coroutine *start_never(Block *block, int32_t warp) { return new_warp(block, warp, never); }

/* -- workers -------------------------------------------------------------------------------------------------------- */
static int32_t begun;
static void begin(Context *rt, Block *blocks, int64_t number) {
  assert(rt == blocks->rt && number >= 0);
  __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED);
}

typedef struct {
  Runner *runner;
  int64_t *counter;
  Grid *grid;
  Context *rt;
} Work;

static void *worker(void *place) {
  Work *work = place;
  int32_t dims[] = {X, Y, Z, 16, 4, 1, 1, 1, 1, 0};
  uint8_t *smem = aligned_alloc(SMEM_ALIGN_BYTES, MOST_TOGETHER * 12 * 2048);
  FaultRecord mark;
  run_blocks(work->runner, work->counter, dims, work->grid, work->rt, &work->rt->worker_poll, smem, SMEM, &mark);
  assert(mark.site == -1);
  free(smem);
  return NULL;
}

static void run_grid(Runner runner, Context *rt, Grid *grid) {
  int64_t counter = 0;
  Work work = {&runner, &counter, grid, rt};
  pthread_t threads[THREADS];
  for (int k = 0; k < THREADS; k++) pthread_create(&threads[k], NULL, worker, &work);
  for (int k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
}

static void all_run(Runner runner) {
  for (int clusters = 0; clusters < 2; clusters++) {
    Grid grid = {0};
    Context rt = {.workers = THREADS, .resident = runner.together ? MOST_TOGETHER : 0};
    int32_t sizes[2][3] = {{1, 1, 1}, {2, 2, 3}};
    memcpy(runner.cluster, sizes[clusters], sizeof runner.cluster);
    begun = 0;
    run_grid(runner, &rt, &grid);
    for (int k = 0; k < X * Y * Z; k++) assert((&grid.seen[0][0][0])[k] == 2);
    assert(!rt.error_code);
    assert(!runner.begin || begun == X * Y * Z / (clusters ? 12 : 1));
  }
}

static void kernels(void) {
  Runner like = {.lanes = 32};
  Runner runner = like;
  runner.warp = plain;
  all_run(runner);
  runner.team_bytes = 100;
  runner.flag_bytes = 8;
  all_run(runner);
  runner = like;
  runner.warp = start_meeting;
  runner.rounds = 3;
  runner.clears = 1;
  all_run(runner);
  runner = like;
  runner.warp = start_waiting;
  runner.schedule = run;
  all_run(runner);
  runner.begin = begin;
  all_run(runner);
  runner.begin = NULL;
  runner.together = 1;
  all_run(runner);
}

static void ends_early(void) {
  Grid grid = {0};
  Context rt = {.workers = THREADS};
  run_grid((Runner){.warp = fails, .lanes = 32, .cluster = {1, 1, 1}}, &rt, &grid);
  assert(rt.error_code == ERROR_TRAP);
  rt = (Context){.workers = THREADS};
  run_grid((Runner){.warp = start_never, .schedule = run, .lanes = 32, .cluster = {2, 1, 1}}, &rt, &grid);
  assert(rt.error_code == ERROR_DEADLOCK && rt.blocked_count == 2 && rt.blocked_sites[1] == 4);
  assert(rt.stuck_count == 1 && rt.stuck[0].alike == 1);
}

/* -- lanes that run apart ------------------------------------------------------------------------------------------- */
enum { LANES = 40 };
static LaneWarp *of_lanes[2];
static int32_t sums[2], waited;

typedef struct {
  Coroutine head;
  int32_t warp, lane, step;
} Lane;

/* Lanes meet once, later ones later; the one that finds all there adds up; odd lanes of the first warp end before. */
static void lane_step(Coroutine *frame) {
  Lane *lane = (Lane *)frame;
  LaneWarp *self = of_lanes[lane->warp];
  if (!lane->warp && lane->lane % 2) {
    lane->head.resume = NULL;
    return;
  }
  if (lane->step++ < lane->lane % 3) return;
  if (lane->step == lane->lane % 3 + 1) come(self, lane->lane, 2, -1);
  if (waits(self, lane->lane)) {
    uint32_t there = members(self, lane->lane);
    if (!there) {
      waited++;
      return;
    }
    sums[lane->warp] += __builtin_popcount(there);
    part(self, there);
  }
  lane->head.resume = NULL;
}

static void lanes_apart(void) {
  Context rt = {0};
  int64_t word = 0;
  Block *block = aligned_alloc(BLOCK_ALIGN_BYTES, sizeof *block);
  memset(block, 0, sizeof *block);
  block->rt = &rt;
  block->poll = &word;
  block->cluster = block;
  block->warps = block->alive = block->cluster_alive = 2;
  static Lane made[2][WARP_LANES];
  for (int w = 0; w < 2; w++) {
    of_lanes[w] = aligned_alloc(64, sizeof(LaneWarp));
    lanes(of_lanes[w], block, w, LANES);
    for (int k = 0; k < WARP_LANES; k++) {
      made[w][k] = (Lane){{.resume = lane_step}, w, k, 0};
      of_lanes[w]->handles[k] = &made[w][k].head;
    }
    block->handles[w] = &of_lanes[w]->head;
  }
  assert(of_lanes[0]->alive == -1 && of_lanes[1]->alive == 0xff);
  run(block, 1);
  assert(!rt.error_code && sums[0] == 16 && sums[1] == 8 && waited && !block->alive);
  for (int w = 0; w < 2; w++) free(of_lanes[w]);
  free(block);
}

int main(void) {
  kernels();
  ends_early();
  lanes_apart();
  puts("all passed");
  return 0;
}
