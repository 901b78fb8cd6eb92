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
from typing import Any, Final

from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.ops.gemm_tuning.correction import Forest, Tree, features
from cutedsl.ops.gemm_tuning.cost import Machine, estimate

PLACE = Path(__file__).parent / "machines"
_SURE: Final = 0.01
"""By what part the time that all trees expect has to be shorter, to go against the earlier trees."""
_SURE_OF_SHARED_ROWS: Final = 0.02
"""The same for clusters along N, which the earlier trees know nothing of. Where less was expected of them, 14 of 200
products took 1 % longer in the mean than by the ways before. Three of them took 6 to 12 % longer (two runs on an
H200)."""


@dataclass(frozen=True)
class KnownMachine:
    """A GPU's model, and trees that correct it, each by the part `rate`.

    The last `later` of the trees were grown on fewer products than the others. `cluster_m` and `cluster_n` are the
    most blocks of a cluster along M and N that were measured, `parts` whether parts of results that overlap were.
    """

    machine: Machine
    trees: tuple[Tree, ...]
    rate: float
    cluster_m: int = 2
    parts: bool = False
    cluster_n: int = 1
    later: int = 0

    def has_measured(self, config: GemmConfig) -> bool:
        """Whether clusters like this one's were measured."""
        return config.cluster_m <= self.cluster_m and config.cluster_n <= self.cluster_n

    @cached_property
    def forests(self) -> tuple[Forest, Forest]:
        """The earlier and the later trees, for several configurations at once."""
        count = len(self.trees) - self.later
        return Forest(self.trees[:count] or (0.0,)), Forest(self.trees[count:] or (0.0,))

    def expected_us(self, problem: Problem, config: GemmConfig) -> float:
        """The time that a product takes, corrected. Units: microseconds."""
        return self._expected(problem, [config])[0][1]

    def in_order(self, problem: Problem, configs: Sequence[GemmConfig]) -> list[GemmConfig]:
        """Several ways to cut a product, the fastest first.

        What all trees expect to be fastest comes first only if they expect it to take 1 % less than the favourite of
        the earlier ones. Without this, later trees changed 55 of 200 choices on an H200, without a gain in the mean.
        """
        times = [
            (before, now * (1 + _SURE_OF_SHARED_ROWS if config.cluster_n > 1 else 1.0))
            for (before, now), config in zip(self._expected(problem, configs), configs, strict=True)
        ]
        order = sorted(range(len(configs)), key=lambda n: times[n][1])
        favourite = min(order, key=lambda n: times[n][0])
        if times[order[0]][1] > (1 - _SURE) * times[favourite][1]:
            order = [favourite, *(n for n in order if n != favourite)]
        return [configs[n] for n in order]

    def _expected(self, problem: Problem, configs: Sequence[GemmConfig]) -> list[tuple[float, float]]:
        """What the earlier trees expect, and what all of them do."""
        plain = [estimate(problem, config, self.machine) for config in configs]
        if not self.trees:
            return [(us.whole, us.whole) for us in plain]
        asked = [features(problem, config, self.machine, us) for config, us in zip(configs, plain, strict=True)]
        earlier, later = (forest.sums(asked) for forest in self.forests)
        factors = [
            (math.exp(self.rate * a), math.exp(self.rate * (a + b))) for a, b in zip(earlier, later, strict=True)
        ]
        return [(us.whole * before, us.whole * now) for us, (before, now) in zip(plain, factors, strict=True)]


def read_machine(path: Path) -> KnownMachine:
    """The machine of a file."""
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    numbers: dict[str, Any] = kept["machine"]
    machine = Machine(**{**numbers, "clusters": tuple(numbers["clusters"])})
    measured = {name: kept[name] for name in ("cluster_m", "cluster_n", "parts", "later") if name in kept}
    return KnownMachine(machine, tuple(kept["trees"]), kept["rate"], **measured)


@cache
def known_machine() -> KnownMachine:
    """The machine that choices are made for."""
    return read_machine(PLACE / "h200.json")
