/* The tables that call code walks: what each argument of a function must be, and which slots its parts fill. */
#pragma once

/* The head of a function's table. */
typedef struct CallTable {
  int64_t arguments; /* how many arguments there are; their records follow */
  int64_t host_kind; /* what the host function does, a `HostCode` */
  int64_t checks; /* how many checks between slots there are */
  int64_t checks_at; /* where they are, in bytes from here */
} CallTable;

typedef struct TensorRecord {
  int64_t kind; /* TENSOR */
  int64_t dtype; /* DLPack's word for the element type */
  int64_t modes; /* how many modes; a leaf follows for each extent, then one for each stride */
  int64_t memory; /* a `MemoryKind` */
  int64_t numpy_type; /* where the environment has NumPy's type */
  int64_t item_shift; /* log2 of the element's bytes */
  int64_t misaligned; /* bits of the address that must be 0 */
  int64_t numpy_flags; /* flags that a NumPy array must have */
} TensorRecord;

typedef struct LeafRecord {
  int64_t least; /* the least value */
  int64_t width; /* the greatest value less the least */
  int64_t divisor; /* what the value must be a multiple of */
  int64_t is_slot; /* 1 if it fills a slot */
} LeafRecord;

typedef struct ScalarRecord {
  int64_t kind; /* an `ArgumentKind` */
  int64_t least; /* a number's least value; how many parts a tree has; 1: a constant may be None */
  int64_t width; /* the width of a number's range; else which of the call's objects: the class, the value */
} ScalarRecord;

typedef struct SlotCheck {
  int64_t slot; /* the slot that is checked */
  int64_t coefficient; /* it is this, times the factors */
  int64_t unless_one; /* the slot that voids the check where it is 1; -1: none */
  int64_t factors; /* how many factors follow: the numbers of their slots */
} SlotCheck;

/* A tensor as call code reads it. */
typedef struct TensorView {
  DLTensor tensor; /* the tensor; `data` includes the offset */
  int64_t shift; /* strides are in units of 1 << shift */
  int64_t mask; /* the bits that must be 0 for a stride to be whole */
  int64_t gpu; /* the GPU that the tensors of the call so far are on; -1 before the first */
} TensorView;

/* What one function has at run time; written when it is loaded. */
typedef struct CallState {
  CallEnvironment *environment; /* the environment of the process */
  struct Object *failed; /* callable (rt, code): raises the error of a call */
  struct Object *run; /* callable (slots, gpu): runs the host function */
  struct Object **names; /* interned names of the arguments; null: names go to Python */
  struct Object **defaults; /* their defaults; null for none */
  struct Object **objects; /* classes, fields and constants that the table counts */
  int64_t free_count; /* how many contexts are free */
  Context *contexts[MAX_CONTEXTS]; /* the free contexts */
} CallState;

/* What must hold for a direct call of a `@jit` function to go to a call code; the parts follow in this order. */
typedef struct DirectRecord {
  CallEnvironment *environment; /* the environment of the process */
  struct Object *(*call)(struct Object *, struct Object *const *, int64_t, struct Object *); /* a call code */
  struct Object *call_self; /* its `self` */
  struct Object *rest; /* a callable that must give True; null for none */
  int64_t named; /* 1: the names of the arguments come first, then their defaults (0: none) */
  int64_t arguments; /* arguments: 1 if the call code takes it, and a node of `python/fits.c` */
  int64_t variables; /* context variables that must be None */
  int64_t scopes; /* dicts: the dict, its version, how many names; each and what it stands for (0: nothing) */
  int64_t attributes; /* attributes: the owner, the name, the value */
  int64_t mappings; /* whole dicts: the dict, its version, its size, its keys and values in their order */
} DirectRecord;

/* What `__call__` of a `@jit` function needs. */
typedef struct JitCallState {
  CallEnvironment *environment; /* the environment of the process */
  struct Object *python; /* makes a call in Python, with the function first */
  struct Object *recent; /* the name of the attribute with the recent calls */
  struct Object *entry; /* the name of their builtin */
  struct Object *bound; /* the name of the attribute with a method's `self` */
} JitCallState;
