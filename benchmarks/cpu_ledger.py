"""`python -m benchmarks.cpu_ledger`: what each optimisation of the CPU target gains, with its lines of code.

The kernels are those of `benchmarks.cpu_kernels`, those of `benchmarks.cpu_ledger_programs`, `cpu_ledger_tiles` and
`cpu_ledger_long` in the styles of other people's programs, and the ladder in `examples/gemm`. Each is compiled with all
optimisations and without one (`CUTEDSL_WITHOUT`), in turn; times are the least of a compilation and of a run. A gain
above 1 is time that the optimisation saves. An optimisation stays if two programs gain 10 %. Programs that are the same
without it have no row. Takes some minutes on two quiet cores.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import Any, Final

import numpy as np

import cutedsl
import cutedsl.cute as cute
from benchmarks import cpu_kernels, cpu_ledger_long, cpu_ledger_programs, cpu_ledger_tiles
from benchmarks.record import interleaved_ms, write_result
from cutedsl.config import OPTIMISATIONS, override
from cutedsl.execution.cpu.pool import usable_cores
from examples.row_sum import reduce_sum

GAIN: Final = 1.1
FILES: Final[Mapping[str, Sequence[str]]] = {
    "roll-up": ("roll_up", "repetition", "statements", "turns", "block_copy", "coordinate_numbers"),
    "late-sinking": (),
    "brief-code": (),
    "bundles": ("bundles", "bundled_words", "bundle_turns", "word_orders"),
    "coherent-branches": (),
    "float-quotients": (),
    "kept-vectors": ("kept",),
    "lane-groups": ("lane_groups",),
    "lane-parts": ("lane_parts", "strips"),
    "machine-code": (),
    "lane-runs": ("runs", "distances"),
    "meeting-rounds": (),
    "multiplies-in-place": ("in_place",),
    "row-accesses": ("row_stores", "rows", "wide_accesses"),
    "shared-code": ("shared_code",),
    "spilled-arrays": (),
    "streaming-stores": ("streaming", "streams"),
    "teams": ("teams", "team_loops"),
}
"""The files of each optimisation that has a switch; none: an option of LLVM, or part of a file with other uses."""
_SOURCES: Final = Path(cutedsl.__file__).parent
_PLACES: Final = ("codegen/cpu", "passes")
_PRODUCTS: Final = ("2_shared_tiles", "3_register_tiles", "4_tensor_cores", "6_warp_specialised", "8_ping_pong")
Program = tuple[Any, list[Any]]


def lines(files: Sequence[str]) -> int:
    """Lines of code in files of these names, without docstrings, comments and blank lines."""
    found = 0
    for name in files:
        (path,) = [path for place in _PLACES for path in (_SOURCES / place).rglob(f"{name}.py")]
        found += len(ast.unparse(_bare(ast.parse(path.read_text(encoding="utf-8")))).splitlines())
    return found


def _bare(tree: ast.Module) -> ast.Module:
    """A module without its docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            texts = [one for one in node.body if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)]
            node.body = [one for one in node.body if one not in texts] or [ast.Pass()]
    return tree


def programs(torch: Any) -> Iterator[tuple[str, Program]]:
    """Kernels and their arguments."""
    rng = np.random.default_rng(7)

    def normal(*shape: int) -> Any:
        return rng.standard_normal(shape, dtype=np.float32)

    x, y = normal(2048, 2048), np.empty((2048, 2048), np.float32)
    a, b = normal(1 << 22), normal(1 << 22)
    yield "vector add 4M", (cpu_kernels.add, [a, b, np.empty_like(a)])
    yield "row sum 2048 x 2048", (reduce_sum, [x, np.empty(2048, np.float32)])
    yield "softmax 2048 x 2048", (cpu_kernels.softmax, [x, y])
    yield "layer norm 2048 x 2048", (cpu_kernels.layer_norm, [x, normal(2048), normal(2048), y])
    p, q = normal(512, 512), normal(512, 512)
    yield "SGEMM 512", (cpu_kernels.product, [p, q, np.empty_like(p)])
    wide = normal(1024, 32768)
    a, b = normal(1 << 24), normal(1 << 24)
    yield "vector add 16M", (cpu_kernels.add, [a, b, np.empty_like(a)])
    yield "row sum 1024 x 32768", (reduce_sum, [wide, np.empty(1024, np.float32)])
    wide = normal(2048, 8192)
    yield "softmax 2048 x 8192", (cpu_kernels.softmax, [wide, np.empty_like(wide)])
    yield (
        "layer norm 8192 x 2048",
        (
            cpu_kernels.layer_norm,
            [wide.reshape(8192, 2048), normal(2048), normal(2048), np.empty((8192, 2048), np.float32)],
        ),
    )
    for module in (cpu_ledger_programs, cpu_ledger_tiles, cpu_ledger_long):
        for name, function, arguments, _, _ in module.programs():
            yield name, (function, arguments)
    for name in _PRODUCTS:
        if torch is None:
            return
        module = importlib.import_module(f"examples.gemm.{name}")
        tensors = [torch.randn(512, 512).to(torch.bfloat16) for _ in range(3)]
        given: list[Any] = [cute.runtime.from_dlpack(x, assumed_align=16) for x in tensors]
        more = [cpu_kernels.HOPPER_BLOCKS] if "sms" in signature(module.gemm).parameters else []
        yield f"examples/gemm/{name} 512", (module.gemm, [*given, *more])


