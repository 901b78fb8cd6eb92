"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.vector import ShapedVector as ShapedVector
from cutedsl.compat.mlir.vector import TensorSSA as TensorSSA
from cutedsl.compat.mlir.vector import VectorType as VectorType
from cutedsl.compat.mlir.vector import bitcast as bitcast
from cutedsl.compat.mlir.vector import broadcast as broadcast
from cutedsl.compat.mlir.vector import extract as extract
from cutedsl.compat.mlir.vector import extract_strided_slice as extract_strided_slice
from cutedsl.compat.mlir.vector import extractelement as extractelement
from cutedsl.compat.mlir.vector import fail as fail
from cutedsl.compat.mlir.vector import from_elements as from_elements
from cutedsl.compat.mlir.vector import full as full
from cutedsl.compat.mlir.vector import insert as insert
from cutedsl.compat.mlir.vector import insert_strided_slice as insert_strided_slice
from cutedsl.compat.mlir.vector import insertelement as insertelement
from cutedsl.compat.mlir.vector import recast as recast
from cutedsl.compat.mlir.vector import select_ as select_
from cutedsl.compat.mlir.vector import shape_cast as shape_cast
from cutedsl.compat.mlir.vector import shuffle as shuffle
from cutedsl.compat.mlir.vector import splat as splat
from cutedsl.compat.mlir.vector import value_of as value_of
