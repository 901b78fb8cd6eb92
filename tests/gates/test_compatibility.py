"""Other people's programs: the manifest, the runner and its verdicts; docs/compatibility.md is what was recorded."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from benchmarks.compatibility import checked, libraries, runner
from benchmarks.compatibility.manifest import Program, chosen, programs, sources
from benchmarks.compatibility.page import causes, check, text_of_page
from benchmarks.compatibility.prepare import as_program, prepare
from benchmarks.compatibility.runner import Runner
from benchmarks.compatibility.times import compared, references
from benchmarks.compatibility.verdict import judge
from benchmarks.record import ROOT

OURS = '  File "/somewhere/src/cutedsl/lang/x.py", line 3, in f\n'
THEIRS = '  File "/work/prog.py", line 9, in main\n'


def program(**facts: object) -> Program:
    return Program(**{"id": "X", "folder": "nv", "argv": ("p.py",), "timeout_s": 20.0, **facts})  # pyright: ignore


def test_the_page_is_fresh() -> None:
    assert check() == 0


def test_the_manifest_has_facts_of_266_programs_and_of_18_runs_at_real_sizes() -> None:
    ordinary = [one for one in programs() if not one.real_size]
    assert len(ordinary) == 266 and len(programs()) == 284
    assert sum(bool(one.reference) for one in ordinary) == 75 and sum(one.retired for one in ordinary) == 13
    assert len(sources()) == 35
    assert all(one.argv and one.timeout_s > 0 and not Path(one.folder).is_absolute() for one in programs())


def test_programs_are_chosen_by_patterns_and_by_what_the_device_can_do() -> None:
    assert [one.id for one in chosen("D07*", "cuda")] == ["D07", "D07b"]
    assert [one.id for one in chosen("D07*", "cpu")] == ["D07"]
    assert chosen("P_*", "cuda") == [] and len(chosen("P_*", "cuda", real_size=True)) == 18
    with pytest.raises(ValueError, match="NOPE"):
        chosen("B01,NOPE", "cpu")


@pytest.mark.parametrize(
    ("facts", "code", "printed", "kind", "cause"),
    [
        ({}, 0, "", "pass", ""),
        ({"must_print": "PASS"}, 0, "all PASS", "pass", ""),
        ({"must_print": "PASS"}, 0, "all done", "other", "did not print 'PASS'"),
        ({"must_not_print": "failed"}, 0, "1 failed", "other", "printed 'failed'"),
        ({}, -11, "", "other", "ended by signal 11"),
        ({}, 2, "usage", "other", "ended with exit code 2"),
        ({}, 1, f"{THEIRS}{OURS}error[not-yet]: `x`", "named", "not-yet: `x`"),
        ({}, 1, f"{THEIRS}{OURS}KeyError: 'x'", "unnamed", "KeyError: 'x'"),
        ({}, 1, f"{OURS}{THEIRS}a.b.SomeError: no", "other", "a.b.SomeError: no"),
        ({}, 1, f"error[not-yet]: `x`\n{THEIRS}AssertionError", "other", "AssertionError"),
        ({}, 1, "src/cutedsl/lang/x.py:3: TypeError\nE   TypeError: no", "other", "TypeError: no"),
        ({}, 1, "/r/src/cutedsl/lang/x.py:3: in f\nE   TypeError: no", "unnamed", "TypeError: no"),
    ],
)
def test_the_verdict_names_the_last_error(
    facts: dict[str, str], code: int, printed: str, kind: str, cause: str
) -> None:
    verdict = judge(program(**facts), code, printed)
    assert (verdict.kind, verdict.cause) == (kind, cause)


def test_the_runner_judges_ends_what_hangs_with_its_children_and_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "nv"
    folder.mkdir()
    (folder / "good.py").write_text("import cutlass, pathlib\npathlib.Path('dropping').touch()\nprint('fine')\n")
    child = tmp_path / "child"
    (folder / "hangs.py").write_text(
        "import subprocess, sys, time\n"
        "one = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)'])\n"
        f"open({str(child)!r}, 'w').write(str(one.pid))\ntime.sleep(100)\n"
    )
    good = program(argv=("good.py",), must_print="fine", timeout_s=60.0)
    hangs = program(argv=("hangs.py",), timeout_s=6.0)
    seen: list[str] = []
    results = Runner("cpu", jobs=2).run(tmp_path, [hangs, good], lambda one: seen.append(one.verdict.kind))
    assert [one.verdict.kind for one in results] == ["time-out", "pass"] and sorted(seen) == ["pass", "time-out"]
    assert sorted(path.name for path in folder.iterdir()) == ["good.py", "hangs.py"]
    assert ended(int(child.read_text()))
    [late] = Runner("cpu", within_s=0.0).run(tmp_path, [good], lambda one: None)
    assert late.verdict.kind == "not run"


def ended(process: int) -> bool:
    """Whether a process is gone, or a zombie that its new parent has not looked at yet."""
    for _ in range(50):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


def test_checked_runs_have_a_row_for_each_finding_and_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "nv" / "deep"
    folder.mkdir(parents=True)
    racy = (ROOT / "docs" / "found" / "slot_used_again.py").read_text(encoding="utf-8")
    (folder / "racy.py").write_text(racy, encoding="utf-8")
    line = 1 + racy[: racy.index("parts[tidx // 32] = part")].count("\n")
    found = Runner("cpu", checked=True).run(
        tmp_path, [program(folder="nv/deep", argv=("racy.py",), timeout_s=60.0)], lambda _: None
    )
    row = found[0].checked_rows()[0]
    assert (row["outcome"], row["finding"], row["place"]) == ("found", "shared-race", f"nv/deep/racy.py:{line}")

    monkeypatch.setattr(runner, "CHECKED_CPU_S", 1)
    (folder / "slow.py").write_text("while True: pass\n", encoding="utf-8")
    slow = program(folder="nv/deep", argv=("slow.py",), timeout_s=60.0)
    row = Runner("cpu", checked=True).run(tmp_path, [slow], lambda _: None)[0].checked_rows()[0]
    assert row["outcome"] == "time-out" and "1 s of the processor" in str(row["cause"])


def test_somebody_looked_at_each_finding_in_the_table_of_checked_runs() -> None:
    known = checked.triaged()
    rows = [checked.Finding(row["finding"], row["place"]) for row in checked.table() if row["outcome"] == "found"]
    assert set(rows) <= set(known), set(rows) - set(known)
    assert set(known) <= set(rows), "triage.csv has findings that are no longer there"


def test_prepare_takes_the_listed_folders_and_leaves_proprietary_files_out(tmp_path: Path) -> None:
    copy, work = tmp_path / "copies" / "NVIDIA+cutlass", tmp_path / "work"
    texts = {
        "examples/python/CuTeDSL/a.py": "print(1)\n",
        "examples/python/CuTeDSL/closed.py": "# SPDX-License-Identifier: LicenseRef-NvidiaProprietary\n",
        "examples/python/CuTeDSL/picture.png": "no text",
        "python/CuTeDSL/b.py": "print(2)\n",
    }
    for name, text in texts.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(text)
    author = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x", "--no-verify"]):
        subprocess.run(["git", *command], cwd=copy, check=True, env=os.environ | author)
    (copy / "examples/python/CuTeDSL/new.py").write_text("not committed")
    said = prepare(tmp_path / "copies", work)
    assert said[0] == "nv       ready; left out 1 files of another licence"
    assert all("no copy: bring github.com/" in line for line in said[1:])
    assert [str(path.relative_to(work)) for path in work.rglob("*.*")] == ["nv/examples/python/CuTeDSL/a.py"]


def test_a_notebook_becomes_a_program() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# title"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "x = 1"]},
        {"cell_type": "code", "source": ["!ls\n", "print(x)"]},
    ]
    lines = as_program(json.dumps({"cells": cells})).split("\n")
    assert lines == ["#%matplotlib inline", "x = 1", "", "#!ls", "print(x)", "", 'print("notebook ran to the end")', ""]


def test_the_page_shows_each_failure_with_its_cause(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rows = [
        {"id": "B01", "kind": "pass", "seconds": 1.0, "cause": ""},
        {"id": "B03", "kind": "unnamed", "seconds": 1.0, "cause": "KeyError: 'a_b'"},
    ]
    found = {"CPU": {"machine": {"device": "CPU"}, "commit": "abc", "rows": rows}}
    file = tmp_path / "causes.csv"
    monkeypatch.setattr("benchmarks.compatibility.page.CAUSES", file)
    file.write_text("device,id,cause\n")
    page = text_of_page(found)
    assert "| CPU, commit abc | 2 | 1 | 1 of 2 | 0 of 0 | 1 |" in page
    assert "| B01 | `cute-dsl/01-hello-world.py` | ✔ | ✔ | – |  |" in page
    assert "| B03 | `problems/p02/p02.py` | ✔ | ✘ | – | CPU: KeyError: 'a\\_b' |" in page
    file.write_text("device,id,cause\nCPU,B03,the disk is full\nH200,B01,no such run\n")
    assert "CPU: the disk is full" in text_of_page(found)
    file.write_text("device,id,cause\nCPU,B01,it was broken\n")
    with pytest.raises(ValueError, match=r"B01.*did not fail"):
        causes(found)


def test_few_of_a_librarys_tests_are_drawn_and_each_ends_with_a_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_it.py").write_text(
        "import os, time, pytest, cutlass\n"
        "@pytest.mark.parametrize('n', range(500))\ndef test_many(n): pass\n"
        "def test_wrong(): assert 1 == 2\n"
        "def test_later(): pytest.skip('needs sm_100')\n"
        "def test_slow(): time.sleep(60)\n"
        "def test_crash(): os._exit(3)\n"
        "def test_after(): cutlass.no_such_name\n",
        encoding="utf-8",
    )
    ids = tmp_path / "ids.json"
    assert libraries.main(["draw", "quack", str(tmp_path), "--count", "8", "--into", str(ids)]) == 0
    drawn = json.loads(ids.read_text())
    assert len(drawn) == 8 and sum("test_many" in test for test in drawn) == 3
    rows = libraries.Runs(libraries.parsed(["run", str(ids), str(tmp_path), "--limit-s", "4"])).run(drawn)
    kinds = {row["id"].partition("::")[2].partition("[")[0]: (row["kind"], row["cause"]) for row in rows}
    assert kinds["test_many"] == ("pass", "") and kinds["test_wrong"] == ("other", "assert 1 == 2")
    assert kinds["test_later"] == ("skipped", "Skipped: needs sm_100") and kinds["test_slow"][0] == "time-out"
    assert kinds["test_crash"] == ("other", "the process ended")
    assert kinds["test_after"] == ("named", "unknown-name: `cutedsl` has no `no_such_name`")


def test_a_test_that_hangs_when_the_whole_run_ends_is_no_test_that_was_not_reached() -> None:
    now = time.time()
    hung, running, ended = (
        {"id": "a", "began": now - 9},
        {"id": "b", "began": now - 1},
        {"id": "c", "outcome": "passed"},
    )
    assert libraries.stopped_with_the_run([hung, running, ended], 4) == [hung, ended]


def test_a_test_that_launches_nothing_passes_if_its_programs_compile() -> None:
    def row(outcome: str, compiled: int, text: str = "") -> tuple[str, str]:
        found = libraries.compiled_row({"id": "t", "outcome": outcome, "compiled": compiled, "text": text})
        return found["kind"], found["cause"]

    assert row("passed", 2) == ("pass", "")
    assert row("passed", 0) == ("not run", "it compiled nothing")
    assert row("failed", 1, "E   AssertionError: 1") == ("pass", "compiled 1; then: AssertionError: 1")
    assert row("failed", 0, "E   AssertionError: 1")[0] == "other"
    assert row("failed", 1, "E   error[not-yet]: x")[0] == "named"
    assert row("failed", 1, "E   compile_only.PtxasRefused: line 3")[0] == "other"


def test_kernels_of_the_same_name_and_types_are_compared_as_one() -> None:
    """NVIDIA's names tell types apart, but no constants: a program of four kernels has two names."""
    _, scales = references()

    def times(**types: str) -> dict[str, dict[str, object]]:
        return {
            name: {"kernel": f"k{name}", "types": kind, "least_us": 20.0 + number}
            for number, (name, kind) in enumerate(types.items())
        }

    def row(kernels: dict[str, dict[str, object]]) -> dict[str, object]:
        return next(one for one in compared({"B07b": kernels}, scales) if one["id"] == "B07b")

    found = row(times(a="f(128)", b="f(128)", c="f(256)", d="f(128)"))
    assert (found["kernels"], found["us"], found["ratio"]) == (2, 42.0, round(52.38 / 42.0, 3))
    assert row(times(a="f(1)", b="f(2)", c="f(3)"))["ratio"] is None
    assert row({"x": {"kernel": "x", "least_us": 1.0}, "y": {"kernel": "y", "least_us": 2.0}})["us"] == 3.0


def test_kernels_of_a_library_count_where_nvidias_times_count_them() -> None:
    _, scales = references()

    def row(name: str, **us: float) -> dict[str, object]:
        kernels = {key: {"kernel": key, "least_us": time, "library": key == "cupy"} for key, time in us.items()}
        return next(one for one in compared({name: kernels}, scales) if one["id"] == name)

    assert row("E16", ours=9.31, cupy=3.52)["us"] == 12.83
    assert row("B03", ours=1.0, cupy=3.0)["us"] == 1.0
    assert row("B03", cupy=3.0)["ratio"] is None
