"""`cutedsl debug` steps through the author's own lines as one thread runs them, with real values."""

from __future__ import annotations

import os
import re
from pathlib import Path

from tests.forked import run_forked

PROGRAM = """\
import numpy as np
import cutedsl as cutlass
import cutedsl.cute as cute

@cute.kernel
def collatz(x: cute.Tensor, y: cute.Tensor):
    tid, _, _ = cute.arch.thread_idx()
    bid, _, _ = cute.arch.block_idx()
    n = x[tid]
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    total = cute.arch.warp_reduction_sum(steps)
    y[bid] = total

@cute.jit
def run(x: cute.Tensor, y: cute.Tensor):
    collatz(x, y).launch(grid=2, block=32)

x, y = np.arange(1, 33, dtype=np.int32), np.zeros(2, np.int32)
if __name__ == "__main__":
    cute.compile(run, x, y)(x, y)
    print("sums", y.tolist())
"""


def steps(n: int) -> int:
    return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)


def debugged(tmp_path: Path, commands: list[str], *options: str) -> str:
    """The output of a debugging session."""
    program = tmp_path / "prog.py"
    program.write_text(PROGRAM)
    words = ["-m", "cutedsl.cli", "debug", str(program), *options]
    done = run_forked(words, Path.cwd(), os.environ, 60, typed="\n".join(commands) + "\n")
    assert done.returncode == 0, done.stderr
    return done.stdout


def stops(output: str) -> list[int]:
    """The lines of the program at which the debugger stopped."""
    return [int(line) for line in re.findall(r"prog\.py\((\d+)\)", output)]


def test_one_thread_is_followed_through_branches_and_turns(tmp_path: Path) -> None:
    output = debugged(tmp_path, [*["n"] * 12, "p n, steps", "c"], "--block", "1", "--thread", "2")  # n starts at 3
    assert "thread (2, 0, 0) of block (1, 0, 0)" in output
    inside = [line for line in stops(output) if line not in (11, 12)]
    assert inside[:7] == [7, 8, 9, 10, 15, 16, 13]
    total = sum(map(steps, range(1, 33)))
    assert f"sums [{total}, {total}]" in output


def test_values_of_the_thread_and_of_the_block(tmp_path: Path) -> None:
    commands = [
        "b 17",
        "c",
        "p steps",
        "steps + 100",
        "lane(steps, 26)",
        "block(steps)",
        "p x",
        "thread 4",
        "p n, steps",
    ]
    output = debugged(tmp_path, [*commands, "n", "p total", "c"], "--thread", "6")
    answers = [line.removeprefix("(cutedsl) ") for line in output.splitlines()]
    assert answers[answers.index("-> total = cute.arch.warp_reduction_sum(steps)") + 1 :][:3] == ["16", "116", "111"]
    row = next(line for line in answers if line.startswith("warp  0: "))
    assert [int(text) for text in row.removeprefix("warp  0: ").split()] == [steps(n) for n in range(1, 33)]
    assert repr(list(range(1, 33))) in answers
    assert "(1, 5)" in answers
    assert str(sum(map(steps, range(1, 33)))) in answers


def test_expressions_with_commas_and_none_at_all(tmp_path: Path) -> None:
    commands = [
        "b 17",
        "c",
        "lane [n, steps][1], 26",
        "lane [n, steps][1]",
        "lane [steps, 3][0], 9",
        "lane",
        "block",
        "c",
    ]
    output = debugged(tmp_path, commands, "--thread", "6")
    answers = [line.removeprefix("(cutedsl) ") for line in output.splitlines()]
    assert answers[answers.index("-> total = cute.arch.warp_reduction_sum(steps)") + 1 :][:3] == [
        "111",
        "16",
        str(steps(10)),
    ]
    assert output.count("an expression is missing") == 2


def test_quitting_ends_the_program(tmp_path: Path) -> None:
    assert "sums" not in debugged(tmp_path, ["n", "q"])
