"""IR of one small kernel for every op and type that the GPU back end takes: what must lower and assemble."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from cutedsl.arch.memory_model import REDUX_KINDS, SPECIAL_REGISTERS
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import compile_ptx, emit_nvptx
from cutedsl.ir.text import parse_module

FLOATS = ("f16", "bf16", "f32", "f64")
INTS = ("i8", "i16", "i32", "i64")
INT_BINARY = (
    *("addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi"),
    *("andi", "ori", "xori", "shli", "shrsi", "shrui", "minsi", "maxsi", "minui", "maxui"),
)
FLOAT_BINARY = ("addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf")
FLOAT_UNARY = ("absf", "floor", "ceil", "round", "roundeven", "trunc", "sqrt", "rsqrt")
OUR_MATH = ("exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "tanh", "erf")
F64_MATH = ("exp", "exp2", "log", "log2", "log10")
CMPI = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
CMPF = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno")
LANES = (0, 3, 8)


def kernel(name: str, body: str, params: str = "") -> str:
    """A kernel with 16-byte aligned pointers `%p_<type>` to global memory for each element type."""
    types = ("i1", *INTS, *FLOATS)
    pointers = ", ".join(f"%p_{t} : !cute.ptr<{t}, gmem, align<16>>" for t in types)
    extra = f", {params}" if params else ""
    return (
        f"func.func @{name}({pointers}{extra}) attributes {{cute.kernel, cute.smem_bytes = 1024 : i64}} {{\n"
        f"{body}\n  func.return\n}}\n"
    )


def shape(element: str, lanes: int) -> str:
    """An element or a vector of them."""
    return f"vector<{lanes}x{element}>" if lanes else element


def load(name: str, element: str, lanes: int) -> str:
    """Loads `%name`."""
    pointer = f"!cute.ptr<{element}, gmem, align<16>>"
    return f"  %{name} = cute.ptr.load %p_{element} : {pointer} -> {shape(element, lanes)}\n"


def store(name: str, element: str, lanes: int) -> str:
    """Stores `%name`."""
    pointer = f"!cute.ptr<{element}, gmem, align<16>>"
    return f"  cute.ptr.store %{name}, %p_{element} : {shape(element, lanes)}, {pointer}\n"


def elementwise(op: str, element: str, lanes: int, arity: int, flags: str = "") -> str:
    """A kernel around `%r = op %a, …`."""
    names = ("a", "b", "c")[:arity]
    operands = ", ".join(f"%{n}" for n in names)
    body = "".join(load(n, element, lanes) for n in names)
    body += f"  %r = {op} {operands}{flags} : {shape(element, lanes)}\n" + store("r", element, lanes)
    mangled = f"{op}_{element}_{lanes}{'_fast' if flags else ''}".replace(".", "_")
    return kernel(mangled, body)


def generic(op: str, element: str, lanes: int, arity: int) -> str:
    """`elementwise` in MLIR's generic syntax."""
    names = ("a", "b", "c")[:arity]
    t = shape(element, lanes)
    body = "".join(load(n, element, lanes) for n in names)
    body += f'  %r = "{op}"({", ".join(f"%{n}" for n in names)}) : ({", ".join([t] * arity)}) -> {t}\n'
    return kernel(f"{op}_{element}_{lanes}".replace(".", "_"), body + store("r", element, lanes))


def arithmetic() -> Iterator[str]:
    """Integer and float arithmetic, scalar and on vectors."""
    for lanes in LANES:
        for element in INTS:
            for op in INT_BINARY:
                yield elementwise(f"arith.{op}", element, lanes, 2)
            yield generic("math.ipowi", element, lanes, 2)
            for op in ("math.absi", "math.ctpop", "math.ctlz"):
                yield elementwise(op, element, lanes, 1)
        for element in FLOATS:
            for op in FLOAT_BINARY:
                yield elementwise(f"arith.{op}", element, lanes, 2)
            yield elementwise("arith.negf", element, lanes, 1)
            yield generic("cute.fmod", element, lanes, 2)
            yield elementwise("math.fma", element, lanes, 3)
            yield elementwise("math.copysign", element, lanes, 2)
            for op in FLOAT_UNARY:
                yield elementwise(f"math.{op}", element, lanes, 1)
    for op in ("andi", "ori", "xori", "addi", "muli"):
        yield elementwise(f"arith.{op}", "i1", 0, 2)


