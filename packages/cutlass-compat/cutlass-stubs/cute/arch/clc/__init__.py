"""Written by scripts/cutlass_stubs.py."""

from cutedsl.lang.intrinsics.clc import Boolean as Boolean
from cutedsl.lang.intrinsics.clc import Int32 as Int32
from cutedsl.lang.intrinsics.clc import Pointer as Pointer
from cutedsl.lang.intrinsics.clc import clc_response as clc_response
from cutedsl.lang.intrinsics.clc import issue_clc_query as issue_clc_query
