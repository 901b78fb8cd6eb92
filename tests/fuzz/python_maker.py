"""Random programs about Python's own semantics: state, closures, operands that are not evaluated, exits, patterns.

They are plain functions of two integers, so that CPython itself says what they compute: the oracle shares nothing with
staging. Numbers stay small (`& 31`), where Int32 and Python's integers agree.
"""

from __future__ import annotations

import random

from tests.fuzz import python_objects, python_statements
from tests.unit.staging.test_random_programs import Maker

_GENERATORS = """
def turns(a, b):
    yield a
    for i in range(2):
        yield (b + i) & 31
    return 3

def sums(values):
    held = 0
    for v in values:
        held = (held + v) & 31
        yield held, v

def both(a, b):
    last = yield from turns(a, b)
    yield last
    try:
        yield a & 3
    finally:
        yield b & 3

"""
"""Generators that Python runs while the program is compiled."""
_STATE = """
    known = {"a": n & 7, "b": m & 7}
    hits = 0
    record = Data(n & 3, [m & 3, 1])
    def hit(v):
        nonlocal hits
        hits = (hits + v) & 31
        lst[1] = (lst[1] + 1) & 31
        return v > 2
    def note(v, record=record):
        record.v = (record.v + v) & 31
        known["b"] = (known["b"] + record.v) & 31
        return (record.v - 7) & 15
    later = lambda v: hit(v) or obj.w > v
    total = lambda: (hits + known["b"]) & 31
"""
PLACES = [
    "hits",
    'known["a"]',
    'known["b"]',
    "record.v",
    "record.row[1]",
    *python_statements.PLACES,
    *python_objects.PLACES,
]
SHOWN = [*PLACES, *python_objects.SHOWN]
FRESH = ["f0", "f1", "f2"]
"""Names that only some paths set: what CPython says of an unset one, the trace says of the read."""


