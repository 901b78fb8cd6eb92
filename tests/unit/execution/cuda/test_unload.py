"""GPU modules are unloaded when nobody holds them, at safe moments, unless a graph may launch them again."""

from __future__ import annotations

import ctypes
import gc
import threading
from collections.abc import Iterator
from typing import Any

from cutedsl.arch.abi.host import ENV_STREAM, KernelInfo
from cutedsl.arch.targets import target
from cutedsl.execution.cuda.driver import CudaDriver
from cutedsl.execution.cuda.module import CudaModule
from cutedsl.execution.cuda.unload import LoadedImage, retire, unload_retired
from tests.unit.execution.cuda.test_module import OK, FakeApi, dims


def api_of(capturing: bool) -> FakeApi:
    return FakeApi(answers={"cuStreamIsCapturing": (OK, int(capturing)), "cuModuleUnload": (OK,)})


def launched(api: FakeApi, stream: int = 0) -> CudaModule:
    module = CudaModule(b"// PTX", (KernelInfo("k", 0, None, 2),), target("sm_90a"), CudaDriver(api))
    values: Any = (ctypes.c_uint64 * 2)(1, 2)
    module.launch(0, dims(), stream, ctypes.addressof(values))
    return module


def test_a_module_that_nobody_holds_waits_for_a_safe_moment() -> None:
    api = api_of(capturing=False)
    module = launched(api)
    del module
    gc.collect()
    assert not api.named("cuModuleUnload")
    unload_retired()
    assert len(api.named("cuModuleUnload")) == 1
    unload_retired()
    assert len(api.named("cuModuleUnload")) == 1


def test_loading_another_module_is_such_a_moment() -> None:
    api = api_of(capturing=False)
    module = launched(api)
    del module
    gc.collect()
    kept = launched(api)
    assert len(api.named("cuModuleUnload")) == 1
    kept.unload()


def test_a_module_in_a_graph_stays() -> None:
    api = api_of(capturing=True)
    module = launched(api, stream=7)
    del module
    gc.collect()
    unload_retired()
    assert not api.named("cuModuleUnload")


def test_a_module_unloaded_by_hand_is_not_unloaded_again() -> None:
    api = api_of(capturing=False)
    module = launched(api)
    module.unload()
    del module
    gc.collect()
    unload_retired()
    assert len(api.named("cuModuleUnload")) == 1


def test_a_launch_without_a_stream_uses_the_environments(monkeypatch: Any) -> None:
    monkeypatch.setattr("cutedsl.execution.streams.environment_stream", lambda device: 0x40 + device)
    api = api_of(capturing=False)
    launched(api, stream=ENV_STREAM)
    launched(api, stream=0x55)
    assert [call[9] for call in api.named("cuLaunchKernel")] == [0x40, 0x55]


def test_a_module_that_dies_while_another_one_is_retired_waits_too() -> None:
    api = CudaDriver(api_of(capturing=False))
    first, second = LoadedImage(0, 1), LoadedImage(0, 2)

    def dying() -> Iterator[LoadedImage]:
        retire(api, [second])  # as the garbage collector does at an allocation in the middle of the other
        yield first

    def both() -> None:
        retire(api, dying())

    thread = threading.Thread(target=both, daemon=True)
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    unload_retired()
    assert len(api.api.named("cuModuleUnload")) == 2
