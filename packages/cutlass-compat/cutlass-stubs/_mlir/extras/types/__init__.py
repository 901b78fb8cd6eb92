"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.types import BF16Type as BF16Type
from cutedsl.compat.mlir.types import F16Type as F16Type
from cutedsl.compat.mlir.types import F32Type as F32Type
from cutedsl.compat.mlir.types import F64Type as F64Type
from cutedsl.compat.mlir.types import IntegerType as IntegerType
from cutedsl.compat.mlir.types import T as T
from cutedsl.compat.mlir.types import bf16 as bf16
from cutedsl.compat.mlir.types import bool as bool
from cutedsl.compat.mlir.types import f16 as f16
from cutedsl.compat.mlir.types import f32 as f32
from cutedsl.compat.mlir.types import f64 as f64
from cutedsl.compat.mlir.types import i16 as i16
from cutedsl.compat.mlir.types import i32 as i32
from cutedsl.compat.mlir.types import i64 as i64
from cutedsl.compat.mlir.types import i8 as i8
