from __future__ import annotations

import numpy as np
import pytest

from cutedsl.errors import DSLUserCodeError
from tests.unit.codegen.cpu.cpu_programs import Run, load_at, store_at

S64, S32 = "!cute.ptr<i64, smem>", "!cute.ptr<i32, smem>"
HEAD = """
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c32 = arith.constant 32 : i32
%tid = cute.thread_idx 0
%lane = cute.lane_idx
%warp = cute.warp_idx
%first = arith.cmpi eq, %tid, %c0 : i32
"""


def ring(stages: int, tiles: int, consumers: int) -> str:
    """Warp 0 writes tiles into a ring; the other warps each read every tile. Barriers: full, then empty."""
    return f"""{HEAD}
    %n = arith.constant {tiles} : i32
    %stages = arith.constant {stages} : i32
    %readers = arith.constant {32 * consumers} : i32
    %bars = cute.smem_alloc 0, {16 * stages}, 8 : {S64}
    %data = cute.smem_alloc 256, {128 * stages}, 16 : {S32}
    scf.if %first {{
      scf.for %s = %c0 to %stages step %c1 : i32 {{
        %full = cute.ptr.add %bars, %s : {S64}, i32 -> {S64}
        %k = arith.addi %s, %stages : i32
        %empty = cute.ptr.add %bars, %k : {S64}, i32 -> {S64}
        cute.mbarrier.init %full, %c32 : {S64}, i32
        cute.mbarrier.init %empty, %readers : {S64}, i32
        scf.yield
      }}
    }}
    cute.fence "mbarrier_init"
    cute.barrier
    %producer = arith.cmpi eq, %warp, %c0 : i32
    scf.if %producer {{
      scf.for %i = %c0 to %n step %c1 : i32 {{
        %s = arith.remsi %i, %stages : i32
        %turn = arith.divsi %i, %stages : i32
        %next = arith.addi %turn, %c1 : i32
        %phase = arith.andi %next, %c1 : i32
        %full = cute.ptr.add %bars, %s : {S64}, i32 -> {S64}
        %k = arith.addi %s, %stages : i32
        %empty = cute.ptr.add %bars, %k : {S64}, i32 -> {S64}
        cute.mbarrier.wait %empty, %phase : {S64}, i32
        %row = arith.muli %i, %c32 : i32
        %at = arith.addi %row, %lane : i32
        {load_at("v", "x", "%at", "i32")}
        %r = arith.muli %s, %c32 : i32
        %ra = arith.addi %r, %lane : i32
        %p = cute.ptr.add %data, %ra : {S32}, i32 -> {S32}
        cute.ptr.store %v, %p : i32, {S32}
        cute.mbarrier.arrive %full, %c1 : {S64}, i32
        scf.yield
      }}
    }} else {{
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> (i32) : i32 {{
        %s = arith.remsi %i, %stages : i32
        %turn = arith.divsi %i, %stages : i32
        %phase = arith.andi %turn, %c1 : i32
        %full = cute.ptr.add %bars, %s : {S64}, i32 -> {S64}
        %k = arith.addi %s, %stages : i32
        %empty = cute.ptr.add %bars, %k : {S64}, i32 -> {S64}
        cute.mbarrier.wait %full, %phase : {S64}, i32
        %r = arith.muli %s, %c32 : i32
        %ra = arith.addi %r, %lane : i32
        %p = cute.ptr.add %data, %ra : {S32}, i32 -> {S32}
        %v = cute.ptr.load %p : {S32} -> i32
        %w = arith.muli %acc, %c32 : i32
        %u = arith.addi %w, %v : i32
        cute.mbarrier.arrive %empty, %c1 : {S64}, i32
        scf.yield %u : i32
      }}
      {store_at("%sum", "out", "%tid", "i32")}
    }}"""


@pytest.mark.parametrize(("stages", "tiles", "consumers"), [(1, 5, 1), (4, 37, 3)])
def test_a_ring_of_mbarriers(stages: int, tiles: int, consumers: int) -> None:
    x = np.random.default_rng(0).integers(0, 100, (tiles, 32)).astype(np.int32)
    out = np.zeros(32 * (consumers + 1), np.int32)
    threads = 32 * (consumers + 1)
    Run(block=(threads, 1, 1), grid=(3, 1, 1), smem_bytes=1024)(ring(stages, tiles, consumers), {"x": x, "out": out})
    want = np.zeros(32, np.int64)
    for row in x:
        want = (want * 32 + row).astype(np.int32)
    np.testing.assert_array_equal(out.reshape(-1, 32)[1:], np.broadcast_to(want.astype(np.int32), (consumers, 32)))


def one_barrier(count: int, body: str) -> str:
    return f"""{HEAD}
    %n = arith.constant {count} : i32
    %bar = cute.smem_alloc 0, 16, 8 : {S64}
    scf.if %first {{
      cute.mbarrier.init %bar, %n : {S64}, i32
    }}
    cute.barrier
    {body}"""


