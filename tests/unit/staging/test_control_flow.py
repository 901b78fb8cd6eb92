"""Control flow of staged functions: what is recorded, and that running it gives what Python gives."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.constexpr import Constexpr, const_expr, range_constexpr
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.ranges import Range
from cutedsl.staging.scalars import Boolean, Float32, Int32, Int64
from tests.unit.staging.recorder import emit, trace


def test_range_is_a_loop_even_with_literal_bounds():
    def program(n):
        total = 0
        for i in range(3):
            total += i * n
        return total

    traced = trace(program, Int32)
    assert traced.ops == ["for", "mul", "add"]
    assert traced.run(5) == 15


def test_range_constexpr_repeats_the_body():
    def program(n):
        total = 0
        for i in range_constexpr(3):
            total += i * n
        return total

    traced = trace(program, Int32)
    assert traced.ops == ["mul", "add", "mul", "add", "mul", "add"]
    assert traced.run(5) == 15


def test_other_iterables_are_python():
    def program(n):
        total = 0
        for weight, name in zip([1, 2], ["a", "b"], strict=True):
            total += weight * n if name == "a" else n
        return total

    traced = trace(program, Int32)
    assert "for" not in traced.ops and traced.run(5) == 10


def test_hints_of_range_reach_the_emitter():
    def program(n):
        for _ in Range(n, unroll=4, prefetch_stages=2):
            emit("print", n)

    assert "for {'unroll': 4, 'prefetch_stages': 2}" in trace(program, Int32).recorder.text()


def test_a_name_first_bound_in_a_loop_that_surely_turns_is_carried_out_of_it():
    def program(n):
        for i in range(4):
            for j in Range(n, at_least_once=True):
                last = i * i + j
        return last

    assert trace(program, Int32).run(2) == 10


def test_a_name_set_before_a_break_is_set_where_the_loop_ended_so():
    def program(n):
        for i in range(8):
            if i * i > n:
                found = i
                break
        else:
            found = -1
        return found

    traced = trace(program, Int32)
    assert (traced.run(5), traced.run(70)) == (3, -1)


def test_a_name_that_each_path_to_a_read_sets():
    def program(n):
        while True:
            value = n * 2
            n = n - 1
            if n < 3:
                break
        if n == 2:
            other = value
        elif n == 1:
            return 7
        else:
            other = 5
        return other

    traced = trace(program, Int32)
    assert (traced.run(6), traced.run(2), traced.run(0)) == (6, 7, 5)


def test_the_loop_variable_keeps_its_last_value():
    def program(n):
        i = 100
        for i in range(n):
            emit("print", i)
        return i

    traced = trace(program, Int32)
    assert traced.run(3) == 2
    assert traced.run(0) == 100


def test_a_dynamic_if_traces_both_arms_and_a_known_one_only_its_own(capsys):
    def program(n, flag):
        if flag:
            print("known then")
        else:
            print("known else")
        if n > 0:
            print("then")
            x = 1
        else:
            print("else")
            x = 2
        return x

    traced = trace(program, Int32, False)
    assert capsys.readouterr().out.split("\n")[:3] == ["known else", "then", "else"]
    assert (traced.run(1), traced.run(-1)) == (1, 2)


def test_elif_chains_mix_known_and_dynamic_conditions():
    def program(n, flag):
        if flag:
            x = 0
        elif n > 5:
            x = 1
        elif n > 2:
            x = 2
        else:
            x = 3
        return x

    traced = trace(program, Int32, False)
    assert [traced.run(n) for n in (9, 4, 0)] == [1, 2, 3]
    assert trace(program, Int32, True).result == 0


def test_return_break_and_continue_are_free_where_everything_is_known():
    def program(n):
        total = 0
        for k in [1, 2, 3, 4]:
            if k == 2:
                continue
            if k == 4:
                break
            total += k * n
        if total is not None:
            return total
        return -1

    assert trace(program, Int32).run(2) == 8


def test_while_is_a_loop_when_its_condition_depends_on_what_it_carries():
    def program(n):
        i = 0
        while i < 10:
            i = i + n
        return i

    traced = trace(program, Int32)
    assert traced.ops == ["while", "lt", "add"]
    assert traced.run(3) == 12


def test_while_over_a_python_list_is_python():
    def program(n):
        queue = [1, 2, 3]
        while queue:
            n = n * 2 + queue.pop()
        return n

    traced = trace(program, Int32)
    assert "while" not in traced.ops and traced.run(0) == 2 * (2 * 3 + 2) + 1


def test_a_ternary_does_not_run_what_it_does_not_select():
    memory = {0: 7, 1: 8}

    def program(i):
        return emit("load", i, result=Int32, memory=memory) if i < 2 else 0

    traced = trace(program, Int32)
    assert traced.ops == ["lt", "if", "load"]
    assert (traced.run(1), traced.run(5)) == (8, 0)  # running the load for 5 would be a KeyError


def test_and_or_do_not_run_what_they_do_not_select():
    memory = {0: 7, 1: 0}

    def program(i):
        some = i < 2 and emit("load", i, result=Int32, memory=memory) > 0
        none = i >= 2 or emit("load", i, result=Int32, memory=memory) == 0
        return some, none

    traced = trace(program, Int32)
    assert [traced.run(i) for i in (0, 1, 5)] == [(True, False), (False, True), (False, True)]


def test_simple_operands_need_no_branch():
    def program(i, j):
        return (i if i < j else j), (i < 3 and j < 4)

    assert trace(program, Int32, Int32).ops == ["lt", "select", "lt", "lt", "and"]


def test_known_conditions_of_expressions_are_python(capsys):
    def program(n):
        return (print("no") or 1) if False else (None or n), n is None and print("no"), 0 < 2 < 3

    traced = trace(program, Int32)
    assert capsys.readouterr().out == "" and traced.ops == []
    assert traced.run(4) == (4, False, True)


def test_membership_chains_and_not():
    def program(n):
        return n in (1, 5), n not in [1, 5], 0 <= n < 3, not n, n in range(0, 9, 2)

    traced = trace(program, Int32)
    for n in (-1, 0, 1, 4, 5, 9):
        assert traced.run(n) == (n in (1, 5), n not in [1, 5], 0 <= n < 3, not n, n in range(0, 9, 2))


def test_chains_compare_classes_and_functions_as_they_are():
    def program(n):
        one, other = Int32, Float32
        return one == one == one, one == other == one, abs == abs == abs, not (one == one == one), 0 <= n == n < 3

    assert trace(program, Int32).run(2) == (True, False, True, False, True)
    assert trace(program, Int32).run(7)[-1] is False


def test_min_max_any_all_of_run_time_values():
    def program(a, b):
        return min(a, b, 3), max([a, b]), any(x > 2 for x in (a, b)), all([a > 0, b > 0]), min(2, 1)

    traced = trace(program, Int32, Int32)
    for a, b in ((1, 5), (4, -2), (0, 0)):
        assert traced.run(a, b) == (min(a, b, 3), max(a, b), a > 2 or b > 2, a > 0 and b > 0, 1)


def test_a_local_function_called_min_is_left_alone():
    def program(n):
        def min(a, b):
            return a + b

        return min(n, 1)

    assert trace(program, Int32).run(4) == 5


def test_lists_and_dicts_are_changed_in_place():
    def program(n):
        values, named = [n, 0], {"k": 0}
        alias = values
        for i in range(3):
            values[1] = values[1] + i
            if i == 1:
                named["k"] = i + n
        return alias, named

    assert trace(program, Int32).run(5) == ([5, 3], {"k": 6})


@dataclass
class State:
    count: Numeric | int
    limit: int = 4

    def advance(self):
        self.count = self.count + 1


class Plain:
    extra: Any

    def __init__(self, value):
        self.value = value


def test_objects_are_changed_in_place_by_assignment_and_by_methods():
    def program(n):
        state, plain = State(n), Plain(0)
        for i in range(n):
            state.advance()
            if i > 0:
                plain.value = plain.value + state.limit
        return state.count, plain.value, state.limit

    traced = trace(program, Int32)
    assert traced.run(3) == (6, 8, 4)
    assert traced.result[2] == 4, "what does not change stays known"


def test_an_attribute_first_set_in_a_loop():
    def program(n):
        plain = Plain(n)
        for i in range(2):
            plain.extra = i + n
        return plain.extra

    assert trace(program, Int32).run(4) == 5


Pair = namedtuple("Pair", "a b")


def test_tuples_named_tuples_and_none_are_carried_by_structure():
    def program(n):
        pair, nested = Pair(0, 1), (None, (n, "text"))
        for i in range(n):
            pair = Pair(pair.b, pair.a + pair.b)
            nested = (None, (nested[1][0] + i, "text"))
        return pair, nested

    assert trace(program, Int32).run(5) == (Pair(5, 8), (None, (15, "text")))


class Counter:
    def __init__(self, value):
        self.value = value

    def __extract_mlir_values__(self):
        return [self.value.ir_value()]

    def __new_from_mlir_values__(self, values):
        return Counter(Int32.from_handle(values[0]))


def test_objects_with_the_dynamic_expression_methods_are_carried():
    def program(n):
        counter = Counter(n)
        for _ in range(3):
            counter = Counter(counter.value * 2)
        return counter.value

    assert trace(program, Int32).run(5) == 40


def test_a_known_value_that_every_path_keeps_stays_known():
    def program(n):
        mode = "fast"
        if n > 0:
            mode = "fast"
        for _ in range(3):
            width = 4
        return mode, width

    traced = trace(program, Int32)
    assert traced.result == ("fast", 4)


def test_a_literal_takes_the_type_of_the_other_path():
    def program(n, x):
        y = 0
        if n > 0:
            y = x
        z = x if n > 0 else 1
        return y, z

    traced = trace(program, Int32, Float32)
    assert type(traced.result[0]) is Float32 and traced.run(1, 2.5) == (2.5, 2.5) and traced.run(0, 2.5) == (0.0, 1.0)


def test_closures_see_variables_that_loops_change():
    def program(n):
        total = 0
        read = lambda: total * 2  # noqa: E731
        for i in range(n):
            total = total + i
        return read()

    assert trace(program, Int32).run(4) == 12


def test_closures_see_variables_that_branches_change():
    def program(n):
        total = 0
        read = lambda: total  # noqa: E731
        if n > 0:
            total = n
        return read()

    traced = trace(program, Int32)
    assert traced.run(4) == 4 and traced.run(-4) == 0


def test_nested_functions_are_staged_too():
    def program(n):
        def clamp(v):
            if v > 3:
                v = v * 0 + 3
            return v

        return clamp(n)

    traced = trace(program, Int32)
    assert traced.run(9) == 3 and traced.run(1) == 1


def test_conditional_expressions_in_lambdas():
    def program(n):
        relu = lambda v: v if v > 0 else 0  # noqa: E731
        return relu(n)

    traced = trace(program, Int32)
    assert traced.run(-4) == 0 and traced.run(4) == 4


def test_variables_declared_constexpr_stay_known():
    def program(n):
        stages: Constexpr[int] = 2
        total = n
        for i in range(n):
            for _ in range_constexpr(stages):
                total = total + i
        return total, stages

    traced = trace(program, Int32)
    assert traced.result[1] == 2 and traced.run(3) == (3 + 2 * 3, 2)


def test_const_expr_leaves_the_statement_to_python():
    def program(n, relu):
        for _ in range_constexpr(2):
            if const_expr(relu):
                return n * 2
        return n

    assert trace(program, Int32, True).run(4) == 8


def test_const_expr_asks_whether_a_condition_is_known():
    """Python's `is`: a run-time truth is not the object True, and its branch is left to run time."""

    def program(n, zero):
        if const_expr(zero is True):
            return n * 100
        if const_expr(zero is not False) and zero:
            return n * 10
        return n

    assert [trace(program, Int32, known).run(4) for known in (True, False)] == [400, 4]
    assert [trace(program, Int32, Boolean).run(4, given) for given in (True, False)] == [40, 4]


