"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.ir import Attribute as Attribute
from cutedsl.compat.mlir.ir import BF16Type as BF16Type
from cutedsl.compat.mlir.ir import BFloat16 as BFloat16
from cutedsl.compat.mlir.ir import Boolean as Boolean
from cutedsl.compat.mlir.ir import DSLUserCodeError as DSLUserCodeError
from cutedsl.compat.mlir.ir import F16Type as F16Type
from cutedsl.compat.mlir.ir import F32Type as F32Type
from cutedsl.compat.mlir.ir import F64Type as F64Type
from cutedsl.compat.mlir.ir import Float16 as Float16
from cutedsl.compat.mlir.ir import Float32 as Float32
from cutedsl.compat.mlir.ir import Float64 as Float64
from cutedsl.compat.mlir.ir import InsertionPoint as InsertionPoint
from cutedsl.compat.mlir.ir import Int16 as Int16
from cutedsl.compat.mlir.ir import Int32 as Int32
from cutedsl.compat.mlir.ir import Int64 as Int64
from cutedsl.compat.mlir.ir import Int8 as Int8
from cutedsl.compat.mlir.ir import IntegerType as IntegerType
from cutedsl.compat.mlir.ir import Location as Location
from cutedsl.compat.mlir.ir import MLIRError as MLIRError
from cutedsl.compat.mlir.ir import Numeric as Numeric
from cutedsl.compat.mlir.ir import RecordedBlock as RecordedBlock
from cutedsl.compat.mlir.ir import RecordedOperation as RecordedOperation
from cutedsl.compat.mlir.ir import Type as Type
from cutedsl.compat.mlir.ir import VectorType as VectorType
from cutedsl.compat.mlir.ir import fail as fail
from cutedsl.compat.mlir.ir import frozen as frozen
