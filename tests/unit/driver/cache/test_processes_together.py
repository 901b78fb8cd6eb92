"""Processes that use one cache folder at the same time: each reads a whole entry of its key or none, and none fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cutedsl.execution.compile_cache import CompileCache

WORKER = """
import sys
import warnings
from pathlib import Path
from cutedsl.execution.compile_cache import CompileCache

warnings.simplefilter("error")  # a damaged or refused entry is a warning
me, place = int(sys.argv[1]), Path(sys.argv[2])

def payload(key):
    return (key.encode() * 40000)[: 30000 + 1000 * int(key[1:])]

sys.stdin.readline()  # all begin together
seen = 0
for turn in range(60):
    cache = CompileCache(place)
    for k in range(6):
        key = f"k{k}"
        found = cache.get(key)
        if found is not None:
            assert found == payload(key), (me, turn, key, len(found))
            seen += 1
        if (turn + k + me) % 2 == 0:
            cache.put(key, payload(key))
    if me == 0 and turn % 7 == 3:
        cache.clear()
    if me == 1 and turn % 5 == 2:
        cache.shrink(90_000)
    cache.programs()
    cache.note(f"{me} {turn}")
print(seen)
"""

PROGRAM = """
import sys
import warnings
import numpy as np
import cutedsl.cute as cute

@cute.jit
def run(out: cute.Tensor, n: cute.Int32):
    out[0] = n * 2 + 1

warnings.simplefilter("error")
sys.stdin.readline()
for n in range(3):
    out = np.zeros(1, np.int32)
    cute.compile(run, out, n)(out, n)
    assert out[0] == 2 * n + 1
print("right")
"""


def together(commands: list[list[str]]) -> list[str]:
    """What processes print that are started, and then begin at the same time."""
    environment = os.environ | {"CUTEDSL_TARGET": "cpu"}
    running = [
        subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for command in commands
    ]
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    ended = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0] * len(running), "\n".join(error for _, error in ended)
    return [out for out, _ in ended]


def test_an_entry_is_whole_or_absent_whoever_writes_and_drops(own_cache: Path, tmp_path: Path) -> None:
    program = tmp_path / "worker.py"
    program.write_text(WORKER)
    seen = together([[str(program), str(k), str(own_cache)] for k in range(4)])
    assert sum(map(int, seen)) > 100  # of 1,440 look-ups
    cache = CompileCache(own_cache)
    assert {one.key for one in cache.programs()} <= {f"k{k}" for k in range(6)}
    assert [file.name for file in (own_cache / "programs").iterdir() if file.suffix != ".program"] == []


def test_processes_that_compile_one_program_are_all_right_and_leave_one_file(own_cache: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    assert together([[str(program)]] * 3) == ["right\n"] * 3
    assert len(list((own_cache / "programs").glob("*.program"))) == 1
    assert {file.suffix for file in (own_cache / "programs").iterdir()} <= {".program", ".image"}  # no part of a file
    environment = os.environ | {"CUTEDSL_TARGET": "cpu", "CUTEDSL_NO_COMPILE": "1"}
    again = subprocess.run([sys.executable, program], input="\n", text=True, capture_output=True, env=environment)
    assert again.stdout == "right\n", again.stderr
