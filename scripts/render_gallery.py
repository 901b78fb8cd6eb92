"""The gallery: `python scripts/render_gallery.py [FOLDER]` draws docs/pictures/*.svg and writes its README.md.

Each picture is the value `picture` of a piece of code that the page shows, so page and picture cannot differ.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutedsl.viz import Picture

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
_HEAD = """<!-- Written by `python scripts/render_gallery.py`; edit that. -->

# Pictures of layouts

Each picture below is what `picture` is at the end of the code above it. `picture.save("name.svg")` writes it; so do
`.tex` (TikZ), `.txt`, `.png` and `.pdf` (the last two with matplotlib). A notebook shows it, `rich.print(picture)`
prints it, and `cutedsl show layout` and `cutedsl play` draw the same without any code.
"""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One picture of the gallery: the name of its file, what it shows, and the code that makes `picture`."""

    name: str
    caption: str
    code: str


EXHIBITS = (
    Exhibit(
        "layout",
        "A layout: the index at each coordinate, pale at the start of memory and blue at its end",
        """from cutedsl.cute.viz import layout_picture
from cutedsl import Layout

picture = layout_picture(Layout("(4,8):(8,1)"))
""",
    ),
    Exhibit(
        "nested",
        "Nested modes have a header for each extent, and stronger lines where tiles end",
        """from cutedsl.cute.viz import layout_picture
from cutedsl import Layout

picture = layout_picture(Layout("((2,4),(2,2,4)):((1,4),(2,16,32))"))
""",
    ),
    Exhibit(
        "slices",
        "Further modes become a grid for each of their indices",
        """from cutedsl.cute.viz import layout_picture
from cutedsl import Layout

picture = layout_picture(Layout("(4,4,3):(4,1,16)"))
""",
    ),
    Exhibit(
        "cut",
        "A large layout is cut, and says so",
        """from cutedsl.cute.viz import layout_picture
from cutedsl import Layout

picture = layout_picture(Layout("(128,256):(256,1)"), limit=12)
""",
    ),
    Exhibit(
        "divide",
        "Before and after an operation: an index keeps its colour",
        """from cutedsl.cute.viz import before_after_picture
from cutedsl import Layout

a = Layout("(4,8):(8,1)")
picture = before_after_picture(a, a.zipped_divide((2, 4)), "zipped_divide(A, (2,4))")
""",
    ),
    Exhibit(
        "product",
        "A product repeats a block",
        """from cutedsl.cute.viz import before_after_picture
from cutedsl import Layout

a = Layout("(2,4):(4,1)")
picture = before_after_picture(a, a.blocked_product(Layout("(2,2):(2,1)")), "blocked_product(A, (2,2):(2,1))")
""",
    ),
    Exhibit(
        "composition",
        "A composition as a chain: follow one colour from B through A to A o B",
        """from cutedsl.cute.viz import composition_picture
from cutedsl import Layout

picture = composition_picture(Layout("(6,4):(4,1)"), Layout("(4,3):(3,1)"))
""",
    ),
    Exhibit(
        "threads",
        "A thread-value layout: who holds which element of the tile",
        """from cutedsl.cute.viz import tv_picture
from cutedsl import Layout, cute

tile, tv = cute.make_layout_tv(Layout("(4,8):(8,1)"), Layout("(2,2):(2,1)"))
picture = tv_picture(tv, tile)
""",
    ),
    Exhibit(
        "copy",
        "A copy: what each thread reads, and where it writes",
        """from cutedsl.cute.viz import copy_picture
from cutedsl import Layout

rows = Layout("((4,8),4):((32,1),8)")  # 4 neighbours along N, which are contiguous in global memory
columns = Layout("(32,4):(4,1)")
picture = copy_picture(rows, columns, (8, 16))
""",
    ),
    Exhibit(
        "mma",
        "A matrix multiply (the 16×8×8 instruction for half precision): a row of A and a column of B meet in C",
        """from cutedsl.cute.viz import mma_picture
from cutedsl import Layout

a = Layout("((4,8),(2,2)):((32,1),(16,8))")
b = Layout("((4,8),2):((16,1),8)")
c = Layout("((4,8),(2,2)):((32,1),(16,8))")
picture = mma_picture(a, b, c, (16, 8, 8))
""",
    ),
    Exhibit(
        "swizzle",
        "A swizzle, coloured by shared-memory bank: before it, each column lies in one bank; after it, in eight",
        """from cutedsl.cute.viz import swizzle_picture
from cutedsl.layout import parse_layout

picture = swizzle_picture(parse_layout("S<3,2,3> o 0 o (8,32):(32,1)"), bits=32)
""",
    ),
    Exhibit(
        "conflicts",
        "Bank conflicts of an access: one row is a pass; 8 bytes a lane are served in two phases",
        """from cutedsl.cute.viz import conflict_picture
from cutedsl import Layout

picture = conflict_picture(Layout("(16,2):(4,64)"), access_bytes=8)
""",
    ),
    Exhibit(
        "tensor_memory",
        "Tensor memory of a Blackwell kernel: who owns which lanes and columns, in each phase",
        """from cutedsl.cute.viz import TmemRegion, tmem_picture

scores, parts, product = ("S", 0, 128), ("P", 192, 64), ("O", 128, 64)
picture = tmem_picture(
    [
        ("scores: S = Q K^T", [TmemRegion(*scores, "mma writes")]),
        ("softmax", [TmemRegion(*scores, "warps read"), TmemRegion(*parts, "warps write")]),
        ("product: O = P V", [TmemRegion(*parts, "mma reads"), TmemRegion(*product, "mma writes")]),
        ("sums", [TmemRegion(*product, "warps read")]),
    ],
    columns=256,
    title="Tensor memory of examples/blackwell/6_attention.py",
)
""",
    ),
    Exhibit(
        "pair",
        "A multiply by a pair of blocks: which block holds what of A, B and the sums D",
        """import cutedsl as cutlass
from cutedsl.cute.nvgpu import tcgen05
from cutedsl.cute.viz import pair_picture
from cutedsl.utils import sm100

k_major, two = tcgen05.OperandMajorMode.K, tcgen05.CtaGroup.TWO
picture = pair_picture(
    sm100.make_trivial_tiled_mma(cutlass.Float16, k_major, k_major, cutlass.Float32, two, (256, 128))
)
""",
    ),
    Exhibit(
        "scales",
        "Scale factors of 128 rows: in memory, and in tensor memory, where multiplies read them",
        """from cutedsl.cute.viz import scales_picture
from cutedsl.utils.blockscaled_layout import BlockScaledBasicChunk

picture = scales_picture(BlockScaledBasicChunk(16).layout, 16, rows=8)
""",
    ),
)


def picture_of(exhibit: Exhibit) -> Picture:
    """Runs the code of an exhibit."""
    names: dict[str, Any] = {}
    exec(compile(exhibit.code, f"<{exhibit.name}>", "exec"), names)
    return names["picture"]


def main(folder: Path) -> int:
    """Writes every picture and the page."""
    folder.mkdir(parents=True, exist_ok=True)
    page = _HEAD
    for exhibit in EXHIBITS:
        picture_of(exhibit).save(folder / f"{exhibit.name}.svg")
        page += f"\n## {exhibit.caption}\n\n```python\n{exhibit.code}```\n\n![{exhibit.caption}]({exhibit.name}.svg)\n"
    (folder / "README.md").write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
