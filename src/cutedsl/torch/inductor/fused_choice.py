"""Matrix products whose kernel Inductor chooses at fusion: ours is taken if it is fastest with its epilogue.

Inductor times choices with what follows them for templates of Triton alone. Here ours is timed so too, beside the best
choice and the epilogue as two kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

import sympy
import torch
from torch._inductor import ir, scheduler
from torch._inductor.virtualized import V

from cutedsl.torch.inductor.buffer import CuteDSLTemplateBuffer, hint
from cutedsl.torch.inductor.examples import Example, array
from cutedsl.torch.inductor.fair_times import MOST_OF_OURS, in_turn, runnable
from cutedsl.torch.inductor.loading import load
from cutedsl.torch.inductor.template import CuteDSLTemplateCaller, left_out

_lost: Final[WeakKeyDictionary[Any, set[str]]] = WeakKeyDictionary()
"""The epilogues with which no choice of ours won, by the scheduler's node that is open: it asks more than once."""


def ours_of(node: Any) -> list[CuteDSLTemplateCaller]:
    """Our choices for an undecided node, fastest first; none for other nodes."""
    if not isinstance(node, scheduler.SchedulerNode) or not isinstance(node.node, ir.MultiTemplateBuffer):
        return []
    if not any(isinstance(choice, CuteDSLTemplateCaller) for choice in node.node.choices):
        return []
    times = node.node.choice_timings()
    ours = [choice for choice in times if isinstance(choice, CuteDSLTemplateCaller)]
    return sorted(ours, key=lambda choice: times[choice])


def winner(node: Any, epilogue: Any) -> CuteDSLTemplateCaller | None:
    """Our choice that with the epilogue is faster than anything Inductor can make of the two nodes, if there is one.

    A Triton template that alone is as fast as ours with the epilogue leaves the decision to Inductor.
    """
    lost = _lost.setdefault(node, set())
    if epilogue.get_name() in lost or V.graph.scheduler.will_fusion_create_cycle(node, epilogue):
        return None
    found = _fastest(node.node, epilogue, ours_of(node))
    if found is None:
        lost.add(epilogue.get_name())
    return found


def _fastest(multi: Any, epilogue: Any, ours: Sequence[CuteDSLTemplateCaller]) -> CuteDSLTemplateCaller | None:
    times = multi.choice_timings()
    rival = min(times, key=lambda choice: times[choice])
    bound_ms = times[rival] + V.graph.scheduler.benchmark_fused_nodes(epilogue.get_nodes())[0]
    near = [choice for choice in ours[:MOST_OF_OURS] if times[choice] < bound_ms]
    fused = {choice: run for choice in near if (run := _fused(choice, multi, epilogue)) is not None}
    if not fused:
        return None
    fused_ms = in_turn({None: runnable(rival), **fused}, multi.get_device())
    scale = times[rival] / fused_ms.pop(None)
    triton_ms = [ms for choice, ms in times.items() if isinstance(choice, ir.TritonTemplateCallerBase)]
    best = min(fused_ms, key=lambda choice: fused_ms[choice])
    return best if scale * fused_ms[best] < min([bound_ms, *triton_ms]) else None


def settle(node: Any, choice: CuteDSLTemplateCaller) -> CuteDSLTemplateBuffer:
    """Puts the choice's buffer in the place of one that is open, in Inductor's graph and in the scheduler's node."""
    multi = node.node
    with ir.IRNode.current_origins(multi.origins):
        made: Any = choice.output_node()
    buffer = made.data.data
    if multi.origin_node:
        ir.assign_origin_node(made, multi.origin_node)
    buffer.layout = multi.layout
    scheduler._replace_operation_buffer(multi, buffer)
    node.node = buffer
    for output in node.get_outputs():
        output.node = buffer
    return buffer


def _fused(choice: CuteDSLTemplateCaller, multi: Any, epilogue: Any) -> Callable[[], object] | None:
    """A run of a choice's kernel with an epilogue; None for one that fails, for which the log has the reason."""
    try:
        with V.graph.set_current_device(multi.get_device()):
            kernel = choice.template.kernel(multi, multi.inputs, choice.params, epilogue.get_nodes(), {})
        with V.set_kernel_handler(kernel):
            rendered = kernel.finished()
            arguments = [_argument(each) for each in kernel.args.python_argdefs()[1]]
        run = partial(load(*rendered.parts()).run, *arguments)
        run()
    except Exception as error:  # whatever is wrong with one choice, the others stay
        left_out(choice.template.name, error)
        return None
    return run


def _argument(argument: Any) -> Any:
    """What a call of a kernel of the graph is timed with: random numbers, as zeros take less power and so less time."""
    if isinstance(argument, sympy.Expr | int):
        return hint(argument)
    layout: Any = V.graph.get_buffer(str(argument)).get_layout()
    size, stride = (tuple(hint(n) for n in each) for each in (layout.size, layout.stride))
    example: Example = (str(layout.device), str(layout.dtype).removeprefix("torch."), size, stride)
    made: torch.Tensor = array(example)
    return made.normal_() if made.dtype.is_floating_point else made
