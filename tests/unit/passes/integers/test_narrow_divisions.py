"""Coordinates that were widened are divided in 32 bits, and what is computed of the quotients in 64."""

from __future__ import annotations

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.cute.runtime import make_fake_compact_tensor


@cute.kernel
def _tiles(x: cute.Tensor):
    block, _, _ = cute.arch.block_idx()
    tile = cute.zipped_divide(x, (8, 8))[(None, None), block]
    tile[0, 0] = 1.0


@cute.jit
def _launch(x: cute.Tensor):
    _tiles(x).launch(grid=(4, 1, 1), block=(1, 1, 1))


def test_a_tile_of_a_tensor_of_any_shape_is_found_by_divisions_of_32_bits() -> None:
    tensor = make_fake_compact_tensor(cutlass.Float32, (cute.sym_int(), cute.sym_int()), stride_order=(1, 0))
    text = cute.compile(_launch, tensor, options="--target cpu").artifacts.ptx("sm_90a")
    divisions = [line.split()[0] for line in text.splitlines() if line.strip().startswith(("div.", "rem."))]
    assert divisions
    assert all(one.endswith("32") for one in divisions), divisions
    assert "mul.lo.s64" in text or "mad.lo.s64" in text or "mul.wide" in text
