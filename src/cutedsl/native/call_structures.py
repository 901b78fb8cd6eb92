"""The structures that call code shares with Python: addresses of this process, tensors, records of direct calls."""

from __future__ import annotations

from typing import Final

from cutedsl.native.fields import Field, Structure

NUMPY_DTYPES: Final = (
    "Boolean", "Int8", "Int16", "Int32", "Int64", "Uint8", "Uint16", "Uint32", "Uint64",
    "Float16", "Float32", "Float64",
)  # fmt: skip
"""Element types that a NumPy array can have, by their names in CuTe."""

_OBJECT, _BYTES = "struct Object *NAME", "struct Object *(*NAME)(const void *, int64_t)"
CALL_ENVIRONMENT: Final = Structure(
    "CallEnvironment",
    (
        Field("null", "i64", "0"),
        Field("none", "ptr", "None", c=_OBJECT),
        Field("py_true", "ptr", "True", c=_OBJECT),
        Field("py_false", "ptr", "False", c=_OBJECT),
        Field("float_type", "ptr", "float", c=_OBJECT),
        Field("int_type", "ptr", "int", c=_OBJECT),
        Field("incref", "ptr", "Py_IncRef", c="void (*NAME)(struct Object *)"),
        Field("decref", "ptr", "Py_DecRef", c="void (*NAME)(struct Object *)"),
        Field("float_as_double", "ptr", "PyFloat_AsDouble", c="double (*NAME)(struct Object *)"),
        Field(
            "long_as_long_long",
            "ptr",
            "PyLong_AsLongLongAndOverflow",
            c="int64_t (*NAME)(struct Object *, int32_t *)",
        ),
        Field("long_from_long_long", "ptr", "PyLong_FromLongLong", c="struct Object *(*NAME)(int64_t)"),
        Field("error_occurred", "ptr", "PyErr_Occurred", c="struct Object *(*NAME)(void)"),
        Field("error_clear", "ptr", "PyErr_Clear", c="void (*NAME)(void)"),
        Field(
            "vectorcall",
            "ptr",
            "PyObject_Vectorcall",
            c="struct Object *(*NAME)(struct Object *, struct Object *const *, int64_t, struct Object *)",
        ),
        Field("getenv", "ptr", "getenv of the C library", c="char *(*NAME)(const char *)"),
        Field(
            "context_var_get",
            "ptr",
            "PyContextVar_Get",
            c="int32_t (*NAME)(struct Object *, struct Object *, struct Object **)",
        ),
        Field(
            "dict_get_item",
            "ptr",
            "PyDict_GetItemWithError",
            c="struct Object *(*NAME)(struct Object *, struct Object *)",
        ),
        Field(
            "dict_next",
            "ptr",
            "PyDict_Next",
            c="int32_t (*NAME)(struct Object *, int64_t *, struct Object **, struct Object **)",
        ),
        Field("dict_version_offset", "i64", "where a dict has a number that each change of it changes"),
        Field("get_attribute", "ptr", "PyObject_GetAttr", c="struct Object *(*NAME)(struct Object *, struct Object *)"),
        Field("list_as_tuple", "ptr", "PyList_AsTuple", c="struct Object *(*NAME)(struct Object *)"),
        Field("unicode_compare", "ptr", "PyUnicode_Compare", c="int32_t (*NAME)(struct Object *, struct Object *)"),
        Field(
            "rich_compare",
            "ptr",
            "PyObject_RichCompareBool",
            c="int32_t (*NAME)(struct Object *, struct Object *, int32_t)",
        ),
        Field("bytes_from", "ptr", "PyBytes_FromStringAndSize", c=_BYTES),
        Field("allocate", "ptr", "PyType_GenericAlloc", c="struct Object *(*NAME)(struct Object *, int64_t)"),
        Field("override_variable", "ptr", "the context variable of settings that are overridden", c=_OBJECT),
        Field("torch_tensor", "ptr", "torch.Tensor", c=_OBJECT),
        Field("torch_parameter", "ptr", "torch.nn.Parameter", c=_OBJECT),
        Field("torch_view", "ptr", "fills a `DLTensor`", c="int32_t (*NAME)(struct Object *, struct DLTensor *)"),
        Field("torch_impl_offset", "i64", "where a tensor has its implementation"),
        Field("torch_keys_offset", "i64", "where the implementation has its dispatch keys"),
        Field("torch_keys_refused", "i64", "keys that no ordinary tensor has"),
        Field("torch_grad_offset", "i64", "where the implementation has its autograd record"),
        Field(
            "torch_requires_grad",
            "ptr",
            "the getter of `requires_grad`",
            c="struct Object *(*NAME)(struct Object *, void *)",
        ),
        Field("torch_requires_grad_closure", "ptr", "what the getter is called with"),
        Field("torch_grad_mode", "ptr", "whether torch records what gradients need", c="_Bool (*NAME)(void)"),
        Field("number_of", "ptr", "our function that gives the number of a scalar object, or None", c=_OBJECT),
        Field("handle_of", "ptr", "our function that gives the handle of a stream, or None", c=_OBJECT),
        Field("event_of", "ptr", "our function that gives the handle of an event, or None", c=_OBJECT),
        Field("runtime_tensor", "ptr", "the class of tensors of `from_dlpack`", c=_OBJECT),
        Field("runtime_array_offset", "i64", "where such a tensor has the array that it was made of"),
        Field("runtime_static_offset", "i64", "where it has its kind without marks"),
        Field("runtime_kind_offset", "i64", "where it has its kind"),
        Field("runtime_words_offset", "i64", "where it has its words"),
        Field("runtime_view_offset", "i64", "where it has its view"),
        Field("runtime_kinds", "ptr", "a dict: kinds by what an array says of itself", c=_OBJECT),
        Field("numpy_array", "ptr", "numpy.ndarray", c=_OBJECT),
        *(Field(f"numpy_{name}", "ptr", f"NumPy's type {name}", c=_OBJECT) for name in NUMPY_DTYPES),
    ),
    doc="Addresses in this process that call code reads; 0 stands for what is not here.",
)

DLTENSOR: Final = Structure(
    "DLTensor",
    (
        Field("data", "i64", "the address of the memory"),
        Field("device_type", "i32", "1 CPU, 2 CUDA, 3 pinned CPU memory, 13 managed CUDA memory"),
        Field("device_id", "i32", "the number of the device"),
        Field("ndim", "i32", "how many modes"),
        Field("dtype", "i32", "type code, bits << 8, lanes << 16"),
        Field("shape", "ptr", "extents", c="int64_t *NAME"),
        Field("strides", "ptr", "strides in elements", c="int64_t *NAME"),
        Field("byte_offset", "i64", "where the first element is, from `data` on"),
    ),
    doc="DLPack's tensor.",
)

CALL_STRUCTURES: Final = (DLTENSOR, CALL_ENVIRONMENT)
