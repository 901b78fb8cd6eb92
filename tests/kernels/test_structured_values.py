"""Objects whose own methods give their run-time values in dicts and lists, carried through loops and branches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float32, Int32, extract_mlir_values, new_from_mlir_values
from cutedsl.compat.private_names import debug_print_mlir_values, set_dynamic_debug
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays


@dataclass
class Point:
    x: Float32
    y: Float32


class Body:
    """A point, its velocity, and forces in a list: three containers in one another."""

    def __init__(self, place: Point, forces: list[Float32], name: str) -> None:
        self.place, self.forces, self.name = place, forces, name

    def __extract_mlir_values__(self) -> dict[str, Any]:
        return {
            "place": extract_mlir_values(self.place, structured=True),
            "forces": [extract_mlir_values(force, structured=True) for force in self.forces],
        }

    def __new_from_mlir_values__(self, values: dict[str, Any]) -> Body:
        assert list(values) == ["place", "forces"] and list(values["place"]) == ["x", "y"]
        place = new_from_mlir_values(self.place, values["place"], structured=True)
        pairs = zip(self.forces, values["forces"], strict=True)
        forces = [new_from_mlir_values(old, new, structured=True) for old, new in pairs]
        return Body(place, forces, self.name)

    def moved(self) -> Body:
        first, *rest = self.forces
        return Body(Point(self.place.x + first, self.place.y - first), [first * 2.0, *rest], self.name)


@cute.kernel
def moving_kernel(out: cute.Tensor, turns: Int32, both: cutlass.Constexpr) -> None:
    bodies = [Body(Point(Float32(0), Float32(k)), [Float32(1), Float32(k)], "b") for k in range(2)]
    one, other = bodies
    for turn in range(turns):
        one = one.moved()
        if turn % 2 == 1:
            other = other.moved()
    assert one.name == "b"
    for k, body in enumerate((one, other)):
        out[k, 0], out[k, 1], out[k, 2], out[k, 3] = body.place.x, body.place.y, *body.forces


@cute.jit
def run_moving(out: cute.Tensor, turns: Int32) -> None:
    moving_kernel(out, turns, True).launch(grid=1, block=1)


@pytest.mark.parametrize("target", TARGETS)
def test_trees_of_values_through_a_loop_and_a_branch(target: str) -> None:
    arrays = Arrays(target)
    out = arrays.poisoned((2, 4), np.float32)
    run_moving(out, 5)
    np.testing.assert_array_equal(arrays.get(out), [[31, -31, 32, 0], [3, -2, 4, 1]])


class Growing(Body):
    def moved(self) -> Body:
        return Growing(self.place, [*self.forces, Float32(0)], self.name)

    def __new_from_mlir_values__(self, values: dict[str, Any]) -> Body:
        return Growing(self.place, self.forces, self.name)


@cute.jit
def run_growing(out: cute.Tensor, turns: Int32) -> None:
    body = Growing(Point(Float32(0), Float32(1)), [Float32(1)], "b")
    for _ in range(turns):
        body = body.moved()
    out[0] = body.place.x


def test_a_tree_that_grows_in_a_loop_is_refused() -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        run_growing(np.zeros(1, np.float32), 3)
    assert caught.value.name == "loop-type-changed"


class Renaming:
    """Gives its one value by another name after a turn."""

    def __init__(self, value: Float32, key: str) -> None:
        self.value, self.key = value, key

    def __extract_mlir_values__(self) -> dict[str, Any]:
        return {self.key: extract_mlir_values(self.value, structured=True)}

    def __new_from_mlir_values__(self, values: dict[str, Any]) -> Renaming:
        return Renaming(new_from_mlir_values(self.value, values[self.key], structured=True), self.key)


@cute.jit
def run_renaming(out: cute.Tensor, turns: Int32, key: cutlass.Constexpr) -> None:
    held = Renaming(Float32(1), "first")
    for _ in range(turns):
        held = Renaming(held.value + 1.0, key)
    out[0] = held.value


def test_a_value_that_changes_its_name_is_refused() -> None:
    out = np.zeros(1, np.float32)
    run_renaming(out, 3, "first")
    assert out[0] == 4
    with pytest.raises(DSLUserCodeError) as caught:
        run_renaming(out, 3, "second")
    assert caught.value.name == "loop-type-changed"


@cute.jit
def run_flat(out: cute.Tensor) -> None:
    first: Any = out[0]
    pair = (Point(first, Float32(out[1])), {"k": Int32(3), "none": None})
    flat, tree = extract_mlir_values(pair), extract_mlir_values(pair, structured=True)
    assert len(flat) == 3
    assert set(tree[0]) == {"x", "y"} and tree[1]["none"] == []
    again = new_from_mlir_values(pair, tree, structured=True)
    assert type(again[0]) is Point and again[1]["none"] is None
    out[0], out[1] = again[0].y, again[0].x + again[1]["k"]
    print(debug_print_mlir_values(Body(again[0], [again[0].x], "b")))


def test_containers_without_methods_are_taken_apart_too(capsys: pytest.CaptureFixture[str]) -> None:
    out = np.array([1, 10], np.float32)
    run_flat(out)
    np.testing.assert_array_equal(out, [10, 4])
    shown = capsys.readouterr().out.split()
    assert " ".join(shown) == "type: Body place: x: f32 y: f32 forces: [0]: f32"


@cute.jit
def run_nested(out: cute.Tensor, turns: Int32) -> None:
    body = Body(Point(Float32(0), Float32(1)), [Float32(1)], "b")
    for _ in range(turns):
        body = body.moved()
        inner = Float32(0)
        for _ in range(turns):
            inner = inner + 1.0
        body = Body(Point(body.place.x, inner), body.forces, "b")
    out[0] = body.place.x + body.place.y


@pytest.mark.parametrize(("depth", "loops"), [(0, 1), (1, 2), (None, 2)])
def test_loops_print_what_they_carry(depth: int | None, loops: int, capsys: pytest.CaptureFixture[str]) -> None:
    out = np.zeros(1, np.float32)
    set_dynamic_debug(True, max_depth=depth)
    try:
        cute.compile(run_nested, out, 2)
    finally:
        set_dynamic_debug(False)
    shown = capsys.readouterr().out
    assert shown.count("loop at") == loops and "[level 0] loop at" in shown and "place:" in shown
    assert ("[level 1] loop at" in shown) == (loops == 2)
    cute.compile(run_nested, out, 2)
    assert capsys.readouterr().out == ""
