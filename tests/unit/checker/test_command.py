"""`cutedsl check`: its exit codes, its reports, and where it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cutedsl.cli.check import Schedules
from cutedsl.cli.check import check as command
from tests.forked import run_forked

PROGRAM = """
import sys
import numpy as np
import cutlass
import cutlass.cute as cute


@cute.kernel
def copy(x: cute.Tensor, y: cute.Tensor, past: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = x[tidx + past]


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, past: cutlass.Int32):
    copy(x, y, past).launch(grid=1, block=32)


x, y = np.ones(32, np.float32), np.zeros(32, np.float32)
run(x, y, int(sys.argv[1]))
print("between")
run(x, y, 0)
print("to the end", *sys.argv[1:])
sys.exit(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
"""


def check(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = folder / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    return run_forked(["-m", "cutedsl", "check", "program.py", *arguments], folder, os.environ, 120)


def test_a_clean_program_exits_with_0(tmp_path: Path) -> None:
    done = check(tmp_path, "0", "--sarif", "found.sarif")
    assert (done.returncode, done.stdout) == (0, "no findings in 2 checked launches\n")
    assert "to the end 0" in done.stderr
    assert json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"] == []


def test_findings_end_the_program(tmp_path: Path) -> None:
    done = check(tmp_path, "1", "--json", "found.json")
    assert done.returncode == 1
    assert "error[out-of-bounds]" in done.stdout
    assert "11 |     y[tidx] = x[tidx + past]" in done.stdout
    assert "between" not in done.stderr
    assert json.loads((tmp_path / "found.json").read_text())["findings"][0]["kind"] == "out-of-bounds"


def test_a_module_is_checked_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "prog.py").write_text(PROGRAM, encoding="utf-8")
    done = run_forked(["-m", "cutedsl", "check", "-m", "pack.prog", "1"], tmp_path, os.environ, 120)
    assert done.returncode == 1
    assert "error[out-of-bounds]" in done.stdout


def test_keep_going_reports_what_comes_after(tmp_path: Path) -> None:
    done = check(tmp_path, "1", "3", "--keep-going", "--json", "-")
    assert done.returncode == 1
    assert "to the end 1 3" in done.stderr
    assert json.loads(done.stdout)["launches"] == 2


def test_a_program_that_cannot_run_exits_with_2(tmp_path: Path) -> None:
    assert check(tmp_path, "0", "3").returncode == 2
    assert "IndexError" in check(tmp_path).stderr
    missing = subprocess.run(
        [sys.executable, "-m", "cutedsl", "check", "nothing.py"], capture_output=True, text=True, check=False
    )
    assert (missing.returncode, missing.stderr) == (2, "cutedsl check: there is no file nothing.py\n")


def test_exploring_says_what_it_covered(tmp_path: Path) -> None:
    done = check(tmp_path, "0", "--schedule", "explore=2")
    assert done.returncode == 0
    said = [line for line in done.stderr.splitlines() if line.startswith("explored")]
    assert said == ["explored 1 order in 4 runs; no two operations of different warps met that do not commute"]


TURNS = """
import numpy as np
import cutlass
import cutlass.cute as cute
from cutlass import utils


@cute.kernel
def turns(out: cute.Tensor):
    smem = utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    count = smem.allocate_tensor(cutlass.Int32, cute.make_layout(1), 16)
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    if warp == 0 and lane == 0:
        count[0] = 0
    cute.arch.sync_threads()
    place = cutlass.Int32(0)
    if lane == 0:
        place = cute.arch.atomic_add(count.iterator, cutlass.Int32(1))
    place = cute.arch.shuffle_sync(place, 0)
    if place == 0 and warp == 0:
        s[lane] = 1.0
    cute.arch.sync_threads()
    if warp == 0:
        out[lane] = s[lane]


@cute.jit
def run(out: cute.Tensor):
    turns(out).launch(grid=1, block=64)


run(np.zeros(32, np.float32))
"""


def test_a_found_order_is_run_again_from_its_report(tmp_path: Path) -> None:
    """What warp 1 finds is written only where warp 0 came first."""
    (tmp_path / "turns.py").write_text(TURNS, encoding="utf-8")

    def run(*arguments: str) -> tuple[subprocess.CompletedProcess[str], dict[str, Any]]:
        words = ["-m", "cutedsl", "check", "turns.py", *arguments, "--json", "found.json"]
        done = run_forked(words, tmp_path, os.environ, 120)
        return done, json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))

    done, report = run("--schedule", "explore=2", "--keep-going")
    late = [one for one in report["findings"] if one["kind"] == "uninitialised-read"]
    assert len(late) == 1 and 0 < len(late[0]["orders"]) < len(report["orders"])
    order = late[0]["orders"][0]
    assert f"`--schedule {order}` runs one of them again" in done.stdout
    assert "depend on the order" in done.stderr
    for given, found in ((order, True), (min(set(report["orders"]) - set(late[0]["orders"])), False)):
        done, again = run("--schedule", given)
        assert again["orders"] == [given]
        assert any(one["kind"] == "uninitialised-read" for one in again["findings"]) == found


def test_schedules_by_their_text() -> None:
    assert Schedules.parse("explore=3") == Schedules(wanted=3)
    assert str(Schedules.parse("hold=0.0.1.7.0-2.7.3,0.4.1.7.1-2.7.3").only) == "hold=0.0.1.7.0-2.7.3,0.4.1.7.1-2.7.3"
    for text in ("seed", "seed=x", "explore=0", "7", "hold=", "hold=1.2-3", "hold=1.2.3.4.5.6-1.2.3"):
        with pytest.raises(Exception, match="none of seed=N, explore=N"):
            Schedules.parse(text)


def test_a_report_that_cannot_be_written(tmp_path: Path) -> None:
    done = check(tmp_path, "1", "--json", "nowhere/found.json")
    assert done.returncode == 2
    assert "error[out-of-bounds]" in done.stdout
    assert "nowhere/found.json could not be written: No such file or directory" in done.stderr
    both = check(tmp_path, "0", "--json", "-", "--sarif", "-")
    assert (both.returncode, both.stdout) == (2, "")


@pytest.mark.parametrize(
    "text", ["class Odd(BaseException): ...\nraise Odd", "def f(:", "import sys; sys.exit('no')", "raise MemoryError"]
)
def test_programs_that_fail_are_reported(tmp_path: Path, text: str) -> None:
    (tmp_path / "failing.py").write_text(text, encoding="utf-8")
    words = [sys.executable, "-m", "cutedsl", "check", str(tmp_path / "failing.py")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "failed before anything was found" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--frob", "prog.py", "--frob"], "unrecognized arguments before the program: --frob"),
        (["--budget", "-1", "prog.py"], "argument --budget: '-1' is no number above 0"),
        (["--budget", "soon", "prog.py"], "argument --budget: 'soon' is no number above 0"),
    ],
)
def test_wrong_arguments(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_folder_is_no_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command([str(tmp_path)]) == 2
    assert f"{tmp_path} is a folder without a __main__.py" in capsys.readouterr().err
