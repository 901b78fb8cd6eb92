"""Where call code finds NumPy's arrays: checked against arrays of known layout.

Source: NumPy's C API, `PyArrayObject_fields` (the same in NumPy 1 and 2).
"""

from __future__ import annotations

import ctypes
from typing import Any, Final

from cutedsl.arch.abi.call import NUMPY_DTYPES, NUMPY_FIELDS, NUMPY_READS, NUMPY_WRITES
from cutedsl.types import dtype_named

_FIELDS_BYTES: Final = 72


def numpy_words(numpy: Any) -> dict[str, int] | None:
    """The environment's words for NumPy; none where its arrays look different; None while it is being imported."""
    try:
        array_type, make_dtype = numpy.ndarray, numpy.dtype
        dtypes = {name: make_dtype(dtype_named(name).numpy_name) for name in NUMPY_DTYPES}
        samples = _samples(numpy)
    except AttributeError:
        return None
    if array_type.__basicsize__ < _FIELDS_BYTES or not all(_as_expected(array) for array in samples):
        return {}
    _kept.append(dtypes)
    return {"numpy_array": id(array_type)} | {f"numpy_{name}": id(dtype) for name, dtype in dtypes.items()}


_kept: Final[list[object]] = []


def _samples(numpy: Any) -> tuple[Any, ...]:
    base = numpy.arange(60, dtype="float32").reshape(3, 4, 5)
    frozen = numpy.zeros(3, "int64")
    frozen.flags.writeable = False
    return base, base[::2, 1:, ::-1], base.T, frozen, numpy.zeros((), "float64"), numpy.zeros((2, 0), "bool")


def _as_expected(array: Any) -> bool:
    """Whether the fields of an array hold what its attributes say."""
    at = id(array)

    def word(name: str) -> int:
        return ctypes.c_uint64.from_address(at + NUMPY_FIELDS[name]).value

    count = ctypes.c_int32.from_address(at + NUMPY_FIELDS["ndim"]).value
    if count != array.ndim or word("descr") != id(array.dtype):
        return False
    flags = ctypes.c_int32.from_address(at + NUMPY_FIELDS["flags"]).value
    wanted = NUMPY_WRITES if array.flags.writeable else NUMPY_READS
    if flags & NUMPY_WRITES != wanted or word("data") != array.__array_interface__["data"][0]:
        return False
    kind = ctypes.c_int64 * count
    return count == 0 or (
        tuple(kind.from_address(word("shape"))) == array.shape
        and tuple(kind.from_address(word("strides"))) == array.strides
    )
