"""Random well-typed kernels: integers, floats, control flow, divergence, shared memory, collectives,
atomics, asynchronous copies, barriers of the block and of some of its warps, register tensors.

What is undefined is not written: reads of other threads' data are between barriers, collectives stand where all
threads of the block come, loops end, indices are inside.
"""

from __future__ import annotations

import random

from tests.fuzz.statements import Body, Program, Statement

INTEGERS = {
    "a": "Int32",
    "b": "Int32",
    "u": "Uint32",
    "w": "Int64",
    "s": "Int8",
    "c": "Uint8",
    "pair[0]": "Int32",
    "pair[1]": "Int32",
    "box.v": "Int32",
}
FLOATS = {"p": "Float32", "q": "Float32", "h": "Float16", "z": "BFloat16", "d": "Float64", "box.f": "Float32"}
TYPES = {**INTEGERS, **FLOATS}
SHARED = {"Int32": "si", "Float32": "sf"}
_START = [
    "tid, _, _ = cute.arch.thread_idx()",
    "bid, _, _ = cute.arch.block_idx()",
    "i = bid * T + tid",
    "a = x[i]",
    "b = cutlass.Int32(3)",
    "u = a.to(cutlass.Uint32)",
    "w = (a * 5).to(cutlass.Int64)",
    "s = (a + tid).to(cutlass.Int8)",
    "p = f[i]",
    "q = cutlass.Float32(0.5)",
    "h = p.to(cutlass.Float16)",
    "z = p.to(cutlass.BFloat16)",
    "d = p.to(cutlass.Float64)",
    "c = a.to(cutlass.Uint8)",
    "pair = [a, cutlass.Int32(7)]",
    "box = Box(b, p)",
    "si = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout((T,)))",
    "sf = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((T,)))",
    "ri = cute.make_rmem_tensor((4,), cutlass.Int32); ri.fill(1)",
    "rf = cute.make_rmem_tensor((2, 2), cutlass.Float32); rf.fill(0.25)",
]
_END = [
    *(f"y[{k}, i] = {name}.to(cutlass.Int64)" for k, name in enumerate(INTEGERS)),
    *(f"g[{k}, i] = {name}.to(cutlass.Float64)" for k, name in enumerate(FLOATS)),
    *(f"y[{len(INTEGERS) + k}, i] = ri[{k}].to(cutlass.Int64)" for k in range(4)),
    *(f"g[{len(FLOATS) + k}, i] = rf[{k % 2}, {k // 2}].to(cutlass.Float64)" for k in range(4)),
]
INTEGER_OUTPUTS = len(INTEGERS) + 4
INTEGER_ROWS = INTEGER_OUTPUTS + 1
"""Of `y`: the last row has a lock and what is added under it."""
FLOAT_OUTPUTS = len(FLOATS) + 4


