"""Views to start from in the playground, in the order of a first reading."""

from __future__ import annotations

from typing import Final

from cutedsl.viz.view import View

_SWIZZLED: Final = "S<3,3,3> o 0 o (8,64):(64,1)"

EXAMPLES: Final = (
    ("Row-major 4 x 8", View("(4,8):(8,1)")),
    ("Column-major 4 x 8: a shape alone is compact", View("(4,8)")),
    ("Nested modes: a matrix in 2 x 2 blocks", View("((2,2),(2,4)):((1,4),(2,8))")),
    ("Padding: rows of 8 that start 9 apart", View("(4,8):(9,1)")),
    ("Broadcast: stride 0", View("(4,8):(0,1)")),
    ("Divide 8 x 8 into tiles of 2 x 4", View("(8,8):(8,1)", (("zipped-divide", "(2,4)"),))),
    ("One tile of a divided matrix", View("(8,8):(8,1)", (("zipped-divide", "(2,4)"), ("slice", "(_,3)")))),
    ("Repeat a block", View("(2,4):(4,1)", (("blocked-product", "(2,2):(2,1)"),))),
    ("Compose: follow B through A", View("(6,4):(4,1)", (("compose", "(4,3):(3,1)"),))),
    ("Complement: what a layout leaves out", View("(2,4):(1,6)", (("complement", "24"),))),
    ("Inverse of a transpose", View("(4,8):(8,1)", (("right-inverse", ""),))),
    ("Coordinates: an identity layout, tiled", View("(8,8):(1@0,1@1)", (("zipped-divide", "(4,4)"),))),
    ("Threads and values of a tile", View("((8,4),(2,2)):((8,2),(1,64))", drawing="tv", tile="(8,16)")),
    ("A column of 32 x 32 floats: 32-way conflict", View("32:32", drawing="conflicts", bits=32)),
    ("The same column, padded: no conflict", View("32:33", drawing="conflicts", bits=32)),
    ("16 bytes a lane: four phases", View("32:4", drawing="conflicts", bits=32, access_bytes=16)),
    ("Banks of a row-major tile", View("(8,64):(64,1)", drawing="banks")),
    ("Banks of a swizzled tile (128 bytes)", View(_SWIZZLED, drawing="banks")),
    ("Rows of that tile read by ldmatrix", View(_SWIZZLED, (("slice", "(_,0)"),), "conflicts", access_bytes=16)),
    (
        "MMA of Ampere: 16 x 8 x 16, half precision",
        View("", drawing="instruction", instruction="mma.m16n8k16.f32.f16.f16"),
    ),
    (
        "MMA of Hopper: a warp group, 64 x 64 x 16",
        View("", drawing="instruction", instruction="wgmma.m64n64k16.f32.f16.f16.ra"),
    ),
    ("ldmatrix, four 8 x 8 matrices", View("", drawing="instruction", instruction="ldmatrix.x4")),
    ("ldmatrix, transposed", View("", drawing="instruction", instruction="ldmatrix.x1.trans")),
)
"""(title, view)."""
