"""Objects that C programs use: compiled by the system's compiler, run without Python, loaded back."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float32, Int32
from cutedsl.codegen.llvm.compile import host_machine
from cutedsl.cute.runtime import load_module, make_fake_compact_tensor, make_fake_tensor, make_ptr
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.source import source_line
from tests.export.tile_by_tma import N, tile

CC = shutil.which("cc") or shutil.which("gcc")


@cute.kernel
def scale_add_kernel(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, a: Float32):
    i = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    if i < cute.size(out):
        out[i] = x[i] * a + y[i]


@cute.jit
def scale_add(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, a: Float32):
    blocks = cute.ceil_div(cute.size(out), 32)
    scale_add_kernel(x, y, out, a).launch(grid=(blocks, 1, 1), block=(32, 1, 1))


@cute.kernel
def reverse_kernel(x: cute.Tensor, at: Int32):
    """Turns each block of 64 round through shared memory; the last thread of all prints what it has."""
    t, b = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    tile = cutlass.utils.SmemAllocator().allocate_tensor(Int32, cute.make_layout(64))
    tile[t] = x[b * 64 + t]
    cute.arch.sync_threads()
    x[b * 64 + t] = tile[63 - t]
    if b == 2 and t == 63:
        cute.printf("last {}", x[at])


@cute.jit
def reverse(x: cute.Tensor, at: Int32):
    reverse_kernel(x, at).launch(grid=(cute.size(x) // 64, 1, 1), block=(64, 1, 1))


MAIN = """
#include <stdio.h>
#include "sa.h"
#include "rev.h"
int main(void) {
  float x[100], y[100], out[101];
  int32_t ints[192];
  sa_Kernel_Module_t m;
  rev_Kernel_Module_t r;
  sa_Kernel_Module_Load(&m);
  rev_Kernel_Module_Load(&r);
  for (int i = 0; i < 100; i++) { x[i] = i * 0.5f; y[i] = 1.0f; out[i] = -1; }
  for (int i = 0; i < 192; i++) ints[i] = i;
  sa_Tensor_x_t tx = {x, {100}};
  sa_Tensor_y_t ty = {y, {100}, {1}};
  sa_Tensor_out_t to = {out, {100}};
  printf("%d\\n", cute_dsl_sa_wrapper(&m, &tx, &ty, &to, 3.0f));
  for (int i = 0; i < 100; i++) if (out[i] != 1.5f * i + 1) printf("wrong %d\\n", i);
  ty.dynamic_shapes[0] = 50; ty.dynamic_strides[0] = 2;
  tx.dynamic_shapes[0] = to.dynamic_shapes[0] = 50;
  for (int i = 0; i < 100; i++) y[i] = i;
  printf("%d\\n", cute_dsl_sa_wrapper(&m, &tx, &ty, &to, 1.0f));
  for (int i = 0; i < 50; i++) if (out[i] != 2.5f * i) printf("wrong strided %d\\n", i);
  ty.dynamic_shapes[0] = 40;
  printf("%d\\n", cute_dsl_sa_wrapper(&m, &tx, &ty, &to, 1.0f));
  ty.dynamic_shapes[0] = 50; to.data = (char *)out + 1;
  printf("%d\\n", cute_dsl_sa_wrapper(&m, &tx, &ty, &to, 1.0f));
  rev_Tensor_x_t ti = {ints, {192}};
  printf("%d\\n", cute_dsl_rev_wrapper(&r, &ti, 191));
  for (int i = 0; i < 192; i++) if (ints[i] != i / 64 * 64 + 63 - i % 64) printf("wrong reversed %d\\n", i);
  ti.dynamic_shapes[0] = 100;
  printf("%d\\n", cute_dsl_rev_wrapper(&r, &ti, 0));
  ti.dynamic_shapes[0] = 192;
  printf("%d\\n", cute_dsl_rev_wrapper(&r, &ti, 192));
  ti.dynamic_shapes[0] = 0;
  printf("%d\\n", cute_dsl_rev_wrapper(&r, &ti, 0));
  return 0;
}
"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    n = cute.sym_int()
    dense = [make_fake_compact_tensor(Float32, (n,)) for _ in range(2)]
    strided = make_fake_tensor(Float32, (n,), (cute.sym_int64(),))
    program = cute.compile(scale_add, dense[0], strided, dense[1], 2.0, options="--target cpu")
    program.export_to_c(str(folder), "sa", function_prefix="sa")
    ints = make_fake_compact_tensor(Int32, (cute.sym_int(divisibility=64),))
    cute.compile(reverse, ints, 0, options="--target cpu").export_to_c(str(folder), "rev", "rev")
    return folder


