"""The bulk copy engine on the CPU: a copy happens when it is issued, and counts its bytes at its mbarrier at once.

That is one of the orders that the hardware may take. Swizzles are exact: shared memory starts at a multiple of 1024
bytes, and the 16-byte pieces of a row go where the hardware puts them. So are edges: a load gives zeros for elements
outside the tensor, a store writes the whole 16 bytes in which a row ends. A copy that begins inside 16 bytes of a
row, an illegal instruction on a GPU, is reported to the checker. Source: CUDA Programming Guide, "Tensor Memory
Access"; PTX ISA, "cp.async.bulk.tensor"; the edges as seen on an H200.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from xdsl.dialects.builtin import i32
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.abi.check import Access, Engine, Event
from cutedsl.arch.abi.host import RT, ErrorCode
from cutedsl.arch.bulk_updates import BULK_UPDATES
from cutedsl.arch.tensor_map import (
    ALIGN_BYTES,
    DESCRIPTOR_ALIGN_BYTES,
    DESCRIPTOR_BYTES,
    ELEMENTS,
    FORM_BITS,
    MAX_RANK,
    PADDED,
    PIXELS,
    REQUEST,
    ROWS_OF_PIXELS,
    STEP_BITS,
    TILE_ALIGN_BYTES,
)
from cutedsl.codegen.cpu.checked import check_alignment, check_maps, checks
from cutedsl.codegen.cpu.emitter import STOP, WarpEmitter
from cutedsl.codegen.cpu.memory import access
from cutedsl.codegen.cpu.memory.bfloat_updates import bfloat_update
from cutedsl.codegen.cpu.memory.pointers import ZERO_OFFSET, memory_type
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.cpu.warp.lane_loops import each_active_lane
from cutedsl.codegen.cpu.warp.sync import complete_bytes
from cutedsl.codegen.llvm.attributes import attribute, integer, integers, string
from cutedsl.codegen.llvm.types import storage_bytes, vector_size
from cutedsl.errors import internal_error
from cutedsl.ir.ops.tma import AT_RUN_TIME
from cutedsl.ir.types import PtrType

_MOST_EXTENT: Final = (1 << 31) - 1


# -- in host code ----------------------------------------------------------------------------------------------------
def emit_tma_make(e: WarpEmitter, op: Operation) -> None:
    """Packs the request and has the runtime make the descriptor of it."""
    f = e.f
    pointer, numbers = e.pointer(op.operands[0]), [e.val(x).text for x in op.operands[1:]]
    axes = integer(op, "axes") if attribute(op, "axes") is not None else 0
    numbers, extents = box_extents(e, op, numbers)
    rank = (len(numbers) - 3 * axes + 1) // 2
    numbers, around = numbers[: 2 * rank - 1], numbers[2 * rank - 1 :]
    request, made = (e.alloca(f"[{DESCRIPTOR_BYTES} x i8]", DESCRIPTOR_ALIGN_BYTES) for _ in range(2))

    def put(name: str, index: int, kind: str, text: str | int) -> None:
        size = 8 if kind in ("i64", "ptr") else 4
        place = f.op(f"getelementptr i8, ptr {request}, i64 {REQUEST[name] + size * index}")
        f.do(f"store {kind} {text}, ptr {place}, align {size}")

    f.do(f"store [{DESCRIPTOR_BYTES} x i8] zeroinitializer, ptr {request}, align 8")
    put("address", 0, "ptr", e.gep(pointer, pointer.offset.text))
    for index in range(MAX_RANK):
        put("dims", index, "i64", numbers[index] if index < rank else 1)
    for index, stride in enumerate(numbers[rank:]):
        put("strides", index, "i64", stride)
    for name, index, value in map_facts(e, op, rank, extents):
        put(name, index, "i32", value)
    if axes:
        form = str(ROWS_OF_PIXELS if attribute(op, "rows") is not None else PIXELS)
        for axis in range(axes):
            first, last, step = (f.op(f"trunc i64 {text} to i32") for text in around[3 * axis : 3 * axis + 3])
            low, high = f.op(f"and i32 {first}, {0xFFFF}"), f.op(f"shl i32 {last}, 16")
            put("box", 2 + axis, "i32", f.op(f"or i32 {low}, {high}"))
            form = f.op(f"or i32 {form}, {f.op(f'shl i32 {step}, {FORM_BITS + STEP_BITS * axis}')}")
        put("form", 0, "i32", form)
    on_gpu = e.plan.launches is not None and e.plan.launches.on_gpu
    place = f.op(f"getelementptr i8, ptr %rt, i64 {RT['tensor_map'].offset}")
    callback = f.op(f"load ptr, ptr {place}, align 8")
    done = f.op(f"call i32 {callback}(ptr %rt, ptr {request}, ptr {made}, i32 {int(on_gpu)})")
    failed, fine = f.label("bad"), f.label("ok")
    f.branch_if(f.op(f"icmp eq i32 {done}, 0"), failed, fine)
    f.begin(failed)
    site = e.sites.add(op, "launch")
    zeros = "i32 0, i32 0, i32 0, i32 0, i64 0, i64 0, i64 0"
    f.do(f"call i1 @cute.fail(ptr %rt, i32 {int(ErrorCode.LAUNCH_FAILED)}, i32 {site}, {zeros})")
    f.branch(STOP)
    f.begin(fine)
    e.env[op.results[0]] = Pointer(made, ZERO_OFFSET, "generic")


def box_extents(e: WarpEmitter, op: Operation, numbers: Sequence[str]) -> tuple[Sequence[str], list[int | str]]:
    """An op's numbers but those of its box, and the box: i64 where an operand gives an extent.

    Larger numbers count as the largest i32, which is refused.
    """
    sizes = integers(op, "box")
    first = len(numbers) - sum(size == AT_RUN_TIME for size in sizes)
    given = iter(numbers[first:])
    extents = [_at_most(e, next(given)) if size == AT_RUN_TIME else size for size in sizes]
    return numbers[:first], extents


def _at_most(e: WarpEmitter, number: str) -> str:
    e.module.declare("i64 @llvm.umin.i64(i64, i64)")
    return e.f.op(f"call i64 @llvm.umin.i64(i64 {number}, i64 {_MOST_EXTENT})")


def map_facts(
    e: WarpEmitter, op: Operation, rank: int, extents: Sequence[int | str]
) -> Iterator[tuple[str, int, int | str]]:
    """What a request says of elements and boxes: field, its index, i32."""
    element = ELEMENTS[string(op, "element")]
    box = [*extents, *[1] * MAX_RANK]
    for index, extent in enumerate(box[:MAX_RANK]):
        yield "box", index, extent if isinstance(extent, int) else e.f.op(f"trunc i64 {extent} to i32")
    yield from (("element", 0, element.code), ("rank", 0, rank), ("swizzle", 0, integer(op, "swizzle")))
    yield from (("elem_bytes", 0, element.size_bytes), ("memory_bits", 0, element.memory_bits))
    yield "form", 0, PADDED if element.shared_bits > element.memory_bits else 0
    known = [extent for extent in extents if isinstance(extent, int)]
    if len(known) == len(extents):
        yield "tile_bytes", 0, element.tile_bytes(known)
        return
    bits = str(math.prod(known) * (element.shared_bits or 8 * element.size_bytes))
    for extent in extents:
        if isinstance(extent, str):
            bits = e.f.op(f"mul i64 {bits}, {extent}")
    yield "tile_bytes", 0, e.f.op(f"trunc i64 {_at_most(e, e.f.op(f'lshr i64 {bits}, 3'))} to i32")


# -- in kernels ------------------------------------------------------------------------------------------------------
def _number_in(e: WarpEmitter, value: SSAValue, lane: str) -> str:
    """A number of the lane that issues."""
    val = e.val(value)
    if val.lanes.uniform:
        return val.text
    return e.f.op(f"extractelement <{e.lanes} x i32> {e.vector(val, i32)}, i32 {lane}")


def first_lane(e: WarpEmitter) -> str:
    """The number of the lane that issues for the warp."""
    if e.mask is None:
        return "0"
    e.module.declare("i32 @llvm.cttz.i32(i32, i1)")
    return e.f.op(f"call i32 @llvm.cttz.i32(i32 {e.mask_bits()}, i1 true)")


def place_in(e: WarpEmitter, pointer: Pointer, lane: str) -> str:
    """A pointer's address in one lane."""
    if pointer.offset.lanes.uniform:
        return e.gep(pointer, pointer.offset.text)
    kind = f"<{e.lanes} x {pointer.offset_type}>"
    return e.gep(pointer, e.f.op(f"extractelement {kind} {e.offset_vector(pointer)}, i32 {lane}"))


