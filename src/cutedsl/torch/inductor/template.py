"""Templates, and the choices that Inductor times."""

from __future__ import annotations

import functools
import hashlib
import itertools
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from unittest.mock import patch

import sympy
from torch._inductor import ir
from torch._inductor.codegen.common import KernelTemplate
from torch._inductor.virtualized import V

from cutedsl.errors import fail
from cutedsl.torch.inductor.buffer import CuteDSLTemplateBuffer, hint
from cutedsl.torch.inductor.examples import array
from cutedsl.torch.inductor.kernel import CuteDSLTemplateKernel
from cutedsl.torch.inductor.loading import Rendered, load
from cutedsl.torch.inductor.vector_kernel import VectorTemplateKernel

_log = logging.getLogger(__name__)
TEMPLATES: dict[str, CuteDSLTemplate] = {}
"""Every template of the process by name; their texts are part of Inductor's cache keys."""


def left_out(name: str, error: Exception) -> None:
    """Logs why a choice is skipped."""
    _log.warning(
        "template %s: a choice was left out:\n%s", name, "\n".join([str(error), *getattr(error, "__notes__", [])])
    )


class CuteDSLTemplate(KernelTemplate):
    """A kernel as Jinja2 text, with hooks that Inductor fills.

    Args: `source` has a `@cute.kernel`, a `@cute.jit` that launches it, and an entry function made by
    `{{def_kernel("A", "B", "C")}}`, which returns the output. With `{{store_output(("m", "n"), "value")}}` in place of
    a store, pointwise work after the kernel is fused into it; with `{{load_input("A", ("m", "k"), "a")}}` in place of
    a load, pointwise work before it (torch 2.12 and later). With `{{epilogue()}}` instead, the work after the kernel
    becomes a function of register vectors, for kernels that take one. `valid(sizes, **params)` says where parameters
    do not apply.
    Errors: template-name, template-text; those of the kernel when it is compiled.
    """

    index_counter = itertools.count()

    def __init__(self, name: str, source: str, valid: Callable[..., bool] | None = None) -> None:
        if not name.isidentifier():
            raise fail("template-name", f"a template cannot be named {name!r}", fix="Use a Python identifier.")
        super().__init__(name, hash=hashlib.sha256(source.encode()).hexdigest())
        self.source = source
        self.valid = valid
        self.text = self._template_from_string(source)
        self.names = _names(source)
        self.by_vectors = "epilogue(" in source
        self.reads_more = "operands(" in source
        self.stores_itself = self.by_vectors or "store_output(" in source
        self.loads_itself = "load_input(" in source
        TEMPLATES[name] = self

    def maybe_append_choice(self, choices: list[Any], **kwargs: Any) -> NotImplementedError | None:
        """Adds a choice of `input_nodes`, `layout` and the template's parameters; where it does not apply or does not
        compile, says so in the log and returns the reason."""
        try:
            choices.append(self.generate(**kwargs))
        except NotImplementedError as reason:
            _log.info("template %s: no choice: %s", self.name, reason)
            return reason
        except Exception as error:
            left_out(self.name, error)
            return NotImplementedError(str(error))
        return None

    def generate(self, *, input_nodes: Sequence[Any], layout: Any, **params: Any) -> Any:
        """A choice. Raises `NotImplementedError` where `valid` refuses the parameters."""
        if self.valid is not None and not self.valid([node.get_size() for node in input_nodes], **params):
            raise NotImplementedError(f"{params} does not apply")
        caller = CuteDSLTemplateCaller(f"{self.name}_{next(self.index_counter)}", self, input_nodes, layout, params)
        caller.standalone  # noqa: B018  # a text that does not render is not a choice
        return caller

    def kernel(self, output: Any, inputs: Sequence[Any], params: Mapping[str, Any], *fused: Any) -> Any:
        """A kernel of this template, rendered; its text is `finished` under the graph's handler."""
        kind = VectorTemplateKernel if self.by_vectors else CuteDSLTemplateKernel
        made = kind(self.name, inputs, output, self.names, *fused)
        with made:
            made.render(self.text, self.source, params)
        return made


