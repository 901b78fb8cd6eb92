"""`jit`, `kernel`, `compile`, specialisation, the pipeline: the only place that sees every stage."""

from __future__ import annotations

from cutedsl.driver import fork_gate as fork_gate  # first of all: a fork waits for the import of cutedsl itself, too
