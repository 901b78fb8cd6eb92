"""Written by scripts/cutlass_stubs.py."""

from cutedsl.testing import CantImplementError as CantImplementError
from cutedsl.testing import JitArguments as JitArguments
from cutedsl.testing import Marks as Marks
from cutedsl.testing import Timing as Timing
from cutedsl.testing import add_tensor_init_args as add_tensor_init_args
from cutedsl.testing import assert_clean as assert_clean
from cutedsl.testing import assert_no_bank_conflicts as assert_no_bank_conflicts
from cutedsl.testing import autotune_jit as autotune_jit
from cutedsl.testing import benchmark as benchmark
from cutedsl.testing import check as check
from cutedsl.testing import checking as checking
from cutedsl.testing import convert as convert
from cutedsl.testing import get_workspace_count as get_workspace_count
from cutedsl.testing import marks_timeline as marks_timeline
from cutedsl.testing import perfetto_json as perfetto_json
from cutedsl.testing import slow_calls as slow_calls
from cutedsl.testing import tune as tune
from cutedsl.testing import validate_tensor_init_args as validate_tensor_init_args
