"""The day with the hardware: everything about Blackwell that only a GPU of sm_100a can show, run and recorded.

    make test-blackwell CUTLASS=~/cutlass
    PYTHONPATH=src:. python -m benchmarks.on_blackwell [--cutlass COPY] [--only tests,ladder,examples]

A step that fails does not stop the others. In `benchmarks/results`, `blackwell_gpu.json` gets each step's exit code
and seconds, `blackwell_nvidia.json` NVIDIA's examples. The tests are in `blackwell_run.json` of `docs`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.record import ROOT, write_result
from tests.gpu_record import device_arch, device_name

ARCH = "sm_100a"
TESTS_RECORD = Path("docs") / "blackwell_run.json"
_TEST_FOLDERS = ("tests/kernels", "tests/examples", "tests/unit", "tests/fuzz")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its name, the command, its exit code and how long it took."""

    name: str
    command: tuple[str, ...]
    code: int = 0
    seconds: float = 0.0


def steps(cutlass: Path | None) -> list[Step]:
    """What there is to run; NVIDIA's examples where there is a copy of them."""
    python = sys.executable
    record = ("--gpu-record", str(TESTS_RECORD))
    wanted = ("-m", "gpu", "--require-gpu", "--require-arch", ARCH)
    found = [
        Step("tests", (python, "-m", "pytest", *_TEST_FOLDERS, *wanted, *record)),
        Step("ladder", (python, "-m", "benchmarks.gpu.blackwell_ladder", "--device", "cuda", "--record")),
    ]
    if cutlass is not None:
        own = ("blackwell", str(cutlass), "--device", "cuda", "--record", "blackwell_nvidia")
        found.append(Step("examples", (python, "-m", "benchmarks.compatibility", *own)))
    return found


def run_all(chosen: Sequence[Step], run: Callable[[Sequence[str]], int]) -> list[Step]:
    """The steps with their exit codes, in order; none stops the next."""
    done: list[Step] = []
    for step in chosen:
        print(f"== {step.name}: {' '.join(step.command)}", flush=True)
        start = time.perf_counter()
        code = run(step.command)
        done.append(Step(step.name, step.command, code, round(time.perf_counter() - start, 1)))
    return done


def main(
    arguments: Sequence[str],
    arch: Callable[[], str] = device_arch,
    run: Callable[[Sequence[str]], int] = lambda command: subprocess.run(command, cwd=ROOT, check=False).returncode,
) -> int:
    """Exit code 0 if every step ended with 0; 2, and nothing is run, where the GPU is another one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.on_blackwell", description=__doc__)
    parser.add_argument("--cutlass", type=Path, help="a copy of NVIDIA/cutlass")
    parser.add_argument("--only", default="tests,ladder,examples", help="steps, with commas")
    options = parser.parse_args(arguments)
    found = arch()
    if found != ARCH.rstrip("a"):
        print(f"needs a GPU of {ARCH}; found {found or 'no GPU'}", file=sys.stderr)
        return 2
    chosen = [step for step in steps(options.cutlass) if step.name in options.only.split(",")]
    done = run_all(chosen, run)
    for step in done:
        print(f"{step.name:10}{'passed' if step.code == 0 else f'failed ({step.code})':14}{step.seconds:8.1f} s")
    print(write_result("blackwell_gpu", [asdict(step) for step in done], device=device_name()))
    return max((step.code != 0 for step in done), default=0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
