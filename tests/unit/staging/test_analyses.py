from __future__ import annotations

import ast

import pytest

from cutedsl.staging.rewrite.binding import binding
from cutedsl.staging.rewrite.liveness import liveness
from cutedsl.staging.rewrite.names import all_nodes, captures, children, own_nodes, reads, writes


def body(text):
    return ast.parse(text).body


def live_after(text, line):
    tree = body(text)
    result = liveness(tree)
    return next(set(live) for node, live in result.after.items() if getattr(node, "lineno", 0) == line)


LIVENESS = [
    ("straight", "x = 1\ny = x\nprint(y)", 1, {"x", "print"}),
    ("killed", "x = 1\nx = 2\nprint(x)", 1, {"print"}),
    ("augmented", "x = 1\nx += 2\nprint(x)", 1, {"x", "print"}),
    ("dead", "x = 1\ny = 2", 1, set()),
    ("one arm", "x = 1\nif c:\n    x = 2\nprint(x)", 1, {"x", "c", "print"}),
    ("both arms", "x = 1\nif c:\n    x = 2\nelse:\n    x = 3\nprint(x)", 1, {"c", "print"}),
    ("back edge", "for i in r:\n    print(x)\n    x = i", 3, {"x", "r", "print"} - {"r"}),
    ("not around the loop", "for i in r:\n    x = i\n    print(x)", 3, {"print"}),
    ("break", "while c:\n    x = 1\n    if c:\n        break\n    x = 2\nprint(x)", 2, {"x", "c", "print"}),
    ("continue", "while c:\n    x = 1\n    if c:\n        continue\n    x = 2", 2, {"c"}),
    ("return ends it", "x = 1\nif c:\n    return x\nx = 2", 1, {"x", "c"}),
    ("handler", "x = 1\ntry:\n    x = 2\n    f()\nexcept E:\n    print(x)", 1, {"x", "f", "E", "print"}),
    ("finally", "x = 1\ntry:\n    f()\nfinally:\n    print(x)", 1, {"x", "f", "print"}),
    ("lambda", "x = 1\nf = lambda y: x + y", 1, {"x"}),
    ("comprehension", "x = 1\n[x + y for y in z]", 1, {"x", "z"}),
    ("walrus", "x = 1\nif c and (x := 2):\n    pass\nprint(x)", 1, {"x", "c", "print"}),
    ("with", "x = 1\nwith a as x:\n    print(x)", 1, {"a", "print"}),
]


@pytest.mark.parametrize("name, text, line, live", LIVENESS, ids=[c[0] for c in LIVENESS])
def test_live_names_are_those_read_later(name, text, line, live):
    assert live_after(text, line) == live


def test_names_that_a_turn_reads_before_it_assigns_them():
    loop = body("for i in r:\n    a = a + i\n    b = i\n    if c:\n        d = 1\nprint(b, d)")
    result = liveness(loop)
    assert {"a", "d"} <= result.start[loop[0]] and "b" not in result.start[loop[0]] and "i" not in result.start[loop[0]]


def bound_at_end(text):
    tree = body(text + "\nend")
    bound = binding(tree, {"p"}).before[tree[-1]]
    return set(bound.surely) - {"p"}, set(bound.perhaps) - {"p"}


BINDING = [
    ("assignment", "x = y = 1", {"x", "y"}, {"x", "y"}),
    ("one arm", "if p:\n    x = 1", set(), {"x"}),
    ("both arms", "if p:\n    x = 1\nelse:\n    x = 2", {"x"}, {"x"}),
    ("an arm that leaves", "if p:\n    x = 1\nelse:\n    return", {"x"}, {"x"}),
    ("loop", "for i in p:\n    x = i", set(), {"i", "x"}),
    ("del", "x = 1\ndel x", set(), set()),
    ("try", "try:\n    x = 1\nexcept E:\n    y = 1", set(), {"x", "y"}),
    ("try that leaves", "try:\n    x = 1\nexcept E:\n    return", {"x"}, {"x"}),
    ("finally", "try:\n    x = 1\nfinally:\n    y = 1", {"x", "y"}, {"x", "y"}),
    ("with", "with p as w:\n    x = 1", {"w", "x"}, {"w", "x"}),
    ("imports and functions", "import a.b as c, d.e\ndef f(): pass", {"c", "d", "f"}, {"c", "d", "f"}),
]


@pytest.mark.parametrize("name, text, surely, perhaps", BINDING, ids=[c[0] for c in BINDING])
def test_names_are_bound_surely_or_perhaps(name, text, surely, perhaps):
    assert bound_at_end(text) == (surely, perhaps)


def test_reads_and_writes_stay_in_their_scope():
    node = body("def f(a, b=x):\n    c = y\n    nonlocal z\n    z = a + c + w")[0]
    assert reads(node) == {"x", "y", "z", "w"} and writes(node) == {"f"}
    assert reads(body("{k: v for k, v in d if g(k)}")[0]) == {"d", "g"}
    assert writes(body("[(last := v) for v in d]")[0]) == {"last"}
    assert reads(body("a[i] += b")[0]) == {"a", "i", "b"} and writes(body("a.x, b[i], c = d")[0]) == {"c"}


def test_captured_names_are_found():
    found = captures(own_nodes(body("f = lambda a: a + x\ndef g():\n    return y\nclass C:\n    z = w")))
    assert sorted(map(sorted, (names for _, names in found))) == [["w"], ["x"], ["y"]]


_EVERY_KIND = """
global g
x: int = {**a, 'k': [*b, None, ...]}
def f(p, /, q=1, *r, s, t=2, **u):
    nonlocal v
    return lambda w, *, y=3, z: f"{w!r:>{y}}"
match x:
    case {"a": True, **rest} | [None, *_] | C(1, k=m) if m:
        del x[1:2, ...], x.y
async def g():
    async with a as b, c: yield await d
    yield from (e for e in f if not -e)
try:
    import a.b as c, d
except E as e: raise e from None
finally:
    x += y if (z := 1) < 2 <= 3 else x @ y and b
while 1:
    assert x, y
else:
    from . import *
"""


def test_children_are_the_nodes_below_one_that_have_a_place() -> None:
    marks = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)
    seen: set[type[ast.AST]] = set()
    for node in all_nodes(ast.parse(_EVERY_KIND)):
        seen.add(type(node))
        assert children(node) == [part for part in ast.iter_child_nodes(node) if not isinstance(part, marks)], node
    assert len(seen) > 50
