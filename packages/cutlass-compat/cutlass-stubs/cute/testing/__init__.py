"""Written by scripts/cutlass_stubs.py."""

from cutedsl.cute.testing import CantImplementError as CantImplementError
from cutedsl.cute.testing import JitArguments as JitArguments
from cutedsl.cute.testing import assert_ as assert_
from cutedsl.cute.testing import autotune_jit as autotune_jit
from cutedsl.cute.testing import benchmark as benchmark
from cutedsl.cute.testing import convert as convert
from cutedsl.cute.testing import get_workspace_count as get_workspace_count
from cutedsl.cute.testing import tune as tune
