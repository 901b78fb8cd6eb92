"""`--enable-tvm-ffi`: compiled functions that are TVM-FFI functions; each call checked through both of their doors."""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import Boolean, Float32, Float64, Int32, Int64, Uint8
from cutedsl.arch.abi.call_description import CallDescription, ScalarArgument
from cutedsl.arch.abi.tvm_ffi import STATE
from cutedsl.codegen.abi.tvm_ffi import compile_tvm_ffi
from cutedsl.cute.runtime import make_fake_compact_tensor, make_fake_stream
from cutedsl.execution.cpu.module import link_objects
from cutedsl.execution.native_calls.tvm_ffi import EnvironmentStreams

torch = pytest.importorskip("torch")
tvm_ffi = pytest.importorskip("tvm_ffi")

from cutedsl.tvm_ffi import TvmFfiFunction  # noqa: E402

FFI = "--enable-tvm-ffi --target cpu"


@cute.kernel
def scale_add_kernel(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, a: Float32):
    i = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    if i < cute.size(out):
        out[i] = x[i] * a + y[i]


@cute.jit
def scale_add(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, a: Float32 = Float32(2.0)):  # noqa: B008
    blocks = cute.ceil_div(cute.size(out), 32)
    scale_add_kernel(x, y, out, a).launch(grid=(blocks, 1, 1), block=(32, 1, 1))


@cute.jit
def numbers(out: cute.Tensor, flag: Boolean, small: Uint8, whole: Int32, wide: Int64, real: Float64):
    out[0] = Float64(whole) + real
    out[1] = Float64(wide)
    out[2] = Float64(small)
    if flag:
        out[3] = 1.0


@pytest.fixture(scope="module")
def compiled() -> Any:
    n = cute.sym_int()
    arrays = [make_fake_compact_tensor(Float32, (n,)) for _ in range(3)]
    return cute.compile(scale_add, *arrays, 2.0, options=FFI)


def by_ffi(function: Any) -> Callable[..., None]:
    """The way that other languages take: through the C ABI, not our own call code."""

    def call(*args: object) -> None:
        tvm_ffi.Function.__call__(function, *args)

    return call


def vectors(n: int = 100) -> tuple[Any, Any, Any]:
    return torch.randn(n), torch.randn(n), torch.full((n,), torch.nan)


@pytest.mark.parametrize("door", ["python", "ffi"])
@pytest.mark.parametrize("form", ["torch", "numpy", "tvm_ffi"])
def test_arrays_of_every_framework(compiled: Any, door: str, form: str) -> None:
    call = compiled if door == "python" else by_ffi(compiled)
    given = vectors()
    make: dict[str, Callable[[Any], Any]] = {
        "torch": lambda t: t,
        "numpy": lambda t: t.numpy(),
        "tvm_ffi": tvm_ffi.from_dlpack,
    }
    x, y, out = given
    call(*map(make[form], given), 3.0)
    torch.testing.assert_close(out, 3 * x + y)
    call(*map(make[form], given), -2)
    torch.testing.assert_close(out, -2 * x + y)


def test_it_is_a_function_of_tvm_ffi(compiled: Any) -> None:
    assert isinstance(compiled, TvmFfiFunction)
    assert isinstance(compiled, tvm_ffi.Function)
    stored = tvm_ffi.convert([compiled])[0]  # a container knows the handle alone
    x, y, out = vectors()
    stored(x, y, out, 4.0)
    torch.testing.assert_close(out, 4 * x + y)
    assert ".entry" in compiled.artifacts.ptx("sm_80")


def test_a_compiled_function_becomes_one_of_tvm_ffi() -> None:
    from cutedsl import tvm_ffi as cute_tvm_ffi

    x, y, out = vectors()
    function = cute_tvm_ffi.tvm_ffi_function(cute.compile(scale_add, x, y, out, options="--target cpu"))
    tvm_ffi.convert([function])[0](x, y, out, 4.0)  # as another language calls it
    torch.testing.assert_close(out, 4 * x + y)


def test_names_and_defaults_are_bound(compiled: Any) -> None:
    x, y, out = vectors()
    compiled(x, out=out, y=y)
    torch.testing.assert_close(out, 2 * x + y)
    with pytest.raises(TypeError, match="argument-unexpected"):
        compiled(x, y, out, b=1.0)


