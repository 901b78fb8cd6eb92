"""One benchmark result as JSON: what was measured, on what machine, from which sources."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"


def source_hash() -> str:
    """The hash of what runs of everything under `src/`: results made with other sources are stale."""
    digest = hashlib.sha256()
    for path in sorted(path for kind in ("*.py", "*.ll", "*.h") for path in (ROOT / "src").rglob(kind)):
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def commit() -> str:
    """The commit, from CUTEDSL_COMMIT or git; "unknown" without either."""
    given = os.environ.get("CUTEDSL_COMMIT")
    if given:
        return given
    shown = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return shown.stdout.strip() or "unknown"


def cpu_name() -> str:
    """The processor as the system names it."""
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return f"{line.partition(':')[2].strip()}, {os.cpu_count()} threads"
    return platform.processor()


def machine(**more: object) -> dict[str, object]:
    """Where a result was measured; `load` is the system's load average, of the last minute, when it was written."""
    load = round(os.getloadavg()[0], 2)
    return {"cpu": cpu_name(), "load": load, "python": platform.python_version(), "system": platform.platform(), **more}


def command() -> str:
    """The command line of this process, to be run from the root of the repository."""
    spec = vars(sys.modules["__main__"]).get("__spec__")
    name = sys.argv[0] if spec is None else f"-m {spec.name.removesuffix('.__main__')}"
    return " ".join(["PYTHONPATH=src:.", "python", name, *map(shlex.quote, sys.argv[1:])])


def write_result(name: str, rows: Sequence[dict[str, object]], **more: object) -> Path:
    """Writes `benchmarks/results/<name>.json` and gives its path."""
    out = Path(os.environ.get("OUT") or RESULTS)
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{name}.json"
    record = {
        "name": name,
        "command": command(),
        "commit": commit(),
        "source_hash": source_hash(),
        "machine": machine(**more),
        "rows": list(rows),
    }
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return path


def interleaved_ms(
    works: dict[str, Callable[[], object]], *, turns: int = 15, timed: int = 1, settle_s: float = 0.0
) -> dict[str, dict[str, float]]:
    """Median, quartiles and least time in milliseconds of several variants, run in turn so that noise is shared.

    At its turn a variant runs for `settle_s`, once at least, and then as many times as are `timed`; every second turn
    goes through the variants backwards. Threads that wait for work by spinning (OpenBLAS's for 107 ms, torch's for 8)
    have gone to sleep by then. The cores are busy meanwhile: after a pause a virtual machine's run at half the speed
    for some milliseconds.
    """
    times: dict[str, list[float]] = {name: [] for name in works}
    order = list(works.items())
    for _ in range(turns):
        for name, work in order:
            settled = time.perf_counter() + settle_s
            work()
            while time.perf_counter() < settled:
                work()
            for _ in range(timed):
                start = time.perf_counter()
                work()
                times[name].append(1e3 * (time.perf_counter() - start))
        order.reverse()
    result: dict[str, dict[str, float]] = {}
    for name, values in times.items():
        low, _, high = quantiles(values, n=4)
        result[name] = {
            "median_ms": round(median(values), 4),
            "q1_ms": round(low, 4),
            "q3_ms": round(high, 4),
            "min_ms": round(min(values), 4),
        }
    return result
