"""One planted bug: a kernel with a switch, its arguments, what it computes without the bug, where the report points."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

MARK: Final = "# found"
"""Ends each line of a kernel that the report of its bug may show."""


HELPERS: Final[set[tuple[str, int]]] = set()
"""Lines of functions that kernels call, which reports of their bugs may show: (file, line)."""


def helper(function: Any) -> Any:
    """Registers the marked lines of a function that kernels call."""
    file, lines = _marked(inspect.unwrap(function))
    HELPERS.update((file, line) for line in lines)
    return function


class Bug(StrEnum):
    """The classes of bugs."""

    SHARED_RACE = "shared-race"
    GLOBAL_RACE = "global-race"
    PEER = "peer-not-running"
    STORE_LOAD = "store-load-order"
    SWIZZLE = "swizzle-mismatch"
    WRAPS = "index-wraps"
    REGISTERS = "register-pool"
    REFUSED = "request-after-refusal"
    DEPENDENT = "grid-not-waited"
    SHARED_BARRIER = "barrier-shared"
    COPY_WAIT = "copy-not-waited"
    TMA_WAIT = "tma-not-waited"
    WGMMA_WAIT = "wgmma-not-waited"
    TCGEN05_WAIT = "tcgen05-not-waited"
    TCGEN05_FENCE = "tcgen05-fence-missing"
    TENSOR_RACE = "tensor-race"
    TENSOR_MEMORY = "tensor-memory"
    DESCRIPTOR = "matrix-descriptor"
    PROXY_FENCE = "proxy-fence-missing"
    OUT_OF_BOUNDS = "out-of-bounds"
    MISALIGNED = "misaligned"
    UNINITIALISED = "uninitialised-read"
    DEADLOCK = "deadlock"
    DIVERGENT = "barrier-divergent"
    SHUFFLE = "shuffle-inactive"
    BYTES = "transaction-bytes"
    OVERFULL = "mbarrier-overfull"
    LEAK = "group-leaked"


Host = Callable[[Any, Any, bool], None]
"""Launches the kernel on (x, out) with the bug or without."""


@dataclass(frozen=True, slots=True)
class Case:
    """A planted bug.

    `story` is the bug report in one line. `want(x)` is what the kernel leaves in `out` without the bug. `found_as` are
    the classes that a report of it may have: a wait for the wrong phase also ends in a deadlock, for example.
    """

    name: str
    bug: Bug
    found_as: frozenset[Bug]
    story: str
    host: Host
    x: Callable[[], np.ndarray]
    out: Callable[[], np.ndarray]
    want: Callable[[np.ndarray], np.ndarray]
    file: str
    lines: frozenset[int]

    def run(self, bug: bool) -> np.ndarray:
        """Calls the host function on fresh arguments; gives `out` after it, checked where there is no bug."""
        x, out = aligned(self.x()), aligned(self.out())
        before = x.copy()
        self.host(x, out, bug)
        if not bug:
            want = np.asarray(self.want(before))
            np.testing.assert_allclose(out.astype(np.float64), want.astype(np.float64), rtol=1e-3, atol=1e-3)
        return out


def aligned(array: np.ndarray) -> np.ndarray:
    """The same numbers at an address that 128 divides, as all of the GPU's allocations have it."""
    room = np.empty(array.nbytes + 128, np.uint8)
    start = -room.ctypes.data % 128
    there = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    there[...] = array
    return there


CASES: Final[list[Case]] = []
"""Every case of the files that were imported, in order."""


@cute.jit
def _launch(
    kernel: cutlass.Constexpr,
    x: cute.Tensor,
    out: cute.Tensor,
    bug: cutlass.Constexpr,
    grid: cutlass.Constexpr,
    block: cutlass.Constexpr,
    cluster: cutlass.Constexpr,
) -> None:
    kernel(x, out, bug).launch(grid=[grid, 1, 1], block=[block, 1, 1], cluster=[cluster, 1, 1])


def planted(
    bug: Bug,
    story: str,
    *,
    want: Callable[[np.ndarray], Any],
    also: tuple[Bug, ...] = (),
    shape: tuple[int, ...] = (64,),
    out: tuple[int, ...] | None = None,
    dtype: Any = np.float32,
    fill: float = -77,
    x: Callable[[], np.ndarray] | None = None,
    grid: int = 1,
    block: int = 64,
    cluster: int = 1,
    host: Callable[[Any, int], Host] | None = None,
) -> Callable[[Any], Any]:
    """Registers the kernel (x, out, bug) under it; the kernel itself stays as it is.

    `x` are random numbers of `shape` unless given; `out` has the shape of `x` unless given, and starts as `fill`.
    `host(kernel, block)` makes the host function of a kernel that takes more than these.
    """
    make_x = x or (lambda: _numbers(shape, dtype))

    def register(kernel: Any) -> Any:
        def launch(x: Any, out: Any, with_bug: bool) -> None:
            _launch(kernel, x, out, with_bug, grid, block, cluster)

        run = launch if host is None else host(kernel, block)
        function = inspect.unwrap(kernel)
        make_out: Callable[[], np.ndarray] = lambda: np.full(make_x().shape if out is None else out, fill, dtype)  # noqa: E731
        file, lines = _marked(function)
        kinds = frozenset({bug, *also})
        CASES.append(Case(function.__name__, bug, kinds, story, run, make_x, make_out, want, file, lines))
        return kernel

    return register


def _numbers(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    rng = np.random.default_rng(0)
    if np.issubdtype(dtype, np.integer):
        return rng.integers(0, 8, shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)


def _marked(function: Any) -> tuple[str, frozenset[int]]:
    """The file of a function, and its lines that end with the mark."""
    text, first = inspect.getsourcelines(function)
    found = frozenset(first + at for at, line in enumerate(text) if line.rstrip().endswith(MARK))
    assert found, f"{function.__name__} marks no line with `{MARK}`"
    return inspect.getsourcefile(function) or "", found