def mathematics() -> Iterator[str]:
    """Our own math functions, exact and under fast-math."""
    for element in ("f16", "bf16", "f32"):
        for lanes in (0, 4):
            for flags in ("", " fastmath<fast>"):
                for op in OUR_MATH:
                    yield elementwise(f"math.{op}", element, lanes, 1, flags)
                for op in ("math.powf", "math.atan2"):
                    yield elementwise(op, element, lanes, 2, flags)
                yield elementwise("math.rsqrt", element, lanes, 1, flags)
                yield elementwise("math.sqrt", element, lanes, 1, flags)
                yield elementwise("arith.divf", element, lanes, 2, flags)
    for op in F64_MATH:
        yield elementwise(f"math.{op}", "f64", 0, 1)


def comparisons() -> Iterator[str]:
    """Comparisons and selects, and booleans in memory."""
    for lanes in (0, 4):
        for element, op, predicates in (
            *((i, "arith.cmpi", CMPI) for i in INTS),
            *((f, "arith.cmpf", CMPF) for f in FLOATS),
        ):
            for predicate in predicates:
                t = shape(element, lanes)
                body = load("a", element, lanes) + load("b", element, lanes)
                c = shape("i1", lanes)
                number = predicates.index(predicate) + (op == "arith.cmpf")
                body += f'  %c = "{op}"(%a, %b) <{{predicate = {number} : i64}}> : ({t}, {t}) -> {c}\n'
                body += f'  %r = "arith.select"(%c, %a, %b) : ({c}, {t}, {t}) -> {t}\n'
                body += store("c", "i1", lanes) + store("r", element, lanes)
                yield kernel(f"{op}_{predicate}_{element}_{lanes}".replace(".", "_"), body)


def conversions() -> Iterator[str]:
    """Every conversion between two element types."""
    width = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}
    for lanes in (0, 4):
        for source in width:
            for result in width:
                for op in _conversions_of(source, result, width):
                    body = load("a", source, lanes)
                    body += f'  %r = "arith.{op}"(%a) : ({shape(source, lanes)}) -> {shape(result, lanes)}\n'
                    yield kernel(f"{op}_{source}_{result}_{lanes}", body + store("r", result, lanes))


def _conversions_of(source: str, result: str, width: dict[str, int]) -> tuple[str, ...]:
    if source == result:
        return ()
    match source[0] == "i", result[0] == "i":
        case True, True:
            return ("extsi", "extui") if width[source] < width[result] else ("trunci",)
        case True, False:
            casts = () if width[source] != width[result] else ("bitcast",)
            return ("sitofp", "uitofp", *casts)
        case False, True:
            casts = () if width[source] != width[result] else ("bitcast",)
            return ("fptosi", "fptoui", *casts)
        case _:
            if width[source] == width[result]:
                return ()
            return ("extf",) if width[source] < width[result] else ("truncf",)


def memory() -> Iterator[str]:
    """Vector accesses of many lengths and alignments, in each memory."""
    for element in ("i1", "f16", "f32", "i64"):
        for lanes in (1, 3, 4, 7, 8, 32, 128):
            for space in ("gmem", "smem", "generic"):
                for align in (8, 16):
                    t, p = shape(element, lanes), f"!cute.ptr<{element}, {space}, align<{align}>>"
                    body = f"  %v = cute.ptr.load %q : {p} -> {t}\n"
                    body += f"  cute.ptr.store %v, %w : {t}, {p}\n"
                    yield kernel(f"mem_{element}_{lanes}_{space}_{align}", body, f"%q : {p}, %w : {p}")
    yield _private_memory()


