"""Mistakes of newcomers, fourth part: Python's state where the path depends on run-time values. See `test_newcomers`.

An object that a branch or loop cannot carry is a named error, and the fix works; everything else is as in Python. The
conditions of many rows do not hold (`x[0]` is 0), so that a change which leaks from the branch is seen.
"""

from __future__ import annotations

import pytest

from tests.kernels.test_newcomers import result, row

_SET = "seen = set()\nif x[0] > 0:\n    seen.add(1)\ny[0] = float(len(seen))"
_BOOLEANS = "seen = [False, False]\nif x[0] > 0:\n    seen[1] = True\ny[0] = Float32(sum(seen))"
_DEQUE = "from collections import deque\nq = deque([1.0, 2.0])\nif x[0] > 0:\n    "
_PAIRS = "pairs = zip([1.0, 2.0], [3.0, 4.0])\n"
_MODULE = (
    "import types\nm = types.ModuleType('m')\nexec('count = 0\\ndef bump():\\n    global count\\n    count += 1\\n"
)
_MODULE += "    return count\\ndef more(count):\\n    return count + 1\\n', m.__dict__)\n"
_CLASS = "class C:\n    total = 0.0\n    items = []\n    @classmethod\n    def hit(cls):\n        cls.total += 1.0\n"
_ITEMS = "it = iter([1.0, 2.0, 3.0])\n"
_OWN = "class S:\n    def __init__(self):\n        self.v = 0.0\n    def __setattr__(self, k, v):\n"
_OWN += "        object.__setattr__(self, k, v)\n"

