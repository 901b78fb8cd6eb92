"""Operators called by machine code: what they take, what they leave to Python, errors, memory."""

from __future__ import annotations

import ctypes
import gc
import sys
from pathlib import Path
from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.abi.call_description import CallDescription, Extent, TensorArgument
from cutedsl.arch.abi.torch import DONE, DTYPES, MISSED, PROGRAM, PROGRAM_BYTES, STATE_SUFFIX
from cutedsl.codegen.abi.torch_op import TorchProgram, compile_program
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cpu.context import CallContext
from cutedsl.execution.cpu.module import link_objects

torch: Any = pytest.importorskip("torch")
from cutedsl.torch import operator  # noqa: E402  (needs torch)
from cutedsl.torch.machine import shim_addresses, tensor_handle  # noqa: E402

FACTOR = 2


@operator("cutedsl_machine::steps", out={"o": "x", "n": "y"})
@cute.jit
def steps(
    x: cute.Tensor,
    y: cute.Tensor,
    o: cute.Tensor,
    n: cute.Tensor,
    a: cutlass.Float32,
    k: cutlass.Int32,
    negate: cutlass.Boolean,
    times: cutlass.Constexpr[int],
):
    for i in range(cute.size(x)):
        value = a * x[i] * times
        o[i] = -value if negate else value
    for i in range(cute.size(y)):
        n[i] = y[i] + k


@operator("cutedsl_machine::at", out="x")
@cute.jit
def at(x: cute.Tensor, o: cute.Tensor, i: cutlass.Int32):
    for k in range(cute.size(x)):
        o[k] = FACTOR * x[k]
    o[i] = 0.0


def enters_python(call: Any) -> bool:
    """Whether a call of an operator runs its Python kernel."""
    entered: list[str] = []
    sys.setprofile(lambda frame, event, _: entered.append(frame.f_code.co_qualname) if event == "call" else None)
    try:
        call()
    finally:
        sys.setprofile(None)
    return any(name.endswith("._whole_call") for name in entered)


def test_the_second_call_of_a_kind_is_machine_code_and_right() -> None:
    for size in (5, 9):
        x, y = torch.randn(size), torch.randint(0, 9, (size + 1,), dtype=torch.int32)
        for negate in (True, False, True):
            o, n = steps(x, y, 1.5, -3, negate, 2)
            torch.testing.assert_close(o, (-3.0 if negate else 3.0) * x)
            torch.testing.assert_close(n, y - 3)
    assert not enters_python(lambda: steps(x, y, 2.5, 4, False, 2))


@pytest.mark.parametrize(
    "kind", [torch.float64, torch.float16, torch.bfloat16, torch.int16, torch.int64, torch.uint8], ids=str
)
def test_another_element_type_is_another_program(kind: Any) -> None:
    x = torch.arange(6).to(kind)
    for _ in range(3):
        torch.testing.assert_close(at(x, 1), (2 * x).index_fill(0, torch.tensor([1]), 0))


def test_misfitting_calls_are_served_by_python() -> None:
    x, y = torch.randn(6), torch.zeros(1, dtype=torch.int32)
    steps(x, y, 1.0, 1, False, 2)
    assert enters_python(lambda: steps(x, y, 1.0, 1, False, 3))
    torch.testing.assert_close(steps(x, y, 1.0, 1, False, 3)[0], 3 * x)
    strided = torch.randn(12)[::2]
    for _ in range(2):
        torch.testing.assert_close(steps(strided, y, 1.0, 1, False, 2)[0], 2 * strided)
    late = torch.randn(7)[1:]  # starts 4 bytes after an aligned address
    torch.testing.assert_close(steps(late, y, 1.0, 1, True, 2)[0], -2 * late)
    torch.testing.assert_close(steps(torch._neg_view(x), y, 1.0, 1, False, 2)[0], -2 * x)


def test_globals_that_the_function_reads_may_change(monkeypatch: pytest.MonkeyPatch) -> None:
    x = torch.ones(3)
    for factor in (2, 5, 7):
        monkeypatch.setitem(globals(), "FACTOR", factor)
        for _ in range(3):
            assert at(x, 0).tolist() == [0, factor, factor]


def test_errors_of_the_program_come_out_named_and_leave_the_operator_usable() -> None:
    x = torch.ones(4)
    at(x, 1)
    for _ in range(20):
        with pytest.raises(DSLUserCodeError) as found:
            at(x, 9)
        assert found.value.name == "out-of-bounds"
    with pytest.raises(RuntimeError):
        torch.ops.cutedsl_machine._at(x, 9)
    assert not enters_python(lambda: at(x, 1))
    assert at(x, 3).tolist()[3] == 0


def test_arguments_and_results_are_freed() -> None:
    def resident() -> int:
        gc.collect()
        return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])

    x = torch.ones(1 << 16)
    at(x, 1)
    before = resident()
    for _ in range(400):  # 256 KiB each: 100 MiB if one were kept
        at(x, 1)
        at(torch.ones(1 << 16), 1)
    for _ in range(100):
        with pytest.raises(DSLUserCodeError):
            at(torch.ones(1 << 16), 1 << 20)
    assert (resident() - before) * 4096 < 16 << 20


