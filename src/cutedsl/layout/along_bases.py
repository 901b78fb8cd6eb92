"""Layouts over coordinates: the modes that step along each basis, apart and together again."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from cutedsl.errors import fail
from cutedsl.layout.basis import ScaledBasis
from cutedsl.layout.layout import Layout

Path: TypeAlias = "tuple[int, ...]"


def modes_by_path(layout: Layout, strides: Sequence[Any]) -> dict[Path, list[int]]:
    """The flat modes that step along each basis path, `()` for integers; stride-0 modes step along none.

    Errors: basis-arithmetic where integers and bases are mixed.
    """
    paths: dict[Path, list[int]] = {}
    for i, d in enumerate(strides):
        if isinstance(d, ScaledBasis):
            paths.setdefault(d.path, []).append(i)
        elif not (isinstance(d, int) and d == 0):
            paths.setdefault((), []).append(i)
    if len(paths) > 1 and () in paths:
        raise fail("basis-arithmetic", f"{layout} mixes integer strides with scaled bases")
    return paths


def over_coordinates(layout: Layout, parts: Mapping[Path, Layout], missing: Callable[[Path], Layout]) -> Layout:
    """The layout in the profile of the coordinates: `parts` at their paths, `missing(path)` where no mode steps.

    Errors: basis-arithmetic where one path goes on inside another, as of `1@0` and `1@1@0`.
    """

    def below(prefix: Path) -> tuple[Any, Any]:
        part = parts.get(prefix)
        inner = [path[len(prefix)] for path in parts if len(path) > len(prefix) and path[: len(prefix)] == prefix]
        if part is not None and inner:
            raise fail("basis-arithmetic", f"a mode of {layout} steps along a mode and another one inside of it")
        if not inner:
            part = part if part is not None else missing(prefix)
            return part.shape, part.stride
        modes = [below((*prefix, mode)) for mode in range(max(inner) + 1)]
        return tuple([s for s, _ in modes]), tuple([d for _, d in modes])

    return Layout.unchecked(*below(()))
