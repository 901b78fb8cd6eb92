"""`cutlass.pipeline`: rings of stages between producers and consumers, and the barriers around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.lazy_names import lazy_names
from cutedsl.lang.mlir_places import takes_places

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
    from cutedsl.lang.pipelines.barriers import MbarrierArray, alloc_reserved_mbarrier
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
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "pipeline",
        {
            "cutedsl.lang.pipelines.agents": """
                Agent CooperativeGroup NamedBarrier PipelineOp agent_sync arrive arrive_and_wait
                arrive_unaligned pipeline_init_arrive pipeline_init_wait sync wait wait_unaligned
            """,
            "cutedsl.lang.pipelines.barriers": "MbarrierArray alloc_reserved_mbarrier",
            "cutedsl.lang.pipelines.participants": "PipelineConsumer PipelineProducer",
            "cutedsl.lang.pipelines.rings": """
                PipelineAsync PipelineCpAsync PipelineOrder PipelineTmaAsync PipelineTmaStore
                TmaStoreFence
            """,
            "cutedsl.lang.pipelines.state": "PipelineState PipelineUserType make_pipeline_state",
        },
        given=takes_places,
    )


__all__ = [
    "Agent",
    "CooperativeGroup",
    "MbarrierArray",
    "NamedBarrier",
    "PipelineAsync",
    "PipelineConsumer",
    "PipelineCpAsync",
    "PipelineOp",
    "PipelineOrder",
    "PipelineProducer",
    "PipelineState",
    "PipelineTmaAsync",
    "PipelineTmaStore",
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
