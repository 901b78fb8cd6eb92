"""How Inductor's scheduler treats templates: what is fused, and how their kernels get into the generated code."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from torch._inductor import config, ir
from torch._inductor.codegen import common
from torch._inductor.scheduler import FusedSchedulerNode, SchedulerNode
from torch._inductor.utils import get_fused_kernel_name, get_kernel_metadata
from torch._inductor.virtualized import V
from torch.utils._ordered_set import OrderedSet

from cutedsl.torch.inductor.buffer import CuteDSLTemplateBuffer
from cutedsl.torch.inductor.examples import examples
from cutedsl.torch.inductor.fingerprint import FingerprintPass
from cutedsl.torch.inductor.fused_choice import ours_of, settle, winner
from cutedsl.torch.inductor.pointwise import FUSIBLE, NUMERIC
from cutedsl.torch.inductor.template import CuteDSLTemplate
from cutedsl.torch.inductor.vector_kernel import vector_fusible


def _template_of(node: Any) -> CuteDSLTemplateBuffer | None:
    buffer = node.get_template_node() if node.is_template() else None
    return buffer if isinstance(buffer, CuteDSLTemplateBuffer) else None


def _pointwise(node: Any, size: Sequence[Any]) -> bool:
    """Whether a node is element by element over a shape, in operations and types that a template can be given."""
    if not isinstance(node, SchedulerNode) or not isinstance(node.node, ir.ComputedBuffer):
        return False
    computed: Any = node.node
    if not isinstance(computed.data, ir.Pointwise) or list(computed.data.ranges) != list(size):
        return False
    buffers = OrderedSet([*node.read_writes.buffer_names(), computed.get_name()])
    return set(node._body.op_counts) <= FUSIBLE and all(V.graph.get_dtype(name) in NUMERIC for name in buffers)


def _only_for(node: Any, others: Sequence[Any]) -> bool:
    """Whether nobody but the others, and the node itself, reads what a node writes."""
    readers = [*node.get_nodes(), *others]
    return all(any(user.node is reader for reader in readers) for out in node.get_outputs() for user in out.users)


def _by_vectors(template: CuteDSLTemplate, node: Any, others: Sequence[Any]) -> bool:
    """Whether the others may become a function of vectors; of some templates it reads no more and keeps the type."""
    inside = None if template.reads_more else {*node.get_buffer_names(), *(n.get_name() for n in others)}
    same = inside is None or all(other.node.get_dtype() == _buffer(node).get_dtype() for other in others)
    return same and all(vector_fusible(other, inside) for other in others)


def _buffer(node: Any) -> Any:
    """The template's buffer of a node."""
    return node.get_template_node()


def _takes(template: CuteDSLTemplate, node1: Any, node2: Any) -> bool:
    """Whether `node2` may be computed after a template, whose node is `node1`."""
    nodes = node2.get_nodes()
    return (
        _template_of(node2) is None
        and template.stores_itself
        and not node2.is_reduction()
        and all(_pointwise(node, _buffer(node1).get_size()) for node in nodes)
        and (not template.by_vectors or (_only_for(node1, nodes) and _by_vectors(template, node1, nodes)))
    )