def test_phases_and_bytes_are_exact() -> None:
    """A phase ends when its arrivals and its bytes are all there, and only then."""
    out = np.full((4, 64), -1, np.int32)

    def row(number: int, parity: str) -> str:
        at = f"%row{number} = arith.constant {64 * number} : i32\n%a{number} = arith.addi %row{number}, %tid : i32"
        return f"""%d{number} = cute.mbarrier.test %bar, {parity} : {S64}, i32
        %e{number} = arith.extui %d{number} : i1 to i32
        {at}
        {store_at(f"%e{number}", "out", f"%a{number}", "i32")}
        cute.barrier"""

    body = f"""
    %c100 = arith.constant 100 : i32
    %less = arith.constant -100 : i32
    {row(0, "%c1")}
    cute.mbarrier.arrive %bar, %c1 : {S64}, i32
    cute.barrier
    {row(1, "%c0")}
    scf.if %first {{
      cute.mbarrier.expect_tx %bar, %c100 : {S64}, i32
      cute.mbarrier.arrive_tx %bar, %c100 : {S64}, i32
    }}
    cute.barrier
    {row(2, "%c1")}
    scf.if %first {{
      cute.mbarrier.expect_tx %bar, %less : {S64}, i32
      cute.mbarrier.expect_tx %bar, %less : {S64}, i32
    }}
    {row(3, "%c1")}"""
    Run(block=(64, 1, 1), smem_bytes=64)(one_barrier(64, body), {"out": out})
    # Parity 1 is over before phase 0 starts; phase 0 ends at 64 arrivals; phase 1 lacks 63 arrivals, with bytes or not.
    assert out[:, 0].tolist() == [1, 1, 0, 0]
    assert (out == out[:, :1]).all()


def test_a_phase_waits_for_bytes_after_its_last_arrival() -> None:
    out = np.full((2, 32), -1, np.int32)
    body = f"""
    %c8 = arith.constant 8 : i32
    %less = arith.constant -8 : i32
    scf.if %first {{
      cute.mbarrier.arrive_tx %bar, %c8 : {S64}, i32
    }}
    %d = cute.mbarrier.test patient %bar, %c0 : {S64}, i32
    scf.if %first {{
      cute.mbarrier.expect_tx %bar, %less : {S64}, i32
    }}
    cute.mbarrier.wait %bar, %c0 : {S64}, i32
    %e = arith.extui %d : i1 to i32
    {store_at("%e", "out", "%tid", "i32")}
    %k = arith.addi %tid, %c32 : i32
    {store_at("%c1", "out", "%k", "i32")}"""
    Run(smem_bytes=64)(one_barrier(1, body), {"out": out})
    assert out.tolist() == [[0] * 32, [1] * 32]


@pytest.mark.parametrize(
    ("count", "body", "said"),
    [
        (
            31,
            "cute.mbarrier.arrive %bar, %c32 : {S64}, i32",
            "arrives 32 times at an mbarrier whose phase waits for 31",
        ),
        (
            4,
            "%big = arith.constant 1048575 : i32\n"
            "scf.if %first {{\ncute.mbarrier.expect_tx %bar, %big : {S64}, i32\n"
            "cute.mbarrier.expect_tx %bar, %c1 : {S64}, i32\n}}",
            "wait for 1048576 bytes of copies; it counts at most 1048575",
        ),
        (
            1,
            "cute.mbarrier.arrive_tx %bar, %c32 : {S64}, i32",
            "arrives once at an mbarrier whose phase waits for 0 more arrivals of 1",
        ),
        (0, "", "initialises an mbarrier for 0 arrivals; it counts 1 to 1048575"),
        (
            1,
            "%q = cute.ptr.add %bar, %c1 : {S64}, i32 -> {S64}\ncute.mbarrier.wait %q, %c0 : {S64}, i32",
            "no `mbarrier",
        ),
    ],
)
def test_misuse_is_an_error(count: int, body: str, said: str) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        out = np.zeros(1, np.int32)
        Run(smem_bytes=64)(one_barrier(count, body.format(S64=S64)), {"out": out})
    assert caught.value.name == "mbarrier-misuse"
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (32, "lacks 1 of 2 arrivals and 32 bytes of copies"),
        (-8, "lacks 1 of 2 arrivals and got 8 more bytes of copies than it was told to expect"),
    ],
)
def test_a_wait_that_nobody_ends_names_what_is_missing(more: int, said: str) -> None:
    body = f"""
    %bytes = arith.constant {more} : i32
    scf.if %first {{
      cute.mbarrier.arrive_tx %bar, %bytes : {S64}, i32
    }}
    cute.mbarrier.wait %bar, %c0 : {S64}, i32"""
    with pytest.raises(DSLUserCodeError) as caught:
        Run(block=(64, 1, 1), smem_bytes=64)(one_barrier(2, body), {"out": np.zeros(1, np.int32)})
    assert caught.value.name == "deadlock"
    assert "in block (0, 0, 0) 2 warps are waiting and none can make progress" in str(caught.value)
    assert f"for phase 0 of an mbarrier that {said}\n" in str(caught.value)


