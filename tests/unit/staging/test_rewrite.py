"""Rewritten functions stay the author's: frames, lines, cells, defaults, names."""

from __future__ import annotations

import functools
import linecache
import os
import subprocess
import sys
import textwrap
import traceback

import pytest

from cutedsl import staging
from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.location import current_location
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Float32, Int32
from tests.unit.staging.recorder import emit, trace


def test_a_traceback_shows_the_authors_line_and_column():
    def program(n):
        for i in range(n):
            if i > 0:
                value = [1, 2]
                total = 1 + value[7]  # the line
        return total

    with pytest.raises(IndexError) as caught:
        trace(program, Int32)
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert frame.line == "total = 1 + value[7]  # the line" and frame.filename == __file__
    assert (frame.name, frame.colno, frame.end_colno) == ("program", 28, 36)


def test_bodies_run_in_the_authors_frame():
    def program(n):
        if n > 0:
            x = sorted(k for k in locals() if not k.startswith("__"))
        else:
            x = ["n"]
        return x

    assert "n" in trace(program, Int32).result


_INSIDE = """
def binary(self, op, dtype, a, b):
    sites.append(current_location())
    return plain(self, op, dtype, a, b)
"""


def test_sites_are_the_authors_expressions_with_the_variable_assigned_to(monkeypatch):
    from tests.unit.staging.recorder import Recorder

    sites = []
    space = {"sites": sites, "current_location": current_location, "plain": Recorder.binary}
    exec(compile(_INSIDE, os.path.join(os.path.dirname(staging.__file__), "emitter_of_a_test.py"), "exec"), space)
    monkeypatch.setattr(Recorder, "binary", space["binary"])

    def program(n):
        total = n * 3
        for i in range(n):
            total += i
        wide = n - 1
        return total + wide

    trace(program, Int32)
    lines = linecache.getlines(__file__)
    assert [(lines[s.line - 1][s.col : s.end_col], s.target) for s in sites] == [
        ("n * 3", "total"),
        ("total += i", "total"),
        ("n - 1", "wide"),
        ("total + wide", None),
    ]


def test_defaults_keywords_annotations_and_names_are_kept():
    def program(a, b=2, *rest, c: int = 3, **more):
        """Doc."""
        return a, b, rest, c, more

    staged = staged_function(program)
    assert staged(1) == (1, 2, (), 3, {}) and staged(1, 5, 6, c=7, d=8) == (1, 5, (6,), 7, {"d": 8})
    assert (staged.__name__, staged.__qualname__, staged.__doc__) == (program.__name__, program.__qualname__, "Doc.")
    assert staged.__annotations__ == {"c": "int"} and staged.__module__ == __name__


def test_closure_cells_are_shared_and_globals_are_looked_up_at_the_call():
    level = 1

    def program():
        nonlocal level
        level = level + 1
        return level

    staged = staged_function(program)
    assert staged() == 2 and level == 2
    level = 10
    assert staged() == 11


def test_one_rewrite_serves_functions_of_the_same_code():
    def make(k):
        def program(n):
            return n * k if n > 0 else k

        return program

    assert staged_function(make(2))(3) == 6 and staged_function(make(5))(3) == 15
    assert staged_function(make(2)).__code__ is staged_function(make(3)).__code__


class Base:
    def scale(self):
        return 2


class Derived(Base):
    __secret = 7

    def scale(self):
        return super().scale() + self.__secret

    def program(self, n):
        if n > 0:
            n = n * self.__secret
        return n


def test_methods_keep_super_and_private_names():
    assert staged_function(Derived.scale)(Derived()) == 9
    assert trace(Derived.program, Derived(), Int32).run(3) == 21


def test_decorators_above_are_no_part_of_the_function():
    calls = []

    def outer(function):
        calls.append(function.__name__)
        return function

    @outer
    def program(n):
        return n + 1

    assert staged_function(program)(1) == 2 and calls == ["program"]


def test_a_decorator_below_is_an_error():
    def below(function):
        @functools.wraps(function)
        def wrapper(*args):
            return function(*args)

        return wrapper

    @below
    def program(n):
        return n

    with pytest.raises(DSLUserCodeError, match="decorator-order"):
        staged_function(program)


def test_text_at_the_margin_inside_a_function():
    def program(n):
        text = """
margin
"""
        if n > 0:
            n = n + len(text)
        return n

    assert trace(program, Int32).run(1) == 9


def test_source_from_exec_without_lines_is_an_error():
    space = {}
    exec("def program(n):\n    return n", space)
    with pytest.raises(DSLUserCodeError, match="no-source"):
        staged_function(space["program"])


def test_python_dash_c_has_a_source():
    code = """
    from cutedsl.staging.rewrite import staged_function
    def program(n):
        for i in range_(3):
            n += i
        return n
    range_ = range
    print(staged_function(program)(1))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert done.stdout == "4\n", done.stderr


def test_a_lambda_is_given_back_as_it_is():
    function = lambda n: n  # noqa: E731
    assert staged_function(function) is function


def test_prints_appear_while_tracing_and_show_no_values(capsys):
    def program(n):
        if n > 0:
            print("n =", n, f"{n + 1}")
        emit("print", n)

    trace(program, Int32)
    assert capsys.readouterr().out == "n = ? ?\n"


def test_the_three_functions_of_the_talk_print_while_tracing(capsys):
    def add_dynamicexpr(b):
        a = Float32(2.0)
        result = a + b
        print("[add_dynamicexpr] result =", result)

    def add_constexpr(b):
        a = 2.0
        result = a + b
        print("[add_constexpr] result =", result)

    def add_hybrid(b):
        a = Float32(2.0)
        result = a + b
        print("[add_hybrid] result =", result)
        return result

    trace(add_dynamicexpr, Float32)
    trace(add_constexpr, 5.0)
    hybrid = trace(add_hybrid, 5.0)
    shown = ["[add_dynamicexpr] result = ?", "[add_constexpr] result = 7.0", "[add_hybrid] result = ?"]
    assert capsys.readouterr().out.splitlines() == shown
    assert hybrid.result.value == 7.0
