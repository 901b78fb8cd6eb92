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
_SEEDS: Final = (0, 42, 1337, 67280421310721)
Draw = Callable[[Sequence[str]], str]


class Modes:
    """Draws how each call is made. While a candidate is judged, `torch.cuda.get_device_name` is what is drawn here."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._name = ""
        torch: Any = sys.modules["torch"]
        known, properties = torch.cuda.get_device_name, torch.cuda.get_device_properties

        def named(*args: Any, **kwargs: Any) -> str:
            return self._name or known(*args, **kwargs)

        def described(*args: Any, **kwargs: Any) -> Any:
            found = properties(*args, **kwargs)
            found.name = self._name or found.name
            return found

        torch.cuda.get_device_name, torch.cuda.get_device_properties = named, described
        self._answers: dict[str, Any] = {}
        for module, name in STATES:
            owner = _module(module)
            setattr(owner, name, self._answering(name, getattr(owner, name)))

    def _answering(self, name: str, known: Callable[..., Any]) -> Callable[..., Any]:
        """The function, or while a call is drawn what was drawn of it."""
        return lambda *args, **kwargs: self._answers[name] if name in self._answers else known(*args, **kwargs)

    def _draw_answers(self) -> dict[str, Any]:
        torch: Any = sys.modules["torch"]
        threads = dict.fromkeys(("get_num_threads", "get_num_interop_threads"), (1, 8, 64))
        numbers = {"initial_seed": _SEEDS, "device_count": (1, 2, 8), **threads}
        numbers["get_float32_matmul_precision"] = ("highest", "high", "medium")
        numbers["get_autocast_gpu_dtype"] = (torch.float16, torch.bfloat16)
        return {name: _one(self._draw, numbers.get(name, (False, True))) for _, name in STATES}

    @contextlib.contextmanager
    def usual(self) -> Iterator[None]:
        """Calls as most judges make them: without gradients."""
        torch: Any = sys.modules["torch"]
        with torch.no_grad():
            yield

    @contextlib.contextmanager
    def drawn(self, model: Any, evaluates: bool, asked: Sequence[Any]) -> Iterator[None]:
        """Until the block ends, a GPU of another name, other answers of torch about how it is set up, and gradients on
        or off. Where the reference does the same in both modes (`evaluates`), the module trains or does not. No weight
        asks for a gradient, so that none is needed. Of the inputs, those of `asked` sometimes do."""
        torch: Any = sys.modules["torch"]
        self._name, self._answers = self._draw(_NAMES), self._draw_answers()
        gradients, trains = (self._draw(("on", "off")) == "on" for _ in range(2))
        module = model if isinstance(model, torch.nn.Module) else torch.nn.Module()
        modes = {one: one.training for one in module.modules()} if evaluates else {}
        wanted = [one for one in module.parameters() if one.requires_grad]
        inputs = [one for one in asked if gradients and one.is_floating_point() and self._draw(("on", "off")) == "on"]
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
            with torch.set_grad_enabled(gradients):
                yield
        finally:
            self._name, self._answers = "", {}
            for (owner, name), known in switches.items():
                setattr(_module(owner), name, known)
            for one in inputs:
                one.requires_grad_(False)
            for one in wanted:
                one.requires_grad_(True)
            for one, trained in modes.items():
                one.training = trained


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
