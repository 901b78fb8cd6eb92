"""What is begun beside the first compilation: once a process, never at import, and its failures are nobody's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.llvm import first_use as llvm_first_use
from cutedsl.driver.compile import first_use
from cutedsl.targets.cpu import CpuTarget
from cutedsl.targets.nvidia import NvidiaTarget
from cutedsl.targets.protocol import Target

CPU, GPU = CpuTarget("sm_90a"), NvidiaTarget("sm_90a")


@cute.jit
def set_seven(out: cute.Tensor) -> None:
    out[0] = 7


@pytest.fixture(autouse=True)
def fresh_process() -> Iterator[None]:
    """Nothing was begun yet."""
    for begun in (first_use._load_driver, first_use._load_llvm):
        begun.cache_clear()
    yield
    for begun in (first_use._load_driver, first_use._load_llvm):
        begun.cache_clear()


@pytest.mark.parametrize("target", [CPU, GPU], ids=str)
def test_llvm_is_used_once_for_each_target(target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    triples: list[str] = []
    real = llvm_first_use.use_first
    monkeypatch.setattr(llvm_first_use, "use_first", lambda machine: (triples.append(machine.triple), real(machine)))
    for _ in range(2):
        first_use.begin_llvm(target)
        assert first_use._load_llvm.cache_info().currsize == 1
        first_use._load_llvm(target).result()
    assert len(triples) == 1
    assert ("nvptx" in triples[0]) == (target is GPU)


def test_it_begins_before_the_compiler_is_imported() -> None:
    code = """
import sys
import numpy as np
import cutedsl.cute as cute
from cutedsl.driver.compile import first_use
from benchmarks.add_one import add_one

real = first_use.begin
def begin(target):
    print("xdsl" in sys.modules)
    real(target)
    print("xdsl" in sys.modules)
first_use.begin = begin
out = np.zeros(1, np.float32)
stages = cute.compile(add_one, out).artifacts.times.seconds
print(next(iter(stages)), "xdsl" in sys.modules)
"""
    environment = os.environ | {"CUTEDSL_CACHE": "0"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == ["False", "False", "import", "True"]


def test_a_failure_beside_a_compilation_is_not_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    monkeypatch.setattr(llvm_first_use, "_TEXT", "this is not LLVM text")
    out = np.zeros(1, np.float32)
    cute.compile(set_seven, out)(out)
    assert out[0] == 7
    assert first_use._load_llvm.cache_info().currsize == 1
    with pytest.raises(RuntimeError, match="parsing error"):
        first_use._load_llvm(CPU).result()


def test_nothing_is_begun_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_use, "usable_cores", lambda: 1)
    first_use.begin_llvm(CPU)
    first_use.begin_driver(GPU)
    assert first_use._load_llvm.cache_info().currsize == first_use._load_driver.cache_info().currsize == 0


class FakeDriver:
    """Says which modules came and went, and on which device."""

    def __init__(self) -> None:
        self.seen: list[object] = []

    @contextmanager
    def on_device(self, ordinal: int) -> Iterator[int]:
        self.seen.append(ordinal)
        yield ordinal

    def load_module(self, image: bytes) -> str:
        self.seen.append(image.decode().splitlines()[1])
        return "module"

    def unload_module(self, module: str) -> None:
        self.seen.append(module)


def test_the_driver_compiles_once_on_the_device_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    fake, gpu = FakeDriver(), SimpleNamespace(ordinal=3, target=gpu_target("sm_80"))
    monkeypatch.setattr(first_use, "driver", lambda: fake)
    monkeypatch.setattr(first_use, "gpu_available", lambda: True)
    monkeypatch.setattr(first_use, "current_device", lambda: gpu)
    monkeypatch.setattr(first_use, "device", lambda ordinal: gpu)
    for _ in range(2):
        first_use.begin_driver(GPU)
        assert first_use._load_driver.cache_info().currsize == 1
        first_use._load_driver(3).result()
    first_use.begin_driver(CPU)
    assert fake.seen == [3, ".target sm_80", "module"]


def test_the_import_begins_nothing() -> None:
    code = "import sys, threading, cutedsl, cutedsl.cute as cute; cute.jit, cute.compile; "
    code += "print(threading.active_count(), 'cutedsl.driver.compile.first_use' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]
