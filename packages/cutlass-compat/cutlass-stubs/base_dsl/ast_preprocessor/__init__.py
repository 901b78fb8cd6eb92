"""Written by scripts/cutlass_stubs.py."""

from cutedsl.staging.rewrite.visitor import DSLPreprocessor as DSLPreprocessor
from cutedsl.staging.rewrite.visitor import preprocessed as preprocessed
from cutedsl.staging.rewrite.visitor import replaced_visits as replaced_visits
