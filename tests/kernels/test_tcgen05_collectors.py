"""Collector buffers of multiplies: a use of the matrix that filled the buffer is exact, any other use is an error.

Source: PTX ISA, "tcgen05.mma", `.collector_usage`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import BLACKWELL
from tests.kernels.tcgen05_model import TARGET, Bench, Form, Operand, put

HOW = Operand(0, leading=2048, stride=128)
B_AT, TILE = 1 << 14, 128 * 32
"""Bytes: where B begins, and a tile of 128 rows of 16 halves."""
INSTRUCTION = 1 << 4 | 64 >> 3 << 17 | 128 >> 4 << 24


@pytest.fixture(autouse=True, params=BLACKWELL)
def machine(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test on the CPU, and on a GPU that has tensor memory."""
    token = TARGET.set(request.param)
    yield
    TARGET.reset(token)


def run(form: Form, step: tuple[int, int], *, alike: bool = False) -> tuple[Any, Any]:
    """Sums of several multiplies, found and exact; `step` is in tiles, which are different, or all `alike`."""
    rng = np.random.default_rng(2)
    bench, tiles = Bench(columns=64), []
    for at in (0, TILE, B_AT, B_AT + TILE):
        codes = rng.integers(-3, 4, (128, 16)).astype(np.float16)
        tiles.append(tiles[0] if alike and at else codes)
        put(bench.image[0], at, tiles[-1].view(np.uint16), "f16", HOW)
    found = bench.run(
        form, HOW.descriptor(0), HOW.descriptor(B_AT), INSTRUCTION, step=(step[0] * TILE >> 4, step[1] * TILE >> 4)
    )
    wide = [one.astype(np.float64) for one in tiles]
    exact = sum(wide[k * step[0]] @ wide[2 + k * step[1]][:64].T for k in range(form.steps))
    return found[0].view(np.float32), exact


def several(stationary: bool, *uses: str | None) -> Form:
    return Form("f16", stationary=stationary, steps=len(uses), collectors=uses)


@pytest.mark.parametrize(
    ("stationary", "uses", "step"),
    [
        (False, ("a::fill", "a::lastuse"), (0, 1)),
        (False, ("a::fill", "a::use", "a::use"), (0, 0)),
        (False, ("a::fill", "a::fill"), (1, 0)),
        (True, ("b0::fill", "b3::fill", "b0::lastuse", "b3::use"), (0, 0)),
        (True, ("b1::fill", None, "b1::use"), (0, 0)),
    ],
)
def test_a_use_of_what_filled_the_buffer_is_exact(
    stationary: bool, uses: tuple[str | None, ...], step: tuple[int, int]
) -> None:
    found, exact = run(several(stationary, *uses), step)
    assert np.array_equal(found, exact)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize(
    ("stationary", "uses", "step", "said"),
    [
        (False, ("a::use",), (0, 0), "`.collector::a::use`, and that buffer holds no matrix"),
        (False, ("a::fill", None, "a::use"), (0, 0), "holds no matrix"),
        (False, ("a::fill", "a::lastuse", "a::lastuse"), (0, 0), "`.collector::a::lastuse`, and that buffer holds no"),
        (False, ("a::fill", "a::discard", "a::use"), (0, 0), "holds no matrix"),
        (False, ("a::fill", "a::use"), (1, 0), "another matrix than the multiply names"),
        (True, ("b0::fill", "b1::use"), (0, 0), "`.collector::b1::use`, and that buffer holds no matrix"),
        (True, ("b0::fill", None, "b0::use"), (0, 0), "holds no matrix"),
        (True, ("b2::fill", "b2::use"), (0, 1), "another matrix"),
    ],
)
def test_a_buffer_without_the_matrix_is_named(
    stationary: bool, uses: tuple[str | None, ...], step: tuple[int, int], said: str
) -> None:
    if TARGET.get() != "cpu":
        pytest.skip("a GPU does not say so")
    with pytest.raises(DSLUserCodeError) as caught:
        run(several(stationary, *uses), step)
    assert caught.value.name == "tensor-memory"
    assert said in str(caught.value)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_another_place_with_the_same_numbers_is_another_matrix() -> None:
    if TARGET.get() != "cpu":
        pytest.skip("a GPU does not say so")
    with pytest.raises(DSLUserCodeError, match="another matrix"):
        run(several(False, "a::fill", "a::use"), (1, 0), alike=True)
