"""float16 on x86-64 processors without F16C: the functions that LLVM calls to convert, in each module itself.

LLVM expects them of a library (compiler-rt, libgcc) that a Python process does not have loaded. They give the bits of
`vcvtps2ph` and `vcvtph2ps`: ties go to the even number, subnormal numbers are kept, NaNs become quiet.
Source: LLVM, `RuntimeLibcalls`; Intel 64 and IA-32 Architectures Software Developer's Manual, `VCVTPS2PH`.
"""

from __future__ import annotations

from typing import Final

_FUNCTIONS: Final = """
@llvm.compiler.used = appending global [3 x ptr] [ptr @__truncsfhf2, ptr @__truncdfhf2, ptr @__extendhfsf2], \
section "llvm.metadata"

define internal half @__truncsfhf2(float %x) nounwind {
  %bits = bitcast float %x to i32
  %size = and i32 %bits, 2147483647
  ; above 2^-14 the exponent changes by 112, and 13 bits go, to the nearest
  %cut = lshr i32 %size, 13
  %odd = and i32 %cut, 1
  %half = add i32 %size, 4095
  %up = add i32 %half, %odd
  %rounded = lshr i32 %up, 13
  %normal = sub i32 %rounded, 114688
  ; below it 0.5, whose last bit is that of the smallest half, makes the adder round
  %positive = bitcast i32 %size to float
  %sum = fadd float %positive, 0.5
  %sumbits = bitcast float %sum to i32
  %tiny = sub i32 %sumbits, 1056964608
  %istiny = icmp ult i32 %size, 947912704
  %finite = select i1 %istiny, i32 %tiny, i32 %normal
  %islarge = icmp uge i32 %size, 1199570944
  %limited = select i1 %islarge, i32 31744, i32 %finite
  %payload = and i32 %cut, 511
  %nan = or i32 %payload, 32256
  %isnan = icmp ugt i32 %size, 2139095040
  %magnitude = select i1 %isnan, i32 %nan, i32 %limited
  %high = lshr i32 %bits, 16
  %sign = and i32 %high, 32768
  %signed = or i32 %magnitude, %sign
  %short = trunc i32 %signed to i16
  %result = bitcast i16 %short to half
  ret half %result
}

define internal half @__truncdfhf2(double %x) nounwind {
  ; rounded to odd the float has all that the half's rounding depends on
  %near = fptrunc double %x to float
  %back = fpext float %near to double
  %inexact = fcmp one double %back, %x
  %bits = bitcast float %near to i32
  %size = call double @llvm.fabs.f64(double %x)
  %nearsize = call double @llvm.fabs.f64(double %back)
  %over = fcmp ogt double %nearsize, %size
  %one = zext i1 %over to i32
  %lower = sub i32 %bits, %one
  %odd = or i32 %lower, 1
  %chosen = select i1 %inexact, i32 %odd, i32 %bits
  %float = bitcast i32 %chosen to float
  %result = call half @__truncsfhf2(float %float)
  ret half %result
}

define internal float @__extendhfsf2(half %x) nounwind {
  %short = bitcast half %x to i16
  %bits = zext i16 %short to i32
  %size = and i32 %bits, 32767
  %moved = shl i32 %size, 13
  %normal = add i32 %moved, 939524096
  %count = uitofp i32 %size to float
  %small = fmul float %count, 0x3E70000000000000
  %smallbits = bitcast float %small to i32
  %istiny = icmp ult i32 %size, 1024
  %finite = select i1 %istiny, i32 %smallbits, i32 %normal
  %infinite = or i32 %moved, 2139095040
  %quiet = or i32 %infinite, 4194304
  %isnan = icmp ugt i32 %size, 31744
  %special = select i1 %isnan, i32 %quiet, i32 %infinite
  %isspecial = icmp uge i32 %size, 31744
  %magnitude = select i1 %isspecial, i32 %special, i32 %finite
  %sign = and i32 %bits, 32768
  %high = shl i32 %sign, 16
  %signed = or i32 %magnitude, %high
  %result = bitcast i32 %signed to float
  ret float %result
}
"""
_FABS: Final = "declare double @llvm.fabs.f64(double)\n"


def with_half_conversions(text: str) -> str:
    """The text with the functions, if it has float16 values."""
    if "half" not in text:
        return text
    return text + _FUNCTIONS + ("" if _FABS in text else _FABS)
