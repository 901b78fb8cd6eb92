"""More of Python for random programs: dataclasses, dictionaries and lists that change, closures of closures, patterns.

Templates are text in which `$a` is an expression, drawn anew at each place, and `$p` a place to assign. What names hold
stays from 0 to 31.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

PRELUDE = """
from collections import namedtuple
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import accumulate, chain
Pair = namedtuple("Pair", "u v")
@dataclass(frozen=True)
class Point:
    u: object
    v: object = 1
    def moved(self, by): return replace(self, u=(self.u + by) & 31)
    def __add__(self, other): return Point((self.u + other.u) & 31, (self.v + other.v) & 31)
@dataclass
class Tally:
    seen: object
    log: list = field(default_factory=list)
    most: object = field(init=False)
    def __post_init__(self):
        self.most = (self.seen + 3) & 31
    @property
    def level(self): return (self.seen + len(self.log)) & 31
    @level.setter
    def level(self, v): self.seen = v & 31
@dataclass
class Sub(Tally):
    bonus: object = 2
    def push(self, v):
        self.log[0] = v & 31
        self.seen = (self.seen + self.bonus) & 31
        return self
class Table(dict):
    def __missing__(self, key): return len(key)
def counter(start):
    held = start
    def up(by=1):
        nonlocal held
        held = (held + by) & 31
        return held
    def peek(): return held
    return up, peek
def around(f):
    def wrapped(*values, **named):
        return (f(*values, **named) + 1) & 31
    return wrapped
@around
def wrapped_sum(a, b, c=2): return (a + b + c) & 31
def echo(a):
    back = yield a
    while back is not None:
        back = yield (back + a) & 31
def sent(a, b):
    talk = echo(a)
    return (next(talk) + talk.send(b) + talk.send(a)) & 31
"""
OBJECTS = """
    up, peek = counter(n & 7)
    step_down = partial(lambda by, v: (v - by) & 31, 3)
    point = Point(m & 7, n & 7)
    tally = Sub(n & 3, [m & 3])
    table = Table(a=m & 3)
    grid = [[n & 3, 1], [m & 3, 2]]
    steps = [lambda v, k=k: (v + k) & 31 for k in range(3)]
    def first_above(values, bound):
        for k, v in enumerate(values):
            if v > bound:
                return (v + k) & 31
        return bound & 31
    def searched(values, wanted):
        found = 0
        for v in values:
            for k in range(3):
                if v + k == wanted:
                    found = (v + 5) & 31
                    break
            else:
                continue
            break
        else:
            found = 7
        return found
    def guard_exit(v, tally):
        try:
            if v > 5:
                return (v - 1) & 31
            tally.seen = (tally.seen + 1) & 31
            if v == 2:
                return 9
        finally:
            tally.seen = (tally.seen + 2) & 31
        return v & 31
    def outer(v):
        inner_sum = v & 31
        def add(w):
            nonlocal inner_sum
            inner_sum = (inner_sum + w) & 31
            def twice():
                nonlocal inner_sum
                inner_sum = (inner_sum * 2) & 31
                return inner_sum > 9
            return twice() or w > 3
        if add(v & 3) and add(2):
            return inner_sum
        return (inner_sum + 1) & 31