MISFITS: dict[str, tuple[Callable[[Any, Any, Any], tuple[Any, ...]], type[Exception], str]] = {
    "too many": (lambda x, y, o: (x, y, o, 1.0, 2.0), TypeError, "argument-count"),
    "too few": (lambda x, y, o: (x, y), TypeError, "argument-missing"),
    "dtype": (lambda x, y, o: (x.double(), y, o, 1.0), TypeError, "argument-dtype"),
    "rank": (lambda x, y, o: (x[None], y, o, 1.0), ValueError, "argument-rank"),
    "kind": (lambda x, y, o: (x, y, o, "s"), TypeError, "argument-type"),
    "no tensor": (lambda x, y, o: (x, 3, o, 1.0), TypeError, "argument-type"),
    "unlike": (lambda x, y, o: (x, y[:50], o, 1.0), ValueError, "argument-shape"),
    "strides": (lambda x, y, o: (x, y, torch.empty(200)[::2], 1.0), ValueError, "argument-stride"),
}


@pytest.mark.parametrize("door", ["python", "ffi"])
@pytest.mark.parametrize("case", MISFITS)
def test_misfits_are_named_errors(compiled: Any, door: str, case: str) -> None:
    call = compiled if door == "python" else by_ffi(compiled)
    make, kind, code = MISFITS[case]
    x, y, out = vectors()
    with pytest.raises(Exception, match=code) as caught:
        call(*make(x, y, out))
    assert isinstance(caught.value, kind), type(caught.value)
    assert out.isnan().all(), "it ran"


@cute.jit
def copy_first(x: cute.Tensor, pair: Any):
    x[0] = pair[0][0]


def test_errors_say_it_in_the_words_of_tvm_ffi_too() -> None:
    """Programs that use TVM-FFI look for them."""
    x = torch.zeros(4)
    fixed = cute.runtime.from_dlpack(x)
    with_ffi, without = (cute.compile(copy_first, x, (fixed, 1), options=text) for text in (FFI, ""))
    words = r"Mismatched pair\[0\].shape\[0\] on argument #1 when calling: `copy_first`, expected to be 4"
    with pytest.raises(ValueError, match=words):
        with_ffi(x, (torch.zeros(5), 1))
    with pytest.raises(ValueError, match="argument-shape") as plain:
        without(x, (torch.zeros(5), 1))
    assert "Mismatched" not in str(plain.value)


def test_numbers_of_every_width() -> None:
    out = np.empty(4)
    program = cute.compile(numbers, out, True, Uint8(1), Int32(1), Int64(1), Float64(1.0), options=FFI)
    call = by_ffi(program)
    out[:] = 0
    call(out, True, 255, -5, 2**63 - 1, 0.5)
    assert list(out) == [-4.5, 2.0**63, 255, 1]
    call(out, False, 0, 7, ctypes.c_void_p(4096), 3)
    assert list(out) == [10, 4096, 0, 1]
    with pytest.raises(TypeError, match="argument-type"):
        call(out, True, 0, 0.5, 0, 0.0)


def test_a_number_that_does_not_fit_is_refused_as_in_any_call() -> None:
    out = np.zeros(4)
    program = cute.compile(numbers, out, True, Uint8(1), Int32(1), Int64(1), Float64(1.0), options=FFI)
    with pytest.raises(ValueError, match="a Uint8, from 0 to 255, got 259"):
        by_ffi(program)(out, False, 256 + 3, 1, 1, 0.0)
    with pytest.raises(ValueError, match=r"an Int32, from .* got 2147483648"):
        by_ffi(program)(out, False, 3, 2**31, 1, 0.0)
    assert not out.any()


def test_a_number_that_no_float32_holds_is_refused(compiled: Any) -> None:
    x, y, out = (t.abs() for t in vectors())
    with pytest.raises(ValueError, match="argument-range"):
        by_ffi(compiled)(x, y, out, 1e300)


class DLTensor(ctypes.Structure):
    """What C++ may pass instead of a tensor object."""

    _fields_ = (
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64),
    )  # fmt: skip


class Any_(ctypes.Structure):
    _fields_ = (("index", ctypes.c_int32), ("pad", ctypes.c_int32), ("payload", ctypes.c_uint64))


