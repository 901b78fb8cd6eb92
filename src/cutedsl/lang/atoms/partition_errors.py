"""Explains why a tensor cannot be partitioned."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.drawings import drawing
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, get_nonswizzle_portion, layout_text, logical_divide, product, size, tile_text


def cannot_partition(tensor: Tensor, tiles: tuple[Any, ...], error: DSLUserCodeError) -> DSLUserCodeError:
    """The error for a tensor that cannot be partitioned by a tile: it names the mode and draws it."""
    layout: Any = get_nonswizzle_portion(tensor.type_layout)
    for mode, tile in enumerate(tiles):
        part = layout[mode]
        try:
            logical_divide(part, tile)
        except DSLUserCodeError:
            return fail(
                "partition-mode",
                f"mode {mode} of the tensor is {layout_text(part)}, which does not split into tiles of "
                f"{tile_text(tile)}: a tile would take elements that no layout can number",
                notes=[
                    f"the whole layout is {layout_text(tensor.type_layout)}",
                    *drawing("cut tile", layout, mode, size(tile) if isinstance(tile, Layout) else product(tile)),
                ],
                fix="Choose a tile whose extent divides, or is a multiple of, the extents inside that mode.",
            )
    return error
