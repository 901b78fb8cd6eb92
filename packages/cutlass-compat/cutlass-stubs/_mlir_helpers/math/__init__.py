"""Written by scripts/cutlass_stubs.py."""

from cutedsl.compat.mlir.math import TensorSSA as TensorSSA
from cutedsl.compat.mlir.math import absf as absf
from cutedsl.compat.mlir.math import absi as absi
from cutedsl.compat.mlir.math import cos as cos
from cutedsl.compat.mlir.math import erf as erf
from cutedsl.compat.mlir.math import exp as exp
from cutedsl.compat.mlir.math import exp2 as exp2
from cutedsl.compat.mlir.math import fma as fma
from cutedsl.compat.mlir.math import handle_of as handle_of
from cutedsl.compat.mlir.math import log as log
from cutedsl.compat.mlir.math import log2 as log2
from cutedsl.compat.mlir.math import rcp as rcp
from cutedsl.compat.mlir.math import rsqrt as rsqrt
from cutedsl.compat.mlir.math import sin as sin
from cutedsl.compat.mlir.math import sqrt as sqrt
from cutedsl.compat.mlir.math import tanh as tanh
from cutedsl.compat.mlir.math import value_of as value_of
from cutedsl.compat.mlir.math import vector_of as vector_of
