"""The host time of a call in every form that programs use, compiled and direct, with two tensors and with nine.

On a machine with a GPU each call launches a kernel of one warp; on the CPU the host function is empty, so that the time
is the call's alone. What a form makes anew for each call (`from_dlpack(x)`, `make_ptr(...)`) is part of its time. The
column `slow` says how many of a form's timed calls Python made. Writes `results/call_forms.json`, on a GPU
`results/call_forms_cuda.json`.

Usage: PYTHONPATH=src:. python -m benchmarks.call_forms [words of forms]
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.record import write_result
from cutedsl import ops
from cutedsl.cute.runtime import from_dlpack, make_ptr
from cutedsl.testing import JitArguments, benchmark, slow_calls

_GPU = torch.cuda.is_available()
_DEVICE = "cuda" if _GPU else "cpu"
_BATCH = 100
_ROUNDS = 15
_SETTLING_CALLS = 3
_SPACE = cute.AddressSpace.gmem

Call = Callable[[], object]


@dataclass
class Pair:
    """Two tensors in a dataclass, and a number."""

    x: Any
    y: Any
    scale: Any = 2.0


class Named(NamedTuple):
    """Two tensors in a NamedTuple."""

    x: Any
    y: Any


@dataclass
class Nine:
    """Nine tensors in a dataclass."""

    inputs: tuple[Any, ...]
    out: Any


@cute.kernel
def _nothing():
    pass


@cute.jit
def _launch():
    if cutlass.const_expr(_GPU):
        _nothing().launch(grid=(1, 1, 1), block=(32, 1, 1))


@cute.jit
def _two(x: cute.Tensor, y: cute.Tensor):
    _launch()


@cute.jit
def _nine(
    a: cute.Tensor,
    b: cute.Tensor,
    c: cute.Tensor,
    d: cute.Tensor,
    e: cute.Tensor,
    f: cute.Tensor,
    g: cute.Tensor,
    h: cute.Tensor,
    out: cute.Tensor,
):
    _launch()


@cute.jit
def _streamed(x: cute.Tensor, y: cute.Tensor, stream):
    if cutlass.const_expr(_GPU):
        _nothing().launch(grid=(1, 1, 1), block=(32, 1, 1), stream=stream)


@cute.jit
def _by_default(x: cute.Tensor, y: cute.Tensor, scale: cutlass.Float32 = 1.0, shift=None):  # pyright: ignore[reportArgumentType]
    _launch()


@cute.jit
def _scaled(x: cute.Tensor, y: cute.Tensor, scale: cutlass.Float32, count: cutlass.Int32, flag: cutlass.Boolean):
    _launch()


@cute.jit
def _static(x: cute.Tensor, y: cute.Tensor, tile: cutlass.Constexpr, name: cutlass.Constexpr):
    _launch()


@cute.jit
def _pointed(x: cute.Pointer, y: cute.Pointer, count: cutlass.Int32):
    _launch()


@cute.jit
def _parts(parts):
    _launch()


class _Program:
    """A program of a class: its settings are attributes, its call is a staged method."""

    def __init__(self, tile: int) -> None:
        self.tile = tile

    @cute.jit
    def __call__(self, x: cute.Tensor, y: cute.Tensor):
        _launch()

    @cute.jit
    def run(self, x: cute.Tensor, y: cute.Tensor):
        _launch()


def _compiled(function: Any, *args: Any, options: str = "") -> Any:
    """The function compiled for arguments like these; for the CPU where no GPU is."""
    target = "" if _GPU else "--target cpu "
    return cute.compile(function, *args, options=target + options)


def _both(name: str, function: Any, make: Callable[[], tuple[Any, ...]]) -> Iterator[tuple[str, Call]]:
    """A form, compiled and direct, whose arguments are made for each call."""
    compiled = _compiled(function, *make())
    yield f"{name}, compiled", lambda: compiled(*make())
    yield f"{name}, direct", lambda: function(*make())


def _fixed(name: str, function: Any, args: tuple[Any, ...]) -> Iterator[tuple[str, Call]]:
    """A form, compiled and direct, whose arguments are the same for each call."""
    return _both(name, function, lambda: args)


def _tensors(count: int) -> tuple[torch.Tensor, ...]:
    return tuple(torch.zeros(16, 32, device=_DEVICE) for _ in range(count))


def _dynamic(x: torch.Tensor) -> Any:
    return from_dlpack(x, assumed_align=16).mark_layout_dynamic(leading_dim=1)


def _compact(x: torch.Tensor) -> Any:
    marked = from_dlpack(x, assumed_align=16).mark_layout_dynamic(leading_dim=1)
    return marked.mark_compact_shape_dynamic(mode=1, stride_order=(0, 1), divisibility=8)


def _tensor_forms(count: int) -> Iterator[tuple[str, Call]]:
    function = _two if count == 2 else _nine
    given = _tensors(count)
    label = f"{count} tensors"
    yield from _fixed(f"torch, {label}", function, given)
    makers: dict[str, Callable[[torch.Tensor], Any]] = {
        "from_dlpack": from_dlpack,
        "from_dlpack(assumed_align=16)": lambda x: from_dlpack(x, assumed_align=16),
        "mark_layout_dynamic": _dynamic,
        "mark_compact_shape_dynamic": _compact,
    }
    for name, maker in makers.items():
        yield from _fixed(f"{name}, reused, {label}", function, tuple(map(maker, given)))
        yield from _both(f"{name}, fresh, {label}", function, lambda maker=maker: tuple(map(maker, given)))
    if not _GPU:
        yield from _fixed(f"NumPy, {label}", function, tuple(x.numpy() for x in given))


def _part_forms() -> Iterator[tuple[str, Call]]:
    x, y = _tensors(2)
    nine = _tensors(9)
    trees: dict[str, tuple[Callable[[], Any], int]] = {
        "tuple": (lambda: (x, y), 2),
        "list": (lambda: [x, y], 2),
        "NamedTuple": (lambda: Named(x, y), 2),
        "dataclass": (lambda: Pair(x, y), 2),
        "tuple of from_dlpack": (lambda: (from_dlpack(x), from_dlpack(y)), 2),
        "dataclass of from_dlpack": (lambda: Pair(from_dlpack(x), from_dlpack(y)), 2),
        "a tuple in a dataclass": (lambda: Nine(nine[:8], nine[8]), 9),
        "tuple of nine": (lambda: nine, 9),
    }
    for name, (make, count) in trees.items():
        yield from _both(f"{name}, {count} tensors", _parts, lambda make=make: (make(),))


def _pointer_forms() -> Iterator[tuple[str, Call]]:
    x, y = _tensors(2)

    def fresh() -> tuple[Any, ...]:
        kinds = (cutlass.Float32, x.data_ptr(), _SPACE), (cutlass.Float32, y.data_ptr(), _SPACE)
        return *(make_ptr(*kind, assumed_align=16) for kind in kinds), 512

    yield from _fixed("make_ptr, reused, 2 pointers", _pointed, fresh())
    yield from _both("make_ptr, fresh, 2 pointers", _pointed, fresh)


def _stream_forms() -> Iterator[tuple[str, Call]]:
    x, y = _tensors(2)
    streams: dict[str, Any] = {}
    try:
        from cuda.bindings import driver, runtime  # pyright: ignore[reportMissingImports]

        streams["CUstream"] = driver.CUstream(torch.cuda.current_stream().cuda_stream if _GPU else 0)
        streams["cudaStream_t"] = runtime.cudaStream_t(0)
        yield from _both("CUstream, fresh, 2 tensors", _streamed, lambda: (x, y, driver.CUstream(0)))
    except ImportError:
        pass
    if _GPU:
        streams["torch stream"] = torch.cuda.Stream()
        yield from _both("torch's current stream, 2 tensors", _streamed, lambda: (x, y, torch.cuda.current_stream()))
        yield from _both(
            "CUstream of torch's current stream, 2 tensors",
            _streamed,
            lambda: (x, y, driver.CUstream(torch.cuda.current_stream().cuda_stream)),
        )
    for name, stream in streams.items():
        yield from _fixed(f"{name}, 2 tensors", _streamed, (x, y, stream))
        yield from _both(
            f"{name}, from_dlpack fresh, 2 tensors",
            _streamed,
            lambda stream=stream: (from_dlpack(x), from_dlpack(y), stream),
        )


def _scalar_forms() -> Iterator[tuple[str, Call]]:
    x, y = _tensors(2)
    yield from _fixed("Python numbers, 2 tensors", _scaled, (x, y, 2.0, 3, True))
    yield from _both(
        "numbers of cutlass, fresh, 2 tensors",
        _scaled,
        lambda: (x, y, cutlass.Float32(2.0), cutlass.Int32(3), cutlass.Boolean(True)),
    )
    direct: Any = _static
    compiled = _compiled(_static, x, y, 64, "name")
    yield "Constexpr, 2 tensors, compiled", lambda: compiled(x, y)
    yield "Constexpr, 2 tensors, direct", lambda: direct(x, y, 64, "name")


def _named_forms() -> Iterator[tuple[str, Call]]:
    x, y = _tensors(2)
    nine = _tensors(9)
    names = dict(zip("abcdefgh", nine, strict=False), out=nine[8])
    two: Any = _two
    nine_function: Any = _nine
    by_default: Any = _by_default
    compiled, compiled_nine = _compiled(_two, x, y), _compiled(_nine, *nine)
    compiled_default = _compiled(_by_default, x, y)
    scaled, scaled_direct = _compiled(_by_default, x, y, 3.0), by_default
    yield "by name, 2 tensors, compiled", lambda: compiled(x=x, y=y)
    yield "by name, 2 tensors, direct", lambda: two(x=x, y=y)
    yield "by name, from_dlpack fresh, 2 tensors, compiled", lambda: compiled(x=from_dlpack(x), y=from_dlpack(y))
    yield "by name, from_dlpack fresh, 2 tensors, direct", lambda: two(x=from_dlpack(x), y=from_dlpack(y))
    yield "by name, 9 tensors, compiled", lambda: compiled_nine(**names)
    yield "by name, 9 tensors, direct", lambda: nine_function(**names)
    yield "defaults left out, 2 tensors, compiled", lambda: compiled_default(x, y)
    yield "defaults left out, 2 tensors, direct", lambda: by_default(x, y)
    yield "one default by name, 2 tensors, compiled", lambda: scaled(x, y, scale=4.0)
    yield "one default by name, 2 tensors, direct", lambda: scaled_direct(x, y, scale=4.0)
    yield "None given, 2 tensors, compiled", lambda: scaled(x, y, 4.0, None)
    yield "None given, 2 tensors, direct", lambda: scaled_direct(x, y, 4.0, None)


def _method_forms() -> Iterator[tuple[str, Call]]:
    x, y = _tensors(2)
    program: Any = _Program(64)
    compiled = _compiled(program, x, y)
    yield "object of a class, 2 tensors, compiled", lambda: compiled(x, y)
    yield "object of a class, 2 tensors, direct", lambda: program(x, y)
    yield "method, 2 tensors, direct", lambda: program.run(x, y)
    yield "object of a class, from_dlpack fresh, direct", lambda: program(from_dlpack(x), from_dlpack(y))


def _tvm_ffi_forms() -> Iterator[tuple[str, Call]]:
    try:
        import tvm_ffi
    except ImportError:
        return
    del tvm_ffi
    two, nine = _tensors(2), _tensors(9)
    function = _compiled(_two, *two, options="--enable-tvm-ffi")
    wide = _compiled(_nine, *nine, options="--enable-tvm-ffi")
    marked = tuple(from_dlpack(x, enable_tvm_ffi=True) for x in two)
    yield "TVM-FFI, torch, 2 tensors, compiled", lambda: function(*two)
    yield "TVM-FFI, torch, 9 tensors, compiled", lambda: wide(*nine)
    yield "TVM-FFI, from_dlpack reused, 2 tensors, compiled", lambda: function(*marked)
    yield (
        "TVM-FFI, from_dlpack fresh, 2 tensors, compiled",
        lambda: function(*(from_dlpack(x, enable_tvm_ffi=True) for x in two)),
    )
    yield "TVM-FFI, by name, 2 tensors, compiled", lambda: function(x=two[0], y=two[1])


def _operation_forms() -> Iterator[tuple[str, Call]]:
    """Operations of the library; on the CPU their kernels run in the time that is measured."""
    a = torch.randn(16, 16, device=_DEVICE).bfloat16()
    b, out = torch.randn(16, 16, device=_DEVICE).bfloat16(), torch.empty(16, 16, device=_DEVICE).bfloat16()
    q = torch.randn(1, 1, 64, 64, device=_DEVICE).bfloat16()
    yield "ops.matmul(a, b, out=o)", lambda: ops.matmul(a, b, out=out)
    yield "ops.matmul(a, a, out=o)", lambda: ops.matmul(a, a, out=out)
    yield "ops.attention(q, q, q)", lambda: ops.attention(q, q, q)
    yield "ops.attention(q, q, q, return_lse=True)", lambda: ops.attention(q, q, q, return_lse=True)


def _benchmark_form() -> Iterator[tuple[str, Call]]:
    x, y = _tensors(2)
    compiled = _compiled(_two, x, y)
    arguments = JitArguments(from_dlpack(x), from_dlpack(y))
    yield (
        "testing.benchmark, a hundred runs",
        lambda: benchmark(compiled, kernel_arguments=arguments, warmup_iterations=1, iterations=100),
    )


def forms() -> Iterator[tuple[str, Call]]:
    """Every form with its call."""
    yield "an empty Python function", lambda: None
    for count in (2, 9):
        yield from _tensor_forms(count)
    for group in (_part_forms, _pointer_forms, _stream_forms, _scalar_forms, _named_forms, _method_forms):
        yield from group()
    yield from _tvm_ffi_forms()
    yield from _operation_forms()
    yield from _benchmark_form()


def _us(call: Call) -> float:
    if _GPU:
        torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(_BATCH):
        call()
    return 1e6 * (time.perf_counter() - start) / _BATCH


def main() -> None:
    """Measures the forms in turn and writes the result."""
    words = sys.argv[1:]
    cases = {name: call for name, call in forms() if all(word in name for word in words)}
    for call in cases.values():
        for _ in range(_SETTLING_CALLS):
            call()
    slow: dict[str, int] = dict.fromkeys(cases, 0)
    times: dict[str, list[float]] = {name: [] for name in cases}
    gc.disable()
    for _ in range(_ROUNDS):
        for name, call in cases.items():
            before = sum(slow_calls().values())
            times[name].append(_us(call))
            slow[name] += sum(slow_calls().values()) - before
    gc.enable()
    rows: list[dict[str, object]] = []
    for name, values in times.items():
        share = slow[name] / (_ROUNDS * _BATCH)
        row = {"form": name, "min_us": round(min(values), 2), "median_us": round(median(values), 2), "slow": share}
        rows.append(row)
        print(f"{name:64s} {row['min_us']:8.2f} us (median {row['median_us']:8.2f}), slow {share:.0%}")
    if not words:
        name = "call_forms_cuda" if _GPU else "call_forms"
        device = torch.cuda.get_device_name() if _GPU else "cpu"
        print(write_result(name, rows, device=device, torch=torch.__version__))


if __name__ == "__main__":
    main()
