"""An XLA custom call around a host function, in LLVM text.

XLA compiles for one shape, so all that a call fills in are addresses: the handler copies the slots as they were made
when it was compiled and puts the buffers' addresses (and the stream) in their places. Interface: `arch/xla_abi.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from cutedsl.arch.xla_abi import (
    API,
    BUFFER,
    DTYPES,
    ERROR_ARGS,
    ERROR_ARGS_BYTES,
    EXECUTE,
    EXTENSION,
    FRAME,
    INTERNAL,
    INVALID_ARGUMENT,
    METADATA,
    METADATA_EXTENSION,
    STATE,
    STATE_BYTES,
    STATE_SUFFIX,
    STREAM_ARGS,
    STREAM_ARGS_BYTES,
    UNIMPLEMENTED,
)
from cutedsl.codegen.abi.contexts import run_text
from cutedsl.codegen.llvm.compile import compile_native
from cutedsl.errors import fail


@dataclass(frozen=True, slots=True)
class XlaBuffer:
    """An operand or result: XLA's element type, the slot of its address, what the address must be a multiple of."""

    dtype_code: int
    slot: int
    align_bytes: int


@dataclass(frozen=True, slots=True)
class XlaCall:
    """One custom call: the slots as far as they are known, buffers in XLA's order, the slot of the stream if any."""

    slots: tuple[int, ...]
    operands: tuple[XlaBuffer, ...]
    results: tuple[XlaBuffer, ...]
    stream_slot: int | None
    version: tuple[int, int]


def dtype_code(name: str) -> int:
    """XLA's number of an element type. Errors: argument-unsupported."""
    if name not in DTYPES:
        raise fail("argument-unsupported", f"XLA has no element type for {name}")
    return DTYPES[name]


def compile_xla(call: XlaCall, name: str) -> bytes:
    """The object with the handler `name`."""
    return compile_native(xla_text(call, name)).data


def xla_text(call: XlaCall, name: str) -> str:
    """LLVM text that defines the handler `name` and its state, which holds the host function's address."""
    parts = _Text()
    parts.metadata(call)
    parts.load("api", "ptr", "%frame", FRAME["api"])
    parts.load("stage", "i32", "%frame", FRAME["stage"])
    parts.require(f"icmp eq i32 %stage, {EXECUTE}", UNIMPLEMENTED, "only the execute stage is implemented")
    for which, buffers in (("args", call.operands), ("rets", call.results)):
        parts.load(f"{which}.count", "i64", "%frame", FRAME[f"{which}_count"])
        parts.require(
            f"icmp eq i64 %{which}.count, {len(buffers)}", INVALID_ARGUMENT, f"the kernel has {len(buffers)} {which}"
        )
    parts.lines.append(
        f"  call void @llvm.memcpy.p0.p0.i64(ptr %slots, ptr @xla.slots, i64 {8 * len(call.slots)}, i1 0)"
    )
    for which, buffers in (("args", call.operands), ("rets", call.results)):
        parts.load(which, "ptr", "%frame", FRAME[which])
        for index, buffer in enumerate(buffers):
            parts.buffer(which, index, buffer)
    if call.stream_slot is not None:
        parts.stream(call.stream_slot)
    words = ", ".join(f"i64 {word if word < 2**63 else word - 2**64}" for word in call.slots) or "i64 0"
    count = max(1, len(call.slots))
    return f"""
@xla.slots = private constant [{count} x i64] [{words}], align 8
@"{name}{STATE_SUFFIX}" = global [{STATE_BYTES // 8} x i64] zeroinitializer, align 8
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
{parts.constants()}
{_ERROR}
define ptr @"{name}"(ptr %frame) {{
entry:
  %slots = alloca [{count} x i64], align 8
  %stream.args = alloca [{STREAM_ARGS_BYTES} x i8], align 8
{parts.body()}
{_run(name)}
{parts.failures()}
}}
"""