ROWS = [
    # sets, deques and bytes
    row(_SET, "state-changed", _BOOLEANS, 0),
    row("s = {1}\nb = s\nif x[0] > 0:\n    s |= {2}\ny[0] = float(len(b))", "state-changed"),
    row("b = Box()\nb.s = {1}\nif x[0] > 0:\n    b.s.add(2)\ny[0] = float(len(b.s))", "state-changed"),
    row("class S(set):\n    pass\ns = S([1])\nif x[0] > 0:\n    s.add(2)\ny[0] = float(len(s))", "state-changed"),
    row("s = set()\nfor i in range(n[3]):\n    if 1 not in s:\n        y[0] += 1\n        s.add(1)", "state-changed"),
    row("s = {1}\nif x[0] > 0:\n    y[0] = float(len(s))\ns.add(2)\ny[0] = float(len(s))", 2),
    row(
        _DEQUE + "q.append(1.0)\ny[0] = q[0]",
        "state-changed",
        "q = [1.0, 2.0]\nif x[0] > 0:\n    q[0], q[1] = q[1], 1.0\ny[0] = q[0]",
        1,
    ),
    row(_DEQUE + "q[0] = 5.0\ny[0] = q[0]", "state-changed"),
    row(_DEQUE + "q.rotate(1)\ny[0] = q[0]", "state-changed"),
    row("b = bytearray(4)\nif x[0] > 0:\n    b[0] = 5\ny[0] = float(b[0])", "state-changed"),
    row(
        "import io\nb = io.StringIO()\nif x[0] > 0:\n    b.write('a')\ny[0] = float(len(b.getvalue()))", "state-changed"
    ),
    # iterators
    row(
        _ITEMS + "if x[0] > 0:\n    next(it)\ny[0] = next(it)",
        "state-changed",
        "a, b, _ = [1.0, 2.0, 3.0]\ny[0] = b if x[0] > 0 else a",
        1,
    ),
    row(
        _ITEMS + "for i in range(n[2]):\n    y[1] = next(it)\ny[0] = next(it)",
        "state-changed",
        _ITEMS + "for i in cutlass.range_constexpr(2):\n    y[1] = next(it)\ny[0] = next(it)",
        3,
    ),
    row("import itertools\nc = itertools.count()\nfor i in range(n[3]):\n    y[1] = float(next(c))", "state-changed"),
    row("it = evens(8)\nif x[0] > 0:\n    next(it)\ny[0] = float(next(it))", "state-changed"),
    row(_ITEMS + "if x[0] > 0:\n    y[1] = sum(it)\ny[0] = float(len(list(it)))", "state-changed"),
    row(_ITEMS + "v = x[0] > 0 and next(it) > 1.0\ny[0] = next(it)", "state-changed"),
    row(_PAIRS + "if x[1] > 0:\n    for a, b in pairs:\n        y[0] += a * b", 11),
    row(
        _PAIRS + "if x[0] > 0:\n    y[0] = sum(a for a, _ in pairs)\nelse:\n    y[0] = sum(b for _, b in pairs)",
        "state-changed",
        "pairs = list(zip([1.0, 2.0], [3.0, 4.0]))\nif x[0] > 0:\n    y[0] = sum(a for a, _ in pairs)\nelse:\n"
        "    y[0] = sum(b for _, b in pairs)",
        7,
    ),
    # arrays of NumPy and torch
    row(
        "v = np.zeros(4)\nif x[0] > 0:\n    v[0] = 5\ny[0] = float(v[0])",
        "state-changed",
        "v = cute.make_rmem_tensor((4,), Float32)\nv.fill(0.0)\nif x[0] > 0:\n    v[0] = 5.0\ny[0] = v[0]",
        0,
    ),
    row("v = np.zeros(4)\nif x[0] > 0:\n    v += 5\ny[0] = float(v[0])", "state-changed"),
    row("v = np.zeros(1 << 16)\nif x[0] > 0:\n    v.fill(5)\ny[0] = float(v[0])", "state-changed"),
    row("v = torch.zeros(4)\nif x[0] > 0:\n    v.add_(5)\ny[0] = v[0].item()", "state-changed"),
    row("v = torch.zeros(4)\nv.add_(5)\nif x[0] > 0:\n    y[1] = v.sum().item()\ny[0] = v[0].item()", 5),
    # lists under two names, in closures and defaults
    row(
        "acc = []\nif x[0] > 0:\n    acc += [x[1]]\nelse:\n    y[1] = 1.0\ny[0] = float(len(acc))",
        "container-structure-changed",
        "acc = [0.0]\nif x[0] > 0:\n    acc[0] = x[1]\nelse:\n    y[1] = 1.0\ny[0] = float(len(acc))",
        1,
    ),
    row("a = b = [0.0]\nif x[1] > 0:\n    a += [1.0]\ny[0] = float(len(b))", "container-structure-changed"),
    row("a = b = [0.0]\nif x[1] > 0:\n    a *= 2\ny[0] = float(len(b))", "container-structure-changed"),
    row(
        "a = [0.0]\nif x[1] > 0:\n    a += [1.0]\nelse:\n    a += [2.0]\ny[0] = a[1]",
        "container-structure-changed",
        "a = [0.0]\nif x[1] > 0:\n    a = a + [1.0]\nelse:\n    a = a + [2.0]\ny[0] = a[1]",
        1,
    ),
    row("a = [0.0]\nif x[0] > 0:\n    a += [1.0]\n    a = [3.0]\nelse:\n    a = [5.0]\ny[0] = a[0]", 5),
    row(
        "acc = []\ndef f(v):\n    acc.append(v)\nfor i in range(n[3]):\n    f(x[i])\ny[0] = float(len(acc))",
        "container-structure-changed",
        "count = 0\nfor i in range(n[3]):\n    count += 1\ny[0] = Float32(count)",
        3,
    ),
    row(
        "def f(v, acc=[]):\n    acc.append(v)\n    return len(acc)\nfor i in range(n[3]):\n    f(x[i])\n"
        "y[0] = float(f(0.0))",
        "container-structure-changed",
    ),
    row("def f(v, acc=[]):\n    acc.append(v)\n    return len(acc)\nf(x[1])\ny[0] = float(f(x[2]))", 2),
    # attributes of classes and functions, objects with assignments of their own
    row(_CLASS + "for i in range(n[3]):\n    C.total += x[i]\ny[0] = C.total", 3),
    row(_CLASS + "for i in range(n[3]):\n    C.hit()\ny[0] = C.total", 3),
    row(_CLASS + "if x[0] > 0:\n    C.total = 5.0\ny[0] = C.total", 0),
    row(_CLASS + "if x[0] > 0:\n    C.items.append(1)\ny[0] = float(len(C.items))", "container-structure-changed"),
    row(
        "class C:\n    n = 0\n    def __init__(self):\n        C.n += 1\nif x[0] > 0:\n    C()\ny[0] = Float32(C.n)", 0
    ),
    row(
        "class C:\n    BLOCK = 4\n    def __init__(self):\n        self.k = 0\n    def f(self):\n        self.k += 1\n"
        "        for k in cutlass.range_constexpr(self.BLOCK):\n            y[0] += 1.0\n"
        "cs = [C(), C()]\nfor i in range(n[3]):\n    cs[0].f()\n    cs[1].k += 2\ny[0] += cs[1].k",
        18,
    ),
    row("def f():\n    f.calls += 1\nf.calls = 0\nfor i in range(n[3]):\n    f()\ny[0] = Float32(f.calls)", 3),
    row("def f():\n    f.calls += 1\nf.calls = 0\nif x[0] > 0:\n    f()\ny[0] = Float32(f.calls)", 0),
    row("b = Box()\nb.v = 1.0\nif x[0] > 0:\n    b.__dict__['v'] = 2.0\ny[0] = b.v", 1),
    row(_OWN + "s = S()\nif x[0] > 0:\n    s.v = 5.0\ny[0] = s.v", "state-changed"),
    row(_OWN + "s = S()\ns.v = 5.0\nif x[0] > 0:\n    y[1] = s.v\ny[0] = s.v", 5),
    # globals of modules
    row(
        _MODULE + "for i in range(n[3]):\n    m.bump()\ny[0] = float(m.count)",
        "state-changed",
        _MODULE + "count = m.count\nfor i in range(n[3]):\n    count = m.more(count)\ny[0] = Float32(count)",
        3,
    ),
    row(_MODULE + "bump = m.bump\nif x[0] > 0:\n    bump()\ny[0] = float(bump())", "state-changed"),
    row(_MODULE + "y[0] = float(m.bump()) + m.bump()", 3),
    row("G = [0]\n@cute.jit\ndef f():\n    G[0] += 1\nfor i in range(n[3]):\n    f()\ny[0] = Float32(G[0])", 3),
    row("G = [0]\n@cute.jit\ndef f():\n    G[0] += 1\nif x[0] > 0:\n    f()\ny[0] = Float32(G[0])", 0),
    # what a class says of itself
    row("class P:\n    def __bool__(self):\n        return x[0] > 0\ny[0] = 1.0 if P() else 2.0", 2),
    row("class P:\n    def __bool__(self):\n        return x[0] > 0\nif not P() and x[1] > 0:\n    y[0] = 4.0", 4),
    row("class P:\n    def __contains__(self, v):\n        return v > 1\ny[0] = 1.0 if x[2] in P() else 2.0", 1),
    row("class P:\n    def __contains__(self, v):\n        return v > 1\ny[0] = 1.0 if x[2] not in P() else 2.0", 2),
    # random numbers and times
    row("import random\ny[0] = random.random()", "drawn-once", "y[0] = x[1]", 1),
    row("from random import randint\ny[0] = float(randint(0, 3))", "drawn-once"),
    row("import random\ny[0] = float(random.Random(1).random() < 2)", 1),
    row("import time\ny[0] = float(time.time())", "drawn-once"),
    row("from time import perf_counter\ny[0] = float(perf_counter())", "drawn-once"),
    row("y[0] = float(np.random.rand())", "drawn-once"),
    row("y[0] = float(np.random.default_rng(0).random() < 2)", 1),
    row("y[0] = float(torch.rand(1).item())", "drawn-once"),
    row("import datetime\ny[0] = float(datetime.datetime.now().year)", "drawn-once"),
    row("import os\ny[0] = float(os.urandom(1)[0])", "drawn-once"),
    row("def now():\n    return 4.0\ny[0] = now()", 4),
    # errors of Python
    row(
        "it = iter([1.0])\nnext(it)\ny[0] = next(it)",
        "python-value",
        "it = iter([1.0])\nnext(it)\ny[0] = next(it, 0.0)",
        0,
    ),
    row("locals()['v'] = 5.0\ny[0] = v", "undefined-name", "v = 5.0\ny[0] = v", 5),
]


@pytest.mark.parametrize("number", range(len(ROWS)), ids=[m[0].replace("\n", "; ") for m in ROWS])
def test_state_is_as_in_python_or_a_named_error(number: int) -> None:
    wrong, gives, right, value = ROWS[number]
    assert result(wrong, 7000 + number) == gives
    assert result(wrong, 7000 + number, eagerly=True) == gives
    if right:
        assert result(right, 8000 + number) == value
        assert result(right, 8000 + number, eagerly=True) == value
