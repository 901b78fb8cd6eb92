"""The interface between a compiled function's call code and the runtime that installs it, as data.

The call code is C (`native/python`); `codegen/abi` writes its tables, `execution/fastcall*` its states and records.

* Call code: `ptr <host>.call(ptr self, ptr args, i64 count, ptr kwnames)`, a CPython function with
  `METH_FASTCALL | METH_KEYWORDS`. It checks every argument, fills the slots of the host entry and calls it. Any other
  call goes to the first item of the tuple `self`, a Python function, with its arguments unchanged.
* `ptr cute.direct(ptr self, ptr args, i64 count, ptr kwnames)`, of the same kind, is for direct calls of a `@jit`
function. The second item of `self` is a bytes object: a record (`DIRECT`) of what must hold for a call code to serve.
* `ptr cute.from_dlpack(ptr self, ptr args, i64 count, ptr kwnames)` (`native/python/from_dlpack.c`) reads an array. The
  second item of `self` is a bytes object with the environment's address.
* `<host>.state`: the words of one function (`STATE`), written when it is loaded. A word is 8 bytes.
* The environment has the words of this process (`ENVIRONMENT`), and addresses of CPython's, torch's and NumPy's types
and functions. Two functions of ours give the number of a scalar object, and the handle of a stream, or None. The
address 0 stands for "not here": no argument then matches, and the call goes to `slow`.

No address is in the machine code, so it may be kept on disk.

Source: ours; CPython's C API; DLPack 1 (`DLTensor`, `DLPackExchangeAPI`); NumPy's `PyArrayObject_fields`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.constants import MAX_CONTEXTS, NUMPY_DTYPES
from cutedsl.native.structures import structure

__all__ = ["MAX_CONTEXTS", "NUMPY_DTYPES"]

WORD_BYTES: Final = 8
CALL_SUFFIX: Final = ".call"
DIRECT_SYMBOL: Final = "cute.direct"
STATE_SUFFIX: Final = ".state"
FROM_DLPACK_SYMBOL: Final = "cute.from_dlpack"
JIT_CALL_SYMBOL: Final = "cute.jit.call"
JIT_STATE_SYMBOL: Final = "cute.jit.state"
ENVIRONMENT: Final = structure("CallEnvironment").offsets()
"""Byte offsets in the environment."""

STATE: Final = structure("CallState").offsets()
"""Byte offsets in a function's state."""
STATE_BYTES: Final = structure("CallState").size_bytes
DIRECT: Final = {**structure("DirectRecord").offsets(), "end": structure("DirectRecord").size_bytes}
"""Byte offsets in a record for direct calls; its parts are from `end` on."""

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
DLTENSOR_FIELDS: Final = structure("DLTensor").offsets()
DLTENSOR_BYTES: Final = structure("DLTensor").size_bytes
