"""Remembered compilations: in memory and on disk, found by the arguments' signature and what the trace read."""
