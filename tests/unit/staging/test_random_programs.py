"""Random programs: what the staged program computes is what Python computes."""

from __future__ import annotations

import linecache
import random
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.constexpr import range_constexpr
from cutedsl.staging.scalars import Int32
from tests.products import long
from tests.unit.staging.recorder import trace

_HEAD = """
from dataclasses import dataclass, field
@dataclass
class Data:
    v: int
    row: list
class Obj:
    def __init__(self, v): self.v = v; self.w = v + 1; self.inner = [v]
    def bump(self, x): self.v = self.v + x
def program(n, m):
    a = m; b = n + 1; c = {c}
    lst = [n, m]
    obj = Obj({o})
    data = Data(m, [n, 4])
    twin = lst if {twins} else [m, n]
    if n > 3:
        x = m; y = n
{other}"""
_OTHERS = [
    "",
    "    else:\n        x = 1; y = m\n",
    "    elif n > 1:\n        return (n,) * 13\n    else:\n        x = n; y = 2\n",
]
_PLACES = ["a", "b", "c", "lst[0]", "lst[1]", "obj.v", "obj.w", "obj.inner[0]", "data.v", "data.row[0]"]
_INPUTS = [(0, 0), (1, 2), (5, -3), (7, 9), (-4, 3)]


class Maker:
    """Writes one random program; `& 15` keeps numbers small in the same way for Python and for Int32."""

    def __init__(self, seed: int, first_bound: bool, exits: bool = False) -> None:
        self.r = random.Random(seed)
        self.exits = exits
        self.names = 0
        self.targets = [*_PLACES, *(["x", "y"] * 2 if first_bound else [])]
        self.visible = [*_PLACES, "n", *(["x", "y"] if first_bound else [])]
        self.lines: list[str] = []

    def text(self, first_bound: bool) -> str:
        twins = self.r.random() < 0.2
        others = _OTHERS if self.exits else _OTHERS[:2]
        other = self.r.choice(others) if first_bound else ""
        head = _HEAD.format(c=self.r.choice(["3", "n"]), o=self.r.choice(["n", "m + n"]), twins=twins, other=other)
        self.result = ", ".join([*_PLACES, "twin[0]", "twin[1]", *(["x"] if first_bound else [])])
        self.block(self.visible, 1, 3)
        return head + "\n".join(self.lines) + f"\n    return {self.result}\n"

    def expr(self, names: list[str], depth: int = 0) -> str:
        kind = self.r.random()
        if depth > 2 or kind < 0.35:
            return self.r.choice(names)
        a, b = (lambda: self.expr(names, depth + 1)), (lambda: self.expr(names, depth + 1))
        if kind < 0.5:
            return str(self.r.randint(-3, 5))
        if kind < 0.8:
            return f"({a()} {self.r.choice('+-*')} {b()}) & 15"
        if kind < 0.88:
            return f"({a()} if {self.cond(names, depth + 1)} else {b()})"
        return f"min({a()}, {b()})"

    def cond(self, names: list[str], depth: int = 0) -> str:
        kind = self.r.random()
        plain = f"{self.expr(names, 2)} {self.r.choice(['<', '<=', '==', '!='])} {self.expr(names, 2)}"
        if depth > 1 or kind < 0.5:
            return plain
        if kind < 0.8:
            return f"({plain} {'and' if kind < 0.65 else 'or'} {self.cond(names, depth + 1)})"
        if kind < 0.9:
            return f"not ({self.cond(names, depth + 1)})"
        if kind < 0.95:
            a, b, c, d = (self.expr(names, 2) for _ in range(4))
            return f"({a}, {b}) {self.r.choice(['<', '<=', '==', '!=', '>'])} ({c}, {d})"
        return f"0 <= {self.expr(names, 2)} < {self.expr(names, 2)}"

    def block(self, names: list[str], indent: int, depth: int, loops: int = 0) -> None:
        for _ in range(self.r.randint(1, 3)):
            if self.exits and self.r.random() < 0.25:
                self.exit(names, indent, loops)
            self.statement(names, indent, depth, loops)

    def exit(self, names: list[str], indent: int, loops: int) -> None:
        """An exit, now and then without a condition."""
        pad = "    " * indent
        if indent == 1 or self.r.random() < 0.9:
            self.lines.append(f"{pad}if {self.cond(names, 1)}:")
            pad += "    "
        words = ["return", *(["break", "continue"] * 2 if loops else [])]
        word = self.r.choice(words)
        self.lines.append(f"{pad}{word} {self.result}" if word == "return" else f"{pad}{word}")

    def statement(self, names: list[str], indent: int, depth: int, loops: int = 0) -> None:
        kind, pad = self.r.random(), "    " * indent
        self.names += 1
        if depth <= 0 or kind < 0.45:
            target, op = self.r.choice(self.targets), self.r.choice(["=", "=", "+="])
            self.lines += [f"{pad}{target} {op} {self.expr(names)}", f"{pad}{target} = {target} & 31"]
        elif kind < 0.48:
            self.lines.append(f"{pad}obj.bump({self.r.choice(names)})")
        elif kind < 0.52:
            a, b = self.expr(names, 2), self.expr(names, 2)
            new = [f"lst = [({a}) & 31, ({b}) & 31]", f"data = Data(({a}) & 31, [({b}) & 31, data.row[1]])"]
            self.lines.append(f"{pad}{self.r.choice(new)}")
        elif kind < 0.56:
            self.match(names, indent, depth, loops)
        elif kind < 0.75:
            self.lines.append(f"{pad}if {self.cond(names)}:")
            self.block(names, indent + 1, depth - 1, loops)
            if self.r.random() < 0.5:
                self.lines.append(f"{pad}else:")
                self.block(names, indent + 1, depth - 1, loops)
        elif self.exits and kind > 0.82:
            self.loop_with_else(names, indent, depth)
        elif kind < 0.9:
            bounds = self.r.choice(["n & 3", "3", "1, n & 7", "5, 0, -2"])
            self.lines.append(f"{pad}for i{self.names} in range({bounds}):")
            self.block([*names, f"i{self.names}"], indent + 1, depth - 1, 1)
        else:
            turn = f"w{self.names}"
            self.lines += [f"{pad}{turn} = 0", f"{pad}while {turn} < (n & 3) and {self.cond(names)}:"]
            self.lines.append(f"{pad}    {turn} = {turn} + 1")
            self.block([*names, turn], indent + 1, depth - 1, 1)

    def match(self, names: list[str], indent: int, depth: int, loops: int) -> None:
        """Literals, alternatives, captures with guards, tuples; the last case now and then takes all."""
        pad, pair, bound = "    " * indent, self.r.random() < 0.5, f"m{self.names}"
        subject = f"({self.expr(names, 2)}) & 3"
        self.lines.append(f"{pad}match {subject}{f', {self.r.choice(names)}' if pair else ''}:")
        patterns = ["0", "1 | 3", f"{bound} if {bound} > {self.r.choice(names)}", f"0 | 2 as {bound}"]
        if pair:
            patterns = [
                "0, _",
                f"1, {bound}",
                f"(2, {bound}) | ({bound}, 1)",
                f"_, {bound} if {bound} < 3",
                "[1 | 2, *_]",
            ]
        cases = self.r.sample(patterns, self.r.randint(1, 3)) + (["_"] if self.r.random() < 0.4 else [])
        for case in cases:
            self.lines.append(f"{pad}    case {case}:")
            self.block([*names, bound] if bound in case else names, indent + 2, depth - 1, loops)

    def loop_with_else(self, names: list[str], indent: int, depth: int) -> None:
        """Loops of all kinds that an exit may end: run by Python, endless, at run time."""
        pad, turn = "    " * indent, f"k{self.names}"
        kind = self.r.randint(0, 3)
        if kind == 0:
            self.lines += [f"{pad}{turn} = 0", f"{pad}while True:", f"{pad}    {turn} = {turn} + 1"]
            self.lines += [f"{pad}    if {turn} > {self.r.choice(['n & 3', '3'])}:", f"{pad}        break"]
        elif kind == 1:
            self.lines += [f"{pad}{turn} = 0", f"{pad}while {turn} < (n & 3):", f"{pad}    {turn} = {turn} + 1"]
        else:
            self.lines.append(
                f"{pad}for {turn} in {self.r.choice(['range(n & 7)', '[3, 1, 2]', 'range_constexpr(3)'])}:"
            )
        self.block([*names, turn], indent + 1, depth - 1, 1)
        if self.r.random() < 0.4:
            self.lines.append(f"{pad}else:")
            self.block(names, indent + 1, depth - 1)


def compiled(text: str, file: str) -> Any:
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {"range_constexpr": range_constexpr}
    exec(compile(text, file, "exec"), space)
    return space["program"]


@pytest.mark.parametrize("exits", [False, True], ids=["structured", "exits"])
@pytest.mark.parametrize("first_bound", [False, True])
@pytest.mark.parametrize("block", [0, 1, long(2), long(3)])
def test_random_programs_give_what_python_gives(block, first_bound, exits):
    compared = 0
    for seed in range(block * 25, block * 25 + 25):
        text = Maker(seed, first_bound, exits).text(first_bound)
        program = compiled(text, f"<random {seed} {first_bound} {exits}>")
        try:
            traced = trace(program, Int32, Int32)
        except DSLUserCodeError as error:
            assert error.name in ("read-never-set", "assign-python-to-dynamic", "object-shared"), f"{text}\n{error}"
            continue
        for n, m in _INPUTS:
            wanted = program(n, m)  # no UnboundLocalError: the trace would have refused the program
            assert traced.run(n, m) == wanted, f"{text}\nseed {seed}, n={n}, m={m}\n{traced.recorder.text()}"
            compared += 1
    assert compared > 40
