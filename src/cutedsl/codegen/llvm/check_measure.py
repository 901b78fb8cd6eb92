"""The part of the checker's runtime that hands the addresses of the first accesses of a site to the checker."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import CONTEXT, MEASURED_REQUESTS, Event

NAME: Final = "cute.check.lanes"
DECLARATION: Final = f"void @{NAME}(ptr, i32, i32, i32, <32 x i64>, i32)"

MEASURE: Final = f"""
define void @{NAME}(ptr %ck, i32 %row, i32 %site, i32 %size, <32 x i64> %addresses, i32 %active) noinline {{
entry:
  %counts_at = getelementptr i8, ptr %ck, i64 {CONTEXT["counts"]}
  %counts = load ptr, ptr %counts_at
  %count_at = getelementptr i64, ptr %counts, i32 %site
  %count = load i64, ptr %count_at
  %count1 = add i64 %count, 1
  store i64 %count1, ptr %count_at
  %enough = icmp uge i64 %count, {MEASURED_REQUESTS}
  br i1 %enough, label %out, label %tell
tell:
  %lanes = getelementptr i8, ptr %ck, i64 {CONTEXT["lanes"]}
  store <32 x i64> %addresses, ptr %lanes, align 8
  %report_at = getelementptr i8, ptr %ck, i64 {CONTEXT["report"]}
  %report = load ptr, ptr %report_at
  %active64 = zext i32 %active to i64
  %said = call i32 %report(ptr %ck, i32 {int(Event.LANES)}, i32 %row, i32 %site, i32 %size, i64 %active64, i64 0)
  br label %out
out:
  ret void
}}
"""
