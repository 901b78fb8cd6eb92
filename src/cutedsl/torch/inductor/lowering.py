"""An operator of torch lowered to templates, with the library's own kernel as a competitor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from torch._inductor import ir
from torch._inductor.lowering import fallback_handler, lowerings, register_lowering
from torch._inductor.select_algorithm import ExternKernelChoice, NoValidChoicesError, autotune_select_algorithm
from torch._inductor.virtualized import V

from cutedsl.torch.inductor.buffer import realized
from cutedsl.torch.inductor.scheduling import install
from cutedsl.torch.inductor.template import CuteDSLTemplate


def lower(
    op: Any,
    template: CuteDSLTemplate,
    shape: Callable[..., Sequence[Any]],
    configs: Iterable[Mapping[str, Any]] = ({},),
    competitors: Sequence[Callable[..., Any]] = (),
) -> None:
    """Makes Inductor choose among `template` with each of `configs`, and `competitors`, wherever it meets `op`.

    Args: `op` is an overload (`torch.ops.mine.mm.default`) whose arguments are tensors; `shape(*inputs)` gives the
    result's sizes from the inputs' sizes; a competitor is a function of torch's with `out=`.
    Where Inductor writes C++ (AOTInductor), and for fewer than one valid choice, the operator itself is called.
    Errors, from inside torch's: that of the first choice, where none of several compiles.
    """
    for device in ("cpu", "cuda"):
        install(device)
    others = [
        ExternKernelChoice(f, name=f"{template.name}_{k}_out", has_out_variant=True) for k, f in enumerate(competitors)
    ]
    name = template.name
    settings = [dict(each) for each in configs]
    before = lowerings.get(op)

    @register_lowering(op, type_promotion_kind=None)
    def lowered(*inputs: Any) -> Any:
        plain = before or fallback_handler(op, add_to_fallback_set=False)
        if V.graph.cpp_wrapper:
            return plain(*inputs)
        nodes = [realized(x) for x in inputs]
        sizes = shape(*(node.get_size() for node in nodes))
        layout = ir.FixedLayout(nodes[0].get_device(), nodes[0].get_dtype(), list(sizes))
        choices: list[Any] = []
        for params in settings:
            template.maybe_append_choice(choices, input_nodes=nodes, layout=layout, **params)
        for other in others:
            other.maybe_append_choice(choices, input_nodes=nodes, layout=layout)
        if not choices:
            return plain(*inputs)
        try:
            chosen = autotune_select_algorithm(name, choices, nodes, layout, return_multi_template=False)
        except NoValidChoicesError as error:
            reasons = [choice.failure for choice in choices if getattr(choice, "failure", None) is not None]
            if not reasons:
                raise
            raise reasons[0] from error
        return chosen[0] if isinstance(chosen, tuple) else chosen
