"""The call code of a compiled function: a CPython builtin beside the host function, in LLVM text.

Checked arguments go straight into the host entry's slots; an argument that is not known by heart sends the whole call to
the function's Python path, which raises the named error or handles the rarer kinds. Interface: `arch/call_abi.py`.
"""

from __future__ import annotations

from cutedsl.arch.call_abi import (
    CALL_SUFFIX,
    STATE,
    STATE_BYTES,
    STATE_SUFFIX,
    WORD_BYTES,
    CallDescription,
    HostKind,
)
from cutedsl.arch.host_abi import RT, SLOT_BYTES
from cutedsl.codegen.abi.arguments import MISS, ArgumentEmitter
from cutedsl.codegen.abi.view import VIEW, VIEW_BYTES
from cutedsl.codegen.cpu.emitter import LIKELY, UNLIKELY
from cutedsl.codegen.llvm.text import FunctionText

_RUN = "run"
_DECLARATIONS = """@cute.timeout = private constant [18 x i8] c"CUTEDSL_TIMEOUT_S\\00"
declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
"""


def call_text(description: CallDescription, host: str, kind: HostKind) -> str:
    """LLVM text to append to the module that defines the host function `host`."""
    f = FunctionText()
    emit = ArgumentEmitter(f)
    f.do(f"%slots = alloca [{max(1, description.slot_count)} x i64], align 8")
    f.do(f"%view = alloca [{VIEW_BYTES} x i8], align 8")
    f.do("%overflow = alloca i32, align 4")
    f.do("%given = alloca [2 x ptr], align 8")
    f.do(f'%env = load ptr, ptr @"{host}{STATE_SUFFIX}"')
    named = f.op("icmp eq ptr %kwnames, null")
    counted = f.op(f"icmp eq i64 %count, {len(description.arguments)}")
    emit.require(f.op(f"and i1 {named}, {counted}"))
    for index, argument in enumerate(description.arguments):
        emit.argument(index, argument)
    caller = _Caller(f, emit, host)
    if kind is HostKind.LAUNCHES:
        caller.without_time_limit()
    if kind is HostKind.LOOPS:
        f.branch(_RUN)
    else:
        caller.host_call()
    caller.run()
    caller.miss()
    f.begin("done")
    f.do(f"call void {emit.environment('incref')}(ptr {emit.environment('none')})")
    f.do(f"ret ptr {emit.environment('none')}")
    f.begin("raised")
    f.do("ret ptr null")
    body = "\n".join(filter(None, f.lines))
    return (
        f'@"{host}{STATE_SUFFIX}" = global [{STATE_BYTES // WORD_BYTES} x i64] zeroinitializer\n{_DECLARATIONS}{VIEW}'
        f'define ptr @"{host}{CALL_SUFFIX}"(ptr %self, ptr %args, i64 %count, ptr %kwnames) {{\nentry:\n{body}\n}}\n'
    )


