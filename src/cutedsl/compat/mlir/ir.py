"""`cutlass._mlir.ir`: the classes that programs name in annotations and checks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from xdsl.ir import SSAValue

from cutedsl.compat.mlir.cute import PtrType
from cutedsl.compat.mlir.cute_nvgpu import TmaDescriptorTiledType
from cutedsl.compat.mlir.structures import StructType
from cutedsl.compat.mlir.vector import VectorType as VectorType
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.raw_values import class_of
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import BFloat16, Boolean, Float16, Float32, Float64, Int8, Int16, Int32, Int64

Value = SSAValue
"""A value of the recorded program."""
MLIRError = DSLUserCodeError
"""What programs catch where a compilation is refused."""


@frozen
class RecordedOperation:
    """An operation of the program that is being compiled, to look at."""

    name: str
    _text: str

    def get_asm(self, **options: object) -> str:
        """Its text, in the language that `cutedsl show --stage ir` prints; MLIR's printing options change nothing."""
        return self._text

    __str__ = get_asm


class RecordedBlock:
    """The block that is being recorded."""

    @property
    def operations(self) -> list[RecordedOperation]:
        """What it has so far. Errors: not-yet where Python runs the kernel, which records nothing."""
        block = getattr(cute_emitter(), "block", None)
        if block is None:
            raise fail("not-yet", "operations of a run without compilation", fix="Leave CUTEDSL_EAGER out.")
        return [RecordedOperation(op.name, str(op)) for op in block.ops]


class _Points(type):
    @property
    def current(cls) -> InsertionPoint:
        """Where the author's code stands."""
        return InsertionPoint()


class InsertionPoint(metaclass=_Points):
    """Where operations are recorded: always where the author's code stands, so programs pass it on or look at it."""

    @property
    def block(self) -> RecordedBlock:
        """The block at this place."""
        return RecordedBlock()


@frozen
class Attribute:
    """A constant of an operation, by its text."""

    text: str

    @staticmethod
    def parse(text: str, context: object = None) -> Attribute:
        """The attribute that MLIR writes so; the operation that takes it reads the text."""
        return Attribute(text)

    def __str__(self) -> str:
        return self.text


@frozen
class TypeAttr:
    """A type as a constant of an operation."""

    value: Any

    @staticmethod
    def get(value: Any, context: object = None) -> TypeAttr:
        """Of a type."""
        return TypeAttr(value)


@frozen
class IntegerAttr:
    """An integer of a type as a constant of an operation."""

    type: Any
    value: int

    @staticmethod
    def get(type: Any, value: int, context: object = None) -> IntegerAttr:
        """Of a type and a number."""
        return IntegerAttr(type, int(value))

    def __int__(self) -> int:
        return self.value


@frozen
class FloatAttr:
    """A float of a type as a constant of an operation."""

    type: Any
    value: float

    @staticmethod
    def get(type: Any, value: float, context: object = None, loc: object = None) -> FloatAttr:
        """Of a type and a number."""
        return FloatAttr(type, float(value))

    def __float__(self) -> float:
        return self.value


@frozen
class StringAttr:
    """A text as a constant of an operation."""

    value: str

    @staticmethod
    def get(value: str, context: object = None) -> StringAttr:
        """Of a text."""
        return StringAttr(value)


class ArrayAttr(tuple[Any, ...]):
    """Constants in an order."""

    __slots__ = ()

    @staticmethod
    def get(attributes: Iterable[Any], context: object = None) -> ArrayAttr:
        """Of these constants."""
        return ArrayAttr(attributes)


@frozen
class UnitAttr:
    """A constant that says something by being there."""

    @staticmethod
    def get(context: object = None) -> UnitAttr:
        """The one there is."""
        return UnitAttr()


class DictAttr(dict[str, Any]):
    """Constants by their names."""

    @staticmethod
    def get(value: Mapping[str, Any] | None = None, context: object = None) -> DictAttr:
        """Of a Python dictionary."""
        return DictAttr(value or {})


_CONSTANTS = ("arith.constant", "llvm.mlir.constant")


@frozen
class Operation:
    """An operation that a program makes by its name."""

    results: tuple[Any, ...]

    @staticmethod
    def create(
        name: str,
        results: Sequence[Any] | None = None,
        operands: Sequence[Any] | None = None,
        attributes: Mapping[str, Any] | None = None,
        successors: object = None,
        regions: int = 0,
        loc: object = None,
        ip: object = None,
        infer_type: bool = False,
    ) -> Operation:
        """A constant: "arith.constant" or "llvm.mlir.constant", with one result and the attribute "value".

        Errors: not-yet for other operations, which the dialects' own functions make.
        """
        if name not in _CONSTANTS or not results or not attributes:
            raise fail("not-yet", f"`ir.Operation.create` of {name!r}")
        number = attributes["value"]
        number = number.value if isinstance(number, IntegerAttr | FloatAttr) else number
        cls = class_of(results[0])
        if cls is None:
            raise fail("not-yet", f"a constant of the type {results[0]!r}")
        return Operation((cls(number).ir_value(),))

    @property
    def result(self) -> Any:
        """The one result."""
        (value,) = self.results
        return value


class Context:
    """What MLIR keeps its types in: there is one here, so programs only make it, enter it, or derive from it."""

    def enable_multithreading(self, enable: bool) -> None:
        """Changes nothing: a program is recorded and translated by one thread."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...


class Location:
    """Where an operation comes from: found by itself, so programs only pass it on."""


class IntegerType:
    """Integers by their width."""

    @staticmethod
    def get_signless(width: int, context: object = None) -> type[Numeric]:
        """The class of integers of `width` bits."""
        classes = {1: Boolean, 8: Int8, 16: Int16, 32: Int32, 64: Int64}
        if width not in classes:
            raise fail("not-yet", f"an integer type of {width} bits")
        return classes[width]

    get_signed = get_signless


class _Type:
    def __init__(self, numeric: type[Numeric]) -> None:
        self._numeric = numeric

    def get(self, context: object = None) -> type[Numeric]:
        """The numeric class."""
        return self._numeric


F16Type, BF16Type, F32Type, F64Type = (_Type(cls) for cls in (Float16, BFloat16, Float32, Float64))


class Type:
    """Types from their text."""

    @staticmethod
    def parse(text: str, context: object = None) -> Any:
        """The numeric class of an MLIR type, the structure of an LLVM one, None of no value, that of a map's pointer.

        Errors: not-yet.
        """
        if text == "!llvm.void":
            return None
        if re.fullmatch(r"!cute\.ptr<!cute_nvgpu\.tma_descriptor_tiled, \w+(, align<\d+>)?>", text):
            return PtrType.get(TmaDescriptorTiledType.get())
        structure = re.fullmatch(r"!llvm\.struct<\((.*)\)>", text)
        if structure is not None:
            return StructType(tuple(Type.parse(part.strip()) for part in structure[1].split(",")))
        by_text = {cls.spec.short: cls for cls in (Float16, BFloat16, Float32, Float64)}
        by_text |= {f"i{cls.spec.width}": cls for cls in (Boolean, Int8, Int16, Int32, Int64)}
        if text not in by_text:
            raise fail("not-yet", f"the type `{text}` in private code")
        return by_text[text]
