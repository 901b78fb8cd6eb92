"""Inline PTX: instructions that LLVM has no stable name for. A mistake in one is an error of ptxas, not an abort."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.llvm.attributes import span_of
from cutedsl.codegen.nvptx.emitter import KernelEmitter
from cutedsl.errors import fail


def inline_asm(
    e: KernelEmitter, text: str, args: Sequence[tuple[str, str]] = (), result: str = "", constraint: str = "=r"
) -> str:
    """One volatile asm statement that may touch any memory; `args` are (type, text), `$n` counts the result first."""
    letters = [constraint] if result else []
    letters += [_LETTERS[kind] for kind, _ in args]
    operands = ", ".join(f"{kind} {value}" for kind, value in args)
    body = text.replace("\n", " ").replace('"', '\\"')
    listed = ",".join([*letters, "~{memory}"])
    # The author's text may do anything: it stays, in its place, and no branch may be moved across it.
    line = f'call {result or "void"} asm sideeffect "{body}", "{listed}"({operands}) convergent nounwind'
    if not result:
        e.f.do(line)
        return ""
    return e.f.op(line)


_LETTERS = {"i16": "h", "i32": "r", "i64": "l", "ptr": "l", "ptr addrspace(1)": "l", "float": "f", "double": "d"}


def shared_address(e: KernelEmitter, pointer: SSAValue) -> tuple[str, str]:
    """A shared-memory pointer as the 32-bit address that PTX's `.shared` forms take."""
    return "i32", e.f.op(f"ptrtoint {e.typed(pointer)} to i32")


def require(e: KernelEmitter, op: Operation, what: str, major: int, *, accelerated: bool = False) -> None:
    """Refuses an op on a target that has no such instruction.

    Errors: `unsupported-arch`.
    """
    if accelerated and not (e.target.accelerated and e.target.capability[0] == major):
        message = f"{what} needs sm_{major}0a; the target is {e.target.name}"
    elif not e.target.at_least(major):
        message = f"{what} needs sm_{major}0 or later; the target is {e.target.name}"
    else:
        return
    suffix = "a" if accelerated or major == 9 else ""
    raise fail("unsupported-arch", message, fix=f"Compile with `--gpu-arch sm_{major}0{suffix}`.", span=span_of(op))
