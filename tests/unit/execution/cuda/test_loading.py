"""Of the two names of a kernel that spills, the one with which it spills less is loaded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from cutedsl.config import override
from cutedsl.execution.cuda.driver import CudaDriver
from cutedsl.execution.cuda.loading import MANY_LOCAL_BYTES, load_kernels
from tests.unit.execution.cuda.test_module import OK, FakeApi

IMAGE = b".entry kernel_cutlass_a_0()\n.entry kernel_cutlass_a_01()\n"


@dataclass
class Spilling(FakeApi):
    """A driver whose compiler spills by whether a kernel's name has `cutlass`; a module is the text it has."""

    local: dict[bool, int] = field(default_factory=dict[bool, int])

    def cuModuleLoadDataEx(self, image: bytes, log: bytearray) -> tuple[Any, ...]:
        self.calls.append(("cuModuleLoadDataEx", image))
        return OK, image

    def cuModuleGetFunction(self, module: bytes, name: bytes) -> tuple[Any, ...]:
        assert name in module
        return OK, name

    def cuFuncGetAttribute(self, key: object, function: bytes) -> tuple[Any, ...]:
        return OK, self.local[b"cutlass" in function]


def loaded(image: bytes, with_it: int, without: int) -> tuple[bytes, list[bytes], Spilling]:
    api = Spilling(local={True: with_it, False: without}, answers={"cuModuleUnload": (OK,)})
    module, functions = load_kernels(CudaDriver(api), image, ["kernel_cutlass_a_0", "kernel_cutlass_a_01"])
    return module, list(functions), api


def test_a_kernel_that_spills_less_without_the_word_loses_it() -> None:
    module, functions, api = loaded(IMAGE, MANY_LOCAL_BYTES, 8)
    assert functions == [b"kernel_a_0", b"kernel_a_01"]
    assert b"cutlass" not in module
    assert [b"cutlass" in call[1] for call in api.named("cuModuleUnload")] == [True]


@pytest.mark.parametrize("without", [MANY_LOCAL_BYTES, MANY_LOCAL_BYTES + 8])
def test_a_kernel_that_does_not_keeps_its_name(without: int) -> None:
    _, functions, api = loaded(IMAGE, MANY_LOCAL_BYTES, without)
    assert functions == [b"kernel_cutlass_a_0", b"kernel_cutlass_a_01"]
    assert [b"cutlass" in call[1] for call in api.named("cuModuleUnload")] == [False]


@pytest.mark.parametrize(("image", "local"), [(IMAGE, MANY_LOCAL_BYTES // 2 - 1), (b"\x7fELF" + IMAGE, 9999)])
def test_other_kernels_and_cubins_are_loaded_once(image: bytes, local: int) -> None:
    assert len(loaded(image, local, 0)[2].named("cuModuleLoadDataEx")) == 1


def test_it_can_be_left_out() -> None:
    with override(without=frozenset({"plain-names"})):
        assert len(loaded(IMAGE, 9999, 0)[2].named("cuModuleLoadDataEx")) == 1
