"""Why a tensor does not split into a tile's parts."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.lang.tensor import Tensor
from cutedsl.layout import get_nonswizzle_portion, layout_text, logical_divide, tile_text


def cannot_partition(tensor: Tensor, tiles: tuple[Any, ...], error: DSLUserCodeError) -> DSLUserCodeError:
    """The error of a tensor whose layout does not split into a tile's parts: it names the mode."""
    layout: Any = get_nonswizzle_portion(tensor.type_layout)
    for mode, (name, tile) in enumerate(zip(("0", "1", "2"), tiles, strict=False)):
        part = layout[mode]
        try:
            logical_divide(part, tile)
        except DSLUserCodeError:
            return fail(
                "partition-mode",
                f"mode {name} of the tensor is {layout_text(part)}, which does not split into tiles of "
                f"{tile_text(tile)}: a tile would take elements that no layout can number",
                notes=[f"the whole layout is {layout_text(tensor.type_layout)}"],
                fix="Choose a tile whose extent divides, or is a multiple of, the extents inside that mode.",
            )
    return error
