"""Programs for a GPU as objects for C: the header's launcher against a driver that writes down what it is asked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import Float32
from cutedsl.cute.runtime import load_module, make_fake_compact_tensor, make_fake_stream
from cutedsl.execution.devices import gpu_available
from tests.export.tile_by_tma import N, tile

CC, CXX = shutil.which("cc") or shutil.which("gcc"), shutil.which("c++") or shutil.which("g++")
pytestmark = pytest.mark.skipif(CC is None, reason="no C compiler")


@cute.kernel
def scale_kernel(x: cute.Tensor, a: Float32):
    i = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    if i < cute.size(x):
        x[i] = x[i] * a


@cute.jit
def scale(x: cute.Tensor, a: Float32, stream: Any):
    blocks = cute.ceil_div(cute.size(x), 32)
    scale_kernel(x, a).launch(grid=(blocks, 1, 1), block=(32, 1, 1), stream=stream)
    scale_kernel(x, a).launch(grid=(blocks, 1, 1), block=(32, 1, 1), cluster=(2, 1, 1), smem=60000, use_pdl=True)


DRIVER = r"""
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static int image_is_ptx, module, function;
int cuInit(unsigned f) { return printf("init %u\n", f), 0; }
int cuCtxGetCurrent(void **c) { return *c = 0, 0; }
int cuDeviceGet(int *d, int k) { return *d = k, 0; }
int cuDevicePrimaryCtxRetain(void **c, int d) { return *c = &module, printf("context of device %d\n", d), 0; }
int cuCtxSetCurrent(void *c) { return c != &module; }
int cuModuleLoadData(void **m, const char *image) {
  image_is_ptx = strstr(image, ".target sm_90a") != 0;
  return *m = &module, printf("image %d aligned %d\n", image_is_ptx, (int)((uintptr_t)image % 64)), 0;
}
int cuModuleGetFunction(void **f, void *m, const char *name) {
  return *f = &function, printf("kernel %d\n", m == &module && strstr(name, "_kernel") != 0), 0;
}
int cuFuncSetAttribute(void *f, int a, int v) { return printf("attribute %d %d\n", a, v), f != &function; }
int cuModuleUnload(void *m) { return printf("unload %d\n", m == &module), 0; }
struct attribute { int id, pad; unsigned value[16]; };
struct config { unsigned grid[3], block[3], smem; void *stream; struct attribute *attributes; unsigned count; };
int cuLaunchKernelEx(struct config *c, void *f, void **params, void **extra) {
  printf("launch %u %u %u of %u, ", c->grid[0], c->grid[1], c->grid[2], c->block[0]);
  printf("%u bytes, stream %p:", c->smem, c->stream);
  for (unsigned k = 0; k < c->count; k++) printf(" %d=%u", c->attributes[k].id, c->attributes[k].value[0]);
  printf("\n");
  if (c->grid[0] > 1000) return 701;
  if (c->grid[0] == 1) for (int k = 0; k < 128; k++) if (((char *)params[PLACE_OF_MAP])[k] != 7) return 1;
  if (*(char **)params[0] && sizeof(struct attribute) == 72 && c->block[0] == 32 && c->grid[0] == 4) {
    float *x = *(float **)params[0], a = 0;
    memcpy(&a, params[PLACE_OF_A], 4);
    for (int i = 0; i < 100; i++) x[i] *= a;
  }
  return f != &function || extra != 0;
}
int cuTensorMapEncodeTiled(void *map, int type, unsigned rank, void *address, const uint64_t *dims,
                           const uint64_t *strides, const unsigned *box, const unsigned *steps, int interleave,
                           int swizzle, int promotion, int fill) {
  printf("map %d rank %u of %d: %d x %d, %d bytes, box %u x %u, %u %d %d %d %d\n", type, rank, *(int *)address,
         (int)dims[0], (int)dims[1], (int)strides[0], box[0], box[1], steps[0], interleave, swizzle, promotion, fill);
  return memset(map, 7, 128), 0;
}
"""

MAIN = r"""
#include <stdio.h>
#include "scale.h"
#include "tile.h"
int main(void) {
  static float x[100];
  static int y[64] = {42};
  static float out[32];
  scale_Kernel_Module_t m;
  tile_Kernel_Module_t t;
  scale_Tensor_x_t tx = {x, {100}};
  tile_Tensor_x_t ty = {y};
  tile_Tensor_out_t to = {out};
  memset(&m, 0, sizeof m);
  printf("not loaded %d\n", cute_dsl_scale_wrapper(&m, &tx, 3.0f, 0x55));
  printf("load %d\n", scale_Kernel_Module_Load(&m));
  for (int i = 0; i < 100; i++) x[i] = (float)i;
  m.stream = (void *)0x77;
  printf("call %d\n", cute_dsl_scale_wrapper(&m, &tx, 3.0f, 0x55));
  for (int i = 0; i < 100; i++) if (x[i] != 9.0f * (float)i) printf("wrong %d %f\n", i, (double)x[i]);
  tx.dynamic_shapes[0] = 64000;
  int code = cute_dsl_scale_wrapper(&m, &tx, 3.0f, 0x55);
  printf("refused %d, driver %d\n", code, m.status);
  tx.data = (char *)x + 1;
  printf("misaligned %d\n", cute_dsl_scale_wrapper(&m, &tx, 3.0f, 0));
  scale_Kernel_Module_Unload(&m);
  printf("load %d\n", tile_Kernel_Module_Load(&t));
  printf("call %d\n", cute_dsl_tile_wrapper(&t, &ty, &to));
  return 0;
}
"""

SAID = """not loaded -2000
init 0
context of device 0
image 1 aligned 0
kernel 1
kernel 1
load 0
launch 4 1 1 of 32, 0 bytes, stream 0x55:
attribute 8 60000
launch 4 1 1 of 32, 60000 bytes, stream 0x77: 4=2 6=1
call 0
launch 2000 1 1 of 32, 0 bytes, stream 0x55:
refused 7, driver 701
misaligned -1
unload 1
init 0
context of device 0
image 1 aligned 0
kernel 1
load 0
map 7 rank 2 of 42: 8 x 8, 32 bytes, box 8 x 8, 1 0 0 2 0
launch 1 1 1 of 32, 264 bytes, stream (nil):
call 0
"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gpu_export")
    x = make_fake_compact_tensor(Float32, (cute.sym_int(),))
    program = cute.compile(scale, x, 2.0, make_fake_stream(), options="--target cpu")
    program.export_to_c(str(folder), "scale", "scale", gpu_arch="sm_90a")
    matrix = make_fake_compact_tensor(Float32, (N, N), stride_order=(1, 0), assumed_align=16)
    fake_out = make_fake_compact_tensor(Float32, (32,))
    program = cute.compile(tile, matrix, fake_out, options="--target cpu")
    program.export_to_c(str(folder), "tile", "tile", gpu_arch="sm_90a")
    return folder


