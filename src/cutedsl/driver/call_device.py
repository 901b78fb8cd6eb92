"""Which GPU a call runs on: the one that its tensors are on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from cutedsl.errors import fail
from cutedsl.execution.array_interfaces import SupportsCudaArrayInterface, view_interface
from cutedsl.execution.dlpack import CUDA_DEVICES, SupportsDLPack
from cutedsl.execution.runtime_tensor import RuntimeTensor


def call_device(values: Iterable[object]) -> int | None:
    """The number of the GPU that all CUDA tensors among `values` are on; None without any.

    Errors: argument-device for tensors on several GPUs.
    """
    found = dict.fromkeys(ordinal for value in values for ordinal in _ordinals(value))
    if len(found) > 1:
        names = ", ".join(f"cuda:{ordinal}" for ordinal in found)
        raise fail(
            "argument-device",
            f"the tensors of one call are on {names}",
            fix="Move all tensors of one call to the same GPU.",
        )
    return next(iter(found), None)


def _ordinals(value: object) -> Iterator[int]:
    match value:
        case RuntimeTensor():
            if value.view.device_kind == "cuda":
                yield value.view.device_id
        case tuple() | list():
            for item in value:  # pyright: ignore[reportUnknownVariableType]
                yield from _ordinals(item)  # pyright: ignore[reportUnknownArgumentType]
        case SupportsDLPack():
            kind, ordinal = value.__dlpack_device__()
            if int(kind) in CUDA_DEVICES:
                yield int(ordinal)
        case SupportsCudaArrayInterface():
            yield view_interface(value).device_id
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            for item in dataclasses.fields(value):
                yield from _ordinals(getattr(value, item.name))
        case _:
            pass
