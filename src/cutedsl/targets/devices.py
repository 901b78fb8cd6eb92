"""Where arrays lie, by the names that people and torch use; here, so that nothing else compares such names."""

from __future__ import annotations

from typing import Final

CPU: Final = "cpu"
CUDA: Final = "cuda"
DEVICES: Final = (CPU, CUDA)


def is_cpu(name: str) -> bool:
    """Whether a device, or what programs are made for ("cpu", "sm_90a"), is the CPU."""
    return name == CPU


def is_gpu(device: str) -> bool:
    """Whether arrays of a device lie in a GPU's memory; a number may follow the name.

    >>> is_gpu("cuda"), is_gpu("cuda:1"), is_gpu("cpu")
    (True, True, False)
    """
    return device.partition(":")[0] == CUDA
