"""Printed forms: the short form parses back, the generic form is MLIR's."""

from __future__ import annotations

import subprocess
from io import StringIO

import numpy as np
import pytest
from xdsl.dialects.builtin import StringAttr
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError, VerifyException

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ir.text import generic_form, parse_module, short_form

PROGRAM = """
!m = !cute.memref<f16, gmem, "(128,256):(256,1)">
func.func @kernel(%A: !m, %i: i32) attributes {cute.kernel} {
  %x = cute.memref.load %A[%i,3] : (!m, i32) -> f16
  cute.memref.store %x, %A[0,%i] : (f16, !m, i32)
  cute.print("x\\0A", ) :
  func.return
}
"""


def test_the_short_form_parses_back_to_an_equal_module() -> None:
    module = parse_module(PROGRAM)
    text = short_form(module)
    assert text.startswith('!memref_gmem_f16 = !cute.memref<f16, gmem, "(128,256):(256,1)">\nfunc.func @kernel')
    again = parse_module(text)
    assert again.is_structurally_equivalent(module)
    assert short_form(again) == text


def test_the_generic_form_parses_back() -> None:
    module = parse_module(PROGRAM)
    assert parse_module(generic_form(module)).is_structurally_equivalent(module)


@pytest.mark.parametrize("text", ["é", '日本 \t"x"', "a\\b\n", "µ%d 100%"])
def test_strings_beyond_ascii_parse_back(text: str) -> None:
    module = parse_module(PROGRAM)
    printed = next(op for op in module.walk() if op.name == "cute.print")
    printed.properties["format"] = StringAttr(text)
    kernel = next(op for op in module.walk() if op.name == "func.func")
    kernel.attributes["cute.note"] = StringAttr(text)
    for form in (short_form(module), generic_form(module)):
        assert parse_module(form).is_structurally_equivalent(module), form


TYPES = """
func.func @kernel(%p: !cute.ptr<f32, gmem, align<16>>, %q: !cute.ptr<f32, gmem, align<16>>, %i: i32) {
  %v = cute.ptr.load %p : !cute.ptr<f32, gmem, align<16>> -> vector<4xf32>
  %w = cute.ptr.load %q : !cute.ptr<f32, gmem, align<16>>->vector<4xf32> // of the same type
  %o = "cute.ptr.from_int"(%i) : (i32) -> !cute.ptr<f32, smem>
  %h = "cute.ptr.from_int"(%i) : (i32) -> !cute.ptr<f32, smem, align<16>>
  func.return
}
"""


def test_each_text_of_a_type_is_its_own_type() -> None:
    module = parse_module(TYPES)
    (kernel,) = (op for op in module.walk() if op.name == "func.func")
    p, q, i = kernel.regions[0].block.args
    v, w, o, h = (op.results[0].type for op in kernel.walk() if op.results)
    assert p.type is q.type and v is w and str(i.type) == "i32"
    assert [str(t) for t in (p.type, v, o, h)] == [
        "!cute.ptr<f32, gmem, align<16>>",
        "vector<4xf32>",
        "!cute.ptr<f32, smem>",
        "!cute.ptr<f32, smem, align<16>>",
    ]


@pytest.mark.parametrize("text", [PROGRAM, TYPES])
def test_types_and_strings_are_written_as_xdsl_writes_them(text: str) -> None:
    module = parse_module(text)
    (kernel,) = (op for op in module.walk() if op.name == "func.func")
    for number, note in enumerate(("a [b] {c}~ !#", 'a "b"', "a\\b", "a\x7f", "a\n", "é", "")):
        kernel.attributes[f"cute.note{number}"] = StringAttr(note)
    stream = StringIO()
    Printer(stream=stream).print_op(kernel)
    plain = stream.getvalue().replace('!cute.memref<f16, gmem, "(128,256):(256,1)">', "!memref_gmem_f16")
    assert short_form(module).endswith(plain + "\n")


@cute.jit
def two_lists(x: cute.Tensor, n: cutlass.Int32):
    """Lists in a list, carried by a loop."""
    sums = [[x[0]], [x[1]]]
    for i in range(n):
        for k in cutlass.range_constexpr(2):
            sums[k] = [sums[k][0] + x[i]]
    x[0] = sums[0][0] * sums[1][0]


def test_names_of_lists_in_lists_do_not_meet() -> None:
    """What is stored of a program is its printed form."""
    text = cute.compile(two_lists, np.ones(4, np.float32), 3, options="--target cpu").artifacts.ir
    assert "%sums_1 = " in text
    parse_module(text)


@pytest.mark.mlir_opt
def test_mlir_opt_reads_the_generic_form_and_keeps_types_and_locations(mlir_opt: str) -> None:
    module = parse_module(PROGRAM)
    done = subprocess.run(
        [mlir_opt, "--allow-unregistered-dialect", "--mlir-print-debuginfo", "--mlir-print-local-scope"],
        input=generic_form(module, locations=True),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '!cute.memref<f16, gmem, "(128,256):(256,1)">' in done.stdout
    assert 'loc("<text>":' in done.stdout or "loc(unknown)" in done.stdout


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('%r = "cute.slice"(%A) <{coord = "(0,0)"}> : (!m) -> !m', "without `_`"),
        ('%r = "cute.memref.load"(%A) <{coord = "(?,0)"}> : (!m) -> f16', "needs 1 operands, got 0"),
        ('%r = "cute.memref.load"(%A) <{coord = "(0,0)"}> : (!m) -> f32', "element f16, result f32"),
        ('%r = "cute.memref.load_vec"(%A) : (!m) -> vector<8xf16>', "does not hold the 32768 elements"),
        ('%r = "cute.memref.alloc"() : () -> !m', "only shared memory and registers"),
        ('%r = "cute.vote"(%b, %i) <{mode = "some"}> : (i1, i32) -> i1', "'some' is not one of"),
        ('"cute.barrier"(%i) : (i32) -> ()', "takes no operand, or an id and a thread count"),
    ],
)
def test_the_verifier_refuses(body: str, message: str) -> None:
    module = parse_module(
        '!m = !cute.memref<f16, gmem, "(128,256):(256,1)">\n'
        f"func.func @f(%A: !m, %i: i32, %b: i1) {{\n  {body}\n  func.return\n}}"
    )
    with pytest.raises(VerifyException, match=message):
        module.verify()


@pytest.mark.parametrize(
    "text", ['!cute.memref<f16, nowhere, "(4):(1)">', '!cute.memref<f16, gmem, "(4):(1)", align<3>>']
)
def test_malformed_types_are_refused(text: str) -> None:
    with pytest.raises((VerifyException, ParseError)):
        parse_module(f"func.func @f(%A: {text}) {{\n  func.return\n}}")
