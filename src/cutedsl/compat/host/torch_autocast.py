"""Automatic mixed precision of "cuda" on the CPU: torch's own for the CPU, with a GPU's default type and answers."""

from __future__ import annotations

import functools
from typing import Any

from cutedsl.targets.devices import is_gpu


def provide_autocast(torch: Any) -> None:
    """`torch.autocast("cuda")` casts what runs on the CPU, and torch says so of "cuda"."""
    mode = torch.amp.autocast_mode
    begin, enabled, dtype = mode.autocast.__init__, torch.is_autocast_enabled, torch.get_autocast_dtype
    enable, set_dtype, cast = torch.set_autocast_enabled, torch.set_autocast_dtype, mode._cast

    @functools.wraps(begin)  # torch's compiler binds the arguments to the parameters that it sees
    def begin_on_cpu(
        self: Any, device_type: Any, dtype: Any = None, enabled: bool = True, cache_enabled: Any = None
    ) -> None:
        of_gpu = isinstance(device_type, str) and is_gpu(device_type)
        wanted = torch.get_autocast_dtype("cuda") if of_gpu and dtype is None else dtype
        begin(self, "cpu" if of_gpu else device_type, wanted, enabled, cache_enabled)

    @functools.wraps(enabled)
    def is_autocast_enabled(device_type: str | None = None) -> bool:
        return enabled("cpu" if device_type is None or is_gpu(device_type) else device_type)

    @functools.wraps(dtype)
    def get_autocast_dtype(device_type: str) -> Any:
        return dtype("cpu" if is_gpu(device_type) and enabled("cpu") else device_type)

    def cast_on_cpu(value: Any, device_type: str, dtype: Any) -> Any:
        """What `custom_fwd(cast_inputs=)` does: torch's own code sees tensors of the CPU."""
        return cast(value, "cpu" if is_gpu(device_type) else device_type, dtype)

    @functools.wraps(enable)
    def set_autocast_enabled(*given: Any) -> None:
        """Of ("cuda", whether) or (whether,): torch's compiler puts back what it was told."""
        enable("cpu" if len(given) == 1 or is_gpu(given[0]) else given[0], given[-1])

    @functools.wraps(set_dtype)
    def set_autocast_dtype(device_type: str, dtype: Any) -> None:
        set_dtype("cpu" if is_gpu(device_type) and enabled("cpu") else device_type, dtype)

    def get_autocast_gpu_dtype() -> Any:
        return get_autocast_dtype("cuda")

    mode.autocast.__init__, mode._cast = begin_on_cpu, cast_on_cpu
    for answer in (is_autocast_enabled, get_autocast_dtype, get_autocast_gpu_dtype):
        # As `torch.compiler.assume_constant_result`, which would import torch's compiler: it asks them while it traces,
        # as it does torch's own, and guards what it compiled by the state that they report.
        vars(answer)["_dynamo_marked_constant"] = True
        setattr(torch, answer.__name__, answer)
    torch.set_autocast_enabled, torch.set_autocast_dtype = set_autocast_enabled, set_autocast_dtype
