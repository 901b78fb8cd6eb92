"""Time of one eager operation of the layout algebra, on layouts that GEMM kernels use.

Run: `python -m benchmarks.layout_algebra`. The operations are run in turn, so that noise of the machine is shared; each
row gives the median of single calls.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import quantiles
from time import perf_counter_ns

from benchmarks.record import write_result
from cutedsl.layout import (
    Layout,
    Swizzle,
    complement,
    composition,
    logical_divide,
    make_composed_layout,
    make_layout_tv,
    tile_to_shape,
    zipped_divide,
)

ROUNDS = 2000
LIMIT_US = 30.0
# A 4096 x 4096 row-major matrix, a 128 x 64 tile of it, and the thread-value layout of an SM80 16x8x16 accumulator
# over 4 x 1 warps; a 128-byte swizzle atom for the shared tile; a copy by 128 threads of 8 elements.
MATRIX = Layout((4096, 4096), (4096, 1))
TILE = Layout((128, 64), (64, 1))
ACCUMULATOR = Layout("((4,8,4),((2,2),8)):((256,1,16),((128,8),1024))")
TILER = (Layout("(4,32):(1,4)"), Layout("(8,8):(1,8)"))
ATOM = make_composed_layout(Swizzle(3, 4, 3), 0, Layout((8, 64), (64, 1)))
THREADS, VALUES = Layout((16, 8), (8, 1)), Layout((1, 8), (8, 1))
COMPLEMENTED = Layout("((4,8),(2,2)):((32,1),(16,8))")

OPERATIONS: dict[str, Callable[[], object]] = {
    "composition": lambda: composition(Layout.unchecked((128, 64), (64, 1)), ACCUMULATOR),
    "composition by mode": lambda: composition(MATRIX, (128, 64)),
    "complement": lambda: complement(COMPLEMENTED, 4096),
    "zipped_divide by extents": lambda: zipped_divide(MATRIX, (128, 64)),
    "zipped_divide by layouts": lambda: zipped_divide(MATRIX, TILER),
    "logical_divide by extents": lambda: logical_divide(MATRIX, (128, 64)),
    "make_layout_tv": lambda: make_layout_tv(THREADS, VALUES),
    "tile_to_shape of a swizzle atom": lambda: tile_to_shape(ATOM, (128, 64, 3), (0, 1, 2)),
    "make_layout": lambda: Layout((128, 64), (64, 1)),
    "a layout at a coordinate": lambda: TILE(17, 5),
}


def measure(rounds: int = ROUNDS) -> list[dict[str, object]]:
    """One row an operation: median and quartiles in microseconds."""
    times: dict[str, list[float]] = {name: [] for name in OPERATIONS}
    for _ in range(rounds):
        for name, operation in OPERATIONS.items():
            start = perf_counter_ns()
            operation()
            times[name].append((perf_counter_ns() - start) / 1e3)
    rows: list[dict[str, object]] = []
    for name, values in times.items():
        low, middle, high = quantiles(values, n=4)
        rows.append({"what": name, "median_us": round(middle, 2), "q1_us": round(low, 2), "q3_us": round(high, 2)})
    return rows


if __name__ == "__main__":
    measured = measure()
    for row in measured:
        print(row)
    print(write_result("layout_algebra", measured, limit_us=LIMIT_US))
