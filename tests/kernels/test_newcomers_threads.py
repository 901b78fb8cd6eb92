"""Mistakes of newcomers, third part: what people ask in the threads of CuTe DSL, Numba, Triton, Taichi and JAX.

Each ends in a named error or does what is meant; a fix that a report names is applied, and works. See `test_newcomers`.
"""

from __future__ import annotations

import pytest

from cutedsl.errors import DSLUserCodeError
from tests.kernels import test_newcomers_calls as calls
from tests.kernels.test_newcomers import result, row, run
from tests.kernels.test_newcomers_calls import launch

MISTAKES = [
    # lists, dicts and functions chosen at run time
    row(
        "bufs = [x, y]\ny[0] = bufs[n[1]][3]",
        "dynamic-index",
        "bufs = [x, x]\nfor i in cutlass.range_constexpr(2):\n    if i == n[1]:\n        y[0] = bufs[i][3]",
        3,
    ),
    row("f = [lambda: x[1], lambda: x[2]][n[1]]\ny[0] = f()", "dynamic-index"),
    row("ops = {0: min, 1: max}\ny[0] = ops[n[1]](x[1], x[2])", "requires-constexpr"),
    row("xs = [0, 1, 2]\nif n[0] == 0:\n    xs = [2, 3, 4]\ny[0] = float(xs[0])", 2),
    row(
        "vals = []\nfor i in range(4):\n    vals.append(x[i])",
        "container-structure-changed",
        "vals = []\nfor i in cutlass.range_constexpr(4):\n    vals.append(x[i])\ny[0] = vals[1]",
        1,
    ),
    row("vals = []\nfor i in range(4):\n    vals = vals + [x[i]]", "container-structure-changed"),
    row("d = {}\nfor i in range(4):\n    d[i] = x[i]", "requires-constexpr"),
    row(
        "vals = [0.0] * 4\nfor i in range(4):\n    vals[i] = x[i]",
        "dynamic-index",
        "vals = [0.0] * 4\nfor i in cutlass.range_constexpr(4):\n    vals[i] = x[i]\ny[0] = vals[1]",
        1,
    ),
    row("tmp = (0.0, 0.0)\ntmp[0] = x[1]", "python-operation"),
    # accumulators and searches
    row(
        "acc = 0\nfor i in range(3):\n    acc += x[i]\ny[0] = acc",
        "loop-type-changed",
        "acc = Float32(0)\nfor i in range(3):\n    acc += x[i]\ny[0] = acc",
        3,
    ),
    row("acc = 0.0\nfor i in range(n[3]):\n    acc += i\ny[0] = acc", 3),
    row("best = -np.inf\nfor i in range(3):\n    best = max(best, x[i])\ny[0] = best", 2),
    row("best = float('-inf')\nfor i in range(3):\n    if x[i] > best:\n        best = x[i]\ny[0] = best", 2),
    row(
        "at = -1\nfor i in range(4):\n    if x[i] == 2.0:\n        at = i\n        break\ny[0] = Float32(at)",
        2,
    ),
    row(
        "found = False\nfor i in range(4):\n    if x[i] == 2.0:\n        found = True\ny[0] = 1.0 if found else 0.0", 1
    ),
    row("count = 0\nfor i in range(4):\n    count += x[i] > 1.0\ny[0] = Float32(count)", 2),
    row("y[0] = sum(x[i] for i in range(4))", 6),
    row("y[0] = max(x[i] for i in range(n[3]))", "dynamic-index"),
    row("y[0] = sorted([x[3], x[1]])[0]", 1),
    # truth
    row("if not x[0]:\n    y[0] = 1.0", 1),
    row("if x[1] and x[2]:\n    y[0] = 1.0", 1),
    row("y[0] = x[0] or 5.0", 5),
    row("y[0] = (x[1] > 0) and x[2]", "branch-type-mismatch", "y[0] = Float32(x[1] > 0) and x[2]", 2),
    # numbers
    row("y[0] = x[0] + 1e39", "literal-out-of-range", "y[0] = (x[3].to(cutlass.Float64) + 1e39 > 1e38).to(Float32)", 1),
    row("y[0] = 1e39 * x[0]", "literal-out-of-range"),
    row("y[0] = (x[0].to(Float16) + 70000).to(Float32)", "literal-out-of-range"),
    row("y[0] = min(x[2], 1e39)", "literal-out-of-range", "y[0] = min(x[2], Float32.inf)", 2),
    row("y[0] = Float32(n[0] + 2**70)", "literal-out-of-range"),
    row("y[0] = x[0] + 1e-60", "literal-out-of-range", "y[0] = x[1] + 1e-30", 1),
    row("y[0] = int(x[1] * 3.7)", "element-type-mismatch", "y[0] = int(x[1] * 3.7).to(Float32)", 3),
    row("y[0] = x[int(x[2])]", 2),
    row("y[0] = x[x[2]]", "index-not-integer", "y[0] = x[Int32(x[2])]", 2),
    row("half = n[4] / 2\ny[0] = x[half]", "index-not-integer", "half = n[4] // 2\ny[0] = x[half]", 2),
    row(
        "for i in range(n[2] / 2):\n    y[0] = 1.0",
        "loop-bound-not-integer",
        "for i in range(n[2] // 2):\n    y[0] = 1.0",
        1,
    ),
    row(
        "for i in range(0, 4, 0.5):\n    y[0] = 1.0",
        "loop-bound-not-integer",
        "for i in range(8):\n    y[0] = i * 0.5",
        3.5,
    ),
    row("y[0] = cute.math.sqrt(n[4])", "math-needs-float", "y[0] = cute.math.sqrt(n[4].to(Float32))", 2),
    row("y[0] = n[4] / n[2]", 2),
    row("v = n[1].to(Int8) + 200\ny[0] = Float32(v)", 201),
    # functions, exits, exceptions
    row("def relu(v):\n    if v > 0:\n        return v\n    return 0\ny[0] = relu(x[2])", 2),
    row("y[0] = (lambda v: v * 2 if v > 1 else v)(x[2])", 4),
    row(
        "if t == 0:\n    return x[1]\ny[0] = 1.0",
        "branch-type-mismatch",
        "if t == 0:\n    y[0] = x[1]\n    return\ny[0] = 5.0",
        1,
    ),
    row("try:\n    y[0] = x[100]\nexcept IndexError:\n    y[0] = 1.0", "out-of-bounds"),
    row("if x[1] > 0:\n    raise ValueError('no')", "early-exit"),
    row("assert x.shape[0] == 12", "requires-constexpr", "assert cute.rank(x) == 1\ny[0] = 1.0", 1),
    row("global acc\nacc = x[1]", "unsupported-construct"),
    # names of other libraries
    row("v = cute.load(x + t, mask=t < 3)", "unknown-name"),
    row("y[0] = cute.math.sigmoid(x[0])", "unknown-name", "y[0] = 1.0 / (1.0 + cute.math.exp(-x[0]))", 0.5),
    row("y[0] = cute.relu(x[1])", "unknown-name", "y[0] = max(x[1], 0.0)", 1),
    row("y[0] = cute.square(x[2])", "unknown-name", "y[0] = x[2] * x[2]", 4),
    row("y[0] = cute.clip(x[5], 0.0, 3.0)", "unknown-name", "y[0] = min(max(x[5], 0.0), 3.0)", 3),
    row("y[0] = cute.math.sign(x[5])", "unknown-name", "y[0] = cute.math.copysign(1.0, x[5])", 1),
    row("cute.arch.sync()", "unknown-name", "cute.arch.sync_threads()", 0),
    row("s = cute.arch.shared_array((4,), Float32)", "unknown-name"),
    row("t, _, _ = cutlass.nvvm.thread_idx()", "unknown-name"),
    row("cute.print_('hello')", "unknown-name", "cute.printf('hello')", 0),
    row("f = cute.make_fragment(9, cute.Float32)\nf[0] = 1.0\ny[0] = f[0]", 1),
    row("y[0] = r.load().max()", "no-attribute", "y[0] = r.load().reduce(cute.ReductionOp.MAX, -Float32.inf, 0)", 5),
    row("y[0] = X[None, 1]", "numeric-cast", "y[0] = X[None, 1][2]", 9),
    row("y[0] = x[n[1] - 3]", "out-of-bounds"),
    row("i = cute.arch.block_idx() + cute.arch.block_dim()", "python-operation"),
]


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("number", range(len(MISTAKES)), ids=[m[0].replace("\n", "; ") for m in MISTAKES])
def test_a_mistake_and_its_fix(number: int) -> None:
    wrong, gives, right, value = MISTAKES[number]
    runs = isinstance(gives, int | float) or gives == "out-of-bounds"
    assert result(wrong, 4000 + number, eagerly=not runs) == gives
    if right:
        assert result(right, 5000 + number) == value


