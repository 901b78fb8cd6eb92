"""Which GPU a call runs on: the one that its tensors are on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from cutedsl.errors import fail
from cutedsl.execution.arrays.array_interfaces import ArrayLike, SupportsCudaArrayInterface, is_array, view_interface
from cutedsl.execution.arrays.dlpack import CUDA_DEVICES, SupportsDLPack
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor
from cutedsl.targets.devices import is_gpu


def call_device(values: Iterable[object]) -> int | None:
    """The number of the GPU that all CUDA tensors among `values` are on; None without any.

    Errors: argument-device for tensors on several GPUs.
    """
    found = dict.fromkeys(ordinal for value in values for array in arrays_in(value) for ordinal in _ordinal(array))
    if len(found) > 1:
        names = ", ".join(f"cuda:{ordinal}" for ordinal in found)
        raise fail(
            "argument-device",
            f"the tensors of one call are on {names}",
            fix="Move all tensors of one call to the same GPU.",
        )
    return next(iter(found), None)


def arrays_in(value: object) -> Iterator[RuntimeTensor | ArrayLike]:
    """The arrays of an argument: itself, or those in the tuples, lists and dataclasses that it consists of."""
    match value:
        case RuntimeTensor():
            yield value
        case tuple() | list():
            for item in value:  # pyright: ignore[reportUnknownVariableType]
                yield from arrays_in(item)  # pyright: ignore[reportUnknownArgumentType]
        case _ if is_array(value):
            yield value
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            for item in dataclasses.fields(value):
                yield from arrays_in(getattr(value, item.name))
        case _:
            pass


def _ordinal(array: RuntimeTensor | ArrayLike) -> Iterator[int]:
    match array:
        case RuntimeTensor():
            if is_gpu(array.view.device_kind):
                yield array.view.device_id
        case SupportsDLPack():
            kind, ordinal = array.__dlpack_device__()
            if int(kind) in CUDA_DEVICES:
                yield int(ordinal)
        case SupportsCudaArrayInterface():
            yield view_interface(array).device_id
        case _:
            pass
