"""Kernels as IR text for the GPU checks: no front end is involved, so that a failure points at the back end."""

from __future__ import annotations

from pathlib import Path

ROW_SUM = (Path(__file__).parents[2] / "tests" / "ptx" / "row_sum.mlir").read_text()

_HEADER = """    %tid = "cute.thread_idx"() <{axis = 0 : i32}> : () -> i32
    %bid = "cute.block_idx"() <{axis = 0 : i32}> : () -> i32
    %dim = "cute.block_dim"() <{axis = 0 : i32}> : () -> i32
    %base = arith.muli %bid, %dim : i32
    %i = arith.addi %base, %tid : i32
"""


def kernel(name: str, params: str, body: str, *, smem_bytes: int = 0, block: int | None = None) -> str:
    """A module with one kernel whose `%i` is the thread's index in the grid."""
    size = f", cute.block_dim = array<i32: {block}, 1, 1>" if block else ""
    return (
        f"builtin.module {{\n  func.func @{name}({params}) attributes "
        f"{{cute.kernel, cute.smem_bytes = {smem_bytes} : i64{size}}} {{\n{_HEADER}{body}\n    func.return\n  }}\n}}\n"
    )


def elementwise(op: str, element: str, arity: int, flags: str = "") -> str:
    """`out[i] = op(a[i], …)` for i below n."""
    p = f"!cute.ptr<{element}, gmem>"
    names = ("a", "b", "c")[:arity]
    body = "    %in = arith.cmpi slt, %i, %n : i32\n    scf.if %in {\n"
    for name in names:
        body += f"      %p{name} = cute.ptr.add %{name}, %i : {p}, i32 -> {p}\n"
        body += f"      %v{name} = cute.ptr.load %p{name} : {p} -> {element}\n"
    operands, types = ", ".join(f"%v{n}" for n in names), ", ".join([element] * arity)
    properties = f" <{{fastmath = #arith.fastmath<{flags}>}}>" if flags else ""
    body += f'      %r = "{op}"({operands}){properties} : ({types}) -> {element}\n'
    body += f"      %po = cute.ptr.add %out, %i : {p}, i32 -> {p}\n"
    body += f"      cute.ptr.store %r, %po : {element}, {p}\n    }}"
    params = ", ".join(f"%{n} : {p}" for n in (*names, "out")) + ", %n : i32"
    return kernel("elementwise", params, body)


def copy(lanes: int) -> str:
    """`out[i] = a[i]` with `lanes` float32 at a time."""
    p, v = "!cute.ptr<f32, gmem, align<16>>", f"vector<{lanes}xf32>"
    body = f"""    %w = arith.constant {lanes} : i32
    %o = arith.muli %i, %w : i32
    %in = arith.cmpi slt, %o, %n : i32
    scf.if %in {{
      %pa = cute.ptr.add %a, %o : {p}, i32 -> {p}
      %po = cute.ptr.add %out, %o : {p}, i32 -> {p}
      %x = cute.ptr.load %pa : {p} -> {v}
      cute.ptr.store %x, %po : {v}, {p}
    }}"""
    return kernel("copy", f"%a : {p}, %out : {p}, %n : i32", body, block=256)


def scalar_row_sum(hint: str) -> str:
    """The row sum of examples/row_sum.py: one float32 a step, bounds-tested; `hint` is an attribute of the loop."""
    p, s = "!cute.ptr<f32, gmem>", "!cute.ptr<f32, smem>"
    control = "i32, i32, i32 -> f32"

    def warp_sum(value: str, stem: str) -> str:
        text, last = "", value
        for step in (16, 8, 4, 2, 1):
            text += f"    %{stem}s{step} = arith.constant {step} : i32\n"
            text += f'    %{stem}w{step} = cute.shuffle "bfly" {last}, %{stem}s{step}, %m, %k : f32, {control}\n'
            text += f"    %{stem}{step} = arith.addf {last}, %{stem}w{step} : f32\n"
            last = f"%{stem}{step}"
        return text

    body = f"""    %m = arith.constant -1 : i32
    %k = arith.constant 31 : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %four = arith.constant 4 : i32
    %zero = arith.constant 0.0 : f32
    %tiles = arith.ceildivsi %n, %dim : i32
    %lane = "cute.lane_idx"() : () -> i32
    %warp = "cute.warp_idx"() : () -> i32
    %s = "cute.smem_alloc"() <{{offset = 0 : i32, bytes = 128 : i32, align = 8 : i32}}> : () -> {s}
    %acc = scf.for %t = %c0 to %tiles step %c1 iter_args(%a = %zero) -> (f32) : i32 {{
      %b = arith.muli %t, %dim : i32
      %j = arith.addi %b, %tid : i32
      %in = arith.cmpi slt, %j, %n : i32
      %r = scf.if %in -> (f32) {{
        %row = arith.extsi %bid : i32 to i64
        %pitch = arith.extsi %n : i32 to i64
        %col = arith.extsi %j : i32 to i64
        %start = arith.muli %row, %pitch : i64
        %o = arith.addi %start, %col : i64
        %px = cute.ptr.add %x, %o : {p}, i64 -> {p}
        %v = cute.ptr.load %px : {p} -> f32
        %sum = arith.addf %a, %v : f32
        scf.yield %sum : f32
      }} else {{
        scf.yield %a : f32
      }}
      scf.yield %r : f32
    }} {{{hint}}}
{warp_sum("%acc", "f")}    %first = arith.cmpi eq, %lane, %c0 : i32
    scf.if %first {{
      %ps = cute.ptr.add %s, %warp : {s}, i32 -> {s}
      cute.ptr.store %f1, %ps : f32, {s}
    }}
    "cute.barrier"() : () -> ()
    %inside = arith.cmpi slt, %lane, %four : i32
    %part = scf.if %inside -> (f32) {{
      %ps = cute.ptr.add %s, %lane : {s}, i32 -> {s}
      %v = cute.ptr.load %ps : {s} -> f32
      scf.yield %v : f32
    }} else {{
      scf.yield %zero : f32
    }}
{warp_sum("%part", "g")}    %leader = arith.cmpi eq, %tid, %c0 : i32
    scf.if %leader {{
      %po = cute.ptr.add %out, %bid : {p}, i32 -> {p}
      cute.ptr.store %g1, %po : f32, {p}
    }}"""
    return kernel("scalar_row_sum", f"%x : {p}, %out : {p}, %n : i32", body, smem_bytes=128, block=128)


