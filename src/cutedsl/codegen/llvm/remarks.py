"""What LLVM's optimiser says of a module: calls put in place, loops changed, and what it could not do.

LLVM prints remarks by a process-wide option that can be given once, so that a child process runs the passes again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import astuple

import llvmlite.binding as llvm

from cutedsl.codegen.llvm.compile import Machine, optimise
from cutedsl.errors import fail

_KINDS = ("-pass-remarks", "-pass-remarks-missed", "-pass-remarks-analysis")
_LIMIT_S = 120


def remarks_of(text: str, machine: Machine, pattern: str, opt_level: int = 1) -> tuple[str, ...]:
    """The remarks of the passes whose names match a regular expression, in the order in which they are made.

    Errors: malformed-compile-options for a pattern that LLVM does not take.
    """
    order = json.dumps({"text": text, "machine": astuple(machine), "pattern": pattern, "level": opt_level})
    done = subprocess.run(
        [sys.executable, "-m", __name__], input=order, capture_output=True, text=True, timeout=_LIMIT_S, check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()[-1:]
        raise fail("malformed-compile-options", f"remarks of passes that match {pattern!r}: {' '.join(said)}")
    lines = (line.removeprefix("remark: ") for line in done.stderr.splitlines() if line.startswith("remark: "))
    return tuple(line.removeprefix("<unknown>:0:0: ") for line in lines)


def _main() -> None:
    order = json.load(sys.stdin)
    for kind in _KINDS:
        llvm.set_option("cutedsl", f"{kind}={order['pattern']}")
    optimise(order["text"], Machine(*order["machine"]), opt_level=order["level"])


if __name__ == "__main__":
    _main()
