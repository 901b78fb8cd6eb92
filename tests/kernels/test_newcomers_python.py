"""Habits of Python, NumPy, CUDA and Triton in kernels, second part: texts, containers, names, types; see the first."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from tests.kernels.test_newcomers import result, row

MISTAKES = [
    # texts of run-time values
    row("if str(x[1]) == '1.0':\n    y[0] = 1.0", "text-of-value", "if x[1] == 1.0:\n    y[0] = 1.0", 1),
    row("if f'{x[1]:.1f}' == '1.0':\n    y[0] = 1.0", "text-of-value"),
    row("y[0] = float(len(f'x {x[1]}'))", "text-of-value"),
    row("d = {str(n[1]): 5.0}", "text-of-value"),
    row("y[0] = float(str(x[1]))", "text-of-value", "y[0] = float(x[1])", 1),
    row("cute.printf('%f' % x[1])", "text-of-value", "cute.printf('%f', x[1])", 0),
    row("fmt = '%f'\ncute.printf(fmt % x[1])", "text-of-value"),
    row("cute.printf('{v}', x[1])", "printf-format", "cute.printf('{}', x[1])", 0),
    row("cute.printf('%d', x[1])", "printf-format", "cute.printf('%f', x[1])", 0),
    row("cute.printf('{v}', v=x[1])", "argument-unexpected"),
    row("printf('%f', x[1])", "undefined-name", "cute.printf('%f', x[1])", 0),
    row("print(f'{x:.3f}')", "python-operation", "cute.print_tensor(r)", 0),
    # Python's own errors
    row("a, b = cute.arch.thread_idx()", "python-value", "a, b, c = cute.arch.thread_idx()\ny[a] = 2.0", 2),
    row("a, b = x[1]", "python-operation", "a = x[1]\ny[0] = a", 1),
    row("a, b, c = X.shape", "python-value", "a, b = X.shape\ny[0] = Float32(b)", 4),
    row("y[0] = Float32(X.shape[2])", "python-index", "y[0] = Float32(X.shape[1])", 4),
    row("y[0] = Float32(X.shape(0))", "python-operation", "y[0] = Float32(X.shape[0])", 3),
    row("X.shape[0] = 5", "python-operation"),
    row("X.shape = (2, 6)", "no-attribute"),
    row("x.name = 5", "no-attribute"),
    row("d = {'a': 1.0}\ny[0] = d['b']", "python-key", "d = {'a': 1.0}\ny[0] = d['a']", 1),
    row("l = [x, y]\nl[2][0] = 1.0", "python-index", "l = [x, y]\nl[1][0] = 1.0", 1),
    row("t = cute.arch.thread_idx[0]", "python-operation", "t = cute.arch.thread_idx()[0]\ny[t] = 1.0", 1),
    row("i = cute.arch.block_idx() * cute.arch.block_dim()", "python-operation"),
    row(
        "def f(a, b):\n    return a\ny[0] = f(x[1])",
        "argument-missing",
        "def f(a, b):\n    return a\ny[0] = f(x[1], 2)",
        1,
    ),
    row("def f(a):\n    return a\ny[0] = f(a=x[1], c=1)", "argument-unexpected"),
    row("class A:\n    def f(v):\n        return v\ny[0] = A().f(x[1])", "argument-count"),
    row("import json\njson.dumps(x[0])", "foreign-function"),
    row("v = np.zeros(3).reshape(2, 2)", "python-value"),
    row("v = np.nothing", "no-attribute"),
    row("v = torch.from_dlpack(x)", "foreign-function"),
    row("l = [0.0] * n[2]", "dynamic-index", "l = [0.0] * 2\ny[0] = l[1] + 3.0", 3),
    row("v = chr(n[1])", "dynamic-index"),
    row("l = list(filter(lambda v: v > 1.0, [x[1], x[2]]))", "dynamic-bool"),
    row("y[0] = complex(x[1])", "requires-constexpr"),
    row("v = {n[1], n[2]}", "requires-constexpr"),
    row("if (x[1] > 0) is True:\n    y[0] = 1.0", "python-operation", "if (x[1] > 0) == True:\n    y[0] = 1.0", 1),
    row("y[0] = 1.0 if (n[1] == 1) is not False else 2.0", "python-operation"),
    row("l = [1.0, 2.0]\nif x[1] > 0:\n    del l[0]\ny[0] = l[0]", "container-structure-changed"),
    row("d = {0: 1.0}\nfor i in range(n[2]):\n    del d[0]", "container-structure-changed"),
    # arrays from outside, types
    row("v = np.zeros(4, np.float32)\ny[0] = v[n[1]]", "captured-array"),
    row("v = np.zeros(4, np.float32)\nv[t] = x[1]", "captured-array"),
    row("v = np.zeros(4, np.float32)\nv[0] = x[1]", "captured-array"),
    row("v = torch.zeros(4)\ny[0] = v[1]", "numeric-cast", "v = torch.ones(4)\ny[0] = v[1].item()", 1),
    row(
        "r = cute.make_rmem_tensor((4,), 'float32')",
        "not-a-type",
        "r = cute.make_rmem_tensor((4,), cutlass.Float32)\nr.fill(1.0)\ny[0] = r[0]",
        1,
    ),
    row("r = cute.make_rmem_tensor((4,), np.float32)", "not-a-type"),
    row("r = cute.make_rmem_tensor((4,), torch.float32)", "not-a-type"),
    row("y[0] = n[1].to('float32')", "not-a-type", "y[0] = n[1].to(cutlass.Float32)", 1),
    row("y[0] = n[1].to(float)", "requires-constexpr", "y[0] = n[1].to(cutlass.Float32)", 1),
    row("if x.element_type == 'float32':\n    y[0] = 1.0", "type-compared"),
    row("if x.dtype == np.float32:\n    y[0] = 1.0", "type-compared", "if x.dtype == Float32:\n    y[0] = 1.0", 1),
    row("v = cute.zeros_like(x)", "dynamic-allocation", "v = cute.zeros_like(r)\ny[0] = v[0, 0]", 0),
    row("r.store(1.0)", "python-operation", "r.fill(1.0)\ny[0] = r[0]", 1),
    row("y[0] = float(r.load())", "python-operation"),
    row("v = r.load()\nv[0] = 1.0", "python-operation"),
    row("y[0] = [1.0]", "numeric-cast"),
    row("y[0] = x", "numeric-cast", "y[0] = x[1]", 1),
    row("y[0] = None", "numeric-cast"),
    # operators
    row("y[0] = n[2] ** -1", "operand-type", "y[0] = n[2].to(Float32) ** -1", 0.5),
    row("if x[1] > 0 & x[2] > 0:\n    y[0] = 1.0", "operand-type", "if x[1] > 0 and x[2] > 0:\n    y[0] = 1.0", 1),
    row("y[0] = x[1] ^ x[2]", "operand-type"),
    row("y[0] = round(x[1], 2)", "operand-type"),
    row("for i in range(0, 4, 0):\n    pass", "loop-bound-not-integer"),
    row("y[0] = Float32(cute.ceil_div(7.0, 2))", "leaf-not-integer", "y[0] = Float32(cute.ceil_div(7, 2))", 4),
    row("y[0] = cute.size('abc')", "leaf-not-integer"),
    row("y[0] = cute.where(x[1] > 0, x[3], 0.0)", 3),
    # functions of CuTe, CUDA and Triton
    row("cute.arch.sync_threads(0)", "argument-count", "cute.arch.sync_threads()", 0),
    row("v = cute.arch.shuffle_sync_down(x[t], 1.5)", "integer-needed"),
    row("v = cute.arch.shfl_down(x[t], 1)", "unknown-name"),
    row("cute.arch.atomic_add(y, 1.0)", "atomic-place", "cute.arch.atomic_add(y.iterator + 0, 1.0)", 1),
    row("cute.arch.atomicAdd(y.iterator, 1.0)", "unknown-name", "cute.arch.atomic_add(y.iterator, 1.0)", 1),
    row(
        "if cute.arch.elect_one():\n    y[0] = 1.0",
        "python-operation",
        "with cute.arch.elect_one():\n    y[0] = 1.0",
        1,
    ),
    row("t = threadIdx.x", "undefined-name", "t = cute.arch.thread_idx()[0]\ny[t] = 1.0", 1),
    row("i = cuda.grid(1)", "undefined-name"),
    row("i = tl.program_id(0)", "undefined-name"),
    row("y[0] = cute.maximum(x[1], 0.0)", "unknown-name", "y[0] = max(x[1], 0.0)", 1),
    row("cute.copy(x, y)", "argument-missing"),
    row("l = cute.make_layout((4, 2), (2, 1))", "argument-count", "l = cute.make_layout((4, 2), stride=(2, 1))", 0),
    row("l = cute.make_layout((4, 2)) + 1", "python-operation"),
    row("a = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp, Float32)", "copy-type"),
    row("m = cute.make_tiled_mma(None)", "value-is-none"),
    row("v = cute.Tensor(x)", "argument-missing"),
    row("s = cutlass.utils.SmemAllocator().allocate_tensor('float32', cute.make_layout(4))", "not-a-type"),
    row("if x[1] > 0:\n    z = x\nelse:\n    z = X\ny[0] = z[1]", "branch-type-mismatch"),
    row("v = X.permute(1, 0)", "no-attribute"),
    row("v = x.float()", "no-attribute"),
    row("v = x.cpu()", "no-attribute"),
    # what tests of newcomers found later
    row("return 5", "return-dynamic", "return", 0),
    row("if cutlass.const_expr(True):\n    return 'done'", "return-dynamic"),
    row("None.launch(grid=1, block=1)", "no-attribute"),
    row("y[0] = x[cute.arch.thread_idx]", "index-not-integer", "y[0] = x[cute.arch.thread_idx()[0] + 1]", 1),
    row("y[0] = x[n]", "index-not-integer", "for k in range(2):\n    y[0] = x[n[k]]", 1),
    row("for i in np.arange(2):\n    y[0] = x[i]", 1),
    row("t = cute.arch.thread_idx()\nif t < 5:\n    y[0] = 1.0", "python-operation"),
    row("i = cute.arch.thread_idx() + 1", "python-operation", "i = cute.arch.thread_idx()[0] + 1\ny[0] = x[i]", 1),
    row("cute.arch.__syncthreads()", "unknown-name", "cute.arch.sync_threads()", 0),
    row("cute.atomic.add(y, 0, 1.0)", "unknown-name", "cute.arch.atomic_add(y.iterator + 0, 1.0)", 1),
    row("for i in cute.prange(2):\n    y[0] = x[i]", "unknown-name", "for i in range(2):\n    y[0] = x[i]", 1),
    row("cute.device_print('%f', x[1])", "unknown-name", "cute.printf('%f', x[1])", 0),
    row("y[0] = torch.float32(x[1])", "python-operation", "y[0] = cutlass.Float32(x[1])", 1),
    row("y[0] = float('abc')", "python-value"),
    row("for v in r.load()[1, None]:\n    y[0] += v", 9),
    row("for v in r.load():\n    y[0] += v[2]", 9),
    row("y[0] = sum(r.load()[0, None])", 6),
    row("for v in x.iterator:\n    y[0] = v", "tensor-iterated"),
    row("import itertools\nfor v in itertools.count():\n    if v > n[2]:\n        break", "tensor-iterated"),
    row("import itertools\nfor v in itertools.count():\n    if v > 2:\n        break\n    y[0] += x[v]", 3),
    row("y[0] = float([1.0])", "python-operation"),
    row("async def f():\n    pass", "unsupported-construct"),
    row("def f(v, w=x[1] if n[1] > 5 else x[2]):\n    return v + w\ny[0] = f(1.0)", 3),
    row("v = x[0]\nwhile True:\n    if v > 3:\n        break\n    w = v\n    v += 1\ny[0] = w", "read-never-set"),
    row("b = n[1] > 5 and (v := n[2]) > 0\ny[0] = Float32(v)", "read-never-set"),
]


@pytest.mark.parametrize("number", range(len(MISTAKES)), ids=[m[0].replace("\n", "; ") for m in MISTAKES])
def test_a_mistake_and_its_fix(number: int) -> None:
    wrong, gives, right, value = MISTAKES[number]
    works = isinstance(gives, int | float)
    assert result(wrong, 1000 + number, eagerly=not works) == gives
    if right:
        assert result(right, 2000 + number) == value


@pytest.mark.parametrize(
    ("body", "printed"),
    [
        ("cute.printf(f'x is {x[1]}')", "x is 1.000000"),
        ("cute.printf(str(x[1]))", "1.000000"),
        ("cute.printf('x ' + str(x[1]) + '!')", "x 1.000000!"),
        ("cute.printf('{} {:>4}'.format(x[1], n[2]))", "1.000000    2"),
        ("cute.printf('{1} {0}'.format(x[1], n[2]))", "2 1.000000"),
        ("cute.printf(', '.join([str(n[i]) for i in range(3)]))", "0, 1, 2"),
        ("s = f'{x[1]:.2f} of {x.shape[0]}'\ncute.printf(s)", "1.00 of 12"),
        ("def f(v):\n    return f'<{v}>'\ncute.printf('got {}', f(n[3]))", "got <3>"),
        ("cute.printf('{}', f'{n[3]} 100%')", "3 100%"),
        ("cute.printf(f'{n[3]=}')", "n[3]=3"),
        ("s = str(x[1])\ncute.printf(f'{s} and {x[2]}')", "1.000000 and 2.000000"),
        ("s = str(n[3])\ncute.printf(s * 2 + '!')", "33!"),
        ("s = str(n[3])\ncute.printf(' '.join([s, f'{s}{s}']))", "3 33"),
        ("print(f'while compiled: {x[1]} ' + str(n[1]))", "while compiled: ? ?"),
    ],
)
def test_texts_are_printed_with_their_values(body: str, printed: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert result(body, 3000 + hash(body) % 1000) == 0
    assert printed in capfd.readouterr().out


@cute.kernel
def two_arrays(x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    if t > 3:
        z = x
    else:
        z = y
    y[t] = z[t]


@cute.jit
def run_two_arrays(x: cute.Tensor, y: cute.Tensor):
    two_arrays(x, y).launch(grid=1, block=32)


def test_a_tensor_that_is_another_one_in_other_threads_is_a_named_error() -> None:
    with pytest.raises(DSLUserCodeError, match="one array in some threads") as caught:
        run_two_arrays(np.zeros(32, np.float32), np.zeros(32, np.float32))
    assert caught.value.name == "not-yet" and caught.value.span is not None
    assert caught.value.span.file == __file__


@cute.kernel
def lists_of_turns(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    for first in cutlass.range_constexpr(2):
        for i in cutlass.range(first, n, 1):
            parts = []
            if cutlass.const_expr(first == 0):
                parts.append(x[t] + i)
            else:
                parts += [x[t] * i]
            y[t] = y[t] + parts[0]


@cute.jit
def run_lists_of_turns(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    lists_of_turns(x, y, n).launch(grid=1, block=32)


def test_a_list_that_each_turn_makes_anew_is_not_carried_into_the_next_loop() -> None:
    x, y = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    run_lists_of_turns(x, y, 3)
    assert y.tolist() == (6 * x + 3).tolist()
