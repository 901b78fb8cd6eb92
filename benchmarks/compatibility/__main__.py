"""`python -m benchmarks.compatibility`: other people's programs for CuTe DSL, run unmodified.

    prepare COPIES WORK     take the programs out of copies of their repositories (nothing is fetched)
    run WORK                run them on the CPU, or on the GPU with `--device cuda`
    checked WORK            run them checked on the CPU, two minutes of a core each; checked.csv gets their findings
    times WORK              take the times of their kernels on the GPU, one program at a time, beside NVIDIA's
    compile WORK            take what compiling them for the CPU takes of the processor, the slowest first
    blackwell CUTLASS       compile NVIDIA's examples for Blackwell, assemble their PTX, and run them
    names WORK              write tests/programs/used_names.csv: names, keywords and attributes that they use
    page [--check]          write docs/compatibility.md from the recorded results

`run` needs PYTHONPATH=. only; the programs get this checkout's `src`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.compatibility.blackwell import examples, record_examples, totals, try_examples
from benchmarks.compatibility.checked import Finding, triaged, write_table
from benchmarks.compatibility.compile_times import LIMIT_S, NARROW, CompileRunner, compile_rows
from benchmarks.compatibility.manifest import Program, chosen
from benchmarks.compatibility.names import uses_below, write_uses
from benchmarks.compatibility.page import check, write_page
from benchmarks.compatibility.prepare import prepare
from benchmarks.compatibility.runner import Result, Runner
from benchmarks.compatibility.times import compared, references, summary
from benchmarks.record import ROOT, write_result

USED_NAMES = ROOT / "tests" / "programs" / "used_names.csv"


def main(arguments: Sequence[str]) -> int:
    """Exit code 0 if all went well: each program that ran passed, or the page is fresh."""
    options = _parser().parse_args(arguments)
    match options.command:
        case "prepare":
            print("\n".join(prepare(options.copies, options.work)))
            return 0
        case "times":
            return _times(options)
        case "compile":
            return _compile(options)
        case "blackwell":
            return _blackwell(options)
        case "checked":
            return _checked(options)
        case "page":
            return check() if options.check else write_page()
        case "names":
            with USED_NAMES.open("w", encoding="utf-8", newline="") as file:
                write_uses(uses_below(options.work), file)
            return 0
        case _:
            return _run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compatibility",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("prepare")
    one.add_argument("copies", type=Path, help="Git repositories, as COPIES/OWNER+NAME or COPIES/NAME")
    one.add_argument("work", type=Path, help="an empty folder")
    two = commands.add_parser("run")
    two.add_argument("work", type=Path)
    two.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    two.add_argument("--only", default="*", help="patterns of ids, with commas: 'C0*,D07'")
    two.add_argument("--real-size", action="store_true", help="the examples at the size of a benchmark too")
    two.add_argument("--jobs", type=int, default=1)
    two.add_argument("--patience", type=float, default=1.0, help="a factor of each time-out, for busy machines")
    two.add_argument("--within-s", type=float, default=float("inf"), help="end the whole run after so many seconds")
    two.add_argument("--record", metavar="NAME", help="write benchmarks/results/NAME.json (or $OUT/NAME.json)")
    timed = commands.add_parser("times")
    timed.add_argument("work", type=Path)
    timed.add_argument("--only", default="*")
    timed.add_argument("--jobs", type=int, default=1, help="above 1, what is below the bar is run once more, alone")
    timed.add_argument("--within-s", type=float, default=float("inf"))
    timed.add_argument("--record", metavar="NAME")
    compiled = commands.add_parser("compile")
    compiled.add_argument("work", type=Path)
    compiled.add_argument("--only", default="*")
    compiled.add_argument("--jobs", type=int, default=1)
    compiled.add_argument("--patience", type=float, default=1.0, help="a factor of each time-out, for busy machines")
    compiled.add_argument("--within-s", type=float, default=float("inf"))
    compiled.add_argument("--record", metavar="NAME")
    blackwell = commands.add_parser("blackwell")
    blackwell.add_argument("cutlass", type=Path, help="a copy of NVIDIA/cutlass")
    blackwell.add_argument("--only", default="*", help="patterns of programs, with commas: '*/moe/*,cute_ext/*'")
    blackwell.add_argument("--jobs", type=int, default=1)
    blackwell.add_argument("--limit-s", type=float, default=300, help="of each compilation and each run")
    blackwell.add_argument("--ptx", action="store_true", help="compile only")
    blackwell.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    blackwell.add_argument(
        "--record", metavar="NAME", help="write benchmarks/results/NAME.json and, for the CPU, blackwell.csv"
    )
    four = commands.add_parser("checked")
    four.add_argument("work", type=Path)
    four.add_argument("--only", default="*")
    four.add_argument("--jobs", type=int, default=1)
    four.add_argument("--patience", type=float, default=2.0, help="a factor of each time-out, for busy machines")
    four.add_argument("--within-s", type=float, default=float("inf"))
    three = commands.add_parser("page")
    three.add_argument("--check", action="store_true", help="only say whether it is stale")
    five = commands.add_parser("names")
    five.add_argument("work", type=Path)
    return parser


def _run(options: argparse.Namespace) -> int:
    programs = chosen(options.only, options.device, real_size=options.real_size)
    there = [program for program in programs if (options.work / program.folder).exists()]
    for program in programs:
        if program not in there:
            print(f"{program.id:12} no folder {program.folder}; see `prepare`")
    runner = Runner(options.device, jobs=options.jobs, patience=options.patience, within_s=options.within_s)
    results = runner.run(options.work, there, _report)
    print(_summary(results))
    if options.record:
        device = "CPU" if options.device == "cpu" else _gpu_name()
        print(write_result(options.record, [result.row() for result in results], device=device))
    return 0 if all(result.verdict.kind == "pass" for result in results) else 1


def _blackwell(options: argparse.Namespace) -> int:
    rows = try_examples(
        options.cutlass,
        examples(options.only),
        jobs=options.jobs,
        limit_s=options.limit_s,
        only_ptx=options.ptx,
        device=options.device,
    )
    print(totals(rows))
    if options.record:
        if options.device == "cpu":
            record_examples(rows)
        print(write_result(options.record, [asdict(row) for row in rows], device=options.device))
    return 0


def _times(options: argparse.Namespace) -> int:
    table, _ = references()
    asked = [one for one in chosen(options.only, "cuda", real_size=True) if one.id in table]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scale.json"
        subprocess.run([sys.executable, "-m", "benchmarks.compatibility.scale", str(file)], check=True)
        scales = json.loads(file.read_text(encoding="utf-8"))
    end = time.monotonic() + options.within_s
    there = [one for one in asked if (options.work / one.folder).exists()]
    kernels: dict[str, Any] = {}
    rows = _timed_rows(options.work, there, options.jobs, end, kernels, scales)
    if options.jobs > 1:  # programs that run at the same time slow each other down
        below = {row["id"] for row in rows if not row["met"]}
        rows = _timed_rows(options.work, [one for one in there if one.id in below], 1, end, kernels, scales)
    rows = [row for row in rows if any(one.id == row["id"] for one in asked)]
    for row in rows:
        print(f"{row['id']!s:45} {row['reference_us']!s:>9} {row['us']!s:>9} {row['ratio']!s:>7} {row['met']}")
    print(summary(rows))
    if options.record:
        print(write_result(options.record, [{"scales": scales}, *rows], device=_gpu_name()))
    return 0 if all(row["met"] for row in rows) else 1


def _timed_rows(
    work: Path, programs: Sequence[Program], jobs: int, end: float, kernels: dict[str, Any], scales: dict[str, float]
) -> list[dict[str, object]]:
    """The rows of the table after one more run of some programs, whose kernels' times it puts in `kernels`."""
    runner = Runner("cuda", jobs=jobs, within_s=end - time.monotonic(), timed=True)
    for one in runner.run(work, programs, _report):
        # What a program that is wrong in itself launched before it stopped was timed with NVIDIA's compiler too.
        stops_everywhere = one.program.reference is False and one.verdict.kind == "named"
        if one.verdict.kind == "pass" or stops_everywhere:
            kernels[one.program.id] = one.kernels
    return compared(kernels, scales)