def compiled(program: Program, without: str) -> tuple[Any, float]:
    """The compiled function, and the seconds of the stages that are not Python's imports."""
    function, arguments = program
    with override(cache=False, without=frozenset([without] if without else [])):
        made = cute.compile(function, *arguments, options="--target cpu")
    return made, sum(spent for stage, spent in made.artifacts.times.seconds.items() if stage != "import")


def measure(name: str, program: Program, without: str, until: float) -> dict[str, object] | None:
    """One row; None where the program is the same without it, so that nothing but noise would be measured."""
    made, compile_s = {}, {"with": [], "without": []}
    texts = {compiled(program, left)[0].artifacts.llvm for left in ("", without)}
    if len(texts) == 1 and OPTIMISATIONS[without].startswith("CPU"):  # others are options of LLVM
        return None
    for _ in range(3):
        for key, left in (("with", ""), ("without", without)):
            made[key], spent = compiled(program, left)
            compile_s[key].append(spent)
    works: dict[str, Callable[[], object]] = {key: lambda one=one: one(*program[1]) for key, one in made.items()}
    turns = 7 if time.monotonic() < until else 2
    runs = interleaved_ms(works, turns=turns, timed=3)
    run = {key: found["min_ms"] for key, found in runs.items()}
    least = {key: round(1e3 * min(spent), 2) for key, spent in compile_s.items()}
    return {
        "without": without,
        "program": name,
        "compile_ms": least["with"],
        "compile_ms_without": least["without"],
        "compile_gain": round(least["without"] / least["with"], 3),
        "run_ms": run["with"],
        "run_ms_without": run["without"],
        "run_gain": round(run["without"] / run["with"], 3),
    }


def main() -> None:
    """All rows; `--within-s` shortens the runs that begin later."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--within-s", type=float, default=400.0)
    parser.add_argument("--only", default="", help="a part of the programs' names")
    parser.add_argument("--without", default="", help="these optimisations alone, with commas")
    parser.add_argument("--record", metavar="NAME", help="write benchmarks/results/NAME.json")
    options = parser.parse_args()
    until = time.monotonic() + options.within_s
    try:
        torch: Any = importlib.import_module("torch")
    except ImportError:
        torch = None
    rows: list[dict[str, object]] = []
    chosen = [(name, program) for name, program in programs(torch) if options.only in name]
    names = [name for name, meaning in OPTIMISATIONS.items() if not meaning.startswith("GPU")]
    for without in options.without.split(",") if options.without else names:
        measured = (measure(name, program, without, until) for name, program in chosen)
        found = [row for row in measured if row is not None]
        for row in found:
            print(" ".join(f"{value!s:>12}" for value in row.values()), flush=True)
        gaining = sum(max(float(str(row["compile_gain"])), float(str(row["run_gain"]))) >= GAIN for row in found)
        print(f"{without}: {gaining} programs gain {GAIN - 1:.0%}, {lines(FILES[without])} lines")
        rows += [{**row, "lines": lines(FILES[without])} for row in found]
    if options.record:
        print(write_result(options.record, rows, cutedsl_threads=usable_cores()))


if __name__ == "__main__":
    main()
