"""Objects with a TVM-FFI symbol: linked into shared libraries that C++ and Python load."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import Float32, Int32
from cutedsl.cute.runtime import load_module, make_fake_compact_tensor, make_ptr

torch: Any = pytest.importorskip("torch")
tvm_ffi: Any = pytest.importorskip("tvm_ffi")
CXX = shutil.which("c++") or shutil.which("g++")


@cute.kernel
def scale_add_kernel(x: cute.Tensor, y: cute.Tensor, a: Float32):
    i = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    if i < cute.size(x):
        y[i] = y[i] + a * x[i]


@cute.jit
def scale_add(x: cute.Tensor, y: cute.Tensor, a: Float32, at: Int32):
    scale_add_kernel(x, y, a).launch(grid=(cute.ceil_div(cute.size(x), 32), 1, 1), block=(32, 1, 1))
    y[at] = 0.0


@pytest.fixture(scope="module")
def object_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("tvm_ffi") / "built" / "scale_add.o"
    n = cute.sym_int()
    x, y = (make_fake_compact_tensor(Float32, (n,)) for _ in range(2))
    program: Any = cute.compile(scale_add, x, y, 2.0, 0, options="--enable-tvm-ffi --target cpu")
    program.export_to_c(object_file_path=str(file), function_name="scale_add")
    return file


@pytest.fixture(scope="module")
def library(object_file: Path) -> Path:
    if CXX is None:
        pytest.skip("no C++ compiler")
    file = object_file.with_suffix(".so")
    subprocess.run([CXX, "-shared", "-o", str(file), str(object_file)], check=True, timeout=60)
    return file


def run(function: Any) -> None:
    """Calls it with what fits, and with what does not."""
    x, y = torch.randn(100), torch.randn(100)
    wanted = y + 3 * x
    wanted[7] = 0
    function(x, y, 3.0, 7)
    torch.testing.assert_close(y, wanted)
    with pytest.raises(TypeError):
        function(x.double(), y, 3.0, 7)
    with pytest.raises((RuntimeError, IndexError)):
        function(x, y, 3.0, 100)


def test_our_loader_takes_the_shared_library(library: Path) -> None:
    run(load_module(library).scale_add)


def test_python_loads_the_shared_library(library: Path) -> None:
    function = tvm_ffi.load_module(str(library)).scale_add
    run(function)
    x = torch.zeros(100)
    said = r"compiled for scale_add\(x: Float32 \(\?\):\(1\), y: .*, a: float, at: int\)"
    for args in ((x, x, 1.0), (x, torch.zeros(99), 1.0, 0), (x[::2], x[::2], 1.0, 0)):
        with pytest.raises(TypeError, match=said):
            function(*args)
    with pytest.raises(RuntimeError, match="scale_add: out of bounds"):
        function(x, x, 1.0, 100)


def test_python_loads_the_object_without_a_linker(object_file: Path) -> None:
    module = load_module(object_file, enable_tvm_ffi=True)
    assert isinstance(module["scale_add"], tvm_ffi.Function)
    run(module.scale_add)
    run(load_module(object_file).scale_add)


@cute.jit
def fill(start: cute.Pointer, count: Int32, number: Float32):
    for i in range(count):
        start[i] = number


def test_a_pointer_is_an_address(tmp_path: Path) -> None:
    x = np.zeros(4, np.float32)
    pointer = make_ptr(Float32, x.ctypes.data, cute.AddressSpace.gmem, assumed_align=4)
    program: Any = cute.compile(fill, pointer, 2, 1.0, options="--enable-tvm-ffi --target cpu")
    program.export_to_c(object_file_path=str(tmp_path / "fill.o"), function_name="fill")
    functions = [load_module(tmp_path / "fill.o", enable_tvm_ffi=True).fill]
    if CXX is not None:
        subprocess.run(
            [CXX, "-shared", "-o", str(tmp_path / "fill.so"), str(tmp_path / "fill.o")], check=True, timeout=60
        )
        functions.append(tvm_ffi.load_module(str(tmp_path / "fill.so")).fill)
    for count, function in enumerate(functions, 3):
        for address in (x.ctypes.data, ctypes.c_void_p(x.ctypes.data)):
            x[:] = 0
            function(address, count, 2.0)
            assert x.tolist() == [2.0] * count + [0.0] * (4 - count)
        with pytest.raises(TypeError):
            function(2.5, count, 2.0)


@pytest.mark.gpu
def test_python_loads_objects_for_the_gpu(tmp_path: Path) -> None:
    """The shared library where there is a linker, and the object alone; launches are on torch's current stream."""
    n = cute.sym_int()
    x, y = (make_fake_compact_tensor(Float32, (n,)) for _ in range(2))
    program: Any = cute.compile(double, x, y, options="--enable-tvm-ffi --target cuda")
    file = tmp_path / "double.o"
    program.export_to_c(object_file_path=str(file), function_name="double")
    functions = [load_module(file, enable_tvm_ffi=True).double]
    if CXX is not None:
        subprocess.run([CXX, "-shared", "-o", str(file.with_suffix(".so")), str(file)], check=True, timeout=60)
        functions.append(tvm_ffi.load_module(str(file.with_suffix(".so"))).double)
    for function in functions:
        for number in range(torch.cuda.device_count()):
            a, b = torch.randn(1000, device=f"cuda:{number}"), torch.zeros(1000, device=f"cuda:{number}")
            side = torch.cuda.Stream(number)
            with torch.cuda.stream(side):
                torch.cuda._sleep(20_000_000)
                a.add_(1)
                function(a, b)
            side.synchronize()
            torch.testing.assert_close(b, 2 * a)
        with pytest.raises((TypeError, ValueError)):
            function(torch.zeros(3), torch.zeros(3))


