"""The lessons: their programs run, each puzzle starts unsolved, and an answer solves it."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from cutedsl.cli import main
from cutedsl.learn import Puzzle, lessons, puzzle, verdict
from cutedsl.learn.tasks import TASKS
from scripts.lesson_notebooks import FOLDER, notebook
from tests.docs.programs import as_program, blocks, run

ANSWERS = Path(__file__).with_name("answers")
PUZZLES = [one for lesson in lessons() for one in lesson.puzzles]


def solve_of(file: Path) -> object:
    return runpy.run_path(str(file))["solve"]


def test_ten_lessons_of_three_puzzles_with_two_hints() -> None:
    assert [lesson.number for lesson in lessons()] == list(range(1, 11))
    assert [one.number for one in PUZZLES] == list(TASKS)
    assert {one.number: len(one.hints) for one in PUZZLES} == dict.fromkeys(TASKS, 2)
    assert sorted(path.name for path in ANSWERS.glob("*.py")) == sorted(one.file for one in PUZZLES)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: str(lesson.number))
def test_a_lessons_programs_run(lesson: object, tmp_path: Path) -> None:
    page = getattr(lesson, "page")  # noqa: B009
    program = tmp_path / f"lesson_{page.stem}.py"
    program.write_text(as_program(blocks(page, "python")), encoding="utf-8")
    done = run([str(program)], tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("one", PUZZLES, ids=lambda one: one.number)
def test_a_puzzle_starts_unsolved_and_its_answer_solves_it(one: Puzzle, tmp_path: Path) -> None:
    start = tmp_path / one.file
    start.write_text(one.program, encoding="utf-8")
    before = verdict(one.number, solve_of(start))  # pyright: ignore[reportArgumentType]
    assert not before.solved
    after = verdict(one.number, solve_of(ANSWERS / one.file))  # pyright: ignore[reportArgumentType]
    assert after.solved, str(after)


@pytest.mark.parametrize("one", PUZZLES, ids=lambda one: one.number)
def test_neither_page_nor_hints_have_the_answer(one: Puzzle) -> None:
    """The lines that an answer adds do not stand together in the lesson."""
    added = [line.strip() for line in (ANSWERS / one.file).read_text(encoding="utf-8").splitlines()]
    added = [line for line in added if line not in {given.strip() for given in one.program.splitlines()}]
    assert added or one.number in ("3.1", "3.2", "7.2")  # there an answer repeats a line that the program has
    if len(added) > 1:
        assert "\n".join(added) not in re.sub(r"\n +", "\n", one.text + "\n".join(one.hints))


WRONG = {
    "1.2": ("i = thread  # your line", "i = block + thread", "global-race"),
    "3.2": ("    ...  # your lines", "    if i < 2:\n        tile[64 + i] = x[first + 64 + i]", "shared-race"),
    "3.3": ("        tile[i] = tile[", "        cute.arch.sync_threads()\n        tile[i] = tile[", "shared-race"),
    "4.1": ("    ...  # your lines", "    value = cute.arch.warp_reduction_max(value)", "out[0] is"),
    "5.3": ("stride=(32, 1))", "stride=(34, 1))", "conflict"),
    "6.2": ("stride=(1, 8))", "stride=(8, 1))", "sectors"),
    "6.1": (
        "(0, 0))  # your lines\n    ...",
        "(across, down))\n    cute.local_tile(out, (16, 16), (across, down))[row, column] = mine[row, column]",
        "error[out-of-bounds]",
    ),
    "7.1": (
        "    ...  # your lines",
        "    for k in range(a.shape[1]):\n        total += a[m, k] * b[k, n]",
        "coordinate (",
    ),
    "8.1": ("    ...  # your lines", "    cute.gemm(mma, sums, in_a, in_b, sums)", "uninitialised-read"),
    "9.2": ("wait(bar, 0)", "wait(bar, k % 2)", "deadlock"),
    "9.3": ("            for row", "            pipe.consumer_wait(state)\n            for row", "deadlock"),
}
"""A first try that many make, and the words of the verdict that tell what is wrong with it."""


@pytest.mark.parametrize("number", WRONG)
def test_a_wrong_answer_is_told_what_is_wrong(number: str, tmp_path: Path) -> None:
    old, new, told = WRONG[number]
    one = puzzle(number)
    assert old in one.program
    (tmp_path / one.file).write_text(one.program.replace(old, new), encoding="utf-8")
    found = verdict(number, solve_of(tmp_path / one.file))  # pyright: ignore[reportArgumentType]
    assert not found.solved
    assert told in str(found)


def test_a_rule_is_not_met_by_a_comment(tmp_path: Path) -> None:
    plain = "import cutedsl.cute as cute\n" + (ANSWERS / "2_1.py").read_text(encoding="utf-8")
    (tmp_path / "4_1.py").write_text(
        plain.replace("i, _, _ = cute.arch.thread_idx()", "lane = cute.arch.thread_idx()[0]  # shuffle_sync")
        .replace("    if i < cute.size(x):\n        out[i] = 2 * x[i]", SUM)
        .replace("grid=1, block=128", "grid=x.shape[0], block=32"),
        encoding="utf-8",
    )
    found = verdict("4.1", solve_of(tmp_path / "4_1.py"))  # pyright: ignore[reportArgumentType]
    assert "`shuffle_sync` is not used" in str(found)


SUM = """    row, _, _ = cute.arch.block_idx()
    total = cutlass.Float32(0)
    for k in range(32):
        total += x[row, k]
    if lane == 0:
        out[row] = total"""


def test_the_command_opens_checks_and_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CUTEDSL_TIMEOUT_S", "20")
    assert main(["learn", "3", "--hint"]) == 1
    said = capsys.readouterr().out
    assert "3.1 Reverse: not solved yet" in said and "error[shared-race]" in said
    assert "Edit learn/3_1.py" in said and "Hint 1: Thread 0" in said and "Hint 2" not in said
    (tmp_path / "learn" / "3_1.py").write_text((ANSWERS / "3_1.py").read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["learn", "3"]) == 1
    said = capsys.readouterr().out
    assert "3.1 Reverse: solved" in said and "3.2 Sliding sums: not solved yet" in said
    assert main(["learn", "3.1"]) == 0
    (tmp_path / "learn" / "3_1.py").write_text("import nothing_of_this_name", encoding="utf-8")
    assert main(["learn", "3.1"]) == 1
    assert "ModuleNotFoundError" in capsys.readouterr().out
    assert main(["learn", "11"]) == 2
    assert main(["learn"]) == 0
    assert "10  Attention" in capsys.readouterr().out


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: str(lesson.number))
def test_the_notebook_is_the_pages(lesson: object) -> None:
    number = getattr(lesson, "number")  # noqa: B009
    stored = json.loads((FOLDER / f"learn_{number:02}.ipynb").read_text(encoding="utf-8"))
    made = notebook(lessons()[number - 1])
    sources = [[cell["cell_type"], cell["source"]] for cell in stored["cells"]]
    assert sources == [[cell["cell_type"], cell["source"]] for cell in made["cells"]], (
        "run `python scripts/lesson_notebooks.py`"
    )
