"""`cpu/`, `nvptx/`, `host/` and `abi/` (fastcall, TVM-FFI, torch, XLA entry points).

IR to LLVM text to object code, PTX or cubin.
"""
