"""Names that CuTe DSL has dropped and programs still use, with the version that dropped them."""

from __future__ import annotations

from cutedsl.lang.tensors.make import make_rmem_tensor

make_fragment = make_rmem_tensor  # 4.6
