"""Random views: layouts, operations whose arguments fit or nearly fit, drawings, and wrong texts."""

from __future__ import annotations

from random import Random

from cutedsl.viz.operations import OPERATIONS
from cutedsl.viz.view import View

_EXTENTS = (1, 2, 2, 3, 4, 4, 5, 6, 8, 8, 16)
_WRONG = (
    "",
    "(4,8",
    "(4,8):(8)",
    "4:",
    "(4,,2)",
    "S<1>",
    "S<3,4,1> o 0 o 8:1",
    "x",
    "(0,4)",
    "(_,4)",
    "-4",
    "4:1 o",
    "(4:1)",
)


def views(seed: int, count: int) -> list[View]:
    """`count` views; the same for the same seed."""
    random = Random(seed)
    return [_view(random) for _ in range(count)]


def _view(random: Random) -> View:
    steps = tuple([_step(random) for _ in range(random.choice((0, 1, 1, 1, 2, 3)))])
    drawing = random.choice(("grid", "grid", "grid", "grid", "tv", "banks", "conflicts"))
    bits, access = random.choice((8, 16, 16, 32, 64)), random.choice((1, 2, 4, 4, 8, 16))
    return View(_start(random), steps, drawing, _tuple(random), bits, access)


def _start(random: Random) -> str:
    kind = random.random()
    if kind < 0.04:
        return random.choice(_WRONG)
    if kind < 0.2:
        return f"{_swizzle(random)} o {random.choice((0, 0, 0, 8, 32))} o {_compact(random)}"
    return _basis(random) if kind < 0.3 else _layout(random)


def _shape(random: Random, depth: int = 2) -> str:
    if depth == 0 or random.random() < 0.6:
        return str(random.choice(_EXTENTS))
    return "(" + ",".join([_shape(random, depth - 1) for _ in range(random.choice((1, 2, 2, 3)))]) + ")"


def _strides_for(random: Random, shape: str, step: list[int]) -> str:
    """A stride for each extent of a shape: mostly compact ones, some with gaps, overlaps, zeros or signs."""
    out, digits = "", ""
    for char in shape + "\0":
        if char.isdigit():
            digits += char
            continue
        if digits:
            out += str(_stride(random, int(digits), step))
            digits = ""
        out += char if char != "\0" else ""
    return out


def _stride(random: Random, extent: int, step: list[int]) -> int:
    kind = random.random()
    here = step[0]
    step[0] *= extent * (2 if kind < 0.1 else 1)
    if kind > 0.97:
        return -here
    return 0 if kind > 0.92 else random.choice((1, 2, 3, 7, 12)) if kind > 0.82 else here


def _layout(random: Random) -> str:
    shape = _shape(random) if random.random() < 0.3 else f"({_shape(random, 1)},{_shape(random, 1)})"
    if random.random() < 0.2:
        return shape
    if random.random() < 0.4 and "(" not in shape[1:]:  # the last mode fastest
        extents = [int(e) for e in shape.strip("()").split(",")]
        strides = [1] * len(extents)
        for k in reversed(range(len(extents) - 1)):
            strides[k] = strides[k + 1] * extents[k + 1]
        return f"{shape}:({','.join(map(str, strides))})" if "(" in shape else f"{shape}:1"
    return f"{shape}:{_strides_for(random, shape, [1])}"


def _compact(random: Random) -> str:
    rows, cols = random.choice((4, 8, 16)), random.choice((8, 16, 32, 64))
    return random.choice(
        (
            f"({rows},{cols}):({cols},1)",
            f"({rows},{cols}):(1,{rows})",
            f"(({rows},2),{cols}):(({cols},{cols * rows}),1)",
        )
    )


def _basis(random: Random) -> str:
    m, n = random.choice((2, 4, 6, 8)), random.choice((2, 3, 4, 8))
    return random.choice(
        (f"({m},{n}):(1@0,1@1)", f"({m},{n}):(1@1,1@0)", f"({m},{n}):(2@0,1@1)", f"({m},(2,{n})):(1@0,(1@0@1,1@1@1))")
    )


def _swizzle(random: Random) -> str:
    return f"S<{random.choice((0, 1, 2, 3))},{random.choice((0, 2, 3, 4))},{random.choice((3, 3, 3, 4, 2))}>"


def _tuple(random: Random) -> str:
    if random.random() < 0.3:
        return str(random.choice(_EXTENTS))
    return (
        "("
        + ",".join([random.choice((*map(str, _EXTENTS[1:6]), "_")) for _ in range(random.choice((1, 2, 2, 2, 3)))])
        + ")"
    )


def _tiler(random: Random) -> str:
    kind = random.random()
    if kind < 0.5:
        return _tuple(random)
    if kind < 0.8:
        return f"{random.choice((2, 3, 4))}:{random.choice((1, 2, 4))}" if kind < 0.65 else _layout(random)
    return f"[{random.choice((2, 4))}:{random.choice((1, 2))};{random.choice(('_', '2:1', '4:1', '(2,2):(1,2)'))}]"


def _step(random: Random) -> tuple[str, str]:
    name = random.choice(tuple(OPERATIONS))
    if random.random() < 0.03:
        return random.choice((name, "twist")), random.choice(_WRONG)
    match name:
        case "compose":
            return name, _swizzle(random) if random.random() < 0.15 else _tiler(random)
        case "complement":
            return name, random.choice(("", str(random.choice((16, 24, 64, 100))), "(4,8)"))
        case "group":
            return name, random.choice(("0,2", "0,1", "1,2", "(0,2)", "0,-1", "1"))
        case "select":
            return name, random.choice(("0", "1,0", "(0,1)", "2"))
        case "slice":
            return name, random.choice(("(_,2)", "(1,_)", "(_,_)", "((_,1),_)", "3", "(0,0)"))
        case "recast":
            return name, random.choice(("16,32", "32,16", "16,8", "8,16", "8,24"))
        case "swizzle":
            return name, random.choice(("3,3,3", "S<2,4,3>", "1,0,2", "3,4,2"))
        case _:
            return name, _tiler(random) if OPERATIONS[name].hint else ""