def _private_memory() -> str:
    r, g = "!cute.ptr<f32, rmem>", "!cute.ptr<f32, gmem, align<16>>"
    body = f"""  %r = "cute.rmem_alloc"() <{{elems = 8 : i32}}> : () -> {r}
  %s = "cute.smem_alloc"() <{{offset = 512 : i32, bytes = 128 : i32, align = 16 : i32}}> : () -> !cute.ptr<f32, smem>
  %i = "cute.thread_idx"() <{{axis = 0 : i32}}> : () -> i32
  %n = arith.constant 8 : i64
  %e = cute.ptr.extent %p_f32, %n {{name = "x"}} : {g}, i64 -> {g}
  %v = cute.ptr.load %e : {g} -> vector<8xf32>
  cute.ptr.store %v, %r : vector<8xf32>, {r}
  %q = cute.ptr.add %r, %i : {r}, i32 -> {r}
  %x = cute.ptr.load %q : {r} -> f32
  %t = cute.ptr.cast %s : !cute.ptr<f32, smem> -> !cute.ptr<i32, smem>
  %u = cute.ptr.cast %s : !cute.ptr<f32, smem> -> !cute.ptr<f32, generic>
  cute.ptr.store %i, %t : i32, !cute.ptr<i32, smem>
  cute.ptr.store %x, %u : f32, !cute.ptr<f32, generic>
  %address = cute.ptr.to_int %s : !cute.ptr<f32, smem> -> i32
  %back = cute.ptr.from_int %address : i32 -> !cute.ptr<f32, smem>
  cute.ptr.store %x, %back : f32, !cute.ptr<f32, smem>
  %far = cute.ptr.to_int %p_f32 : !cute.ptr<f32, gmem, align<16>> -> i64
  %there = cute.ptr.from_int %far : i64 -> !cute.ptr<f32, gmem>
  cute.ptr.store %x, %there : f32, !cute.ptr<f32, gmem>
  %z = ub.poison : f32
  cute.ptr.store %z, %p_f32 : f32, {g}"""
    return kernel("private", body)


def collectives() -> Iterator[str]:
    """Shuffles, votes, barriers, indices."""
    control = "  %o = arith.constant 1 : i32\n  %m = arith.constant -1 : i32\n  %k = arith.constant 32 : i32\n"
    for element in (*INTS, *FLOATS):
        for mode in ("idx", "up", "down", "bfly"):
            body = control + load("a", element, 0)
            body += f'  %r = cute.shuffle "{mode}" %a, %o, %m, %k : {element}, i32, i32, i32 -> {element}\n'
            yield kernel(f"shuffle_{mode}_{element}", body + store("r", element, 0))
    for mode, result in (("any", "i1"), ("all", "i1"), ("uni", "i1"), ("ballot", "i32")):
        body = control + load("a", "i1", 0) + f'  %r = cute.vote "{mode}" %a, %m : i1, i32 -> {result}\n'
        yield kernel(f"vote_{mode}", body + store("r", result, 0))
    synchronise = '  "cute.barrier"() : () -> ()\n  "cute.barrier"(%o, %k) : (i32, i32) -> ()\n'
    yield kernel("barriers", control + synchronise + "  cute.sync_warp %m : i32")
    dynamic = load("a", "i32", 0) + '  "cute.barrier"(%a, %a) : (i32, i32) -> ()\n  cute.sync_warp %a : i32'
    yield kernel("dynamic_barrier", dynamic)
    body = ""
    for op in ("thread_idx", "block_idx", "block_dim", "grid_dim"):
        for axis in range(3):
            body += f'  %{op}{axis} = "cute.{op}"() <{{axis = {axis} : i32}}> : () -> i32\n'
            body += store(f"{op}{axis}", "i32", 0)
    body += '  %l = "cute.lane_idx"() : () -> i32\n  %w = "cute.warp_idx"() : () -> i32\n'
    body += store("l", "i32", 0) + store("w", "i32", 0)
    yield kernel("indices", body)
    yield kernel("elect", '  %r = "cute.elect"() : () -> i1\n' + store("r", "i1", 0))


