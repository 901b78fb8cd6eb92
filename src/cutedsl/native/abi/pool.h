/* The pool of threads that run CPU launches, as C's launcher (`cpu/launch.c`) and Python share it. */
#pragma once

/* Memory that is kept for the next launch: shared memory of blocks. */
typedef struct Room {
  void *memory; /* from malloc; null for none */
  int64_t size_bytes; /* how many bytes it has */
} Room;

/* One launch that is under way. Seats have cache lines of their own, as threads write them at the same time. */
typedef struct Seat {
  int64_t rt; /* the context whose launch has the seat; 0: free; UNWATCHED: the monitor knows it otherwise */
  void *done; /* the lock that the last helper releases */
  int64_t pending; /* helpers at work, PARKED more where the launch waits for the lock */
  Room room; /* the shared memory of the launch's own thread */
} __attribute__((aligned(64))) Seat;

/* A thread of the pool. */
typedef struct Helper {
  int64_t claimed; /* whether a launch has it */
  int64_t parked; /* whether it waits for its lock */
  Job *job; /* the job that it is given */
  void *lock; /* what it sleeps on */
  Helper *mate; /* the launch's next helper */
  Room room; /* the shared memory of the blocks that it runs */
} __attribute__((aligned(64))) Helper;

/* The process's pool. */
typedef struct Pool {
  int32_t (*acquire)(void *, int64_t, int32_t); /* PyThread_acquire_lock_timed */
  void (*release)(void *); /* PyThread_release_lock */
  void *(*save_thread)(void); /* PyEval_SaveThread */
  void (*restore_thread)(void *); /* PyEval_RestoreThread */
  const char *(*getenv)(const char *); /* the C library's */
  int32_t (*yield)(void); /* sched_yield; null where there is none */
  int64_t told; /* how many want to be told of each launch by Python */
  int64_t watching; /* whether the monitor is awake */
  int64_t cores; /* how many cores this process may use */
  int64_t count; /* how many helpers there are */
  Seat seats[SEATS]; /* launches under way */
  Helper helpers[HELPERS]; /* threads of the pool */
} Pool;

/* What the launches of a kernel with the same dims come to; nothing changes once anything points to it. */
typedef struct Plan {
  Plan *next; /* an older plan of the kernel */
  int32_t dims[PLAN_DIMS]; /* what it is for */
  int64_t clusters; /* how many clusters the grid has */
  int64_t cluster_blocks; /* blocks of a cluster */
  int64_t smem_bytes; /* shared memory of a block */
  Worker *worker; /* the kernel's worker */
  int64_t most_together; /* clusters that a worker may run together */
} Plan;

/* A module's table, to which `rt->user` points; behind it lies the newest plan of each kernel. */
typedef struct Table {
  Pool *pool; /* the process's */
  Launch *python; /* the launch by Python */
} Table;
