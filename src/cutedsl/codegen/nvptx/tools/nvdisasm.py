"""NVIDIA's disassembler as a program: the assembly of a cubin."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cutedsl.errors import fail

_TIMEOUT_S: Final = 300


def find_nvdisasm() -> str | None:
    """The path of `nvdisasm`: the first on the PATH, else that of the package nvidia-cuda-nvdisasm; None for none."""
    spec = importlib.util.find_spec("nvidia")
    places = [] if spec is None else spec.submodule_search_locations or []
    packaged = (shutil.which(str(Path(place, "cu13", "bin", "nvdisasm"))) for place in places)
    return shutil.which("nvdisasm") or next(filter(None, packaged), None)


def disassemble(binary: bytes, options: Sequence[str] = ()) -> str:
    """The assembly of a cubin; `options` are passed on.

    Errors: missing-nvdisasm; malformed-compile-options for options that `nvdisasm` refuses.
    """
    program = find_nvdisasm()
    if program is None:
        raise fail("missing-nvdisasm", "there is no `nvdisasm` on the PATH")
    with tempfile.TemporaryDirectory(prefix="cutedsl-nvdisasm-") as folder:
        file = Path(folder, "kernel.cubin")
        file.write_bytes(binary)
        command = [program, *options, str(file)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    if done.returncode != 0:
        raise fail("malformed-compile-options", f"`{' '.join(command[:-1])}` failed: {done.stderr.strip()}")
    return done.stdout