class _Caller:
    """Writes what follows the checks: the host call, and the ways into Python."""

    def __init__(self, f: FunctionText, emit: ArgumentEmitter, host: str) -> None:
        self.f = f
        self.emit = emit
        self.host = host
        self.state = f'@"{host}{STATE_SUFFIX}"'

    def _state(self, name: str, kind: str = "ptr") -> str:
        return self.emit.at(self.state, STATE[name], kind)

    def _place(self, base: str, offset: int) -> str:
        return self.f.op(f"getelementptr i8, ptr {base}, i64 {offset}")

    def _context(self, index: str) -> str:
        """The place of the free context number `index`."""
        return self.f.op(f"getelementptr ptr, ptr {self._place(self.state, STATE['contexts'])}, i64 {index}")

    def without_time_limit(self) -> None:
        """Settings that belong to one launch (a time limit, an override) are read by the Python path."""
        f, emit = self.f, self.emit
        limit = f.op(f"call ptr {emit.environment('getenv')}(ptr @cute.timeout)")
        unlimited, plain = f.label("unlimited"), f.label("plain")
        f.branch_if(f.op(f"icmp eq ptr {limit}, null"), unlimited, _RUN, suffix=LIKELY)
        f.begin(unlimited)
        variable = emit.environment("override_variable")
        f.do(f"call i32 {emit.environment('context_var_get')}(ptr {variable}, ptr null, ptr %given)")
        value = f.op("load ptr, ptr %given")
        f.do(f"call void {emit.environment('decref')}(ptr {value})")
        f.branch_if(f.op(f"icmp eq ptr {value}, {emit.environment('none')}"), plain, _RUN, suffix=LIKELY)
        f.begin(plain)

    def host_call(self) -> None:
        """Takes a free context, calls the host entry, gives the context back; no free one: Python makes the call."""
        f = self.f
        taken, failed = f.label("taken"), f.label("failed")
        count = self._state("free_count", "i64")
        f.branch_if(f.op(f"icmp sgt i64 {count}, 0"), taken, _RUN, suffix=LIKELY)
        f.begin(taken)
        left = f.op(f"sub i64 {count}, 1")
        f.do(f"store i64 {left}, ptr {self._place(self.state, STATE['free_count'])}")
        rt = f.op(f"load ptr, ptr {self._context(left)}")
        for name, kind in (("caller_poll", "i64"), ("worker_poll", "i64"), ("error_code", "i32")):
            f.do(f"store {kind} 0, ptr {self._place(rt, RT[name].offset)}")
        code = f.op(f'call i32 @"{self.host}"(ptr %slots, ptr {rt})')
        fine = f.label("fine")
        f.branch_if(f.op(f"icmp ne i32 {code}, 0"), failed, fine, suffix=UNLIKELY)
        f.begin(failed)
        wide = f.op(f"sext i32 {code} to i64")
        self._python("failed", [("long_from_pointer", f"ptr {rt}"), ("long_from_long_long", f"i64 {wide}")])
        error = f.block
        f.branch("give_back")
        f.begin(fine)
        f.branch("give_back")
        f.begin("give_back")
        result = f.phi("i1", ("true", error), ("false", fine))
        now = self._state("free_count", "i64")  # other calls came and went meanwhile
        f.do(f"store ptr {rt}, ptr {self._context(now)}")
        f.do(f"store i64 {f.op(f'add i64 {now}, 1')}, ptr {self._place(self.state, STATE['free_count'])}")
        f.branch_if(result, "raised", "done", suffix=UNLIKELY)

    def run(self) -> None:
        """The Python function `run` calls the host entry with the slots filled here."""
        self.f.begin(_RUN)
        self.f.do(f"ret ptr {self._python('run', [('long_from_pointer', 'ptr %slots')])}")

    def miss(self) -> None:
        """The Python function `slow` takes the arguments as they came."""
        self.f.begin(MISS)
        vectorcall, slow = self.emit.environment("vectorcall"), self._state("slow")
        result = self.f.op(f"call ptr {vectorcall}(ptr {slow}, ptr %args, i64 %count, ptr %kwnames)")
        self.f.do(f"ret ptr {result}")

    def _python(self, function: str, numbers: list[tuple[str, str]]) -> str:
        """Calls a Python function of the state with integers; gives its result, a new reference or null."""
        f, emit = self.f, self.emit
        for index, (maker, value) in enumerate(numbers):
            made = f.op(f"call ptr {emit.environment(maker)}({value})")
            f.do(f"store ptr {made}, ptr {self._place('%given', WORD_BYTES * index)}")
        call, out, short = f.label("call"), f.label("out"), f.label("short")
        complete = "true"
        for index in range(len(numbers)):
            made = emit.at("%given", WORD_BYTES * index, "ptr")
            complete = f.op(f"and i1 {complete}, {f.op(f'icmp ne ptr {made}, null')}")
        f.branch_if(complete, call, short)
        f.begin(call)
        vectorcall, target = emit.environment("vectorcall"), self._state(function)
        result = f.op(f"call ptr {vectorcall}(ptr {target}, ptr %given, i64 {len(numbers)}, ptr null)")
        for index in range(len(numbers)):
            f.do(f"call void {emit.environment('decref')}(ptr {emit.at('%given', WORD_BYTES * index, 'ptr')})")
        f.branch(out)
        f.begin(short)  # out of memory; a number made before it is lost
        f.branch(out)
        f.begin(out)
        return f.phi("ptr", (result, call), ("null", short))
