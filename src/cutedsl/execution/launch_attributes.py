"""A launch, and what it asks for besides its sizes as the driver takes it.

Source: CUDA Driver API, `CUlaunchConfig`, `CUlaunchAttribute`.
"""

from __future__ import annotations

import ctypes
import struct
from typing import NamedTuple

from cutedsl.arch.abi.cuda_launch import ATTRIBUTE, ATTRIBUTE_BYTES, ATTRIBUTE_VALUE, CONFIG, CONFIG_BYTES
from cutedsl.arch.abi.host import LaunchEvent
from cutedsl.errors.frozen import frozen

Bytes = ctypes.Array[ctypes.c_uint8]


@frozen
class Launch:
    """One kernel launch: grid, block and cluster sizes, dynamic shared memory in bytes, stream handle.

    With `use_pdl` it may start before the kernel before it has ended; `cooperative`: all blocks at a time; `events`:
    what it records, each with its handle.
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    cluster: tuple[int, int, int] = (1, 1, 1)
    smem_bytes: int = 0
    stream: int = 0
    use_pdl: bool = False
    cooperative: bool = False
    events: tuple[tuple[LaunchEvent, int], ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it asks for nothing but sizes."""
        return self.cluster == (1, 1, 1) and not (self.use_pdl or self.cooperative or self.events)


def launch_attributes(launch: Launch) -> Bytes:
    """`ATTRIBUTE_BYTES` bytes for each attribute."""
    asked: dict[str, tuple[int, ...]] = {}
    if launch.cluster != (1, 1, 1):
        asked["cluster"] = launch.cluster
    if launch.use_pdl:
        asked["use_pdl"] = (1,)
    if launch.cooperative:
        asked["cooperative"] = (1,)
    for event, handle in launch.events:
        asked[event.attribute] = (handle & 0xFFFFFFFF, handle >> 32, event.flags, event.at_block_start)
    packed = (ctypes.c_uint8 * (ATTRIBUTE_BYTES * len(asked)))()
    for index, (name, numbers) in enumerate(asked.items()):
        struct.pack_into("<I", packed, ATTRIBUTE_BYTES * index, ATTRIBUTE[name])
        struct.pack_into(f"<{len(numbers)}I", packed, ATTRIBUTE_BYTES * index + ATTRIBUTE_VALUE, *numbers)
    return packed


class LaunchConfig(NamedTuple):
    """A `CUlaunchConfig` at an address, with the attributes that it points to."""

    words: Bytes
    attributes: Bytes

    @property
    def address(self) -> int:
        return ctypes.addressof(self.words)


def launch_config(launch: Launch) -> LaunchConfig:
    """All of a launch but the kernel and its parameters."""
    attributes, words = launch_attributes(launch), (ctypes.c_uint8 * CONFIG_BYTES)()
    struct.pack_into("<7I", words, CONFIG["dims"], *launch.grid, *launch.block, launch.smem_bytes)
    struct.pack_into("<2Q", words, CONFIG["stream"], launch.stream, ctypes.addressof(attributes))
    struct.pack_into("<I", words, CONFIG["attribute_count"], len(attributes) // ATTRIBUTE_BYTES)
    return LaunchConfig(words, attributes)
