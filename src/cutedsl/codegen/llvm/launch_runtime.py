"""The launcher of CPU kernels, in LLVM text: what goes on between compiled host code and a kernel's worker.

What a kernel streams through leaves nothing of Python's in the caches: a launch by Python is slowest after one, and its
helpers begin later still, as they wait for the GIL. Here a launch like one before reads a few lines of memory, and
helpers wait for jobs in machine code; after a job they look for the next one for some 60 µs before they sleep, as a
sleeping core is slow to wake. A job that no helper has begun when the launch's own thread has nothing left to do is
taken back. Interface: `arch/cpu_pool_abi.py`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.cpu_pool_abi import (
    FIRST_HELPER,
    FIRST_SEAT,
    HELPER,
    HELPER_BYTES,
    INLINE_BLOCKS,
    LAUNCH_GRID,
    PARKED,
    PLAN,
    PLAN_DIMS,
    POOL,
    RUN_GRID,
    SEAT,
    SEAT_BYTES,
    SEATS,
    SERVE,
    TABLE,
    THREADS_VARIABLE,
    UNWATCHED,
    WORD_BYTES,
)
from cutedsl.arch.host_abi import BLOCK, RT, SMEM_ALIGN_BYTES, SMEM_SLACK_BYTES

_LOOKS: Final = 200
"""How often a helper looks for its next job, and a launch for the end of its helpers, before it sleeps. Between two
looks it yields the core, which takes about 0.3 µs."""
_NAP_US: Final = 50_000
"""How long a launch waits for its helpers before it looks whether it has been stopped."""
_JOB: Final = {
    name: 8 * index
    for index, name in enumerate(("worker", "counter", "dims", "params", "rt", "smem_bytes", "room_bytes", "seat"))
}
_JOB_BYTES: Final = 8 * len(_JOB)


def _at(name: str, base: str, offset: int) -> str:
    return f"  %{name} = getelementptr i8, ptr {base}, i64 {offset}"


def _load(name: str, kind: str, base: str, offset: int) -> str:
    return f"{_at(f'{name}.p', base, offset)}\n  %{name} = load {kind}, ptr %{name}.p, align {_align(kind)}"


def _look(name: str, base: str, offset: int, order: str = "acquire") -> str:
    return f"{_at(f'{name}.p', base, offset)}\n  %{name} = load atomic i64, ptr %{name}.p {order}, align 8"


def _align(kind: str) -> int:
    return 4 if "i32" in kind else 8


def _put(name: str, value: str, base: str, offset: int) -> str:
    return f"{_at(f'{name}.to', base, offset)}\n  store {value}, ptr %{name}.to, align 8"


# The memory at a seat or a helper, made larger where it has less than `%room`.
_ARENA: Final = f"""
define internal ptr @cute.arena(ptr %owner, i64 %arena.at, i64 %room) noinline {{
entry:
  %arena.p = getelementptr i8, ptr %owner, i64 %arena.at
  %bytes.p = getelementptr i8, ptr %arena.p, i64 {WORD_BYTES}
  %had = load ptr, ptr %arena.p, align 8
  %bytes = load i64, ptr %bytes.p, align 8
  %fits = icmp ule i64 %room, %bytes
  br i1 %fits, label %give, label %grow
grow:
  call void @free(ptr %had)
  %made = call ptr @malloc(i64 %room)
  store ptr %made, ptr %arena.p, align 8
  %failed = icmp eq ptr %made, null
  %has = select i1 %failed, i64 0, i64 %room
  store i64 %has, ptr %bytes.p, align 8
  br label %give
give:
  %arena = phi ptr [ %had, %entry ], [ %made, %grow ]
  %number = ptrtoint ptr %arena to i64
  %up = add i64 %number, {SMEM_ALIGN_BYTES - 1}
  %aligned = and i64 %up, {-SMEM_ALIGN_BYTES}
  %first = inttoptr i64 %aligned to ptr
  ret ptr %first
}}
"""

# Whether a word is null, or not, within a few looks at it; once where nothing yields the core.
_LOOK: Final = f"""
define internal i1 @cute.soon(ptr %pool, ptr %word, i1 %null) noinline {{
entry:
{_load("yield", "ptr", "%pool", POOL["yield"])}
  %yields = icmp ne ptr %yield, null
  %looks = select i1 %yields, i32 {_LOOKS}, i32 1
  br label %look
look:
  %n = phi i32 [ 0, %entry ], [ %n1, %again ]
  %seen = load atomic i64, ptr %word seq_cst, align 8
  %is.null = icmp eq i64 %seen, 0
  %found = icmp eq i1 %is.null, %null
  br i1 %found, label %out, label %count
count:
  %n1 = add i32 %n, 1
  %more = icmp ult i32 %n1, %looks
  br i1 %more, label %again, label %out
again:
  %yielded = call i32 %yield()
  br label %look
out:
  ret i1 %found
}}
"""

_SERVE: Final = f"""
define void @{SERVE}(ptr %pool, ptr %helper) noinline {{
entry:
{_load("acquire", "ptr", "%pool", POOL["acquire"])}
{_load("release", "ptr", "%pool", POOL["release"])}
{_load("lock", "ptr", "%helper", HELPER["lock"])}
{_at("job.p", "%helper", HELPER["job"])}
{_at("parked.p", "%helper", HELPER["parked"])}
  br label %idle
idle:
  %given = call i1 @cute.soon(ptr %pool, ptr %job.p, i1 false)
  br i1 %given, label %work, label %sleep
sleep:
  store atomic i64 1, ptr %parked.p seq_cst, align 8
  %job.late = load atomic ptr, ptr %job.p seq_cst, align 8
  %came = icmp ne ptr %job.late, null
  br i1 %came, label %awake, label %wait
awake:
  %was = atomicrmw xchg ptr %parked.p, i64 0 seq_cst
  %nobody = icmp ne i64 %was, 0
  br i1 %nobody, label %work, label %wait
wait:
  %woken = call i32 %acquire(ptr %lock, i64 -1, i32 0)
  br label %work
work:
  %job = atomicrmw xchg ptr %job.p, ptr null seq_cst
  %false.alarm = icmp eq ptr %job, null
  br i1 %false.alarm, label %idle, label %run
run:
{_load("worker", "ptr", "%job", _JOB["worker"])}
{_load("counter", "ptr", "%job", _JOB["counter"])}
{_load("dims", "ptr", "%job", _JOB["dims"])}
{_load("params", "ptr", "%job", _JOB["params"])}
{_load("rt", "ptr", "%job", _JOB["rt"])}
{_load("smem_bytes", "i64", "%job", _JOB["smem_bytes"])}
{_load("room", "i64", "%job", _JOB["room_bytes"])}
{_load("seat", "ptr", "%job", _JOB["seat"])}
  %smem = call ptr @cute.arena(ptr %helper, i64 {HELPER["arena"]}, i64 %room)
{_at("poll", "%rt", RT["worker_poll"].offset)}
  call void %worker(ptr %counter, ptr %dims, ptr %params, ptr %rt, ptr %poll, ptr %smem, i64 %smem_bytes)
{_at("pending.p", "%seat", SEAT["pending"])}
{_load("done", "ptr", "%seat", SEAT["done"])}
  %left = atomicrmw sub ptr %pending.p, i64 1 seq_cst
  %tells = icmp eq i64 %left, {PARKED + 1}
  br i1 %tells, label %tell, label %idle
tell:
  call void %release(ptr %done)
  br label %idle
}}
"""

_RUN: Final = f"""
define void @{RUN_GRID}(ptr %pool, ptr %rt, ptr %plan, ptr %dims, ptr %params, i64 %wanted, ptr %counter, i64 %together) noinline {{
entry:
  %seat = call ptr @cute.seat(ptr %pool, i64 {UNWATCHED})
  %none = icmp eq ptr %seat, null
  br i1 %none, label %alone, label %sit
sit:
  call void @cute.run_at(ptr %pool, ptr %seat, ptr %rt, ptr %plan, ptr %dims, ptr %params, i64 %wanted, ptr %counter, i64 %together)
{_at("seat.rt", "%seat", SEAT["rt"])}
  store atomic i64 0, ptr %seat.rt seq_cst, align 8
  ret void
alone:
  %own = alloca [{SEAT_BYTES} x i8], align 16
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 {SEAT_BYTES}, i1 false)
  call void @cute.run_at(ptr %pool, ptr %own, ptr %rt, ptr %plan, ptr %dims, ptr %params, i64 0, ptr %counter, i64 %together)
{_load("arena", "ptr", "%own", SEAT["arena"])}
  call void @free(ptr %arena)
  ret void
}}
define internal ptr @cute.seat(ptr %pool, i64 %whose) noinline {{
entry:
  br label %each
each:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
{_at("seats", "%pool", FIRST_SEAT)}
  %seat = getelementptr [{SEAT_BYTES} x i8], ptr %seats, i32 %k
{_at("rt.p", "%seat", SEAT["rt"])}
  %pair = cmpxchg ptr %rt.p, i64 0, i64 %whose seq_cst seq_cst
  %won = extractvalue {{ i64, i1 }} %pair, 1
  br i1 %won, label %out, label %next
next:
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, {SEATS}
  br i1 %more, label %each, label %out
out:
  %found = phi ptr [ %seat, %each ], [ null, %next ]
  ret ptr %found
}}
define internal void @cute.run_at(ptr %pool, ptr %seat, ptr %rt, ptr %plan, ptr %dims, ptr %params, i64 %wanted, ptr %counter, i64 %together) noinline {{
entry:
  %job = alloca [{_JOB_BYTES} x i8], align 16
{_load("worker", "ptr", "%plan", PLAN["worker"])}
{_load("clusters", "i64", "%plan", PLAN["clusters"])}
{_load("blocks", "i64", "%plan", PLAN["cluster_blocks"])}
{_load("smem_bytes", "i64", "%plan", PLAN["smem_bytes"])}
{_load("most", "i64", "%plan", PLAN["most_together"])}
{_load("count", "i64", "%pool", POOL["count"])}
{_at("helpers", "%pool", FIRST_HELPER)}
{_at("pending.p", "%seat", SEAT["pending"])}
{_load("release", "ptr", "%pool", POOL["release"])}
  br label %claim
claim:
  %k = phi i64 [ 0, %entry ], [ %k1, %next ]
  %got = phi i64 [ 0, %entry ], [ %got1, %next ]
  %chain = phi ptr [ null, %entry ], [ %chain1, %next ]
  %needs = icmp ult i64 %got, %wanted
  %there = icmp ult i64 %k, %count
  %tries = and i1 %needs, %there
  br i1 %tries, label %try, label %claimed
try:
  %helper = getelementptr [{HELPER_BYTES} x i8], ptr %helpers, i64 %k
{_at("claimed.p", "%helper", HELPER["claimed"])}
  %pair = cmpxchg ptr %claimed.p, i64 0, i64 1 seq_cst seq_cst
  %won = extractvalue {{ i64, i1 }} %pair, 1
  br i1 %won, label %take, label %next
take:
{_put("mate", "ptr %chain", "%helper", HELPER["mate"])}
  br label %next
next:
  %one = zext i1 %won to i64
  %got1 = add i64 %got, %one
  %chain1 = select i1 %won, ptr %helper, ptr %chain
  %k1 = add i64 %k, 1
  br label %claim
claimed:
  %workers = add i64 %got, 1
  %less = add i64 %clusters, %got
  %part = udiv i64 %less, %workers
  %some = call i64 @llvm.umin.i64(i64 %part, i64 %most)
  %unsaid = icmp eq i64 %together, 0
  %resident = select i1 %unsaid, i64 %some, i64 %together
{_put("resident", "i64 %resident", "%rt", RT["resident"].offset)}
{_put("workers", "i64 %workers", "%rt", RT["workers"].offset)}
  %smem.up = add i64 %smem_bytes, {SMEM_ALIGN_BYTES - 1}
  %stride = and i64 %smem.up, {-SMEM_ALIGN_BYTES}
  %resident.blocks = mul i64 %resident, %blocks
  %all = mul i64 %stride, %resident.blocks
  %room = add i64 %all, {SMEM_ALIGN_BYTES + SMEM_SLACK_BYTES}
{_put("worker", "ptr %worker", "%job", _JOB["worker"])}
{_put("counter", "ptr %counter", "%job", _JOB["counter"])}
{_put("dims", "ptr %dims", "%job", _JOB["dims"])}
{_put("params", "ptr %params", "%job", _JOB["params"])}
{_put("rt", "ptr %rt", "%job", _JOB["rt"])}
{_put("smem", "i64 %smem_bytes", "%job", _JOB["smem_bytes"])}
{_put("room", "i64 %room", "%job", _JOB["room_bytes"])}
{_put("seat", "ptr %seat", "%job", _JOB["seat"])}
{_load("block", "<3 x i32>", "%dims", 4 * BLOCK)}
{_at("block.to", "%rt", RT["block"].offset)}
  store <3 x i32> %block, ptr %block.to, align 4
  store atomic i64 %got, ptr %pending.p seq_cst, align 8
  br label %start
start:
  %starts = phi ptr [ %chain, %claimed ], [ %mate, %told ]
  %all.started = icmp eq ptr %starts, null
  br i1 %all.started, label %own, label %tell
tell:
{_at("job.p", "%starts", HELPER["job"])}
{_at("parked.p", "%starts", HELPER["parked"])}
{_load("mate", "ptr", "%starts", HELPER["mate"])}
{_load("lock", "ptr", "%starts", HELPER["lock"])}
  store atomic ptr %job, ptr %job.p seq_cst, align 8
  %slept = atomicrmw xchg ptr %parked.p, i64 0 seq_cst
  %sleeps = icmp ne i64 %slept, 0
  br i1 %sleeps, label %wake, label %told
wake:
  call void %release(ptr %lock)
  br label %told
told:
  br label %start
own:
  %arena = call ptr @cute.arena(ptr %seat, i64 {SEAT["arena"]}, i64 %room)
{_at("poll", "%rt", RT["caller_poll"].offset)}
  call void %worker(ptr %counter, ptr %dims, ptr %params, ptr %rt, ptr %poll, ptr %arena, i64 %smem_bytes)
  %lonely = icmp eq i64 %got, 0
  br i1 %lonely, label %out, label %await
await:
  br label %recall
recall:
  %recalls = phi ptr [ %chain, %await ], [ %following, %recalled ]
  %all.recalled = icmp eq ptr %recalls, null
  br i1 %all.recalled, label %finish, label %ask
ask:
{_load("following", "ptr", "%recalls", HELPER["mate"])}
{_at("its.job", "%recalls", HELPER["job"])}
  %unbegun = atomicrmw xchg ptr %its.job, ptr null seq_cst
  %began = icmp eq ptr %unbegun, null
  br i1 %began, label %recalled, label %count.off
count.off:
  %fewer = atomicrmw sub ptr %pending.p, i64 1 seq_cst
  br label %recalled
recalled:
  br label %recall
finish:
  call void @cute.await(ptr %pool, ptr %seat, ptr %rt)
  br label %leave
leave:
  %leaves = phi ptr [ %chain, %finish ], [ %after, %go ]
  %all.left = icmp eq ptr %leaves, null
  br i1 %all.left, label %out, label %go
go:
{_load("after", "ptr", "%leaves", HELPER["mate"])}
{_at("freed.p", "%leaves", HELPER["claimed"])}
  store atomic i64 0, ptr %freed.p seq_cst, align 8
  br label %leave
out:
  ret void
}}
define internal void @cute.await(ptr %pool, ptr %seat, ptr %rt) noinline {{
entry:
{_load("acquire", "ptr", "%pool", POOL["acquire"])}
{_load("done", "ptr", "%seat", SEAT["done"])}
{_at("pending.p", "%seat", SEAT["pending"])}
{_at("poll.p", "%rt", RT["caller_poll"].offset)}
  %ended = call i1 @cute.soon(ptr %pool, ptr %pending.p, i1 true)
  br i1 %ended, label %out, label %park
park:
  %before = atomicrmw add ptr %pending.p, i64 {PARKED} seq_cst
  %late = icmp eq i64 %before, 0
  br i1 %late, label %out, label %sleep
sleep:
  %got = call i32 %acquire(ptr %done, i64 {_NAP_US}, i32 0)
  %over = icmp eq i32 %got, 1
  br i1 %over, label %out, label %ask
ask:
  %word = load atomic i64, ptr %poll.p monotonic, align 8
  %quiet = icmp eq i64 %word, 0
  br i1 %quiet, label %sleep, label %poll
poll:
  %stops = call i1 @cute.poll(ptr %rt, ptr %poll.p)
  br label %sleep
out:
  ret void
}}
"""  # noqa: E501

_LAUNCH: Final = f"""
@cute.threads.variable = private constant [{len(THREADS_VARIABLE) + 1} x i8] c"{THREADS_VARIABLE}\\00"
define internal i64 @cute.threads(ptr %pool) noinline {{
entry:
{_load("getenv", "ptr", "%pool", POOL["getenv"])}
  %text = call ptr %getenv(ptr @cute.threads.variable)
  %unset = icmp eq ptr %text, null
  br i1 %unset, label %all, label %digit
all:
{_load("cores", "i64", "%pool", POOL["cores"])}
  ret i64 %cores
digit:
  %n = phi i64 [ 0, %entry ], [ %n1, %next ]
  %value = phi i64 [ 0, %entry ], [ %value1, %next ]
  %at = getelementptr i8, ptr %text, i64 %n
  %letter = load i8, ptr %at
  %wide = zext i8 %letter to i64
  %amount = sub i64 %wide, 48
  %is.digit = icmp ult i64 %amount, 10
  %short = icmp ult i64 %n, 4
  %goes.on = and i1 %is.digit, %short
  br i1 %goes.on, label %next, label %end
next:
  %ten = mul i64 %value, 10
  %value1 = add i64 %ten, %amount
  %n1 = add i64 %n, 1
  br label %digit
end:
  %over = icmp eq i8 %letter, 0
  %said = select i1 %over, i64 %value, i64 0
  ret i64 %said
}}
define i32 @{LAUNCH_GRID}(ptr %rt, i32 %kernel, ptr %dims, i64 %stream, ptr %params) noinline {{
entry:
  %counter = alloca i64, align 8
{_load("table", "ptr", "%rt", RT["user"].offset)}
{_load("pool", "ptr", "%table", TABLE["pool"])}
{_look("told", "%pool", POOL["told"])}
{_load("given", f"<{PLAN_DIMS} x i32>", "%dims", 0)}
  %index = zext i32 %kernel to i64
{_at("plans", "%table", TABLE["plans"])}
  %newest = getelementptr ptr, ptr %plans, i64 %index
  %untold = icmp eq i64 %told, 0
  br i1 %untold, label %each, label %python
each:
  %from = phi ptr [ %newest, %entry ], [ %plan, %compare ]
  %plan = load atomic ptr, ptr %from acquire, align 8
  %unknown = icmp eq ptr %plan, null
  br i1 %unknown, label %python, label %compare
compare:
{_load("seen", f"<{PLAN_DIMS} x i32>", "%plan", PLAN["dims"])}
  %differ = icmp ne <{PLAN_DIMS} x i32> %given, %seen
  %bits = bitcast <{PLAN_DIMS} x i1> %differ to i{PLAN_DIMS}
  %alike = icmp eq i{PLAN_DIMS} %bits, 0
  br i1 %alike, label %found, label %each
found:
{_load("clusters", "i64", "%plan", PLAN["clusters"])}
  %small = icmp ule i64 %clusters, {INLINE_BLOCKS}
  br i1 %small, label %seated, label %several
several:
  %threads = call i64 @cute.threads(ptr %pool)
  %unclear = icmp eq i64 %threads, 0
  br i1 %unclear, label %python, label %enough
enough:
{_load("count", "i64", "%pool", POOL["count"])}
  %most = call i64 @llvm.umin.i64(i64 %threads, i64 %clusters)
  %others = sub i64 %most, 1
  %few = icmp ult i64 %count, %others
  br i1 %few, label %python, label %seated
seated:
  %helpers = phi i64 [ 0, %found ], [ %others, %enough ]
  %whose = ptrtoint ptr %rt to i64
  %seat = call ptr @cute.seat(ptr %pool, i64 %whose)
  %full = icmp eq ptr %seat, null
  br i1 %full, label %python, label %watch
watch:
{_at("seat.rt", "%seat", SEAT["rt"])}
{_look("watching", "%pool", POOL["watching"], "seq_cst")}
  %asleep = icmp eq i64 %watching, 0
  br i1 %asleep, label %give.up, label %go
give.up:
  store atomic i64 0, ptr %seat.rt seq_cst, align 8
  br label %python
go:
  store i64 0, ptr %counter
{_load("save", "ptr", "%pool", POOL["save_thread"])}
{_load("restore", "ptr", "%pool", POOL["restore_thread"])}
  %thread = call ptr %save()
  call void @cute.run_at(ptr %pool, ptr %seat, ptr %rt, ptr %plan, ptr %dims, ptr %params, i64 %helpers, ptr %counter, i64 0)
  store atomic i64 0, ptr %seat.rt seq_cst, align 8
  call void %restore(ptr %thread)
{_load("code", "i32", "%rt", RT["error_code"].offset)}
  %fine = icmp eq i32 %code, 0
  %result = zext i1 %fine to i32
  ret i32 %result
python:
{_load("launch", "ptr", "%table", TABLE["python"])}
  %said = call i32 %launch(ptr %rt, i32 %kernel, ptr %dims, i64 %stream, ptr %params)
  ret i32 %said
}}
"""  # noqa: E501

LAUNCHER: Final = _ARENA + _LOOK + _SERVE + _RUN + _LAUNCH
"""`cute.serve`, `cute.run_grid` and `cute.launch_grid`."""