@pytest.mark.parametrize("start, stop, step", [(0, 7, 2), (7, 0, -3), (3, 3, 1)])
def test_loops_take_their_steps(start, stop, step):
    def program(a, b):
        total = 0
        for i in range(a, b, step):
            total = total * 10 + i
        return total

    want = 0
    for i in range(start, stop, step):
        want = want * 10 + i
    assert trace(program, Int32, Int32).run(start, stop) == want


def test_the_counter_has_the_type_of_the_run_time_bounds():
    def program(n):
        for i in Range(0, n, 4, at_least_once=True):
            last = i
        return last

    traced = trace(program, Int64)
    assert type(traced.result) is Int64
    with pytest.raises(DSLUserCodeError, match="loop-bound-not-integer"):
        trace(program, Float32)

    def far(n):
        for i in Range(n, 1 << 40, 1 << 39, at_least_once=True):
            last = i
        return last

    assert type(trace(far, Int32).result) is Int64


def test_multiples_are_known_of_counters_and_offsets():
    def program(n):
        for i in Range(0, n, 8, at_least_once=True):
            seen = [i.divisibility, (i * 4 + 16).divisibility, (i + 3).divisibility]
            swizzled = i ^ ((i & 448) >> 3)
            seen += [swizzled.divisibility, (i | 12).divisibility, (i >> 1).divisibility, (i >> 5).divisibility]
            text = str(i)
        return seen, text

    seen, text = trace(program, Int32).result
    assert seen == [8, 16, 1, 8, 4, 4, 1] and text == "?{div=8}"


