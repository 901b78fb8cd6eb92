/* The structures that call code shares with Python: addresses of this process, tensors, records of direct calls. */
#pragma once

/* Addresses in this process that call code reads; 0 stands for what is not here. */
typedef struct CallEnvironment {
  int64_t null; /* 0 */
  struct Object *none; /* None */
  struct Object *py_true; /* True */
  struct Object *py_false; /* False */
  struct Object *float_type; /* float */
  struct Object *int_type; /* int */
  void (*incref)(struct Object *); /* Py_IncRef */
  void (*decref)(struct Object *); /* Py_DecRef */
  double (*float_as_double)(struct Object *); /* PyFloat_AsDouble */
  int64_t (*long_as_long_long)(struct Object *, int32_t *); /* PyLong_AsLongLongAndOverflow */
  struct Object *(*long_from_long_long)(int64_t); /* PyLong_FromLongLong */
  struct Object *(*error_occurred)(void); /* PyErr_Occurred */
  void (*error_clear)(void); /* PyErr_Clear */
  /* PyObject_Vectorcall */
  struct Object *(*vectorcall)(struct Object *, struct Object *const *, int64_t, struct Object *);
  char *(*getenv)(const char *); /* getenv of the C library */
  int32_t (*context_var_get)(struct Object *, struct Object *, struct Object **); /* PyContextVar_Get */
  struct Object *(*dict_get_item)(struct Object *, struct Object *); /* PyDict_GetItemWithError */
  int32_t (*dict_next)(struct Object *, int64_t *, struct Object **, struct Object **); /* PyDict_Next */
  int64_t dict_version_offset; /* where a dict has a number that each change of it changes */
  struct Object *(*get_attribute)(struct Object *, struct Object *); /* PyObject_GetAttr */
  struct Object *(*list_as_tuple)(struct Object *); /* PyList_AsTuple */
  int32_t (*unicode_compare)(struct Object *, struct Object *); /* PyUnicode_Compare */
  int32_t (*rich_compare)(struct Object *, struct Object *, int32_t); /* PyObject_RichCompareBool */
  struct Object *(*bytes_from)(const void *, int64_t); /* PyBytes_FromStringAndSize */
  struct Object *(*allocate)(struct Object *, int64_t); /* PyType_GenericAlloc */
  struct Object *override_variable; /* the context variable of settings that are overridden */
  struct Object *torch_tensor; /* torch.Tensor */
  struct Object *torch_parameter; /* torch.nn.Parameter */
  int32_t (*torch_view)(struct Object *, DLTensor *); /* fills a `DLTensor` */
  int64_t torch_impl_offset; /* where a tensor has its implementation */
  int64_t torch_keys_offset; /* where the implementation has its dispatch keys */
  int64_t torch_keys_refused; /* keys that no ordinary tensor has */
  int64_t torch_grad_offset; /* where the implementation has its autograd record */
  struct Object *(*torch_requires_grad)(struct Object *, void *); /* the getter of `requires_grad` */
  void *torch_requires_grad_closure; /* what the getter is called with */
  _Bool (*torch_grad_mode)(void); /* whether torch records what gradients need */
  struct Object *number_of; /* our function that gives the number of a scalar object, or None */
  struct Object *handle_of; /* our function that gives the handle of a stream, or None */
  struct Object *event_of; /* our function that gives the handle of an event, or None */
  struct Object *runtime_tensor; /* the class of tensors of `from_dlpack` */
  int64_t runtime_array_offset; /* where such a tensor has the array that it was made of */
  int64_t runtime_static_offset; /* where it has its kind without marks */
  int64_t runtime_kind_offset; /* where it has its kind */
  int64_t runtime_words_offset; /* where it has its words */
  int64_t runtime_view_offset; /* where it has its view */
  struct Object *runtime_kinds; /* a dict: kinds by what an array says of itself */
  struct Object *numpy_array; /* numpy.ndarray */
  struct Object *numpy_Boolean; /* NumPy's type Boolean */
  struct Object *numpy_Int8; /* NumPy's type Int8 */
  struct Object *numpy_Int16; /* NumPy's type Int16 */
  struct Object *numpy_Int32; /* NumPy's type Int32 */
  struct Object *numpy_Int64; /* NumPy's type Int64 */
  struct Object *numpy_Uint8; /* NumPy's type Uint8 */
  struct Object *numpy_Uint16; /* NumPy's type Uint16 */
  struct Object *numpy_Uint32; /* NumPy's type Uint32 */
  struct Object *numpy_Uint64; /* NumPy's type Uint64 */
  struct Object *numpy_Float16; /* NumPy's type Float16 */
  struct Object *numpy_Float32; /* NumPy's type Float32 */
  struct Object *numpy_Float64; /* NumPy's type Float64 */
} CallEnvironment;

/* DLPack's tensor. */
typedef struct DLTensor {
  int64_t data; /* the address of the memory */
  int32_t device_type; /* 1 CPU, 2 CUDA, 3 pinned CPU memory, 13 managed CUDA memory */
  int32_t device_id; /* the number of the device */
  int32_t ndim; /* how many modes */
  int32_t dtype; /* type code, bits << 8, lanes << 16 */
  int64_t *shape; /* extents */
  int64_t *strides; /* strides in elements */
  int64_t byte_offset; /* where the first element is, from `data` on */
} DLTensor;
