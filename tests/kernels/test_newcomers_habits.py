"""Mistakes of newcomers, fourth part: habits of Triton, Numba, CUDA C++, NumPy and torch, in kernels and around them.

Each ends in a named error or a warning at the author's line, or does what is meant; a fix that a report names is
applied, and works. See `test_newcomers` and `test_newcomers_calls`.
"""

from __future__ import annotations

import pytest

from cutedsl.errors import DSLUserCodeError
from tests.kernels import test_newcomers_calls as calls
from tests.kernels.test_newcomers import result, row
from tests.kernels.test_newcomers_calls import launch

MISTAKES = [
    # Triton
    row("for i in cute.static_range(4):\n    y[0] += x[i]", "unknown-name",
        "for i in cutlass.range_constexpr(4):\n    y[0] += x[i]", 6),
    row("y[0] = cute.sum(r, axis=0)", "unknown-name", "y[0] = r.load().reduce(cute.ReductionOp.ADD, 0.0, 0)", 15),
    row("cute.store(y, x[1])", "unknown-name", "y[0] = x[1]", 1),
    row("y[0] = Float32(cute.cdiv(7, 2))", "unknown-name", "y[0] = Float32(cute.ceil_div(7, 2))", 4),
    row("cute.device_assert(x[1] > 0, 'x')", "unknown-name", "cute.testing.assert_(x[1] > 0, 'x')", 0),
    row("cute.debug_barrier()", "unknown-name", "cute.arch.sync_threads()", 0),
    row("cute.static_assert(x.shape[0] > 0)", "unknown-name", "assert cute.rank(x) > 0", 0),
    row("y[0] = x[1] * cute.math.pi", "unknown-name", "y[0] = x[1] * math.pi", float.fromhex("0x1.921fb6p+1")),
    row("y[0] = n[1].to(cute.float32)", "unknown-name", "y[0] = n[1].to(cute.Float32)", 1),
    # Numba
    row("s = cuda.shared.array(32, Float32)", "undefined-name"),
    row("s = cute.shared.array(4, Float32)", "unknown-name",
        "s = cutlass.utils.SmemAllocator().allocate_tensor(Float32, cute.make_layout(4))\ns[0] = 1.0\ny[0] = s[0]", 1),
    row("i = cute.grid(1)", "unknown-name"),
    # CUDA C++
    row("i = blockIdx.x * blockDim.x + threadIdx.x", "undefined-name"),
    row("__syncthreads()", "undefined-name", "cute.arch.sync_threads()", 0),
    row("y[0] = NULL", "undefined-name", "y[0] = x[1] if cutlass.const_expr(None is None) else x[2]", 1),
    row("y[0] = x[1] if true else 0.0", "undefined-name", "y[0] = x[1] if True else 0.0", 1),
    row("v = float4(x[0], x[1], x[2], x[3])", "undefined-name",
        "v = cute.make_rmem_tensor((4,), Float32)\nv.fill(2.0)\ny[0] = v[3]", 2),
    row("y[0] = float(sizeof(x))", "undefined-name", "y[0] = float(Float32.width // 8)", 4),
    row("y[0] = half(1.0)", "undefined-name", "y[0] = cutlass.Float16(1.0).to(Float32)", 1),
    row("y[0] = cute.arch.ldg(x.iterator)", "unknown-name", "y[0] = cute.arch.load(x.iterator + 1)", 1),
    row("v = cute.arch.shuffle_sync_down(0xffffffff, n[t], 1)", "warp-argument",
        "v = cute.arch.shuffle_sync_down(n[1], 0)\ny[0] = Float32(v)", 1),
    row("v = cute.arch.shuffle_sync(-1, n[t], 0)", "warp-argument"),
    row("v = cute.arch.vote_any_sync(0xffffffff, x[t] > 0)", "warp-argument",
        "v = cute.arch.vote_any_sync(x[1] > 0, 1)\ny[0] = 1.0 if v else 0.0", 1),
    row("v = cute.arch.vote_ballot_sync(0xffffffff, x[t] > 0)", "warp-argument"),
    row("v = cute.arch.warp_redux_sync(0xffffffff, 'add', n[t])", "warp-argument"),
    row("v = cute.arch.__shfl_down_sync(0xffffffff, x[t], 1)", "unknown-name"),
    row("y[0] = cute.arch.warp_reduction(x[t], 'sum')", "warp-argument",
        "y[0] = cute.arch.warp_reduction(x[1], lambda a, b: max(a, b), threads_in_group=1)", 1),
    row("cute.arch.atomic_add(y[0], 1.0)", "atomic-place", "cute.arch.atomic_add(y.iterator + 0, 1.0)", 1),
    row("t = cute.arch.thread_idx(0)", "argument-count", "t = cute.arch.thread_idx()[0]\ny[t] = 1.0", 1),
    row("i = n[0]\n++i", "no-effect", "i = n[0]\ni += 1\ny[0] = Float32(i)", 1),
    row("i = n[2]\n--i", "no-effect", "i = n[2]\ni -= 1\ny[0] = Float32(i)", 1),
    row("y[0] == x[1]", "no-effect", "y[0] = x[1]", 1),
    row("x[1] > 0", "no-effect"),
    row("k = 0\nwhile k < 3:\n    y[0] += x[k]", "endless-loop",
        "k = 0\nwhile k < 3:\n    y[0] += x[k]\n    k += 1", 3),
    row("while x:\n    y[0] = 1.0", "endless-loop"),
    row("stack = [1.0] * 200\nwhile stack:\n    y[0] = stack.pop()", 1),
    # texts of values
    row("s = str(x[1])\ncute.printf(s.upper())", "text-of-value", "s = str(x[1])\ncute.printf(s)", 0),
    row("s = str(n[1])\ncute.printf(s.zfill(5))", "text-of-value", "cute.printf('%05d', n[1])", 0),
    row("s = str(n[1])\ncute.printf('%s' % s)", "text-of-value", "s = str(n[1])\ncute.printf('%s', s)", 0),
    row("s = str(n[1])\ncute.printf(f'{s:>5}')", "text-of-value", "cute.printf(f'{n[1]:>5}')", 0),
    row("if str(n[1]).startswith('1'):\n    y[0] = 1.0", "text-of-value"),
    # NumPy
    row("y[0] = np.int32(x[1])", "requires-constexpr", "y[0] = x[1].to(cutlass.Int32).to(Float32)", 1),
    row("y[0] = np.float32(x[1])", "requires-constexpr", "y[0] = x[1].to(cutlass.Float32)", 1),
    row("y[0] = math.fsum([x[1], x[2]])", "requires-constexpr", "y[0] = x[1] + x[2]", 3),
    row("y[0] = np.add(x[1], x[2])", 3),
    row("y[0] = np.where(x[1] > 0, x[1], 0.0)", "dynamic-bool", "y[0] = x[1] if x[1] > 0 else 0.0", 1),
    row("y[0] = x[1] * np.array([1.0])", "foreign-function", "y[0] = x[1] * np.array([1.0])[0]", 1),
    row("y[0] = x[1] * np.pi", float.fromhex("0x1.921fb6p+1")),
    row("y[0] = -x[5] % x[3]", "negative-remainder", "y[0] = (x[3] * 2.0 - x[5]) % x[3]", 1),
    row("y[0] = Float32(-5.5) % 3.0", "negative-remainder", "y[0] = (Float32(-5.5) + 6.0) % 3.0", 0.5),
    row("y[0] = Float32(~(x[1] > 0))", 0),
    row("y[0] = Float32(-(x[1] > 0))", "operand-type"),
    row("n[0] = 2.5", "element-type-mismatch", "n[0] = Int32(2.5)\ny[0] = Float32(n[0])", 2),
    row("n[0] = 2.0\ny[0] = Float32(n[0])", 2),
    row("n[0] = float('nan')", "element-type-mismatch"),
    row("y[x > 1] = 1.0", "python-operation", "for i in range(2):\n    if x[i] >= 0:\n        y[i] = 1.0", 1),
    row("v = abs(x)", "python-operation", "y[0] = abs(-x[1])", 1),
    row("y[0] = sum(x[1], x[2])", "python-operation", "y[0] = sum([x[1], x[2]])", 3),
    row("import functools\ny[0] = functools.reduce(lambda a, b: a + b, x)", "python-operation"),
    row("import copy\nq = copy.deepcopy(r)", "python-operation",
        "q = cute.make_rmem_tensor_like(r)\ncute.autovec_copy(r, q)\nq[0] = 9.0\ny[0] = r[0]", 0),
    row("import copy\nq = copy.copy(r)", "python-operation"),
    row("import copy\ny[0] = copy.deepcopy(x[1])", 1),
    row("y[0] = x[1j]", "index-not-integer"),
    row("for i in 3:\n    y[0] = x[i]", "tensor-iterated", "for i in range(3):\n    y[0] = x[i]", 2),
    row("for i in n[2]:\n    y[0] = x[i]", "tensor-iterated", "for i in range(n[2]):\n    y[0] = x[i]", 1),
    row("y[0] = cute.math.exp(0)", "math-needs-float", "y[0] = cute.math.exp(0.0)", 1),
    row("x.iterator = y.iterator", "no-attribute"),
    # torch
    row("x.add_(1)", "no-attribute", "y[0] = x[0] + 1.0", 1),
    row("y[0] = x[1].real", "no-attribute", "y[0] = x[1]", 1),
    row("y[0] = torch.tensor(2.0) * x[1]", "python-operation", "y[0] = torch.tensor(2.0).item() * x[1]", 2),
    row("y[0] = x[1] * torch.tensor(2.0)", "python-operation"),
    row("y[0] = torch.where(x[1] > 0, x[1], 0.0)", "foreign-function"),
    row("v = x.stride(0)", "python-operation", "y[0] = Float32(x.stride[0])", 1),
    # shapes, allocations, launches
    row("v = cute.make_rmem_tensor(Float32, (4,))", "leaf-not-integer",
        "v = cute.make_rmem_tensor((4,), Float32)\nv.fill(1.0)\ny[0] = v[0]", 1),
    row("s = cutlass.utils.SmemAllocator.allocate_tensor(Float32, cute.make_layout(4))", "argument-missing",
        "s = cutlass.utils.SmemAllocator().allocate_tensor(Float32, cute.make_layout(4))\ns[0] = 1.0\ny[0] = s[0]", 1),
    row("y[0] = Float32(cute.ceil_div('10', 4))", "leaf-not-integer", "y[0] = Float32(cute.ceil_div(int('10'), 4))", 3),
    row("cute.compile(run, x, X, n, y)", "kernel-compile-target"),
    row("z = [0] * 4\nfor i in range(4):\n    z[i % 2] += 1", "dynamic-index"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(MISTAKES)), ids=[m[0].replace("\n", "; ") for m in MISTAKES])
