"""`cutedsl bench PROG.py`: the launches of a program are timed, by the clock or between events."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cutedsl.cli import main
from cutedsl.execution.cpu.pool import told_launches
from cutedsl.execution.launch_times import LaunchTimes, current_times

PROGRAM = """
import sys
import numpy as np
import cutedsl.cute as cute

@cute.kernel
def fill(y: cute.Tensor):
    y[cute.arch.thread_idx()[0]] = 1.0

@cute.jit
def run(y: cute.Tensor):
    fill(y).launch(grid=1, block=4)

y = np.zeros(4, np.float32)
program = cute.compile(run, y)
for _ in range(int(sys.argv[1])):
    program(y)
print("done", y.sum())
"""


@pytest.fixture(autouse=True)
def no_cutlass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutedsl.cli.program.install", lambda settings: None)


def bench(tmp_path: Path, *words: str, text: str = PROGRAM) -> int:
    file = tmp_path / "program.py"
    file.write_text(text, encoding="utf-8")
    return main(["bench", "--device", "cpu", "--json", str(tmp_path / "times.json"), str(file), *words])


def test_every_launch_is_timed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(tmp_path, "7") == 0
    captured = capsys.readouterr()
    heading, row = captured.out.splitlines()
    assert heading.split() == ["kernel", "launches", "least", "us", "median", "us", "spread", "total", "ms"]
    assert re.fullmatch(r"kernel_cutlass_fill_\w{6}_0 7", " ".join(row.split()[:2]))
    assert "done 4.0" in captured.err
    (one,) = json.loads((tmp_path / "times.json").read_text())
    assert one["launches"] == 7 and 0 < one["least_us"] <= one["median_us"] <= one["total_us"]
    assert current_times() is None and not told_launches()


def test_a_program_that_launches_nothing_or_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(tmp_path, "0") == 2
    assert "launched no kernel" in capsys.readouterr().err
    assert bench(tmp_path, "2", text=PROGRAM + "raise ValueError('wrong')") == 2
    captured = capsys.readouterr()
    assert "ValueError: wrong" in captured.err and "kernel_cutlass_fill_" in captured.out
    assert main(["bench", "nothing.py"]) == 2
    assert capsys.readouterr().err == "cutedsl bench: there is no file nothing.py\n"


class Driver:
    """Events have the time of what is recorded: each launch takes 3 ms."""

    def __init__(self) -> None:
        self.now, self.events, self.capturing = 0.0, dict[int, float](), False

    def is_capturing(self, stream: int) -> bool:
        return self.capturing

    def create_event(self) -> int:
        self.events[len(self.events)] = -1.0
        return len(self.events) - 1

    def record_event(self, event: int, stream: int) -> None:
        assert stream == 5
        self.events[event] = self.now

    def elapsed_ms(self, start: int, end: int) -> float:
        return self.events[end] - self.events[start]


def test_a_gpu_is_asked_between_two_events() -> None:
    times, driver = LaunchTimes(), Driver()
    given: Any = driver

    def launch() -> None:
        driver.now += 3

    times.on_gpu(given, "add", 64, 5, launch)
    driver.capturing = True
    times.on_gpu(given, "add", 64, 5, launch)
    (one,) = times.kernels()
    assert driver.now == 6
    assert (one.kernel, one.launches, one.least_us, one.total_us) == ("add", 1, 3000, 3000)
