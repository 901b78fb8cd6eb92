"""Mistakes of newcomers, sixth part: NumPy's numbers as variables, calls without parentheses, operands of other kinds.

Rows whose value is a number show that Python's meaning is kept; a row with a right form shows that the fix works. See
`test_newcomers`.
"""

from __future__ import annotations

import pytest

from tests.kernels.test_newcomers import result, row

_ENUM = "import enum\nclass E(enum.IntEnum):\n    A = 0\n    B = 2\n"

ROWS = [
    # NumPy's numbers in variables that branches and loops assign: numbers of their own type
    row("m = np.float32(0)\nfor i in range(n[4]):\n    m += x[i]\ny[0] = m", 6),
    row("m = np.finfo(np.float32).min\nfor i in range(n[4]):\n    m = max(m, x[i])\ny[0] = m", 3),
    row("m = np.float32(2)\nif x[1] > 0:\n    m = x[3]\ny[0] = m", 3),
    row("m = np.float64(0)\nfor i in range(n[4]):\n    m += x[i]\ny[0] = m", 6),
    row("m = np.float16(0)\nfor i in range(n[4]):\n    m = m + x[i].to(Float16)\ny[0] = Float32(m)", 6),
    row("i = np.int32(0)\nwhile i < n[3]:\n    i += 1\ny[0] = Float32(i)", 3),
    row("m = np.int64(0)\nfor i in range(n[4]):\n    m += i\ny[0] = Float32(m)", 6),
    row("m = np.uint8(250)\nfor i in range(n[8]):\n    m = m + np.uint8(1)\ny[0] = Float32(m)", 2),
    row("f = np.bool_(False)\nfor i in range(n[3]):\n    f = f | (x[i] > 1)\ny[0] = Float32(f)", 1),
    row("f = np.bool_(False)\nif x[1] > 0:\n    f = np.bool_(True)\ny[0] = 1.0 if f else 2.0", 1),
    row("a, b = np.int32(1), np.int32(2)\nfor i in range(n[3]):\n    a, b = b, a\ny[0] = Float32(a)", 2),
    row("l = [np.float32(0)]\nfor i in range(n[3]):\n    l[0] += x[i]\ny[0] = l[0]", 3),
    row("b = Box()\nb.v = np.float32(1)\nif x[1] > 0:\n    b.v = x[2]\ny[0] = b.v", 2),
    row("y[0] = np.float32(3) if x[1] > 0 else np.float32(4)", 3),
    row("y[0] = x[3] if x[1] > 5 else np.float32(2)", 2),
    row("m = Float32(0)\nfor i in range(n[4]):\n    m = np.float32(7) if x[i] > 2 else m\ny[0] = m", 7),
    row("def f(v):\n    if v > 0:\n        return np.float32(5)\n    return np.float32(6)\ny[0] = f(x[1])", 5),
    row("m = np.float32(4)\nif x[1] > 0:\n    y[1] = 2.0\ny[0] = np.sqrt(m)", 2),
    row("m = np.float32(0)\nfor i in range(3):\n    m = np.sqrt(m)\ny[0] = m", "foreign-function",
        "m = Float32(4)\nfor i in range(1):\n    m = cute.math.sqrt(m)\ny[0] = m", 2),
    row("m = np.int32(2)\nif x[1] > 0:\n    m = x[3]\ny[0] = m", "branch-type-mismatch",
        "m = np.float32(2)\nif x[1] > 0:\n    m = x[3]\ny[0] = m", 3),
    row("m = np.longdouble(0)\nfor i in range(n[3]):\n    m += x[i]\ny[0] = m", "assign-python-to-dynamic"),
    row("y[0] = np.longdouble(2) * x[1]", 2),
    row("y[0] = 1.0 if np.longdouble(2) < x[3] else 0.0", 1),
    row("y[0] = Float32(np.bool_(True))", 1),
    row(_ENUM + "s = E.A\nif x[1] > 0:\n    s = E.B\ny[0] = Float32(s)", 2),
    row("import enum\nclass E(float, enum.Enum):\n    A = 1.5\ni = E.A\nif x[1] > 0:\n    i = x[2]\ny[0] = i", 2),
    row("y[0] = np.complex64(2) * x[1]", "python-operation", "y[0] = np.complex64(2).real * x[1]", 2),
    row("y[0] = x[1] * np.complex64(2)", "python-operation"),
    row("from decimal import Decimal\nd = Decimal('0.5')\ny[0] = x[2] * d", "python-operation",
        "from decimal import Decimal\nd = Decimal('0.5')\ny[0] = x[2] * float(d)", 1),
    row("from fractions import Fraction\ny[0] = x[2] * Fraction(1, 2)", 1),
    # a function that is not called
    row("if cute.arch.warp_idx == 0:\n    y[0] = 1.0", "python-operation",
        "if cute.arch.warp_idx() == 0:\n    y[0] = 1.0", 1),
    row("if cute.arch.lane_idx != 0:\n    y[0] = 1.0", "python-operation"),
    row("i = cute.arch.thread_idx\nif i == 0:\n    y[0] = 1.0", "python-operation"),
    row("y[0] = 1.0 if n[0] == x.size else 2.0", "python-operation",
        "y[0] = 1.0 if n[11] + 1 == x.size() else 2.0", 1),
    row("y[0] = 1.0 if len == None else 2.0", 2),
    row("y[0] = 1.0 if cute.size == cute.size else 2.0", 1),
    row("if t < x.size:\n    y[0] = 1.0", "python-operation", "if t < x.size():\n    y[0] = 1.0", 1),
    row("y[0] = Float32(x.size * 2)", "python-operation", "y[0] = Float32(x.size() * 2)", 24),
    row("y[0] = Float32(t + x.size)", "python-operation", "y[0] = Float32(t + x.size())", 12),
    row("y[0] = Float32(-x.size)", "python-operation", "y[0] = Float32(-x.size())", -12),
    row("y[0] = Float32(abs(x.size))", "python-operation", "y[0] = Float32(abs(x.size()))", 12),
    row("for i in range(x.size):\n    y[0] += x[i]", "loop-bound-not-integer",
        "for i in range(x.size()):\n    y[0] += x[i]", 66),
    row("v = r.load + 1", "python-operation", "v = r.load() + 1\ny[0] = v[0]", 1),
    row("v = cute.make_layout(x.size)", "leaf-not-integer",
        "v = cute.make_layout(x.size())\ny[0] = Float32(v.shape)", 12),
    row("v = min(t, x.size)", "numeric-cast", "y[0] = Float32(min(t, x.size()))", 0),
    # operands of other kinds
    row("if t < x.shape:\n    y[0] = 1.0", "python-operation", "if t < x.shape[0]:\n    y[0] = 1.0", 1),
    row("if X.shape > 2:\n    y[0] = 1.0", "python-operation", "if X.shape[0] > 2:\n    y[0] = 1.0", 1),
    row("if t < x:\n    y[0] = 1.0", "python-operation", "if t < x[1]:\n    y[0] = 1.0", 1),
    row("if x[1] >= X:\n    y[0] = 1.0", "python-operation"),
    row("if t < Int32:\n    y[0] = 1.0", "python-operation"),
    row("if t in x.size:\n    y[0] = 1.0", "python-operation"),
    row("v = min(t, None)", "numeric-cast", "y[0] = Float32(min(t, 1))", 0),
    row("v = max(x[1], 'a')", "numeric-cast"),
    # as in Python
    row("q, m = divmod(n[7], 3)\ny[0] = Float32(q * 10 + m)", 21),
    row("y[0] = 1.0 if n[2] & 1 == 0 else 2.0", 1),
    row("y[0] = x[1] and x[2]", 2),
    row("y[0] = x[0] or x[3]", 3),
    row("y[0] = Float32(-n[7] // 2)", -4),
    row("y[0] = Float32(n[1] << 32)", 0),
    row("y[0] = max(x[i] for i in range(4))", 3),
    row("y[0] = sum((x[i] for i in range(4)), 1.0)", 7),
    row("y[0] = sorted([x[2], x[1]])[0]", 1),
    row("y[0] = min([x[i] for i in range(4)], key=lambda v: -v)", 3),
    row("y[0] = 1.0 if n[1] in {0, 2} else 2.0", 2),
    row("y[0] = 1.0 if (x[0], x[1]) < (0.0, 5.0) else 2.0", 1),
    row("import itertools\nfor a, b in itertools.combinations([x[1], x[2], x[3]], 2):\n    y[0] += a * b", 11),
    row("i = 0\nwhile (i := i + 1) < 4:\n    y[0] += x[i]", 6),
    row("i = 0\nwhile i < n[3]:\n    i += 1\nelse:\n    y[0] = Float32(i)", 3),
    row("import operator\ny[0] = operator.itemgetter(3)(x)", 3),
    row("n[1] <<= 3\ny[0] = Float32(n[1])", 8),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(ROWS)), ids=[m[0].replace("\n", "; ") for m in ROWS])
def test_as_in_python_or_a_named_error(number: int) -> None:
    wrong, gives, right, value = ROWS[number]
    assert result(wrong, 11_000 + number) == gives
    if right:
        assert result(right, 12_000 + number) == value
