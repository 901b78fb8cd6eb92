"""Which way a matrix product is cut: as measured on this machine, or else as the model of the machine expects best."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from cutedsl.ops.arrays import View
from cutedsl.ops.gemm.config import SHARED_BYTES, GemmConfig
from cutedsl.ops.gemm_tuning.candidates import Problem, candidates
from cutedsl.ops.gemm_tuning.cost import ends_inside_lines, microseconds
from cutedsl.ops.gemm_tuning.machines import known_machine
from cutedsl.ops.gemm_tuning.notes import noted
from cutedsl.targets.devices import is_gpu

COPY_BYTES: Final = 16
"""What addresses and strides are multiples of in a tensor map."""
_CORRECTED: Final = 64
"""How many of the best ways by the plain model are examined closely, and half as many whose tiles end inside lines.
These would take the places of others, of which the trees know more."""
_OF_EACH_FORM: Final = 4
"""The best ways of each form of tile without clusters are, too. Of 192 products the plain model had the fastest way
beyond its best 64 in 10. For 405x3072x8192 it was at place 200: 37 us, and 43 by the way that was taken. Where an
operand is not contiguous along K, too little was measured of such ways: 424x3072x8192 lost 20 %."""

_NARROW_HALVES: Final = GemmConfig(64, 32, stages=4, groups=1)
"""For gated products of so few columns that all other tiles are narrower."""


@dataclass(frozen=True, slots=True)
class Operand:
    """How a matrix lies: which of its last two axes is contiguous (or none), and whether a tensor map holds it."""

    dtype_name: str
    rank: int
    lead: int | None
    mapped: bool


def operand_of(view: View, *, written: bool = False) -> Operand:
    """The class of layouts that an array belongs to; all of a class run one program.

    An array that is `written` by a tensor map has rows of whole 16 bytes: a bulk store writes no less.
    """
    unit = COPY_BYTES // view.item_bytes
    for lead in (view.rank - 1, view.rank - 2):
        if view.strides[lead] == 1:
            others = [d for axis, d in enumerate(view.strides) if axis != lead]
            mapped = view.pointer % COPY_BYTES == 0 and all(d % unit == 0 and d > 0 for d in others)
            mapped = mapped and not (written and view.shape[lead] % unit)
            return Operand(view.dtype_name, view.rank, lead, mapped)
    return Operand(view.dtype_name, view.rank, None, False)


def has_wgmma(view: View) -> bool:
    """Whether the array is where Hopper's kernel runs: on such a GPU, or on the CPU, which runs any."""
    if not is_gpu(view.device):
        return True
    torch: Any = sys.modules["torch"]
    return torch.cuda.get_device_capability(view.device)[0] == 9


def config_for(problem: Problem) -> GemmConfig:
    """How to cut a product: what was noted on this machine, or else what the model expects to be fastest."""
    note = noted(problem)
    return ranked(problem)[0] if note is None else note.config


@lru_cache(4096)
def ranked(problem: Problem, most: int = 16) -> tuple[GemmConfig, ...]:
    """The `most` ways that the model expects to be fastest, best first."""
    known = known_machine()
    measured = (c for c in candidates(problem, parts=known.parts) if known.has_measured(c))
    plain = sorted(measured, key=lambda config: microseconds(problem, config, known.machine))
    whole = [config for config in plain if not ends_inside_lines(problem, config)]
    halves = [config for config in plain if ends_inside_lines(problem, config)]
    along_k = problem.a_along_k and problem.b_along_k
    forms = _best_of_forms(whole) if along_k else ()
    examined = dict.fromkeys((*whole[:_CORRECTED], *forms, *halves[: _CORRECTED // 2]))
    return tuple(known.in_order(problem, list(examined))[:most])


def _best_of_forms(configs: Sequence[GemmConfig]) -> list[GemmConfig]:
    """The first few ways of each form: rows of a tile, whether it is of the transposed result, turns, parts of K."""
    forms: dict[object, list[GemmConfig]] = {}
    for config in configs:
        if config.across == 1 and not config.stream_k:
            form = config.tile_m, config.swap, config.pingpong, config.cluster_k > 1
            forms.setdefault(form, []).append(config)
    return [config for some in forms.values() for config in some[:_OF_EACH_FORM]]


@lru_cache(4096)
def config_by_columns(problem: Problem, halves: int = 1) -> GemmConfig:
    """How to cut a product whose tiles have whole sums of columns of the result, not of its transpose.

    Where its n columns are those of several halves, tiles have these side by side.
    """
    known = known_machine()
    found = (c for c in candidates(problem, parts=False) if known.has_measured(c) and _holds(problem, c, halves))
    plain = sorted(found, key=lambda config: microseconds(problem, config, known.machine))
    return known.in_order(problem, plain[:_CORRECTED])[0] if plain else _NARROW_HALVES


@lru_cache(4096)
def config_for_groups(together: Problem, halves: int = 1) -> GemmConfig:
    """How to cut products by each of the batch's matrices (k,n); m is the number of rows of all groups together."""
    problem = replace(together, m=max(-(-together.m // together.batches), 1))
    machine = known_machine().machine
    alone = (config for config in candidates(problem, parts=False) if _has_tiles_alone(config))
    held = (config for config in alone if halves == 1 or _holds(problem, config, halves))
    found = min(held, key=lambda config: microseconds(problem, config, machine), default=_NARROW_HALVES)
    return replace(found, ahead=0)


def _holds(problem: Problem, config: GemmConfig, halves: int) -> bool:
    """Whether tiles of several halves can be cut so, with their stages and parts of results in shared memory."""
    taken = config.shared_bytes(problem.item_bytes, problem.out_bytes, halves)
    return config.has_halves(halves) and taken * config.resident <= SHARED_BYTES


def _has_tiles_alone(config: GemmConfig) -> bool:
    """Whether the kernel of groups has a configuration: it knows no clusters and no parts of tiles."""
    shared = config.stream_k or config.swap or config.pingpong
    return config.cluster == 1 and config.resident == 1 and not shared
