"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.private_names import Arch as Arch
from cutedsl.compat.private_names import BFloat16 as BFloat16
from cutedsl.compat.private_names import BaseDSL as BaseDSL
from cutedsl.compat.private_names import Boolean as Boolean
from cutedsl.compat.private_names import CLASS_OF as CLASS_OF
from cutedsl.compat.private_names import CopyOp as CopyOp
from cutedsl.compat.private_names import CuTeDSL as CuTeDSL
from cutedsl.compat.private_names import DSLCudaRuntimeError as DSLCudaRuntimeError
from cutedsl.compat.private_names import DSLNotImplemented as DSLNotImplemented
from cutedsl.compat.private_names import DSLOptimizationWarning as DSLOptimizationWarning
from cutedsl.compat.private_names import DialectAutoConvertProxy as DialectAutoConvertProxy
from cutedsl.compat.private_names import DynamicExpression as DynamicExpression
from cutedsl.compat.private_names import Float16 as Float16
from cutedsl.compat.private_names import Float32 as Float32
from cutedsl.compat.private_names import Float64 as Float64
from cutedsl.compat.private_names import Int16 as Int16
from cutedsl.compat.private_names import Int32 as Int32
from cutedsl.compat.private_names import Int64 as Int64
from cutedsl.compat.private_names import Int8 as Int8
from cutedsl.compat.private_names import MmaOp as MmaOp
from cutedsl.compat.private_names import NotYet as NotYet
from cutedsl.compat.private_names import Numeric as Numeric
from cutedsl.compat.private_names import T as T
from cutedsl.compat.private_names import Tensor as Tensor
from cutedsl.compat.private_names import Vector as Vector
from cutedsl.compat.private_names import is_dynamic_expression as is_dynamic_expression
