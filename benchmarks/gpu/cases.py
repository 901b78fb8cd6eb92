"""The GPU checks and timings, one function a case; each runs in a process of its own."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.gpu import device_kernels as kernels
from benchmarks.gpu.attention_cases import attention, attention_forms, attention_ladder
from benchmarks.gpu.device_program import DeviceProgram, checked, median_spread, relative_error
from benchmarks.gpu.gemm_cases import gemm_ladder, gemm_shapes
from benchmarks.gpu.timing import timed
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cuda.driver import driver
from cutedsl.execution.devices import current_device

Rows = list[dict[str, Any]]


def _poisoned(like: torch.Tensor) -> torch.Tensor:
    return torch.full_like(like, float("nan")) if like.is_floating_point() else torch.full_like(like, -77)


def device() -> Rows:
    """What the driver says of the device, and one kernel's resources."""
    one = current_device()
    program = DeviceProgram(kernels.ROW_SUM)
    found = program.module.resources(0)
    row = {
        "device": one.name,
        "arch": one.arch,
        "sms": one.sm_count,
        "driver": driver().version(),
        "l2_bytes": one.l2_bytes,
        "registers": found.registers,
        "local_bytes": found.local_bytes,
        "compile_ms": program.times_ms,
        "ok": found.local_bytes == 0 and torch.cuda.get_device_name() == one.name,
    }
    return [row]


_UNARY: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "exp": np.exp,
    "exp2": np.exp2,
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "tanh": np.tanh,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "floor": np.floor,
    "ceil": np.ceil,
    "trunc": np.trunc,
    "roundeven": np.rint,
    "erf": lambda x: torch.erf(torch.from_numpy(x)).numpy(),
}
_POSITIVE = frozenset({"log", "log2", "log10", "sqrt", "rsqrt"})


def math() -> Rows:
    """Every math function on the device against float64, in units of the last place; fast-math by relative error."""
    rng, rows, count = np.random.default_rng(), [], 1 << 18
    for name, reference in _UNARY.items():
        host = rng.uniform(1e-3 if name in _POSITIVE else -80, 80, count).astype(np.float32)
        if name in ("sin", "cos", "tan"):
            host[::3] = rng.uniform(-1e30, 1e30, host[::3].size)
        x = torch.from_numpy(host).cuda()
        exact = reference(host.astype(np.float64))
        out = _run_elementwise(f"math.{name}", x)
        rows.append(checked(name, _ulps(out, exact), 4.0))
        if name not in ("erf", "floor", "ceil", "trunc", "roundeven"):
            top = 1.2 if name == "tan" else 3.0  # tan has a pole at pi/2, where no approximation holds
            small = torch.from_numpy(rng.uniform(0.1, top, count).astype(np.float32)).cuda()
            fast = _run_elementwise(f"math.{name}", small, flags="fast")
            wanted = torch.from_numpy(reference(small.cpu().numpy().astype(np.float64)))
            rows.append(checked(f"{name} fast", relative_error(fast.cpu(), wanted), 2e-3))
    return rows + _binary_math(rng, count)


def _binary_math(rng: np.random.Generator, count: int) -> Rows:
    x = rng.uniform(0.01, 10, count).astype(np.float32)
    y = rng.uniform(-10, 10, count).astype(np.float32)
    rows: Rows = []
    for op, reference in (
        ("math.powf", np.power),
        ("math.atan2", np.arctan2),
        ("cute.fmod", np.fmod),
        ("arith.divf", np.divide),
    ):
        out = _run_elementwise(op, torch.from_numpy(x).cuda(), torch.from_numpy(y).cuda())
        rows.append(checked(op, _ulps(out, reference(x.astype(np.float64), y.astype(np.float64))), 2.0))
    return rows


