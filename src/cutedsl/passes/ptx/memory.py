"""PTX's accesses of memory, atomics, barriers and warp instructions as ops.

Source: PTX ISA, "Data Movement and Conversion Instructions", "Parallel Synchronization and Communication Instructions".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import IntegerAttr, StringAttr, UnitAttr, VectorType, i1, i8, i16, i32, i64
from xdsl.ir import Attribute, SSAValue

from cutedsl.arch.memory_model import ATOMIC_ORDERS, REDUX_KINDS
from cutedsl.ir.ops import atomic as atomic_ops
from cutedsl.ir.ops import copy as copy_ops
from cutedsl.ir.ops import pointer as pointer_ops
from cutedsl.ir.ops import program as program_ops
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.ir.ops import sync as sync_ops
from cutedsl.ir.types import PtrType
from cutedsl.passes.ptx.arithmetic import ARITHMETIC, Rule, half_of, is_float, type_of, word_of
from cutedsl.passes.ptx.bulk import bulk_copy, bulk_reduction, complete, reduce_async, store_async
from cutedsl.passes.ptx.cluster_control import cluster_control, load_answer
from cutedsl.passes.ptx.conversions import convert
from cutedsl.passes.ptx.fences import fence
from cutedsl.passes.ptx.matrices import load_matrices, multiply, store_matrices, transpose_matrix
from cutedsl.passes.ptx.registers import PACKED, TYPES, Machine, width_of
from cutedsl.passes.ptx.tensor_core import tensor_core
from cutedsl.passes.ptx.tensor_maps import tensor_map
from cutedsl.passes.ptx.text import Instruction
from cutedsl.passes.ptx.tiles import tile_copy
from cutedsl.passes.ptx.warpgroup import warp_group

_COUNTS: Final = {"v2": 2, "v4": 4, "v8": 8}
_SEMANTICS: Final = ("volatile", "relaxed", "acquire", "release")
_AT_MOST, _AT_LEAST, _BELOW = 3, 5, 6
"""The numbers of the comparisons "at most" and "at least" of signed numbers, and "less" of unsigned ones."""


def _space(i: Instruction) -> str:
    """`smem` for shared memory of the block, `dsmem` for that of its cluster, else anywhere."""
    if "shared_cluster" in i.modifiers:
        return "dsmem"
    return "smem" if {"shared", "shared_cta"} & set(i.modifiers) else "gmem"


def _count(i: Instruction) -> int:
    return next((_COUNTS[part] for part in i.modifiers if part in _COUNTS), 1)


def _semantics(i: Instruction) -> str:
    return next((part for part in i.modifiers if part in _SEMANTICS), "")


def _load(m: Machine, i: Instruction) -> None:
    if i.modifiers[-1:] == ("b128",):
        load_answer(m, i)
        return
    mlir, count, ordered = type_of(m, i), _count(i), _semantics(i)
    pointer = m.address(i.operands[1], mlir, _space(i))
    kind: Attribute = VectorType(mlir, [count]) if count > 1 else mlir
    if ordered:
        value = m.op(atomic_ops.OrderedLoadOp, (pointer,), kind, sem=StringAttr(ordered))
    else:
        hints = {"hints": StringAttr(".nc")} if "nc" in i.modifiers else {}
        value = m.op(pointer_ops.PtrLoadOp, (pointer,), kind, **hints)
    for k, name in enumerate(m.parts(i.operands[0])):
        part = value if count == 1 else m.op(simt_ops.VecExtractOp, (value,), mlir, index=IntegerAttr(k, i32))
        m.write(name, m.filled(part, signed=i.modifiers[-1][0] == "s"))


def _store(m: Machine, i: Instruction) -> None:
    if i.modifiers[:1] == ("async",):
        store_async(m, i)
        return
    if i.modifiers[:1] == ("bulk",):
        _zeros(m, i)
        return
    mlir, count, ordered = type_of(m, i), _count(i), _semantics(i)
    pointer = m.address(i.operands[0], mlir, _space(i))
    values = [m.read(name, mlir) for name in m.parts(i.operands[1])]
    value = values[0] if count == 1 else m.op(simt_ops.VecPackOp, values, VectorType(mlir, [count]))
    if ordered:
        m.do(atomic_ops.OrderedStoreOp, (value, pointer), sem=StringAttr(ordered))
    else:
        m.do(pointer_ops.PtrStoreOp, (value, pointer))


def _zeros(m: Machine, i: Instruction) -> None:
    """`st.bulk`: so many bytes of zeros, a multiple of 8, in shared memory."""
    place, count, value = i.operands
    if set(i.modifiers) - {"bulk", "weak", "shared_cta"} or value.strip() != "0":
        raise m.unknown(i.name)
    at, end, again = "%st.bulk.at", "%st.bulk.end", "%st.bulk.again"
    eight = m.constant(8, i64)
    start = m.converted(m.address(place, i64, "smem"), i64)
    m.values |= {at: start, end: m.op(arith.AddiOp, (start, m.converted(m.read(count, i64), i64)), i64)}

    def store() -> None:
        m.do(pointer_ops.PtrStoreOp, (m.constant(0, i64), m.address(f"[{at}]", i64, "smem")))
        m.values[at] = m.op(arith.AddiOp, (m.values[at], eight), i64)
        m.values[again] = m.compare(_BELOW, m.values[at], m.values[end])

    m.when(m.compare(_BELOW, m.values[at], m.values[end]), lambda: m.loop(again, store))


def _atomic(m: Machine, i: Instruction) -> None:
    """`atom` gives the old value; `red` does not."""
    if i.modifiers[:1] == ("async",):
        reduce_async(m, i)
        return
    if "L2_cache_hint" in i.modifiers:
        i = Instruction(i.op, tuple(part for part in i.modifiers if part != "L2_cache_hint"), tuple(i.operands[:-1]))
    if _count(i) > 1:
        _atomic_vector(m, i)
        return
    if i.modifiers[-1] in ("f16x2", "bf16x2"):
        _atomic_pair(m, i)
        return
    mlir, has_result = type_of(m, i), i.op == "atom"
    place, *operands = i.operands[1:] if has_result else i.operands
    pointer = m.address(place, mlir, _space(i))
    order = next((part for part in i.modifiers if part in ATOMIC_ORDERS), "relaxed")
    values = [m.read(x, mlir) for x in operands]
    properties: dict[str, Attribute] = {"sem": StringAttr(order)}
    if "cas" in i.modifiers:
        m.write(i.operands[0], m.op(atomic_ops.AtomicCasOp, (pointer, *values), mlir, **properties))
        return
    names = ("add", "min", "max", "and", "or", "xor", "exch", "inc", "dec")
    kind = next((part for part in i.modifiers if part in names), None)
    if kind is None:
        raise m.unknown(i.name)
    if kind in ("min", "max") and i.modifiers[-1][0] == "u":
        kind = "u" + kind
    properties["kind"] = StringAttr(kind)
    if has_result:
        m.write(i.operands[0], m.op(atomic_ops.AtomicOp, (pointer, *values), mlir, **properties))
    else:
        m.do(atomic_ops.AtomicOp, (pointer, *values), **properties)


def _atomic_vector(m: Machine, i: Instruction) -> None:
    """Neighbours in global memory, each of which is updated by itself, without old values. Source: PTX ISA, `red`."""
    mlir = TYPES[i.modifiers[-1]] if i.modifiers[-1] in PACKED else type_of(m, i)
    if i.op == "atom" or len(i.operands) != 2 or _space(i) == "smem":
        raise m.unknown(i.name)
    first = m.address(i.operands[0], i8, _space(i))
    one = tuple(part for part in i.modifiers if part not in ("v2", "v4", "v8"))
    for k, part in enumerate(m.parts(i.operands[1])):
        offset = m.constant(k * width_of(mlir) // 8, i64)
        m.write("%vector.place", m.op(pointer_ops.PtrAddOp, (first, offset), first.type))
        _atomic(m, Instruction(i.op, one, ("[%vector.place]", part)))
        del m.values["%vector.place"]  # a predicate would merge it, as it does registers


def _atomic_pair(m: Machine, i: Instruction) -> None:
    """Two neighbours of 16 bits, each of which is updated by itself: PTX promises no more of the pair."""
    has_result = i.op == "atom"
    place, *words = i.operands[1:] if has_result else i.operands
    one = (*i.modifiers[:-1], i.modifiers[-1].removesuffix("x2"))
    low = m.address(place, i8, _space(i))
    assert isinstance(low.type, PtrType)
    offset = m.constant(2, i32 if low.type.space.data == "smem" else i64)
    m.write("%pair.low", low)
    m.write("%pair.high", m.op(pointer_ops.PtrAddOp, (low, offset), low.type))
    olds: list[SSAValue] = []
    for k, side in enumerate(("low", "high")):
        names = [f"half of word {n}" for n in range(len(words))]
        for name, word in zip(names, words, strict=True):
            m.write(name, half_of(m, m.read(word, i32), 16 * k))
        before = ("half of a result",) if has_result else ()
        _atomic(m, Instruction(i.op, one, (*before, f"[%pair.{side}]", *names)))
        if has_result:
            olds.append(m.read("half of a result", i16))
    del m.values["%pair.low"], m.values["%pair.high"]
    if has_result:
        m.write(i.operands[0], word_of(m, *olds))


def _cp_async(m: Machine, i: Instruction) -> None:
    """Copies of 4, 8 or 16 bytes, and the groups that they are waited for in; bulk copies."""
    if "tensor" in i.modifiers[:4]:
        tile_copy(m, i)
    elif i.modifiers[:2] == ("async", "bulk"):
        bulk_copy(m, i)
    elif i.modifiers[:1] == ("reduce",):
        bulk_reduction(m, i)
    elif i.modifiers[:2] == ("async", "commit_group"):
        m.do(copy_ops.CpAsyncCommitOp)
    elif i.modifiers[:2] == ("async", "wait_group"):
        m.do(copy_ops.CpAsyncWaitOp, count=IntegerAttr(int(i.operands[0], 0), i32))
    elif i.modifiers[:2] == ("async", "wait_all"):
        m.do(copy_ops.CpAsyncWaitOp, count=IntegerAttr(0, i32))
    elif i.modifiers[:3] == ("async", "mbarrier", "arrive") and "noinc" in i.modifiers:
        m.do(sync_ops.MbarrierCopyArriveOp, (m.address(i.operands[0], i64, _space(i)),))
    elif i.modifiers[:2] in (("async", "ca"), ("async", "cg")) and _space(i) == "smem" and len(i.operands) in (3, 4):
        _copied(m, i)
    else:
        raise m.unknown(i.name)


def _copied(m: Machine, i: Instruction) -> None:
    """One copy; of fewer bytes than it writes (the fourth operand) or of none (a predicate), zeros for the rest."""
    count = int(i.operands[2], 0)
    target, source = m.address(i.operands[0], i8, "smem"), m.address(i.operands[1], i8, "gmem")
    atom = StringAttr(f"cp.async.{i.modifiers[1]}.{8 * count}")

    def whole() -> None:
        m.do(copy_ops.CpAsyncOp, (source, target), atom=atom, bytes=IntegerAttr(count, i64))

    if len(i.operands) == 3:
        whole()
        return
    last = m.values.get(i.operands[3])
    if last is not None and last.type == i1:
        given = m.select(last, m.constant(0, i32), m.constant(count, i32))
    else:
        given = m.read(i.operands[3], i32)
    m.when(m.compare(0, given, m.constant(count, i32)), whole)

    def byte(place: int) -> None:
        there, back = (
            m.op(pointer_ops.PtrAddOp, (p, m.constant(place, w)), p.type) for p, w in ((source, i64), (target, i32))
        )
        inside = m.compare(_BELOW, m.constant(place, i32), given)
        m.when(inside, lambda: m.do(pointer_ops.PtrStoreOp, (m.op(pointer_ops.PtrLoadOp, (there,), i8), back)))
        m.when(m.opposite(inside), lambda: m.do(pointer_ops.PtrStoreOp, (m.constant(0, i8), back)))

    def parts() -> None:
        for place in range(count):
            byte(place)

    m.when(m.compare(_BELOW, given, m.constant(count, i32)), parts)


def _barrier(m: Machine, i: Instruction) -> None:
    """`bar.sync`, `barrier.sync.aligned`, `bar.arrive`, `bar.warp.sync`, `barrier.cluster`."""
    kinds = [part for part in i.modifiers if part not in ("aligned", "cta")]
    if kinds[:1] == ["cluster"]:
        _cluster_barrier(m, i, kinds[1:])
        return
    operands = [m.read(x, i32) for x in i.operands]
    if kinds == ["warp", "sync"]:
        m.do(simt_ops.SyncWarpOp, operands)
    elif kinds == ["sync"]:
        whole = i.operands == ("0",) or not operands
        if not whole and len(operands) == 1:
            operands.append(_threads_of_warps(m))
        m.do(simt_ops.BarrierOp, () if whole else operands)
    elif kinds == ["arrive"]:
        m.do(sync_ops.BarrierArriveOp, operands)
    else:
        raise m.unknown(i.name)


def _threads_of_warps(m: Machine) -> SSAValue:
    """The threads of the block, the last warp counted in full."""
    total = m.constant(1, i32)
    for axis in range(3):
        total = m.op(arith.MuliOp, (total, m.op(simt_ops.BlockDimOp, (), i32, axis=IntegerAttr(axis, i32))), i32)
    more = m.op(arith.AddiOp, (total, m.constant(31, i32)), i32)
    return m.op(arith.AndIOp, (more, m.constant(-32, i32)), i32)


def _cluster_barrier(m: Machine, i: Instruction, kinds: list[str]) -> None:
    match kinds:
        case ["arrive"] | ["arrive", "release"]:
            m.do(sync_ops.ClusterArriveOp)
        case ["arrive", "relaxed"]:
            m.do(sync_ops.ClusterArriveOp, relaxed=UnitAttr())
        case ["wait"] | ["wait", "acquire"]:
            m.do(sync_ops.ClusterWaitOp)
        case _:
            raise m.unknown(i.name)


def _mapa(m: Machine, i: Instruction) -> None:
    """The same place in the shared memory of another block of the cluster."""
    if i.modifiers[:1] not in (("shared",), ("shared_cta",), ("shared_cluster",)):
        raise m.unknown(i.name)
    target, place, rank = i.operands
    pointer = m.address(f"[{place}]", i8, "smem")
    m.write(target, m.op(sync_ops.MapaOp, (pointer, m.read(rank, i32)), PtrType.of(i8, "dsmem")))


def _mbarrier(m: Machine, i: Instruction) -> None:
    """Set up, arrivals, expected bytes, and waits by parity."""
    space = _space(i)
    said = [part for part in i.modifiers if part not in ("b64", "release", "acquire", "relaxed", "cta", "cluster")]
    match [part for part in said if not part.startswith("shared")]:
        case ["init"]:
            m.do(sync_ops.MbarrierInitOp, (m.address(i.operands[0], i64, space), m.read(i.operands[1], i32)))
        case ["arrive"]:
            place, *counts = i.operands[1:]
            count = m.read(counts[0], i32) if counts else m.constant(1, i32)
            barrier = m.address(place, i64, space)
            _write_state(m, i, barrier)
            relaxed = {"relaxed": UnitAttr()} if "relaxed" in i.modifiers else {}
            m.do(sync_ops.MbarrierArriveOp, (barrier, count), **relaxed)
        case ["arrive", "expect_tx"]:
            barrier = m.address(i.operands[1], i64, space)
            _write_state(m, i, barrier)
            m.do(sync_ops.MbarrierArriveTxOp, (barrier, m.read(i.operands[2], i32)))
        case ["expect_tx"]:
            place = m.address(i.operands[0], i64, space)
            m.do(sync_ops.MbarrierExpectTxOp, (place, m.read(i.operands[1], i32)))
        case ["inval"]:
            pass  # the memory is the program's to use again, as it is here at any time
        case ["complete_tx"]:
            complete(m, m.address(i.operands[0], i64, space), m.read(i.operands[1], i32))
        case ["wait", "parity"]:
            place = m.address(i.operands[0], i64, space)
            m.do(sync_ops.MbarrierWaitOp, (place, m.read(i.operands[1], i32)))
        case ["try_wait" | "test_wait", "parity"]:
            place = m.address(i.operands[1], i64, space)
            m.write(i.operands[0], m.op(sync_ops.MbarrierTestOp, (place, m.read(i.operands[2], i32)), i1))
        case ["try_wait" | "test_wait"]:
            place = m.address(i.operands[1], i64, space)
            parity = m.converted(m.read(i.operands[2], i64), i32)
            m.write(i.operands[0], m.op(sync_ops.MbarrierTestOp, (place, parity), i1))
        case _:
            raise m.unknown(i.name)


def _write_state(m: Machine, i: Instruction, barrier: SSAValue) -> None:
    """The state that an arrival returns: the parity of the phase that it counts in, read just before.

    The phase cannot end in between, as it waits for this arrival. Nothing is read for a state that nobody takes.
    """
    target = i.operands[0]
    if target == "_":
        return
    if target[0] == "$" and not m.source.results[int(target[1:])].first_use:
        m.write(target, m.constant(0, i64))
        return
    ended = m.op(sync_ops.MbarrierTestOp, (barrier, m.constant(0, i32)), i1)
    m.write(target, m.converted(ended, i64))


def _elect(m: Machine, i: Instruction) -> None:
    """`elect.sync _|p, mask`."""
    lane, _, flag = i.operands[0].partition("|")
    if lane.strip() != "_":
        raise m.unknown(f"{i.name} with a lane")
    m.write(flag.strip(), m.op(simt_ops.ElectOp, (), i1))


def _shuffle(m: Machine, i: Instruction) -> None:
    (target, _, inside), mode = i.operands[0].partition("|"), i.modifiers[1]
    if i.modifiers[0] != "sync":
        raise m.unknown(i.name)
    value, offset, clamp, mask = (m.read(x, i32) for x in i.operands[1:])
    found = m.op(simt_ops.ShuffleOp, (value, offset, mask, clamp), i32, mode=StringAttr(mode))
    if inside:
        m.write(inside.strip(), _reads_another(m, mode, offset, clamp))
    m.write(target.strip(), found)


def _reads_another(m: Machine, mode: str, offset: SSAValue, clamp: SSAValue) -> SSAValue:
    """Whether the lane that a shuffle names is in the segment, so that its value is taken (PTX ISA, `shfl.sync`)."""
    lane = m.op(simt_ops.LaneIdxOp, (), i32)

    def cut(value: SSAValue, shift: int = 0) -> SSAValue:
        if shift:
            value = m.op(arith.ShRUIOp, (value, m.constant(shift, i32)), i32)
        return m.op(arith.AndIOp, (value, m.constant(31, i32)), i32)

    by, segment = cut(offset), cut(clamp, 8)
    outside = m.op(arith.XOrIOp, (segment, m.constant(31, i32)), i32)
    first = m.op(arith.AndIOp, (lane, segment), i32)
    last = m.op(arith.OrIOp, (first, m.op(arith.AndIOp, (cut(clamp), outside), i32)), i32)
    match mode:
        case "up":
            return m.compare(_AT_LEAST, m.op(arith.SubiOp, (lane, by), i32), last)
        case "down":
            source = m.op(arith.AddiOp, (lane, by), i32)
        case "bfly":
            source = m.op(arith.XOrIOp, (lane, by), i32)
        case _:
            source = m.op(arith.OrIOp, (first, m.op(arith.AndIOp, (by, outside), i32)), i32)
    return m.compare(_AT_MOST, source, last)


def _vote(m: Machine, i: Instruction) -> None:
    if i.modifiers[0] != "sync" or len(i.operands) != 3:
        raise m.unknown(i.name)
    mode = i.modifiers[1]
    operands = m.read(i.operands[1], i1), m.read(i.operands[2], i32)
    m.write(i.operands[0], m.op(simt_ops.VoteOp, operands, i32 if mode == "ballot" else i1, mode=StringAttr(mode)))


def _redux(m: Machine, i: Instruction) -> None:
    """`redux.sync` of 32 bits; of floats the extreme, also of absolute values, which NaNs do not count in or spoil."""
    mlir, kind = type_of(m, i), i.modifiers[1]
    more: dict[str, Attribute] = {}
    if is_float(mlir):
        kind = f"f{kind}"
        more = {"nan": StringAttr("nan")} if "NaN" in i.modifiers else {}
    elif kind in ("min", "max") and i.modifiers[-1][0] == "u":
        kind = f"u{kind}"
    is_plain = not {"abs", "NaN"} & set(i.modifiers)
    if i.modifiers[0] != "sync" or kind not in REDUX_KINDS or width_of(mlir) != 32 or not (is_plain or kind[0] == "f"):
        raise m.unknown(i.name)
    value = m.read(i.operands[1], mlir)
    if "abs" in i.modifiers:
        value = m.op(math.AbsFOp, (value,), mlir)
    operands = value, m.read(i.operands[2], i32)
    m.write(i.operands[0], m.op(atomic_ops.ReduxOp, operands, mlir, kind=StringAttr(kind), **more))


def _activemask(m: Machine, i: Instruction) -> None:
    m.write(i.operands[0], m.op(atomic_ops.SpecialRegisterOp, (), i32, register=StringAttr("activemask")))


def _cvta(m: Machine, i: Instruction) -> None:
    """Addresses of global memory are the same everywhere; so are those that a pointer to shared memory gave.

    Errors: inline-ptx-on-cpu for other addresses that become ones of shared memory, and for those made generic.
    """
    address = m.read(i.operands[1], i64)
    if not {"shared", "shared_cta"}.isdisjoint(i.modifiers):
        given = m.values.get(i.operands[1])
        while given is not None and isinstance(given.owner, arith.ExtSIOp | arith.ExtUIOp):
            given = given.owner.input
        kind = (
            given.owner.source.type if given is not None and isinstance(given.owner, pointer_ops.PtrToIntOp) else None
        )
        if i.modifiers[:1] != ("to",) or not isinstance(kind, PtrType) or kind.space.data != "smem":
            raise m.unknown(i.name)
    m.write(i.operands[0], address)


def _match(m: Machine, i: Instruction) -> None:
    """`match.any.sync`, `match.all.sync`; the second may say in a predicate whether all agree."""
    kind, mlir = i.modifiers[0], type_of(m, i)
    if i.modifiers[1:2] != ("sync",) or kind not in ("any", "all") or mlir not in (i32, i64):
        raise m.unknown(i.name)
    target, _, flag = i.operands[0].partition("|")
    operands = m.read(i.operands[1], mlir), m.read(i.operands[2], i32)
    lanes = m.op(atomic_ops.MatchOp, operands, i32, kind=StringAttr(kind))
    m.write(target.strip(), lanes)
    if flag:
        m.write(flag.strip(), m.compare(1, lanes, m.constant(0, i32)))


def _createpolicy(m: Machine, i: Instruction) -> None:
    """A hint for caches, which the CPU does not take."""
    m.write(i.operands[0], m.constant(0, i64))


def _nothing(_m: Machine, _i: Instruction) -> None:
    """Prefetches, register hints, dependent launches: they change no result here."""


def _nanosleep(m: Machine, i: Instruction) -> None:
    m.do(atomic_ops.NanosleepOp, (m.read(i.operands[0], i32),))


def _trap(m: Machine, _i: Instruction) -> None:
    m.do(program_ops.TrapOp, (), message=StringAttr("inline PTX `trap`"))


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        **ARITHMETIC,
        "cvt": convert,
        "clusterlaunchcontrol": cluster_control,
        "ld": _load,
        "ldu": _load,
        "st": _store,
        "atom": _atomic,
        "red": _atomic,
        "cp": _cp_async,
        "bar": _barrier,
        "barrier": _barrier,
        "mbarrier": _mbarrier,
        "elect": _elect,
        "shfl": _shuffle,
        "vote": _vote,
        "redux": _redux,
        "activemask": _activemask,
        "cvta": _cvta,
        "match": _match,
        "mapa": _mapa,
        "ldmatrix": load_matrices,
        "stmatrix": store_matrices,
        "movmatrix": transpose_matrix,
        "mma": multiply,
        "membar": fence,
        "fence": fence,
        "tcgen05": tensor_core,
        "wgmma": warp_group,
        "createpolicy": _createpolicy,
        "prefetch": _nothing,
        "tensormap": tensor_map,
        "prefetchu": _nothing,
        "setmaxnreg": _nothing,
        "griddepcontrol": _nothing,
        "nanosleep": _nanosleep,
        "trap": _trap,
    }
)
"""Every instruction that the CPU runs."""
