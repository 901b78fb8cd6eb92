"""TVM-FFI: compiled functions as `tvm_ffi.Function`, for other languages and frameworks to call."""

from __future__ import annotations

from cutedsl.driver.call.option_handlers import register_option_handler
from cutedsl.tvm_ffi.function import TvmFfiFunction, loaded_function, loaded_library, tvm_ffi_function

__all__ = ["TvmFfiFunction", "tvm_ffi_function"]

register_option_handler("enable_tvm_ffi", tvm_ffi_function)
register_option_handler("loaded_tvm_ffi", loaded_function)
register_option_handler("library_tvm_ffi", loaded_library)
