"""Compares the layout algebra with the results that CuTe IR's tests state: `python scripts/layout_facts.py FOLDER`.

FOLDER is a copy of `cutlass_compiler/cute_ir/test` of github.com/NVIDIA/cutlass (BSD-3-Clause); nothing of it is in
this repository. A fact is one op with its operand and result types, whose text spells every static number. The report
counts facts by outcome, and lists those that differ; `--all` lists also those that have no form here. A file without a
BSD-3-Clause header is skipped. docs/layout_differences.md gives the reason for each difference.
"""

# Facts are of any operation and type.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cutedsl.layout as cl
from cutedsl.errors import DSLBaseError

_COMMENT = re.compile(r"//[^\n]*")
_STATEMENT = re.compile(
    r"^[ \t]*(?P<result>%\w+)?(?::\d+)?(?:\s*=\s*)?cute\.(?P<op>\w+)\s*(?:<(?P<attributes>[^>]*)>)?\s*"
    r"\((?P<operands>[^)]*)\)\s*:(?P<types>.*?)(?=^\s*(?:%|return\b|func\b|cute\.|\}|scf\b)|\Z)",
    re.DOTALL | re.MULTILINE,
)
_TYPE = re.compile(r'!cute\.(\w+)<"([^"]*)">|\b(i\d+)\b')
_FUNCTION = re.compile(r"^func\.func", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fact:
    """One op: its attributes, and the types of its operands and of its result as (kind, text)."""

    op: str
    attributes: str
    operands: tuple[tuple[str, str], ...]
    result: tuple[str, str]

    def __str__(self) -> str:
        inputs = ", ".join(text for _, text in self.operands)
        return f"{self.op}{f'<{self.attributes}>' if self.attributes else ''}({inputs}) -> {self.result[1]}"


def facts(folder: Path) -> Iterator[Fact]:
    """The facts of the files below a folder, each once, in the order of the files."""
    seen: set[Fact] = set()
    for file in sorted(folder.rglob("*.mlir")):
        text = file.read_text()
        if "SPDX-License-Identifier: BSD-3-Clause" not in text or "_errors" in file.name:
            continue
        for body in _FUNCTION.split(_COMMENT.sub("", text))[1:]:
            for fact in _facts_of_function(body):
                if fact not in seen:
                    seen.add(fact)
                    yield fact


def _facts_of_function(body: str) -> Iterator[Fact]:
    """The ops of one function; a result type that the op leaves out is that of the value's return."""
    for found in _STATEMENT.finditer(body):
        types = [(kind or plain, text) for kind, text, plain in _TYPE.findall(found["types"])]
        operands = len(re.findall(r"%", found["operands"]))
        result = types[operands] if len(types) > operands else _returned(body, found["result"])
        if result and operands:
            attributes = re.sub(r"[\[\]\s]", "", found["attributes"] or "")
            yield Fact(found["op"], attributes, tuple(types[:operands]), result)


def _returned(body: str, name: str | None) -> tuple[str, str] | None:
    """The type that a function returns a value under, if it returns that value."""
    found = re.search(rf'return {name} : !cute\.(\w+)<"([^"]*)">', body) if name else None
    return (found[1], found[2]) if found else None


def _value(kind: str, text: str) -> Any:
    """The Python object of a type: a layout, a tiler, or an integer tuple."""
    if kind in ("layout", "composed_layout"):
        return cl.parse_layout(text)
    if kind == "tile":
        return cl.parse_tile(text) if not re.fullmatch(r"[\d(),?]+", text) else cl.parse_tuple(text)
    return cl.parse_layout(text) if kind == "swizzle" else cl.parse_tuple(text)


def _moded(f: Callable[..., Any]) -> Callable[..., Any]:
    """An op whose attributes are one list of modes, as a path."""
    return lambda modes, x: f(x, mode=list(modes))


def _plain(f: Callable[..., Any]) -> Callable[..., Any]:
    """An op without attributes."""
    return lambda _modes, *operands: f(*operands)


def _of_modes(x: Any, name: str) -> Any:
    """The shape or stride of a layout, or of each mode of a tiler."""
    return tuple(_of_modes(mode, name) for mode in x) if isinstance(x, tuple) else x and getattr(x, name)


OPS: dict[str, Callable[..., Any]] = {
    **{
        name: _plain(getattr(cl, name))
        for name in [
            "blocked_product",
            "ceil_div",
            "complement",
            "composition",
            "crd2idx",
            "dice",
            "flat_divide",
            "flat_product",
            "flatten",
            "idx2crd",
            "increment_coord",
            "left_inverse",
            "logical_divide",
            "logical_product",
            "make_composed_layout",
            "make_identity_layout",
            "make_layout_like",
            "make_ordered_layout",
            "raked_product",
            "right_inverse",
            "shape_div",
            "tile_to_shape",
            "tiled_divide",
            "tiled_product",
            "zipped_divide",
            "zipped_product",
        ]
    },
    "append_to_rank": lambda rank, x, elem: cl.append(x, elem, up_to_rank=rank[0]),
    "prepend_to_rank": lambda rank, x, elem: cl.prepend(x, elem, up_to_rank=rank[0]),
    "coalesce": lambda _, x, profile=None: cl.coalesce(x, target_profile=profile),
    "composed_get_inner": lambda _, x: x.inner,
    "composed_get_offset": lambda _, x: x.offset,
    "composed_get_outer": lambda _, x: x.outer,
    "cosize": _moded(cl.cosize),
    "get": _moded(cl.get),
    "get_shape": lambda _, x: _of_modes(x, "shape"),
    "get_stride": lambda _, x: _of_modes(x, "stride"),
    "group_modes": lambda modes, x: cl.group_modes(x, *modes),
    "layout_eval": lambda _, coord, layout: cl.crd2idx(coord, layout),
    "make_layout": lambda _, shape, stride: cl.make_layout(shape, stride=stride),
    "recast_layout": lambda bits, x: cl.recast_layout(bits[0], bits[1], x),
    "select": lambda modes, x: cl.select(x, list(modes)),
    "size": _moded(cl.size),
    "slice": lambda _, x, coord: cl.slice_(x, coord),
    "tuple_add": _plain(cl.add_coords),
    "tuple_product": _plain(cl.product),
    "tuple_product_each": _plain(cl.product_each),
}
"""What computes an op here, called with its attributes (a tuple of integers) and its operands."""


def _text(kind: str, x: Any) -> str:
    """The text of a result, as a type of a kind spells it."""
    if isinstance(x, (cl.Layout, cl.ComposedLayout)):
        return cl.layout_text(x, cl.exact_leaf)
    if isinstance(x, cl.Swizzle):
        return str(x)
    if kind == "tile":
        return cl.tile_text(x)
    return cl.tuple_text(x, cl.exact_leaf)


def _without_divisibility(text: str) -> str:
    """A type's text without what is known of run-time numbers."""
    return re.sub(r"\{[^}]*\}", "", text)


def _size_1_strides_zeroed(text: str) -> str:
    """A layout's text with the strides of modes of size 1 as 0, as they move nothing."""
    try:
        layout = cl.parse_layout(_without_divisibility(text))
    except DSLBaseError:
        return text
    if isinstance(layout, cl.Swizzle):
        return text
    if isinstance(layout, cl.ComposedLayout):
        return f"{layout.inner} o {layout.offset} o {_size_1_strides_zeroed(str(layout.outer))}"
    return str(cl.make_layout(layout.shape, stride=_zeroed(layout.shape, layout.stride)))


def _zeroed(shape: Any, stride: Any) -> Any:
    if isinstance(shape, tuple):
        return tuple(_zeroed(s, d) for s, d in zip(shape, stride, strict=True))
    return 0 if isinstance(shape, int) and shape == 1 else stride


def compare(fact: Fact) -> tuple[str, str]:
    """The outcome of one fact, and what came instead."""
    if fact.op not in OPS:
        return f"no form: {fact.op}", ""
    expected = fact.result[1]
    try:
        modes = tuple(int(n) for n in fact.attributes.split(",") if n)
        came = _text(fact.result[0], OPS[fact.op](modes, *[_value(*operand) for operand in fact.operands]))
    except DSLBaseError as error:
        return "refused", str(error).splitlines()[0]
    except Exception as error:
        return "crash", repr(error)
    if came == expected:
        return "equal", came
    if _without_divisibility(came) == _without_divisibility(expected):
        return "equal but for printed divisibility", came
    if _size_1_strides_zeroed(came) == _size_1_strides_zeroed(expected):
        return "equal but for strides of modes of size 1", came
    return "different", came


def main(arguments: list[str]) -> int:
    """Prints the report; 1 where a fact is different or refused."""
    folders = [Path(a) for a in arguments if not a.startswith("--")]
    if not folders:
        print(__doc__)
        return 2
    counts: Counter[str] = Counter()
    for folder in folders:
        for fact in facts(folder):
            outcome, came = compare(fact)
            counts[outcome] += 1
            if outcome in ("different", "refused", "crash") or (outcome != "equal" and "--all" in arguments):
                print(f"{outcome}: {fact}\n    here: {came}")
    for outcome, count in counts.most_common():
        print(f"{count:5} {outcome}")
    return 1 if counts["different"] + counts["refused"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
