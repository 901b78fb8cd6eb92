/* The records by which a builtin repeats calls of operations without Python (`native/replay/replay.c`). */
#pragma once

/* One class of calls, and what such a call runs. Behind it lie the names; a `ReplayArgument` for each argument; the
   callables that make arrays; for each program itself, its number of arguments, and a `ReplaySource` for each. */
typedef struct ReplayRecord {
  struct Object *keeper; /* keeps the record and all that it names alive */
  ReplayRecord *next; /* the next record */
  int64_t positional; /* arguments by position */
  int64_t named; /* arguments by name */
  int64_t makes; /* arrays that are made */
  int64_t steps; /* programs that run */
  int64_t most; /* the most arguments of a program */
  int64_t result; /* which array is the result, of the arguments and then of those that are made; -1: what the last
                     program answers */
} ReplayRecord;

typedef struct ReplayHead {
  CallEnvironment *environment; /* the environment of call code */
  ReplayRecord **chain; /* where the first record is */
  struct Object *variable; /* a context variable that must be None */
} ReplayHead;

typedef struct ReplayArgument {
  int64_t bytes; /* its size here; where an object is wanted, nothing follows that */
  struct Object *object; /* the object that it must be; null for a tensor */
  struct Object *type; /* the exact type of a tensor */
  int64_t low; /* the low bits of its address */
  int64_t device; /* device type and number of its `DLTensor`, one word */
  int64_t kind; /* rank and element type, one word; its shape and its strides follow */
} ReplayArgument;

typedef struct ReplaySource {
  int64_t place; /* which array is passed; -1: the object */
  struct Object *object; /* an object; beside an array what makes a view of it, or null */
} ReplaySource;
