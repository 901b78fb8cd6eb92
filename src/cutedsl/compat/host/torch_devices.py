"""Where tensors are, for programs that ask for a GPU and run on the CPU: `x.device` and `x.is_cuda` as on a GPU.

All memory is the CPU's. A tensor is the host's if a program made it without naming a GPU, or of host tensors alone, or
brought it back with `x.cpu()`; its storage is marked so, which views and saved tensors share. All others count as the
GPU's: results of kernels and gradients come from where nobody sees them made. A tensor that moves is copied: a kernel
that then changes one of the two must leave the other as it was.

torch and cutedsl see the CPU's own devices: by the others they would choose a GPU's kernels.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any, Final

from cutedsl.compat.host.torch_alignment import align
from cutedsl.targets.devices import is_cpu, is_gpu

HOST: Final = "host"
GPU: Final = "gpu"
UNKNOWN: Final = "unknown"
"""Places of a result: the last where torch's own code names the CPU, which it was told that all tensors are on."""
_MARK: Final = "_cutedsl_host"
MARK_OF_TENSORS: Final = "_cutedsl_host"
"""The property of tensors that tells torch's compiler where they are, whoever asks."""
_SEE_THE_CPU: Final = frozenset({"torch", "cutedsl", "functorch"})
_DISPATCH: Final = {"torch.overrides": 2, "torch.utils._device": 1}
"""Modules through which a call of a program comes here, and how many frames the caller is above."""


def _storage(tensor: Any) -> Any:
    """The memory of a tensor; None of one that stands for one."""
    with sys.modules["torch"]._C.DisableTorchFunction():
        try:
            return tensor.untyped_storage()
        except (RuntimeError, NotImplementedError):
            return None


def is_on_host(tensor: Any) -> bool:
    """Whether a tensor is the host's; one that has no memory is not."""
    return getattr(_storage(tensor), _MARK, False)


def provide_devices(torch: Any) -> None:
    """Replaces the properties of tensors that name their device."""
    plain, gpu = torch._C.TensorBase, torch.device("cuda", 0)
    device, in_cpu_memory, get_device = plain.device, plain.is_cpu, plain.get_device

    def device_of(tensor: Any) -> Any:
        seen = in_cpu_memory.__get__(tensor) and not _asked_by_torch() and not is_on_host(tensor)
        return gpu if seen else device.__get__(tensor)

    def number_of(tensor: Any) -> int:
        return get_device(tensor) if _asked_by_torch() or is_on_host(tensor) else 0

    torch.Tensor.device = property(device_of)
    torch.Tensor.is_cuda = property(lambda tensor: not (_asked_by_torch() or is_on_host(tensor)))
    torch.Tensor.is_cpu = property(
        lambda tensor: in_cpu_memory.__get__(tensor) and (_asked_by_torch() or is_on_host(tensor))
    )
    torch.Tensor.get_device = number_of


def _asked_by_torch() -> bool:
    """Whether the code that asks a property is torch's or ours."""
    return _is_torchs(sys._getframe(2))


def _is_torchs(frame: FrameType) -> bool:
    name = _module(frame)
    return name.partition(".")[0] in _SEE_THE_CPU and name != "torch._tensor_str"  # which prints where a tensor is


def _module(frame: FrameType) -> str:
    return frame.f_globals.get("__name__", "")


class Places:
    """Tells where the result of a call of torch would be on a machine with a GPU."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self.by_default_on_host = True

    def of_call(self, func: Any, args: Sequence[Any], named: Mapping[str, Any], caller: FrameType | None) -> str:
        """The place of the result of `func`, as `caller` asks for it."""
        while caller is not None and (above := _DISPATCH.get(_module(caller))):
            for _ in range(above):
                caller = caller.f_back if caller is not None else None
        if caller is not None and _module(caller) == __name__.removesuffix("_devices"):
            return UNKNOWN  # a mode's handler calls the function, and settles its result
        torch = self._torch
        if func in (torch.Tensor.cuda, torch.Tensor.cpu):
            return GPU if func is torch.Tensor.cuda else HOST
        asked = self.asked(args, named)
        if asked == HOST and caller is not None and _is_torchs(caller):
            return UNKNOWN
        if asked is not None:
            return asked
        given = list(self._tensors((*args, *named.values())))
        if func is torch.Tensor.to and len(given) > 1:
            given = given[1:]
        if given:
            return HOST if all(map(is_on_host, given)) else GPU
        return HOST if self.by_default_on_host else GPU

    def settled(self, made: Any, args: Sequence[Any], place: str) -> Any:
        """What a call made, noted to be at its place; a copy where it moved there."""
        if place == UNKNOWN:
            return made
        if isinstance(made, self._torch.Tensor):
            return self._settle(made, args, place)
        if type(made) in (tuple, list):
            return type(made)(self.settled(one, args, place) for one in made)
        return made

    def _settle(self, made: Any, args: Sequence[Any], place: str) -> Any:
        if is_on_host(made) == (place == HOST):
            return made
        memory = _storage(made)
        if memory is None:
            return made
        if any(_shares(one, memory) for one in self._tensors(args)):
            made = made.clone()
            if place == GPU:
                align(self._torch, made, "clone")
            memory = _storage(made)
        setattr(memory, _MARK, place == HOST)
        return made

    def asked(self, args: Sequence[Any], named: Mapping[str, Any]) -> str | None:
        """The place that the device among the arguments names, if there is one."""
        for one in (named.get("device"), *args):
            name = str(one) if isinstance(one, self._torch.device) else one
            if isinstance(name, str) and (is_gpu(name) or is_cpu(name.partition(":")[0])):
                return GPU if is_gpu(name) else HOST
        return None

    def is_allocation(self, func: Any, values: Iterable[Any]) -> bool:
        """Whether `func` of these arguments makes memory that nobody shares: it gets no tensor, or only its form."""
        return (
            func.__name__.startswith("new_")
            or func.__name__.endswith("_like")
            or next(self._tensors(values), None) is None
        )

    def _tensors(self, values: Iterable[Any]) -> Iterator[Any]:
        for one in values:
            if isinstance(one, self._torch.Tensor):
                yield one
            elif isinstance(one, tuple | list):
                yield from self._tensors(one)


def _shares(tensor: Any, memory: Any) -> bool:
    found = _storage(tensor)
    return found is not None and found._cdata == memory._cdata
