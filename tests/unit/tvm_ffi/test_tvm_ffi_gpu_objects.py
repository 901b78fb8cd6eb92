"""Objects with a TVM-FFI symbol for GPUs: the launcher inside against a driver that writes down what it is asked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import cutedsl.cute as cute
from cutedsl import Float32
from cutedsl.cute.runtime import load_module, make_fake_compact_tensor
from tests.export.tile_by_tma import N, tile

torch: Any = pytest.importorskip("torch")
tvm_ffi: Any = pytest.importorskip("tvm_ffi")
CC, CXX = shutil.which("cc") or shutil.which("gcc"), shutil.which("c++") or shutil.which("g++")
pytestmark = pytest.mark.skipif(CC is None or CXX is None, reason="no C compiler")


@cute.kernel
def scale_kernel(x: cute.Tensor, y: cute.Tensor, a: Float32):
    i = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    if i < cute.size(x):
        y[i] = x[i] * a


@cute.jit
def scale(x: cute.Tensor, y: cute.Tensor, a: Float32):
    blocks = cute.ceil_div(cute.size(x), 32)
    scale_kernel(x, y, a).launch(grid=(blocks, 1, 1), block=(32, 1, 1), use_pdl=True)


@cute.jit
def scale_large(x: cute.Tensor, y: cute.Tensor, a: Float32):
    blocks = cute.ceil_div(cute.size(x), 32)
    scale_kernel(x, y, a).launch(grid=(blocks, 1, 1), block=(32, 1, 1), cluster=(2, 1, 1), smem=60000)


DRIVER = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int module, function, contexts[4];
#define SAY(...) (printf(__VA_ARGS__), fflush(stdout), 0)
int cuInit(unsigned f) { return SAY("init %u\n", f); }
int cuDevicePrimaryCtxRetain(void **c, int d) {
  if (getenv("NO_GPU")) return 100;
  return *c = &contexts[d], SAY("context of GPU %d\n", d);
}
int cuCtxPushCurrent_v2(void *c) { return SAY("push %d\n", (int)((int *)c - contexts)); }
int cuCtxPopCurrent_v2(void **c) { return *c = 0, SAY("pop\n"); }
int cuModuleLoadData(void **m, const char *image) {
  return *m = &module, SAY("image %d aligned %d\n", strstr(image, ".target sm_90a") != 0, (int)((uintptr_t)image % 64));
}
int cuModuleGetFunction(void **f, void *m, const char *name) {
  return *f = &function, SAY("kernel %d\n", m == &module && strstr(name, "_kernel") != 0);
}
int cuFuncSetAttribute(void *f, int a, int v) { return SAY("attribute %d %d\n", a, v), f != &function; }
struct attribute { int id, pad; unsigned value[16]; };
struct config { unsigned grid[3], block[3], smem; void *stream; struct attribute *attributes; unsigned count; };
int cuLaunchKernelEx(struct config *c, void *f, void **params, void **extra) {
  printf("launch %u %u %u of %u, %u bytes, stream %p:", c->grid[0], c->grid[1], c->grid[2], c->block[0], c->smem,
         c->stream);
  for (unsigned k = 0; k < c->count; k++) printf(" %d=%u", c->attributes[k].id, c->attributes[k].value[0]);
  SAY("\n");
  if (c->grid[0] > 1000) return 701;
  if (c->grid[0] == 1) for (int k = 0; k < 128; k++) if (((char *)params[PLACE_OF_MAP])[k] != 7) return 1;
  if (c->grid[0] == 4) {
    float *x = *(float **)params[0], *y = *(float **)params[PLACE_OF_Y], a;
    memcpy(&a, params[PLACE_OF_A], 4);
    for (int i = 0; i < 100; i++) y[i] = x[i] * a;
  }
  return f != &function || extra != 0 || sizeof(struct attribute) != 72;
}
int cuTensorMapEncodeTiled(void *map, int type, unsigned rank, void *address, const uint64_t *dims,
                           const uint64_t *strides, const unsigned *box, const unsigned *steps, int interleave,
                           int swizzle, int promotion, int fill) {
  SAY("map %d rank %u: %d x %d, %d bytes, box %u x %u, %u %d %d %d %d\n", type, rank, (int)dims[0], (int)dims[1],
      (int)strides[0], box[0], box[1], steps[0], interleave, swizzle, promotion, fill);
  return memset(map, 7, 128), 0;
}
"""