def run(*words: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **more}
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=60, check=False, env=environment)


@pytest.mark.parametrize("compiler", [[CC, "-std=c99"], [CXX, "-std=c++11", "-x", "c++"]], ids=["C", "C++"])
def test_the_launcher_asks_the_driver_for_what_the_program_says(exported: Path, compiler: list[Any]) -> None:
    if compiler[0] is None:
        pytest.skip("no C++ compiler")
    (exported / "main.c").write_text(MAIN)
    (exported / "driver.c").write_text(driver_text(exported))
    strict = ["-Wall", "-Wextra", "-Werror", "-O1"]
    made = run(*compiler, *strict, "-c", "-o", "main.o", "main.c", cwd=exported)
    assert made.returncode == 0, made.stderr
    for words in (
        [CC, "-shared", "-fPIC", "-o", "libcuda.so.1", "driver.c"],
        [compiler[0], "-o", "main", "main.o", "scale.o", "tile.o", "-ldl"],
    ):
        assert run(*map(str, words), cwd=exported).returncode == 0
    done = run("./main", cwd=exported, LD_LIBRARY_PATH=str(exported))
    assert done.stdout == SAID, done.stderr


def driver_text(folder: Path) -> str:
    """The driver, which knows the place of `a` among the first program's parameters and of the map in the second's."""
    scale_record, tile_record = (
        (folder / f"{name}.h").read_text().split(f"{name}_kernels[{count}] = {{")[1].split("}")[0].split(",")
        for name, count in (("scale", 2), ("tile", 1))
    )
    place_of_map = int(tile_record[-1].strip().removesuffix("ull")).bit_length() - 1
    text = DRIVER.replace("PLACE_OF_A", str(int(scale_record[2]) - 1))  # the last one
    return text.replace("PLACE_OF_MAP", str(place_of_map))


