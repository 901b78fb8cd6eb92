"""Kernels for torch's dispatcher, in LLVM text: an operator, and the programs that it tries.

The arguments are read through torch's stable C interface, checked against the same records as a call from Python, and
put in the host function's slots; the results are made like an argument that lies row after row. What does not fit goes
to Python. Interface: `arch/torch_abi.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from cutedsl.arch.call_abi import DLTENSOR_FIELDS
from cutedsl.arch.call_description import CallArgument, CallDescription, HostKind, ScalarArgument
from cutedsl.arch.call_description import TensorArgument as Tensor
from cutedsl.arch.torch_abi import (
    CONTEXTS,
    DEVICES,
    DONE,
    DTYPES,
    FAILED,
    MISSED,
    OPERATOR,
    OPERATOR_BYTES,
    PROGRAM,
    PROGRAM_BYTES,
    STATE_SUFFIX,
)
from cutedsl.codegen.abi.contexts import call_text
from cutedsl.codegen.abi.layout_walk import LAYOUT
from cutedsl.codegen.abi.table import HEADER_WORDS, LEAF_WORDS, SCALAR_WORDS, TENSOR_WORDS, table_words
from cutedsl.codegen.abi.torch_entry import entry_text
from cutedsl.codegen.abi.view import MASK_OFFSET, SHIFT_OFFSET, VIEW_BYTES, load
from cutedsl.codegen.abi.walk import READ_TENSOR
from cutedsl.codegen.llvm.compile import compile_native


@dataclass(frozen=True, slots=True)
class TorchConstant:
    """A compile-time argument: the word of the stack that it must be; only the low byte counts of a boolean."""

    word: int
    mask: int


@dataclass(frozen=True, slots=True)
class TorchProgram:
    """One compiled function behind an operator.

    `call` describes what the host function takes; `inputs` has, for each argument of the operator, its number there or
    its constant, and `kinds` its type in torch's schema; `results`, for each result, its number there and the argument
    of the operator that it is like.
    """

    call: CallDescription
    inputs: tuple[int | TorchConstant, ...]
    kinds: tuple[str, ...]
    results: tuple[tuple[int, int], ...]


def supports(call: CallDescription) -> bool:
    """Whether torch has all the element types and numbers of a call, whose tensors lie in one kind of memory."""
    tensors = [a for a in call.arguments if isinstance(a, Tensor)]
    return all(a.dtype in DTYPES for a in tensors) and len({a.device for a in tensors}) == 1


def compile_operator(name: str) -> bytes:
    """The object with the operator `name` and its state."""
    return compile_native(_operator_text(name)).data


def compile_program(program: TorchProgram, name: str) -> bytes:
    """The object with the program `name` and its state."""
    return compile_native(program_text(program, name)).data


def _operator_text(name: str) -> str:
    state = f'@"{name}{STATE_SUFFIX}"'
    return f"""
{state} = global [{OPERATOR_BYTES // 8} x i64] zeroinitializer, align 8
@torch.file = private constant [8 x i8] c"cutedsl\\00"
@torch.text = private constant [20 x i8] c"the operator failed\\00"
define void @"{name}"(ptr %stack, i64 %inputs, i64 %outputs) uwtable {{
entry:
  %first = getelementptr i8, ptr {state}, i64 {OPERATOR["programs"]}
  br label %look
look:
  %k = phi i64 [ 0, %entry ], [ %next, %try ]
  %place = getelementptr ptr, ptr %first, i64 %k
  %program = load atomic ptr, ptr %place acquire, align 8
  %known = icmp ne ptr %program, null
  br i1 %known, label %try, label %by.python
try:
  %said = call i32 %program(ptr %stack, i1 true)
  %next = add i64 %k, 1
  switch i32 %said, label %look [
    i32 {DONE}, label %done
    i32 {FAILED}, label %bad
  ]
by.python:
{load("python", "ptr", state, OPERATOR["python"])}
  %worked = call i32 %python(ptr %stack)
  %fine = icmp eq i32 %worked, {DONE}
  br i1 %fine, label %done, label %bad
done:
  ret void
bad:
{load("raise", "ptr", state, OPERATOR["raise"])}
  call void %raise(i1 false, ptr @torch.file, ptr @torch.file, i32 1, ptr @torch.text)
  ret void
}}
"""


def _shim(name: str) -> str:
    return load(f"to.{name}", "ptr", "%env", PROGRAM[f"aoti_torch_{name}"])


def _ask(name: str, kind: str) -> str:
    return (
        f"{_shim(f'get_{name}')}\n  %rc.{name} = call i32 %to.get_{name}(ptr %arg, ptr %answer)\n"
        f"  %{name} = load {kind}, ptr %answer"
    )


def _read(device: str) -> str:
    """`@cute.view` for tensors on a device: torch calls the GPU's kernel if any of a call's tensors lies there."""
    return _READ.replace("DEVICE", str(DEVICES[device]), 1)


_EMPTY: Final = ", ".join(
    ["i64 %dim", "ptr %sizes", "ptr %strides", "i32 %type", "i32 %device", "i32 %device_index", "ptr %answer"]
)
_READ: Final = f"""
define internal i1 @cute.view(ptr %env, ptr %arg, ptr %view, ptr %record) noinline {{
entry:
  %answer = alloca i64, align 8
{load("type", "i64", "%record", 8)}
{load("ndim", "i64", "%record", 16)}
{load("misaligned", "i64", "%record", 48)}
{_ask("dtype", "i32")}
  %code = and i64 %type, 255
  %code.32 = trunc i64 %code to i32
  %same.type = icmp eq i32 %dtype, %code.32
{_ask("dim", "i64")}
  %same.dim = icmp eq i64 %dim, %ndim
{_ask("device_type", "i32")}
  %there = icmp eq i32 %device_type, DEVICE
  %same.kind = and i1 %same.type, %same.dim
  %alike = and i1 %same.kind, %there
  br i1 %alike, label %read, label %no
read:
{_ask("data_ptr", "i64")}
  store i64 %data_ptr, ptr %view
{_ask("sizes", "ptr")}
  %shape.p = getelementptr i8, ptr %view, i64 {DLTENSOR_FIELDS["shape"]}
  store ptr %sizes, ptr %shape.p
{_ask("strides", "ptr")}
  %strides.p = getelementptr i8, ptr %view, i64 {DLTENSOR_FIELDS["strides"]}
  store ptr %strides, ptr %strides.p
  %shift.p = getelementptr i8, ptr %view, i64 {SHIFT_OFFSET}
  store i64 0, ptr %shift.p
  %mask.p = getelementptr i8, ptr %view, i64 {MASK_OFFSET}
  store i64 0, ptr %mask.p
  %low = and i64 %data_ptr, %misaligned
  %aligned = icmp eq i64 %low, 0
  ret i1 %aligned
no:
  ret i1 false
}}

define internal ptr @torch.like(ptr %env, ptr %arg, i32 %type, i32 %device) noinline {{
entry:
  %answer = alloca i64, align 8
{_ask("dim", "i64")}
{_ask("sizes", "ptr")}
{_ask("strides", "ptr")}
{_ask("device_index", "i32")}
  br label %head
head:
  %left = phi i64 [ %dim, %entry ], [ %k, %next ]
  %wanted = phi i64 [ 1, %entry ], [ %wanted.next, %next ]
  %k = sub i64 %left, 1
  %more = icmp sgt i64 %left, 0
  br i1 %more, label %look, label %make
look:
  %n.p = getelementptr i64, ptr %sizes, i64 %k
  %n = load i64, ptr %n.p
  %d.p = getelementptr i64, ptr %strides, i64 %k
  %d = load i64, ptr %d.p
  %compact = icmp eq i64 %d, %wanted
  %filled = icmp sgt i64 %n, 0
  %good = and i1 %compact, %filled
  br i1 %good, label %next, label %no
next:
  %wanted.next = mul i64 %wanted, %n
  br label %head
make:
{_shim("empty_strided")}
  %status = call i32 %to.empty_strided({_EMPTY})
  %worked = icmp eq i32 %status, 0
  %made = load ptr, ptr %answer
  %result = select i1 %worked, ptr %made, ptr null
  ret ptr %result
no:
  ret ptr null
}}

define internal i64 @torch.gpu(ptr %env, ptr %arg) {{
  %answer = alloca i64, align 8
{_ask("device_index", "i32")}
  %gpu = sext i32 %device_index to i64
  ret i64 %gpu
}}

define internal void @torch.delete(ptr %env, ptr %handle, i1 %owned) {{
  %present = icmp ne ptr %handle, null
  %wanted = and i1 %present, %owned
  br i1 %wanted, label %delete, label %end
delete:
{_shim("delete_tensor_object")}
  %status = call i32 %to.delete_tensor_object(ptr %handle)
  br label %end
end:
  ret void
}}
"""


def program_text(program: TorchProgram, name: str) -> str:
    """LLVM text that defines the program `name` and its state."""
    arguments = [_coded(argument) for argument in program.call.arguments]
    words = table_words(replace(program.call, arguments=tuple(arguments)), HostKind.DIRECT)
    records, slots = _places(arguments)
    device = next(argument.device for argument in arguments if isinstance(argument, Tensor))
    lines: list[str] = []
    for place, given in enumerate(program.inputs):
        lines.append(f"  %word{place}.p = getelementptr i64, ptr %stack, i64 {place}")
        lines.append(f"  %word{place} = load i64, ptr %word{place}.p")
        if isinstance(given, TorchConstant):
            lines.append(f"  %part{place} = and i64 %word{place}, {given.mask}")
            lines += _require(f"c{place}", f"icmp eq i64 %part{place}, {given.word}")
        else:
            lines += _input(place, arguments[given], records[given], slots[given])
    owned = [k for k, g in enumerate(program.inputs) if isinstance(g, int) and isinstance(arguments[g], Tensor)]
    gpu = f"%gpu{owned[0]}" if device == "cuda" else None
    lines += _on_one_gpu(owned) if device == "cuda" else []
    for k, (given, like) in enumerate(program.results):
        tensor = arguments[given]
        assert isinstance(tensor, Tensor)
        kind = f"i32 {tensor.code}, i32 {DEVICES[tensor.device]}"
        lines.append(f"  %made{k} = call ptr @torch.like(ptr %state, ptr %handle{like}, {kind})")
        lines.append(f"  store ptr %made{k}, ptr %result{k}")
        lines += _require(f"m{k}", f"icmp ne ptr %made{k}, null")
        lines += _tensor(f"r{k}", f"%made{k}", records[given], slots[given])
    lines.append("  %sound = call i1 @cute.checks(ptr @torch.table, ptr %slots)")
    lines += _require("sound", "and i1 %sound, true")
    count = len(program.results)
    results = "\n".join(f"  %result{k} = alloca ptr\n  store ptr null, ptr %result{k}" for k in range(count))
    given_back = "\n".join(f"  call void @torch.delete(ptr %state, ptr %handle{k}, i1 %owned)" for k in owned)
    drop = "\n".join(
        f"  %{{0}}{k} = load ptr, ptr %result{k}\n  call void @torch.delete(ptr %state, ptr %{{0}}{k}, i1 true)"
        for k in range(count)
    )
    answer = "\n".join(
        f"  %to{k} = getelementptr ptr, ptr %stack, i64 {k}\n  store ptr %made{k}, ptr %to{k}" for k in range(count)
    )
    state = f'@"{name}{STATE_SUFFIX}"'
    return f"""
{state} = global [{PROGRAM_BYTES // 8} x i64] zeroinitializer, align 8
@torch.table = private constant [{len(words)} x i64] [{", ".join(f"i64 {word}" for word in words)}], align 8
{_read(device)}{LAYOUT}{READ_TENSOR}
define i32 @"{name}"(ptr %stack, i1 %owned) uwtable {{
entry:
  %slots = alloca [{max(1, program.call.slot_count)} x i64], align 8
  %view = alloca [{VIEW_BYTES} x i8], align 8
{results}
  br label %begin
begin:
  %state = getelementptr i8, ptr {state}, i64 0
{chr(10).join(lines)}
{_run(gpu)}
  switch i32 %code, label %failed [ i32 0, label %fine ]
fine:
{given_back}
{answer}
  ret i32 {DONE}
failed:
{given_back}
{drop.format("failed")}
  ret i32 {FAILED}
missed:
{drop.format("missed")}
  ret i32 {MISSED}
}}
{entry_text(name, program.kinds, count)}"""


def _coded(argument: CallArgument) -> CallArgument:
    """A tensor with torch's number of its element type in the place of DLPack's."""
    return replace(argument, code=DTYPES[argument.dtype]) if isinstance(argument, Tensor) else argument


def _places(arguments: list[CallArgument]) -> tuple[list[int], list[int]]:
    """The word of each argument's record in the table, and its first slot."""
    records, slots, word, slot = list[int](), list[int](), HEADER_WORDS, 0
    for argument in arguments:
        records.append(word)
        slots.append(slot)
        slot += argument.slot_count
        is_tensor = isinstance(argument, Tensor)
        word += TENSOR_WORDS + 2 * LEAF_WORDS * len(argument.shape) if is_tensor else SCALAR_WORDS
    return records, slots


def _require(label: str, condition: str) -> list[str]:
    return [f"  %ok.{label} = {condition}", f"  br i1 %ok.{label}, label %go.{label}, label %missed", f"go.{label}:"]


def _on_one_gpu(places: list[int]) -> list[str]:
    """`%gpu<place>` is the number of the GPU of each tensor; all are the same."""
    lines: list[str] = []
    for place in places:
        lines.append(f"  %gpu{place} = call i64 @torch.gpu(ptr %state, ptr %handle{place})")
        lines += _require(f"g{place}", f"icmp eq i64 %gpu{place}, %gpu{places[0]}")
    return lines


def _tensor(label: str, handle: str, record: int, slot: int) -> list[str]:
    return [
        f"  %{label}.record = getelementptr i64, ptr @torch.table, i64 {record}",
        f"  %{label}.slots = getelementptr i64, ptr %slots, i64 {slot}",
        f"  %{label}.end = call ptr @cute.tensor(ptr %state, ptr {handle}, ptr %{label}.record, ptr %view, "
        f"ptr %{label}.slots)",
        *_require(label, f"icmp ne ptr %{label}.end, null"),
    ]


def _input(place: int, argument: CallArgument, record: int, slot: int) -> list[str]:
    word, out = f"%word{place}", f"%slot{place}"
    if isinstance(argument, Tensor):
        handle = f"  %handle{place} = inttoptr i64 {word} to ptr"
        return [handle, *_tensor(f"a{place}", f"%handle{place}", record, slot)]
    lines = [f"  {out} = getelementptr i64, ptr %slots, i64 {slot}"]
    match argument:
        case ScalarArgument(kind="bool"):
            return [*lines, f"  %bit{place} = and i64 {word}, 1", f"  store i64 %bit{place}, ptr {out}"]
        case ScalarArgument(kind="float", bits=64):
            return [*lines, f"  store i64 {word}, ptr {out}"]
        case ScalarArgument(kind="float"):
            return [*lines, *_narrow(place, word, out)]
        case ScalarArgument(kind=kind, bits=bits):
            low = -(2 ** (bits - 1)) if kind == "int" else 0
            span = 2**bits - 1 if kind == "int" else min(2**bits - 1, 2**63 - 1)
            lines += [f"  store i64 {word}, ptr {out}", f"  %above{place} = sub i64 {word}, {low}"]
            return [*lines, *_require(f"n{place}", f"icmp ule i64 %above{place}, {span}")]


def _narrow(place: int, word: str, out: str) -> list[str]:
    """A float of 32 bits; a finite one that is infinite there goes to Python, which refuses it."""
    p = f"%f{place}"
    return [
        f"  {p}.wide = bitcast i64 {word} to double",
        f"  {p}.narrow = fptrunc double {p}.wide to float",
        f"  {p}.bits = bitcast float {p}.narrow to i32",
        f"  store i32 {p}.bits, ptr {out}",
        f"  {p}.abs = and i32 {p}.bits, {2**31 - 1}",
        f"  {p}.infinite = icmp eq i32 {p}.abs, {0xFF << 23}",
        f"  {p}.abs64 = and i64 {word}, {2**63 - 1}",
        f"  {p}.finite = icmp ult i64 {p}.abs64, {0x7FF << 52}",
        f"  {p}.over = and i1 {p}.infinite, {p}.finite",
        *_require(f"f{place}", f"xor i1 {p}.over, true"),
    ]


def _run(gpu: str | None) -> str:
    return f"""{call_text("%state", PROGRAM, CONTEXTS, "missed", gpu)}
explain:
{load("explain.at", "ptr", "%state", PROGRAM["failed"])}
  call void %explain.at(ptr %rt, i32 %code)
  br label %give.back
give.back:
  store atomic i64 %found, ptr %place release, align 8"""