class Maker:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.names = 0
        self.counters: list[str] = []
        self.loops = 0
        self.shared_loops = 0
        self.left = False
        self.whole_warps = True
        self.locks = 0

    def program(self) -> Program:
        threads = self.r.choice([32, 64, 64, 96, 40])
        self.whole_warps = threads % 32 == 0
        self.left = False
        self.locks = self.r.choice([0, 0, 0, 0, 1])
        middle = self.block(3, uniform=True, most=6)
        return Program((*map(Statement, _START), *middle, *map(Statement, _END)), threads, self.r.choice([1, 2]))

    # -- statements --------------------------------------------------------------------------------------------------
    def block(self, depth: int, uniform: bool, most: int = 3) -> Body:
        return tuple(s for _ in range(self.r.randint(1, most)) for s in self.statement(depth, uniform))

    def statement(self, depth: int, uniform: bool) -> Body:
        kinds = [(self.assign, 8), (self.element, 2), (self.vector, 2)]
        if depth:
            kinds += [(self.branch, 3), (self.loop, 3), (self.while_loop, 2), (self.match, 2)]
        if depth < 3:
            kinds += [(self.leave, 1), (self.locked, self.locks)]
        if uniform and not self.left:
            kinds += [(self.exchange, 2), (self.atomics, 4), (self.own_atomics, 2), (self.copies, 2)]
            kinds += [(self.collective, 12), (self.warp_barriers, 2)] if self.whole_warps else []
        make = self.r.choices([k for k, _ in kinds], [n for _, n in kinds])[0]
        return make(depth, uniform)

    def assign(self, depth: int, uniform: bool) -> Body:
        name = self.r.choice(list(TYPES))
        kind = TYPES[name]
        if self.r.random() < 0.25:
            op = self.r.choice(["+=", "-=", "*="] + ([] if name in FLOATS else ["^=", "|="]))
            return (Statement(f"{name} {op} {self.expression(kind, 2)}"),)
        return (Statement(f"{name} = {self.expression(kind, 3)}"),)

    def element(self, depth: int, uniform: bool) -> Body:
        """A register tensor, at a run-time index."""
        if self.r.random() < 0.5:
            return (Statement(f"ri[{self.integer(2)} & 3] = {self.expression('Int32', 2)}"),)
        return (Statement(f"rf[{self.integer(1)} & 1, {self.integer(1)} & 1] = {self.expression('Float32', 2)}"),)

    def vector(self, depth: int, uniform: bool) -> Body:
        """A whole register tensor at once."""
        if self.r.random() < 0.5:
            op = self.r.choice("+-*")
            return (Statement(f"ri.store(ri.load() {op} {self.r.choice('ab')})"),)
        op = self.r.choice("+-*/")
        other = self.r.choice(["p", "q", "0.75"])
        if self.r.random() < 0.5:
            return (Statement(f"rf.store(cute.where(rf.load() > {other}, rf.load() {op} {other}, rf.load()))"),)
        return (Statement(f"rf.store(rf.load() {op} {other})"),)

    def leave(self, depth: int, uniform: bool) -> Body:
        """Out of a loop that threads run on their own, or out of the kernel: then no barrier comes any more."""
        words = ["break", "continue"] if self.loops and not uniform else []
        may_return = not self.shared_loops  # in a further turn of one, a collective may come
        if may_return and (self.r.random() < 0.2 or not words):
            self.left, words = True, ["return"]
        if not words:
            return self.assign(depth, uniform)
        return (Statement(f"if {self.condition(1)}:", (Statement(self.r.choice(words)),)),)

    def locked(self, depth: int, uniform: bool) -> Body:
        """Under a lock that each lane takes: lanes of a warp wait for each other, so they run apart."""
        row = f"y.iterator + {INTEGER_OUTPUTS} * T * cute.arch.grid_dim()[0]"
        return (Statement(f"add_locked({row}, {row} + 1, {self.expression('Int64', 2)})"),)

    def branch(self, depth: int, uniform: bool) -> Body:
        same = uniform and self.r.random() < 0.4
        cond = f"bid == {self.r.randint(0, 1)}" if same else self.condition(2)
        other = self.block(depth - 1, same) if self.r.random() < 0.5 else ()
        return (Statement(f"if {cond}:", self.block(depth - 1, same), other),)

    def match(self, depth: int, uniform: bool) -> Body:
        """Literals, alternatives, captures with guards, tuples; the last case now and then takes all."""
        self.names += 1
        name, pair = f"m{self.names}", self.r.random() < 0.5
        patterns = ["0", "1 | 3", f"{name} if {name} > {self.integer(0)}", f"0 | 2 as {name}"]
        if pair:
            patterns = ["0, _", f"1, {name}", f"(2, {name}) | ({name}, 1)", f"_, {name} if {name} < 3", "[1 | 2, *_]"]
        chosen = self.r.sample(patterns, self.r.randint(1, 3)) + (["_"] if self.r.random() < 0.4 else [])
        cases: list[Statement] = []
        for pattern in chosen:
            bound = [name] if name in pattern else []
            self.counters += bound
            cases.append(Statement(f"case {pattern}:", self.block(depth - 1, False, most=2)))
            del self.counters[len(self.counters) - len(bound) :]
        other = f", cutlass.Int32({self.integer(1)})" if pair else ""
        return (Statement(f"match cutlass.Int32({self.integer(1)}) & 3{other}:", tuple(cases)),)

    def loop(self, depth: int, uniform: bool) -> Body:
        same = uniform and self.r.random() < 0.5
        bounds = (
            ["3", "1, 4", "5, 0, -2", "0", "bid + 1"]
            if same
            else ["a & 3", "b & 1, u & 3", "a & 7, b & 1, -3", "w & 3", "2, u & 3"]
        )
        self.names += 1
        counter = f"k{self.names}"
        word = self.r.choice(["range", "range", "cutlass.range"])
        if same and self.r.random() < 0.2:
            word, bounds = "cutlass.range_constexpr", ["2", "3"]
        self.counters.append(counter)
        body = self.turn(depth, same)
        return (Statement(f"for {counter} in {word}({self.r.choice(bounds)}):", body),)

    def while_loop(self, depth: int, uniform: bool) -> Body:
        self.names += 1
        turn = f"t{self.names}"
        head = f"while {turn} < {self.r.choice(['3', '(a & 3)', '(u & 1)'])} and {self.condition(1)}:"
        self.counters.append(turn)
        body = self.turn(depth, False)
        step = Statement(f"{turn} += 1")
        return (Statement(f"{turn} = cutlass.Int32(0)"), Statement(head, (step, *body)))

    def turn(self, depth: int, uniform: bool) -> Body:
        """The body of a loop, whose counter was just added; one that threads leave by themselves is not uniform."""
        self.loops += not uniform
        self.shared_loops += uniform
        left = self.left
        body = self.block(depth - 1, uniform)
        self.loops -= not uniform
        self.shared_loops -= uniform
        self.counters.pop()
        self.left = self.left or left
        return body

    def exchange(self, depth: int, uniform: bool) -> Body:
        """Through shared memory, between barriers: one statement, so that a smaller program has no race."""
        kind, place = self.r.choice(list(SHARED.items()))
        target = self.r.choice([n for n, t in TYPES.items() if t == kind])
        source = self.r.choice([f"(tid + {self.r.randint(1, 31)}) % T", "T - 1 - tid", "0", f"({self.index(2)}) % T"])
        lines = [
            "cute.arch.sync_threads()",
            f"{place}[tid] = {self.expression(kind, 2)}",
            "cute.arch.sync_threads()",
            f"{target} = {place}[{source}]",
        ]
        return (Statement("; ".join(lines)),)

    def atomics(self, depth: int, uniform: bool) -> Body:
        """Into shared memory, with operators whose order does not matter; what they find does, and is not looked at."""
        op = self.r.choice(["add", "max", "min", "and", "or", "xor"])
        lines = [
            "cute.arch.sync_threads()",
            f"si[tid] = {self.expression('Int32', 1)}",
            "cute.arch.sync_threads()",
            f"cute.arch.atomic_{op}(si.iterator + ({self.index(2)}) % T, {self.expression('Int32', 2)})",
            "cute.arch.sync_threads()",
            f"{self.r.choice('ab')} = si[tid]",
        ]
        return (Statement("; ".join(lines)),)

    def own_atomics(self, depth: int, uniform: bool) -> Body:
        """Into a place that no other thread has, so that what they find is known."""
        calls = [
            f"cute.arch.atomic_{self.r.choice(['add', 'max', 'exch', 'xor'])}(si.iterator + tid, {{value}})",
            f"cute.arch.atomic_cas(si.iterator + tid, cmp={self.r.choice('ab')}, val={{value}})",
        ]
        first, second = (self.r.choice(calls).format(value=self.expression("Int32", 2)) for _ in range(2))
        lines = [
            "cute.arch.sync_threads()",
            f"si[tid] = {self.r.choice('ab')}",
            f"a = {first}",
            f"b = {second} + si[tid]",
        ]
        return (Statement("; ".join(lines)),)

    def copies(self, depth: int, uniform: bool) -> Body:
        """From global to shared memory, each thread one element, in one or two groups."""
        source, place, target = self.r.choice([("x", "si", "b"), ("f", "sf", "q")])
        shifted = f"(bid * T + (tid + {self.r.randint(0, 40)}) % T)"
        copy = f"async_copy({source}.iterator + {{at}}, {place}.iterator + {{to}})"
        lines = ["cute.arch.sync_threads()", copy.format(at=shifted, to="tid")]
        if self.r.random() < 0.5:
            lines += ["cute.arch.cp_async_commit_group()", "cute.arch.cp_async_wait_group(0)"]
            lines += ["cute.arch.sync_threads()", copy.format(at="i", to="T - 1 - tid")]
        lines += ["cute.arch.cp_async_commit_group()", "cute.arch.cp_async_wait_group(0)", "cute.arch.sync_threads()"]
        return (Statement("; ".join([*lines, f"{target} = {place}[({self.index(1)}) % T]"])),)

    def warp_barriers(self, depth: int, uniform: bool) -> Body:
        """Within each warp, and between the warps that take one way, by a barrier of their own."""
        kind, place = self.r.choice(list(SHARED.items()))
        target = self.r.choice([n for n, t in TYPES.items() if t == kind])
        write = f"{place}[tid] = {self.expression(kind, 1)}"
        read = f"{target} = {place}[tid ^ {self.r.randint(1, 31)}]"
        if self.r.random() < 0.5:
            return (Statement(f"cute.arch.sync_threads(); {write}; cute.arch.sync_warp(); {read}"),)
        number = self.r.randint(1, 15)
        inside = f"{write}; cute.arch.barrier(barrier_id={number}, number_of_threads=32); {read}"
        warp = self.r.randint(0, 1)
        return (Statement("cute.arch.sync_threads()"), Statement(f"if tid // 32 == {warp}:", (Statement(inside),)))

    def collective(self, depth: int, uniform: bool) -> Body:
        name = self.r.choice(["a", "b", "u", "p", "q", "w", "d", "h", "s"])
        by = self.r.choice(["1", "4", "16", "31", "tid & 7", "lane"])
        lane = "lane = cute.arch.lane_idx()"
        match self.r.choice([0, 1, 1, 2, 3, 4, 4, 5, 5, 5, 5, 6, 6]):
            case 0:
                return (Statement(f"{lane}; {name} = cute.arch.shuffle_sync({name}, {by})"),)
            case 5:
                kind = self.r.choice(["add", "max", "min", "and", "or", "xor"])
                return (Statement(f"a = cute.arch.warp_redux_sync({self.expression('Int32', 2)}, '{kind}')"),)
            case 6:
                value = f"{self.expression('Int32', 1)} & 7"
                mode = self.r.choice(["any", "any", "all"])
                found = f"cute.arch.match_sync(0xFFFFFFFF, {value}, '{mode}')"
                return (Statement(f"u = cutlass.Uint32({found + '[0]' * (mode == 'all')})"),)
            case 1:
                mode = self.r.choice(["up", "down"])
                return (Statement(f"{lane}; {name} = cute.arch.shuffle_sync_{mode}({name}, {by})"),)
            case 2:
                return (Statement(f"{lane}; {name} = cute.arch.shuffle_sync_bfly({name}, {by})"),)
            case 3:
                return (Statement(f"u = cute.arch.vote_ballot_sync({self.condition(1)})"),)
            case _:
                mode = self.r.choice(["any", "all"])
                return (Statement(f"if cute.arch.vote_{mode}_sync({self.condition(1)}):", self.block(0, False)),)

    # -- expressions -------------------------------------------------------------------------------------------------
    def expression(self, kind: str, depth: int) -> str:
        """A value of exactly the type."""
        text = self.float(depth) if "Float" in kind else self.integer(depth)
        return f"cutlass.{kind}({text})"

    def index(self, depth: int) -> str:
        """A number that is not negative."""
        return f"({self.integer(depth)}) & 63"

    def integer(self, depth: int) -> str:
        if depth <= 0 or self.r.random() < 0.25:
            return self.r.choice([*INTEGERS, "tid", "i", *self.counters, "ri[0]"])
        a, b = (lambda: self.integer(depth - 1)), (lambda: self.integer(depth - 1))
        match self.r.randint(0, 13):
            case 0 | 1 | 2:
                return f"({a()} {self.r.choice('+-*')} {b()})"
            case 3:
                return f"({a()} {self.r.choice('&|^')} {b()})"
            case 4:
                return f"({a()} {self.r.choice(['//', '%'])} (({b()} & 7) + 1))"
            case 5:
                return f"({a()} {self.r.choice(['//', '%'])} {self.r.choice([3, -3, 7, 16, -1])})"
            case 6:
                return f"({a()} {self.r.choice(['<<', '>>'])} {self.r.choice(['1', '5', '(a & 7)', '(b & 3)', '31'])})"
            case 7:
                return self.ternary("Int32", depth)
            case 8:
                return f"{self.r.choice(['min', 'max'])}({a()}, {b()})"
            case 9:
                return f"cutlass.{self.r.choice(list(INTEGERS.values()))}({self.float(depth - 1)})"
            case 10:
                return f"cutlass.{self.r.choice([*INTEGERS.values(), 'Int16', 'Uint64'])}({a()})"
            case 13:
                function = self.r.choice(["popc", "clz", "brev", "bfind"])
                return f"cute.arch.{function}(cutlass.{self.r.choice(['Int32', 'Uint32', 'Int64'])}({a()}))"
            case 11 if self.r.random() < 0.5:
                return f"helper({a()}, {b()})"
            case 11:
                return f"x[({self.index(depth - 1)}) % x.shape[0]]"
            case _:
                return f"({self.r.choice(['-', '~'])}({a()}))" if self.r.random() < 0.5 else str(self.r.randint(-9, 99))

    def float(self, depth: int) -> str:
        if depth <= 0 or self.r.random() < 0.25:
            return self.r.choice([*FLOATS, "rf[0, 1]"])
        a, b = (lambda: self.float(depth - 1)), (lambda: self.float(depth - 1))
        match self.r.randint(0, 9):
            case 0 | 1 | 2 | 3:
                return f"({a()} {self.r.choice('+-*/')} {b()})"
            case 4:
                return f"{self.r.choice(['min', 'max'])}({a()}, {b()})"
            case 5:
                return self.ternary("Float32", depth)
            case 6:
                return (
                    f"cutlass.{self.r.choice(['Float32', 'Float64', 'Float16', 'BFloat16'])}({self.integer(depth - 1)})"
                )
            case 7:
                function = self.r.choice(["floor", "ceil", "trunc", "absf", "sqrt", "roundeven"])
                return f"cute.math.{function}({a()})"
            case 8:
                return f"f[({self.index(depth - 1)}) % f.shape[0]]"
            case _:
                return f"(-({a()}))" if self.r.random() < 0.5 else repr(round(self.r.uniform(-4, 4), 2))

    def ternary(self, kind: str, depth: int) -> str:
        """Both sides of one type; either may be a plain name, or something that only runs where it is selected."""
        first, second = (self.expression(kind, depth - 2) for _ in range(2))
        return f"({first} if {self.condition(depth - 1)} else {second})"

    def condition(self, depth: int) -> str:
        kind = self.r.random()
        if depth <= 0 or kind < 0.4:
            op = self.r.choice(["<", "<=", ">", ">=", "==", "!="])
            if self.r.random() < 0.3:
                return f"{self.float(1)} {op} {self.float(1)}"
            return f"{self.integer(1)} {op} {self.integer(1)}"
        if kind < 0.7:
            return f"({self.condition(depth - 1)} {self.r.choice(['and', 'or'])} {self.condition(depth - 1)})"
        if kind < 0.8:
            return f"not ({self.condition(depth - 1)})"
        if kind < 0.9:
            a, b, c, d = (self.integer(1) for _ in range(4))
            return f"({a}, {b}) {self.r.choice(['<', '<=', '==', '!=', '>'])} ({c}, {d})"
        return f"{self.integer(0)} < {self.integer(1)} <= {self.integer(1)}"
