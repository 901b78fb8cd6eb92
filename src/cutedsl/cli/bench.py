"""`cutedsl bench`: the operations of `cutedsl.ops` and their peers in one run, as a table, JSON and plots.

`cutedsl bench --read benchmarks/results/ops_h200.json --svg docs/pictures/ops` drew the plots that the README shows.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cutedsl.cli.benchmarks.cases import OPS, Case, numpy_cases, torch_cases
from cutedsl.cli.benchmarks.plot import bars
from cutedsl.cli.benchmarks.timing import Sample, load_of_others, times
from cutedsl.targets.devices import is_gpu

Row = dict[str, Any]
_PURPOSE = "Times the operations of cutedsl.ops and their peers in one run; prints a table, writes JSON and plots."
_OURS = "cutedsl"
_HEADINGS = {
    "sum_rows": "sum along rows",
    "sum_columns": "sum across rows",
    "attention": "attention, batch x length x heads x head size",
    "matmul": "matmul, M x N x K",
}
"""What a plot is headed by, where that is not the operation's name."""
_PER_TERA = 1e6  # work / microseconds to work / second / 10^12


def bench(argv: Sequence[str]) -> int:
    """Exit code 0; 1 when a case failed; 2 for a wrong command line."""
    parser = argparse.ArgumentParser(prog="cutedsl bench", description=_PURPOSE)
    parser.add_argument("ops", nargs="*", help=f"which (default: all): {', '.join(OPS)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers")
    parser.add_argument("--svg", type=Path, metavar="DIR", help="write a plot for each operation, OP.svg")
    parser.add_argument("--read", type=Path, metavar="FILE", help="take what --json wrote earlier; nothing is run")
    parser.add_argument("--repeats", type=int, default=30, help="runs of each variant (default 30)")
    parser.add_argument("--under-load", action="store_true", help="compare even if other programs use the processors")
    parser.add_argument("--no-compile", action="store_true", help="leave torch.compile out, which takes seconds a case")
    try:
        options = parser.parse_args(list(argv))
        unknown = set(options.ops) - set(OPS)
        if unknown:
            near = [match for name in sorted(unknown) for match in get_close_matches(str(name), OPS, n=1)]
            meant = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(OPS)}"
            parser.error(f"unknown: {', '.join(sorted(unknown))}; {meant}")
    except SystemExit as stop:
        return int(stop.code or 0)
    if options.read:
        try:
            report = _reread(options.read, options.ops)
        except (OSError, ValueError, KeyError, TypeError) as error:
            print(f"cutedsl bench: {options.read} is not a file that --json wrote: {error!r}", file=sys.stderr)
            return 2
    else:
        busy = load_of_others()
        if busy and not options.under_load:
            print(f"cutedsl bench: {busy}; nothing is compared (--under-load compares anyway)", file=sys.stderr)
            return 2
        report = _run(options) | {"load": busy}
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(report, indent=1) + "\n")
    if options.svg:
        options.svg.mkdir(parents=True, exist_ok=True)
        for name, text in plots(report).items():
            (options.svg / f"{name}.svg").write_text(text, encoding="utf-8")
    return int(any("failure" in row for row in report["rows"]))


def _reread(file: Path, ops: Sequence[str]) -> Row:
    """What an earlier run wrote, of some operations or all; the table is printed again."""
    report = json.loads(file.read_text(encoding="utf-8"))
    report["rows"] = [row for row in report["rows"] if not ops or row["op"] in ops]
    for k, row in enumerate(report["rows"]):
        _print(row, k == 0)
    return report


def _run(options: argparse.Namespace) -> Row:
    torch, numpy = _module("torch"), importlib.import_module("numpy")
    device = "cuda" if torch is not None and torch.cuda.is_available() else "cpu"
    rows: list[Row] = []
    for op in options.ops or OPS:
        for case in _cases(torch, numpy, op, device):
            rows.append(measure(case, torch if is_gpu(device) else None, options.repeats, not options.no_compile))
            _print(rows[-1], len(rows) == 1)
    return {**_machine(torch, device), "rows": rows}


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _cases(torch: Any, numpy: Any, op: str, device: str) -> Iterator[Case]:
    if torch is not None:
        yield from torch_cases(torch, op, device)
    if not is_gpu(device):
        yield from numpy_cases(numpy, op)


