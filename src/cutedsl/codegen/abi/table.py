"""The table that call code walks, in 8-byte words: a head, a record for each argument, checks between slots.

`native/abi/call_tables.h` says what each word means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from cutedsl.arch.abi.call import ENVIRONMENT, NUMPY_DTYPES, NUMPY_READS, NUMPY_WRITES, WORD_BYTES
from cutedsl.arch.abi.call_description import (
    CallArgument,
    CallDescription,
    ConstantArgument,
    HostKind,
    PointerArgument,
    PythonArgument,
    PythonCall,
    ScalarArgument,
    SlotCheck,
    TensorArgument,
    TreeArgument,
)
from cutedsl.errors import internal_error
from cutedsl.native.constants import ArgumentKind, HostCode, MemoryKind
from cutedsl.native.structures import structure

HEADER_WORDS: Final = structure("CallTable").size_bytes // WORD_BYTES
_INT64_MAX: Final = 2**63 - 1
"""The largest bound that the table's words hold, as they have signs."""
_HANDLES: Final = {"": ArgumentKind.INTEGER, "stream": ArgumentKind.STREAM, "event": ArgumentKind.EVENT}
_FLOATS: Final = {32: ArgumentKind.FLOAT32, 64: ArgumentKind.FLOAT64}
_HOSTS: Final = {
    HostKind.DIRECT: HostCode.DIRECT,
    HostKind.LAUNCHES: HostCode.LAUNCHES,
    HostKind.LOOPS: HostCode.LOOPS,
}
_MEMORY: Final = {"cpu": MemoryKind.CPU, "cuda": MemoryKind.CUDA}


def table_words(description: CallDescription | PythonCall, kind: HostKind) -> list[int]:
    """The whole table.

    >>> table_words(CallDescription((ScalarArgument("int", 8),)), HostKind.DIRECT)
    [1, 0, 0, 56, 1, -128, 255]
    """
    records = _records(description.arguments, count())
    checks = [word for check in description.checks for word in _check(check)]
    counts = [len(description.arguments), _HOSTS[kind], len(description.checks)]
    return [*map(int, counts), WORD_BYTES * (HEADER_WORDS + len(records)), *map(int, records), *checks]


def record_words(argument: CallArgument) -> list[int]:
    """The record of one argument."""
    return _record(argument, count())


def _check(check: SlotCheck) -> list[int]:
    void = -1 if check.unless_one is None else check.unless_one
    return [check.slot, check.coefficient, void, len(check.factors), *check.factors]


def _records(arguments: Sequence[PythonArgument], places: Iterator[int]) -> list[int]:
    """The records of arguments or parts; `places` counts the objects that they need."""
    return [word for argument in arguments for word in _record(argument, places)]


def _record(argument: PythonArgument, places: Iterator[int]) -> list[int]:
    match argument:
        case TreeArgument(kind=kind, fields=fields, parts=parts):
            code = _tree_kind(kind)
            head = [code, len(parts), next(places)]
            for _ in fields:
                next(places)
            return [*head, *_records(parts, places)]
        case ConstantArgument(may_be_none=may_be_none):
            return [ArgumentKind.CONSTANT, int(may_be_none), next(places)]
        case TensorArgument():
            return _tensor(argument)
        case ScalarArgument(kind="bool"):
            return [ArgumentKind.BOOLEAN, 0, 1]
        case ScalarArgument(kind="float", bits=bits):
            return [_FLOATS[bits], 0, 0]
        case ScalarArgument(kind="int", bits=bits):
            return [_HANDLES[argument.handle], -(2 ** (bits - 1)), 2**bits - 1]
        case PointerArgument():
            return [ArgumentKind.INTEGER, -(2**63), 2**64 - 1]
        case ScalarArgument(kind="uint", bits=bits):
            return [ArgumentKind.INTEGER, 0, min(2**bits - 1, _INT64_MAX)]
        case _:
            raise internal_error(f"no record for {argument}")


def _tree_kind(kind: type) -> ArgumentKind:
    if issubclass(kind, list):
        return ArgumentKind.LIST
    return ArgumentKind.TUPLE if issubclass(kind, tuple) else ArgumentKind.FIELDS


def _tensor(tensor: TensorArgument) -> list[int]:
    word = f"numpy_{tensor.dtype}" if tensor.dtype in NUMPY_DTYPES else "null"
    item_shift = (max(8, tensor.bits) // 8).bit_length() - 1
    type_code = tensor.code | tensor.bits << 8 | 1 << 16
    head = [ArgumentKind.TENSOR, type_code, len(tensor.shape), _MEMORY[tensor.device]]
    head += [ENVIRONMENT[word], item_shift, tensor.align_bytes - 1, NUMPY_WRITES if tensor.written else NUMPY_READS]
    return [*head, *_leaf_words(tensor)]


def _leaf_words(tensor: TensorArgument) -> list[int]:
    words: list[int] = []
    for leaf in (*tensor.shape, *tensor.strides):
        most = 2 ** (leaf.width_bits - 1) - 1
        least = -most - 1 if tensor.backwards else 0
        words += [least, most - least, leaf.divisibility, 1] if leaf.static is None else [leaf.static, 0, 1, 0]
    return words