def test_booleans_combine_without_arithmetic():
    def program(a, b):
        flag = a
        if b:
            flag = not flag
        return flag and b

    traced = trace(program, Boolean, Boolean)
    assert [traced.run(a, b) for a in (True, False) for b in (True, False)] == [False, False, True, False]


def test_a_conditional_call_as_a_statement_needs_no_type():
    def program(n, debug):
        n > 1 and emit("print", n)
        n > 1 or n < 0 or emit("print", 0)
        debug and print("never")

    traced = trace(program, Int32, False)
    for n in (5, 1):
        traced.run(n)
    assert traced.recorder.prints == [(5,), (0,)]


class Allocator:
    """State of a library: it is kept while tracing, whatever path allocates."""

    __module__ = "cutedsl.memory"

    def __init__(self):
        self.offset = 0

    def allocate(self, size):
        self.offset += size
        return self.offset


def test_state_of_library_objects_stays_theirs():
    def program(n):
        allocator = Allocator()
        if n > 0:
            allocator.allocate(16)
        for _ in range(n):
            allocator.allocate(16)
        return allocator.offset

    assert trace(program, Int32).result == 32


@dataclass
class Config:
    tile: Constexpr[int]
    value: Numeric | int


@dataclass(frozen=True)
class Shape:
    rows: int
    cols: Numeric