def atomics() -> Iterator[str]:
    """Atomics in each memory that has them, and their orders and scopes."""
    integer = ("add", "max", "min", "umax", "umin", "and", "or", "xor", "exch")
    for space in ("gmem", "smem", "generic"):
        for element in (*INTS, *FLOATS):
            kinds = ("add", "max", "min", "exch") if "f" in element else (*integer, "inc", "dec")
            for kind in kinds:
                p = f"!cute.ptr<{element}, {space}>"
                body = load("a", element, 0) + f'  %r = cute.atomic "{kind}" %q, %a : {p}, {element} -> {element}\n'
                yield kernel(f"atomic_{kind}_{element}_{space}", body + store("r", element, 0), f"%q : {p}")
            p = f"!cute.ptr<{element}, {space}>"
            body = load("a", element, 0)
            body += f"  %r = cute.atomic_cas %q, %a, %a : {p}, {element}, {element} -> {element}\n"
            yield kernel(f"atomic_cas_{element}_{space}", body + store("r", element, 0), f"%q : {p}")
        p = f"!cute.ptr<i32, {space}>"
        for sem in ("relaxed", "acquire", "release", "acq_rel"):
            for scope in ("cta", "gpu", "sys"):
                body = load("a", "i32", 0)
                body += f'  cute.atomic "add" %q, %a {{sem = "{sem}", scope = "{scope}"}} : {p}, i32\n'
                body += f'  %r = cute.atomic_cas %q, %a, %a {{sem = "{sem}", scope = "{scope}"}}'
                body += f" : {p}, i32, i32 -> i32\n" + store("r", "i32", 0)
                yield kernel(f"atomic_{sem}_{scope}_{space}", body, f"%q : {p}")
        for kind, element in (
            ("inc", "i64"),
            ("max", "f32"),
            ("add", "i16"),
            ("exch", "f16"),
            ("add", "bf16"),
            ("add", "i8"),
        ):
            p = f"!cute.ptr<{element}, {space}>"
            body = load("a", element, 0) + f'  %r = cute.atomic "{kind}" %q, %a {{sem = "release", scope = "cta"}}'
            body += f" : {p}, {element} -> {element}\n" + store("r", element, 0)
            yield kernel(f"atomic_release_{kind}_{element}_{space}", body, f"%q : {p}")
        p, pair = f"!cute.ptr<f16, {space}>", "vector<2xf16>"
        body = f'  %v = cute.ptr.load %q : {p} -> {pair}\n  %r = cute.atomic "add" %q, %v : {p}, {pair} -> {pair}\n'
        yield kernel(f"atomic_pair_{space}", body + f"  cute.ptr.store %r, %q : {pair}, {p}", f"%q : {p}")


