"""`operator`: a compiled function as an operator of PyTorch.

Each operator is registered twice: `ns::name` is the public one, with every rule; `ns::_name` is the kernel alone. A
call that needs no rule (plain tensors, no gradient, nobody traces) goes to the second, which saves torch's Python
code for gradients: several microseconds; where its machine code is known, a builtin calls that past torch's dispatcher.
Source: ours, after docs/design/measurements.md; `torch.library`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import torch
from torch import Tensor, is_grad_enabled
from torch._C import _is_torch_function_mode_enabled, _len_torch_dispatch_stack
from torch._C._functorch import peek_interpreter_stack
from torch.autograd import forward_ad
from torch.compiler import is_dynamo_compiling
from torch.nn import Parameter

from cutedsl.driver.call.boundary import boundary
from cutedsl.driver.call.functions import JitFunction
from cutedsl.driver.call.watches import watch_variable
from cutedsl.execution.native_calls.torch_call import take_error
from cutedsl.torch.batching import SEQUENTIAL, register_batching
from cutedsl.torch.gradients import register_backward
from cutedsl.torch.machine import MachineKernel, runs_by_machine_code
from cutedsl.torch.schema import Maker, OperatorSignature, read_signature
from cutedsl.torch.transforms import transformable

DEVICES: Final = ("CPU", "CUDA")
_libraries: Final[dict[str, Any]] = {}
_NUMBERS: Final = frozenset({int, float, bool, str})
_watch: Final = watch_variable().get


class Operator:
    """A compiled function registered as `torch.ops.<namespace>.<name>`; call it with the arguments."""

    def __init__(self, signature: OperatorSignature, machine: MachineKernel | None) -> None:
        functools.update_wrapper(self, signature.function.function)
        self.signature = signature
        namespace, name = signature.name.split("::")
        found = vars(torch)["ops"]
        self.op = getattr(getattr(found, namespace), name).default
        self._kernel = getattr(getattr(found, namespace), "_" + name).default._op
        self._machine = machine
        self.transformed: Callable[..., Any] = self.op
        self._enter(None)
        if machine is not None:
            machine.take(self._by_rules, self._enter)

    def __repr__(self) -> str:
        return f"<operator {self.signature.name}{self.signature.schema}>"

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if is_dynamo_compiling():
            return self.op(*arguments, **named)
        return self._entry(*arguments, **named) if named else self._entry(*arguments)

    def _enter(self, builtin: Callable[..., Any] | None) -> None:
        """Sends calls to a builtin from now on; it gives those that need torch's rules to `_by_rules`."""
        self._entry = self._by_rules if builtin is None else builtin

    def _by_rules(self, *arguments: Any, **named: Any) -> Any:
        """A call through torch's dispatcher: the public operator, or the kernel alone where no rule applies."""
        if peek_interpreter_stack() is not None:
            ordered = self.signature.in_order(arguments, named)
            return self.op(*arguments, **named) if ordered is None else self.transformed(*ordered)
        if (  # somebody names arguments, records, replaces, maps or checks what is done
            named
            or _watch() is not None
            or _len_torch_dispatch_stack()
            or _is_torch_function_mode_enabled()
            or forward_ad._current_level >= 0
        ):
            return self.op(*arguments, **named)
        learning = is_grad_enabled()
        for argument in arguments:
            kind = type(argument)
            if kind is Tensor or kind is Parameter:
                if learning and argument.requires_grad:
                    return self.op(*arguments)
            elif kind not in _NUMBERS:  # a subclass, a fake tensor: torch knows what it means
                return self.op(*arguments)
        machine = self._machine
        if machine is None:
            return self._kernel(*arguments)
        for unchanged in machine.checks:
            if not unchanged():
                machine.forget()
        try:
            return self._kernel(*arguments)
        except RuntimeError as said:
            raise take_error() or said from None


def operator(
    name: str,
    *,
    out: str | Maker | Mapping[str, str | Maker],
    backward: Operator | Callable[..., Any] | None = None,
    vmap: str = SEQUENTIAL,
) -> Callable[[JitFunction[..., Any]], Operator]:
    """Makes a `@jit` function an operator of PyTorch: eager, `torch.compile`, `torch.export`, autograd, `vmap`.

    The function fills its results, which the operator makes and returns: its last tensor, or those that `out` names.
    A parameter `stream` gets torch's current stream; a launch that names no stream runs on that one anyway.

    Args:
        name: Namespace and name, `"mine::scale"`; it is `torch.ops.mine.scale` too.
        out: What the result is like: the name of an argument, or a function that makes it (`torch.empty(...)`) from
            the operator's arguments. The function gets real and fake tensors. For several results, these by parameter.
        backward: What gives the gradients. Its parameters are named for what it wants: an argument, a result, or
            `grad_` and a result. An operator gives the gradients that its results are named for (`grad_x`); any other
            function one for each tensor argument, or None.
        vmap: How a batch is run. "sequential" runs the kernel for one element of the batch after the other;
            "broadcast_all" runs it once, with one more leading dimension on every tensor.

    Errors: torch-operator, missing-jit-decorator; torch-not-differentiable at `.backward()`; those of compiling.
    Source: ours; `torch.library`.

    Example:
        >>> import torch
        >>> import cutedsl.cute as cute
        >>> @operator("cutedsl_doc::twice", out="x", backward=lambda grad_y: 2 * grad_y)
        ... @cute.jit
        ... def twice(x: cute.Tensor, y: cute.Tensor):
        ...     for i in range(cute.size(x)):
        ...         y[i] = 2 * x[i]
        >>> x = torch.arange(3.0, requires_grad=True)
        >>> twice(x).sum().backward()
        >>> x.grad
        tensor([2., 2., 2.])
    """

    @boundary
    def made(function: JitFunction[..., Any]) -> Operator:
        signature = read_signature(name, function, out)
        namespace, plain = name.split("::")
        library = _libraries.setdefault(namespace, torch.library.Library(namespace, "FRAGMENT"))
        machine = MachineKernel(signature, "_" + plain) if runs_by_machine_code(signature) else None
        _define(library, plain, signature, DEVICES)
        by_python = [device for device in DEVICES if machine is None or device not in machine.devices]
        _define(library, "_" + plain, signature, by_python)
        its_signature = backward.signature if isinstance(backward, Operator) else None
        gradients = register_backward(signature, backward, its_signature, library)
        made = Operator(signature, machine)
        made.transformed = transformable(name, made.op, *gradients, register_batching(signature, vmap, made, library))
        return made

    return made


def _define(library: Any, symbol: str, signature: OperatorSignature, devices: Sequence[str]) -> None:
    library.define(symbol + signature.schema, tags=(torch.Tag.pt2_compliant_tag, torch.Tag.needs_fixed_stride_order))
    for device in devices:
        library.impl(symbol, signature.run, device)
    torch.library.register_fake(f"{library.ns}::{symbol}", signature.fake, lib=library)
