"""`Numeric`: values of the numeric types, known while tracing (a literal) or only at run time (a handle)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeGuard, TypeVar, overload

from cutedsl.errors import fail, warn
from cutedsl.errors.article import with_article
from cutedsl.errors.translation.element_types import element_type, type_meant
from cutedsl.errors.translation.members import missing_of_type
from cutedsl.staging.literal import Literal, c_pointer, to_literal
from cutedsl.staging.operators import CLASS_OF, dtype_of_literal, is_numeric, literal_of
from cutedsl.staging.plain import fix_for_deciding_call, fix_for_plain_function, not_a_number, not_an_index
from cutedsl.staging.protocol import Handle, current_emitter, is_handle, is_tracing, number_of_handle
from cutedsl.staging.rounding import Rounding
from cutedsl.staging.value_texts import asked_by_author, text_of
from cutedsl.types import INT64, DType, dtype_named, integer_of

if TYPE_CHECKING:
    from cutedsl.staging.operator_types import OperatorTypes as Operators
else:
    from cutedsl.staging.operators import Operators

NumericT = TypeVar("NumericT", bound="Numeric")
PlainT = TypeVar("PlainT", int, float, bool)
_new = object.__new__

# Scalars convert to these only as vectors: the hardware has no scalar instruction (CUTLASS's notebook `data_types`).
_VECTOR_ONLY = frozenset(
    {"Float8E4M3", "Float8E4M3B11FNUZ", "Float6E3M2FN", "Float6E2M3FN", "Float4E2M1FN"}
)  # fmt: skip


class NumericMeta(type):
    """Makes each numeric class a type with facts (`Int32.width`) that prints as its name."""

    spec: DType

    def __repr__(cls) -> str:
        """`Int32`, as kernels write it."""
        return cls.__name__

    def __eq__(cls, other: object) -> bool:
        """Whether it is the same type; one of NumPy or torch, or a name, never is, which is warned of."""
        if cls is other or isinstance(other, NumericMeta) or other is None:
            return cls is other
        if type(other) is type and other.__module__ == "builtins":
            return False  # `type(x) in (int, float)`, which tracing asks often
        if (
            not isinstance(other, type)
            and is_tracing()
            and "spec" in dir(cls)
            and current_emitter().dtype_type(cls.spec) == other
        ):
            return True  # the type of a raw MLIR value: `value.type == T.f32()`
        if type_meant(other) == cls.__name__ and is_tracing() and asked_by_author(2):
            shown = repr(other) if isinstance(other, str) else getattr(other, "__qualname__", str(other))
            message = f"{cls.__name__} is compared with {shown}, which it never equals"
            warn("type-compared", message, fix=f"Compare with `cutlass.{cls.__name__}`.")
        return False

    __hash__ = type.__hash__

    def __getattr__(cls, name: str) -> Any:
        if name == "spec":
            raise fail(
                "abstract-dtype",
                f"`{cls.__name__}` is abstract: no value or element can have this type",
            )
        missing_of_type(cls, name, "Its values convert by `.to(...)`, and it is a type: `Float32(1)` makes a value.")

    @property
    def dtype(cls) -> NumericMeta:
        """The class itself, so that `T.dtype` works where T is a type or a value."""
        return cls

    @property
    def mlir_type(cls) -> object:
        """The emitter's type for values of this class; outside of a function that is compiled, the class itself."""
        return current_emitter().dtype_type(cls.spec) if is_tracing() else cls

    @property
    def width(cls) -> int:
        """Bits of a value."""
        return cls.spec.width

    @property
    def bytes(cls) -> int:
        """Bytes of an element in memory, at least 1."""
        return cls.spec.storage_bytes

    @property
    def is_integer(cls) -> bool:
        """True for integers and Boolean."""
        return cls.spec.is_integer

    @property
    def is_float(cls) -> bool:
        """True for floats."""
        return cls.spec.is_float

    @property
    def signed(cls) -> bool:
        """Whether the type has negative values."""
        return cls.spec.signed

    @property
    def exponent_width(cls) -> int:
        """Exponent bits of a float."""
        return cls.spec.exponent_width

    @property
    def mantissa_width(cls) -> int:
        """Mantissa bits of a float."""
        return cls.spec.mantissa_width

    @property
    def numpy_dtype(cls) -> str | None:
        """NumPy's (or ml_dtypes') name of the type; None where it has none."""
        return cls.spec.numpy_name

    @property
    def zero(cls) -> Literal:
        """The literal zero of the type; `Float` and `Integer` have one too."""
        if "spec" not in vars(cls):
            return 0 if cls.__name__ == "Integer" else 0.0
        return 0.0 if cls.spec.is_float else (False if cls.spec.is_bool else 0)

    @property
    def min(cls) -> int:
        """The smallest integer; error invalid-dtype for floats."""
        return cls.spec.min

    @property
    def max(cls) -> int:
        """The largest integer; error invalid-dtype for floats."""
        return cls.spec.max

    @property
    def inf(cls) -> Any:
        """Infinity as a value of the float type; error invalid-dtype where there is none."""
        if not cls.spec.has_inf:
            raise fail("invalid-dtype", f"{cls.__name__} has no infinity")
        return CLASS_OF[cls.spec].of_literal(float("inf"))

    @property
    def nan(cls) -> Any:
        """Not-a-number as a value of the float type; error invalid-dtype for integers."""
        if not cls.spec.is_float:
            raise fail("invalid-dtype", f"{cls.__name__} has no NaN")
        return CLASS_OF[cls.spec].of_literal(float("nan"))

    def n_bytes(cls, count: int) -> int:
        """Bytes that `count` packed elements take, rounded up."""
        return (count * cls.spec.storage_bits + 7) // 8

    def recast_width(cls, width: int) -> type[Numeric]:
        """The type of the same kind that has `width` bits; error unknown-dtype."""
        spec = integer_of(width, cls.spec.signed) if cls.spec.is_integer else dtype_named(f"Float{width}")
        return CLASS_OF[spec]

    def is_same_kind(cls, other: NumericMeta) -> bool:
        """Whether both are integers or both are floats."""
        return cls.spec.is_float == other.spec.is_float

    def isinstance(cls, value: object) -> bool:
        """Whether `value` is a value of this very type."""
        return type(value) is cls


