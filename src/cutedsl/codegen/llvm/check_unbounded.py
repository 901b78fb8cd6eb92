"""The part of the checker's runtime that asks it whether there is memory at addresses that nothing bounds."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import CONTEXT, SURE_PAGE_SHIFT, Access, Event

_LANES: Final = CONTEXT["lanes"]

UNBOUNDED: Final = f"""
define i32 @cute.check.unbounded(ptr %ck, i32 %row, i32 %site, i32 %kind, <32 x i64> %addresses, i32 %bits, i64 %size) noinline nounwind {{
entry:
  %slot = alloca <32 x i64>, align 256
  store <32 x i64> %addresses, ptr %slot, align 256
  %sure_at = getelementptr i8, ptr %ck, i64 {CONTEXT["sure_page"]}
  %report_at = getelementptr i8, ptr %ck, i64 {CONTEXT["report"]}
  %report = load ptr, ptr %report_at
  %writes32 = and i32 %kind, {int(Access.WRITE)}
  %writes = zext i32 %writes32 to i64
  br label %lane
lane:
  %left = phi i32 [ %bits, %entry ], [ %rest, %fine ]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %good, label %look
look:
  %number = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  %at = getelementptr i64, ptr %slot, i32 %number
  %address = load i64, ptr %at, align 8
  %end = add i64 %address, %size
  %last = sub i64 %end, 1
  %first_page = lshr i64 %address, {SURE_PAGE_SHIFT}
  %last_page = lshr i64 %last, {SURE_PAGE_SHIFT}
  %page = shl i64 %first_page, 8
  %page.set = or i64 %page, 2
  %key = or i64 %page.set, %writes
  %sure = load i64, ptr %sure_at, align 8
  %known = icmp eq i64 %key, %sure
  %one_page = icmp eq i64 %first_page, %last_page
  %skip = and i1 %known, %one_page
  br i1 %skip, label %fine, label %ask
ask:
  %said = call i32 %report(ptr %ck, i32 {int(Event.UNBOUNDED)}, i32 %row, i32 %site, i32 %kind, i64 %address, i64 %size)
  %there = icmp ne i32 %said, 0
  br i1 %there, label %keep, label %bad
keep:
  store i64 %key, ptr %sure_at, align 8
  br label %fine
fine:
  br label %lane
bad:
  %start = getelementptr i8, ptr %ck, i64 {_LANES}
  store i64 0, ptr %start, align 8
  %row_at = getelementptr i8, ptr %ck, i64 {_LANES + 8}
  %row64 = zext i32 %row to i64
  store i64 %row64, ptr %row_at, align 8
  %offender = getelementptr i8, ptr %ck, i64 {_LANES + 16}
  store i64 %address, ptr %offender, align 8
  %one = shl i32 1, %number
  ret i32 %one
good:
  ret i32 0
}}
"""  # noqa: E501
"""The text: the first lane whose address is not the program's memory, as a bit; 0 where all are."""
