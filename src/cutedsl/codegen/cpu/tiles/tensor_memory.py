"""Tensor memory on the CPU: each instruction is a call of the runtime, and is done when it is issued.

That is one of the orders that the hardware may take; a commit arrives at once. Source: `native/tensor`; PTX ISA,
"TensorCore 5th Generation Family Instructions".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import i32
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.abi.host import TENSOR_SITE, ErrorCode
from cutedsl.arch.tensor_memory import (
    COLLECTOR_BUFFERS,
    COLLECTORS,
    COPY_SHAPES,
    KINDS,
    REDUCTIONS,
    SHAPES,
    TensorFault,
)
from cutedsl.codegen.cpu.checked import check_tensor_memory, checks
from cutedsl.codegen.cpu.emitter import STOP, UNLIKELY, WarpEmitter
from cutedsl.codegen.cpu.memory.access import check_bounds
from cutedsl.codegen.cpu.tiles.tma import first_lane, place_in, to_each_rank
from cutedsl.codegen.cpu.values import Pointer, vector_val
from cutedsl.codegen.cpu.warp.collectives import check_converged
from cutedsl.codegen.cpu.warp.lane_loops import each_active_lane, lanes_of_bits
from cutedsl.codegen.cpu.warp.sync import arrive_at
from cutedsl.codegen.llvm.attributes import attribute, integer, string
from cutedsl.codegen.llvm.types import scalar_type, vector_size
from cutedsl.native.structures import structure

_REQUEST: Final = structure("TensorMultiply")

_ADDRESS_BYTES: Final = 4
Rule = Callable[[WarpEmitter, Operation], None]
_BLOCKS: Final = MappingProxyType({"": 32, "1X": 32, "2X": 32, "4X": 16, "block32": 32, "block16": 16})
"""Elements of a block with one factor, by the size's name."""


def _has(op: Operation, name: str) -> bool:
    return attribute(op, name) is not None


def _call(e: WarpEmitter, op: Operation, name: str, lane: str, *args: tuple[str, str]) -> None:
    """Calls a function of the runtime for one lane; the call ends where it says so."""
    from cutedsl.codegen.llvm.tensor_runtime import DECLARATIONS  # its text is made for Blackwell's programs alone

    f, site = e.f, e.sites.add(op, TENSOR_SITE)
    e.module.declare(DECLARATIONS[name])
    thread = f.op(f"add i32 {e.view.first_thread}, {lane}")
    check_tensor_memory.instruction(e, op, name, thread, args)
    passed = ", ".join(f"{kind} {text}" for kind, text in (("i32", str(site)), ("i32", thread), *args))
    fine = f.label("ok")
    f.branch_if(f.op(f"call i1 @cute.tensor.{name}(ptr %state, {passed})"), STOP, fine, suffix=UNLIKELY)
    f.begin(fine)


def _in(e: WarpEmitter, value: SSAValue, lane: str) -> tuple[str, str]:
    """A number in one lane, with its type."""
    kind, val = scalar_type(value.type), e.val(value)
    if kind == "i1":
        found = e.f.op(f"extractelement <{e.lanes} x i1> {e.condition(val)}, i32 {lane}")
        return "i32", e.f.op(f"zext i1 {found} to i32")
    if val.lanes.uniform:
        return kind, val.text
    return kind, e.f.op(f"extractelement <{e.lanes} x {kind}> {e.vector(val, value.type)}, i32 {lane}")


def _agreed(e: WarpEmitter, op: Operation, value: SSAValue, lane: str) -> tuple[str, str]:
    """A number that an instruction of the whole warp takes, with its type: that of `lane`.

    A checked call ends where active lanes differ. Others do not: programs address their own lanes of tensor memory, and
    are right, as the hardware keeps the number in a register of the warp. Source: PTX ISA, "tcgen05.ld": the address
    must be the same in all threads of the warp.
    """
    kind, text = _in(e, value, lane)
    if e.plan.checks and not e.val(value).lanes.uniform:
        vector = f"<{e.lanes} x {kind}>"
        others = e.f.op(f"icmp ne {vector} {e.vector(e.val(value), value.type)}, {e.splat(text, kind)}")
        differ = e.f.op(f"and i32 {e.bits(others)}, {e.mask_bits()}")
        detail = (str(int(TensorFault.LANES_DIFFER)), "0", "0")
        wrong = e.f.op(f"icmp ne i32 {differ}, 0")
        e.fail_if(wrong, ErrorCode.TENSOR, e.sites.add(op, TENSOR_SITE), differ, detail)
    return kind, text


