"""Ordered accesses, inline assembly and constants have a comment that says why within five lines."""

from __future__ import annotations

from scripts.why_comments import in_c, in_python, places

FAR = "\n" * 8


def test_each_place_says_why() -> None:
    assert not places(), "say why it is so: which other thread, which rule of PTX's memory model, what was measured"


def test_a_place_without_a_comment_is_found() -> None:
    assert [*in_c(f"/* far */{FAR}x = __atomic_load_n(p, __ATOMIC_ACQUIRE);")] == [9]
    assert [*in_c('asm volatile("pause");')] == [1]
    assert [*in_c("enum { NAPS = 200 };")] == [1]
    assert [*in_python(f"# far{FAR}f.do('fence acquire')")] == [9]
    assert [*in_python('f.op(f"atomicrmw add ptr {p}, i32 1 monotonic")')] == [1]
    assert [*in_python("LIMIT: Final = 300")] == [1]
    assert [*in_python("ROOM = 4 << 20\nFIELD = -(3 * 7)")] == [1, 2]
    assert [*in_python('asm(e, f"mbarrier.arrive.release.{scope}.b64 _, [$0];")')] == [1]
    assert [*in_python('asm(e, "fence.proxy.async;")\nasm(e, "ld.global.acquire.gpu.u32 $0, [$1];")')] == [1, 2]


def test_a_comment_near_it_is_enough() -> None:
    assert not [*in_c("/* the owner alone writes it */\n\nx = __atomic_load_n(p, 0);")]
    assert not [*in_python("LIMIT = 300\n'''Seconds: the longest compile took 100.'''")]


def test_other_lines_need_none() -> None:
    assert not [*in_c('void f(void) __asm__("cute.check.read");\nenum { ONE = 1 };\nif (atomic(now)) return;')]
    assert not [*in_python('"""Has `fence acquire` in its text."""\nSIZE = 32\nname = "cute.fence"')]
    assert not [
        *in_python('RULES = {"cute.mbarrier.init": f}\nSIZES = (3, 5)\nWORD = 1 << 5\nPLACE = "ld.shared.b128"')
    ]