def accesses() -> Iterator[str]:
    """Ordered loads and stores, prefetches, special registers, matches and reductions of a warp."""
    for space in ("gmem", "smem", "generic"):
        for element, lanes in (*((t, 0) for t in ("i1", *INTS, *FLOATS)), ("f32", 4), ("i64", 2), ("f16", 2)):
            p, t = f"!cute.ptr<{element}, {space}, align<16>>", shape(element, lanes)
            body = ""
            for number, (sem, scope) in enumerate(
                [("weak", ""), ("relaxed", "cta"), ("acquire", "gpu"), ("acquire", "sys"), ("volatile", "")]
            ):
                where = f' {{scope = "{scope}"}}' if scope else ""
                kept = {"acquire": "release"}.get(sem, sem)
                body += f'  %v{number} = cute.ordered_load "{sem}" %q{where} : {p} -> {t}\n'
                body += f'  cute.ordered_store "{kept}" %v{number}, %q{where} : {t}, {p}\n'
            body += f'  cute.prefetch "L1" %q : {p}\n  cute.prefetch "L2" %q : {p}\n'
            yield kernel(f"ordered_{element}_{lanes}_{space}", body, f"%q : {p}")
    p = "!cute.ptr<i32, gmem>"
    body = ""
    for number, hints in enumerate((".ca", ".cg", ".cs", ".lu", ".L1::no_allocate", ".L1::evict_last.L2::128B")):
        body += f'  %v{number} = cute.ordered_load "weak" %q {{hints = "{hints}"}} : {p} -> i32\n'
        body += store(f"v{number}", "i32", 0)
    for number, hints in enumerate((".wb", ".cg", ".cs", ".wt", ".L1::no_allocate")):
        body += f'  cute.ordered_store "weak" %v{number}, %q {{hints = "{hints}"}} : i32, {p}\n'
    yield kernel("hints", body, f"%q : {p}")
    body = ""
    for name in SPECIAL_REGISTERS:
        wide = name in ("clock64", "globaltimer", "gridid")
        if name != "aggr_smem_size":
            kind = "i64" if wide else "i32"
            body += f'  %{name} = cute.special_register "{name}" -> {kind}\n' + store(name, kind, 0)
    yield kernel("special_registers", body)
    body = load("a", "i32", 0) + load("b", "i64", 0) + "  cute.nanosleep %a : i32\n"
    for kind in ("any", "all"):
        for value, element in (("a", "i32"), ("b", "i64")):
            name = f"m_{kind}_{element}"
            body += f'  %{name} = cute.match "{kind}" %{value}, %a : {element}, i32 -> i32\n' + store(name, "i32", 0)
    for kind in REDUX_KINDS:
        if kind[0] != "f":
            body += f'  %r_{kind} = cute.redux "{kind}" %a, %a : i32, i32 -> i32\n' + store(f"r_{kind}", "i32", 0)
    body += "  %p = cute.prmt %a, %a, %a : i32, i32, i32 -> i32\n" + store("p", "i32", 0)
    for element in ("i32", "i64"):
        body += f"  %brev_{element} = cute.brev %{'a' if element == 'i32' else 'b'} : {element} -> {element}\n"
        body += store(f"brev_{element}", element, 0)
    yield kernel("warp_values", body)


def control() -> Iterator[str]:
    """Loops, branches, printing, traps."""
    yield kernel(
        "loops",
        load("a", "i32", 0)
        + """  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %v = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %w = arith.constant dense<1.0> : vector<2xf32>
  %s, %t = scf.for %i = %z to %a step %one iter_args(%x = %z, %y = %v) -> (i32, vector<2xf32>) : i32 {
    %n = arith.addi %x, %i : i32
    %u = arith.addf %y, %w : vector<2xf32>
    %c = arith.cmpi sgt, %n, %one : i32
    %h = scf.if %c -> (i32) {
      scf.yield %n : i32
    } else {
      scf.yield %one : i32
    }
    scf.yield %h, %u : i32, vector<2xf32>
  }
  %minus = arith.constant -1 : i32
  %d = scf.for %i = %a to %z step %minus iter_args(%x = %z) -> (i32) : i32 {
    %n = arith.addi %x, %i : i32
    scf.yield %n : i32
  } {cute.step_negative, cute.unroll = 2 : i32}
  scf.for %i = %z to %a step %one : i32 {
    %y = arith.addi %i, %one : i32
    scf.yield
  } {cute.unsigned, cute.unroll_full}
  %f = scf.while (%x = %s) : (i32) -> i32 {
    %c = arith.cmpi slt, %x, %d : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y : i32):
    %n = arith.addi %y, %one : i32
    scf.yield %n : i32
  }
"""
        + store("f", "i32", 0)
        + store("t", "f32", 2),
    )
    yield kernel(
        "printing",
        load("a", "i1", 0)
        + load("b", "f16", 0)
        + load("c", "i64", 0)
        + load("d", "f64", 0)
        + load("e", "i8", 0)
        + '  cute.print("%d %f %lld %f %d %% done\\0A", %a, %b, %c, %d, %e) : i1, f16, i64, f64, i8\n'
        + '  cute.print("plain\\0A", ) :\n',
    )
    yield kernel("trapping", load("a", "i1", 0) + '  scf.if %a {\n    cute.trap "100% wrong"\n  }')
    yield kernel(
        "vectors",
        load("a", "f32", 0)
        + "  %v = cute.vec.pack %a, %a, %a : (f32, f32, f32) -> vector<3xf32>\n"
        + "  %w = cute.vec.splat %a : f32 -> vector<3xf32>\n"
        + "  %s = arith.addf %v, %w : vector<3xf32>\n"
        + store("s", "f32", 3),
    )
    yield kernel("scalar_params", store("x", "i1", 0) + store("y", "f16", 0), "%x : i1, %y : f16, %w : i8")


