"""The functions around a kernel's body: the warp (a coroutine if it can wait), and the worker that runs blocks."""

from __future__ import annotations

from cutedsl.arch.host_abi import BLOCK, GRID, WORKER_SUFFIX
from cutedsl.codegen.cpu.analysis import Geometry
from cutedsl.codegen.llvm.runtime import STATE, STATE_BYTES
from cutedsl.codegen.llvm.text import FunctionText


def warp_head(f: FunctionText) -> None:
    """Loads what a warp's body uses from the block's state."""
    for name, field in (("rt", "rt"), ("poll", "poll"), ("dims", "dims"), ("params", "params"), ("smem", "smem")):
        f.do(f"%{name}_at = getelementptr i8, ptr %state, i64 {STATE[field]}")
        f.do(f"%{name} = load ptr, ptr %{name}_at, align 8")
    for index, axis in enumerate("xyz"):
        f.do(f"%block_{axis}_at = getelementptr i8, ptr %state, i64 {STATE['block'] + 4 * index}")
        f.do(f"%block_{axis} = load i32, ptr %block_{axis}_at, align 4")
    f.do("%first_thread = shl i32 %warp, 5")


def coroutine_head(f: FunctionText, allocas: list[str]) -> None:
    """Makes the frame and suspends at once, so that the body exists once, in the resume function."""
    f.do("%id = call token @llvm.coro.id(i32 128, ptr null, ptr null, ptr null)")
    f.do("%frame_bytes = call i64 @llvm.coro.size.i64()")
    f.do("%frame = call ptr @cute.frame(ptr %state, i64 %frame_bytes)")
    f.do("%handle = call ptr @llvm.coro.begin(token %id, ptr %frame)")
    f.lines.extend(allocas)
    f.do("%initial = call i8 @llvm.coro.suspend(token none, i1 false)")
    f.do("switch i8 %initial, label %suspended [i8 0, label %started i8 1, label %cleanup]")
    f.begin("started")
    f.do(f"%wait_sites = getelementptr i8, ptr %state, i64 {STATE['wait_sites']}")
    f.do("%wait_site = getelementptr i32, ptr %wait_sites, i32 %warp")


def coroutine_tail(f: FunctionText) -> None:
    """The end of a warp: it leaves the block's barriers, and stays suspended for good."""
    f.do("call void @cute.finish(ptr %state)")
    f.branch("stop")
    f.begin("stop")
    f.do("%final = call i8 @llvm.coro.suspend(token none, i1 true)")
    f.do("switch i8 %final, label %suspended [i8 0, label %never i8 1, label %cleanup]")
    f.begin("never")
    f.do("unreachable")
    f.begin("cleanup")
    f.do("%freed = call ptr @llvm.coro.free(token %id, ptr %handle)")
    f.branch("suspended")
    f.begin("suspended")
    f.do("call void @llvm.coro.end(ptr %handle, i1 false, token none)")
    f.do("ret ptr %handle")


def plain_tail(f: FunctionText) -> None:
    """The end of a warp that never waits: 0, or 1 when the call must end."""
    f.do("ret i32 0")
    f.begin("stop")
    f.do("ret i32 1")


def _constant(value: int | None, otherwise: str) -> str:
    return otherwise if value is None else str(value)


def _load_dim(name: str, place: int) -> str:
    return f"""  %{name}_at = getelementptr i32, ptr %dims, i64 {place}
  %{name} = load i32, ptr %{name}_at, align 4"""


def _put(name: str, kind: str, text: str, extra: int = 0) -> str:
    label = f"%put_{name}_{extra}"
    return f"""  {label} = getelementptr i8, ptr %state, i64 {STATE[name] + extra}
  store {kind} {text}, ptr {label}"""


