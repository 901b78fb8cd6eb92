"""Where an angle is too large for the quick reduction: another function reduces it, lane by lane."""

from __future__ import annotations

from collections.abc import Sequence

from cutedsl.codegen.functions.body import MathBody


def of_large_angles(b: MathBody, x: str, slow: str, small: Sequence[tuple[str, str]], function: str) -> list[str]:
    """The parts of a reduced angle: `small`, (value, type of a lane), but those of `function(x)` where `slow` holds.

    `function` is written with its result, `{ float, i32 } @name`; it is only called with angles that are slow.
    """
    before, large, joined = b.text.block, b.text.label("large"), b.text.label("reduced")
    b.text.branch_if(b.any_lane(slow), large, joined)
    b.text.begin(large)
    found = _each_lane(b, x, slow, small, function) if b.lanes else _called(b, x, len(small), function)
    after = b.text.block
    b.text.branch(joined)
    b.text.begin(joined)
    pairs = zip(small, found, strict=True)
    return [b.text.phi(b.shaped(kind), (value, before), (other, after)) for (value, kind), other in pairs]


def _called(b: MathBody, x: str, count: int, function: str) -> list[str]:
    result = function.partition("@")[0]
    made = b.emit(f"call {function}({b.scalar} {x})")
    return [b.emit(f"extractvalue {result}{made}, {part}") for part in range(count)]


def _each_lane(b: MathBody, x: str, slow: str, small: Sequence[tuple[str, str]], function: str) -> list[str]:
    """A loop over the lanes; the slow ones take the place of the others' parts."""
    f = b.text
    before, each, call, following, out = f.block, *(f.label(hint) for hint in ("each", "call", "next", "out"))
    lane, after = f.fresh(), f.fresh()
    parts = [(f.fresh(), f.fresh(), value, b.shaped(kind), kind) for value, kind in small]
    f.branch(each)
    f.begin(each)
    f.do(f"{lane} = phi i32 [ 0, %{before} ], [ {after}, %{following} ]")
    for name, back, value, vector, _ in parts:
        f.do(f"{name} = phi {vector} [ {value}, %{before} ], [ {back}, %{following} ]")
    f.branch_if(b.emit(f"extractelement {b.condition} {slow}, i32 {lane}"), call, following)
    f.begin(call)
    made = _called(b, b.emit(f"extractelement {b.type} {x}, i32 {lane}"), len(parts), function)
    put = [
        b.emit(f"insertelement {vector} {name}, {kind} {one}, i32 {lane}")
        for (name, _, _, vector, kind), one in zip(parts, made, strict=True)
    ]
    f.branch(following)
    f.begin(following)
    for (name, back, _, vector, _), one in zip(parts, put, strict=True):
        f.do(f"{back} = phi {vector} [ {name}, %{each} ], [ {one}, %{call} ]")
    f.do(f"{after} = add i32 {lane}, 1")
    f.branch_if(b.emit(f"icmp eq i32 {after}, {b.lanes}"), out, each)
    f.begin(out)
    return [back for _, back, _, _, _ in parts]
