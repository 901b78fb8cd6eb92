"""`cp.async`, matrix copies and matrix multiplies as PTX: the spelling is the table's, operands go in 32-bit registers.

An instruction that the target does not have is refused here, before LLVM or ptxas see it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation, SSAValue

from cutedsl.arch.atoms.copy import copy_record
from cutedsl.arch.atoms.mma import mma_record
from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.arch.atoms.warpgroup import OperandPlace
from cutedsl.arch.availability import Availability
from cutedsl.codegen.llvm.attributes import integer, span_of, string
from cutedsl.codegen.llvm.types import bit_width, scalar_type, vector_size
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter, Multiply
from cutedsl.codegen.nvptx.inline_asm import shared_address
from cutedsl.codegen.nvptx.tiles.accumulator_ties import kernel_of, sums_of, tied_sums
from cutedsl.codegen.nvptx.tiles.descriptors import Place, descriptor, origin
from cutedsl.codegen.nvptx.value_types import value_type
from cutedsl.errors import fail
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.pointer import PtrLoadOp, RmemAllocOp

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


def _plain(text: str) -> Handler:
    def handle(e: KernelEmitter, op: Operation) -> None:
        # What it orders is memory that LLVM does not see: no access may be moved across it.
        e.f.do(f'call void asm sideeffect "{text}", "~{{memory}}"() convergent')

    return handle


def _waiting(text: str) -> Handler:
    def handle(e: KernelEmitter, op: Operation) -> None:
        # What was waited for is in memory only from here on.
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
    # It reads what other lanes wrote, and all lanes of the warp must come to it together: hence memory and convergent.
    found = e.f.op(
        f'call {kind} asm sideeffect "{text}", "{constraints}"(i32 {_address(e, op.operands[0])}) convergent'
    )
    e.bind(op, _join_registers(e, op.results[0], found, ["i32"] * words))


def _stmatrix(e: KernelEmitter, op: Operation) -> None:
    record = copy_record(string(op, "atom"))
    check_available(e, op, record.name, record.where)
    value, target = op.operands
    words = _registers(e, value)
    ins = ", ".join(f"${i + 1}" for i in range(len(words)))
    operands = ", ".join([f"i32 {_address(e, target)}", *(f"i32 {word}" for _, word in words)])
    constraints = ",".join(["r"] * (len(words) + 1) + ["~{memory}"])
    # It writes for other lanes, and all lanes of the warp must come to it together: hence memory and convergent.
    e.f.do(f'call void asm sideeffect "{record.ptx} [$0], {{{ins}}};", "{constraints}"({operands}) convergent')


_STORE_ASYNC: Final = Availability((9, 0), (8, 1))


def _store_async(e: KernelEmitter, op: Operation) -> None:
    check_available(e, op, "st.async", _STORE_ASYNC)
    value, target, barrier = op.operands
    words = _registers(e, value, as_bits=True)
    count, bits = len(words), 64 if words[0][0] in ("i64", "double") else 32
    listed = ", ".join(f"${k + 1}" for k in range(count))
    vector, values = (f".v{count}", f"{{{listed}}}") if count > 1 else ("", listed)
    text = f"st.async.shared::cluster.mbarrier::complete_tx::bytes{vector}.b{bits} [$0], {values}, [${count + 1}];"
    operands = [shared_address(e, target), *words, shared_address(e, barrier)]
    letters = ",".join(_CONSTRAINTS[kind] for kind, _ in operands)
    passed = ", ".join(f"{kind} {register}" for kind, register in operands)
    e.f.do(f'call void asm sideeffect "{text}", "{letters},~{{memory}}"({passed})')


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


def _low_bytes(e: KernelEmitter, value: SSAValue) -> tuple[str, str]:
    """At most four bytes as the low ones of a 32-bit register."""
    bits = vector_size(value.type) * bit_width(value.type)
    text = e.f.op(f"bitcast {value_type(value.type)} {e.text(value)} to i{bits}")
    return "i32", text if bits == 32 else e.f.op(f"zext i{bits} {text} to i32")


def _struct(kinds: Sequence[str]) -> str:
    return kinds[0] if len(kinds) == 1 else "{ " + ", ".join(kinds) + " }"


def _join_registers(e: KernelEmitter, result: SSAValue, found: str, kinds: Sequence[str]) -> str:
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
        if index >= 3:
            # Of the lanes that hold the same metadata, selector 0 reads the first; factors stand in the first bytes.
            place = f"${len(kinds) + len(operands)}"
            describes = record.metadata is not None and index == 3
            groups.append(f"{place}, 0x0" if describes else f"{{{place}}}, {{0x0, 0x0}}")
            operands.append(_low_bytes(e, value))
            continue
        registers = _registers(e, value, as_bits=index < 2)
        start = len(kinds) + len(operands)
        groups.append("{" + ", ".join(f"${start + i}" for i in range(len(registers))) + "}")
        operands += registers
    constraints = ",".join([f"={_CONSTRAINTS[kind]}" for kind in kinds] + [_CONSTRAINTS[kind] for kind, _ in operands])
    passed = ", ".join(f"{kind} {text}" for kind, text in operands)
    # Registers only, so no side effect: a product that nobody reads goes. All lanes must come to it together.
    found = e.f.op(
        f'call {_struct(kinds)} asm "{record.ptx} {", ".join(groups)};", "{constraints}"({passed}) convergent'
    )
    e.bind(op, _join_registers(e, op.results[0], found, kinds))


def _wgmma(e: KernelEmitter, op: Operation) -> None:
    """Accumulators are loaded, tied to the instruction's registers, and stored: LLVM keeps them in registers.

    Multiplies that add to the same sums in turn are one statement: LLVM's time goes with operands.
    """
    record = mma_record(string(op, "atom"))
    check_available(e, op, record.name, record.where)
    a, b, c, *accumulate = op.operands
    place_a, place_b = _places(op)
    inputs = [("i64", descriptor(e, op, a, place_a))] if place_a is not None else _registers(e, a, as_bits=True)
    inputs.append(("i64", descriptor(e, op, b, place_b)))
    inputs.append(("i32", e.f.op(f"zext i1 {e.text(accumulate[0])} to i32") if accumulate else "1"))
    sums = next((before.sums for before in e.warpgroup.waiting if origin(before.op.operands[2]) == origin(c)), None)
    if sums is None:
        sums = _accumulators(e, c, record.shape_mnk[1] * record.shape_mnk[0] // 128)
    e.warpgroup.waiting.append(Multiply(op, inputs, sums))
    if _goes_on(op, [before.op.operands[2] for before in e.warpgroup.waiting], 4 * len(sums)):
        return
    changed = list(dict.fromkeys(one for each in e.warpgroup.waiting for one in each.sums))
    passed = list(dict.fromkeys(one for each in e.warpgroup.waiting for one in each.inputs))
    number = {one: k for k, one in enumerate([*changed, *passed])}
    texts = [
        _wgmma_text(record, [number[x] for x in each.sums], [number[x] for x in each.inputs])
        for each in e.warpgroup.waiting
    ]
    e.warpgroup.waiting.clear()
    values = [e.f.op(f"load {kind}, {slot}") for kind, slot in changed]
    _store_all(e, changed, _tied_instruction(e, " ".join(texts), changed, values, passed))


def _goes_on(op: Operation, sums: Sequence[SSAValue], size_bytes: int) -> bool:
    """Whether the next multiply adds to one of `sums`, of a size, or beside them, and nothing before can touch them.

    What stands between is done before all: it computes, or loads from other registers.
    """
    places = [origin(one) for one in sums]
    after = op.next_op
    while after is not None and (facts(after).pure or all(_reads_other(after, root) for root, *_ in places)):
        after = after.next_op
    if after is None or after.name != op.name or string(after, "atom") != string(op, "atom"):
        return False
    there = origin(after.operands[2])
    return there in places or all(_are_disjoint(place, there, size_bytes) for place in places)


def _are_disjoint(place: Place, other: Place, size_bytes: int) -> bool:
    """Whether sums of a size at two places are different parts of one tensor in registers.

    Those of two tensors are left alone: what their authors compute between multiplies is to overlap the first.
    """
    root, terms, first_byte = place
    known = isinstance(root.owner, Operation) and type(root.owner) is RmemAllocOp and not (terms or other[1])
    return known and root is other[0] and abs(first_byte - other[2]) >= size_bytes


def _reads_other(op: Operation, sums: SSAValue) -> bool:
    """Whether an op is a load of other registers than those of the allocation `sums`."""
    if type(op) is not PtrLoadOp:
        return False
    roots = (sums, origin(op.operands[0])[0])
    registers = all(isinstance(root.owner, Operation) and type(root.owner) is RmemAllocOp for root in roots)
    return registers and roots[0] is not roots[1]


def _wgmma_text(record: MmaRecord, outputs: Sequence[int], inputs: Sequence[int]) -> str:
    """The instruction's text, by numbers of operands: of the sums, and of A, of B and of C's scale."""
    *left, right, scale = inputs
    regs, words = (", ".join(f"${i}" for i in numbers) for numbers in (outputs, left))
    flags = record.name.split(".")
    registers = "ra" in flags
    scales = "" if record.type_a in ("s8", "u8") else ", 1, 1"
    if record.type_a in ("f16", "bf16"):
        scales += ("" if registers else f", {int('ta' in flags)}") + f", {int('tb' in flags)}"
    first = f"{{{words}}}" if registers else words
    return f"{{.reg .pred p; setp.ne.b32 p, ${scale}, 0; {record.ptx} {{{regs}}}, {first}, ${right}, p{scales};}}"


def _places(op: Operation) -> tuple[OperandPlace | None, OperandPlace]:
    """Where A (None: in registers) and B lie."""
    a = string(op, "layout_a", "")
    return OperandPlace.of_text(a) if a else None, OperandPlace.of_text(string(op, "layout_b"))


def _accumulators(e: KernelEmitter, pointer: SSAValue, count: int) -> list[tuple[str, str]]:
    """The registers that `count` accumulators take, as (type, typed address); their addresses stand at the top once."""
    scalar, bits = scalar_type(pointer.type.element), bit_width(pointer.type.element)  # pyright: ignore
    kind = "i32" if bits == 16 else scalar
    where = value_type(pointer.type)
    root, terms, first_byte = origin(pointer)
    if terms or not isinstance(root.owner, Operation) or type(root.owner) is not RmemAllocOp:
        moved = (f"getelementptr {kind}, {e.typed(pointer)}, i32 {i}" for i in range(count * bits // 32))
        return [(kind, f"{where} {e.f.op(line)}") for line in moved]
    slots: list[tuple[str, str]] = []
    for i in range(first_byte // 4, first_byte // 4 + count * bits // 32):
        place = e.shared.get((root, kind, i))
        if place is None:
            place = e.shared[root, kind, i] = e.f.fresh()
            e.allocas.append(f"  {place} = getelementptr {kind}, {where} {e.text(root)}, i32 {i}")
        slots.append((kind, f"{where} {place}"))
    return slots


def _tied_instruction(
    e: KernelEmitter,
    text: str,
    sums: Sequence[tuple[str, str]],
    values: Sequence[str],
    inputs: Sequence[tuple[str, str]] = (),
) -> list[str]:
    """An instruction that changes registers in place: each output is tied to its input."""
    kinds = [kind for kind, _ in sums]
    constraints = ",".join(
        [f"={_CONSTRAINTS[kind]}" for kind in kinds]
        + [_CONSTRAINTS[kind] for kind, _ in inputs]
        + [str(i) for i in range(len(kinds))]
        + ["~{memory}"]
    )
    passed = [f"{kind} {value}" for kind, value in inputs]
    passed += [f"{kind} {value}" for kind, value in zip(kinds, values, strict=True)]
    record = kinds[0] if len(kinds) == 1 else e.module.record(kinds)
    # The sums are written until the wait: as operands that come back they can be neither copied nor moved before it.
    call = f'call {record} asm sideeffect "{text}", "{constraints}"({", ".join(passed)}) convergent'
    found = e.f.op(call)
    return [found if len(kinds) == 1 else e.f.op(f"extractvalue {record} {found}, {i}") for i in range(len(kinds))]


def _store_all(e: KernelEmitter, sums: Sequence[tuple[str, str]], values: Sequence[str]) -> None:
    for (kind, slot), value in zip(sums, values, strict=True):
        e.f.do(f"store {kind} {value}, {slot}")


def _through_accumulators(spelled: Callable[[Operation], str]) -> Handler:
    """A fence or wait of warp-group multiplies, which accumulators pass through.

    So no use of an accumulator moves before the wait, and no write of one after the fence.
    """

    def handle(e: KernelEmitter, op: Operation) -> None:
        text = spelled(op)
        sums = [pair for root in _roots(e, op) for pair in _accumulators(e, root.results[0], integer(root, "elems"))]
        if not sums:
            # No sums are on their way here, and the order of memory is still the author's.
            e.f.do(f'call void asm sideeffect "{text}", "~{{memory}}"() convergent')
            return
        values = [e.f.op(f"load {kind}, {slot}") for kind, slot in sums]
        _store_all(e, sums, _tied_instruction(e, text, sums, values))

    return handle


def _roots(e: KernelEmitter, op: Operation) -> list[Operation]:
    """The private memory that holds accumulators which must pass through `op`, of those defined before it."""
    if e.warpgroup.tied is None:
        e.warpgroup.tied = tied_sums(kernel_of(op).regions[0].block, sums_of(e, op))
    return [root for root in e.warpgroup.tied[op] if _dominates(root, op)]


def _dominates(root: Operation, op: Operation) -> bool:
    """Whether `root` is defined where `op` can see it."""
    block = root.parent
    at: Operation | None = op
    while at is not None and at.parent is not block:
        at = at.parent_op()
    return at is not None and block is not None and block.get_operation_index(root) < block.get_operation_index(at)


TENSOR_CORE: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "cute.cp_async_commit": _plain("cp.async.commit_group;"),
        "cute.cp_async_wait": _waiting("cp.async.wait_group"),
        "cute.ldmatrix": _ldmatrix,
        "cute.stmatrix": _stmatrix,
        "cute.store_async": _store_async,
        "cute.mma": _mma,
        "cute.wgmma": _wgmma,
        # Orders registers written by the threads before wgmma, another proxy, reads them or adds to them.
        "cute.wgmma_fence": _through_accumulators(lambda _: "wgmma.fence.sync.aligned;"),
        "cute.wgmma_commit": _plain("wgmma.commit_group.sync.aligned;"),
        "cute.wgmma_wait": _through_accumulators(lambda op: f"wgmma.wait_group.sync.aligned {integer(op, 'count')};"),
    }
)
