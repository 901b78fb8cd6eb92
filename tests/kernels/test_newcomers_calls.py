"""Mistakes around a kernel: decorators, launches, arguments. Each is a named error at the author's line; fixes work."""

from __future__ import annotations

import linecache
import warnings
from typing import Any

import numpy as np
import pytest

from cutedsl.errors import DSLUserCodeError

HEAD = """
import functools
import numpy as np
import torch
import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Constexpr, Float32, Int32
from cutedsl.cute.runtime import from_dlpack
x = np.arange(12, dtype=np.float32)
X = x.reshape(3, 4).copy()
y = np.zeros(4, np.float32)

@cute.kernel
def k(x: cute.Tensor, y: cute.Tensor):
    t = cute.arch.thread_idx()[0]
    y[t] = x[t] + 1.0

@cute.jit
def run(x: cute.Tensor, y: cute.Tensor):
    k(x, y).launch(grid=1, block=4)

@cute.jit
def number(y: cute.Tensor, n: Int32):
    y[0] = Float32(n)
"""


def launch(line: str) -> str:
    """A host function with one line, and its call."""
    return f"@cute.jit\ndef go(x: cute.Tensor, y: cute.Tensor):\n    {line}\ngo(x, y)"


Row = tuple[str, str, str, str]
"""The lines, the error's name, what the report says, and lines that work with `y[0] == 1`, or nothing."""
MISTAKES: list[Row] = [
    # launches
    (
        launch("k(x, y)"),
        "kernel-not-launched",
        ".launch(grid=..., block=...)",
        launch("k(x, y).launch(grid=1, block=4)"),
    ),
    ("k(x, y)", "kernel-outside-jit", "Call and launch it inside", "run(x, y)"),
    ("k(x, y).launch(grid=1, block=4)", "kernel-outside-jit", "inside a function decorated with @jit", "run(x, y)"),
    ("k[1, 4](x, y)", "launch-brackets", "`k(...).launch(grid=1, block=4)`", launch("k(x, y).launch(grid=1, block=4)")),
    ("run[1, 4](x, y)", "launch-brackets", "Call it without brackets: `run(...)`", "run(x, y)"),
    (launch("k(x, y).launch(1, 4)"), "launch-option", "`launch(grid=1, block=4)`", ""),
    (launch("k(x, y).launch(grid=1, threads=4)"), "launch-option", "Write `block=`", ""),
    (launch("k(x, y).launch(grid=1, block=4, shared_mem=64)"), "launch-option", "Write `smem=`", ""),
    (launch("k(x, y).launch(grid=1, block=4, num_warps=1)"), "launch-option", "Write `block=32 * warps`", ""),
    (launch("k(x, y).lunch(grid=1, block=4)"), "no-attribute", "Did you mean `launch`?", ""),
    (launch("k(x, y).launch(grid=1, block=2048)"), "too-many-threads", "2048 threads", ""),
    (launch("k(x, y).launch(grid=1, block=(64, 64))"), "too-many-threads", "4096 threads", ""),
    (launch("k(x, y).launch(grid=1, block=(1, 1, 128))"), "launch-invalid-block", "(1024, 1024, 64)", ""),
    (launch("k(x, y).launch(grid=0, block=4)"), "launch-invalid-grid", "below 1", ""),
    (launch("k(x, y).launch(grid=-1, block=4)"), "launch-invalid-grid", "below 1", ""),
    (launch("k(x, y).launch(grid=1, block=0)"), "launch-invalid-block", "below 1", ""),
    (
        launch("k(x, y).launch(grid=12 / 4, block=4)"),
        "launch-invalid-grid",
        "Divide integers with `//`",
        launch("k(x, y).launch(grid=4 // 4, block=4)"),
    ),
    (launch("k(x, y).launch(grid=(1, 1, 1, 1), block=4)"), "launch-invalid-grid", "4 extents", ""),
    (launch("k(x, y).launch(grid=(1, 100000), block=4)"), "launch-invalid-grid", "65535", ""),
    (
        launch("k(x, y).launch(grid=1, block=(1, 1, 128))").replace(
            "\ngo(", "\nfrom cutedsl import eager; eager.run(go, "
        ),
        "launch-invalid-block",
        "(1024, 1024, 64)",
        "",
    ),
    (launch("k(x, y).launch(grid=x, block=4)"), "launch-invalid-grid", "type Tensor", ""),
    (launch("k(x, y).launch(grid='1', block=4)"), "launch-invalid-grid", "type str", ""),
    (launch("k(x, y).launch(grid=lambda meta: (1,), block=4)"), "launch-invalid-grid", "type function", ""),
    (launch("k(x, y).launch(grid=1, block=4, smem=500000)"), "too-much-shared-memory", "232448", ""),
    (launch("k(x, y).launch(grid=1, block=4, stream='default')"), "argument-type", "torch.cuda.Stream", ""),
    (launch("k(x, y).launch(grid=3, block=4, cluster=(2, 1, 1))"), "launch-invalid-cluster", "not a multiple", ""),
    (launch("k(x).launch(grid=1, block=4)"), "argument-missing", "'y'", ""),
    (launch("k(x, y, x).launch(grid=1, block=4)"), "argument-count", "3 were given", ""),
    (launch("v = k(x, y).launch(grid=1, block=4)\n    y[0] = v[0]"), "value-is-none", "`v`", ""),
    (launch("t = cute.arch.thread_idx()[0]\n    y[t] = 1.0"), "outside-kernel", "@kernel", ""),
    (launch("cute.arch.sync_threads()"), "outside-kernel", "no threads", ""),
    # decorators
    (
        "def kk(x, y):\n    y[0] = x[1]\n" + launch("kk(x, y).launch(grid=1, block=1)"),
        "value-is-none",
        "Decorate `kk` with @cute.kernel",
        "@cute.kernel\ndef kk(x, y):\n    y[0] = x[1]\n" + launch("kk(x, y).launch(grid=1, block=1)"),
    ),
    (
        "@cute.jit\ndef kk(x, y):\n    y[0] = x[1]\n" + launch("kk(x, y).launch(grid=1, block=1)"),
        "value-is-none",
        "only kernels are launched",
        "",
    ),
    ("@cute.jit(target='cpu')\ndef f(y):\n    y[0] = 1.0", "argument-unexpected", "Write `@jit` alone", ""),
    ("@cute.kernel(num_warps=4)\ndef f(y):\n    y[0] = 1.0", "argument-unexpected", "Write `@kernel` alone", ""),
    ("@cute.jit('void(float32[:])')\ndef f(y):\n    y[0] = 1.0", "not-callable", "Leave the signature out", ""),
    ("@cute.jit\nclass A:\n    pass", "not-callable", "Decorate the methods", ""),
    ("cute.jit(3)", "not-callable", "above a `def`", ""),
    ("cute.jit(len)(x)", "not-callable", "return len(x)", ""),
    ("cute.jit(np.sin)(x)", "not-callable", "Write a function that calls it", ""),
    ("cute.jit(functools.partial(run, x))(y)", "not-callable", "pass all of its arguments", "run(x, y)"),
    ("@cute.jit\n@cute.kernel\ndef f(y):\n    y[0] = 1.0", "decorator-order", "directly above `def`", ""),
    (
        "class A:\n    @cute.jit\n    @staticmethod\n    def f(y):\n        y[0] = 1.0",
        "decorator-order",
        "staticmethod",
        "",
    ),
    ("@cute.jit\nasync def f(y: cute.Tensor):\n    y[0] = 1.0\nf(y)", "unsupported-construct", "async def", ""),
    ("@cute.jit\ndef f(y: cute.Tensor):\n    yield y[0]\nf(y)", "unsupported-construct", "yield", ""),
    # arguments
    (
        "run([1.0, 2.0], y)",
        "argument-type",
        "`np.array(values, np.float32)`",
        "run(np.array([0, 0, 0, 0], np.float32), y)",
    ),
    ("run([[1.0, 2.0]], y)", "argument-type", "got a list", ""),
    ("run(range(4), y)", "argument-type", "got a range", ""),
    ("run(1.0, y)", "argument-type", "got a float", ""),
    ("run('x', y)", "argument-type", "got a str", ""),
    ("run(None, y)", "value-is-none", "Pass a value for `x`", ""),
    ("run({'x': x}, y)", "argument-type", "got a dict", ""),
    ("run(np.float32(1), y)", "argument-type", "got a float32", ""),
    ("run(np.array([1, None]), y)", "argument-unsupported", "Pass numbers", ""),
    ("run(np.zeros(4, np.complex64), y)", "argument-unsupported", "x.view(np.float32)", ""),
    ("run(x.astype('>f4'), y)", "argument-unsupported", "newbyteorder", "run(x.astype('>f4').astype(np.float32), y)"),
    ("run(x.astype(np.longdouble), y)", "argument-unsupported", "x.astype(np.float64)", ""),
    ("run(x.astype(np.float64), y)", "element-type-mismatch", "value.to(Float32)", "run(x.astype(np.float32), y)"),
    ("y.flags.writeable = False\nrun(x, y)", "argument-read-only", "a copy", ""),
    ("run(np.zeros(2, np.float32), y)", "out-of-bounds", "element 2 of `x`, which has 2", ""),
    (
        "run(torch.ones(4, requires_grad=True), y)",
        "argument-unsupported",
        "x.detach()",
        "run(torch.zeros(4, requires_grad=True).detach(), y)",
    ),
    (
        "run(np.ma.masked_array(x, x > 1), y)",
        "argument-unsupported",
        "x.filled(0)",
        "run(np.ma.masked_array(x, x > 1).filled(0), y)",
    ),
    ("run(torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]), y)", "argument-unsupported", "x.unbind()", ""),
    ("class A:\n    @cute.jit\n    def f(y: cute.Tensor):\n        y[0] = 1.0\nA().f(y)", "argument-count", "self", ""),
    ("run(torch.eye(4).to_sparse(), y)", "argument-unsupported", "x.to_dense()", ""),
    ("run(torch.zeros(4, device='meta'), y)", "argument-unsupported", "no memory", ""),
    ("run(torch.float32, y)", "argument-type", "a dtype", ""),
    ("run(x, torch.zeros(4, dtype=torch.int32))", "element-type-mismatch", "value.to(Int32)", ""),
    ("run(x)", "argument-missing", "without `y`", ""),
    ("run(x, y, x)", "argument-count", "takes 2 arguments, got 3", ""),
    ("run(x, z=y)", "argument-unexpected", "no parameter `z`", ""),
    ("run(x, y, stream=0)", "argument-unexpected", "no parameter `stream`", ""),
    ("number(y, 2.5)", "argument-type", "Int32, got 2.5", "number(y, 1)"),
    ("number(y, '2')", "argument-type", "Int32, got '2'", ""),
    ("number(y, np.array([3]))", "argument-type", "got an ndarray", "number(y, np.array([1])[0].item())"),
    ("number(y, torch.tensor(3))", "argument-type", "Convert it: `int(n)`", "number(y, int(torch.tensor(1)))"),
    ("number(y, 2**40)", "argument-range", "Annotate the parameter as `Int64`", ""),
    ("number(y, None)", "argument-type", "got None", ""),
    ("run(from_dlpack([1.0]), y)", "argument-type", "a list is not an array", "run(from_dlpack(x), y)"),
    ("run(from_dlpack(None), y)", "argument-type", "None is not an array", ""),
    (
        "run(cute.from_dlpack(x), y)",
        "unknown-name",
        "`cute.runtime.from_dlpack`",
        "run(cute.runtime.from_dlpack(x), y)",
    ),
    ("from_dlpack(x, assumed_align=12)", "argument-alignment", "power of two", ""),
    ("from_dlpack(x).mark_compact_shape_dynamic(0, divisibility=5)", "extent-not-divisible", "not a multiple of 5", ""),
    ("from_dlpack(x)[0]", "python-operation", "Index the array", ""),
    # compilation, results
    (
        "cute.compile(k, x, y)",
        "kernel-compile-target",
        "@jit function that launches it",
        "cute.compile(run, x, y)(x, y)",
    ),
    ("cute.compile(run)", "argument-missing", "without `x`", ""),
    ("cute.compile(run(x, y))", "not-callable", "without calling it", "cute.compile(run, x, y)(x, y)"),
    ("cute.compile(run, (12,), (4,))", "argument-type", "got a tuple", ""),
    ("cute.compile(run, x, y)(X, y)", "argument-rank", "compiled for 1 modes", ""),
    ("cute.compile(run, x, y)(x.astype(np.int32), y)", "argument-dtype", "Convert the array to Float32", ""),
    ("@cute.jit\ndef f(y: cute.Tensor):\n    return y[0]\nf(y)", "return-dynamic", "tensor argument", ""),
    (
        "@cute.kernel\ndef f(y: cute.Tensor):\n    return y[0]\n" + launch("f(y).launch(grid=1, block=1)"),
        "return-dynamic",
        "",
        "",
    ),
    (
        "@cute.jit\ndef f(y: cute.Tensor):\n    z = torch.zeros(4)\n    k(y, z).launch(grid=1, block=4)\nf(y)",
        "foreign-function",
        "",
        "",
    ),
    (
        "@cute.jit\ndef f(y: cute.Tensor):\n    z = np.zeros(4)\n    k(y, z).launch(grid=1, block=4)\nf(y)",
        "captured-array",
        "",
        "",
    ),
    (
        "@cute.jit\ndef f(y: cute.Tensor, n: Int32):\n    c: Constexpr = n\nf(y, 3)",
        "requires-constexpr",
        "`c` is a Constexpr",
        "",
    ),
    (
        "@cute.jit\ndef f(y, n: Int32):\n    for i in cutlass.range_constexpr(n):\n        y[0] = 1.0\nf(y, 3)",
        "requires-constexpr",
        "Use `range(...)`",
        "@cute.jit\ndef f(y: cute.Tensor, n: Int32):\n    for i in range(n):\n        y[0] = 1.0\nf(y, 3)",
    ),
    (
        "def h(y):\n    if y[0] > 0:\n        y[1] = 1.0\n" + launch("h(y)"),
        "dynamic-bool",
        "Decorate `h` with @jit",
        "@cute.jit\ndef h(y):\n    if y[0] == 0:\n        y[0] = 1.0\n" + launch("h(y)"),
    ),
    ("cute.compile(run, x, y, options=['-O3'])", "malformed-compile-options", "Write one text", ""),
    ("cute.compile(run, x, y).ptx", "no-attribute", "artifacts.ptx", ""),
    ("cute.compile(run, x, y).export_to_c()", "argument-missing", "It takes (file_path", ""),
    ("run.launch(grid=1)", "no-attribute", "Only a kernel is launched", "run(x, y)"),
    ("k.launch(grid=1)", "no-attribute", "`k(...).launch(grid=..., block=...)`", ""),
    # other functions
    ("from cutedsl.cute import thread_idx", "unknown-import", "`cute.arch.thread_idx`", ""),
    ("cutlass.float32", "unknown-name", "Float32", ""),
    ("cute.runtime.make_ptr('float32', 0)", "not-a-type", "Write `cutlass.Float32`", ""),
    ("cute.runtime.make_ptr(Float32)", "argument-missing", "It takes (dtype, value", ""),
    ("cute.runtime.make_fake_compact_tensor('float32', (4,))", "not-a-type", "Write `cutlass.Float32`", ""),
    ("cute.runtime.make_fake_tensor(Float32, (4,))", "argument-missing", "'stride'", ""),
    ("from cutedsl.testing import check\ncheck(run(x, y))", "not-callable", "`check(run, x, y)`", ""),
    ("from cutedsl import eager\neager.run(3)", "not-callable", "`eager.run(run, x, y)`", ""),
    ("from cutedsl import ops\nops.softmax(X, dim=1)", "argument-unexpected", "It takes (x", ""),
    ("from cutedsl import ops\nops.sum()", "argument-missing", "'x'", ""),
    ("from cutedsl import ops\nops.softmax([1.0, 2.0])", "ops-array", "a list", ""),
    ("cute.arch.thread_idx()", "outside-trace", "", ""),
    ("cute.make_rmem_tensor((4,), Float32)", "outside-trace", "", ""),
]


def run(body: str, file: str) -> float:
    text = HEAD + body + "\n"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {"__name__": "newcomer"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(text, file, "exec"), space)
    first: np.ndarray[Any, np.dtype[np.float32]] = space["y"]
    return float(first[0])


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("number", range(len(MISTAKES)), ids=[m[0].replace("\n", "; ") for m in MISTAKES])
def test_a_mistake_and_its_fix(number: int) -> None:
    wrong, name, said, right = MISTAKES[number]
    file = f"<calls {number}>"
    with pytest.raises(DSLUserCodeError) as caught:
        run(wrong, file)
    report = str(caught.value)
    assert caught.value.name == name
    assert file in report and "= fix" in report and said in report
    if right:
        assert run(right, f"<calls {number}, right>") == 1