def measure(case: Case, torch: Any, repeats: int, with_inductor: bool) -> Row:
    """One case's times and rates; a variant that fails is named, ours makes the row a failure."""
    row: Row = {"op": case.op, "shape": case.shape, "unit": case.unit, "work": case.work}
    variants: dict[str, Callable[[], object]] = {_OURS: case.run, **case.peers}
    if torch is not None and with_inductor and case.compilable is not None:
        function, given = case.compilable
        compiled = torch.compile(function, dynamic=False)
        variants["torch.compile"] = lambda: compiled(*given)
    if torch is not None and case.unit == "TB/s":
        source = torch.empty(int(case.work) // 4, dtype=torch.int16, device="cuda").random_()
        target = torch.empty_like(source)
        variants["copy"] = lambda: target.copy_(source)
    for name in tuple(variants):
        try:
            variants[name]()
        except Exception as error:  # a peer may lack what a case needs; the table says which
            row["failure" if name == _OURS else f"failure of {name}"] = f"{type(error).__name__}: {error}"
            del variants[name]
    row["results"] = _rates(case, times(variants, torch, repeats)) if variants else {}
    if case.reads_only and torch is not None and variants:
        row["results after reads"] = _rates(case, times(variants, torch, repeats, clean=True))
    return row


def _rates(case: Case, found: dict[str, Sample]) -> Row:
    return {name: {**asdict(one), "rate": case.work / one.median_us / _PER_TERA} for name, one in found.items()}


def _print(row: Row, first: bool) -> None:
    """One line of the table: the rate of each variant, with ours in microseconds too."""
    if first:
        print(
            f"{'operation':24}{'shape':34}{'':9}rates (medians of the same run, ± half the range of 80 % of the runs)"
        )
    if "failure" in row:
        print(f"{row['op']:24}{row['shape']:34}FAILED   {row['failure'].splitlines()[0]}", flush=True)
        return
    rates = "  ".join(
        f"{name} {_short(one['rate'], row['unit'])} ±{_spread(one):.0%}" for name, one in row["results"].items()
    )
    ours = row["results"][_OURS]["median_us"]
    print(f"{row['op']:24}{row['shape']:34}{ours:7.0f}us  {rates}", flush=True)


def _spread(sample: Row) -> float:
    """Half of the range from the 10th to the 90th percentile, as a part of the median."""
    return (sample["p90_us"] - sample["p10_us"]) / sample["median_us"] / 2


def _short(rate: float, unit: str) -> str:
    if unit == "TB/s" and rate < 0.1:
        return f"{1000 * rate:.2f} GB/s"
    return f"{rate:.0f} {unit}" if rate >= 100 else f"{rate:.2f} {unit}"


def plots(report: Row) -> dict[str, str]:
    """An SVG for each operation of a report, by its name."""
    under = ", ".join(
        [report["device"], *(f"{k} {v}" for k, v in report["versions"].items() if v), report["date"][:10]]
    )
    drawn: dict[str, str] = {}
    timed = [row for row in report["rows"] if row["results"]]
    for op in dict.fromkeys(row["op"] for row in timed):
        groups: dict[str, dict[str, float]] = {}
        for row in (row for row in timed if row["op"] == op):
            for key, where in (("results", ""), ("results after reads", ", caches clean")):
                groups[row["shape"] + where] = {name: one["rate"] for name, one in row.get(key, {}).items()}
        unit = next(row["unit"] for row in timed if row["op"] == op)
        shown = {shape: rates for shape, rates in groups.items() if rates}
        drawn[op] = bars(f"ops.{_HEADINGS.get(op, op)}", unit, shown, under)
    return drawn


def _machine(torch: Any, device: str) -> Row:
    name = torch.cuda.get_device_name(0) if is_gpu(device) else platform.processor() or platform.machine()
    versions = {"python": platform.python_version(), "torch": str(torch.__version__) if torch is not None else ""}
    return {"device": name, "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "versions": versions}
