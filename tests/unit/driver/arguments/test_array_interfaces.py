"""Arrays that have no DLPack: `__array_interface__`, and CuPy-like ones with `__cuda_array_interface__`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.arrays import array_interfaces
from cutedsl.execution.arrays.array_interfaces import view_interface


class HostArray:
    """An array that says where it lies as NumPy does, and nothing else."""

    def __init__(self, array: np.ndarray, **changed: Any) -> None:
        self._array = array
        self.__array_interface__ = {**array.__array_interface__, **changed}


class DeviceArray:
    """An array as CuPy's without DLPack; its address is one of the CPU's, so that only its description is read."""

    def __init__(self, array: np.ndarray, **changed: Any) -> None:
        self._array = array
        self.__cuda_array_interface__ = {**array.__array_interface__, "version": 3, "stream": None, **changed}


@cute.jit
def double(x: cute.Tensor, y: cute.Tensor):
    for i in range(cute.size(x.shape)):
        y[i] = x[i] + x[i]


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8, np.uint16, np.int64])
def test_an_array_of_the_cpu_is_read_and_written_in_place(dtype: Any) -> None:
    x, y = np.arange(12, dtype=dtype).reshape(3, 4), np.zeros((3, 4), dtype)
    double(HostArray(x), HostArray(y))
    np.testing.assert_array_equal(y, 2 * x)
    columns = np.zeros((4, 3), dtype)
    compiled = cute.compile(double, HostArray(x.T), HostArray(columns))
    compiled(HostArray(x.T), HostArray(columns))
    np.testing.assert_array_equal(columns, 2 * x.T)


def test_strides_come_in_bytes_or_not_at_all() -> None:
    x = np.zeros((4, 6), np.float32)
    for array in (x, x.T, x[::2, 1::3]):
        view = view_interface(HostArray(array))
        assert (view.shape, view.strides) == (array.shape, tuple(s // 4 for s in array.strides))
        assert view.pointer == array.ctypes.data
    assert str(from_dlpack(HostArray(x)).type_layout) == "(4,6):(6,1)"


def test_an_array_of_a_gpu_lies_on_the_device_of_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Driver:
        def device_of(self, address: int) -> int:
            asked.append(address)
            return 1

    monkeypatch.setattr(array_interfaces, "driver", Driver)
    x = np.zeros((4, 6), np.float16)
    view = view_interface(DeviceArray(x))
    assert (view.device_kind, view.device_id, view.dtype.name) == ("cuda", 1, "Float16")
    assert (view.shape, view.strides, asked) == ((4, 6), (6, 1), [x.ctypes.data])


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"data": (0, False)}, "it has none"),
        ({"typestr": ">f4"}, "no type for its elements \\('>f4'\\)"),
        ({"typestr": "<c8"}, "no type for its elements"),
        ({"strides": (18, 4)}, "not multiples of its 4-byte elements"),
        ({"mask": object()}, "masked"),
    ],
)
def test_unusable_array_interfaces_are_refused(changed: dict[str, Any], reason: str) -> None:
    x = np.zeros((4, 6), np.float32)
    with pytest.raises(DSLUserCodeError, match=reason) as refused:
        double(HostArray(x, **changed), x)
    assert refused.value.name == "argument-unsupported"


@pytest.mark.gpu
def test_cupy_like_arrays_run_on_the_gpu() -> None:
    torch = pytest.importorskip("torch")

    class OnDevice:
        def __init__(self, tensor: Any) -> None:
            self.__cuda_array_interface__ = tensor.__cuda_array_interface__

    @cute.kernel
    def add_one(x: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        x[i] = x[i] + cutlass.Float32(1)

    @cute.jit
    def host(x: cute.Tensor):
        add_one(x).launch(grid=1, block=32)

    x = torch.zeros(32, device="cuda")
    host(OnDevice(x))
    torch.cuda.synchronize()
    assert x.cpu().tolist() == [1.0] * 32
