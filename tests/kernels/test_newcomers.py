"""Mistakes that newcomers make: each ends in a named error at the author's line, or does what was meant; the fix works.

A row is a kernel's body as it is first written, what it gives (an error's name, or the value of `y[0]`), and, where a
fix is named, the body after it with its value. `x` is 0, 1, ..., 11 as Float32, `X` the same as (3, 4), `n` is x's
first elements as integers, `r` a register tensor (2, 3) with 0 to 5, `t` the thread's index, which is 0.
"""

from __future__ import annotations

import linecache
import warnings
from typing import Any

import numpy as np
import pytest

from cutedsl import eager
from cutedsl.errors import DSLUserCodeError

HEAD = """
import math
import numpy as np
import torch
import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Boolean, Float16, Float32, Int8, Int32, Int64, Int128, Uint8, Uint32

class Box:
    pass

def evens(n):
    for i in range(0, n, 2):
        yield i

def above(x, low):
    for i in range(4):
        if x[i] > low:
            yield i

def total(x, n):
    s = Float32(0)
    for i in range(n):
        s = s + x[i]
    return s

@cute.kernel
def k(x: cute.Tensor, X: cute.Tensor, n: cute.Tensor, y: cute.Tensor):
    t = cute.arch.thread_idx()[0]
    r = cute.make_rmem_tensor((2, 3), Float32)
    for i in cutlass.range_constexpr(6):
        r[i] = float(i)
"""
TAIL = """
@cute.jit
def run(x: cute.Tensor, X: cute.Tensor, n: cute.Tensor, y: cute.Tensor):
    k(x, X, n, y).launch(grid=1, block=1)
"""

Row = tuple[str, str | float, str, float | None]


def row(wrong: str, gives: str | float, right: str = "", value: float | None = None) -> Row:
    return wrong, gives, right, value


