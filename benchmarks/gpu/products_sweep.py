"""Products that models have, `ops.matmul` beside cuBLAS in the same run; or every way to cut some of them.

    PYTHONPATH=src:. python3 -m benchmarks.gpu.products_sweep chosen [--out FILE] [--count N] [--only TEXT]
    PYTHONPATH=src:. python3 -m benchmarks.gpu.products_sweep chosen --fresh [--out FILE]
    PYTHONPATH=src:. python3 -m benchmarks.gpu.products_sweep plan --out FILE [--seed S] [--count N] [--kernels N]
    PYTHONPATH=src:. python3 -m benchmarks.gpu.products_sweep plan --out FILE --behind FILE [--below RATIO]
    PYTHONPATH=src:. python3 -m benchmarks.gpu.products_sweep learn --plan FILE [--out FILE] [--within-s S]

`chosen` times the 200 drawn products (`product_shapes.py`) as `ops.matmul` chooses, or with `--fresh` 120 of any M.
`plan` picks candidates for products on which the choice is learned, or with `--behind` for those that a file of
`chosen` has below a ratio; it needs no GPU. `learn` times them, and names cuBLAS's kernels where no candidate is as
fast. What a wrong kernel does to a process is kept to a child that tries it first.
"""

from __future__ import annotations

import argparse
import json
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields
from functools import partial
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import torch

from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.product_shapes import Case, drawn, fresh, to_learn
from benchmarks.gpu.timing import timed
from benchmarks.record import commit, source_hash
from cutedsl.ops.arrays import view_of
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.matrix_product import prepared
from cutedsl.ops.gemm.terms import Terms
from cutedsl.ops.gemm_tuning.candidates import Problem, candidates
from cutedsl.ops.gemm_tuning.choice import config_for
from cutedsl.ops.gemm_tuning.cost import microseconds
from cutedsl.ops.gemm_tuning.machines import known_machine

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
RESULTS: dict[str, torch.dtype] = {"float8_e4m3fn": torch.bfloat16, "int8": torch.int32}
LIMIT = 8e-3
CHECKERS = 16
SHORT = 3e10
"""Multiply-adds of products that are timed more often: the median of 31 times of 10 us is off by up to 3 %."""
MULTIPROCESSORS = 132
"""Of an H200, which is what choices are learned for."""
EXAMINED, SLOW = 160, 1.5
"""How many ways are looked at, and how much longer than the best a way may be expected to take that is timed."""
LEARN_WAIT_CYCLES = 100_000
"""The host needs less for the library's own products than for what others call."""
SMALL = (336, 520, 1104)
"""The product on which a configuration is tried first: no whole tiles."""
Tried = tuple[str, str, GemmConfig]
"""Element type, orders, configuration."""


def operands(case: Case) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """A (M,K), B (K,N) as they lie, and a result of NaN."""
    dtype = getattr(torch, case.dtype)
    a, b = (random_matrix(*shape, dtype, case) for shape in ((case.m, case.k), (case.n, case.k)))
    a = a if case.order[0] == "T" else a.mT.contiguous().mT
    b = b.mT if case.order[1] == "N" else b.mT.contiguous()
    made: Any = RESULTS.get(case.dtype, dtype)
    filled = float("nan") if made.is_floating_point else 7
    return a, b, torch.full((case.m, case.n), filled, device=DEVICE, dtype=made)


def random_matrix(rows: int, columns: int, dtype: torch.dtype, case: Case) -> torch.Tensor:
    """Random elements of a type."""
    if dtype is torch.int8:
        return torch.randint(-128, 128, (rows, columns), device=DEVICE, dtype=dtype)
    wide = torch.float32 if case.dtype == "float32" else torch.bfloat16
    return torch.randn(rows, columns, device=DEVICE, dtype=wide).to(dtype)


def ours(case: Case, given: tuple[torch.Tensor, ...], config: GemmConfig | None = None) -> Callable[[], object]:
    """A run of the product by a configuration, or as it is chosen."""
    a, b, out = (view_of("", t, (str(t.dtype).removeprefix("torch."),)) for t in given)
    return prepared(a, b, out, Terms(tf32=case.dtype == "float32"), config)


