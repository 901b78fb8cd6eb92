"""`cutlass._mlir.extras.types`: element types, called to be had."""

from __future__ import annotations

from cutedsl.compat.mlir.ir import BF16Type as BF16Type
from cutedsl.compat.mlir.ir import F16Type as F16Type
from cutedsl.compat.mlir.ir import F32Type as F32Type
from cutedsl.compat.mlir.ir import F64Type as F64Type
from cutedsl.compat.mlir.ir import IntegerType as IntegerType
from cutedsl.compat.private_names import T

i8, i16, i32, i64, bool, f16, bf16, f32, f64 = (
    *(T.i8, T.i16, T.i32, T.i64, T.bool),
    *(T.f16, T.bf16, T.f32, T.f64),
)
