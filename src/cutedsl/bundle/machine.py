"""Which machines run the host code of a bundle: system, Python, instructions of the CPU, and cutedsl's own run time."""

from __future__ import annotations

import platform
import sys
from typing import Any, Final

from cutedsl.driver.cache.toolchain import cpu_features, cpu_name, interface_stamp

_LINES: Final = ("flags", "Features")
"""What Linux calls the CPU's instructions, on x86 and on Arm."""
_OTHER_NAMES: Final = {
    "sse3": "pni",
    "lzcnt": "abm",
    "sahf": "lahflm",
    "bmi": "bmi1",
    "rdrnd": "rdrand",
    "prfchw": "3dnowprefetch",
    "sha": "shani",
    "pclmul": "pclmulqdq",
    "neon": "asimd",
}
"""Instructions that LLVM calls otherwise than Linux, both without punctuation."""


def described() -> dict[str, Any]:
    """This machine, as a bundle that is made here notes it."""
    features, here = cpu_features(), system_flags()
    known = {_plain(flag): flag for flag in here or ()}
    plain = [_OTHER_NAMES.get(_plain(name), _plain(name)) for name in features]
    return {
        "stamp": interface_stamp(),
        "python": _python(),
        "system": _system(),
        "cpu": cpu_name(),
        "features": features,
        "flags": sorted({known[name] for name in plain if name in known}),
    }


def misfit(made_on: dict[str, Any]) -> str | None:
    """Why host code that was made on another machine does not run here; None where it does.

    Linux lists a CPU's instructions; elsewhere LLVM is asked.
    """
    if made_on["stamp"] != interface_stamp():
        return "it was made by a version of cutedsl with another run time"
    if made_on["python"] != _python():
        return f"it was made for {made_on['python']}, and this is {_python()}"
    if made_on["system"] != _system():
        return f"it was made for {made_on['system']}, and this is {_system()}"
    here = system_flags()
    lacking = set(made_on["features"]) - set(cpu_features()) if here is None else set(made_on["flags"]) - here
    if lacking:
        shown = ", ".join(sorted(lacking)[:4])
        return f"it was made for a CPU ({made_on['cpu']}) with {shown}, which this one lacks"
    return None


def system_flags() -> set[str] | None:
    """The instructions that Linux lists for the first core; None where nothing lists them."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                name, _, words = line.partition(":")
                if name.strip() in _LINES:
                    return set(words.split())
    except OSError:
        pass
    return None


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").replace(".", "")


def _python() -> str:
    return f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}"


def _system() -> str:
    return f"{sys.platform} {platform.machine()}"