_REDUCTIONS: Final = {"inc": "uinc_wrap", "dec": "udec_wrap"}


_MASK_BITS: Final = 0xFFFF
"""Of a mask of blocks: as many bits as PTX takes."""
_SIZES: Final = {"i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4, "double": 8}
_ELEMENTS: Final = {
    **{ELEMENTS[name].code: (f"i{name[-2:]}", name[0] == "U") for name in ("Uint32", "Int32", "Uint64", "Int64")},
    ELEMENTS["Float16"].code: ("half", False),
    ELEMENTS["BFloat16"].code: ("bfloat", False),
    **{ELEMENTS[name].code: ("float", False) for name in ("Float32", "TFloat32")},
    ELEMENTS["Float64"].code: ("double", False),
}
"""By the code of a tensor map's element: LLVM's type, and whether it has no sign."""
_WHOLE: Final = frozenset({"add", "min", "max", "and", "or", "xor"})
_KINDS: Final = {
    **dict.fromkeys(_ELEMENTS, frozenset({"add", "min", "max"})),
    **{ELEMENTS[name].code: _WHOLE for name in ("Int32", "Uint64", "Int64")},
    ELEMENTS["Uint32"].code: _WHOLE | {"inc", "dec"},
}
"""What tiles of an element may be combined by. Source: PTX ISA, `cp.reduce.async.bulk.tensor`."""


_SCALARS: Final = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}