def cublas(case: Case, given: tuple[torch.Tensor, ...]) -> Callable[[], object]:
    """The same product by cuBLAS; of bytes with its fast accumulation."""
    a, b, _ = given
    if case.dtype == "float8_e4m3fn":
        one = torch.ones((), device=DEVICE)
        scaled = torch.ops.aten._scaled_mm.default
        return partial(scaled, a, b, one, one, out_dtype=torch.bfloat16, use_fast_accum=True)
    if case.dtype == "int8":
        return partial(torch.ops.aten._int_mm.default, a, b)
    return partial(torch.matmul, a, b, out=torch.empty_like(given[2]))


def problem_of(case: Case) -> Problem:
    """What the model of the machine is asked about."""
    kind: Any = getattr(torch, case.dtype)
    made: Any = RESULTS.get(case.dtype, kind)
    turned = kind.itemsize != 2  # copied so that K is contiguous
    along = turned or case.order[0] == "T", turned or case.order[1] == "N"
    sizes = case.m, case.n, case.k, 1, kind.itemsize, made.itemsize, MULTIPROCESSORS
    return Problem(*sizes, *along, integers=case.dtype == "int8")


def plan(cases: list[Case], kernels: int, most: int) -> list[tuple[Case, list[GemmConfig]]]:
    """The candidates to time for each product, up to `most`, from `kernels` kernels that all of them share.

    Compiling takes longest. So each product names a kernel in turn, what is expected to be fastest first, and after
    two of these the best of a form that it has not named. Then it gets all kernels that are candidates of its own.
    """
    with ProcessPoolExecutor() as pool:
        orders = dict(zip(cases, pool.map(_in_order, map(problem_of, cases)), strict=True))
    queues = {case: iter(_with_forms(list(order))) for case, order in orders.items()}
    used: dict[tuple[str, str], dict[GemmConfig, None]] = {}
    count = 0
    while count < kernels and queues:
        for case in list(queues):
            own = used.setdefault((case.dtype, case.order), {})
            config = next((config for config in queues[case] if config not in own), None)
            if config is None:
                del queues[case]
            else:
                own[config] = None
                count += 1
    found: list[tuple[Case, list[GemmConfig]]] = []
    for case, order in orders.items():
        least = min(order.values())
        own = used[case.dtype, case.order]
        found.append((case, [config for config, us in order.items() if config in own and us < SLOW * least][:most]))
    return found


def _in_order(problem: Problem) -> dict[GemmConfig, float]:
    """The candidates by what is expected of them, and that: the best by the plain model, and of every form."""
    known = known_machine()
    plain = sorted(candidates(problem), key=lambda config: microseconds(problem, config, known.machine))
    best_of_form: dict[object, GemmConfig] = {}
    for config in plain:
        best_of_form.setdefault(_form(config), config)
    asked = list({**dict.fromkeys(plain[:EXAMINED]), **dict.fromkeys(best_of_form.values())})
    times = [known.expected_us(problem, config) for config in asked]
    return {asked[i]: times[i] for i in sorted(range(len(asked)), key=lambda i: times[i])}


def _with_forms(order: list[GemmConfig]) -> list[GemmConfig]:
    """Two of an order, then the best of a form that is not there yet, and so on."""
    best_of_form: dict[object, GemmConfig] = {}
    for config in order:
        best_of_form.setdefault(_form(config), config)
    forms, found = iter(best_of_form.values()), dict[GemmConfig, None]()
    for number, config in enumerate(order):
        found[config] = None
        if number % 2:
            found.update((form, None) for form in (next((form for form in forms if form not in found), None),) if form)
    return list(found)


def _form(config: GemmConfig) -> object:
    shared = config.stream_k, config.cluster_m, config.cluster_n, config.cluster_k > 1
    return config.tile_m, config.pingpong, config.swap, *shared, config.resident


def check(tried: Iterable[Tried]) -> None:
    """Prints the numbers of the configurations that give the right result."""
    made: dict[object, tuple[Case, Any, torch.Tensor]] = {}
    for number, (dtype, order, config) in enumerate(tried):
        if (dtype, order) not in made:
            case = Case(dtype, *SMALL, order)
            given = operands(case)
            made[dtype, order] = case, given, given[0].float() @ given[1].float()
        case, given, exact = made[dtype, order]
        try:
            run = ours(case, given, config)
            errors: list[float] = []
            for _ in range(2):
                given[2].zero_()
                run()
                errors.append(relative_error(given[2].float(), exact))
            print(f"right {number}" if max(errors) < LIMIT else f"wrong {number} {errors} {config}", flush=True)
        except Exception as error:
            print(f"failed {number} {config}: {str(error)[:300]!r}", flush=True)