MISTAKES = [
    # tensors as Python's containers
    row(
        "s = 0.0\nfor v in x:\n    s += v\ny[0] = s",
        "tensor-iterated",
        "s = Float32(0)\nfor i in range(x.shape[0]):\n    s += x[i]\ny[0] = s",
        66,
    ),
    row("y[0] = sum(x)", "tensor-iterated"),
    row("y[0] = max(x)", "tensor-iterated"),
    row("for i, v in enumerate(x):\n    y[i] = v", "tensor-iterated"),
    row("for a, b in zip(x, x):\n    y[0] = a * b", "tensor-iterated"),
    row("a, b, c = x", "tensor-iterated"),
    row("v = list(x)", "tensor-iterated"),
    row("v = [e for e in x]", "tensor-iterated"),
    row("s = Float32(0)\nfor v in r[1, None]:\n    s += v\ny[0] = s", 9),
    row("for a in r:\n    y[0] = a[2]", 5),
    row("y[0] = sum(r[0, None])", 6),
    row("y[0] = max(r[0, None])", 4),
    row("for i, v in enumerate(r[1, None]):\n    y[i] = v", 1),
    row("for a, b in zip(r[0, None], r[1, None]):\n    y[0] = y[0] + a * b", 26),
    row("a, b, c = r[1, None]\ny[0] = a + b * c", 16),
    row("y[0] = float(len(x))", 12),
    row("y[0] = float(len(r))", 2),
    row("y[0] = 1.0 if 3.0 in x else 0.0", "tensor-compared"),
    row("y[0] = 1.0 if x == X else 0.0", "tensor-compared", "y[0] = 1.0 if x[1] == X[0, 1] else 0.0", 1),
    row("if x != 0:\n    y[0] = 1.0", "tensor-compared"),
    row("y[0] = 1.0 if x is X else 2.0", 2),
    row("y[0] = 1.0 if x == None else 2.0", 2),
    row("del x[0]", "unsupported-construct"),
    row("v = x + 1", "python-operation", "v = r.load() + 1\ny[0] = v[1]", 2),
    row("x += 1", "python-operation"),
    row("v = -X", "python-operation"),
    row("v = X @ X", "python-operation"),
    row("y[0] = x(1)", "python-operation", "y[0] = x[1]", 1),
    row("y[0] = X[1][2]", "python-operation", "y[0] = X[1, 2]", 6),
    row("y[0] = x[1][0]", "python-operation"),
    # indices
    row(
        "v = x[1:3]\ny[0] = v[0]",
        "index-not-integer",
        "v = cute.local_tile(cute.domain_offset((1,), x), (2,), (0,))\ny[0] = v[0]",
        1,
    ),
    row("v = x[2:]", "index-not-integer"),
    row("v = x[::2]", "index-not-integer"),
    row("v = x[:-1]", "index-not-integer"),
    row("x[0:2] = 1.0", "index-not-integer"),
    row("v = X[1, :]\ny[0] = v[2]", 6),
    row("v = X[:, 1]\ny[0] = v[2]", 9),
    row("v = X[..., 2]\ny[0] = v[1]", 6),
    row("v = X[...]\ny[0] = v[1, 1]", 5),
    row("r[:, 1] = 7.0\ny[0] = r[1, 1]", 7),
    row("y[0] = X[1, -1]", "negative-index", "y[0] = X[1, X.shape[1] - 1]", 7),
    row("y[0] = x[1.0]", "index-not-integer"),
    row("y[t / 2] = 1.0", "index-not-integer", "y[t // 2] = 1.0", 1),
    row("y[0] = x[x[1] > 0]", "index-not-integer", "y[0] = x[Int32(x[1] > 0)]", 1),
    row("y[0] = x[True]", "index-not-integer"),
    row("y['a'] = 1.0", "index-not-integer"),
    row("y[0] = X[0, 0, 0]", "coordinate-mismatch"),
    # NumPy, torch, math
    row("y[0] = np.exp(x[1])", "foreign-function", "y[0] = cute.math.exp(x[0])", 1),
    row("y[0] = np.sqrt(x[4])", "foreign-function", "y[0] = cute.math.sqrt(x[4])", 2),
    row("y[0] = np.maximum(x[1], x[2])", "foreign-function", "y[0] = max(x[1], x[2])", 2),
    row("y[0] = np.sum(x)", "foreign-function"),
    row("v = np.array(x)", "foreign-function"),
    row("y[0] = np.float32(2) * x[3]", 6),
    row("y[0] = torch.relu(x[1])", "foreign-function", "y[0] = max(x[1], 0.0)", 1),
    row("y[0] = torch.sum(x)", "foreign-function"),
    row("v = torch.tensor(x[1])", "python-operation"),
    row("y[0] = math.exp(x[0])", "requires-constexpr", "y[0] = cute.math.exp(x[0])", 1),
    row("y[0] = math.sqrt(x[4])", "requires-constexpr", "y[0] = cute.math.sqrt(x[4])", 2),
    row("y[0] = x.sum()", "no-attribute"),
    row("y[0] = r.sum()", "no-attribute", "y[0] = r.load().reduce(cute.ReductionOp.ADD, 0.0, 0)", 15),
    row("v = X.T", "no-attribute"),
    row("v = x[0].astype(Float16)", "no-attribute", "y[0] = x[3].to(Float16).to(Float32)", 3),
    row("v = x[0].item()", "no-attribute"),
    row("v = x.reshape(3, 4)", "no-attribute"),
    row("v = x.numpy()", "no-attribute"),
    # CUDA, Numba, Triton
    row("t = cute.arch.thread_idx().x", "no-attribute", "t, _, _ = cute.arch.thread_idx()\ny[t] = 1.0", 1),
    row("t = cute.threadIdx.x", "unknown-name", "t = cute.arch.thread_idx()[0]\ny[t] = 1.0", 1),
    row("cute.syncthreads()", "unknown-name", "cute.arch.sync_threads()", 0),
    row("v = cute.program_id(0)", "unknown-name", "y[cute.arch.block_idx()[0]] = 1.0", 1),
    row("v = cute.arange(3)", "unknown-name"),
    row("v = cute.zeros((2,))", "unknown-name"),
    row("k[1, 32](x, X, n, y)", "launch-brackets"),
    row("k(x, X, n, y)", "kernel-from-kernel"),
    # numbers and Booleans
    row("y[0] = Float32((x[1] > 0) + (x[2] > 0))", 2),
    row("y[0] = Float32(sum([x[1] > 0, x[2] > 0, x[0] > 0]))", 2),
    row("y[0] = Float32((x[1] > 0) * 5)", 5),
    row("y[0] = 1.0 if n[1].to(Uint32) > -1 else 0.0", 1),
    row("y[0] = Float32(n[1].to(Uint32) == -1)", 0),
    row("y[0] = 1.0 if 0 < x[1] < 2 else 0.0", 1),
    row("y[0] = Float32(x[0].to(Int128))", "numeric-cast", "y[0] = Float32(x[3].to(Int64).to(Int128).to(Int64))", 3),
    row("y[0] = Float32(2**2000)", "literal-out-of-range"),
    row("y[0] = Float32(Uint8(300))", "literal-out-of-range"),
    row("y[0] = x[0] * 1j", "python-operation"),
    row("y[0] = x[0] + None", "python-operation"),
    row("y[0] = 'a' + x[0]", "python-operation"),
    row("v = {x[0]: 1}", "requires-constexpr"),
    row("y[0] = Float32(Int32(1) // 0)", "division-by-zero"),
    row("y[0] = n[1]", "element-type-mismatch", "y[0] = n[1].to(Float32)", 1),
    row("y[0] = round(x[1])", "element-type-mismatch", "y[0] = round(x[1]).to(Float32)", 1),
    # None
    row(
        "v = None\ny[0] = v[0]",
        "value-is-none",
        "v = None\nif cutlass.const_expr(v is not None):\n    y[0] = v[0]",
        0,
    ),
    row("v = None\nv[0] = x[0]", "value-is-none"),
    row("v = None\nn = v.shape", "value-is-none"),
    row("v = None\ny[0] = x[0] + v", "value-is-none"),
    row("v = None\ny[0] = -v", "value-is-none"),
    row("v = None\nfor i in v:\n    y[0] = i", "value-is-none"),
    row("box = Box()\nbox.v = None\ny[0] = box.v[0]", "value-is-none"),
    row(
        "v = None\nw = cute.local_tile(v, (2,), (0,))",
        "value-is-none",
        "w = cute.local_tile(x, (2,), (1,))\ny[0] = w[0]",
        2,
    ),
    row("v = None\ny[0] = v(x)", "value-is-none"),
    row(
        "def f(v):\n    v + 1\nw = f(x[1])\ny[0] = w * 2.0",
        "value-is-none",
        "def f(v):\n    return v + 1\nw = f(x[1])\ny[0] = w * 2.0",
        4,
    ),
    # control flow
    row("if x[1] > 0:\n    v = 2.0\ny[0] = v", "read-never-set", "v = 0.0\nif x[1] > 0:\n    v = 2.0\ny[0] = v", 2),
    row(
        "for i in range(n[2]):\n    v = x[i]\ny[0] = v",
        "read-never-set",
        "v = Float32(0)\nfor i in range(n[2]):\n    v = x[i]\ny[0] = v",
        1,
    ),
    row(
        "box = Box()\nif x[1] > 0:\n    box.v = 1.0\ny[0] = box.v",
        "read-never-set",
        "box = Box()\nbox.v = 0.0\nif x[1] > 0:\n    box.v = 1.0\ny[0] = box.v",
        1,
    ),
    row("for j in range(n[2]):\n    pass\ny[0] = Float32(j)", "read-never-set"),
    row(
        "s = Float32(0)\nfor i in evens(n[5]):\n    s += x[i]\ny[0] = s",
        "dynamic-index",
        "s = Float32(0)\nfor i in range(0, n[5], 2):\n    s += x[i]\ny[0] = s",
        6,
    ),
    row("s = Float32(0)\nfor i in evens(5):\n    s += x[i]\ny[0] = s", 6),
    row(
        "s = Float32(0)\nfor i in above(x, 1.0):\n    s += x[i]\ny[0] = s",
        "dynamic-bool",
        "s = Float32(0)\nfor i in range(4):\n    if x[i] > 1.0:\n        s += x[i]\ny[0] = s",
        5,
    ),
    row("y[0] = total(x, n[4])", "dynamic-index", "y[0] = cute.jit(total)(x, n[4])", 6),
    row("v = []\nfor i in range(n[2]):\n    v.append(x[i])", "container-structure-changed"),
    row(
        "v = 0\nfor i in range(n[3]):\n    v = v + x[i]\ny[0] = v",
        "loop-type-changed",
        "v = Float32(0)\nfor i in range(n[3]):\n    v = v + x[i]\ny[0] = v",
        3,
    ),
    row("for i in range(x[1]):\n    pass", "loop-bound-not-integer", "for i in range(Int32(x[1])):\n    y[0] = 1.0", 1),
    row("for i in range(x):\n    pass", "loop-bound-not-integer"),
    row(
        "for i in range(X.shape):\n    pass",
        "loop-bound-not-integer",
        "for i in range(X.shape[0]):\n    y[0] = Float32(i)",
        2,
    ),
    row("v = [x[i] for i in range(n[2])]", "dynamic-index"),
    row("assert x[0] == 1.0", "requires-constexpr", "cute.testing.assert_(x[0] == 0.0, 'x')", 0),
    row("if x[1] > 0:\n    raise ValueError('x')", "early-exit"),
    row("return x[0]", "return-dynamic"),
    row("yield x[0]", "unsupported-construct"),
    row("global G\nG = 1", "unsupported-construct"),
    row("def f(v):\n    return f(v - 1) if v > 0 else 0\ny[0] = f(n[2])", "endless-recursion"),
    row("def f(v):\n    if v > 0:\n        return f(v - 1) + v\n    return 0\ny[0] = Float32(f(3))", 6),
    row("y[0] = xx[1]", "undefined-name"),
    row("y[0] = x[1].tofloat()", "no-attribute"),
    row("v = 'big' if x[1] > 0 else 'small'", "assign-python-to-dynamic"),
    row("y.fill(0.0)", "dynamic-tensor-shape", "r.fill(3.0)\ny[0] = r[1]", 3),
    row("y[:] = x[:]", "dynamic-tensor-shape", "for i in range(y.shape[0]):\n    y[i] = x[i + 1]", 1),
    row("v = x.load()", "dynamic-tensor-shape"),
    row("r = cute.make_rmem_tensor((n[2],), Float32)", "dynamic-allocation"),
]  # fmt: skip


