"""IR of the ops that order threads, for the GPU back end: what must lower and assemble, by the target that has it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.ptx.every_op import kernel

BAR, FAR = "!cute.ptr<i64, smem>", "!cute.ptr<i64, dsmem>"
HEAD = f"""  %n = arith.constant 128 : i32
  %one = arith.constant 1 : i32
  %id = arith.constant 3 : i32
  %bar = cute.smem_alloc 0, 8, 8 : {BAR}
"""
NUMBER = "  %x = cute.thread_idx 0\n"


def for_sm_80() -> Iterator[str]:
    """What every target has."""
    body = f"""{HEAD}
  cute.mbarrier.init %bar, %n : {BAR}, i32
  cute.fence "mbarrier_init"
  cute.mbarrier.arrive %bar, %one : {BAR}, i32
  cute.mbarrier.copy_arrive %bar : {BAR}
  cute.mbarrier.wait %bar, %one : {BAR}, i32
  cute.mbarrier.wait %bar, %one : {BAR}, i32
  %t = cute.mbarrier.test %bar, %one : {BAR}, i32
  %u = cute.mbarrier.test patient %bar, %one : {BAR}, i32
  %both = arith.andi %t, %u : i1
  cute.ptr.store %both, %p_i1 : i1, !cute.ptr<i1, gmem, align<16>>"""
    yield kernel("mbarriers", body)
    yield kernel(
        "arrives", f"{HEAD}\n  cute.barrier_arrive %id, %n : i32, i32\n  cute.barrier_arrive %n, %n : i32, i32"
    )
    fences = ("acq_rel.cta", "acq_rel.gpu", "acq_rel.sys")
    yield kernel("fences", "\n".join(f'  cute.fence "{kind}"' for kind in fences))
    yield kernel("cluster_indices", _indices())


def _indices() -> str:
    kinds = [(kind, axis) for kind in ("idx", "dim", "block_idx", "block_dim") for axis in range(3)]
    lines: list[str] = []
    for k, (kind, axis) in enumerate([*kinds, ("rank", 0), ("size", 0)]):
        lines.append(f'  %v{k} = cute.cluster_index "{kind}" {axis}')
        lines.append(f"  cute.ptr.store %v{k}, %p_i32 : i32, !cute.ptr<i32, gmem, align<16>>")
    return "\n".join(lines)


def for_sm_90() -> Iterator[str]:
    """Clusters, bytes, and the asynchronous proxy."""
    body = f"""{HEAD}{NUMBER}
  cute.mbarrier.arrive %bar, %n : {BAR}, i32
  cute.mbarrier.arrive_tx %bar, %x : {BAR}, i32
  cute.mbarrier.expect_tx %bar, %x : {BAR}, i32
  cute.mbarrier.wait %bar, %x : {BAR}, i32
  %far = cute.mapa %bar, %x : {BAR}, i32 -> {FAR}
  cute.mbarrier.arrive %far, %one : {FAR}, i32
  cute.mbarrier.arrive_tx %far, %x : {FAR}, i32
  cute.mbarrier.expect_tx %far, %x : {FAR}, i32
  cute.cluster_arrive
  cute.cluster_wait
  cute.cluster_arrive relaxed
  cute.cluster_wait
  %v = cute.ptr.load %far : {FAR} -> i64
  cute.ptr.store %v, %far : i64, {FAR}"""
    yield kernel("clusters", body)
    kinds = ("acq_rel.cluster", "proxy.async", "proxy.async.global", "proxy.async.shared::cta")
    kinds = (*kinds, "proxy.async.shared::cluster", "proxy.alias")
    yield kernel("async_fences", "\n".join(f'  cute.fence "{kind}"' for kind in kinds))
    yield kernel("dependent", '  cute.dependent_launch "wait"\n  cute.dependent_launch "launch_dependents"')


def bulk_copies() -> Iterator[str]:
    """Tile copies of every direction, rank and option; plain bulk copies; groups."""
    tile, d = "!cute.ptr<f16, smem>", "!cute.tma_descriptor"
    head = f"""{HEAD}{NUMBER}  %tile = cute.smem_alloc 1024, 8192, 1024 : {tile}
  %policy = arith.constant 1 : i64
