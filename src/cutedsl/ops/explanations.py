"""`explain`: which kernel a matrix product takes, why, how fast it could be at best, and how fast it is known to be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cutedsl.ops.arrays import View
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.few import GemvConfig
from cutedsl.ops.gemm.matrix_product import asked, matmul
from cutedsl.ops.gemm.plan import ProductPlan, problem_of, product_plan
from cutedsl.ops.gemm_tuning.machines import known_machine
from cutedsl.ops.gemm_tuning.notes import noted
from cutedsl.ops.plans import unrecorded
from cutedsl.ops.refuse import refused
from cutedsl.utils.hardware_info import DevicePeaks, device_peaks

_ITEM_RATES: Final = {1: 4.0, 2: 2.0, 4: 1.0}
"""Multiply-adds of matrix units, relative to those of tf32, by the bytes of an element."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Describes a call. Print it as text, or read its fields.

    `flops` and `moved_bytes` must be done and moved at least, each operand and the result once; `floor_us` is how long
    the GPU takes for them at its peaks, whichever takes longer (`bound`). `expected_us` is what the model of the
    machine says of this kernel, `measured_us` what `tune=True` measured here. Units: microseconds.
    """

    operation: str
    shape: str
    kernel: str
    config: GemmConfig | GemvConfig | None
    why: tuple[str, ...]
    machine: str
    flops: float
    moved_bytes: int
    floor_us: float
    bound: str
    expected_us: float | None
    measured_us: float | None

    def __str__(self) -> str:
        work = f"{_with_prefix(self.flops)}FLOP, {_with_prefix(self.moved_bytes)}B"
        lines = [
            f"{self.operation} {self.shape}",
            f"  kernel    {self.kernel}",
            *([] if self.config is None else [f"  config    {_fields(self.config)}"]),
            *(f"  {'because' if i == 0 else '':9} {reason}" for i, reason in enumerate(self.why)),
            f"  floor     {_rounded(self.floor_us)} us on {self.machine}, bound by its {self.bound}: {work}",
        ]
        for name, time_us in (("expected", self.expected_us), ("measured", self.measured_us)):
            if time_us is not None:
                rate = self.flops / time_us / 1e6
                share = f"{100 * self.floor_us / time_us:.0f} % of the floor's speed"
                lines.append(f"  {name:9} {_rounded(time_us)} us, {_rounded(rate)} TFLOP/s, {share}")
        return "\n".join(lines)


def explain(operation: Callable[..., Any], /, *arguments: Any, **named: Any) -> Explanation:
    """Explains which kernel `operation(*arguments, **named)` selects, and why; nothing is run or compiled.

    Shapes: those of the operation.

    Operations are `matmul`. Without a GPU it describes an H200.
    Errors: ops-function if the operation is another one; those of the operation.

    >>> import numpy as np
    >>> found = explain(matmul, np.ones((64, 256), np.float16), np.ones((256, 512), np.float16))
    >>> found.kernel, found.bound
    ('matrix units of warp groups, tiles by the copy engine', 'memory')
    """
    if operation is not matmul:
        name = getattr(operation, "__name__", repr(operation))
        raise refused("ops-function", f"`explain` of {name}", fix="Ask about `ops.matmul`, the one that it explains.")
    with unrecorded():
        return _explained(*arguments, **named)


def _explained(
    *arrays: Any, tune: bool = False, config: Any = None, allow_tf32: bool = False, **named: Any
) -> Explanation:
    """The explanation of a call of `matmul` with these arguments; `tune` changes nothing."""
    given = asked(*arrays, allow_tf32=allow_tf32, config=config, **named)
    peaks = device_peaks()
    plan = product_plan(given.a, given.b, given.out, given.terms, config, peaks.multiprocessors)
    va, vb, vo = given.a, given.b, given.out
    m, n, k = *vo.shape[-2:], va.shape[-1]
    batches = vo.shape[0] if vo.rank == 3 else 1
    flops = 2.0 * m * n * k * batches
    others = [view for view in (given.terms.c, *given.terms.vectors, *given.terms.operands) if view is not None]
    moved = sum(_held_bytes(view) for view in (va, vb, vo, *others))
    times = {"multipliers": flops / _rate(va, plan, peaks), "memory": moved / peaks.bytes_per_us}
    bound = max(times, key=lambda name: times[name])
    expected = measured = None
    if isinstance(plan.config, GemmConfig):
        problem = problem_of(plan.a, plan.b, vo, given.terms, peaks.multiprocessors)
        expected = known_machine().expected_us(problem, plan.config)
        note = noted(problem)
        measured = note.measured_us if note is not None and note.config == plan.config else None
    stack = f" x {batches}" if batches > 1 else ""
    shape = f"{m} x {n} x {k}{stack} {va.dtype_name} -> {vo.dtype_name}"
    return Explanation(
        "matmul",
        shape,
        _KERNELS[type(plan.config)],
        plan.config,
        plan.why,
        peaks.name,
        flops,
        moved,
        times[bound],
        bound,
        expected,
        measured,
    )


_KERNELS: Final[dict[type, str]] = {
    GemmConfig: "matrix units of warp groups, tiles by the copy engine",
    GemvConfig: "multiply-adds without matrix units, 16-byte loads along K",
    type(None): "the general kernel: tiles of 64 x 64, element by element, any strides",
}


def _rate(a: View, plan: ProductPlan, peaks: DevicePeaks) -> float:
    """Floating-point operations a microsecond of the units that multiply this type."""
    if (plan.config is None and a.dtype_name == "float32") or isinstance(plan.config, GemvConfig):
        return peaks.scalar_flops_per_us
    return peaks.tf32_flops_per_us * _ITEM_RATES[a.item_bytes]


def _held_bytes(view: View) -> int:
    """The bytes of an array's elements, each counted once however often it is repeated."""
    count = 1
    for extent, stride in zip(view.shape, view.strides, strict=True):
        count *= extent if stride else 1
    return count * view.item_bytes


def _rounded(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def _with_prefix(value: float) -> str:
    """A number with an SI prefix."""
    exponent = next((e for e in (12, 9, 6, 3) if value >= 10**e), 0)
    return f"{_rounded(value / 10**exponent)} { {12: 'T', 9: 'G', 6: 'M', 3: 'k', 0: ''}[exponent] }"


def _fields(config: GemmConfig | GemvConfig) -> str:
    """What of a configuration is not the default, in its order."""
    plain = type(config)()
    parts = [
        f"{name}={getattr(config, name)}"
        for name in type(config).__dataclass_fields__
        if getattr(config, name) != getattr(plain, name)
    ]
    return f"{type(config).__name__}({', '.join(parts)})"