def _update(e: WarpEmitter, verb: str, scalar: str, size: int) -> str:
    """The function of the module that combines an element of shared memory with one of global memory."""
    name = f"cute.update.{verb}.{scalar}"
    update = f"atomicrmw {verb} ptr %global, {scalar} %value monotonic, align {size}"
    if scalar == "bfloat":
        update = f"call bfloat @{bfloat_update(e.module, verb[1:])}(ptr %global, bfloat %value)"
    text = f"""define internal void @{name}(ptr %place, ptr %global) noinline {{
  %value = load {scalar}, ptr %place, align {size}
  %old = {update}
  ret void
}}
"""
    e.module.once(name, lambda: e.module.functions.append(text))
    return name


def _bulk_update(e: WarpEmitter, op: Operation) -> str:
    """The arguments by which a bulk copy combines its elements with its target; "" where it moves them."""
    if attribute(op, "reduce") is None:
        e.module.declare("void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)")
        return ""
    kind, name = BULK_UPDATES[string(op, "reduce")]
    scalar = _SCALARS.get(name, f"i{name[1:]}")
    sign = "f" if name in _SCALARS else "u" if name[0] == "u" and kind in ("min", "max") else ""
    verb, size = _REDUCTIONS.get(kind, f"{sign}{kind}"), int(name.lstrip("bfsu")) // 8
    return f"i32 {size}, ptr @{_update(e, verb, scalar, size)}"


def _tile_update(e: WarpEmitter, op: Operation, kind: str, smem: SSAValue, descriptor: str) -> str:
    """The same for a tile: a pointer to the function for the elements that the tensor map names.

    PTX's text does not say what the elements are, and no type of memory says whether they have a sign.
    """
    assert isinstance(smem.type, PtrType)
    f, given = e.f, memory_type(smem.type.element)
    found: dict[int, str] = {}
    for code, (scalar, unsigned) in _ELEMENTS.items():
        if given in (scalar, "i8") and kind in _KINDS[code]:
            sign = "f" if not scalar.startswith("i") else "u" if unsigned and kind in ("min", "max") else ""
            verb = _REDUCTIONS.get(kind, f"{sign}{kind}")
            found[code] = f"@{_update(e, verb, scalar, _SIZES[scalar])}"
    if not found:
        raise internal_error(f"a bulk {kind} of {smem.type.element}")
    place = f.op(f"getelementptr i8, ptr {descriptor}, i64 {REQUEST['element']}")
    element = f.op(f"load i32, ptr {place}, align 4")
    chosen = "null"
    for code, function in found.items():
        chosen = f.op(f"select i1 {f.op(f'icmp eq i32 {element}, {code}')}, ptr {function}, ptr {chosen}")
    site = e.sites.add(op, "trap", f"a bulk {kind} of elements that the tensor map's type does not have")
    e.fail_if(f.op(f"icmp eq ptr {chosen}, null"), ErrorCode.TRAP, site, e.mask_bits())
    return chosen


