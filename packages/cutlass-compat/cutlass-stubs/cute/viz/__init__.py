"""Written by scripts/cutlass_stubs.py."""

from cutedsl.cute.viz import BankReport as BankReport
from cutedsl.cute.viz import Phase as Phase
from cutedsl.cute.viz import Picture as Picture
from cutedsl.cute.viz import TmemRegion as TmemRegion
from cutedsl.cute.viz import bank_conflicts as bank_conflicts
from cutedsl.cute.viz import before_after_picture as before_after_picture
from cutedsl.cute.viz import composition_picture as composition_picture
from cutedsl.cute.viz import conflict_picture as conflict_picture
from cutedsl.cute.viz import copy_picture as copy_picture
from cutedsl.cute.viz import layout_picture as layout_picture
from cutedsl.cute.viz import mma_picture as mma_picture
from cutedsl.cute.viz import pair_picture as pair_picture
from cutedsl.cute.viz import print_latex as print_latex
from cutedsl.cute.viz import print_latex_tv as print_latex_tv
from cutedsl.cute.viz import render_layout_svg as render_layout_svg
from cutedsl.cute.viz import render_swizzle_layout_svg as render_swizzle_layout_svg
from cutedsl.cute.viz import render_tv_layout_svg as render_tv_layout_svg
from cutedsl.cute.viz import scales_picture as scales_picture
from cutedsl.cute.viz import serve as serve
from cutedsl.cute.viz import swizzle_picture as swizzle_picture
from cutedsl.cute.viz import tiled_picture as tiled_picture
from cutedsl.cute.viz import tmem_picture as tmem_picture
from cutedsl.cute.viz import tv_picture as tv_picture
