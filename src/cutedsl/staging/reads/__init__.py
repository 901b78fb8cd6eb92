"""What a trace reads from outside of its arguments, found by a walk over what it can reach, and guards on it."""

from __future__ import annotations

from cutedsl.staging.reads.kinds import describe_type
from cutedsl.staging.reads.walk import Reads, reads_of
from cutedsl.staging.reads.watch import GONE, Watches

__all__ = ["GONE", "Reads", "Watches", "describe_type", "reads_of"]
