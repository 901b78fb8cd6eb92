"""Machine code has no unwind tables but where a function asks for them: the unwinder keeps nothing of our programs."""

from __future__ import annotations

from cutedsl.codegen.llvm.compile import host_machine, optimise

TEXT = """declare void @g()
define void @f() {
  call void @g()
  ret void
}
define void @h() ASKED {
  call void @g()
  ret void
}
"""


def test_only_a_function_that_asks_has_a_table() -> None:
    assert b".eh_frame" not in optimise(TEXT.replace("ASKED", ""), host_machine()).object_bytes()
    assert b".eh_frame" in optimise(TEXT.replace("ASKED", "uwtable"), host_machine()).object_bytes()