def test_lanes_wait_for_mbarriers_of_their_own() -> None:
    """Lane `l` waits at barrier `l % 2`; the lanes of the other warp arrive there one after another."""
    out = np.zeros(64, np.int32)
    body = f"""{HEAD}
    %c16 = arith.constant 16 : i32
    %bars = cute.smem_alloc 0, 16, 8 : {S64}
    %odd = arith.andi %lane, %c1 : i32
    %bar = cute.ptr.add %bars, %odd : {S64}, i32 -> {S64}
    %w0 = arith.cmpi eq, %warp, %c0 : i32
    %few = arith.cmpi sle, %tid, %c1 : i32
    scf.if %few {{
      cute.mbarrier.init %bar, %c16 : {S64}, i32
    }}
    cute.barrier
    scf.if %w0 {{
      cute.mbarrier.wait %bar, %c0 : {S64}, i32
      {store_at("%c1", "out", "%tid", "i32")}
    }} else {{
      cute.mbarrier.arrive %bar, %c1 : {S64}, i32
    }}"""
    Run(block=(64, 1, 1), smem_bytes=64)(body, {"out": out})
    assert out.tolist() == [1] * 32 + [0] * 32


def test_a_named_barrier_with_arrivals_only() -> None:
    """Warp 0 waits for warp 1, which only arrives."""
    out = np.zeros(64, np.int32)
    body = f"""{HEAD}
    %id = arith.constant 3 : i32
    %n = arith.constant 64 : i32
    %s = cute.smem_alloc 0, 128, 16 : {S32}
    %p = cute.ptr.add %s, %lane : {S32}, i32 -> {S32}
    %w0 = arith.cmpi eq, %warp, %c0 : i32
    scf.if %w0 {{
      cute.barrier (%id, %n) : i32, i32
      %v = cute.ptr.load %p : {S32} -> i32
      {store_at("%v", "out", "%tid", "i32")}
    }} else {{
      cute.ptr.store %tid, %p : i32, {S32}
      cute.barrier_arrive %id, %n : i32, i32
    }}"""
    Run(block=(64, 1, 1), smem_bytes=128)(body, {"out": out})
    assert out.tolist() == [*range(32, 64), *[0] * 32]


