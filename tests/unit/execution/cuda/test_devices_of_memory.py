"""Which device memory lies on: what the driver says, and the current one for addresses that it does not know."""

from __future__ import annotations

from cutedsl.execution.cuda.driver import CudaDriver
from cutedsl.execution.cuda.library import Status
from tests.unit.execution.cuda.test_module import OK, FakeApi


def device_of(*answer: object) -> int:
    api = FakeApi(answers={"cuPointerGetAttribute": answer, "cuCtxGetDevice": (OK, 3)}, context=7)
    return CudaDriver(api).device_of(0x1000)


def test_the_driver_knows_its_memory() -> None:
    assert device_of(OK, 2) == 2


def test_other_addresses_belong_to_the_current_device() -> None:
    """A ragged tensor's map begins far before the memory that its tiles lie in."""
    assert device_of(Status(1), 0) == 3
