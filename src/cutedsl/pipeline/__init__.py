"""`cutlass.pipeline`: rings of stages between producers and consumers, and the barriers around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import lazy_names
from cutedsl.lang.emission.mlir_places import takes_places

if TYPE_CHECKING:
    from cutedsl.lang.pipelines.agents import (
        Agent,
        CooperativeGroup,
        NamedBarrier,
        PipelineOp,
        agent_sync,
        arrive,
        arrive_and_wait,
        arrive_unaligned,
        pipeline_init_arrive,
        pipeline_init_wait,
        sync,
        wait,
        wait_unaligned,
    )
    from cutedsl.lang.pipelines.barriers import MbarrierArray, MbarrierLayout, alloc_reserved_mbarrier
    from cutedsl.lang.pipelines.clc import PipelineClcFetchAsync
    from cutedsl.lang.pipelines.participants import PipelineConsumer, PipelineProducer
    from cutedsl.lang.pipelines.rings import (
        PipelineAsync,
        PipelineCpAsync,
        PipelineOrder,
        PipelineTmaAsync,
        PipelineTmaStore,
        TmaStoreFence,
    )
    from cutedsl.lang.pipelines.state import PipelineState, PipelineUserType, make_pipeline_state
    from cutedsl.lang.pipelines.umma import (
        PipelineAsyncUmma,
        PipelineTmaMultiConsumersAsync,
        PipelineTmaUmma,
        PipelineUmmaAsync,
    )
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "pipeline",
        {
            "cutedsl.lang.pipelines.agents": """
                Agent CooperativeGroup NamedBarrier PipelineOp agent_sync arrive arrive_and_wait
                arrive_unaligned pipeline_init_arrive pipeline_init_wait sync wait wait_unaligned
            """,
            "cutedsl.lang.pipelines.barriers": "MbarrierArray MbarrierLayout alloc_reserved_mbarrier",
            "cutedsl.lang.pipelines.participants": "PipelineConsumer PipelineProducer",
            "cutedsl.lang.pipelines.rings": """
                PipelineAsync PipelineCpAsync PipelineOrder PipelineTmaAsync PipelineTmaStore
                TmaStoreFence
            """,
            "cutedsl.lang.pipelines.state": "PipelineState PipelineUserType make_pipeline_state",
            "cutedsl.lang.pipelines.clc": "PipelineClcFetchAsync",
            "cutedsl.lang.pipelines.umma": """
                PipelineAsyncUmma PipelineTmaMultiConsumersAsync PipelineTmaUmma PipelineUmmaAsync
            """,
        },
        given=takes_places,
    )


__all__ = [
    "Agent",
    "CooperativeGroup",
    "MbarrierArray",
    "MbarrierLayout",
    "NamedBarrier",
    "PipelineAsync",
    "PipelineAsyncUmma",
    "PipelineClcFetchAsync",
    "PipelineConsumer",
    "PipelineCpAsync",
    "PipelineOp",
    "PipelineOrder",
    "PipelineProducer",
    "PipelineState",
    "PipelineTmaAsync",
    "PipelineTmaMultiConsumersAsync",
    "PipelineTmaStore",
    "PipelineTmaUmma",
    "PipelineUmmaAsync",
    "PipelineUserType",
    "TmaStoreFence",
    "agent_sync",
    "alloc_reserved_mbarrier",
    "arrive",
    "arrive_and_wait",
    "arrive_unaligned",
    "make_pipeline_state",
    "pipeline_init_arrive",
    "pipeline_init_wait",
    "sync",
    "wait",
    "wait_unaligned",
]
