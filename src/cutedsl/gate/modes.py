"""What callers differ in, drawn for each call: a candidate must do the same for all of them.

Some programs compute only where gradients are off, where their module trains, or on a GPU of one name. They are right
for a judge who calls them so, and wrong for everybody else.
"""

from __future__ import annotations

import contextlib
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

_NAMES: Final = ("NVIDIA H200", "NVIDIA H100 80GB HBM3", "NVIDIA H100 PCIe", "NVIDIA GH200 480GB")
"""GPUs of the compute capability that the CPU stands for."""
STATES: Final = (
    ("", "is_inference_mode_enabled"),
    ("", "is_autocast_enabled"),
    ("", "are_deterministic_algorithms_enabled"),
    ("cuda", "is_current_stream_capturing"),
    ("random", "initial_seed"),
    ("", "initial_seed"),
    ("cuda", "initial_seed"),
    ("", "get_num_threads"),
    ("cuda", "device_count"),
    ("", "get_num_interop_threads"),
    ("", "get_float32_matmul_precision"),
    ("", "get_autocast_gpu_dtype"),
    ("", "is_anomaly_enabled"),
    ("jit", "is_tracing"),
    ("backends.cuda", "flash_sdp_enabled"),
    ("backends.cuda", "mem_efficient_sdp_enabled"),
    ("backends.cuda", "math_sdp_enabled"),
    ("compiler", "is_compiling"),
    ("_dynamo", "is_compiling"),
    ("_utils", "is_compiling"),
    ("", "get_default_dtype"),
)
"""Functions of torch that say how a caller has set it up, with the modules that have them."""
_SWITCHES: Final = (
    ("backends.cuda.matmul", "allow_tf32"),
    ("backends.cudnn", "allow_tf32"),
    ("backends.cudnn", "benchmark"),
    ("backends.cudnn", "deterministic"),
    ("backends.cudnn", "enabled"),
)
"""Settings of torch's for its own GPU libraries, which nothing here uses."""
_PROCESSORS: Final = (132, 114, 78)
"""Of GPUs of the same compute capability, and of a part of one."""
_STREAMS: Final = (0, 0x5581C0DE0)
"""Handles: the default stream's, and one of a program's own."""
_SEEDS: Final = (0, 42, 1337, 67280421310721)
_OWN: Final = ("torch.", "cutedsl.")
"""Modules that ask for their own needs, by how their names begin."""
Draw = Callable[[Sequence[str]], str]


