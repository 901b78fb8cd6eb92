"""The `cute` dialect: every op and type in one object."""

from __future__ import annotations

from xdsl.ir import Dialect

from cutedsl.ir.ops.atomic import ATOMIC_OPS
from cutedsl.ir.ops.check import CheckModeOp
from cutedsl.ir.ops.clc import CLC_OPS
from cutedsl.ir.ops.copy import CopyOp, CpAsyncCommitOp, CpAsyncOp, CpAsyncWaitOp, LdMatrixOp, StMatrixOp, StoreAsyncOp
from cutedsl.ir.ops.memref import (
    AllocOp,
    GemmOp,
    IteratorOp,
    LeafOp,
    LoadOp,
    LoadVecOp,
    MakeOp,
    ScaledGemmOp,
    SliceOp,
    SparseGemmOp,
    StoreOp,
    StoreVecOp,
    ViewOp,
)
from cutedsl.ir.ops.mma import MmaOp, WgmmaCommitOp, WgmmaFenceOp, WgmmaOp, WgmmaWaitOp
from cutedsl.ir.ops.pointer import (
    PtrAddOp,
    PtrCastOp,
    PtrExtentOp,
    PtrFromIntOp,
    PtrLoadOp,
    PtrStoreOp,
    PtrTensorOp,
    PtrToIntOp,
    RmemAllocOp,
    SmemAllocOp,
)
from cutedsl.ir.ops.program import LaunchOp, PrintOp, TrapOp
from cutedsl.ir.ops.ptx import InlinePtxOp, RoundedOp
from cutedsl.ir.ops.simt import (
    BarrierOp,
    BlockDimOp,
    BlockIdxOp,
    ElectOp,
    ErfcOp,
    FmodOp,
    GridDimOp,
    LaneIdxOp,
    ShuffleOp,
    SyncWarpOp,
    TableOp,
    ThreadIdxOp,
    VecExtractOp,
    VecPackOp,
    VecSplatOp,
    VoteOp,
    WarpIdxOp,
)
from cutedsl.ir.ops.sync import SYNC_OPS
from cutedsl.ir.ops.tcgen05 import TCGEN05_OPS
from cutedsl.ir.ops.tma import TMA_OPS, TmaDescriptorType
from cutedsl.ir.types import MemRefType, PtrType

TENSOR_OPS = (
    SliceOp,
    LoadOp,
    StoreOp,
    LoadVecOp,
    StoreVecOp,
    LeafOp,
    ViewOp,
    IteratorOp,
    MakeOp,
    AllocOp,
    GemmOp,
    ScaledGemmOp,
    SparseGemmOp,
)
POINTER_OPS = (
    PtrAddOp,
    PtrCastOp,
    PtrExtentOp,
    PtrTensorOp,
    PtrToIntOp,
    PtrFromIntOp,
    PtrLoadOp,
    PtrStoreOp,
    SmemAllocOp,
    RmemAllocOp,
)
SIMT_OPS = (
    ThreadIdxOp,
    BlockIdxOp,
    BlockDimOp,
    GridDimOp,
    ElectOp,
    LaneIdxOp,
    WarpIdxOp,
    TableOp,
    ShuffleOp,
    BarrierOp,
    SyncWarpOp,
    VoteOp,
    VecExtractOp,
    VecPackOp,
    VecSplatOp,
    ErfcOp,
    FmodOp,
)
TILE_OPS = (
    CopyOp,
    StoreAsyncOp,
    CpAsyncOp,
    CpAsyncCommitOp,
    CpAsyncWaitOp,
    LdMatrixOp,
    StMatrixOp,
    MmaOp,
    WgmmaOp,
    WgmmaFenceOp,
    WgmmaCommitOp,
    WgmmaWaitOp,
)
PROGRAM_OPS = (InlinePtxOp, RoundedOp, PrintOp, LaunchOp, TrapOp, CheckModeOp)

ALL_OPS = (
    *TENSOR_OPS,
    *POINTER_OPS,
    *SIMT_OPS,
    *ATOMIC_OPS,
    *SYNC_OPS,
    *TMA_OPS,
    *TCGEN05_OPS,
    *CLC_OPS,
    *TILE_OPS,
    *PROGRAM_OPS,
)

Cute = Dialect("cute", [*ALL_OPS], [MemRefType, PtrType, TmaDescriptorType])
"""The dialect object that a parser loads."""

OPS_BY_NAME = {op.name: op for op in ALL_OPS}
"""Op class of a printed name, for emitters that name ops as text."""
