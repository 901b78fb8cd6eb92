"""The types of coordinates, for type checkers: which of them name an element, and which a part of a tensor."""

from __future__ import annotations

from typing import Any, TypeAlias

from cutedsl.staging.scalars import Integer

Index: TypeAlias = int | Integer
Place: TypeAlias = (
    Index
    | tuple[Index]
    | tuple[Index, Index]
    | tuple[Index, Index, Index]
    | tuple[Index, Index, Index, Index]
    | tuple[Index, Index, Index, Index, Index]
)
"""The coordinate of one element: an index, or one for each mode."""

Slice: TypeAlias = (
    tuple[None, *tuple[Any, ...]]
    | tuple[Any, None]
    | tuple[Any, None, *tuple[Any, ...]]
    | tuple[Any, Any, None, *tuple[Any, ...]]
    | tuple[Any, Any, Any, None, *tuple[Any, ...]]
    | tuple[Any, Any, Any, Any, None, *tuple[Any, ...]]
    | None
)
"""A coordinate with None in one of its first modes: these are kept."""
