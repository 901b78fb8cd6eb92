/* What call code knows of CPython's objects; `execution/native_calls/environment.py` checks it when a process starts. */
#pragma once
#include "../abi.h"
#include "../cpu/names.h"
#include <stdbool.h>

typedef struct Object {
  int64_t references;
  struct Object *type;
} Object;

typedef struct Tuple {
  Object head;
  int64_t size;
  Object *items[];
} Tuple;

typedef struct Bytes {
  Object head;
  int64_t size, hash;
  char content[];
} Bytes;

/* A slot of an object, at a byte offset. */
static inline Object **slot(Object *object, int64_t offset) { return (Object **)((char *)object + offset); }
