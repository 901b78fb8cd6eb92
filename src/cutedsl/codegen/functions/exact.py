"""Functions with exact results that need a loop: the float remainder and integer powers.

Source: ours.
"""

from __future__ import annotations

import math

from cutedsl.codegen.functions.body import MathBody


def fmod(b: MathBody, x: str, y: str) -> None:
    """C's `fmod`: `x - y trunc(x / y)` without rounding, with the sign of x.

    A quotient below 2**23 takes one division and one fused multiply-add; a larger one is divided bit by bit.
    """
    f = b.text
    size, by = b.call("fabs", x), b.call("fabs", y)
    quotient = b.call("trunc", b.div(size, by))
    rest = b.fma(b.neg(quotient), by, size)
    rest = b.select(b.compare("olt", rest, b.const(0.0)), b.add(rest, by), rest)
    huge = b.compare("oge", quotient, b.const(2.0**22))
    finite = b.compare("olt", size, b.const(math.inf))
    divisor = b.compare("one", by, b.const(0.0))
    slow = b.logical("and", huge, b.logical("and", finite, divisor))
    before, grow, shrink, done = f.block, f.label("grow"), f.label("shrink"), f.label("done")
    f.branch_if(slow, grow, done)
    f.begin(grow)
    step, doubled = f.fresh(), f.fresh()
    f.do(f"{step} = phi {b.type} [ {by}, %{before} ], [ {doubled}, %{grow} ]")
    f.do(f"{doubled} = fadd {b.type} {step}, {step}")
    f.branch_if(b.compare("ole", doubled, size), grow, shrink)
    f.begin(shrink)
    left, part, remainder, halved = f.fresh(), f.fresh(), f.fresh(), f.fresh()
    f.do(f"{left} = phi {b.type} [ {size}, %{grow} ], [ {remainder}, %{shrink} ]")
    f.do(f"{part} = phi {b.type} [ {step}, %{grow} ], [ {halved}, %{shrink} ]")
    fits = b.compare("oge", left, part)
    lower = b.sub(left, part)
    f.do(f"{remainder} = select i1 {fits}, {b.type} {lower}, {b.type} {left}")
    f.do(f"{halved} = fmul {b.type} {part}, {b.const(0.5)}")
    f.branch_if(b.compare("ogt", part, by), shrink, done)
    f.begin(done)
    exact = f.phi(b.type, (rest, before), (remainder, shrink))
    smaller = b.compare("olt", size, by)
    result = b.call("copysign", b.select(smaller, size, exact), x)
    invalid = b.logical("or", b.compare("ueq", size, b.const(math.inf)), b.compare("ueq", by, b.const(0.0)))
    b.ret(b.select(invalid, b.const(math.nan), result))


def ipow(b: MathBody, x: str, y: str) -> None:
    """Integer power by repeated squaring, wrapping; a negative exponent gives 0 unless the base is 1 or -1."""
    f, width = b.text, int(b.kind[1:])

    def integer(op: str, left: str, right: str | int) -> str:
        return b.integer(op, left, right, width)

    odd = b.emit(f"trunc {b.type} {y} to i1")
    f.branch_if(integer("icmp slt", y, 0), "negative", "head")
    f.begin("negative")
    minus_one = integer("icmp eq", x, -1)
    sign = b.select(odd, "-1", "1")
    inverse = b.select(minus_one, sign, b.select(integer("icmp eq", x, 1), "1", "0"))
    b.ret(inverse)
    f.begin("head")
    names = total, base, exponent = f.fresh(), f.fresh(), f.fresh()
    following = f.fresh(), f.fresh(), f.fresh()
    for name, start, back in zip(names, ("1", x, y), following, strict=True):
        f.do(f"{name} = phi {b.type} [ {start}, %entry ], [ {back}, %head ]")
    low = b.emit(f"trunc {b.type} {exponent} to i1")
    product = integer("mul", total, base)
    f.do(f"{following[0]} = select i1 {low}, {b.type} {product}, {b.type} {total}")
    f.do(f"{following[1]} = mul {b.type} {base}, {base}")
    f.do(f"{following[2]} = lshr {b.type} {exponent}, 1")
    f.branch_if(integer("icmp ne", following[2], 0), "head", "out")
    f.begin("out")
    b.ret(following[0])
