"""What programs do on the host: marks, abstract types, imports, prints of places that there are not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.compat.host.cuda.device import host_device
from cutedsl.compat.host.cuda.kinds import driver_kinds
from cutedsl.cute.runtime import from_dlpack, make_fake_compact_tensor
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.devices import gpu_available
from cutedsl.utils import HardwareInfo


def test_marks_stay_on_the_tensor() -> None:
    x = from_dlpack(np.zeros((64, 32), np.float16), assumed_align=16)
    assert x.mark_layout_dynamic(leading_dim=1) is x
    assert str(x.type_layout) == "(?,?):(?,1)"
    x.mark_compact_shape_dynamic(mode=1, stride_order=(0, 1), divisibility=8)
    assert str(x.type_layout) == "(?,?{div=8}):(?{div=8},1)"


def test_an_abstract_numeric_class_makes_no_tensor() -> None:
    @cute.jit
    def kinds(i: cutlass.Integer, f: cutlass.Float, n: cutlass.Numeric):
        return f"{type(i).__name__} {type(f).__name__} {type(n).__name__}"

    assert kinds(1, 2, True) == "Int32 Float32 Boolean"
    assert kinds(cutlass.Uint8(1), 2.5, 3) == "Uint8 Float32 Int32"
    for wrong in ((1.5, 2, 3), (1, cutlass.Int32(2), 3)):
        with pytest.raises(DSLUserCodeError, match="argument-type"):
            kinds(*wrong)
    with pytest.raises(DSLUserCodeError, match="abstract-dtype"):
        make_fake_compact_tensor(cutlass.Float, (4,))


@cute.kernel
def _copied_by_kind(x: cute.Tensor, y: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float)
    kept = cute.make_fragment_like(x, cutlass.Float)
    cute.copy(atom, x, kept)
    cute.copy(atom, kept, y)


@cute.jit
def copied_by_kind(x: cute.Tensor, y: cute.Tensor):
    _copied_by_kind(x, y).launch(grid=1, block=1)


def test_a_class_of_types_keeps_the_type_of_the_elements() -> None:
    x, y = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    copied_by_kind(from_dlpack(x), from_dlpack(y))
    assert y.tolist() == x.tolist()
    with pytest.raises(DSLUserCodeError, match="abstract-dtype"):
        copied_by_kind(from_dlpack(x.astype(np.int32)), from_dlpack(y))


def test_a_stride_order_is_a_tuple() -> None:
    with pytest.raises(TypeError, match=r"stride_order=\(0,\)"):
        make_fake_compact_tensor(cutlass.Float32, (cute.sym_int(),), stride_order=0)  # pyright: ignore


IMPORTS = """
import importlib
for name in ("base_dsl.runtime.cuda", "_mlir._mlir_libs._cutlass_ir._mlir.ir", "base_dsl.nothing.there", "cute.nothing",
             "_mlir.nothing", "cute.arch.nvvm_wrappers"):
    try: importlib.import_module("cutlass." + name); print(name, "ok")
    except ModuleNotFoundError as missing: print(missing.name)
try: from cutlass.base_dsl.runtime.cuda import nothing_like_this
except ImportError as missing: print(missing.name)
from cutlass._mlir._mlir_libs._cutlass_ir._mlir.ir import IntegerType
"""


def test_places_that_there_are_not(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(IMPORTS)
    done = subprocess.run([sys.executable, "-m", "cutedsl", "run", str(file)], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "base_dsl.runtime.cuda ok",
        "_mlir._mlir_libs._cutlass_ir._mlir.ir ok",
        "cutlass.base_dsl.nothing",
        "cutlass.cute.nothing",
        "cutlass._mlir.nothing",
        "cute.arch.nvvm_wrappers ok",
        "unknown-import",
    ]


PRINTS = """
from pathlib import Path
import cutedsl.cute as cute
from cutedsl.utils import print_latex
@cute.jit
def library():
    print_latex(cute.make_layout((2, 2)))
@cute.jit
def body():
    print("body", cute.make_layout((2, 2)))
library(); body()
FILE = Path(__file__).with_name("width.txt")
@cute.jit
def reads():
    return int(FILE.read_text())
@cute.jit
def plain():
    return (1, [True, None], "x")
@cute.jit
def layout():
    return cute.make_layout((4, 8))
print(plain(), layout())
print(reads())
"""


def test_a_second_process_prints_returns_and_reads_as_the_first(tmp_path: Path) -> None:
    file, width = tmp_path / "program.py", tmp_path / "width.txt"
    file.write_text(PRINTS)
    shown: list[str] = []
    for number in ("4", "8"):
        width.write_text(number)
        done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=True)
        shown.append(done.stdout)
    assert "tikzpicture" in shown[0] and "body (2,2):(1,2)" in shown[0]
    assert "(1, [True, None], 'x') (4,8):(1,4)" in shown[0]
    assert shown[0].splitlines()[:-1] == shown[1].splitlines()[:-1]
    assert [text.splitlines()[-1] for text in shown] == ["4", "8"]


def test_the_multiprocessors_hold_the_clusters() -> None:
    """Programs make a workspace for each multiprocessor, and launch as many clusters as there are at once."""
    info = HardwareInfo()
    count = info.get_device_multiprocessor_count()
    for blocks in (1, 2, 4, 8, 16):
        assert info.get_max_active_clusters(blocks) >= 1 and info.get_max_active_clusters(blocks) * blocks <= count
    assert gpu_available() or host_device().attributes["MULTIPROCESSOR_COUNT"] == count


def test_the_driver_has_the_numbers_of_tensor_maps_and_of_its_default_streams() -> None:
    driver = driver_kinds()
    assert driver["CUtensorMapDataType"].CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 == 9
    assert driver["CUtensorMapSwizzle"].CU_TENSOR_MAP_SWIZZLE_128B == 3
    assert (driver["CU_STREAM_LEGACY"], driver["CU_STREAM_PER_THREAD"]) == (1, 2)
