"""Layouts as values that control flow and kernels carry: their run-time leaves are the parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cutedsl.errors.frozen import frozen
from cutedsl.layout import ComposedLayout, Layout, ScaledBasis
from cutedsl.layout.leaves import map_leaves
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.tree import register_tree


@frozen
class _Hole:
    """The place of a run-time leaf: its class and what divides it."""

    kind: type[Numeric]
    divisibility: int


def open_tree(tree: Any, handles: list[Handle]) -> Any:
    """A nested tuple with holes where run-time leaves were, whose handles join `handles`."""
    if isinstance(tree, tuple):
        return tuple(open_tree(item, handles) for item in tree)
    if isinstance(tree, ScaledBasis):
        return ScaledBasis(open_tree(tree.value, handles), tree.path)
    if isinstance(tree, Numeric):
        if tree.is_static:
            return int(tree)
        handles.append(tree.ir_value())
        return _Hole(type(tree), tree.divisibility)
    return tree


def fill_tree(tree: Any, handles: Iterator[Handle]) -> Any:
    """The inverse of `open_tree`, with other handles."""
    match tree:
        case tuple():
            return tuple(fill_tree(item, handles) for item in tree)  # pyright: ignore
        case ScaledBasis():
            return ScaledBasis(fill_tree(tree.value, handles), tree.path)
        case _Hole():
            return tree.kind.from_handle(next(handles), tree.divisibility)
        case _:
            return tree


def static_leaves(layout: Any) -> Any:
    """The layout with its leaves that tracing knows as plain integers."""
    return map_leaves(lambda leaf: int(leaf) if isinstance(leaf, Numeric) and leaf.is_static else leaf, layout)


def _flatten(layout: Layout) -> tuple[list[Handle], object]:
    handles: list[Handle] = []
    shape = open_tree(layout.shape, handles)
    return handles, (shape, open_tree(layout.stride, handles))


def _unflatten(structure: tuple[object, object], handles: Sequence[Handle]) -> Layout:
    supply = iter(handles)
    shape = fill_tree(structure[0], supply)
    return Layout(shape, fill_tree(structure[1], supply))


def _flatten_composed(layout: ComposedLayout) -> tuple[list[Handle], object]:
    parts = [_flatten(part) if isinstance(part, Layout) else ([], part) for part in (layout.inner, layout.outer)]
    (inner_handles, inner), (outer_handles, outer) = parts
    handles = list(inner_handles)
    offset = open_tree(layout.offset, handles)
    kind = isinstance(layout.inner, Layout)
    return [*handles, *outer_handles], (kind, inner, len(inner_handles), offset, len(handles), outer)


def _unflatten_composed(structure: Any, handles: Sequence[Handle]) -> ComposedLayout:
    is_layout, inner, inner_count, offset, outer_start, outer = structure
    made = _unflatten(inner, handles[:inner_count]) if is_layout else inner
    start = fill_tree(offset, iter(handles[inner_count:outer_start]))
    return ComposedLayout(made, start, _unflatten(outer, handles[outer_start:]))


def register_layouts() -> None:
    """Lets control flow and kernels carry layouts."""
    register_tree(Layout, _flatten, _unflatten)
    register_tree(ComposedLayout, _flatten_composed, _unflatten_composed)