def _by_warp(name: str) -> Rule:
    """An instruction of a whole warp; its operands agree."""

    def rule(e: WarpEmitter, op: Operation) -> None:
        check_converged(e, e.sites.add(op, "barrier"))
        lane, pointers = first_lane(e), {0} if name == "alloc" else set[int]()
        args: list[tuple[str, str]] = []
        for index, operand in enumerate(op.operands):
            if index in pointers:
                pointer = e.pointer(operand)
                site = e.sites.access(op, "store", pointer, _ADDRESS_BYTES)
                check_bounds(e, pointer, _ADDRESS_BYTES, site)
                _tell_store(e, pointer, lane, site)
                args.append(("ptr", place_in(e, pointer, lane)))
            else:
                args.append(_agreed(e, op, operand, lane))
        _call(e, op, name, lane, *args, ("i32", str(integer(op, "group"))))
        if name == "alloc":
            (_, place), (_, columns) = args
            check_tensor_memory.allocated(e, op, place, columns, integer(op, "group"))

    return rule


def _tell_store(e: WarpEmitter, pointer: Pointer, lane: str, site: int) -> None:
    """Tells the checker that one lane of the warp writes an address to shared memory."""
    if e.plan.checks:
        mask, e.mask = e.mask, lanes_of_bits(e, e.f.op(f"shl i32 1, {lane}"))
        checks.access(e, pointer, _ADDRESS_BYTES, site, kind="store")
        e.mask = mask


def _by_lane(name: str, *numbers: Callable[[Operation], int]) -> Rule:
    """An instruction that each active lane issues."""

    def rule(e: WarpEmitter, op: Operation) -> None:
        def turn(lane: str, state: str) -> str:
            args = [_in(e, operand, lane) for operand in op.operands]
            args += [("i32", str(number(op))) for number in numbers]
            _call(e, op, name, lane, *args)
            return state

        each_active_lane(e, "{}", turn)

    return rule


def _group(op: Operation) -> int:
    return integer(op, "group")


def _copy_shape(op: Operation) -> int:
    return COPY_SHAPES.index(string(op, "shape"))


def _unpacked_bits(op: Operation) -> int:
    return {"": 0, "b8x16.b6x16_p32": 6, "b8x16.b4x16_p64": 4}[string(op, "unpacks", "")]


# -- loads and stores ------------------------------------------------------------------------------------------------
def _shape_args(op: Operation) -> list[tuple[str, str]]:
    offset = integer(op, "offset") if _has(op, "offset") else 0
    numbers = (SHAPES.index(string(op, "shape")), integer(op, "repeat"), int(_has(op, "packed")), offset)
    return [("i32", str(number)) for number in numbers]


def _emit_load(e: WarpEmitter, op: Operation) -> None:
    check_converged(e, e.sites.add(op, "barrier"))
    count, lane, reduction = vector_size(op.results[0].type), first_lane(e), string(op, "reduce", "")
    vector = f"<{e.lanes} x i32>"
    out = e.alloca(f"[{count} x {vector}]", 64)
    _call(e, op, "load", lane, _agreed(e, op, op.operands[0], lane), *_shape_args(op), ("ptr", out))
    if reduction:
        _reduce(e, reduction, out, count - 1)
    found = (
        e.f.op(f"load {vector}, ptr {e.f.op(f'getelementptr {vector}, ptr {out}, i32 {k}')}, align 64")
        for k in range(count)
    )
    e.env[op.results[0]] = tuple(map(vector_val, found))
    check_tensor_memory.loaded(e, op)


def _reduce(e: WarpEmitter, reduction: str, out: str, count: int) -> None:
    from cutedsl.codegen.llvm.tensor_runtime import DECLARATIONS

    verb, *marks, kind = reduction.split(".")
    e.module.declare(DECLARATIONS["reduce"])
    numbers = (count, int(verb == "min"), int("abs" in marks), int("NaN" in marks), REDUCTIONS.index(kind))
    e.f.do(f"call void @cute.tensor.reduce(ptr {out}, {', '.join(f'i32 {number}' for number in numbers)})")


def _emit_store(e: WarpEmitter, op: Operation) -> None:
    check_converged(e, e.sites.add(op, "barrier"))
    address, value = op.operands
    vector, lane = f"<{e.lanes} x i32>", first_lane(e)
    room = e.alloca(f"[{vector_size(value.type)} x {vector}]", 64)
    for k, val in enumerate(e.elements(value)):
        place = e.f.op(f"getelementptr {vector}, ptr {room}, i32 {k}")
        e.f.do(f"store {vector} {e.vector(val, i32)}, ptr {place}, align 64")
    _call(e, op, "store", lane, _agreed(e, op, address, lane), *_shape_args(op), ("ptr", room))


