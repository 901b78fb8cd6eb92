"""Rendering a template: its hooks, and the statements that Inductor writes into it."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import sympy
import torch
from torch._inductor import ir
from torch._inductor.codegen.common import CSE, DeferredLine, Kernel, OptimizationContext
from torch._inductor.utils import IndentedBuffer
from torch._inductor.virtualized import OpsWrapper, V, ops

from cutedsl.errors import fail
from cutedsl.torch.inductor.buffer import hint
from cutedsl.torch.inductor.loading import Rendered
from cutedsl.torch.inductor.pointwise import NUMERIC, CuteDSLOpOverrides, computed_in, printed
from cutedsl.torch.inductor.source_lines import lines_of

_IMPORTS = """import torch
import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack
from cutedsl.torch.inductor.flat import flat as _flat
_view = torch._C._dynamo.guards._reinterpret_tensor
"""
_KEY = re.compile(r"<CUTEDSL_\d+>")
_WIDE_ELEMS = 1 << 31
"""Buffers from this size on are indexed in 64 bits."""


_OUTSIDE = SimpleNamespace(
    current_node=SimpleNamespace(target=None, meta={OptimizationContext.key: SimpleNamespace(dtype=torch.float32)})
)
"""What stands for Inductor's interpreter, where it looks for the type of `masked` on a CPU."""


