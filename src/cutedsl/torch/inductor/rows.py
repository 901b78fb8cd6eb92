"""Softmax and norms in an FX graph, recognised after torch has taken them apart, as operators with a choice.

The parts in the graph become one operator. When that is lowered, the library's kernel is timed beside the parts as
Inductor compiles them alone; where these win they come back, and fuse as ever.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any, Final

import torch
from torch._inductor import config, ir
from torch._inductor.codegen.subgraph import SubgraphChoiceCaller, SubgraphTemplate
from torch._inductor.decomposition import select_decomp_table
from torch._inductor.inductor_prims import prepare_softmax_online
from torch._inductor.lowering import fallback_handler, process_subgraph_nodes, register_lowering
from torch._inductor.pattern_matcher import CallFunction, KeywordArg, Match, PatternMatcherPass, register_graph_pattern
from torch._inductor.select_algorithm import autotune_select_algorithm
from torch._inductor.virtualized import V
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn import functional

from cutedsl.errors.frozen import frozen
from cutedsl.torch.inductor.buffer import realized
from cutedsl.torch.inductor.choices import compiled
from cutedsl.torch.inductor.template import CuteDSLTemplate

_aten: Final[Any] = torch.ops.aten
_cast: Final[Any] = torch.ops.prims.convert_element_type.default
_FLOATS: Final = (torch.float32, torch.float16, torch.bfloat16)
NAMESPACE: Final = "cutedsl_rows"
_TEXT: Final = """
from cutedsl import ops
{{gen_defines()}}

{{epilogue()}}

{{def_kernel(%s)}}
    ops.%s(%s, out=C, epilogue={{kernel_name}}_epilogue)
    return C
