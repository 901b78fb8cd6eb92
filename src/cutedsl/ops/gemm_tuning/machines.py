"""What is known of the GPU that products run on: the numbers of the model, and what corrects it.

A file for each GPU; `python -m benchmarks.gpu.products_fit` writes them. Other GPUs are taken for an H200.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.ops.gemm_tuning.correction import Forest, Tree, features
from cutedsl.ops.gemm_tuning.cost import Machine, microseconds

PLACE = Path(__file__).parent / "machines"


@dataclass(frozen=True)
class KnownMachine:
    """A GPU's model, and trees that correct it, each by the part `rate`.

    `cluster_m` is the largest cluster that was measured, `parts` whether parts of results that overlap were.
    """

    machine: Machine
    trees: tuple[Tree, ...]
    rate: float
    cluster_m: int = 2
    parts: bool = False

    @cached_property
    def forest(self) -> Forest:
        """The trees, for several configurations at once."""
        return Forest(self.trees)

    def expected_us(self, problem: Problem, config: GemmConfig) -> float:
        """The time that a product takes, corrected. Units: microseconds."""
        return self.expected_times(problem, [config])[0]

    def expected_times(self, problem: Problem, configs: Sequence[GemmConfig]) -> list[float]:
        """The same of several ways to cut it."""
        plain_us = [microseconds(problem, config, self.machine) for config in configs]
        if not self.trees:
            return plain_us
        asked = [features(problem, config, self.machine, us) for config, us in zip(configs, plain_us, strict=True)]
        return [us * math.exp(self.rate * found) for us, found in zip(plain_us, self.forest.sums(asked), strict=True)]


def read_machine(path: Path) -> KnownMachine:
    """The machine of a file."""
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    numbers: dict[str, Any] = kept["machine"]
    machine = Machine(**{**numbers, "clusters": tuple(numbers["clusters"])})
    return KnownMachine(machine, tuple(kept["trees"]), kept["rate"], kept.get("cluster_m", 2), kept.get("parts", False))


@cache
def known_machine() -> KnownMachine:
    """The machine that choices are made for."""
    return read_machine(PLACE / "h200.json")
