"""The node of Inductor's graph that stands for a template's kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch._inductor import ir
from torch._inductor.virtualized import V
from torch.utils._ordered_set import OrderedSet

HAS_PROLOGUES = "get_allowed_prologue_inps" in vars(ir.TemplateBuffer)
"""Whether this torch fuses into templates that are not Triton's (2.12 and later)."""


def hint(size: Any) -> int:
    """The size hint of a symbolic size, 0 if unknown."""
    variables: Any = V.graph.sizevars
    known = variables.optimization_hint if "optimization_hint" in dir(variables) else variables.size_hint
    return known(size, fallback=0)


class CuteDSLTemplateBuffer(ir.TemplateBuffer):
    """A template's kernel in the graph, into which the scheduler may fuse."""

    def __init__(self, layout: Any, inputs: Any, template: Any, params: Mapping[str, Any]) -> None:
        allowed = {"allowed_prologue_inps": OrderedSet(i.get_name() for i in inputs)} if HAS_PROLOGUES else {}
        super().__init__(layout, inputs, None, **allowed)  # pyright: ignore[reportArgumentType]
        self.template = template
        self.params = params
        self.allow_epilogue_fusion = template.stores_itself
        self.allow_prologue_fusion = template.loads_itself


def realized(x: Any) -> Any:
    """An input as a buffer that a template can name."""
    if "realize_template_input" in vars(ir.TemplateBuffer):
        return ir.TemplateBuffer.realize_template_input(x)
    x = ir.ExternKernel.realize_input(x)
    x = x.data if isinstance(x, ir.StorageBox) else x
    if isinstance(x.layout, ir.FlexibleLayout):
        x.freeze_layout()
    return x
