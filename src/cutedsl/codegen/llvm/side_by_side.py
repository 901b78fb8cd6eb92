"""Calls LLVM without llvmlite's global lock, so that threads can compile in parallel; short calls keep the GIL.

llvmlite lets one thread at a time into its library. LLVM asks less: threads must not share a context, a module or a
target machine, and each compilation here has its own. Source: LLVM Programmer's Manual, "Threads and LLVM".

A call through `ctypes` releases the GIL and takes it again. While another thread runs, that takes longer than most of
LLVM's calls, and one compilation makes sixty.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite.binding import ffi
from llvmlite.binding.module import ModuleRef


def parse(text: str, context: Any) -> Any:
    """A module of LLVM text in `context`. Raises `RuntimeError` with LLVM's message for text that is not valid."""
    with ffi.OutputString() as message:
        module = ModuleRef(_function("LLVMPY_ParseAssembly")(context, text.encode(), message), context)
        if message:
            module.close()
            raise RuntimeError(f"LLVM IR parsing error\n{message}")
    return module


def verify(module: Any) -> None:
    """Raises `RuntimeError` with LLVM's message where a module breaks LLVM's rules."""
    with ffi.OutputString() as message:
        if _function("LLVMPY_VerifyModule")(module, message):
            raise RuntimeError(str(message))


def run_passes_on_module(passes: Any, module: Any, builder: Any) -> None:
    """Runs a module pass manager."""
    _function("LLVMPY_RunNewModulePassManager")(passes, module, builder)


def run_passes_on_function(passes: Any, function: Any, builder: Any) -> None:
    """Runs a function pass manager."""
    _function("LLVMPY_RunNewFunctionPassManager")(passes, function, builder)


def emit(target: Any, module: Any, *, is_object: bool) -> bytes:
    """A relocatable object, or assembly text, of a module."""
    with ffi.OutputString() as message:
        buffer = _function("LLVMPY_TargetMachineEmitToMemory")(target, module, int(is_object), message)
        if not buffer:
            raise RuntimeError(str(message))
    try:
        return ctypes.string_at(ffi.lib.LLVMPY_GetBufferStart(buffer), ffi.lib.LLVMPY_GetBufferSize(buffer))
    finally:
        ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)


_SHORT: Final = (
    *("ContextCreate", "SetTarget", "SetDataLayout", "DisposeString", "GetTargetFromTriple", "SetCommandLine"),
    *("CreateTargetMachineData", "CopyStringRepOfTargetData", "DisposeTargetData"),
    *("ModuleFunctionsIter", "FunctionsIterNext", "DisposeFunctionsIter", "IsDeclaration"),
    *("FunctionAttributesIter", "AttributeListIterNext", "DisposeAttributeListIter"),
    *("GetEnumAttributeKindForName", "AddFunctionAttr"),
    *("CreatePipelineTuningOptions", "DisposePipelineTuningOptions", "CreatePassBuilder", "DisposePassBuilder"),
    *("PTOSetSLPVectorization", "PTOSetLoopVectorization", "PTOSetLoopInterleaving"),
    *("CreateNewModulePassManager", "buildFunctionSimplificationPipeline", "buildPerModuleDefaultPipeline"),
    *("module_AddAlwaysInlinerPass", "module_AddSROAPass", "module_AddIPSCCPPass"),
    *("GetBufferStart", "GetBufferSize", "DisposeMemoryBuffer"),
)
"""Calls of some microseconds."""


def keep_python() -> None:
    """Makes the short calls keep Python to themselves, whoever makes them; they still wait for llvmlite's lock."""
    library = ctypes.PyDLL("llvmlite", handle=llvm.ffi.lib._handle)
    for name in _SHORT:
        locked: Any = getattr(llvm.ffi.lib, f"LLVMPY_{name}")
        found = library[f"LLVMPY_{name}"]
        found.argtypes, found.restype = locked.argtypes, locked.restype
        locked._cfn = found


@cache
def _function(name: str) -> Any:
    """A function of llvmlite's library, typed as llvmlite types it."""
    locked: Any = getattr(llvm.ffi.lib, name)
    found = _library()[name]
    found.argtypes, found.restype = locked.argtypes, locked.restype
    return found


@cache
def _library() -> Any:
    return ctypes.CDLL("llvmlite", handle=llvm.ffi.lib._handle)  # Windows takes no None for a name
