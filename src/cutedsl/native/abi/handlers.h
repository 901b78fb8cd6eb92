/* The structures of handlers that no Python watches: those of XLA and TVM-FFI, with their own records. */
#pragma once

/* What a handler has at run time. */
typedef struct HandlerState {
  int32_t (*host)(int64_t *, Context *); /* the host function */
  const char *(*failed)(Context *, int32_t); /* gives the text of a call's error */
  const char *(*run)(int64_t *); /* makes the whole call: null, or the text of its error */
  Context *contexts[HANDLER_CONTEXTS]; /* the free contexts; null for one that is taken */
} HandlerState;

/* A value of TVM-FFI. */
typedef struct TvmFfiAny {
  int32_t type; /* a `TvmFfiType` */
  int32_t unused; /* 0 */
  int64_t payload; /* the number, or an address */
} TvmFfiAny;

/* What a function of TVM-FFI has at run time. */
typedef struct TvmFfiState {
  HandlerState handler; /* `failed` and `run` set the error in TVM-FFI */
  void *slow; /* the Python function for calls that machine code does not handle */
  int32_t (*function_call)(void *, const TvmFfiAny *, int32_t, TvmFfiAny *); /* TVMFFIFunctionCall */
  void *(*get_stream)(int32_t, int32_t); /* TVMFFIEnvGetStream */
  int32_t (*torch_stream)(int32_t, int32_t, void **); /* torch's, or null */
} TvmFfiState;

/* The function of TVM-FFI in an exported object. */
typedef struct ExportedCall {
  const CallTable *table; /* what the arguments must be */
  int64_t most; /* the most arguments of a call, with those that may be None */
  const int8_t *may_be_none; /* for each whether it may */
  const char *misfit; /* the error of arguments that do not fit */
  const char *apart; /* that of tensors on several GPUs */
  const char *nowhere; /* that of a GPU that takes no kernels */
  const char *const *texts; /* those of the program, by code */
  int32_t (*here)(int64_t *); /* runs the program on the CPU */
  int32_t (*on_gpu)(const GpuProgram *, int64_t *, int32_t); /* runs it on a GPU; null for a program for the CPU */
  const GpuProgram *program; /* the program for GPUs */
} ExportedCall;

/* XLA's `XLA_FFI_Metadata`. */
typedef struct XlaMetadata {
  int64_t head[3]; /* sizes and extensions */
  int32_t major; /* the version */
  int32_t minor; /* the version */
  int32_t traits; /* none */
} XlaMetadata;

/* XLA's `XLA_FFI_Metadata_Extension`. */
typedef struct XlaExtension {
  int64_t size; /* of the structure */
  int32_t type; /* 1: XLA asks for the version instead of calling */
  void *next; /* the next extension */
  XlaMetadata *metadata; /* where the answer goes */
} XlaExtension;

/* The head of XLA's `XLA_FFI_Buffer`. */
typedef struct XlaBuffer {
  int64_t head[2]; /* sizes and extensions */
  int32_t dtype; /* the element type */
  int64_t data; /* the address */
} XlaBuffer;

typedef struct XlaStreamArgs {
  int64_t size; /* of the structure */
  void *extension; /* none */
  void *context; /* of the call */
  int64_t stream; /* the answer */
} XlaStreamArgs;

typedef struct XlaErrorArgs {
  int64_t size; /* of the structure, 28 */
  void *extension; /* none */
  const char *message; /* the text */
  int32_t code; /* the kind of error */
  int32_t unused; /* up to a whole word */
} XlaErrorArgs;

/* The head of XLA's `XLA_FFI_Api`. */
typedef struct XlaApi {
  int64_t head[6]; /* sizes, versions, functions */
  void *(*error_create)(XlaErrorArgs *); /* makes an error */
  int64_t between[3]; /* functions */
  void *(*stream_get)(XlaStreamArgs *); /* gives the stream */
} XlaApi;

/* The head of XLA's `XLA_FFI_CallFrame`. */
typedef struct XlaFrame {
  int64_t size; /* of the structure */
  XlaExtension *extension; /* an extension, or null */
  XlaApi *api; /* XLA's functions */
  void *context; /* of the call */
  int32_t stage; /* 3: execute */
  int64_t args_head[2]; /* size and extension of the operands' structure */
  int64_t args_count; /* operands */
  void *arg_types; /* their kinds */
  XlaBuffer **args; /* the operands */
  int64_t rets_head[2]; /* size and extension of the results' structure */
  int64_t rets_count; /* results */
  void *ret_types; /* their kinds */
  XlaBuffer **rets; /* the results */
} XlaFrame;

typedef struct XlaSlot {
  int64_t dtype; /* the element type that a buffer must have */
  int64_t slot; /* the slot of its address */
  int64_t align_bytes; /* what the address must be a multiple of */
} XlaSlot;

/* What a custom call must be. */
typedef struct XlaTable {
  int64_t operands; /* operands; an `XlaSlot` follows for each, then one for each result */
  int64_t results; /* results */
  int64_t stream_slot; /* the slot of the stream; -1: none */
  int64_t major; /* the version of XLA's interface */
  int64_t minor; /* the version */
} XlaTable;
