"""Written by scripts/cutlass_stubs.py."""

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