def emit_tma_tile(e: WarpEmitter, op: Operation) -> None:
    """One tile for the whole warp, or one for each active lane."""
    if string(op, "kind") == "prefetch":
        return
    if attribute(op, "each") is None:
        _tile_of(e, op, first_lane(e))
        return

    def turn(lane: str, state: str) -> str:
        _tile_of(e, op, lane)
        return state

    each_active_lane(e, "{}", turn)


def _tile_of(e: WarpEmitter, op: Operation, lane: str) -> None:
    """The tile that a lane copies, into each block that it is for."""
    kind, f, values = string(op, "kind"), e.f, list(op.operands)
    descriptor, smem = e.pointer(values[0]), e.pointer(values[1])
    fixed = 3 if kind == "load" else 2
    mask = _number_in(e, values[fixed], lane) if attribute(op, "multicast") is not None else None
    skipped = fixed + (mask is not None) + (attribute(op, "cached") is not None)
    offsets = integer(op, "offsets") if attribute(op, "offsets") is not None else 0
    numbers = [_number_in(e, x, lane) for x in values[skipped:]]
    coords, further = numbers[: len(numbers) - offsets], numbers[len(numbers) - offsets :]
    rows = attribute(op, "rows") is not None
    corners = [[coords[0], row] for row in coords[1:]] if rows else [coords]
    where = place_in(e, smem, lane)
    update = "" if kind in ("load", "store") else f", ptr {_tile_update(e, op, kind, values[1], descriptor.base)}"
    name = "cute.tile_reduce" if update else f"cute.tile_{kind}"
    if offsets:
        name = f"cute.pixels_{kind}"
    way = _way(op)
    part, count = _checked_bytes(e, op, descriptor.base, smem, len(corners), further[0] if way else "")
    counted = _counted(e, descriptor.base, count) if kind == "load" else count

    site = e.sites.access(op, "store" if kind == "load" else "load", smem)
    store = (
        checks.by_engine(e, Engine.BULK_STORE, Access.BULK, site, lane) if e.plan.checks and kind != "load" else None
    )
    check_alignment.aligned(e, smem, TILE_ALIGN_BYTES, site)
    if e.plan.checks:
        turned = f.op(f"getelementptr i8, ptr {descriptor.base}, i64 {REQUEST['swizzle']}")
        bits = f.op(f"load i32, ptr {turned}, align 4")
        checks.swizzled(e, site, bits, writes=kind == "load")
        check_alignment.inside_swizzle(e, smem, where, bits, site)

    def copy(place: str, barrier: str) -> None:
        by = report_copy(e, op, place, count, site, barrier, store, counted)
        if by is not None:
            _tell_edge(e, op, descriptor.base, coords[0])
            check_maps.used(e, op, descriptor, by)
        for number, corner in enumerate(corners):
            words = [*corner, *["0"] * (MAX_RANK - len(corner))]
            words += [*further, *["0"] * (MAX_RANK - 2 - offsets), str(way)] if offsets else []
            passed = ", ".join(f"i32 {c}" for c in words)
            at = place
            if number:
                at = f.op(f"getelementptr i8, ptr {place}, i32 {f.op(f'mul i32 {part}, {number}')}")
            if by is not None:
                _tell_tile(e, op, by, descriptor, f"ptr {at}, {passed}")
            f.do(f"call void @{name}(ptr {descriptor.base}, ptr {at}, {passed}{update})")
        if barrier:
            complete_bytes(e, op, barrier, counted)

    barrier = place_in(e, e.pointer(values[2]), lane) if kind == "load" else ""
    pair = attribute(op, "pair") is not None
    if mask is None:
        copy(where, _in_even_block(e, barrier) if pair else barrier)
    else:
        to_each_rank(e, op, mask, where, barrier, copy, pair=pair)


def _counted(e: WarpEmitter, descriptor: str, count: str) -> str:
    """The bytes that an mbarrier counts of so many in shared memory: without the padding of narrow elements."""
    f = e.f
    form, bits = (
        f.op(f"load i32, ptr {f.op(f'getelementptr i8, ptr {descriptor}, i64 {REQUEST[name]}')}, align 4")
        for name in ("form", "memory_bits")
    )
    packed = f.op(f"lshr i32 {f.op(f'mul i32 {count}, {bits}')}, 3")
    return f.op(f"select i1 {f.op(f'icmp eq i32 {form}, {PADDED}')}, i32 {packed}, i32 {count}")


