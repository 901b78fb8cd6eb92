"""`cutedsl doctor`: what this machine has of all that cutedsl can use, what is missing, and how to get it."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from cutedsl.config import VARIABLES, ConfigError, config, without_effect
from cutedsl.errors import DSLBaseError
from cutedsl.errors.frozen import frozen

_CORE = ("xdsl", "llvmlite", "numpy", "rich")
_EXTRAS = (
    ("cuda-bindings", "passing cuda-python streams"),
    ("torch", "passing torch tensors"),
    ("jax", "kernels in JAX programs"),
    ("apache-tvm-ffi", "kernels as TVM-FFI functions"),
    ("matplotlib", "layouts as figures"),
)


@frozen
class Finding:
    """One thing looked for. `state` is "ok", "missing" (can be done without) or "broken" (nothing works without)."""

    what: str
    state: str
    detail: str
    how: str = ""


def doctor(argv: Sequence[str]) -> int:
    """Exit code 0; 1 when something is broken; 2 for a wrong command line."""
    parser = argparse.ArgumentParser(
        prog="cutedsl doctor", description="What this machine has of all that cutedsl can use, and what is missing."
    )
    parser.add_argument("--json", action="store_true", help="the findings as JSON")
    try:
        options = parser.parse_args(list(argv))
    except SystemExit as stop:
        return int(stop.code or 0)
    findings = list(find())
    if options.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        _print(findings)
    return int(any(finding.state == "broken" for finding in findings))


def find() -> Iterator[Finding]:
    """All findings: the machine, packages, tools, settings, and a kernel run on each target."""
    from cutedsl.execution.cpu.pool import usable_cores

    yield Finding("Python", "ok", f"{platform.python_version()} ({sys.executable})")
    yield Finding("processor", "ok", f"{platform.machine()}, {usable_cores()} cores for this process")
    yield from (_package(name, "") for name in ("cutedsl", *_CORE))
    yield from (_package(name, use) for name, use in _EXTRAS)
    yield from _tools()
    yield from _settings()
    yield _kernel("a kernel on the CPU", "cpu", "broken")
    yield _calls()
    yield from _gpus()


def _package(name: str, use: str) -> Finding:
    """An installed package, or how to get it; `use` is what an optional one is for."""
    try:
        return Finding(name, "ok", importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        pass
    if name == "cutedsl":
        return Finding(name, "ok", "run from its source, not installed")
    if not use:
        return Finding(name, "broken", "not installed", f"pip install {name}")
    return Finding(name, "missing", f"optional: needed for {use}", f"pip install {name}")


def _tools() -> Iterator[Finding]:
    from cutedsl.codegen.nvptx.tools.nvdisasm import find_nvdisasm
    from cutedsl.codegen.nvptx.tools.ptxas import find_ptxas

    configured = config().ptxas
    if ptxas := find_ptxas(str(configured) if configured else None):
        yield Finding("ptxas", "ok", ptxas)
    else:
        how = "install the CUDA Toolkit, or set CUTEDSL_PTXAS"
        yield Finding("ptxas", "missing", "optional: needed for reports on registers and spills", how)
    if nvdisasm := find_nvdisasm():
        yield Finding("nvdisasm", "ok", nvdisasm)
    else:
        use = "optional: needed for `show --stage sass`"
        yield Finding("nvdisasm", "missing", use, "pip install nvidia-cuda-nvdisasm")


def _settings() -> Iterator[Finding]:
    place = config().cache_place
    if not config().cache:
        yield Finding("cache", "missing", "switched off", "unset CUTEDSL_CACHE")
    elif _writable(place):
        yield Finding("cache", "ok", str(place))
    else:
        yield Finding("cache", "missing", f"{place} cannot be written", "set CUTEDSL_CACHE_DIR to another folder")
    for name in (name for variable in VARIABLES for name in variable.names):
        if text := os.environ.get(name):
            yield Finding(name, "ok", text)
    for name, why in without_effect():
        yield Finding(name, "missing", f"has no effect: {why}", "take it out")


def _writable(place: os.PathLike[str]) -> bool:
    """Whether the folder, or the nearest one above it that exists, takes files."""
    folder = os.path.abspath(place)
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return os.access(folder, os.W_OK)


def _gpus() -> Iterator[Finding]:
    from cutedsl.execution.cuda.driver import driver
    from cutedsl.execution.devices import device

    try:
        count, version = driver().device_count(), driver().version()
    except DSLBaseError as error:
        reason = str(error).partition("\n")[0]
        yield Finding("NVIDIA GPU", "missing", reason, "kernels run on the CPU; for a GPU install NVIDIA's driver")
        return
    yield Finding("NVIDIA driver", "ok", f"serves CUDA {version[0]}.{version[1]}")
    for ordinal in range(count):
        one = device(ordinal)
        yield Finding(f"GPU {ordinal}", "ok", f"{one.name}, {one.arch}, {one.memory_bytes >> 30} GiB")
    yield _kernel("a kernel on the GPU", "cuda", "missing")


def _kernel(what: str, target: str, failed: str) -> Finding:
    """Compiles and runs a kernel."""
    from cutedsl.cli.doctor_kernel import run_once

    start = time.perf_counter()
    try:
        right = run_once(target)
    except (DSLBaseError, ConfigError, ImportError, OSError, RuntimeError) as error:
        return Finding(what, failed, str(error).partition("\n")[0], "report it, with this output")
    if not right:
        return Finding(what, failed, "gives a wrong result", "report it")
    return Finding(what, "ok", f"{1e3 * (time.perf_counter() - start):.0f} ms, compiling included")


def _calls() -> Finding:
    """Whether calls enter machine code at once, by the forms of their arguments."""
    from cutedsl.cli.doctor_kernel import python_calls
    from cutedsl.execution.native_calls.environment import environment

    what = "calls by machine code"
    if not environment().usable:
        return Finding(what, "missing", "not on this system or with this Python; calls go through Python")
    try:
        made, slow = python_calls()
    except (DSLBaseError, ConfigError, ImportError, OSError, RuntimeError) as error:
        return Finding(what, "broken", str(error).partition("\n")[0], "report it, with this output")
    if not slow:
        return Finding(
            what, "ok", f"all of {made}; `cutedsl.testing.slow_calls()` counts those of a program that are not"
        )
    reasons = "; ".join(slow)
    return Finding(
        what, "missing", f"{len(slow)} of {made} go through Python: {reasons}", "report it, with this output"
    )


def _print(findings: Sequence[Finding]) -> None:
    width = max(len(finding.what) for finding in findings)
    marks = {"ok": "ok     ", "missing": "missing", "broken": "BROKEN "}
    for finding in findings:
        print(f"{marks[finding.state]}  {finding.what:{width}}  {finding.detail}")
        if finding.how:
            print(f"{'':{width + 11}}-> {finding.how}")