@cute.kernel
def double_kernel(x: cute.Tensor, y: cute.Tensor):
    i = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    if i < cute.size(x):
        y[i] = 2 * x[i]


@cute.jit
def double(x: cute.Tensor, y: cute.Tensor):
    double_kernel(x, y).launch(grid=(cute.ceil_div(cute.size(x), 32), 1, 1), block=(32, 1, 1))


MAIN = r"""
#include <cstdio>
#include <tvm/ffi/tvm_ffi.h>
#include <tvm/ffi/extra/module.h>
namespace ffi = tvm::ffi;
struct Alloc {
  void AllocData(DLTensor *t) { t->data = new float[t->shape[0]]; }
  void FreeData(DLTensor *t) { delete[] static_cast<float *>(t->data); }
};
int main() {
  ffi::Module module = ffi::Module::LoadFromFile("./scale_add.so");
  ffi::Function f = module->GetFunction("scale_add").value();
  DLDevice cpu{kDLCPU, 0};
  DLDataType f32{kDLFloat, 32, 1};
  ffi::Tensor x = ffi::Tensor::FromNDAlloc(Alloc(), ffi::Shape({50}), f32, cpu);
  ffi::Tensor y = ffi::Tensor::FromNDAlloc(Alloc(), ffi::Shape({50}), f32, cpu);
  float *px = static_cast<float *>(x.data_ptr()), *py = static_cast<float *>(y.data_ptr());
  for (int i = 0; i < 50; i++) px[i] = float(i), py[i] = 1;
  f(x, y, 2.0, 3);
  for (int i = 0; i < 50; i++) if (py[i] != (i == 3 ? 0 : 1 + 2 * float(i))) std::printf("wrong %d\n", i);
  try { f(x, y, 2.0); } catch (const ffi::Error &e) { std::printf("%s\n", e.kind().c_str()); }
  std::printf("done\n");
}
"""


def test_cpp_loads_the_shared_library(library: Path) -> None:
    folder = library.parent
    (folder / "main.cpp").write_text(MAIN)
    root = Path(tvm_ffi.__file__).parent
    includes = [f"-I{tvm_ffi.libinfo.find_include_path()}", f"-I{tvm_ffi.libinfo.find_dlpack_include_path()}"]
    libs = [f"-L{root / 'lib'}", "-ltvm_ffi", f"-Wl,-rpath,{root / 'lib'}"]
    command = [str(CXX), "-std=c++17", "-O0", *includes, "-o", "main", "main.cpp", *libs]
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=110, check=False)
    assert made.returncode == 0, made.stderr[-3000:]
    done = subprocess.run(["./main"], cwd=folder, capture_output=True, text=True, timeout=30, check=False)
    assert done.stdout == "TypeError\ndone\n", done.stdout + done.stderr
