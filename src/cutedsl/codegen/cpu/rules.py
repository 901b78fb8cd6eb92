"""The table of the warp emitter's rules, one for each op that is not element by element."""

from __future__ import annotations

from cutedsl.codegen.cpu import arithmetic, branches, collectives, indices, loops, memory, output, sync
from cutedsl.codegen.cpu.dispatch import RULES

RULES.update(
    {
        "": arithmetic.emit_elementwise,
        "arith.constant": arithmetic.emit_constant,
        "ub.poison": arithmetic.emit_poison,
        "scf.if": branches.emit_if,
        "scf.for": loops.emit_loop,
        "scf.while": loops.emit_loop,
        "cute.thread_idx": indices.emit_thread_idx,
        "cute.block_idx": indices.emit_block_idx,
        "cute.block_dim": indices.emit_block_dim,
        "cute.grid_dim": indices.emit_grid_dim,
        "cute.lane_idx": indices.emit_lane_idx,
        "cute.warp_idx": indices.emit_warp_idx,
        "cute.ptr.add": memory.emit_add,
        "cute.ptr.cast": memory.emit_cast,
        "cute.ptr.extent": memory.emit_extent,
        "cute.ptr.load": memory.emit_load,
        "cute.ptr.store": memory.emit_store,
        "cute.smem_alloc": memory.emit_smem_alloc,
        "cute.rmem_alloc": memory.emit_rmem_alloc,
        "cute.shuffle": collectives.emit_shuffle,
        "cute.vote": collectives.emit_vote,
        "cute.barrier": collectives.emit_barrier,
        "cute.sync_warp": collectives.emit_sync_warp,
        "cute.mbarrier.init": sync.emit_mbarrier_init,
        "cute.mbarrier.arrive": sync.emit_mbarrier_arrive,
        "cute.mbarrier.arrive_tx": sync.emit_mbarrier_arrive_tx,
        "cute.mbarrier.expect_tx": sync.emit_mbarrier_expect_tx,
        "cute.mbarrier.copy_arrive": sync.emit_mbarrier_arrive,
        "cute.mbarrier.wait": sync.emit_mbarrier_wait,
        "cute.mbarrier.test": sync.emit_mbarrier_test,
        "cute.barrier_arrive": sync.emit_barrier_arrive,
        "cute.fence": sync.emit_nothing,
        "cute.cluster_arrive": sync.emit_cluster_arrive,
        "cute.cluster_wait": sync.emit_cluster_wait,
        "cute.cluster_index": sync.emit_cluster_index,
        "cute.mapa": sync.emit_mapa,
        "cute.setmaxregister": sync.emit_nothing,
        "cute.dependent_launch": sync.emit_nothing,
        "cute.atomic": collectives.emit_atomic,
        "cute.vec.extract": arithmetic.emit_extract,
        "cute.vec.pack": arithmetic.emit_pack,
        "cute.vec.splat": arithmetic.emit_splat,
        "cute.print": output.emit_print,
        "cute.trap": output.emit_trap,
        "cute.launch": output.emit_launch,
    }
)
