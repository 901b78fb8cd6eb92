"""The runtime is C: lines of LLVM assembly or C inside Python strings only become fewer."""

from __future__ import annotations

from scripts.native_text import counts, text_lines

CEILING = 168
"""Lines today. Who removes some lowers it; a new runtime function belongs into `src/cutedsl/native`."""


def test_no_text_of_the_runtime_is_added_in_strings() -> None:
    found = counts()
    assert sum(found.values()) == CEILING, found


def test_templates_calls_of_a_builder_and_c_are_counted() -> None:
    template = 'T = """define void @f() {\n  ret void\n}\n"""\n'
    c = 'C = """int f(int x) {\n  if (x) {\n    x = 1;\n  }\n  return x;\n}"""\n'
    assert text_lines(template) == 4
    assert text_lines('f.op(f"load i32, ptr {place}, align 4")\nf.label("select")\n') == 1
    assert text_lines(c) == 6
    assert text_lines('"""A docstring.\n\nadd i32 one;\n"""\nx = "Add the two."\n') == 0
