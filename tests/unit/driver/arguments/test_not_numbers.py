"""Arguments whose elements are not numbers, or that are a number in a tensor: the report names the fix, which works."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError


@cute.jit
def store(x: cute.Tensor, n: cutlass.Int32):
    x[0] = n


def test_a_structured_array_is_refused():
    records = np.zeros(3, dtype=[("count", "i4"), ("weight", "f4")])
    with pytest.raises(DSLUserCodeError, match="which are not numbers") as error:
        store(records, 3)
    assert error.value.name == "argument-unsupported" and "x['count'].copy()" in str(error.value)
    counts = records["count"].copy()
    store(counts, 3)
    assert counts[0] == 3


@pytest.mark.parametrize("array", [np.array([None]), np.array(["a"]), np.zeros(2, "datetime64[s]")])
def test_elements_that_are_no_numbers(array):
    with pytest.raises(DSLUserCodeError, match="which are not numbers"):
        store(array, 3)


def test_a_torch_tensor_without_modes_for_a_number():
    torch = pytest.importorskip("torch")
    x, n = np.zeros(2, np.int32), torch.tensor(7)
    with pytest.raises(DSLUserCodeError, match=r"Convert it: `int\(n\)`"):
        store(x, n)
    store(x, int(n))
    assert x[0] == 7