class Numeric(Operators, Rounding, metaclass=NumericMeta):
    """A value of one numeric type. Static: it holds a Python literal, and operators on static values fold in Python.
    Dynamic: it holds a handle of the emitter, and operators record.

    `divisibility` is a number that is known to divide a dynamic integer (1 when nothing is known).

    >>> from cutedsl import Int8, Float32
    >>> (Int8(100) + 27).value, (Float32(1) / 3).value
    (127, 0.3333333432674408)

    Errors: numeric-cast for what is not a number, numeric-promotion, operand-type, dynamic-bool, dynamic-index.
    Source: CUTLASS's notebook `data_types`.
    """

    __slots__ = ("_divisibility", "_static", "_value")

    spec: ClassVar[DType]
    _value: Literal | Handle
    _static: bool
    _divisibility: int

    if TYPE_CHECKING:

        def __getitem__(self, index: Any) -> Any:
            """For `x[i][0]`: an element of a coordinate tensor is a tuple, which the type of `x[i]` does not tell."""

    _of_program: ClassVar[bool] = False
    """Whether a program defines the class, which then makes its values itself: `.to(cls)` is `cls(value)`."""

    def __init_subclass__(cls, spec: str | None = None, mlir_type: Any = None, **facts: Any) -> None:
        """Ties a class to its record: `class Int32(Numeric, spec="Int32")`.

        A program's own class names what its values are stored as: `class C(Float32, width=64, mlir_type=T.f64)`.
        """
        super().__init_subclass__()
        if spec is not None:
            cls.spec = dtype_named(spec)
            CLASS_OF[cls.spec] = cls
        elif mlir_type is not None:
            cls.spec, cls._of_program = mlir_type().spec, True
            if facts.get("width", cls.spec.width) != cls.spec.width:
                raise fail("not-yet", f"`{cls.__name__}` of {facts['width']} bits, stored as {cls.spec.name}")

    def __init__(self, value: object = 0, *, loc: object = None, ip: object = None) -> None:
        if is_numeric(value):
            same: Any = value if type(value) is type(self) else value._converted(type(self))
            self._value, self._static, self._divisibility = same._value, same._static, same._divisibility
            return
        literal = literal_of(value)
        if literal is None and is_handle(value):
            self._value, self._static, self._divisibility = self._of_own_type(value), False, 1
            return
        if literal is None:
            message = f"`{type(self).__name__}(...)` got {_text(value)}, which is not a number"
            raise fail("numeric-cast", message, fix=_number_fix(value))
        self._value, self._static, self._divisibility = to_literal(literal, self.spec), True, 1

    def _of_own_type(self, handle: Handle) -> Handle:
        """A handle that a program passes, checked to be a value of this class. Handles of integers have no sign."""
        emitter = current_emitter()
        kind = emitter.type_of(handle)
        if kind == emitter.dtype_type(self.spec):
            return handle
        if self.spec.is_integer and self.spec.width > 1:
            other = integer_of(self.spec.width, not self.spec.signed)
            if kind == emitter.dtype_type(other):
                return emitter.bitcast(handle, other, self.spec)
        raise fail(
            "numeric-cast",
            f"`{type(self).__name__}(...)` got a value of type {kind}",
            fix="Make it from a value of the same type, then convert: `Int32(value).to(Float32)`.",
        )

    @classmethod
    def from_handle(cls, handle: Handle, divisibility: int = 1) -> Self:
        """The dynamic value that the emitter's `handle` stands for."""
        self = _new(cls)
        self._value = handle
        self._static = False
        self._divisibility = divisibility
        return self

    @classmethod
    def of_literal(cls, literal: Literal) -> Self:
        """The static value of a literal, wrapped or rounded without a warning."""
        return cls.known(to_literal(literal, cls.spec, warned=False))

    @classmethod
    def known(cls, literal: Literal) -> Self:
        """The static value of a literal that is known to be a value of the type."""
        self = cls.__new__(cls)
        self._value, self._static, self._divisibility = literal, True, 1
        return self

    @classmethod
    def from_python(cls, value: Literal) -> Self:
        """`cls(value)`, under the name of the reference."""
        return cls(value)

    @property
    def value(self) -> Any:
        """The literal of a static value, the handle of a dynamic one."""
        return self._value

    @value.setter
    def value(self, value: Any) -> None:
        self._value = value

    @property
    def is_static(self) -> bool:
        """Whether the value is known while tracing."""
        return self._static

    @property
    def literal(self) -> Literal:
        """The Python number of a static value; error requires-constexpr for a dynamic one."""
        if not self._static:
            raise fail("requires-constexpr", f"the value of this {type(self).__name__} is known only at run time")
        return self._value  # type: ignore[return-value]

    @property
    def divisibility(self) -> int:
        """What is known to divide the value; a static value is divided by itself."""
        if self._static and self.spec.is_integer:
            return abs(int(self.literal)) or 1
        return self._divisibility

    @property
    def dtype(self) -> type[Self]:
        """The class of the value."""
        return type(self)

    @property
    def width(self) -> int:
        """Bits of the value."""
        return self.spec.width

    def widened(self) -> Numeric:
        """An integer in 64 bits with the same value: what layouts compute large indices with."""
        return self if self.spec.width > 32 else self.to(CLASS_OF[INT64])

    def with_divisibility(self, divisor: int) -> Self:
        """The same value with the promise that `divisor` divides it."""
        return self if self._static else self.from_handle(self._value, divisor)

    def ir_value(self, *, loc: object = None, ip: object = None) -> Handle:
        """The emitter's handle; a static value becomes a constant."""
        return current_emitter().constant(self._value, self.spec) if self._static else self._value  # pyright: ignore[reportArgumentType]

    def __extract_mlir_values__(self) -> list[Handle]:
        """Its handle, for objects that name their own run-time parts."""
        return [self.ir_value()]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        """The number of the same class that another handle stands for."""
        return self.from_handle(values[0])

    def __c_pointers__(self) -> list[Any]:
        """Where the bits of a known number lie, for objects that hold it and describe themselves."""
        return [c_pointer(self.literal, self.spec)]

    def __get_mlir_types__(self) -> list[type[Self]]:
        """The number's class."""
        return [type(self)]

    @overload
    def to(self, dtype: type[NumericT], *, loc: object = None, ip: object = None) -> NumericT: ...
    @overload
    def to(self, dtype: type[PlainT], *, loc: object = None, ip: object = None) -> PlainT: ...
    def to(self, dtype: Any, *, loc: object = None, ip: object = None) -> Any:
        """The value converted to a numeric class, or, if it is static, to `int`, `float` or `bool`.

        Floats become integers towards zero; anything becomes a Boolean by comparison with zero.

        Errors: requires-constexpr for a dynamic value and a Python type, numeric-cast for what is not a type.
        """
        if dtype is type(self):
            return self
        if is_numeric_class(dtype):
            return dtype(self) if dtype._of_program else self._converted(dtype)
        if dtype in (int, float, bool):
            if not self._static:
                message = f"a run-time {type(self).__name__} cannot become a Python {dtype.__name__}"
                raise fail("requires-constexpr", message, fix=f"Convert it with `.to(cutlass.{type_meant(dtype)})`.")
            return dtype(self.literal)
        message = f"`to` got {_text(dtype)}, which is not a numeric type"
        raise element_type(dtype, "to") or fail("numeric-cast", message)

    def _converted(self, cls: type[Numeric]) -> Numeric:
        """The conversion to another numeric class."""
        if self._static:
            return cls.of_literal(to_literal(self.literal, cls.spec))
        if cls.__name__ in _VECTOR_ONLY or cls.spec.lanes > 1:
            raise fail(
                "numeric-cast",
                f"a scalar {type(self).__name__} cannot be converted to {cls.__name__}",
                fix="Convert a whole vector: `tensor.load().to(...)`.",
            )
        if max(self.spec.width, cls.spec.width) > 64 and self.spec.is_float != cls.spec.is_float:
            between = "Int64" if (cls.spec if self.spec.is_float else self.spec).signed else "Uint64"
            raise fail(
                "numeric-cast",
                f"a run-time {type(self).__name__} cannot be converted to {cls.__name__}",
                fix=f"Convert by way of 64 bits: `x.to({between}).to({cls.__name__})`.",
            )
        handle = current_emitter().cast(self._value, self.spec, cls.spec)
        keeps = self.spec.is_integer and cls.spec.is_integer and cls.spec.width >= self.spec.width
        return cls.from_handle(handle, self._divisibility if keeps else 1)

    def bitcast(self, dtype: type[NumericT], *, loc: object = None, ip: object = None) -> NumericT:
        """The same bits as another type of the same width; error numeric-cast for another width."""
        if dtype.spec.width != self.spec.width:
            raise fail(
                "numeric-cast",
                f"cannot `bitcast` {type(self).__name__} ({self.width} bits) to {dtype.__name__} ({dtype.width} bits)",
            )
        if dtype is type(self):
            return self  # pyright: ignore[reportReturnType]
        return dtype.from_handle(current_emitter().bitcast(self.ir_value(), self.spec, dtype.spec))

    def __bool__(self) -> bool:
        if self._static:
            return bool(self._value)
        message = f"a run-time {type(self).__name__} is used where Python needs True or False now"
        raise fail("dynamic-bool", message, fix=fix_for_plain_function() or fix_for_deciding_call())

    def __index__(self) -> int:
        if self._static and self.spec.is_integer:
            return int(self._value)  # type: ignore[call-overload]
        if self._static:
            raise fail("dynamic-index", f"{with_article(type(self).__name__)} cannot be an index of a Python container")
        raise not_an_index(type(self).__name__)

    def __int__(self) -> int:
        if not self._static:
            raise not_a_number(type(self).__name__, "int")
        return self.to(int)

    def __float__(self) -> float:
        if self._static:
            return float(self._value)  # type: ignore[arg-type]
        raise not_a_number(type(self).__name__, "float")

    def __hash__(self) -> int:
        if self._static:
            return hash(self._value)
        raise fail(
            "requires-constexpr",
            f"a run-time {type(self).__name__} cannot be a dictionary key or in a set",
            fix="Compare it with each key (`if`, `elif`), or keep the values in a tensor and index that.",
        )

    def __str__(self) -> str:
        """`?`, or `?{div=4}` when a divisor is known: a value prints the same whether it is static or not."""
        return self._as_text()

    def __repr__(self) -> str:
        return self._as_text()

    def __format__(self, spec: str) -> str:
        return self._as_text(spec)

    def _as_text(self, spec: str = "") -> str:
        if self._static:
            return "?"
        known = self._divisibility
        return text_of(self, "?" if known <= 1 else f"?{{div={known}}}", spec)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        from cutedsl.staging.foreign import of_numpy

        return of_numpy(ufunc, method, inputs, kwargs)

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        from cutedsl.staging.foreign import foreign_call

        raise foreign_call("torch", getattr(function, "__name__", "function"), cls.__name__)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __copy__(self) -> Self:
        return self


