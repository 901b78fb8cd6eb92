"""Values that meet: taking a value apart into LLVM components for phis and selects, and building it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xdsl.ir import Attribute, Operation

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import VARYING, Lanes
from cutedsl.codegen.cpu.values import Pointer, Val, Value
from cutedsl.codegen.llvm.attributes import span_of
from cutedsl.codegen.llvm.constants import number_text, zero_text
from cutedsl.codegen.llvm.types import element_type, scalar_type
from cutedsl.errors import fail

NO_PLACE = "null"
"""The base of a pointer that no path sets."""
Component = tuple[str, str]
"""(LLVM type, text)."""


def components(e: WarpEmitter, value: Value, shape: Shape, mlir: Attribute) -> list[Component]:
    """The LLVM values that make up `value` in the form `shape`, at the current place."""
    if isinstance(value, Pointer):
        assert isinstance(shape, Lanes)
        return _pointer_components(e, value, shape)
    if isinstance(value, Val):
        assert isinstance(shape, Lanes)
        return [_component(e, value, shape, mlir)]
    assert isinstance(shape, tuple)
    return [_component(e, one, lanes, mlir) for one, lanes in zip(value, shape, strict=True)]


def _component(e: WarpEmitter, val: Val, lanes: Lanes, mlir: Attribute) -> Component:
    scalar = scalar_type(element_type(mlir))
    if lanes.varying and e.lanes:
        text = e.condition(val) if scalar == "i1" else e.vector(val, mlir)
        return f"<{e.lanes} x {scalar}>", text
    return scalar, val.text


def _pointer_components(e: WarpEmitter, pointer: Pointer, shape: Lanes) -> list[Component]:
    kind = pointer.offset_type
    if shape.varying and e.lanes:
        offset = (f"<{e.lanes} x {kind}>", e.offset_vector(pointer))
    else:
        offset = (kind, pointer.offset.text)
    limit = "-1" if pointer.limit is None else pointer.limit
    return [("ptr", pointer.base), offset, (kind, limit)]


def rebuild(e: WarpEmitter, like: Value, shape: Shape, mlir: Attribute, texts: Sequence[str]) -> Value:
    """The value made of components in the form `shape`; `like` is one of the values that met."""
    if isinstance(like, Pointer):
        assert isinstance(shape, Lanes)
        limit = None if like.limit is None else texts[2]
        own = like.space, limit, like.name, like.word_bytes, like.tensor
        return Pointer(texts[0], Val(texts[1], shape), *own, streams=like.streams and texts[0] == like.base)
    if isinstance(shape, Lanes):
        return _rebuilt(texts[0], shape, mlir)
    return tuple(_rebuilt(text, lanes, mlir) for text, lanes in zip(texts, shape, strict=True))


def _rebuilt(text: str, lanes: Lanes, mlir: Attribute) -> Val:
    if lanes.known and lanes.low is not None:
        return Val(number_text(lanes.low, scalar_type(element_type(mlir))), lanes)
    return Val(text, lanes)


def zeros(parts: Sequence[Component]) -> list[str]:
    """A zero for each component: what an arm that did not run stands for."""
    return [zero_text(kind) if kind[0] in "<pfdhb" else number_text(0, kind) for kind, _ in parts]


def varying_shape(mlir: Attribute, shape: Shape) -> Shape:
    """`shape` with every element varying."""
    return VARYING if isinstance(shape, Lanes) else (VARYING,) * len(shape)


def unset(value: Value) -> bool:
    """Whether a pointer is one that no path sets."""
    return isinstance(value, Pointer) and value.base == NO_PLACE


def select_lanes(
    e: WarpEmitter, op: Operation, mask: str, a: Sequence[Component], b: Sequence[str], like: Value, other: Value
) -> list[str]:
    """Lane by lane: `a` where the mask is set, else `b` (both in their varying form)."""
    if isinstance(like, Pointer) and isinstance(other, Pointer) and like.base != other.base:
        if unset(like) or unset(other):
            return list(b) if unset(like) else [text for _, text in a]
        raise fail(
            "not-yet",
            "a variable that is one array in some threads and another array in others, on the CPU",
            span=span_of(op),
            fix="Read and write each tensor in its own branch, and pass the elements on.",
        )
    out: list[str] = []
    for (kind, left), right in zip(a, b, strict=True):
        if kind[0] != "<" or left == right:
            out.append(left)
        else:
            out.append(e.f.op(f"select <{e.lanes} x i1> {mask}, {kind} {left}, {kind} {right}"))
    return out


class Phis:
    """Phis at the head of a loop: written when the loop starts, completed when its back edges are known."""

    def __init__(self, e: WarpEmitter) -> None:
        self._e = e
        self._open: list[tuple[int, str, str, list[tuple[str, str]]]] = []

    def add(self, kind: str, text: str, block: str) -> str:
        """A phi whose first incoming value is `text` from `block`; returns its name."""
        name = self._e.f.fresh()
        self._open.append((self._e.f.reserve(), name, kind, [(text, block)]))
        return name

    def incoming(self, texts: Sequence[str], block: str) -> None:
        """One more incoming edge, with a value for each phi in their order."""
        for (_, _, _, edges), text in zip(self._open, texts, strict=True):
            edges.append((text, block))

    def close(self) -> None:
        for place, name, kind, edges in self._open:
            pairs = ", ".join(f"[ {text}, %{block} ]" for text, block in edges)
            self._e.f.fill(place, f"{name} = phi {kind} {pairs}")


def flat(groups: Sequence[Sequence[Component]]) -> Iterator[Component]:
    """All components of several values, in order."""
    for group in groups:
        yield from group


def regroup(
    e: WarpEmitter,
    likes: Sequence[Value],
    shapes: Sequence[Shape],
    types: Sequence[Attribute],
    counts: Sequence[int],
    texts: Sequence[str],
) -> list[Value]:
    """The inverse of `flat` over `components`: several values from all their components."""
    out: list[Value] = []
    start = 0
    for like, shape, mlir, count in zip(likes, shapes, types, counts, strict=True):
        out.append(rebuild(e, like, shape, mlir, texts[start : start + count]))
        start += count
    return out


def in_region(e: WarpEmitter, mask: str | None, body: Callable[[], None]) -> None:
    """Runs `body` with another active mask; splats made inside are forgotten outside, where they may not reach."""
    before, splats = e.mask, e.splats
    e.mask, e.splats = mask, dict(splats)
    body()
    e.mask, e.splats = before, splats