def test_a_mistake_and_its_fix(number: int) -> None:
    wrong, gives, right, value = MISTAKES[number]
    compiled = isinstance(gives, int | float) or gives == "negative-remainder"  # a pass of the compiler looks for it
    assert result(wrong, 7000 + number, eagerly=not compiled) == gives
    if right:
        assert result(right, 8000 + number) == value


_CONSTANT = "@cute.jit\ndef f(y: cute.Tensor, n: Constexpr):\n    y[0] = Float32(n)\n"
CALLS = [
    ("run(x, x=y)", "argument-count", "by position and by name", "run(x, y=y)"),
    ("number(y, Int32)", "argument-type", "got the type Int32", "number(y, Int32(1))"),
    ("number(y, np.float32(2.5))", "argument-type", "Convert it: `int(n)`", "number(y, int(np.float32(1.5)))"),
    ("cute.compile()", "not-callable", "without calling it", ""),
    ("cute.compile(x, y, run)", "not-callable", "an ndarray", "cute.compile(run, x, y)(x, y)"),
    ("cute.compile('run', x, y)", "not-callable", "a str", "cute.compile(run, x, y)(x, y)"),
    ("cute.compile(lambda x, y: None, x, y)", "missing-jit-decorator", "with `def`", ""),
    ("cute.compile(run, x, y, target='cpu')", "argument-unexpected", 'options="--target cpu"',
     'cute.compile(run, x, y, options="--target cpu")(x, y)'),
    ("cute.compile(run, x, y, opt_level=2)", "argument-unexpected", 'options="--opt-level 2"',
     'cute.compile(run, x, y, options="--opt-level 2")(x, y)'),
    ("cute.compile(run, x, y).run(x, y)", "no-attribute", "Call it", "cute.compile(run, x, y)(x, y)"),
    ("cute.compile(run, x, y).save('f')", "no-attribute", "export_to_c", ""),
    ("cute.compile(run, x, y)(x[::2], y)", "argument-stride", "contiguous copy",
     "cute.compile(run, x, y)(x[::2].copy(), y)"),
    (f"{_CONSTANT}g = cute.compile(f, y, 3)\ng(y, 4)", "argument-count", "compile again for another value",
     f"{_CONSTANT}g = cute.compile(f, y, 1)\ng(y)"),
    ("from_dlpack(x, 'gpu')", "argument-alignment", "in bytes", "run(from_dlpack(x, 4), y)"),
    ("from_dlpack(x, y)", "argument-alignment", "in bytes", ""),
    ("from_dlpack(x)[0] = 1.0", "python-operation", "Index the array", "x[0] = 0.0\nrun(from_dlpack(x), y)"),
    ("Float32(1.0) + x", "foreign-function", "a whole array", ""),
    ("cute.ceil_div('10', 4)", "leaf-not-integer", "`int(n)`", ""),
    ("cute.runtime.make_ptr(Float32, x)", "argument-type", "x.ctypes.data",
     "cute.runtime.make_ptr(Float32, x.ctypes.data)\ny[0] = 1"),
    (launch("k(x, y).launch(grid=x[0], block=4)"), "launch-invalid-grid", "with `//`", ""),
    (launch("k(x, y).launch(grid=x.shape[0] / 4, block=4)"), "launch-invalid-grid", "with `//`", ""),
    (launch("k(x, y).launch(grid=1, block=np.array([4, 1, 1]))"), "launch-invalid-block", "positive integers",
     launch("k(x, y).launch(grid=1, block=np.array([4, 1, 1]).tolist())")),
    (launch("k(x, z=y).launch(grid=1, block=4)"), "argument-unexpected", "'z'", ""),
    (launch("k(x, y).launch(grid=1, block=None)"), "launch-invalid-block", "NoneType", ""),
    (launch("y.fill_(1.0)"), "no-attribute", "fill", ""),
    ("run(memoryview(x), y)", "argument-type", "got a memoryview", "run(np.asarray(memoryview(x)), y)"),
    ("run(x.ctypes.data, y)", "argument-type", "got an int", ""),
    ("from cutedsl import testing\ntesting.benchmark(run, x, y)", "argument-count", "It takes (callable", ""),
    ("run(np.lib.stride_tricks.as_strided(x, (2**31,), (0,)), y)", "argument-shape", "below 2**31", ""),
    ("run(torch.view_as_complex(torch.ones(4, 2)), y)", "argument-unsupported", "view_as_real", ""),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "name", "says", "right"), CALLS, ids=[c[0].replace("\n", "; ") for c in CALLS])
