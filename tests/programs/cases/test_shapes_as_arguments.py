"""Arguments annotated as shapes, coordinates, tilers or layouts: their integers are known at compile time."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError


def united(x: cute.Tensor | cute.Shape, tile: cute.Tile | None = None) -> None: ...


@cute.jit
def turns(shape: cute.Shape):
    return [2 * i for i in cutlass.range_constexpr(cute.size(shape))]


@cute.jit
def swizzled(shape: cute.Shape, bits: cute.IntTuple):
    layout = cute.make_layout(shape, stride=(64, 1))
    return cute.make_composed_layout(cute.make_swizzle(bits[0], bits[1], bits[2]), 0, layout)  # pyright: ignore


@cute.jit
def seen(
    shape: cute.Shape,
    coord: Optional[cute.Coord] = None,  # noqa: UP045
    tiler: Union[cute.Tiler, cute.Layout] = None,  # noqa: UP007  # pyright: ignore[reportArgumentType]
    either: cute.Tensor | cute.Shape = 3,  # pyright: ignore[reportArgumentType]
):
    return f"{shape} {coord} {tiler} {either}"


@cute.jit
def alone(layout):
    return str(layout)


def test_the_names_are_types() -> None:
    for name in ("Shape", "Stride", "Coord", "IntTuple", "Tile", "Tiler", "XTuple"):
        kind: Any = getattr(cute, name)
        assert isinstance(kind, type) and isinstance((4, (2, 8)), kind)
        assert (cute.Tensor | kind) == Union[cute.Tensor, kind]  # noqa: UP007
        with pytest.raises(TypeError, match="write a tuple of integers"):
            kind(4)
    assert isinstance((None, 2), cute.Coord) and not isinstance((None, 2), cute.Shape)  # pyright: ignore


def test_integers_of_a_shape_bound_loops_and_make_swizzles() -> None:
    assert turns((2,)) == [0, 2]
    assert str(swizzled((8, 64), (3, 4, 3))) == "S<3,4,3> o 0 o (8,64):(64,1)"


def test_every_form_of_annotation() -> None:
    assert seen((2, (3, np.int64(4))), 5) == "(2, (3, 4)) 5 None 3"
    composed = cute.make_composed_layout(cute.make_swizzle(2, 4, 3), 0, cute.make_layout((32, 32)))
    assert seen([2, 3], (None, 2), composed, 7) == "[2, 3] (None, 2) S<2,4,3> o 0 o (32,32):(1,32) 7"
    assert seen((cutlass.Int32(4), 2), 1, 8, np.zeros(4, np.float32)).startswith("(?, 2) 1 8 tensor<")
    assert alone(cute.make_identity_layout((4, 8))) == "(4,8):(1@0,1@1)"


@pytest.mark.parametrize("options", ["", "--enable-tvm-ffi"])
def test_a_compiled_function_takes_the_values_that_it_was_compiled_for(options: str) -> None:
    x = from_dlpack(np.zeros(4, np.float32))
    compiled = cute.compile(seen, (2, 3), 5, (4, 4), x, options=options)
    compiled((2, 3), 5, (4, 4), x)
    for wrong in (((2, 5), 5, (4, 4), x), ((2, 3), 6, (4, 4), x)):
        with pytest.raises(DSLUserCodeError, match=r"is compiled for \d, got \d"):
            compiled(*wrong)
