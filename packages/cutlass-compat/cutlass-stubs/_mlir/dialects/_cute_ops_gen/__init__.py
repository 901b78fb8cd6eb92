"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.cute import AddressSpace as AddressSpace
from cutedsl.compat.mlir.cute import Pointer as Pointer
from cutedsl.compat.mlir.cute import PtrType as PtrType
from cutedsl.compat.mlir.cute import frozen as frozen
from cutedsl.compat.mlir.cute import pointer_of as pointer_of
from cutedsl.compat.mlir.cute import recast_iter as recast_iter
from cutedsl.compat.mlir.cute import recast_ptr as recast_ptr
