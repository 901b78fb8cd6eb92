"""Written by scripts/cutlass_stubs.py."""

from cutedsl.utils.blockscaled_layout import BlockScaledBasicChunk as BlockScaledBasicChunk
from cutedsl.utils.blockscaled_layout import make_smem_layout_sfa as make_smem_layout_sfa
from cutedsl.utils.blockscaled_layout import make_smem_layout_sfb as make_smem_layout_sfb
from cutedsl.utils.blockscaled_layout import make_tmem_layout_sfa as make_tmem_layout_sfa
from cutedsl.utils.blockscaled_layout import make_tmem_layout_sfb as make_tmem_layout_sfb
from cutedsl.utils.blockscaled_layout import tile_atom_to_shape_SF as tile_atom_to_shape_SF
