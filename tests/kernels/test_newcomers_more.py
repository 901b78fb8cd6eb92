"""Mistakes of newcomers, fifth part: what was found by asking for each claim once more. See `test_newcomers`.

Rows whose value is a number show that Python's meaning is kept; a row with a right form shows that the fix works.
"""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from tests.kernels import test_newcomers_calls as calls
from tests.kernels.test_newcomers import result, row
from tests.kernels.test_newcomers_calls import launch

_MAYBE = "l = [None, None]\nif x[0] > 0:\n    l[0] = x[1]\n"
_BOX = "b = Box()\nif x[0] > 0:\n    b.v = x[1]\n"
_NONE = "b = Box()\nb.v = None\nif x[0] > 0:\n    b.v = x[1]\n"
_COUNTS = "c = [0.0]\ndef g(v):\n    c[0] += 1.0\n    return v\n"
_CLASS = "class S:\n    def __init__(self, a):\n        self.a = a\n"

ROWS = [
    # a part with two types on two paths: each question about it is refused, and `None` is not taken for an answer
    row(_MAYBE + "if l[0]:\n    y[0] = 1.0", "branch-type-mismatch",
        "l = [0.0, 0.0]\nif x[0] > 0:\n    l[0] = x[1]\ny[0] = 2.0 if l[0] == 0.0 else 1.0", 2),
    row(_MAYBE + "if l[0] is None:\n    y[0] = 1.0", "branch-type-mismatch"),
    row(_MAYBE + "v = l[0]\ny[0] = 1.0 if v is not None else 2.0", "branch-type-mismatch"),
    row(_MAYBE + "y[0] = 1.0 if l[0] == 1 else 2.0", "branch-type-mismatch"),
    row(_MAYBE + "y[0] = 1.0 if None in l else 2.0", "branch-type-mismatch"),
    row(_MAYBE + "y[0] = 1.0 if l == [None, None] else 2.0", "branch-type-mismatch"),
    row(_MAYBE + "y[0] = 1.0 if isinstance(l[0], Float32) else 2.0", "branch-type-mismatch"),
    row(_MAYBE + "match l[0]:\n    case None: y[0] = 1.0\n    case _: y[0] = 2.0", "branch-type-mismatch"),
    row(_MAYBE + "y[0] = l[0] + 1", "branch-type-mismatch"),
    row(_MAYBE + "y[0] = l[0][0]", "branch-type-mismatch"),
    row(_MAYBE + "y[0] = l[0](1)", "branch-type-mismatch"),
    row(_MAYBE + "for v in l[0]:\n    y[0] = v", "branch-type-mismatch"),
    row(_MAYBE + "y[0] = max(l[0], 1.0)", "branch-type-mismatch"),
    row(_MAYBE + "print(l[0])", "branch-type-mismatch"),
    row(_MAYBE + "l[0] = 4.0\ny[0] = l[0]", 4),
    row(_NONE + "y[0] = 1.0 if b.v is None else 2.0", "branch-type-mismatch"),
    row(_NONE + "b.v.t = 5.0", "branch-type-mismatch"),
    row(_NONE + "y[0] = 1.0 if (lambda: b.v is None)() else 2.0", "branch-type-mismatch"),
    row(_NONE + "y[0] = 1.0 if hasattr(b, 'v') else 2.0", 1),
    # an attribute that one path sets: whether it is there is refused too
    row(_BOX + "y[0] = 1.0 if hasattr(b, 'v') else 2.0", "read-never-set",
        "b = Box()\nb.v = Float32(0)\nif x[0] > 0:\n    b.v = x[1]\ny[0] = b.v + 2", 2),
    row(_BOX + "y[0] = getattr(b, 'v', 7.0)", "read-never-set"),
    row(_BOX + "y[0] = float(len(vars(b)))", "read-never-set"),
    row(_BOX + "match b:\n    case Box(v=3.0): y[0] = 1.0\n    case _: y[0] = 2.0", "read-never-set"),
    row(_BOX + "y[0] = 1.0 if hasattr(b, 'w') else 2.0", 2),
    row("b = Box()\nb.v = 1.0\nif x[0] > 0:\n    del b.v\ny[0] = float(hasattr(b, 'v'))", "read-never-set"),
    row("b = Box()\nfor i in range(n[2]):\n    b.v = x[i]\ny[0] = getattr(b, 'v', 7.0)", "read-never-set"),
    row("b = Box()\nif x[0] > 0:\n    y[1] = 1.0\nelse:\n    y[0] = getattr(b, 'v', 7.0)", 7),
    row("if x[0] > 0:\n    v = 2.0\ny[0] = [a + v for a in (x[1], x[2])][0]", "read-never-set"),
    row("with cute.arch.elect_one():\n    v = x[1]\ny[0] = v", "read-never-set"),
    row("if x[0] > 0:\n    import math as m\ny[0] = m.pi", "read-never-set"),
    row("if x[0] > 0:\n    def f(a):\n        return a\ny[0] = f(x[1])", "read-never-set"),
    row("match n[1]:\n    case 0: v = 1.0\n    case 1: v = 2.0\ny[0] = v", "read-never-set"),
    row("for i in range(4):\n    if x[i] >= 0:\n        continue\n    v = x[i]\ny[0] = v", "read-never-set"),
    row("for i in range(n[2]):\n    a, (b, c) = x[i], (x[i + 1], x[i + 2])\ny[0] = a + b + c", "read-never-set"),
    # operands and items that Python does not evaluate
    row(_COUNTS + "r = g(x[1] > 0) and g(x[0] > 0) and g(x[2] > 0)\ny[0] = c[0]", 2),
    row(_COUNTS + "r = x[1] < x[0] < g(x[3])\ny[0] = c[0]", 0),
    row(_COUNTS + "m = map(g, [x[1], x[2]])\ny[0] = c[0]", 0),
    row(_COUNTS + "v = [g(1.0) if x[i] > 1 else 0.0 for i in range(4)]\ny[0] = c[0]", 2),
    row(_COUNTS + "match n[0]:\n    case 1 if g(x[1] > 0): y[0] = 9.0\n    case _: y[0] = c[0]", 0),
    row("def f():\n    cute.arch.atomic_add(y.iterator, 1.0)\n    return True\nr = x[0] > 0 and f()", 0),
    row("def f(i):\n    y[0] = y[0] + 1.0\n    return x[i] >= 1\nb = any(f(i) for i in range(4))", 2),
    row("y[0] = float(next(i for i in range(4) if x[i] > 1))", "dynamic-bool"),
    row(_CLASS + "    def __eq__(self, o):\n        self.a += 1.0\n        return x[0] > 0\n    __hash__ = None\n"
        "r = 3 in [S(0.0), S(0.0)]", "dynamic-bool"),
    # exceptions of Python that leave a part that runs at run time
    row("try:\n    if x[0] > 0:\n        y[1] = {}['k']\n    y[0] = 1.0\nexcept KeyError:\n    y[0] = 2.0",
        "early-exit",
        "if x[0] > 0:\n    y[1] = {}.get('k', 2.0)\nelse:\n    y[0] = 1.0", 1),
    row("try:\n    v = 1.0 if x[1] > 0 else 1 // 0\nexcept ZeroDivisionError:\n    v = 2.0\ny[0] = v", "early-exit"),
    row("try:\n    for i in range(n[0]):\n        y[1] = [x[i]][1]\nexcept IndexError:\n    y[0] = 2.0", "early-exit"),
    row("import contextlib\nwith contextlib.suppress(KeyError):\n    if x[0] > 0:\n        y[0] = {}['k']",
        "early-exit"),
    # tensors, pointers and layouts compared and asked
    row("if X != X:\n    y[0] = 1.0", "tensor-compared"),
    row("y[0] = 1.0 if X == X else 2.0", "tensor-compared"),
    row("y[0] = 1.0 if x in (x, y) else 2.0", 1),
    row("y[0] = 1.0 if [x, y] == [x, y] else 2.0", 1),
    row("y[0] = {x: 3.0, y: 4.0}[x]", 3),
    row("y[0] = 1.0 if any(r) else 2.0", "tensor-compared", "y[0] = 1.0 if any(r[0, None]) else 2.0", 1),
    row("y[0] = 1.0 if all(r) else 2.0", "tensor-compared", "y[0] = 1.0 if all(r[0, None]) else 2.0", 2),
    row("y[0] = 1.0 if any([x, None]) else 2.0", 1),
    row("y[0] = 1.0 if x.iterator == x.iterator else 2.0", 1),
    row("y[0] = 1.0 if x.iterator != y.iterator else 2.0", 1),
    row("y[0] = 1.0 if x.iterator < x.iterator + 1 else 2.0", 1),
    row("y[0] = 1.0 if x.iterator == 0 else 2.0", 2),
    row("y[0] = 1.0 if x.iterator == None else 2.0", 2),
    row("y[0] = 1.0 if r.iterator == x.iterator else 2.0", "python-operation"),
    row("y[0] = 1.0 if x.layout == n.layout else 2.0", 1),
    row("y[0] = 1.0 if x.layout != n.layout else 2.0", 2),
    row("y[0] = 1.0 if x.layout == y.layout else 2.0", 2),
    row("y[0] = 1.0 if X.layout == cute.make_layout((3, 4), stride=(4, 1)) else 2.0", 1),
    row("y[0] = 1.0 if X.layout == cute.make_layout((3, 4)) else 2.0", 2),
    row("y[0] = 1.0 if [x.layout] == [n.layout] else 2.0", 1),
    row("y[0] = 1.0 if cutlass.const_expr(r.layout == cute.make_layout((2, 3))) else 2.0", 1),
    row("y[0] = 1.0 if n[1] is n[2] else 0.0", "python-operation", "y[0] = 1.0 if n[1] == n[2] else 0.0", 0),
    row("N = 1\ny[0] = 1.0 if n[1] is N else 0.0", "python-operation", "N = 1\ny[0] = 1.0 if n[1] == N else 0.0", 1),
    # chains of comparisons of types, spaces and layouts
    row("y[0] = 1.0 if x.element_type == y.element_type == Float32 else 2.0", 1),
    row("y[0] = 1.0 if x.element_type == n.element_type == n.element_type else 2.0", 2),
    row("y[0] = 1.0 if x.element_type != n.element_type != y.element_type else 2.0", 1),
    row("y[0] = 1.0 if x.element_type == y.element_type == Float32 and 0 < x[1] == x[1] < 2 else 2.0", 1),
    row("y[0] = 1.0 if x.memspace == y.memspace == cute.AddressSpace.gmem else 2.0", 1),
    row("y[0] = 1.0 if r.layout == r.layout == cute.make_layout((2, 3)) else 2.0", 1),
    # indices and shifts
    row("y[0] = X[[1, 2]]", "index-not-integer", "coord = [1, 2]\ny[0] = X[tuple(coord)]", 6),
    row("X[[1, 2]] = 0.0", "index-not-integer"),
    row("y[0] = Float32(n[1] << -1)", "operand-type", "y[0] = Float32(n[2] >> 1)", 1),
    row("y[0] = Float32(Int32(8) >> -2)", "operand-type", "y[0] = Float32(Int32(8) << 2)", 32),
    # what the report proposes
    row("y[0] = x[0].exp()", "no-attribute", "y[0] = cute.math.exp(x[0])", 1),
    row("y[0] = x[5].clamp(0.0, 2.0)", "no-attribute", "y[0] = min(max(x[5], 0.0), 2.0)", 2),
    row("y[0] = x[1].cast(Int32)", "no-attribute", "y[0] = x[1].to(Int32).to(Float32)", 1),
    row("n[0] = x[1].view(Int32)", "no-attribute", "n[0] = x[0].bitcast(Int32)\ny[0] = Float32(n[0])", 0),
    row("y[0] = float(x.itemsize)", "no-attribute", "y[0] = float(x.element_type.width // 8)", 4),
    row("v = int32(x[1])", "undefined-name", "y[0] = Float32(cutlass.Int32(x[1]))", 1),
    row("i = cute.arch.tid()", "unknown-name", "i = cute.arch.thread_idx()[0]\ny[0] = x[i + 1]", 1),
    row("s = cute.make_smem_tensor((4,), Float32)", "unknown-name",
        "s = cutlass.utils.SmemAllocator().allocate_tensor(Float32, cute.make_layout(4))\ns[0] = 1.0\ny[0] = s[0]", 1),
    row("cute.arch.bar_sync(0)", "unknown-name", "cute.arch.sync_threads()\ny[0] = 1.0", 1),
    row("for i in cutlass.range(4, step=2):\n    y[0] += x[i]", "argument-unexpected",
        "for i in cutlass.range(0, 4, 2):\n    y[0] += x[i]", 2),
    row("if cutlass.const_expr(x.shape[0] > 4):\n    y[0] = 1.0", "requires-constexpr",
        "if x.shape[0] > 4:\n    y[0] = 1.0", 1),
    # as in Python
    row("for i in range(n[3], 0, -1):\n    y[0] += x[i]", 6),
    row("for i in range(4)[::2]:\n    y[0] += x[i]", 2),
    row("for i in reversed(range(n[3])):\n    y[0] += x[i]", 3),
    row("fs = [lambda: i for i in range(3)]\ny[0] = float(fs[0]())", 2),
    row("x[0], x[1] = x[1], x[0]\ny[0] = x[0]", 1),
    row(_CLASS + "    def __add__(self, o):\n        return S(self.a + o.a)\ny[0] = (S(x[1]) + S(x[2])).a", 3),
    row("y = x\ny[0] = 7.0", 0),
    row("c = x[1] > 0\nc += x[2] > 0\ny[0] = Float32(c)", 2),
    row("y[0] = Float32((x[1] > 0) << 3)", 8),
    row("y[0] = Float32(n[5].to(Uint8) == 261)", 0),
    row("y[0] = Float32(n[5] < 2**40)", 1),
    row("y[0] = Float32(n[5].to(Uint32) in (-1, 5))", 1),
]  # fmt: skip


