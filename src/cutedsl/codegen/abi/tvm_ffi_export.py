"""A program as an object with the TVM-FFI symbol `__tvm_ffi_<name>`: what the C of `native/export/tvm_ffi.c` reads.

Linked into a shared library it is a module for `tvm_ffi.load_module` and `tvm::ffi::Module::LoadFromFile`. It needs no
Python: what does not fit is an error with what the function takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutedsl.arch.abi.call_description import (
    CallArgument,
    CallDescription,
    HostKind,
    PointerArgument,
    ScalarArgument,
    TensorArgument,
)
from cutedsl.arch.abi.host import ErrorCode
from cutedsl.arch.abi.tvm_ffi import SYMBOL_PREFIX
from cutedsl.codegen.abi.constants import string_text, structure_type, structure_value, words_text
from cutedsl.codegen.abi.gpu_object import GPU_SYMBOL
from cutedsl.codegen.abi.table import table_words
from cutedsl.codegen.abi.tvm_ffi import TVM_FFI_TEXT
from cutedsl.native import built_text
from cutedsl.native.structures import structure

_EXPORTED_CALL: Final = structure("ExportedCall")

_MOST_CODES: Final = max(ErrorCode) + 1


def tvm_ffi_export_text(
    description: CallDescription, names: Sequence[str], name: str, nones: Sequence[int] = (), *, on_gpu: bool
) -> str:
    """The function `__tvm_ffi_<name>` of an exported object, around `<name>_run_slots`, or around its `GpuProgram`.

    A call may give None at the places `nones`, or leave them out.
    """
    taken = ", ".join(_argument_text(n, a) for n, a in zip(names, description.arguments, strict=True))
    said = {int(code): code.name.lower().replace("_", " ") for code in ErrorCode}
    texts = [f"{name}: {said.get(k, 'failed')}" for k in range(_MOST_CODES)]
    constants = "\n".join(string_text(f"cute.aot.said{k}", text) for k, text in enumerate(texts))
    pointers = ", ".join(f"ptr @cute.aot.said{k}" for k in range(_MOST_CODES))
    most = len(names) + len(nones)
    flags = ", ".join(f"i8 {int(place in nones)}" for place in range(most)) or "i8 0"
    values: dict[str, int | str] = {
        "table": "cute.aot.table",
        "most": most,
        "may_be_none": "cute.aot.nones",
        "misfit": "cute.aot.misfit",
        "apart": "cute.aot.apart",
        "nowhere": "cute.aot.nowhere",
        "texts": "cute.aot.texts",
        **({"on_gpu": "cute.gpu.run", "program": GPU_SYMBOL} if on_gpu else {"here": f"{name}_run_slots"}),
    }
    return f"""
{TVM_FFI_TEXT}
{built_text("export.tvm_ffi")}
{"" if on_gpu else f'declare i32 @"{name}_run_slots"(ptr)'}
{constants}
{string_text("cute.aot.misfit", f"the arguments do not fit; compiled for {name}({taken})")}
{string_text("cute.aot.apart", f"{name}: the tensors are on more than one GPU")}
{string_text("cute.aot.nowhere", f"{name}: no NVIDIA driver, or one that does not take the kernels for this GPU")}
@cute.aot.texts = private constant [{_MOST_CODES} x ptr] [{pointers}]
@cute.aot.nones = private constant [{max(1, most)} x i8] [{flags}]
{words_text("cute.aot.table", table_words(description, HostKind.DIRECT))}
@cute.aot.call = private constant {structure_type(_EXPORTED_CALL)} {structure_value(_EXPORTED_CALL, values)}
define i32 @"{SYMBOL_PREFIX}{name}"(ptr %self, ptr %args, i32 %count, ptr %result) {{
  %slots = alloca [{max(1, description.slot_count)} x i64], align 8
  %status = call i32 @cute.aot.tvm_ffi(ptr @cute.aot.call, ptr %slots, ptr %args, i32 %count, ptr %result)
  ret i32 %status
}}
"""


def _argument_text(name: str, argument: CallArgument) -> str:
    """An argument as a message says it."""
    match argument:
        case TensorArgument():
            shape = ",".join("?" if leaf.static is None else str(leaf.static) for leaf in argument.shape)
            strides = ",".join("?" if leaf.static is None else str(leaf.static) for leaf in argument.strides)
            return f"{name}: {argument.dtype} ({shape}):({strides})"
        case PointerArgument():
            return f"{name}: pointer to {argument.dtype}"
        case ScalarArgument():
            return f"{name}: {argument.kind}"
