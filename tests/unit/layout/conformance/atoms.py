"""Makes `cute_atoms.jsonl`: the thread-value layouts of the SM50 to SM90 atoms and of Blackwell's matrix copies, as the
BSD-3 C++ headers define them.

`python -m tests.unit.layout.conformance.atoms <folder of cutlass_library/source/include>`, with `nvcc` on PATH; the
headers are those of the PyPI wheel `nvidia-cutlass` 4.2.0.0, never committed. `print_atoms.cuh` prints; this file
lists the atoms that the headers declare. Warp-group atoms are printed with both operands K-major: their layouts do not
depend on it. Bulk copies are printed for 4096 bits.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "cute_atoms.jsonl"
MMA_HEADERS = ("sm61", "sm70", "sm75", "sm80", "sm89", "sm90", "sm90_gmma", "sm90_gmma_ext")
COPY_HEADERS = ("sm75", "sm80", "sm90")
BULK_BITS = "Int<4096>"
# Copies whose type has parameters, as (name in the table, C++ type and further arguments).
FURTHER_COPIES = (
    *[(f"UniversalCopy<{bits}>", f"UniversalCopy<uint_bit_t<{bits}>>") for bits in (8, 16, 32, 64, 128)],
    *[
        (f"{name}<{bits}>", f"{name}<uint_bit_t<{bits}>, uint_bit_t<{bits}>>")
        for name, widths in (
            ("SM80_CP_ASYNC_CACHEALWAYS", (32, 64, 128)),
            ("SM80_CP_ASYNC_CACHEGLOBAL", (128,)),
            ("SM80_CP_ASYNC_CACHEALWAYS_ZFILL", (32, 64, 128)),
            ("SM80_CP_ASYNC_CACHEGLOBAL_ZFILL", (128,)),
        )
        for bits in widths
    ],
    *[
        (name, f"{name}, {BULK_BITS}")
        for name in (
            "SM90_TMA_LOAD_OP",
            "SM90_TMA_LOAD_MULTICAST_OP",
            "SM90_TMA_STORE_PTR",
            "SM90_BULK_COPY_G2S",
            "SM90_BULK_COPY_S2G",
        )
    ],
    *[
        (name, f"{name}, {BULK_BITS}, int")
        for name in ("SM90_TMA_LOAD", "SM90_TMA_LOAD_MULTICAST", "SM90_TMA_STORE", "SM90_TMA_REDUCE_ADD")
    ],
)


def mma_calls(folder: Path) -> list[str]:
    """One C++ call for each MMA atom of the headers."""
    calls: list[str] = []
    for header in MMA_HEADERS:
        text = (folder / f"mma_traits_{header}.hpp").read_text()
        for name, parameters in re.findall(r"struct MMA_Traits<\s*(SM\w+)\s*(?:<([^<>]*)>)?\s*>", text):
            major = "<GMMA::Major::K, GMMA::Major::K>" if "tnspA" in parameters else "<>" if parameters else ""
            calls.append(f'mma<{name}{major}>("{name}");')
    return calls


def copy_calls(folder: Path) -> list[str]:
    """One C++ call for each copy atom of the headers."""
    pairs = list(FURTHER_COPIES)
    for header in COPY_HEADERS:
        text = (folder / f"copy_traits_{header}.hpp").read_text()
        pairs += [(name, name) for name in re.findall(r"struct Copy_Traits<(SM\w+)>", text)]
    text = (folder / "copy_traits_sm100.hpp").read_text()
    pairs += [(name, name) for name in re.findall(r"struct Copy_Traits<(SM100_\w+_(?:LDSM|STSM)_\w)>", text)]
    return [f'copy_op<{arguments}>("{name}");' for name, arguments in pairs]


def ask(calls: list[str], include: Path) -> list[dict[str, str]]:
    """The rows that the C++ program prints, layouts in our spelling."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "atoms.cu"), Path(folder, "atoms")
        body = "\n  ".join(calls)
        source.write_text(f'#include "print_atoms.cuh"\n\nint main() {{\n  {body}\n}}\n')
        flags = [
            "-std=c++17",
            "-O0",
            "-arch=sm_90a",
            "--expt-relaxed-constexpr",
            "-w",
            "-DCUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED",
        ]
        flags += [f"-I{include}", f"-I{HERE}"]
        subprocess.run(["nvcc", *flags, str(source), "-o", str(binary)], check=True)
        printed = subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout
    return [json.loads(re.sub(r"(?<![A-Za-z0-9])_(\d)", r"\1", line)) for line in printed.splitlines()]


def main(include: str) -> None:
    """List the atoms, ask C++, write the table."""
    folder = Path(include) / "cute" / "atom"
    rows = ask(copy_calls(folder) + mma_calls(folder), Path(include))
    RESULTS.write_text("".join(json.dumps(row) + "\n" for row in rows))


if __name__ == "__main__":
    main(sys.argv[1])
