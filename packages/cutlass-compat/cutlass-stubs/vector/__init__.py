"""Written by scripts/cutlass_stubs.py."""

from cutedsl.lang.register_vectors.vectors import Boolean as Boolean
from cutedsl.lang.register_vectors.vectors import Int32 as Int32
from cutedsl.lang.register_vectors.vectors import TensorSSA as TensorSSA
from cutedsl.lang.register_vectors.vectors import broadcast_to as broadcast_to
from cutedsl.lang.register_vectors.vectors import create_mask as create_mask
from cutedsl.lang.register_vectors.vectors import fail as fail
from cutedsl.lang.register_vectors.vectors import full as full
from cutedsl.lang.register_vectors.vectors import full_like as full_like
from cutedsl.lang.register_vectors.vectors import functions_take_places as functions_take_places
from cutedsl.lang.register_vectors.vectors import outerproduct as outerproduct
from cutedsl.lang.register_vectors.vectors import print_nd_vector as print_nd_vector
from cutedsl.lang.register_vectors.vectors import printf as printf
from cutedsl.lang.register_vectors.vectors import tuple_text as tuple_text
from cutedsl.lang.register_vectors.vectors import where as where
from cutedsl.lang.register_vectors.vectors import wrap as wrap
