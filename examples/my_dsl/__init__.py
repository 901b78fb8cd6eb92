"""Logo: a small language made from `cutedsl.staging` alone; no CuTe, no MLIR, no LLVM.

`@logo` compiles a Python function, with its loops, branches, early exits and carried variables, to jumps and registers
of a little machine that moves a turtle. What a DSL has to bring is here, in three files:

* `machine.py`: the target: instructions, how they print and how they run;
* `emitter.py`: the `Emitter`: what to record for a constant, an operator, a loop, a branch;
* `language.py`: what authors import: `@logo`, `forward`, `turn`, `position`.

The rewrite of the Python source, variables through control flow, types, and errors that point at the author's line come
from `staging`. Try `python examples/my_dsl/spiral.py`; `docs/my_dsl.md` explains it line by line.
"""

from __future__ import annotations

from my_dsl.language import forward, logo, position, turn

__all__ = ["forward", "logo", "position", "turn"]
