"""The interface between a compiled function's call code and the runtime that installs it, as data.

`codegen/abi` writes the call code, `execution/fastcall*` fills the tables it reads; both read this file.

* Call code: `ptr <host>.call(ptr self, ptr args, i64 count, ptr kwnames)`, a CPython function with
  `METH_FASTCALL | METH_KEYWORDS`. It checks every argument, fills the slots of the host entry and calls it. Whatever it
  does not know by heart goes to the first item of the tuple `self`, a Python function, with the arguments as they came.
* `ptr cute.direct(ptr self, ptr args, i64 count, ptr kwnames)`, of the same kind, is for direct calls of a `@jit`
  function: the second item of `self` is a bytes object, a record (`DIRECT`) of what must hold for a call code to serve.
* `ptr cute.from_dlpack(ptr self, ptr args, i64 count, ptr kwnames)` (`native/call/from_dlpack.c`) reads an array. The
  second item of `self` is a bytes object with the environment's address.
* `<host>.state`: the words of one function (`STATE`), written when it is loaded. A word is 8 bytes.
* The environment: the words of this process (`ENVIRONMENT`), addresses of CPython's, torch's and NumPy's types and
  functions, and two functions of ours that give the number of a scalar object and the handle of a stream, or None. 0
  stands for "not here": no argument then matches, and the call goes to `slow`.

No address is in the machine code, so it may be kept on disk.

Source: ours; CPython's C API; DLPack 1 (`DLTensor`, `DLPackExchangeAPI`); NumPy's `PyArrayObject_fields`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.call_structures import CALL_ENVIRONMENT, DLTENSOR, NUMPY_DTYPES

__all__ = ["NUMPY_DTYPES"]

WORD_BYTES: Final = 8
CALL_SUFFIX: Final = ".call"
DIRECT_SYMBOL: Final = "cute.direct"
STATE_SUFFIX: Final = ".state"
FROM_DLPACK_SYMBOL: Final = "cute.from_dlpack"
MAX_CONTEXTS: Final = 8
"""Calls of one function that run at the same time without Python's help; more go to `run`."""

ENVIRONMENT: Final = CALL_ENVIRONMENT.offsets()
"""Byte offsets in the environment."""

_STATE_WORDS: Final = ("environment", "failed", "run", "names", "defaults", "objects", "free_count", "contexts")
STATE: Final = {name: WORD_BYTES * index for index, name in enumerate(_STATE_WORDS)}
"""Byte offsets in a function's state: the environment's address; the Python callables `failed(rt, code)` (raises the
error of a call) and `run(slots, gpu)` (runs the host entry, for tensors on a GPU, -1 for none); the address of the
arguments' interned names, one a word (0: calls by name go to Python); that of their defaults, one a word (0: none);
that of the classes, fields and constants that
the table counts; how many contexts are free, and their `rt` addresses."""
STATE_BYTES: Final = STATE["contexts"] + WORD_BYTES * MAX_CONTEXTS

_DIRECT_WORDS: Final = (
    *("environment", "call", "call_self", "rest"),
    *("arguments", "variables", "names", "attributes", "mappings", "end"),
)
DIRECT: Final = {name: WORD_BYTES * index for index, name in enumerate(_DIRECT_WORDS)}
"""Byte offsets in a record for direct calls: the environment's address; a call code and its `self`; a callable that
must give True (0: none); how many there are of what follows from `end` on.

For each argument 1 if the call code takes it, and the node that says what it must be (`native/call/fits.c`);
context variables that must be None; for each name in a dict the
dict, the name, and what it must stand for (0: nothing); for each attribute the owner, the name, the value; for each
whole dict the dict, its size, and its keys and values in their order."""
NAME_WORDS: Final = 3
ATTRIBUTE_WORDS: Final = 3
MAPPING_WORDS: Final = 2

TYPE_OFFSET: Final = 8
"""`ob_type` of a Python object (checked at start-up)."""
TUPLE_FIELDS: Final = {"size": 16, "items": 24}
"""`PyTupleObject` (checked at start-up)."""
BYTES_CONTENT: Final = 32
"""Where a `PyBytesObject` has its bytes (checked at start-up)."""
NUMPY_FIELDS: Final = {"data": 16, "ndim": 24, "shape": 32, "strides": 40, "descr": 56, "flags": 64}
"""`PyArrayObject_fields`; strides are in bytes (checked at start-up)."""
NUMPY_READS: Final = 0x0100
"""NPY_ARRAY_ALIGNED: what an array must have to be read."""
NUMPY_WRITES: Final = NUMPY_READS | 0x0400
"""NPY_ARRAY_ALIGNED and NPY_ARRAY_WRITEABLE: what an array must have to be written."""
DLTENSOR_FIELDS: Final = DLTENSOR.offsets()
DLTENSOR_BYTES: Final = DLTENSOR.size_bytes
DEVICE_TYPES: Final = {"cpu": (1, 3), "cuda": (2, 13)}
"""DLPack's device types by the kind of memory: own and pinned on the CPU, own and managed on the GPU."""
