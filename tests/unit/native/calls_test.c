/* Tests of the interfaces for calls: layouts against records, numbers, checks between slots, handlers' contexts. */
#include "../../../src/cutedsl/native/call/handlers.h"
#include "../../../src/cutedsl/native/tvm_ffi/tvm_ffi.h"
#include <pthread.h>
#include <stdio.h>

static int failures;
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("line %d: %s\n", __LINE__, #condition);                                                                   \
      failures++;                                                                                                      \
    }                                                                                                                  \
  } while (0)

enum { FLOAT32 = 2 | 32 << 8 | 1 << 16, ANY_LEAF = INT32_MAX };

/* A matrix of any rows, 8 columns, a row stride that is a multiple of 4, columns next to each other. */
static struct {
  CallTable head;
  TensorRecord tensor;
  LeafRecord leaves[4];
  ScalarRecord number;
  SlotCheck check;
  int64_t factors[1];
} table = {
    .head = {2, HOST_DIRECT, 0, 0},
    .tensor = {ARGUMENT_TENSOR, FLOAT32, 2, MEMORY_CPU, 0, 2, 15, 0},
    .leaves = {{0, ANY_LEAF, 1, 1}, {8, 0, 1, 0}, {0, ANY_LEAF, 4, 1}, {1, 0, 1, 0}},
    .number = {ARGUMENT_INTEGER, -128, 255},
    .check = {1, 1, -1, 1},
    .factors = {4},
};
_Alignas(16) static float memory[64];
static int64_t shape[2] = {3, 8}, strides[2] = {12, 1};

static bool call(int64_t number, int64_t *slots) {
  DLTensor tensor = {(int64_t)memory, 1, 0, 2, FLOAT32, shape, strides, 0};
  TvmFfiAny args[2] = {{TVM_FFI_DLTENSOR, 0, (int64_t)&tensor}, {TVM_FFI_INT, 0, number}};
  return fill_tvm_ffi(&table.head, slots, args, 2);
}

static void test_layouts(void) {
  int64_t slots[5];
  CHECK(call(7, slots));
  CHECK(slots[0] == (int64_t)memory && slots[1] == 3 && slots[2] == 12 && slots[4] == 7);
  CHECK(slots[3] == 2 * 12 + 7 + 1);
  strides[0] = 10;
  CHECK(!call(7, slots)); /* not a multiple of 4 */
  shape[0] = 1;
  CHECK(call(7, slots) && slots[3] == 8); /* the stride of one row may be anything */
  shape[0] = 0;
  CHECK(call(7, slots) && slots[3] == 0);
  shape[0] = 3, shape[1] = 9, strides[0] = 12;
  CHECK(!call(7, slots));
  shape[1] = 8;
  CHECK(!call(128, slots) && !call(-129, slots) && call(-128, slots));
}

static void test_checks(void) {
  int64_t slots[5];
  table.head.checks = 1;
  table.head.checks_at = (int64_t)((char *)&table.check - (char *)&table);
  CHECK(call(3, slots) && !call(4, slots)); /* rows are the number */
  table.check.unless_one = 4;
  CHECK(call(1, slots));
  table.head.checks = 0;
}

enum { THREADS = 4, TURNS = 20000 };
static HandlerState state;
static Context contexts[2];
static int64_t inside[2], runs;

static int32_t host(int64_t *slots, Context *rt) {
  int64_t at = rt - contexts;
  (void)slots;
  CHECK(__atomic_fetch_add(&inside[at], 1, __ATOMIC_RELAXED) == 0); /* nobody else has this context */
  rt->error_code = 1; /* a plain write: what the next caller does with it must happen after */
  __atomic_fetch_sub(&inside[at], 1, __ATOMIC_RELAXED);
  return 0;
}
static const char *run_all(int64_t *slots) {
  (void)slots;
  __atomic_fetch_add(&runs, 1, __ATOMIC_RELAXED);
  return 0;
}
static void *caller(void *unused) {
  int64_t slots[1] = {0};
  (void)unused;
  for (int turn = 0; turn < TURNS; turn++)
    CHECK(!run_handler(&state, slots));
  return 0;
}

static void test_contexts_are_taken_by_one_thread_at_a_time(void) {
  pthread_t threads[THREADS];
  state.host = host, state.run = run_all;
  state.contexts[0] = &contexts[0], state.contexts[5] = &contexts[1];
  for (int k = 0; k < THREADS; k++)
    pthread_create(&threads[k], 0, caller, 0);
  for (int k = 0; k < THREADS; k++)
    pthread_join(threads[k], 0);
  CHECK((state.contexts[0] == &contexts[0]) + (state.contexts[0] == &contexts[1]) == 1);
}

int main(void) {
  test_layouts();
  test_checks();
  test_contexts_are_taken_by_one_thread_at_a_time();
  if (!failures)
    printf("all passed\n");
  return failures != 0;
}