def _compile(options: argparse.Namespace) -> int:
    """Exit code 0 if compiling each program takes at most `LIMIT_S`."""
    programs = [one for one in chosen(options.only, "cuda", real_size=True) if (options.work / one.folder).exists()]
    runner = CompileRunner("cpu", jobs=options.jobs, patience=options.patience, within_s=options.within_s)
    results = runner.run(options.work, programs, lambda _: None)
    rows = compile_rows(results)
    print(*rows[:10], sep="\n")
    late = [one.program.id for one in results if one.verdict.kind in ("time-out", "not run")]
    over = [row for row in rows if float(str(row["cpu_s"])) > LIMIT_S]
    print(f"{len(rows)} programs compiled, {len(over)} of them in more than {LIMIT_S:.0f} s; not ended: {late}")
    if options.record:
        narrow = bool(os.environ.get(NARROW))
        print(write_result(options.record, rows, clock="process_time", limit_s=LIMIT_S, avx2=narrow, not_ended=late))
    return 1 if over or late else 0


def _checked(options: argparse.Namespace) -> int:
    """Exit code 0 if no run failed and somebody looked at each finding."""
    runner = Runner("cpu", jobs=options.jobs, patience=options.patience, within_s=options.within_s, checked=True)
    programs = [one for one in chosen(options.only, "cpu") if (options.work / one.folder).exists()]
    known = triaged()

    def report(result: Result) -> None:
        _report(result)
        if result.verdict.kind != "not run":
            write_table(result.checked_rows())

    rows = [row for result in runner.run(options.work, programs, report) for row in result.checked_rows()]
    for row in rows:
        if row["outcome"] == "found":
            verdict, why = known.get(Finding(str(row["finding"]), str(row["place"])), ("nobody looked", ""))
            print(f"{row['id']}: {row['finding']} at {row['place']}: {verdict} {why}")
    outcomes = Counter(str(row["outcome"]) for row in {row["id"]: row for row in rows}.values())
    print("; ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common()))
    looked = all(Finding(str(row["finding"]), str(row["place"])) in known for row in rows if row["outcome"] == "found")
    return 0 if looked and set(outcomes) <= {"clean", "found"} else 1


def _report(result: Result) -> None:
    verdict = result.verdict
    print(f"{result.program.id:12} {verdict.kind:8} {result.seconds:6.1f} s  {verdict.cause[:150]}", flush=True)


def _summary(results: Sequence[Result]) -> str:
    def passed(part: Sequence[Result]) -> str:
        return f"{sum(one.verdict.kind == 'pass' for one in part)} of {len(part)}"

    reference = [one for one in results if one.program.reference]
    retired = [one for one in results if one.program.retired]
    kinds = Counter(one.verdict.kind for one in results)
    return (
        f"{passed(results)} pass; of those that NVIDIA's package runs {passed(reference)}; of the retired "
        f"{passed(retired)}; {', '.join(f'{count} {kind}' for kind, count in kinds.most_common())}"
    )


def _gpu_name() -> str:
    """The GPU as torch names it, asked in another process: this one needs no torch."""
    ask = "import torch; print(torch.cuda.get_device_name())"
    shown = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    return shown.stdout.strip() or "unknown GPU"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
