"""Tile copies as LLVM functions `void (ptr descriptor, ptr smem, i32 c0, …, i32 c4)`; a descriptor is a request of
`arch/tensor_map.py`. They are part of the program's module, so that LLVM optimises them with it."""

from __future__ import annotations

from cutedsl.arch.check_abi import NO_RULE
from cutedsl.arch.tensor_map import ALIGN_BYTES, MAX_RANK, REQUEST


def _field(name: str, index: int, kind: str) -> str:
    size = 8 if kind == "i64" else 4
    at = REQUEST[name] + size * index
    label = f"{name}{index}"
    return f"  %{label}.at = getelementptr i8, ptr %desc, i64 {at}\n  %{label} = load {kind}, ptr %{label}.at, align 4"


def _rows() -> str:
    """Lines that split row `%r` into indices and give `%ok4`, whether it is in the tensor, and `%at4`, its column 0."""
    lines = ["  %q1 = or i32 %r, 0", "  %ok0 = icmp eq i32 0, 0", "  %at0 = add i64 %address0, 0"]
    for m in range(1, MAX_RANK):
        lines += [
            f"  %i{m} = urem i32 %q{m}, %box{m}",
            f"  %q{m + 1} = udiv i32 %q{m}, %box{m}",
            f"  %g{m} = add i32 %c{m}, %i{m}",
            f"  %w{m} = sext i32 %g{m} to i64",
            f"  %in{m} = icmp ult i64 %w{m}, %dims{m}",
            f"  %ok{m} = and i1 %ok{m - 1}, %in{m}",
            f"  %by{m} = mul i64 %w{m}, %strides{m - 1}",
            f"  %at{m} = add i64 %at{m - 1}, %by{m}",
        ]
    return "\n".join(lines)


def _span() -> str:
    """Lines that give `%span4`, the end of the tensor's last element in memory."""
    lines = ["  %row.size = mul i64 %dims0, %size", "  %span0 = add i64 %address0, %row.size"]
    for m in range(1, MAX_RANK):
        lines += [
            f"  %most{m} = sub i64 %dims{m}, 1",
            f"  %far{m} = mul i64 %most{m}, %strides{m - 1}",
            f"  %span{m} = add i64 %span{m - 1}, %far{m}",
        ]
    return "\n".join(lines)


def _columns(*, stores: bool) -> str:
    """Lines that give `%columns`, how many elements of a row a copy takes.

    A store writes the whole 16 bytes in which a row ends; past the tensor's last element, which may be the last of its
    memory, it does not here.
    """
    if not stores:
        return "  %columns = add i64 %dims0, 0"
    return f"""  %row.up = add i64 %row.size, {ALIGN_BYTES - 1}
  %row.whole = and i64 %row.up, -{ALIGN_BYTES}
  %row.past = add i64 %at{MAX_RANK - 1}, %row.whole
  %row.inside = icmp ule i64 %row.past, %span{MAX_RANK - 1}
  %row.elems = udiv i64 %row.whole, %size
  %columns = select i1 %row.inside, i64 %row.elems, i64 %dims0"""


