"""The table of the warp emitter's rules, one for each op that is not element by element."""

from __future__ import annotations

from cutedsl.codegen.cpu import output
from cutedsl.codegen.cpu.checked import check_coordinates, check_tensors
from cutedsl.codegen.cpu.checked.check_lanes import together, whole
from cutedsl.codegen.cpu.control import branches, loops
from cutedsl.codegen.cpu.dispatch import APART, RULES
from cutedsl.codegen.cpu.memory import atomics, pointers
from cutedsl.codegen.cpu.scalar import arithmetic
from cutedsl.codegen.cpu.tiles import (
    matrix_copies,
    multiply_calls,
    tensor_maps,
    tensor_memory,
    tma,
    warpgroup_multiplies,
)
from cutedsl.codegen.cpu.warp import clc, collectives, indices, lanes_apart, sync, warp_values
from cutedsl.ir.facts import FACTS

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
        "cute.table": indices.emit_table,
        "cute.lane_idx": indices.emit_lane_idx,
        "cute.elect": indices.emit_elect,
        "cute.warp_idx": indices.emit_warp_idx,
        "cute.ptr.add": pointers.emit_add,
        "cute.ptr.cast": pointers.emit_cast,
        "cute.ptr.extent": pointers.emit_extent,
        "cute.ptr.tensor": check_tensors.emit_tensor,
        "cute.check.mode": check_coordinates.emit_check_mode,
        "cute.ptr.to_int": pointers.emit_to_int,
        "cute.ptr.from_int": pointers.emit_from_int,
        "cute.ptr.load": pointers.emit_load,
        "cute.ptr.store": pointers.emit_store,
        "cute.smem_alloc": pointers.emit_smem_alloc,
        "cute.rmem_alloc": pointers.emit_rmem_alloc,
        "cute.shuffle": together(collectives.emit_shuffle),
        "cute.vote": together(warp_values.emit_vote),
        "cute.match": together(warp_values.emit_match),
        "cute.redux": together(warp_values.emit_redux),
        "cute.barrier": collectives.emit_barrier,
        "cute.sync_warp": together(collectives.emit_sync_warp),
        "cute.mbarrier.init": sync.emit_mbarrier_init,
        "cute.mbarrier.arrive": sync.emit_mbarrier_arrive,
        "cute.mbarrier.arrive_tx": sync.emit_mbarrier_arrive_tx,
        "cute.mbarrier.expect_tx": sync.emit_mbarrier_expect_tx,
        "cute.mbarrier.copy_arrive": sync.emit_mbarrier_arrive,
        "cute.mbarrier.wait": sync.emit_mbarrier_wait,
        "cute.mbarrier.test": sync.emit_mbarrier_test,
        "cute.barrier_arrive": sync.emit_barrier_arrive,
        "cute.fence": sync.emit_fence,
        "cute.tma.make": tensor_maps.emit_make,
        "cute.tma.tile": tma.emit_tma_tile,
        "cute.tma.prefetch_descriptor": sync.emit_nothing,
        "cute.tma.descriptor_at": tensor_maps.emit_descriptor_at,
        "cute.tma.descriptor_word": tensor_maps.emit_descriptor_word,
        "cute.tma.descriptor_address": tensor_maps.emit_descriptor_address,
        "cute.tma.copy_descriptor": tensor_maps.emit_copy_descriptor,
        "cute.tma.replace": tensor_maps.emit_replace,
        "cute.tma.descriptor_fence": tensor_maps.emit_fence,
        "cute.tma.publish": tensor_maps.emit_publish,
        "cute.bulk.copy": tma.emit_bulk_copy,
        "cute.store_async": tma.emit_store_async,
        "cute.bulk.commit": tma.emit_bulk_commit,
        "cute.bulk.wait": tma.emit_bulk_wait,
        "cute.cluster_arrive": sync.emit_cluster_arrive,
        "cute.cluster_wait": sync.emit_cluster_wait,
        "cute.cluster_index": sync.emit_cluster_index,
        "cute.mapa": sync.emit_mapa,
        "cute.setmaxregister": sync.emit_set_registers,
        "cute.dependent_launch": sync.emit_dependent_launch,
        "cute.atomic": atomics.emit_atomic,
        "cute.atomic_cas": atomics.emit_atomic_cas,
        "cute.ordered_load": atomics.emit_ordered_load,
        "cute.ordered_store": atomics.emit_ordered_store,
        "cute.prefetch": atomics.emit_prefetch,
        "cute.nanosleep": atomics.emit_nanosleep,
        "cute.special_register": atomics.emit_special_register,
        "cute.vec.extract": arithmetic.emit_extract,
        "cute.vec.pack": arithmetic.emit_pack,
        "cute.vec.splat": arithmetic.emit_splat,
        "cute.cp_async": matrix_copies.emit_cp_async,
        "cute.cp_async_commit": matrix_copies.emit_cp_async_commit,
        "cute.cp_async_wait": matrix_copies.emit_cp_async_wait,
        "cute.ldmatrix": whole(matrix_copies.emit_ldmatrix),
        "cute.stmatrix": whole(matrix_copies.emit_stmatrix),
        "cute.mma": whole(multiply_calls.emit_mma),
        "cute.wgmma": whole(warpgroup_multiplies.emit_wgmma),
        "cute.wgmma_fence": warpgroup_multiplies.emit_wgmma_fence,
        "cute.wgmma_commit": warpgroup_multiplies.emit_wgmma_commit,
        "cute.wgmma_wait": warpgroup_multiplies.emit_wgmma_wait,
        **tensor_memory.TENSOR_RULES,
        **clc.CLC_RULES,
        "cute.print": output.emit_print,
        "cute.trap": output.emit_trap,
        "cute.launch": output.emit_launch,
    }
)

APART.update(
    {name: lanes_apart.emit_alone for name, known in FACTS.items() if known.per_lane}
    | {name: lanes_apart.emit_together for name, known in FACTS.items() if known.meets is not None}
    | {"cute.barrier": lanes_apart.emit_barrier_apart, "cute.cluster_wait": lanes_apart.emit_cluster_wait_apart}
)