def test_numbers_of_element_types_are_torchs() -> None:
    library = ctypes.CDLL(str(next((Path(torch.__file__).parent / "lib").glob("libtorch_cpu.*"))))
    names = {"Boolean": "bool", **{n: n.lower() for n in DTYPES if n != "Boolean"}}
    names |= {"Float8E5M2": "float8_e5m2", "Float8E4M3FN": "float8_e4m3fn"}
    assert {name: library[f"aoti_torch_dtype_{torchs}"]() for name, torchs in names.items()} == DTYPES


@pytest.mark.parametrize(("there", "said"), [(1, DONE), (0, MISSED)])
def test_a_program_for_the_gpu_takes_no_tensor_that_lies_elsewhere(there: int, said: int) -> None:
    """A call goes to the GPU's kernel if any of its tensors lies there. Here torch is asked about devices in vain."""
    tensor = TensorArgument("Float32", 2, 32, (Extent(None),), (Extent(1),), 4, "cuda")
    program = TorchProgram(CallDescription((tensor,)), (0,), ("Tensor",), ())
    code = link_objects(compile_program(program, "probe"), ["probe", f"probe{STATE_SUFFIX}"])

    @ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32))
    def device_type(handle: int, out: Any) -> int:
        out[0] = there
        return 0

    seen: list[tuple[int, ...]] = []

    @ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
    def host(slots: int, rt: int) -> int:
        seen.append(tuple((ctypes.c_int64 * 3).from_address(slots)))
        return 0

    words = (ctypes.c_int64 * (PROGRAM_BYTES // 8)).from_address(code[f"probe{STATE_SUFFIX}"])
    for name, address in shim_addresses().items():
        if name in PROGRAM:
            words[PROGRAM[name] // 8] = address
    for name, function in {"host": host, "aoti_torch_get_device_type": device_type}.items():
        words[PROGRAM[name] // 8] = ctypes.cast(function, ctypes.c_void_p).value or 0
    context = CallContext()
    words[PROGRAM["contexts"] // 8] = context.address
    x = torch.ones(7)
    stack = (ctypes.c_uint64 * 1)(tensor_handle(x))
    call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_bool)(code["probe"])
    assert call(ctypes.addressof(stack), True) == said
    assert seen == ([(x.data_ptr(), 7, 7)] if there else [])


@cute.kernel
def scale_rows(x: cute.Tensor, o: cute.Tensor, a: cutlass.Float32):
    i = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    if i < cute.size(x):
        o[i] = a * x[i] * FACTOR


@operator("cutedsl_machine::scaled", out="x")
@cute.jit
def scaled(x: cute.Tensor, o: cute.Tensor, a: cutlass.Float32):
    scale_rows(x, o, a).launch(grid=cute.ceil_div(cute.size(x), 32), block=32)


@pytest.mark.gpu
def test_calls_on_the_gpu_are_machine_code_from_the_second_on(monkeypatch: pytest.MonkeyPatch) -> None:
    x = torch.randn(100, device="cuda")
    scaled(x, 2.0)
    for size in (100, 77, 4096):
        x = torch.randn(size, device="cuda")
        found = scaled(x, 3.0)
        assert found.device == x.device
        torch.testing.assert_close(found, 6 * x)
        assert not enters_python(lambda x=x: scaled(x, 3.0))
    torch.testing.assert_close(scaled(x.cpu(), 3.0), 6 * x.cpu())
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(20_000_000)
        y = torch.full_like(x, 5.0)
        found = scaled(y, 1.0)
    stream.synchronize()
    assert bool((found == 10).all())
    monkeypatch.setitem(globals(), "FACTOR", 5)
    torch.testing.assert_close(scaled(x, 1.0), 5 * x)
    with pytest.raises((DSLUserCodeError, RuntimeError)):
        torch.ops.cutedsl_machine.at(x, 1)


@pytest.mark.gpu
def test_tensors_on_the_second_gpu_give_results_there() -> None:
    if torch.cuda.device_count() < 2:
        pytest.skip("one GPU only")
    for number in (0, 1, 1, 0, 1):  # the current device stays the first
        x = torch.randn(100, device=f"cuda:{number}")
        for _ in range(3):
            found = scaled(x, 3.0)
            assert found.device == x.device
            torch.testing.assert_close(found, 6 * x)
        assert not enters_python(lambda x=x: scaled(x, 3.0))
        assert torch.cuda.current_device() == 0


@operator("cutedsl_machine::added", out="x")
@cute.jit
def added(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor):
    scale_rows(x, o, cutlass.Float32(1.0)).launch(grid=cute.ceil_div(cute.size(y), 32), block=32)


@pytest.mark.gpu
def test_tensors_on_two_gpus_are_refused() -> None:
    if torch.cuda.device_count() < 2:
        pytest.skip("one GPU only")
    x, y = (torch.randn(100, device=f"cuda:{number}") for number in (0, 1))
    added(x, x)
    added(x, x)
    with pytest.raises((DSLUserCodeError, RuntimeError)) as found:
        added(x, y)
    assert isinstance(found.value, DSLUserCodeError) and found.value.name == "argument-device"