def test_a_mistake_of_a_call_and_its_fix(wrong: str, name: str, says: str, right: str) -> None:
    number = [call[0] for call in CALLS].index(wrong)
    with pytest.raises(DSLUserCodeError) as caught:
        calls.run(wrong, f"<habit {number}>")
    assert caught.value.name == name
    assert says in str(caught.value) and f"<habit {number}>" in str(caught.value)
    if right:
        assert calls.run(right, f"<habit {number} right>") == 1


WORKS = [
    ("run(x[::-1], y)", 12),
    ("run(np.broadcast_to(np.float32(1), (4,)), y)", 2),
    ("run(x.view(np.uint8), y)", 1),
    (launch("k(x, y).launch(grid=np.int64(1), block=np.int32(4))"), 1),
    (launch("k(x=x, y=y).launch(grid=[1], block=(4,))"), 1),
    ("import enum\nclass E(enum.IntEnum):\n    A = 1\nnumber(y, E.A)", 1),
    ("N = 3\n@cute.jit\ndef f(y: cute.Tensor):\n    y[0] = Float32(N)\nf(y)\nN = 1\nf(y)", 1),
    ("T = [3]\n@cute.jit\ndef f(y: cute.Tensor):\n    y[0] = Float32(T[0])\nf(y)\nT[0] = 1\nf(y)", 1),
    ("Z = np.ones(4, np.float32)\n@cute.jit\ndef f(y: cute.Tensor):\n    y[0] = Z[0]\nf(y)\nZ[0] = 5\nf(y)", 5),
]


@pytest.mark.parametrize(("body", "value"), WORKS, ids=[body.replace("\n", "; ") for body, _ in WORKS])
def test_habits_from_python_work(body: str, value: float) -> None:
    assert calls.run(body, f"<habit that works {[one for one, _ in WORKS].index(body)}>") == value
