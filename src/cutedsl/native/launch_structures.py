"""The structures of launches on GPUs: the launcher's table, CUDA's own records, and what exported programs hold."""

from __future__ import annotations

from typing import Final

from cutedsl.native.fields import Field, Structure

CHECKED_FIRST: Final = 3
CHECKED_COUNT: Final = 7
"""The dims that must be as they were at a launch that Python checked: block, cluster, shared memory.

Host code writes no others but the grid: what is behind them is whatever the stack held.
"""
MOST_GPUS: Final = 64
"""GPUs that an exported program runs on."""

_MAP_CALL: Final = "int32_t (*NAME)(Context *, const struct MapRequest *, void *, int32_t)"
LAUNCH_TABLE: Final = Structure(
    "LaunchTable",
    (
        Field("devices", "i64", "how many parts follow: the first is of GPU 0"),
        Field("part_bytes", "i64", "the size of a part"),
        Field("fallback", "ptr", "the launcher in Python", c="Launch *NAME"),
        Field("get_current", "ptr", "cuCtxGetCurrent", c="int32_t (*NAME)(int64_t *)"),
        Field("get_device", "ptr", "cuCtxGetDevice", c="int32_t (*NAME)(int32_t *)"),
        Field("push_current", "ptr", "cuCtxPushCurrent", c="int32_t (*NAME)(int64_t)"),
        Field("pop_current", "ptr", "cuCtxPopCurrent", c="int32_t (*NAME)(int64_t *)"),
        Field("is_capturing", "ptr", "cuStreamIsCapturing", c="int32_t (*NAME)(int64_t, int32_t *)"),
        Field("launch_kernel", "ptr", "cuLaunchKernel", c="LaunchKernelCall *NAME"),
        Field("launch_with", "ptr", "cuLaunchKernelEx", c="LaunchWith *NAME"),
        Field(
            "current_stream",
            "ptr",
            "gives the environment's stream, by DLPack's exchange table",
            c="int32_t (*NAME)(int32_t, int32_t, int64_t *)",
        ),
        Field("encode_map", "ptr", "cuTensorMapEncodeTiled", c="EncodeMap *NAME"),
        Field("map_fallback", "ptr", "makes tensor maps in Python", c=_MAP_CALL),
    ),
    doc="What the launcher reads, a call context's `user`; a function that is null is not known, and Python launches.",
)
LAUNCH_PART: Final = Structure(
    "LaunchPart", (Field("context", "i64", "the context that the kernels are loaded in; the kernels follow"),)
)
LAUNCH_KERNEL: Final = Structure(
    "LaunchKernel",
    (
        Field("function", "ptr", "its handle"),
        Field("param_count", "i64", "parameters"),
        Field("smem_bytes", "i64", "dynamic shared memory"),
        Field("is_checked", "i64", "whether Python has launched it with these dims"),
        Field("by_address", "i64", "a bit for each parameter whose slot holds the address of its value"),
        Field("attributes", "ptr", "attributes of the launch"),
        Field("attribute_count", "i64", "how many"),
        Field("dims", "i32", "block, cluster and shared memory of the checked launch", CHECKED_COUNT + 1),
    ),
)
LAUNCH_CONFIG: Final = Structure(
    "LaunchConfig",
    (
        Field("dims", "i32", "grid and block", 6),
        Field("smem_bytes", "i32", "dynamic shared memory"),
        Field("stream", "i64", "the stream"),
        Field("attributes", "ptr", "attributes"),
        Field("attribute_count", "i32", "how many"),
    ),
    doc="CUDA's `CUlaunchConfig`.",
)
LAUNCH_ATTRIBUTE: Final = Structure(
    "LaunchAttribute",
    (
        Field("id", "i32", "names it"),
        Field("unused", "i32", "up to the value"),
        Field("value", "i32", "the value", 16),
    ),
    doc="CUDA's `CUlaunchAttribute`.",
)
GPU_KERNEL: Final = Structure(
    "GpuKernel",
    (
        Field("name", "ptr", "its name in the image", c="const char *NAME"),
        Field("smem_bytes", "i64", "static shared memory that is asked for at launches"),
        Field("param_count", "i64", "parameters"),
        Field("by_address", "i64", "a bit for each parameter whose slot holds the address of its value"),
        Field("use_pdl", "i64", "whether it starts before the kernel before has ended"),
        Field("cooperative", "i64", "whether all blocks run at a time"),
        Field("large_cluster", "i64", "whether its clusters are larger than the portable size"),
    ),
    doc="A kernel of an exported program.",
)
GPU_PROGRAM: Final = Structure(
    "GpuProgram",
    (
        Field("kernels", "ptr", "its kernels", c="GpuKernel *NAME"),
        Field("count", "i64", "how many"),
        Field("image", "ptr", "the kernels' image"),
        Field("host", "ptr", "the host function", c="int32_t (*NAME)(int64_t *, Context *)"),
        Field("modules", "ptr", "a `GpuModule` and its functions for each GPU", c="struct GpuModule *NAME"),
        Field("module_bytes", "i64", "the size of one"),
    ),
    doc="An exported program for GPUs.",
)
GPU_MODULE: Final = Structure(
    "GpuModule",
    (
        Field("ready", "i64", "whether the kernels are loaded"),
        Field("context", "ptr", "the GPU's primary context"),
        Field("program", "ptr", "whose kernels", c="GpuProgram *NAME"),
        Field("functions", "ptr", "the kernels' handles, which follow", c="void **NAME"),
    ),
    doc="An exported program's kernels on one GPU.",
)
EXPORTED_KERNEL: Final = Structure(
    "ExportedKernel",
    (
        Field("worker", "ptr", "runs its blocks", c="Worker *NAME"),
        Field("smem_bytes", "i64", "static shared memory"),
        Field("blocks", "i64", "blocks of a cluster"),
        Field("cluster", "i32", "the same along each axis", 3),
        Field("smem_limit", "i32", "the most shared memory of a block"),
    ),
    doc="A kernel of an exported program for the CPU.",
)
LAUNCH_STRUCTURES: Final = (
    LAUNCH_CONFIG,
    LAUNCH_ATTRIBUTE,
    LAUNCH_TABLE,
    LAUNCH_PART,
    LAUNCH_KERNEL,
    GPU_KERNEL,
    GPU_PROGRAM,
    GPU_MODULE,
    EXPORTED_KERNEL,
)