def call_with_pointers(function: Any, arrays: list[Any], size: int = 8, **changed: int) -> int:
    """Calls with a `DLTensor*` for each array, and 5; the last starts 4 bytes later; `changed` are fields of it."""
    shape = (ctypes.c_int64 * 1)(size)
    tensors = [DLTensor(a.ctypes.data, 1, 0, 1, 2, 32, 1, ctypes.addressof(shape), None, 0) for a in arrays]
    tensors[-1].byte_offset = 4
    for name, value in changed.items():
        setattr(tensors[-1], name, value)
    args = (Any_ * 4)(*(Any_(7, 0, ctypes.addressof(t)) for t in tensors), Any_(1, 0, 5))
    result = Any_(0, 0, 0)
    handle = ctypes.c_void_p(function.__chandle__())
    return int(tvm_ffi.LIB.TVMFFIFunctionCall(handle, args, 4, ctypes.byref(result)))


def test_a_dltensor_without_strides(compiled: Any) -> None:
    """Strides may be null there for a dense tensor."""
    given = [np.arange(8, dtype="f4"), np.ones(8, dtype="f4"), np.zeros(9, dtype="f4")]
    assert call_with_pointers(compiled, given) == 0
    assert list(given[2]) == [0, *(5.0 * i + 1 for i in range(8))]


@pytest.mark.parametrize(
    "changed",
    [{"code": 0}, {"bits": 64}, {"bits": 9}, {"lanes": 2}, {"device_type": 2}, {"device_type": 7}, {"ndim": 0}],
)
def test_a_dltensor_that_does_not_fit_is_an_error(compiled: Any, changed: dict[str, int]) -> None:
    """It goes to Python, which cannot ask TVM-FFI to export what has no object: that ended the process."""
    given = [np.arange(8, dtype="f4"), np.ones(8, dtype="f4"), np.zeros(9, dtype="f4")]
    assert call_with_pointers(compiled, given, **changed) != 0
    assert not given[2].any()


@cute.jit
def scale_pair(pair: Any, out: cute.Tensor):
    for i in range(cute.size(out)):
        out[i] = pair[0][i] * pair[1]


def test_tuples_go_through_python() -> None:
    x, out = torch.randn(8), torch.empty(8)
    program = cute.compile(scale_pair, (x, 2.0), out, options=FFI)
    program((x, 3.0), out)
    torch.testing.assert_close(out, 3 * x)
    by_ffi(program)((x, 4.0), out)
    torch.testing.assert_close(out, 4 * x)


@cute.jit
def read_at(x: cute.Tensor, out: cute.Tensor, i: Int32):
    out[0] = x[i]


def test_an_error_inside_reaches_the_caller() -> None:
    x, out = torch.arange(4.0), torch.zeros(1)
    program = cute.compile(read_at, x, out, 1, options=FFI)
    by_ffi(program)(x, out, 3)
    assert out.item() == 3
    with pytest.raises(Exception, match="reads element 7 of `x`"):
        by_ffi(program)(x, out, 7)
    by_ffi(program)(x, out, 2)
    assert out.item() == 2


def test_many_threads_call_a_function(compiled: Any) -> None:
    wrong: list[str] = []

    def work() -> None:
        for k in range(20):
            x, y, out = vectors(500)
            by_ffi(compiled)(x, y, out, float(k))
            if not torch.allclose(out, k * x + y):
                wrong.append(str(k))

    threads = [threading.Thread(target=work) for _ in range(12)]  # more than there are contexts
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_it_lives_as_long_as_somebody_holds_the_handle() -> None:
    x, out = torch.arange(4.0), torch.zeros(1)
    program: Any = cute.compile(read_at, x, out, 1, options=FFI)
    kept = tvm_ffi.convert([program])
    gone = weakref.ref(program.compiled)
    del program
    gc.collect()
    kept[0](x, out, 3)
    assert out.item() == 3
    with pytest.raises(Exception, match="argument-dtype"):
        kept[0](x.double(), out, 3)
    del kept
    gc.collect()
    assert gone() is None


