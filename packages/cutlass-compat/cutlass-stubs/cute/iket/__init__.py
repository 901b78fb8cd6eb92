"""Written by scripts/cutlass_stubs.py."""

from cutedsl.cute.iket import mark as mark
from cutedsl.cute.iket import range_end as range_end
from cutedsl.cute.iket import range_pop as range_pop
from cutedsl.cute.iket import range_push as range_push
from cutedsl.cute.iket import range_start as range_start
