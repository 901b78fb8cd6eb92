"""Stand-ins for the other GPUs of a program that runs on several: rank 0 of 2, whose peers' memory is its own.

They serve programs that only compile (`compiled.py`): nothing is sent, and no result means anything.
"""

from __future__ import annotations

import os
import sys
import types
from types import SimpleNamespace
from typing import Any

RANKS = 2


def stand_in() -> None:
    """For this process: `torch.distributed`, its symmetric memory, `nvshmem.core`, and torchrun's variables."""
    for name, value in {"RANK": 0, "LOCAL_RANK": 0, "WORLD_SIZE": RANKS, "LOCAL_WORLD_SIZE": RANKS}.items():
        os.environ[name] = str(value)
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="0")
    _torch()
    _nvshmem()


def _nothing(*_: object, **__: object) -> None:
    return None


def _torch() -> None:
    import torch
    import torch._C._distributed_c10d as c10d
    import torch.distributed as dist
    import torch.distributed._symmetric_memory as memory

    world = SimpleNamespace(group_name="0")
    stands: dict[str, Any] = {
        "init_process_group": _nothing,
        "destroy_process_group": _nothing,
        "barrier": _nothing,
        "broadcast": _nothing,
        "all_reduce": _nothing,
        "is_initialized": lambda: True,
        "get_rank": lambda *_: 0,
        "get_world_size": lambda *_: RANKS,
        "group": SimpleNamespace(WORLD=world),
    }
    _set(dist, stands)
    multicast = SimpleNamespace(has_multicast_support=lambda *_: True)
    _set(memory, {"empty": torch.empty, "rendezvous": _rendezvous, "_SymmetricMemory": multicast})
    _set(c10d, {"_SymmetricMemory": multicast})
    _set(torch.ops.symm_mem, {"multimem_all_reduce_": lambda tensor, *_: tensor.mul_(RANKS)})
    _set(torch.cuda, {"can_device_access_peer": lambda *_: True})


def _set(module: Any, names: dict[str, Any]) -> None:
    for name, value in names.items():
        setattr(module, name, value)


def _rendezvous(tensor: Any, *_: object, **__: object) -> SimpleNamespace:
    """The handle of a symmetric tensor, all of whose copies are this one."""
    address = tensor.data_ptr()
    return SimpleNamespace(
        multicast_ptr=address,
        buffer_ptrs=[address] * RANKS,
        get_buffer=lambda _rank, shape, dtype: tensor.view(dtype).reshape(-1)[: shape.numel()].view(shape),
        barrier=_nothing,
        world_size=RANKS,
        rank=0,
    )


def _nvshmem() -> None:
    import torch

    core: Any = types.ModuleType("nvshmem.core")
    vars(core).update(
        tensor=lambda shape, dtype: torch.empty(shape, dtype=dtype, device="cuda"),
        get_peer_tensor=lambda tensor, _rank: tensor,
        get_multicast_tensor=lambda _team, tensor: tensor,
        get_unique_id=lambda **_: SimpleNamespace(_data=torch.zeros(128, dtype=torch.uint8).numpy()),
        init=_nothing,
        finalize=_nothing,
        free_tensor=_nothing,
        Teams=SimpleNamespace(TEAM_NODE=0, TEAM_WORLD=0),
    )
    package: Any = types.ModuleType("nvshmem")
    package.core = core
    finder: Any = types.ModuleType("cuda.pathfinder")
    finder.load_nvidia_dynamic_lib = _nothing
    experimental: Any = types.ModuleType("cuda.core.experimental")
    experimental.Device = _Device
    cuda_core: Any = types.ModuleType("cuda.core")
    cuda_core.Device = _Device
    cuda_core.experimental = experimental
    sys.modules.update({"nvshmem": package, "nvshmem.core": core, "cuda.pathfinder": finder})
    sys.modules.update({"cuda.core": cuda_core, "cuda.core.experimental": experimental})


class _Device:
    """`cuda.core.Device`, as far as these programs use it."""

    def __init__(self, _number: int = 0) -> None:
        self.handle = 0

    def set_current(self) -> None:
        """Does nothing: there is one device."""

    def create_stream(self) -> Any:
        """A stream of the host's stand-in for CUDA."""
        import torch

        return torch.cuda.Stream()

    def sync(self) -> None:
        """Does nothing: nothing was launched."""
