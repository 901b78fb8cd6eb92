"""Checks of one argument, and the slots it fills, in LLVM text."""

from __future__ import annotations

from dataclasses import dataclass

from cutedsl.arch.call_abi import (
    DLTENSOR_FIELDS,
    ENVIRONMENT,
    NUMPY_DTYPES,
    TYPE_OFFSET,
    WORD_BYTES,
    Extent,
    ScalarArgument,
    TensorArgument,
)
from cutedsl.arch.host_abi import SLOT_BYTES
from cutedsl.codegen.abi.view import DEVICE_CODES, MASK_OFFSET, SHIFT_OFFSET
from cutedsl.codegen.cpu.emitter import LIKELY
from cutedsl.codegen.llvm.text import FunctionText

MISS = "miss"
"""The block for arguments that the call code does not know by heart."""
_INT32_MAX = 2**31 - 1


@dataclass(slots=True)
class ArgumentEmitter:
    """Writes the checks of arguments one after the other; `slot` is the next free slot of `%slots`."""

    f: FunctionText
    slot: int = 0

    def at(self, base: str, offset: int, kind: str) -> str:
        """The value of type `kind` at a byte offset."""
        return self.f.op(f"load {kind}, ptr {self.f.op(f'getelementptr i8, ptr {base}, i64 {offset}')}")

    def environment(self, name: str) -> str:
        """A word of the environment, as a pointer."""
        return self.at("%env", ENVIRONMENT[name], "ptr")

    def require(self, condition: str) -> None:
        """Goes on where `condition` holds; else the call is a miss."""
        fine = self.f.label("ok")
        self.f.branch_if(condition, fine, MISS, suffix=LIKELY)
        self.f.begin(fine)

    def fill(self, value: str, kind: str = "i64") -> None:
        """Writes the next slot."""
        place = self.f.op(f"getelementptr i8, ptr %slots, i64 {SLOT_BYTES * self.slot}")
        self.f.do(f"store {kind} {value}, ptr {place}")
        self.slot += 1

    def argument(self, index: int, argument: TensorArgument | ScalarArgument) -> None:
        """Checks argument number `index` of the call and fills its slots."""
        given = self.at("%args", WORD_BYTES * index, "ptr")
        match argument:
            case TensorArgument():
                self._tensor(given, argument)
            case ScalarArgument(kind="bool"):
                self._bool(given)
            case ScalarArgument(kind="float"):
                self._float(given, argument.bits)
            case ScalarArgument():
                self._int(given, argument)

    def _tensor(self, given: str, tensor: TensorArgument) -> None:
        code = tensor.code | tensor.bits << 8 | 1 << 16
        known = tensor.dtype in NUMPY_DTYPES
        descr = ENVIRONMENT[f"numpy_{tensor.dtype}"] if known else ENVIRONMENT["none"]
        item_shift = (max(8, tensor.bits) // 8).bit_length() - 1
        self.require(
            self.f.op(
                f"call i1 @cute.view(ptr %env, ptr {given}, ptr %view, i32 {code}, i32 {len(tensor.shape)}, "
                f"i32 {DEVICE_CODES[tensor.device]}, i64 {descr}, i64 {item_shift}, i64 {tensor.align_bytes - 1})"
            )
        )
        shape, strides = self._extents(tensor)
        self.fill(self.at("%view", DLTENSOR_FIELDS["data"], "i64"))
        for leaf, value in (*zip(tensor.shape, shape, strict=True), *zip(tensor.strides, strides, strict=True)):
            if leaf.static is None:
                self.fill(value)
        self.fill(self._element_count(shape, strides))

    def _extents(self, tensor: TensorArgument) -> tuple[list[str], list[str]]:
        """Loads shape and strides and requires that they fit."""
        if not tensor.shape:
            return [], []
        f = self.f
        sizes = self.at("%view", DLTENSOR_FIELDS["shape"], "ptr")
        steps = self.at("%view", DLTENSOR_FIELDS["strides"], "ptr")
        shift, mask = self.at("%view", SHIFT_OFFSET, "i64"), self.at("%view", MASK_OFFSET, "i64")
        shape = [self.at(sizes, 8 * mode, "i64") for mode in range(len(tensor.shape))]
        raw = [self.at(steps, 8 * mode, "i64") for mode in range(len(tensor.shape))]
        strides = [f.op(f"ashr i64 {step}, {shift}") for step in raw]
        broken = [f.op(f"and i64 {step}, {mask}") for step in raw]
        conditions = [f.op(f"icmp eq i64 {bits}, 0") for bits in broken]
        for leaf, value in zip(tensor.shape, shape, strict=True):
            conditions += self._fits(leaf, value)
        for leaf, value, extent in zip(tensor.strides, strides, shape, strict=True):
            alone = f.op(f"icmp slt i64 {extent}, 2")
            conditions += [f.op(f"or i1 {alone}, {c}") for c in self._fits(leaf, value)]
        together = conditions[0]
        for condition in conditions[1:]:
            together = f.op(f"and i1 {together}, {condition}")
        self.require(together)
        return shape, strides

    def _fits(self, leaf: Extent, value: str) -> list[str]:
        """Conditions on one leaf."""
        f = self.f
        if leaf.static is not None:
            return [f.op(f"icmp eq i64 {value}, {leaf.static}")]
        conditions: list[str] = []
        if leaf.width_bits == 32:
            conditions.append(f.op(f"icmp sle i64 {value}, {_INT32_MAX}"))
            conditions.append(f.op(f"icmp sge i64 {value}, {-_INT32_MAX - 1}"))
        if leaf.divisibility > 1:
            rest = f.op(f"srem i64 {value}, {leaf.divisibility}")
            conditions.append(f.op(f"icmp eq i64 {rest}, 0"))
        return conditions

    def _element_count(self, shape: list[str], strides: list[str]) -> str:
        """`1 + sum((s - 1) * d)`, 0 where an extent is 0."""
        f = self.f
        total, empty = "1", "false"
        for extent, stride in zip(shape, strides, strict=True):
            reach = f.op(f"mul i64 {f.op(f'sub i64 {extent}, 1')}, {stride}")
            total = f.op(f"add i64 {total}, {reach}")
            empty = f.op(f"or i1 {empty}, {f.op(f'icmp eq i64 {extent}, 0')}")
        return f.op(f"select i1 {empty}, i64 0, i64 {total}") if shape else "1"

    def _is(self, given: str, name: str) -> str:
        """Whether an argument's type is exactly the environment's `name`."""
        return self.f.op(f"icmp eq ptr {self.at(given, TYPE_OFFSET, 'ptr')}, {self.environment(name)}")

    def _bool(self, given: str) -> None:
        f = self.f
        true = f.op(f"icmp eq ptr {given}, {self.environment('true')}")
        false = f.op(f"icmp eq ptr {given}, {self.environment('false')}")
        self.require(f.op(f"or i1 {true}, {false}"))
        self.fill(f.op(f"zext i1 {true} to i64"))

    def _int(self, given: str, scalar: ScalarArgument) -> None:
        f = self.f
        self.require(self._is(given, "int_type"))
        value = f.op(f"call i64 {self.environment('long_as_long_long')}(ptr {given}, ptr %overflow)")
        self.require(f.op(f"icmp eq i32 {f.op('load i32, ptr %overflow')}, 0"))
        signed = scalar.kind == "int"
        top = 2 ** (scalar.bits - signed) - 1
        if signed and scalar.bits < 64:
            self.require(f.op(f"icmp sge i64 {value}, {-top - 1}"))
        if not signed:
            self.require(f.op(f"icmp sge i64 {value}, 0"))
        if scalar.bits < 64:
            self.require(f.op(f"icmp sle i64 {value}, {top}"))
        self.fill(value)

    def _float(self, given: str, bits: int) -> None:
        """An exact float or int; infinity must have been one before it was rounded to 32 bits."""
        f = self.f
        self.require(f.op(f"or i1 {self._is(given, 'float_type')}, {self._is(given, 'int_type')}"))
        value = f.op(f"call double {self.environment('float_as_double')}(ptr {given})")
        self._no_error(f.op(f"fcmp oeq double {value}, -1.0"))
        if bits == 64:
            self.fill(value, "double")
            return
        narrow = f.op(f"fptrunc double {value} to float")
        infinite = f.op(f"fcmp oeq float {f.op(f'call float @llvm.fabs.f32(float {narrow})')}, 0x7FF0000000000000")
        finite = f.op(f"fcmp one double {f.op(f'call double @llvm.fabs.f64(double {value})')}, 0x7FF0000000000000")
        overflow = f.op(f"and i1 {infinite}, {finite}")
        self.require(f.op(f"xor i1 {overflow}, true"))
        self.fill(f.op(f"bitcast float {narrow} to i32"), "i32")

    def _no_error(self, suspicious: str) -> None:
        """Where a result may stand for an exception: clears it and misses, or goes on."""
        f = self.f
        look, clear, fine = f.label("look"), f.label("clear"), f.label("ok")
        f.branch_if(suspicious, look, fine)
        f.begin(look)
        raised = f.op(f"call ptr {self.environment('error_occurred')}()")
        f.branch_if(f.op(f"icmp ne ptr {raised}, null"), clear, fine)
        f.begin(clear)
        f.do(f"call void {self.environment('error_clear')}()")
        f.branch(MISS)
        f.begin(fine)
