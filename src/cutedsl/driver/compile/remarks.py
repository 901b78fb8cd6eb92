"""`--remark-filter` and `--remark-output`: what LLVM's optimiser says of a compilation."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from cutedsl.codegen.llvm.remarks import remarks_of
from cutedsl.driver.compile.compilation import Compilation


def show_remarks(compilation: Compilation) -> None:
    """What the optimiser says of the code for the target, on stderr or in a file of YAML."""
    options = compilation.options
    remarks = _remarks(compilation)
    if options.remark_output:
        lines = [f"- {json.dumps(remark, ensure_ascii=False)}\n" for remark in remarks]
        Path(options.remark_output).write_text("".join(lines) or "[]\n", encoding="utf-8")
    else:
        print("\n".join(f"remark: {remark}" for remark in remarks), file=sys.stderr)


def _remarks(compilation: Compilation) -> Sequence[str]:
    """What LLVM says; nothing where the target's kernels are not LLVM's."""
    kernels = compilation.target.kernels_in_llvm(compilation)
    return () if kernels is None else remarks_of(*kernels, compilation.options.remarks)
