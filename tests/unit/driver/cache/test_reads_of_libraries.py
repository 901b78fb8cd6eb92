"""What a trace reads by functions of libraries is read again: the program is not kept for other processes."""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np

HEAD = """
import gzip, sqlite3, sys, numpy as np, pathlib
import cutedsl.cute as cute
"""
ONE = """
def value{n}():
    file = sys.argv[1 + {n}]
    return {value}
@cute.jit
def run{n}(y: cute.Tensor):
    y[0] = float(value{n}())
y = np.zeros(1, np.float32)
run{n}(y)
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


def test_files_read_by_libraries_are_read_again(tmp_path: Path) -> None:
    program, files = tmp_path / "prog.py", [tmp_path / f"{n}.npy" for n in range(len(WAYS))]
    program.write_text(HEAD + "".join(ONE.format(n=n, value=way) for n, way in enumerate(WAYS)))
    environment = {**os.environ, "CUTEDSL_CACHE_DIR": str(tmp_path / "cache"), "CUTEDSL_TARGET": "cpu"}
    for value in (1, 2):
        for file, write in zip(files, WAYS.values(), strict=True):
            write(file, value)
        command = [sys.executable, str(program), *map(str, files)]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=100)
        assert dict(zip(WAYS, map(float, ran.stdout.split()), strict=True)) == dict.fromkeys(WAYS, value)
