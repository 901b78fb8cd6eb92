"""A program with torch's own CuTe DSL template classes, unmodified, on the CPU.

Torch hands its templates to their scheduling only on a GPU; here a few lines do that for the CPU.
"""

from __future__ import annotations

import sys
from typing import Any
from unittest.mock import patch

import cutlass  # pyright: ignore[reportMissingImports]
import sympy
import torch
from torch._inductor import ir
from torch._inductor.codegen import common
from torch._inductor.codegen.cutedsl import CuteDSLTemplate
from torch._inductor.codegen.cutedsl.cutedsl_scheduling import CuteDSLScheduling
from torch._inductor.lowering import register_lowering
from torch._inductor.select_algorithm import autotune_select_algorithm
from torch._inductor.utils import run_and_get_code
from torch._inductor.virtualized import V, ops

SOURCE = r"""
{{gen_defines()}}

@cute.jit
def {{kernel_name}}_change(x_ssa):
    {{modification(subgraph_number=0, output_name="x_ssa", x="x_ssa") | indent(4)}}
    return x_ssa

@cute.kernel
def {{kernel_name}}_kernel(gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    tA, tB, tC = (cute.zipped_divide(g, (1, VECTOR)) for g in (gA, gB, gC))
    m, n = tA.shape[1]
    if i < m * n:
        at = ((None, None), (i // n, i % n))
        x = SCALE_FACTOR * tA[at].load() + tB[at].load()
        tC[at].store({{kernel_name}}_change(x))

@cute.jit
def {{kernel_name}}_jit(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, stream):
    blocks = cute.ceil_div(cute.size(mA), VECTOR * THREADS)
    {{kernel_name}}_kernel(mA, mB, mC).launch(grid=(blocks, 1, 1), block=(THREADS, 1, 1), stream=stream)

{{def_kernel("A", "B")}}
    cA, cB, cC = from_dlpack(A), from_dlpack(B), from_dlpack({{get_output()}})
    {{kernel_name}}_jit(cA, cB, cC, cuda.CUstream(stream))
    return {{get_output()}}
"""


def change(x: Any, o: Any) -> Any:
    """Pointwise work in torch's functions, or in Inductor's operations, which torch's template class inlines."""
    y = o.tanh(x) + o.exp(-o.abs(x)) + o.sqrt(o.abs(x)) * o.sin(x) - o.cos(x) + o.erf(x) + o.sigmoid(x)
    y = o.where(o.gt(x, 0.5), y + o.log2(o.abs(x)), o.maximum(y, x))
    return o.minimum(o.relu(y), x + 3.0) * o.rsqrt(o.abs(x) + 1.0) + o.exp2(-o.abs(x)) + o.floor(x)


class _Functions:
    """torch's functions on tensors, where numbers are tensors too."""

    def __getattr__(self, name: str) -> Any:
        return getattr(torch, name)


@torch.library.custom_op("stock::changed", mutates_args=())
def changed(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return change(1.5 * a + b, _Functions())


@changed.register_fake
def _(a: Any, b: Any) -> Any:
    return torch.empty_like(a)


template = CuteDSLTemplate("changed", SOURCE)


@register_lowering(torch.ops.stock.changed.default, type_promotion_kind=None)
def lowered(a: Any, b: Any) -> Any:
    nodes = [ir.ExternKernel.realize_input(x) for x in (a, b)]
    device, dtype = a.get_device(), a.get_dtype()
    layout = ir.FixedLayout(device, dtype, a.get_size())
    data = ir.Pointwise(
        device=device, dtype=dtype, inner_fn=lambda _: change(ops.load("x", sympy.S.Zero), ops), ranges=[]
    )
    inlined = ir.ComputedBuffer(name="inlined", layout=ir.FixedLayout(device, dtype, []), data=data)
    given: dict[str, Any] = {"input_nodes": nodes, "layout": layout, "subgraphs": [inlined]}
    choices: list[Any] = []
    failed = template.maybe_append_choice(choices, **given, THREADS=64, VECTOR=4, SCALE_FACTOR=1.5)
    if failed is not None:
        raise failed
    chosen: Any = autotune_select_algorithm("changed", choices, nodes, layout)
    return chosen[0] if isinstance(chosen, tuple) else chosen


def route_on_the_cpu() -> None:
    """What torch's scheduling of a GPU does with these templates, for the CPU."""
    common.init_backend_registration()
    before = common.device_codegens["cpu"]

    def scheduling(scheduler: Any) -> Any:
        made: Any = before.scheduling(scheduler)  # pyright: ignore[reportCallIssue]
        theirs = CuteDSLScheduling(scheduler)

        class Routed(type(made)):
            def codegen_template(self, node: Any, epilogues: Any, prologues: Any, **more: Any) -> Any:
                wrapper = V.graph.wrapper_code

                def call(name: str, args: list[str], **_: Any) -> None:  # as for a GPU, without Triton's imports
                    wrapper.writeline(f"{name}.run({', '.join(args)}, stream=0)")

                with patch.object(wrapper, "generate_kernel_call", call):
                    return theirs.codegen_template(node, epilogues, prologues)

        made.__class__ = Routed
        return made

    common.register_backend_for_device("cpu", scheduling, before.wrapper_codegen, before.cpp_wrapper_codegen)  # pyright: ignore[reportArgumentType]


if __name__ == "__main__":
    route_on_the_cpu()
    a, b = torch.randn(12, 20), torch.randn(12, 20)
    out, code = run_and_get_code(torch.compile(lambda a, b: changed(a, b)), a, b)
    torch.testing.assert_close(out, changed(a, b), rtol=1e-5, atol=1e-5)
    print("async_compile.cutedsl(" in code[0], cutlass.__name__, sys.modules["cutlass"].__version__)