def _in_even_block(e: WarpEmitter, barrier: str) -> str:
    """The same mbarrier of the even block of this block's pair."""
    own = e.state_field("rank", "i32")
    return _peer_address(e, barrier, e.f.op(f"sub i32 0, {e.f.op(f'and i32 {own}, 1')}"))


def _peer_address(e: WarpEmitter, place: str, blocks: str) -> str:
    """The same place in the shared memory of the block whose rank is so much higher."""
    moved = e.f.op(f"mul i64 {e.f.op(f'sext i32 {blocks} to i64')}, {e.state_field('smem_stride', 'i64')}")
    return e.f.op(f"getelementptr i8, ptr {place}, i64 {moved}")


def report_copy(
    e: WarpEmitter,
    op: Operation,
    place: str,
    count: str,
    site: int,
    barrier: str,
    store: checks.By | None,
    counted: str = "",
) -> checks.By | None:
    """Tells the checker what a copy does in shared memory: a load is complete with its barrier's phase, a store with
    its group. The barrier counts `counted` bytes, or all. Returns who makes the copy."""
    if not e.plan.checks:
        return None
    by = store or checks.by_load(e, barrier, counted or count, site)
    loads = store is None
    checks.region(e, place, count, site, by, writes=loads, told=not (loads and checks.elected(op)))
    return by


def _tell_tile(e: WarpEmitter, op: Operation, by: checks.By, descriptor: Pointer, tile: str) -> None:
    """Tells the checker what the copy of a tile, given by its place in shared memory and its corner, does in global
    memory."""
    kind = string(op, "kind")
    name, what = {"load": ("read", "load"), "store": ("write", "store")}.get(kind, ("atomic", "atomic"))
    function = f"cute.check.{name}.span"
    checks.declare(e.module, function)
    who = checks.made_by(e, by, e.sites.add(op, f"tile {what}", descriptor.name), name)
    told = "tile_told" if attribute(op, "offsets") is None else "pixels_told"
    e.f.do(f"call void @cute.{told}({who}, ptr {descriptor.base}, {tile}, ptr @{function})")


def _tell_edge(e: WarpEmitter, op: Operation, descriptor: str, first: str) -> None:
    """Tells the checker of a copy that begins inside of 16 bytes of a row, and of a store that ends inside of them."""
    f, stores = e.f, string(op, "kind") != "load"
    site = e.sites.add(op, f"tile {'store' if stores else 'load'}", e.pointer(op.operands[0]).name)

    def field(name: str, kind: str) -> str:
        place = f.op(f"getelementptr i8, ptr {descriptor}, i64 {REQUEST[name]}")
        value = f.op(f"load {kind}, ptr {place}, align 4")
        return value if kind == "i64" else f.op(f"sext i32 {value} to i64")

    start = f.op(f"sext i32 {first} to i64")
    dim = field("dims", "i64")
    size = field("elem_bytes", "i32")
    begin = f.op(f"mul i64 {start}, {size}")
    odd = f.op(f"icmp ne i64 {f.op(f'and i64 {begin}, {ALIGN_BYTES - 1}')}, 0")
    if stores:
        odd = f.op(f"or i1 {odd}, {f.op(f'icmp slt i64 {start}, 0')}")
    checks.tell(e, odd, Event.EDGE, site, ("0", f.op(f"trunc i64 {begin} to i32")))
    if not stores:
        return
    row = f.op(f"mul i64 {dim}, {size}")
    past = f.op(f"and i64 {f.op(f'sub i64 0, {row}')}, {ALIGN_BYTES - 1}")
    end = f.op(f"add i64 {start}, {field('box', 'i32')}")
    parts = (f"icmp ne i64 {past}, 0", f"icmp sgt i64 {end}, {dim}", f"icmp slt i64 {start}, {dim}")
    uneven, reaches, begins = map(f.op, parts)
    wrong = f.op(f"and i1 {uneven}, {f.op(f'and i1 {reaches}, {begins}')}")
    said = (f.op(f"trunc i64 {past} to i32"), f.op(f"trunc i64 {row} to i32"))
    checks.tell(e, wrong, Event.EDGE, site, said)