def test_constexpr_fields_and_frozen_dataclasses_keep_their_numbers():
    def program(n):
        config, shape = Config(4, 0), Shape(8, n)
        for _ in range(3):
            config = Config(config.tile, config.value + config.tile)
            shape = Shape(shape.rows, shape.cols + shape.rows)
        return config, shape

    config, shape = trace(program, Int32).result
    assert config.tile == 4 and shape.rows == 8
    config, shape = trace(program, Int32).run(1)
    assert (config.value, shape.cols) == (12, 25)


class Guarded:
    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        emit("store", 0, new, memory=MEMORY)
        self._value = new


MEMORY = [0]


def test_a_property_is_not_carried_as_a_variable():
    def program(n):
        guarded = Guarded(n)
        if n > 0:
            guarded.value = n * 2
        return guarded.value

    traced = trace(program, Int32)
    assert traced.ops.count("store") == 1 and traced.run(4) == 8 and traced.run(-4) == -4


class Stored:
    """A data descriptor that keeps its value under its own name."""

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        return instance.__dict__[self.name]

    def __set__(self, instance, new):
        emit("store", 0, new, memory=MEMORY)
        instance.__dict__[self.name] = new


class Holder:
    value = Stored()


def test_a_descriptor_is_not_carried_as_a_variable():
    def program(n):
        holder = Holder()
        for i in range(n):
            holder.value = i

    assert trace(program, Int32).ops.count("store") == 1


class Total:
    def __init__(self, step):
        self.step, self.sum = step, 0

    def add(self, value):
        self.sum = self.sum + value * self.step


def test_numbers_that_a_call_changes_are_carried_and_others_stay_in_python():
    def program(n):
        total, k = Total(2), n
        for i in range(n):
            total.add(i)
        assert total.step == 2  # known while tracing
        while k > 0:
            total.add(1)
            k -= 1
        return total.sum

    traced = trace(program, Int32)
    assert traced.run(4) == 20 and traced.ops.count("for") == 1


def test_an_endless_loop_that_a_counter_ends_is_traced_once():
    def program(n):
        k = 0
        while True:
            emit("print", k)
            k += 3
            if k * k > n:
                break
        return k

    traced = trace(program, Int32)
    assert traced.ops.count("print") == 1 and traced.run(20) == 6


def test_an_endless_loop_that_python_ends_is_pythons():
    def program(n):
        todo, total = iter([1, 2, 3]), n
        while True:
            item = next(todo, None)
            if item is None:
                break
            total += item
        return total

    traced = trace(program, Int32)
    assert traced.ops == ["add"] * 3 and traced.run(1) == 7