@pytest.mark.cutedsl_unchecked  # there some are findings
@pytest.mark.parametrize("number", range(len(ROWS)), ids=[m[0].replace("\n", "; ") for m in ROWS])
def test_as_in_python_or_a_named_error(number: int) -> None:
    wrong, gives, right, value = ROWS[number]
    assert result(wrong, 9000 + number) == gives
    assert result(wrong, 9000 + number, eagerly=True) == gives
    if right:
        assert result(right, 9500 + number) == value


def _sized(option: str, kind: str, size: int, eagerly: bool = False) -> str:
    """A launch with one size that an argument gives."""
    sizes = {"grid": "1", "block": "4"} | {option: "n"}
    given = ", ".join(f"{name}={value}" for name, value in sizes.items())
    run = "eager.run(f, x, y, {size})" if eagerly else "f(x, y, {size})"
    head = f"@cute.jit\ndef f(x: cute.Tensor, y: cute.Tensor, n: cutlass.{kind}):\n    k(x, y).launch({given})\n"
    return head + "from cutedsl import eager\n" + run.format(size=size)


_INNER = "def f(y: cute.Tensor, n: cutlass.Int8):\n    y[0] = Float32(n)\n"
_JIT = "@cute.jit\n" + _INNER + "@cute.jit\ndef g(y: cute.Tensor):\n    f(y, {})\ng(y)"
_KERNEL = "@cute.kernel\n" + _INNER + "@cute.jit\ndef g(y: cute.Tensor):\n    f(y, {}).launch(grid=1, block=1)\ng(y)"
_METHOD = (
    "class A:\n    @cute.jit\n    def f(self, y: cute.Tensor, *, n: cutlass.Int8 = 1):\n        y[0] = Float32(n)\n"
)
_METHOD += "    @cute.jit\n    def __call__(self, y: cute.Tensor):\n        self.f(y, n={})\nA()(y)"