def _run_elementwise(op: str, *inputs: torch.Tensor, flags: str = "") -> torch.Tensor:
    names = {torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16"}
    program = DeviceProgram(kernels.elementwise(op, names[inputs[0].dtype], len(inputs), flags))
    out = _poisoned(inputs[0])
    count = out.numel()
    program.launch((count + 255) // 256, 256, *inputs, out, count)
    torch.cuda.synchronize()
    return out


def _ulps(out: torch.Tensor, exact: np.ndarray) -> float:
    got, rounded = out.cpu().numpy(), exact.astype(np.float32)
    unit = np.spacing(np.maximum(np.abs(rounded), np.finfo(np.float32).tiny)).astype(np.float64)
    return float(np.max(np.abs(got.astype(np.float64) - exact) / unit))


def narrow_floats() -> Rows:
    """16-bit arithmetic and math against float64."""
    rows: Rows = []
    for dtype, limit in ((torch.float16, 1e-3), (torch.bfloat16, 8e-3)):
        a, b = (torch.rand(1 << 16, device="cuda").add(0.5).to(dtype) for _ in range(2))
        for op, reference in (
            ("arith.addf", torch.add),
            ("arith.mulf", torch.mul),
            ("arith.divf", torch.div),
            ("arith.maximumf", torch.maximum),
        ):
            out = _run_elementwise(op, a, b)
            rows.append(checked(f"{op} {dtype}", relative_error(out, reference(a.double(), b.double())), limit))
        out = _run_elementwise("math.exp", a)
        rows.append(checked(f"exp {dtype}", relative_error(out, a.double().exp()), limit))
    return rows


_SHUFFLED = (("i32", torch.int32), ("i64", torch.int64), ("f32", torch.float32), ("f16", torch.float16))


def simt() -> Rows:
    """Shuffles, votes, atomics, large dynamic shared memory."""
    rows: Rows = []
    x = torch.randint(-(2**30), 2**30, (1024,), device="cuda", dtype=torch.int32)
    lanes = torch.arange(1024, device="cuda")
    lane, warp = lanes % 32, lanes - lanes % 32
    for mode, offset, source in (
        ("bfly", 5, lane ^ 5),
        ("idx", 7, torch.full_like(lane, 7)),
        ("up", 3, torch.where(lane >= 3, lane - 3, lane)),
        ("down", 3, torch.where(lane < 29, lane + 3, lane)),
    ):
        for element, dtype in (
            ("i32", torch.int32),
            ("i64", torch.int64),
            ("f32", torch.float32),
            ("f16", torch.float16),
        ):
            values = x.to(dtype) if dtype != torch.float16 else torch.randn(1024, device="cuda").half()
            out = _poisoned(values)
            DeviceProgram(kernels.shuffle(mode, element, offset)).launch(4, 256, values, out)
            torch.cuda.synchronize()
            rows.append(checked(f"shuffle {mode} {element}", float((out != values[warp + source]).sum()), 0))
    votes = torch.zeros(32, device="cuda", dtype=torch.int32)
    DeviceProgram(kernels.ballot()).launch(4, 256, x, votes)
    wanted = ((x.view(32, 32) > 0).long() << torch.arange(32, device="cuda")).sum(1).to(torch.int32)
    rows.append(checked("ballot", float((votes != wanted).sum()), 0))
    return rows + _atomics() + _shared_memory()


def _atomics() -> Rows:
    rows: Rows = []
    for kind, element, dtype in (
        ("add", "i32", torch.int32),
        ("max", "i32", torch.int32),
        ("min", "i64", torch.int64),
        ("add", "f32", torch.float32),
        ("max", "f32", torch.float32),
        ("add", "f16", torch.float16),
    ):
        values = torch.randint(-8, 9, (1024,), device="cuda").to(dtype)
        start = 100 if kind == "min" else -100 if kind == "max" else 0
        out = torch.full((1,), start, device="cuda", dtype=dtype)
        DeviceProgram(kernels.atomic(kind, element)).launch(4, 256, values, out)
        wide = values.double()
        exact = {"add": wide.sum(), "max": wide.max(), "min": wide.min()}[kind]
        rows.append(checked(f"atomic {kind} {element}", float((out.double() - exact).abs()), 0))
    return rows


def _shared_memory() -> Rows:
    rows: Rows = []
    for elems in (1024, 20_000, 58_112):  # 4 KiB, 80 KB, 227 KiB
        x = torch.randn(8, elems, device="cuda")
        out = _poisoned(x)
        DeviceProgram(kernels.reverse_through_shared_memory(elems)).launch(8, 256, x, out)
        torch.cuda.synchronize()
        rows.append(checked(f"shared memory {elems * 4} bytes", float((out != x.flip(1)).sum()), 0))
    return rows


def printing() -> Rows:
    """Device printing; the runner looks for the line in this process's output."""
    DeviceProgram(kernels.printing()).launch(2, 64, 2.5, 1 << 40)
    torch.cuda.synchronize()
    return [{"check": "printing", "ok": True, "expect_output": f"device says 0 2.500000 {1 << 40} 100%"}]


def _fails_with(text: str, *params: Any) -> str:
    program = DeviceProgram(text)
    program.launch(1, 32, *params)
    try:
        driver().synchronize()
    except DSLUserCodeError as error:
        return f"{error.name}: {error.message}"
    return "no error"


def illegal_access() -> Rows:
    """An access outside every allocation becomes a named error."""
    said = _fails_with(kernels.out_of_bounds(), torch.zeros(4, device="cuda"))
    return [{"check": "illegal access", "said": said, "ok": said.startswith("driver-error") and "ILLEGAL" in said}]


def trap() -> Rows:
    """A trap becomes a named error, and the driver prints its message."""
    said = _fails_with(kernels.trap(), 1)
    return [{"check": "trap", "said": said, "ok": said.startswith("kernel-trap"), "expect_output": "a check failed"}]


def row_sum() -> Rows:
    """The row sum: correctness on odd shapes, then time against torch and a plain copy."""
    program = DeviceProgram(kernels.ROW_SUM)
    rows: Rows = []
    for m, n in ((7, 512), (1000, 1024), (4096, 4096)):
        x = torch.randn(m, n, device="cuda")
        out = _poisoned(x[:, 0].contiguous())
        program.launch(m, 128, x, out, n)
        rows.append(checked(f"row sum {m}x{n}", relative_error(out, x.double().sum(1)), 1e-6))
    for m, n in ((4096, 4096), (16384, 8192)):
        x, out = torch.randn(m, n, device="cuda"), torch.empty(m, device="cuda")
        target = torch.empty_like(x)
        variants: dict[str, Callable[[], object]] = {
            "cutedsl": lambda x=x, out=out, m=m, n=n: program.launch(m, 128, x, out, n),
            "torch.sum": lambda x=x, out=out: torch.sum(x, 1, out=out),
        }
        if (triton := _triton_row_sum()) is not None:
            variants["triton"] = lambda x=x, out=out, triton=triton: triton(x, out)
        rows.append({"time": f"row sum {m}x{n} f32", "results": timed(variants, x.nbytes + out.nbytes), "ok": True})
        copied = timed({"torch copy": lambda x=x, target=target: target.copy_(x)}, 2 * x.nbytes)
        rows.append({"time": f"device copy {m}x{n} f32 (the ceiling)", "results": copied, "ok": True})
    return rows


def _triton_row_sum() -> Callable[[torch.Tensor, torch.Tensor], object] | None:
    """The same sum in Triton, one row a program, or None where Triton is missing or fails to compile."""
    try:
        from benchmarks.gpu.triton_row_sum import row_sum as triton_row_sum

        triton_row_sum(torch.zeros(2, 512, device="cuda"), torch.zeros(2, device="cuda"))
    except Exception as error:  # a baseline only: its absence is reported, not fatal
        print(f"triton baseline unavailable: {error!r}", file=sys.stderr)
        return None
    return triton_row_sum


def copy_widths() -> Rows:
    """Copy bandwidth by access width: 4, 8 and 16 bytes a thread."""
    count = 1 << 28
    x = torch.randn(count, device="cuda")
    variants: dict[str, Callable[[], object]] = {}
    rows: Rows = []
    for lanes in (1, 2, 4, 8):
        program, out = DeviceProgram(kernels.copy(lanes)), _poisoned(x)
        grid = (count // lanes + 255) // 256
        program.launch(grid, 256, x, out, count)
        rows.append(checked(f"copy x{lanes}", float((out != x).sum()), 0))
        variants[f"{4 * lanes} bytes"] = lambda program=program, out=out, grid=grid: program.launch(
            grid, 256, x, out, count
        )
        del out
    target = torch.empty_like(x)
    variants["torch copy"] = lambda: target.copy_(x)
    rows.append({"time": f"copy of {count} float32", "results": timed(variants, 2 * x.nbytes), "ok": True})
    return rows


def unroll_study() -> Rows:
    """The scalar row sum under a bounds test, unrolled by hints: what LLVM's own choice leaves on the table."""
    rows: Rows = []
    for m, n in ((4096, 4096), (16384, 8192)):
        x = torch.randn(m, n, device="cuda")
        exact, variants = x.double().sum(1), dict[str, Callable[[], object]]()
        for count in (0, 1, 2, 4, 8):
            hint = f"cute.unroll = {count} : i32" if count else ""
            program, out = DeviceProgram(kernels.scalar_row_sum(hint)), torch.full((m,), float("nan"), device="cuda")
            program.launch(m, 128, x, out, n)
            rows.append(checked(f"scalar row sum {m}x{n} {hint}", relative_error(out, exact), 1e-6))
            variants[hint or "no hint"] = lambda program=program, out=out, m=m, n=n, x=x: program.launch(
                m, 128, x, out, n
            )
        target = torch.empty(m, device="cuda")
        variants["torch.sum"] = lambda x=x, target=target: torch.sum(x, 1, out=target)
        rows.append({"time": f"scalar row sum {m}x{n}", "results": timed(variants, x.nbytes), "ok": True})
    return rows


def launch_overhead() -> Rows:
    """Host time of one launch through `CudaModule.launch`, without waiting for the device."""
    program, out = DeviceProgram(kernels.copy(4)), torch.zeros(1024, device="cuda")
    return [{"time": "host launch", **_host_time(lambda: program.launch(1, 256, out, out, 1024)), "ok": True}]


def public_api() -> Rows:
    """The row sum example as an author writes it, on torch tensors on the GPU: called directly, and compiled once."""
    import cutedsl.cute as cute
    from examples.row_sum import reduce_sum

    rows: Rows = []
    for m, n in ((1000, 1001), (4096, 4096)):
        x = torch.randn(m, n, device="cuda")
        out = _poisoned(x[:, 0].contiguous())
        reduce_sum(x, out)  # pyright: ignore[reportArgumentType]
        torch.cuda.synchronize()
        rows.append(checked(f"examples/row_sum {m}x{n}", relative_error(out, x.double().sum(1)), 1e-6))
    for m, n in ((4096, 4096), (16384, 8192)):
        x, out, target = torch.randn(m, n, device="cuda"), torch.empty(m, device="cuda"), torch.empty(m, device="cuda")
        compiled = cute.compile(reduce_sum, x, out)
        variants: dict[str, Callable[[], object]] = {
            "cutedsl, compiled": lambda x=x, out=out, compiled=compiled: compiled(x, out),
            "torch.sum": lambda x=x, target=target: torch.sum(x, 1, out=target),
        }
        rows.append({"time": f"examples/row_sum {m}x{n}", "results": timed(variants, x.nbytes), "ok": True})
        direct = _host_time(lambda x=x, out=out: reduce_sum(x, out), batch=3)  # pyright: ignore[reportArgumentType]
        once = _host_time(lambda x=x, out=out, compiled=compiled: compiled(x, out))
        rows.append({"time": "direct call, host", **direct, "ok": True})
        rows.append({"time": "compiled call, host", **once, "ok": True})
    return rows


def row_sum_forms() -> Rows:
    """The plain and the vector row sum of the examples against torch, Triton and the device's read limit."""
    import cutedsl.cute as cute
    from examples.row_sum import reduce_sum
    from examples.row_sum_vector import compiled as vector_sum

    rows: Rows = []
    for extent in (4096, 16384, 32768):
        x = torch.randn(extent, extent, device="cuda")
        exact = x.double().sum(1) if extent <= 16384 else torch.cat([part.double().sum(1) for part in x.split(4096)])
        programs: dict[str, Callable[..., object]] = {
            "plain": cute.compile(reduce_sum, x, _poisoned(x[:, 0].contiguous()))
        }
        for threads, loads in ((128, 8), (256, 8), (512, 8), (128, 4), (256, 4), (512, 4)):
            programs[f"vector, {threads} threads, {loads} loads"] = vector_sum(extent, threads, loads)
        variants: dict[str, Callable[[], object]] = {}
        for name, program in programs.items():
            out = _poisoned(x[:, 0].contiguous())
            program(x, out)
            torch.cuda.synchronize()
            rows.append(checked(f"{name} {extent}", relative_error(out, exact), 3e-6))
            variants[name] = lambda program=program, x=x, out=out: program(x, out)
        target = torch.empty(extent, device="cuda")
        variants["torch.sum"] = lambda x=x, target=target: torch.sum(x, 1, out=target)
        if (triton := _triton_row_sum()) is not None:
            variants["triton"] = lambda x=x, target=target, triton=triton: triton(x, target)
        results = timed(variants, x.nbytes + target.nbytes)
        rows.append({"time": f"row sum {extent}x{extent} f32", "results": results, "ok": True, **_ratios(results)})
        del x, variants, programs
        torch.cuda.empty_cache()
    return rows


def _ratios(results: dict[str, dict[str, Any]]) -> dict[str, float]:
    """How the plain and the best vector version compare with the best baseline (1: as fast)."""
    baseline = min(results[name]["median_us"] for name in ("torch.sum", "triton") if name in results)
    vector = min(numbers["median_us"] for name, numbers in results.items() if name.startswith("vector"))
    return {"plain_ratio": baseline / results["plain"]["median_us"], "vector_ratio": baseline / vector}


def runtime_forms() -> Rows:
    """Streams, CUDA graphs, keyword forms of the call: what the runtime promises, on this device."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))  # its files import one another by name
    from row_sum_symbolic import compiled as on_environment_stream  # pyright: ignore[reportMissingImports]
    from row_sum_vector import compiled as vector_sum  # pyright: ignore[reportMissingImports]

    rows: Rows = []
    x = torch.randn(512, 4096, device="cuda")
    exact = x.double().sum(1)
    for name, program in (("vector", vector_sum(4096)), ("symbolic", on_environment_stream(4096))):
        out = _poisoned(x[:, 0].contiguous())
        stream = torch.cuda.Stream()
        bool(torch.isnan(out).any())  # loads torch's kernel now: loading waits for the device
        with torch.cuda.stream(stream):
            torch.cuda._sleep(20_000_000)  # the launch must wait for this stream, not for the default one
            program(x, out)
        unfinished = bool(torch.isnan(out).any())  # read on the default stream: nothing is there yet
        stream.synchronize()
        rows.append(checked(f"{name} on torch's current stream", relative_error(out, exact), 1e-6))
        rows.append({"check": f"{name} waited for its stream", "ok": unfinished})
        graph, captured = torch.cuda.CUDAGraph(), _poisoned(out)
        with torch.cuda.graph(graph):
            program(x, captured)
        rows.append({"check": f"{name}: a capture runs nothing", "ok": bool(torch.isnan(captured).all())})
        graph.replay()
        torch.cuda.synchronize()
        rows.append(checked(f"{name} replayed from a graph", relative_error(captured, exact), 1e-6))
    return rows


def _host_time(call: Callable[[], object], batch: int = 20) -> dict[str, float]:
    """Host microseconds of one call, without waiting for the device."""
    call()
    samples: list[float] = []
    for _ in range(15):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(batch):
            call()
        samples.append(1e6 * (time.perf_counter() - start) / batch)
    median, low, high = median_spread(samples)
    return {"median_us": median, "p10_us": low, "p90_us": high}


CASES: dict[str, Callable[[], Rows]] = {
    "device": device,
    "math": math,
    "narrow_floats": narrow_floats,
    "simt": simt,
    "printing": printing,
    "illegal_access": illegal_access,
    "trap": trap,
    "row_sum": row_sum,
    "copy_widths": copy_widths,
    "unroll_study": unroll_study,
    "launch_overhead": launch_overhead,
    "public_api": public_api,
    "row_sum_forms": row_sum_forms,
    "runtime_forms": runtime_forms,
    "gemm_ladder": gemm_ladder,
    "gemm_shapes": gemm_shapes,
    "attention": attention,
    "attention_forms": attention_forms,
    "attention_ladder": attention_ladder,
}