class _Text:
    """The handler's lines; each requirement branches to a failure with its message."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._requirements: list[tuple[int, str]] = []

    def load(self, name: str, kind: str, base: str, offset: int) -> None:
        self.lines.append(f"  %{name}.p = getelementptr i8, ptr {base}, i64 {offset}")
        self.lines.append(f"  %{name} = load {kind}, ptr %{name}.p")

    def require(self, condition: str, code: int, message: str) -> None:
        k = len(self._requirements)
        self._requirements.append((code, message))
        self.lines += [f"  %holds{k} = {condition}", f"  br i1 %holds{k}, label %go{k}, label %no{k}", f"go{k}:"]

    def metadata(self, call: XlaCall) -> None:
        """Answers XLA's question for the version, which comes as a call with an extension."""
        self.load("extension", "ptr", "%frame", FRAME["extension"])
        self.lines += [
            "  %extended = icmp ne ptr %extension, null",
            "  br i1 %extended, label %ask, label %work",
            "ask:",
        ]
        self.load("extension.type", "i32", "%extension", EXTENSION["type"])
        self.lines.append(f"  %asked = icmp eq i32 %extension.type, {METADATA_EXTENSION}")
        self.lines += ["  br i1 %asked, label %answer, label %work", "answer:"]
        self.load("metadata", "ptr", "%extension", EXTENSION["metadata"])
        for field, value in zip(("major", "minor", "traits"), (*call.version, 0), strict=True):
            self.lines.append(f"  %{field}.p = getelementptr i8, ptr %metadata, i64 {METADATA[field]}")
            self.lines.append(f"  store i32 {value}, ptr %{field}.p")
        self.lines += ["  ret ptr null", "work:"]

    def buffer(self, which: str, index: int, buffer: XlaBuffer) -> None:
        name = f"{which}{index}"
        self.load(name, "ptr", f"%{which}", 8 * index)
        self.load(f"{name}.dtype", "i32", f"%{name}", BUFFER["dtype"])
        said = f"{'operand' if which == 'args' else 'result'} {index}"
        self.require(
            f"icmp eq i32 %{name}.dtype, {buffer.dtype_code}", INVALID_ARGUMENT, f"{said} has another element type"
        )
        self.load(f"{name}.data", "i64", f"%{name}", BUFFER["data"])
        self.lines.append(f"  %{name}.low = and i64 %{name}.data, {buffer.align_bytes - 1}")
        self.require(
            f"icmp eq i64 %{name}.low, 0", INVALID_ARGUMENT, f"{said} is not aligned to {buffer.align_bytes} bytes"
        )
        self._slot(name + ".slot", buffer.slot, f"%{name}.data")

    def stream(self, slot: int) -> None:
        self.load("context", "ptr", "%frame", FRAME["context"])
        for field, kind, value in (
            ("size", "i64", str(STREAM_ARGS_BYTES)),
            ("extension", "ptr", "null"),
            ("context", "ptr", "%context"),
        ):
            self.lines.append(f"  %s.{field} = getelementptr i8, ptr %stream.args, i64 {STREAM_ARGS[field]}")
            self.lines.append(f"  store {kind} {value}, ptr %s.{field}")
        self.load("stream.get", "ptr", "%api", API["stream_get"])
        self.lines.append("  %stream.error = call ptr %stream.get(ptr %stream.args)")
        self.lines += [
            "  %streamed = icmp eq ptr %stream.error, null",
            "  br i1 %streamed, label %take.stream, label %no.stream",
        ]
        self.lines += ["no.stream:", "  ret ptr %stream.error", "take.stream:"]
        self.load("stream", "i64", "%stream.args", STREAM_ARGS["stream"])
        self._slot("stream.slot", slot, "%stream")

    def _slot(self, name: str, slot: int, value: str) -> None:
        self.lines.append(f"  %{name} = getelementptr i64, ptr %slots, i64 {slot}")
        self.lines.append(f"  store i64 {value}, ptr %{name}")

    def body(self) -> str:
        return "\n".join(self.lines)

    def constants(self) -> str:
        def constant(k: int, message: str) -> str:
            data = message.encode() + b"\0"
            text = "".join(f"\\{byte:02X}" for byte in data)
            return f'@xla.message{k} = private constant [{len(data)} x i8] c"{text}"'

        return "\n".join(constant(k, message) for k, (_, message) in enumerate(self._requirements))

    def failures(self) -> str:
        return "\n".join(
            f"no{k}:\n  %e{k} = call ptr @xla.error(ptr %api, ptr @xla.message{k}, i32 {code})\n  ret ptr %e{k}"
            for k, (code, _) in enumerate(self._requirements)
        )


_ERROR = f"""
define internal ptr @xla.error(ptr %api, ptr %message, i32 %code) noinline {{
entry:
  %args = alloca [{ERROR_ARGS_BYTES + 4} x i8], align 8
  %size.p = getelementptr i8, ptr %args, i64 {ERROR_ARGS["size"]}
  store i64 {ERROR_ARGS_BYTES}, ptr %size.p
  %extension.p = getelementptr i8, ptr %args, i64 {ERROR_ARGS["extension"]}
  store ptr null, ptr %extension.p
  %message.p = getelementptr i8, ptr %args, i64 {ERROR_ARGS["message"]}
  store ptr %message, ptr %message.p
  %code.p = getelementptr i8, ptr %args, i64 {ERROR_ARGS["code"]}
  store i32 %code, ptr %code.p
  %create.p = getelementptr i8, ptr %api, i64 {API["error_create"]}
  %create = load ptr, ptr %create.p
  %error = call ptr %create(ptr %args)
  ret ptr %error
}}"""


def _run(name: str) -> str:
    """Calls the host function; an error is XLA's, with the text that Python gives."""
    return f"""{run_text(f'@"{name}{STATE_SUFFIX}"', STATE)}
  %error = call ptr @xla.error(ptr %api, ptr %said, i32 {INTERNAL})
  ret ptr %error
done:
  ret ptr null"""
