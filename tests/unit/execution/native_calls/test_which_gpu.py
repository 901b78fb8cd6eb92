"""Call code finds the GPU that the tensors of a call are on, and leaves those on several to Python."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from cutedsl.arch.abi.call import DLTENSOR_FIELDS, ENVIRONMENT, TYPE_OFFSET
from cutedsl.arch.abi.host import pack_images
from cutedsl.codegen.abi.fastcall import CALL_TEXT
from cutedsl.codegen.llvm.compile import host_machine, optimise
from cutedsl.execution.cpu.module import CpuModule
from cutedsl.native.constants import MemoryKind
from cutedsl.native.structures import structure

_TENSOR_RECORD = structure("TensorRecord")
_TENSOR_VIEW = structure("TensorView")

_I32, _I64, _PTR = ctypes.c_int32, ctypes.c_int64, ctypes.c_void_p
_HOST = "define i32 @host(ptr %slots, ptr %rt) {\n  ret i32 0\n}\n"
_CLASS, _DTYPE = 0x7001, 0x12002
CUDA, MANAGED, CPU, PINNED = 2, 13, 1, 3


@pytest.fixture(scope="module")
def view() -> CpuModule:
    image = optimise(_HOST + CALL_TEXT, host_machine()).object_bytes()
    return CpuModule(pack_images([image]), "host", symbols=("cute.view",))


def takes(view: CpuModule, wanted: str, device: tuple[int, int], gpu: int) -> tuple[bool, int]:
    """Whether a tensor on a device is taken for a record of memory `wanted` after others on `gpu`; the GPU after it."""
    strides = (_I64 * 1)(1)

    def exported(tensor: int, out: int) -> int:
        for name, kind, value in (
            ("data", _I64, 4096),
            ("device_type", _I32, device[0]),
            ("device_id", _I32, device[1]),
            ("ndim", _I32, 1),
            ("dtype", _I32, _DTYPE),
            ("strides", _I64, ctypes.addressof(strides)),
            ("byte_offset", _I64, 0),
        ):
            kind.from_address(out + DLTENSOR_FIELDS[name]).value = value
        return 0

    export = ctypes.CFUNCTYPE(_I32, _PTR, _PTR)(exported)
    words: Any = (_I64 * len(ENVIRONMENT))()
    given = {
        "torch_tensor": _CLASS,
        "torch_impl_offset": 16,
        "torch_grad_offset": 8,
        "torch_view": ctypes.cast(export, _PTR).value,
    }
    for name, value in given.items():
        words[ENVIRONMENT[name] // 8] = value
    implementation: Any = (_I64 * 2)(0, 0)
    tensor: Any = (_I64 * 3)(1, 0, ctypes.addressof(implementation))
    tensor[TYPE_OFFSET // 8] = _CLASS
    record: Any = (_I64 * (_TENSOR_RECORD.size_bytes // 8))(0, _DTYPE, 1, MemoryKind[wanted.upper()])
    out: Any = (_I64 * (_TENSOR_VIEW.size_bytes // 8))()
    out[_TENSOR_VIEW.offset("gpu") // 8] = gpu
    function = ctypes.CFUNCTYPE(ctypes.c_bool, _PTR, _PTR, _PTR, _PTR)(view.address("cute.view"))
    return function(*map(ctypes.addressof, (words, tensor, out, record))), out[_TENSOR_VIEW.offset("gpu") // 8]


@pytest.mark.parametrize("kind", [CUDA, MANAGED])
def test_tensors_on_a_gpu(view: CpuModule, kind: int) -> None:
    assert takes(view, "cuda", (kind, 1), gpu=-1) == (True, 1), "the first tensor of a call"
    assert takes(view, "cuda", (kind, 1), gpu=1) == (True, 1)
    assert not takes(view, "cuda", (kind, 1), gpu=0)[0]


@pytest.mark.parametrize("kind", [CPU, PINNED])
def test_tensors_in_cpu_memory_are_on_no_gpu(view: CpuModule, kind: int) -> None:
    assert takes(view, "cpu", (kind, 0), gpu=1) == (True, 1)
    assert takes(view, "cpu", (kind, 0), gpu=-1) == (True, -1)
    assert not takes(view, "cuda", (kind, 1), gpu=1)[0]