def _function(name: str, whole: str, one: str, *, stores: bool) -> str:
    """`whole` moves the 16 bytes between `%place` and `%global`, `one` element `%e` of them, which is in bounds if
    `%inside`; both go on at `%moved` and `%following`."""
    fields = [_field("dims", k, "i64") for k in range(MAX_RANK)]
    fields += [_field("strides", k, "i64") for k in range(MAX_RANK - 1)]
    fields += [_field("box", k, "i32") for k in range(MAX_RANK)]
    fields += [_field(key, 0, "i32") for key in ("swizzle", "elem_bytes")]
    coords = ", ".join(f"i32 %c{k}" for k in range(MAX_RANK))
    last = MAX_RANK - 1
    return f"""define internal void @{name}(ptr %desc, ptr %smem, {coords}) noinline {{
entry:
{_field("address", 0, "i64")}
{chr(10).join(fields)}
  %size = zext i32 %elem_bytes0 to i64
{_span()}
  %row.bytes = mul i32 %box0, %elem_bytes0
  %rows.2 = mul i32 %box1, %box2
  %rows.3 = mul i32 %rows.2, %box3
  %rows = mul i32 %rows.3, %box4
  %per.piece = udiv i32 {ALIGN_BYTES}, %elem_bytes0
  %start = ptrtoint ptr %smem to i64
  %swizzle.64 = zext i32 %swizzle0 to i64
  %power = shl i64 1, %swizzle.64
  %bits = sub i64 %power, 1
  %c0.64 = sext i32 %c0 to i64
  br label %row
row:
  %r = phi i32 [ 0, %entry ], [ %r1, %row.end ]
{_rows()}
{_columns(stores=stores)}
  %before = mul i32 %r, %row.bytes
  %before.64 = zext i32 %before to i64
  %row.start = add i64 %start, %before.64
  br label %piece
piece:
  %k = phi i32 [ 0, %row ], [ %k1, %moved ]
  %k.64 = zext i32 %k to i64
  %plain = add i64 %row.start, %k.64
  %line = lshr i64 %plain, 7
  %line.bits = and i64 %line, %bits
  %turned = shl i64 %line.bits, 4
  %swizzled = xor i64 %plain, %turned
  %place = inttoptr i64 %swizzled to ptr
  %first.32 = udiv i32 %k, %elem_bytes0
  %first.in = zext i32 %first.32 to i64
  %first = add i64 %c0.64, %first.in
  %per.64 = zext i32 %per.piece to i64
  %past = add i64 %first, %per.64
  %fits = icmp sle i64 %past, %columns
  %starts = icmp sge i64 %first, 0
  %both = and i1 %fits, %starts
  %all = and i1 %both, %ok{last}
  %column = mul i64 %first, %size
  %global.64 = add i64 %at{last}, %column
  %global = inttoptr i64 %global.64 to ptr
  br i1 %all, label %whole, label %some
whole:
{whole}
  br label %moved
some:
  br label %one
one:
  %e = phi i32 [ 0, %some ], [ %e1, %following ]
  %e.64 = zext i32 %e to i64
  %x = add i64 %first, %e.64
  %x.in = icmp ult i64 %x, %columns
  %inside = and i1 %x.in, %ok{last}
  %e.at = mul i64 %e.64, %size
  %e.place = getelementptr i8, ptr %place, i64 %e.at
  %e.global = getelementptr i8, ptr %global, i64 %e.at
{one}
following:
  %e1 = add i32 %e, 1
  %more.e = icmp ult i32 %e1, %per.piece
  br i1 %more.e, label %one, label %moved
moved:
  %k1 = add i32 %k, {ALIGN_BYTES}
  %more.k = icmp ult i32 %k1, %row.bytes
  br i1 %more.k, label %piece, label %row.end
row.end:
  %r1 = add i32 %r, 1
  %more.r = icmp ult i32 %r1, %rows
  br i1 %more.r, label %row, label %out
out:
  ret void
}}
"""