def to_each_rank(
    e: WarpEmitter,
    op: Operation,
    mask: str,
    where: str,
    barrier: str,
    copy: Callable[[str, str], None],
    *,
    pair: bool = False,
) -> None:
    """Calls `copy` with the places of each block of the cluster whose bit is set in the mask; of a pair, both blocks'
    mbarrier is the even one's. The call ends where the mask names a block that the cluster does not have."""
    f, blocks = e.f, e.plan.geometry.cluster_blocks
    beyond = f.op(f"and i32 {mask}, {_MASK_BITS & -1 << blocks}")
    site = e.sites.add(op, "multicast")
    e.fail_if(f.op(f"icmp ne i32 {beyond}, 0"), ErrorCode.CLUSTER_RANK, site, e.mask_bits(), ("-1", str(blocks)))
    own = e.state_field("rank", "i32")
    for rank in range(blocks):
        bit = f.op(f"and i32 {mask}, {1 << rank}")
        inside, after = f.label("to"), f.label("next")
        f.branch_if(f.op(f"icmp ne i32 {bit}, 0"), inside, after)
        f.begin(inside)

        there = _peer_address(e, where, f.op(f"sub i32 {rank}, {own}"))
        barrier_there = _peer_address(e, barrier, f.op(f"sub i32 {rank & ~1 if pair else rank}, {own}"))
        copy(there, barrier_there)
        f.branch(after)
        f.begin(after)


_WAYS: Final = {"w": 1, "w::128": 2}
"""How pixels of one row are copied, as `tiles.c` counts; 0: pixels of all rows."""


def _way(op: Operation) -> int:
    return _WAYS[string(op, "row")] if attribute(op, "row") is not None else 0


def _checked_bytes(
    e: WarpEmitter, op: Operation, descriptor: str, smem: Pointer, tiles: int, further: str
) -> tuple[str, str]:
    """The bytes of the descriptor's tile, and of so many; the call ends if shared memory has no room for them.

    Of pixels of a row, with `further` ones.
    """
    f = e.f
    if further:
        part = total = f.op(f"call i32 @cute.pixels_bytes(ptr {descriptor}, i32 {further}, i32 {_way(op)})")
    else:
        place = f.op(f"getelementptr i8, ptr {descriptor}, i64 {REQUEST['tile_bytes']}")
        part = f.op(f"load i32, ptr {place}, align 4")
        total = part if tiles == 1 else f.op(f"mul i32 {part}, {tiles}")
    if smem.limit is not None and e.plan.bounds and smem.offset.lanes.uniform:
        end = f.op(f"add i32 {smem.offset.text}, {total}")
        site = e.sites.access(op, "store" if string(op, "kind") == "load" else "load", smem)
        detail = tuple(f.op(f"sext i32 {text} to i64") for text in (smem.offset.text, smem.limit, total))
        e.fail_if(f.op(f"icmp ugt i32 {end}, {smem.limit}"), ErrorCode.OUT_OF_BOUNDS, site, e.mask_bits(), detail)
    return part, total


def _check_room(e: WarpEmitter, pointer: Pointer, place: str, count: str, site: int) -> None:
    """The call ends if `count` bytes (i32, known at run time) from a place leave the pointer's bounds."""
    if pointer.limit is None or not e.plan.bounds:
        return
    f = e.f
    start, base = (f.op(f"ptrtoint ptr {one} to i64") for one in (place, pointer.base))
    offset, size = f.op(f"sub i64 {start}, {base}"), f.op(f"sext i32 {count} to i64")
    limit = pointer.limit
    if pointer.offset_type == "i32" and limit.startswith("%"):
        limit = f.op(f"sext i32 {limit} to i64")
    inside = f.op(f"and i1 {f.op(f'icmp sge i64 {offset}, 0')}, {f.op(f'icmp sge i64 {size}, 0')}")
    fits = f.op(f"icmp sle i64 {f.op(f'add i64 {offset}, {size}')}, {limit}")
    bad = f.op(f"xor i1 {f.op(f'and i1 {inside}, {fits}')}, true")
    checks.start(e, pointer)
    e.fail_if(bad, ErrorCode.OUT_OF_BOUNDS, site, e.mask_bits(), (offset, limit, size))


