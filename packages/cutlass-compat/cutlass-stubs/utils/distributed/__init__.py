"""Written by scripts/cutlass_stubs.py."""

from cutedsl.utils.distributed import BFloat16 as BFloat16
from cutedsl.utils.distributed import Float16 as Float16
from cutedsl.utils.distributed import Float32 as Float32
from cutedsl.utils.distributed import Float8E4M3FN as Float8E4M3FN
from cutedsl.utils.distributed import Float8E5M2 as Float8E5M2
from cutedsl.utils.distributed import Int32 as Int32
from cutedsl.utils.distributed import Int64 as Int64
from cutedsl.utils.distributed import Numeric as Numeric
from cutedsl.utils.distributed import Pointer as Pointer
from cutedsl.utils.distributed import Uint32 as Uint32
from cutedsl.utils.distributed import as_numeric as as_numeric
from cutedsl.utils.distributed import atomicAdd as atomicAdd
from cutedsl.utils.distributed import fail as fail
from cutedsl.utils.distributed import inline_ptx as inline_ptx
from cutedsl.utils.distributed import multimem_ld_reduce as multimem_ld_reduce
from cutedsl.utils.distributed import multimem_ld_reduce_4xf32 as multimem_ld_reduce_4xf32
from cutedsl.utils.distributed import multimem_red_add1 as multimem_red_add1
from cutedsl.utils.distributed import multimem_st as multimem_st
from cutedsl.utils.distributed import multimem_st_4xb32 as multimem_st_4xb32
from cutedsl.utils.distributed import red_add1 as red_add1
from cutedsl.utils.distributed import spin_lock_atom_cas_acquire_wait as spin_lock_atom_cas_acquire_wait
from cutedsl.utils.distributed import spin_lock_atom_cas_relaxed_wait as spin_lock_atom_cas_relaxed_wait
from cutedsl.utils.distributed import spin_lock_ld_lt_relaxed_wait as spin_lock_ld_lt_relaxed_wait
from cutedsl.utils.distributed import staged_function as staged_function
