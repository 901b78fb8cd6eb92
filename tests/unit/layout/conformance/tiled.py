"""Makes `cute_tiled.jsonl`: how tiled copies and multiplies of the BSD-3 C++ headers split tensors.

`python -m tests.unit.layout.conformance.tiled <folder of cutlass_library/source/include>`, with `nvcc` on PATH; the
headers are those of the PyPI wheel `nvidia-cutlass` 4.2.0.0, never committed. `print_tiled.cu` is the program.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "cute_tiled.jsonl"


def main(include: str) -> None:
    """Compile, run, and write what is printed in our spelling."""
    with tempfile.TemporaryDirectory() as folder:
        binary = Path(folder, "tiled")
        flags = ["-std=c++17", "-O0", "-arch=sm_90a", "--expt-relaxed-constexpr", "-w", f"-I{include}", f"-I{HERE}"]
        subprocess.run(["nvcc", *flags, str(HERE / "print_tiled.cu"), "-o", str(binary)], check=True)
        printed = subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout
    RESULTS.write_text(re.sub(r"(?<![A-Za-z0-9])_(\d)", r"\1", printed))


if __name__ == "__main__":
    main(sys.argv[1])
