"""Statements and expressions of Python's library and objects for random programs: containers, classes, `with`, `:=`.

Each is text for one place of a program; what its names hold stays from 0 to 31.
"""

from __future__ import annotations

import random
from collections.abc import Callable

PRELUDE = """
from dataclasses import replace
class Base:
    def __init__(self, t): self.t = t
    @property
    def twice(self): return (self.t * 2) & 31
    def add(self, v):
        self.t = (self.t + v) & 31
        return self
class Acc(Base):
    made = 2
    def __init__(self, t, step):
        super().__init__(t)
        self.step = step
    def __call__(self, v):
        self.t = (self.t + v * self.step) & 31
        return self.t & 7
    def __iadd__(self, v):
        return self.add(v * self.made)
    def __getitem__(self, k): return (self.t + k) & 31
    @staticmethod
    def low(v): return v & 3
class Kept:
    def __init__(self, acc): self.acc = acc
    def __enter__(self):
        self.acc.add(1)
        return self.acc.t
    def __exit__(self, *error):
        self.acc.add(3)
def depth(k, v):
    return v & 31 if k == 0 else depth(k - 1, v + k)
def spread(*values, last=1, **named):
    return (sum(values) + last + sum(named.values())) & 31
"""
OBJECTS = """
    f0 = f1 = f2 = 0
    del f0, f1, f2
    acc = Acc(n & 7, m & 3)
    acc.inner = Acc(m & 3, 1)
    other = Acc(m & 7, 2)
    def guarded(p, q):
        if p > q and hit(p):
            acc.add(p)
            return q
        for k in range(3):
            if k > (q & 3):
                break
            hits_of(k)
        return p & 31
    def hits_of(v):
        if v > 1:
            hit(v)
        lst[0] = (lst[0] + v) & 31
"""
PLACES = ["acc.t", "other.t", "acc.step", "acc.inner.t"]
Expr = Callable[[], str]


def expression(r: random.Random, a: Expr, b: Expr) -> str:
    """An expression of two others."""
    return r.choice(
        [
            f"guarded({a()}, {b()})",
            f"acc({a()})",
            f"(acc.add({a()}).t)",
            "acc.twice",
            f"acc[{a()}]",
            f"Acc.low({a()})",
            f"depth(3, {a()})",
            f"spread({a()}, {b()}, last={a()}, k={b()})",
            f"spread(*lst, **{{'last': {a()}}})",
            f"abs({a()} - {b()})",
            f"divmod(({a()}) & 31, 5)[{r.randrange(2)}]",
            f"((({a()}) & 31) // {r.choice([3, 4, 7])})",
            f"((({a()}) & 31) % {r.choice([3, 4, 7])})",
            f"((({a()}) & 3) ** 2)",
            f"((({a()}) ^ ({b()})) & 31)",
            f"(((({a()}) & 7) << (({b()}) & 3)) & 31)",
            f"((({a()}) & 31) >> (({b()}) & 3))",
            f"sorted((({a()}), {b()}, 4))[1]",
            f"(sum(v * 2 for v in ({a()}, {b()})) & 31)",
            f"max(*lst, {a()})",
            f"[v for v in ({a()}, {b()}) if isinstance(v, object)][-1]",
            f"{{k: v for k, v in zip('ab', ({a()}, {b()}))}}['b']",
            f"(int({a()} > {b()}) + ({a()} < {b()}))",
            f"((~({a()})) & 31)",
            "(lst[-1] + len(lst))",
            f"(lambda p, q={b()}: (p - q) & 31)({a()})",
            f"known.get('b', {a()})",
        ]
    )


def test(r: random.Random, a: Expr, b: Expr, name: str) -> str:
    """A condition of two expressions; it may assign `name`."""
    return r.choice(
        [
            f"({name} := {a()}) > {b()}",
            f"({a()} > 2 and ({name} := {b()}) > 1)",
            f"({a()} > 2 or ({name} := {b()}) > 1)",
            f"(2 < {a()} < ({name} := {b()}))",
            f"{a()} not in ({b()}, 3)",
            f"lst == [{a()}, {b()}]",
            f"(acc.t, {a()}) >= (other.t, {b()})",
            f"guarded({a()}, {b()}) > 3",
            f"bool({a()}) is not None and {b()} > 1",
            f"{a()} in range({r.randrange(3)}, 9)",
        ]
    )


def line(r: random.Random, a: Expr, b: Expr, pick: Expr) -> str:
    """A statement of one line; `pick` is a name or place to assign."""
    one, two = pick(), pick()
    return r.choice(
        [
            f"{one}, {two} = ({a()}) & 31, ({b()}) & 31",
            f"{one} = {two} = ({a()}) & 31",
            f"{one}, *_ = [({a()}) & 31, {b()}, 1]",
            f"{one} = ({one} - ({a()})) & 31",
            f"{one} ^= ({a()}) & 7",
            f"{one} |= ({a()}) & 7",
            f"acc += ({a()}) & 7",
            "acc.t, other.t = other.t, acc.t",
            f"acc.inner = Acc(({a()}) & 31, ({b()}) & 7)",
            f"lst = [(v + {a()}) & 31 for v in lst]",
            "lst = lst[::-1]",
            f"known = {{k: (v + {a()}) & 31 for k, v in known.items()}}",
            f"known.update(a=({a()}) & 31)",
            f"data = replace(data, v=({a()}) & 31)",
            f"record.row = [*data.row[:1], ({b()}) & 31]",
            f"guarded({a()}, {b()})",
            f"{a()} > 2 and hits_of({b()})",
            f"acc({a()}) if {a()} > {b()} else other({b()})",
            f"obj.inner = [({a()}) & 31]",
            f"acc.inner.add({a()})",
        ]
    )


def head(r: random.Random, a: Expr, turn: str) -> tuple[str, list[str]]:
    """The head of a block that Python enters once or for each of some values, and the names that it sets."""
    return r.choice(
        [
            (f"with Kept(acc) as {turn}:", [turn]),
            (f"for {turn}, {turn}v in enumerate(lst):", [turn, f"{turn}v"]),
            (f"for {turn}, {turn}v in zip(lst, (({a()}) & 31, 3)):", [turn, f"{turn}v"]),
            (f"for {turn} in reversed(lst):", [turn]),
            (f"for {turn} in sorted(known):", []),
            (f"for {turn}, {turn}v in [*known.items()]:", [f"{turn}v"]),
            (f"for {turn} in (2, ({a()}) & 31):", [turn]),
            (f"for {turn} in range({r.choice(['2', 'n & 3', '(m & 3) + 1'])}):", [turn]),
        ]
    )
