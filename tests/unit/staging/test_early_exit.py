"""Early exits of staged functions: what is recorded, and that running it gives what Python gives."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.constexpr import const_expr, range_constexpr
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Float32, Int32
from tests.unit.staging.recorder import emit, trace

_INPUTS = (-3, 0, 1, 2, 3, 5, 8)


def agrees(program, *more):
    """Traces once and compares with Python for several inputs; gives the trace."""
    traced = trace(program, Int32, *more)
    for n in _INPUTS:
        assert traced.run(n) == program(n, *more), f"n={n}\n{traced.recorder.text()}"
    return traced


def test_statements_after_a_return_are_the_other_branch():
    def program(n):
        if n < 0:
            return -1
        if n == 0:
            return 0
        return n * 2

    assert agrees(program).ops == ["lt", "if", "eq", "if", "mul"]


def test_a_return_without_a_value_skips_the_rest():
    def program(n):
        if n < 2:
            return
        emit("print", n)

    traced = trace(program, Int32)
    assert traced.result is None and traced.ops == ["lt", "if", "print"]
    traced.run(1)
    assert traced.recorder.prints == []
    traced.run(2)
    assert traced.recorder.prints == [(2,)]


def test_a_return_in_one_arm_of_an_arm_needs_a_flag():
    def program(n):
        a = 0
        if n > 1:
            if n > 4:
                return 100
            a = 1
        else:
            a = 2
        return a + n

    agrees(program)


def test_break_ends_a_counted_loop():
    def program(n):
        found = -1
        for i in range(10):
            if i * i > n:
                found = i
                break
        return found, i

    traced = agrees(program)
    assert "while" in traced.ops and "for" not in traced.ops


def test_break_counts_down_and_by_steps_known_at_run_time():
    def program(n):
        total = 0
        for i in range(10, n, -3):
            if i < 2:
                break
            total = total * 100 + i
        for i in range(0, 9 * (n | 1), n | 1):
            if total > 1 << 24:
                break
            total += i
        return total

    agrees(program)


def test_a_loop_without_a_run_time_break_still_counts():
    def program(n, flag):
        total = 0
        for i in range(n):
            if const_expr(flag):
                break
            if i == 2:
                continue
            total += i
        return total

    traced = agrees(program, False)
    assert traced.ops[0] == "for"
    agrees(program, True)


def test_continue_skips_the_rest_of_a_turn():
    def program(n):
        total = 0
        for i in range(n):
            if i % 2 == 0:
                continue
            total += i
        k = 0
        while k < n:
            k += 1
            if k == 3:
                continue
            total = total * 2 + k
        return total

    agrees(program)


def test_while_true_with_a_run_time_break():
    def program(n):
        steps = 0
        while True:
            if n <= 1:
                break
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    assert "while" in agrees(program).ops


def test_while_true_with_a_known_break_is_python():
    def program(n):
        queue = [1, 2, 3]
        while True:
            if not queue:
                break
            n = n * 2 + queue.pop()
        return n

    traced = agrees(program)
    assert not {"while", "if", "select"} & set(traced.ops)


def test_a_break_does_not_evaluate_the_condition_again():
    memory = {0: 5, 1: 6, 2: 0}

    def program(n):
        i = 0
        while emit("load", i, result=Int32, memory=memory) != 0:
            i += 1
            if i >= n:
                i += 10
                break
        return i

    traced = trace(program, Int32)  # reading memory[11] would be a KeyError
    assert [traced.run(n) for n in (1, 2, 3)] == [11, 12, 2]


def test_loops_that_python_runs_are_left_at_run_time():
    def program(n):
        digits = 0
        for k in range_constexpr(5):
            if k == n:
                break
            digits = digits * 10 + k
        for name, weight in {"a": 3, "b": 5}.items():
            if weight > n:
                digits += len(name) * weight
                break
        return digits, k, weight

    agrees(program)


def test_a_known_break_in_such_a_loop_traces_no_further_turns(capsys):
    def program(n):
        for k in range_constexpr(5):
            print("turn", k)
            if k == 1:
                break
            n = n + k
        return n

    trace(program, Int32)
    assert capsys.readouterr().out == "turn 0\nturn 1\n"


def test_return_out_of_nested_loops():
    def program(n):
        for i in range(5):
            for j in range(i):
                k = 0
                while k < 3:
                    if i * j + k == n:
                        return i * 100 + j * 10 + k
                    k += 1
        return -1

    agrees(program)


def test_break_of_the_inner_loop_leaves_the_outer_one_running():
    def program(n):
        total = 0
        for i in range(4):
            for j in range(10):
                if j > n:
                    break
                if i == 2:
                    continue
                total += i * 10 + j
            total += 1000
        return total

    agrees(program)


def test_else_of_loops_runs_unless_they_were_left():
    def program(n):
        out = 0
        for i in range(n):
            if i == 3:
                break
        else:
            out = 1
        k = 0
        while k < n:
            k += 1
            if k == 6:
                break
        else:
            out += 2
        for i in range(n):
            out += i
        else:
            out += 100
        for i in range(n):
            if i == 4:
                break
            if i > 1:
                continue
            out += 1000
        else:
            out += 10000
        return out

    agrees(program)


def test_exits_in_try_with_and_match():
    def program(n):
        total = 0
        for i in range(4):
            try:
                if i == n:
                    continue
                total += 1
            except ValueError:
                total = -1
            else:
                total += 10
            finally:
                total += 100
            match 1:
                case 1:
                    if total > 300:
                        return total
        return total

    agrees(program)


def test_state_of_objects_is_that_of_the_turn_that_left():
    @dataclass
    class State:
        best: int
        seen: list

    def program(n):
        state = State(0, [0, 0])
        for i in range(8):
            state.seen[0] = i
            if i == n:
                state.best = i * i
                break
            state.seen[1] += i
        return state.best, state.seen

    agrees(program)


def test_a_return_carries_tuples_and_objects():
    def program(n):
        for i in range(6):
            if i == n:
                return i, (n, [i + 1])
        return n, (0, [2])

    agrees(program)


def test_inlined_functions_return_to_their_caller():
    def sign(v):
        if v < 0:
            return -1
        return 1 if v > 0 else 0

    inner = staged_function(sign)

    def program(n):
        return inner(n) * 10 + inner(n - 3)

    traced = trace(program, Int32)
    assert [traced.run(n) for n in _INPUTS] == [sign(n) * 10 + sign(n - 3) for n in _INPUTS]


def test_functions_in_the_function_have_their_own_exits():
    def program(n):
        def first(limit):
            for i in range(10):
                if i * i >= limit:
                    return i
            return 10

        total = 0
        for k in range(3):
            if k == n:
                break
            total += first(n + k)
        return total

    agrees(program)


def test_known_exits_return_any_python_value(capsys):
    def program(n, kind):
        if kind == "text":
            return "text"
        if kind is None:
            return print
        for item in (1, "x", None):
            if item == kind:
                return [item]
        print("end")
        return n

    assert trace(program, Int32, "text").result == "text"
    assert trace(program, Int32, None).result is print
    assert trace(program, Int32, "x").result == ["x"]
    assert capsys.readouterr().out == ""
    assert trace(program, Int32, 5).ops == []
    assert capsys.readouterr().out == "end\n"


def test_many_early_returns_in_a_row():
    lines = "".join(f"    if n == {k}:\n        return {k * k}\n" for k in range(150))
    from tests.unit.staging.test_random_programs import compiled

    program = compiled(f"def program(n):\n{lines}    return -1\n", "<many returns>")
    traced = trace(program, Int32)
    assert [traced.run(n) for n in (-1, 0, 77, 149, 150)] == [-1, 0, 77 * 77, 149 * 149, -1]


def test_an_int_and_a_literal_agree_but_a_float_does_not():
    def fine(n):
        if n > 2:
            return n
        return 7

    agrees(fine)

    def mixed(n):
        if n > 2:
            return n
        return Float32(n)

    with pytest.raises(DSLUserCodeError, match="branch-type-mismatch"):
        trace(mixed, Int32)


def test_raise_that_is_known_to_be_right_or_wrong_is_python():
    def program(n, flag):
        if flag:
            raise KeyError("flag")
        if n > 0:
            return n
        return 0

    agrees(program, False)
    with pytest.raises(KeyError):
        trace(program, Int32, True)


def test_texts_of_printf_become_a_format_and_arguments():
    calls = []

    def printf(*args):
        calls.append(args)

    def program(n, known):
        printf(f"{n:>3d} of {known:04d}: 100% {{x}} {known!r}{n}")
        functools.partial(printf)(f"{known}")

    trace(program, Int32, 7)
    (text, n, *rest), plain = calls
    assert text == "{:>3d} of {:04d}{}{}{}"
    assert type(n) is Int32 and rest[:3] == ["0007", ": 100% {x} ", "7"] and rest[3] is n
    assert plain == ("7",)


def test_a_return_from_a_loop_whose_body_is_traced_twice():
    """What a call in the body changes is known when it was traced: flags of the first trace do not stay."""

    def endless(n):
        known = {"b": 1}

        def note(v):
            known["b"] = known["b"] + v
            return known["b"] > 6

        k = 0
        while True:
            k = k + 1
            if k > n:
                break
            if note(k):
                return n, k
        return known["b"], n

    def counted(n):
        known = {"b": 1}

        def note(v):
            known["b"] = known["b"] + v
            return known["b"] > 6

        for k in range(n):
            for j in range(k):
                if note(j):
                    return known["b"], k
        return known["b"], n

    agrees(endless)
    agrees(counted)
