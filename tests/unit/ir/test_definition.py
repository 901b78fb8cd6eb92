"""Ops are defined without reading their assembly formats, and every format is right."""

from __future__ import annotations

import subprocess
import sys

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, IntegerAttr, i32
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, prop_def, result_def
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.irdl.operations import get_accessors_from_op_def
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from cutedsl.ir.definition import op_definition
from cutedsl.ir.dialect import ALL_OPS, Cute

WITH_FORMAT = [op for op in ALL_OPS if op.get_irdl_definition().assembly_format is not None]


@pytest.mark.parametrize("op", WITH_FORMAT, ids=lambda op: op.name)
def test_the_format_of_every_op_is_one(op: type[IRDLOperation]) -> None:
    definition = op.get_irdl_definition()
    assert definition.assembly_format is not None
    FormatProgram.from_str(definition.assembly_format, definition)


def test_an_op_is_parsed_and_printed_as_its_format_says() -> None:
    context = Context()
    for dialect in (Builtin, Cute):
        context.load_dialect(dialect)
    for _ in range(2):
        op: Operation = Parser(context, "%x = cute.thread_idx 1").parse_operation()
        assert str(op) == "%x = cute.thread_idx 1"


def test_a_wrong_format_is_found_by_the_first_print() -> None:
    class Wrong(IRDLOperation):
        name = "cute.wrong"
        axis = prop_def(IntegerAttr)
        result = result_def(i32)
        assembly_format = "$nobody attr-dict"

    op = op_definition(Wrong).create(properties={"axis": IntegerAttr(0, i32)}, result_types=[i32])
    with pytest.raises(ParseError, match="nobody"):
        str(op)


def test_the_compiler_reads_no_format_and_leaves_xdsl_as_it_was() -> None:
    code = "import sys, cutedsl.driver.compile.translate, xdsl.irdl.operations as o; from xdsl.dialects import arith; "
    code += (
        "print('xdsl.irdl.declarative_assembly_format_parser' in sys.modules, o.get_accessors_from_op_def.__module__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", get_accessors_from_op_def.__module__]