"""


@frozen
class RowOperation:
    """An operation on the last axis: its function in torch of `tensors` and `eps`, and what it is in a graph."""

    name: str
    tensors: tuple[str, ...]
    has_eps: bool
    plain: Callable[..., Any]
    parts: Callable[..., Iterator[Any]]

    @property
    def text(self) -> str:
        """The template that calls the library."""
        names = ", ".join(f'"{name}"' for name in (*self.tensors, "C"))
        return _TEXT % (names, self.name, ", ".join([*self.tensors, *["eps=EPS"] * self.has_eps]))


def _of(op: Any, *args: Any, **more: Any) -> Any:
    return CallFunction(op, *args, **more)


def _softmax_parts(x: Any, log: bool) -> Iterator[Any]:
    dims = KeywordArg("dims")
    shifted = _of(_aten.sub.Tensor, x, _of(_aten.amax.default, x, dims, True), **({"_users": 2} if log else {}))
    exps = _of(_aten.exp.default, shifted, **({} if log else {"_users": 2}))
    total = _of(_aten.sum.dim_IntList, exps, dims, True)
    yield _of(_aten.sub.Tensor, shifted, _of(_aten.log.default, total)) if log else _of(_aten.div.Tensor, exps, total)
    both = _of(prepare_softmax_online, x, dims, _users=2)  # what torch makes of the first two on a GPU
    highest, total = (_of(operator.getitem, both, k) for k in range(2))
    shifted = _of(_aten.sub.Tensor, x, highest)
    exps = _of(_aten.exp.default, shifted)
    yield _of(_aten.sub.Tensor, shifted, _of(_aten.log.default, total)) if log else _of(_aten.div.Tensor, exps, total)


def _rms_parts(x: Any) -> Iterator[Any]:
    mean = _of(_aten.mean.dim, _of(_aten.pow.Tensor_Scalar, x, 2), KeywordArg("dims"), True)
    for add, swapped in itertools.product((_aten.add.Scalar, _aten.add.Tensor), (False, True)):
        scaled = _of(_aten.mul.Tensor, x, _of(_aten.rsqrt.default, _of(add, mean, KeywordArg("eps"))))
        pair = (scaled, KeywordArg("W"))
        yield _of(_aten.mul.Tensor, *(reversed(pair) if swapped else pair))


def _layer_parts(x: Any) -> Iterator[Any]:
    both = _of(_aten.var_mean.correction, x, KeywordArg("dims"), correction=0, keepdim=True, _users=2)
    variance, mean = (_of(operator.getitem, both, k) for k in range(2))
    root = _of(_aten.rsqrt.default, _of(_aten.add.Tensor, variance, KeywordArg("eps")))
    scaled = _of(_aten.mul.Tensor, _of(_aten.sub.Tensor, x, mean), root)
    yield _of(_aten.add.Tensor, _of(_aten.mul.Tensor, scaled, KeywordArg("W")), KeywordArg("B"))


OPERATIONS: Final = (
    RowOperation("softmax", ("X",), False, lambda x: torch.softmax(x, -1), lambda x: _softmax_parts(x, False)),
    RowOperation("log_softmax", ("X",), False, lambda x: torch.log_softmax(x, -1), lambda x: _softmax_parts(x, True)),
    RowOperation(
        "rms_norm", ("X", "W"), True, lambda x, w, eps: functional.rms_norm(x, x.shape[-1:], w, eps), _rms_parts
    ),
    RowOperation(
        "layer_norm",
        ("X", "W", "B"),
        True,
        lambda x, w, b, eps: functional.layer_norm(x, x.shape[-1:], w, b, eps),
        _layer_parts,
    ),
)
PASSES: Final = PatternMatcherPass(pass_name="cutedsl_rows")


def offer(operation: RowOperation, library: Any) -> None:
    """Defines the operator, puts it in place of its parts, and lowers it to a choice."""
    tensors = ", ".join(f"Tensor {name}" for name in operation.tensors)
    library.define(f"{operation.name}({tensors}{', float eps' if operation.has_eps else ''}) -> Tensor")
    library.impl(operation.name, operation.plain, "CompositeExplicitAutograd")
    op = getattr(getattr(torch.ops, NAMESPACE), operation.name).default
    torch.library.register_fake(op.name(), lambda x, *_: torch.empty_like(x), lib=library)
    x = KeywordArg("X")
    for pattern in operation.parts(x):
        _recognise(pattern, operation, op)
    for users in (2, 3):  # one user more where the rounded result also reads it
        wide = _of(_cast, x, torch.float32, _users=users)
        for pattern in operation.parts(wide):
            _recognise(_of(_cast, pattern, KeywordArg("dtype")), operation, op)
    _lower(op, operation, CuteDSLTemplate(f"cutedsl_{operation.name}", operation.text))


def _recognise(pattern: Any, operation: RowOperation, op: Any) -> None:
    def fits(match: Match) -> bool:
        """Over the last axis, of floats that the library takes, to their own type, with parameters of one row."""
        given = [match.kwargs[name].meta["val"] for name in operation.tensors]
        (x, *parameters), out = given, match.output_node().meta["val"]
        return (
            match.kwargs["dims"] in (-1, [-1], [x.dim() - 1])
            and x.dtype in _FLOATS
            and out.dtype == x.dtype
            and all(p.dim() == 1 and p.dtype in _FLOATS for p in parameters)
        )

    @register_graph_pattern(pattern, extra_check=fits, pass_dict=PASSES)  # pyright: ignore[reportArgumentType]
    def replace(match: Match, **found: Any) -> None:
        args = [found[name] for name in (*operation.tensors, *["eps"] * operation.has_eps)]
        last = match.output_node()
        with match.graph.inserting_before(last):
            node = match.graph.call_function(op, tuple(args))
        node.meta.update(last.meta)
        last.replace_all_uses_with(node)
        match.erase_nodes()


def _lower(op: Any, operation: RowOperation, template: CuteDSLTemplate) -> None:
    alone = SubgraphTemplate(f"inductor_{operation.name}")
    count = len(operation.tensors)

    @register_lowering(op, type_promotion_kind=None)
    def lowered(*args: Any) -> Any:
        if V.graph.cpp_wrapper:
            return fallback_handler(op, add_to_fallback_set=False)(*args)
        inputs, scalars = args[:count], args[count:]
        nodes = [realized(x) for x in inputs]
        layout = ir.FixedLayout(nodes[0].get_device(), nodes[0].get_dtype(), list(nodes[0].get_size()))
        boxes = [ir.TensorBox(ir.StorageBox(node)) if not isinstance(node, ir.BaseView) else node for node in nodes]

        def parts(*tensors: Any) -> Any:
            return make_fx(lambda *t: operation.plain(*t, *scalars), select_decomp_table())(*tensors)

        theirs = alone.generate(alone.name, boxes, layout, parts)  # pyright: ignore[reportArgumentType]
        mine: list[Any] = []
        params = {"EPS": scalars[0]} if scalars else {}
        template.maybe_append_choice(mine, input_nodes=nodes, layout=layout, **params)
        choices = [theirs, *compiled(mine)]
        found: Any = autotune_select_algorithm(operation.name, choices, nodes, layout, return_multi_template=False)
        node = found[0] if isinstance(found, tuple) else found
        if isinstance(node.data.data, ir.SubgraphBuffer):
            return _inlined(theirs, boxes)
        return node


def _inlined(choice: SubgraphChoiceCaller, inputs: list[Any]) -> Any:
    """The parts as nodes of the graph, which fuse with what is around them."""
    graph: Any = V.graph
    module, parts = graph.module, choice.gm
    assert parts is not None
    graph.module = parts
    try:
        return process_subgraph_nodes(parts, inputs)
    finally:
        graph.module = module


def recognise(gm: Any) -> None:
    """The graph with whole operations in place of their parts, where kernels are chosen by time."""
    if config.max_autotune:
        PASSES.apply(gm.graph)