# -- multiplies ------------------------------------------------------------------------------------------------------
def _emit_multiply(e: WarpEmitter, op: Operation) -> None:
    """Each active lane's, as a request in memory."""
    request = e.alloca(f"[{_REQUEST.size_bytes} x i8]", 8)

    def turn(lane: str, state: str) -> str:
        for name, (kind, text), index in _request(e, op, lane):
            size = 8 if kind == "i64" else 4
            place = e.f.op(f"getelementptr i8, ptr {request}, i64 {_REQUEST.offset(name) + size * index}")
            e.f.do(f"store {kind} {text}, ptr {place}, align {size}")
        _call(e, op, "multiply", lane, ("ptr", request))
        return state

    each_active_lane(e, "{}", turn)


def _request(e: WarpEmitter, op: Operation, lane: str) -> list[tuple[str, tuple[str, str], int]]:
    """The fields of a request: name, type and value, and which number of it."""
    d, a, b, instruction, accumulate, *rest = op.operands
    kind, vector, extras = string(op, "kind"), string(op, "scale_vector", ""), iter(rest)
    left = _in(e, a, lane)
    found: dict[str, tuple[str, str] | int] = {
        "a": left if left[0] == "i64" else ("i64", e.f.op(f"zext i32 {left[1]} to i64")),
        "b": _in(e, b, lane),
        "zero_columns": ("i64", "0"),
        "d": _in(e, d, lane),
        "instruction": _in(e, instruction, lane),
        "accumulate": _in(e, accumulate, lane),
        "kind": KINDS.index(kind),
        "group": integer(op, "group"),
        "block": 0,
        "scale_d": integer(op, "scale_d") if _has(op, "scale_d") else 0,
        "a_in_tensor_memory": int(a.type == i32),
        "sparse": 0,
        "stationary": int(_has(op, "stationary")),
        "shifted": int(_has(op, "shifted")),
        "collector": _collector(op),
        "masked": 0,
    }
    lanes: list[tuple[str, tuple[str, str], int]] = []
    for name in string(op, "extra", "").split(","):
        match name:
            case "lanes":
                found["masked"] = 1
                lanes = [("lanes", _in(e, next(extras), lane), k) for k in range(4 * integer(op, "group"))]
            case "scales":
                found["block"] = _BLOCKS[vector]
                found["factors_a"], found["factors_b"] = (_in(e, next(extras), lane) for _ in range(2))
            case "metadata":
                found["sparse"] = 1
                found[name] = _in(e, next(extras), lane)
            case "zero_columns":
                found[name] = _in(e, next(extras), lane)
            case _:
                pass
    numbers = [(name, ("i32", str(x)) if isinstance(x, int) else x, 0) for name, x in found.items()]
    return [*numbers, *lanes]


def _collector(op: Operation) -> int:
    """The collector buffer of a multiply, and what it does with it, as a number; one that names none discards."""
    named = string(op, "collector", "b0::discard" if _has(op, "stationary") else "a::discard")
    buffer, _, use = named.partition("::")
    return COLLECTOR_BUFFERS.index(buffer) * len(COLLECTORS) + COLLECTORS.index(use)


def _emit_commit(e: WarpEmitter, op: Operation) -> None:
    """An arrival of each active lane, in each block of its mask."""
    barrier, *mask = op.operands
    pointer = e.pointer(barrier)
    check_bounds(e, pointer, 8, e.sites.access(op, "mbarrier", pointer, 8))

    def turn(lane: str, state: str) -> str:
        place = place_in(e, pointer, lane)
        _call(e, op, "commit", lane, ("i32", str(integer(op, "group"))))
        if mask:
            _, blocks = _in(e, mask[0], lane)
            to_each_rank(e, op, blocks, place, place, lambda there, _: _arrive(e, op, there, lane))
        else:
            _arrive(e, op, place, lane)
        check_tensor_memory.committed(e)
        return state

    each_active_lane(e, "{}", turn)


def _arrive(e: WarpEmitter, op: Operation, place: str, lane: str) -> None:
    check_tensor_memory.commit(e, op, place, lane)
    arrive_at(e, op, place)


def _emit_wait(e: WarpEmitter, op: Operation) -> None:
    """Here all is done when it is issued."""
    check_converged(e, e.sites.add(op, "barrier"))
    check_tensor_memory.wait(e, op)


TENSOR_RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "cute.tcgen05.alloc": _by_warp("alloc"),
        "cute.tcgen05.dealloc": _by_warp("dealloc"),
        "cute.tcgen05.relinquish": _by_warp("relinquish"),
        "cute.tcgen05.mma": _emit_multiply,
        "cute.tcgen05.ld": _emit_load,
        "cute.tcgen05.st": _emit_store,
        "cute.tcgen05.wait": _emit_wait,
        "cute.tcgen05.cp": _by_lane("copy", _copy_shape, _group, _unpacked_bits),
        "cute.tcgen05.shift": _by_lane("shift", _group),
        "cute.tcgen05.commit": _emit_commit,
        "cute.tcgen05.fence": check_tensor_memory.fence,
    }
)
