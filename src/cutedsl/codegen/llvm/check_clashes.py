"""The part of the checker's runtime that compares what the lanes of one store write where they meet."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import CLASH_FOUND, CLASH_OTHER_AT

_VALUE_BYTES: Final = 512
"""The values of one element: of 32 lanes, twice."""

CLASHES: Final = f"""
define i32 @cute.check.clash(<32 x i64> %addresses, i32 %bits, i64 %bytes, ptr %values, i64 %count) noinline nounwind {{
entry:
  %below = sub i32 %bits, 1
  %others = and i32 %bits, %below
  %alone = icmp eq i32 %others, 0
  br i1 %alone, label %none, label %steps
steps:
  %next = shufflevector <32 x i64> %addresses, <32 x i64> poison, <32 x i32> <{", ".join(f"i32 {min(n + 1, 31)}" for n in range(32))}>
  %step = sub <32 x i64> %next, %addresses
  %one.bytes = insertelement <32 x i64> poison, i64 %bytes, i32 0
  %size = shufflevector <32 x i64> %one.bytes, <32 x i64> poison, <32 x i32> zeroinitializer
  %short = icmp slt <32 x i64> %step, %size
  %short.bits = bitcast <32 x i1> %short to i32
  %short.pairs = and i32 %short.bits, 2147483647
  %rising = icmp eq i32 %short.pairs, 0
  br i1 %rising, label %none, label %compare
compare:
  %slot = alloca <64 x i64>, align 256
  %second = getelementptr i8, ptr %slot, i64 256
  store <32 x i64> %addresses, ptr %slot, align 256
  store <32 x i64> %addresses, ptr %second, align 256
  %less = sub <32 x i64> %size, splat (i64 1)
  %reach = add <32 x i64> %size, %less
  br label %turn
turn:
  %by = phi i64 [ 1, %compare ], [ %by1, %on ]
  %place = getelementptr i64, ptr %slot, i64 %by
  %theirs = load <32 x i64>, ptr %place, align 8
  %apart = sub <32 x i64> %addresses, %theirs
  %moved = add <32 x i64> %apart, %less
  %meets = icmp ult <32 x i64> %moved, %reach
  %by32 = trunc i64 %by to i32
  %turned = call i32 @llvm.fshr.i32(i32 %bits, i32 %bits, i32 %by32)
  %pairs = and i32 %bits, %turned
  %meets.bits = bitcast <32 x i1> %meets to i32
  %meet = and i32 %meets.bits, %pairs
  %some = icmp ne i32 %meet, 0
  br i1 %some, label %look, label %on
look:
  %alike = icmp eq <32 x i64> %apart, zeroinitializer
  %alike.bits = bitcast <32 x i1> %alike to i32
  %unlike = xor i32 %alike.bits, -1
  %parts = and i32 %meet, %unlike
  br label %element
element:
  %k = phi i64 [ 0, %look ], [ %k1, %element ]
  %differ = phi i32 [ 0, %look ], [ %differ1, %element ]
  %first = mul i64 %k, {_VALUE_BYTES}
  %mine.at = getelementptr i8, ptr %values, i64 %first
  %their.at = getelementptr i64, ptr %mine.at, i64 %by
  %mine = load <32 x i64>, ptr %mine.at, align 8
  %their = load <32 x i64>, ptr %their.at, align 8
  %other = icmp ne <32 x i64> %mine, %their
  %other.bits = bitcast <32 x i1> %other to i32
  %differ1 = or i32 %differ, %other.bits
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %count
  br i1 %more, label %element, label %judge
judge:
  %values.differ = and i32 %meet, %differ1
  %clash = or i32 %parts, %values.differ
  %bad = icmp ne i32 %clash, 0
  br i1 %bad, label %found, label %on
found:
  %lane = call i32 @llvm.cttz.i32(i32 %clash, i1 true)
  %sum = add i32 %lane, %by32
  %partner = and i32 %sum, 31
  %high = shl i32 %partner, {CLASH_OTHER_AT}
  %both = or i32 %lane, %high
  %told = or i32 %both, {CLASH_FOUND}
  ret i32 %told
on:
  %by1 = add i64 %by, 1
  %again = icmp ule i64 %by1, 16
  br i1 %again, label %turn, label %none
none:
  ret i32 0
}}
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.fshr.i32(i32, i32, i32)
"""  # noqa: E501
"""The text: two lanes that write different values to one byte, or parts of each other; 0 where there are none.

`values` has the lanes' values of each element twice, as numbers of 64 bits. Each lane is compared with the 16 after it.
"""
