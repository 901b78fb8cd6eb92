"""Random kernels do the same eagerly and compiled; a failure shows the smallest program that still fails."""

from __future__ import annotations

import os

import pytest

from cutedsl.codegen.cpu.scalar import arithmetic
from cutedsl.config import config, override
from tests.fuzz.compare import Side, difference, eagerly, on_cpu, on_gpu, outcome, reduced
from tests.fuzz.maker import Maker
from tests.fuzz.statements import Program, Statement, shorter, smaller
from tests.products import half

PROGRAMS = int(os.environ.get("CUTEDSL_FUZZ_PROGRAMS", "60"))
FIRST = int(os.environ.get("CUTEDSL_FUZZ_SEED", "0"))
GROUP = 10


def check(seed: int, side: Side) -> None:
    program = Maker(seed).program()
    if difference(program, eagerly, side) is None:
        return
    least = reduced(program, lambda p: difference(p, eagerly, side))
    pytest.fail(f"seed {seed}: {difference(least, eagerly, side)} (eager, compiled)\n{least.text}", pytrace=False)


@pytest.mark.parametrize("start", half(range(FIRST, FIRST + PROGRAMS, GROUP)))
def test_eager_and_cpu_agree_on_random_programs(start: int) -> None:
    """The first of a group is written for the disk cache too; the others spare a tenth of their time.

    Every other one is compiled as checked programs are, in half of the time.
    """
    for seed in range(start, min(start + GROUP, FIRST + PROGRAMS)):
        without = frozenset({"machine-code"} if seed % 2 else ())
        with override(disk_cache=seed == start, without=config().without | without):
            check(seed, on_cpu)


@pytest.mark.gpu
@pytest.mark.parametrize("start", range(FIRST, FIRST + PROGRAMS, GROUP))
def test_eager_and_gpu_agree_on_random_programs(start: int) -> None:
    for seed in range(start, min(start + GROUP, FIRST + PROGRAMS)):
        check(seed, on_gpu)


def test_programs_are_the_same_for_a_seed_and_differ_between_seeds() -> None:
    assert Maker(3).program() == Maker(3).program()
    assert len({Maker(seed).program().text for seed in range(20)}) == 20


COVERED = {
    "collectives of a warp": (
        *("shuffle_sync(", "shuffle_sync_up(", "shuffle_sync_down(", "shuffle_sync_bfly("),
        *("vote_ballot_sync(", "vote_any_sync(", "vote_all_sync(", "'any')", "'all')[0]"),
        *(f", '{kind}')" for kind in ("add", "max", "min", "and", "or", "xor")),
    ),
    "atomics": tuple(f"atomic_{kind}(" for kind in ("add", "max", "min", "and", "or", "xor", "exch", "cas")),
    "asynchronous copies": ("async_copy(", "cp_async_commit_group()", "cp_async_wait_group(0)"),
    "barriers": ("sync_threads()", "sync_warp()", "barrier(barrier_id="),
    "lanes that wait for lanes": ("add_locked(",),
    "patterns": ("case 0:", "case 1 | 3:", "case 0, _:", "case [1 | 2, *_]:", "case (2, m", " as m", "case _:"),
    "tuples compared": (") == (", ") < (", ") >"),
}


@pytest.mark.parametrize("what", COVERED)
def test_the_programs_of_200_seeds_have_all_constructs(what: str) -> None:
    bodies = ["\n".join(line for s in Maker(seed).program().body for line in s.lines("")) for seed in range(200)]
    counts = {word: sum(word in body for body in bodies) for word in COVERED[what]}
    assert min(counts.values()) >= 3, counts


def test_programs_run_without_an_error() -> None:
    ends = [outcome(Maker(seed).program(), eagerly) for seed in range(20)]
    assert [end for end in ends if isinstance(end, str)] == []


def test_a_failing_program_is_reduced_to_what_fails() -> None:
    program = Maker(1).program()
    guilty = Statement("a = b // 7")
    inside = Statement("if a > 3:", (*program.body[-3:], guilty))
    body = (*program.body[:20], inside, *program.body[20:])

    def fails(candidate: Program) -> str | None:
        return "value" if "a = b // 7" in candidate.text else None

    assert reduced(Program(body, 32, 1), fails).body == (guilty,)


def test_smaller_programs_end_and_do_not_race() -> None:
    loop = Statement("while t < 3:", (Statement("t += 1"), Statement("a = (a + 1) // 2")))
    assert all("t += 1" in p[0].body[0].line for p in smaller((loop,)) if p and p[0].line == loop.line)
    assert list(shorter("i = bid * T + tid")) == list(shorter("for k in range(a & 3):")) == []
    assert list(shorter("a = b << (c & 7)")) == ["a = b", "a = c & 7"]
    assert list(shorter("if a < 3 and not b:"))[:3] == ["if a < 3:", "if not b:", "if a and (not b):"]


def test_a_wrong_compiler_is_found_and_shown_by_a_minimal_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """The CPU target computes `|` where the program says `^`, or `~`, which is the same operation."""
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    right = arithmetic._TABLE
    monkeypatch.setattr(arithmetic, "_TABLE", {**right, "arith.xori": right["arith.ori"]})
    programs = (Maker(seed).program() for seed in range(200))
    short = (p for p in programs if p.size < 50 and "^" in p.text and "bfind" not in p.text)  # which has one inside
    found = next(p for p in short if difference(p, eagerly, on_cpu))
    least = reduced(found, lambda p: difference(p, eagerly, on_cpu))
    assert difference(least, eagerly, on_cpu) is not None
    assert least.size <= 10
    assert least.text.count("^") + least.text.count("~") == 1
    monkeypatch.setattr(arithmetic, "_TABLE", right)
    assert difference(least, eagerly, on_cpu) is None
