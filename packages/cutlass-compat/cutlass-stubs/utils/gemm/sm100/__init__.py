"""Written by scripts/cutlass_stubs.py."""

from cutedsl.utils.gemm.sm100 import epilogue as epilogue
from cutedsl.utils.gemm.sm100 import epilogue_smem_copy_and_partition as epilogue_smem_copy_and_partition
from cutedsl.utils.gemm.sm100 import epilogue_tma_store as epilogue_tma_store
from cutedsl.utils.gemm.sm100 import epilogue_tmem_copy_and_partition as epilogue_tmem_copy_and_partition
from cutedsl.utils.gemm.sm100 import transform_partitioned_tensor_layout as transform_partitioned_tensor_layout
