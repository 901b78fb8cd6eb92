"""`cutedsl show --report`: what ptxas says of each kernel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cutedsl.cli.show import show


def test_the_report_names_registers_spills_and_shared_memory(
    ptxas: Path, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = str(repository / "examples" / "row_sum.py")
    assert show([program, "--stage", "ptx", "--arch", "sm_90a", "--report"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    found = re.fullmatch(
        r"// ptxas, sm_90a: kernel__reduce_sum_kernel_\w{6}_0: (\d+) registers, 0 bytes of spills, "
        r"0 bytes of stack, 128 bytes of shared memory, 16 blocks of \(128, 1, 1\) threads on a multiprocessor",
        last,
    )
    assert found and 8 <= int(found[1]) <= 64


def test_a_program_may_import_what_lies_beside_it(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert show([str(repository / "examples" / "row_sum_vector.py"), "--stage", "ptx"]) == 0
    assert "ld.global.v4" in capsys.readouterr().out


def test_without_the_flag_there_is_no_report(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert show([str(repository / "examples" / "row_sum.py"), "--stage", "ptx"]) == 0
    assert "// ptxas" not in capsys.readouterr().out


PIPELINE = """
import numpy as np
import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils

@cute.kernel
def work(x: cute.Tensor):
    smem = utils.SmemAllocator()
    bar = smem.allocate_array(cutlass.Int64, 1)
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((128, 4)), 1024)
    held = cute.make_rmem_tensor(6, cutlass.Float16)
    held.fill(0.0)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 2048)
    tile[cute.arch.thread_idx()[0], 0] = x[0]

@cute.jit
def run(x: cute.Tensor):
    work(x).launch(grid=1, block=128)

run(np.zeros(1, np.float32))
"""


def test_the_static_report_has_registers_and_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "pipeline.py"
    program.write_text(PIPELINE)
    assert show([str(program), "--resources"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert re.search(r"work_\w{6}_0: blocks of \(128, 1, 1\), clusters of \(1, 1, 1\)$", said[0])
    assert said[1] == "  shared memory: 3072 bytes a block"
    assert said[2].startswith("    [     0,      8)  mbarriers (line 10), used in lines 15 to 16")
    assert said[3].startswith("    [  1024,   3072)  tile, used in lines 17 to 17")
    assert said[4] == "  fragments: 3 registers a thread"
    assert said[5] == "  line 16: one of the mbarriers (line 10) waits for 2048 bytes of copies"
    assert said[6] == "  blocks on a multiprocessor: sm_80 16, sm_86 12, sm_89 12, sm_90 16, sm_100 16, sm_120 12"


def test_the_map_of_each_stage(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two operands of three stages each; what is stored from is cut too, but by no pipeline."""
    assert show([str(repository / "examples" / "gemm" / "7_bulk_store.py"), "--resources"]) == 0
    said = capsys.readouterr().out.splitlines()
    (first,) = (n for n, line in enumerate(said) if "sA, used" in line)
    assert said[first + 1 : first + 4] == [
        "      [     0,  16384)  stage 0",
        "      [ 16384,  32768)  stage 1",
        "      [ 32768,  49152)  stage 2",
    ]
    assert "  each of 3 stages: 49152 bytes (sA 16384, sB 32768)" in said
    assert sum("stage 2" in line for line in said) == 2


STRUCT = """
import numpy as np
import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils

@cute.struct
class Storage:
    ready: cute.struct.MemRange[cutlass.Int64, 2]
    tile: cute.struct.MemRange[cutlass.Float32, 64]

@cute.kernel
def work(x: cute.Tensor):
    storage = utils.SmemAllocator().allocate(Storage)
    i = cute.arch.thread_idx()[0]
    if i == 0:
        cute.arch.mbarrier_init(storage.ready.data_ptr(), 32)
    storage.tile.get_tensor(cute.make_layout(64))[i] = x[0]

@cute.jit
def run(x: cute.Tensor):
    work(x).launch(grid=1, block=32)

run(np.zeros(1, np.float32))
"""


def test_a_struct_is_more_than_its_mbarriers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "struct.py"
    program.write_text(STRUCT)
    assert show([str(program), "--resources"]) == 0
    assert "[     0,    272)  struct with mbarriers (line 14)," in capsys.readouterr().out
