"""Places that can fail, as one table: a number for each, as few as a checked run has room for."""

from __future__ import annotations

from xdsl.dialects import test
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr
from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES
from cutedsl.arch.abi.host import TensorNote
from cutedsl.checker.tensors import table_words
from cutedsl.codegen.cpu.sites import CROWDED, SiteTable


def op_at(line: int) -> Operation:
    op = test.TestOp()
    op.location = FileLineColLoc(StringAttr("kernel.py"), IntAttr(line), IntAttr(5))
    return op


def test_ops_have_sites_of_their_own_and_one_for_each_kind() -> None:
    table, op = SiteTable(), op_at(3)
    numbers = [table.add(op, "load", "x"), table.add(op_at(3), "load", "x"), table.add(op, "store", "x")]
    assert numbers == [0, 1, 2]
    assert table.add(op, "load", "x") == 0


def test_where_there_are_many_ops_of_one_place_share_a_site() -> None:
    """Sites beyond `MAX_SITES` would all be reported as the last one."""
    table = SiteTable()
    for turn in range(MAX_SITES + 10):
        table.add(op_at(1 + turn % 7), "load", "x")
    assert len(table.sites) == CROWDED
    assert table.sites[table.add(op_at(4), "load", "x")].line == 4
    other = table.add(op_at(50), "load", "x")
    assert (other, table.sites[other].line) == (CROWDED, 50)
    assert table.sites[table.add(op_at(4), "store", "x")].kind == "store"


def noted(table: SiteTable, line: int, layout: str) -> TensorNote:
    return table.tensor(op_at(line), TensorNote("x", layout, "", 32, -1, "f32"), 1 + layout.count("?"))


def test_each_tensor_has_words_of_a_warp_where_there_are_many_sites() -> None:
    """Words that a run does not know of would be those of the next warp."""
    table = SiteTable()
    for _ in range(CROWDED):
        table.add(op_at(1), "load", "x")
    notes = [noted(table, 7, layout) for layout in ("(?):(1)", "(?):(1)", "(?,?):(1,8)", "(8):(1)")]
    assert notes[0] == notes[1]  # of one place: made in turn
    assert len({note.word for note in notes}) == 3
    assert all(note.word + 1 + note.layout.count("?") <= table_words(table.sites) for note in notes)
