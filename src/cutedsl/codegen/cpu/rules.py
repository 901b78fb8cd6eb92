"""The table of the warp emitter's rules, one for each op that is not element by element."""

from __future__ import annotations

from cutedsl.codegen.cpu import arithmetic, branches, collectives, indices, loops, memory, output
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
        "cute.atomic": collectives.emit_atomic,
        "cute.vec.extract": arithmetic.emit_extract,
        "cute.vec.pack": arithmetic.emit_pack,
        "cute.vec.splat": arithmetic.emit_splat,
        "cute.print": output.emit_print,
        "cute.trap": output.emit_trap,
        "cute.launch": output.emit_launch,
    }
)