def reverse_through_shared_memory(elems: int) -> str:
    """Each block of 256 threads reverses `elems` float32 through dynamic shared memory (more than 48 KiB is fine)."""
    g, s = "!cute.ptr<f32, gmem>", "!cute.ptr<f32, smem>"
    place = f"offset = 0 : i32, bytes = {4 * elems} : i32, align = 16 : i32"
    body = f"""    %s = "cute.smem_alloc"() <{{{place}}}> : () -> {s}
    %e = arith.constant {elems} : i32
    %last = arith.constant {elems - 1} : i32
    %start = arith.muli %bid, %e : i32
    scf.for %j = %tid to %e step %dim : i32 {{
      %o = arith.addi %start, %j : i32
      %pa = cute.ptr.add %a, %o : {g}, i32 -> {g}
      %x = cute.ptr.load %pa : {g} -> f32
      %ps = cute.ptr.add %s, %j : {s}, i32 -> {s}
      cute.ptr.store %x, %ps : f32, {s}
    }}
    "cute.barrier"() : () -> ()
    scf.for %j = %tid to %e step %dim : i32 {{
      %k = arith.subi %last, %j : i32
      %ps = cute.ptr.add %s, %k : {s}, i32 -> {s}
      %x = cute.ptr.load %ps : {s} -> f32
      %o = arith.addi %start, %j : i32
      %po = cute.ptr.add %out, %o : {g}, i32 -> {g}
      cute.ptr.store %x, %po : f32, {g}
    }}"""
    return kernel("reverse", f"%a : {g}, %out : {g}", body, smem_bytes=elems * 4)


def shuffle(mode: str, element: str, offset: int) -> str:
    """`out[i] = a[i]` of another lane."""
    p = f"!cute.ptr<{element}, gmem>"
    clamp = 0 if mode == "up" else 31
    body = f"""    %o = arith.constant {offset} : i32
    %m = arith.constant -1 : i32
    %k = arith.constant {clamp} : i32
    %pa = cute.ptr.add %a, %i : {p}, i32 -> {p}
    %x = cute.ptr.load %pa : {p} -> {element}
    %r = cute.shuffle "{mode}" %x, %o, %m, %k : {element}, i32, i32, i32 -> {element}
    %po = cute.ptr.add %out, %i : {p}, i32 -> {p}
    cute.ptr.store %r, %po : {element}, {p}"""
    return kernel("shuffle", f"%a : {p}, %out : {p}", body)


def atomic(kind: str, element: str) -> str:
    """Every thread applies `kind` with its value to `out[0]`."""
    p = f"!cute.ptr<{element}, gmem>"
    body = f"""    %pa = cute.ptr.add %a, %i : {p}, i32 -> {p}
    %x = cute.ptr.load %pa : {p} -> {element}
    %old = cute.atomic "{kind}" %out, %x : {p}, {element} -> {element}"""
    return kernel("atomic", f"%a : {p}, %out : {p}", body)


def ballot() -> str:
    """`out[warp] = ` the ballot of `a[i] > 0`."""
    p = "!cute.ptr<i32, gmem>"
    body = f"""    %z = arith.constant 0 : i32
    %m = arith.constant -1 : i32
    %pa = cute.ptr.add %a, %i : {p}, i32 -> {p}
    %x = cute.ptr.load %pa : {p} -> i32
    %c = arith.cmpi sgt, %x, %z : i32
    %v = cute.vote "ballot" %c, %m : i1, i32 -> i32
    %lane = "cute.lane_idx"() : () -> i32
    %first = arith.cmpi eq, %lane, %z : i32
    scf.if %first {{
      %five = arith.constant 5 : i32
      %w = arith.shrui %i, %five : i32
      %po = cute.ptr.add %out, %w : {p}, i32 -> {p}
      cute.ptr.store %v, %po : i32, {p}
    }}"""
    return kernel("ballot", f"%a : {p}, %out : {p}", body)


def printing() -> str:
    """Thread 0 prints one number of each kind."""
    return kernel(
        "printing",
        "%x : f32, %k : i64",
        """    %z = arith.constant 0 : i32
    %first = arith.cmpi eq, %i, %z : i32
    scf.if %first {
      cute.print("device says %d %f %lld 100%%\\0A", %i, %x, %k) : i32, f32, i64
    }""",
    )


def out_of_bounds() -> str:
    """Writes far outside."""
    p = "!cute.ptr<f32, gmem>"
    body = f"""    %far = arith.constant 1099511627776 : i64
    %zero = arith.constant 0.0 : f32
    %po = cute.ptr.add %out, %far : {p}, i64 -> {p}
    cute.ptr.store %zero, %po : f32, {p}"""
    return kernel("out_of_bounds", f"%out : {p}", body)


def trap() -> str:
    """Stops itself."""
    return kernel("trap", "%n : i32", '    cute.trap "a check failed"')