def is_numeric_class(value: object) -> TypeGuard[type[Numeric]]:
    """Whether `value` is one of the numeric classes."""
    return isinstance(value, NumericMeta)


def numeric_class(dtype: DType) -> type[Numeric]:
    """The class of a numeric type."""
    return CLASS_OF[dtype]


def as_numeric(value: object) -> Any:
    """A Python number as a Numeric: Boolean, Int32 (Int64 if it does not fit), Float32; a Numeric as it is.

    A bare handle is a number of its type; MLIR's integers count as signed.

    >>> type(as_numeric(1 << 40))
    Int64

    Errors: numeric-cast for what is not a number.
    """
    if is_numeric(value):
        return value
    literal = literal_of(value)
    if literal is None:
        number = number_of_handle(value) if is_handle(value) else None
        if number is None:
            raise fail("numeric-cast", f"{_text(value)} is not a number", fix=_number_fix(value))
        return number
    return CLASS_OF[dtype_of_literal(literal)](literal)


def _number_fix(value: object) -> str:
    """The fix for what is not a number: a function, an array, what `float` takes."""
    name = getattr(value, "__name__", None)
    if name and name.isidentifier() and callable(value) and not isinstance(value, type):
        return f"Call it: `{name}()`."
    if hasattr(value, "iterator") or hasattr(value, "element_type"):
        return "Take one element of it: `x[i]`."
    if value is None or isinstance(value, str):
        return "Give a number."
    if isinstance(value, tuple):
        return "Give one number, such as the first of the tuple: `[0]`."
    if isinstance(value, list | dict | set):
        return "Give one number; a loop over the index stores several."
    if hasattr(type(value), "item") and hasattr(type(value), "shape"):
        return "Take the number out with `.item()`, or pass the array as an argument."
    if isinstance(value, Enum) and isinstance(value.value, int | float):
        return "Take its number: `.value`."
    if isinstance(value, complex):
        return "Take its parts: `.real`, `.imag`."
    return "Convert it: `float(...)`." if hasattr(type(value), "__float__") else "Give a number."


def _text(value: object) -> str:
    """A value as messages name it."""
    return f"{value!r} of type {type(value).__name__}"
