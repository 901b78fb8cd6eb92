"""`python -m benchmarks.beside_page > docs/design/calls_measured.md`: calls and traces beside an old commit."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from statistics import geometric_mean
from typing import Any, Final

from benchmarks.record import RESULTS

HEAD: Final = """# Calls, launches and traces beside the commit before the runtime was C

Both commits on one machine, one after the other, by `python -m benchmarks.beside`; of each time the least counts.
A ratio is this commit's time over the old one's. The machine was shared: times that nothing changed differ by a tenth.
This page is made by `python -m benchmarks.beside_page` from [beside.json](../../benchmarks/results/beside.json).
"""
WHY: Final = """
* The trace of a small kernel does more: it hashes the types that the kernel is compiled for into its name, and reads
  annotations. It compares the result with the arguments, and checks the sizes of the launch. `trace_ops` collects
  garbage between two traces, so that more code is read from memory again.
* One block runner runs all kinds of kernels, where each kind had one of its own.
* Stores that go past the caches end with a fence: without it another thread could read old values.
* `by Python` is a launch that somebody asked to be told of. It says how many threads run, too.
* `cpu_launch` adds arrays of a few KB, which lie where NumPy puts them. Where they lie 16 bytes apart, modulo 4 KB, a
  launch of four blocks takes 7 to 15 % longer than where they begin on lines of the cache.
"""


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Lines of a table: a benchmark each."""
    found: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for row in rows:
        found[row["benchmark"]].append((row["ratio"], row["time"]))
    yield "| benchmark | times | geometric mean | most | least |"
    yield "|---|---|---|---|---|"
    for name, ones in found.items():
        (least, best), (most, worst) = min(ones), max(ones)
        mean = geometric_mean(max(ratio, 1e-3) for ratio, _ in ones)
        yield f"| `{name}` | {len(ones)} | {mean:.2f} | {most:.2f} ({worst}) | {least:.2f} ({best}) |"


def page() -> str:
    """The page."""
    record = json.loads((RESULTS / "beside.json").read_text(encoding="utf-8"))
    where = (
        f"The old commit is {record['machine']['other']}, this one {record['commit']}, on {record['machine']['cpu']}.\n"
    )
    return "\n".join((HEAD, where, *table(record["rows"]))) + "\n" + WHY


if __name__ == "__main__":
    print(page(), end="")
