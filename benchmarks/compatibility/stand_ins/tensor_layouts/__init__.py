"""In the place of the package `tensor_layouts`: layouts that say nothing."""

from __future__ import annotations


class Layout:
    """Takes anything."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        pass

    def __str__(self) -> str:
        return "layout"


ComposedLayout = Swizzle = Layout


def coalesce(*args: object, **kwargs: object) -> Layout:
    """A layout."""
    return Layout()


compose = complement = logical_divide = logical_product = coalesce
