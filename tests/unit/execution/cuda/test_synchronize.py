"""What waiting for the GPU asks of the driver."""

from __future__ import annotations

import pytest

from cutedsl.execution.cuda.driver import CudaDriver
from tests.unit.execution.cuda.test_module import FakeApi


@pytest.mark.parametrize(("context", "waits"), [(0, 0), (7, 1)])
def test_a_thread_without_a_context_has_nothing_to_wait_for(context: int, waits: int) -> None:
    """The driver would refuse: programs for the CPU run on machines with a GPU, too."""
    api = FakeApi(context=context)
    CudaDriver(api).synchronize()
    assert len(api.named("cuCtxSynchronize")) == waits