def checked(tried: list[Tried], within_s: float) -> set[Tried]:
    """The configurations that are right, tried in processes that may hang or fault; these compile them, too."""
    right: set[Tried] = set()
    with tempfile.TemporaryDirectory() as folder:
        parts = [tried[first::CHECKERS] for first in range(CHECKERS)]
        children: list[subprocess.Popen[str]] = []
        for number, part in enumerate(parts):
            file = Path(folder, f"{number}.pickle")
            file.write_bytes(pickle.dumps(part))
            command = [sys.executable, "-m", "benchmarks.gpu.products_sweep", "check", "--file", str(file)]
            children.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        timer = threading.Timer(within_s, lambda: [child.kill() for child in children])
        timer.start()
        for part, child in zip(parts, children, strict=True):
            said = child.communicate()[0].splitlines()
            right |= {part[int(line.split()[1])] for line in said if line.startswith("right ")}
            others = [line for line in said if not line.startswith("right ")]
            if others:
                print("\n".join(others[-6:]), flush=True)
        timer.cancel()
    return right


def cases_behind(file: Path, below: float) -> list[Case]:
    """The products that `chosen` wrote with less than a ratio to cuBLAS, the furthest behind first."""
    rows = sorted(json.loads(file.read_text())["rows"], key=lambda row: row["ratio_to_cublas"])
    names = [f.name for f in fields(Case)]
    return [Case(**{name: row[name] for name in names}) for row in rows if row["ratio_to_cublas"] < below]