def run(body: str, number: int, eagerly: bool = False) -> float:
    text = HEAD + "".join(f"    {line}\n" for line in body.splitlines()) + TAIL
    file = f"<newcomer {number}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {"__name__": "newcomer"}
    exec(compile(text, file, "exec"), space)
    x, y = np.arange(12, dtype=np.float32), np.zeros(4, np.float32)
    arguments = (x, x.reshape(3, 4).copy(), np.arange(12, dtype=np.int32), y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        eager.run(space["run"], *arguments) if eagerly else space["run"](*arguments)
    return float(y[0])


def result(body: str, number: int, eagerly: bool = False) -> str | float:
    """The value of `y[0]`, or the name of the error (or warning) whose report shows the author's file."""
    try:
        return run(body, number, eagerly)
    except DSLUserCodeError as error:
        assert f"<newcomer {number}>" in str(error), error
        assert "= fix" in str(error), error
        return error.name
    except Warning as warning:
        return str(warning).partition("[")[2].partition("]")[0]


@pytest.mark.parametrize("number", range(len(MISTAKES)), ids=[m[0].replace("\n", "; ") for m in MISTAKES])
def test_a_mistake_and_its_fix(number: int) -> None:
    wrong, gives, right, value = MISTAKES[number]
    works = isinstance(gives, int | float)
    assert result(wrong, number, eagerly=not works) == gives  # errors are found while tracing, which eager runs too
    if right:
        assert result(right, number) == value


@pytest.mark.parametrize(
    ("body", "fix"),
    [
        ("for i in evens(n[3]):\n    y[0] = x[i]", "Write the loop of `evens` in the kernel"),
        ("for i in above(x, 1.0):\n    y[0] = x[i]", "Write the loop of `above` in the kernel"),
        ("y[0] = total(x, n[3])", "Decorate `total` with @jit"),
    ],
)
def test_the_fix_names_the_plain_function_that_python_runs(body: str, fix: str) -> None:
    with pytest.raises(DSLUserCodeError, match=f"fix: {fix}"):
        run(body, len(MISTAKES), eagerly=True)


def test_there_are_100_mistakes() -> None:
    assert len(MISTAKES) >= 100
