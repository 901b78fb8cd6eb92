"""The GPU code of a compilation as NVIDIA's tools make it: cubin and assembly."""

from __future__ import annotations

from cutedsl.config import config
from cutedsl.driver.compilation import Compilation
from cutedsl.errors import fail

_TIMEOUT_S = 300


def cubin(compilation: Compilation) -> bytes:
    """The kernels assembled by `ptxas` with the compilation's options. Errors: missing-ptxas."""
    import shlex

    from cutedsl.arch.targets import target as gpu_target
    from cutedsl.codegen.nvptx.ptxas import assemble

    found = config().ptxas
    ptxas = None if found is None else str(found)
    words = shlex.split(compilation.options.ptxas_options)
    return assemble(compilation.ptx(), gpu_target(compilation.target.arch), words, ptxas=ptxas).cubin


def disassemble(binary: bytes, options: str = "") -> str:
    """The assembly of a cubin, by `nvdisasm`. Errors: missing-nvdisasm."""
    import shlex
    import shutil
    import subprocess
    import tempfile
    from pathlib import Path

    program = shutil.which("nvdisasm")
    if program is None:
        raise fail("missing-nvdisasm", "there is no `nvdisasm` on the PATH")
    with tempfile.TemporaryDirectory(prefix="cutedsl-nvdisasm-") as folder:
        file = Path(folder, "kernel.cubin")
        file.write_bytes(binary)
        command = [program, *shlex.split(options), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    if done.returncode != 0:
        raise fail("malformed-compile-options", f"`{' '.join(command[:-1])}` failed: {done.stderr.strip()}")
    return done.stdout


def gpu_image(compilation: Compilation) -> bytes:
    """What the driver loads: PTX for its own compiler, or a cubin where options for `ptxas` are given."""
    if compilation.options.ptxas_options:
        return cubin(compilation)
    return compilation.ptx().encode() + b"\0"
