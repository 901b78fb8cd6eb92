"""Templates for `torch.compile`: kernels that Inductor autotunes against its own, and fuses pointwise work into.

Names and hooks are those of torch's CuTe DSL templates. Everything here uses private names of torch, which are
imported nowhere else. Errors: framework-version, where a version of torch lacks one.
"""

from __future__ import annotations

import torch

from cutedsl.errors import fail

try:
    from cutedsl.torch.inductor.buffer import CuteDSLTemplateBuffer
    from cutedsl.torch.inductor.kernel import CuteDSLTemplateKernel
    from cutedsl.torch.inductor.library import offer_library
    from cutedsl.torch.inductor.loading import CuteDSLKernelWrapper
    from cutedsl.torch.inductor.lowering import lower
    from cutedsl.torch.inductor.scheduling import CuteDSLScheduling, install
    from cutedsl.torch.inductor.template import CuteDSLTemplate
except ImportError as missing:
    raise fail(
        "framework-version", f"torch {torch.__version__} does not have what templates need: {missing}"
    ) from missing

__all__ = [
    "CuteDSLKernelWrapper",
    "CuteDSLScheduling",
    "CuteDSLTemplate",
    "CuteDSLTemplateBuffer",
    "CuteDSLTemplateKernel",
    "install",
    "lower",
    "offer_library",
]