def test_blocks_of_clusters_have_their_indices() -> None:
    names = [("idx", 0), ("idx", 1), ("idx", 2), ("dim", 0), ("dim", 1), ("block_idx", 0), ("block_idx", 1)]
    names += [("block_dim", 1), ("rank", 0), ("size", 0)]
    out = np.full((2, 6, 4, len(names)), -1, np.int32)
    lines = [
        f"%x = cute.block_idx 0\n%y = cute.block_idx 1\n%z = cute.block_idx 2\n%w = arith.constant {len(names)} : i32"
    ]
    lines.append("%c4 = arith.constant 4 : i32\n%c6 = arith.constant 6 : i32\n%z6 = arith.muli %z, %c6 : i32")
    lines.append("%yz = arith.addi %z6, %y : i32\n%y4 = arith.muli %yz, %c4 : i32\n%b = arith.addi %y4, %x : i32")
    lines.append("%base = arith.muli %b, %w : i32")
    for k, (kind, axis) in enumerate(names):
        lines.append(f'%v{k} = cute.cluster_index "{kind}" {axis}\n%k{k} = arith.constant {k} : i32')
        lines.append(f"%a{k} = arith.addi %base, %k{k} : i32\n{store_at(f'%v{k}', 'out', f'%a{k}', 'i32')}")
    Run(cluster=(2, 2, 1), grid=(4, 6, 2))("\n".join(lines), {"out": out})
    for z, y, x in np.ndindex(2, 6, 4):
        want = [x // 2, y // 2, z, 2, 3, x % 2, y % 2, 2, x % 2 + 2 * (y % 2), 4]
        assert out[z, y, x].tolist() == want


@pytest.mark.parametrize("rank", ["uniform", "of each lane"])
def test_blocks_read_the_shared_memory_of_their_cluster(rank: str) -> None:
    threads = 64
    out = np.full((48, threads), -1, np.int32)
    dsmem = "!cute.ptr<i32, dsmem>"
    shift = "%c1" if rank == "uniform" else "%lane"
    body = f"""{HEAD}
    %c4 = arith.constant 4 : i32
    %c6 = arith.constant 6 : i32
    %c1000 = arith.constant 1000 : i32
    %x = cute.block_idx 0
    %y = cute.block_idx 1
    %z = cute.block_idx 2
    %z6 = arith.muli %z, %c6 : i32
    %yz = arith.addi %z6, %y : i32
    %y4 = arith.muli %yz, %c4 : i32
    %b = arith.addi %y4, %x : i32
    %rank = cute.cluster_index "rank" 0
    %s = cute.smem_alloc 0, 256, 16 : {S32}
    %p = cute.ptr.add %s, %tid : {S32}, i32 -> {S32}
    %b1000 = arith.muli %b, %c1000 : i32
    %mine = arith.addi %b1000, %tid : i32
    cute.ptr.store %mine, %p : i32, {S32}
    cute.cluster_arrive
    cute.cluster_wait
    %sum = arith.addi %rank, {shift} : i32
    %peer = arith.remsi %sum, %c4 : i32
    %q = cute.mapa %p, %peer : {S32}, i32 -> {dsmem}
    %v = cute.ptr.load %q : {dsmem} -> i32
    %dim = cute.block_dim 0
    %row = arith.muli %b, %dim : i32
    %at = arith.addi %row, %tid : i32
    {store_at("%v", "out", "%at", "i32")}
    cute.cluster_arrive relaxed
    cute.cluster_wait"""
    Run((threads, 1, 1), (4, 6, 2), 256, cluster=(2, 2, 1))(body, {"out": out})
    for z, y, x in np.ndindex(2, 6, 4):
        own = x % 2 + 2 * (y % 2)
        for t in range(threads):
            peer = (own + (1 if rank == "uniform" else t % 32)) % 4
            px, py = x // 2 * 2 + peer % 2, y // 2 * 2 + peer // 2
            assert out[x + 4 * (y + 6 * z), t] == 1000 * (px + 4 * (py + 6 * z)) + t


def test_a_block_arrives_at_the_mbarriers_of_its_cluster() -> None:
    """Each warp's lane 0 arrives at block 0's mbarrier; block 0 waits for all of them."""
    out = np.zeros(4, np.int32)
    dsmem = "!cute.ptr<i64, dsmem>"
    body = f"""{HEAD}
    %n = arith.constant 8 : i32
    %rank = cute.cluster_index "rank" 0
    %b = cute.block_idx 0
    %bar = cute.smem_alloc 0, 8, 8 : {S64}
    scf.if %first {{
      cute.mbarrier.init %bar, %n : {S64}, i32
    }}
    cute.cluster_arrive
    cute.cluster_wait
    %far = cute.mapa %bar, %c0 : {S64}, i32 -> {dsmem}
    %lane0 = arith.cmpi eq, %lane, %c0 : i32
    scf.if %lane0 {{
      cute.mbarrier.arrive %far, %c1 : {dsmem}, i32
    }}
    %leader = arith.cmpi eq, %rank, %c0 : i32
    scf.if %leader {{
      cute.mbarrier.wait %bar, %c0 : {S64}, i32
      {store_at("%c1", "out", "%b", "i32")}
    }}"""
    Run(block=(64, 1, 1), grid=(4, 1, 1), cluster=(4, 1, 1), smem_bytes=64)(body, {"out": out})
    assert out.tolist() == [1, 0, 0, 0]


def test_a_rank_that_the_cluster_does_not_have() -> None:
    body = f"""{HEAD}
    %c2 = arith.constant 2 : i32
    %s = cute.smem_alloc 0, 8, 8 : {S64}
    %q = cute.mapa %s, %c2 : {S64}, i32 -> !cute.ptr<i64, dsmem>"""
    with pytest.raises(DSLUserCodeError) as caught:
        Run(grid=(2, 1, 1), cluster=(2, 1, 1), smem_bytes=64)(body, {"out": np.zeros(1, np.int32)})
    assert caught.value.name == "cluster-rank"
    assert "names block 2 of its cluster, which has 2 (0 to 1)" in str(caught.value)


def test_warps_that_end_early_leave_the_clusters_barrier() -> None:
    """Warp 1 of each block arrives and ends, warp 2 ends at once; warp 0 passes two cluster barriers."""
    out = np.zeros(2, np.int32)
    body = f"""{HEAD}
    %b = cute.block_idx 0
    %w0 = arith.cmpi eq, %warp, %c0 : i32
    %w1 = arith.cmpi eq, %warp, %c1 : i32
    scf.if %w1 {{
      cute.cluster_arrive
    }}
    scf.if %w0 {{
      cute.cluster_arrive
      cute.cluster_wait
      cute.cluster_arrive
      cute.cluster_wait
      {store_at("%c1", "out", "%b", "i32")}
    }}"""
    Run(block=(96, 1, 1), grid=(2, 1, 1), cluster=(2, 1, 1))(body, {"out": out})
    assert out.tolist() == [1, 1]