MAIN = r"""
#include <cstdio>
#include <tvm/ffi/tvm_ffi.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/extra/c_env_api.h>
namespace ffi = tvm::ffi;
struct Alloc {
  void AllocData(DLTensor *t) { t->data = aligned_alloc(64, 64000); }
  void FreeData(DLTensor *t) { free(t->data); }
};
ffi::Tensor on(int gpu, ffi::Shape shape, DLDeviceType type = kDLCUDA) {
  return ffi::Tensor::FromNDAlloc(Alloc(), shape, DLDataType{kDLFloat, 32, 1}, DLDevice{type, gpu});
}
template <typename F> void refused(F f) {
  try { f(); } catch (const ffi::Error &e) { std::printf("%s: %s\n", e.kind().c_str(), e.message().c_str()); }
  std::fflush(stdout);
}
int main() {
  ffi::Module module = ffi::Module::LoadFromFile("./gpu.so");
  ffi::Function f = module->GetFunction("scale").value();
  ffi::Tensor x = on(0, {100}), y = on(0, {100}), x1 = on(1, {100}), y1 = on(1, {100});
  float *px = static_cast<float *>(x.data_ptr()), *py = static_cast<float *>(y.data_ptr());
  for (int i = 0; i < 100; i++) px[i] = float(i);
  if (getenv("NO_GPU")) return refused([&] { f(x, y, 3.0); }), 0;
  TVMFFIEnvSetStream(kDLCUDA, 0, reinterpret_cast<void *>(0x77), nullptr);
  f(x, y, 3.0);
  for (int i = 0; i < 100; i++) if (py[i] != 3 * float(i)) std::printf("wrong %d\n", i);
  f(x, y, 3.0);
  f(x1, y1, 1.0);
  refused([&] { f(x, y1, 3.0); });
  refused([&] { f(x, on(0, {100}, kDLCPU), 3.0); });
  refused([&] { f(on(0, {40000}), on(0, {40000}), 3.0); });
  module->GetFunction("scale_large").value()(x, y, 2.0);
  module->GetFunction("tile").value()(on(0, {8, 8}), on(0, {64}));
}
"""


FITS = "compiled for scale(x: Float32 (?):(1), y: Float32 (?):(1), a: float)"
SAID = f"""
init 0
context of GPU 0
push 0
image 1 aligned 0
kernel 1
pop
push 0
launch 4 1 1 of 32, 0 bytes, stream 0x77: 6=1
pop
push 0
launch 4 1 1 of 32, 0 bytes, stream 0x77: 6=1
pop
context of GPU 1
push 1
image 1 aligned 0
kernel 1
pop
push 1
launch 4 1 1 of 32, 0 bytes, stream (nil): 6=1
pop
TypeError: scale: the tensors are on more than one GPU
TypeError: the arguments do not fit; {FITS}
push 0
launch 1250 1 1 of 32, 0 bytes, stream 0x77: 6=1
pop
RuntimeError: scale: launch failed
init 0
context of GPU 0
push 0
image 1 aligned 0
kernel 1
pop
push 0
attribute 8 60000
launch 4 1 1 of 32, 60000 bytes, stream 0x77: 4=2
pop
init 0
context of GPU 0
push 0
image 1 aligned 0
kernel 1
pop
push 0
map 7 rank 2: 8 x 8, 32 bytes, box 8 x 8, 1 0 0 2 0
launch 1 1 1 of 32, 264 bytes, stream 0x77:
pop
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library of the three objects, the driver, and the program in C++."""
    folder = tmp_path_factory.mktemp("tvm_ffi_gpu")
    x, y = (make_fake_compact_tensor(Float32, (cute.sym_int(),)) for _ in range(2))
    square, flat = (
        make_fake_compact_tensor(Float32, s, stride_order=o) for s, o in (((N, N), (1, 0)), ((N * N,), (0,)))
    )
    places: dict[str, int] = {}
    for function, given in ((scale, (x, y, 1.0)), (scale_large, (x, y, 1.0)), (tile, (square, flat))):
        program: Any = cute.compile(function, *given, options="--enable-tvm-ffi --target cpu")
        name = function.__name__
        program.export_to_c(object_file_path=str(folder / f"{name}.o"), function_name=name, gpu_arch="sm_90a")
        kernel = program.artifacts.gpu_host().kernels[0]
        places |= {"MAP": kernel.by_address[0]} if kernel.by_address else {"A": kernel.param_count - 1}
    places["Y"] = places["A"] // 2  # after x, as long as y
    (folder / "driver.c").write_text(DRIVER)
    (folder / "main.cpp").write_text(MAIN)
    defined = [f"-DPLACE_OF_{name}={place}" for name, place in places.items()]
    root = Path(tvm_ffi.__file__).parent
    includes = [f"-I{tvm_ffi.libinfo.find_include_path()}", f"-I{tvm_ffi.libinfo.find_dlpack_include_path()}"]
    libs = [f"-L{root / 'lib'}", "-ltvm_ffi", f"-Wl,-rpath,{root / 'lib'}"]
    for command in (
        [CC, "-shared", "-fPIC", "-w", *defined, "-o", "libcuda.so.1", "driver.c"],
        [CC, "-shared", "-o", "gpu.so", "scale.o", "scale_large.o", "tile.o"],
        [CXX, "-std=c++17", "-O0", *includes, "-o", "main", "main.cpp", *libs],
    ):
        made = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=110, check=False)
        assert made.returncode == 0, made.stderr[-3000:]
    return folder


def run(folder: Path, **environment: str) -> str:
    known = {**os.environ, "LD_LIBRARY_PATH": str(folder), **environment}
    done = subprocess.run(["./main"], cwd=folder, env=known, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_cpp_launches_on_the_gpu_of_its_tensors_and_its_stream(built: Path) -> None:
    assert run(built).splitlines() == [line.strip() for line in SAID.strip().splitlines()]


def test_without_a_gpu_the_error_says_so(built: Path) -> None:
    said = run(built, NO_GPU="1").splitlines()
    assert said[-1] == "RuntimeError: scale: no NVIDIA driver, or one that does not take the kernels for this GPU"


def test_an_object_for_gpus_is_refused_where_there_is_none(built: Path) -> None:
    with pytest.raises(RuntimeError, match="missing-gpu"):
        load_module(built / "scale.o", enable_tvm_ffi=True).scale(torch.zeros(3), torch.zeros(3), 1.0)
