"""`python -m benchmarks.ledger WORK`: what each optimisation gains, on programs of others.

WORK is the folder that `python -m benchmarks.compatibility prepare` makes. Each program runs as it is, then without
each optimisation for GPUs (`CUTEDSL_WITHOUT`); kernel times are those of the profiler. It needs a GPU. The record has
a row for each pair: times with it and without, and their ratio. An optimisation stays if two programs gain 10 %.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.compatibility.manifest import chosen
from benchmarks.compatibility.runner import Result, Runner
from benchmarks.record import write_result
from cutedsl.config import OPTIMISATIONS

PROGRAMS = (
    "P_sgemm_4096,P_tensorop_gemm_f16_4096,P_flash_attention_v2_bf16_4x4096x16x128,P_hstu,P_fmha_4x4096x16x128,"
    "P_dense_gemm_4096,P_cta_norm_rms_32768x4096,P_elementwise_apply_16384,B15,C07b"
)
GAIN = 1.1


def main(arguments: Sequence[str]) -> int:
    """Exit code 0 if every program ran with every optimisation left out in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--only", default=PROGRAMS, help="ids of programs, with commas")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--within-s", type=float, default=float("inf"))
    parser.add_argument("--record", metavar="NAME")
    options = parser.parse_args(arguments)
    names = [name for name, meaning in OPTIMISATIONS.items() if not meaning.startswith("CPU")]
    share = options.within_s / (1 + len(names))
    times = {name: _times(options, name, share) for name in ("", *names)}
    rows = [row for name in names for row in _rows(name, times[""], times[name])]
    gains: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        print(
            f"{row['without']!s:20} {row['program']!s:45} {row['us']!s:>9} {row['us_without']!s:>9} {row['gain']!s:>6}"
        )
        gains[str(row["without"])] += float(str(row["gain"])) >= GAIN
    print(", ".join(f"{name}: {count} programs gain {GAIN:.0%}" for name, count in gains.items()))
    if options.record:
        print(write_result(options.record, rows, device="GPU"))
    return 0 if all(len(found) == len(times[""]) for found in times.values()) else 1


def _times(options: argparse.Namespace, without: str, within_s: float) -> Mapping[str, float]:
    """The sum of the least times of a program's kernels in µs, by program, without an optimisation."""
    os.environ["CUTEDSL_WITHOUT"] = without
    programs = [one for one in chosen(options.only, "cuda", real_size=True) if (options.work / one.folder).exists()]
    results: list[Result] = Runner("cuda", jobs=options.jobs, within_s=within_s, timed=True).run(
        options.work, programs, lambda result: print(without, result.program.id, result.verdict.kind, flush=True)
    )
    found = {one.program.id: one.kernels for one in results if one.verdict.kind == "pass"}
    return {name: sum(one["least_us"] for one in kernels.values()) for name, kernels in found.items()}


def _rows(without: str, whole: Mapping[str, float], less: Mapping[str, float]) -> list[dict[str, object]]:
    return [
        {
            "without": without,
            "program": name,
            "us": round(whole[name], 2),
            "us_without": round(less[name], 2),
            "gain": round(less[name] / whole[name], 3),
        }
        for name in whole
        if name in less
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
