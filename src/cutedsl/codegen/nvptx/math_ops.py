"""`math.*` that LLVM cannot select on NVPTX: our own functions, or one hardware approximation under fast-math."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.functions.body import LLVM_FLOAT
from cutedsl.codegen.functions.library import BINARY, MATH_NAMES, UNARY, math_symbol
from cutedsl.codegen.llvm.attributes import fast_math
from cutedsl.codegen.llvm.constants import float_text
from cutedsl.codegen.llvm.types import scalar_type, vector_size
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter, friendly_name, not_yet, type_name

_KIND: Final = {llvm: kind for kind, llvm in LLVM_FLOAT.items()}
_NARROW: Final = frozenset({"half", "bfloat"})

Approximation = Callable[[KernelEmitter, list[str]], str]


def _approximate(intrinsic: str, *, before: float = 1.0, after: float = 1.0) -> Approximation:
    """`after * intrinsic(before * x)`."""

    def emit(e: KernelEmitter, x: list[str]) -> str:
        value = x[0] if before == 1.0 else e.f.op(f"fmul float {x[0]}, {float_text(before, 'float')}")
        value = e.call("float", f"llvm.nvvm.{intrinsic}", ("float", value))
        return value if after == 1.0 else e.f.op(f"fmul float {value}, {float_text(after, 'float')}")

    return emit


_EXP2: Final = _approximate("ex2.approx.ftz.f")
_LOG2: Final = _approximate("lg2.approx.f")
_SIN: Final = _approximate("sin.approx.f")
_COS: Final = _approximate("cos.approx.f")


def _tan(e: KernelEmitter, x: list[str]) -> str:
    return e.f.op(f"fdiv afn float {_SIN(e, x)}, {_COS(e, x)}")


def _pow(e: KernelEmitter, x: list[str]) -> str:
    return _EXP2(e, [e.f.op(f"fmul float {x[1]}, {_LOG2(e, [x[0]])}")])


_APPROXIMATIONS: Final[Mapping[str, Approximation]] = MappingProxyType(
    {
        "exp": _approximate("ex2.approx.ftz.f", before=1.0 / math.log(2.0)),
        "exp2": _EXP2,
        "log": _approximate("lg2.approx.f", after=math.log(2.0)),
        "log2": _LOG2,
        "log10": _approximate("lg2.approx.f", after=math.log10(2.0)),
        "sin": _SIN,
        "cos": _COS,
        "tan": _tan,
        "tanh": _approximate("tanh.approx.f32"),
        "powf": _pow,
    }
)
"""What `fastmath` with `afn` allows for f32: PTX's approximations (PTX ISA, "Floating Point Instructions")."""


def _compute_element(e: KernelEmitter, op: Operation, scalar: str, x: list[str]) -> str:
    """One element: 16-bit floats compute in f32."""
    if scalar in _NARROW:
        wide = [e.f.op(f"fpext {scalar} {one} to float") for one in x]
        return e.f.op(f"fptrunc float {_compute_element(e, op, 'float', wide)} to {scalar}")
    name, flags = friendly_name(op), fast_math(op)
    approximation = _APPROXIMATIONS.get(name)
    if scalar == "float" and approximation is not None and ("afn" in flags or "fast" in flags):
        return approximation(e, x)
    kind = _KIND.get(scalar, scalar)
    if (name, kind) not in UNARY and (name, kind) not in BINARY:
        raise not_yet(op, f"`{name}` of {type_name(op.results[0].type)} does not run on the GPU yet")
    e.math_used.add((name, kind))
    return e.f.op(f"call {scalar} @{math_symbol(name, kind)}({', '.join(f'{scalar} {one}' for one in x)})")


def _rsqrt_one(e: KernelEmitter, op: Operation, scalar: str, x: list[str]) -> str:
    """`1 / sqrt(x)`, each rounded; the hardware's approximation under fast-math."""
    if scalar in _NARROW:
        wide = e.f.op(f"fpext {scalar} {x[0]} to float")
        return e.f.op(f"fptrunc float {_rsqrt_one(e, op, 'float', [wide])} to {scalar}")
    flags = fast_math(op)
    if scalar == "float" and ("afn" in flags or "fast" in flags):
        return e.call("float", "llvm.nvvm.rsqrt.approx.f", ("float", x[0]))
    root = e.call(scalar, f"llvm.sqrt.{_KIND[scalar]}", (scalar, x[0]))
    return e.f.op(f"fdiv {scalar} {float_text(1.0, scalar)}, {root}")


def _through_f32(intrinsic: str) -> Callable[[KernelEmitter, Operation, str, list[str]], str]:
    """An intrinsic that exists for f32 and f64; 16-bit floats go through f32."""

    def emit(e: KernelEmitter, op: Operation, scalar: str, x: list[str]) -> str:
        if scalar in _NARROW:
            wide = [e.f.op(f"fpext {scalar} {one} to float") for one in x]
            return e.f.op(f"fptrunc float {emit(e, op, 'float', wide)} to {scalar}")
        args = [(scalar, one) for one in x]
        return e.call(scalar, f"llvm.{intrinsic}.{_KIND[scalar]}", *args, flags=fast_math(op))

    return emit


def _for_each_element(one: Callable[[KernelEmitter, Operation, str, list[str]], str]) -> Handler:
    """A handler that treats the elements of a vector one by one."""

    def handle(e: KernelEmitter, op: Operation) -> None:
        mlir = op.results[0].type
        scalar, lanes = scalar_type(mlir), vector_size(mlir)
        if lanes == 0:
            e.bind(op, one(e, op, scalar, e.texts(op)))
            return
        whole, total = f"<{lanes} x {scalar}>", "poison"
        for index in range(lanes):
            x = [e.f.op(f"extractelement {whole} {text}, i32 {index}") for text in e.texts(op)]
            total = e.f.op(f"insertelement {whole} {total}, {scalar} {one(e, op, scalar, x)}, i32 {index}")
        e.bind(op, total)

    return handle


MATH: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        **{f"math.{name}": _for_each_element(_compute_element) for name in MATH_NAMES - {"fmod", "erfc"}},
        "cute.fmod": _for_each_element(_compute_element),
        "cute.erfc": _for_each_element(_compute_element),
        "math.rsqrt": _for_each_element(_rsqrt_one),
        "math.sqrt": _for_each_element(_through_f32("sqrt")),
    }
)
