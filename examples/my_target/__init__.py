"""A third target: kernels become Python that computes with NumPy, all threads of a block at once.

What a target has to bring is here, in three files:

* `target.py`: the `Target`: its names, its passes in order, how it loads and launches;
* `emitter.py`: a rule for each op of the IR, which writes Python;
* `machine.py`: what the written Python calls: memory, lanes, launches.

The language, staging, the passes, arguments, errors and the caches come from cutedsl. Try
`python examples/my_target/row_sums.py`; `docs/targets.md` explains it.
"""

from __future__ import annotations

from cutedsl.targets.choice import register_target
from my_target.target import NumpyTarget

register_target("numpy", NumpyTarget)
