"""`cutedsl debug` on programs of many kinds: what a person types and sees."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.forked import run_forked

HEAD = """\
from dataclasses import dataclass
import numpy as np
import cutedsl as cutlass
import cutedsl.cute as cute
"""

SHARED = """
@cute.kernel
def block_sum(x: cute.Tensor, out: cute.Tensor, n: cutlass.Int32):
    tid, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    part = smem.allocate_tensor(cutlass.Float32, cute.make_layout(64))
    value = cutlass.Float32(0)
    if tid < n:
        value = x[tid]
    part[tid] = value
    cute.arch.sync_threads()
    step = cutlass.Int32(32)
    while step > 0:
        if tid < step:
            part[tid] = part[tid] + part[tid + step]
        cute.arch.sync_threads()  # after
        step = step // 2
    if tid == 0:
        out[0] = part[0]

@cute.jit
def run(x: cute.Tensor, out: cute.Tensor, n: cutlass.Int32):
    block_sum(x, out, n).launch(grid=1, block=64)

x, out = np.arange(64, dtype=np.float32), np.zeros(1, np.float32)
run(x, out, 50)
print("sum", out.tolist())
"""

PLANE = """
@cute.kernel
def transpose(a: cute.Tensor, b: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    row = by * 8 + ty
    col = bx * 8 + tx
    if row < a.shape[0] and col < a.shape[1]:  # here
        b[col, row] = a[row, col]

@cute.jit
def run(a: cute.Tensor, b: cute.Tensor):
    transpose(a, b).launch(grid=(2, 3, 1), block=(8, 8, 1))

a = np.arange(12 * 16, dtype=np.float32).reshape(12, 16)
b = np.zeros((16, 12), np.float32)
run(a, b)
print("same", bool((a.T == b).all()))
"""

HELPERS = """
@cute.jit
def clamp(v, lo, hi):
    if v < lo:
        v = lo
    if v > hi:
        v = hi
    return v

def scaled(v, factor: cutlass.Constexpr):
    twice = v * factor
    return twice

@cute.kernel
def strided(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    tid, _, _ = cute.arch.thread_idx()
    total = cutlass.Float32(0)
    for i in range(tid, n, 32):
        total += clamp(scaled(x[i], 2), 3.0, 100.0)  # here
    y[tid] = total

@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    strided(x, y, n).launch(grid=1, block=32)

x, y = np.arange(100, dtype=np.float32), np.zeros(32, np.float32)
run(x, y, 100)
"""

OBJECTS = """
@dataclass
class Params:
    scale: cutlass.Float32
    n: cutlass.Int32
    x: cute.Tensor

@cute.kernel
def scale(p: Params, y: cute.Tensor):
    tid, _, _ = cute.arch.thread_idx()
    state = {"sum": cutlass.Float32(0), "count": 7}
    if tid < p.n:
        state["sum"] = p.x[tid] * p.scale
    y[tid] = state["sum"]  # here

@cute.jit
def run(p: Params, y: cute.Tensor):
    scale(p, y).launch(grid=1, block=32)

y = np.zeros(32, np.float32)
run(Params(2.0, 3, np.arange(4, dtype=np.float32)), y)
"""

COPIES = """
@cute.kernel
def doubled(gA: cute.Tensor, gB: cute.Tensor, tiled_copy: cute.TiledCopy):
    tid, _, _ = cute.arch.thread_idx()
    bid, _, _ = cute.arch.block_idx()
    thr = tiled_copy.get_slice(tid)
    source = thr.partition_S(gA[(None, None), bid])
    target = thr.partition_D(gB[(None, None), bid])
    frg = cute.make_fragment_like(source)
    cute.copy(tiled_copy, source, frg)
    v = frg.load()
    frg.store(v * 2.0)  # here
    cute.copy(tiled_copy, frg, target)

@cute.jit
def run(A: cute.Tensor, B: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), A.element_type)
    threads, values = cute.make_layout((4, 8), stride=(8, 1)), cute.make_layout((2, 2))
    tiled_copy = cute.make_tiled_copy_tv(atom, threads, values)
    doubled(cute.zipped_divide(A, (8, 16)), cute.zipped_divide(B, (8, 16)), tiled_copy).launch(grid=4, block=32)

A = np.arange(16 * 32, dtype=np.float32).reshape(16, 32)
B = np.zeros_like(A)
run(A, B)
print("same", bool((B == 2 * A).all()))
"""

SPIN = """
@cute.kernel
def flags(flag: cute.Tensor, y: cute.Tensor):
    tid, _, _ = cute.arch.thread_idx()
    if tid < 32:
        while flag[0] == 0:
            pass
        y[tid] = 1
    else:
        flag[0] = 1

@cute.jit
def run(flag: cute.Tensor, y: cute.Tensor):
    flags(flag, y).launch(grid=1, block=64)

run(np.zeros(1, np.int32), np.zeros(64, np.int32))
"""


def debugged(
    tmp_path: Path, text: str, commands: list[str], *options: str, head: str = HEAD
) -> tuple[list[str], str, int]:
    """What the debugger answers, line by line, the errors, and the exit code; `HERE` is the line with `# here`."""
    program = tmp_path / "prog.py"
    program.write_text(head + text)
    here = next((k for k, line in enumerate((head + text).splitlines(), 1) if line.endswith("# here")), 0)
    typed = "\n".join(command.replace("HERE", str(here)) for command in commands) + "\n"
    words = ["-m", "cutedsl.cli", "debug", str(program), *options]
    done = run_forked(words, Path.cwd(), os.environ, 60, typed=typed)
    answers = [line.removeprefix("(cutedsl) ") for line in done.stdout.splitlines()]
    return answers, done.stderr, done.returncode


def test_shared_memory_between_barriers(tmp_path: Path) -> None:
    text = SHARED.replace("# after", "# here")
    answers, _, _ = debugged(tmp_path, text, ["b HERE", "c", "p step, part[tid]", "lane part[tid], 5", "a", "c", "c"])
    at = answers.index("(32, 32.0)")  # thread 0: 0 + 32
    assert answers[at + 1] == "42.0"  # thread 5: 5 + 37
    assert answers[at + 4] == "n = 50"
    assert answers[at + 2].startswith("x = [0.0, 1.0, ")


def test_blocks_and_threads_are_chosen_by_coordinates(tmp_path: Path) -> None:
    commands = ["b HERE", "c", "p row, col", "thread 2, 1", "p row, col", "thread 8, 0", "c"]
    answers, _, code = debugged(tmp_path, PLANE, commands, "--block", "1,2", "--thread", "3,2")
    assert "thread (3, 2, 0) of block (1, 2, 0)" in answers[0]
    at = answers.index("(18, 11)")
    assert answers[at + 1 : at + 4] == [
        "thread (2, 1, 0) of block (1, 2, 0)",
        "(17, 10)",
        "*** the block has 64 threads",
    ]
    assert (answers[-1], code) == ("same True", 0)


@pytest.mark.parametrize("text", ["1,x", "", "1,2,3,4", "-1"])
def test_places_that_are_none(tmp_path: Path, text: str) -> None:
    _, errors, code = debugged(tmp_path, "", [], f"--block={text}")
    assert code == 2
    assert "expected a number or coordinates, such as 5 or 1,2" in errors


def test_a_condition_of_a_breakpoint_is_of_the_thread(tmp_path: Path) -> None:
    commands = ["b HERE, i == 36 and total < 1000 and x[i] > 2", "c", "p i, total", "c"]
    answers, _, _ = debugged(tmp_path, HELPERS, commands, "--thread", "4")
    assert "(36, 8.0)" in answers
    assert sum(line == "-> total += clamp(scaled(x[i], 2), 3.0, 100.0)  # here" for line in answers) == 1


def test_helpers_are_entered_and_their_callers_are_the_authors(tmp_path: Path) -> None:
    commands = ["b HERE", "c", "s", "a", "display twice", "n", "r", "s", "w", "u", "p i", "c"]
    answers, _, _ = debugged(tmp_path, HELPERS, [*commands, "c", "c", "c"], "--thread", "4")
    assert answers[answers.index("v = 4.0") + 1] == "factor = 2"
    assert any(line.endswith("scaled()->8.0") for line in answers)
    where = answers.index("-> if v < lo:")
    stack = [line.split("/")[-1] for line in answers[where + 1 :] if "prog.py" in line]
    assert [entry.split(")")[1] for entry in stack[:3]] == ["strided(", "clamp(", "strided("]  # w, w, u
    assert "4" in answers[where:]
    assert not [line for line in answers if "bdb.py" in line or "/cutedsl/" in line]


def test_dataclasses_and_dicts_show_the_threads_values(tmp_path: Path) -> None:
    answers, _, _ = debugged(tmp_path, OBJECTS, ["b HERE", "c", "p p", "p state", "p p.n", "c"], "--thread", "2")
    assert "Params(scale=2.0, n=3, x=[0.0, 1.0, 2.0, 3.0])" in answers
    assert "{'sum': 4.0, 'count': 7}" in answers


def test_partitions_and_fragments_of_a_tiled_copy(tmp_path: Path) -> None:
    commands = ["b HERE", "c", "p source", "p frg", "p v", "c"]
    answers, _, _ = debugged(tmp_path, COPIES, commands, "--thread", "9", "--block", "0")
    assert answers.count("[66.0, 98.0, 67.0, 99.0]") == 3
    assert answers[-1] == "same True"


def test_a_program_written_for_cutlass_with_a_module_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("import cutlass\n\ndef twice(v: cutlass.Float32):\n    return v * 2\n")
    text = (HEAD + HELPERS).replace("import cutedsl as cutlass", "import cutlass\nfrom beside import twice")
    text = text.replace("import cutedsl.cute", "import cutlass.cute").replace("scaled(x[i], 2)", "twice(x[i])")
    answers, errors, _ = debugged(tmp_path, text, ["b HERE", "c", "p i", "s", "p v", "q"], "--thread", "5", head="")
    assert any(line.endswith("beside.py(4)twice()") for line in answers), errors
    assert "5.0" in answers


def test_a_kernel_whose_warps_wait_for_each_other_is_refused_by_name(tmp_path: Path) -> None:
    answers, errors, code = debugged(tmp_path, SPIN, ["n", "c"])
    assert (code, answers[-1]) == (1, "")
    assert "error[eager-warps-wait]" in errors
    assert "while flag[0] == 0:" in errors