"""
    for rank in range(1, 6):
        at, ints = ", ".join(["%x"] * rank), ", ".join(["i32"] * rank)
        lines = [
            f'  cute.tma.tile "load" %d, %tile, %bar, {at} : {d}, {tile}, {BAR}, {ints}',
            f'  cute.tma.tile "load" multicast %d, %tile, %bar, %x, {at} : {d}, {tile}, {BAR}, i32, {ints}',
            f'  cute.tma.tile "load" cached %d, %tile, %bar, %policy, {at} : {d}, {tile}, {BAR}, i64, {ints}',
            f'  cute.tma.tile "load" multicast cached %d, %tile, %bar, %x, %policy, {at} : '
            f"{d}, {tile}, {BAR}, i32, i64, {ints}",
            f'  cute.tma.tile "store" cached %d, %tile, %policy, {at} : {d}, {tile}, i64, {ints}',
            f'  cute.tma.tile "prefetch" %d, {at} : {d}, {ints}',
        ]
        kinds = ("store", "add", "min", "max", "inc", "dec", "and", "or", "xor")
        lines += [f'  cute.tma.tile "{kind}" %d, %tile, {at} : {d}, {tile}, {ints}' for kind in kinds]
        yield kernel(f"tiles_{rank}", head + "\n".join(lines), f"%d : {d}")
    g = "!cute.ptr<f16, gmem, align<16>>"
    body = f"""{head}
  cute.tma.prefetch_descriptor %d
  cute.bulk.copy "g2s" %tile, %p_f16, %x, %bar : {tile}, {g}, i32, {BAR}
  cute.bulk.copy "g2s" multicast %tile, %p_f16, %x, %bar, %x : {tile}, {g}, i32, {BAR}, i32
  cute.bulk.copy "s2g" %p_f16, %tile, %x : {g}, {tile}, i32
  %t = cute.mapa %tile, %x : {tile}, i32 -> !cute.ptr<f16, dsmem>
  %b = cute.mapa %bar, %x : {BAR}, i32 -> {FAR}
  cute.bulk.copy "s2s" %t, %tile, %x, %b : !cute.ptr<f16, dsmem>, {tile}, i32, {FAR}
  cute.bulk.commit
  cute.bulk.wait 1
  cute.bulk.wait read 0"""
    yield kernel("bulk", body, f"%d : {d}")


def for_sm_90a() -> Iterator[str]:
    """Register hints; tensor maps that change."""
    yield kernel("registers", '  cute.setmaxregister "inc" 232\n  cute.setmaxregister "dec" 40')
    d, g, s = "!cute.tma_descriptor", "!cute.ptr<i64, gmem, align<64>>", "!cute.ptr<i64, smem, align<128>>"
    body = f"""{NUMBER}  %n = arith.constant 64 : i64
  %s = cute.smem_alloc 0, 128, 128 : {s}
  %g = cute.ptr.cast %p_f16 : !cute.ptr<f16, gmem, align<16>> -> {g}
  %w = cute.tma.descriptor_word %d {{word = 3 : i32}} : i64
  %where = cute.tma.descriptor_address %d : i64
  cute.tma.copy_descriptor %d, %s : {s}
  cute.tma.copy_descriptor %d, %g : {g}
  cute.tma.replace %s, %p_f16, %n, %n, %n : {s}, !cute.ptr<f16, gmem, align<16>>, i64, i64, i64
  cute.tma.replace %g, %p_f16, %n : {g}, !cute.ptr<f16, gmem, align<16>>, i64
  cute.tma.publish %g, %s : {g}, {s}
  cute.tma.descriptor_fence "release"
  cute.tma.descriptor_fence "acquire" %g : {g}
  %at = cute.tma.descriptor_at %g : {g}
  cute.tma.tile "prefetch" %at, %x : {d}, i32"""
    yield kernel("tensor_maps", body, f"%d : {d}")


FAMILIES = {"sm_80": for_sm_80, "sm_90": for_sm_90, "sm_90a": for_sm_90a, "bulk": bulk_copies}
