"""Which machine a program is compiled for.

An explicit option, else the device of the tensors, else a GPU if one answers, else the CPU.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutedsl.config import config
from cutedsl.driver.options import CompileOptions
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.execution.devices import current_device, gpu_available

DEFAULT_ARCH = "sm_90a"
"""What the CPU target poses as, and what `show --stage ptx` compiles for, where no GPU is asked for."""


@frozen
class Target:
    """`kind` is "cpu" or "cuda"; `arch` is the GPU architecture compiled for (or posed as)."""

    kind: str
    arch: str


def choose_target(options: CompileOptions, devices: Sequence[str]) -> Target:
    """The target of a compilation whose real tensors lie on `devices` ("cpu", "cuda").

    Errors: unknown-target, missing-gpu, argument-device for tensors on both.
    """
    kinds = set(devices)
    if len(kinds) > 1:
        raise fail(
            "argument-device",
            "some tensors are on the CPU and some on the GPU",
            fix="Move all tensors of one call to the same device.",
        )
    asked = options.target or config().target
    if asked is None and options.gpu_arch is not None and not kinds:
        asked = "cuda" if gpu_available() else "cpu"
    kind = asked or (kinds.pop() if kinds else ("cuda" if gpu_available() else "cpu"))
    if kind == "gpu":
        kind = "cuda"
    if kind not in ("cpu", "cuda"):
        raise fail("unknown-target", f"the target is {kind!r}; it is `cpu` or `cuda`")
    if kind == "cuda" and not gpu_available():
        raise fail(
            "missing-gpu",
            "this program is compiled for a GPU, and no NVIDIA driver answers on this machine",
            fix='Run it on the CPU: CUTEDSL_TARGET=cpu, or options="--target cpu", with arrays in CPU memory.',
        )
    arch = options.gpu_arch or config().arch or (current_device().arch if kind == "cuda" else None) or DEFAULT_ARCH
    return Target(kind, arch)
