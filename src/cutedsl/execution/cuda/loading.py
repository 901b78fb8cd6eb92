"""Loads the kernels of a module under the names with which the driver's compiler spills least.

`cutlass` in a name changes how ptxas optimises (`passes/kernel_names.py`). Kernels that multiply on tensor cores keep
the word; of those that spill many registers, some spill far less without. One product had 32 registers and 2,416
bytes of local memory a thread, and without the word 166 and none. In one run, which is not kept, its program took 15 %
more time with the word. Another spills a sixth less without, and takes as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cutedsl.arch.ptx_names import plain_name, ptx_name
from cutedsl.config import config
from cutedsl.execution.cuda.driver import CudaDriver

MANY_LOCAL_BYTES: Final = 256
"""A thread's local memory from which the other names are tried: another compilation pays only where much is spilled."""


def load_kernels(api: CudaDriver, image: bytes, kernels: Sequence[str]) -> tuple[Any, tuple[Any, ...]]:
    """A module loaded into the current context, and the handles of its kernels, in the order of their symbols.

    Errors: those of `CudaDriver.load_module`.
    """
    names = [ptx_name(one) for one in kernels]
    loaded = _load(api, image, names)
    plain = [plain_name(one) for one in names]
    if image.startswith(b"\x7fELF") or plain == names or not config().optimises("plain-names"):
        return loaded
    spilled = _local_bytes(api, loaded[1])
    if spilled < MANY_LOCAL_BYTES:
        return loaded
    other = _load(api, _renamed(image, names, plain), plain)
    best, worst = (other, loaded) if _local_bytes(api, other[1]) < spilled else (loaded, other)
    api.unload_module(worst[0])
    return best


def _load(api: CudaDriver, image: bytes, names: Sequence[str]) -> tuple[Any, tuple[Any, ...]]:
    module = api.load_module(image)
    return module, tuple(api.function(module, name) for name in names)


def _renamed(image: bytes, names: Sequence[str], others: Sequence[str]) -> bytes:
    """PTX with other names. Where one begins another, that one is right all the same: both lack the same word."""
    for name, other in zip(names, others, strict=True):
        image = image.replace(name.encode(), other.encode())
    return image


def _local_bytes(api: CudaDriver, functions: Sequence[Any]) -> int:
    """Of a thread, over all kernels: what they spill, and arrays that cannot be registers."""
    return sum(api.function_attribute(one, "LOCAL_SIZE_BYTES") for one in functions)
