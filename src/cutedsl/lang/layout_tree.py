"""Layouts as values that control flow and kernels carry: their run-time leaves are the parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cutedsl.layout import IntTuple, Layout
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.tree import register_tree


@dataclass(frozen=True, slots=True)
class _Hole:
    """The place of a run-time leaf: its class and what divides it."""

    kind: type[Numeric]
    divisibility: int


def _open(tree: IntTuple, handles: list[Handle]) -> object:
    if isinstance(tree, tuple):
        return tuple(_open(item, handles) for item in tree)
    if isinstance(tree, Numeric):
        if tree.is_static:
            return int(tree)
        handles.append(tree.ir_value())
        return _Hole(type(tree), tree.divisibility)
    return tree


def _fill(tree: object, handles: Iterator[Handle]) -> IntTuple:
    match tree:
        case tuple():
            return tuple(_fill(item, handles) for item in tree)  # pyright: ignore
        case _Hole():
            return tree.kind.from_handle(next(handles), tree.divisibility)
        case _:
            return tree  # pyright: ignore[reportReturnType]


def _flatten(layout: Layout) -> tuple[list[Handle], object]:
    handles: list[Handle] = []
    shape = _open(layout.shape, handles)
    return handles, (shape, _open(layout.stride, handles))


def _unflatten(structure: tuple[object, object], handles: Sequence[Handle]) -> Layout:
    supply = iter(handles)
    shape = _fill(structure[0], supply)
    return Layout(shape, _fill(structure[1], supply))


def register_layouts() -> None:
    """Lets control flow and kernels carry layouts."""
    register_tree(Layout, _flatten, _unflatten)
