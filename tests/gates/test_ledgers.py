"""The ledgers of optimisations name each switch, and run programs without it in an order that a limit may cut."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import cpu_ledger, ledger
from benchmarks.compatibility.manifest import Program
from benchmarks.compatibility.runner import Result
from benchmarks.compatibility.verdict import Kind, Verdict
from benchmarks.cpu_ledger_programs import exchanges
from benchmarks.gpu import library_program
from cutedsl.config import OPTIMISATIONS


def program(name: str) -> Program:
    return Program(name, "nv", ("a.py",), 10.0)


def test_each_optimisation_is_in_a_ledger() -> None:
    assert set(cpu_ledger.FILES) | set(ledger.NAMES) == set(OPTIMISATIONS)
    assert all(cpu_ledger.lines(files) for files in cpu_ledger.FILES.values() if files)


def test_each_optimisation_in_turn_is_left_out_of_what_it_changes_most() -> None:
    pairs = {"contraction": {"one": 0.1, "two": 0.5, "elsewhere": 1.0}, "late-sinking": {"two": 0.0}}
    found = [one.id for one in ledger.runs([program("one"), program("two")], pairs)]
    assert found == ["two", "two@contraction", "two@late-sinking", "one", "one@contraction"]


def test_a_program_without_pairs_runs_without_each() -> None:
    found = [one.id for one in ledger.runs([program("ours")], {"contraction": {"one": 0.1}})]
    assert found == ["ours", *(f"ours@{name}" for name in ledger.NAMES)]


def test_a_gain_is_the_time_without_over_the_time_with() -> None:
    def result(name: str, us: float, kind: Kind = "pass") -> Result:
        return Result(program(name), Verdict(kind), 1.0, {"k": {"kernel": "k", "least_us": us}})

    results = [
        result("a", 10.0),
        result("a@contraction", 12.0),
        result("b@contraction", 3.0),
        result("c", 1.0, "other"),
    ]
    rows = ledger.rows_of([*results, result("c@contraction", 2.0)])
    assert rows == [{"without": "contraction", "program": "a", "us": 10.0, "us_without": 12.0, "gain": 1.2}]


def test_instructions_of_ptx_are_counted_without_labels_and_declarations() -> None:
    text = "\t.reg .b32 \t%r<6>;\n$L__BB0_2:\n\tadd.s32 \t%r1, %r2, 1;\n\t@%p1 bra \t$L__BB0_2;\n\t// add;\n\tret;\n"
    assert ledger.instructions(text) == 3


def test_operations_of_the_library_are_known_by_name() -> None:
    assert len(set(library_program.OPERATIONS)) == len(library_program.OPERATIONS)
    with pytest.raises(KeyError):
        pytest.importorskip("torch")
        library_program.call("no operation", "cpu", 1024)


@pytest.mark.parametrize("count", [2, 4, 16])
def test_a_network_of_exchanges_sorts(count: int) -> None:
    columns = np.array(np.meshgrid(*[[0.0, 1.0]] * min(count, 8))).reshape(min(count, 8), -1)
    values = np.concatenate([columns] * (count // len(columns)))  # zeros and ones are enough: Knuth's principle
    for low, high in exchanges(count):
        values[[low, high]] = np.sort(values[[low, high]], axis=0)
    assert np.array_equal(values, np.sort(values, axis=0))