class StateMaker(Maker):
    """Writes one program: a seed, a program."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, False, exits=seed % 2 == 1)
        self.targets += PLACES
        self.visible += PLACES
        self.fresh = random.Random(seed)
        self.set_here: list[str] = []

    def program(self) -> str:
        """The whole text; it defines `program(n, m)`."""
        head, _, body = self.text(False).partition("    twin = ")
        first, _, rest = body.partition("\n")
        shown = ", ".join(SHOWN)
        objects = python_statements.OBJECTS + python_objects.OBJECTS.lstrip("\n")
        text = f"{head}    twin = {first}{_STATE}{objects}{rest}"
        text = text.replace(self.result, f"{self.result}, {shown}, total()")
        return _GENERATORS + python_statements.PRELUDE + python_objects.PRELUDE + text

    def expr(self, names: list[str], depth: int = 0) -> str:
        kind = self.r.random()
        if depth <= 2 and kind < 0.06:
            return f"note({self.expr(names, depth + 1)})"
        if depth <= 2 and kind < 0.1:
            return f"({self.expr(names, depth + 1)} and note({self.r.choice(names)}))"
        if depth <= 2 and kind < 0.13:
            return f"(total() if {self.cond(names, depth + 1)} else note({self.r.choice(names)}))"
        if depth <= 1 and kind < 0.17:
            return self.generated(self.expr(names, 2), self.expr(names, 2))
        part = lambda: self.expr(names, depth + 1)  # noqa: E731
        if depth <= 2 and kind < 0.24:
            return python_statements.expression(self.r, part, part)
        if depth <= 2 and kind < 0.31:
            return f"({python_objects.filled(self.r, python_objects.EXPRESSIONS, part, part)})"
        return super().expr(names, depth)

    def block(self, names: list[str], indent: int, depth: int, loops: int = 0) -> None:
        known = self.set_here
        super().block([*names, *known], indent, depth, loops)
        self.set_here = known

    def statement(self, names: list[str], indent: int, depth: int, loops: int = 0) -> None:
        kind, pad = self.r.random(), "    " * indent
        names = [*names, *self.set_here]
        one = lambda: self.expr(names, 2)  # noqa: E731
        if kind > 0.3:
            super().statement(names, indent, depth, loops)
        elif kind < 0.08:
            name = self.fresh.choice(FRESH)
            self.lines.append(f"{pad}{name} = ({self.expr(names)}) & 31")
            self.set_here = [*self.set_here, name]
        elif kind < 0.1:
            self.lines.append(f"{pad}a = (a + {self.fresh.choice(FRESH)}) & 31")
        elif kind < 0.13:
            pick = lambda: self.r.choice(["a", "b", "c", *PLACES, "obj.v", "lst[0]"])  # noqa: E731
            self.lines.append(pad + python_objects.filled(self.r, python_objects.LINES, one, pick))
        elif kind < 0.15 and depth > 0:
            self.match_object(names, indent, depth, loops)
        elif kind < 0.22 or depth <= 0:
            pick = lambda: self.r.choice(["a", "b", "c", *PLACES, "obj.v", "lst[0]"])  # noqa: E731
            self.lines.append(pad + python_statements.line(self.r, one, one, pick))
        elif kind < 0.27:
            self.names += 1
            head, new = python_statements.head(self.r, one, f"h{self.names}")
            self.lines.append(f"{pad}{head}")
            self.block([*names, *new], indent + 1, depth - 1, loops if head.startswith("with") else 1)
        else:
            self.lines.append(f"{pad}try:")
            self.block(names, indent + 1, depth - 1, loops)
            self.lines.append(f"{pad}finally:\n{pad}    c = ({one()}) & 31")

    def match_object(self, names: list[str], indent: int, depth: int, loops: int) -> None:
        self.names += 1
        pad, bound = "    " * indent, f"o{self.names}"
        head, cases = python_objects.match(self.r, lambda: self.expr(names, 2), bound)
        self.lines.append(f"{pad}{head}")
        for case, binds in cases:
            self.lines.append(f"{pad}    case {case}:")
            self.block([*names, bound] if binds else names, indent + 2, depth - 1, loops)

    def generated(self, a: str, b: str) -> str:
        """An expression that goes through a generator function."""
        return self.r.choice(
            [
                f"(sum(both({a}, {b})) & 31)",
                f"next(turns({a}, {b}))",
                f"list(both({a}, {b}))[{self.r.randrange(5)}]",
                f"max(held for held, _ in sums(({a}, {b}, 2)))",
                f"[note(v) for v in turns({a}, {b}) if v is not None][-1]",
                f"dict(enumerate(both({a}, {b})))[2]",
                f"(sum(held * v for held, v in sums(turns({a}, {b}))) & 31)",
                f"[*turns({a}, {b}), 4][{self.r.randrange(4)}]",
            ]
        )

    def cond(self, names: list[str], depth: int = 0) -> str:
        kind, name = self.r.random(), self.r.choice
        if depth <= 1 and kind > 0.95:
            one = lambda: self.expr(names, 2)  # noqa: E731
            return f"({python_objects.filled(self.r, python_objects.TESTS, one, one)})"
        if depth <= 1 and kind > 0.9:
            return python_statements.test(self.r, lambda: self.expr(names, 2), lambda: self.expr(names, 2), "b")
        if depth <= 1 and kind < 0.3:
            a, b = self.expr(names, 2), self.expr(names, 2)
            return name(
                [
                    f"hit({a})",
                    f"later({a})",
                    f"(hit({a}) and hit({b}))",
                    f"(hit({a}) or later({b}) or note({a}) > 3)",
                    f"not (hit({a}) and note({b}))",
                    f"any(hit(v) for v in ({a}, {b}, 3))",
                    f"all(hit(v) or v == {b} for v in ({a}, {b}))",
                    f"any(map(hit, ({a}, {b})))",
                    f"any(hit(v) for v in turns({a}, {b}))",
                    f"all(v < 9 or later(v) for v in both({a}, {b}))",
                    f"0 < {a} < (note({b}) if hit({a}) else 5)",
                    f"{a} <= note({b}) < {b} != hits",
                    f"{a} in (note({b}), 3, {b})",
                    f"[v for v in (1, 2) if v > 1][0] < {a}",
                ]
            )
        return super().cond(names, depth)
