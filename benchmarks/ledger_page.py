"""`python -m benchmarks.ledger_page > docs/design/ledger.md`: what each optimisation gains, from what was recorded."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from benchmarks.ledger import GAIN
from benchmarks.record import RESULTS
from cutedsl.config import OPTIMISATIONS

GPU: Final = ("gpu_ledger", "gpu_ledger_library", "gpu_ledger_names", "gpu_ledger_groups")
CPU: Final = ("cpu_ledger", "cpu_ledger_sizes", "cpu_ledger_roll_up", "cpu_ledger_in_place")
"""Records; of an optimisation that several have, the last counts."""
HEAD: Final = """# Ledger of optimisations

Each optimisation can be left out (`CUTEDSL_WITHOUT`, [settings.md](../settings.md)).
A gain is the time without it over the time with it. An optimisation stays if two programs gain 10 %.
This page is made by `python -m benchmarks.ledger_page` from the records that it names.
"""
KEPT: Final = """`contraction` gains 10 % on one program only. It stays:
NVIDIA's compiler rounds such products once in the same places, and programs are compared with it.
`plain-names` changes machine code of few programs. It stays, as it costs nothing: a name is left out.
`predicated-copies` gains 3 % at most. It stays:
without it FlashAttention's example for Ampere is slower than NVIDIA's build.
`shared-code` changes CPU kernels of 2,000 ops and more, which this table has none of. It stays.
Both it and `multiplies-in-place` were left out, in turns, on a busy machine.
HSTU's example then compiled in 9.4 s (4.2 with them), NVIDIA's GEMM for Ampere in 9.6 s (5.1), and
FlashAttention's example for Ampere in 12.4 s (4.7).
`carried-slices` gained 8 % at most on 21 programs of others and nothing on the library. It was removed.
"""


def gains(row: Mapping[str, Any]) -> float:
    """The gain of a row; on the CPU that of running or of compiling, whichever is larger."""
    return max(row[key] for key in ("gain", "run_gain", "compile_gain") if key in row)


def table(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Lines of a table: an optimisation each, with how many programs gain, the best and the worst."""
    found: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for row in rows:
        if row["without"] in OPTIMISATIONS:
            found[row["without"]].append((gains(row), row["program"]))
    yield "| optimisation | programs | gain 10 % | most | least |"
    yield "|---|---|---|---|---|"
    for name, ones in sorted(found.items()):
        (least, worst), (most, best) = min(ones), max(ones)
        many = sum(gain >= GAIN for gain, _ in ones)
        yield f"| `{name}` | {len(ones)} | {many} | {most:.2f} ({best}) | {least:.2f} ({worst}) |"


def recorded(names: Iterable[str]) -> list[dict[str, Any]]:
    """The rows of some records; of an optimisation those of the last that has it."""
    by_name: dict[str, list[dict[str, Any]]] = {}
    for name in names:
        rows = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))["rows"]
        by_name |= {one: [row for row in rows if row["without"] == one] for one in {row["without"] for row in rows}}
    return [row for rows in by_name.values() for row in rows]


def page() -> str:
    """The page."""
    files = {name: f"[{name}.json](../../benchmarks/results/{name}.json)" for name in (*GPU, *CPU)}
    every = [row for name in GPU for row in recorded([name])]
    parts = [
        HEAD,
        f"## H200: {files[GPU[0]]} (programs of others), {files[GPU[1]]} (names that begin with `L_`),\n"
        f"{files[GPU[2]]} (`plain-names`) and {files[GPU[3]]}\n"
        "(`idle-registers`, `predicated-copies`), programs whose machine code these change\n",
        *table(every),
        f"\n{KEPT}",
        f"## CPU, two cores: {files[CPU[0]]}, and later {' and '.join(files[name] for name in CPU[1:])}\n",
        "The larger gain of running and compiling.\n",
        *table(recorded(CPU)),
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    print(page(), end="")
