"""Kernels for torch's dispatcher: an operator, and the programs that it tries; tables, and C that walks them.

Interface: `arch/abi/torch.py`; the C is `native/torch`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cutedsl.arch.abi.call_description import CallArgument, CallDescription, HostKind
from cutedsl.arch.abi.call_description import TensorArgument as Tensor
from cutedsl.arch.abi.torch import DEVICES, DTYPES, ENTRY_SUFFIX, STATE_SUFFIX
from cutedsl.codegen.abi.constants import state_text, string_text, words_text
from cutedsl.codegen.abi.table import HEADER_WORDS, record_words, table_words
from cutedsl.codegen.llvm.compile import compile_native
from cutedsl.codegen.llvm.runtime import declared_once
from cutedsl.errors.frozen import frozen
from cutedsl.native import built_text
from cutedsl.native.constants import TorchArgument
from cutedsl.native.structures import structure

_TORCH_OPERATOR: Final = structure("TorchOperator")
_TORCH_PROGRAM: Final = structure("TorchProgram")

_TEXT: Final = declared_once(built_text("call") + built_text("torch"))
_KINDS: Final = {
    "Tensor": TorchArgument.TENSOR,
    "float": TorchArgument.FLOAT,
    "int": TorchArgument.INT,
    "bool": TorchArgument.BOOL,
}


@frozen
class TorchConstant:
    """A compile-time argument: the word of the stack that it must be; only the low byte counts of a boolean."""

    word: int
    mask: int


@frozen
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
    return compile_native(_operator_text(name), more=_TEXT).data


def compile_program(program: TorchProgram, name: str) -> bytes:
    """The object with the program `name` and its state."""
    return compile_native(program_text(program, name), more=_TEXT).data


def _operator_text(name: str) -> str:
    """An operator raises in C++ through its own frame, which torch's unwinder must be able to leave."""
    state = f'@"{name}{STATE_SUFFIX}"'
    return f"""
declare i1 @cute.torch.operator(ptr, ptr)
{state_text(name + STATE_SUFFIX, _TORCH_OPERATOR)}
{string_text("torch.file", "cutedsl")}
{string_text("torch.text", "the operator failed")}
define void @"{name}"(ptr %stack, i64 %inputs, i64 %outputs) uwtable {{
  %fine = call i1 @cute.torch.operator(ptr {state}, ptr %stack)
  br i1 %fine, label %done, label %bad
done:
  ret void
bad:
  %raise.p = getelementptr i8, ptr {state}, i64 {_TORCH_OPERATOR.offset("raise")}
  %raise = load ptr, ptr %raise.p
  call void %raise(i1 false, ptr @torch.file, ptr @torch.file, i32 1, ptr @torch.text)
  ret void
}}
"""


def program_text(program: TorchProgram, name: str) -> str:
    """LLVM text that defines the program `name` and its state."""
    arguments = [_coded(argument) for argument in program.call.arguments]
    call = replace(program.call, arguments=tuple(arguments))
    results = len(program.results)
    python_call = [len(program.kinds), results, *(int(_KINDS[kind]) for kind in program.kinds)]
    state = f'@"{name}{STATE_SUFFIX}"'
    return f"""
declare i32 @cute.torch(ptr, ptr, ptr, ptr, i1, ptr, ptr)
declare ptr @cute.torch.entry(ptr, ptr, i64, ptr, ptr, ptr, ptr, ptr)
{state_text(name + STATE_SUFFIX, _TORCH_PROGRAM)}
{words_text("torch.call", table_words(call, HostKind.DIRECT))}
{words_text("torch.table", _table(program, arguments))}
{words_text("torch.python", python_call)}
define i32 @"{name}"(ptr %stack, i1 %owned) uwtable {{
  %slots = alloca [{max(1, program.call.slot_count)} x i64], align 8
  %made = alloca [{max(1, results)} x ptr], align 8
  %said = call i32 @cute.torch(ptr {state}, ptr @torch.table, ptr @torch.call, ptr %stack, i1 %owned, ptr %slots, ptr %made)
  ret i32 %said
}}
define ptr @"{name}{ENTRY_SUFFIX}"(ptr %self, ptr %args, i64 %count, ptr %kwnames) {{
  %stack = alloca [{max(1, len(program.kinds), results)} x i64], align 8
  %result = call ptr @cute.torch.entry(ptr %self, ptr %args, i64 %count, ptr %kwnames, ptr {state}, ptr @"{name}", ptr @torch.python, ptr %stack)
  ret ptr %result
}}
"""  # noqa: E501


def _coded(argument: CallArgument) -> CallArgument:
    """A tensor with torch's number of its element type in the place of DLPack's."""
    return replace(argument, code=DTYPES[argument.dtype]) if isinstance(argument, Tensor) else argument


def _table(program: TorchProgram, arguments: list[CallArgument]) -> list[int]:
    """The words of `TorchTable`, its inputs and its results."""
    records, slots = _places(arguments)
    device = next(argument.device for argument in arguments if isinstance(argument, Tensor))
    words = [DEVICES[device], len(program.inputs), len(program.results)]
    for given in program.inputs:
        constant = isinstance(given, TorchConstant)
        words += [-1, 0, given.word, given.mask] if constant else [records[given], slots[given], 0, 0]
    for given, like in program.results:
        words += [records[given], slots[given], like]
    return words


def _places(arguments: list[CallArgument]) -> tuple[list[int], list[int]]:
    """The word of each argument's record in the table, and its first slot."""
    records, slots, word, slot = list[int](), list[int](), HEADER_WORDS, 0
    for argument in arguments:
        records.append(word)
        slots.append(slot)
        slot += argument.slot_count
        word += len(record_words(argument))
    return records, slots