def _run(folder: Path, text: str, *objects: str) -> list[str]:
    """The lines that a C program with objects prints."""
    (folder / "main.c").write_text(text, "utf-8")
    assert CC is not None
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-o", "main", "main.c", *objects]
    made = subprocess.run([CC, *flags], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert made.returncode == 0, made.stderr
    done = subprocess.run(["./main"], cwd=folder, capture_output=True, text=True, timeout=20, check=True)
    return done.stdout.splitlines()


@pytest.mark.skipif(CC is None, reason="no C compiler")
def test_c_runs_two_programs_without_python(exported: Path) -> None:
    printed = _run(exported, MAIN, "sa.o", "rev.o")
    # 0 and 0: it worked; -1000: sizes differ; -3: misaligned; -1: not whole blocks; 1: out of bounds; 7: an empty grid
    assert printed == ["0", "0", "-1000", "-3", "last 128", "0", "-1", "1", "7"]
    needed = subprocess.run(["ldd", "main"], cwd=exported, capture_output=True, text=True, check=False).stdout
    assert "python" not in needed.lower()


def test_python_loads_it_back(exported: Path) -> None:
    module = load_module(exported / "sa.o")
    rng = np.random.default_rng(0)
    x, out = rng.random(1000, dtype="f4"), np.full(1000, np.nan, "f4")
    y = rng.random(3000, dtype="f4")[::3]
    module.sa(x, y, out, a=3.0)
    np.testing.assert_allclose(out, 3 * x + y, rtol=1e-6)
    module["sa"](x, y, out, 2)
    np.testing.assert_allclose(out, 2 * x + y, rtol=1e-6)
    out[:] = np.nan
    wrong: list[tuple[tuple[Any, ...], str]] = [
        ((x, y, out), "argument-count"),
        ((x.astype("f8"), y, out, 1.0), "argument-dtype"),
        ((x, y[:10], out, 1.0), "argument-shape"),
        ((y, y, out, 1.0), "argument-stride"),
        ((x, y, out, "a"), "argument-type"),
    ]
    for args, code in wrong:
        with pytest.raises(Exception, match=code):
            module.sa(*args)
    assert np.isnan(out).all()
    with pytest.raises(AttributeError, match="has no function 'other'; it has sa"):
        _ = module.other


def test_an_error_inside_names_the_line(exported: Path) -> None:
    ints = np.arange(192, dtype="i4")
    with pytest.raises(Exception, match="out-of-bounds") as caught:
        load_module(exported / "rev.o").rev(ints, 192)
    assert "element 192" in str(caught.value)


def test_objects_of_others_are_refused(exported: Path, tmp_path: Path) -> None:
    data = (exported / "sa.o").read_bytes()
    stamp = re.search(rb'"stamp": "(\w+)', data)
    feature = re.search(rb'"cpu": \["([^"]+)', data)
    assert stamp and feature
    cases = {
        "foreign": (b"\x7fELF" + bytes(200), "export-foreign"),
        "cut": (data[: data.find(b"cutedsl object") + 40], "export-foreign"),
        "cut at its end": (data[:-1], "export-foreign.*cut off or changed"),
        "another header": (data[:40] + b"\x7f" + data[41:], "export-foreign.*cut off or changed"),
        "other machine code": (data[:64] + bytes(8) + data[72:], "export-foreign.*cut off or changed"),
        "strange facts": (data.replace(b'"stamp"', b"'stamp'"), "export-foreign.*cut off or changed"),
        "build": (data.replace(stamp[1], b"0" * len(stamp[1])), "export-stale.*another build"),
        "cpu": (data.replace(feature[1], b"z" * len(feature[1]), 1), "export-stale.*needs a CPU with zz"),
    }
    for name, (changed, said) in cases.items():
        file = tmp_path / f"{name}.o"
        file.write_bytes(changed)
        with pytest.raises(ValueError, match=said):
            load_module(file)


@cute.jit
def scale_pair(pair: Any, out: cute.Tensor):
    out[0] = pair[0][0] * pair[1].to(Float32)


def test_unexportable_programs_are_refused(tmp_path: Path) -> None:
    x = np.zeros(64, "f4")
    program = cute.compile(scale_add, x, x, x, 1.0, options="--target cpu")
    with pytest.raises(ValueError, match="export-prefix"):
        program.export_to_c(str(tmp_path), "x", "my-prefix")
    pair = cute.compile(scale_pair, (x, cutlass.Float16(2.0)), x, options="--target cpu")  # C has no such number
    with pytest.raises(NotImplementedError, match="tensors, pointers, numbers, and tuples and dataclasses of them"):
        pair.export_to_c(str(tmp_path), "x", "pair")
    assert not list(tmp_path.iterdir())


@dataclasses.dataclass
class Affine:
    x: cute.Tensor
    scale: Float32
    offsets: tuple[Int32, Int32]
    negate: cutlass.Constexpr[bool] = False


@cute.jit
def affine(p: Affine, outs: tuple[cute.Tensor, cute.Tensor], last: Int32):
    for i in range(cute.size(p.x)):
        value = p.scale * p.x[i]
        outs[0][i] = -value if p.negate else value + p.offsets[0]
        outs[1][i] = value + p.offsets[1]
    outs[1][last] = 0.0


AFFINE = """
#include <stdio.h>
#include "affine.h"
int main(void) {
  float x[3] = {1, 2, 3}, a[3], b[3];
  affine_Kernel_Module_t m;
  affine_Kernel_Module_Load(&m);
  affine_Tensor_p_x_t tx = {x};
  affine_Tensor_outs_0_t ta = {a};
  affine_Tensor_outs_1_t tb = {b};
  printf("%d\\n", cute_dsl_affine_wrapper(&m, &tx, 2.0f, 10, 20, &ta, &tb, 1));
  printf("%g %g %g %g %g %g\\n", a[0], a[1], a[2], b[0], b[1], b[2]);
  return 0;
}
"""


@pytest.mark.skipif(CC is None, reason="no C compiler")
def test_tuples_and_dataclasses_are_parameters_named_by_their_paths(tmp_path: Path) -> None:
    def tensor() -> Any:
        return make_fake_compact_tensor(Float32, (3,))

    argument = Affine(tensor(), Float32(1), (Int32(1), Int32(2)))  # pyright: ignore[reportArgumentType]
    cute.compile(affine, argument, (tensor(), tensor()), 0, options="--target cpu").export_to_c(
        str(tmp_path), "affine", "affine"
    )
    assert _run(tmp_path, AFFINE, "affine.o") == ["0", "12 14 16 22 0 26"]
    back = load_module(tmp_path / "affine.o").affine
    x, a, b = (np.arange(3, dtype="f4") for _ in range(3))
    back(Affine(x, 3.0, (1, 2)), (a, b), last=0)  # pyright: ignore[reportArgumentType]
    assert a.tolist() == [1, 4, 7] and b.tolist() == [0, 5, 8]
    for scale, rest in ((2.0, ()), (4.0, (False,))):
        back((x, scale, (1, 2), *rest), (a, b), 0)
        assert a.tolist() == [1, 1 + scale, 1 + 2 * scale]
    wrong: list[tuple[Any, Any, str]] = [
        ((x, 3.0), (a, b), "a tuple of 4 elements"),
        ((x, 3.0, (1, 2), True), (a, b), r"p\[3\].*False, got True"),
        (Affine(x, 3.0, (1,)), (a, b), r"a tuple of 2 elements, got \(1,\)"),  # pyright: ignore[reportArgumentType]
        (Affine(x, 3.0, (1, 2), True), (a, b), r"p.negate.*False, got True"),  # pyright: ignore[reportArgumentType]
        (x, (a, b), "an Affine, got an ndarray without `x`"),
        (Affine(x, 3.0, (1, 2)), (a, b[:2]), "argument-shape"),  # pyright: ignore[reportArgumentType]
    ]
    for p, outs, said in wrong:
        with pytest.raises(DSLUserCodeError, match=said):
            back(p, outs, 0)


@dataclasses.dataclass
class Words:
    """Words at an address, of which the first `count` count."""

    start: cute.Pointer
    count: Int32


@cute.kernel
def double_kernel(x: cute.Tensor, out: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    if i < cute.size(x):
        out[i] = x[i] * 2


@cute.jit
def double(words: Words, out: cute.Pointer):
    layout = cute.make_layout(words.count)
    x, y = cute.make_tensor(words.start, layout), cute.make_tensor(out, layout)
    double_kernel(x, y).launch(grid=1, block=64)


DOUBLE = """
#include <stdio.h>
#include "double.h"
int main(void) {
  int32_t x[4] = {1, 2, 3, 4}, out[4] = {0, 0, 0, 9};
  doubled_Kernel_Module_t m;
  doubled_Kernel_Module_Load(&m);
  printf("%d\\n", cute_dsl_doubled_wrapper(&m, x, 3, out));
  printf("%d %d %d %d\\n", out[0], out[1], out[2], out[3]);
  printf("%d\\n", cute_dsl_doubled_wrapper(&m, x, 3, (char *)out + 1));
  return 0;
}
"""


def _words(array: np.ndarray) -> Any:
    return make_ptr(Int32, array.ctypes.data, cute.AddressSpace.gmem, assumed_align=4)


@pytest.fixture(scope="module")
def doubled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, x = tmp_path_factory.mktemp("pointers"), np.zeros(8, "i4")
    program = cute.compile(double, Words(_words(x), Int32(4)), _words(x), options="--target cpu")
    program.export_to_c(str(folder), "double", "doubled")
    return folder


@pytest.mark.skipif(CC is None, reason="no C compiler")
def test_c_passes_addresses_for_pointers(doubled: Path) -> None:
    assert _run(doubled, DOUBLE, "double.o") == ["0", "2 4 6 9", "-3"]


def test_python_passes_pointers_to_a_loaded_program(doubled: Path) -> None:
    function = load_module(doubled / "double.o").doubled
    x, out = np.arange(5, dtype="i4"), np.full(5, 9, "i4")
    function(Words(_words(x), Int32(4)), _words(out))
    assert out.tolist() == [0, 2, 4, 6, 9]
    with pytest.raises(TypeError, match="compiled for a pointer, got an int"):
        function(Words(_words(x), Int32(4)), out.ctypes.data)
    with pytest.raises(TypeError, match="compiled for a pointer to Int32 in gmem memory, got one to Float32"):
        function(Words(_words(x), Int32(4)), make_ptr(Float32, out.ctypes.data, cute.AddressSpace.gmem))


def test_a_program_with_tensor_maps_runs_from_its_object(tmp_path: Path) -> None:
    x, out = np.random.default_rng(3).random((N, N), np.float32), np.zeros(32, "f4")
    cute.compile(tile, x, out, options="--target cpu").export_to_c(str(tmp_path), "tile", "tile")
    load_module(tmp_path / "tile.o").tile(x, out)
    np.testing.assert_array_equal(out, x.ravel()[:32])


def test_names_that_fall_together_are_refused(tmp_path: Path) -> None:
    @cute.jit
    def clash(t: tuple[Int32, Int32], t_0: Int32, x: cute.Tensor):
        x[0] = t[0] + t[1] + t_0

    program = cute.compile(clash, (1, 2), 3, make_fake_compact_tensor(Int32, (1,)), options="--target cpu")
    with pytest.raises(DSLUserCodeError, match="export-prefix"):
        program.export_to_c(str(tmp_path), "clash", "clash")


@cute.kernel
def takes_memory(x: cute.Tensor, floats: cutlass.Constexpr):
    tidx = cute.arch.thread_idx()[0]
    s = cutlass.utils.SmemAllocator().allocate_tensor(Float32, cute.make_layout(floats))
    s[tidx] = x[tidx]
    x[tidx] = s[tidx] + 1


@cute.jit
def asks(x: cute.Tensor, smem: Int32, floats: cutlass.Constexpr):
    takes_memory(x, floats).launch(grid=1, block=32, smem=smem)


ASKS = """
#include <stdio.h>
#include "asks.h"
int main(void) {
  float x[32] = {0};
  asks_Kernel_Module_t m;
  asks_Kernel_Module_Load(&m);
  asks_Tensor_x_t t = {x};
  int32_t sizes[] = {0, 101376, 101377, -4};
  for (int i = 0; i < 4; i++) printf("%d ", cute_dsl_asks_wrapper(&m, &t, sizes[i]));
  printf("%g\\n", x[31]);
  return 0;
}
"""


@pytest.mark.skipif(CC is None, reason="no C compiler")
@pytest.mark.parametrize("options", ["", f" --host-target 'llvm -mtriple={host_machine().triple}'"])
@pytest.mark.parametrize(
    ("arch", "floats", "said"),
    [("sm_86", 64, "0 0 7 7 2\n"), ("sm_90a", 64, "0 0 0 7 3\n")],
)
def test_the_named_arch_limits_shared_memory(arch: str, floats: int, said: str, options: str, tmp_path: Path) -> None:
    x = make_fake_compact_tensor(Float32, (32,))
    program = cute.compile(asks, x, 0, floats, options=f"--target cpu --gpu-arch {arch}{options}")
    program.export_to_c(str(tmp_path), "asks", "asks")
    (tmp_path / "main.c").write_text(ASKS, "utf-8")
    assert CC is not None
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.c", "asks.o"]
    made = subprocess.run([CC, *flags], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert made.returncode == 0, made.stderr
    done = subprocess.run(["./main"], cwd=tmp_path, capture_output=True, text=True, timeout=20, check=False)
    assert done.stdout == said


def test_shared_memory_of_a_kernel_is_checked_at_compilation() -> None:
    x = make_fake_compact_tensor(Float32, (32,))
    cute.compile(asks, x, 0, 25_344, options="--target cpu --gpu-arch sm_86")
    with pytest.raises(DSLUserCodeError, match="asks for 101380 bytes of shared memory; it has 101376") as raised:
        cute.compile(asks, x, 0, 25_345, options="--target cpu --gpu-arch sm_86")
    span = raised.value.span
    assert span is not None
    assert "allocate_tensor" in str(source_line(span.file, span.line))
