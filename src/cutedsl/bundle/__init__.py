"""Programs compiled ahead of time for several architectures, in one file that is checked before it is used.

`cutedsl bundle prog.py -o kernels.cutedsl --arch cpu --arch sm_90a` writes such a file. Where programs are served,
`use` lets ordinary calls find their programs in it, and `load` gives its functions. Neither needs the compiler or LLVM.

>>> from cutedsl import bundle
>>> with bundle.named("softmax_rows"):
...     pass
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.bundle.naming import named
from cutedsl.errors.names.lazy_names import lazy_names

if TYPE_CHECKING:
    from cutedsl.bundle.functions import BundledFunction
    from cutedsl.bundle.loaded import Bundle, load
    from cutedsl.bundle.record import write
    from cutedsl.bundle.used import use
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "bundle",
        {
            "cutedsl.bundle.functions": "BundledFunction",
            "cutedsl.bundle.loaded": "Bundle load",
            "cutedsl.bundle.record": "write",
            "cutedsl.bundle.used": "use",
        },
    )

__all__ = ["Bundle", "BundledFunction", "load", "named", "use", "write"]
