"""Which target a program is compiled for.

An explicit option, else the device of the tensors, else a GPU if one answers, else the CPU.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cutedsl.config import config
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.errors import fail
from cutedsl.execution.devices import current_device, gpu_available
from cutedsl.targets.cpu import CpuTarget
from cutedsl.targets.devices import CPU, CUDA
from cutedsl.targets.nvidia import NvidiaTarget
from cutedsl.targets.protocol import Target

DEFAULT_ARCH = "sm_90a"
"""The GPU that the CPU target imitates, and that `show --stage ptx` compiles for, where no GPU is requested."""
_targets: Final[dict[str, Callable[[str], Target]]] = {CPU: CpuTarget, CUDA: NvidiaTarget, "gpu": NvidiaTarget}


def register_target(kind: str, make: Callable[[str], Target]) -> None:
    """From now on `--target <kind>` and `CUTEDSL_TARGET=<kind>` name a target; `make` is given a GPU architecture.

    A target may use it as a model of what programs ask of a GPU, or ignore it. Another call replaces the target.
    """
    _targets[kind] = make


def target_named(kind: str, arch: str = DEFAULT_ARCH) -> Target:
    """The target of a name. Errors: unknown-target."""
    make = _targets.get(kind)
    if make is None:
        names = [name for name in _targets if name not in (CPU, "gpu", CUDA)]
        others = "".join(f", `{name}`" for name in names)
        raise fail("unknown-target", f"the target must be `cpu` or `cuda`{others and ' or' + others[1:]}, got {kind!r}")
    return make(arch)


def choose_target(options: CompileOptions, devices: Sequence[str]) -> Target:
    """The target of a compilation whose real tensors lie on `devices` ("cpu", "cuda").

    Errors: unknown-target, missing-gpu, argument-device for tensors on both.
    """
    kinds = set(devices)
    if len(kinds) > 1:
        raise fail(
            "argument-device",
            "the tensors of one call must be on one device; some are on the CPU and some on the GPU",
            fix="Move all tensors of one call to the same device.",
        )
    asked = options.target or config().target
    if asked is None and options.gpu_arch is not None and not kinds:
        asked = _here()
    found = target_named(asked or (kinds.pop() if kinds else _here()))
    if found.on_gpu and not gpu_available():
        raise fail(
            "missing-gpu",
            "this program was compiled for a GPU, but this machine has no NVIDIA driver",
            fix='Run it on the CPU: CUTEDSL_TARGET=cpu, or options="--target cpu", with arrays in CPU memory.',
        )
    arch = options.gpu_arch or config().arch or (current_device().arch if found.on_gpu else None) or DEFAULT_ARCH
    return target_named(found.kind, arch)


def _here() -> str:
    return CUDA if gpu_available() else CPU