def _names(source: str) -> tuple[str, ...]:
    """What `def_kernel` names; hooks in the kernel, which stands before it, need to know."""
    found = re.search(r"\{\{\s*def_kernel\(([^)]*)\)\s*\}\}", source)
    if found is None:
        raise fail(
            "template-output", "the template has no `{{def_kernel(…)}}`", fix="Write the entry function with it."
        )
    return tuple(re.findall(r"[\"']([^\"']+)[\"']", found[1]))


def unique_by_name(nodes: Sequence[Any]) -> list[Any]:
    """The buffers behind the nodes, each once: what Inductor hands to a choice that it times."""
    buffers = [node.unwrap_view() if isinstance(node, ir.BaseView) else node for node in nodes]
    return list({node.get_name(): node for node in buffers}.values())


def _zeros(node: Any) -> Any:
    """A tensor that lies as a buffer does."""
    layout = node.get_layout()
    size, stride = (tuple(hint(n) for n in each) for each in (layout.size, layout.stride))
    return array((str(layout.device), str(layout.dtype).removeprefix("torch."), size, stride))


class CuteDSLTemplateCaller(ir.ChoiceCaller):
    """One template with one set of parameters, which Inductor times alone and puts into the graph if it wins."""

    def __init__(
        self, name: str, template: CuteDSLTemplate, input_nodes: Sequence[Any], layout: Any, params: Mapping[str, Any]
    ) -> None:
        super().__init__(name, list(input_nodes), layout, description=str(dict(params)))
        self.template = template
        self.params = params
        self.failure: Exception | None = None

    @functools.cached_property
    def standalone(self) -> tuple[Rendered, list[Any]]:
        """The text without anything fused, and the sizes that it is called with beside tensors."""
        output = ir.Buffer(name="buf_out", layout=self.layout)
        with patch.object(V.graph, "get_dtype", KernelTemplate._fake_get_dtype(output)):
            kernel = self.template.kernel(output, self.input_nodes, self.params)
            with V.set_kernel_handler(kernel):
                rendered = kernel.finished()
                arguments = kernel.args.python_argdefs()[1]
        return rendered, [argument for argument in arguments if isinstance(argument, sympy.Expr)]

    def to_callable(self) -> Callable[..., Any]:
        """The kernel as a function of its inputs and `out`; one that does not compile takes no part."""
        rendered, sizes = self.standalone
        run = load(*rendered.parts()).run
        hints = [hint(size) for size in sizes]

        def timed(*inputs: Any, out: Any) -> Any:
            try:
                return run(*inputs, out, *hints)
            except Exception as error:  # whatever is wrong with one choice, the others stay
                left_out(self.template.name, error)
                self.failure = error
                raise NotImplementedError(f"{self.name} does not compile") from error

        return timed

    def example_run(self) -> Callable[[], Any]:
        """A call on zeros, which compiles the kernel. Its arrays are made here, where Inductor's graph is known."""
        rendered, sizes = self.standalone
        run = load(*rendered.parts()).run
        arrays = [_zeros(node) for node in unique_by_name(self.input_nodes)]
        return functools.partial(run, *arrays, _zeros(ir.Buffer(name="buf_out", layout=self.layout)), *map(hint, sizes))

    def hash_key(self) -> str:
        """The cache key of the measured time."""
        return f"{self.template.name}-{self.template.src_hash}-{sorted(self.params.items())}"

    def call_name(self) -> str:
        """The name in Inductor's table of times."""
        return self.name

    def info_dict(self) -> dict[str, Any]:
        """What Inductor logs about the choice."""
        return {"backend": "CuteDSL", "name": self.name, **self.params}

    def output_node(self) -> Any:
        """The node that replaces the operation."""
        return ir.TensorBox.create(CuteDSLTemplateBuffer(self.layout, self.input_nodes, self.template, self.params))