def emit_bulk_copy(e: WarpEmitter, op: Operation) -> None:
    """Contiguous bytes, by each active lane in order; moved, or combined with what the target holds."""
    kind, values = string(op, "kind"), list(op.operands)
    target, source, amount = e.pointer(values[0]), e.pointer(values[1]), e.val(values[2])
    assert isinstance(values[0].type, PtrType)
    size = storage_bytes(values[0].type.element)
    into, out_of = e.sites.access(op, "store", target, size), e.sites.access(op, "load", source, size)
    site = out_of if kind == "s2g" else into
    if amount.lanes.constant is not None:
        access.check_bounds(e, target, amount.lanes.constant, into)
        access.check_bounds(e, source, amount.lanes.constant, out_of)
    check_alignment.aligned(e, target, ALIGN_BYTES, into)
    check_alignment.aligned(e, source, ALIGN_BYTES, out_of)
    check_alignment.whole_units(e, target, amount, site)
    update = _bulk_update(e, op)

    def turn(lane: str, state: str) -> str:
        count = amount.text
        if not amount.lanes.uniform:
            count = e.f.op(f"extractelement <{e.lanes} x i32> {e.vector(amount, i32)}, i32 {lane}")
        if amount.lanes.constant is None:
            for pointer, number in ((target, into), (source, out_of)):
                _check_room(e, pointer, place_in(e, pointer, lane), count, number)
        read = place_in(e, source, lane)

        def copy(place: str, barrier: str) -> None:
            by = report_copy(e, op, place if barrier else read, count, site, barrier, store)
            if by is not None and kind == "s2s":
                checks.region(e, read, count, out_of, by, writes=False)
                checks.sent(e, barrier, by, out_of)
            elif by is not None and (barrier or update):
                checks.span(e, by, out_of if barrier else into, read if barrier else place, count, atomic=bool(update))
            elif by is not None:
                checks.stored(e, by, into, place, read, count)
            if update:
                e.f.do(f"call void @cute.bulk_reduce(ptr {place}, ptr {read}, i32 {count}, {update})")
            else:
                e.f.do(f"call void @llvm.memmove.p0.p0.i32(ptr {place}, ptr {read}, i32 {count}, i1 false)")
            if barrier:
                complete_bytes(e, op, barrier, count)

        store = (
            checks.by_engine(e, Engine.BULK_STORE, Access.BULK, site, lane) if e.plan.checks and kind == "s2g" else None
        )
        barrier = "" if kind == "s2g" else place_in(e, e.pointer(values[3]), lane)
        where = place_in(e, target, lane)
        if attribute(op, "multicast") is None:
            copy(where, barrier)
        else:
            to_each_rank(e, op, _number_in(e, values[4], lane), where, barrier, copy)
        return state

    each_active_lane(e, "{}", turn)


def emit_store_async(e: WarpEmitter, op: Operation) -> None:
    """Each active lane's registers, in order; their bytes count at its mbarrier."""
    value, target, barrier = op.operands[0], e.pointer(op.operands[1]), e.pointer(op.operands[2])
    size, count = storage_bytes(value.type), vector_size(value.type)
    total, scalar = size * count, memory_type(value.type)
    site = e.sites.access(op, "store", target, size)
    access.check_bounds(e, target, total, site)
    check_alignment.aligned(e, target, total, site)
    vectors = [e.vector(val, value.type.element_type) for val in e.elements(value)]  # pyright: ignore

    def turn(lane: str, state: str) -> str:
        where, bar = place_in(e, target, lane), place_in(e, barrier, lane)
        for index, vector in enumerate(vectors):
            one = e.f.op(f"extractelement <{e.lanes} x {scalar}> {vector}, i32 {lane}")
            place = e.f.op(f"getelementptr i8, ptr {where}, i32 {size * index}")
            e.f.do(f"store {scalar} {one}, ptr {place}, align {size}")
        report_copy(e, op, where, str(total), site, bar, None)
        complete_bytes(e, op, bar, str(total))
        return state

    each_active_lane(e, "{}", turn)


def emit_bulk_commit(e: WarpEmitter, _op: Operation) -> None:
    """What is done at issue needs no commit; the checker wants to know."""
    checks.commit(e, Engine.BULK_STORE)


def emit_bulk_wait(e: WarpEmitter, op: Operation) -> None:
    """What is done at issue needs no wait; the checker wants to know."""
    checks.settle(e, Engine.BULK_STORE, integer(op, "pending"), read=attribute(op, "read") is not None)
