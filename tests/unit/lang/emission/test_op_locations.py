"""Each recorded operation carries the line and column of the author's expression, however often it is traced."""

from __future__ import annotations

import inspect

import numpy as np
from xdsl.dialects.arith import AddfOp, MulfOp
from xdsl.dialects.builtin import FileLineColLoc

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.driver.arguments.signature import bind_arguments
from cutedsl.driver.compile.trace import trace_program


@cute.kernel
def kernel(x: cute.Tensor, a: cutlass.Float32):
    total = a + 1.0
    for _ in cutlass.range_constexpr(2):
        total = total * a
    x[0] = total


@cute.jit
def host(x: cute.Tensor, a: cutlass.Float32):
    kernel(x, a).launch(grid=1, block=1)


def test_operations_have_the_place_of_their_expression() -> None:
    bound = bind_arguments(host.function, (np.zeros(4, np.float32), 1.0), {})
    first = inspect.getsourcelines(kernel.function)[1]
    for _ in range(2):
        module = trace_program(host.staged, "host", list(zip(bound.names, bound.specs, strict=True))).module
        places = [op.location for op in module.walk() if isinstance(op, AddfOp | MulfOp)]
        found = [(p.line.data, p.column.data) for p in places if isinstance(p, FileLineColLoc)]
        assert found == [(first + 2, 13), (first + 4, 17), (first + 4, 17)]