@pytest.mark.gpu
def test_on_the_gpu_it_takes_the_environments_stream() -> None:
    x, y, out = (t.cuda() for t in vectors(1 << 20))
    n = cute.sym_int()
    arrays = [make_fake_compact_tensor(Float32, (n,)) for _ in range(3)]
    program = cute.compile(scale_add, *arrays, 2.0, options="--enable-tvm-ffi --target cuda")
    call = by_ffi(program)
    for a in (2.0, 3.0, 4.0):  # the first launch is Python's, the next ones are machine code's
        call(x, y, out, a)
        torch.testing.assert_close(out, a * x + y)
    side = torch.cuda.Stream()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=side):  # only a launch on `side` is recorded
        call(x, y, out, 5.0)
    graph.replay()
    torch.cuda.synchronize()
    torch.testing.assert_close(out, 5 * x + y)
    raw = torch.cuda.Stream()
    with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 0), raw.cuda_stream):
        torch.cuda._sleep(1000)
        program(x, y, out, 6.0)
    raw.synchronize()
    torch.testing.assert_close(out, 6 * x + y)


def test_environment_stream_argument_is_gone() -> None:
    @cute.jit
    def first(x: cute.Tensor, stream: Any):
        x[0] = 7.0

    x = torch.zeros(2)
    program = cute.compile(first, x, make_fake_stream(use_tvm_ffi_env_stream=True), options=FFI)
    by_ffi(program)(x)
    assert x[0].item() == 7


def test_the_environments_stream_is_found_by_machine_code() -> None:
    """Without a GPU: TVM-FFI keeps a stream for a device that is not there."""
    description = CallDescription((ScalarArgument("int", 32),))
    code = link_objects(
        compile_tvm_ffi(description, "probe"), [f"__tvm_ffi_probe{suffix}" for suffix in ("", ".state", ".stream")]
    )
    get = ctypes.cast(tvm_ffi.LIB.TVMFFIEnvGetStream, ctypes.c_void_p).value
    ctypes.c_int64.from_address(code["__tvm_ffi_probe.state"] + STATE["get_stream"]).value = get or 0
    streams = EnvironmentStreams(tvm_ffi.LIB, code, "__tvm_ffi_probe")
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_int64))

    @kind
    def torchs(_type: int, device: int, out: Any) -> int:
        out[0] = 7000 + device
        return 0

    def found(torch_function: int) -> int:
        out = ctypes.c_int64(-1)
        assert kind(streams.function(torch_function))(2, 1, ctypes.byref(out)) == 0
        return out.value

    address = ctypes.cast(torchs, ctypes.c_void_p).value or 0
    assert (found(0), found(address), streams.handle(1)) == (0, 7001, 0)
    with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 1), 4096):
        assert (found(0), found(address), streams.handle(1)) == (4096, 4096, 4096)


def test_without_the_package_the_option_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "tvm_ffi" else found(name))
    x, out = torch.arange(4.0), torch.zeros(1)
    program = cute.compile(read_at, x, out, 1, options=FFI)
    assert not isinstance(program, tvm_ffi.Function)
    program(x, out, 3)
    assert out.item() == 3


def test_export_writes_c(compiled: Any, tmp_path: Path) -> None:
    compiled.export_to_c(str(tmp_path), "sa", "sa")
    x, y, out = vectors()
    cute.runtime.load_module(tmp_path / "sa.o").sa(x, y, out, 2.0)
    torch.testing.assert_close(out, 2 * x + y)


@cute.jit
def store_at(place: cute.Pointer, value: Int32):
    cute.make_tensor(place, cute.make_layout(4))[1] = value


def test_addresses_stand_for_pointers() -> None:
    """TVM-FFI has addresses without a type; a function that is none of its takes typed pointers alone."""
    x = torch.zeros(4, dtype=torch.int32)
    pointer = cute.runtime.make_ptr(Int32, x.data_ptr(), cute.AddressSpace.gmem)
    with_ffi, without = (cute.compile(store_at, pointer, 1, options=text) for text in (FFI, ""))
    with_ffi(x.data_ptr(), 5)
    assert x.tolist() == [0, 5, 0, 0]
    with pytest.raises(ValueError, match="argument-alignment"):
        with_ffi(x.data_ptr() + 1, 5)
    with pytest.raises(TypeError, match="is compiled for a pointer, got an int"):
        without(x.data_ptr(), 5)


def test_the_object_that_tvm_ffi_passes_on_takes_addresses(compiled: Any) -> None:
    function = compiled.__tvm_ffi_object__()
    x, y, out = vectors()
    by_ffi(function)(x, y, out, 3.0)
    assert torch.equal(out, x * 3 + y) and function is compiled
