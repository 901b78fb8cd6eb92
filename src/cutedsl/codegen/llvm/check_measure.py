"""The part of the checker's runtime that tells it of the first accesses and branches of a site, to measure them."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import CONTEXT, MEASURED_REQUESTS, Event

DECLARATIONS: Final = {
    "cute.check.lanes": "void @cute.check.lanes(ptr, i32, i32, i32, <32 x i64>, i32)",
    "cute.check.ways": "void @cute.check.ways(ptr, i32, i32, i32, i32)",
}
"""What a module declares to call a function of it."""


def _first_times(name: str, parameters: str, tell: str) -> str:
    """A function that does what `tell` says the first times that a site comes here, with `%report` to call."""
    return f"""
define void @{name}(ptr %ck, i32 %row, i32 %site, {parameters}) noinline {{
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
  %report_at = getelementptr i8, ptr %ck, i64 {CONTEXT["report"]}
  %report = load ptr, ptr %report_at
  %active64 = zext i32 %active to i64
{tell}
  br label %out
out:
  ret void
}}
"""


_LANES: Final = f"""  %lanes = getelementptr i8, ptr %ck, i64 {CONTEXT["lanes"]}
  store <32 x i64> %addresses, ptr %lanes, align 8
  %said = call i32 %report(ptr %ck, i32 {int(Event.LANES)}, i32 %row, i32 %site, i32 %size, i64 %active64, i64 0)"""
_WAYS: Final = f"""  %taken64 = zext i32 %taken to i64
  %said = call i32 %report(ptr %ck, i32 {int(Event.WAYS)}, i32 %row, i32 %site, i32 0, i64 %active64, i64 %taken64)"""

MEASURE: Final = _first_times(
    "cute.check.lanes", "i32 %size, <32 x i64> %addresses, i32 %active", _LANES
) + _first_times("cute.check.ways", "i32 %active, i32 %taken", _WAYS)
