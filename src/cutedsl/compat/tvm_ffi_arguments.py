"""`cutlass.cute._tvm_ffi_args_spec_converter`: how arguments of programs with the TVM-FFI interface are described.

Libraries replace and extend it at import, for two ends. That a named tuple's fields annotated `Constexpr` are no
arguments of a call holds here by itself.
"""

from __future__ import annotations

from typing import Any, NoReturn

from cutedsl.errors import fail
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.operators import CLASS_OF

NumericToTVMFFIDtype: dict[type[Numeric], str] = {cls: spec.name.lower() for spec, cls in CLASS_OF.items()}
"""The name of each element type in DLPack's spelling: `float32`."""

AcceptableNumericTypesForScalar: list[type[Numeric]] = list(CLASS_OF.values())
"""The types that a scalar argument may have."""


def _convert_single_arg(arg: Any, arg_name: str, arg_type: Any, ctx: Any) -> NoReturn:
    """What a library calls from its replacement; nothing here calls either. Errors: not-yet."""
    raise fail("not-yet", "`cutlass.cute._tvm_ffi_args_spec_converter._convert_single_arg`")
