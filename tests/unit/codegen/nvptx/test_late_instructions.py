"""Instructions later than a target's first PTX version: atomic sums of several floats, and those of inline PTX."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble, compile_ptx, emit_nvptx
from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.text import parse_module

_KERNEL = """
!p = !cute.ptr<ELEMENT, SPACE, align<16>>
func.func @k(%p: !p) attributes {cute.kernel, cute.smem_bytes = 64 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  %v = cute.ptr.load %p : !p -> VECTOR
  BODY
  func.return
}
"""
_RED = 'cute.atomic "add" %p, %v : !p, VECTOR'
_ATOM = '%old = cute.atomic "add" %p, %v : !p, VECTOR -> VECTOR\n  cute.ptr.store %old, %p : VECTOR, !p'


def ptx(element: str, count: int, body: str, space: str = "gmem", arch: str = "sm_90a") -> str:
    text = _KERNEL.replace("BODY", body).replace("ELEMENT", element).replace("SPACE", space)
    module = parse_module(text.replace("VECTOR", f"vector<{count}x{element}>"))
    return compile_ptx(emit_nvptx(module, target(arch)))


@pytest.mark.parametrize(
    ("element", "count", "kind"),
    [
        ("f32", 2, "v2.f32"), ("f32", 4, "v4.f32"),
        ("f16", 2, "noftz.f16x2"), ("f16", 4, "noftz.v2.f16x2"), ("bf16", 8, "noftz.v4.bf16x2"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("body", "name"), [(_RED, "red"), (_ATOM, "atom")])
def test_each_becomes_one_instruction(element: str, count: int, kind: str, body: str, name: str, ptxas: Path) -> None:
    text = ptx(element, count, body)
    assert text.count(f"{name}.relaxed.gpu.global.add.{kind}") == 1
    assert assemble(text, target("sm_90a"), ptxas=str(ptxas))


@pytest.mark.parametrize(
    ("space", "arch", "count", "expected"),
    [("smem", "sm_90a", 4, "not-yet"), ("gmem", "sm_80", 4, "unsupported-arch"), ("gmem", "sm_90a", 8, "not-yet")],
)
def test_instructions_that_the_hardware_lacks_are_refused(space: str, arch: str, count: int, expected: str) -> None:
    with pytest.raises(DSLUserCodeError, match=expected):
        ptx("f32", count, _RED, space, arch)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("cvt.rn.satfinite.bf16x2.f32 $0, $1, $2;", "8.1"),
        ("add.f32 $0, $1, $2;", "8.0"),
        ("{ .reg .b32 t; red.global.add.v2.f32 [t], {$1, $2}; }", "8.1"),
    ],
)
def test_inline_ptx_raises_the_version_that_it_needs(text: str, version: str) -> None:
    one = "%f = arith.constant 1.0 : f32"
    body = f'{one}\n  %r = cute.inline_ptx "{text}" "=f,f,f" "some" (%f, %f) : (f32, f32) -> (f32)'
    assert f".version {version}\n" in ptx("f32", 4, body)