def tiles() -> Iterator[str]:
    """Asynchronous copies, matrices from shared memory, a warp's multiply; tests of kernels have the others."""
    smem, gmem = "!cute.ptr<f16, smem, align<16>>", "!cute.ptr<f16, gmem, align<16>>"
    for cache, size in (("ca", 4), ("ca", 8), ("ca", 16), ("cg", 16)):
        yield kernel(
            f"cp_async_{cache}_{size}",
            f"  %s = cute.smem_alloc 0, 1024, 16 : {smem}\n"
            f'  cute.cp_async "cp.async.{cache}.{8 * size}" {size} %p_f16, %s : {gmem}, {smem}\n'
            "  cute.cp_async_commit\n  cute.cp_async_wait 0",
        )
    for trans in ("", ".trans"):
        for count in (1, 2, 4):
            vector = f"vector<{2 * count}xf16>"
            yield kernel(
                f"ldmatrix_{count}{trans[1:]}",
                f"  %s = cute.smem_alloc 0, 1024, 16 : {smem}\n"
                f'  %v = cute.ldmatrix "ldmatrix.x{count}{trans}" %s : {smem} -> {vector}\n'
                f"  cute.ptr.store %v, %p_f16 : {vector}, {gmem}",
            )
    yield kernel(
        "mma_f16",
        load("a", "f16", 8) + load("b", "f16", 4) + load("c", "f32", 4)
        + '  %r = cute.mma "mma.m16n8k16.f32.f16.f16" %a, %b, %c : vector<8xf16>, vector<4xf16>, vector<4xf32>'
        + " -> vector<4xf32>\n" + store("r", "f32", 4),
    )  # fmt: skip


FAMILIES = {
    "tiles": tiles,
    "arithmetic": arithmetic,
    "mathematics": mathematics,
    "comparisons": comparisons,
    "conversions": conversions,
    "memory": memory,
    "collectives": collectives,
    "atomics": atomics,
    "accesses": accesses,
    "control": control,
}


def module_of(kernels: Iterable[str]) -> str:
    """A module's text."""
    return "builtin.module {\n" + "".join(kernels) + "}\n"


def main(folder: Path, wanted: list[str]) -> None:
    """Writes `<arch>-<family>.ptx` for each that is wanted; a child process runs this, for LLVM may abort."""
    for family, kernels in FAMILIES.items():
        print(family, flush=True)
        module = parse_module(module_of(kernels()))
        for arch in [name.removesuffix(f"-{family}") for name in wanted if name.endswith(f"-{family}")]:
            ptx = compile_ptx(emit_nvptx(module, target(arch)))
            (folder / f"{arch}-{family}.ptx").write_text(ptx)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
