"""torch's stable C interface as far as compiled operators use it, and their state, as data.

An operator's kernel is `void <name>(ptr stack, i64 inputs, i64 outputs)`: each argument is one 8-byte word of the stack
(a tensor's handle, which the kernel owns; a double; an integer; a boolean in the low byte), results replace them.

Source: PyTorch 2.11-2.15, `torch/csrc/inductor/aoti_torch/c/shim.h`, `torch/csrc/stable`; `c10/core/ScalarType.h`.
"""

from __future__ import annotations

from typing import Final

DTYPES: Final = {
    "Uint8": 0, "Int8": 1, "Int16": 2, "Int32": 3, "Int64": 4, "Float16": 5, "Float32": 6, "Float64": 7, "Boolean": 11,
    "BFloat16": 15, "Float8E5M2": 23, "Float8E4M3FN": 24, "Uint16": 27, "Uint32": 28, "Uint64": 29,
}  # fmt: skip
"""torch's numbers of element types, by their names in CuTe."""
DEVICES: Final = {"cpu": 0, "cuda": 1}
"""torch's numbers of device types, by where a program's tensors lie."""
SHIM: Final = (
    "aoti_torch_get_data_ptr",
    "aoti_torch_get_dim",
    "aoti_torch_get_dtype",
    "aoti_torch_get_device_type",
    "aoti_torch_get_device_index",
    "aoti_torch_get_sizes",
    "aoti_torch_get_strides",
    "aoti_torch_delete_tensor_object",
    "aoti_torch_empty_strided",
)
"""The functions that a program calls, in the order of their words."""
REGISTER: Final = ("aoti_torch_library_init_impl", "aoti_torch_library_impl")
"""Those that register a kernel: the library of a namespace and a device, then the kernel in it."""
RAISE: Final = "aoti_torch_check"
"""Raises in C++: `void (bool condition, text function, text file, u32 line, text message)`."""

CONTEXTS: Final = 8
"""Calls of one program that run at the same time without Python's help."""
PROGRAM: Final = {name: 8 * k for k, name in enumerate(("host", "failed", *SHIM, "entry", "contexts"))}
"""Byte offsets in a program's state: the host function; `void failed(rt, code)`, which keeps the error of a call; the
shim's functions; the words of calls from Python (`ENTRY`; 0: there are none); the `rt` addresses of free contexts."""
PROGRAM_BYTES: Final = PROGRAM["contexts"] + 8 * CONTEXTS
MAX_PROGRAMS: Final = 8
OPERATOR: Final = {"python": 0, "raise": 8, "programs": 16}
"""Byte offsets in an operator's state: `i32 python(stack)`, which makes the whole call and says whether it worked; the
shim's function that raises; the programs that are tried, in their order, up to a 0."""
OPERATOR_BYTES: Final = OPERATOR["programs"] + 8 * (MAX_PROGRAMS + 1)
STATE_SUFFIX: Final = ".state"
DONE, MISSED, FAILED = 1, 0, -1
"""What a program, `i32 <name>(ptr stack, i1 owned)`, answers; one that missed has touched nothing. It gives the handles
in the stack back where it owns them, but not when it missed."""

ENTRY_SUFFIX: Final = ".entry"
"""Of the CPython function (`METH_FASTCALL`) that calls a program with Python's objects where torch's dispatcher would
do nothing else: no mode, no transform, no gradient, nobody who listens."""
MODE_KEYS: Final = (
    *("Python", "PythonTLSSnapshot", "PythonDispatcher", "PreDispatch"),
    *("FuncTorchDynamicLayerFrontMode", "Functionalize", "Tracer"),
)
"""Dispatch keys that a thread includes while somebody replaces, maps or records what is called."""
_ENTRY_WORDS: Final = (
    *("environment", "key_included", "callbacks", "function_mode", "function_mode_self", "grad_mode"),
    *("forward_names", "forward_name", "forward_none", "save_thread", "restore_thread", "wrap"),
    *("tuple_new", "tuple_set_item", "keys"),
)
ENTRY: Final = {name: 8 * k for k, name in enumerate(_ENTRY_WORDS)}
"""Byte offsets in the words of calls from Python, one table a process: the environment of call code (`call_abi.py`);
`bool key_included(u16 key)`; `bool callbacks()`, whether a profiler listens; `object function_mode(self, null)`,
whether torch functions are overridden, and its `self`; `bool grad_mode()`; a dict, a name, and what it stands for there
while nobody differentiates forward; the functions that give up Python's lock and take it back; `object wrap(tensor)`;
those that make a tuple; the numbers of `MODE_KEYS`, up to a 0."""
ENTRY_BYTES: Final = ENTRY["keys"] + 8 * (len(MODE_KEYS) + 1)
