"""Random kernels do the same eagerly and compiled; a failure shows the smallest program that still fails."""

from __future__ import annotations

import os

import pytest

from tests.fuzz.compare import Side, difference, eagerly, on_cpu, on_gpu, outcome, reduced
from tests.fuzz.maker import Maker
from tests.fuzz.statements import Program, Statement

PROGRAMS = int(os.environ.get("CUTEDSL_FUZZ_PROGRAMS", "60"))
FIRST = int(os.environ.get("CUTEDSL_FUZZ_SEED", "0"))
GROUP = 10


def check(seed: int, side: Side) -> None:
    program = Maker(seed).program()
    if difference(program, eagerly, side) is None:
        return
    least = reduced(program, lambda p: difference(p, eagerly, side))
    pytest.fail(f"seed {seed}: {difference(least, eagerly, side)} (eager, compiled)\n{least.text}", pytrace=False)


@pytest.mark.parametrize("start", range(FIRST, FIRST + PROGRAMS, GROUP))
def test_eager_and_cpu(start: int) -> None:
    for seed in range(start, min(start + GROUP, FIRST + PROGRAMS)):
        check(seed, on_cpu)


@pytest.mark.gpu
@pytest.mark.parametrize("start", range(FIRST, FIRST + PROGRAMS, GROUP))
def test_eager_and_gpu(start: int) -> None:
    for seed in range(start, min(start + GROUP, FIRST + PROGRAMS)):
        check(seed, on_gpu)


def test_programs_are_the_same_for_a_seed_and_differ_between_seeds() -> None:
    assert Maker(3).program() == Maker(3).program()
    assert len({Maker(seed).program().text for seed in range(20)}) == 20


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
