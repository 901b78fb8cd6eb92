"""The GPU code of a compilation as NVIDIA's tools make it: cubin and assembly."""

from __future__ import annotations

from collections.abc import Sequence

from cutedsl.config import config
from cutedsl.driver.compile.compilation import Compilation


def cubin(compilation: Compilation) -> bytes:
    """The kernels assembled by `ptxas` for people and linkers: relocatable with `RDC`. Errors: missing-ptxas."""
    return assembled(compilation, ["--compile-only"] if compilation.options.relocatable else [])


def assembled(compilation: Compilation, more: Sequence[str] = ()) -> bytes:
    """The kernels assembled by `ptxas` with the compilation's options, and `more`."""
    import shlex

    from cutedsl.arch.targets import target as gpu_target
    from cutedsl.codegen.nvptx.tools.ptxas import assemble

    found = config().ptxas
    ptxas = None if found is None else str(found)
    words = [*shlex.split(compilation.options.ptxas_options), *more]
    return assemble(compilation.ptx(), gpu_target(compilation.target.arch), words, ptxas=ptxas).cubin


def sass(compilation: Compilation) -> str:
    """The assembly of the kernels, by `nvdisasm` with the compilation's options.

    Errors: missing-ptxas, missing-nvdisasm.
    """
    import shlex

    from cutedsl.codegen.nvptx.tools.nvdisasm import disassemble

    return disassemble(cubin(compilation), shlex.split(compilation.options.nvdisasm_options))


def gpu_image(compilation: Compilation) -> bytes:
    """What the driver loads: PTX for its own compiler, or a cubin where options for `ptxas` are given."""
    if compilation.options.ptxas_options:
        return assembled(compilation)
    return compilation.ptx().encode() + b"\0"
