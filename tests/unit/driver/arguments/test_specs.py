"""Arguments: what they compile to, which slots they fill, and what is refused before anything runs."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from cutedsl import Boolean, Constexpr, Float32, Int8, Int64
from cutedsl.cute import Tensor
from cutedsl.cute.runtime import from_dlpack
from cutedsl.driver.arguments.signature import bind_arguments, spec_of
from cutedsl.driver.arguments.specs import Argument, ScalarSpec, StaticSpec, TensorSpec, TreeSpec, element_count
from cutedsl.errors import DSLUserCodeError
from cutedsl.types import dtype_named

WHERE = Argument(0, "x", "f")


def _spec(value: object, annotation: object = None):
    return spec_of(value, annotation, WHERE)


@pytest.mark.parametrize(
    ("value", "name"), [(1, "Int32"), (1 << 40, "Int64"), (1.5, "Float32"), (True, "Boolean"), (Int8(3), "Int8")]
)
def test_numbers_are_run_time_scalars(value: object, name: str) -> None:
    assert _spec(value) == ScalarSpec(dtype_named(name))


def test_an_annotation_decides_the_type_of_a_number() -> None:
    assert _spec(1, Int64) == ScalarSpec(dtype_named("Int64"))
    assert _spec(2, Float32) == ScalarSpec(dtype_named("Float32"))


@pytest.mark.parametrize("value", [None, "text", int, len])
def test_constants_have_static_specs(value: object) -> None:
    assert _spec(value) == StaticSpec(value, may_be_given=value is None)


def test_constexpr_makes_a_constant_of_anything() -> None:
    options = {"a": 1}
    assert _spec(options, Constexpr) == StaticSpec(options)
    assert _spec(3, Constexpr[int]) == StaticSpec(3)


def test_a_plain_array_keeps_only_its_leading_stride() -> None:
    spec = _spec(np.zeros((3, 5), np.float32), Tensor)
    assert isinstance(spec, TensorSpec)
    assert str(spec.layout) == "(?,?):(?,1)"
    assert (spec.dtype.name, spec.align_bytes, spec.device) == ("Float32", 4, "cpu")


def test_from_dlpack_is_fully_static() -> None:
    spec = _spec(from_dlpack(np.zeros((3, 5), np.float16)))
    assert isinstance(spec, TensorSpec)
    assert str(spec.layout) == "(3,5):(5,1)"


def test_tuples_nest() -> None:
    spec = _spec((1, (2.0, np.zeros(3, np.int8))))
    assert isinstance(spec, TreeSpec)
    assert [type(child).__name__ for child in spec.children] == ["ScalarSpec", "TreeSpec"]


@pytest.mark.parametrize(
    ("value", "annotation", "name"),
    [
        ({"a": 1}, None, "argument-unsupported"),
        ({1, 2}, None, "argument-unsupported"),
        (object(), None, "argument-unsupported"),
        ("text", Float32, "argument-type"),
        (1.5, Int64, "argument-type"),
        (3, Tensor, "argument-type"),
    ],
)
def test_an_unsupported_argument_is_refused(value: object, annotation: object, name: str) -> None:
    with pytest.raises(DSLUserCodeError) as raised:
        _spec(value, annotation)
    assert raised.value.name == name
    assert "argument #1 (`x`) of `f`" in str(raised.value)


@pytest.mark.parametrize(
    ("value", "annotation", "slot"),
    [
        (-1, None, 0xFFFFFFFF),
        (-1, Int8, 0xFF),
        (1.5, None, int.from_bytes(struct.pack("<f", 1.5), "little")),
        (True, Boolean, 1),
        (-1, Int64, 0xFFFFFFFFFFFFFFFF),
    ],
)
def test_scalars_fill_their_slots(value: object, annotation: object, slot: int) -> None:
    assert _spec(value, annotation).slots(value, WHERE) == [slot]


def test_slots_of_a_tensor_are_pointer_leaves_and_element_count() -> None:
    array = np.zeros((3, 8), np.float32)[:, :5]
    spec = _spec(array)
    assert spec.slots(array, WHERE) == [array.ctypes.data, 3, 5, 8, 2 * 8 + 5]


@pytest.mark.parametrize(
    ("shape", "strides", "count"), [((3, 5), (8, 1), 21), ((0, 5), (5, 1), 0), ((), (), 1), ((4,), (0,), 1)]
)
def test_elements_are_counted(shape: tuple[int, ...], strides: tuple[int, ...], count: int) -> None:
    assert element_count(shape, strides) == count


def test_keys_tell_specialisations_apart() -> None:
    a, b = np.zeros((3, 5), np.float32), np.zeros((7, 9), np.float32)
    assert _spec(a).key == _spec(b).key
    assert _spec(a).key != _spec(a.astype(np.float16)).key
    assert _spec(a).key != _spec(a.T).key
    assert _spec(from_dlpack(a)).key != _spec(from_dlpack(b)).key


def test_binding_fills_defaults_and_names_what_is_missing() -> None:
    def f(a, b, scale=2.0): ...

    bound = bind_arguments(f, (1,), {"b": 2})
    assert bound.names == ("a", "b", "scale")
    assert bound.values == (1, 2, 2.0)
    for args, kwargs, name in (
        ((1,), {}, "argument-missing"),
        ((1, 2, 3, 4), {}, "argument-count"),
        ((1, 2), {"scael": 1}, "argument-unexpected"),
    ):
        with pytest.raises(DSLUserCodeError) as raised:
            bind_arguments(f, args, kwargs)
        assert raised.value.name == name
