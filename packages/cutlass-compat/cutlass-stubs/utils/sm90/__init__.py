"""Written by scripts/cutlass_stubs.py."""

from cutedsl.utils.sm90 import compute_tile_shape_or_override as compute_tile_shape_or_override
from cutedsl.utils.sm90 import get_smem_layout_atom as get_smem_layout_atom
from cutedsl.utils.sm90 import get_smem_store_op as get_smem_store_op
from cutedsl.utils.sm90 import make_smem_layout_a as make_smem_layout_a
from cutedsl.utils.sm90 import make_smem_layout_b as make_smem_layout_b
from cutedsl.utils.sm90 import make_smem_layout_epi as make_smem_layout_epi
from cutedsl.utils.sm90 import make_trivial_tiled_mma as make_trivial_tiled_mma
from cutedsl.utils.sm90 import sm90_get_smem_store_op as sm90_get_smem_store_op
