"""Compiles one IR kernel for this GPU and launches it on torch tensors and Python numbers."""

from __future__ import annotations

import ctypes
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from cutedsl.codegen.nvptx import compile_ptx, emit_nvptx
from cutedsl.execution.cuda.module import CudaModule
from cutedsl.execution.devices import current_device
from cutedsl.ir.text import parse_module


def slot(value: Any) -> int:
    """A kernel parameter as its 8-byte slot: a tensor's address, an int, or a float32."""
    if isinstance(value, torch.Tensor):
        return value.data_ptr()
    if isinstance(value, float):
        return struct.unpack("<I", struct.pack("<f", value))[0]
    return value & (2**64 - 1)


@dataclass
class DeviceProgram:
    """A kernel ready to launch; `times_ms` says what compiling it took."""

    text: str
    module: CudaModule = field(init=False)
    ptx: str = field(init=False)
    times_ms: dict[str, float] = field(default_factory=dict[str, float])

    def __post_init__(self) -> None:
        target = current_device().target
        parsed = parse_module(self.text)
        start = time.perf_counter()
        source = emit_nvptx(parsed, target)
        emitted = time.perf_counter()
        self.ptx = compile_ptx(source)
        compiled = time.perf_counter()
        self.module = CudaModule(self.ptx.encode(), source.kernels, target)
        self.module.load()
        loaded = time.perf_counter()
        self.times_ms = {
            "emit": 1e3 * (emitted - start),
            "llvm": 1e3 * (compiled - emitted),
            "driver": 1e3 * (loaded - compiled),
        }

    def launch(self, grid: int, block: int, *params: Any, smem_bytes: int = 0) -> None:
        """Starts the kernel on torch's current stream."""
        slots = (ctypes.c_uint64 * max(len(params), 1))(*map(slot, params))
        stream = torch.cuda.current_stream().cuda_stream
        self.module.launch(0, [grid, 1, 1, block, 1, 1, 1, 1, 1, smem_bytes, 0, 0], stream, ctypes.addressof(slots))


def relative_error(out: torch.Tensor, reference: torch.Tensor) -> float:
    """`|out - ref| / |ref|` in float64."""
    exact = reference.double()
    return float((out.double() - exact).norm() / exact.norm().clamp_min(1e-300))


def checked(name: str, error: float, limit: float) -> dict[str, Any]:
    """A result row; NaN never passes."""
    return {"check": name, "error": error, "limit": limit, "ok": bool(error <= limit)}


def median_spread(samples: Sequence[float]) -> tuple[float, float, float]:
    """Median, 10th and 90th percentile."""
    ordered = sorted(samples)
    last = len(ordered) - 1
    return ordered[round(0.5 * last)], ordered[round(0.1 * last)], ordered[round(0.9 * last)]
