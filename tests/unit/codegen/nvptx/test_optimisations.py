"""Each optimisation can be left out, and shortens the machine code where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.dialects import scf

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.config import OPTIMISATIONS, config, override
from cutedsl.cute.runtime import make_fake_compact_tensor
from cutedsl.driver.compile.pipeline import Artifacts
from cutedsl.targets import cpu_compiler
from cutedsl.targets.nvidia_compiler import for_gpu
from tests.lowered import lowered

TILE = 64


@cute.kernel
def _turned(x: cute.Tensor, y: cute.Tensor, scale: cutlass.Float32, steps: cutlass.Int32):
    """Rows through a swizzled tile, by an unrolled loop over a fragment, an exponential, and a run-time stage."""
    thread, _, _ = cute.arch.thread_idx()
    layout = cute.make_composed_layout(
        cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, TILE, 2), stride=(64, 1, 512))
    )
    shared = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, 1024)
    held = cute.make_rmem_tensor((8,), cutlass.Float32)
    for step in range(steps):
        for row in range(8):
            held[row] = cute.math.exp2(x[row, thread] * scale - 1.0, fastmath=True)
        for row in cutlass.range_constexpr(8):
            shared[row, thread, step % 2] = held[row]
        cute.arch.sync_threads()
        for row in cutlass.range_constexpr(8):
            y[row, thread] = shared[thread % 8, row * 8 + thread // 8 % 8, step % 2]


@cute.jit
def turned(x: cute.Tensor, y: cute.Tensor, scale: cutlass.Float32, steps: cutlass.Int32):
    _turned(x, y, scale, steps).launch(grid=(1, 1, 1), block=(TILE, 1, 1))


def compiled(*without: str) -> Artifacts:
    """The program without some optimisations."""
    tensor = make_fake_compact_tensor(cutlass.Float32, (8, TILE), stride_order=(1, 0))
    with override(without=frozenset(without)):
        return lowered(lambda: cute.compile(turned, tensor, tensor, 1.0, 2, options="--target cpu"))


def ptx(*without: str) -> list[str]:
    """Its machine code."""
    with override(without=frozenset(without)):
        return compiled(*without).ptx("sm_90a").splitlines()


@pytest.mark.parametrize("name", ["swizzled-addresses", "constant-offsets", "contraction"])
def test_machine_code_is_shorter_with_it(name: str) -> None:
    assert len(ptx()) < len(ptx(name))


@pytest.mark.filterwarnings("ignore:.*fragment-in-local-memory")
def test_a_loop_over_a_fragment_stays_one_without_unrolling() -> None:
    def loops(*without: str) -> int:
        with override(without=frozenset(without)):
            return sum(isinstance(op, scf.ForOp) for op in for_gpu(compiled(*without).program.module).walk())

    assert (loops(), loops("loop-unrolling")) == (1, 2)


@pytest.mark.parametrize(("without", "times"), [((), 1), (("roll-up",), 0)])
def test_roll_up_can_be_left_out(monkeypatch: pytest.MonkeyPatch, without: tuple[str, ...], times: int) -> None:
    asked: list[object] = []
    monkeypatch.setattr(cpu_compiler, "roll_up", lambda module, **_: asked.append(module) or module)
    tensor = make_fake_compact_tensor(cutlass.Float32, (8, TILE), stride_order=(1, 0))
    with override(without=frozenset(without), cache=False):
        cute.compile(turned, tensor, tensor, 1.0, 2, options="--target cpu")
    assert len(asked) == times


def test_names_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_WITHOUT", "contractions")
    with pytest.raises(ValueError, match=r"expected some of aligned-stores, .*constant-offsets, "):
        config()


def test_every_optimisation_is_asked_about_somewhere() -> None:
    sources = "".join(p.read_text("utf-8") for p in (Path(__file__).parents[4] / "src").rglob("*.py"))
    assert [name for name in OPTIMISATIONS if f'optimises("{name}")' not in sources] == []


@cute.kernel
def _product_of_tiles(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """A tiled product as textbooks write it."""
    x, y, _ = cute.arch.thread_idx()
    shared_a, shared_b = (
        cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((8, 8), stride=(8, 1)), 16)
        for _ in range(2)
    )
    total = cutlass.Float32(0.0)
    for start in range(0, a.shape[1], 8):
        shared_a[y, x], shared_b[y, x] = a[y, start + x], b[start + y, x]
        cute.arch.sync_threads()
        for k in range(8):
            total += shared_a[y, k] * shared_b[k, x]
        cute.arch.sync_threads()
    c[y, x] = total


@cute.jit
def product_of_tiles(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    _product_of_tiles(a, b, c).launch(grid=(1, 1, 1), block=(8, 8, 1))


@pytest.mark.parametrize(("without", "found"), [((), (2, 8)), (("joined-accesses",), (0, 16))])
def test_a_row_of_a_tile_is_read_by_wide_loads(without: tuple[str, ...], found: tuple[int, int]) -> None:
    given = [
        make_fake_compact_tensor(cutlass.Float32, shape, stride_order=(1, 0)) for shape in ((8, 64), (64, 8), (8, 8))
    ]
    with override(without=frozenset(without)):
        text = lowered(lambda: cute.compile(product_of_tiles, *given, options="--target cpu")).ptx("sm_90a")
    assert (text.count("ld.shared.v4"), text.count("ld.shared.b32")) == found


@cute.kernel
def _numbered(y: cute.Tensor, first: cutlass.Int32):
    """Four numbers a thread, at an address of run time."""
    thread, _, _ = cute.arch.thread_idx()
    for k in cutlass.range_constexpr(4):
        y[first + thread * 4 + k] = thread + k


@cute.jit
def numbered(y: cute.Tensor, first: cutlass.Int32):
    _numbered(y, first).launch(grid=(1, 1, 1), block=(TILE, 1, 1))


@pytest.mark.parametrize(("without", "found"), [((), 1), (("aligned-stores",), 0)])
def test_a_store_asks_for_its_alignment(without: tuple[str, ...], found: int) -> None:
    y = make_fake_compact_tensor(cutlass.Int32, (256,))
    with override(without=frozenset(without)):
        text = lowered(lambda: cute.compile(numbered, y, 0, options="--target cpu")).ptx("sm_90a")
    assert text.count("st.global.v4.b32") == found


@cute.kernel
def _strided_sum(x: cute.Tensor, y: cute.Tensor, step: cutlass.Int32, ASKED: cutlass.Constexpr):
    thread, _, _ = cute.arch.thread_idx()
    total = cutlass.Float32(0)
    for i in range(thread, x.shape[0], step if ASKED else cute.arch.grid_dim()[0]):
        total += x[i]
    y[thread] = total


@cute.jit
def strided_sum(x: cute.Tensor, y: cute.Tensor, step: cutlass.Int32, ASKED: cutlass.Constexpr):
    _strided_sum(x, y, step, ASKED).launch(grid=(1, 1, 1), block=(TILE, 1, 1))


@pytest.mark.parametrize("asked", [False, True])
def test_no_loop_divides_by_its_step(asked: bool) -> None:
    x, y = make_fake_compact_tensor(cutlass.Float32, (999,)), make_fake_compact_tensor(cutlass.Float32, (TILE,))
    made = lowered(lambda: cute.compile(strided_sum, x, y, cutlass.Int32(4), asked, options="--target cpu"))
    text = made.ptx("sm_90a")
    assert "div" not in text
    assert ("shr.s32" in text) == asked  # the step's sign
