"""A call runs on the GPU that its tensors are on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from cutedsl.driver.call.call_device import call_device
from cutedsl.errors import DSLUserCodeError


@dataclass
class OnGpu:
    """An array on a GPU, as far as DLPack asks."""

    ordinal: int
    kind: int = 2

    def __dlpack__(self) -> object:
        return None

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.kind, self.ordinal


def test_the_tensors_say_the_device() -> None:
    assert call_device([OnGpu(1), 3, OnGpu(1, kind=13)]) == 1
    assert call_device([(2, [OnGpu(3)])]) == 3


def test_numbers_and_arrays_on_the_cpu_say_none() -> None:
    assert call_device([1, np.zeros(3), OnGpu(2, kind=1)]) is None


def test_tensors_on_several_gpus_are_refused() -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        call_device([OnGpu(0), (OnGpu(1),)])
    assert caught.value.name == "argument-device"
    assert "cuda:0, cuda:1" in caught.value.message