def kernels_of(run: Callable[[], object]) -> list[str]:
    """The names of the kernels that a call launches."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as found:
        run()
        torch.cuda.synchronize()
    return [event.name for event in found.events() or [] if "CUDA" in str(event.device_type)]


def learn(planned: list[tuple[Case, list[GemmConfig]]], within_s: float) -> list[dict[str, Any]]:
    """Candidates of some products, timed in turn with cuBLAS."""
    start = time.time()
    depth = max(len(some) for _, some in planned)
    ranks = ((case, some[rank]) for rank in range(depth) for case, some in planned if rank < len(some))
    tried = list(dict.fromkeys((case.dtype, case.order, config) for case, config in ranks))
    right = checked(tried, 0.65 * within_s)
    print(f"{len(right)} of {len(tried)} right after {time.time() - start:.0f} s", flush=True)
    rows: list[dict[str, Any]] = []
    for case, some in planned:
        used = [config for config in some if (case.dtype, case.order, config) in right]
        if time.time() - start > within_s or not used:
            print(f"no time or no kernel for {case.text}", flush=True)
            continue
        given = operands(case)
        variants = {"cuBLAS": cublas(case, given), "chosen": ours(case, given)}
        variants |= {str(number): ours(case, given, config) for number, config in enumerate(used)}
        for run in variants.values():
            run()
        large = case.m * case.n * case.k > 2e11
        found = timed(variants, 1, clean=True, repeats=5 if large else 11, wait_cycles=LEARN_WAIT_CYCLES, warm_up=1)
        times = {name: numbers["median_us"] for name, numbers in found.items()}
        cublas_us, chosen_us = times.pop("cuBLAS"), times.pop("chosen")
        ordered = sorted(times, key=lambda name: times[name])
        best = used[int(ordered[0])]
        print(
            f"{case.text:36} {time.time() - start:4.0f} s cuBLAS {cublas_us:8.1f} now {cublas_us / chosen_us:.3f}"
            f" best {cublas_us / times[ordered[0]]:.3f} {brief(best)}; {brief(used[int(ordered[1])])}",
            flush=True,
        )
        names = kernels_of(variants["cuBLAS"]) if cublas_us < times[ordered[0]] else []
        row = {"case": asdict(case), "cublas_us": cublas_us, "chosen_us": chosen_us, "cublas_kernels": names}
        rows.append({**row, "ways": [[times[str(i)], asdict(config)] for i, config in enumerate(used)]})
    return rows


def planned_in(file: Path) -> list[tuple[Case, list[GemmConfig]]]:
    """What `plan` wrote."""
    kept = json.loads(file.read_text())
    kernels = [GemmConfig(**config) for config in kept["kernels"]]
    return [(Case(**case), [kernels[number] for number in numbers]) for case, numbers in kept["cases"]]


def write_plan(file: Path, planned: list[tuple[Case, list[GemmConfig]]]) -> None:
    """Writes each kernel once, and the numbers of those of each product."""
    numbers = {config: n for n, config in enumerate(dict.fromkeys(config for _, some in planned for config in some))}
    cases = [(asdict(case), [numbers[config] for config in some]) for case, some in planned]
    file.write_text(json.dumps({"kernels": [asdict(config) for config in numbers], "cases": cases}) + "\n")


def brief(config: object) -> str:
    """A configuration in a few letters."""
    if not isinstance(config, GemmConfig):
        return str(config)
    c = config
    flags = "".join(
        text
        for text, set_ in (
            ("^T", c.swap),
            (" pp", c.pingpong),
            (" stream", c.stream_k),
            (f" c{c.cluster_m}x{c.cluster_n}", c.across > 1),
            (f" k{c.cluster_k}", c.cluster_k > 1),
            (f" x{c.resident}", c.resident > 1),
            (f" p{c.part_n}", c.part_n > 0),
        )
        if set_
    )
    return f"{c.tile_m}x{c.tile_n}x{c.tile_k}{flags} s{c.stages}"


def chosen(cases: list[Case]) -> list[dict[str, Any]]:
    """Some products, each checked against cuBLAS and timed beside it."""
    rows: list[dict[str, Any]] = []
    choices = {case: config_for(problem_of(case)) for case in cases}
    tried = list(dict.fromkeys((case.dtype, case.order, config) for case, config in choices.items()))
    right = checked(tried, 60)
    print(f"{len(right)} of {len(tried)} right", flush=True)
    for case in cases:
        given = operands(case)
        runs = {"ops.matmul": ours(case, given), "cuBLAS": cublas(case, given)}
        runs["ops.matmul"]()
        theirs: Any = runs["cuBLAS"]()
        error = relative_error(given[2].float(), theirs.float())
        short = case.m * case.n * case.k < SHORT
        found = timed(runs, 1, clean=True, repeats=101 if short else 31, warm_up=4)
        own, peer = found["ops.matmul"], found["cuBLAS"]
        ratio = peer["median_us"] / own["median_us"]
        rows.append(
            {
                **asdict(case),
                "way": brief(choices[case]),
                "expected_us": known_machine().expected_us(problem_of(case), choices[case]),
                "ok": error < LIMIT,
                "error": error,
                "ratio_to_cublas": ratio,
                "tflop_per_s": 2e-6 * case.m * case.n * case.k / own["median_us"],
                "results": {
                    name: {key: n[key] for key in ("median_us", "p10_us", "p90_us")} for name, n in found.items()
                },
            }
        )
        wrong = "" if rows[-1]["ok"] else "WRONG"
        print(f"{case.text:36} {own['median_us']:9.1f} us {ratio:.3f} {rows[-1]['way']} {wrong}", flush=True)
    summary(rows)
    return rows


def summary(rows: list[dict[str, Any]]) -> None:
    """Prints how the products compare, and which are behind."""
    ratios = [row["ratio_to_cublas"] for row in rows]
    behind = sum(ratio < 0.98 for ratio in ratios)
    print(f"geometric mean {geometric_mean(ratios):.3f}, least {min(ratios):.3f}, {behind} of {len(rows)} below 0.98")


def main() -> None:
    """Runs one of the two, and writes JSON."""
    torch.backends.cuda.matmul.allow_tf32 = True
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("chosen", "plan", "learn", "check"))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--plan", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--only", default="")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kernels", type=int, default=1500)
    parser.add_argument("--most", type=int, default=48)
    parser.add_argument("--within-s", type=float, default=90)
    parser.add_argument("--behind", type=Path)
    parser.add_argument("--below", type=float, default=0.98)
    given = parser.parse_args()
    if given.what == "check":
        check(pickle.loads(given.file.read_bytes()))
        return
    if given.what == "plan":
        behind = cases_behind(given.behind, given.below) if given.behind else to_learn(given.count, given.seed)
        write_plan(given.out, plan(behind, given.kernels, given.most))
        return
    if given.what == "learn":
        rows = learn(planned_in(given.plan), given.within_s)
    else:
        cases = fresh() if given.fresh else drawn(given.count)
        rows = chosen([case for case in cases if given.only in case.text])
    if given.out:
        record = {"device": torch.cuda.get_device_name(), "commit": commit(), "source": source_hash(), "rows": rows}
        given.out.write_text(json.dumps(record) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
