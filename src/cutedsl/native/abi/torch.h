/* The structures of operators in torch's dispatcher: their state, and what their programs check. */
#pragma once

/* What calls from Python need, one a process. */
typedef struct TorchEntry {
  CallEnvironment *environment; /* the environment of call code */
  _Bool (*key_included)(int64_t); /* whether the thread includes a dispatch key */
  _Bool (*callbacks)(void); /* whether a profiler listens */
  struct Object *(*function_mode)(void *, struct Object *); /* whether torch functions are overridden */
  void *function_mode_self; /* its `self` */
  _Bool (*grad_mode)(void); /* whether torch records what gradients need */
  struct Object *forward_names; /* a dict */
  struct Object *forward_name; /* a name in it */
  struct Object *forward_none; /* what it stands for while nobody differentiates forward */
  void *(*save_thread)(void); /* gives up Python's lock */
  void (*restore_thread)(void *); /* takes it back */
  struct Object *(*wrap)(void *); /* makes the object of a tensor */
  struct Object *(*tuple_new)(int64_t); /* PyTuple_New */
  int32_t (*tuple_set_item)(struct Object *, int64_t, struct Object *); /* PyTuple_SetItem */
  int64_t keys[MODE_KEYS + 1]; /* the numbers of MODE_KEYS, up to a 0 */
} TorchEntry;

/* What a program has at run time. */
typedef struct TorchProgram {
  int32_t (*host)(int64_t *, Context *); /* the host function */
  void (*failed)(Context *, int32_t); /* keeps the error of a call */
  int32_t (*get_data_ptr)(void *, int64_t *); /* of the shim */
  int32_t (*get_dim)(void *, int64_t *); /* of the shim */
  int32_t (*get_dtype)(void *, int32_t *); /* of the shim */
  int32_t (*get_device_type)(void *, int32_t *); /* of the shim */
  int32_t (*get_device_index)(void *, int32_t *); /* of the shim */
  int32_t (*get_sizes)(void *, int64_t **); /* of the shim */
  int32_t (*get_strides)(void *, int64_t **); /* of the shim */
  int32_t (*delete_tensor_object)(void *); /* of the shim */
  /* of the shim */
  int32_t (*empty_strided)(int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, void **);
  TorchEntry *entry; /* what calls from Python need; null: there are none */
  Context *contexts[HANDLER_CONTEXTS]; /* the free contexts */
} TorchProgram;

/* What an operator has at run time. */
typedef struct TorchOperator {
  int32_t (*python)(int64_t *); /* makes the whole call */
  void *raise; /* the shim's function that raises in C++ */
  int32_t (*programs[MAX_PROGRAMS + 1])(int64_t *, _Bool); /* the programs that are tried, up to a null */
} TorchOperator;

typedef struct TorchInput {
  int64_t record; /* where the argument's record is in the call's table, in words; -1: a constant */
  int64_t slot; /* its first slot */
  int64_t word; /* what a constant must be */
  int64_t mask; /* the bits of it that count */
} TorchInput;

typedef struct TorchResult {
  int64_t record; /* where its record is in the call's table, in words */
  int64_t slot; /* its first slot */
  int64_t like; /* the input that it is like */
} TorchResult;

/* What an operator's arguments are to a program. */
typedef struct TorchTable {
  int64_t device; /* a `TorchDevice` */
  int64_t inputs; /* inputs; a `TorchInput` follows for each */
  int64_t results; /* results; then a `TorchResult` for each */
} TorchTable;

/* How Python calls a program. */
typedef struct TorchCall {
  int64_t arguments; /* arguments; a `TorchArgument` follows for each */
  int64_t results; /* results */
} TorchCall;