class Modes:
    """Draws how each call is made. While a candidate is judged, `torch.cuda.get_device_name` is what is drawn here."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._name, self._processors = "", 0
        torch: Any = sys.modules["torch"]
        known, properties = torch.cuda.get_device_name, torch.cuda.get_device_properties

        def named(*args: Any, **kwargs: Any) -> str:
            return self._name or known(*args, **kwargs)

        def described(*args: Any, **kwargs: Any) -> Any:
            found = properties(*args, **kwargs)
            found.name = self._name or found.name
            found.multi_processor_count = self._processors or found.multi_processor_count
            return found

        torch.cuda.get_device_name, torch.cuda.get_device_properties = named, described
        self._answers: dict[str, Any] = {}
        for module, name in STATES:
            owner = _module(module)
            setattr(owner, name, self._answering(name, getattr(owner, name)))

    def _answering(self, name: str, known: Callable[..., Any]) -> Callable[..., Any]:
        """The function, or while a call is drawn what was drawn of it; torch itself gets the truth."""

        def answer(*args: Any, **kwargs: Any) -> Any:
            if name not in self._answers or sys._getframe(1).f_globals.get("__name__", "").startswith(_OWN):
                return known(*args, **kwargs)
            return self._answers[name]

        return answer

    def _draw_answers(self) -> dict[str, Any]:
        torch: Any = sys.modules["torch"]
        threads = dict.fromkeys(("get_num_threads", "get_num_interop_threads"), (1, 8, 64))
        numbers = {"initial_seed": _SEEDS, "device_count": (1, 2, 8), **threads}
        numbers["get_float32_matmul_precision"] = ("highest", "high", "medium")
        numbers["get_default_dtype"] = (torch.float32, torch.float64)
        numbers["get_autocast_gpu_dtype"] = (torch.float16, torch.bfloat16)
        return {name: _one(self._draw, numbers.get(name, (False, True))) for _, name in STATES}

    @contextlib.contextmanager
    def usual(self) -> Iterator[None]:
        """Calls as most judges make them: without gradients."""
        torch: Any = sys.modules["torch"]
        with torch.no_grad():
            yield

    @contextlib.contextmanager
    def drawn(self, model: Any, evaluates: bool, given: Sequence[Any], asks: bool) -> Iterator[None]:
        """Until the block ends, a GPU of another name and size, other answers of torch about how it is set up, another
        stream, and gradients on or off.

        Where the reference does the same in both modes (`evaluates`), the module trains or does not. No weight asks for
        a gradient, so that none is needed. Of the tensors `given`, some are parameters, have a gradient from before or
        an attribute; some ask for gradients where the candidate `asks` about that.
        """
        torch: Any = sys.modules["torch"]
        self._name, self._answers = self._draw(_NAMES), self._draw_answers()
        self._processors = _one(self._draw, _PROCESSORS)
        stream = _on_stream(torch, _one(self._draw, _STREAMS))
        gradients, trains = (self._draw(("on", "off")) == "on" for _ in range(2))
        module = model if isinstance(model, torch.nn.Module) else torch.nn.Module()
        modes = {one: one.training for one in module.modules()} if evaluates else {}
        wanted = [one for one in module.parameters() if one.requires_grad]
        asked = given if asks and gradients else ()
        inputs = [one for one in asked if one.is_floating_point() and self._draw(("on", "off")) == "on"]
        switches = dict(_switches())
        try:
            for (owner, name), known in switches.items():
                setattr(_module(owner), name, _one(self._draw, (known, not known)))
            for one in inputs:
                one.requires_grad_(True)
            for one in wanted:
                one.requires_grad_(False)
            for one in modes:
                one.training = modes[one] and trains
            with torch.set_grad_enabled(gradients), stream, self._handed(given):
                yield
        finally:
            self._name, self._processors, self._answers = "", 0, {}
            for (owner, name), known in switches.items():
                setattr(_module(owner), name, known)
            for one in inputs:
                one.requires_grad_(False)
            for one in wanted:
                one.requires_grad_(True)
            for one, trained in modes.items():
                one.training = trained

    @contextlib.contextmanager
    def _handed(self, given: Sequence[Any]) -> Iterator[None]:
        """Until the block ends, tensors look as if they came from other callers."""
        torch: Any = sys.modules["torch"]
        drawn = [one for one in given if self._draw(("on", "off")) == "on"]
        kinds = {id(one): type(one) for one in drawn}
        try:
            for one in drawn:
                if type(one) is torch.Tensor:
                    one.__class__ = torch.nn.Parameter
                if one.is_floating_point():
                    one.grad = one.new_zeros(1).expand(one.shape)
                one.note = "from a caller"
            yield
        finally:
            for one in drawn:
                one.grad = None
                one.__class__ = kinds[id(one)]
                del one.note


def _on_stream(torch: Any, handle: int) -> contextlib.AbstractContextManager[Any]:
    """Another stream is current, where the CPU answers for a GPU: there no handle means anything."""
    if not torch.cuda.ExternalStream.__module__.startswith("cutedsl."):
        return contextlib.nullcontext()
    return torch.cuda.stream(torch.cuda.ExternalStream(handle))


def _module(path: str) -> Any:
    """A module of torch's by its path below it; torch itself for an empty one."""
    return operator.attrgetter(path)(sys.modules["torch"]) if path else sys.modules["torch"]


def _switches() -> Iterator[tuple[tuple[str, str], bool]]:
    """The settings as they are; none that torch does not tell, as where its older and newer names were both used."""
    for place in _SWITCHES:
        with contextlib.suppress(RuntimeError):
            yield place, getattr(_module(place[0]), place[1])


def _one(draw: Draw, choices: Sequence[Any]) -> Any:
    """One of some values."""
    return choices[int(draw([str(k) for k in range(len(choices))]))]
