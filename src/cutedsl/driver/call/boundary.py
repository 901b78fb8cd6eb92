"""Where control returns to the author: frames of cutedsl are hidden, and its warnings shown, as the settings ask."""

from __future__ import annotations

from cutedsl.config import config
from cutedsl.driver.compile.log import WARNING, log
from cutedsl.errors import DSLOptimizationWarning, DSLWarning, judge_warnings, user_boundary

boundary = user_boundary(lambda: config().keeps_frames)
"""The decorator of entry points."""


def _judge(name: str, category: type[DSLWarning], text: str) -> str:
    """What the settings make of a warning: `ignore`, `error` or `show`."""
    settings = config()
    if {"all", name} & settings.warnings_ignore:
        return "ignore"
    if issubclass(category, DSLOptimizationWarning) and not settings.optimization_warnings:
        return "ignore"
    if {"all", name} & settings.warnings_as_errors:
        return "error"
    log(WARNING, lambda: text)
    return "show"


judge_warnings(_judge)
