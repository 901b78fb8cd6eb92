"""A second emitter: runs a kernel as ordinary Python over NumPy lanes, a block in lockstep; the definition of the
language, the fuzzer's oracle, the debugger."""

from __future__ import annotations

from cutedsl.eager.session import Session, current_session, run, running

__all__ = ["Session", "current_session", "run", "running"]
