"""`%` of run-time integers keeps C's sign: lines where a difference may be negative are warned of, others not."""

from __future__ import annotations

import linecache
import warnings
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack

HEAD = """
import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Int32

@cute.kernel
def kernel(x: cute.Tensor, n: Int32, s: Int32):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    size, _, _ = cute.arch.block_dim()
    w = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    i = b * size + t
"""
TAIL = """
@cute.jit
def run(x: cute.Tensor, n: Int32, s: Int32):
    kernel(x, n, s).launch(grid=2, block=32)
"""
WARNED = [
    "x[i] = (i - 1) % n",
    "x[i] = (i - s) % n",
    "x[i] = -i % 4",
    "x[i] = (-7) % n",
    "x[i] = Int32(-7) % 3",
    "x[i] = (w - 4) % 4",
    "x[i] = (2 - t) % 4",
    "if i > 0:\n    x[i] = (i - 2) % n",
    "if i < n:\n    x[i] = (i - 1) % n",
    "for k in range(n):\n    x[i] = (k - 1) % 3",
    "for k in range(3, n, 2):\n    x[i] = (k - 4) % 4",
    "is_last = w >= 4\nif not is_last:\n    x[i] = (w - 1) % 4",
    "x[i] = (i // 8 - 1) % 3",
    "for k in range(s, n):\n    x[i] = (t - 1) % 4",
]
QUIET = [
    "x[i] = (i + n - 1) % n",
    "x[i] = ((i - s) % n + n) % n",
    "if (i - s) % n == 0:\n    x[i] = 1",
    "r = (i - 9) % 4\nif r < 0:\n    r += 4\nx[i] = r",
    "r = (i - 9) % 4\nr = r if r >= 0 else r + 4\nx[i] = r",
    "if i > 0:\n    x[i] = (i - 1) % n",
    "if i != 0:\n    x[i] = (i - 1) % n",
    "if i == 0:\n    return\nx[i] = (i - 1) % 7",
    "if i >= s and n > 3:\n    x[i] = (i - s) % n",
    "for k in range(1, n):\n    x[i] = (k - 1) % 3",
    "for k in range(n):\n    x[i] = (n - 1 - k) % 3",
    "for k in range(n):\n    for j in range(k, n):\n        x[i] = (j - k) % 3",
    "for k in range(n, 0, -1):\n    x[i] = (k - 1) % 4",
    "k = n\nwhile k > 0:\n    x[i] = (k - 1) % 4\n    k -= 1",
    "x[i] = (i - cutlass.min(i, s)) % 5",
    "x[i] = (i - i % 4) % 5",
    "x[i] = (i - (i // 4) * 4) % 5",
    "x[i] = (size - 1 - t) % 7",
    "x[i] = (31 - t) % 8",
    "x[i] = cutlass.max(i - s, 0) % 4",
    "j = i - 1 if i > 0 else n * n\nx[i] = j % 3",
    "q, r = divmod(i - s, 4)\nx[i] = r",
    "x[i] = (x.shape[0] - 1) % 7",
    "if w >= 4 and w < 8:\n    x[i] = (w - 4) % 4",
    "is_last = w >= 4\nif is_last:\n    x[i] = (w - 4) % 4",
    "x[i] = cute.math.rem(i - 1, 4)",
    "x[i] = cute.math.rem(Int32(-7), 3)",
    "x[i] = cute.math.rem(Int32(-7), n)",
    # not known, and not plain: what the author knows of sizes, data and other tests
    "x[i] = (n - s) % 4",
    "x[i] = (x[2] - 1) % 4",
    "if x[t] > 0:\n    x[i] = (t - 1) % n",
    "if t % 3 == 1:\n    x[i] = (t - 1) % n",
]


def found(body: str, name: str) -> list[str]:
    """The names of warnings of a kernel with these lines."""
    text = HEAD + "".join(f"    {line}\n" for line in body.splitlines()) + TAIL
    file = f"<{name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {}
    exec(compile(text, file, "exec"), space)
    x = from_dlpack(np.zeros(64, np.int32)).mark_layout_dynamic()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        cute.compile(space["run"], x, 3, 2)
    return [str(one.message).partition("]")[0].partition("[")[2] for one in caught]


@pytest.mark.parametrize("body", WARNED)
def test_a_difference_that_may_be_negative(body):
    assert found(body, f"warned {WARNED.index(body)}") == ["negative-remainder"]


@pytest.mark.parametrize("body", QUIET)
def test_no_warning_where_it_is_not_or_where_that_is_not_known(body):
    assert found(body, f"quiet {QUIET.index(body)}") == []


def test_a_line_warns_once():
    assert found("for k in cutlass.range_constexpr(4):\n    x[i] = (i - 1 - k) % 4", "once") == ["negative-remainder"]
