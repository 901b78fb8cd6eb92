"""Values as programs take them apart, as text: what `debug_print_mlir_values` and `set_dynamic_debug` show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cutedsl.staging.protocol import current_emitter
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.tree import extract_mlir_values

_INDENT = "  "
_shown_levels: int | None = 0
"""How many levels of nested loops are printed while they are traced; None prints all."""


def set_dynamic_debug(enabled: bool, max_depth: int | None = None) -> None:
    """Whether each run-time loop prints the values that it carries when it is traced.

    `max_depth` is the deepest level that is printed: 0 prints outermost loops only, None prints all.
    """
    global _shown_levels  # a setting of the process, as it is in CuTe DSL
    levels = None if max_depth is None else max_depth + 1
    _shown_levels = levels if enabled else 0


def debug_print_mlir_values(value: Any) -> str:
    """The run-time values of an object in its own containers, a line each: `x: f32`. Prints nothing itself."""
    return "\n".join([f"type: {type(value).__name__}", *_tree_lines(extract_mlir_values(value, structured=True), 1)])


def show_carried(info: RegionInfo, values: Iterable[tuple[str, Any]]) -> None:
    """Prints what a loop carries, if `set_dynamic_debug` asked for loops of its level."""
    level = _level(info)
    if _shown_levels is not None and level >= _shown_levels:
        return
    where = f" at {info.span.file}:{info.span.line}" if info.span else ""
    lines = [f"[level {level}] loop{where}"]
    for name, value in values:
        tree = extract_mlir_values(value, structured=True)
        lines += [f"{_INDENT}{name}: {type(value).__name__}", *_tree_lines(tree, 2)]
    print("\n".join(lines))


def _level(info: RegionInfo) -> int:
    """How many loops a loop stands in; only loops have names that a later iteration reads, or a flag that ends them."""
    level, outer = 0, info.parent
    while outer is not None:
        level += bool(outer.looped or outer.stop)
        outer = outer.parent
    return level


def _tree_lines(tree: Any, depth: int) -> Iterator[str]:
    """A line for each value, below the names and places that lead to it."""
    items: Iterable[tuple[Any, Any]]
    if isinstance(tree, dict):
        items = tree.items()
    elif isinstance(tree, list):
        items = [(f"[{k}]", item) for k, item in enumerate(tree)]
    else:
        items = [("value", tree)]
    for name, item in items:
        if isinstance(item, dict | list):
            yield f"{_INDENT * depth}{name}:"
            yield from _tree_lines(item, depth + 1)
        else:
            yield f"{_INDENT * depth}{name}: {current_emitter().type_of(item)}"