def worker_text(kernel: str, geometry: Geometry, *, suspends: bool) -> str:
    """The worker of a kernel: takes block numbers from the counter and runs each block's warps."""
    threads = _constant(geometry.threads, "%threads")
    warps = _constant(geometry.warps, "%warps")
    setup = "\n".join(_put(name, "ptr", f"%{name}") for name in ("rt", "poll", "dims", "params", "smem"))
    return f"""define void @"{kernel}{WORKER_SUFFIX}"(ptr %counter, ptr %dims, ptr %params, ptr %rt, ptr %poll, ptr %smem, i64 %smem_bytes) {{
entry:
  %state = alloca [{STATE_BYTES} x i8], align 128
{setup}
{_put("arena", "ptr", "null")}
{_load_dim("gx", GRID)}
{_load_dim("gy", GRID + 1)}
{_load_dim("gz", GRID + 2)}
{_load_dim("bx", BLOCK)}
{_load_dim("by", BLOCK + 1)}
{_load_dim("bz", BLOCK + 2)}
  %bxy = mul i32 %bx, %by
  %threads = mul i32 %bxy, %bz
  %threads31 = add i32 %threads, 31
  %warps = lshr i32 %threads31, 5
{_put("threads", "i32", threads)}
{_put("warps", "i32", warps)}
  %gx64 = zext i32 %gx to i64
  %gy64 = zext i32 %gy to i64
  %gz64 = zext i32 %gz to i64
  %gxy = mul i64 %gx64, %gy64
  %blocks = mul i64 %gxy, %gz64
  br label %grab
grab:
  %number = atomicrmw add ptr %counter, i64 1 monotonic
  %more = icmp ult i64 %number, %blocks
  br i1 %more, label %asked, label %out
asked:
  %word = load atomic i64, ptr %poll monotonic, align 8
  %quiet = icmp eq i64 %word, 0
  br i1 %quiet, label %go, label %ask
ask:
  %stop = call i1 @cute.poll(ptr %rt, ptr %poll)
  br i1 %stop, label %out, label %go
go:
  %x64 = urem i64 %number, %gx64
  %rows = udiv i64 %number, %gx64
  %y64 = urem i64 %rows, %gy64
  %z64 = udiv i64 %rows, %gy64
  %x = trunc i64 %x64 to i32
  %y = trunc i64 %y64 to i32
  %z = trunc i64 %z64 to i32
{_put("block", "i32", "%x")}
{_put("block", "i32", "%y", 4)}
{_put("block", "i32", "%z", 8)}
{_coroutines(kernel, warps) if suspends else _plain(kernel, warps)}
out:
{_release() if suspends else "  ret void"}
}}
"""  # noqa: E501


def _plain(kernel: str, warps: str) -> str:
    return f"""  br label %each
each:
  %k = phi i32 [ 0, %go ], [ %k1, %next ]
  %ended = call i32 @"{kernel}.warp"(ptr %state, i32 %k)
  %early = icmp ne i32 %ended, 0
  br i1 %early, label %out, label %next
next:
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, {warps}
  br i1 %again, label %each, label %grab"""


def _coroutines(kernel: str, warps: str) -> str:
    return f"""{_put("used", "i64", "0")}
{_put("progress", "i64", "0")}
{_put("alive", "i32", warps)}
{_put("block_waiting", "i32", "0")}
  %bars = getelementptr i8, ptr %state, i64 {STATE["barriers"]}
  call void @llvm.memset.p0.i64(ptr %bars, i8 0, i64 128, i1 false)
  %handles = getelementptr i8, ptr %state, i64 {STATE["handles"]}
  br label %each
each:
  %k = phi i32 [ 0, %go ], [ %k1, %each ]
  %handle = call ptr @"{kernel}.warp"(ptr %state, i32 %k)
  %place = getelementptr ptr, ptr %handles, i32 %k
  store ptr %handle, ptr %place
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, {warps}
  br i1 %again, label %each, label %run
run:
  call void @cute.run(ptr %state)
  br label %grab"""


def _release() -> str:
    return f"""  %arena_at = getelementptr i8, ptr %state, i64 {STATE["arena"]}
  %arena = load ptr, ptr %arena_at
  call void @free(ptr %arena)
  ret void"""