def told_text(name: str, function: str) -> str:
    """Tells the checker of the elements of a tile that the tensor has, row after row, by one of its functions."""
    fields = [_field("dims", k, "i64") for k in range(MAX_RANK)]
    fields += [_field("strides", k, "i64") for k in range(MAX_RANK - 1)]
    fields += [_field("box", k, "i32") for k in range(MAX_RANK)]
    coords = ", ".join(f"i32 %c{k}" for k in range(MAX_RANK))
    who = "ptr %ck, i32 %own, i64 %column, i64 %clock, i32 %site, i32 %kind"
    passed = f"{who}, i64 %start, i64 %bytes, i64 {NO_RULE}"
    return f"""define internal void @{name}({who}, ptr %desc, {coords}) noinline {{
entry:
{_field("address", 0, "i64")}
{_field("elem_bytes", 0, "i32")}
{chr(10).join(fields)}
  %size = zext i32 %elem_bytes0 to i64
  %rows.2 = mul i32 %box1, %box2
  %rows.3 = mul i32 %rows.2, %box3
  %rows = mul i32 %rows.3, %box4
  %c0.64 = sext i32 %c0 to i64
  %wide = zext i32 %box0 to i64
  %past = add i64 %c0.64, %wide
  %first = call i64 @llvm.smax.i64(i64 %c0.64, i64 0)
  %last = call i64 @llvm.smin.i64(i64 %past, i64 %dims0)
  %left = sub i64 %last, %first
  %some = icmp sgt i64 %left, 0
  %bytes = mul i64 %left, %size
  %skip = mul i64 %first, %size
  br i1 %some, label %row, label %out
row:
  %r = phi i32 [ 0, %entry ], [ %r1, %row.end ]
{_rows()}
  br i1 %ok{MAX_RANK - 1}, label %tell, label %row.end
tell:
  %start = add i64 %at{MAX_RANK - 1}, %skip
  call void @{function}({passed})
  br label %row.end
row.end:
  %r1 = add i32 %r, 1
  %more.r = icmp ult i32 %r1, %rows
  br i1 %more.r, label %row, label %out
out:
  ret void
}}
"""


def copy_text(name: str, *, stores: bool) -> str:
    """Moves a tile: from global to shared memory, with zeros where the tensor has no element, or back."""
    source, target = ("place", "global") if stores else ("global", "place")
    whole = f"""  %piece.16 = load <{ALIGN_BYTES} x i8>, ptr %{source}, align 1
  store <{ALIGN_BYTES} x i8> %piece.16, ptr %{target}, align 1"""
    absent = "following" if stores else "zero"
    zeros = (
        ""
        if stores
        else """zero:
  call void @llvm.memset.p0.i64(ptr %e.place, i8 0, i64 %size, i1 false)
  br label %following"""
    )
    one = f"""  br i1 %inside, label %take, label %{absent}
take:
  call void @llvm.memcpy.p0.p0.i64(ptr %e.{target}, ptr %e.{source}, i64 %size, i1 false)
  br label %following
{zeros}"""
    return _function(name, whole, one, stores=stores)


def reduce_text(name: str, verb: str, scalar: str, size: int) -> str:
    """Combines a tile in shared memory with global memory, one atomic update an element."""

    def update(place: str, target: str, label: str) -> str:
        return f"""  %{label}.value = load {scalar}, ptr {place}, align {size}
  %{label}.old = atomicrmw {verb} ptr {target}, {scalar} %{label}.value monotonic, align {size}"""

    lines: list[str] = []
    for k in range(ALIGN_BYTES // size):
        lines.append(f"  %s{k} = getelementptr i8, ptr %place, i64 {k * size}")
        lines.append(f"  %t{k} = getelementptr i8, ptr %global, i64 {k * size}")
        lines.append(update(f"%s{k}", f"%t{k}", f"u{k}"))
    one = f"""  br i1 %inside, label %take, label %following
take:
{update("%e.place", "%e.global", "u")}
  br label %following"""
    return _function(name, "\n".join(lines), one, stores=True)


def reduce_bytes_text(name: str, verb: str, scalar: str, size: int) -> str:
    """Combines so many contiguous bytes of shared memory with global memory, one atomic update an element."""
    return f"""define internal void @{name}(ptr %global, ptr %place, i32 %bytes) {{
entry:
  br label %next
next:
  %at = phi i32 [ 0, %entry ], [ %after, %update ]
  %more = icmp ult i32 %at, %bytes
  br i1 %more, label %update, label %done
update:
  %s = getelementptr i8, ptr %place, i32 %at
  %t = getelementptr i8, ptr %global, i32 %at
  %value = load {scalar}, ptr %s, align {size}
  %old = atomicrmw {verb} ptr %t, {scalar} %value monotonic, align {size}
  %after = add i32 %at, {size}
  br label %next
done:
  ret void
}}
"""