class CuteDSLScheduling:
    """A mixin for the scheduling class of a device, whose other kernels are unchanged.

    A template takes pointwise nodes of its output's shape after it, and of an input's shape before it. Reductions,
    other templates and neighbours without a common buffer are not fused.
    """

    def can_fuse_vertical(self, node1: Any, node2: Any) -> bool:
        """Whether `node2` may be computed in the kernel of `node1`, or `node1` in that of `node2`."""
        first, second = _template_of(node1), _template_of(node2)
        if first is not None:
            return _takes(first.template, node1, node2)
        ours = ours_of(node1)
        if ours and _takes(ours[0].template, node1, node2):
            chosen = winner(node1, node2)
            if chosen is not None:
                settle(node1, chosen)
                return True
        if second is not None:
            sizes = {node.get_name(): node.get_size() for node in second.inputs}
            last = node1.get_nodes()[-1].node.get_name()
            return (
                second.template.loads_itself
                and not node1.is_reduction()
                and last in sizes
                and all(_pointwise(node, sizes[last]) for node in node1.get_nodes())
            )
        return super().can_fuse_vertical(node1, node2)  # pyright: ignore[reportAttributeAccessIssue]

    def can_fuse_horizontal(self, node1: Any, node2: Any) -> bool:
        """Templates are not fused with neighbours."""
        if _template_of(node1) is not None or _template_of(node2) is not None:
            return False
        return super().can_fuse_horizontal(node1, node2)  # pyright: ignore[reportAttributeAccessIssue]

    def fuse(self, node1: Any, node2: Any) -> Any:
        """The two nodes as one."""
        if _template_of(node1) is not None or _template_of(node2) is not None:
            return FusedSchedulerNode.fuse(node1, node2)
        return super().fuse(node1, node2)  # pyright: ignore[reportAttributeAccessIssue]

    def codegen_template(
        self, template_node: Any, epilogue_nodes: Sequence[Any], prologue_nodes: Sequence[Any], **kwargs: Any
    ) -> Any:
        """Writes a template's kernel and its call into the generated code."""
        buffer = _template_of(template_node)
        if buffer is None:
            given = (template_node, epilogue_nodes, prologue_nodes)
            return super().codegen_template(*given, **kwargs)  # pyright: ignore[reportAttributeAccessIssue]
        schedule = [*prologue_nodes, template_node, *epilogue_nodes]
        fused = (epilogue_nodes, _by_input(buffer, prologue_nodes))
        for node in schedule:
            node.mark_run()
        kernel = buffer.template.kernel(buffer, buffer.inputs, buffer.params, *fused)
        wrapper = V.graph.wrapper_code
        with V.set_kernel_handler(kernel):
            rendered = kernel.finished()
            name = wrapper.src_to_kernel.get(rendered.source)
            if name is None:
                described = get_fused_kernel_name(schedule, config.cpp.descriptive_names)
                name = f"cutedsl_{described}_{wrapper.next_kernel_suffix()}"
                wrapper.src_to_kernel[rendered.source] = name
                wrapper.add_import_once("from cutedsl.torch.inductor.loading import load_soon as _cutedsl_load")
                origins, detail = get_kernel_metadata(schedule, wrapper)
                parts = (*rendered.parts(), examples(kernel.args.python_argdefs()[1]))
                body = f"_cutedsl_load({', '.join(map(repr, parts))})"
                wrapper.define_kernel(name, body, f"{origins}\n{detail}")
        self.codegen_comment(schedule, name)  # pyright: ignore[reportAttributeAccessIssue]
        kernel.call_kernel(name)
        V.graph.removed_buffers |= kernel.removed_buffers
        V.graph.inplaced_to_remove |= kernel.inplaced_to_remove
        self.free_buffers_in_scheduler()  # pyright: ignore[reportAttributeAccessIssue]
        return None


def _by_input(buffer: CuteDSLTemplateBuffer, nodes: Sequence[Any]) -> dict[str, list[Any]]:
    """The nodes before a template, by the input that they end in."""
    reads = OrderedSet(node.get_name() for node in buffer.inputs)
    groups: dict[str, list[Any]] = {}
    group: list[Any] = []
    for node in nodes:
        group.append(node)
        if node.node.get_name() in reads:
            groups[node.node.get_name()] = group
            group = []
    return groups


@functools.cache
def _mixed(kind: type) -> type:
    return type(f"CuteDSL{kind.__name__}", (CuteDSLScheduling, kind), {})


_installed: set[str] = set()


def install(device: str = "cpu") -> None:
    """Registers templates with Inductor on a device ("cpu", "cuda"); a second call does nothing.

    What was registered for the device stays and does all other work.
    """
    if device in _installed:
        return
    common.init_backend_registration()
    before = common.device_codegens[device]

    def scheduling(scheduler: Any) -> Any:
        made: Any = before.scheduling(scheduler)  # pyright: ignore[reportCallIssue]
        made.__class__ = _mixed(type(made))
        return made

    common.register_backend_for_device(
        device,
        scheduling,  # pyright: ignore[reportArgumentType]
        before.wrapper_codegen,
        before.cpp_wrapper_codegen,
        before.fx_wrapper_codegen,
        FingerprintPass(common.get_custom_backend_pass_for_device(device)),
        common.get_custom_backend_config_for_device(device),
    )
    _installed.add(device)
