"""Which kernel runs a matrix product, and how it is cut."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Final

from cutedsl.ops.arrays import View
from cutedsl.ops.matmul_config import GemmConfig

COPY_BYTES: Final = 16
"""What addresses and strides are multiples of in a tensor map."""


@dataclass(frozen=True, slots=True)
class Operand:
    """How a matrix lies: which of its last two axes is contiguous (or none), and whether a tensor map holds it."""

    dtype_name: str
    rank: int
    lead: int | None
    mapped: bool


def operand_of(view: View) -> Operand:
    """The class of layouts that an array belongs to; all of a class run one program."""
    unit = COPY_BYTES // view.item_bytes
    for lead in (view.rank - 1, view.rank - 2):
        if view.strides[lead] == 1:
            others = [d for axis, d in enumerate(view.strides) if axis != lead]
            mapped = view.pointer % COPY_BYTES == 0 and all(d % unit == 0 and d > 0 for d in others)
            return Operand(view.dtype_name, view.rank, lead, mapped)
    return Operand(view.dtype_name, view.rank, None, False)


def has_wgmma(view: View) -> bool:
    """Whether the array is where Hopper's kernel runs: on such a GPU, or on the CPU, which runs any."""
    if not view.device.startswith("cuda"):
        return True
    torch: Any = sys.modules["torch"]
    return torch.cuda.get_device_capability(view.device)[0] == 9


def config_for(m: int, n: int, batches: int, blocks: int) -> GemmConfig:
    """The tiles of a product (M,N) for `blocks` multiprocessors: the largest that leave few of them idle."""
    for config in (GemmConfig(), GemmConfig(tile_n=128), GemmConfig(tile_m=64, tile_n=128, groups=1, cluster_m=1)):
        tiles = -(-m // config.tile_m) * -(-n // config.tile_n) * batches
        if 4 * tiles >= 3 * blocks:
            return config
    return GemmConfig(tile_m=64, tile_n=64, groups=1, cluster_m=1)