CALLS = [
    # sizes of a launch that 32 bits do not hold
    (_sized("grid", "Int64", 2**32 + 1), "launch-invalid-grid", "above 2147483647", _sized("grid", "Int64", 1)),
    (_sized("grid", "Int64", 2**32 + 1, eagerly=True), "launch-invalid-grid", "above 2147483647", ""),
    (_sized("grid", "Int64", 1 - 2**32), "launch-invalid-grid", "negative", ""),
    (_sized("grid", "Uint32", 2**32 - 1), "launch-invalid-grid", "above 2147483647", _sized("grid", "Uint32", 1)),
    (_sized("block", "Int64", 2**32 + 4), "launch-invalid-block", "above 2147483647", _sized("block", "Int64", 4)),
    (_sized("smem", "Int64", 2**32), "too-much-shared-memory", "bytes", _sized("smem", "Int64", 16)),
    (launch("k(x, y).launch(grid=2**32 + 1, block=4)"), "launch-invalid-grid", "above 2147483647", ""),
    (launch("k(x, y).launch(grid=1, block=4, smem=2**32)"), "too-much-shared-memory", "4294967296", ""),
    (launch("k(x, y).launch(grid=1, block=4, smem=-1)"), "launch-option", "negative", ""),
    (launch("k(x, y).launch(grid=1, block=4, smem=1.5)"), "launch-option", "not a number of bytes",
     launch("k(x, y).launch(grid=1, block=4, smem=16)")),
    (launch("k(x, y).launch(grid=1)"), "launch-option", "missing block", launch("k(x, y).launch(grid=1, block=4)")),
    (launch("k(x, y).launch(block=4)"), "launch-option", "missing grid", ""),
    (launch("k(x, y).launch()"), "launch-option", "launch(grid=..., block=...)", ""),
    # arguments inside of a trace
    (_JIT.format("300"), "argument-range", "-128 to 127, got 300", _JIT.format("1")),
    (_JIT.format("2.5"), "argument-type", "annotated as Int8, got a float", _JIT.format("cutlass.Int8(1.5)")),
    (_JIT.format("y[0]"), "argument-type", "annotated as Int8, got a Float32", _JIT.format("y[0].to(Int32) + 1")),
    (_KERNEL.format("300"), "argument-range", "-128 to 127, got 300", _KERNEL.format("1")),
    (_KERNEL.format("n=y[0]"), "argument-type", "got a Float32", ""),
    (_METHOD.format("300"), "argument-range", "argument #3 (`n`)", _METHOD.format("1")),
    # addresses and arrays
    ("cute.runtime.make_ptr(Float32, 2**64)", "argument-range", "64 bits", ""),
    ("cute.runtime.make_ptr(Float32, -4)", "argument-range", "64 bits", ""),
    ("from_dlpack(x, align=16)", "argument-unexpected", "`assumed_align=`", "run(from_dlpack(x, assumed_align=4), y)"),
    ("from_dlpack(x, dynamic=True)", "argument-unexpected", "mark_layout_dynamic()",
     "run(from_dlpack(x).mark_layout_dynamic(), y)"),
    ("from_dlpack(array=x)", "argument-unexpected", "by position", "run(from_dlpack(x), y)"),
    ("from_dlpack()", "argument-missing", "from_dlpack(x)", "run(from_dlpack(x), y)"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "name", "says", "right"), CALLS, ids=[c[0].replace("\n", "; ") for c in CALLS])
def test_a_mistake_of_a_call_and_its_fix(wrong: str, name: str, says: str, right: str) -> None:
    number = [call[0] for call in CALLS].index(wrong)
    with pytest.raises(DSLUserCodeError) as caught:
        calls.run(wrong, f"<more {number}>")
    assert caught.value.name == name
    assert says in str(caught.value)
    if right:
        assert calls.run(right, f"<more {number} right>") == 1


@cute.kernel
def write_one(y: cute.Tensor):
    y[0] = cutlass.Float32(1)


@cute.jit
def sized(y: cute.Tensor, blocks: cutlass.Uint32, threads: cutlass.Uint32):
    write_one(y).launch(grid=blocks, block=threads)


def test_unsigned_sizes_of_a_launch_warn_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cute.compile(sized, np.zeros(1, np.float32), 1, 1)