CALLS = [
    ("run((1.0, 2.0), y)", "argument-type", "np.array(values, np.float32)", ""),
    ("run(3, y)", "argument-type", "Annotate a number as `x: Int32`", "number(y, 1)"),
    ("run(Float32(1), y)", "argument-type", "Annotate a number as `x: Float32`", ""),
    ("run(x[0], y)", "argument-type", "such as `np.array([0.0])`", ""),
    (
        "run((12,), y)",
        "argument-type",
        "Annotate a shape as `x: cute.Shape`",
        "@cute.jit\ndef f(x: cute.Shape, y: cute.Tensor):\n    y[0] = float(x[0]) - 11\nf((12,), y)",
    ),
    ("run(x.shape, y)", "argument-type", "`np.zeros((12,), np.float32)`", "run(np.zeros((12,), np.float32), y)"),
    ("run(set(), y)", "argument-type", "Pass an array: `np.array(list(x)", ""),
    ("number(y, x)", "argument-type", "got an ndarray", "number(y, int(x[1].item()))"),
    ("number(y, (3,))", "argument-type", "Pass one number", "number(y, (1,)[0])"),
    (
        "import ml_dtypes\nrun(x.astype(ml_dtypes.bfloat16), y)",
        "argument-unsupported",
        "`x.view(np.uint16)`",
        "import ml_dtypes\n@cute.jit\ndef f(x: cute.Tensor, y: cute.Tensor):\n"
        "    y[0] = x[1].bitcast(cutlass.BFloat16).to(Float32)\n"
        "f(x.astype(ml_dtypes.bfloat16).view(np.uint16), y)",
    ),
    (launch("k(x[0], y[0]).launch(grid=1, block=4)"), "python-operation", "pass the tensor itself", ""),
    (launch("k(x, 1.0).launch(grid=1, block=4)"), "python-operation", "It is a number", ""),
    (
        launch("x = from_dlpack(x)\n    k(x, y).launch(grid=1, block=4)"),
        "argument-type",
        "use it as it is",
        launch("k(x, y).launch(grid=1, block=4)"),
    ),
]


@pytest.mark.parametrize(("wrong", "name", "says", "right"), CALLS, ids=[c[0].replace("\n", "; ") for c in CALLS])
def test_a_mistake_of_a_call_and_its_fix(wrong: str, name: str, says: str, right: str) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        calls.run(wrong, f"<call {CALLS.index((wrong, name, says, right))}>")
    assert caught.value.name == name
    assert says in str(caught.value)
    if right:
        assert calls.run(right, f"<call {CALLS.index((wrong, name, says, right))} right>") == 1


def test_a_literal_warns_at_each_line_where_it_becomes_infinite() -> None:
    for number in (6000, 6001):  # of one type and value: what was rounded is remembered
        assert result("y[0] = x[0] * 2e39", number) == "literal-out-of-range"
    assert run("y[0] = x[0] + float('inf')", 6002) == float("inf")  # as it says
