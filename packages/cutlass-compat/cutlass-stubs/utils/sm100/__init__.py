"""Written by scripts/cutlass_stubs.py."""

from cutedsl.utils.sm100 import SmemLayoutAtomKind as SmemLayoutAtomKind
from cutedsl.utils.sm100 import check_gemm_tma_alignment as check_gemm_tma_alignment
from cutedsl.utils.sm100 import cluster_shape_to_tma_atom_A as cluster_shape_to_tma_atom_A
from cutedsl.utils.sm100 import cluster_shape_to_tma_atom_B as cluster_shape_to_tma_atom_B
from cutedsl.utils.sm100 import cluster_shape_to_tma_atom_SFB as cluster_shape_to_tma_atom_SFB
from cutedsl.utils.sm100 import compute_epilogue_tile_shape as compute_epilogue_tile_shape
from cutedsl.utils.sm100 import compute_epilogue_tile_size as compute_epilogue_tile_size
from cutedsl.utils.sm100 import get_layoutSFA_TV as get_layoutSFA_TV
from cutedsl.utils.sm100 import get_layoutSFB_TV as get_layoutSFB_TV
from cutedsl.utils.sm100 import get_permutation_mnk as get_permutation_mnk
from cutedsl.utils.sm100 import get_smem_layout_atom_ab as get_smem_layout_atom_ab
from cutedsl.utils.sm100 import get_smem_layout_atom_epi as get_smem_layout_atom_epi
from cutedsl.utils.sm100 import get_smem_store_op as get_smem_store_op
from cutedsl.utils.sm100 import get_tmem_copy_properties as get_tmem_copy_properties
from cutedsl.utils.sm100 import get_tmem_load_op as get_tmem_load_op
from cutedsl.utils.sm100 import make_blockscaled_trivial_tiled_mma as make_blockscaled_trivial_tiled_mma
from cutedsl.utils.sm100 import make_smem_layout as make_smem_layout
from cutedsl.utils.sm100 import make_smem_layout_a as make_smem_layout_a
from cutedsl.utils.sm100 import make_smem_layout_atom as make_smem_layout_atom
from cutedsl.utils.sm100 import make_smem_layout_b as make_smem_layout_b
from cutedsl.utils.sm100 import make_smem_layout_epi as make_smem_layout_epi
from cutedsl.utils.sm100 import make_trivial_tiled_mma as make_trivial_tiled_mma
from cutedsl.utils.sm100 import partition_fragment_SFA as partition_fragment_SFA
from cutedsl.utils.sm100 import partition_fragment_SFB as partition_fragment_SFB
from cutedsl.utils.sm100 import sm120_get_smem_store_op as sm120_get_smem_store_op
from cutedsl.utils.sm100 import tile_to_mma_shape as tile_to_mma_shape
