"""The table that call code walks, in 8-byte words.

First the number of arguments, the kind of host function, the number of checks between slots, and the byte offset of the
checks; then one record for each argument, then the checks.

A tensor: 0, type code, modes, memory, place of NumPy's type, log2 of the element's bytes, bits that must be 0 in the
address, the flags that a NumPy array must have; then four words for each leaf, shape before strides. A number: its
kind, the least value, the width of the range. A tuple, a list or an object of a class: its kind, how many parts, the
place of its class among the objects of the call, after which come those of its fields; then the records of its parts.
A constant: its kind, 0, the place of the object. A leaf: least value, width of the range, divisor, whether it fills a
slot. A check: slot, coefficient, the slot that voids it (-1: none), number of factors, their slots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from cutedsl.arch.call_abi import ENVIRONMENT, NUMPY_DTYPES, NUMPY_READS, NUMPY_WRITES, WORD_BYTES
from cutedsl.arch.call_description import (
    CallDescription,
    ConstantArgument,
    HostKind,
    PythonArgument,
    PythonCall,
    ScalarArgument,
    SlotCheck,
    TensorArgument,
    TreeArgument,
)
from cutedsl.codegen.abi.view import DEVICE_CODES
from cutedsl.errors import internal_error

TENSOR, INTEGER, FLOAT64, FLOAT32, BOOLEAN, TUPLE, LIST, FIELDS, CONSTANT, STREAM, EVENT = range(11)
"""What the first word of a record says."""
HEADER_WORDS: Final = 4
TENSOR_WORDS: Final = 8
LEAF_WORDS: Final = 4
CHECK_WORDS: Final = 4
SCALAR_WORDS: Final = 3
KIND_CODES: Final = {HostKind.DIRECT: 0, HostKind.LAUNCHES: 1, HostKind.LOOPS: 2}
_INT64_MAX: Final = 2**63 - 1
_HANDLES: Final = {"": INTEGER, "stream": STREAM, "event": EVENT}
_FLOATS: Final = {32: FLOAT32, 64: FLOAT64}


def table_words(description: CallDescription | PythonCall, kind: HostKind) -> list[int]:
    """The whole table.

    >>> table_words(CallDescription((ScalarArgument("int", 8),)), HostKind.DIRECT)
    [1, 0, 0, 56, 1, -128, 255]
    """
    records = _records(description.arguments, count())
    checks = [word for check in description.checks for word in _check(check)]
    counts = [len(description.arguments), KIND_CODES[kind], len(description.checks)]
    return [*counts, WORD_BYTES * (HEADER_WORDS + len(records)), *records, *checks]


def _check(check: SlotCheck) -> list[int]:
    void = -1 if check.unless_one is None else check.unless_one
    return [check.slot, check.coefficient, void, len(check.factors), *check.factors]


def _records(arguments: Sequence[PythonArgument], places: Iterator[int]) -> list[int]:
    """The records of arguments or parts; `places` counts the objects that they need."""
    return [word for argument in arguments for word in _record(argument, places)]


def _record(argument: PythonArgument, places: Iterator[int]) -> list[int]:
    match argument:
        case TreeArgument(kind=kind, fields=fields, parts=parts):
            code = LIST if issubclass(kind, list) else TUPLE if issubclass(kind, tuple) else FIELDS
            head = [code, len(parts), next(places)]
            for _ in fields:
                next(places)
            return [*head, *_records(parts, places)]
        case ConstantArgument(may_be_none=may_be_none):
            return [CONSTANT, int(may_be_none), next(places)]
        case TensorArgument():
            return _tensor(argument)
        case ScalarArgument(kind="bool"):
            return [BOOLEAN, 0, 1]
        case ScalarArgument(kind="float", bits=bits):
            return [_FLOATS[bits], 0, 0]
        case ScalarArgument(kind="int", bits=bits):
            return [_HANDLES[argument.handle], -(2 ** (bits - 1)), 2**bits - 1]
        case ScalarArgument(kind="uint", bits=bits):
            return [INTEGER, 0, min(2**bits - 1, _INT64_MAX)]
        case _:
            raise internal_error(f"no record for {argument}")


def _tensor(tensor: TensorArgument) -> list[int]:
    word = f"numpy_{tensor.dtype}" if tensor.dtype in NUMPY_DTYPES else "null"
    item_shift = (max(8, tensor.bits) // 8).bit_length() - 1
    type_code = tensor.code | tensor.bits << 8 | 1 << 16
    head = [TENSOR, type_code, len(tensor.shape), DEVICE_CODES[tensor.device]]
    head += [ENVIRONMENT[word], item_shift, tensor.align_bytes - 1, NUMPY_WRITES if tensor.written else NUMPY_READS]
    return [*head, *_leaves(tensor)]


def _leaves(tensor: TensorArgument) -> list[int]:
    words: list[int] = []
    for leaf in (*tensor.shape, *tensor.strides):
        most = 2 ** (leaf.width_bits - 1) - 1
        least = -most - 1 if tensor.backwards else 0
        words += [least, most - least, leaf.divisibility, 1] if leaf.static is None else [leaf.static, 0, 1, 0]
    return words
