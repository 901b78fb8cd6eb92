"""Races, bounds, uninitialised reads, deadlocks, bank conflicts: reports from a checked CPU run."""

from __future__ import annotations

from cutedsl.checker.findings import Finding, LineCount, Place, Report
from cutedsl.checker.session import Schedule, check, checking

__all__ = ["Finding", "LineCount", "Place", "Report", "Schedule", "check", "checking"]
