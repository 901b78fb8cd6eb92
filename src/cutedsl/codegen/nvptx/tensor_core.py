"""`cp.async`, matrix copies and matrix multiplies as PTX: the spelling is the table's, operands go in 32-bit registers.

An instruction that the target does not have is refused here, before LLVM or ptxas see it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation, SSAValue

from cutedsl.arch.atom_records import Availability
from cutedsl.arch.copy_atoms import copy_record
from cutedsl.arch.mma_atoms import mma_record
from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.codegen.llvm.types import bit_width, scalar_type, vector_size
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter, span_of
from cutedsl.codegen.nvptx.value_types import value_type
from cutedsl.errors import fail

_CONSTRAINTS: Final = {"i32": "r", "float": "f", "double": "d", "i64": "l"}


def check_available(e: KernelEmitter, op: Operation, name: str, where: Availability) -> None:
    """Refuses an instruction that the target does not have, and notes the PTX version that it needs.

    Errors: unsupported-arch.
    """
    e.ptx_used.add(where.ptx)
    if not where.on(e.target):
        named = where.only[0] if where.only else f"sm_{where.capability[0]}{where.capability[1]}"
        raise fail(
            "unsupported-arch",
            f"`{name}` does not exist on {e.target.name}; it exists on {where.names()}",
            span=span_of(op),
            fix=f"Compile for {named}, or use an operation of this architecture.",
        )


def _address(e: KernelEmitter, value: SSAValue) -> str:
    """A pointer's address in its space, as PTX operands take it."""
    kind = value_type(value.type)
    return e.f.op(f"ptrtoint {kind} {e.text(value)} to {'i32' if 'addrspace(3)' in kind else 'i64'}")


def _cp_async(e: KernelEmitter, op: Operation) -> None:
    record = copy_record(string(op, "atom"))
    check_available(e, op, record.name, record.where)
    source, target = op.operands
    text = f"{record.ptx} [$0], [$1], {integer(op, 'bytes')};"
    operands = f"i32 {_address(e, target)}, i64 {_address(e, source)}"
    e.f.do(f'call void asm sideeffect "{text}", "r,l,~{{memory}}"({operands})')


def _plain(text: str) -> Handler:
    def handle(e: KernelEmitter, op: Operation) -> None:
        e.f.do(f'call void asm sideeffect "{text}", "~{{memory}}"() convergent')

    return handle


def _waiting(text: str) -> Handler:
    def handle(e: KernelEmitter, op: Operation) -> None:
        e.f.do(f'call void asm sideeffect "{text} {integer(op, "count")};", "~{{memory}}"() convergent')

    return handle


def _ldmatrix(e: KernelEmitter, op: Operation) -> None:
    record = copy_record(string(op, "atom"))
    check_available(e, op, record.name, record.where)
    mlir = op.results[0].type
    words = bit_width(mlir) * vector_size(mlir) // 32
    outs = ", ".join(f"${i}" for i in range(words))
    kind = _struct(["i32"] * words)
    constraints = ",".join(["=r"] * words + ["r", "~{memory}"])
    text = f"{record.ptx} {{{outs}}}, [${words}];"
    found = e.f.op(
        f'call {kind} asm sideeffect "{text}", "{constraints}"(i32 {_address(e, op.operands[0])}) convergent'
    )
    e.bind(op, _joined(e, op.results[0], found, ["i32"] * words))


def _stmatrix(e: KernelEmitter, op: Operation) -> None:
    record = copy_record(string(op, "atom"))
    check_available(e, op, record.name, record.where)
    value, target = op.operands
    words = _registers(e, value)
    ins = ", ".join(f"${i + 1}" for i in range(len(words)))
    operands = ", ".join([f"i32 {_address(e, target)}", *(f"i32 {word}" for _, word in words)])
    constraints = ",".join(["r"] * (len(words) + 1) + ["~{memory}"])
    e.f.do(f'call void asm sideeffect "{record.ptx} [$0], {{{ins}}};", "{constraints}"({operands}) convergent')


def _register_types(value: SSAValue) -> list[str]:
    """The registers that a fragment takes: 32-bit words, or whole floats, doubles and 32-bit integers."""
    scalar, count = scalar_type(value.type), vector_size(value.type)
    width = bit_width(value.type)
    if width >= 32:
        return [scalar] * count
    return ["i32"] * (width * count // 32)


def _registers(e: KernelEmitter, value: SSAValue, *, as_bits: bool = False) -> list[tuple[str, str]]:
    """A fragment as (type, text) of its registers; `as_bits` takes floats as words (tf32)."""
    kinds = _register_types(value)
    text, whole = e.text(value), value_type(value.type)
    if as_bits:
        kinds = ["i32" if kind == "float" else kind for kind in kinds]
    vector = f"<{len(kinds)} x {kinds[0]}>"
    if vector != whole:
        text = e.f.op(f"bitcast {whole} {text} to {vector}")
    return [(kind, e.f.op(f"extractelement {vector} {text}, i32 {i}")) for i, kind in enumerate(kinds)]


def _struct(kinds: Sequence[str]) -> str:
    return kinds[0] if len(kinds) == 1 else "{ " + ", ".join(kinds) + " }"


def _joined(e: KernelEmitter, result: SSAValue, found: str, kinds: Sequence[str]) -> str:
    """The registers of an instruction's result as the fragment's vector."""
    vector, total = f"<{len(kinds)} x {kinds[0]}>", "poison"
    for i, kind in enumerate(kinds):
        one = found if len(kinds) == 1 else e.f.op(f"extractvalue {_struct(kinds)} {found}, {i}")
        total = e.f.op(f"insertelement {vector} {total}, {kind} {one}, i32 {i}")
    wanted = value_type(result.type)
    return total if vector == wanted else e.f.op(f"bitcast {vector} {total} to {wanted}")


def _mma(e: KernelEmitter, op: Operation) -> None:
    """Not `sideeffect`: a multiply whose result nobody reads may go."""
    record = mma_record(string(op, "atom"))
    check_available(e, op, record.name, record.where)
    kinds = _register_types(op.results[0])
    groups: list[str] = ["{" + ", ".join(f"${i}" for i in range(len(kinds))) + "}"]
    operands: list[tuple[str, str]] = []
    for index, value in enumerate(op.operands):
        registers = _registers(e, value, as_bits=index < 2)
        start = len(kinds) + len(operands)
        groups.append("{" + ", ".join(f"${start + i}" for i in range(len(registers))) + "}")
        operands += registers
    constraints = ",".join([f"={_CONSTRAINTS[kind]}" for kind in kinds] + [_CONSTRAINTS[kind] for kind, _ in operands])
    passed = ", ".join(f"{kind} {text}" for kind, text in operands)
    found = e.f.op(
        f'call {_struct(kinds)} asm "{record.ptx} {", ".join(groups)};", "{constraints}"({passed}) convergent'
    )
    e.bind(op, _joined(e, op.results[0], found, kinds))


TENSOR_CORE: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "cute.cp_async": _cp_async,
        "cute.cp_async_commit": _plain("cp.async.commit_group;"),
        "cute.cp_async_wait": _waiting("cp.async.wait_group"),
        "cute.ldmatrix": _ldmatrix,
        "cute.stmatrix": _stmatrix,
        "cute.mma": _mma,
        "cute.wgmma_fence": _plain("wgmma.fence.sync.aligned;"),
        "cute.wgmma_commit": _plain("wgmma.commit_group.sync.aligned;"),
        "cute.wgmma_wait": _waiting("wgmma.wait_group.sync.aligned"),
    }
)
