"""What a trace reads by functions of libraries is read again: the program is not kept for other processes."""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

PROGRAM = """
import gzip, sqlite3, sys, numpy as np, pathlib
import cutedsl.cute as cute
file = sys.argv[1]
def value():
    return {value}
@cute.jit
def run(y: cute.Tensor):
    y[0] = float(value())
y = np.zeros(1, np.float32)
run(y)
print(y[0])
"""


def write_database(file: Path, value: int) -> None:
    with sqlite3.connect(file) as base:
        base.execute("create table if not exists t(v)")
        base.execute("delete from t")
        base.execute("insert into t values (?)", (value,))


def write_compressed(file: Path, value: int) -> None:
    with gzip.open(file, "w") as out:
        out.write(str(value).encode())


WAYS = {
    "np.load(file)[0]": lambda file, value: np.save(file, np.array([value])),
    "gzip.open(file).read()": write_compressed,
    "sqlite3.connect(file).execute('select v from t').fetchone()[0]": write_database,
    "pathlib.Path(file).is_dir() + 1": lambda file, value: file.mkdir() if value == 2 else None,
}


@pytest.mark.parametrize("way", WAYS)
def test_what_a_library_reads_is_read_again(way: str, tmp_path: Path) -> None:
    program, file = tmp_path / "prog.py", tmp_path / "data.npy"
    program.write_text(PROGRAM.format(value=way))
    environment = {**os.environ, "CUTEDSL_CACHE_DIR": str(tmp_path / "cache"), "CUTEDSL_TARGET": "cpu"}
    found: list[float] = []
    for value in (1, 2):
        WAYS[way](file, value)
        command = [sys.executable, str(program), str(file)]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=100)
        found.append(float(ran.stdout))
    assert found == [1, 2]
