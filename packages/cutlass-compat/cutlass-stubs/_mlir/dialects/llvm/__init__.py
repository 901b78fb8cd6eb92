"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.llvm import AddressSpace as AddressSpace
from cutedsl.compat.mlir.llvm import AsmDialect as AsmDialect
from cutedsl.compat.mlir.llvm import Int32 as Int32
from cutedsl.compat.mlir.llvm import Int8 as Int8
from cutedsl.compat.mlir.llvm import PointerType as PointerType
from cutedsl.compat.mlir.llvm import Struct as Struct
from cutedsl.compat.mlir.llvm import StructType as StructType
from cutedsl.compat.mlir.llvm import VectorType as VectorType
from cutedsl.compat.mlir.llvm import addrspacecast as addrspacecast
from cutedsl.compat.mlir.llvm import asm_statement as asm_statement
from cutedsl.compat.mlir.llvm import bitcast as bitcast
from cutedsl.compat.mlir.llvm import extractvalue as extractvalue
from cutedsl.compat.mlir.llvm import fail as fail
from cutedsl.compat.mlir.llvm import frozen as frozen
from cutedsl.compat.mlir.llvm import handle_of as handle_of
from cutedsl.compat.mlir.llvm import inline_asm as inline_asm
from cutedsl.compat.mlir.llvm import intr_ctlz as intr_ctlz
from cutedsl.compat.mlir.llvm import intr_ctpop as intr_ctpop
from cutedsl.compat.mlir.llvm import inttoptr as inttoptr
from cutedsl.compat.mlir.llvm import make_ptr as make_ptr
from cutedsl.compat.mlir.llvm import mlir_undef as mlir_undef
from cutedsl.compat.mlir.llvm import numeric_class_of as numeric_class_of
from cutedsl.compat.mlir.llvm import pointer_of as pointer_of
from cutedsl.compat.mlir.llvm import ptrtoint as ptrtoint
from cutedsl.compat.mlir.llvm import splat as splat
from cutedsl.compat.mlir.llvm import value_of as value_of