"""
PLACES = ["tally.seen", "tally.bonus", 'table["a"]', "grid[0][0]", "grid[1][0]"]
SHOWN = [*PLACES, "peek()", "point.u", "point.v", "tally.most", "len(tally.log)"]
EXPRESSIONS = [
    "up($a)",
    "(up() + up($a)) & 31",
    "step_down($a)",
    "point.moved($a).u",
    "(point + Point($a)).u",
    "Pair($a, $a)._replace(u=$a).u",
    "tally.push($a).level",
    "sum(map(outer, [$a, 2])) & 31",
    "outer($a)",
    "wrapped_sum($a, $a)",
    "wrapped_sum($a, b=$a, c=1)",
    "first_above([$a, $a, 4], $a)",
    "searched(($a, $a), $a)",
    "sent($a, $a)",
    "guard_exit($a, tally)",
    "table['missing']",
    "{**table, 'b': $a}['b']",
    "(table | {'a': $a})['a']",
    "{('p', 'q'): $a, ('q', 'p'): $a}['q', 'p']",
    "table.setdefault('a', $a)",
    "reduce(lambda p, q: (p * 2 + q) & 31, [$a, $a, 1])",
    "list(accumulate([$a, $a], lambda p, q: (p + q) & 31))[-1]",
    "list(chain([$a], lst))[1]",
    "(lambda *v, k: (v[0] - k) & 31)($a, 2, k=$a)",
    "[row[0] for row in grid][0]",
    "[(p + q) & 31 for p in ($a, 2) for q in lst][1]",
    "min((v for v in lst), key=lambda v: (v ^ 5) & 31)",
    "sorted([$a, $a, 4], reverse=True)[0]",
    "steps[1]($a)",
    "(lst + [$a])[-1]",
    "(lst + lst)[2]",
    "[*reversed([$a, $a])][0]",
    "(($a, $a)[1:] + (3,))[0]",
    "({'k': [$a]}['k'][0])",
    "getattr(point, 'v')",
    "vars(tally)['seen']",
    "(up($a) - up($a)) & 31",
    "(hits if hit($a) else up($a))",
]
TESTS = [
    "Point($a, $a) == point",
    "Pair($a, $a) < ($a, $a)",
    "up($a) > $a or up($a) < 4",
    "(up($a) > 4 and up($a) > 2) or outer($a) > up($a)",
    "not (up($a) > 3) and not (outer($a) == 2)",
    "$a < up($a) <= up($a) < 30",
    "any(up(v) > 9 for v in lst)",
    "all(up(v) > 1 and outer(v) > 0 for v in [$a, $a])",
    "'b' in table or $a > 1",
    "point is not None and point.u > $a",
    "[$a, 2] != [up($a), 2]",
    "next((True for v in ($a, $a) if v > 2), False)",
    "(tally.seen, tally.level) > ($a, 3)",
    "isinstance(tally, Tally) and tally.push($a).seen > 2",
    "(v := up($a)) > 2 and v < 20",
]
LINES = [
    "lst.append(($a) & 31); lst.pop(0)",
    "lst.insert(1, ($a) & 31); del lst[0]",
    "lst[:] = [($a) & 31, *lst[1:]]",
    "lst[0:1] = [($a) & 31]",
    "lst += [($a) & 31]; $p = lst.pop()",
    "lst.reverse()",
    "lst.extend([($a) & 31, 2]); lst = lst[-2:]",
    "table.update({'a': ($a) & 31})",
    "table['a'] = table.pop('a') ^ 3",
    "table |= {'a': ($a) & 31}",
    "(tally.seen, grid[1][0]) = (($a) & 31, ($a) & 31)",
    "[$p, [$p]] = [($a) & 31, [($a) & 31]]",
    "$p, (tally.bonus, *_) = ($a) & 31, (($a) & 31, 1, 2)",
    "tally.level = $a",
    "tally.level += ($a) & 7",
    "tally.push($a)",
    "point = point.moved($a)",
    "point = point + Point(($a) & 31, ($a) & 31)",
    "point = Point(u=($a) & 31, v=point.u)",
    "u, v = point.u, point.v; point = Point((v + ($a)) & 31, u)",
    "grid[0], grid[1] = grid[1], grid[0]",
    "grid = [[(w + ($a)) & 31 for w in row] for row in grid]",
    "for row in grid: row[0] = (row[0] + ($a)) & 31",
    "table['a'] = outer(($a) & 31)",
    "up($a) if $a > 2 else up(3)",
    "$a > 1 and up($a) > 2 and tally.push($a)",
    "$p = first_above(lst, $a) if guard_exit($a, tally) > 3 else searched(lst, $a)",
    "if (t := up($a)) > 3: $p = t & 31",
    "assert point is not None, 'no point'",
    "del known['b']; known['b'] = ($a) & 31",
    "setattr(tally, 'seen', ($a) & 31)",
]
MATCHES = [
    ("Point(($a) & 3, $a)", ["Point(0, _)", "Point(u=1, v=$n)", "Point($n, 2) if $n > 1", "Point(v=3)"]),
    ("{'k': ($a) & 3, 'l': $a}", ["{'k': 0}", "{'k': 1, 'l': $n}", "{'k': $n, **rest} if $n > 2", "{'none': _}"]),
    ("[($a) & 3, [$a, 2]]", ["[0, [_, _]]", "[1, [$n, *_]]", "[$n, *_] if $n > 2", "[_, _, _]"]),
    ("(($a) & 3, 'x')", ["(0, 'y')", "(1 | 2, 'x')", "($n, str()) if $n > 2", "int()"]),
    ("tally", ["Sub(seen=0)", "Tally(seen=$n) if $n > 4", "Sub(bonus=3, seen=$n)"]),
    ("(up($a)) & 3", ["0 if up(1) > 4", "1 | 2", "$n if $n > up(2) & 3", "3"]),
]
Expr = Callable[[], str]


def filled(r: random.Random, templates: list[str], a: Expr, pick: Expr) -> str:
    """One of the templates, with its expressions and places."""
    return re.sub(r"\$[ap]", lambda mark: a() if mark[0] == "$a" else pick(), r.choice(templates))


def match(r: random.Random, a: Expr, bound: str) -> tuple[str, list[tuple[str, bool]]]:
    """The head of a `match` of classes, mappings or sequences; its cases, and whether each binds `bound`."""
    subject, patterns = r.choice(MATCHES)
    drawn = r.sample(patterns, r.randint(1, len(patterns))) + (["_"] if r.random() < 0.5 else [])
    cases = [(case.replace("$n", bound), "$n" in case) for case in drawn]
    return f"match {filled(r, [subject], a, a)}:", cases
