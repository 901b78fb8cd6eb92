"""Spans, the error catalogue, one renderer, the traceback filter."""

from __future__ import annotations

from cutedsl.errors.boundary import hide_internal_frames, user_boundary
from cutedsl.errors.classes import (
    DSLBaseError,
    DSLCudaRuntimeError,
    DSLNotImplemented,
    DSLOptimizationWarning,
    DSLRuntimeError,
    DSLUserCodeError,
    DSLWarning,
)
from cutedsl.errors.diagnostic import Diagnostic
from cutedsl.errors.fail import fail, judge_warnings, warn
from cutedsl.errors.frames import part_of_language, span_at, user_frame, user_location, user_span
from cutedsl.errors.internal import internal_error
from cutedsl.errors.render import render
from cutedsl.errors.source import source_line, source_lines
from cutedsl.errors.span import Span

__all__ = [
    "DSLBaseError",
    "DSLCudaRuntimeError",
    "DSLNotImplemented",
    "DSLOptimizationWarning",
    "DSLRuntimeError",
    "DSLUserCodeError",
    "DSLWarning",
    "Diagnostic",
    "Span",
    "fail",
    "hide_internal_frames",
    "internal_error",
    "judge_warnings",
    "part_of_language",
    "render",
    "source_line",
    "source_lines",
    "span_at",
    "user_boundary",
    "user_frame",
    "user_location",
    "user_span",
    "warn",
]
