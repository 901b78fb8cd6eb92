"""How a launcher in an exported object ends that could not launch: with the code of the error, and 0."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.host_abi import RT, ErrorCode

LAUNCH_REFUSED: Final = f"""refuse:
  %code = getelementptr i8, ptr %rt, i64 {RT["error_code"].offset}
  store i32 {int(ErrorCode.LAUNCH_FAILED)}, ptr %code
  ret i32 0"""
"""The block `refuse` of a function that has the run-time record in `%rt`."""