class CuteDSLTemplateKernel(Kernel):
    """One kernel under construction: a template, its arguments, and the nodes fused into it.

    Hooks of a template: `kernel_name`, `def_kernel(*names)`, `gen_defines()`, `get_output()`, `input_nodes`,
    `output_node`, `size(name, mode)`, `load_input(name, indices, variable)`, `store_output(indices, value)`.
    """

    overrides = CuteDSLOpOverrides

    def __init__(
        self,
        kernel_name: str,
        input_nodes: Sequence[Any],
        output_node: Any,
        names: Sequence[str],
        epilogues: Sequence[Any] = (),
        prologues: Mapping[str, Sequence[Any]] | None = None,
    ) -> None:
        super().__init__()
        self.kernel_name = self._entry = kernel_name
        self.input_nodes = list(input_nodes)
        self.output_node = output_node
        self.epilogues = list(epilogues)
        self.prologues = dict(prologues or {})
        self.names = dict(zip(names, self.input_nodes, strict=False))
        self.output_name = names[-1] if len(names) > len(self.input_nodes) else "output"
        for name, node in self.names.items():
            if node.get_name() not in self.prologues:
                self.args.input_buffers.setdefault(node.get_name(), f"arg_{name}")
        self._hooks: dict[str, Callable[[], str]] = {}
        self._numbers = itertools.count()

    # -- what Inductor asks of a kernel ------------------------------------------------------------------------------
    def load(self, name: str, index: Any) -> Any:
        """The element of a buffer at an offset, in the type that it is computed in."""
        dtype = V.graph.get_dtype(name)
        text = f"{self.args.input(name)}[{printed(self.rename_indexing(index))}]"
        if computed_in(dtype) != NUMERIC[dtype]:
            text = f"{text}.to(cutlass.{computed_in(dtype)})"
        return self.cse.generate(self.compute, text, dtype=dtype, shape=())

    def store(self, name: str, index: Any, value: Any, mode: Any = None) -> None:
        """Writes an element, rounded to the buffer's type."""
        if mode is not None:
            raise NotImplementedError(f"a store of mode {mode} in a template")
        kind = NUMERIC[V.graph.get_dtype(name)]
        place = f"{self.args.output(name)}[{printed(self.rename_indexing(index))}]"
        self.compute.writeline(DeferredLine(name, f"{place} = ({value}).to(cutlass.{kind})"))

    def check_bounds(self, *args: Any) -> None:
        """The CPU target checks every access itself."""

    def under(self, mask: Any, body: Callable[[], Any], other: Any) -> Any:
        """A value computed only where `mask` holds, and `other` elsewhere."""
        outer, self.compute = self.compute, IndentedBuffer()
        cse, self.cse = self.cse, self.cse.clone()
        inner = OpsWrapper._unwrap(body())
        statements, self.compute, self.cse = self.compute, outer, cse
        kind = computed_in(inner.dtype)
        result = self.cse.newvar(dtype=inner.dtype, shape=())
        text = f"float('{other}')" if isinstance(other, float) else repr(other)
        self.compute.writeline(f"{result} = cutlass.{kind}({text})")
        self.compute.writeline(f"if {mask}:")
        with self.compute.indent():
            self.compute.splice(statements)
            self.compute.writeline(f"{result} = ({inner}).to(cutlass.{kind})")
        return result

    # -- hooks -------------------------------------------------------------------------------------------------------
    def def_kernel(self, *names: str) -> str:
        """The head of the entry function: the inputs under their names; a name more is the output's.

        After it `fused` holds what fused nodes read and write; pass it to the kernel as it is.
        """
        if len(names) not in (len(self.input_nodes), len(self.input_nodes) + 1):
            raise fail("template-arguments", f"def_kernel{names} does not match {len(self.input_nodes)} inputs")

        def head() -> str:
            listed = self._listed()
            lines = [f"def {self.kernel_name}({', '.join([*listed, 'stream=None'])}):"]
            lines += [f"    {name} = {self._argument(node)}" for name, node in self.names.items()]
            lines += [f"    {self.output_name} = {self._result()}", f"    fused = ({', '.join(listed)},)"]
            return "\n".join(lines)

        return self._later(head)

    def gen_defines(self, **params: Any) -> str:
        """The parameters of a choice as compile-time values."""
        return "\n".join(f"{name}: cutlass.Constexpr = {value!r}" for name, value in params.items())

    def get_output(self) -> str:
        """The output's name in the entry function."""
        return self.output_name

    def size(self, name: str, mode: int) -> str:
        """An extent of an input, or of the output, in the entry function and in kernels that have `fused`."""
        node = self.output_node if name == self.output_name else self._input(name)
        text = printed(self.rename_indexing(node.get_size()[mode]))

        def known() -> str:
            places = {name: k for k, name in enumerate(self._listed())}
            return re.sub(r"[A-Za-z_]\w*", lambda found: f"fused[{places[found[0]]}]", text)

        return self._later(known)

    def load_input(self, name: str, indices: Sequence[str], variable: str) -> str:
        """In the kernel: `variable` is the element of an input, with whatever was fused before it.

        An input that is loaded so may be no argument at all: its extents are those of `size`.
        """

        def body(number: int) -> None:
            node = self._input(name)
            symbols = self._symbols(number, indices)
            nodes = self.prologues.get(node.get_name())
            if nodes:
                for fused in nodes:
                    fused.node.get_store_function()(symbols)
                value = self.cse.store_cache[node.get_name()]
            else:
                value = ops.load(node.get_name(), node.get_layout().make_indexer()(symbols))
            self.compute.writeline(f"{variable} = {value}")

        return self._block(body)

    def store_output(self, indices: Sequence[str], value: str) -> str:
        """In the kernel: the output's element at `indices` is `value`, and all that was fused after it is done."""

        def body(number: int) -> None:
            symbols = self._symbols(number, indices)
            name, dtype = self.output_node.get_name(), self.output_node.get_dtype()
            # Rounded as the unfused output would be, so that fusion does not change what follows.
            text = f"({value}).to(cutlass.{NUMERIC[dtype]}).to(cutlass.{computed_in(dtype)})"
            result = self.cse.generate(self.compute, text, dtype=dtype, shape=())
            ops.store(name, self.output_node.get_layout().make_indexer()(symbols), result)
            for fused in self.epilogues:
                fused.node.get_store_function()(symbols)

        return self._block(body)

    def hooks(self) -> dict[str, Callable[..., str]]:
        """What a template's text may call, by name."""
        return {
            "def_kernel": self.def_kernel,
            "get_output": self.get_output,
            "size": self.size,
            "load_input": self.load_input,
            "store_output": self.store_output,
        }

    def render(self, template: Any, source: str, params: Mapping[str, Any]) -> None:
        """Fills a template; `finished` gives its text when Inductor knows which buffers it needs."""
        self._text = template.render(
            kernel_name=self.kernel_name,
            input_nodes=self.input_nodes,
            output_node=self.output_node,
            gen_defines=lambda: self.gen_defines(**params),
            **self.hooks(),
            **params,
        )
        self._lines = lines_of(source.split("\n"), self._text.split("\n"))

    def finished(self) -> Rendered:
        """The text with every placeholder filled. Errors: template-output, template-text."""
        for hook in self._hooks.values():
            hook()  # whatever it asks for is an argument, which the others are to know
        heads = _IMPORTS.rstrip("\n").split("\n")
        lines, origins = list(heads), [0] * len(heads)
        for line, origin in zip(self._text.split("\n"), self._lines, strict=True):
            hook = self._hooks.get(line.strip())
            indent = line[: len(line) - len(line.lstrip())]
            parts = [line] if hook is None else [indent + part for part in hook().split("\n")]
            parts = [_KEY.sub(lambda found: self._hooks[found[0]](), part) for part in parts]
            lines += parts
            origins += [origin] * len(parts)
        rendered = Rendered(self._entry, "\n".join(lines), tuple(origins))
        check_returns(rendered, self.output_name)
        return rendered

    def call_kernel(self, name: str) -> None:
        """The call in Inductor's wrapper; on a GPU it takes torch's current stream."""
        arguments = self.args.python_argdefs()[1]
        listed = [printed(a) if isinstance(a, sympy.Expr) else str(a) for a in arguments]
        V.graph.wrapper_code.writeline(f"{name}.run({', '.join(listed)})")

    def _listed(self) -> list[str]:
        """The arguments of the entry function, as `fused` holds them."""
        return [definition.full_name() for definition in self.args.python_argdefs()[0]]

    # -- placeholders ------------------------------------------------------------------------------------------------
    def _later(self, text: Callable[[], str]) -> str:
        key = f"<CUTEDSL_{next(self._numbers)}>"
        self._hooks[key] = text
        return key

    def _block(self, write: Callable[[int], None]) -> str:
        """Statements written by Inductor, with names of their own; which of them remain is known later."""
        number = next(self._numbers)
        buffer = IndentedBuffer()
        outer, self.compute, self.cse = (self.compute, self.cse), buffer, CSE("", "", f"e{number}_")
        try:
            with V.set_interpreter_handler(_OUTSIDE):
                write(number)
        finally:
            self.compute, self.cse = outer

        def text() -> str:
            body = buffer.getvalue().rstrip("\n")
            used = [(k, name) for k, name in enumerate(self._listed()) if re.search(rf"\b{name}\b", body)]
            return "\n".join([*(f"{name} = _flat(fused[{k}])" for k, name in used), body])

        return self._later(text)

    def _symbols(self, number: int, indices: Sequence[str]) -> list[sympy.Symbol]:
        sizes = [self.output_node.get_size(), *(node.get_size() for node in self.input_nodes)]
        wide = any(hint(sympy.prod(size)) >= _WIDE_ELEMS for size in sizes)
        symbols: list[sympy.Symbol] = []
        for mode, text in enumerate(indices):
            name = f"i{number}_{mode}"
            self.compute.writeline(f"{name} = {f'cutlass.Int64({text})' if wide else text}")
            symbols.append(sympy.Symbol(name, integer=True, nonnegative=True))
        return symbols

    def _input(self, name: str) -> Any:
        if name not in self.names:
            raise fail(
                "template-arguments", f"a hook names {name!r}; def_kernel names {', '.join(self.names) or 'nothing'}"
            )
        return self.names[name]

    def _argument(self, node: Any) -> str:
        """The argument that holds an input, seen as the node sees it; nothing does where a prologue took its place."""
        found = self.args.input_buffers.get(node.get_name(), "None")
        if found == "None" or not isinstance(node, ir.ReinterpretView):
            return found
        layout: Any = node.get_layout()
        parts = (layout.size, layout.stride, [layout.offset])
        size, stride, offset = (", ".join(printed(self.rename_indexing(n)) for n in each) for each in parts)
        return f"_view({found}, ({size},), ({stride},), {offset})"

    def _result(self) -> str:
        """The argument that the entry function returns: the last buffer that is written."""
        wanted = [self.output_node.get_name(), *(fused.node.get_name() for fused in self.epilogues)]
        written = self.args.output_buffers
        for name in reversed(wanted):
            found = written.get(name)
            if isinstance(found, str) and name not in V.graph.removed_buffers and name not in self.removed_buffers:
                return found
        return self.args.output(wanted[0])


def check_returns(rendered: Rendered, output: str) -> None:
    """Refuses a text whose entry function does not return its output. Errors: template-output, template-text."""
    entry = rendered.name
    try:
        tree = ast.parse(rendered.source)
    except SyntaxError as error:
        where = rendered.origin(error.lineno or 1)
        raise fail("template-text", f"the rendered text is not Python: {error.msg}; {where}") from error
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == entry:
            returned = [part.value for part in ast.walk(node) if isinstance(part, ast.Return)]
            if any(isinstance(value, ast.Name) and value.id == output for value in returned):
                return
            raise fail(
                "template-output",
                f"the entry function does not return {output}; {rendered.origin(node.lineno)}",
                fix=f"End it with `return {output}`.",
            )
    raise fail("template-output", f"the template {entry} has no entry function", fix="Write `{{def_kernel(…)}}`.")
