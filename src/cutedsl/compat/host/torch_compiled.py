"""`torch.compile` for programs that ask for a GPU and run on the CPU: `x.is_cuda` in what it compiles is as outside.

torch sees the CPU's devices (`torch_devices`), so what it compiles would take the branches of a CPU. A tensor is the
host's in a graph as it is outside: an argument by its mark, the rest by what it is made from. The code is compiled
again for arguments from another place.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from cutedsl.compat.after_import import after_import
from cutedsl.compat.host.torch_devices import GPU, HOST, MARK_OF_TENSORS, Places, is_on_host
from cutedsl.targets.devices import CPU

_MOVES = {"cpu": HOST, "cuda": GPU}
"""Methods of tensors that name a place."""


def compile_as_on_a_gpu(torch: Any, places: Places) -> None:
    """Lets `torch.compile` see where tensors are, as soon as it is imported."""
    setattr(torch.Tensor, MARK_OF_TENSORS, property(is_on_host))
    after_import("torch._dynamo.variables.tensor", lambda tensors: _patch(torch, tensors.TensorVariable, places))


def _patch(torch: Any, variable: Any, places: Places) -> None:
    built: Any = sys.modules["torch._dynamo.variables.base"].VariableTracker.build
    gpu = torch.device("cuda", 0)

    def answering(name: str, answer: Callable[[bool, Any], Any]) -> None:
        def handler(self: Any, tx: Any) -> Any:
            if self.device is None:
                return None
            seen = self.device.type == CPU and _place(self.as_proxy().node, places) == GPU
            return built(tx, answer(seen, self.device))

        setattr(variable, f"method_attr_{name}", handler)

    answering("is_cuda", lambda seen, _: seen)
    answering("is_cpu", lambda seen, device: not seen and device.type == CPU)
    answering("device", lambda seen, device: gpu if seen else device)


def _place(node: Any, places: Places) -> str:
    """Where the result of a node of a graph would be; its arguments' places become conditions of the compiled code."""
    given = node.meta.get("grapharg")
    if given is not None:
        _depend_on_the_place(given.source)
        return HOST if is_on_host(given.example) else GPU
    if node.op == "call_method" and node.target in _MOVES:
        return _MOVES[node.target]
    asked = places.asked(node.args, node.kwargs)
    if asked is not None:
        return asked
    made_from = {_place(one, places) for one in node.all_input_nodes if _is_tensor(one)}
    if made_from:
        return HOST if made_from == {HOST} else GPU
    return HOST if places.by_default_on_host else GPU


def _is_tensor(node: Any) -> bool:
    return isinstance(node.meta.get("example_value"), sys.modules["torch"].Tensor)


def _depend_on_the_place(source: Any) -> None:
    guards: Any = sys.modules["torch._dynamo.guards"]
    mark: Any = sys.modules["torch._dynamo.source"].AttrSource(source, MARK_OF_TENSORS)
    guards.install_guard(mark.make_guard(guards.GuardBuilder.CONSTANT_MATCH))