@pytest.mark.skipif(gpu_available(), reason="there is a GPU")
def test_without_a_driver_loading_says_so(exported: Path) -> None:
    source = (
        '#include "scale.h"\nint main(void) { scale_Kernel_Module_t m; return scale_Kernel_Module_Load(&m) != -1; }'
    )
    (exported / "none.c").write_text(source)
    assert run(str(CC), "-o", "none", "none.c", "scale.o", "-ldl", cwd=exported).returncode == 0
    assert run("./none", cwd=exported).returncode == 0
    with pytest.raises(RuntimeError, match="missing-gpu"):
        load_module(exported / "scale.o")


@pytest.mark.gpu
def test_c_and_python_run_it_on_the_gpu(tmp_path: Path) -> None:
    import torch

    assert CC is not None
    x = make_fake_compact_tensor(Float32, (cute.sym_int(),))
    program = cute.compile(scale_once, x, 2.0, options="--target cuda")
    program.export_to_c(str(tmp_path), "scale", "scale")
    data = torch.arange(100, dtype=torch.float32, device="cuda")
    load_module(tmp_path / "scale.o").scale(data, 3.0)
    np.testing.assert_array_equal(data.cpu().numpy(), 3 * np.arange(100, dtype="f4"))
    source = (
        '#include <stdio.h>\n#include "scale.h"\n'
        "int (*allocate)(void **, size_t), (*get)(void *, void *, size_t), (*put)(void *, const void *, size_t);\n"
        "int main(void) {\n  float h[100]; scale_Kernel_Module_t m; scale_Tensor_x_t t = {0, {100}};\n"
        "  if (scale_Kernel_Module_Load(&m)) return 1;\n"
        '  *(void **)&allocate = dlsym(m.library, "cuMemAlloc_v2");\n'
        '  *(void **)&put = dlsym(m.library, "cuMemcpyHtoD_v2");\n'
        '  *(void **)&get = dlsym(m.library, "cuMemcpyDtoH_v2");\n'
        "  for (int i = 0; i < 100; i++) h[i] = (float)i;\n"
        "  if (allocate(&t.data, sizeof h) || put(t.data, h, sizeof h)) return 2;\n"
        "  if (cute_dsl_scale_wrapper(&m, &t, 3.0f)) return 3;\n"
        "  if (get(h, t.data, sizeof h)) return 4;\n"
        "  for (int i = 0; i < 100; i++) if (h[i] != 3.0f * (float)i) return 5;\n  return 0;\n}\n"
    )
    (tmp_path / "main.c").write_text(source)
    assert run(CC, "-o", "main", "main.c", "scale.o", "-ldl", cwd=tmp_path).returncode == 0
    assert run("./main", cwd=tmp_path).returncode == 0


@cute.jit
def scale_once(x: cute.Tensor, a: Float32):
    scale_kernel(x, a).launch(grid=(cute.ceil_div(cute.size(x), 32), 1, 1), block=(32, 1, 1))


@pytest.mark.parametrize(("variable", "target", "on_gpu"), [
    ("CUTE_DSL_ARCH", None, True), ("CUTEDSL_ARCH", None, True), ("CUTE_DSL_ARCH", "cpu", False), (None, None, False),
])  # fmt: skip
def test_a_machine_without_a_gpu_builds_for_the_arch_that_the_environment_names(
    variable: str | None, target: str | None, on_gpu: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As pools of processes do that compile with the GPUs hidden; asking for the CPU stands."""
    if gpu_available():
        pytest.skip("needs a machine without a GPU")
    for name, value in (
        ("CUTEDSL_ARCH", None),
        ("CUTE_DSL_ARCH", None),
        ("CUTEDSL_TARGET", target),
        (variable, "sm_90a"),
    ):
        if name and value:
            monkeypatch.setenv(name, value)
        elif name:
            monkeypatch.delenv(name, raising=False)
    x = make_fake_compact_tensor(Float32, (cute.sym_int(),))
    compiled = cute.compile(scale, x, 1.0, make_fake_stream())
    compiled.export_to_c(str(tmp_path), "scale", "scale")
    compiled.export_tvm_ffi(str(tmp_path / "ffi.o"), "scale")
    assert (b"sm_90" in (tmp_path / "scale.o").read_bytes()) == on_gpu
    assert (b"sm_90" in (tmp_path / "ffi.o").read_bytes()) == on_gpu
