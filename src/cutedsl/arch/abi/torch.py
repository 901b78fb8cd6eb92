"""torch's stable C interface as far as compiled operators use it, and their state, as data.

An operator's kernel is `void <name>(ptr stack, i64 inputs, i64 outputs)`: each argument is one 8-byte word of the stack
(a tensor's handle, which the kernel owns; a double; an integer; a boolean in the low byte), results replace them.

Source: PyTorch 2.11-2.15, `torch/csrc/inductor/aoti_torch/c/shim.h`, `torch/csrc/stable`; `c10/core/ScalarType.h`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.constants import HANDLER_CONTEXTS, MAX_PROGRAMS, MODE_KEYS, TorchAnswer, TorchDevice
from cutedsl.native.structures import structure

__all__ = ["MAX_PROGRAMS", "MODE_KEYS"]

DTYPES: Final = {
    "Uint8": 0, "Int8": 1, "Int16": 2, "Int32": 3, "Int64": 4, "Float16": 5, "Float32": 6, "Float64": 7, "Boolean": 11,
    "BFloat16": 15, "Float8E5M2": 23, "Float8E4M3FN": 24, "Uint16": 27, "Uint32": 28, "Uint64": 29,
}  # fmt: skip
"""torch's numbers of element types, by their names in CuTe."""
DEVICES: Final = {"cpu": int(TorchDevice.CPU), "cuda": int(TorchDevice.CUDA)}
"""torch's numbers of device types, by where a program's tensors lie."""
_SHIM: Final = "aoti_torch_"
_SHIM_NAMES: Final = (
    *("get_data_ptr", "get_dim", "get_dtype", "get_device_type", "get_device_index", "get_sizes", "get_strides"),
    *("delete_tensor_object", "empty_strided"),
)
SHIM: Final = tuple(f"{_SHIM}{name}" for name in _SHIM_NAMES)
"""The functions that a program calls."""
REGISTER: Final = ("aoti_torch_library_init_impl", "aoti_torch_library_impl")
"""Those that register a kernel: the library of a namespace and a device, then the kernel in it."""
RAISE: Final = "aoti_torch_check"
"""Raises in C++: `void (bool condition, text function, text file, u32 line, text message)`."""

CONTEXTS: Final = HANDLER_CONTEXTS
PROGRAM: Final = {
    name if name not in _SHIM_NAMES else f"{_SHIM}{name}": place
    for name, place in structure("TorchProgram").offsets().items()
}
"""Byte offsets in a program's state, with the shim's functions by their own names."""
PROGRAM_BYTES: Final = structure("TorchProgram").size_bytes
OPERATOR: Final = structure("TorchOperator").offsets()
"""Byte offsets in an operator's state."""
OPERATOR_BYTES: Final = structure("TorchOperator").size_bytes
STATE_SUFFIX: Final = ".state"
DONE, MISSED, FAILED = int(TorchAnswer.DONE), int(TorchAnswer.MISSED), int(TorchAnswer.FAILED)
"""What a program, `i32 <name>(ptr stack, i1 owned)`, answers. It gives the handles in the stack back where it owns
them, but not when it missed."""

ENTRY_SUFFIX: Final = ".entry"
"""Of the CPython function (`METH_FASTCALL`) that calls a program with Python's objects where torch's dispatcher would
do nothing else: no mode, no transform, no gradient, nobody who listens."""
ENTRY: Final = structure("TorchEntry").offsets()
"""Byte offsets in what calls from Python need."""
ENTRY_BYTES: Final = structure("TorchEntry").size_bytes
