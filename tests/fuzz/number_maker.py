"""Random programs about numbers: all operators and conversions between types, branches and loops around them.

A program is a function of numbers of drawn types; the maker follows the type of each expression by the oracle's rules.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.fuzz.oracle import BOOLEAN, FLOAT32, FLOATS, INT32, INTEGERS, KINDS, Kind, common

Typed = tuple[str, Kind]
ARGUMENTS = 4


@dataclass(frozen=True)
class NumberProgram:
    """A text that defines `program`, the types of its arguments and those of its results."""

    text: str
    arguments: tuple[Kind, ...]
    results: tuple[Kind, ...]


class NumberMaker:
    """Writes one program: a seed, a program."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.lines: list[str] = []
        self.names: dict[str, Kind] = {}

    def program(self) -> NumberProgram:
        kinds = tuple(self.r.choice([*INTEGERS.values(), *FLOATS.values()]) for _ in range(ARGUMENTS))
        self.names = {f"x{k}": kind for k, kind in enumerate(kinds)}
        for _ in range(self.r.randint(4, 7)):
            self.statement(1)
        head = f"def program({', '.join(f'x{k}' for k in range(ARGUMENTS))}):\n"
        results = ", ".join(self.names)
        return NumberProgram(
            head + "\n".join(self.lines) + f"\n    return ({results})\n", kinds, tuple(self.names.values())
        )

    def statement(self, indent: int) -> None:
        pad, kind = "    " * indent, self.r.random()
        old = [name for name in self.names if name.startswith("t")]
        if indent == 1 and (kind < 0.45 or not old):
            text, made = self.expression(3)
            self.lines.append(f"{pad}t{len(self.names)} = {text}")
            self.names[f"t{len(self.names)}"] = made
        elif kind < 0.7 or indent > 2:
            name = self.r.choice(old)
            self.lines.append(f"{pad}{name} = {self.names[name].name}({self.expression(2)[0]})")
        elif kind < 0.85:
            self.lines.append(f"{pad}if {self.condition()}:")
            self.statement(indent + 1)
            self.lines.append(f"{pad}else:")
            self.statement(indent + 1)
        else:
            self.lines.append(f"{pad}for i{len(self.lines)} in range({self.r.choice(['2', 'x0_turns', '3'])}):")
            self.lines[-1] = self.lines[-1].replace("x0_turns", f"Int32({self.whole(0)[0]}) & 3")
            self.statement(indent + 1)

    def expression(self, depth: int) -> Typed:
        kind = self.r.random()
        if depth == 0 or kind < 0.15:
            name = self.r.choice(list(self.names))
            return name, self.names[name]
        if kind < 0.35:
            return self.converted(depth)
        if kind < 0.45:
            first, second = self.expression(depth - 1), self.expression(depth - 1)
            made = common(first[1], second[1])
            return f"({made.name}({first[0]}) if {self.condition()} else {made.name}({second[0]}))", made
        return self.whole(depth) if kind < 0.75 else self.real(depth)

    def converted(self, depth: int) -> Typed:
        text, kind = self.expression(depth - 1)
        to = self.r.choice([*KINDS.values()])
        if kind.mantissa and not to.mantissa and to is not BOOLEAN:
            most = min((1 << (to.width - to.signed)) - 1, 30000)
            text = f"min(max({text}, {-most * to.signed}.0), {most}.0)"  # beyond, a conversion has no defined result
        if self.r.random() < 0.5:
            return f"{to.name}({text})", to
        return f"({text}).to({to.name})", to

    def operand(self, depth: int, whole: bool) -> Typed:
        """A whole or a real number."""
        text, kind = self.expression(depth - 1)
        if kind is BOOLEAN:
            return f"Int8({text})", INTEGERS["Int8"]
        if bool(kind.mantissa) is not whole:
            return text, kind
        if whole:
            return f"Int32(min(max({text}, -9.0), 9.0))", INT32
        return f"Float32({text})", FLOAT32

    def whole(self, depth: int) -> Typed:
        if depth == 0:
            names = [(name, kind) for name, kind in self.names.items() if not kind.mantissa and kind is not BOOLEAN]
            return self.r.choice(names) if names else ("Int32(5)", INT32)
        (a, kind), (b, other) = self.operand(depth, True), self.operand(depth, True)
        made = common(kind, other)
        match self.r.randrange(10):
            case 0 | 1 | 2:
                return f"({a} {self.r.choice('+-*')} {b})", made
            case 3:
                return f"({a} {self.r.choice('+-*&|^')} {self.r.randint(0, 100)})", kind
            case 4:
                return f"({a} {self.r.choice('&|^')} {b})", made
            case 5:
                return f"({a} {self.r.choice(['//', '%'])} ({b} | 1))", made
            case 6:
                return f"({a} {self.r.choice(['<<', '>>'])} ({kind.name}({b}) & {min(kind.width, 32) - 1}))", kind
            case 7:
                return f"({self.r.choice('-~')}{a})", kind
            case 8:
                return f"{self.r.choice(['min', 'max'])}({a}, {b})", made
            case _:
                return (f"abs({a})", kind) if self.r.random() < 0.5 else (f"({a} / {b})", FLOAT32)

    def real(self, depth: int) -> Typed:
        (a, kind), (b, other) = self.operand(depth, False), self.operand(depth, self.r.random() < 0.2)
        made = common(kind, other)
        match self.r.randrange(8):
            case 0 | 1 | 2 | 3:
                return f"({a} {self.r.choice('+-*/')} {b})", made
            case 4:
                return f"({a} {self.r.choice('+-*/')} {self.r.choice(['0.5', '3', '1.1', '-7.25'])})", kind
            case 5:
                return f"{self.r.choice(['min', 'max'])}({a}, {b})", made
            case 6:
                return f"(-{a})", kind
            case _:
                return f"abs({a})", kind

    def condition(self) -> str:
        (a, _), (b, _) = self.expression(1), self.expression(1)
        plain = f"{a} {self.r.choice(['<', '<=', '>', '>=', '==', '!='])} {b}"
        kind = self.r.random()
        if kind < 0.6:
            return f"({plain})"
        if kind < 0.8:
            return f"({plain} {self.r.choice(['and', 'or'])} {self.condition()})"
        return f"(not {self.condition()})" if kind < 0.9 else f"({self.whole(0)[0]} < {self.r.randint(-3, 90)})"
