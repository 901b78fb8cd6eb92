"""A class that is made again, by a notebook's cell that runs twice, is the class of the calls that follow."""

from __future__ import annotations

import linecache
from typing import Any

CELL = """
from dataclasses import dataclass
from typing import NamedTuple
import numpy as np
import cutedsl as cutlass
from cutedsl import cute

@dataclass
class Pair:
    x: cute.Tensor
    n: cutlass.Int32

class Two(NamedTuple):
    x: cute.Tensor
    n: cutlass.Int32

@cute.jit
def put(pair: Pair, two: Two):
    pair.x[0] = pair.x.element_type(pair.n)
    two.x[1] = two.x.element_type(two.n)

x = np.zeros(2, np.float32)
for turn in range(3):
    put(Pair(x, 5 + turn), Two(x, 6))
"""


def test_a_cell_with_a_class_runs_again() -> None:
    lines: list[str] = [str(line) for line in CELL.splitlines(keepends=True)]
    linecache.cache["<classes>"] = (len(CELL), None, lines, "<classes>")
    names: list[dict[str, Any]] = []
    for _ in range(3):
        names.append({"__name__": "__main__"})
        exec(compile(CELL, "<classes>", "exec"), names[-1])
        assert names[-1]["x"].tolist() == [7, 6]
    assert names[0]["Pair"] is not names[1]["Pair"]
